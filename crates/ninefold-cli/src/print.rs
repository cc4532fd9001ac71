//! `ninefold print`: sheets of puzzles, followed by the solutions.

#[cfg(feature = "pdf")]
mod pdf;

use crate::batch::{self, Item, lock};
use crate::command::{Command, Options, Out, Refusal};
use crate::input::{Input, Limit, Work};
use crate::{Outcome, steps};
use clap::Args;
use ninefold::logic::Explainer;
use ninefold::notation::Record;
use ninefold::render::sheet::Sheet;
use ninefold::solve::NoAnswer;
use ninefold::{Grid, Puzzle, Symbols};
use std::sync::Mutex;

#[derive(Args, Debug)]
pub(crate) struct Print {
    #[command(flatten)]
    input: Input,

    /// What to make [default: pdf if the output's name ends in .pdf, else html]
    #[arg(long, value_name = "FORMAT", value_enum, hide_possible_values = true, help_heading = "Output")]
    to: Option<Paper>,

    /// Puzzles on a page
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u16).range(1..=40), help_heading = "Output")]
    per_page: u16,

    /// Title above the first page
    #[arg(long, value_name = "TEXT", default_value = "Sudoku", help_heading = "Output")]
    title: String,

    /// Leave the levels out
    #[arg(long, help_heading = "Output")]
    no_level: bool,

    /// Leave the solutions out
    #[arg(long, help_heading = "Output")]
    no_solutions: bool,

    #[command(flatten)]
    limit: Limit,

    #[command(flatten)]
    work: Work,

    /// What was found for the sheets, in no order: workers pass numbers on, in order.
    #[arg(skip)]
    found: Mutex<Vec<Option<Printed>>>,
}

#[derive(clap::ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum Paper {
    Html,
    Pdf,
}

impl Print {
    fn is_pdf(&self) -> bool {
        let is_named =
            || self.work.output.as_ref().is_some_and(|file| file.extension().is_some_and(|end| end == "pdf"));
        self.to.map_or_else(is_named, |to| to == Paper::Pdf)
    }
}

/// A puzzle to be printed.
#[derive(Debug)]
pub(crate) struct Printed {
    puzzle: Puzzle,
    symbols: Symbols,
    solution: Grid,
    level: &'static str,
}

pub(crate) fn run(args: &Print) -> anyhow::Result<Outcome> {
    let sheet = Sheet { per_page: usize::from(args.per_page), title: &args.title };
    if !args.is_pdf() {
        return html(args, sheet);
    }
    #[cfg(feature = "pdf")]
    {
        let mut document = Some(pdf::Document::new(sheet)?);
        each(args, |number, printed| {
            let mut last = || document.take().filter(|_| number > 1).map(|pdf| pdf.finish(!args.no_solutions));
            match printed {
                None => last().unwrap_or_default(),
                Some(printed) => {
                    document.iter_mut().for_each(|document| document.puzzle(number, printed));
                    Vec::new()
                }
            }
        })
    }
    #[cfg(not(feature = "pdf"))]
    anyhow::bail!("this build cannot write PDF (feature `pdf`); print to HTML, which a browser can save as PDF")
}

/// Passes every puzzle found to `make`, with its number, and at the end `None` with the next number; writes the results.
fn each(args: &Print, mut make: impl FnMut(usize, Option<&Printed>) -> Vec<u8>) -> anyhow::Result<Outcome> {
    let mut number = 0;
    batch::run_into(args, &args.input, &args.work, |places, sink| {
        for place in String::from_utf8_lossy(places).lines().filter_map(|line| line.parse::<usize>().ok()) {
            let Some(printed) = lock(&args.found).get_mut(place).and_then(Option::take) else { continue };
            number += 1;
            let made = make(number, Some(&printed));
            lock(sink).write(&made);
        }
        if places.is_empty() {
            let made = make(number + 1, None);
            lock(sink).write(&made);
        }
        Ok(())
    })
}

fn html(args: &Print, sheet: Sheet<'_>) -> anyhow::Result<Outcome> {
    let mut solutions = String::new();
    each(args, |number, printed| {
        let mut html = if number == 1 && printed.is_some() { sheet.begin() } else { String::new() };
        match printed {
            Some(Printed { puzzle, symbols, solution, level }) => {
                html += &sheet.puzzle(number, puzzle, symbols, level);
                solutions += &sheet.solution(number, solution, symbols);
            }
            None if number > 1 => {
                if !args.no_solutions {
                    html += &sheet.turn();
                    html += &solutions;
                }
                html += Sheet::end();
            }
            None => {}
        }
        html.into_bytes()
    })
}

impl Command for Print {
    /// The index of the puzzle among those that were found.
    type Found = usize;
    const KNOWS_PLACED: bool = true;
    const REPORT: &'static str =
        "{good} on sheets, {multiple} with several solutions, {none} without, {invalid} invalid";

    fn options(&self) -> Options<'_> {
        Options::new(&self.input)
    }

    fn find(&self, record: &Record, out: &mut Out<'_, '_>) -> Result<usize, Refusal> {
        let Record { puzzle, symbols, .. } = record;
        #[cfg(feature = "pdf")]
        if let Some(letter) = pdf::unwritable(puzzle, symbols).filter(|_| self.is_pdf()) {
            return Err(Refusal::invalid(format!("the PDF fonts have no symbol '{letter}'; print to HTML")));
        }
        self.limit.begin();
        let solution = self.limit.solver().judge(puzzle, symbols).map_err(|why| {
            // What is wrong with invalid puzzles is reported anyway.
            if !matches!(why, NoAnswer::Invalid(_)) {
                out.remarks.push(format!("left out: {why}"));
            }
            Refusal::from(why)
        })?;
        let level = match self.no_level {
            true => "",
            false => steps::rate_in_time(&Explainer::new(), puzzle, &self.limit)?.level().name(),
        };
        let mut found = lock(&self.found);
        found.push(Some(Printed { puzzle: puzzle.clone(), symbols: symbols.clone(), solution, level }));
        Ok(found.len() - 1)
    }

    fn text(&self, place: &usize) -> String {
        format!("{place}\n")
    }

    /// Puzzles that cannot be printed are left out, and reported.
    fn refusal(&self, _: &Refusal, _: &Item<'_>) -> String {
        String::new()
    }
}
