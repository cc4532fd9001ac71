//! The last clues of the two bands: up to 64 of the sets that are not hit, as bits of single words.
//!
//! Most nodes are here, so each must take little work and must not branch on what cannot be predicted: sets become columns of
//! cells by transposing 64 words, not bit by bit; the fewest cells are found by minima; and the very last clue is a cell that the
//! first four of the open sets have in common, of which nine times in ten there is none.
//!
//! Dropped: packing disjoint sets here (it ends one node in twenty with three clues left, and costs more), ordering cells by what
//! they hit, and checking whether the cells that hit most could hit all (it ends one node in a hundred).

use super::TwoBands;
use crate::clues::table::{Bits, W, is_none, transpose};
use crate::solve::{Job, Set};

/// The number of clues left with which the tail begins.
pub(super) const TAIL: usize = 5;

/// How many sets are examined to find the one with the fewest cells.
const LOOKED_AT: usize = 6;

/// The first sets that are not hit, without closed cells.
struct Tail {
    /// The last has all cells and takes the place of a set that does not exist.
    sets: [u64; 65],
    /// Per cell the sets that it hits.
    hit: [u64; 54],
    all: u64,
}

/// A node, at which some clues have been chosen.
#[derive(Clone, Copy)]
struct Node {
    /// The sets that are not hit.
    open: u64,
    clues: u64,
    counts: [usize; 2],
    dead: u64,
    left: usize,
}

impl Node {
    #[inline(always)]
    fn with(&self, tail: &Tail, cell: usize) -> Node {
        let mut counts = self.counts;
        counts[usize::from(cell >= 27)] += 1;
        let (open, clues) = (self.open & !tail.hit[cell], self.clues | 1 << cell);
        Node { open, clues, counts, dead: self.dead, left: self.left - 1 }
    }
}

impl Tail {
    /// Takes sets of a table; false if one has no live cell.
    #[inline(always)]
    fn fill(&mut self, sets: &[u64], open: &Bits<W>, live: u64) -> bool {
        let mut count = 0;
        for word in 0..W {
            let mut open = open[word];
            while open != 0 {
                let set = sets[64 * word + open.trailing_zeros() as usize] & live;
                open &= open - 1;
                if set == 0 {
                    return false;
                }
                if count < 64 {
                    self.sets[count] = set;
                    count += 1;
                }
            }
        }
        let mut rows = [0; 64];
        rows[..count].copy_from_slice(&self.sets[..count]);
        transpose(&mut rows);
        self.hit.copy_from_slice(&rows[..54]);
        self.all = u64::MAX >> (64 - count);
        true
    }

    /// The cells that the first open sets have in common.
    #[inline(always)]
    fn common(&self, mut open: u64) -> u64 {
        let mut cells = u64::MAX;
        for _ in 0..4 {
            cells &= self.sets[open.trailing_zeros() as usize];
            open &= open.wrapping_sub(1);
        }
        cells
    }
}

impl TwoBands {
    /// Searches below a node with few clues left.
    #[inline(never)]
    pub(super) fn tail(&mut self, depth: usize, clues: u64, counts: [usize; 2], dead: u64) {
        self.isa.run_words(&mut LastClues { search: self, depth, counts, dead }, clues);
    }

    #[inline(always)]
    fn search_tail(&mut self, depth: usize, clues: u64, counts: [usize; 2], dead: u64) {
        let left = self.left_for(counts);
        let mut tail = Tail { sets: [u64::MAX; 65], hit: [0; 54], all: 0 };
        loop {
            let open = self.left(depth, clues);
            if is_none(&open) {
                if self.leaf(depth, clues, counts, dead) {
                    continue;
                }
                return;
            }
            let table = &self.tables[self.frames[depth].table];
            if left == 0 || !tail.fill(&table.sets, &open, self.live(dead, counts)) {
                return;
            }
            break;
        }
        let node = Node { open: tail.all, clues, counts, dead, left };
        match left {
            1 => {
                let mut cells = tail.common(node.open);
                while cells != 0 {
                    let cell = cells.trailing_zeros() as usize;
                    cells &= cells - 1;
                    self.last(depth, &tail, &node, cell);
                }
            }
            2 => self.last_two(depth, &tail, node),
            _ => self.last_three(depth, &tail, node),
        }
    }

    /// The sets of the table that are not hit by these clues.
    #[inline(always)]
    fn left(&self, depth: usize, clues: u64) -> Bits<W> {
        let frame = &self.frames[depth];
        self.tables[frame.table].left(frame.open, clues & !frame.clues)
    }

    /// Searches the last three clues or more.
    #[inline(always)]
    fn last_three(&mut self, depth: usize, tail: &Tail, node: Node) {
        let mut stack = [(node, 0u64); TAIL - 1];
        let mut level = 0;
        stack[0].1 = self.choose(depth, tail, &node);
        loop {
            let (node, cells) = &mut stack[level];
            if *cells == 0 {
                if level == 0 {
                    return;
                }
                level -= 1;
                continue;
            }
            let cell = cells.trailing_zeros() as usize;
            *cells &= *cells - 1;
            let next = node.with(tail, cell);
            node.dead |= 1 << cell;
            if next.left == 2 {
                self.last_two(depth, tail, next);
            } else {
                level += 1;
                stack[level] = (next, self.choose(depth, tail, &next));
            }
        }
    }

    /// The cells to try at a node: those of the set with the fewest.
    #[inline(always)]
    fn choose(&mut self, depth: usize, tail: &Tail, node: &Node) -> u64 {
        self.counts.nodes += 1;
        if node.open == 0 {
            self.tail_again(depth, node);
            return 0;
        }
        let live = self.live(node.dead, node.counts);
        let (mut best, mut fewest, mut open) = (0, u32::MAX, node.open);
        for _ in 0..LOOKED_AT {
            let cells = tail.sets[open.trailing_zeros() as usize] & live;
            open &= open.wrapping_sub(1);
            let count = cells.count_ones();
            best = if count < fewest { cells } else { best };
            fewest = fewest.min(count);
        }
        best
    }

    /// Searches below a node at which all sets of the tail are hit; seldom is there anything.
    #[cold]
    fn tail_again(&mut self, depth: usize, node: &Node) {
        self.tail(depth, node.clues, node.counts, node.dead);
    }

    /// Searches the last two clues: for each cell of a set, the cells that all other open sets have in common.
    #[inline(always)]
    fn last_two(&mut self, depth: usize, tail: &Tail, mut node: Node) {
        self.counts.nodes += 1;
        if node.open == 0 {
            return self.tail_again(depth, &node);
        }
        let [x, y] = node.counts;
        let mut cells = tail.sets[node.open.trailing_zeros() as usize] & self.live(node.dead, [x, y]);
        self.counts.nodes += u64::from(cells.count_ones());
        let room = [self.live(node.dead, [x + 1, y]), self.live(node.dead, [x, y + 1])];
        while cells != 0 {
            let cell = cells.trailing_zeros() as usize;
            cells &= cells - 1;
            let open = node.open & !tail.hit[cell];
            let mut others = tail.common(open) & room[usize::from(cell >= 27)] & !node.dead;
            if others != 0 {
                let next = node.with(tail, cell);
                if open == 0 {
                    self.tail_again(depth, &next);
                } else {
                    while others != 0 {
                        let other = others.trailing_zeros() as usize;
                        others &= others - 1;
                        self.last(depth, tail, &next, other);
                    }
                }
            } else if open == 0 {
                self.tail_again(depth, &node.with(tail, cell));
            }
            node.dead |= 1 << cell;
        }
    }

    /// Takes the last clue, if it hits all that is left.
    #[inline(always)]
    fn last(&mut self, depth: usize, tail: &Tail, node: &Node, cell: usize) {
        let next = node.with(tail, cell);
        if next.open == 0 {
            self.counts.nodes += 1;
            if is_none(&self.left(depth, next.clues)) {
                self.leaf(depth, next.clues, next.counts, next.dead);
            }
        }
    }
}

/// A job: the last clues below a node.
struct LastClues<'s> {
    search: &'s mut TwoBands,
    depth: usize,
    counts: [usize; 2],
    dead: u64,
}

impl Job<u64> for LastClues<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Set>(&mut self, clues: u64) {
        self.search.search_tail(self.depth, clues, self.counts, self.dead);
    }
}
