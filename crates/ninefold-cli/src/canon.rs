//! `ninefold canon`: the minlex form of boards.

use crate::args::Canon;
use crate::batch::{Answers, Item, Tally, Task};
use crate::forms::{Form, Formless};
use crate::kinds::Form as Style;
#[cfg(feature = "parquet")]
use crate::kinds::{Column, Type};
use crate::output::Object;
use crate::table::{self, Request};
#[cfg(feature = "parquet")]
use crate::table::{Row, Teller};
use crate::{Outcome, output};
#[cfg(feature = "parquet")]
use ninefold::notation::Record;

pub(crate) fn run(args: &Canon) -> anyhow::Result<Outcome> {
    let task = CanonTask { args };
    let request = Request {
        add: &args.add,
        adds_usual: true,
        format: args.format.kind(),
        is_format_of_tables: args.format == Style::Parquet,
        ..Request::new(&args.input, &args.work, &args.table)
    };
    table::answer(&task, &request)
}

struct CanonTask<'a> {
    args: &'a Canon,
}

impl Task for CanonTask<'_> {
    fn answer(&self, item: &Item<'_>, answers: &mut Answers<'_>) {
        let read = item.read();
        let found = match &read {
            Err(invalid) => Err(Formless::Invalid(self.args.input.explain(invalid))),
            Ok(record) => {
                answers.note(item, &record.notes);
                Form::of(record)
            }
        };
        let tally = answers.tally();
        let (status, words, count) = match &found {
            Ok(_) => ("ok", "", &mut tally.good),
            Err(Formless::None(_)) => ("none", "No minlex form\n", &mut tally.none),
            Err(Formless::Invalid(_)) => ("invalid", "Invalid input\n", &mut tally.invalid),
        };
        *count += 1;
        let form = found.as_ref().ok();
        let reason = found.as_ref().err().map(|(Formless::None(reason) | Formless::Invalid(reason))| reason.as_str());
        match self.args.format {
            Style::Line => {
                answers.write(&form.map_or_else(|| words.to_owned(), |form| form.line() + "\n"));
                if let Some(reason) = reason {
                    answers.say(item, reason);
                }
            }
            Style::Json => {
                let object = Object::about(item, &read)
                    .with("status", status)
                    .with("form", form.map(Form::line))
                    .with("automorphisms", form.map(Form::automorphisms))
                    .with("transformation", form.map(|form| form.transformation().to_string()))
                    .with("reason", reason);
                answers.write_bytes(&object.line());
            }
            Style::Csv | Style::Parquet => {
                let or_empty = Option::unwrap_or_default;
                let row = [
                    output::puzzle_text(item, &read),
                    status.to_owned(),
                    or_empty(form.map(Form::line)),
                    or_empty(form.map(|form| form.automorphisms().to_string())),
                    or_empty(form.map(|form| form.transformation().to_string())),
                    or_empty(reason.map(str::to_owned)),
                ];
                answers.write(&output::csv_row(&row.each_ref().map(String::as_str)));
            }
        }
    }

    fn header(&self) -> Option<&'static str> {
        (self.args.format == Style::Csv).then_some("puzzle,status,form,automorphisms,transformation,reason")
    }

    fn report(&self, tally: &Tally) -> String {
        let Tally { good, none, invalid, .. } = tally;
        format!("{good} forms, {none} without, {invalid} invalid")
    }
}

#[cfg(feature = "parquet")]
const FORM: usize = 0;
#[cfg(feature = "parquet")]
const AUTOMORPHISMS: usize = 1;
#[cfg(feature = "parquet")]
const TRANSFORMATION: usize = 2;
#[cfg(feature = "parquet")]
const STATUS: usize = 3;

#[cfg(feature = "parquet")]
impl Teller for CanonTask<'_> {
    fn columns(&self) -> Vec<Column> {
        vec![
            Column::usual("form", Type::Board),
            Column::other("automorphisms", Type::Number),
            Column::other("transformation", Type::Board),
            Column::other("status", Type::Text),
        ]
    }

    fn tell(&self, read: Result<&Record, String>, row: &mut Row<'_, '_>) {
        match read.map_err(Formless::Invalid).and_then(Form::of) {
            Ok(form) => {
                row.text(FORM, &form.line());
                row.text(STATUS, "ok");
                row.tally().good += 1;
                if row.wants(AUTOMORPHISMS) {
                    match i64::try_from(form.automorphisms()) {
                        Ok(number) => row.number(AUTOMORPHISMS, number),
                        Err(_) => row.error(format!("{} automorphisms do not fit into 64 bits", form.automorphisms())),
                    }
                }
                if row.wants(TRANSFORMATION) {
                    row.text(TRANSFORMATION, &form.transformation().to_string());
                }
            }
            Err(Formless::None(reason)) => {
                row.text(STATUS, "none");
                row.tally().none += 1;
                row.error(reason);
            }
            Err(Formless::Invalid(reason)) => {
                row.text(STATUS, "invalid");
                row.tally().invalid += 1;
                row.error(reason);
            }
        }
    }
}
