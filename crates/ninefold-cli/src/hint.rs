//! `ninefold hint`: what a player can do next.

use crate::batch::{self, Item, Sink, lock};
use crate::input::Input;
use crate::output::Object;
use crate::steps::{Cells, Techniques};
use crate::{Outcome, steps};
use anyhow::Context;
use clap::Args;
use ninefold::coach::{self, Advice, Grade};
use ninefold::logic::{Explainer, Family, Step, Wording};
use ninefold::notation::Record;
use ninefold::render::{Mark, svg};
use ninefold::solve::Solver;
use ninefold::{Puzzle, Symbols};
use std::path::PathBuf;
use std::sync::Mutex;

#[derive(Args, Debug)]
pub(crate) struct Hint {
    #[command(flatten)]
    input: Input,

    #[command(flatten)]
    techniques: Techniques,

    /// How much to say: 1 what to look for, 2 the technique and its houses, 3 the whole step
    #[arg(long, value_name = "1-3", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=3))]
    level: u8,

    /// How cells are named
    #[arg(long, value_name = "NAMES", value_enum, default_value_t = Cells::Rc, help_heading = "Output")]
    cells: Cells,

    /// One JSON object per board
    #[arg(long, help_heading = "Output")]
    json: bool,

    /// Write a picture of the board with the step to this file
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    svg: Option<PathBuf>,

    /// Write to this file instead of standard output
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    output: Option<PathBuf>,
}

pub(crate) fn run(args: &Hint) -> anyhow::Result<Outcome> {
    let mut trouble = Ok(());
    let outcome = batch::one_by_one(&args.input, args.output.as_deref(), |item, sink| {
        hint(args, item, sink).unwrap_or_else(|error| {
            trouble = Err(error);
            Outcome::Trouble
        })
    })?;
    trouble.map(|()| outcome)
}

fn hint(args: &Hint, item: &Item<'_>, sink: &Mutex<Sink>) -> anyhow::Result<Outcome> {
    let read = item.read();
    let (outcome, status, told, step) = match &read {
        Err(invalid) => (Outcome::SomeFailed, "invalid", args.input.explain(invalid), None),
        Ok(record) => {
            let wording = steps::wording(record.puzzle.shape(), &record.symbols, args.cells);
            let advice = coach::advise(&record.puzzle, &steps::explainer(&args.techniques), &Solver::new());
            let advice = advice.expect("a solver without budget and flag does not stop");
            match advice {
                Advice::NoSolution => (Outcome::SomeFailed, "none", why_none(&record.puzzle, &record.symbols), None),
                advice => tell(args, &wording, advice),
            }
        }
    };
    if let (Some(file), Ok(record), Some(step)) = (&args.svg, &read, &step) {
        // A picture tells no more than the words of its level.
        let mut marks = step.marks(&record.puzzle);
        marks.retain(|_, mark| args.level == 3 || (args.level == 2 && *mark == Mark::Pattern));
        let picture = svg::board(&record.puzzle, &marks, &record.symbols, &told);
        std::fs::write(file, picture).with_context(|| file.display().to_string())?;
    }
    let text = if args.json {
        let step = step.filter(|_| args.level == 3).zip(read.as_ref().ok()).map(|(step, record)| {
            let notes = steps::Notes { shape: record.puzzle.shape(), symbols: &record.symbols };
            notes.step(&step, &steps::wording(record.puzzle.shape(), &record.symbols, args.cells))
        });
        Object::about(item, &read).with("status", status).with("text", told).with("step", step).line()
    } else {
        let drawn = read.as_ref().ok().zip(step).map(|(record, step)| drawing(args, record, &step));
        format!("{told}\n{}", drawn.unwrap_or_default()).into_bytes()
    };
    lock(sink).write(&text);
    Ok(outcome)
}

const NO_SOLUTION: &str = "The puzzle has no solution";

/// What contradicts itself on a board without solution, once some steps have been taken.
fn why_none(puzzle: &Puzzle, symbols: &Symbols) -> String {
    let mut path = Explainer::new().without_uniqueness().path(puzzle);
    let count = path.by_ref().count();
    match path.puzzle().validate_with(symbols) {
        Err(fault) if count > 0 => {
            let steps = if count == 1 { "one step".to_owned() } else { format!("{count} steps") };
            format!("{NO_SOLUTION}: {steps} on, {fault}. See explain for the steps.")
        }
        Err(fault) => format!("{NO_SOLUTION}: {fault}."),
        Ok(_) => format!("{NO_SOLUTION}."),
    }
}

/// The board with the step's marks, if the whole step is told and is no single.
fn drawing(args: &Hint, record: &Record, step: &Step) -> String {
    if args.level < 3 || step.technique.family() == Family::Singles {
        return String::new();
    }
    let has_colors = steps::has_colors(args.output.as_deref());
    format!("\n{}", steps::drawing(&record.puzzle, step, &record.symbols, has_colors))
}

/// What is said: outcome, status in one word, text, and the step if there is one.
fn tell(args: &Hint, wording: &Wording, advice: Advice) -> (Outcome, &'static str, String, Option<Step>) {
    let grade = match args.level {
        1 => Grade::Place,
        2 => Grade::Pattern,
        _ => Grade::Whole,
    };
    let (status, text) = (advice.status(), advice.text(wording, grade));
    match advice {
        Advice::Step { step, .. } => (Outcome::Success, status, text, Some(*step)),
        Advice::Solved | Advice::Mistakes(_) => (Outcome::Success, status, text, None),
        _ => (Outcome::SomeFailed, status, text, None),
    }
}
