//! How much choice there is, and where it is least.

use super::{Layout, State, ones_of};

impl<L: Layout> State<L> {
    /// What the latest contradiction was about: cells, and N * N + the number of a house and digit.
    pub(in super::super) fn blamed(&self) -> &[u32] {
        &self.blamed
    }

    /// Per cell: how many candidates it has.
    pub(in super::super) fn left(&self) -> &[u16] {
        &self.left
    }

    /// Per house and digit: how many places are left for it.
    pub(in super::super) fn places(&self) -> &[u16] {
        &self.places
    }

    pub(in super::super) fn open_cells_of_row(&self, row: usize) -> usize {
        let n = self.side();
        // In numbers as wide as the counters, so that it is vectorised: filling asks for all rows before each guess.
        usize::from(self.left[row * n..][..n].iter().map(|left| u16::from(*left > 1)).sum::<u16>())
    }

    pub(in super::super) fn open_cells(&self) -> usize {
        (0..self.side()).map(|row| self.open_cells_of_row(row)).sum()
    }

    /// The candidates of all open cells.
    pub(in super::super) fn open_candidates(&self) -> usize {
        self.left.iter().filter(|left| **left > 1).map(|left| usize::from(*left)).sum()
    }

    pub(in super::super) fn digits_of(&self, cell: usize) -> impl Iterator<Item = usize> {
        ones_of(&self.candidates[cell * self.words..][..self.words])
    }

    /// How many candidates a candidate excludes if it is true; it counts itself once for its cell and once for each house.
    pub(in super::super) fn reach(&self, cell: usize, digit: usize) -> u32 {
        let houses = self.layout.place(cell).houses.into_iter();
        let places = houses.map(|house| u32::from(self.places[house as usize + digit]));
        places.sum::<u32>() + u32::from(self.left[cell])
    }

    /// The cell and digit to try next: the first candidate of the cell with the fewest candidates, or the first place of a
    /// digit in the house with the fewest places for it, whichever has fewer (the cell on a tie; among equals the first in
    /// order). `None` when every cell is decided.
    pub(in super::super) fn choose(&self) -> Option<(usize, usize)> {
        let n = self.side();
        let fewest = |counts: &[u16]| {
            let open = counts.iter().copied().filter(|count| *count > 1).min()?;
            counts.iter().position(|count| *count == open).map(|i| (open, i))
        };
        let (candidates, cell) = fewest(&self.left)?;
        if candidates > 2
            && let Some((places, i)) = fewest(&self.places)
            && places < candidates
        {
            let (house, digit) = (i / n, i % n);
            return self.layout.cells_of(house).find(|cell| self.contains(*cell, digit)).map(|cell| (cell, digit));
        }
        Some((cell, self.first_candidate(cell)))
    }
}
