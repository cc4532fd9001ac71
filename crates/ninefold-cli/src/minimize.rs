//! `ninefold minimize`: minimal puzzles within given ones.

use crate::args::Minimize;
use crate::command::{Command, Out, Refusal};
use crate::proper::{self, Listed, STATUS, list, listing};
use crate::{Outcome, batch, search};
use ninefold::minimal;
use ninefold::notation::Record;
use ninefold::solve::Solver;

pub(crate) fn run(args: &Minimize) -> anyhow::Result<Outcome> {
    batch::run(&MinimizeCommand { args, solver: search::solver(&args.search) }, &args.input, &args.work)
}

struct MinimizeCommand<'a> {
    args: &'a Minimize,
    solver: Solver<'static>,
}

impl Command for MinimizeCommand<'_> {
    listing!([STATUS, list("minimal")]);

    fn find(&self, record: &Record, out: &mut Out<'_, '_>) -> Result<Listed, Refusal> {
        let Minimize { all, count, seed, format, .. } = *self.args;
        let solution = self.solver.judge(&record.puzzle, &record.symbols)?;
        if all {
            return proper::write(minimal::all(&record.puzzle, &solution, &self.solver), record, format, out);
        }
        let some = minimal::some(&record.puzzle, &solution, &self.solver, seed).take(count);
        proper::write(some, record, format, out)
    }
}
