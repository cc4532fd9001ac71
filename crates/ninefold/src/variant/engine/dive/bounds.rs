//! Sums by their bounds, and exactly if few cells are open.
//!
//! Cells that differ are taken together: their least sum is that of different digits. Cells take, in any order, the lowest
//! digit still free to them; the resulting set does not depend on the order. Having another digit raises the sum by at least
//! its distance from the next lower digit of this set.

use super::super::super::model::{Mask, bits};
use super::beside::Beside;
use super::houses::hold_each;
use super::values::{Values, is_single};

/// Cells that differ from each other and have the same factor.
#[derive(Clone, Debug)]
pub(super) struct Alike {
    pub(super) cells: Box<[u32]>,
    pub(super) factor: i64,
    pub(super) beside: Beside,
}

/// A sum of factors times variables with a total, counted in bits.
#[derive(Clone, Debug)]
pub(super) struct Bounded {
    pub(super) parts: Box<[Alike]>,
    pub(super) total: i64,
    /// Whether each factor is 1 or -1.
    pub(super) is_plain: bool,
}

/// A variable with several values left.
#[derive(Clone, Copy, Default)]
struct Open {
    cell: u32,
    part: u32,
    factor: i64,
    mask: Mask,
}

/// The largest number of parts of a sum.
pub(super) const MOST_PARTS: usize = 16;

/// If the sum may be this far above the least and below the greatest, next to nothing follows for the digits of a part.
const MOST_SLACK: i64 = 16;

#[inline]
fn lowest(mask: Mask) -> i64 {
    i64::from(mask.trailing_zeros())
}

#[inline]
fn highest(mask: Mask) -> i64 {
    i64::from((mask | 1).ilog2())
}

/// The bits x with x + y = sum, or x - y = sum, for some y in the mask.
#[inline]
pub(super) fn partners(mask: Mask, sum: i64, is_difference: bool) -> Mask {
    let shift = |mask: Mask, by: i64| match by {
        0..64 => mask << by,
        -63..0 => mask >> -by,
        _ => 0,
    };
    if is_difference { shift(mask, sum) } else { shift(mask.reverse_bits(), sum - 63) }
}

impl Alike {
    /// How far a cell may be above its lowest digit and below its highest, if the sum may be `above` over the least and `below`
    /// under the greatest.
    #[inline]
    fn slack(&self, above: i64, below: i64) -> (i64, i64) {
        match self.factor {
            // Division takes longer than everything else.
            1 => (above, below),
            -1 => (below, above),
            factor @ 1.. => (above / factor, below / factor),
            factor => (below / -factor, above / -factor),
        }
    }

    /// The digits of the cells' least sum and of their greatest, and these sums; `None` if there are too few digits.
    #[inline]
    fn extremes(&self, values: &Values) -> Option<(Extremes, i64, i64)> {
        let mut ends = Extremes::default();
        let (mut least, mut most) = (0, 0);
        for cell in &self.cells {
            let mask = values.of(*cell);
            ends.some |= mask;
            ends.known |= if is_single(mask) { mask } else { 0 };
            let free = !ends.low & Mask::MAX << lowest(mask);
            ends.low |= free & free.wrapping_neg();
            least += lowest(free);
            let free = !ends.high & Mask::MAX >> (63 - highest(mask));
            if free == 0 {
                return None;
            }
            let high = highest(free);
            ends.high |= 1 << high;
            most += high;
        }
        Some((ends, least, most))
    }

    /// Narrows the cells to digits near those of the extremes, as far as the slack allows. A digit of an extreme that no other
    /// could replace must be in one of the cells, and so not in cells that differ from all of its places.
    fn narrow(&self, ends: &Extremes, (up, down): (i64, i64), values: &mut Values) -> bool {
        if ends.low == ends.high || up.min(down) >= MOST_SLACK {
            return true;
        }
        let allowed = rising(ends.low, up) & falling(ends.high, down);
        if ends.some & !allowed != 0 && !self.cells.iter().all(|cell| values.keep(*cell, allowed)) {
            return false;
        }
        if self.cells.len() < 2 {
            return true;
        }
        let some = ends.some & allowed;
        let replaced_below = if up > 0 { falling((some & !ends.low) >> 1, up - 1) } else { 0 };
        let replaced_above = if down > 0 { rising((some & !ends.high) << 1, down - 1) } else { 0 };
        let needed = (ends.low & !replaced_below | ends.high & !replaced_above) & !ends.known;
        needed == 0 || hold_each(&self.cells, needed, values) && self.beside.exclude(&self.cells, needed, values)
    }
}

/// The digits of a part: those of its least sum, those of its greatest, those that any cell can have, and those of known
/// cells.
#[derive(Clone, Copy, Debug, Default)]
struct Extremes {
    low: Mask,
    high: Mask,
    some: Mask,
    known: Mask,
}

/// The bits of a mask, and for each the next `by` bits above it.
#[inline]
fn rising(mask: Mask, by: i64) -> Mask {
    spread(mask, by, |mask, by| mask << by)
}

/// The bits of a mask, and for each the next `by` bits below it.
#[inline]
fn falling(mask: Mask, by: i64) -> Mask {
    spread(mask, by, |mask, by| mask >> by)
}

#[inline]
fn spread(mut mask: Mask, by: i64, shift: impl Fn(Mask, i64) -> Mask) -> Mask {
    let (mut left, mut step) = (by.min(63), 1);
    while left > 0 {
        let now = step.min(left);
        mask |= shift(mask, now);
        left -= now;
        step *= 2;
    }
    mask
}

impl Bounded {
    pub(super) fn cells(&self) -> impl Iterator<Item = u32> + '_ {
        self.parts.iter().flat_map(|part| part.cells.iter().copied())
    }

    #[inline(never)]
    pub(super) fn narrow(&self, values: &mut Values) -> bool {
        let (mut least, mut most, mut rest) = (0, 0, self.total);
        let mut open = [Open::default(); 3];
        let (mut count, mut widest) = (0, 0);
        for (part, Alike { cells, factor, .. }) in self.parts.iter().enumerate() {
            let (mut lows, mut highs, mut known) = (0, 0, 0);
            for cell in cells {
                let mask = values.of(*cell);
                let (low, high) = (lowest(mask), highest(mask));
                lows += low;
                highs += high;
                if low == high {
                    known += low;
                } else {
                    if count < 3 {
                        open[count] = Open { cell: *cell, part: part as u32, factor: *factor, mask };
                    }
                    count += 1;
                    widest = widest.max(factor.abs() * (high - low));
                }
            }
            rest -= factor * known;
            let (lows, highs) = (factor * lows, factor * highs);
            least += lows.min(highs);
            most += lows.max(highs);
        }
        let (above, below) = (self.total - least, most - self.total);
        if above < 0 || below < 0 {
            return false;
        }
        match count {
            0 => true,
            1 => Bounded::narrow_one(open[0], rest, values),
            2 if self.is_plain => Bounded::narrow_two([open[0], open[1]], rest, values),
            3 if self.is_plain => Bounded::narrow_three(open, rest, values),
            _ => (widest <= above.min(below) || self.narrow_each(above, below, values)) && self.narrow_parts(values),
        }
    }

    fn narrow_one(open: Open, rest: i64, values: &mut Values) -> bool {
        let bit = rest / open.factor;
        bit * open.factor == rest && (0..64).contains(&bit) && values.keep(open.cell, 1 << bit)
    }

    fn narrow_two(open: [Open; 2], rest: i64, values: &mut Values) -> bool {
        let [one, other] = Bounded::two(open, rest);
        values.keep(open[0].cell, one) && values.keep(open[1].cell, other)
    }

    /// The values that two variables with factors of 1 or -1 can have.
    #[inline]
    fn two([one, other]: [Open; 2], rest: i64) -> [Mask; 2] {
        let mut first = one.mask & partners(other.mask, rest * one.factor, one.factor != other.factor);
        let mut second = other.mask & partners(first, rest * other.factor, one.factor != other.factor);
        if one.part == other.part && rest * one.factor % 2 == 0 {
            let half = rest * one.factor / 2;
            if (0..64).contains(&half) {
                first &= !(1 << half);
                second &= !(1 << half);
            }
        }
        [first, second]
    }

    fn narrow_three(open: [Open; 3], rest: i64, values: &mut Values) -> bool {
        let mut left = [0; 3];
        for bit in bits(open[0].mask) {
            let without = |other: Open| {
                let gone = if other.part == open[0].part { 1 << bit } else { 0 };
                Open { mask: other.mask & !gone, ..other }
            };
            let [one, other] =
                Bounded::two([without(open[1]), without(open[2])], rest - open[0].factor * i64::from(bit));
            if one != 0 && other != 0 {
                left[0] |= 1 << bit;
                left[1] |= one;
                left[2] |= other;
            }
        }
        (0..3).all(|i| values.keep(open[i].cell, left[i]))
    }

    /// Narrows each variable by what the others leave, given how far the total is above the least sum and below the greatest.
    fn narrow_each(&self, above: i64, below: i64, values: &mut Values) -> bool {
        self.parts.iter().all(|part| {
            let (up, down) = part.slack(above, below);
            part.cells.iter().all(|cell| {
                let mask = values.of(*cell);
                let (low, high) = (lowest(mask), highest(mask));
                let (to, from) = ((low + up).min(high), (high - down).max(low));
                values.keep(*cell, Mask::MAX >> (63 - to) & Mask::MAX << from)
            })
        })
    }

    /// The same for the sets of digits of the parts.
    fn narrow_parts(&self, values: &mut Values) -> bool {
        let mut extremes = [Extremes::default(); MOST_PARTS];
        let (mut above, mut below) = (self.total, -self.total);
        for (part, ends) in self.parts.iter().zip(&mut extremes) {
            let Some((its, least, most)) = part.extremes(values) else { return false };
            *ends = its;
            let (least, most) = (part.factor * least, part.factor * most);
            above -= least.min(most);
            below += least.max(most);
        }
        if above < 0 || below < 0 {
            return false;
        }
        self.parts.iter().zip(&extremes).all(|(part, ends)| part.narrow(ends, part.slack(above, below), values))
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::random::Random;

    /// What a rule leaves of each variable, and the values that occur in a solution.
    type LeftAndNeeded = (Vec<Mask>, Vec<Mask>);

    /// Random masks for up to `most` variables, each with up to this many values.
    pub(in super::super) fn random_masks(random: &mut Random, most: usize, values: usize) -> Vec<Mask> {
        let count = 1 + random.below(most);
        random_masks_of(random, count, values)
    }

    pub(in super::super) fn random_masks_of(random: &mut Random, count: usize, values: usize) -> Vec<Mask> {
        (0..count).map(|_| 1 + random.below((1 << values) - 1) as Mask).collect()
    }

    /// Compares what a rule leaves with all assignments that satisfy it. Returns whether the rule, rightly, found a
    /// contradiction (0), changed nothing (1) or narrowed values (2), with the values left and the values needed.
    pub(in super::super) fn assert_kept(
        masks: &[Mask],
        holds: impl Fn(&[u32]) -> bool,
        narrow: impl FnOnce(&mut Values) -> bool,
    ) -> (usize, Option<LeftAndNeeded>) {
        fn go_through(masks: &[Mask], chosen: &mut Vec<u32>, each: &mut impl FnMut(&[u32])) {
            match masks.get(chosen.len()) {
                Some(mask) => bits(*mask).for_each(|bit| {
                    chosen.push(bit);
                    go_through(masks, chosen, each);
                    chosen.pop();
                }),
                None => each(chosen),
            }
        }
        let mut needed = vec![0; masks.len()];
        go_through(masks, &mut Vec::new(), &mut |chosen| {
            if holds(chosen) {
                needed.iter_mut().zip(chosen).for_each(|(needed, bit)| *needed |= 1 << bit);
            }
        });
        let mut values = Values::new(masks);
        let is_possible = narrow(&mut values);
        if needed[0] == 0 {
            return (usize::from(is_possible), None);
        }
        let left = values.masks().to_vec();
        assert!(is_possible, "{masks:?} refused, {needed:?} needed");
        assert!(left.iter().zip(&needed).all(|(left, needed)| needed & !left == 0), "{left:?} left, {needed:?} needed");
        (1 + usize::from(left != masks), Some((left, needed)))
    }

    /// Adds to `left` the values of each variable in all ways to make the total; those before `at` are already chosen.
    fn add_ways(sum: &Bounded, masks: &[Mask], at: usize, chosen: &mut [u32], left: &mut [Mask]) {
        if at < masks.len() {
            for bit in bits(masks[at]) {
                chosen[at] = bit;
                add_ways(sum, masks, at + 1, chosen, left);
            }
            return;
        }
        let term =
            |part: &Alike| part.factor * part.cells.iter().map(|cell| i64::from(chosen[*cell as usize])).sum::<i64>();
        let differ = |part: &Alike| {
            let of_part = part.cells.iter().fold(0, |all: Mask, cell| all | 1 << chosen[*cell as usize]);
            of_part.count_ones() as usize == part.cells.len()
        };
        if sum.parts.iter().all(differ) && sum.parts.iter().map(term).sum::<i64>() == sum.total {
            chosen.iter().zip(left).for_each(|(bit, left)| *left |= 1 << bit);
        }
    }

    #[test]
    fn no_way_to_make_the_total_is_lost() {
        let mut random = Random::new(5, 0);
        let (mut narrowed, mut refused, mut exact) = (0, 0, 0);
        for _ in 0..4000 {
            let count = 1 + random.below(5);
            let masks: Vec<Mask> = (0..count).map(|_| 1 + random.below(127) as Mask).collect();
            let mut cells: Vec<u32> = (0..count as u32).collect();
            let mut parts = Vec::new();
            while !cells.is_empty() {
                let rest = cells.split_off((1 + random.below(3)).min(cells.len()));
                let factor = [1, 1, -1, -1, 2, -3][random.below(6)];
                parts.push(Alike {
                    cells: std::mem::replace(&mut cells, rest).into(),
                    factor,
                    beside: Beside::default(),
                });
            }
            let is_plain = parts.iter().all(|part| part.factor.abs() == 1);
            let sum = Bounded { parts: parts.into(), total: random.below(25) as i64 - 8, is_plain };
            let mut expected = vec![0; masks.len()];
            add_ways(&sum, &masks, 0, &mut vec![0; masks.len()], &mut expected);
            let mut values = Values::new(&masks);
            let is_possible = sum.narrow(&mut values);
            if expected[0] == 0 {
                refused += usize::from(!is_possible);
                continue;
            }
            assert!(is_possible, "{sum:?} of {masks:?}");
            assert!(
                values.masks().iter().zip(&expected).all(|(left, needed)| needed & !left == 0),
                "{sum:?} of {masks:?}"
            );
            narrowed += usize::from(values.masks() != masks);
            // Another rule makes cells differ from known ones.
            let are_open = masks.iter().all(|mask| mask.count_ones() > 1);
            if are_open && (masks.len() == 1 || masks.len() <= 3 && is_plain) {
                assert_eq!(values.masks(), expected, "{sum:?} of {masks:?}");
                exact += 1;
            }
        }
        assert!(
            narrowed > 500 && refused > 500 && exact > 100,
            "{narrowed} narrowed, {refused} refused, {exact} exact"
        );
    }
}
