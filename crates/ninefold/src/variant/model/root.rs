//! What follows from sums and houses together before the search: the cells that cages leave of houses, and those by which
//! they go beyond them (the "45 rule", with innies and outies).
//!
//! ```text
//!   house  | a a b b b c c | d      a, b, c lie within: d = 45 - a - b - c
//!   house  | a a b b b c c c | + c  all of c counts:    c's cell outside = a + b + c - 45
//!   house  | a a b b b c c d | + c  both at once:       d - c's cell outside = 45 - a - b - c
//! ```

use super::Model;
use std::collections::BTreeSet;

/// The most houses that are taken together, and the most cells whose sum is worth knowing, or the difference of their sums.
const MOST_HOUSES: usize = 4;
const MOST_CELLS: usize = 6;
const MOST_APART: usize = 5;

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
        let mut known: BTreeSet<[Vec<usize>; 2]> =
            cages.iter().map(|(cells, _)| [sorted(cells.clone()), Vec::new()]).collect();
        let house_sum: i64 = (0..self.digits as i64).map(|bit| self.lowest[0] + bit).sum();
        for union in families.iter().flat_map(|houses| unions(houses)) {
            let inside: BTreeSet<usize> = union.cells.iter().copied().collect();
            let total = union.houses as i64 * house_sum;
            for taken in ways_to_take(&inside, &cage_of, &cages) {
                let of_cages: BTreeSet<usize> = taken.iter().flat_map(|cage| cages[*cage].0.iter().copied()).collect();
                let sum: i64 = taken.iter().map(|cage| cages[*cage].1).sum();
                let innies: Vec<usize> = inside.difference(&of_cages).copied().collect();
                let outies: Vec<usize> = of_cages.difference(&inside).copied().collect();
                let is_new = innies.iter().any(|cell| cage_of[*cell].is_none());
                self.add_difference([innies, outies], total - sum, is_new, &mut known);
            }
        }
    }

    /// Adds that some cells exceed others by a number, if that is worth it and not known yet. More cells are worth it if
    /// nothing is said of some of them (`is_new`).
    fn add_difference(
        &mut self,
        [more, less]: [Vec<usize>; 2],
        by: i64,
        is_new: bool,
        known: &mut BTreeSet<[Vec<usize>; 2]>,
    ) {
        let (more, less, by) = if more.is_empty() { (less, more, -by) } else { (more, less, by) };
        let is_worth_it = match (more.len(), less.len()) {
            (0, _) => {
                self.is_impossible |= by != 0;
                false
            }
            (count, 0) => count <= if is_new { self.digits } else { MOST_CELLS } || self.has_few_sets(&more),
            (one, other) => one + other <= MOST_APART,
        };
        if !is_worth_it || !known.insert([more.clone(), less.clone()]) {
            return;
        }
        if less.is_empty() {
            self.add_sum(&more, by);
        } else {
            self.derived_sum(more.iter().map(|cell| (1, *cell)).chain(less.iter().map(|cell| (-1, *cell))), by);
        }
    }

    /// Cells that differ have few sets even if they are many.
    fn has_few_sets(&self, cells: &[usize]) -> bool {
        cells.len() < self.digits && self.all_differ(cells)
    }

    fn add_sum(&mut self, cells: &[usize], sum: i64) {
        if self.all_differ(cells) {
            return self.virtual_cage(cells, sum);
        }
        self.derived_sum(cells.iter().map(|cell| (1, *cell)), sum);
    }

    fn derived_sum(&mut self, terms: impl Iterator<Item = (i64, usize)>, total: i64) {
        let known = self.sums.len();
        self.sum(&terms.collect::<Vec<_>>(), total);
        self.sums[known..].iter_mut().for_each(|sum| sum.is_derived = true);
    }
}

fn sorted(mut cells: Vec<usize>) -> Vec<usize> {
    cells.sort_unstable();
    cells
}

/// Which of the cages that have cells in a union are taken together with it.
fn ways_to_take(inside: &BTreeSet<usize>, cage_of: &[Option<usize>], cages: &[(Vec<usize>, i64)]) -> Vec<Vec<usize>> {
    let touched: BTreeSet<usize> = inside.iter().filter_map(|cell| cage_of[*cell]).collect();
    let outside = |cage: usize| cages[cage].0.iter().filter(|cell| !inside.contains(cell)).count();
    let those = |is_taken: &dyn Fn(usize) -> bool| touched.iter().copied().filter(|cage| is_taken(*cage)).collect();
    let mut ways = vec![
        those(&|cage| outside(cage) == 0),
        those(&|_| true),
        those(&|cage| 2 * outside(cage) < cages[cage].0.len()),
        those(&|cage| 2 * outside(cage) <= cages[cage].0.len()),
    ];
    ways.dedup();
    ways
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
