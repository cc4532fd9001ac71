//! The third band: finding the clues there that complete those of two bands.

use super::{BOTH, Cells, TwoBands, UPPER};
use crate::clues::outer::{First, OuterTable, V};
use crate::clues::table::{Bits, is_none, without};
use crate::solve::{Job, Set};

/// Some clues of the third band.
#[derive(Clone, Copy, Default)]
struct Node {
    /// The sets that are not hit.
    open: Bits<V>,
    chosen: u32,
    dead: u32,
    left: usize,
}

/// Room for the nodes of a leaf.
#[derive(Default)]
pub(super) struct ThirdRoom {
    /// Nodes, one below the other, and the cells that are still to be tried at each.
    stack: Vec<(Node, u32)>,
    packing: Packing,
}

impl ThirdRoom {
    pub(super) fn new() -> ThirdRoom {
        let packing = Packing { sets: vec![<(u32, First)>::default(); 27], ..Packing::default() };
        ThirdRoom { stack: vec![<(Node, u32)>::default(); 28], packing }
    }
}

/// Disjoint sets of a node.
#[derive(Default)]
struct Packing {
    /// Their cells, and the sets of the first words that contain one of these.
    sets: Vec<(u32, First)>,
    count: usize,
    /// The sets of the first words that share cells with one of the disjoint sets, and with two.
    met: First,
    shared: First,
    /// The smallest set of cells one of which must be a clue; all bits before the first set.
    best: u32,
}

impl Packing {
    #[inline(always)]
    fn begin(&mut self) {
        (self.count, self.best, self.met, self.shared) = (0, u32::MAX, First::default(), First::default());
    }

    #[inline(always)]
    fn add(&mut self, cells: u32, met: First) {
        for (word, met) in met.iter().enumerate() {
            self.shared[word] |= self.met[word] & met;
            self.met[word] |= met;
        }
        self.sets[self.count] = (cells, met);
        self.count += 1;
        self.offer(cells);
    }

    /// Takes these cells as the best if they are fewer.
    #[inline(always)]
    fn offer(&mut self, cells: u32) {
        self.best = if cells.count_ones() < self.best.count_ones() { cells } else { self.best };
    }

    /// Takes disjoint sets of a node, small ones first; false if there are more than clues left, or if one has no cell.
    #[inline(always)]
    fn fill(&mut self, outer: &OuterTable, node: &Node) -> bool {
        let live = UPPER as u32 & !node.dead;
        self.begin();
        let (mut open, mut used) = (OuterTable::first(&node.open), 0);
        for word in 0..open.len() {
            while open[word] != 0 {
                let cells = outer.cells_of_first(word, open[word].trailing_zeros() as usize) & live;
                if self.count == node.left || cells == 0 {
                    return false;
                }
                let met = outer.met_by(cells);
                (0..open.len()).for_each(|i| open[i] &= !met[i]);
                used |= cells;
                self.add(cells, met);
            }
        }
        let mut rest = outer.rest(&node.open, used);
        for word in 0..rest.len() {
            while rest[word] != 0 {
                let cells = outer.cells_of_rest(word, rest[word].trailing_zeros() as usize) & live;
                if self.count == node.left || cells == 0 {
                    return false;
                }
                self.add(cells, outer.met_by(cells));
                rest = outer.rest_beside(rest, cells);
            }
        }
        true
    }

    /// For as many disjoint sets as clues: each clue hits one of them, so it hits all sets that share cells with no other of
    /// them. Returns the cells that do; `None` if a disjoint set has no such cell, or if some set contains none of these cells.
    #[inline(always)]
    fn narrow(&mut self, outer: &OuterTable, node: &Node) -> Option<u32> {
        let first = OuterTable::first(&node.open);
        let mut all = 0;
        for place in 0..self.count {
            let (cells, mut only) = self.sets[place];
            (0..only.len()).for_each(|i| only[i] &= first[i] & !self.shared[i]);
            let cells = outer.common_first(&only, cells);
            if cells == 0 {
                return None;
            }
            all |= cells;
            self.offer(cells);
        }
        let met = outer.met_by(all);
        let is_met = (0..met.len()).fold(0, |left, i| left | first[i] & !met[i]) == 0;
        is_met.then_some(all)
    }
}

/// From this many givens on, few of the puzzles tested for another solution teach something new, and the reserve pays: up to 17
/// it takes a thirtieth longer than it saves.
const LATE: usize = 18;

/// After this many nodes, the two bands alone are tested for another solution: later where they seldom have one.
const fn many(most: usize) -> u64 {
    if most < LATE { 8 } else { 16 }
}

impl TwoBands {
    /// All sets of the table are hit: searches the third band. True if it was learnt that a set within the two bands is not hit.
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
        outer.packs(&open, most) && self.in_third(depth, clues, open, most, many(self.most))
    }

    /// The same if one clue may be added to those of the two bands.
    #[inline(never)]
    fn leaf_and_one(&mut self, depth: usize, clues: u64, counts: [usize; 2], live: u64) -> bool {
        self.isa.run_words(&mut LeafAndOne(self), (depth, clues, counts, live))
    }

    #[inline(always)]
    fn look_with_one(&mut self, depth: usize, clues: u64, counts: [usize; 2], live: u64) -> bool {
        let most = self.most - counts[0] - counts[1];
        let outer = &self.outers[self.frames[depth].table];
        let (disjoint, mut one) = outer.packs_with_one(clues, live, most - 1);
        let is_without = disjoint <= most;
        if !is_without && one == 0 {
            return false;
        }
        if self.is_open_below(depth, clues) {
            return true;
        }
        // What is learnt during a round changes the sets. The first round is for the clues as they are.
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

    /// Finds the clues in the third band that complete those of two bands, which have no other solution by themselves.
    #[inline(always)]
    fn exact(&mut self, depth: usize, clues: u64, most: usize) {
        let outer = &self.outers[self.frames[depth].table];
        let open = outer.left(clues);
        if outer.packs(&open, most) {
            self.in_third(depth, clues, open, most, u64::MAX);
        }
    }

    /// Finds the clues in the third band for those in the others, adding none to these. Returns what [`TwoBands::leaf`] does.
    #[inline(never)]
    fn in_third(&mut self, depth: usize, clues: u64, open: Bits<V>, most: usize, many: u64) -> bool {
        self.isa.run_words(&mut InThird { search: self, depth, clues, most, many }, open)
    }

    #[inline(always)]
    fn search_third(&mut self, depth: usize, clues: u64, open: Bits<V>, most: usize, many: u64) -> bool {
        self.counts.passed += 1;
        let of = self.frames[depth].table;
        let mut room = std::mem::take(&mut self.third_room);
        let ThirdRoom { stack, packing } = &mut room;
        stack[0].0 = Node { open, chosen: 0, dead: 0, left: most };
        let (mut level, mut nodes, mut is_learnt, mut enters) = (0, 0u64, false, true);
        loop {
            if enters {
                nodes += 1;
                if nodes == many && self.is_open_below(depth, clues) {
                    is_learnt = true;
                    break;
                }
                let Some(cells) = self.choose_third(depth, clues, &mut stack[level].0, packing) else {
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
            let outer = &self.outers[of];
            let (open, chosen) = (without(node.open, &outer.sets.third[cell]), node.chosen | 1 << cell);
            let next = Node { open, chosen, dead: node.dead, left: node.left - 1 };
            node.dead |= 1 << cell;
            enters = is_none(&open) || next.left > 1;
            if !enters && next.left == 1 {
                nodes += 1;
                let cells = outer.common(&open, UPPER as u32 & !next.dead);
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
        self.third_room = room;
        // Only now: they replace other sets, and nodes that still hold the bits of those would mistake them.
        self.learnt.drain(..).for_each(|(inner, outer)| self.outers[of].learn(inner, outer));
        is_learnt
    }

    /// The cells of the third band to try at a node. `None` if it was learnt that a set within the two bands is not hit.
    #[inline(always)]
    fn choose_third(&mut self, depth: usize, clues: u64, node: &mut Node, packing: &mut Packing) -> Option<u32> {
        let live = UPPER as u32 & !node.dead;
        let outer = &self.outers[self.frames[depth].table];
        if node.left == 1 && !is_none(&node.open) {
            return Some(outer.common(&node.open, live));
        }
        if !packing.fill(outer, node) {
            return Some(0);
        }
        if packing.count == 0 {
            let set = match self.beyond(depth, clues, node) {
                None => self.ask(depth, clues, node)?,
                Some(set) => set,
            };
            return Some(if node.left == 0 { 0 } else { set & live });
        }
        if packing.count == node.left {
            let Some(cells) = packing.narrow(outer, node) else { return Some(0) };
            node.dead |= UPPER as u32 & !cells;
        }
        Some(packing.best)
    }

    /// A set outside the table that these clues do not hit.
    fn beyond(&mut self, depth: usize, clues: u64, node: &Node) -> Option<u32> {
        let learnt = self.learnt.iter().find(|(_, outer)| outer & node.chosen == 0).map(|(_, outer)| *outer);
        learnt.or_else(|| if self.most < LATE { None } else { self.in_reserve(depth, clues, node.chosen) })
    }

    /// A set of the reserve that is hit neither by the clues of the two bands nor by those of the third.
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

    /// Tests whether all these clues are a proper puzzle, and reports it. Otherwise it learns a set and returns its cells in the
    /// third band; `None` if it has no cell there, and is now in the table.
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
        // For the other attempts beside these clues.
        self.learnt.push((set as u64 & BOTH, outer));
        Some(outer)
    }

    /// Whether a set within the two bands is not hit; if so, it is now in the table.
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
}

/// A job: the third band of a leaf.
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

/// A job: a leaf to whose clues one may be added.
struct LeafAndOne<'s>(&'s mut TwoBands);

impl Job<(usize, u64, [usize; 2], u64)> for LeafAndOne<'_> {
    type Output = bool;

    #[inline(always)]
    fn run<S: Set>(&mut self, (depth, clues, counts, live): (usize, u64, [usize; 2], u64)) -> bool {
        self.0.look_with_one(depth, clues, counts, live)
    }
}

#[cfg(test)]
mod tests {
    use super::super::order;
    use super::*;
    use proptest::prelude::*;

    fn set_of(cells: &[usize]) -> u32 {
        cells.iter().fold(0, |set, cell| set | 1 << cell)
    }

    /// Clues that hit all sets of a table are excluded neither by disjoint sets nor by the cells to which these narrow the band.
    fn accepts(mut known: Vec<(u64, u32)>, hitting: &[usize]) -> Result<(), TestCaseError> {
        known.sort_by_key(order);
        let mut outer = OuterTable::new();
        outer.fill(&known, 0);
        let node = Node { open: outer.left(0), chosen: 0, dead: 0, left: hitting.len() };
        prop_assert!(outer.packs(&node.open, hitting.len()));
        let mut packing = ThirdRoom::new().packing;
        prop_assert!(packing.fill(&outer, &node) && packing.count > 0);
        if packing.count == hitting.len() {
            let cells = packing.narrow(&outer, &node).map(|cells| cells & set_of(hitting));
            prop_assert_eq!(cells, Some(set_of(hitting)));
        }
        Ok(())
    }

    proptest! {
        #[test]
        fn what_hits_all_sets_is_not_excluded(
            hitting in prop::collection::btree_set(0usize..27, 2..7),
            sets in prop::collection::vec((any::<prop::sample::Index>(), prop::collection::vec(0usize..27, 1..6)), 1..400),
        ) {
            let hitting: Vec<usize> = hitting.into_iter().collect();
            let known = sets.iter().enumerate().map(|(number, (hit, others))| {
                (1 << (number % 54), set_of(others) | set_of(&[*hit.get(&hitting)]))
            });
            accepts(known.collect(), &hitting)?;
        }
    }

    /// A set that shares cells with a disjoint set of the first words and with one after them.
    #[test]
    fn sets_behind_the_first_words_count() {
        let mut sets = vec![vec![1, 2], vec![2, 10], vec![3, 4, 6, 10]];
        let others = |one: usize| (one + 1..27).filter(|other| *other != 10).map(move |other| vec![1, one, other]);
        sets.extend((3..27).filter(|one| *one != 10).flat_map(others));
        let known: Vec<(u64, u32)> = sets.iter().map(|cells| (1, set_of(cells))).collect();
        assert!(known.len() > 250);
        accepts(known, &[1, 10]).unwrap();
    }
}
