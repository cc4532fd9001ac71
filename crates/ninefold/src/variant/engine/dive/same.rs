//! Sets of cells with the same digits, each equally often in every set.

use super::super::super::model::{CellPairs, Mask};
use super::cliques::Way;
use super::special::possible;
use super::values::Values;
use std::sync::Arc;

/// Sets of cells of equal size that have the same digits, in any order.
#[derive(Clone, Debug)]
pub(super) struct Same {
    pub(super) sets: Vec<Alike>,
    pub(super) size: usize,
    pub(super) differs: Arc<CellPairs>,
}

/// One of the sets.
#[derive(Clone, Debug)]
pub(super) struct Alike {
    pub(super) cells: Box<[u32]>,
    /// One or more ways to split the cells into cliques; each limits how often a digit can appear.
    pub(super) ways: Vec<Way>,
}

impl Alike {
    fn possible(&self, digit: Mask, values: &Values) -> usize {
        self.ways.iter().map(|way| possible(way, digit, values)).min().unwrap_or(0)
    }
}

impl Same {
    pub(super) fn narrow(&self, values: &mut Values) -> bool {
        // How often each digit appears, at least and at most.
        let mut counts = [(0, 0); 64];
        let all = |set: &Alike| set.cells.iter().fold(0, |all, cell| all | values.of(*cell));
        let shared = self.sets.iter().fold(Mask::MAX, |shared, set| shared & all(set));
        if !self.sets.iter().all(|set| set.cells.iter().all(|cell| values.keep(*cell, shared))) {
            return false;
        }
        let (mut least, mut most) = (0, 0);
        let digits = 64 - shared.leading_zeros() as usize;
        for (bit, count) in counts[..digits].iter_mut().enumerate().filter(|(bit, _)| shared >> bit & 1 == 1) {
            let digit = 1 << bit;
            let known = |set: &Alike| set.cells.iter().filter(|cell| values.of(**cell) == digit).count();
            let low = self.sets.iter().map(known).max().unwrap_or(0);
            let high = self.sets.iter().map(|set| set.possible(digit, values)).min().unwrap_or(0);
            if low > high {
                return false;
            }
            *count = (low, high);
            least += low;
            most += high;
        }
        if least > self.size || most < self.size {
            return false;
        }
        for (bit, (low, high)) in counts[..digits].iter().enumerate().filter(|(bit, _)| shared >> bit & 1 == 1) {
            let low = (*low).max(self.size - (most - high).min(self.size));
            let high = (*high).min(self.size - (least - counts[bit].0));
            if low > high || !self.sets.iter().all(|set| self.narrow_set(set, 1 << bit, (low, high), values)) {
                return false;
            }
        }
        true
    }

    /// Narrows a set that has a digit at least `low` and at most `high` times.
    fn narrow_set(&self, set: &Alike, digit: Mask, (low, high): (usize, usize), values: &mut Values) -> bool {
        let known = set.cells.iter().filter(|cell| values.of(**cell) == digit).count();
        if known > high {
            return false;
        }
        if known == high {
            return set.cells.iter().all(|cell| values.of(*cell) == digit || values.keep(*cell, !digit));
        }
        for way in &set.ways {
            let possible = possible(way, digit, values);
            let is_possible = possible > low
                || possible == low && way.iter().all(|clique| values.must_have(clique, digit, &self.differs));
            if !is_possible {
                return false;
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;
    use crate::variant::engine::dive::bounds::tests::{assert_kept, random_masks_of};
    use crate::variant::model::CellPairs;

    #[test]
    fn what_both_sets_have_stays() {
        let mut random = Random::new(8, 0);
        let mut kinds = [0; 3];
        for _ in 0..2000 {
            let (size, count) = [(2, 2), (3, 2), (2, 3)][random.below(3)];
            let masks = random_masks_of(&mut random, size * count, 4);
            let cells: Vec<u32> = (0..masks.len() as u32).collect();
            // The last two cells of each set may be required to differ.
            let mut differs = CellPairs::none(masks.len());
            let sets: Vec<Alike> = cells
                .chunks(size)
                .map(|cells| {
                    let alone = cells[..size - 2].iter().map(|cell| [*cell].into());
                    let [one, other] = [cells[size - 2], cells[size - 1]];
                    let last: Way = if random.below(2) == 0 {
                        differs.add(one as usize, other as usize);
                        vec![[one, other].into()]
                    } else {
                        vec![[one].into(), [other].into()]
                    };
                    Alike { cells: cells.into(), ways: vec![alone.chain(last).collect()] }
                })
                .collect();
            let holds = |chosen: &[u32]| {
                let sorted = |cells: &[u32]| {
                    let mut sorted = cells.to_vec();
                    sorted.sort_unstable();
                    sorted
                };
                let can_be = |one: usize, other: usize| !differs.contains(one, other) || chosen[one] != chosen[other];
                let is_first = |set: &[u32]| sorted(set) == sorted(&chosen[..size]);
                chosen.chunks(size).all(is_first)
                    && (0..chosen.len()).all(|one| (0..one).all(|other| can_be(one, other)))
            };
            let same = Same { sets, size, differs: Arc::new(differs.clone()) };
            kinds[assert_kept(&masks, holds, |values| same.narrow(values)).0] += 1;
        }
        assert!(kinds.iter().all(|count| *count > 100), "{kinds:?}");
    }
}
