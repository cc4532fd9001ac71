//! `ninefold candidates`: which digits each cell has in some solution.

use crate::Outcome;
use crate::command::{Command, Out, Refusal};
use crate::input::Rules;
use crate::kinds::Form;
use crate::proper::{Listed, Listing, STATUS, list, listing};
use crate::variants;
use clap::Args;
use ninefold::notation::{Record, VariantRecord};
use ninefold::solve::NoAnswer;
use ninefold::variant::Constraint;
use ninefold::variant::VariantPuzzle;
use serde_json::json;

#[derive(Args, Debug)]
pub(crate) struct Candidates {
    #[command(flatten)]
    rules: Rules,

    #[command(flatten)]
    listing: Listing,
}

pub(crate) fn run(args: &Candidates) -> anyhow::Result<Outcome> {
    args.listing.run(args)
}

impl Command for Candidates {
    listing!([STATUS, list("candidates")]);
    const PORTION: usize = 32;

    fn rules(&self) -> &[Constraint] {
        self.rules.list()
    }

    fn find(&self, record: &Record, out: &mut Out<'_, '_>) -> Result<Listed, Refusal> {
        record.puzzle.validate().map_err(NoAnswer::Invalid)?;
        let record = VariantRecord::try_from(record.clone()).map_err(NoAnswer::Invalid)?;
        self.list(&record.puzzle, out)
    }

    fn find_variant(&self, record: &VariantRecord, out: &mut Out<'_, '_>) -> Option<Result<Listed, Refusal>> {
        Some(self.list(&record.puzzle, out))
    }

    fn has_blocks(&self) -> bool {
        self.listing.format == Form::LINE
    }
}

impl Candidates {
    fn list(&self, puzzle: &VariantPuzzle, out: &mut Out<'_, '_>) -> Result<Listed, Refusal> {
        let asked = self.listing.search.variant_solver().candidates(puzzle);
        let candidates = asked.map_err(|mistake| variants::mistaken(&mistake))?.map_err(|_| variants::stopped())?;
        if candidates.iter().enumerate().any(|(cell, digits)| digits.is_empty() && !puzzle.is_gap(cell)) {
            return Err(variants::unsolvable());
        }
        if self.listing.format == Form::LINE {
            out.entry(&variants::candidates(puzzle, &candidates));
        }
        Ok(json!(candidates))
    }
}
