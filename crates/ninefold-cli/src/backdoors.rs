//! `ninefold backdoors`: the smallest sets of cells that, once told, leave a puzzle for singles.

use crate::Outcome;
use crate::args::Backdoors;
use crate::batch::{self, Answers, Item, Tally, Task};
use crate::kinds::Lines;
use crate::proper::{self, Finding, Improper};
use crate::solve;
use ninefold::backdoors;
use ninefold::notation::Record;
use ninefold::solve::Solver;
use serde_json::{Value, json};

pub(crate) fn run(args: &Backdoors) -> anyhow::Result<Outcome> {
    batch::run(&BackdoorsTask { args, solver: solve::solver(&args.search) }, &args.input, &args.work)
}

struct BackdoorsTask<'a> {
    args: &'a Backdoors,
    solver: Solver<'static>,
}

impl Finding for BackdoorsTask<'_> {
    fn member(&self) -> &'static str {
        "backdoors"
    }

    fn find(&self, record: &Record, format: Lines, answers: &mut Answers<'_>) -> Result<Value, Improper> {
        let solution = proper::solution(record, &self.solver)?;
        let most = self.args.most;
        let found = backdoors::smallest(&record.puzzle, &solution, most);
        let shape = record.puzzle.shape();
        let name = |cells: &Vec<_>| cells.iter().map(|cell| shape.name(*cell).to_string()).collect::<Vec<_>>();
        let sets: Vec<Vec<String>> = found.iter().map(name).collect();
        if format == Lines::Line {
            let size = sets.first().map(Vec::len);
            let ways = || sets.iter().map(|cells| cells.join("+")).collect::<Vec<_>>().join(" ");
            answers.write(&match size {
                None => format!("more than {most}\n"),
                Some(0) => "0: singles solve it\n".to_owned(),
                Some(size) => format!("{size}: {}\n", ways()),
            });
        }
        Ok(json!(sets))
    }
}

impl Task for BackdoorsTask<'_> {
    fn answer(&self, item: &Item<'_>, answers: &mut Answers<'_>) {
        let Backdoors { input, search, format, .. } = self.args;
        proper::answer(self, item, (input, search, *format), answers);
    }

    fn report(&self, tally: &Tally) -> String {
        proper::report(tally)
    }
}
