//! Clues of two bands to which more than one can be added: cells of all bands are searched together. This is rare.

use super::{BOTH, Cells, TwoBands, UPPER};

impl TwoBands {
    /// A node that may still have clues in all bands.
    pub(super) fn mixed_leaf(&mut self, depth: usize, clues: u64, counts: [usize; 2], dead: u64) -> bool {
        let outer = &self.outers[self.frames[depth].table].sets;
        let left = self.most - counts[0] - counts[1];
        let live = self.live(dead, counts);
        self.mixed_sets.clear();
        let (mut used_inner, mut used_outer, mut disjoint) = (0, 0, 0);
        for (word, mut open) in outer.left(clues).into_iter().enumerate() {
            while open != 0 {
                let set = open.trailing_zeros() as usize;
                open &= open - 1;
                let (inner, outer) = (outer.inner[word][set] & live, outer.outer[word][set]);
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
        self.mixed_sets.sort_unstable_by_key(|set| (set.count_ones(), *set));
        self.mixed_sets.dedup();
        let mixed = Mixed::new(&self.mixed_sets);
        let node = MixedNode { open: mixed.all, givens: clues.into(), dead: dead.into(), counts, left };
        self.mixed(depth, &mixed, node);
        false
    }

    fn mixed(&mut self, depth: usize, mixed: &Mixed, mut node: MixedNode) {
        self.counts.outer_nodes += 1;
        let live = Cells::from(self.live(node.dead as u64 & BOTH, node.counts)) | !node.dead & Cells::from(UPPER) << 54;
        let mut best = if node.open == 0 {
            let set = self.mixed_sets.iter().skip(mixed.count).find(|set| **set & node.givens == 0);
            let Some(set) = set.copied().or_else(|| self.ask_mixed(depth, &node)) else { return };
            set & live
        } else {
            let (mut used, mut disjoint, mut best, mut fewest, mut open) = (0, 0, 0, u32::MAX, node.open);
            while open != 0 {
                let cells = mixed.sets[open.trailing_zeros() as usize] & live;
                open &= open - 1;
                if cells & used == 0 {
                    used |= cells;
                    disjoint += 1;
                    if disjoint > node.left || cells == 0 {
                        return;
                    }
                }
                if cells.count_ones() < fewest {
                    (best, fewest) = (cells, cells.count_ones());
                }
            }
            best
        };
        if node.left == 0 {
            return;
        }
        while best != 0 {
            let cell = best.trailing_zeros() as usize;
            best &= best - 1;
            let mut next = MixedNode { open: node.open & !mixed.hit[cell], left: node.left - 1, ..node };
            next.givens |= 1 << cell;
            if cell < 54 {
                next.counts[usize::from(cell >= 27)] += 1;
            }
            if next.open == 0 || next.left > 0 {
                self.mixed(depth, mixed, next);
            }
            node.dead |= 1 << cell;
        }
    }

    /// Tests whether all these clues are a proper puzzle, and reports it. Otherwise it returns the set that was learnt.
    fn ask_mixed(&mut self, depth: usize, node: &MixedNode) -> Option<Cells> {
        self.counts.checks += 1;
        let Some(set) = self.second.differs(node.givens) else {
            self.report(node.givens, node.dead, node.left);
            return None;
        };
        let set = self.learn(depth, set);
        let outer = (set >> 54) as u32;
        if outer != 0 {
            self.outers[self.frames[depth].table].learn(set as u64 & BOTH, outer);
        }
        self.mixed_sets.push(set);
        Some(set)
    }
}

/// The first sets of all bands, as bits of single words.
struct Mixed {
    sets: [Cells; 64],
    hit: [u64; 81],
    all: u64,
    count: usize,
}

impl Mixed {
    fn new(sets: &[Cells]) -> Mixed {
        let mut mixed = Mixed { sets: [0; 64], hit: [0; 81], all: 0, count: sets.len().min(64) };
        for (place, set) in sets.iter().take(64).enumerate() {
            mixed.sets[place] = *set;
            mixed.all |= 1 << place;
            crate::unavoidable::changes::bits(*set).for_each(|cell| mixed.hit[cell] |= 1 << place);
        }
        mixed
    }
}

#[derive(Clone, Copy)]
struct MixedNode {
    open: u64,
    givens: Cells,
    dead: Cells,
    counts: [usize; 2],
    left: usize,
}
