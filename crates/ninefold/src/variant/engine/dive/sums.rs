//! Sums, in which cells that differ are taken together.

use super::super::super::model::Mask;
use super::super::layered::Layered;
use super::cages::Cage;
use super::values::Values;

/// Cells of a sum that differ and have the same factor.
#[derive(Clone, Debug)]
pub(super) struct Part {
    pub(super) cage: Cage,
    /// Per set of the cage: its sum of bits above the least.
    pub(super) sums: Box<[u8]>,
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
        for part in &self.parts {
            let sums = part.cage.possible(values).fold(0, |sums: Mask, set| sums | 1 << part.sums[set]);
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
                Some(part) => part.cage.narrow(values, |set| mask >> part.sums[set] & 1 == 1),
                None => values.keep(self.others[place - self.parts.len()], *mask),
            };
            if !is_possible {
                return false;
            }
        }
        true
    }
}
