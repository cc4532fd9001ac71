//! `ninefold hint`: what a player can do next.

use crate::batch::{self, Item, expect_file, lock};
use crate::command::{Command, Fate, Options, Out, Refusal};
use crate::input::{Input, Limit, Work};
use crate::kinds::Form;
use crate::output::Object;
use crate::steps::{Techniques, Words};
use crate::{Outcome, steps};
use anyhow::Context;
use clap::Args;
use ninefold::coach::{self, Advice, Grade};
use ninefold::logic::{Explainer, Family};
use ninefold::notation::Record;
use ninefold::render::{Mark, svg};
use ninefold::solve::NoAnswer;
use ninefold::{Puzzle, Symbols};
use serde_json::Value;
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

    #[command(flatten)]
    limit: Limit,

    #[command(flatten)]
    words: Words,

    /// One JSON object per board
    #[arg(long, help_heading = "Output")]
    json: bool,

    /// Write a picture of the board with the step to this file
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    svg: Option<PathBuf>,

    /// Write to this file instead of standard output
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    output: Option<PathBuf>,

    /// Why a picture could not be written.
    #[arg(skip)]
    trouble: Mutex<Option<anyhow::Error>>,
}

pub(crate) fn run(args: &Hint) -> anyhow::Result<Outcome> {
    let outcome = batch::run(args, &args.input, &Work::in_turn(&args.output))?;
    lock(&args.trouble).take().map_or(Ok(outcome), Err)
}

/// The advice about a board, the next step as far as the level reveals it, and its drawing for people.
pub(crate) struct Hinted {
    fate: Fate,
    status: &'static str,
    text: String,
    step: Option<Value>,
    drawing: String,
}

impl Command for Hint {
    type Found = Hinted;
    const KNOWS_PLACED: bool = true;
    const PORTION: usize = 32;
    const SAYS_REASON: Option<bool> = Some(false);

    fn options(&self) -> Options<'_> {
        Options { form: if self.json { Form::Json } else { Form::LINE }, ..Options::new(&self.input) }
    }

    fn find(&self, record: &Record, out: &mut Out<'_, '_>) -> Result<Hinted, Refusal> {
        let Record { puzzle, symbols, .. } = record;
        let wording = self.words.wording(puzzle.shape(), symbols);
        self.limit.begin();
        let advice = coach::advise(puzzle, &steps::explainer(&self.techniques), &self.limit.solver());
        let advice = advice.map_err(NoAnswer::from)?;
        let text = match &advice {
            Advice::NoSolution => why_none(puzzle, symbols),
            advice => advice.text(&wording, Grade::ALL[usize::from(self.level) - 1]),
        };
        let status = advice.status();
        let (fate, step) = match advice {
            Advice::Step { step, .. } => (Fate::Good, Some(*step)),
            Advice::Solved | Advice::Mistakes(_) => (Fate::Good, None),
            _ => (Fate::NoSolution, None),
        };
        if let (Some(file), Some(step)) = (&self.svg, &step) {
            // A picture reveals no more than the words of its level.
            let mut marks = step.marks(puzzle);
            marks.retain(|_, mark| self.level == 3 || (self.level == 2 && *mark == Mark::Pattern));
            let picture = svg::board(puzzle, &marks, symbols, &text);
            let is_first = if out.number() == 0 { Ok(()) } else { Err(anyhow::anyhow!(ONE_PICTURE)) };
            let written = is_first
                .and_then(|()| expect_file(file, &self.input.inputs))
                .and_then(|()| std::fs::write(file, picture).with_context(|| file.display().to_string()));
            if let Err(error) = written {
                *lock(&self.trouble) = Some(error);
            }
        }
        let step = step.filter(|_| self.level == 3);
        let drawn = step.as_ref().filter(|step| step.technique.family() != Family::Singles);
        let drawing = drawn.map_or_else(String::new, |step| {
            format!("\n{}", steps::drawing(puzzle, step, symbols, steps::has_colors(self.output.as_deref())))
        });
        let notes = steps::Notes { shape: puzzle.shape(), symbols };
        Ok(Hinted { fate, status, text, step: step.map(|step| notes.step(&step, &wording)), drawing })
    }

    fn fate(&self, hinted: &Hinted) -> Fate {
        hinted.fate
    }

    fn object(&self, object: Object, found: &Result<Hinted, Refusal>, reason: Option<&str>) -> Object {
        let (status, text, step) = match found {
            Ok(hinted) => (hinted.status, Some(&*hinted.text), hinted.step.clone()),
            Err(refusal) => (refusal.status, reason, None),
        };
        object.with("status", status).with("text", text).with("step", step)
    }

    fn text(&self, hinted: &Hinted) -> String {
        format!("{}\n{}", hinted.text, hinted.drawing)
    }

    fn refusal(&self, refusal: &Refusal, _: &Item<'_>) -> String {
        format!("{}\n", refusal.reason.as_deref().unwrap_or_default())
    }
}

const ONE_PICTURE: &str = "--svg draws the first board only; `explain --svg` draws the steps of several";

const NO_SOLUTION: &str = "The puzzle has no solution";

/// What is contradictory on a board without a solution, after some steps if necessary.
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
