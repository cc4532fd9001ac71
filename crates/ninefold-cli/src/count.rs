//! `ninefold count`: the number of solutions.

use crate::Outcome;
use crate::batch::{BatchAnswer, BatchQuery, Share};
use crate::command::{Answer, Command, Fate, Options, Out, Refusal, Wants};
use crate::filter::Where;
use crate::input::{Answering, Input, Rules, Search, at_least_one};
use crate::kinds::{Added, Column, Form, Type};
use crate::output::json_number;
use crate::table::{self, Request};
use crate::variants;
use clap::Args;
use ninefold::notation::{Record, VariantRecord};
use ninefold::solve::{Natural, NoAnswer};
use ninefold::variant::Constraint;
use serde_json::{Value, json};

#[derive(Args, Debug)]
pub(crate) struct Count {
    #[command(flatten)]
    input: Input,

    #[command(flatten)]
    rules: Rules,

    /// Stop counting at K solutions
    #[arg(long, value_name = "K", value_parser = at_least_one::<u64>, help_heading = "Search")]
    limit: Option<u64>,

    #[command(flatten)]
    search: Search,

    #[command(flatten)]
    how: Answering,

    #[command(flatten)]
    condition: Where,

    /// Answers to add as columns of a table, renamed if wanted (solution=answer): count, count_text (of any size),
    /// at_least, error [default: count, error]
    #[arg(long, value_name = "ANSWER,...", value_delimiter = ',', help_heading = "Tables")]
    add: Vec<Added>,

    #[arg(skip)]
    done: Share,
}

pub(crate) fn run(args: &Count) -> anyhow::Result<Outcome> {
    table::answer(args, &Request::answering(&args.input, &args.how, &args.add, &[Form::Parquet]))
}

/// What is known about the number of solutions.
pub(crate) struct Known {
    number: Number,
    /// Whether there may be more.
    at_least: bool,
    /// Why there may be more.
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
    /// A number if it fits into 64 bits, otherwise a string of its digits.
    fn value(&self) -> Value {
        match self {
            Number::Small(number) => json!(number),
            Number::Large(number) => u64::try_from(number).map_or_else(|_| json!(number.to_string()), Value::from),
        }
    }
}

impl Command for Count {
    type Found = Known;
    const ANSWERS: &'static [Answer<Known>] = &[
        Answer::json("count", |found| match &found.number {
            Number::Small(number) => json_number(&(*number).into()),
            Number::Large(number) => json_number(number),
        }),
        Answer::row(Column::usual("count", Type::Number), |found| found.number.value()),
        Answer::row(Column::other("count_text", Type::Text), |found| json!(found.number.to_string())),
        Answer::new(Column::other("at_least", Type::Flag), |found| json!(found.at_least)),
    ];
    const SAYS_REASON: Option<bool> = Some(true);
    const REPORT: &'static str = "{good} with solutions, {none} without, {invalid} invalid[, {undecided} given up]";

    fn options(&self) -> Options<'_> {
        Options {
            search: Some(&self.search),
            form: self.how.format,
            filter: self.condition.filter.as_ref(),
            ..Options::new(&self.input)
        }
    }

    fn rules(&self) -> &[Constraint] {
        self.rules.list()
    }

    fn query(&self, _: Wants<'_>) -> Option<BatchQuery> {
        self.search.query(self.few(), 0)
    }

    fn find_plain(&self, answer: BatchAnswer<'_>, _: &mut Out<'_, '_>) -> Option<Known> {
        let is_known = (1..self.few()).contains(&answer.count);
        is_known.then_some(Known { number: Number::Small(answer.count), at_least: false, reason: None })
    }

    fn find(&self, record: &Record, _: &mut Out<'_, '_>) -> Result<Known, Refusal> {
        let (number, stopped) = match self.limit {
            Some(limit) => match self.search.solver().count(&record.puzzle, limit) {
                Ok(number) => (number.into(), None),
                Err(stopped) => (stopped.found().into(), Some(stopped.to_string())),
            },
            None => {
                let report = |done| self.done.set(done);
                let counted = self.search.solver().count_all_with_progress(&record.puzzle, report);
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
        let is_limit = self.limit.is_some_and(|limit| number == Natural::from(limit));
        Ok(Known { at_least: stopped.is_some() || is_limit, number: Number::Large(number), reason: stopped })
    }

    fn find_variant(&self, record: &VariantRecord, _: &mut Out<'_, '_>) -> Option<Result<Known, Refusal>> {
        let (solver, puzzle) = (self.search.variant_solver(), &record.puzzle);
        let counted = match self.limit {
            Some(limit) => solver.count(puzzle, limit).map(|counted| match counted {
                Ok(number) => (number.into(), None),
                Err(stopped) => (stopped.found.into(), Some(stopped.to_string())),
            }),
            None => solver.count_all(puzzle).map(|counted| match counted {
                Ok(number) => (number, None),
                Err(stopped) => (stopped.found.clone(), Some(stopped.to_string())),
            }),
        };
        let (number, reason): (Natural, _) = match counted {
            Ok(counted) => counted,
            Err(mistake) => return Some(Err(variants::mistaken(&mistake))),
        };
        let is_limit = self.limit.is_some_and(|limit| number == Natural::from(limit));
        Some(Ok(Known { at_least: reason.is_some() || is_limit, number: Number::Large(number), reason }))
    }

    fn fate(&self, found: &Known) -> Fate {
        match (&found.number, &found.reason) {
            (_, Some(_)) => Fate::Undecided,
            (Number::Large(number), None) if number.is_zero() => Fate::NoSolution,
            _ => Fate::Good,
        }
    }

    fn reason(&self, found: &Known) -> Option<String> {
        found.reason.clone()
    }

    fn text(&self, found: &Known) -> String {
        format!("{}{}\n", if found.at_least { "at least " } else { "" }, found.number)
    }

    fn doing(&self) -> Option<String> {
        self.done.text("a count")
    }
}

impl Count {
    /// The most solutions to count together with other puzzles.
    fn few(&self) -> u64 {
        self.limit.unwrap_or(u64::MAX).min(1000)
    }
}
