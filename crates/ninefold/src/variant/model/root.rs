//! What follows from sums and houses together before the search: the cells that cages leave of houses, and those by which
//! they go beyond them (the "45 rule", with innies and outies).
//!
//! ```text
//!   house  | a a b b b c c | d      a, b, c lie within: d = 45 - a - b - c
//!   house  | a a b b b c c c | + c  all of c counts:    c's cell outside = a + b + c - 45
//! ```

use super::Model;
use std::collections::BTreeSet;

/// The most houses that are taken together, and the most cells whose sum is worth knowing.
const MOST_HOUSES: usize = 4;
const MOST_CELLS: usize = 6;

impl Model {
    /// Adds sums of few cells that follow from cages and houses.
    pub(super) fn derive_sums(&mut self, families: &[Vec<Vec<usize>>]) {
        let cages: Vec<(Vec<usize>, i64)> = disjoint(&self.cages);
        if cages.is_empty() {
            return;
        }
        let mut cage_of = vec![None; self.cells];
        for (number, (cells, _)) in cages.iter().enumerate() {
            cells.iter().for_each(|cell| cage_of[*cell] = Some(number));
        }
        let mut known: BTreeSet<Vec<usize>> = cages.iter().map(|(cells, _)| sorted(cells.clone())).collect();
        let house_sum: i64 = (0..self.digits as i64).map(|bit| self.lowest[0] + bit).sum();
        let mut found = Vec::new();
        for union in families.iter().flat_map(|houses| unions(houses)) {
            let inside: BTreeSet<usize> = union.cells.iter().copied().collect();
            let touched: BTreeSet<usize> = inside.iter().filter_map(|cell| cage_of[*cell]).collect();
            let total = union.houses as i64 * house_sum;
            let is_within = |cage: &usize| cages[*cage].0.iter().all(|cell| inside.contains(cell));
            let within: BTreeSet<usize> = touched.iter().copied().filter(is_within).collect();
            let rest = |cell: &usize| cage_of[*cell].is_none_or(|cage| !within.contains(&cage));
            let innies: Vec<usize> = inside.iter().copied().filter(rest).collect();
            let sum_within: i64 = within.iter().map(|cage| cages[*cage].1).sum();
            found.push((innies, total - sum_within));
            if inside.iter().all(|cell| cage_of[*cell].is_some()) {
                let outside = |cage: &usize| cages[*cage].0.iter().copied().filter(|cell| !inside.contains(cell));
                let outies: Vec<usize> = touched.iter().flat_map(outside).collect();
                let sum: i64 = touched.iter().map(|cage| cages[*cage].1).sum();
                found.push((sorted(outies), sum - total));
            }
        }
        for (cells, sum) in found {
            if cells.is_empty() {
                self.is_impossible |= sum != 0;
            } else if self.is_worth_it(&cells) && known.insert(cells.clone()) {
                self.add_sum(&cells, sum);
            }
        }
    }

    /// Cells that differ have few sets even if they are many.
    fn is_worth_it(&self, cells: &[usize]) -> bool {
        cells.len() <= MOST_CELLS || cells.len() < self.digits && self.all_differ(cells)
    }

    fn add_sum(&mut self, cells: &[usize], sum: i64) {
        if self.all_differ(cells) {
            return self.virtual_cage(cells, sum);
        }
        let terms: Vec<_> = cells.iter().map(|cell| (1, *cell)).collect();
        self.sum(&terms, sum);
    }
}

fn sorted(mut cells: Vec<usize>) -> Vec<usize> {
    cells.sort_unstable();
    cells
}

/// As many of the cages as have no cell in common, the small ones first.
fn disjoint(cages: &[(Vec<usize>, i64)]) -> Vec<(Vec<usize>, i64)> {
    let mut by_size: Vec<&(Vec<usize>, i64)> = cages.iter().collect();
    by_size.sort_by_key(|(cells, _)| cells.len());
    let mut taken = BTreeSet::new();
    let is_free = |cage: &&(Vec<usize>, i64)| {
        let is_free = cage.0.iter().all(|cell| !taken.contains(cell));
        if is_free {
            taken.extend(cage.0.iter().copied());
        }
        is_free
    };
    by_size.into_iter().filter(is_free).cloned().collect()
}

/// Several houses without a common cell.
struct Union {
    houses: usize,
    cells: Vec<usize>,
}

/// Every run of neighbouring houses of a family, and every few of them where there are few.
fn unions(houses: &[Vec<usize>]) -> Vec<Union> {
    let mut unions = Vec::new();
    for first in 0..houses.len() {
        for count in 1..=MOST_HOUSES.min(houses.len() - first) {
            let cells = houses[first..first + count].concat();
            unions.push(Union { houses: count, cells });
        }
    }
    if houses.len() <= 9 {
        for (i, j) in (0..houses.len()).flat_map(|i| (i + 2..houses.len()).map(move |j| (i, j))) {
            unions.push(Union { houses: 2, cells: [&houses[i][..], &houses[j][..]].concat() });
        }
    }
    unions
}
