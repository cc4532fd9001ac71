//! `ninefold equivalent`: whether two boards differ only by symmetry.

use crate::batch::{self, Answers, Item};
use crate::command::{Command, Fate, Options, Out, Refusal};
use crate::forms::{BoardForm, Formless};
use crate::input::{Input, Work};
use crate::kinds::Form;
use crate::{Outcome, output};
use clap::Args;
use clap::builder::{PossibleValue, TypedValueParser};
use ninefold::Invalid;
use ninefold::notation::Record;
use ninefold::symmetry::Transformation;
use serde_json::json;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

#[derive(Args, Debug)]
pub(crate) struct Equivalent {
    #[command(flatten)]
    input: Input,

    /// Format of the answers
    #[arg(long, value_name = "FORMAT", value_parser = forms(), default_value = "line", help_heading = "Output")]
    format: Form,

    /// Write to this file instead of standard output
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    output: Option<PathBuf>,
}

fn forms() -> impl TypedValueParser<Value = Form> {
    Form::among([PossibleValue::new("line").help("A line for each"), "csv".into(), "json".into()])
}

pub(crate) fn run(args: &Equivalent) -> anyhow::Result<Outcome> {
    let pairs = Pairs { args, state: Mutex::default() };
    let outcome = batch::run(&pairs, &args.input, &Work::in_turn(&args.output))?;
    let State { first, outcome: compared, .. } = pairs.state.into_inner().unwrap_or_else(PoisonError::into_inner);
    if let Some(left) = first {
        batch::say(&format!("{}: no second board to compare this one with", left.place));
        return Ok(Outcome::Trouble);
    }
    Ok(outcome.max(compared))
}

/// A board of a pair.
struct Board {
    place: String,
    text: String,
    read: Result<Record, Invalid>,
}

struct Pairs<'a> {
    args: &'a Equivalent,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// The first board of a pair whose second has not come yet.
    first: Option<Board>,
    /// Whether any board was read.
    has_begun: bool,
    outcome: Outcome,
}

impl Command for Pairs<'_> {
    type Found = ();

    fn options(&self) -> Options<'_> {
        Options::new(&self.args.input)
    }

    fn find(&self, _: &Record, _: &mut Out<'_, '_>) -> Result<(), Refusal> {
        Ok(())
    }

    /// Answers once a pair is complete.
    fn answer(&self, item: &Item<'_>, answers: &mut Answers<'_>) {
        let read = item.read();
        if let Ok(record) = &read {
            answers.note(item, &record.notes);
        }
        answers.tally().count(Fate::Good);
        let board = Board { place: item.place(), text: output::puzzle_text(item, &read), read };
        let mut state = batch::lock(&self.state);
        if !std::mem::replace(&mut state.has_begun, true) && self.args.format == Form::Csv {
            answers.write("one,other,status,transformation,reason\n");
        }
        let Some(first) = state.first.take() else {
            state.first = Some(board);
            return;
        };
        let (text, outcome) = self.pair(&first, &board);
        answers.write(&text);
        state.outcome = state.outcome.max(outcome);
    }
}

/// Why a pair is not equivalent.
struct NotEquivalent {
    /// `different`; or `none` or `invalid` if a board has no form by which to compare it.
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
    /// The line about a pair.
    fn pair(&self, first: &Board, board: &Board) -> (String, Outcome) {
        let (status, transformation, reason, outcome) = match self.compare(first, board) {
            Ok(transformation) => ("equivalent", Some(transformation.to_string()), None, Outcome::Success),
            Err(NotEquivalent { status, outcome, reason }) => (status, None, Some(reason), outcome),
        };
        let text = match self.args.format {
            Form::Text(_) => {
                let details = transformation.as_deref().or(reason.as_deref()).unwrap_or_default();
                format!("{status}: {details}\n")
            }
            Form::Json => {
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
            Form::Csv | Form::Parquet => {
                let details = [&transformation, &reason].map(|detail| detail.as_deref().unwrap_or_default());
                output::csv_row(&[&first.text, &board.text, status, details[0], details[1]])
            }
        };
        (text, outcome)
    }

    fn compare(&self, one: &Board, other: &Board) -> Result<Transformation, NotEquivalent> {
        let [a, b] = [self.form(one)?, self.form(other)?];
        let [way, back] = [&a, &b].map(BoardForm::transformation);
        if way.shape() != back.shape() {
            return Err(NotEquivalent::different(format!("the shapes are {} and {}", way.shape(), back.shape())));
        }
        let [a, b] = [a, b].map(|form| form.line());
        if a != b {
            return Err(NotEquivalent::different(format!("the minlex forms are {a} and {b}")));
        }
        Ok(way.then(&back.inverse()))
    }

    fn form(&self, board: &Board) -> Result<BoardForm, NotEquivalent> {
        let read = board.read.as_ref().map_err(|invalid| Formless::Invalid(self.args.input.explain(invalid)));
        read.and_then(BoardForm::of).map_err(|formless| {
            let (status, reason) = match formless {
                Formless::None(reason) => ("none", reason),
                Formless::Invalid(reason) => ("invalid", reason),
            };
            NotEquivalent { status, outcome: Outcome::Trouble, reason: format!("{}: {reason}", board.place) }
        })
    }
}
