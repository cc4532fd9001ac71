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
use ninefold::{Digit, Symbols};
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
        let (shape, symbols) = (record.puzzle.shape(), &record.symbols);
        // Digits are numbered from 1, whatever symbols the puzzle uses.
        let numbered = record.clone().with_symbols(Symbols::for_side(shape.side()));
        let numbered = VariantRecord::try_from(numbered).map_err(NoAnswer::Invalid)?;
        self.list(&numbered.puzzle, out, |digit| symbols.symbol(Digit::from_index(digit as usize - 1)).to_string())
    }

    fn find_variant(&self, record: &VariantRecord, out: &mut Out<'_, '_>) -> Option<Result<Listed, Refusal>> {
        Some(self.list(&record.puzzle, out, |digit| digit.to_string()))
    }

    fn has_blocks(&self) -> bool {
        self.listing.format == Form::LINE
    }
}

impl Candidates {
    fn list(
        &self,
        puzzle: &VariantPuzzle,
        out: &mut Out<'_, '_>,
        symbol: impl Fn(i64) -> String,
    ) -> Result<Listed, Refusal> {
        let asked = self.listing.search.variant_solver().candidates(puzzle);
        let candidates = asked.map_err(|mistake| variants::mistaken(&mistake))?.map_err(|_| variants::stopped())?;
        if candidates.iter().enumerate().any(|(cell, digits)| digits.is_empty() && !puzzle.is_gap(cell)) {
            return Err(variants::unsolvable());
        }
        if self.listing.format == Form::LINE {
            out.entry(&variants::candidates(puzzle, &candidates, symbol));
        }
        Ok(json!(candidates))
    }
}
