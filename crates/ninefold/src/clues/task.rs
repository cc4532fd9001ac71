//! A choice of two bands, and what is known before they are searched.

use super::{Cells, bits128, sets};
use crate::unavoidable::minimal;

/// The cells of two bands.
const BOTH: Cells = (1 << 54) - 1;

/// A choice of two bands, to be searched.
pub(super) struct Task {
    /// For each cell of the search, the cell of the grid.
    pub(super) cells: [u8; 81],
    /// The grid, digits from 0, with the third band below.
    pub(super) digits: [u8; 81],
    /// Cells that cannot be givens; the sets are without them.
    pub(super) closed: Cells,
    /// Sets within the two bands, and others: their cells in the two bands and in the third.
    pub(super) known: Vec<u64>,
    pub(super) outer: Vec<(u64, u32)>,
    /// Which of the two bands must have fewer clues than the third.
    pub(super) ties: [bool; 2],
    /// The estimated share of the work.
    pub(super) share: f64,
}

impl Task {
    /// The two bands (or stacks, transposed) beside the third, with these sets of the grid; for a long search, with more sets.
    pub(super) fn new(
        digits: &[u8; 81],
        third: usize,
        across: bool,
        sets: &[Cells],
        closed: Cells,
        is_long: bool,
    ) -> Task {
        let bands = (0..3).filter(|band| *band != third).chain([third]);
        let from = bands.flat_map(|band| 27 * band..27 * band + 27);
        let (mut cells, mut to) = ([0; 81], [0; 81]);
        for (new, cell) in from.enumerate() {
            let cell = if across { cell % 9 * 9 + cell / 9 } else { cell };
            (cells[new], to[cell]) = (cell as u8, new);
        }
        let moved = |set: Cells| bits128(set).map(|cell| 1 << to[cell]).sum::<Cells>();
        let digits = cells.map(|cell| digits[usize::from(cell)]);
        let closed = moved(closed);
        let two_bands = sets::in_two_bands(&digits, if is_long { 20 } else { 16 }).into_iter().map(Cells::from);
        let minirows = if is_long { sets::with_a_minirow(&digits, 16) } else { Vec::new() };
        let two_bands = two_bands.chain(minirows);
        let sets = two_bands.chain(sets.iter().map(|set| moved(*set))).map(|set| set & !closed);
        let (known, outer): (Vec<Cells>, Vec<Cells>) =
            minimal(sets.collect()).into_iter().partition(|set| set >> 54 == 0);
        let known = known.into_iter().map(|set| set as u64).collect();
        let outer = outer.into_iter().map(|set| ((set & BOTH) as u64, (set >> 54) as u32)).collect();
        Task { cells, digits, closed, known, outer, ties: [false; 2], share: 0.0 }
    }

    /// The upper two bands of a grid, without any sets.
    pub(super) fn of_pair(digits: &[u8; 81]) -> Task {
        let (known, outer) = (Vec::new(), Vec::new());
        let cells = std::array::from_fn(|cell| cell as u8);
        Task { cells, digits: *digits, closed: 0, known, outer, ties: [false; 2], share: 0.0 }
    }
}

/// About how much there is to search in the bands (or stacks) beside a third one: the more small sets they have, the less. Of the
/// estimates tried, this best predicts which of the two takes fewer nodes, better than searches for puzzles with fewer clues do.
pub(super) fn cost(sets: &[Cells], third: usize, across: bool) -> f64 {
    let third: Cells =
        (0..81).filter(|cell| if across { cell % 9 } else { cell / 9 } / 3 == third).map(|cell| 1 << cell).sum();
    let inside = sets.iter().filter(|set| *set & third == 0);
    let small: f64 = inside.map(|set| 1.0 / f64::from(1u32 << set.count_ones().min(16))).sum();
    // A power made of products only: the same on every machine.
    let power = |base: f64| (0..6).fold(base, |power, _| power * power);
    power(1.0 / (1.0 + small / 16.0))
}
