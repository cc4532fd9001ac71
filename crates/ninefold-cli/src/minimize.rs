//! `ninefold minimize`: minimal puzzles within given ones.

use crate::Outcome;
use crate::command::{Command, Out, Refusal};
use crate::proper::{self, Listed, Listing, STATUS, list, listing};
use clap::Args;
use ninefold::minimal;
use ninefold::notation::Record;

#[derive(Args, Debug)]
pub(crate) struct Minimize {
    /// All minimal puzzles
    #[arg(long, conflicts_with_all = ["count", "seed"])]
    all: bool,

    /// How many minimal puzzles of each
    #[arg(short = 'n', long, value_name = "COUNT", default_value_t = 1)]
    count: usize,

    /// Another seed leaves givens out in another order
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,

    #[command(flatten)]
    listing: Listing,
}

pub(crate) fn run(args: &Minimize) -> anyhow::Result<Outcome> {
    args.listing.run(args)
}

impl Command for Minimize {
    listing!([STATUS, list("minimal")]);

    fn find(&self, record: &Record, out: &mut Out<'_, '_>) -> Result<Listed, Refusal> {
        let Minimize { all, count, seed, .. } = *self;
        let solver = self.listing.search.solver();
        let solution = solver.judge(&record.puzzle, &record.symbols)?;
        if all {
            return proper::write(minimal::all(&record.puzzle, &solution, &solver), record, self.listing.format, out);
        }
        let some = minimal::sample(&record.puzzle, &solution, &solver, seed).take(count);
        proper::write(some, record, self.listing.format, out)
    }
}
