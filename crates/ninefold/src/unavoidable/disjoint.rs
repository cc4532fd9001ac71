//! The largest family of disjoint sets: a clique in the graph whose edges are pairs of disjoint sets.
//!
//! The search is that of Tomita and Seki ("An efficient branch-and-bound algorithm for finding a maximum clique", 2003), on rows
//! of bits as San Segundo does it (2011): what is left is divided into groups of sets that all meet each other. At most one set
//! of each group can be chosen, so a family cannot grow by more than the number of groups. Small sets come first.

use super::changes::Cells;

/// Sets by number, as bits.
type Row = Vec<u64>;

struct Search {
    /// For each set, those that are disjoint from it.
    disjoint: Vec<Row>,
    chosen: Vec<usize>,
    best: Vec<usize>,
    nodes: u64,
}

/// The numbers of the sets of a largest disjoint family, and whether it is certain that none is larger. After `nodes` nodes the
/// search ends with the best family so far.
pub(super) fn largest(sets: &[Cells], nodes: u64) -> (Vec<usize>, bool) {
    let words = sets.len().div_ceil(64);
    let row = |set: &Cells| {
        let mut row = vec![0; words];
        for other in (0..sets.len()).filter(|other| sets[*other] & set == 0) {
            row[other / 64] |= 1 << (other % 64);
        }
        row
    };
    let disjoint = sets.iter().map(row).collect();
    let mut search = Search { disjoint, chosen: Vec::new(), best: Vec::new(), nodes };
    let mut all = vec![0; words];
    (0..sets.len()).for_each(|set| all[set / 64] |= 1 << (set % 64));
    let is_largest = search.extend(&all).is_some();
    search.best.sort_unstable();
    (search.best, is_largest)
}

impl Search {
    /// Adds sets from those that are left; `None` if the nodes are used up.
    fn extend(&mut self, left: &[u64]) -> Option<()> {
        self.nodes = self.nodes.checked_sub(1)?;
        let order = self.groups(left);
        if order.is_empty() && self.chosen.len() > self.best.len() {
            self.best.clone_from(&self.chosen);
        }
        let mut left = left.to_vec();
        for (set, group) in order.into_iter().rev() {
            if self.chosen.len() + group <= self.best.len() {
                break;
            }
            self.chosen.push(set);
            let next: Row = left.iter().zip(&self.disjoint[set]).map(|(left, disjoint)| left & disjoint).collect();
            let result = self.extend(&next);
            self.chosen.pop();
            result?;
            left[set / 64] &= !(1 << (set % 64));
        }
        Some(())
    }

    /// The sets, group by group, each with the number of its group, from 1.
    fn groups(&self, left: &[u64]) -> Vec<(usize, usize)> {
        let mut left = left.to_vec();
        let mut order = Vec::new();
        for group in 1.. {
            let mut may = left.clone();
            let mut is_empty = true;
            while let Some(word) = may.iter().position(|word| *word != 0) {
                is_empty = false;
                let set = word * 64 + may[word].trailing_zeros() as usize;
                order.push((set, group));
                left[word] &= !(1 << (set % 64));
                may[word] &= !(1 << (set % 64));
                may.iter_mut().zip(&self.disjoint[set]).for_each(|(may, disjoint)| *may &= !disjoint);
            }
            if is_empty {
                break;
            }
        }
        order
    }
}
