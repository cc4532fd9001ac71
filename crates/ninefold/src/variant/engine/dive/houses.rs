//! Houses, and what two of them have in common.

use super::super::super::model::Mask;
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

/// Two houses with several cells in common: a digit that one has only there is nowhere else in the other.
#[derive(Clone, Debug)]
pub(super) struct Crossing {
    pub(super) one: Box<[u32]>,
    pub(super) other: Box<[u32]>,
}

impl Crossing {
    /// Every two of these houses that have two cells or more in common, but not all.
    pub(super) fn of_houses(houses: &[Vec<usize>], cells: usize) -> Vec<Crossing> {
        let words = |house: &Vec<usize>| {
            let mut words = vec![0_u64; cells.div_ceil(64)];
            house.iter().for_each(|cell| words[cell / 64] |= 1 << (cell % 64));
            words
        };
        let sets: Vec<Vec<u64>> = houses.iter().map(words).collect();
        let mut crossings = Vec::new();
        for one in 0..houses.len() {
            for other in 0..one {
                let common = sets[one].iter().zip(&sets[other]).map(|(one, other)| (one & other).count_ones()).sum();
                if (2..houses[one].len() as u32).contains(&common) {
                    let without = |house: usize, gone: usize| -> Box<[u32]> {
                        let is_left = |cell: &&usize| sets[gone][**cell / 64] >> (**cell % 64) & 1 == 0;
                        houses[house].iter().filter(is_left).map(|cell| *cell as u32).collect()
                    };
                    crossings.push(Crossing { one: without(one, other), other: without(other, one) });
                }
            }
        }
        crossings
    }

    pub(super) fn cells(&self) -> impl Iterator<Item = u32> + '_ {
        self.one.iter().chain(&self.other).copied()
    }

    pub(super) fn narrow(&self, values: &mut Values) -> bool {
        let all = |cells: &[u32]| cells.iter().fold(0, |all, cell| all | values.of(*cell));
        let (one, other) = (all(&self.one), all(&self.other));
        if one == other {
            return true;
        }
        // What is not in the rest of one is in both, and so not in the rest of the other.
        self.one.iter().all(|cell| values.keep(*cell, other)) && self.other.iter().all(|cell| values.keep(*cell, one))
    }
}
