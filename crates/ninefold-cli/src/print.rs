//! `ninefold print`: sheets of puzzles, solutions behind.

use crate::Outcome;
use crate::batch::{self, Item, lock};
use crate::command::{Command, Options, Out, Refusal};
use crate::input::{Input, Work};
use clap::Args;
use ninefold::logic::Explainer;
use ninefold::notation::Record;
use ninefold::render::sheet::Sheet;
use ninefold::solve::Solver;
use ninefold::{Grid, Puzzle, Symbols};
use std::sync::Mutex;

#[derive(Args, Debug)]
pub(crate) struct Print {
    #[command(flatten)]
    input: Input,

    /// Puzzles on a page
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u16).range(1..=40), help_heading = "Output")]
    per_page: u16,

    /// What is above the first page
    #[arg(long, value_name = "TEXT", default_value = "Sudoku", help_heading = "Output")]
    title: String,

    /// Leave the levels out
    #[arg(long, help_heading = "Output")]
    no_level: bool,

    /// Leave the solutions out
    #[arg(long, help_heading = "Output")]
    no_solutions: bool,

    #[command(flatten)]
    work: Work,

    /// What was found for the sheets, in no order: workers pass numbers on, in order.
    #[arg(skip)]
    found: Mutex<Vec<Option<Printed>>>,
}

/// A puzzle for a sheet.
#[derive(Debug)]
pub(crate) struct Printed {
    puzzle: Puzzle,
    symbols: Symbols,
    solution: Grid,
    level: &'static str,
}

pub(crate) fn run(args: &Print) -> anyhow::Result<Outcome> {
    let sheet = Sheet { per_page: usize::from(args.per_page), title: &args.title };
    let (mut solutions, mut number) = (String::new(), 0);
    batch::run_into(args, &args.input, &args.work, |places, sink| {
        let places = String::from_utf8_lossy(places);
        let mut html = if number == 0 && !places.is_empty() { sheet.begin() } else { String::new() };
        for place in places.lines().filter_map(|line| line.parse::<usize>().ok()) {
            let printed = lock(&args.found).get_mut(place).and_then(Option::take);
            let Some(Printed { puzzle, symbols, solution, level }) = printed else { continue };
            number += 1;
            html += &sheet.puzzle(number, &puzzle, &symbols, level);
            solutions += &sheet.solution(number, &solution, &symbols);
        }
        if places.is_empty() && number > 0 {
            if !args.no_solutions {
                html += &sheet.turn();
                html += &solutions;
            }
            html += Sheet::end();
        }
        lock(sink).write(html.as_bytes());
        Ok(())
    })
}

impl Command for Print {
    /// Where the puzzle is among those that were found.
    type Found = usize;
    const REPORT: &'static str =
        "{good} on sheets, {multiple} with several solutions, {none} without, {invalid} invalid";

    fn options(&self) -> Options<'_> {
        Options::new(&self.input)
    }

    fn find(&self, record: &Record, _: &mut Out<'_, '_>) -> Result<usize, Refusal> {
        let Record { puzzle, symbols, .. } = record;
        let solution = Solver::new().judge(puzzle, symbols)?;
        let level = if self.no_level { "" } else { Explainer::new().rate(puzzle).level().name() };
        let mut found = lock(&self.found);
        found.push(Some(Printed { puzzle: puzzle.clone(), symbols: symbols.clone(), solution, level }));
        Ok(found.len() - 1)
    }

    fn text(&self, place: &usize) -> String {
        format!("{place}\n")
    }

    /// What cannot be printed is left out, and reported.
    fn refusal(&self, _: &Refusal, _: &Item<'_>) -> String {
        String::new()
    }
}
