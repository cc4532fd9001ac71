//! What follows from sums and houses together before the search: sums of the cells of houses that cages leave uncovered, and
//! of the cells of cages outside these houses (the "45 rule", with innies and outies).
//!
//! ```text
//!   house  | a a b b b c c | d      a, b, c lie within: d = 45 - a - b - c
//!   house  | a a b b b c c c | + c  all of c counts:    c's cell outside = a + b + c - 45
//!   house  | a a b b b c c d | + c  both at once:       d - c's cell outside = 45 - a - b - c
//! ```

use super::Model;
use super::cell_set::CellSet;
use std::collections::BTreeSet;

/// The most houses that are taken together; and the most cells whose sum, or difference of two sums, is worth knowing.
const MOST_HOUSES: usize = 4;
const MOST_CELLS: usize = 6;
const MOST_APART: usize = 6;

/// A cage: its cells, their number, and their sum.
struct Cage {
    cells: CellSet,
    count: usize,
    sum: i64,
}

/// The differences derived so far: some cells, and other cells whose sum theirs exceeds by a known number.
type Derived = BTreeSet<[CellSet; 2]>;

impl Model {
    /// Adds the sums of a few cells that follow from cages and houses.
    pub(super) fn derive_sums(&mut self, families: &[Vec<Vec<usize>>]) {
        let cages = disjoint(&self.cages, self.cells);
        if cages.is_empty() {
            return;
        }
        let mut in_cages = CellSet::none(self.cells);
        cages.iter().for_each(|cage| in_cages.add_all(&cage.cells));
        let mut derived: Derived = cages.iter().map(|cage| [cage.cells.clone(), CellSet::none(self.cells)]).collect();
        let house_sum: i64 = (0..self.digits as i64).map(|bit| self.lowest[0] + bit).sum();
        let cells = self.cells;
        for union in families.iter().flat_map(|houses| unions(houses, cells)) {
            let total = union.houses as i64 * house_sum;
            for (taken, sum) in ways_to_take(&union.cells, &cages) {
                let (mut innies, mut outies) = (union.cells.clone(), taken);
                innies.remove_all(&outies);
                outies.remove_all(&union.cells);
                let is_new = !innies.is_within(&in_cages);
                self.add_difference([innies, outies], total - sum, is_new, &mut derived);
            }
        }
    }

    /// Adds the rule that the sum of some cells exceeds that of others by a number, if it is useful and not yet known. More
    /// cells are allowed if some of them are in no cage (`is_new`).
    fn add_difference(&mut self, [more, less]: [CellSet; 2], by: i64, is_new: bool, derived: &mut Derived) {
        let (more, less, by) = if more.count() == 0 { (less, more, -by) } else { (more, less, by) };
        let is_worth_it = match (more.count(), less.count()) {
            (0, _) => {
                self.is_impossible |= by != 0;
                false
            }
            (count, 0) => {
                count <= if is_new { self.digits } else { MOST_CELLS }
                    // Cells that differ have few possible sets, however many they are.
                    || count < self.digits && self.all_differ(&more.to_vec())
            }
            (one, other) => one + other <= MOST_APART,
        };
        if !is_worth_it {
            return;
        }
        let cells = [more.to_vec(), less.to_vec()];
        if derived.insert([more, less]) {
            self.add_sum(cells, by);
        }
    }

    fn add_sum(&mut self, [more, less]: [Vec<usize>; 2], by: i64) {
        if less.is_empty() && self.all_differ(&more) {
            return self.virtual_cage(&more, by);
        }
        self.derived_sum(more.iter().map(|cell| (1, *cell)).chain(less.iter().map(|cell| (-1, *cell))), by);
    }

    fn derived_sum(&mut self, terms: impl Iterator<Item = (i64, usize)>, total: i64) {
        let known = self.sums.len();
        self.sum(&terms.collect::<Vec<_>>(), total);
        self.sums[known..].iter_mut().for_each(|sum| sum.is_derived = true);
    }
}

/// Ways to choose which cages that overlap a union are combined with it, each way as all cells of these cages and their sum:
/// cages within the union; all; those with more than half, or at least half, of their cells within. A way that equals the
/// one before it is left out.
fn ways_to_take(union: &CellSet, cages: &[Cage]) -> impl Iterator<Item = (CellSet, i64)> {
    let mut none = union.clone();
    none.remove_all(union);
    let mut ways = std::array::from_fn::<_, 4, _>(|_| (none.clone(), 0));
    for cage in cages {
        let (inside, all) = (cage.cells.common(union), cage.count);
        let is_taken = [inside == all, inside > 0, 2 * inside > all, 2 * inside >= all];
        for ((taken, sum), _) in ways.iter_mut().zip(is_taken).filter(|(_, is_taken)| *is_taken && inside > 0) {
            taken.add_all(&cage.cells);
            *sum += cage.sum;
        }
    }
    let is_new: [bool; 4] = std::array::from_fn(|way| way == 0 || ways[way].0 != ways[way - 1].0);
    ways.into_iter().zip(is_new).filter(|(_, is_new)| *is_new).map(|(way, _)| way)
}

/// Cages without a common cell, chosen greedily, small ones first.
fn disjoint(cages: &[(Vec<usize>, i64)], cells: usize) -> Vec<Cage> {
    let mut by_size: Vec<&(Vec<usize>, i64)> = cages.iter().collect();
    by_size.sort_by_key(|(cells, _)| cells.len());
    let mut taken = CellSet::none(cells);
    let mut disjoint = Vec::new();
    for (list, sum) in by_size {
        let cage = CellSet::of(list, cells);
        if cage.common(&taken) == 0 {
            taken.add_all(&cage);
            disjoint.push(Cage { count: cage.count(), cells: cage, sum: *sum });
        }
    }
    disjoint
}

/// Several houses of a family, without a common cell.
struct Union {
    houses: usize,
    cells: CellSet,
}

/// Every run of up to four neighbouring houses of a family; if it has at most nine houses, also every other pair.
fn unions(houses: &[Vec<usize>], cells: usize) -> Vec<Union> {
    let houses: Vec<CellSet> = houses.iter().map(|house| CellSet::of(house, cells)).collect();
    let mut unions = Vec::new();
    for first in 0..houses.len() {
        let mut cells = CellSet::none(cells);
        for (count, house) in houses[first..].iter().take(MOST_HOUSES).enumerate() {
            cells.add_all(house);
            unions.push(Union { houses: count + 1, cells: cells.clone() });
        }
    }
    if houses.len() <= 9 {
        for (i, j) in (0..houses.len()).flat_map(|i| (i + 2..houses.len()).map(move |j| (i, j))) {
            let mut cells = houses[i].clone();
            cells.add_all(&houses[j]);
            unions.push(Union { houses: 2, cells });
        }
    }
    unions
}
