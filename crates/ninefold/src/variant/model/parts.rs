//! Where houses cross: whether a part of a house has a digit.
//!
//! ```text
//!   row   | a a a | b b b | c c c |     a 5 is in one of its parts a, b, c;
//!   box   | a a a |                     in a box likewise: what is learned of a is used by both
//!         | . . . |
//! ```

use super::{Group, Model, Statement};

impl Model {
    /// Adds flags for the parts of houses in others, and in cages.
    pub(super) fn derive_parts(&mut self, families: &[Vec<Vec<usize>>; 3]) {
        let cages: Vec<Vec<usize>> = self.cages.iter().map(|(cells, _)| cells.clone()).collect();
        for (family, houses) in families.iter().enumerate() {
            for house in houses {
                for (_, others) in families.iter().enumerate().filter(|(other, _)| *other != family) {
                    self.divide(house, others);
                }
                let inside = |cage: &&Vec<usize>| cage.iter().all(|cell| house.contains(cell));
                let inside: Vec<Vec<usize>> = cages.iter().filter(inside).cloned().collect();
                self.divide(house, &inside);
            }
        }
    }

    /// Each digit is in one of the parts that others make of the house, or in one of the other cells.
    fn divide(&mut self, house: &[usize], others: &[Vec<usize>]) {
        let mut rest = house.to_vec();
        let mut parts = Vec::new();
        for other in others {
            let (part, left): (Vec<usize>, Vec<usize>) = rest.iter().partition(|cell| other.contains(cell));
            if part.len() > 1 {
                parts.push(part);
                rest = left;
            }
        }
        if parts.is_empty() || parts[0].len() == house.len() {
            return;
        }
        for bit in 0..self.digits as u8 {
            let single = |cell: &usize| Statement { variable: *cell as u32, bit, is: true };
            let singles: Vec<Statement> = rest.iter().map(single).collect();
            let members = parts.iter().filter_map(|part| self.has(part, bit)).chain(singles).collect();
            self.groups.push(Group { members, at_least: true, at_most: true });
        }
    }
}
