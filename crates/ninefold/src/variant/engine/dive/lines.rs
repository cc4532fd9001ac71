//! Lines that are read from one end: skyscrapers (how many digits are seen), X-sums, and lines whose ends limit their inside.

use super::super::super::model::Mask;
use super::values::{Values, is_single};

/// This many digits of a line are higher than all before them.
///
/// ```text
///   before place i   per number seen so far: which digits can be the highest, as bits
/// ```
///
/// The digits above the lowest of these can be seen next, whichever is the highest; so each place takes a few steps for each
/// number.
#[derive(Clone, Debug)]
pub(super) struct Skyline {
    pub(super) cells: Box<[u32]>,
    pub(super) seen: usize,
    /// The cells differ from each other, so the highest of n cells is at least the n-th digit.
    pub(super) differ: bool,
    /// For each place and number seen (minus one): the highest digits that are possible after it; and those that lead to the end.
    pub(super) forward: Vec<Mask>,
    pub(super) backward: Vec<Mask>,
}

/// All bits above the lowest of a mask; none if the mask is empty.
#[inline]
fn above_lowest(mask: Mask) -> Mask {
    !(mask ^ mask.wrapping_sub(1)) & if mask == 0 { 0 } else { Mask::MAX }
}

/// All bits below the highest of a mask; none if the mask is empty.
#[inline]
fn below_highest(mask: Mask) -> Mask {
    if mask == 0 { 0 } else { (1 << (63 - mask.leading_zeros())) - 1 }
}

impl Skyline {
    pub(super) fn new(cells: Box<[u32]>, seen: usize, differ: bool) -> Skyline {
        let states = vec![0; cells.len() * seen];
        Skyline { cells, seen, differ, forward: states.clone(), backward: states }
    }

    pub(super) fn narrow(&mut self, values: &mut Values) -> bool {
        let (count, seen) = (self.cells.len(), self.seen);
        // The highest of this many different cells is not lower than this; unless cells differ, a hidden digit may be equal.
        let high = |place: usize| if self.differ { Mask::MAX << place } else { Mask::MAX };
        let or_same = |mask: Mask| if self.differ { mask } else { mask << 1 };
        self.forward[..seen].fill(0);
        self.forward[0] = values.of(self.cells[0]);
        for place in 1..count {
            let mask = values.of(self.cells[place]);
            let (before, after) = self.forward.split_at_mut(place * seen);
            let (before, after) = (&before[(place - 1) * seen..], &mut after[..seen]);
            let hides = Mask::MAX << mask.trailing_zeros()
                & if self.differ { !(mask & mask.wrapping_neg()) } else { Mask::MAX };
            for number in 0..seen {
                let rises = if number > 0 { mask & above_lowest(before[number - 1]) } else { 0 };
                after[number] = (before[number] & hides | rises) & high(place);
            }
        }
        self.backward.fill(0);
        let last = count * seen - 1;
        self.backward[last] = self.forward[last];
        if self.backward[last] == 0 {
            return false;
        }
        for place in (1..count).rev() {
            let mask = values.of(self.cells[place]);
            let mut left = 0;
            for number in 0..seen {
                let after = self.backward[place * seen + number];
                let before = self.forward[(place - 1) * seen + number] & after;
                self.backward[(place - 1) * seen + number] |= before;
                left |= or_same(below_highest(before)) | if self.differ { 0 } else { Mask::from(before != 0) };
                if number > 0 {
                    let rises = after & mask & above_lowest(self.forward[(place - 1) * seen + number - 1]);
                    left |= rises;
                    self.backward[(place - 1) * seen + number - 1] |=
                        self.forward[(place - 1) * seen + number - 1] & below_highest(rises);
                }
            }
            if !values.keep(self.cells[place], left) {
                return false;
            }
        }
        values.keep(self.cells[0], self.backward[0])
    }
}

/// The first digit says how many cells, starting with its own, have the sum. The cells differ.
#[derive(Clone, Debug)]
pub(super) struct FirstSum {
    pub(super) cells: Box<[u32]>,
    /// Per bit of the first cell: the number of cells that it means, and the sets of digits that they can have.
    pub(super) ways: Vec<(usize, Vec<Mask>)>,
    /// All digits, if the cells have all of them.
    pub(super) all: Option<Mask>,
}

/// The digits of some cells: those known, and those possible.
#[derive(Clone, Copy, Default)]
struct Has {
    known: Mask,
    some: Mask,
}

/// The largest number of cells of such a line.
pub(super) const MOST_CELLS: usize = 16;

impl FirstSum {
    pub(super) fn narrow(&self, values: &mut Values) -> bool {
        let count = self.cells.len();
        let mut masks = [0; MOST_CELLS];
        let masks = &mut masks[..count];
        masks.iter_mut().zip(&self.cells).for_each(|(mask, cell)| *mask = values.of(*cell));
        // The digits of the cells from each place on.
        let mut rest = [Has::default(); MOST_CELLS + 1];
        for place in (0..count).rev() {
            rest[place] = with(rest[place + 1], masks[place]);
        }
        let mut left = [0; MOST_CELLS];
        for (bit, (length, sets)) in self.ways.iter().enumerate() {
            let own: Mask = 1 << bit;
            if masks[0] & own == 0 {
                continue;
            }
            let first = masks[1..*length].iter().fold(Has { known: own, some: own }, |has, mask| with(has, *mask));
            let rest = rest[*length];
            for set in sets {
                let is_left_out = first.known & !set != 0 || set & !first.some != 0 || rest.known & set != 0;
                if is_left_out || self.all.is_some_and(|all| all & !set & !rest.some != 0) {
                    continue;
                }
                let (inside, outside) = (set & !own, !set);
                let fits = masks[1..*length].iter().all(|mask| mask & inside != 0)
                    && masks[*length..].iter().all(|mask| mask & outside != 0);
                if fits {
                    left[0] |= own;
                    left[1..*length].iter_mut().for_each(|left| *left |= inside);
                    left[*length..count].iter_mut().for_each(|left| *left |= outside);
                }
            }
        }
        self.cells.iter().zip(left).all(|(cell, left)| values.keep(*cell, left))
    }
}

/// The values at the ends of a line limit its inner cells.
#[derive(Clone, Debug)]
pub(super) struct Ends {
    pub(super) ends: [u32; 2],
    pub(super) inner: Box<[u32]>,
    /// The values that the ends can have together, as bits, each with the values that the inner cells can then have.
    pub(super) ways: Box<[(Mask, Mask, Mask)]>,
}

impl Ends {
    pub(super) fn narrow(&self, values: &mut Values) -> bool {
        let [one, other] = self.ends.map(|end| values.of(end));
        let (mut first, mut second, mut left) = (0, 0, 0);
        for (x, y, allowed) in &self.ways {
            let is_possible =
                one & x != 0 && other & y != 0 && self.inner.iter().all(|cell| values.of(*cell) & allowed != 0);
            if is_possible {
                first |= x;
                second |= y;
                left |= allowed;
            }
        }
        values.keep(self.ends[0], first)
            && values.keep(self.ends[1], second)
            && self.inner.iter().all(|cell| values.keep(*cell, left))
    }
}

fn with(has: Has, mask: Mask) -> Has {
    Has { known: has.known | if is_single(mask) { mask } else { 0 }, some: has.some | mask }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;
    use crate::variant::engine::dive::bounds::tests::{assert_kept, random_masks, random_masks_of};

    fn differ(chosen: &[u32]) -> bool {
        chosen.iter().fold(0, |all: Mask, bit| all | 1 << bit).count_ones() as usize == chosen.len()
    }

    #[test]
    fn what_is_seen_stays() {
        let mut random = Random::new(6, 0);
        let mut kinds = [0; 3];
        for turn in 0..3000 {
            let masks = random_masks(&mut random, 5, 6);
            let (seen, differs) = (1 + random.below(masks.len()), turn % 2 == 0);
            let cells: Box<[u32]> = (0..masks.len() as u32).collect();
            let mut line = Skyline::new(cells, seen, differs);
            let holds = |chosen: &[u32]| {
                let is_seen = |place: &usize| chosen[..*place].iter().all(|before| *before < chosen[*place]);
                (0..chosen.len()).filter(is_seen).count() == seen && (!differs || differ(chosen))
            };
            let (kind, left) = assert_kept(&masks, holds, |values| line.narrow(values));
            kinds[kind] += 1;
            // If digits may repeat, the rule leaves nothing more than is needed.
            if let Some((left, expected)) = left.filter(|_| !differs) {
                assert_eq!(left, expected, "{line:?} of {masks:?}");
            }
        }
        assert!(kinds.iter().all(|count| *count > 200), "{kinds:?}");
    }

    #[test]
    fn what_is_between_stays() {
        let mut random = Random::new(10, 0);
        let mut kinds = [0; 3];
        for _ in 0..2000 {
            let count = 2 + random.below(4);
            let masks = random_masks_of(&mut random, count, 5);
            let pairs = (0..25).map(|pair| (pair / 5, pair % 5));
            let ways: Vec<(u32, u32, Mask)> = pairs
                .filter(|_| random.below(3) > 0)
                .map(|(one, other)| (one, other, 1 + ((7 * one + 3 * other) % 31) as Mask))
                .collect();
            let bits = |(one, other, allowed): &(u32, u32, Mask)| (1 << one, 1 << other, *allowed);
            let inner = (2..count as u32).collect();
            let line = Ends { ends: [0, 1], inner, ways: ways.iter().map(bits).collect() };
            let holds = |chosen: &[u32]| {
                let way = ways.iter().find(|(one, other, _)| [*one, *other] == chosen[..2]);
                way.is_some_and(|(.., allowed)| chosen[2..].iter().all(|bit| allowed >> bit & 1 == 1))
            };
            let (kind, left) = assert_kept(&masks, holds, |values| line.narrow(values));
            kinds[kind] += 1;
            if let Some((left, expected)) = left {
                assert_eq!(left, expected, "{line:?} of {masks:?}");
            }
        }
        assert!(kinds.iter().all(|count| *count > 100), "{kinds:?}");
    }

    #[test]
    fn what_the_first_says_stays() {
        let mut random = Random::new(7, 0);
        let mut kinds = [0; 3];
        for _ in 0..3000 {
            let masks = random_masks(&mut random, 5, 5);
            let sum = 1 + random.below(12) as i64;
            let digits: Vec<i64> = (1..=5).collect();
            let ways = (1..=5).map(|first: usize| {
                let sets = (0..32).filter(|set: &Mask| {
                    let of: Vec<i64> = digits.iter().copied().filter(|digit| set >> (digit - 1) & 1 == 1).collect();
                    of.len() == first && of.contains(&(first as i64)) && of.iter().sum::<i64>() == sum
                });
                if first <= masks.len() { (first, sets.collect()) } else { (1, Vec::new()) }
            });
            let all = (masks.len() == 5).then_some(31);
            let line = FirstSum { cells: (0..masks.len() as u32).collect(), ways: ways.collect(), all };
            let holds = |chosen: &[u32]| {
                let first = chosen.get(..=chosen[0] as usize);
                first.is_some_and(|first| first.iter().map(|bit| i64::from(*bit) + 1).sum::<i64>() == sum)
                    && differ(chosen)
            };
            kinds[assert_kept(&masks, holds, |values| line.narrow(values)).0] += 1;
        }
        assert!(kinds[0] > 200 && kinds[2] > 200, "{kinds:?}");
    }
}
