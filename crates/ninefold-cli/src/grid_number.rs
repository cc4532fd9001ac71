//! `ninefold grid-number`: to which of the 5,472,730,538 classes of 9x9 grids a grid belongs.

use crate::Outcome;
use crate::command::{Answer, Command, Fate, Options, Out, Refusal};
use crate::input::{Answering, Input};
use crate::kinds::{Added, Column, Form, Type};
use crate::table::{self, Request};
use clap::Args;
use ninefold::notation::Record;
use ninefold::solve::Solver;
use ninefold::symmetry::{self, NoNumber};
use serde_json::json;

#[derive(Args, Debug)]
pub(crate) struct GridNumber {
    #[command(flatten)]
    input: Input,

    #[command(flatten)]
    how: Answering,

    /// Answers to add as columns of a table, renamed if wanted (solution=answer): number, status, error [default:
    /// number, error]
    #[arg(long, value_name = "ANSWER,...", value_delimiter = ',', help_heading = "Tables")]
    add: Vec<Added>,
}

pub(crate) fn run(args: &GridNumber) -> anyhow::Result<Outcome> {
    table::answer(args, &Request::answering(&args.input, &args.how, &args.add, &[Form::Parquet]))
}

impl From<NoNumber> for Refusal {
    fn from(why: NoNumber) -> Refusal {
        let reason = Some(why.to_string());
        Refusal { status: "none", words: "No grid number", reason, fate: Fate::NoSolution }
    }
}

impl Command for GridNumber {
    type Found = u64;
    const ANSWERS: &'static [Answer<u64>] = &[
        Answer::status(Column::other("status", Type::Text), |_| "ok"),
        Answer::new(Column::usual("number", Type::Number), |number| json!(number)),
    ];
    const REPORT: &'static str = "{good} numbers, {multiple} with several solutions, {none} without, {invalid} invalid";

    fn options(&self) -> Options<'_> {
        Options { form: self.how.format, ..Options::new(&self.input) }
    }

    fn find(&self, record: &Record, _: &mut Out<'_, '_>) -> Result<u64, Refusal> {
        // Solving a large board would be wasted effort.
        let shape = record.puzzle.shape();
        if !shape.is_classic_nine() {
            return Err(NoNumber::Shape(shape).into());
        }
        let grid = Solver::new().judge(&record.puzzle, &record.symbols)?;
        Ok(symmetry::grid_number(&grid)?)
    }

    fn text(&self, number: &u64) -> String {
        format!("{number}\n")
    }
}
