//! Counting, for the checker: cells of a house that together have only as many digits as there are cells.
//!
//! ```text
//!   {1 3} {1 3 5} {3 5}  .        three cells, three digits: each digit is in one of the cells. Of {1 3} and {1 3 5}
//!                                 5 is in the second; two cells left with one digit are a contradiction.
//! ```
//!
//! A search would find the same by trying every arrangement of the digits, which takes long where large sets of cells
//! follow from each other. Here the cells are matched to digits (Kuhn's algorithm). If this is impossible, the premises
//! contradict each other. If it would be impossible without some digit, the cells that compete for the others must have
//! this digit (Hall's theorem): a strong link that the premises imply.

use std::collections::HashMap;

/// Cells of a house that must have a digit, and digits that the house has at most once. Candidates are given by numbers.
#[derive(Debug, Default)]
pub(super) struct HouseGroup {
    /// The candidates of each cell.
    pub(super) cells: Vec<Vec<usize>>,
    /// For each candidate of the house, its digit, numbered from 0.
    pub(super) digits: HashMap<usize, usize>,
    /// The number of digits.
    pub(super) count: usize,
}

/// The cells have too few digits.
#[derive(Debug)]
pub(super) struct TooFew;

impl HouseGroup {
    /// Lists of candidates one of which must be true, as far as the values known so far show this.
    pub(super) fn implied(&self, values: &[Option<bool>]) -> Result<Vec<Vec<usize>>, TooFew> {
        let open = self.cells.iter().filter_map(|cell| {
            let is_done = cell.iter().any(|number| values[*number] == Some(true));
            let left = cell.iter().filter(|number| values[**number].is_none());
            let left = left.map(|number| Some((*self.digits.get(number)?, *number)));
            left.collect::<Option<Vec<_>>>().filter(|left| !is_done && !left.is_empty())
        });
        let open: Vec<Vec<(usize, usize)>> = open.collect();
        let mut matching = Matching { cells: &open, cell_of: vec![None; self.count] };
        for cell in 0..open.len() {
            if !matching.place(cell, &mut vec![false; self.count]) {
                return Err(TooFew);
            }
        }
        let mut implied = Vec::new();
        for digit in 0..self.count {
            let Some(cell) = matching.cell_of[digit] else { continue };
            let mut without = Matching { cells: &open, cell_of: matching.cell_of.clone() };
            let mut seen = vec![false; self.count];
            seen[digit] = true;
            without.cell_of[digit] = None;
            if !without.place(cell, &mut seen) {
                // These cells compete for the digits that were seen; without this digit, there are too few.
                let competing = (0..self.count).filter(|other| *other != digit && seen[*other]);
                let competing = competing.filter_map(|other| without.cell_of[other]).chain([cell]);
                let places = competing.flat_map(|cell| open[cell].iter().filter(|(of, _)| *of == digit));
                implied.push(places.map(|(_, number)| *number).collect());
            }
        }
        Ok(implied)
    }
}

/// An assignment of digits to cells, each digit at most once.
struct Matching<'a> {
    /// For each cell, its digits, each with its candidate.
    cells: &'a [Vec<(usize, usize)>],
    cell_of: Vec<Option<usize>>,
}

impl Matching<'_> {
    /// Gives a cell a digit that was not seen before; if necessary, its owner takes another one.
    fn place(&mut self, cell: usize, seen: &mut [bool]) -> bool {
        for (digit, _) in self.cells[cell].iter().copied() {
            if !std::mem::replace(&mut seen[digit], true)
                && self.cell_of[digit].is_none_or(|owner| self.place(owner, seen))
            {
                self.cell_of[digit] = Some(cell);
                return true;
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Implied lists for cells with these digits; the candidate of digit d in cell c is number 10 c + d.
    fn implied(cells: &[&[usize]], known: &[(usize, bool)]) -> Result<Vec<Vec<usize>>, TooFew> {
        let mut group = HouseGroup { count: 10, ..HouseGroup::default() };
        for (cell, digits) in cells.iter().enumerate() {
            group.cells.push(digits.iter().map(|digit| 10 * cell + digit).collect());
            group.digits.extend(digits.iter().map(|digit| (10 * cell + digit, *digit)));
        }
        let mut values = vec![None; 100];
        known.iter().for_each(|(number, value)| values[*number] = Some(*value));
        group.implied(&values)
    }

    #[test]
    fn tight_cells_have_all_of_their_digits() {
        let sorted = |lists: Vec<Vec<usize>>| {
            let mut lists: Vec<Vec<usize>> = lists;
            lists.iter_mut().for_each(|list| list.sort_unstable());
            lists.sort();
            lists
        };
        // Three cells and three digits; a fourth cell is not one of them.
        let cells: [&[usize]; 4] = [&[1, 3], &[1, 3, 5], &[3, 5], &[5, 7, 8]];
        assert_eq!(sorted(implied(&cells, &[]).unwrap()), [vec![1, 11], vec![3, 13, 23], vec![15, 25]]);
        // Two cells with three digits are not tight, until one loses a digit.
        let cells: [&[usize]; 2] = [&[1, 3], &[1, 4]];
        assert!(implied(&cells, &[]).unwrap().is_empty());
        assert_eq!(sorted(implied(&cells, &[(14, false)]).unwrap()), [vec![3], vec![11]]);
        // Cells that are done no longer compete.
        assert!(implied(&[&[1, 3], &[1, 3]], &[(1, true), (3, false), (11, false)]).unwrap() == [vec![13]]);
    }

    #[test]
    fn too_few_digits_are_noticed() {
        assert!(implied(&[&[1, 3], &[1, 3], &[1, 3]], &[]).is_err());
        assert!(implied(&[&[1, 3], &[1, 3], &[1, 3, 5]], &[(25, false)]).is_err());
        assert!(implied(&[&[1, 3], &[1, 3], &[1, 3, 5]], &[]).is_ok());
    }
}
