//! Commands that list something about a puzzle, as lines or as one JSON object.

use crate::Outcome;
use crate::batch;
use crate::command::{Answer, Command, Options, Out, Refusal};
use crate::input::{Input, Search, Work};
use crate::kinds::{Column, Form, Type};
use clap::Args;
use ninefold::Puzzle;
use ninefold::notation::{self, Record};
use ninefold::solve::{NoAnswer, Stopped};
use serde_json::{Value, json};

/// The list that was found, for JSON.
pub(crate) type Listed = Value;

pub(crate) const STATUS: Answer<Listed> = Answer::status(Column::usual("status", Type::Text), |_| "ok");

/// The list as a member of JSON objects.
pub(crate) const fn list(name: &'static str) -> Answer<Listed> {
    Answer::json(name, Value::clone)
}

/// The options of these commands, beside their own.
#[derive(Args, Debug)]
pub(crate) struct Listing {
    #[command(flatten)]
    input: Input,

    /// Format of the answers: a line for each puzzle, or JSON
    #[arg(long, value_name = "FORMAT", value_parser = Form::among(["line", "json"]), default_value = "line", help_heading = "Output")]
    pub(crate) format: Form,

    #[command(flatten)]
    pub(crate) search: Search,

    #[command(flatten)]
    work: Work,
}

impl Listing {
    pub(crate) fn run(&self, command: &impl Command) -> anyhow::Result<Outcome> {
        batch::run(command, &self.input, &self.work)
    }

    pub(crate) fn options(&self) -> Options<'_> {
        Options { search: Some(&self.search), form: self.format, ..Options::new(&self.input) }
    }
}

/// Writes puzzles as they are found, each on its line, or gathers them for JSON.
pub(crate) fn write(
    puzzles: impl Iterator<Item = Result<Puzzle, Stopped>>,
    record: &Record,
    form: Form,
    out: &mut Out<'_, '_>,
) -> Result<Listed, Refusal> {
    let mut values = Vec::new();
    for puzzle in puzzles {
        let line = notation::puzzle_line(&puzzle.map_err(NoAnswer::from)?, &record.symbols);
        if form == Form::Json {
            values.push(json!(line));
        } else {
            out.entry(&line);
            out.checkpoint();
        }
    }
    Ok(json!(values))
}

/// What the implementations of [`crate::command::Command`] share for these commands.
macro_rules! listing {
    ($answers:expr) => {
        type Found = crate::proper::Listed;
        const ANSWERS: &'static [crate::command::Answer<crate::proper::Listed>] = &$answers;
        const REPORT: &'static str = "{good} answered, {multiple} with several solutions, {none} without, {invalid} invalid\
            [, {undecided} given up]";

        fn options(&self) -> crate::command::Options<'_> {
            self.listing.options()
        }
    };
}
pub(crate) use listing;
