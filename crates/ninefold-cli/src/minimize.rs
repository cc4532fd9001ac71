//! `ninefold minimize`: minimal puzzles within given ones.

use crate::Outcome;
use crate::args::Minimize;
use crate::batch::{self, Answers, Item, Tally, Task};
use crate::kinds::Lines;
use crate::proper::{self, Finding, Improper};
use crate::solve;
use ninefold::minimal;
use ninefold::notation::Record;
use ninefold::solve::Solver;
use serde_json::{Value, json};

pub(crate) fn run(args: &Minimize) -> anyhow::Result<Outcome> {
    batch::run(&MinimizeTask { args, solver: solve::solver(&args.search) }, &args.input, &args.work)
}

struct MinimizeTask<'a> {
    args: &'a Minimize,
    solver: Solver<'static>,
}

impl Finding for MinimizeTask<'_> {
    fn member(&self) -> &'static str {
        "minimal"
    }

    fn find(&self, record: &Record, format: Lines, answers: &mut Answers<'_>) -> Result<Value, Improper> {
        let Minimize { all, count, seed, .. } = *self.args;
        let solution = proper::solution(record, &self.solver)?;
        let told = if all {
            let all = minimal::all(&record.puzzle, &solution, &self.solver);
            proper::told(all, record, format, answers)?
        } else {
            let some = minimal::some(&record.puzzle, &solution, &self.solver, seed).take(count);
            proper::told(some, record, format, answers)?
        };
        Ok(json!(told))
    }
}

impl Task for MinimizeTask<'_> {
    fn answer(&self, item: &Item<'_>, answers: &mut Answers<'_>) {
        let Minimize { input, search, format, .. } = self.args;
        proper::answer(self, item, (input, search, *format), answers);
    }

    fn report(&self, tally: &Tally) -> String {
        proper::report(tally)
    }
}
