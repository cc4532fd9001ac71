//! The third band: the clues there that belong to those of two bands.

use super::{BOTH, Cells, TwoBands, UPPER};
use crate::clues::bits;
use crate::clues::table::{Bits, V, transpose_halves, without};
use crate::solve::{Job, Set};

/// Sets of a leaf as bits of words.
struct Third {
    /// The last has all cells and is there in the place of a set that there is not.
    sets: [u32; 65],
    /// Per cell the sets that it hits; behind the cells none, for what is left when a set has no more cells.
    hit: [u64; 33],
    all: u64,
    /// How many there are: further sets are in the list only, those that were learnt last.
    count: usize,
    /// The sets of the outer table that the list does not have.
    rest: Bits<V>,
}

/// Some clues of the third band.
#[derive(Clone, Copy)]
struct Node {
    /// The sets that are not hit.
    open: u64,
    chosen: u32,
    dead: u32,
    left: usize,
}

/// From so many givens on, few of the puzzles that are asked for another solution teach something new: up to 17 the reserve takes
/// a thirtieth longer than it saves.
const LATE: usize = 18;

/// With so many nodes, two bands are asked whether they alone allow another solution: later where they seldom do.
const fn many(most: usize) -> u64 {
    if most < LATE { 24 } else { 64 }
}

impl Third {
    #[inline(always)]
    fn new(sets: &[u32], rest: Bits<V>) -> Third {
        let count = sets.len().min(64);
        let mut third = Third { sets: [UPPER as u32; 65], hit: [0; 33], all: 0, count, rest };
        let mut rows = [0; 32];
        for (place, set) in sets[..count].iter().enumerate() {
            third.sets[place] = *set;
            rows[place % 32] |= u64::from(*set) << (place & 32);
        }
        transpose_halves(&mut rows);
        third.hit[..27].copy_from_slice(&rows[..27]);
        third.all = if count == 0 { 0 } else { u64::MAX >> (64 - count) };
        third
    }

    /// The sets that some of these cells hit.
    #[inline(always)]
    fn met_by(&self, mut cells: u32) -> u64 {
        let mut met = 0;
        loop {
            // Most sets have three cells or fewer here.
            for _ in 0..3 {
                met |= self.hit[cells.trailing_zeros() as usize];
                cells &= cells.wrapping_sub(1);
            }
            if cells == 0 {
                return met;
            }
        }
    }

    /// The cells of some that all sets have.
    #[inline(always)]
    fn common(&self, mut open: u64, mut cells: u32) -> u32 {
        while open != 0 {
            for _ in 0..4 {
                cells &= self.sets[open.trailing_zeros() as usize];
                open &= open.wrapping_sub(1);
            }
            if cells == 0 {
                break;
            }
        }
        cells
    }
}

impl TwoBands {
    /// All sets of the table are hit: looks at the third band. True if it was learnt that a set within the two bands is not.
    #[inline(always)]
    pub(super) fn leaf(&mut self, depth: usize, clues: u64, counts: [usize; 2], dead: u64) -> bool {
        self.counts.leaves += 1;
        if self.leaves.is_some() {
            return self.keep_leaf(depth, clues, counts, dead);
        }
        let live = self.live(dead, counts);
        if live != 0 {
            return match self.left_for(counts) {
                1 => self.leaf_and_one(depth, clues, counts, live & !clues & !(self.closed as u64)),
                _ => self.mixed_leaf(depth, clues, counts, dead),
            };
        }
        let outer = &self.outers[self.frames[depth].table];
        let most = self.most - counts[0] - counts[1];
        let open = outer.left(clues);
        outer.packs(open, most) && self.in_third(depth, clues, open, most, many(self.most))
    }

    /// The same where one clue may come to those of the two bands.
    #[inline(never)]
    fn leaf_and_one(&mut self, depth: usize, clues: u64, counts: [usize; 2], live: u64) -> bool {
        self.isa.run_words(&mut LeafAndOne(self), (depth, clues, counts, live))
    }

    #[inline(always)]
    fn look_with_one(&mut self, depth: usize, clues: u64, counts: [usize; 2], live: u64) -> bool {
        let most = self.most - counts[0] - counts[1];
        let outer = &self.outers[self.frames[depth].table];
        let open = outer.left(clues);
        let is_without = outer.packs(open, most);
        let (mut cells, mut one) = (live, 0u64);
        while cells != 0 {
            let cell = cells.trailing_zeros() as usize;
            cells &= cells - 1;
            if outer.packs(without(open, &outer.hit[cell]), most - 1) {
                one |= 1 << cell;
            }
        }
        if !is_without && one == 0 {
            return false;
        }
        if self.is_open_below(depth, clues) {
            return true;
        }
        // What is learnt meanwhile changes the sets. The first round is for the clues as they are.
        let mut next = if is_without { Some((clues, most)) } else { None };
        loop {
            if let Some((clues, most)) = next {
                self.exact(depth, clues, most);
            }
            if one == 0 {
                return false;
            }
            next = Some((clues | one & one.wrapping_neg(), most - 1));
            one &= one - 1;
        }
    }

    /// Finds the clues in the third band for those of two bands that have no other solution.
    #[inline(always)]
    fn exact(&mut self, depth: usize, clues: u64, most: usize) {
        let outer = &self.outers[self.frames[depth].table];
        let open = outer.left(clues);
        if outer.packs(open, most) {
            self.in_third(depth, clues, open, most, u64::MAX);
        }
    }

    /// Finds the clues in the third band for those in the others, to which none is added. True as for [`TwoBands::leaf`].
    #[inline(never)]
    fn in_third(&mut self, depth: usize, clues: u64, open: Bits<V>, most: usize, many: u64) -> bool {
        self.isa.run_words(&mut InThird { search: self, depth, clues, most, many }, open)
    }

    #[inline(always)]
    fn search_third(&mut self, depth: usize, clues: u64, open: Bits<V>, most: usize, many: u64) -> bool {
        self.counts.passed += 1;
        // Without branches but for words: sets with the same cells there are side by side.
        let outer = &self.outers[self.frames[depth].table];
        self.third.clear();
        self.third.resize(128, 0);
        let (mut count, mut last, mut rest) = (0, 0, open);
        for (place, word) in rest.iter_mut().enumerate() {
            if count >= 64 {
                break;
            }
            while *word != 0 {
                let cells = outer.outer[place][word.trailing_zeros() as usize];
                *word &= *word - 1;
                self.third[count] = cells;
                count += usize::from(cells != last);
                last = cells;
            }
        }
        self.third.truncate(count);
        let third = &Third::new(&self.third, rest);
        let mut stack = [(Node { open: third.all, chosen: 0, dead: 0, left: most }, 0u32); 28];
        let (mut level, mut nodes, mut is_learnt, mut enters) = (0, 0u64, false, true);
        loop {
            if enters {
                nodes += 1;
                if nodes == many && self.is_open_below(depth, clues) {
                    is_learnt = true;
                    break;
                }
                let Some(cells) = self.choose_third(depth, clues, third, &stack[level].0) else {
                    is_learnt = true;
                    break;
                };
                stack[level].1 = cells;
            }
            let (node, cells) = &mut stack[level];
            if *cells == 0 {
                if level == 0 {
                    break;
                }
                (level, enters) = (level - 1, false);
                continue;
            }
            let cell = cells.trailing_zeros() as usize;
            *cells &= *cells - 1;
            let (open, chosen) = (node.open & !third.hit[cell], node.chosen | 1 << cell);
            let next = Node { open, chosen, dead: node.dead, left: node.left - 1 };
            node.dead |= 1 << cell;
            enters = open == 0 || next.left > 1;
            if !enters && next.left == 1 {
                nodes += 1;
                let cells = third.common(open, UPPER as u32 & !next.dead);
                if cells != 0 {
                    level += 1;
                    stack[level] = (next, cells);
                }
            }
            if enters {
                level += 1;
                stack[level].0 = next;
            }
        }
        self.counts.outer_nodes += nodes;
        is_learnt
    }

    /// The cells of the third band that are tried at a node. None if it was learnt that a set within the two bands is not hit.
    #[inline(always)]
    fn choose_third(&mut self, depth: usize, clues: u64, third: &Third, node: &Node) -> Option<u32> {
        let live = UPPER as u32 & !node.dead;
        if node.open == 0 {
            let set = match self.beyond(depth, clues, third, node) {
                None => self.ask(depth, clues, node)?,
                Some(set) => set,
            };
            return Some(if node.left == 0 { 0 } else { set & live });
        }
        if node.left == 1 {
            return Some(third.common(node.open, live));
        }
        if node.left == 0 {
            return Some(0);
        }
        let (mut open, mut disjoint, mut best, mut fewest) = (node.open, 0, 0, u32::MAX);
        while open != 0 {
            let cells = third.sets[open.trailing_zeros() as usize] & live;
            disjoint += 1;
            if disjoint > node.left || cells == 0 {
                return Some(0);
            }
            let count = cells.count_ones();
            best = if count < fewest { cells } else { best };
            fewest = fewest.min(count);
            open &= !third.met_by(cells);
        }
        Some(best)
    }

    /// A set that these clues do not hit, of those that are not among the bits.
    fn beyond(&mut self, depth: usize, clues: u64, third: &Third, node: &Node) -> Option<u32> {
        let learnt = self.third.iter().skip(third.count).find(|set| **set & node.chosen == 0);
        let learnt = learnt.copied().or_else(|| {
            let outer = &self.outers[self.frames[depth].table];
            let open = bits(node.chosen.into()).fold(third.rest, |open, cell| without(open, &outer.third[cell]));
            let word = open.iter().position(|word| *word != 0)?;
            Some(outer.outer[word][open[word].trailing_zeros() as usize])
        });
        learnt.or_else(|| if self.most < LATE { None } else { self.in_reserve(depth, clues, node.chosen) })
    }

    /// A set of the reserve that neither the clues of the two bands hit nor those of the third.
    #[inline(never)]
    fn in_reserve(&mut self, depth: usize, clues: u64, mut chosen: u32) -> Option<u32> {
        let of = self.frames[depth].table;
        if self.reserve_is_for != Some((of, clues)) {
            self.fill_reserve(of);
            self.reserve_open = self.reserves[of].as_ref()?.left(clues);
            self.reserve_is_for = Some((of, clues));
        }
        let reserve = self.reserves[of].as_ref()?;
        let mut open = self.reserve_open;
        while chosen != 0 {
            open = without(open, &reserve.third[chosen.trailing_zeros() as usize]);
            chosen &= chosen - 1;
        }
        let word = open.iter().position(|word| *word != 0)?;
        let place = open[word].trailing_zeros() as usize;
        debug_assert_eq!(reserve.inner[word][place] & clues, 0, "no clue hits it");
        Some(reserve.outer[word][place])
    }

    /// Asks whether all these clues are a puzzle, and reports it. Else it learns a set: the cells of it in the third band; none if
    /// it has no cell there and is in the table now.
    fn ask(&mut self, depth: usize, clues: u64, node: &Node) -> Option<u32> {
        let givens = Cells::from(clues) | Cells::from(node.chosen) << 54;
        self.counts.checks += 1;
        let Some(set) = self.second.differs(givens) else {
            self.report(givens, Cells::from(BOTH) | Cells::from(node.dead) << 54, node.left);
            return Some(0);
        };
        let set = self.learn(depth, set);
        let outer = (set >> 54) as u32;
        if outer == 0 {
            self.open(depth, set as u64);
            return None;
        }
        // For what else is tried beside these clues.
        self.third.push(outer);
        Some(outer)
    }

    /// Whether a set within the two bands is not hit, which then is in the table.
    pub(super) fn is_open_below(&mut self, depth: usize, clues: u64) -> bool {
        if self.is_closed_below {
            return false;
        }
        let of = self.frames[depth].table;
        let set = self.known[of].iter().find(|set| *set & clues == 0).copied();
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
        let outer = &self.outers[self.frames[depth].table];
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

    /// Asks whether all these clues are a puzzle, and reports it. Else returns the set that was learnt.
    fn ask_mixed(&mut self, depth: usize, node: &MixedNode) -> Option<Cells> {
        self.counts.checks += 1;
        let Some(set) = self.second.differs(node.givens) else {
            self.report(node.givens, node.dead, node.left);
            return None;
        };
        let set = self.learn(depth, set);
        self.mixed_sets.push(set);
        Some(set)
    }
}

/// The third band of a leaf.
struct InThird<'s> {
    search: &'s mut TwoBands,
    depth: usize,
    clues: u64,
    most: usize,
    many: u64,
}

impl Job<Bits<V>> for InThird<'_> {
    type Output = bool;

    #[inline(always)]
    fn run<S: Set>(&mut self, open: Bits<V>) -> bool {
        self.search.search_third(self.depth, self.clues, open, self.most, self.many)
    }
}

/// A leaf to whose clues one may come.
struct LeafAndOne<'s>(&'s mut TwoBands);

impl Job<(usize, u64, [usize; 2], u64)> for LeafAndOne<'_> {
    type Output = bool;

    #[inline(always)]
    fn run<S: Set>(&mut self, (depth, clues, counts, live): (usize, u64, [usize; 2], u64)) -> bool {
        self.0.look_with_one(depth, clues, counts, live)
    }
}

/// Sets of all bands as bits of words; see [`Third`].
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
