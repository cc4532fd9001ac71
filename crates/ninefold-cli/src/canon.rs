//! `ninefold canon`: the minlex form of boards.

use crate::args::{Canon, Ratings};
use crate::batch::{self, Answers, Item, Tally, Task};
use crate::{Outcome, output};
use ninefold::symmetry::{Form, Minlex, NoForm};
use serde_json::json;
use std::cell::RefCell;

pub(crate) fn run(args: &Canon) -> anyhow::Result<Outcome> {
    batch::run(&CanonTask { args }, &args.input, &args.work)
}

struct CanonTask<'a> {
    args: &'a Canon,
}

/// What there is to say of a board.
enum Finding {
    Form(Form),
    /// A board, but not one that has a form.
    None(String),
    Invalid(String),
}

impl Finding {
    fn status(&self) -> &'static str {
        match self {
            Finding::Form(_) => "ok",
            Finding::None(_) => "none",
            Finding::Invalid(_) => "invalid",
        }
    }

    fn reason(&self) -> Option<&str> {
        match self {
            Finding::Form(_) => None,
            Finding::None(reason) | Finding::Invalid(reason) => Some(reason),
        }
    }

    fn form(&self) -> Option<&Form> {
        match self {
            Finding::Form(form) => Some(form),
            _ => None,
        }
    }
}

thread_local! {
    /// Each thread keeps the memory of its searches.
    static MINLEX: RefCell<Minlex> = RefCell::default();
}

/// A form in digits, whatever symbols the board had: so that forms can be compared as lines.
fn line(form: &Form) -> String {
    form.digits().iter().map(|digit| if *digit == 0 { '.' } else { char::from(b'0' + digit) }).collect()
}

impl Task for CanonTask<'_> {
    fn answer(&self, item: &Item<'_>, answers: &mut Answers<'_>) {
        let read = item.read();
        let finding = match &read {
            Err(invalid) => Finding::Invalid(self.args.input.explain(invalid)),
            Ok(record) => {
                answers.note(item, &record.notes);
                match MINLEX.with_borrow_mut(|minlex| minlex.form_of(&record.puzzle)) {
                    Ok(form) => Finding::Form(form),
                    Err(NoForm::Invalid(_)) => {
                        // In the symbols of the board.
                        let invalid = record.puzzle.validate_with(&record.symbols);
                        Finding::Invalid(invalid.expect_err("a digit stands twice in a house").to_string())
                    }
                    Err(reason) => Finding::None(reason.to_string()),
                }
            }
        };
        let tally = answers.tally();
        *match &finding {
            Finding::Form(_) => &mut tally.good,
            Finding::None(_) => &mut tally.none,
            Finding::Invalid(_) => &mut tally.invalid,
        } += 1;
        let form = finding.form();
        match self.args.format {
            Ratings::Line => {
                answers.write(&match &finding {
                    Finding::Form(form) => line(form) + "\n",
                    Finding::None(_) => "No minlex form\n".to_owned(),
                    Finding::Invalid(_) => "Invalid input\n".to_owned(),
                });
                if let Some(reason) = finding.reason() {
                    answers.say(item, reason);
                }
            }
            Ratings::Json => {
                let mut object = output::about(item, &read);
                let members = [
                    ("status", json!(finding.status())),
                    ("form", json!(form.map(line))),
                    ("automorphisms", json!(form.map(Form::automorphisms))),
                    ("transformation", json!(form.map(|form| form.transformation().to_string()))),
                    ("reason", json!(finding.reason())),
                ];
                object.extend(members.into_iter().map(|(name, value)| (name.to_owned(), value)));
                answers.write(&format!("{}\n", json!(object)));
            }
            Ratings::Csv => {
                let or_empty = Option::unwrap_or_default;
                let row = [
                    output::puzzle_text(item, &read),
                    finding.status().to_owned(),
                    or_empty(form.map(line)),
                    or_empty(form.map(|form| form.automorphisms().to_string())),
                    or_empty(form.map(|form| form.transformation().to_string())),
                    or_empty(finding.reason().map(str::to_owned)),
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
