//! The third band: the clues there that belong to those of two bands.

use super::{BOTH, Cells, TwoBands, UPPER};
use crate::clues::table::V;

/// Some clues of the third band.
#[derive(Clone, Copy, Default)]
pub(super) struct Level {
    /// The sets that are not hit.
    start: usize,
    end: usize,
    /// The cells to be tried, those that are clues and those that are not to be.
    cells: u32,
    chosen: u32,
    dead: u32,
}

impl TwoBands {
    /// All sets of the table are hit: looks at the third band. True if it was learnt that a set within the two bands is not.
    #[inline(always)]
    pub(super) fn leaf(&mut self, depth: usize, clues: u64, counts: [usize; 2], dead: u64) -> bool {
        self.counts.leaves += 1;
        let of = self.frames[depth].table;
        let outer = &self.tables[of].1;
        let open = outer.left(clues);
        if self.live(dead, counts) != 0 {
            return self.mixed_leaf(depth, clues, counts, dead);
        }
        let most = self.most - counts[0] - counts[1];
        self.third.clear();
        // Disjoint sets need a clue each.
        let (mut used, mut disjoint) = (0, 0);
        for (word, open) in open.into_iter().enumerate() {
            let mut open = open;
            while open != 0 {
                let cells = outer.outer[64 * word + open.trailing_zeros() as usize];
                open &= open - 1;
                self.third.push(cells);
                if cells & used == 0 {
                    used |= cells;
                    disjoint += 1;
                    if disjoint > most {
                        return false;
                    }
                }
            }
        }
        self.counts.passed += 1;
        self.in_third(depth, clues, most)
    }

    /// Finds the clues in the third band for those in the others, to which none is added. True as for [`TwoBands::leaf`].
    #[inline(always)]
    fn in_third(&mut self, depth: usize, clues: u64, most: usize) -> bool {
        let mut level = 0;
        let mut lists = std::mem::take(&mut self.third);
        let end = lists.len();
        self.levels[0] = Level { start: 0, end, cells: 0, chosen: 0, dead: 0 };
        let mut is_learnt = false;
        let mut left = most;
        let mut nodes = 0;
        // What comes next is to be entered.
        let mut enters = true;
        loop {
            if enters {
                nodes += 1;
                if nodes == 24 && self.is_open_below(depth, clues) {
                    is_learnt = true;
                    break;
                }
                let Level { start, end, chosen, dead, .. } = self.levels[level];
                let cells = match left {
                    0 | 1 => {
                        // All must be hit by the same cell.
                        let mut all = UPPER as u32 & !dead;
                        lists[start..end].iter().for_each(|set| all &= set);
                        if start < end { all } else { u32::MAX }
                    }
                    _ => {
                        let list = &mut lists[start..end];
                        if list.is_empty() { u32::MAX } else { arrange(list, &mut self.sorted_sets, left).unwrap_or(0) }
                    }
                };
                let mut cells = if start < end && left == 0 { 0 } else { cells };
                if cells == u32::MAX {
                    let givens = Cells::from(clues) | Cells::from(chosen) << 54;
                    self.counts.checks += 1;
                    cells = 0;
                    match self.second.differs(givens) {
                        None => self.report(givens, Cells::from(BOTH) | Cells::from(dead) << 54, left),
                        Some(set) => {
                            let set = self.learn(depth, set);
                            let outer = (set >> 54) as u32;
                            if outer == 0 {
                                self.open(depth, set as u64);
                                is_learnt = true;
                                break;
                            }
                            if left > 0 {
                                cells = outer & !dead;
                                lists.truncate(start);
                                lists.push(cells);
                                self.levels[level].end = start + 1;
                            }
                        }
                    }
                }
                self.levels[level].cells = cells;
            }
            let Level { start, end, ref mut cells, chosen, ref mut dead } = self.levels[level];
            if *cells == 0 {
                if level == 0 {
                    break;
                }
                (level, left, enters) = (level - 1, left + 1, false);
                continue;
            }
            let bit = *cells & cells.wrapping_neg();
            *cells &= *cells - 1;
            let closed = *dead;
            *dead |= bit;
            // What the cell does not hit, without closed cells.
            lists.resize(end + (end - start), 0);
            let (mut to, mut is_dead) = (end, false);
            for from in start..end {
                let set = lists[from];
                lists[to] = set & !closed;
                is_dead |= set & (bit | !closed) == 0;
                to += usize::from(set & bit == 0);
            }
            enters = !is_dead;
            if enters {
                lists.truncate(to);
                (level, left) = (level + 1, left - 1);
                self.levels[level] = Level { start: end, end: to, cells: 0, chosen: chosen | bit, dead: closed };
            }
        }
        self.counts.outer_nodes += nodes;
        self.third = lists;
        is_learnt
    }

    /// Whether a set within the two bands is not hit, which then is in the table.
    fn is_open_below(&mut self, depth: usize, clues: u64) -> bool {
        let set = self.known.iter().find(|set| *set & clues == 0).copied();
        let set = set.or_else(|| {
            self.counts.checks += 1;
            let set = self.second.differs(Cells::from(clues) | Cells::from(UPPER) << 54)?;
            Some(self.learn(depth, set) as u64)
        });
        set.is_some_and(|set| {
            self.open(depth, set);
            true
        })
    }

    /// A node that may still have clues in all bands.
    fn mixed_leaf(&mut self, depth: usize, clues: u64, counts: [usize; 2], dead: u64) -> bool {
        let outer = &self.tables[self.frames[depth].table].1;
        let left = self.most - counts[0] - counts[1];
        let live = self.live(dead, counts);
        self.mixed_sets.clear();
        let (mut used_inner, mut used_outer, mut disjoint) = (0, 0, 0);
        for (word, mut open) in outer.left(clues).into_iter().enumerate() {
            while open != 0 {
                let set = 64 * word + open.trailing_zeros() as usize;
                open &= open - 1;
                let (inner, outer) = (outer.inner[set] & live, outer.outer[set]);
                if inner & used_inner == 0 && outer & used_outer == 0 {
                    (used_inner, used_outer) = (used_inner | inner, used_outer | outer);
                    disjoint += 1;
                    if disjoint > left {
                        return false;
                    }
                }
                self.mixed_sets.push(Cells::from(inner) | Cells::from(outer) << 54);
            }
        }
        if self.is_open_below(depth, clues) {
            return true;
        }
        let sets = std::mem::take(&mut self.mixed_sets);
        self.mixed(depth, clues.into(), counts, dead.into(), &sets, 0);
        self.mixed_sets = sets;
        false
    }

    fn mixed(
        &mut self,
        depth: usize,
        givens: Cells,
        counts: [usize; 2],
        mut dead: Cells,
        sets: &[Cells],
        chosen: Cells,
    ) {
        self.counts.outer_nodes += 1;
        let givens = givens | chosen;
        let left = self.most - counts[0] - counts[1] - (givens >> 54).count_ones() as usize;
        let live = Cells::from(self.live(dead as u64 & BOTH, counts)) | !dead & Cells::from(UPPER) << 54;
        let mut list: Vec<(u32, Cells)> = Vec::with_capacity(sets.len());
        for set in sets {
            if set & chosen == 0 {
                let set = set & live;
                if set == 0 {
                    return;
                }
                list.push((set.count_ones(), set));
            }
        }
        list.sort_unstable();
        let (mut used, mut disjoint) = (0, 0);
        for (_, set) in &list {
            if set & used == 0 {
                used |= set;
                disjoint += 1;
                if disjoint > left {
                    return;
                }
            }
        }
        if list.is_empty() {
            self.counts.checks += 1;
            match self.second.differs(givens) {
                None => return self.report(givens, dead, left),
                Some(cells) => {
                    let cells = self.learn(depth, cells);
                    if left == 0 || cells & live == 0 {
                        return;
                    }
                    list.push((0, cells & live));
                }
            }
        }
        if left == 0 {
            return;
        }
        let mut cells = list[0].1;
        let sets: Vec<Cells> = list.into_iter().map(|(_, set)| set).collect();
        while cells != 0 {
            let bit = cells & cells.wrapping_neg();
            cells &= cells - 1;
            let mut with = counts;
            if bit >> 54 == 0 {
                with[usize::from(bit >> 27 != 0)] += 1;
            }
            self.mixed(depth, givens, with, dead, &sets, bit);
            dead |= bit;
        }
    }
}

/// Orders sets by the number of their cells and says which is to be hit first; none if there are more disjoint ones than clues are
/// left.
#[inline(always)]
fn arrange(list: &mut [u32], sorted: &mut [u32; 64 * V], left: usize) -> Option<u32> {
    let mut at = [0u16; 29];
    for set in list.iter() {
        at[set.count_ones() as usize + 1] += 1;
    }
    for size in 1..29 {
        at[size] += at[size - 1];
    }
    for set in list.iter() {
        let place = &mut at[set.count_ones() as usize];
        sorted[usize::from(*place) % (64 * V)] = *set;
        *place += 1;
    }
    list.copy_from_slice(&sorted[..list.len()]);
    let (mut used, mut disjoint) = (0, 0);
    for set in list.iter() {
        if set & used == 0 {
            used |= set;
            disjoint += 1;
            if disjoint > left {
                return None;
            }
        }
    }
    Some(list[0])
}
