//! `ninefold count`: the number of solutions.

use crate::Outcome;
use crate::args::{self, Lines};
use crate::batch::{self, Answers, Found, Item, Tally, Task, Wish};
use crate::{output, solve};
use ninefold::notation::Record;
use ninefold::solve::{Solver, Stopped};
use serde_json::json;

pub(crate) fn run(args: &args::Count) -> anyhow::Result<Outcome> {
    let task = CountTask { args, solver: solve::solver(&args.search) };
    batch::run(&task, &args.input, &args.work)
}

struct CountTask<'a> {
    args: &'a args::Count,
    solver: Solver<'static>,
}

/// What is known about the number of solutions.
struct Count {
    number: u64,
    /// There may be more.
    at_least: bool,
}

impl Task for CountTask<'_> {
    fn wish(&self) -> Option<Wish> {
        let is_line = matches!(self.args.format, Lines::Line);
        if is_line { solve::wish(&self.args.search, self.few(), 0) } else { None }
    }

    fn answer_at_once(&self, found: Found<'_>, answers: &mut Answers<'_>) -> bool {
        let is_known = (1..self.few()).contains(&found.count);
        if is_known {
            answers.tally().good += 1;
            answers.write(&format!("{}\n", found.count));
        }
        is_known
    }

    fn answer(&self, item: &Item<'_>, answers: &mut Answers<'_>) {
        let read = item.read();
        let counted = match &read {
            Err(invalid) => Err(self.args.input.explain(invalid)),
            Ok(record) => {
                answers.note(item, &record.notes);
                self.count(record).inspect(|_| solve::remark_engine(&self.args.search, item, record, answers))
            }
        };
        let (count, reason) = match counted {
            Err(why) => {
                answers.tally().invalid += 1;
                (None, Some(why))
            }
            Ok((number, stopped)) => {
                *match (number, stopped) {
                    (_, Some(_)) => &mut answers.tally().undecided,
                    (0, None) => &mut answers.tally().none,
                    (_, None) => &mut answers.tally().good,
                } += 1;
                let at_least = stopped.is_some() || Some(number) == self.args.limit;
                (Some(Count { number, at_least }), stopped.map(|stopped| stopped.to_string()))
            }
        };
        answers.write(&match (self.args.format, &count) {
            (Lines::Json, _) => {
                let mut object = output::about(item, &read);
                object.insert("count".to_owned(), json!(count.as_ref().map(|count| count.number)));
                object.insert("at_least".to_owned(), json!(count.as_ref().map(|count| count.at_least)));
                object.insert("reason".to_owned(), json!(reason));
                format!("{}\n", json!(object))
            }
            (Lines::Line, None) => "Invalid input\n".to_owned(),
            (Lines::Line, Some(Count { number, at_least: true })) => format!("at least {number}\n"),
            (Lines::Line, Some(Count { number, at_least: false })) => format!("{number}\n"),
        });
        if let Some(reason) = reason {
            answers.say(item, reason);
        }
    }

    fn report(&self, tally: &Tally) -> String {
        let Tally { good, none, invalid, undecided, .. } = tally;
        let undecided = if *undecided > 0 { format!(", {undecided} given up") } else { String::new() };
        format!("{good} with solutions, {none} without, {invalid} invalid{undecided}")
    }
}

impl CountTask<'_> {
    /// The number of solutions, and why there may be more; `Err` if the puzzle breaks a rule.
    fn count(&self, record: &Record) -> Result<(u64, Option<Stopped>), String> {
        let (number, stopped) = match self.solver.count(&record.puzzle, self.args.limit.unwrap_or(u64::MAX)) {
            Ok(number) => (number, None),
            Err(stopped) => (stopped.found(), Some(stopped)),
        };
        match number {
            0 => solve::why_unsolvable(record).map_err(|rule| rule.to_string()).map(|_| (0, stopped)),
            number => Ok((number, stopped)),
        }
    }

    /// So many solutions are counted in no time.
    fn few(&self) -> u64 {
        self.args.limit.unwrap_or(u64::MAX).min(1000)
    }
}
