//! The search in one choice of two bands.

mod third;

use super::second::Second;
use super::table::{Bits, Outer, Room, Table, V, W, first, is_none, is_within, without};
use super::{Cells, Task};
use third::Level;

/// The cells of the first band, and of both.
const UPPER: u64 = (1 << 27) - 1;
const BOTH: u64 = (1 << 54) - 1;

/// With how many clues left in the two bands tables are made again.
const AGAIN: [usize; 3] = [9, 7, 5];

/// A node: some clues of the two bands.
#[derive(Clone, Copy)]
struct Frame {
    /// Sets of the table that are not hit.
    open: Bits<W>,
    clues: u64,
    /// Cells that are no clues of anything below.
    dead: u64,
    /// Clues in each of the two bands.
    counts: [usize; 2],
    table: usize,
    /// Cells that are still to be tried, the last first.
    cells: [u8; 54],
    len: usize,
    /// How many there were.
    tries: usize,
}

/// A search in two bands, and what it found.
pub(super) struct TwoBands {
    second: Second,
    /// The most clues, and the most in the two bands.
    most: usize,
    low: usize,
    /// Whether a band before the third one that has as many clues is the one with the most.
    ties: [usize; 2],
    /// Sets within the two bands, and those that reach the third, known from the beginning or learnt.
    known: Vec<u64>,
    outer: Vec<(u64, u32)>,
    /// How many of `outer` were learnt since they were put in order.
    unsorted: usize,
    tables: Vec<(Table, Outer)>,
    frames: Vec<Frame>,
    depth: Option<usize>,
    room: Room,
    /// Lists of sets in the third band, and the choices of clues there.
    third: Vec<u32>,
    levels: [Level; 28],
    mixed_sets: Vec<Cells>,
    sorted_sets: Box<[u32; 64 * V]>,
    /// What was found: the givens.
    pub(super) found: Vec<Cells>,
    pub(super) counts: Counts,
    minimal: bool,
    /// Cells that are no givens of any puzzle; the sets are without them.
    closed: Cells,
}

/// What a search did.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Counts {
    pub(super) nodes: u64,
    pub(super) leaves: u64,
    pub(super) passed: u64,
    pub(super) outer_nodes: u64,
    pub(super) checks: u64,
    pub(super) learnt: u64,
    pub(super) tables: u64,
}

impl TwoBands {
    /// For a grid and sets of it. The third band is to have the most clues and no fewer than the others; `ties` says which of them
    /// may not have as many.
    pub(super) fn new(task: &Task, most: usize, minimal: bool) -> TwoBands {
        let Task { digits, known, outer, ties, closed, .. } = task;
        let (known, mut outer) = (known.clone(), outer.clone());
        outer.sort_by_key(|(_, outer)| outer.count_ones());
        let tables = (0..=AGAIN.len()).map(|_| (Table::new(), Outer::new())).collect();
        let frame =
            Frame { open: [0; W], clues: 0, dead: 0, counts: [0; 2], table: 0, cells: [0; 54], len: 0, tries: 0 };
        TwoBands {
            second: Second::new(digits),
            closed: *closed,
            most,
            low: 2 * most / 3,
            ties: ties.map(usize::from),
            known,
            unsorted: 0,
            outer,
            tables,
            frames: vec![frame; 2 * most / 3 + 2],
            depth: None,
            room: Room::new(),
            third: Vec::new(),
            levels: [Level::default(); 28],
            mixed_sets: Vec::new(),
            sorted_sets: Box::new([0; 64 * V]),
            found: Vec::new(),
            counts: Counts::default(),
            minimal,
        }
    }

    /// Goes on until so many nodes were looked at; true if all is done.
    #[inline(always)]
    pub(super) fn advance(&mut self, nodes: u64) -> bool {
        let end = self.counts.nodes + nodes;
        let mut depth = match self.depth {
            Some(depth) => depth,
            None => {
                if !self.tables[0].0.fill(&self.known, 0, 0, &mut self.room) {
                    return true;
                }
                self.tables[0].1.fill(&self.outer, 0);
                self.frames[0].open = self.tables[0].0.all;
                self.enter(0);
                0
            }
        };
        loop {
            let frame = &mut self.frames[depth];
            if frame.len == 0 {
                if depth == 0 {
                    return true;
                }
                depth -= 1;
                continue;
            }
            if self.counts.nodes >= end {
                self.depth = Some(depth);
                return false;
            }
            frame.len -= 1;
            let cell = usize::from(frame.cells[frame.len]);
            let bit = 1 << cell;
            let table = &self.tables[frame.table].0;
            let open = without(frame.open, &table.hit[cell]);
            let (clues, dead, mut counts, of) = (frame.clues | bit, frame.dead, frame.counts, frame.table);
            frame.dead |= bit;
            counts[usize::from(cell >= 27)] += 1;
            depth += 1;
            let next = &mut self.frames[depth];
            (next.open, next.clues, next.dead, next.counts, next.table) = (open, clues, dead, counts, of);
            (next.len, next.tries) = (0, 0);
            self.enter(depth);
        }
    }

    /// About how much is done, from 0 to 1.
    pub(super) fn progress(&self) -> f64 {
        let (mut done, mut part) = (0.0, 1.0);
        for frame in &self.frames[..self.depth.map_or(0, |depth| depth.min(6) + 1)] {
            // The cell that was tried last is being searched.
            part /= frame.tries.max(1) as f64;
            done += part * frame.tries.saturating_sub(frame.len + 1) as f64;
        }
        done
    }

    /// Whether a puzzle may have so many clues in the two bands.
    #[inline(always)]
    fn may_have(&self, [x, y]: [usize; 2]) -> bool {
        x + y <= self.low && 2 * x + y + self.ties[0] <= self.most && x + 2 * y + self.ties[1] <= self.most
    }

    /// The cells of the two bands that may be clues beside others.
    #[inline(always)]
    fn live(&self, dead: u64, [x, y]: [usize; 2]) -> u64 {
        let mut live = BOTH & !dead;
        if !self.may_have([x + 1, y]) {
            live &= !UPPER;
        }
        if !self.may_have([x, y + 1]) {
            live &= UPPER;
        }
        live
    }

    /// Looks at a node and finds the cells to be tried.
    #[inline(always)]
    fn enter(&mut self, depth: usize) {
        self.counts.nodes += 1;
        let Frame { counts, clues, dead, .. } = self.frames[depth];
        let left = self.low - counts[0] - counts[1];
        if depth > 0 && AGAIN.contains(&left) && !is_none(&self.frames[depth].open) {
            let frame = &self.frames[depth];
            if !packs(&self.tables[frame.table].0, frame.open, left) {
                return;
            }
            let table = frame.table + 1;
            self.counts.tables += 1;
            if self.unsorted > 64 {
                self.outer.sort_by_key(|(_, outer)| outer.count_ones());
                self.unsorted = 0;
            }
            let (tables, known) = (&mut self.tables[table], &self.known);
            if !tables.0.fill(known, clues, dead, &mut self.room) {
                return;
            }
            tables.1.fill(&self.outer, clues);
            self.frames[depth].table = table;
            self.frames[depth].open = tables.0.all;
        }
        let of = self.frames[depth].table;
        loop {
            let open = self.frames[depth].open;
            let live = self.live(dead, counts);
            let Some(one) = first(&open) else {
                if self.leaf(depth, clues, counts, dead) {
                    continue;
                }
                return;
            };
            if left == 0 {
                return;
            }
            let table = &self.tables[of].0;
            if left == 1 {
                let mut cells = table.sets[one] & live;
                let mut dead = dead;
                while cells != 0 {
                    let cell = cells.trailing_zeros() as usize;
                    cells &= cells - 1;
                    if is_within(&self.frames[depth].open, &self.tables[of].0.hit[cell]) {
                        self.last(depth, clues, counts, dead, cell);
                        dead |= 1 << cell;
                    }
                }
                return;
            }
            if left == 2 {
                let rest = without(open, &table.meets[one]);
                if let Some(two) = first(&rest)
                    && !is_within(&rest, &table.meets[two])
                {
                    return;
                }
                self.last_two(depth, of, one, live);
                return;
            }
            if !packs(table, open, left) {
                return;
            }
            self.branch(depth, of, live);
            return;
        }
    }

    /// Tries the cells of the set with the fewest, first those that hit most.
    #[inline(always)]
    fn branch(&mut self, depth: usize, of: usize, live: u64) {
        let table = &self.tables[of].0;
        let frame = &mut self.frames[depth];
        let (mut best, mut fewest, mut tries) = (0, u32::MAX, 0);
        'sets: for word in 0..W {
            let mut sets = frame.open[word];
            while sets != 0 {
                let cells = table.sets[64 * word + sets.trailing_zeros() as usize] & live;
                sets &= sets - 1;
                let count = cells.count_ones();
                if count < fewest {
                    (best, fewest) = (cells, count);
                }
                tries += 1;
                if fewest <= 1 || tries == 24 {
                    break 'sets;
                }
            }
        }
        let mut hits = [0u16; 54];
        while best != 0 {
            let cell = best.trailing_zeros() as usize;
            best &= best - 1;
            let hit = &table.hit[cell];
            let count = (0..W).map(|i| (frame.open[i] & hit[i]).count_ones()).sum::<u32>() as u16;
            let mut place = frame.len;
            while place > 0 && hits[place - 1] > count {
                (hits[place], frame.cells[place]) = (hits[place - 1], frame.cells[place - 1]);
                place -= 1;
            }
            (hits[place], frame.cells[place]) = (count, cell as u8);
            frame.len += 1;
        }
        frame.tries = frame.len;
    }

    /// The last two clues of the two bands, of which the first is in a certain set.
    #[inline(always)]
    fn last_two(&mut self, depth: usize, of: usize, one: usize, live: u64) {
        let Frame { clues, counts, mut dead, .. } = self.frames[depth];
        let mut cells = self.tables[of].0.sets[one] & live;
        while cells != 0 {
            let cell = cells.trailing_zeros() as usize;
            cells &= cells - 1;
            let mut with = counts;
            with[usize::from(cell >= 27)] += 1;
            let hit = self.tables[of].0.hit[cell];
            self.counts.nodes += 1;
            let mut closed = dead;
            loop {
                let rest = without(self.frames[depth].open, &hit);
                let Some(two) = first(&rest) else {
                    if self.leaf(depth, clues | 1 << cell, with, closed) {
                        continue;
                    }
                    break;
                };
                let mut others = self.tables[of].0.sets[two] & self.live(closed, with);
                while others != 0 {
                    let other = others.trailing_zeros() as usize;
                    others &= others - 1;
                    let rest = without(self.frames[depth].open, &hit);
                    if is_within(&rest, &self.tables[of].0.hit[other]) {
                        self.last(depth, clues | 1 << cell, with, closed, other);
                        closed |= 1 << other;
                    }
                }
                break;
            }
            dead |= 1 << cell;
        }
    }

    /// The last clue of the two bands.
    #[inline(always)]
    fn last(&mut self, depth: usize, clues: u64, mut counts: [usize; 2], dead: u64, cell: usize) {
        self.counts.nodes += 1;
        counts[usize::from(cell >= 27)] += 1;
        self.leaf(depth, clues | 1 << cell, counts, dead);
    }

    /// Remembers the cells of a set that was not hit, but for closed ones, and returns them.
    fn learn(&mut self, depth: usize, cells: Cells) -> Cells {
        self.counts.learnt += 1;
        let cells = cells & !self.closed;
        let (inner, outer) = (cells as u64 & BOTH, (cells >> 54) as u32);
        let number = self.counts.learnt as usize;
        if outer == 0 {
            remember(&mut self.known, inner, number);
        } else {
            remember(&mut self.outer, (inner, outer), number);
            self.unsorted += 1;
            self.tables[self.frames[depth].table].1.learn(inner, outer);
        }
        cells
    }

    /// Makes a set one of the table that the nodes above have not hit.
    fn open(&mut self, depth: usize, set: u64) {
        let of = self.frames[depth].table;
        let place = self.tables[of].0.learn(set);
        for frame in self.frames[..=depth].iter_mut().rev().take_while(|frame| frame.table == of) {
            frame.open[place / 64] |= 1 << (place % 64);
        }
    }

    /// Reports a proper puzzle, and those with more clues if there is room for them.
    fn report(&mut self, givens: Cells, dead: Cells, left: usize) {
        let count = |band: u32| (givens >> (27 * band) & Cells::from(UPPER)).count_ones() as usize;
        let (x, y, z) = (count(0), count(1), count(2));
        if z >= x + self.ties[0] && z >= y + self.ties[1] && (!self.minimal || self.is_minimal(givens)) {
            self.found.push(givens);
        }
        if left > 0 && !self.minimal {
            let mut open = !(dead | givens | self.closed) & ((1 << 81) - 1);
            let mut dead = dead;
            while open != 0 {
                let bit = open & open.wrapping_neg();
                open &= open - 1;
                dead |= bit;
                self.report(givens | bit, dead, left - 1);
            }
        }
    }

    fn is_minimal(&self, givens: Cells) -> bool {
        super::bits128(givens).all(|cell| self.second.differs(givens & !(1 << cell)).is_some())
    }
}

/// Whether no more disjoint sets are found than clues are left.
#[inline(always)]
fn packs(table: &Table, mut open: Bits<W>, left: usize) -> bool {
    let mut disjoint = 0;
    for word in 0..W {
        while open[word] != 0 {
            disjoint += 1;
            if disjoint > left {
                return false;
            }
            let meets = &table.meets[64 * word + open[word].trailing_zeros() as usize];
            for i in word..W {
                open[i] &= !meets[i];
            }
        }
    }
    true
}

/// Adds what was learnt, in the place of something else if there is much of it already.
fn remember<T>(list: &mut Vec<T>, learnt: T, number: usize) {
    const MOST: usize = 3000;
    if list.len() < MOST {
        list.push(learnt);
    } else {
        list[MOST / 3 + number % (MOST * 2 / 3)] = learnt;
    }
}
