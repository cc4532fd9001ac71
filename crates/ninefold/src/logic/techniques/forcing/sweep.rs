//! Everything that follows from an assumption by singles and locked candidates, fast: nine sets of cells and no reasons.

use super::super::prelude::*;

/// The candidates that are left under some assumptions.
#[derive(Clone)]
pub(super) struct Sweep<'a> {
    nine: &'a Nine,
    pub(super) left: [CellSet; 9],
    /// For each digit: the houses that have places for it, as bits.
    houses: [u32; 9],
    /// Cells whose single candidate has been written into their houses.
    done: CellSet,
    /// The digits that have changed since singles were last looked for.
    new_for_singles: u16,
    new_for_locked: u16,
    is_broken: bool,
}

impl<'a> Sweep<'a> {
    pub(super) fn new(nine: &'a Nine) -> Sweep<'a> {
        Sweep {
            nine,
            left: nine.cells,
            houses: nine.cells.map(|cells| cells.survey().1),
            done: CellSet::EMPTY,
            new_for_singles: 0,
            new_for_locked: 0,
            is_broken: false,
        }
    }

    /// Whether the candidate is left, but not the only one left in its cell.
    pub(super) fn is_open(&self, cell: usize, digit: usize) -> bool {
        self.left[digit].contains(cell) && !self.done.contains(cell)
    }

    pub(super) fn remove(&mut self, cell: usize, digit: usize) {
        self.left[digit].remove(cell);
        self.changed(digit);
    }

    /// Writes a digit into a cell.
    pub(super) fn place(&mut self, cell: usize, digit: usize) {
        let only = CellSet::only(cell);
        self.is_broken |= self.left[digit].is_disjoint(only);
        for other in digits(self.nine.candidates[cell] & !(1 << digit)) {
            if !self.left[other].is_disjoint(only) {
                self.left[other] -= only;
                self.changed(other);
            }
        }
        let seen = self.left[digit] & CellSet::peers(cell);
        if !seen.is_empty() {
            self.left[digit] -= seen;
            self.changed(digit);
        }
        self.done.insert(cell);
    }

    pub(super) fn assume(&mut self, cell: usize, digit: usize, is_true: bool) {
        if is_true { self.place(cell, digit) } else { self.remove(cell, digit) }
    }

    fn changed(&mut self, digit: usize) {
        self.new_for_singles |= 1 << digit;
        self.new_for_locked |= 1 << digit;
    }

    /// Whether every cell has its digit.
    pub(super) fn is_solved(&self) -> bool {
        self.nine.open.is_subset(self.done)
    }

    /// Draws all conclusions. Returns false if they contradict each other.
    pub(super) fn run(&mut self) -> bool {
        while !self.is_broken {
            if self.naked_singles() || self.hidden_singles() || self.locked() {
                continue;
            }
            return !self.is_broken;
        }
        false
    }

    /// Handles cells with one candidate, and with none. Returns whether anything was done.
    fn naked_singles(&mut self) -> bool {
        let (mut once, mut twice) = (CellSet::EMPTY, CellSet::EMPTY);
        for cells in self.left {
            twice |= once & cells;
            once |= cells;
        }
        self.is_broken |= !self.nine.open.is_subset(once);
        let singles = once - twice - self.done;
        for cell in singles.iter() {
            match digits(self.nine.candidates[cell]).find(|digit| self.left[*digit].contains(cell)) {
                Some(digit) => self.place(cell, digit),
                None => self.is_broken = true,
            }
        }
        !singles.is_empty()
    }

    fn hidden_singles(&mut self) -> bool {
        let mut has_changed = false;
        for digit in 0..9 {
            if self.new_for_singles >> digit & 1 == 0 {
                continue;
            }
            self.new_for_singles &= !(1 << digit);
            let (lone, houses) = self.left[digit].survey();
            self.is_broken |= houses != self.houses[digit];
            for cell in (lone - self.done).iter() {
                self.place(cell, digit);
                has_changed = true;
            }
        }
        has_changed
    }

    fn locked(&mut self) -> bool {
        for digit in 0..9 {
            if self.new_for_locked >> digit & 1 == 0 {
                continue;
            }
            self.new_for_locked &= !(1 << digit);
            let before = self.left[digit];
            for line in 0..18 {
                let blocks = if line < 9 {
                    [0, 1, 2].map(|i| 18 + line / 3 * 3 + i)
                } else {
                    [0, 3, 6].map(|i| 18 + (line - 9) / 3 + i)
                };
                for block in blocks {
                    let (line, block) = (CellSet::house(line), CellSet::house(block));
                    let left = self.left[digit];
                    let shared = left & line & block;
                    if shared.is_empty() {
                        continue;
                    }
                    let (in_line, in_block) = ((left & line) - shared, (left & block) - shared);
                    if in_line.is_empty() != in_block.is_empty() {
                        self.left[digit] -= in_line | in_block;
                    }
                }
            }
            if self.left[digit] != before {
                self.changed(digit);
                return true;
            }
        }
        false
    }
}
