//! `ninefold vicinity`: the proper puzzles near given puzzles.

use crate::Outcome;
use crate::command::{Command, Out, Refusal};
use crate::proper::{self, Listed, Listing, STATUS, list, listing};
use clap::Args;
use ninefold::notation::Record;
use ninefold::solve::NoAnswer;
use ninefold::vicinity;

#[derive(Args, Debug)]
pub(crate) struct Vicinity {
    /// How many givens to leave out
    #[arg(long, value_name = "N", default_value_t = 1)]
    minus: usize,

    /// How many digits to put in [default: the same number]
    #[arg(long, value_name = "N")]
    plus: Option<usize>,

    #[command(flatten)]
    listing: Listing,
}

pub(crate) fn run(args: &Vicinity) -> anyhow::Result<Outcome> {
    args.listing.run(args)
}

impl Command for Vicinity {
    listing!([STATUS, list("near")]);
    const PORTION: usize = 1;

    fn find(&self, record: &Record, out: &mut Out<'_, '_>) -> Result<Listed, Refusal> {
        let Vicinity { minus, plus, .. } = *self;
        // Leaving out givens could repair a puzzle that breaks the rules, but that is not the question here.
        if let why @ NoAnswer::Invalid(_) = NoAnswer::unsolvable(&record.puzzle, &record.symbols) {
            return Err(why.into());
        }
        let solver = self.listing.search.solver();
        let near = vicinity::near(&record.puzzle, minus, plus.unwrap_or(minus), &solver);
        proper::write(near, record, self.listing.format, out)
    }
}
