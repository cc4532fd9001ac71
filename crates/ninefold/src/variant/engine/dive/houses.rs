//! Houses, and crossings: pairs of houses with common cells.

use super::super::super::model::{CellSet, Mask, Model};
use super::values::{Values, is_single};
use crate::solve::lists::Lists;

/// The houses of a model, each of whose cells hold each digit once.
#[derive(Clone, Debug)]
pub(super) struct Houses {
    digits: Mask,
    houses: Lists,
    /// For every two houses with two or more common cells, but not all: the cells that only the first has, then those that only
    /// the second has; `of_one` is the number of the former.
    crossings: Lists,
    of_one: Vec<u32>,
}

impl Houses {
    pub(super) fn new(model: &Model, sets: &[CellSet]) -> Houses {
        let mut houses = Lists::with_room(model.houses.len(), model.houses.len() * model.digits);
        for house in &model.houses {
            houses.push(house.iter().map(|cell| *cell as u32));
        }
        // A box crosses its rows and columns, and each crossing has most cells of two houses.
        let few = 2 * model.houses.len();
        let (mut crossings, mut of_one) = (Lists::with_room(few, 2 * few * model.digits), Vec::with_capacity(few));
        for one in 0..sets.len() {
            for other in 0..one {
                let [one, other] = [&sets[one], &sets[other]];
                if one.has_two_common(other) && one != other {
                    of_one.push(one.without(other).count() as u32);
                    crossings.push(one.without(other).chain(other.without(one)).map(|cell| cell as u32));
                }
            }
        }
        Houses { digits: Mask::MAX >> (64 - model.digits), houses, crossings, of_one }
    }

    /// The cells of each house.
    pub(super) fn iter(&self) -> impl Iterator<Item = &[u32]> {
        (0..self.count()).map(|house| self.cells(house))
    }

    /// The number of houses.
    pub(super) fn count(&self) -> usize {
        self.houses.len()
    }

    #[inline]
    pub(super) fn cells(&self, house: usize) -> &[u32] {
        self.houses.get(house)
    }

    /// The number of crossings.
    pub(super) fn crossings(&self) -> usize {
        self.of_one.len()
    }

    /// The cells that only one of the two houses of a crossing has.
    #[inline]
    pub(super) fn outside(&self, crossing: usize) -> &[u32] {
        self.crossings.get(crossing)
    }

    #[inline]
    pub(super) fn narrow(&self, house: usize, values: &mut Values) -> bool {
        hold_each(self.cells(house), self.digits, values)
    }

    /// If all places of a digit in one house are in the other too, removes it from the rest of the other.
    #[inline]
    pub(super) fn cross(&self, crossing: usize, values: &mut Values) -> bool {
        let all = |cells: &[u32]| cells.iter().fold(0, |all, cell| all | values.of(*cell));
        let (first, second) = self.outside(crossing).split_at(self.of_one[crossing] as usize);
        let (one, other) = (all(first), all(second));
        if one == other {
            return true;
        }
        // A digit that is not in the rest of one house is in the common cells, and so not in the rest of the other.
        first.iter().all(|cell| values.keep(*cell, other)) && second.iter().all(|cell| values.keep(*cell, one))
    }
}

/// Applies the rule that the cells hold each of some digits: a digit with a single place left goes there. Returns whether
/// there may be a solution.
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
