//! Sums in which cells that differ are taken together.

use super::super::super::model::{Mask, bits, numbers};
use super::super::layered::Layered;
use super::bounds::partners;
use super::cages::Cage;
use super::values::Values;

/// Cells of a sum that differ and have the same factor.
///
/// They have many sets, of which few are soon left: so the sets with each digit are kept as bits, by the sets' numbers.
#[derive(Clone, Debug)]
pub(super) struct Part {
    pub(super) cage: Cage,
    /// Per set: its sum of bits, less the smallest of all sets.
    pub(super) sums: Box<[u8]>,
    /// The digits that any set has, and for each bit up to the highest the sets with it.
    digits: Mask,
    with: Box<[u64]>,
    /// The sets that are possible if the cells have the values in `seen`, and the sums of these sets.
    possible: Box<[u64]>,
    seen: Box<[Mask]>,
    possible_sums: Mask,
    /// If nothing more follows from the values in `seen` and some sums: these sums, and the digits that all of their sets have.
    settled: Option<(Mask, Mask)>,
}

impl Part {
    /// `sums` has the sum of bits of each of the cage's sets, less the smallest.
    pub(super) fn new(cage: Cage, sums: Box<[u8]>) -> Part {
        let digits = cage.sets.iter().fold(0, |all, set| all | set);
        let words = cage.sets.len().div_ceil(64);
        let mut with = vec![0; words * (64 - digits.leading_zeros() as usize)];
        for (number, set) in cage.sets.iter().enumerate() {
            bits(*set).for_each(|bit| with[bit as usize * words + number / 64] |= 1 << (number % 64));
        }
        let seen = vec![0; cage.cells.len()].into();
        let possible = vec![0; words].into();
        Part { cage, sums, digits, with: with.into(), possible, seen, possible_sums: 0, settled: None }
    }

    /// Whether the cells still have the values for which the possible sets were found.
    fn is_as_seen(&self, values: &Values) -> bool {
        self.cage.cells.iter().zip(&self.seen).all(|(cell, seen)| values.of(*cell) == *seen)
    }

    /// The sums, one bit for each, of the sets that have all known digits and no digit that no cell can have.
    fn possible_sums(&mut self, values: &Values) -> Mask {
        if !self.is_as_seen(values) {
            self.seen.iter_mut().zip(&self.cage.cells).for_each(|(seen, cell)| *seen = values.of(*cell));
            self.settled = None;
            self.possible_sums = self.find_possible(values);
        }
        self.possible_sums
    }

    fn find_possible(&mut self, values: &Values) -> Mask {
        let Some(open) = self.cage.open(values) else { return 0 };
        if open.known & !self.digits != 0 {
            return 0;
        }
        let (words, sets) = (self.possible.len(), self.cage.sets.len());
        self.possible.fill(u64::MAX);
        if let (Some(last), 1..) = (self.possible.last_mut(), sets % 64) {
            *last = (1 << (sets % 64)) - 1;
        }
        let with = |bit: u32| &self.with[bit as usize * words..][..words];
        for bit in bits(open.known) {
            self.possible.iter_mut().zip(with(bit)).for_each(|(word, with)| *word &= with);
        }
        for bit in bits(self.digits & !open.some) {
            self.possible.iter_mut().zip(with(bit)).for_each(|(word, with)| *word &= !with);
        }
        numbers(self.possible.iter().copied()).fold(0, |sums, set| sums | 1 << self.sums[set])
    }

    /// Narrows the cells to the possible sets that have one of these sums.
    fn narrow(&mut self, sums: Mask, values: &mut Values) -> bool {
        let is_as_seen = self.is_as_seen(values);
        let all = match self.settled.filter(|(known, _)| is_as_seen && *known == sums) {
            Some((_, all)) => all,
            None => {
                let Some(open) = self.cage.open(values) else { return false };
                let has_sum = |set: &usize| sums >> self.sums[*set] & 1 == 1;
                let sets = numbers(self.possible.iter().copied()).filter(has_sum).map(|set| self.cage.sets[set]);
                let Some(all) = self.cage.narrow_cells(&open, sets, values) else { return false };
                let all = all & !open.known;
                self.settled = self.is_as_seen(values).then_some((sums, all));
                all
            }
        };
        self.cage.beside.exclude(&self.cage.cells, all, values)
    }
}

/// A sum of the totals of parts and of further variables.
#[derive(Clone, Debug)]
pub(super) struct PartedSum {
    pub(super) parts: Vec<Part>,
    pub(super) others: Box<[u32]>,
    /// The sum of the parts' totals and the others. Its variables are places in `scratch`, in an order of its own.
    pub(super) total: Layered,
    pub(super) scratch: Vec<Mask>,
    pub(super) ordered: Vec<Mask>,
    /// The factors of the places and their total, if there are two or three places, all with factors of 1 or -1.
    pub(super) few: Option<(Vec<i64>, i64)>,
}

impl PartedSum {
    #[inline(never)]
    pub(super) fn narrow(&mut self, values: &mut Values) -> bool {
        self.scratch.clear();
        for part in &mut self.parts {
            let sums = part.possible_sums(values);
            if sums == 0 {
                return false;
            }
            self.scratch.push(sums);
        }
        self.scratch.extend(self.others.iter().map(|variable| values.of(*variable)));
        if !self.narrow_total() {
            return false;
        }
        for place in 0..self.scratch.len() {
            let mask = self.scratch[place];
            let is_possible = match self.parts.get_mut(place) {
                Some(part) => part.narrow(mask, values),
                None => values.keep(self.others[place - self.parts.len()], mask),
            };
            if !is_possible {
                return false;
            }
        }
        true
    }

    /// Narrows the sums of the parts and the other variables to values that make the total.
    fn narrow_total(&mut self) -> bool {
        match (&self.few, &mut self.scratch[..]) {
            (Some((factors, total)), [one, other]) => {
                [*one, *other] = two([factors[0], factors[1]], [*one, *other], *total);
                *one != 0
            }
            (Some((factors, total)), [first, one, other]) => {
                let mut left = [0; 3];
                for bit in bits(*first) {
                    let rest = total - factors[0] * i64::from(bit);
                    let [second, third] = two([factors[1], factors[2]], [*one, *other], rest);
                    if second != 0 {
                        left[0] |= 1 << bit;
                        left[1] |= second;
                        left[2] |= third;
                    }
                }
                [*first, *one, *other] = left;
                *first != 0
            }
            _ => {
                self.ordered.clear();
                self.ordered.extend(self.total.variables().iter().map(|place| self.scratch[*place as usize]));
                let is_possible = self.total.narrow(&mut self.ordered);
                let places = self.total.variables().iter().zip(&self.ordered);
                places.for_each(|(place, mask)| self.scratch[*place as usize] = *mask);
                is_possible
            }
        }
    }
}

/// The values with which two terms with factors of 1 or -1 can make the total: both masks are empty, or neither.
#[inline]
fn two([a, b]: [i64; 2], [one, other]: [Mask; 2], total: i64) -> [Mask; 2] {
    let first = one & partners(other, total * a, a != b);
    [first, other & partners(first, total * b, a != b)]
}
