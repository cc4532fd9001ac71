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

/// What there is to say of a pair.
enum Finding {
    Equivalent(Transformation),
    Different(String),
    /// One of them has no form to compare by.
    None(String),
    Invalid(String),
}

impl Finding {
    fn status(&self) -> &'static str {
        match self {
            Finding::Equivalent(_) => "equivalent",
            Finding::Different(_) => "different",
            Finding::None(_) => "none",
            Finding::Invalid(_) => "invalid",
        }
    }

    fn outcome(&self) -> Outcome {
        match self {
            Finding::Equivalent(_) => Outcome::Success,
            Finding::Different(_) => Outcome::SomeFailed,
            Finding::None(_) | Finding::Invalid(_) => Outcome::Trouble,
        }
    }
}

impl Pairs<'_> {
    /// Answers when a pair is complete.
    fn take(&mut self, board: Board, sink: &Mutex<Sink>) -> Outcome {
        let Some(first) = self.first.take() else {
            self.first = Some(board);
            return Outcome::Success;
        };
        let finding = self.compare(&first, &board);
        let (transformation, reason) = match &finding {
            Finding::Equivalent(transformation) => (Some(transformation.to_string()), None),
            Finding::Different(reason) | Finding::None(reason) | Finding::Invalid(reason) => (None, Some(&**reason)),
        };
        let text = match self.args.format {
            Ratings::Line => match (&transformation, reason) {
                (Some(transformation), _) => format!("equivalent: {transformation}\n"),
                (None, reason) => format!("{}: {}\n", finding.status(), reason.unwrap_or_default()),
            },
            Ratings::Json => {
                let object = json!({
                    "place": first.place,
                    "one": first.text,
                    "other": board.text,
                    "status": finding.status(),
                    "transformation": transformation,
                    "reason": reason,
                });
                format!("{object}\n")
            }
            Ratings::Csv => {
                let transformation = transformation.as_deref().unwrap_or_default();
                let reason = reason.unwrap_or_default();
                output::csv_row(&[&first.text, &board.text, finding.status(), transformation, reason])
            }
        };
        lock(sink).write(text.as_bytes());
        finding.outcome()
    }

    fn compare(&self, one: &Board, other: &Board) -> Finding {
        let [a, b] = match (self.form(one), self.form(other)) {
            (Ok(a), Ok(b)) => [a, b],
            (Err(finding), _) | (_, Err(finding)) => return finding,
        };
        let [way, back] = [&a, &b].map(Form::transformation);
        if way.shape() != back.shape() {
            return Finding::Different(format!("the shapes are {} and {}", way.shape(), back.shape()));
        }
        let [a, b] = [a, b].map(|form| form.line());
        if a == b {
            return Finding::Equivalent(way.then(&back.inverse()));
        }
        Finding::Different(format!("the minlex forms are {a} and {b}"))
    }

    fn form(&self, board: &Board) -> Result<Form, Finding> {
        let at = |reason: &str| format!("{}: {reason}", board.place);
        let record = board.read.as_ref();
        let record = record.map_err(|invalid| Finding::Invalid(at(&self.args.input.explain(invalid))))?;
        Form::of(record).map_err(|formless| match formless {
            Formless::None(reason) => Finding::None(at(&reason)),
            Formless::Invalid(reason) => Finding::Invalid(at(&reason)),
        })
    }
}
