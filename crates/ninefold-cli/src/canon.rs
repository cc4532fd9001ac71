//! `ninefold canon`: the minlex form of boards.

use crate::Outcome;
use crate::command::{Answer, Command, Fate, Options, Out, Refusal};
use crate::forms::{BoardForm, Formless};
use crate::input::{Answering, Input};
use crate::kinds::{Added, Column, Form, Type};
use crate::table::{self, Request};
use clap::Args;
use ninefold::notation::Record;
use serde_json::json;

#[derive(Args, Debug)]
pub(crate) struct Canon {
    #[command(flatten)]
    input: Input,

    #[command(flatten)]
    how: Answering,

    /// Answers to add as columns of a table, renamed if wanted (solution=answer): form, automorphisms, transformation,
    /// status, error [default: form, error]
    #[arg(long, value_name = "ANSWER,...", value_delimiter = ',', help_heading = "Tables")]
    add: Vec<Added>,
}

pub(crate) fn run(args: &Canon) -> anyhow::Result<Outcome> {
    table::answer(args, &Request::answering(&args.input, &args.how, &args.add, &[Form::Parquet]))
}

impl From<Formless> for Refusal {
    fn from(formless: Formless) -> Refusal {
        match formless {
            Formless::Invalid(reason) => Refusal::invalid(reason),
            Formless::None(reason) => {
                Refusal { status: "none", words: "No minlex form", reason: Some(reason), fate: Fate::NoSolution }
            }
        }
    }
}

impl Command for Canon {
    type Found = BoardForm;
    const ANSWERS: &'static [Answer<BoardForm>] = &[
        Answer::status(Column::other("status", Type::Text), |_| "ok"),
        Answer::new(Column::usual("form", Type::Board), |form| json!(form.line())),
        Answer::new(Column::other("automorphisms", Type::Number), |form| json!(form.automorphisms())),
        Answer::new(Column::other("transformation", Type::Board), |form| json!(form.transformation().to_string())),
    ];
    const REPORT: &'static str = "{good} forms, {none} without, {invalid} invalid";

    fn options(&self) -> Options<'_> {
        Options { form: self.how.format, ..Options::new(&self.input) }
    }

    fn find(&self, record: &Record, _: &mut Out<'_, '_>) -> Result<BoardForm, Refusal> {
        Ok(BoardForm::of(record)?)
    }

    fn text(&self, form: &BoardForm) -> String {
        form.line() + "\n"
    }
}
