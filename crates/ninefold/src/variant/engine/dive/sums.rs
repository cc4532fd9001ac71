//! Sums, in which cells that differ are taken together.

use super::super::super::model::{Mask, bits, numbers};
use super::super::layered::Layered;
use super::cages::Cage;
use super::values::Values;

/// Cells of a sum that differ and have the same factor.
///
/// They have many sets, of which few are left soon: so which sets have a digit is kept as bits, by their numbers.
#[derive(Clone, Debug)]
pub(super) struct Part {
    pub(super) cage: Cage,
    /// Per set: its sum of bits above the least.
    pub(super) sums: Box<[u8]>,
    /// The digits that sets have, and for each bit up to the highest the sets with it.
    digits: Mask,
    with: Box<[u64]>,
    /// The sets that are possible.
    possible: Box<[u64]>,
}

impl Part {
    /// `sums` are the sums of the cage's sets, of bits above the least.
    pub(super) fn new(cage: Cage, sums: Box<[u8]>) -> Part {
        let digits = cage.sets.iter().fold(0, |all, set| all | set);
        let words = cage.sets.len().div_ceil(64);
        let mut with = vec![0; words * (64 - digits.leading_zeros() as usize)];
        for (number, set) in cage.sets.iter().enumerate() {
            bits(*set).for_each(|bit| with[bit as usize * words + number / 64] |= 1 << (number % 64));
        }
        Part { cage, sums, digits, with: with.into(), possible: vec![0; words].into() }
    }

    /// The sums, one bit for each, of the sets that have all digits that are known, and none that no cell can have.
    fn possible_sums(&mut self, values: &Values) -> Mask {
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

    /// Narrows the cells to those of the possible sets that have one of these sums.
    fn narrow(&self, sums: Mask, values: &mut Values) -> bool {
        let Some(open) = self.cage.open(values) else { return false };
        let has_sum = |set: &usize| sums >> self.sums[*set] & 1 == 1;
        let sets = numbers(self.possible.iter().copied()).filter(has_sum).map(|set| self.cage.sets[set]);
        self.cage.narrow_to(&open, sets, values)
    }
}

/// A sum of the totals of parts and of further variables.
#[derive(Clone, Debug)]
pub(super) struct PartedSum {
    pub(super) parts: Vec<Part>,
    pub(super) others: Box<[u32]>,
    /// The sum of the parts' totals, then the others, in the order of `variables`: its variables are numbers of places.
    pub(super) total: Layered,
    pub(super) scratch: Vec<Mask>,
    pub(super) ordered: Vec<Mask>,
}

impl PartedSum {
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
        self.ordered.clear();
        self.ordered.extend(self.total.variables().iter().map(|place| self.scratch[*place as usize]));
        if !self.total.narrow(&mut self.ordered) {
            return false;
        }
        for (place, mask) in self.total.variables().iter().zip(&self.ordered) {
            let place = *place as usize;
            let is_possible = match self.parts.get(place) {
                Some(part) => part.narrow(*mask, values),
                None => values.keep(self.others[place - self.parts.len()], *mask),
            };
            if !is_possible {
                return false;
            }
        }
        true
    }
}
