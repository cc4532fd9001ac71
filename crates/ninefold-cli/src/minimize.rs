//! `ninefold minimize`: minimal puzzles within given puzzles.

use crate::Outcome;
use crate::command::{Answer, Command, Out, Refusal};
use crate::input::{Rules, at_least_one};
use crate::kinds::Form;
use crate::proper::{self, Listed, Listing, STATUS, list, listing};
use crate::variants;
use clap::Args;
use ninefold::notation::{self, Format, Record, VariantRecord};
use ninefold::solve::{NoAnswer, Solver};
use ninefold::variant::Constraint;
use ninefold::variant::Verdict;
use ninefold::{Grid, minimal, unavoidable};
use serde_json::{Map, Value, json};

#[derive(Args, Debug)]
pub(crate) struct Minimize {
    /// List all minimal puzzles
    #[arg(long, conflicts_with_all = ["count", "seed"])]
    all: bool,

    /// How many minimal puzzles to find in each
    #[arg(short = 'n', long, value_name = "COUNT", default_value_t = 1)]
    #[arg(value_parser = at_least_one::<usize>)]
    count: usize,

    /// A different seed leaves givens out in a different order
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,

    /// Say why each given is needed: an unavoidable set that contains no other given
    #[arg(long, conflicts_with_all = ["all", "count", "seed"])]
    why: bool,

    #[command(flatten)]
    rules: Rules,

    #[command(flatten)]
    listing: Listing,
}

pub(crate) fn run(args: &Minimize) -> anyhow::Result<Outcome> {
    args.listing.run(args)
}

impl Command for Minimize {
    listing!([STATUS, list("minimal")]);
    const PORTION: usize = 32;

    fn rules(&self) -> &[Constraint] {
        self.rules.list()
    }

    fn find_variant(&self, record: &VariantRecord, out: &mut Out<'_, '_>) -> Option<Result<Listed, Refusal>> {
        Some(self.minimal_variants(record, out))
    }

    fn answers(&self) -> &'static [Answer<Listed>] {
        if self.why { &WHY } else { Self::ANSWERS }
    }

    fn find(&self, record: &Record, out: &mut Out<'_, '_>) -> Result<Listed, Refusal> {
        let Minimize { all, count, seed, .. } = *self;
        let solver = self.listing.search.solver();
        let solution = solver.judge(&record.puzzle, &record.symbols)?;
        if self.why {
            return self.reasons(record, &solution, &solver, out);
        }
        if all {
            return proper::write(minimal::all(&record.puzzle, &solution, &solver), record, self.listing.format, out);
        }
        let some = minimal::sample(&record.puzzle, &solution, &solver, seed).take(count);
        proper::write(some, record, self.listing.format, out)
    }
}

/// So many orders of leaving out clues one after the other may bring nothing new before no more are tried.
const MOST_REPEATED: u32 = 20;

/// The answers of `--why`.
const WHY: [Answer<Listed>; 2] = [STATUS, list("why")];

impl Minimize {
    /// Finds minimal puzzles within one with further rules, whose constraints are clues too. Each is a JSON object.
    fn minimal_variants(&self, record: &VariantRecord, out: &mut Out<'_, '_>) -> Result<Listed, Refusal> {
        let Minimize { all, count, seed, why, .. } = *self;
        if all || why {
            let option = if all { "--all" } else { "--why" };
            return Err(Refusal::invalid(format!("{option} is for puzzles without further rules")));
        }
        let (puzzle, solver) = (&record.puzzle, self.listing.search.variant_solver());
        let mistaken = |mistake| variants::mistaken(&mistake);
        match solver.verdict(puzzle).map_err(mistaken)? {
            Ok(Verdict::Unique(_)) => {}
            Ok(Verdict::None) => return Err(variants::unsolvable()),
            Ok(Verdict::Multiple(..)) => return Err(NoAnswer::Multiple.into()),
            Err(_) => return Err(variants::stopped()),
        }
        let (mut lines, mut repeated, mut seed) = (Vec::new(), 0, seed);
        while lines.len() < count && repeated < MOST_REPEATED {
            let left_out = solver.minimal(puzzle, seed).map_err(mistaken)?;
            seed = seed.wrapping_add(1);
            let minimal = VariantRecord::new(puzzle.without(&left_out.map_err(|_| variants::stopped())?));
            let written = notation::write_variant(&minimal, Format::Json);
            let line = written.map_err(|error| Refusal::invalid(error.to_string()))?.text.trim_end().to_owned();
            if lines.contains(&line) {
                repeated += 1;
                continue;
            }
            repeated = 0;
            if self.listing.format == Form::LINE {
                out.entry(&line);
                out.checkpoint();
            }
            lines.push(line);
        }
        Ok(json!(lines))
    }

    /// For each given that is needed, an unavoidable set of which it is the only given.
    fn reasons(
        &self,
        record: &Record,
        solution: &Grid,
        solver: &Solver<'_>,
        out: &mut Out<'_, '_>,
    ) -> Result<Listed, Refusal> {
        let shape = record.puzzle.shape();
        let mut reasons = Map::new();
        for (cell, _) in record.puzzle.givens() {
            let set = unavoidable::only_in(&record.puzzle, solution, cell, solver).map_err(NoAnswer::from)?;
            let names = set.map(|set| set.iter().map(|cell| shape.name(*cell).to_string()).collect::<Vec<_>>());
            let name = shape.name(cell).to_string();
            if self.listing.format == Form::LINE {
                let set = names.as_ref().map_or_else(|| "not needed".to_owned(), |names| names.join("+"));
                out.entry(&format!("{name}: {set}"));
            }
            reasons.insert(name, json!(names));
        }
        Ok(Value::Object(reasons))
    }
}
