//! The sum over all compatible partitions.

use super::alike::{Board, Groups};
use super::band::{Band, OPERATIONS, Table};
use super::dot_products::{DotProducts, PairGroup};
use super::partitions::{NONE, PARTITIONS};
use super::plan::best_way_round;
use super::stack::{Representative, Stack, Tops};
use crate::solve::Isa;
use crate::solve::engine::Budget;

/// The number of nodes that preparing a part of a board counts as.
const PLANNING: u64 = 5000;

/// Progress is reported after this many products.
const REPORT: usize = 1 << 22;

/// A sum, and whether it is complete.
pub(super) struct Sum {
    pub(super) found: u128,
    pub(super) is_complete: bool,
}

/// Sums a board, in parts if the tables for the whole board would take too much room.
pub(super) fn sum(board: &Board, isa: Isa, budget: &mut Budget<'_>, progress: &mut dyn FnMut(f64)) -> Sum {
    let board = best_way_round(board);
    if budget.is_cancelled() {
        return Sum { found: 0, is_complete: false };
    }
    let mut bands = [0, 1, 2].map(|band| Band::new(&board, band));
    let large = bands.iter().position(|band| !budget.is_cancelled() && band.is_too_large());
    if budget.is_cancelled() {
        return Sum { found: 0, is_complete: false };
    }
    if let Some(band) = large {
        drop(bands);
        // Planning and preparing take time too.
        if !budget.spend(PLANNING) {
            return Sum { found: 0, is_complete: false };
        }
        return sum_of_parts(&board, band, isa, budget, progress);
    }
    let [first, second, third] = [0, 1, 2].map(|stack| Stack::new(&board, stack));
    let groups = Groups::of(board.iter().flatten());
    let representatives = first.representatives(&groups);
    let thirds = third.tops(&Groups::of(&SINGLE));
    let mut tops = Tops::default();
    let mut room = Room::new(isa);
    let (mut found, mut unreported) = (0, 0);
    for (number, triple) in representatives.iter().enumerate() {
        for (band, partition) in bands.iter_mut().zip(triple.partitions) {
            if !band.prepare(usize::from(partition), budget) {
                return Sum { found, is_complete: false };
            }
        }
        let seconds = tops.of(&second, &triple.alike);
        room.begin(&bands, triple, &second, &seconds);
        for (place, (top, weight)) in thirds.iter().enumerate() {
            let (ways, products) = room.sum(&bands, triple, &third, *top);
            found += u128::from(ways) * u128::from(triple.weight * weight);
            if !budget.spend(products.div_ceil(OPERATIONS) as u64) {
                return Sum { found, is_complete: false };
            }
            unreported += products;
            if unreported > REPORT {
                unreported = 0;
                let done = number as f64 + place as f64 / thirds.len() as f64;
                progress(done / representatives.len() as f64);
            }
        }
    }
    Sum { found, is_complete: true }
}

/// Sums the board with each candidate of a cell in turn.
fn sum_of_parts(board: &Board, band: usize, isa: Isa, budget: &mut Budget<'_>, progress: &mut dyn FnMut(f64)) -> Sum {
    let cells = (3 * band..3 * band + 3).flat_map(|row| (0..9).map(move |column| (row, column)));
    let open = cells.filter(|(row, column)| board[*row][*column].count_ones() > 1);
    let (row, column) =
        open.min_by_key(|(row, column)| board[*row][*column].count_ones()).expect("a full band is not a large one");
    let digits: Vec<u16> = (0..9).map(|digit| 1 << digit).filter(|digit| board[row][column] & digit != 0).collect();
    let mut found = 0;
    for (number, digit) in digits.iter().enumerate() {
        let mut part = *board;
        part[row][column] = *digit;
        let share = |done| (number as f64 + done) / digits.len() as f64;
        let sum = sum(&part, isa, budget, &mut |done| progress(share(done)));
        found += sum.found;
        if !sum.is_complete {
            return Sum { found, is_complete: false };
        }
    }
    Sum { found, is_complete: true }
}

/// Cells that distinguish all digits.
const SINGLE: [u16; 9] = [1, 2, 4, 8, 16, 32, 64, 128, 256];

/// A top partition of the second stack.
struct Top {
    /// The row of the first band's table.
    row: usize,
    /// The pairs of rows of the other bands' tables that belong to it.
    group: PairGroup,
}

/// Space for what is computed again and again.
struct Room {
    isa: Isa,
    tops: Vec<Top>,
    /// Pairs of rows, by their indices in `used`.
    pairs: Vec<(u16, u16)>,
    /// The rows of each band's table that occur.
    used: [Vec<u16>; 2],
    /// The values of these rows in the columns that belong to one partition of the third stack, padded with zeros.
    values: [Vec<i16>; 2],
    columns: [Vec<u16>; 2],
    active: Vec<PairGroup>,
    /// The pairs of active groups, if there are few; otherwise empty.
    few: Vec<(u16, u16)>,
    /// Where a row of each band's table has been put.
    places: [Vec<u16>; 2],
}

impl Room {
    fn new(isa: Isa) -> Room {
        Room {
            isa,
            tops: Vec::new(),
            pairs: Vec::new(),
            used: [Vec::new(), Vec::new()],
            values: [Vec::new(), Vec::new()],
            columns: [Vec::new(), Vec::new()],
            active: Vec::new(),
            few: Vec::new(),
            places: [Vec::new(), Vec::new()],
        }
    }

    /// Collects the rows for a triple of the first stack.
    fn begin(&mut self, bands: &[Band; 3], triple: &Representative, stack: &Stack, tops: &[(usize, u64)]) {
        let [p, q, r] = std::array::from_fn(|band| bands[band].view(usize::from(triple.partitions[band])).0);
        self.tops.clear();
        self.pairs.clear();
        self.used.iter_mut().for_each(Vec::clear);
        for places in &mut self.places {
            places.clear();
            places.resize(PARTITIONS, NONE);
        }
        for (top, weight) in tops {
            let begin = self.pairs.len() as u32;
            for (middle, bottom) in stack.pairs(*top) {
                let rows = [q.rows[usize::from(*middle)], r.rows[usize::from(*bottom)]];
                let pair: [u16; 2] = std::array::from_fn(|band| {
                    let place = &mut self.places[band][usize::from(rows[band])];
                    if *place == NONE {
                        *place = self.used[band].len() as u16;
                        self.used[band].push(rows[band]);
                    }
                    *place
                });
                self.pairs.push((pair[0], pair[1]));
            }
            let row = usize::from(p.rows[stack.top(*top)]);
            let group = PairGroup { begin, end: self.pairs.len() as u32, factor: *weight };
            self.tops.push(Top { row, group });
        }
    }

    /// The sum for one triple of the first stack and one top partition of the third, and the number of its products.
    fn sum(&mut self, bands: &[Band; 3], triple: &Representative, stack: &Stack, top: usize) -> (u64, usize) {
        let [p, q, r] = std::array::from_fn(|band| bands[band].view(usize::from(triple.partitions[band])));
        let column = usize::from(p.0.columns[stack.top(top)]);
        self.active.clear();
        for top in &self.tops {
            let ways = p.1.values[top.row * p.1.width + column];
            if ways != 0 {
                self.active.push(PairGroup { factor: top.group.factor * ways as u64, ..top.group });
            }
        }
        if self.active.is_empty() {
            return (0, 0);
        }
        let pairs = stack.pairs(top);
        let width = pairs.len().next_multiple_of(8);
        self.columns[0].clear();
        self.columns[1].clear();
        self.columns[0].extend(pairs.iter().map(|pair| q.0.columns[usize::from(pair.0)]));
        self.columns[1].extend(pairs.iter().map(|pair| r.0.columns[usize::from(pair.1)]));
        let products: usize = self.active.iter().map(|group| (group.end - group.begin) as usize).sum();
        let tables = [q.1, r.1];
        self.values.iter_mut().for_each(Vec::clear);
        if 2 * products < self.used[0].len() + self.used[1].len() {
            self.fetch_active(tables, width);
        } else {
            for (band, table) in tables.into_iter().enumerate() {
                for row in &self.used[band] {
                    fetch(table, *row, &self.columns[band], width, &mut self.values[band]);
                }
            }
        }
        let is_sparse = !self.few.is_empty();
        let mut dots = DotProducts {
            left: &self.values[0],
            right: &self.values[1],
            width,
            pairs: if is_sparse { &self.few } else { &self.pairs },
            groups: &self.active,
        };
        let sum = self.isa.run_narrow(&mut dots, ());
        self.few.clear();
        (sum, products * width)
    }

    /// Fetches only the rows of active groups, each once, and renumbers pairs and groups accordingly.
    fn fetch_active(&mut self, tables: [&Table; 2], width: usize) {
        for (places, used) in self.places.iter_mut().zip(&self.used) {
            places.clear();
            places.resize(used.len(), NONE);
        }
        for group in &mut self.active {
            let begin = self.few.len() as u32;
            for pair in &self.pairs[group.begin as usize..group.end as usize] {
                let pair = [pair.0, pair.1];
                let [one, other] = std::array::from_fn(|band| {
                    let place = &mut self.places[band][usize::from(pair[band])];
                    if *place == NONE {
                        let values = &mut self.values[band];
                        *place = (values.len() / width) as u16;
                        let row = self.used[band][usize::from(pair[band])];
                        fetch(tables[band], row, &self.columns[band], width, values);
                    }
                    *place
                });
                self.few.push((one, other));
            }
            (group.begin, group.end) = (begin, self.few.len() as u32);
        }
    }
}

/// Appends the numbers of some columns of a row, and zeros up to the width.
fn fetch(table: &Table, row: u16, columns: &[u16], width: usize, values: &mut Vec<i16>) {
    let row = &table.values[usize::from(row) * table.width..][..table.width];
    let end = values.len() + width;
    values.extend(columns.iter().map(|column| row[usize::from(*column)]));
    values.resize(end, 0);
}
