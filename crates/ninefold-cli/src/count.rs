//! `ninefold count`: the number of solutions.

use crate::args;
use crate::batch::{BatchAnswer, BatchQuery, Tally};
use crate::command::{Answer, Command, Fate, Out, Refusal, Wants};
use crate::input::{Input, Search};
use crate::kinds::{Column, Form, Type};
use crate::output::json_number;
use crate::table::{self, Request};
use crate::{Outcome, search};
use ninefold::notation::Record;
use ninefold::solve::{Natural, NoAnswer, Solver};
use serde_json::{Value, json};
use std::sync::atomic::{AtomicU32, Ordering};

pub(crate) fn run(args: &args::Count) -> anyhow::Result<Outcome> {
    let command = CountCommand { args, solver: search::solver(&args.search), done: AtomicU32::new(0) };
    let request = Request {
        add: &args.add,
        adds_usual: true,
        format: args.format.kind(),
        is_format_of_tables: matches!(args.format, Form::Csv | Form::Parquet),
        ..Request::new(&args.input, &args.work, &args.table)
    };
    table::answer(&command, &request)
}

struct CountCommand<'a> {
    args: &'a args::Count,
    solver: Solver<'static>,
    /// How much of a count is done, in thousandths: of one that takes its time, if several are at work.
    done: AtomicU32,
}

/// What is known about the number of solutions.
struct Count {
    number: Number,
    /// There may be more.
    at_least: bool,
    /// Why.
    reason: Option<String>,
}

enum Number {
    Small(u64),
    Large(Natural),
}

impl std::fmt::Display for Number {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Number::Small(number) => number.fmt(f),
            Number::Large(number) => number.fmt(f),
        }
    }
}

impl Number {
    /// A number if it fits into 64 bits, else its digits.
    fn value(&self) -> Value {
        match self {
            Number::Small(number) => json!(number),
            Number::Large(number) => u64::try_from(number).map_or_else(|_| json!(number.to_string()), Value::from),
        }
    }
}

const ANSWERS: &[Answer<Count>] = &[
    Answer::json("count", |found| match found.as_ref().map(|count| &count.number) {
        Err(_) => Value::Null,
        Ok(Number::Small(number)) => json_number(&(*number).into()),
        Ok(Number::Large(number)) => json_number(number),
    }),
    Answer::row(Column::usual("count", Type::Number), |found| {
        found.as_ref().map_or(Value::Null, |count| count.number.value())
    }),
    Answer::row(Column::other("count_text", Type::Text), |found| {
        json!(found.as_ref().ok().map(|count| count.number.to_string()))
    }),
    Answer::new(Column::other("at_least", Type::Flag), |found| json!(found.as_ref().ok().map(|count| count.at_least))),
];

impl Command for CountCommand<'_> {
    type Found = Count;

    fn input(&self) -> &Input {
        &self.args.input
    }

    fn search(&self) -> Option<&Search> {
        Some(&self.args.search)
    }

    fn form(&self) -> Form {
        self.args.format
    }

    fn answers(&self) -> &'static [Answer<Count>] {
        ANSWERS
    }

    fn query(&self, _: Wants<'_>) -> Option<BatchQuery> {
        search::query(&self.args.search, self.few(), 0)
    }

    fn find_plain(&self, answer: BatchAnswer<'_>, _: &mut Out<'_, '_>) -> Option<Count> {
        let is_known = (1..self.few()).contains(&answer.count);
        is_known.then_some(Count { number: Number::Small(answer.count), at_least: false, reason: None })
    }

    fn find(&self, record: &Record, _: &mut Out<'_, '_>) -> Result<Count, Refusal> {
        let (number, stopped) = match self.args.limit {
            Some(limit) => match self.solver.count(&record.puzzle, limit) {
                Ok(number) => (number.into(), None),
                Err(stopped) => (stopped.found().into(), Some(stopped.to_string())),
            },
            None => {
                let report = |done: f64| self.done.store((done * 1000.0) as u32, Ordering::Relaxed);
                let counted = self.solver.count_all_with_progress(&record.puzzle, report);
                report(0.0);
                match counted {
                    Ok(number) => (number, None),
                    Err(stopped) => (stopped.found().clone(), Some(stopped.to_string())),
                }
            }
        };
        if number.is_zero()
            && let why @ NoAnswer::Invalid(_) = NoAnswer::unsolvable(&record.puzzle, &record.symbols)
        {
            return Err(why.into());
        }
        let is_limit = self.args.limit.is_some_and(|limit| number == Natural::from(limit));
        Ok(Count { at_least: stopped.is_some() || is_limit, number: Number::Large(number), reason: stopped })
    }

    fn fate(&self, found: &Count) -> Fate {
        match (&found.number, &found.reason) {
            (_, Some(_)) => Fate::Undecided,
            (Number::Large(number), None) if number.is_zero() => Fate::NoSolution,
            _ => Fate::Good,
        }
    }

    fn reason(&self, found: &Result<Count, Refusal>) -> Option<String> {
        found.as_ref().map_or_else(|refusal| refusal.reason.clone(), |count| count.reason.clone())
    }

    fn says_reason(&self) -> bool {
        true
    }

    fn text(&self, found: &Result<Count, Refusal>) -> String {
        match found {
            Err(refusal) => format!("{}\n", refusal.words),
            Ok(Count { number, at_least: true, .. }) => format!("at least {number}\n"),
            Ok(Count { number, .. }) => format!("{number}\n"),
        }
    }

    fn doing(&self) -> Option<String> {
        match self.done.load(Ordering::Relaxed) {
            0 => None,
            done => Some(format!("{:.1} % of a count", f64::from(done) / 10.0)),
        }
    }

    fn report(&self, tally: &Tally) -> String {
        let Tally { good, none, invalid, .. } = tally;
        format!("{good} with solutions, {none} without, {invalid} invalid{}", tally.given_up())
    }
}

impl CountCommand<'_> {
    /// So many solutions are counted at once.
    fn few(&self) -> u64 {
        self.args.limit.unwrap_or(u64::MAX).min(1000)
    }
}
