//! `ninefold count`: the number of solutions.

use crate::Outcome;
use crate::args;
use crate::batch::{Answers, Found, Item, Tally, Task, Wish};
use crate::kinds::Form;
#[cfg(feature = "parquet")]
use crate::kinds::{Column, Type};
use crate::output::{self, Object};
use crate::solve;
use crate::table::{self, Request};
#[cfg(feature = "parquet")]
use crate::table::{Row, Teller};
use ninefold::notation::Record;
use ninefold::solve::{Natural, Solver};
use std::sync::atomic::{AtomicU32, Ordering};

pub(crate) fn run(args: &args::Count) -> anyhow::Result<Outcome> {
    let task = CountTask { args, solver: solve::solver(&args.search), done: AtomicU32::new(0) };
    let request = Request {
        add: &args.add,
        adds_usual: true,
        format: args.format.kind(),
        is_format_of_tables: matches!(args.format, Form::Csv | Form::Parquet),
        ..Request::new(&args.input, &args.work, &args.table)
    };
    table::answer(&task, &request)
}

struct CountTask<'a> {
    args: &'a args::Count,
    solver: Solver<'static>,
    /// How much of a count is done, in thousandths: of one that takes its time, if several are at work.
    done: AtomicU32,
}

/// What is known about the number of solutions.
struct Count {
    number: Natural,
    /// There may be more.
    at_least: bool,
}

impl Task for CountTask<'_> {
    fn wish(&self) -> Option<Wish> {
        solve::wish(&self.args.search, self.few(), 0)
    }

    fn answer_at_once(&self, item: &Item<'_>, found: Found<'_>, answers: &mut Answers<'_>) -> bool {
        let is_known = (1..self.few()).contains(&found.count);
        if is_known {
            answers.tally().good += 1;
            if self.args.format == Form::Line {
                answers.write(&format!("{}\n", found.count));
            } else {
                let count = Count { number: found.count.into(), at_least: false };
                self.write(Some(count), None, || Object::about_plain(item, found.puzzle), answers);
            }
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
        let (count, reason) = self.told(counted, answers.tally());
        self.write(count, reason.as_deref(), || Object::about(item, &read), answers);
        if let Some(reason) = reason {
            answers.say(item, reason);
        }
    }

    fn doing(&self) -> Option<String> {
        match self.done.load(Ordering::Relaxed) {
            0 => None,
            done => Some(format!("{:.1} % of a count", f64::from(done) / 10.0)),
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
    fn count(&self, record: &Record) -> Result<(Natural, Option<String>), String> {
        let (number, stopped) = match self.args.limit {
            Some(limit) => match self.solver.count(&record.puzzle, limit) {
                Ok(number) => (number.into(), None),
                Err(stopped) => (stopped.found().into(), Some(stopped.to_string())),
            },
            None => {
                let tell = |done: f64| self.done.store((done * 1000.0) as u32, Ordering::Relaxed);
                let counted = self.solver.count_all_with_progress(&record.puzzle, tell);
                tell(0.0);
                match counted {
                    Ok(number) => (number, None),
                    Err(stopped) => (stopped.found().clone(), Some(stopped.to_string())),
                }
            }
        };
        if number.is_zero() {
            record.why_unsolvable().map_err(|rule| rule.to_string())?;
        }
        Ok((number, stopped))
    }

    /// What is known, and why not more.
    fn told(
        &self,
        counted: Result<(Natural, Option<String>), String>,
        tally: &mut Tally,
    ) -> (Option<Count>, Option<String>) {
        match counted {
            Err(why) => {
                tally.invalid += 1;
                (None, Some(why))
            }
            Ok((number, stopped)) => {
                *match (number.is_zero(), &stopped) {
                    (_, Some(_)) => &mut tally.undecided,
                    (true, None) => &mut tally.none,
                    (false, None) => &mut tally.good,
                } += 1;
                let is_limit = self.args.limit.is_some_and(|limit| number == Natural::from(limit));
                (Some(Count { number, at_least: stopped.is_some() || is_limit }), stopped)
            }
        }
    }

    /// Writes what is known of a puzzle, and why not more.
    fn write(
        &self,
        count: Option<Count>,
        reason: Option<&str>,
        about: impl FnOnce() -> Object,
        answers: &mut Answers<'_>,
    ) {
        match (self.args.format, count) {
            (Form::Json | Form::Csv | Form::Parquet, count) => {
                let object = about()
                    .with("count", count.as_ref().map(|count| output::json_number(&count.number)))
                    .with("at_least", count.map(|count| count.at_least));
                answers.write_bytes(&object.with("reason", reason).line());
            }
            (Form::Line, None) => answers.write("Invalid input\n"),
            (Form::Line, Some(Count { number, at_least: true })) => answers.write(&format!("at least {number}\n")),
            (Form::Line, Some(Count { number, at_least: false })) => answers.write(&format!("{number}\n")),
        }
    }

    /// So many solutions are counted in no time.
    fn few(&self) -> u64 {
        self.args.limit.unwrap_or(u64::MAX).min(1000)
    }
}

#[cfg(feature = "parquet")]
const COUNT: usize = 0;
#[cfg(feature = "parquet")]
const COUNT_TEXT: usize = 1;
#[cfg(feature = "parquet")]
const AT_LEAST: usize = 2;

#[cfg(feature = "parquet")]
impl Teller for CountTask<'_> {
    fn columns(&self) -> Vec<Column> {
        vec![
            Column::usual("count", Type::Number),
            Column::other("count_text", Type::Text),
            Column::other("at_least", Type::Flag),
        ]
    }

    fn wish_of(&self, _: &dyn Fn(usize) -> bool) -> Option<Wish> {
        solve::wish(&self.args.search, self.few(), 0)
    }

    fn tell_at_once(&self, found: Found<'_>, row: &mut Row<'_, '_>) -> bool {
        let is_known = (1..self.few()).contains(&found.count);
        if is_known {
            row.tally().good += 1;
            row.number(COUNT, found.count as i64);
            if row.wants(COUNT_TEXT) {
                row.text(COUNT_TEXT, &found.count.to_string());
            }
            row.flag(AT_LEAST, false);
        }
        is_known
    }

    fn tell(&self, read: Result<&Record, String>, row: &mut Row<'_, '_>) {
        let counted = read.and_then(|record| {
            if let Some(remark) = solve::other_engine(&self.args.search, record) {
                row.say_once(remark);
            }
            self.count(record)
        });
        let (count, mut reason) = self.told(counted, row.tally());
        if let Some(Count { number, at_least }) = count {
            row.text(COUNT_TEXT, &number.to_string());
            row.flag(AT_LEAST, at_least);
            match u64::try_from(&number).ok().and_then(|number| i64::try_from(number).ok()) {
                Some(number) => row.number(COUNT, number),
                None if row.wants(COUNT) => {
                    let large = format!("{number} solutions do not fit into 64 bits; --add count_text tells them");
                    reason = Some(reason.map_or_else(|| large.clone(), |reason| format!("{reason}; {large}")));
                }
                None => {}
            }
        }
        if let Some(reason) = reason {
            row.error(reason);
        }
    }
}
