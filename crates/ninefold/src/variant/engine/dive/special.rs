//! How often a digit appears, what is between the lowest and the highest digit, and the ranks of lines.

use super::super::super::model::{CellPairs, Mask};
use super::cliques::Way;
use super::values::{Values, is_single};
use std::sync::Arc;

/// Limits how many of the cells have a digit: bit n of `counts` is set if n of them may.
#[derive(Clone, Debug)]
pub(super) struct Count {
    /// One or more ways to split the cells into cliques; each limits how often the digit can appear.
    pub(super) ways: Vec<Way>,
    pub(super) digit: Mask,
    pub(super) counts: Mask,
    /// Whether any cell has it, as a variable with two values.
    pub(super) flag: Option<u32>,
    pub(super) differs: Arc<CellPairs>,
}

impl Count {
    pub(super) fn cells(&self) -> impl Iterator<Item = u32> + '_ {
        self.ways[0].iter().flat_map(|clique| clique.iter().copied())
    }

    pub(super) fn narrow(&self, values: &mut Values) -> bool {
        let known = self.cells().filter(|cell| values.of(*cell) == self.digit).count();
        let possible = self.ways.iter().map(|way| possible(way, self.digit, values)).min().unwrap_or(0);
        let mut counts = self.counts & (Mask::MAX << known.min(63)) & (Mask::MAX >> (63 - possible.min(63)));
        if let Some(flag) = self.flag {
            let is = values.of(flag);
            counts &= if is & 1 != 0 { Mask::MAX } else { !1 };
            counts &= if is & 2 != 0 { Mask::MAX } else { 1 };
            let left = Mask::from(counts & 1 != 0) | Mask::from(counts & !1 != 0) << 1;
            if !values.keep(flag, left) {
                return false;
            }
        }
        if counts == 0 {
            return false;
        }
        let (least, most) = (counts.trailing_zeros() as usize, 63 - counts.leading_zeros() as usize);
        if most == known {
            return self.cells().all(|cell| values.of(cell) == self.digit || values.keep(cell, !self.digit));
        }
        if possible > least {
            return true;
        }
        let is_tight = |way: &&Way| self::possible(way, self.digit, values) == least;
        let tight: Vec<&Way> = self.ways.iter().filter(is_tight).collect();
        tight.into_iter().flatten().all(|clique| values.must_have(clique, self.digit, &self.differs))
    }
}

/// The number of cliques in which a digit is possible.
pub(super) fn possible(way: &Way, digit: Mask, values: &Values) -> usize {
    let can = |cell: &u32| values.of(*cell) & digit != 0;
    way.iter().filter(|clique| clique.iter().any(can)).count()
}

/// Cells that differ, with a given sum of the cells between the lowest and the highest digit.
#[derive(Clone, Debug)]
pub(super) struct Filling {
    pub(super) cells: Box<[u32]>,
    /// If the cells have all digits: the lowest and the highest of all, which the ends then are.
    pub(super) ends: Option<[Mask; 2]>,
    /// For each number of cells between the ends: the sets of digits that these cells can have.
    pub(super) sets: Vec<Vec<Mask>>,
}

impl Filling {
    pub(super) fn narrow(&self, values: &mut Values, left: &mut Vec<Mask>) -> bool {
        let count = self.cells.len();
        left.clear();
        left.resize(count, 0);
        for low in 0..count {
            for high in (0..count).filter(|high| *high != low) {
                self.try_ends(low, high, values, left);
            }
        }
        self.cells.iter().zip(left.iter()).all(|(cell, left)| values.keep(*cell, *left))
    }

    /// Adds the values that cells can have if the lowest and the highest digit are at these places.
    fn try_ends(&self, low: usize, high: usize, values: &Values, left: &mut [Mask]) {
        let of = |place: usize| values.of(self.cells[place]);
        let [lows, highs] = match self.ends {
            Some([lowest, highest]) => [of(low) & lowest, of(high) & highest],
            None => [of(low), of(high)],
        };
        if lows == 0 || highs == 0 {
            return;
        }
        let (first, last) = (low.min(high), low.max(high));
        let is_inside = |place: usize| first < place && place < last;
        let (mut known_inside, mut inside, mut known_outside, mut outside) = (0, 0, 0, 0);
        for place in (0..self.cells.len()).filter(|place| *place != low && *place != high) {
            let mask = of(place);
            let known = if is_single(mask) { mask } else { 0 };
            if is_inside(place) {
                known_inside |= known;
                inside |= mask;
            } else {
                known_outside |= known;
                outside |= mask;
            }
        }
        let rest = self.cells.len() - 2 - (last - first - 1);
        for set in &self.sets[last - first - 1] {
            if known_inside & !set != 0 || set & !inside != 0 || known_outside & set != 0 {
                continue;
            }
            // The ends are lower and higher than all digits between them and all known digits outside.
            let within = set | known_outside;
            let below = if within == 0 { Mask::MAX } else { (within & within.wrapping_neg()) - 1 };
            let above = if within == 0 { Mask::MAX } else { !(Mask::MAX >> within.leading_zeros()) };
            let above = if within >> 63 == 1 { 0 } else { above };
            let (lows, highs) = (lows & below & !set, highs & above & !set);
            if lows == 0 || highs == 0 {
                continue;
            }
            let lowest = lows & lows.wrapping_neg();
            let highest = 1 << (63 - highs.leading_zeros());
            if lowest >= highest {
                continue;
            }
            let between = (highest - 1) & !(lowest | (lowest - 1)) & !set;
            if ((between & outside).count_ones() as usize) < rest || known_outside & !between != 0 {
                continue;
            }
            let fits = |place: usize| {
                place == low || place == high || of(place) & if is_inside(place) { *set } else { between } != 0
            };
            if !(0..self.cells.len()).all(fits) {
                continue;
            }
            left[low] |= lows & (highest - 1);
            left[high] |= highs & !(lowest | (lowest - 1));
            for place in (0..self.cells.len()).filter(|place| *place != low && *place != high) {
                left[place] |= of(place) & if is_inside(place) { *set } else { between };
            }
        }
    }
}

/// This many of the lines are lower than the clue's own line, read as numbers; none is equal to it.
#[derive(Clone, Debug)]
pub(super) struct Rank {
    /// All cells, in ascending order; and those of the own line, in the order of reading.
    pub(super) cells: Box<[u32]>,
    pub(super) own: Box<[u32]>,
    /// The other lines, each with whether it is lower, if that follows from another clue.
    pub(super) lines: Vec<(Box<[u32]>, Option<bool>)>,
    pub(super) lower: usize,
    /// The digit that the own line begins with; only lines that also begin with it count as lower.
    pub(super) first: Option<Mask>,
    /// The cells of each line differ: a digit that two lines share at a place is not in either of them later.
    pub(super) differ: bool,
    /// Space for the possible orders of each line.
    pub(super) orders: Vec<Orders>,
}

/// Whether a line can be lower than another, and whether it can be higher.
pub(super) type Orders = (bool, bool);

/// The least and the greatest value of a mask, as bits.
fn ends(mask: Mask) -> (u32, u32) {
    (mask.trailing_zeros(), 63 - mask.leading_zeros().min(63))
}

impl Rank {
    pub(super) fn narrow(&mut self, values: &mut Values) -> bool {
        let (mut lower, mut open) = (0, 0);
        let mut orders = std::mem::take(&mut self.orders);
        orders.clear();
        orders.extend(self.lines.iter().map(|(line, known)| self.possible(line, *known, values)));
        for order in &orders {
            match order {
                (true, true) => open += 1,
                (true, false) => lower += 1,
                _ => {}
            }
        }
        // All open lines are decided in the same way, or none is.
        let all = match (lower == self.lower, lower + open == self.lower) {
            (true, _) => Some(false),
            (_, true) => Some(true),
            _ => None,
        };
        let put = |((line, _), order): (&(Box<[u32]>, Option<bool>), &Orders)| match (order, all) {
            ((true, true), None) => true,
            ((true, true), Some(is_lower)) => self.put(line, is_lower, values),
            ((false, false), _) => false,
            ((is_lower, _), _) => self.put(line, *is_lower, values),
        };
        let is_possible = (lower..=lower + open).contains(&self.lower) && self.lines.iter().zip(&orders).all(put);
        self.orders = orders;
        is_possible
    }

    /// Whether a line can count as lower than the own one, and whether it can count as not lower.
    fn possible(&self, line: &[u32], known: Option<bool>, values: &Values) -> Orders {
        let (lower, not_lower) = match self.first {
            Some(first) => {
                let begins = values.of(line[0]);
                if begins & first == 0 {
                    (false, true)
                } else {
                    let (lower, higher) = self.orders(1, line, values);
                    (lower, begins & !first != 0 || higher)
                }
            }
            None => self.orders(0, line, values),
        };
        known.map_or((lower, not_lower), |known| (lower && known, not_lower && !known))
    }

    /// How a line can compare with the own one, given that they are the same before a place.
    fn orders(&self, from: usize, line: &[u32], values: &Values) -> Orders {
        let (mut lower, mut higher) = (false, false);
        let mut gone = self.shared(from, line, values);
        for (own, other) in self.own.iter().zip(line).skip(from) {
            let (own, other) = (values.of(*own) & !gone, values.of(*other) & !gone);
            let ((least, most), (other_least, other_most)) = (ends(own), ends(other));
            lower |= other_least < most;
            higher |= other_most > least;
            if own & other == 0 || lower && higher {
                return (lower, higher);
            }
            // If the lines are not yet ordered, they are equal here; only one common digit is left.
            gone |= if self.differ { own & other } else { 0 };
        }
        (lower | (line.len() < self.own.len()), higher | (line.len() > self.own.len()))
    }

    /// The known digits of two lines that are the same before a place; if cells differ, neither has them again from there on.
    fn shared(&self, from: usize, line: &[u32], values: &Values) -> Mask {
        let both = |(own, other): (&u32, &u32)| values.of(*own) & values.of(*other);
        let known = self.own.iter().zip(line).take(if self.differ { from } else { 0 }).map(both);
        known.filter(|both| is_single(*both)).fold(0, |all, both| all | both)
    }

    /// Makes the line count as lower, or not: narrows the first cells that may decide this.
    fn put(&self, line: &[u32], is_lower: bool, values: &mut Values) -> bool {
        let mut from = 0;
        if let Some(first) = self.first {
            if is_lower {
                if !values.keep(line[0], first) {
                    return false;
                }
            } else if values.of(line[0]) & first == 0 {
                return true;
            } else if values.of(line[0]) != first {
                // It may begin with another digit; if it could not be higher otherwise, it must.
                return self.orders(1, line, values).1 || values.keep(line[0], !first);
            }
            from = 1;
        }
        for place in from..self.own.len().min(line.len()) {
            let (one, other) = match is_lower {
                true => (line[place], self.own[place]),
                false => (self.own[place], line[place]),
            };
            // The first is lower than the second, or equal if later cells can still decide.
            let (lower, higher) = self.orders(place + 1, line, values);
            let may_be_same = if is_lower { lower } else { higher };
            let (most, least) = (ends(values.of(other)).1, ends(values.of(one)).0);
            let below = Mask::MAX >> (63 - most);
            let above = Mask::MAX << least;
            let (below, above) = if may_be_same { (below, above) } else { (below >> 1, above << 1) };
            if !values.keep(one, below) || !values.keep(other, above) {
                return false;
            }
            if !is_single(values.of(one)) || values.of(one) != values.of(other) {
                return true;
            }
        }
        true
    }
}

/// For each number of cells between the ends: the sets of digits with this sum.
pub(super) fn fillings(digits: Mask, lowest: i64, cells: usize, sum: i64) -> Vec<Vec<Mask>> {
    let mut sets = vec![Vec::new(); cells.saturating_sub(1)];
    let mut sums = vec![0; digits as usize + 1];
    for set in 0..=digits {
        let rest = set & set.wrapping_sub(1);
        if set != 0 {
            sums[set as usize] = sums[rest as usize] + lowest + i64::from(set.trailing_zeros());
        }
        let count = set.count_ones() as usize;
        if sums[set as usize] == sum && count < sets.len() {
            sets[count].push(set);
        }
    }
    sets
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;
    use crate::variant::engine::dive::bounds::tests::{assert_kept, random_masks_of};

    #[test]
    fn no_order_of_lines_is_lost() {
        let mut random = Random::new(9, 0);
        let mut kinds = [0; 3];
        for turn in 0..1500 {
            let count = 6 + 3 * random.below(2);
            let masks = random_masks_of(&mut random, count, 4);
            let differ = turn % 2 == 0;
            let cells: Vec<u32> = (0..masks.len() as u32).collect();
            let lines: Vec<(Box<[u32]>, Option<bool>)> = cells[3..]
                .chunks(3)
                .map(|line| (line.into(), [None, None, Some(false), Some(true)][random.below(4)]))
                .collect();
            let first = [None, Some(1 << random.below(4))][random.below(2)];
            let lower = random.below(lines.len() + 1);
            let own: Box<[u32]> = cells[..3].into();
            let mut rank = Rank { cells: cells.clone().into(), own, lines, lower, first, differ, orders: Vec::new() };
            let known: Vec<Option<bool>> = rank.lines.iter().map(|(_, known)| *known).collect();
            let holds = |chosen: &[u32]| {
                let (own, others) = chosen.split_at(3);
                let is_lower = |line: &[u32]| line < own && first.is_none_or(|first| 1 << line[0] == first);
                let lines = || others.chunks(3);
                let has_twice = |line: &[u32]| line[0] == line[1] || line[0] == line[2] || line[1] == line[2];
                first.is_none_or(|first| 1 << own[0] == first)
                    && lines().all(|line| line != own)
                    && !(differ && chosen.chunks(3).any(has_twice))
                    && lines().zip(&known).all(|(line, known)| known.is_none_or(|known| known == is_lower(line)))
                    && lines().filter(|line| is_lower(line)).count() == lower
            };
            // What the own line begins with is a separate rule of the model.
            if first.is_none_or(|first| masks[0] == first) {
                kinds[assert_kept(&masks, holds, |values| rank.narrow(values)).0] += 1;
            }
        }
        assert!(kinds.iter().all(|count| *count > 30), "{kinds:?}");
    }
}
