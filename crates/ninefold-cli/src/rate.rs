//! `ninefold rate`: how hard puzzles are for people.

use crate::Outcome;
use crate::command::{Answer, Command, Fate, Options, Out, Refusal};
use crate::input::{Answering, Input};
use crate::kinds::{Added, Column, Form, Type};
use crate::steps::{self, Techniques};
use crate::table::{self, Request};
use clap::Args;
use ninefold::logic::{self, Grading, Level, Scale, Technique};
use ninefold::notation::Record;
use ninefold::solve::{NoAnswer, Solver};
use serde_json::json;

#[derive(Args, Debug)]
pub(crate) struct Rate {
    #[command(flatten)]
    input: Input,

    #[command(flatten)]
    techniques: Techniques,

    #[command(flatten)]
    how: Answering,

    /// Answers that become columns of a table, perhaps under other names (solution=answer): status, level, hodoku_score or se_like_rating, hardest, steps, techniques, error
    /// [default: all]
    #[arg(long, value_name = "ANSWER,...", value_delimiter = ',', help_heading = "Tables")]
    add: Vec<Added>,
}

pub(crate) fn run(args: &Rate) -> anyhow::Result<Outcome> {
    table::answer(args, &Request::answering(&args.input, &args.how, &args.add, &[Form::Parquet]))
}

/// The answers, of which two depend on the scale.
const fn answers(level: Answer<Grading>, number: Answer<Grading>) -> [Answer<Grading>; 8] {
    [
        Answer::status(Column::usual("status", Type::Text), |grade| grade.rating.outcome.name()),
        level,
        Answer::json("score", steps::score),
        number,
        Answer::new(Column::usual("hardest", Type::Text), |grade| json!(grade.hardest().map(Technique::slug))),
        Answer::json("steps", |grade| steps::counts(&grade.rating)),
        Answer::row(Column::usual("steps", Type::Number), |grade| json!(grade.rating.step_count())),
        Answer::row(Column::usual("techniques", Type::Text), |grade| json!(grade.rating.counts())),
    ]
}

const HODOKU: &[Answer<Grading>] = &answers(
    Answer::new(Column::usual("level", Type::Text), |grade| json!(grade.level().map(Level::name))),
    Answer::row(Column::usual("hodoku_score", Type::Number), |grade| json!(grade.score())),
);

const SE: &[Answer<Grading>] = &answers(
    Answer::json("level", |_| json!(null)),
    Answer::row(Column::usual("se_like_rating", Type::Real), |grade| json!(steps::se_rating(grade))),
);

impl Command for Rate {
    type Found = Grading;
    const SAYS_REASON: Option<bool> = Some(false);
    const REPORT: &'static str = "{good} rated, {multiple} multiple, {none} none, {invalid} invalid[, {undecided} not solved by these techniques]";

    fn options(&self) -> Options<'_> {
        Options { form: self.how.format, ..Options::new(&self.input) }
    }

    fn answers(&self) -> &'static [Answer<Grading>] {
        if self.scale() == Scale::Hodoku { HODOKU } else { SE }
    }

    fn find(&self, record: &Record, _: &mut Out<'_, '_>) -> Result<Grading, Refusal> {
        Solver::new().judge(&record.puzzle, &record.symbols).map_err(|why| {
            let reason = match &why {
                NoAnswer::NoSolution(Some(reason)) => reason.to_string(),
                why => why.to_string(),
            };
            Refusal { reason: Some(reason), ..why.into() }
        })?;
        let explainer = steps::limited(self.scale().explainer(), &self.techniques);
        let explainer = steps::holding_for(explainer, &record.puzzle, true);
        Ok(explainer.grade_while(&record.puzzle, self.scale(), || true))
    }

    fn fate(&self, grade: &Grading) -> Fate {
        if grade.rating.outcome == logic::Outcome::Solved { Fate::Good } else { Fate::Undecided }
    }

    fn reason(&self, grade: &Grading) -> Option<String> {
        let is_stuck = grade.rating.outcome != logic::Outcome::Solved;
        is_stuck.then(|| "these techniques do not solve it; the rating is of the steps up to there".to_owned())
    }

    fn text(&self, grade: &Grading) -> String {
        let number = match (grade.level(), steps::number(grade)) {
            (Some(level), number) => format!("{level}, HoDoKu score {number}"),
            (None, number) if number.is_empty() => "no rating".to_owned(),
            (None, number) => format!("SE-like rating {number}"),
        };
        let hardest = grade.hardest().map_or_else(String::new, |hardest| format!(", hardest {hardest}"));
        let stuck = if grade.rating.outcome == logic::Outcome::Solved { "" } else { ", not solved" };
        format!("{number}{hardest}, {} steps{stuck}\n", grade.rating.step_count())
    }
}

impl Rate {
    fn scale(&self) -> Scale {
        self.techniques.order.scale()
    }
}
