//! `ninefold clues`: the proper puzzles with few givens within complete grids.

mod done;
mod journal;
mod numbers;

use crate::Outcome;
use crate::batch::Share;
use crate::command::{Answer, Command, Fate, Options, Out, Refusal};
use crate::input::{Answering, Input, Limit, Vectors, at_least_one};
use crate::kinds::{Added, Column, Form, Type};
use crate::output::counted;
use crate::table::{self, Request};
use clap::Args;
use done::Done;
use ninefold::clues::{Clues as Search, Work};
use ninefold::notation::{self, Record};
use ninefold::solve::Isa;
use ninefold::{Grid, Puzzle};
use serde_json::json;
use std::ops::RangeInclusive;
use std::path::PathBuf;

#[derive(Args, Debug)]
pub(crate) struct Clues {
    #[command(flatten)]
    input: Input,

    /// Puzzles with at most this many givens
    #[arg(long, value_name = "K", default_value_t = 17, value_parser = clap::value_parser!(u8).range(0..=81))]
    max: u8,

    /// Only minimal puzzles, which need all of their givens
    #[arg(long)]
    minimal: bool,

    /// Only puzzles whose givens are among those of the puzzle given in place of the grid
    #[arg(long)]
    within: bool,

    /// Stop at the first puzzle of each grid
    #[arg(long)]
    first: bool,

    /// Write the number of puzzles instead of the puzzles
    #[arg(long, conflicts_with = "first")]
    count: bool,

    /// Find the least number of givens: look for puzzles with 16 (on other boards one fewer than there are digits),
    /// then with one more each time, up to --max
    #[arg(long, conflicts_with_all = ["first", "count"])]
    least: bool,

    /// Search all minlex grids with these numbers (from 1 to 5472730538) instead, unit by unit: 1..1000
    #[arg(long, value_name = "N..M", value_parser = numbers::of_grids, help_heading = "Numbers", group = "all")]
    #[arg(conflicts_with_all = ["inputs", "shape", "symbols", "blank", "from", "within", "first", "count", "least", "budget", "time_limit", "add", "format"])]
    numbers: Option<RangeInclusive<u64>>,

    /// Search all grids that have pairs of bands with these numbers (from 1 to 3342160) instead; up to 16 givens, all
    /// grids take a third of the time that --numbers takes
    #[arg(long, value_name = "N..M", value_parser = numbers::of_beginnings, help_heading = "Numbers", group = "all")]
    #[arg(conflicts_with_all = ["numbers", "inputs", "shape", "symbols", "blank", "from", "within", "first", "count", "least", "budget", "time_limit", "add", "format"])]
    pairs: Option<RangeInclusive<u64>>,

    /// Grids in a unit, or beginnings of pairs; each unit has a line with the work and a digest [default: 100, or 4]
    #[arg(long, value_name = "N", value_parser = at_least_one::<u64>)]
    #[arg(requires = "all", help_heading = "Numbers")]
    unit: Option<u64>,

    /// Record the finished grids or units, so that the same command does not search them again
    #[arg(long, value_name = "FILE", conflicts_with = "sample", help_heading = "Search")]
    journal: Option<PathBuf>,

    /// Search only this many grids or pairs of bands, chosen at random, and estimate what all would take
    #[arg(long, value_name = "COUNT", requires = "all", help_heading = "Numbers")]
    #[arg(value_parser = at_least_one::<u64>)]
    sample: Option<u64>,

    /// Seed of the random grids or pairs
    #[arg(long, value_name = "N", default_value_t = 0, requires = "sample", help_heading = "Numbers")]
    seed: u64,

    /// Give up on a grid after this many search nodes
    #[arg(long, value_name = "NODES", help_heading = "Search")]
    budget: Option<u64>,

    #[command(flatten)]
    limit: Limit,

    #[command(flatten)]
    vectors: Vectors,

    #[command(flatten)]
    how: Answering,

    /// Answers to add as columns of a table, renamed if wanted (solution=answer): status, count, clues, puzzles,
    /// complete, nodes, sets, learnt, solved, error [default: all but puzzles]
    #[arg(long, value_name = "ANSWER,...", value_delimiter = ',', help_heading = "Tables")]
    add: Vec<Added>,

    #[arg(skip)]
    done: Share,

    #[arg(skip)]
    grids: Done,
}

pub(crate) fn run(args: &Clues) -> anyhow::Result<Outcome> {
    if let Some(search) = numbers::Range::of(args) {
        return search.run(args);
    }
    args.grids.open(args)?;
    let outcome = table::answer(args, &Request::answering(&args.input, &args.how, &args.add, &[Form::Parquet]))?;
    args.grids.close()?;
    Ok(outcome)
}

/// What is known about the puzzles of a grid.
#[derive(Clone)]
pub(crate) struct Found {
    /// The most givens that were allowed.
    most: usize,
    puzzles: Vec<String>,
    count: u64,
    /// The fewest givens of any puzzle found.
    clues: Option<usize>,
    /// Whether all puzzles were found.
    is_complete: bool,
    /// Whether the budget or the time limit ended the search.
    is_stopped: bool,
    work: Work,
}

impl Command for Clues {
    type Found = Found;
    const PORTION: usize = 1;
    const ANSWERS: &'static [Answer<Found>] = &[
        Answer::status(Column::usual("status", Type::Text), |found| if found.is_stopped { "stopped" } else { "ok" }),
        Answer::new(Column::usual("count", Type::Number), |found| json!(found.count)),
        Answer::new(Column::usual("clues", Type::Number), |found| json!(found.clues)),
        Answer::row(Column::other("puzzles", Type::Text), |found| json!(found.puzzles.join(" "))),
        Answer::json("puzzles", |found| json!(found.puzzles)),
        Answer::new(Column::usual("complete", Type::Flag), |found| json!(found.is_complete)),
        Answer::new(Column::usual("nodes", Type::Number), |found| json!(found.work.nodes)),
        Answer::new(Column::usual("sets", Type::Number), |found| json!(found.work.sets)),
        Answer::new(Column::usual("learnt", Type::Number), |found| json!(found.work.learnt)),
        Answer::new(Column::usual("solved", Type::Number), |found| json!(found.work.solved)),
    ];
    const SAYS_REASON: Option<bool> = Some(true);
    const REPORT: &'static str = "{good} grids, {multiple} with several solutions, {none} without, {invalid} invalid\
        [, {undecided} given up]";

    fn options(&self) -> Options<'_> {
        Options { form: self.how.format, ..Options::new(&self.input) }
    }

    fn find(&self, record: &Record, out: &mut Out<'_, '_>) -> Result<Found, Refusal> {
        // Solving a large board would be wasted effort.
        let shape = record.puzzle.shape();
        if !Search::accepts(shape) {
            return Err(Refusal::invalid(format!(
                "puzzles are sought in grids of up to 11 digits, not {}",
                shape.side()
            )));
        }
        self.limit.begin();
        let grid = self.limit.solver().judge(&record.puzzle, &record.symbols)?;
        let key =
            self.grids.key(|| if self.within { record.puzzle.clone() } else { Puzzle::from(&grid) }, &record.symbols);
        if let Some(found) = key.as_ref().and_then(|key| self.grids.of(key)) {
            found.puzzles.iter().for_each(|line| self.say(line, out));
            return Ok(found);
        }
        let max = usize::from(self.max);
        // All digits but one must be present. On classic boards, excluding 16 givens takes no longer than excluding fewer.
        let least = if record.puzzle.classic_nine().is_some() { 16 } else { shape.side() - 1 };
        let first = if self.least { max.min(least) } else { max };
        let mut found = self.search(&grid, record, first, 0, out);
        for most in first + 1..=max {
            if found.count == 0 && !found.is_stopped {
                found = self.search(&grid, record, most, found.work.nodes, out);
            }
        }
        self.done.set(0.0);
        if let Some(key) = key.filter(|_| !found.is_stopped) {
            self.grids.add(key, &found);
        }
        Ok(found)
    }

    fn fate(&self, found: &Found) -> Fate {
        if found.is_stopped { Fate::Undecided } else { Fate::Good }
    }

    fn reason(&self, found: &Found) -> Option<String> {
        let why = if self.limit.is_over() { "stopped" } else { "node budget exhausted" };
        found.is_stopped.then(|| format!("{why} after {}", counted(found.count, "puzzle")))
    }

    fn text(&self, found: &Found) -> String {
        let Found { most, work: Work { nodes, sets, learnt, solved, .. }, .. } = found;
        let (nodes, sets, solved) =
            (counted(nodes, "node"), counted(sets, "unavoidable set"), counted(solved, "puzzle"));
        let work = format!("{nodes}, {sets} and {learnt} learnt, {solved} solved");
        match found.count {
            0 if found.is_stopped => "Gave up\n".to_owned(),
            0 => format!("none with up to {most} givens, proved: {work}\n"),
            count if self.count => {
                let at_least = if found.is_stopped { "at least " } else { "" };
                format!("{at_least}{count} with up to {most} givens: {work}\n")
            }
            _ => String::new(),
        }
    }

    fn doing(&self) -> Option<String> {
        self.done.text("a grid")
    }
}

impl Clues {
    /// Searches a grid for puzzles with at most this many givens, after a search that spent some nodes.
    fn search(&self, grid: &Grid, record: &Record, most: usize, spent: u64, out: &mut Out<'_, '_>) -> Found {
        let mut search = Search::new(grid, most).isa(self.vectors.isa.unwrap_or_else(Isa::best));
        if self.minimal {
            search = search.minimal();
        }
        if self.within {
            search = search.within(&record.puzzle);
        }
        if let Some(flag) = self.limit.flag() {
            search = search.cancel(flag);
        }
        let left = self.budget.map_or(u64::MAX, |budget| budget.saturating_sub(spent));
        let mut found = Found {
            most,
            puzzles: Vec::new(),
            count: 0,
            clues: None,
            is_complete: false,
            is_stopped: false,
            work: Work::default(),
        };
        let ends_early = self.first || self.least;
        let mut nodes = 0;
        // The search is interrupted from time to time to report its progress.
        while !(found.is_complete || found.is_stopped || ends_early && found.count > 0) {
            nodes = left.min(nodes + (1 << 20));
            search.go_on_to(nodes);
            for puzzle in search.by_ref() {
                found.count += 1;
                let clues = puzzle.givens().count();
                found.clues = Some(found.clues.map_or(clues, |least| least.min(clues)));
                self.report(&puzzle, record, &mut found, out);
                if ends_early || self.limit.is_over() {
                    break;
                }
            }
            found.is_complete = search.is_complete();
            let is_over = nodes == left || self.limit.is_over();
            found.is_stopped = is_over && !found.is_complete && !(ends_early && found.count > 0);
            self.done.set(search.progress());
        }
        found.work = search.work();
        found.work.nodes += spent;
        found
    }

    fn report(&self, puzzle: &Puzzle, record: &Record, found: &mut Found, out: &mut Out<'_, '_>) {
        if self.count {
            return;
        }
        let line = notation::puzzle_line(puzzle, &record.symbols);
        self.say(&line, out);
        if self.journal.is_some() || !matches!(self.how.format, Form::Text(_)) {
            found.puzzles.push(line);
        }
    }

    fn say(&self, line: &str, out: &mut Out<'_, '_>) {
        if let Form::Text(_) = self.how.format {
            out.entry(line);
            out.checkpoint();
        }
    }
}
