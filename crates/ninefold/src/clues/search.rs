//! The search in one choice of two bands.

mod leaves;
mod mixed;
mod tail;
mod third;

use super::outer::{FEW, Outer, OuterTable, R};
use super::second::Second;
use super::table::{Bits, Room, Table, W, is_none, without};
use super::{Cells, Task};
use crate::solve::Isa;
pub(super) use leaves::Leaves;
use tail::TAIL;
use third::ThirdRoom;

/// One more than the most clues of a band.
const BAND: usize = 28;

/// The cells of the first band, and of both.
const UPPER: u64 = (1 << 27) - 1;
const BOTH: u64 = (1 << 54) - 1;

/// The numbers of clues left in the two bands with which tables are rebuilt.
const AGAIN: [usize; 2] = [9, 6];

/// The most sets reaching the third band that are kept when they are sorted.
const MOST: usize = 16384;

/// A node: some clues of the two bands.
#[derive(Clone, Copy)]
struct Frame {
    /// Sets of the table that are not hit.
    open: Bits<W>,
    clues: u64,
    /// Cells that cannot be clues of anything below.
    dead: u64,
    /// Clues in each of the two bands.
    counts: [usize; 2],
    table: usize,
    /// Cells that are still to be tried, the last first.
    cells: [u8; 54],
    len: usize,
    /// How many there were at first.
    tries: usize,
}

/// A search of two bands, and what it found.
pub(super) struct TwoBands {
    /// Parts of the search are compiled for this instruction set one by one: as a whole, with copies of each in many places, they
    /// would take a hundred kilobytes for each instruction set.
    isa: Isa,
    second: Second,
    /// The most clues.
    most: usize,
    /// For each of the two bands, 1 if the third must have more clues, 0 if it may have as many.
    ties: [usize; 2],
    /// Sets within the two bands: for each table, all that its clues do not hit. The table holds the first of them.
    known: Vec<Vec<u64>>,
    /// Sets that reach the third band, known from the beginning or learnt.
    outer: Vec<(u64, u32)>,
    /// How many of `outer` were learnt since they were put in order.
    unsorted: usize,
    tables: Vec<Table>,
    outers: Vec<OuterTable>,
    /// For each table, the sets reaching the third band for which `outers` has no room, those with few cells in the two bands
    /// first, as clues there seldom hit them. Filled when a puzzle is about to be tested for another solution.
    reserves: Vec<Option<Box<Outer<R>>>>,
    is_filled: Vec<bool>,
    /// The table and the clues of the two bands for which `reserve_open` holds the sets of the reserve that are not hit.
    reserve_is_for: Option<(usize, u64)>,
    reserve_open: Bits<R>,
    /// For each two numbers of clues in the two bands, the cells that may be further clues, and the most further clues.
    room_for: Vec<u64>,
    left_for: Vec<u8>,
    frames: Vec<Frame>,
    depth: Option<usize>,
    room: Room,
    /// Room for filling a reserve: sets by their cells in the two bands.
    buckets: Vec<Vec<(u64, u32)>>,
    /// Sets that were learnt at a leaf.
    learnt: Vec<(u64, u32)>,
    /// Room for the nodes of a leaf.
    third_room: ThirdRoom,
    mixed_sets: Vec<Cells>,
    /// The puzzles that were found, as sets of givens.
    pub(super) found: Vec<Cells>,
    pub(super) counts: Counts,
    minimal: bool,
    /// Cells that cannot be givens; the sets are without them.
    closed: Cells,
    /// If clues of the two bands are only gathered: those found so far.
    leaves: Option<Leaves>,
    /// Whether all clues of two bands that are examined are known to hit all sets there.
    is_closed_below: bool,
}

/// The work that a search did.
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
    /// A search for a task. The third band has the most clues; the task's `ties` say which of the others must have fewer.
    pub(super) fn new(task: &Task, most: usize, minimal: bool, isa: Isa) -> TwoBands {
        let Task { digits, known, outer, ties, closed, .. } = task;
        let mut outer = outer.clone();
        outer.sort_by_key(order);
        let low = 2 * most / 3;
        let ties = ties.map(usize::from);
        let may_have = |x: usize, y: usize| {
            x.max(y) < BAND && x + y <= low && 2 * x + y + ties[0] <= most && x + 2 * y + ties[1] <= most
        };
        let room_for = (0..BAND * BAND).map(|counts| {
            let (x, y) = (counts / BAND, counts % BAND);
            let upper = if may_have(x + 1, y) { UPPER } else { 0 };
            upper | if may_have(x, y + 1) { BOTH & !UPPER } else { 0 }
        });
        let mut left_for = vec![0; BAND * BAND];
        for (x, y) in (0..BAND * BAND).rev().map(|counts| (counts / BAND, counts % BAND)) {
            let ways = [(x + 1, y), (x, y + 1)].into_iter().filter(|(x, y)| may_have(*x, *y));
            left_for[x * BAND + y] = ways.map(|(x, y)| left_for[x * BAND + y] + 1).max().unwrap_or(0);
        }
        let frame =
            Frame { open: [0; W], clues: 0, dead: 0, counts: [0; 2], table: 0, cells: [0; 54], len: 0, tries: 0 };
        let mut lists = vec![Vec::new(); AGAIN.len() + 1];
        lists[0].clone_from(known);
        TwoBands {
            isa,
            second: Second::new(digits),
            closed: *closed,
            most,
            ties,
            known: lists,
            unsorted: 0,
            outer,
            tables: (0..=AGAIN.len()).map(|_| Table::new()).collect(),
            outers: (0..=AGAIN.len()).map(|_| OuterTable::new()).collect(),
            reserves: (0..=AGAIN.len()).map(|_| None).collect(),
            is_filled: vec![false; AGAIN.len() + 1],
            reserve_is_for: None,
            reserve_open: [0; R],
            room_for: room_for.collect(),
            left_for,
            frames: vec![frame; low + 2],
            depth: None,
            room: Room::new(),
            buckets: vec![Vec::new(); 55],
            learnt: Vec::new(),
            third_room: ThirdRoom::new(),
            mixed_sets: Vec::new(),
            found: Vec::new(),
            counts: Counts::default(),
            minimal,
            leaves: None,
            is_closed_below: false,
        }
    }

    /// Continues until this many further nodes were examined; true if all is done.
    #[inline(always)]
    pub(super) fn advance(&mut self, nodes: u64) -> bool {
        let end = self.counts.nodes + nodes;
        let mut depth = match self.depth {
            Some(depth) => depth,
            None => {
                let known = std::mem::take(&mut self.known[0]);
                if !self.tables[0].fill(&known, &mut self.known[0], 0, 0, &mut self.room) {
                    return true;
                }
                self.outers[0].fill(&self.outer, 0);
                self.frames[0].open = self.tables[0].all;
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
            let open = without(frame.open, &self.tables[frame.table].hit[cell]);
            let Frame { clues, dead, mut counts, table, .. } = *frame;
            frame.dead |= bit;
            counts[usize::from(cell >= 27)] += 1;
            depth += 1;
            let next = &mut self.frames[depth];
            (next.open, next.clues, next.dead, next.counts) = (open, clues | bit, dead, counts);
            (next.table, next.len, next.tries) = (table, 0, 0);
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

    /// The cells of the two bands that may be further clues.
    #[inline(always)]
    fn live(&self, dead: u64, [x, y]: [usize; 2]) -> u64 {
        self.room_for[x * BAND + y] & !dead
    }

    /// The most further clues in the two bands.
    #[inline(always)]
    fn left_for(&self, [x, y]: [usize; 2]) -> usize {
        self.left_for[x * BAND + y].into()
    }

    /// Examines a node and finds the cells to try.
    #[inline(always)]
    fn enter(&mut self, depth: usize) {
        self.counts.nodes += 1;
        let Frame { counts, clues, dead, .. } = self.frames[depth];
        let left = self.left_for(counts);
        let is_again = AGAIN.get(self.frames[depth].table).is_some_and(|again| (TAIL..=*again).contains(&left));
        if depth > 0 && is_again && !self.make_table(depth, left) {
            return;
        }
        if left <= TAIL {
            return self.tail(depth, clues, counts, dead);
        }
        while is_none(&self.frames[depth].open) {
            if !self.early_leaf(depth) {
                return;
            }
        }
        let table = &self.tables[self.frames[depth].table];
        if packs(table, self.frames[depth].open, left) {
            self.branch(depth, self.live(dead, counts));
        }
    }

    /// All sets are hit with more clues to spare than the tail has, which is rare.
    #[cold]
    #[inline(never)]
    fn early_leaf(&mut self, depth: usize) -> bool {
        let Frame { clues, counts, dead, .. } = self.frames[depth];
        self.leaf(depth, clues, counts, dead)
    }

    /// Makes the table of a node; false if nothing can be found below it.
    #[inline(always)]
    fn make_table(&mut self, depth: usize, left: usize) -> bool {
        let Frame { open, clues, dead, table, .. } = self.frames[depth];
        if is_none(&open) {
            return true;
        }
        if !packs(&self.tables[table], open, left) {
            return false;
        }
        self.counts.tables += 1;
        if self.unsorted > 64 {
            self.put_in_order();
        }
        let (from, to) = self.known.split_at_mut(table + 1);
        let next = &mut self.tables[table + 1];
        if !next.fill(&from[table], &mut to[0], clues, dead, &mut self.room) {
            return false;
        }
        let frame = &mut self.frames[depth];
        (frame.table, frame.open) = (table + 1, next.all);
        self.outers[table + 1].fill(&self.outer, clues);
        self.is_filled[table + 1] = false;
        self.reserve_is_for = None;
        true
    }

    /// Sorts the sets that reach the third band, and leaves out the largest if there are too many.
    #[inline(never)]
    fn put_in_order(&mut self) {
        self.outer.sort_by_key(order);
        self.outer.dedup();
        if self.outer.len() > MOST {
            let size = |(inner, outer): &(u64, u32)| inner.count_ones() + outer.count_ones();
            self.outer.sort_by_key(size);
            self.outer.truncate(MOST / 2);
            self.outer.sort_by_key(order);
        }
        self.unsorted = 0;
    }

    /// Fills the reserve of a table if this has not been done yet.
    #[inline(never)]
    fn fill_reserve(&mut self, of: usize) {
        if self.is_filled[of] {
            return;
        }
        self.is_filled[of] = true;
        let (table, outer) = (&self.tables[of], &self.outers[of]);
        let left_out = outer.left_out().map(order);
        let sorted = self.outer.len() - self.unsorted;
        self.buckets.iter_mut().for_each(Vec::clear);
        let start = self.outer[..sorted].partition_point(|set| left_out.is_none_or(|first| order(set) < first));
        for set in &self.outer[start..] {
            if set.0 & outer.sets.clues == 0 {
                self.buckets[(set.0 & !table.dead).count_ones() as usize].push(*set);
            }
        }
        let reserve = self.reserves[of].get_or_insert_with(|| Box::new(Outer::new()));
        reserve.fill(self.buckets.iter().flatten(), outer.sets.clues);
    }

    /// Tries the cells of the set with the fewest, those that hit most sets first.
    #[inline(always)]
    fn branch(&mut self, depth: usize, live: u64) {
        let frame = &mut self.frames[depth];
        let table = &self.tables[frame.table];
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

    /// Remembers the cells of a set that was not hit, without closed ones, and returns them. A set that reaches the third band is
    /// not added to the table of the node yet, because bits of the table may be in use.
    fn learn(&mut self, depth: usize, cells: Cells) -> Cells {
        self.counts.learnt += 1;
        let cells = cells & !self.closed;
        let (inner, outer) = (cells as u64 & BOTH, (cells >> 54) as u32);
        let number = self.counts.learnt as usize;
        if outer == 0 {
            let of = self.frames[depth].table;
            for (list, table) in self.known.iter_mut().zip(&self.tables).take(of + 1) {
                remember(list, inner & !table.dead, number);
            }
        } else {
            self.outer.push((inner, outer));
            self.unsorted += 1;
            if self.outer.len() >= 2 * MOST {
                self.put_in_order();
            }
            let of = self.frames[depth].table;
            if let Some(reserve) = self.reserves[of].as_mut().filter(|_| self.is_filled[of]) {
                // This may replace another set.
                reserve.learn(inner, outer);
                self.reserve_is_for = None;
            }
        }
        cells
    }

    /// Adds a set to the table, as one that neither this node nor those above it hit.
    fn open(&mut self, depth: usize, set: u64) {
        let of = self.frames[depth].table;
        let place = self.tables[of].learn(set);
        for frame in self.frames[..=depth].iter_mut().rev().take_while(|frame| frame.table == of) {
            frame.open[place / 64] |= 1 << (place % 64);
        }
    }

    /// Reports a proper puzzle, and those with more clues if more are allowed.
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

/// Whether no more disjoint sets are found than there are clues left.
#[inline(always)]
fn packs(table: &Table, mut open: Bits<W>, left: usize) -> bool {
    let mut disjoint = 0;
    for word in 0..W {
        while open[word] != 0 {
            disjoint += 1;
            if disjoint > left {
                return false;
            }
            let meets = table.met_by(table.sets[64 * word + open[word].trailing_zeros() as usize]);
            for i in word..W {
                open[i] &= !meets[i];
            }
        }
    }
    true
}

/// Adds what was learnt, replacing something else if the list is long.
fn remember<T>(list: &mut Vec<T>, learnt: T, number: usize) {
    const MOST: usize = 3000;
    if list.len() < MOST {
        list.push(learnt);
    } else {
        list[MOST / 3 + number % (MOST * 2 / 3)] = learnt;
    }
}

/// The order of sets that reach the third band: those with few cells there first. Among sets with very few, those with the same
/// cells are adjacent; among others, those with few cells in the two bands come first, as clues there seldom hit them.
fn order(&(inner, outer): &(u64, u32)) -> (u32, u64, u64) {
    let (count, size, outer) = (outer.count_ones(), u64::from(inner.count_ones()), u64::from(outer));
    (count, if count > FEW { size << 27 | outer } else { outer << 6 | size }, inner)
}
