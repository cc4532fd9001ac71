//! Solves what rounds alone can solve, at a fraction of the cost; the kernel gets the rest.

mod sieve;
mod slices;
mod transpose;

pub(super) use sieve::Sieve;

use crate::solve::arch::layout::CELLS;

/// The cell at a place of a box.
fn cell(block: usize, place: usize) -> usize {
    usize::from(CELLS[place][block])
}
