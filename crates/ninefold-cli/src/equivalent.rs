//! `ninefold equivalent`: whether two boards differ only by symmetry.

use crate::batch::{self, Sink, lock};
use crate::forms::{Form, Formless};
use crate::input::Input;
use crate::kinds::Ratings;
use crate::{Outcome, output};
use clap::Args;
use ninefold::Invalid;
use ninefold::notation::Record;
use ninefold::symmetry::Transformation;
use serde_json::json;
use std::path::PathBuf;
use std::sync::Mutex;

#[derive(Args, Debug)]
pub(crate) struct Equivalent {
    #[command(flatten)]
    input: Input,

    /// Format of the answers
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t = Ratings::Line, help_heading = "Output")]
    format: Ratings,

    /// Write to this file instead of standard output
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    output: Option<PathBuf>,
}

pub(crate) fn run(args: &Equivalent) -> anyhow::Result<Outcome> {
    let mut pairs = Pairs { args, first: None };
    let mut begun = false;
    let mut outcome = batch::one_by_one(&args.input, args.output.as_deref(), |item, sink| {
        if !std::mem::replace(&mut begun, true) && args.format == Ratings::Csv {
            lock(sink).write(b"one,other,status,transformation,reason\n");
        }
        let read = item.read();
        let text = output::puzzle_text(item, &read);
        pairs.take(Board { place: item.place(), text, read }, sink)
    })?;
    if let Some(left) = &pairs.first {
        batch::say(&format!("{}: a board without a second one to compare it with", left.place));
        outcome = Outcome::Trouble;
    }
    Ok(outcome)
}

/// A board of a pair.
struct Board {
    place: String,
    text: String,
    read: Result<Record, Invalid>,
}

struct Pairs<'a> {
    args: &'a Equivalent,
    /// The first board of a pair whose second is still to come.
    first: Option<Board>,
}

/// Why a pair is not equivalent.
struct NotEquivalent {
    /// `different`; or `none` or `invalid` if a board has no form to compare by.
    status: &'static str,
    outcome: Outcome,
    reason: String,
}

impl NotEquivalent {
    fn different(reason: String) -> NotEquivalent {
        NotEquivalent { status: "different", outcome: Outcome::SomeFailed, reason }
    }
}

impl Pairs<'_> {
    /// Answers when a pair is complete.
    fn take(&mut self, board: Board, sink: &Mutex<Sink>) -> Outcome {
        let Some(first) = self.first.take() else {
            self.first = Some(board);
            return Outcome::Success;
        };
        let (status, transformation, reason, outcome) = match self.compare(&first, &board) {
            Ok(transformation) => ("equivalent", Some(transformation.to_string()), None, Outcome::Success),
            Err(NotEquivalent { status, outcome, reason }) => (status, None, Some(reason), outcome),
        };
        let text = match self.args.format {
            Ratings::Line => {
                let details = transformation.as_deref().or(reason.as_deref()).unwrap_or_default();
                format!("{status}: {details}\n")
            }
            Ratings::Json => {
                let object = json!({
                    "place": first.place,
                    "one": first.text,
                    "other": board.text,
                    "status": status,
                    "transformation": transformation,
                    "reason": reason,
                });
                format!("{object}\n")
            }
            Ratings::Csv => {
                let details = [&transformation, &reason].map(|detail| detail.as_deref().unwrap_or_default());
                output::csv_row(&[&first.text, &board.text, status, details[0], details[1]])
            }
        };
        lock(sink).write(text.as_bytes());
        outcome
    }

    fn compare(&self, one: &Board, other: &Board) -> Result<Transformation, NotEquivalent> {
        let [a, b] = [self.form(one)?, self.form(other)?];
        let [way, back] = [&a, &b].map(Form::transformation);
        if way.shape() != back.shape() {
            return Err(NotEquivalent::different(format!("the shapes are {} and {}", way.shape(), back.shape())));
        }
        let [a, b] = [a, b].map(|form| form.line());
        if a != b {
            return Err(NotEquivalent::different(format!("the minlex forms are {a} and {b}")));
        }
        Ok(way.then(&back.inverse()))
    }

    fn form(&self, board: &Board) -> Result<Form, NotEquivalent> {
        let read = board.read.as_ref().map_err(|invalid| Formless::Invalid(self.args.input.explain(invalid)));
        read.and_then(Form::of).map_err(|formless| {
            let (status, reason) = match formless {
                Formless::None(reason) => ("none", reason),
                Formless::Invalid(reason) => ("invalid", reason),
            };
            NotEquivalent { status, outcome: Outcome::Trouble, reason: format!("{}: {reason}", board.place) }
        })
    }
}
