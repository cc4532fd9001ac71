//! The clues of two bands for many third bands at once: gathered first, then examined beside each third band.

use super::{Bits, TwoBands};
use crate::clues::table::W;

/// Clues of two bands that hit all sets within them.
#[derive(Clone, Copy, Debug)]
struct Leaf {
    clues: u64,
    /// Cells that cannot be clues beside these.
    dead: u64,
    counts: [usize; 2],
}

/// All clues that two bands can have.
#[derive(Clone, Debug, Default)]
pub(in crate::clues) struct Leaves {
    all: Vec<Leaf>,
    /// For each group, the clues that its leaves have in common, and the place where it starts.
    groups: Vec<(u64, usize)>,
}

impl TwoBands {
    /// Gathers the clues of the two bands instead of searching the third.
    pub(in crate::clues) fn gather(&mut self) {
        self.leaves = Some(Leaves::default());
    }

    /// The clues that were gathered.
    pub(in crate::clues) fn gathered(&mut self) -> Leaves {
        self.leaves.take().unwrap_or_default()
    }

    /// Stores the clues of a leaf; returns true instead if it is learnt that they miss a set within the two bands.
    #[inline(never)]
    pub(super) fn keep_leaf(&mut self, depth: usize, clues: u64, counts: [usize; 2], dead: u64) -> bool {
        if self.is_open_below(depth, clues) {
            return true;
        }
        let common = self.outers[self.frames[depth].table].sets.clues;
        if let Some(leaves) = &mut self.leaves {
            if leaves.groups.last().is_none_or(|(clues, _)| *clues != common) {
                leaves.groups.push((common, leaves.all.len()));
            }
            leaves.all.push(Leaf { clues, dead, counts });
        }
        false
    }

    /// Searches the third band for all clues that the two bands can have, which are known to hit all sets there.
    #[inline(always)]
    pub(in crate::clues) fn look_at_all(&mut self, leaves: &Leaves) {
        self.is_closed_below = true;
        self.frames[0].open = Bits::<W>::default();
        let ends = leaves.groups.iter().skip(1).map(|(_, start)| *start).chain([leaves.all.len()]);
        for ((common, start), end) in leaves.groups.iter().zip(ends) {
            if self.unsorted > 64 {
                self.put_in_order();
            }
            self.outers[0].fill(&self.outer, *common);
            self.is_filled[0] = false;
            self.reserve_is_for = None;
            for leaf in &leaves.all[*start..end] {
                self.leaf(0, leaf.clues, leaf.counts, leaf.dead);
            }
        }
    }
}
