//! Static chains and cycles: what follows from one candidate alone, on a board that does not change meanwhile.
//!
//! ```text
//!   on to off   true, false, true, .. false at the candidate itself: it is out              6.6 by X links, 7.0 by both
//!   off to on   false, true, false, .. true at the candidate itself: it is placed           6.6, 7.0
//!   cycle       true, false, .. true at the candidate itself: one digit per weak link       6.5 by X or by Y links, 7.0
//! ```
//!
//! The program makes every hint of every start and takes the first by rating, number of conclusions and kind; of equal
//! ones, the first made. As each conclusion has one reason, a chain has one conclusion more than its distance. So a
//! breadth-first search from every start, which ends as soon as it cannot find better, comes to the same result. A cycle may
//! close with any conclusion whose reason is not on it, and uses the first path found; what it removes sees a true and a
//! false candidate of its digit on the cycle, and lies in none of the cycle's cells.

use super::super::bits::Bits;
use super::super::cells::CellSet;
use super::hint::{Hint, Removed, Sight};
use super::links::{Kind, Links};
use super::position::{Marks, Position, has_two};
use super::rating::by_length;
use super::reach::{Every, Reach};
use super::watch::Watch;
use std::collections::HashSet;

/// Chains as evidence of a hint.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Chained {
    /// A chain or a cycle of candidates that are true and false by turns: whether the first is true, whether it closes.
    Static { nodes: Vec<(u8, u8)>, starts_true: bool, is_cycle: bool },
    /// Nets.
    Nets(Box<super::nets::Evidence>),
}

/// A chain or cycle that was found.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Found {
    pub(super) rating: f64,
    pub(super) complexity: u32,
    /// The program's last criterion for sorting: 2 for X links, 3 for Y links, 4 for both.
    pub(super) key: u32,
    /// The start, by cell and digit; then 0 for a cycle, 1 for a chain from on to off, 2 for one from off to on.
    pub(super) made: (u16, u8),
    pub(super) removed: Removed,
    pub(super) placed: Option<(u8, u8)>,
    pub(super) nodes: Vec<(u8, u8)>,
    pub(super) starts_true: bool,
    pub(super) is_cycle: bool,
}

impl Found {
    fn order(&self) -> (f64, u32, u32) {
        (self.rating, self.complexity, self.key)
    }
}

/// Which of the hints found are kept.
enum Keep<'a> {
    Best(&'a mut Option<Found>),
    All(&'a mut Vec<Found>),
}

/// The searches with their memory.
#[derive(Default, Debug)]
pub(super) struct Chains {
    links: Links,
    /// For each candidate, for true and for false: in which search it was reached, and from which candidate.
    on: Vec<(u32, u16)>,
    off: Vec<(u32, u16)>,
    stamp: u32,
    ons: Vec<u16>,
    offs: Vec<u16>,
    reach: Reach,
    /// For each digit: its cells when it was last examined, and the best chain or cycle of X links then.
    by_digit: [Option<(CellSet, Option<Found>)>; 9],
    /// The digits of the cells when no cycle of Y links removed anything.
    without_y_cycles: Option<[u16; 81]>,
}

impl Chains {
    /// The hint that the program takes, if there is one.
    pub(super) fn find(&mut self, position: &Position, watch: &mut Watch<'_>) -> Option<Hint> {
        let marks = &position.marks;
        let mut best: Option<Found> = None;
        for digit in 0..9 {
            let cells = marks.of_digit(digit);
            let cache = self.by_digit[digit].take().filter(|(known, _)| *known == cells);
            let (_, found) = cache.unwrap_or_else(|| {
                self.links.fill(marks, Kind::X, false, |_| 1 << digit);
                let mut found = None;
                if let Some(every) = self.reach.every(&self.links) {
                    self.search(marks, Kind::X, Keep::Best(&mut found), Some(&every), watch);
                }
                (cells, found)
            });
            let is_better = |found: &&Found| {
                best.as_ref().is_none_or(|best| (found.order(), found.made) < (best.order(), best.made))
            };
            if let Some(found) = found.as_ref().filter(is_better) {
                best = Some(found.clone());
            }
            if watch.is_over() {
                return None;
            }
            self.by_digit[digit] = Some((cells, found));
        }
        if !self.is_without_y_cycles(marks) {
            self.links.fill(marks, Kind::Y, false, |cell| if has_two(marks.cells[cell]) { 0x1ff } else { 0 });
            let is_any_wanted = best.is_none();
            if let Some(every) = self.reach.cycles(&self.links) {
                self.search(marks, Kind::Y, Keep::Best(&mut best), Some(&every), watch);
            }
            self.without_y_cycles = (is_any_wanted && best.is_none() && !watch.is_over()).then_some(marks.cells);
        }
        if best.as_ref().is_none_or(|best| best.rating >= 7.0) {
            self.shortest(marks, &mut best);
        }
        best.map(|found| {
            // The other digits that the cell has now.
            let removed = found.placed.map_or(found.removed, |(cell, digit)| others(marks, cell, digit));
            let Found { nodes, starts_true, is_cycle, .. } = found;
            let sight = Sight::Chains(Chained::Static { nodes, starts_true, is_cycle });
            Hint { rating: found.rating, removed, placed: found.placed, sight }
        })
    }

    /// Whether all cells with two digits are as they were when no cycle of Y links removed anything, and
    /// nothing was added that one could remove.
    fn is_without_y_cycles(&self, marks: &Marks) -> bool {
        self.without_y_cycles.as_ref().is_some_and(|known| {
            let mut pairs = known.iter().zip(&marks.cells);
            pairs.all(|(known, now)| known == now || now & !known == 0 && !has_two(*known) && !has_two(*now))
        })
    }

    /// Every hint, in the program's order, but of those with the same conclusion only the first.
    pub(super) fn find_all(&mut self, marks: &Marks, watch: &mut Watch<'_>) -> Vec<Found> {
        // Chains and cycles of some links are also chains and cycles of all links, and a chain removes what a cycle removes.
        self.links.fill(marks, Kind::XY, false, |_| 0x1ff);
        watch.spend(5 * self.links.numbers.candidates.len());
        match self.reach.every(&self.links) {
            Some(every) => self.find_all_from(marks, Some(&every), watch),
            None => Vec::new(),
        }
    }

    /// The same without knowing where there is something to find, which takes longer.
    #[cfg(test)]
    pub(super) fn find_all_from_everywhere(&mut self, marks: &Marks) -> Vec<Found> {
        super::watch::unwatched(|watch| self.find_all_from(marks, None, watch))
    }

    fn find_all_from(&mut self, marks: &Marks, every: Option<&Every>, watch: &mut Watch<'_>) -> Vec<Found> {
        let mut all = Vec::new();
        for kind in [Kind::X, Kind::Y, Kind::XY] {
            self.links.fill(
                marks,
                kind,
                false,
                |cell| if kind != Kind::Y || has_two(marks.cells[cell]) { 0x1ff } else { 0 },
            );
            self.search(marks, kind, Keep::All(&mut all), every, watch);
        }
        all.sort_by(|one, other| one.order().partial_cmp(&other.order()).expect("ratings are numbers"));
        let mut known = HashSet::new();
        all.retain(|found| known.insert(found.removed.clone()));
        all
    }

    /// The best chain or cycle of all links.
    fn shortest(&mut self, marks: &Marks, best: &mut Option<Found>) {
        self.links.fill(marks, Kind::XY, false, |_| 0x1ff);
        let Some(found) = self.reach.shortest(&self.links) else { return };
        self.make_room();
        let mut keep = Keep::Best(best);
        // What a cycle with fewer conclusions removes, a shortest chain refutes.
        if found.refuted.is_some()
            && found.shorter_cycles.iter().any(|start| self.cycles(marks, *start, found.complexity - 2, &mut keep))
        {
            return;
        }
        // For one start, cycles come before chains, and the chain from true before the one from false.
        let first = found.refuted.into_iter().chain(found.proved).min().expect("a chain was found");
        let mut cycles = found.cycles.iter().filter(|start| **start <= first);
        let start = self.number(first);
        if !cycles.any(|start| self.cycles(marks, *start, found.complexity, &mut keep)) {
            if found.refuted == Some(first) {
                self.cycles_and_chains(marks, Kind::XY, start, [0, u32::MAX], &mut keep);
            } else {
                self.chain_from_off(marks, Kind::XY, start, &mut keep);
            }
        }
    }

    fn number(&self, (cell, digit): (u8, u8)) -> u16 {
        self.links.numbers.numbers[usize::from(cell)][usize::from(digit)]
    }

    /// Finds the cycles of a start that have exactly this many conclusions. Whether one of them removes something.
    fn cycles(&mut self, marks: &Marks, start: (u8, u8), complexity: u32, keep: &mut Keep<'_>) -> bool {
        let start = self.number(start);
        self.begin();
        self.ons.push(start);
        self.on[usize::from(start)] = (self.stamp, u16::MAX);
        for _ in 1..complexity / 2 {
            self.follow_ons();
            self.follow_offs();
        }
        self.close(marks, Kind::XY, start, complexity, keep)
    }

    /// Tries to close cycles at what is true now. Whether one of them removes something.
    fn close(&mut self, marks: &Marks, kind: Kind, start: u16, complexity: u32, keep: &mut Keep<'_>) -> bool {
        let closing = std::mem::take(&mut self.ons);
        let mut removes = false;
        for &on in &closing {
            for i in 0..self.links.weak(on).len() {
                let off = self.links.weak(on)[i];
                if self.links.strong(off).contains(&start) && !self.is_above(on, off) {
                    removes |= self.cycle(marks, kind, start, on, off, complexity, keep);
                }
            }
        }
        self.ons = closing;
        removes
    }

    /// Searches from every candidate of the links, in order; or only from those where there is something to find.
    fn search(&mut self, marks: &Marks, kind: Kind, mut keep: Keep<'_>, every: Option<&Every>, watch: &mut Watch<'_>) {
        self.make_room();
        let several = (0..81).filter(|cell| marks.cells[*cell].count_ones() > 1);
        for (cell, digit) in several.flat_map(|cell| marks.cells[cell].iter().map(move |digit| (cell, digit))) {
            let start = self.links.numbers.numbers[cell][digit];
            if start == u16::MAX {
                continue;
            }
            if !watch.spend(self.links.live) {
                return;
            }
            let has = |sets: fn(&Every) -> &[CellSet; 9]| every.is_none_or(|every| sets(every)[digit].contains(cell));
            let limit = |is_wanted, is_cycle| if is_wanted { Chains::limit(kind, is_cycle, &keep) } else { 0 };
            let limits = [limit(has(|every| &every.cycles), true), limit(has(|every| &every.refuted), false)];
            if limits != [0, 0] {
                self.cycles_and_chains(marks, kind, start, limits, &mut keep);
            }
            if kind != Kind::Y && has(|every| &every.proved) {
                self.chain_from_off(marks, kind, start, &mut keep);
            }
        }
    }

    /// The number of conclusions from which on nothing is better than what is kept.
    fn limit(kind: Kind, is_cycle: bool, keep: &Keep<'_>) -> u32 {
        let Keep::Best(Some(best)) = keep else { return u32::MAX };
        let (base, key) = base(kind, is_cycle);
        let mut most = best.complexity;
        // Different kinds have different ratings.
        while (base + by_length(most), most, key) < best.order() {
            most += 1;
        }
        while most > 0 && (base + by_length(most - 1), most - 1, key) >= best.order() {
            most -= 1;
        }
        most
    }

    fn make_room(&mut self) {
        let count = self.links.numbers.candidates.len();
        self.on.resize(self.on.len().max(count), (0, 0));
        self.off.resize(self.off.len().max(count), (0, 0));
    }

    fn begin(&mut self) {
        self.stamp += 1;
        self.ons.clear();
        self.offs.clear();
    }

    /// Marks, in order, what is false because of the candidates that are true now.
    fn follow_ons(&mut self) {
        follow(&self.ons, |on| self.links.weak(on), self.stamp, &mut self.off, &mut self.offs);
    }

    /// Marks what is true because of the candidates that are false now.
    fn follow_offs(&mut self) {
        follow(&self.offs, |off| self.links.strong(off), self.stamp, &mut self.on, &mut self.ons);
    }

    /// Finds cycles and a chain from a true candidate, with fewer conclusions than the limits.
    fn cycles_and_chains(
        &mut self,
        marks: &Marks,
        kind: Kind,
        start: u16,
        [mut cycles_to, mut chain_to]: [u32; 2],
        keep: &mut Keep<'_>,
    ) {
        self.begin();
        self.ons.push(start);
        self.on[usize::from(start)] = (self.stamp, u16::MAX);
        if kind == Kind::Y {
            chain_to = 0;
        }
        let mut chain: Option<Found> = None;
        // The distance of the candidates of `ons` from the start.
        let mut distance = 0;
        while !self.ons.is_empty() && (distance + 2 < chain_to || distance + 2 < cycles_to) {
            if distance >= 2 && distance + 2 < cycles_to {
                self.close(marks, kind, start, distance + 2, keep);
                cycles_to = cycles_to.min(Chains::limit(kind, true, keep));
            }
            if distance + 2 < chain_to
                && distance > 0
                && let Some(&on) = self.ons.iter().find(|on| self.links.exclude_each_other(**on, start, kind))
            {
                let mut nodes = self.path_to_on(on);
                nodes.push(self.links.numbers.candidates[usize::from(start)]);
                chain = Some(self.chain(marks, kind, start, nodes, true));
                chain_to = 0;
            }
            self.follow_ons();
            self.follow_offs();
            distance += 2;
        }
        // Cycles of a start are made before its chains.
        if let Some(chain) = chain {
            keep.add(chain);
        }
    }

    fn chain_from_off(&mut self, marks: &Marks, kind: Kind, start: u16, keep: &mut Keep<'_>) {
        if self.links.strong(start).is_empty() {
            return;
        }
        self.begin();
        self.offs.push(start);
        self.off[usize::from(start)] = (self.stamp, u16::MAX);
        let limit = Chains::limit(kind, false, keep);
        let mut distance = 0;
        while !self.offs.is_empty() && distance + 2 < limit {
            self.follow_offs();
            if self.on[usize::from(start)].0 == self.stamp {
                let nodes = self.path_to_on(start);
                let found = self.chain(marks, kind, start, nodes, false);
                keep.add(found);
                return;
            }
            self.follow_ons();
            distance += 2;
        }
    }

    /// Whether a candidate is false on the path to a true one.
    fn is_above(&self, mut on: u16, off: u16) -> bool {
        loop {
            let by = self.on[usize::from(on)].1;
            if by == u16::MAX || by == off {
                return by == off;
            }
            on = self.off[usize::from(by)].1;
            if on == u16::MAX {
                return false;
            }
        }
    }

    /// The path to a true candidate, from the start.
    fn path_to_on(&self, on: u16) -> Vec<(u8, u8)> {
        let mut nodes = vec![self.links.numbers.candidates[usize::from(on)]];
        let mut by = self.on[usize::from(on)].1;
        let mut is_off = true;
        while by != u16::MAX {
            nodes.push(self.links.numbers.candidates[usize::from(by)]);
            by = if is_off { self.off[usize::from(by)].1 } else { self.on[usize::from(by)].1 };
            is_off = !is_off;
        }
        nodes.reverse();
        nodes
    }

    fn chain(&self, marks: &Marks, kind: Kind, start: u16, nodes: Vec<(u8, u8)>, starts_true: bool) -> Found {
        let (cell, digit) = self.links.numbers.candidates[usize::from(start)];
        let (base, key) = base(kind, false);
        let complexity = nodes.len() as u32;
        let (removed, placed) = if starts_true {
            (vec![(cell, 1 << digit)], None)
        } else {
            (others(marks, cell, digit), Some((cell, digit)))
        };
        let made = (u16::from(cell) * 9 + u16::from(digit), if starts_true { 1 } else { 2 });
        let rating = base + by_length(complexity);
        Found { rating, complexity, key, made, removed, placed, nodes, starts_true, is_cycle: false }
    }

    /// Makes the cycle that closes from a true candidate by a false one. Whether it removes something.
    #[allow(clippy::too_many_arguments, reason = "one place calls it")]
    fn cycle(
        &self,
        marks: &Marks,
        kind: Kind,
        start: u16,
        on: u16,
        off: u16,
        complexity: u32,
        keep: &mut Keep<'_>,
    ) -> bool {
        let (base, key) = base(kind, true);
        let rating = base + by_length(complexity);
        if let Keep::Best(Some(best)) = keep
            && (rating, complexity, key) >= best.order()
        {
            return false;
        }
        let mut nodes = self.path_to_on(on);
        nodes.push(self.links.numbers.candidates[usize::from(off)]);
        let removed = removed_by_cycle(marks, &nodes);
        if !removed.is_empty() {
            let (cell, digit) = self.links.numbers.candidates[usize::from(start)];
            let made = (u16::from(cell) * 9 + u16::from(digit), 0);
            let (placed, starts_true) = (None, true);
            keep.add(Found { rating, complexity, key, made, removed, placed, nodes, starts_true, is_cycle: true });
            return true;
        }
        false
    }
}

/// Lists what follows from some candidates for the first time in this search, and from which it follows.
fn follow<'a>(
    from: &[u16],
    links: impl Fn(u16) -> &'a [u16],
    stamp: u32,
    reached: &mut [(u32, u16)],
    new: &mut Vec<u16>,
) {
    new.clear();
    for &by in from {
        for &next in links(by) {
            let state = &mut reached[usize::from(next)];
            if state.0 != stamp {
                *state = (stamp, by);
                new.push(next);
            }
        }
    }
}

impl Keep<'_> {
    fn add(&mut self, found: Found) {
        match self {
            Keep::All(all) => all.push(found),
            Keep::Best(best) => {
                if best.as_ref().is_none_or(|best| found.order() < best.order()) {
                    **best = Some(found);
                }
            }
        }
    }
}

/// The rating of the shortest chain, and the key of its kind.
fn base(kind: Kind, is_cycle: bool) -> (f64, u32) {
    match kind {
        Kind::X => (if is_cycle { 6.5 } else { 6.6 }, 2),
        Kind::Y => (if is_cycle { 6.5 } else { 6.6 }, 3),
        Kind::XY => (7.0, 4),
    }
}

/// The cell's other digits.
pub(super) fn others(marks: &Marks, cell: u8, digit: u8) -> Removed {
    vec![(cell, marks.cells[usize::from(cell)] & !(1 << digit))]
}

/// The candidates that see, of their digit, a true candidate and a false one of a cycle.
fn removed_by_cycle(marks: &Marks, nodes: &[(u8, u8)]) -> Removed {
    let mut seen = [[CellSet::EMPTY; 2]; 9];
    let mut on_it = CellSet::EMPTY;
    for (i, (cell, digit)) in nodes.iter().enumerate() {
        on_it.insert(usize::from(*cell));
        seen[usize::from(*digit)][i % 2] |= CellSet::peers(usize::from(*cell));
    }
    let mut removed = Removed::new();
    for (digit, [by_true, by_false]) in seen.into_iter().enumerate() {
        for cell in ((by_true & by_false) - on_it).iter().filter(|cell| marks.has(*cell, digit)) {
            match removed.iter_mut().find(|(known, _)| usize::from(*known) == cell) {
                Some((_, digits)) => *digits |= 1 << digit,
                None => removed.push((cell as u8, 1 << digit)),
            }
        }
    }
    removed.sort_unstable();
    removed
}
