//! `ninefold vicinity`: the proper puzzles near given ones.

use crate::Outcome;
use crate::args::Vicinity;
use crate::batch::{self, Answers, Item, Tally, Task};
use crate::kinds::Lines;
use crate::proper::{self, Finding, Improper};
use crate::solve;
use ninefold::notation::Record;
use ninefold::solve::Solver;
use ninefold::vicinity;
use serde_json::{Value, json};

pub(crate) fn run(args: &Vicinity) -> anyhow::Result<Outcome> {
    batch::run(&VicinityTask { args, solver: solve::solver(&args.search) }, &args.input, &args.work)
}

struct VicinityTask<'a> {
    args: &'a Vicinity,
    solver: Solver<'static>,
}

impl Finding for VicinityTask<'_> {
    fn member(&self) -> &'static str {
        "near"
    }

    fn find(&self, record: &Record, format: Lines, answers: &mut Answers<'_>) -> Result<Value, Improper> {
        let Vicinity { minus, plus, .. } = *self.args;
        // Rules that are broken may be so by givens that are left out; but that is not what is asked.
        record.why_unsolvable().map_err(|rule| Improper::Invalid(rule.to_string()))?;
        let near = vicinity::near(&record.puzzle, minus, plus.unwrap_or(minus), &self.solver);
        Ok(json!(proper::told(near, record, format, answers)?))
    }
}

impl Task for VicinityTask<'_> {
    fn answer(&self, item: &Item<'_>, answers: &mut Answers<'_>) {
        let Vicinity { input, search, format, .. } = self.args;
        proper::answer(self, item, (input, search, *format), answers);
    }

    fn report(&self, tally: &Tally) -> String {
        proper::report(tally)
    }
}
