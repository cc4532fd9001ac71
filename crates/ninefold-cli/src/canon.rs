//! `ninefold canon`: the minlex form of boards.

use crate::args::{Canon, Ratings};
use crate::batch::{self, Answers, Item, Tally, Task};
use crate::forms::{Form, Formless};
use crate::{Outcome, output};
use serde_json::json;

pub(crate) fn run(args: &Canon) -> anyhow::Result<Outcome> {
    batch::run(&CanonTask { args }, &args.input, &args.work)
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
            Ratings::Line => {
                answers.write(&form.map_or_else(|| words.to_owned(), |form| form.line() + "\n"));
                if let Some(reason) = reason {
                    answers.say(item, reason);
                }
            }
            Ratings::Json => {
                let mut object = output::about(item, &read);
                let members = [
                    ("status", json!(status)),
                    ("form", json!(form.map(Form::line))),
                    ("automorphisms", json!(form.map(Form::automorphisms))),
                    ("transformation", json!(form.map(|form| form.transformation().to_string()))),
                    ("reason", json!(reason)),
                ];
                object.extend(members.into_iter().map(|(name, value)| (name.to_owned(), value)));
                answers.write(&format!("{}\n", json!(object)));
            }
            Ratings::Csv => {
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
        (self.args.format == Ratings::Csv).then_some("puzzle,status,form,automorphisms,transformation,reason")
    }

    fn report(&self, tally: &Tally) -> String {
        let Tally { good, none, invalid, .. } = tally;
        format!("{good} forms, {none} without, {invalid} invalid")
    }
}
