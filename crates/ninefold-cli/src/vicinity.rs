//! `ninefold vicinity`: the proper puzzles near given ones.

use crate::args::Vicinity;
use crate::command::{Command, Out, Refusal};
use crate::proper::{self, Listed, STATUS, list, listing};
use crate::{Outcome, batch, search};
use ninefold::notation::Record;
use ninefold::solve::{NoAnswer, Solver};
use ninefold::vicinity;

pub(crate) fn run(args: &Vicinity) -> anyhow::Result<Outcome> {
    batch::run(&VicinityCommand { args, solver: search::solver(&args.search) }, &args.input, &args.work)
}

struct VicinityCommand<'a> {
    args: &'a Vicinity,
    solver: Solver<'static>,
}

impl Command for VicinityCommand<'_> {
    listing!([STATUS, list("near")]);

    fn find(&self, record: &Record, out: &mut Out<'_, '_>) -> Result<Listed, Refusal> {
        let Vicinity { minus, plus, format, .. } = *self.args;
        // Rules that are broken may be so by givens that are left out; but that is not what is asked.
        if let why @ NoAnswer::Invalid(_) = NoAnswer::unsolvable(&record.puzzle, &record.symbols) {
            return Err(why.into());
        }
        let near = vicinity::near(&record.puzzle, minus, plus.unwrap_or(minus), &self.solver);
        proper::write(near, record, format, out)
    }
}
