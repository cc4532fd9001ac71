//! Houses, and what two of them have in common.

use super::super::super::model::{CellSet, Mask, Model};
use super::values::{Values, is_single};

/// Cells that hold each digit once.
#[derive(Clone, Debug)]
pub(super) struct House {
    pub(super) cells: Box<[u32]>,
    pub(super) digits: Mask,
}

impl House {
    pub(super) fn narrow(&self, values: &mut Values) -> bool {
        hold_each(&self.cells, self.digits, values)
    }
}

/// Cells hold each of some digits: one with a single place left is there. Whether there may be a solution.
#[inline]
pub(super) fn hold_each(cells: &[u32], digits: Mask, values: &mut Values) -> bool {
    let (mut once, mut again, mut known) = (0, 0, 0);
    for cell in cells {
        let mask = values.of(*cell);
        again |= once & mask;
        once |= mask;
        known |= if is_single(mask) { mask } else { 0 };
    }
    if digits & !once != 0 {
        return false;
    }
    let mut hidden = digits & !again & !known;
    for cell in cells {
        if hidden == 0 {
            break;
        }
        let here = values.of(*cell) & hidden;
        if !is_single(here) {
            return false;
        }
        if here != 0 {
            values.keep(*cell, here);
            hidden &= !here;
        }
    }
    true
}

/// The cells of each house.
pub(super) fn house_sets(model: &Model) -> Vec<CellSet> {
    model.houses.iter().map(|house| CellSet::of(house, model.cells)).collect()
}

/// Two houses with several cells in common: a digit that one has only there is nowhere else in the other.
#[derive(Clone, Debug)]
pub(super) struct Crossing {
    /// The cells of the one house that the other has not, then those of the other.
    cells: Box<[u32]>,
    of_one: usize,
}

impl Crossing {
    /// Every two of these houses that have two cells or more in common, but not all.
    pub(super) fn of_houses(sets: &[CellSet]) -> Vec<Crossing> {
        let mut crossings = Vec::new();
        for one in 0..sets.len() {
            let size = sets[one].count();
            for other in 0..one {
                let common = sets[one].common(&sets[other]);
                if (2..size).contains(&common) {
                    let mut cells = Vec::with_capacity(size + sets[other].count() - 2 * common);
                    cells.extend(sets[one].without(&sets[other]).map(|cell| cell as u32));
                    let of_one = cells.len();
                    cells.extend(sets[other].without(&sets[one]).map(|cell| cell as u32));
                    crossings.push(Crossing { cells: cells.into(), of_one });
                }
            }
        }
        crossings
    }

    pub(super) fn cells(&self) -> impl Iterator<Item = u32> + '_ {
        self.cells.iter().copied()
    }

    pub(super) fn narrow(&self, values: &mut Values) -> bool {
        let all = |cells: &[u32]| cells.iter().fold(0, |all, cell| all | values.of(*cell));
        let (first, second) = self.cells.split_at(self.of_one);
        let (one, other) = (all(first), all(second));
        if one == other {
            return true;
        }
        // What is not in the rest of one is in both, and so not in the rest of the other.
        first.iter().all(|cell| values.keep(*cell, other)) && second.iter().all(|cell| values.keep(*cell, one))
    }
}
