//! `ninefold canon`: the minlex form of boards.

use crate::Outcome;
use crate::args::Canon;
use crate::batch::Tally;
use crate::command::{Answer, Command, Fate, Out, Refusal};
use crate::forms::{Form, Formless};
use crate::input::Input;
use crate::kinds::{self, Column, Type};
use crate::table::{self, Request};
use ninefold::notation::Record;
use serde_json::json;

pub(crate) fn run(args: &Canon) -> anyhow::Result<Outcome> {
    let request = Request {
        add: &args.add,
        adds_usual: true,
        format: args.format.kind(),
        is_format_of_tables: args.format == kinds::Form::Parquet,
        ..Request::new(&args.input, &args.work, &args.table)
    };
    table::answer(&CanonCommand { args }, &request)
}

struct CanonCommand<'a> {
    args: &'a Canon,
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

const ANSWERS: &[Answer<Form>] = &[
    Answer::new(Column::other("status", Type::Text), |found| {
        json!(found.as_ref().map_or_else(|refusal| refusal.status, |_| "ok"))
    }),
    Answer::new(Column::usual("form", Type::Board), |found| json!(found.as_ref().ok().map(Form::line))),
    Answer::new(Column::other("automorphisms", Type::Number), |found| {
        json!(found.as_ref().ok().map(Form::automorphisms))
    }),
    Answer::new(Column::other("transformation", Type::Board), |found| {
        json!(found.as_ref().ok().map(|form| form.transformation().to_string()))
    }),
];

impl Command for CanonCommand<'_> {
    type Found = Form;

    fn input(&self) -> &Input {
        &self.args.input
    }

    fn form(&self) -> kinds::Form {
        self.args.format
    }

    fn answers(&self) -> &'static [Answer<Form>] {
        ANSWERS
    }

    fn find(&self, record: &Record, _: &mut Out<'_, '_>) -> Result<Form, Refusal> {
        Ok(Form::of(record)?)
    }

    fn text(&self, found: &Result<Form, Refusal>) -> String {
        found.as_ref().map_or_else(|refusal| refusal.words.to_owned(), Form::line) + "\n"
    }

    fn report(&self, tally: &Tally) -> String {
        let Tally { good, none, invalid, .. } = tally;
        format!("{good} forms, {none} without, {invalid} invalid")
    }
}
