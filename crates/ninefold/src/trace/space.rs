//! The number of boards into which choices can be combined.

use crate::board::Candidates;
use std::fmt;

/// The number of boards into which some choices can be combined, however large; displayed as an exact number.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SearchSpace {
    /// How many cells have 0, 1, 2, ... choices.
    cells_with: Vec<u32>,
}

impl SearchSpace {
    /// Returns the size of the search space of these candidates.
    pub fn of(candidates: &Candidates) -> SearchSpace {
        let mut cells_with = vec![0; candidates.shape().side() + 1];
        candidates.shape().cells().for_each(|cell| cells_with[candidates.count_of(cell)] += 1);
        SearchSpace { cells_with }
    }

    /// The size of a search space whose cells have these numbers of choices.
    pub(crate) fn of_counts(counts: impl Iterator<Item = usize>) -> SearchSpace {
        let mut cells_with = vec![0];
        for count in counts {
            cells_with.resize(cells_with.len().max(count + 1), 0);
            cells_with[count] += 1;
        }
        SearchSpace { cells_with }
    }

    /// Returns the number as a product of powers: `2^3 x 4^30` for 3 cells with 2 choices and 30 with 4.
    pub fn powers(&self) -> String {
        if self.cells_with[0] > 0 {
            return "0".to_owned();
        }
        let factors = self.cells_with.iter().enumerate().skip(2).filter(|(_, cells)| **cells > 0);
        let powers: Vec<String> = factors
            .map(|(choices, cells)| if *cells == 1 { choices.to_string() } else { format!("{choices}^{cells}") })
            .collect();
        if powers.is_empty() { "1".to_owned() } else { powers.join(" x ") }
    }
}

impl fmt::Display for SearchSpace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Groups of nine decimal digits, the lowest first.
        let mut groups = vec![u64::from(self.cells_with[0] == 0)];
        for (choices, cells) in self.cells_with.iter().enumerate().skip(2) {
            for _ in 0..*cells {
                let mut carry = 0;
                for group in &mut groups {
                    carry += *group * choices as u64;
                    *group = carry % 1_000_000_000;
                    carry /= 1_000_000_000;
                }
                if carry > 0 {
                    groups.push(carry);
                }
            }
        }
        write!(f, "{}", groups[groups.len() - 1])?;
        groups.iter().rev().skip(1).try_for_each(|group| write!(f, "{group:09}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Source: D7 and E1 of the specification.
    #[test]
    fn sizes_are_exact() {
        let with = |cells: &[(usize, u32)]| {
            let mut cells_with = vec![0; 10];
            cells.iter().for_each(|(choices, cells)| cells_with[*choices] = *cells);
            SearchSpace { cells_with }
        };
        assert_eq!(with(&[(9, 40), (1, 41)]).to_string(), "147808829414345923316083210206383297601");
        assert_eq!(with(&[(3, 40)]).to_string(), "12157665459056928801");
        assert_eq!(with(&[(9, 30)]).to_string(), "42391158275216203514294433201");
        assert_eq!(with(&[(4, 30)]).to_string(), "1152921504606846976");
        assert_eq!(with(&[(2, 3), (5, 1)]).powers(), "2^3 x 5");
        assert_eq!(with(&[(1, 81)]).to_string(), "1");
        assert_eq!(with(&[(0, 1), (9, 80)]).to_string(), "0");
        assert_eq!(with(&[(0, 1), (9, 80)]).powers(), "0");
        assert_eq!(with(&[(5, 9), (2, 9)]).to_string(), "1000000000");
    }
}
