//! `ninefold clues --numbers` and `--pairs`: searches all grids whose numbers lie in a range, or that have pairs of bands with
//! such numbers, unit by unit, with a journal; or some of them, for an estimate.

use super::Clues;
use super::journal::Journal;
use crate::Outcome;
use crate::batch::{Progress, Sink, in_order, lock};
use crate::recipe::range;
use anyhow::{Context, ensure};
use ninefold::clues::{Found, Hunt, Work};
use ninefold::solve::Isa;
use ninefold::symmetry::{BAND_PAIRS, GRIDS, NoNumber, beginnings};
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::ops::RangeInclusive;
use std::path::Path;
use std::time::Instant;

/// The seconds in a year.
const YEAR: f64 = 365.25 * 86_400.0;

pub(super) fn of_grids(text: &str) -> Result<RangeInclusive<u64>, String> {
    within(text, GRIDS, "grids have the")
}

pub(super) fn of_beginnings(text: &str) -> Result<RangeInclusive<u64>, String> {
    within(text, beginnings(), "beginnings of two bands have the")
}

fn within(text: &str, last: u64, what: &str) -> Result<RangeInclusive<u64>, String> {
    let numbers = range(text, 1, last).map_err(|_| "expected a number or a range: 7, 1..500".to_owned())?;
    if numbers.is_empty() || *numbers.start() == 0 || *numbers.end() > last {
        return Err(format!("{what} numbers from 1 to {last}"));
    }
    Ok(numbers)
}

/// The grids to search.
pub(super) enum Range<'a> {
    Grids(&'a RangeInclusive<u64>),
    /// Grids that have pairs of bands with these beginnings.
    Pairs(&'a RangeInclusive<u64>),
}

impl<'a> Range<'a> {
    pub(super) fn of(args: &'a Clues) -> Option<Range<'a>> {
        args.numbers.as_ref().map(Range::Grids).or(args.pairs.as_ref().map(Range::Pairs))
    }

    fn numbers(&self) -> &'a RangeInclusive<u64> {
        match self {
            Range::Grids(numbers) | Range::Pairs(numbers) => numbers,
        }
    }

    /// What the numbers count; also the name of the option.
    fn name(&self) -> &'static str {
        match self {
            Range::Grids(_) => "numbers",
            Range::Pairs(_) => "pairs",
        }
    }

    fn unit(&self, args: &Clues) -> u64 {
        args.unit.unwrap_or(match self {
            Range::Grids(_) => 100,
            Range::Pairs(_) => 4,
        })
    }

    fn search(&self, hunt: Hunt, numbers: RangeInclusive<u64>) -> Result<Found, NoNumber> {
        match self {
            Range::Grids(_) => hunt.within(numbers),
            Range::Pairs(_) => hunt.beside_pairs(numbers),
        }
    }

    pub(super) fn run(&self, args: &Clues) -> anyhow::Result<Outcome> {
        let isa = args.vectors.isa.unwrap_or_else(Isa::best);
        let hunt = Hunt { most: args.max.into(), minimal: args.minimal, isa };
        match args.sample {
            Some(samples) => self.sample(args, hunt, samples),
            None => self.search_all(args, hunt),
        }
    }

    fn search_all(&self, args: &Clues, hunt: Hunt) -> anyhow::Result<Outcome> {
        let (numbers, unit) = (self.numbers(), self.unit(args));
        let (mut journal, done) = match &args.journal {
            Some(path) => {
                let (journal, units) = self.journal(path, args)?;
                (Some(journal), units)
            }
            None => (None, Vec::new()),
        };
        let sink = Sink::open(args.how.work.output.as_deref(), &[])?.shared()?;
        let write = |unit: &Unit| lock(&sink).write(unit.text(args.max).as_bytes());
        let (mut total, mut next): (Option<Unit>, u64) = (None, *numbers.start());
        let mut add = |unit: Unit| {
            write(&unit);
            match &mut total {
                Some(total) => total.add(&unit),
                None => {
                    total = Some(unit);
                    Ok(())
                }
            }
        };
        for unit in done {
            next = unit.last + 1;
            add(unit)?;
        }
        let what = if let Range::Grids(_) = self { "grids" } else { "beginnings" };
        let mut progress = Progress::new(Some(numbers.end() + 1 - next), false, what, &sink);
        let make = |part: std::ops::Range<u64>| Ok((part.start, self.search(hunt, part.start..=part.end - 1)?));
        in_order(next..numbers.end() + 1, unit, args.how.work.jobs.threads(), &make, |end, (first, found)| {
            let unit = Unit::new(self, [first, end - 1], &found);
            journal.as_mut().map_or(Ok(()), |journal| journal.write(&unit))?;
            progress.make_room(|| add(unit))?;
            progress.reach(end - next);
            Ok(())
        })?;
        progress.finish();
        if let Some(total) = total.filter(|_| numbers.end() - numbers.start() >= unit) {
            lock(&sink)
                .write(format!("In all, {}", total.text(args.max).lines().last().unwrap_or_default()).as_bytes());
            lock(&sink).write(b"\n");
        }
        lock(&sink).complete()?;
        Ok(Outcome::Success)
    }

    /// The journal, and the finished units.
    fn journal(&self, path: &Path, args: &Clues) -> anyhow::Result<(Journal, Vec<Unit>)> {
        let (name, numbers) = (path.display(), self.numbers());
        let said = json!({
            "version": env!("CARGO_PKG_VERSION"),
            self.name(): format!("{}..{}", numbers.start(), numbers.end()),
            "max": args.max,
            "minimal": args.minimal,
        });
        let (journal, units) = Journal::open::<Unit>(path, &said)?;
        let mut next = *numbers.start();
        for (number, unit) in units.iter().enumerate() {
            ensure!(
                unit.first == next && (next..=*numbers.end()).contains(&unit.last),
                "{name}:{}: {} {}..{}, expected those from {next}",
                number + 2,
                self.name(),
                unit.first,
                unit.last
            );
            next = unit.last + 1;
        }
        Ok((journal, units))
    }

    /// Searches some grids at random, or those with some random pairs, and reports what all of them would take.
    fn sample(&self, args: &Clues, hunt: Hunt, samples: u64) -> anyhow::Result<Outcome> {
        let sink = Sink::open(args.how.work.output.as_deref(), &[])?.shared()?;
        let mut progress = Progress::new(Some(samples), false, "samples", &sink);
        let (mut drawn, mut all) = (Vec::new(), Found::default());
        let make = |indices: std::ops::Range<u64>| {
            let start = Instant::now();
            let (weight, found) = match self {
                Range::Grids(numbers) => (1, hunt.sample(numbers, args.seed, indices.start)?),
                Range::Pairs(numbers) => hunt.sample_pairs(numbers, args.seed, indices.start)?,
            };
            Ok((weight, found, start.elapsed().as_secs_f64()))
        };
        in_order(0..samples, 1, args.how.work.jobs.threads(), &make, |so_far, (weight, found, seconds)| {
            let values = [found.work.nodes as f64, seconds, found.grids as f64];
            drawn.push(Drawn { weight: weight as f64, values });
            all.add(found);
            progress.reach(so_far);
            Ok(())
        })?;
        progress.finish();
        lock(&sink).write(self.estimate(args, &drawn, &all).as_bytes());
        lock(&sink).complete()?;
        Ok(Outcome::Success)
    }

    /// The estimate for all, from the samples.
    fn estimate(&self, args: &Clues, drawn: &[Drawn], found: &Found) -> String {
        let numbers = self.numbers();
        let count = (numbers.end() - numbers.start() + 1) as f64;
        let [[nodes, more], [time, later], [grids, _]] = [0, 1, 2].map(|value| mean(drawn, value));
        let samples = drawn.len();
        let (about, count, what, each) = match self {
            Range::Grids(_) => ("", count, "grids", "A grid takes".to_owned()),
            Range::Pairs(_) => {
                // The number of pairs is known only for all beginnings together.
                let (about, pairs) = match *numbers == (1..=beginnings()) {
                    true => ("", BAND_PAIRS as f64),
                    false => {
                        let weights: f64 = drawn.iter().map(|sample| sample.weight).sum();
                        ("about ", (weights / samples as f64 * count).round())
                    }
                };
                (about, pairs, "pairs of bands", format!("A pair has {grids:.2} grids and takes"))
            }
        };
        format!(
            "{samples} of {about}{count} {what} with up to {} givens: {} puzzles, digest {:016x}\n\
             {each} {nodes:.0} +- {more:.0} nodes, {:.2} +- {:.2} ms by the clock\n\
             All take {:.3e} +- {:.1e} nodes, {:.3} +- {:.3} core-years at this speed\n",
            args.max,
            found.puzzles.len(),
            found.digest,
            1e3 * time,
            1e3 * later,
            nodes * count,
            more * count,
            time * count / YEAR,
            later * count / YEAR,
        )
    }
}

/// A sample: its weight, and its nodes, seconds and grids.
struct Drawn {
    weight: f64,
    values: [f64; 3],
}

/// The weighted mean of a value, and its standard error.
fn mean(drawn: &[Drawn], value: usize) -> [f64; 2] {
    let weights: f64 = drawn.iter().map(|sample| sample.weight).sum();
    let mean = drawn.iter().map(|sample| sample.weight * sample.values[value]).sum::<f64>() / weights;
    let squares: f64 = drawn.iter().map(|sample| (sample.weight * (sample.values[value] - mean)).powi(2)).sum();
    let count = drawn.len() as f64;
    [mean, (squares * count / (count - 1.0).max(1.0)).sqrt() / weights]
}

/// What is known about the grids of a unit: a line of the journal.
#[derive(Serialize, Deserialize)]
struct Unit {
    first: u64,
    last: u64,
    /// The numbers of pairs of bands and of grids that were searched, if the search was by pairs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pairs: Option<[u64; 2]>,
    puzzles: Vec<String>,
    nodes: u64,
    sets: u64,
    learnt: u64,
    solved: u64,
    digest: String,
}

impl Unit {
    fn new(range: &Range<'_>, [first, last]: [u64; 2], found: &Found) -> Unit {
        let Work { nodes, sets, learnt, solved } = found.work;
        let puzzles = found.puzzles.iter().map(ToString::to_string).collect();
        let pairs = matches!(range, Range::Pairs(_)).then_some([found.pairs, found.grids]);
        Unit { first, last, pairs, puzzles, nodes, sets, learnt, solved, digest: format!("{:016x}", found.digest) }
    }

    /// Adds the next unit.
    fn add(&mut self, next: &Unit) -> anyhow::Result<()> {
        let digest = |unit: &Unit| u64::from_str_radix(&unit.digest, 16).context("a digest has 16 hexadecimal digits");
        self.digest = format!("{:016x}", digest(self)?.wrapping_add(digest(next)?));
        self.last = next.last;
        if let Some([pairs, grids]) = next.pairs {
            let [so_far, grids_so_far] = self.pairs.unwrap_or_default();
            self.pairs = Some([so_far + pairs, grids_so_far + grids]);
        }
        self.puzzles.extend(next.puzzles.iter().cloned());
        self.nodes += next.nodes;
        self.sets += next.sets;
        self.learnt += next.learnt;
        self.solved += next.solved;
        Ok(())
    }

    fn text(&self, most: u8) -> String {
        let Unit { first, last, pairs, puzzles, nodes, sets, learnt, solved, digest } = self;
        let pairs = pairs.map_or_else(String::new, |[pairs, grids]| format!(" in {grids} grids of {pairs} pairs"));
        let count = match puzzles.len() {
            0 => "none".to_owned(),
            count => count.to_string(),
        };
        let puzzles: String = puzzles.iter().map(|puzzle| format!("{puzzle}\n")).collect();
        format!(
            "{puzzles}{first}..{last}: {count} with up to {most} givens{pairs}, proved: {nodes} nodes, {sets} unavoidable sets and \
             {learnt} learnt, {solved} puzzles solved, digest {digest}\n"
        )
    }
}
