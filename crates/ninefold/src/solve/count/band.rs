//! In how many ways a band can be filled, given the partition of each of its boxes into columns.
//!
//! This number depends on three partitions, 1680^3 cases; but it stays the same when digits that the band does not distinguish
//! are relabelled, and when columns that their box does not distinguish are exchanged. So a relabelling brings the partition of
//! the first box to a normal form, and for each normal form there is a *table*; the other two partitions are relabelled in the
//! same way, and their columns sorted:
//!
//! ```text
//!   first box ---> normal form, relabelling          table of the normal form
//!                        |                               third box
//!   second box --- relabelled, columns sorted --->  row [ . . . . . . ]
//!   third box  --- relabelled, columns sorted --->      [ . . . 8 . . ]   8 ways to fill the band
//!                                         column               ^
//! ```
//!
//! A band without givens has one table of 280 x 280 numbers. A given turns one table into up to three, with a third of the rows
//! or columns.
//!
//! A table is made from the row partitions: those of the first box that fit its columns (at most 216, and only one order of any
//! rows that the band does not distinguish), their 56 partners in the other boxes, and for each of these the column partitions
//! that fit.

use super::alike::{Board, Groups, orders_of_alike};
use super::dot_products::MOST;
use super::partitions::{ALL, NONE, ORDERS, PARTITIONS};
use crate::solve::engine::Budget;
use std::collections::{HashMap, HashSet};

/// How many products, or additions to a table, count as one node of the budget.
pub(super) const OPERATIONS: usize = 4096;

/// The most memory that the tables of a band may take. Summing in parts instead takes ten times as long.
const MOST_BYTES: usize = 256 << 20;

/// A band of three boxes, with the tables that have been needed so far.
pub(super) struct Band {
    first: Block,
    others: [Lines; 2],
    /// Digits that this band does not distinguish.
    alike: Groups,
    /// Row partitions of the first box, one from each set that the band does not distinguish.
    row_partitions: Vec<u16>,
    /// The size of each such set.
    row_weight: u32,
    tables: Vec<Table>,
    /// The table of each normal form of the first box.
    known: HashMap<u16, usize>,
    /// By the first box's partition.
    views: Vec<Option<View>>,
}

/// The numbers of ways to fill the band, by the second and the third box.
pub(super) struct Table {
    /// The number of columns.
    pub(super) width: usize,
    pub(super) values: Vec<i16>,
}

/// Where the numbers for a partition of the first box are.
pub(super) struct View {
    pub(super) table: usize,
    /// The row for each partition of the second box, `NONE` if it is impossible.
    pub(super) rows: Vec<u16>,
    /// The column for each partition of the third box.
    pub(super) columns: Vec<u16>,
}

/// The candidates of a box.
pub(super) struct Block {
    cells: [[u16; 3]; 3],
    /// The orders of columns that the box does not distinguish.
    pub(super) orders: Vec<usize>,
}

impl Block {
    pub(super) fn new(board: &Board, band: usize, stack: usize) -> Block {
        let cells: [[u16; 3]; 3] =
            std::array::from_fn(|row| std::array::from_fn(|column| board[3 * band + row][3 * stack + column]));
        let columns: [[u16; 3]; 3] = std::array::from_fn(|column| cells.map(|row| row[column]));
        Block { cells, orders: orders_of_alike(&columns) }
    }

    /// For each partition, whether every column can hold its digits.
    pub(super) fn possible(&self) -> Vec<bool> {
        // For three digits in each column, whether they can be put in some order.
        let mut holds = [[false; 512]; 3];
        for (column, holds) in holds.iter_mut().enumerate() {
            let cells = self.cells.map(|row| row[column]);
            for a in 0..9 {
                for b in (0..9).filter(|b| *b != a && cells[0] >> a & cells[1] >> b & 1 == 1) {
                    for c in (0..9).filter(|c| *c != a && *c != b && cells[2] >> c & 1 == 1) {
                        holds[1 << a | 1 << b | 1 << c] = true;
                    }
                }
            }
        }
        let holds = |partition| {
            let mut digits = [0; 3];
            for (digit, column) in ALL.columns(partition).iter().enumerate() {
                digits[usize::from(*column)] |= 1 << digit;
            }
            (0..3).all(|column: usize| holds[column][digits[column]])
        };
        (0..PARTITIONS).map(holds).collect()
    }

    /// Whether rows and columns fit together: each cell then has exactly one digit, which must be a candidate.
    fn fits(&self, rows: usize, columns: usize) -> bool {
        let mut cells = [[false; 3]; 3];
        let (rows, columns) = (ALL.columns(rows), ALL.columns(columns));
        (0..9).all(|digit| {
            let (row, column) = (usize::from(rows[digit]), usize::from(columns[digit]));
            !std::mem::replace(&mut cells[row][column], true) && self.cells[row][column] >> digit & 1 == 1
        })
    }

    /// Finds the column partitions that fit a row partition. Of partitions that differ only by an exchange of columns that the
    /// box does not distinguish, it finds one.
    fn fitting(&self, rows: usize, mut found: impl FnMut(u16)) {
        let rows = ALL.columns(rows);
        let mut digits = [[0; 3]; 3];
        let mut lengths = [0; 3];
        for (digit, row) in rows.iter().enumerate() {
            let row = usize::from(*row);
            digits[row][lengths[row]] = digit;
            lengths[row] += 1;
        }
        let possible = |row: usize| {
            let orders = ORDERS.iter().filter(move |order| {
                (0..3).all(|place| self.cells[row][usize::from(order[place])] >> digits[row][place] & 1 == 1)
            });
            orders.collect::<Vec<_>>()
        };
        let [mut tops, middles, bottoms] = [possible(0), possible(1), possible(2)];
        // Exchanging columns reorders the top row too, so one order of that row stands for all.
        tops.retain(|top| {
            self.orders.iter().all(|order| top.map(|column| ORDERS[*order][usize::from(column)]) >= **top)
        });
        let mut columns = [0; 9];
        let mut set = |row: usize, order: &[u8; 3]| {
            (0..3).for_each(|place| columns[digits[row][place]] = order[place]);
            columns
        };
        for top in &tops {
            set(0, top);
            for middle in &middles {
                set(1, middle);
                for bottom in &bottoms {
                    found(ALL.number(&set(2, bottom)));
                }
            }
        }
    }
}

/// The column partitions of the second or third box: each has a row or a column of the tables.
struct Lines {
    /// Where each partition has its line; `NONE` if it is impossible. Partitions with the same columns share one.
    places: Vec<u16>,
    count: usize,
    /// The lines that fit a row partition: those from its begin to the next one's.
    begins: Vec<usize>,
    fitting: Vec<u16>,
}

impl Lines {
    fn new(block: &Block) -> Lines {
        let possible = block.possible();
        let (mut places, mut count) = (vec![NONE; PARTITIONS], 0);
        for partition in (0..PARTITIONS).filter(|partition| possible[*partition]) {
            let normal = usize::from(ALL.normal(partition, &block.orders));
            if normal == partition {
                places[partition] = count as u16;
                count += 1;
            } else {
                places[partition] = places[normal];
            }
        }
        let (mut begins, mut fitting) = (vec![0], Vec::new());
        for rows in 0..PARTITIONS {
            block.fitting(rows, |columns| fitting.push(places[usize::from(columns)]));
            begins.push(fitting.len());
        }
        Lines { places, count, begins, fitting }
    }

    fn fitting(&self, rows: u16) -> &[u16] {
        &self.fitting[self.begins[usize::from(rows)]..self.begins[usize::from(rows) + 1]]
    }

    /// The line of each partition after a relabelling.
    fn relabelled(&self, to: &[u8; 9]) -> Vec<u16> {
        let place = |partition: usize| match self.places[partition] {
            NONE => NONE,
            _ => self.places[usize::from(ALL.relabelled(partition, to))],
        };
        (0..PARTITIONS).map(place).collect()
    }
}

impl Band {
    pub(super) fn new(board: &Board, band: usize) -> Band {
        let [first, second, third] = [0, 1, 2].map(|stack| Block::new(board, band, stack));
        let rows: [[u16; 9]; 3] = std::array::from_fn(|row| board[3 * band + row]);
        let orders = orders_of_alike(&rows);
        let is_normal = |rows: &u16| ALL.normal(usize::from(*rows), &orders) == *rows;
        Band {
            first,
            others: [Lines::new(&second), Lines::new(&third)],
            alike: Groups::of(rows.iter().flatten()),
            row_partitions: (0..PARTITIONS as u16).filter(is_normal).collect(),
            row_weight: orders.len() as u32,
            tables: Vec::new(),
            known: HashMap::new(),
            views: (0..PARTITIONS).map(|_| None).collect(),
        }
    }

    /// Whether all tables together would take too much room. Of three thousand puzzles with 4 to 15 givens, including those
    /// with the most expensive sums, none has a band of more than 118 MB; removed candidates lead to bands of thousands.
    pub(super) fn is_too_large(&self) -> bool {
        let size = 2 * self.others[0].count * self.others[1].count;
        let possible = self.first.possible();
        let is_normal = |partition: &usize| usize::from(ALL.normal(*partition, &self.first.orders)) == *partition;
        let firsts: Vec<usize> = (0..PARTITIONS).filter(|partition| possible[*partition]).filter(is_normal).collect();
        if firsts.len() * size <= MOST_BYTES {
            return false;
        }
        let normals: HashSet<u16> = firsts.into_iter().map(|partition| self.normal(partition).0).collect();
        normals.len() * size > MOST_BYTES
    }

    /// The normal form of a partition of the first box, and the relabelling that leads to it.
    fn normal(&self, partition: usize) -> (u16, [u8; 9]) {
        let normals = self.first.orders.iter().map(|order| {
            let columns = ALL.columns(usize::from(ALL.permuted(partition, *order)));
            let (sorted, to) = self.alike.sorted(columns);
            (ALL.number(&sorted), to)
        });
        normals.min().expect("the identity is one of the orders")
    }

    /// Finds or makes the table for a partition of the first box; `false` if the budget ended first.
    pub(super) fn prepare(&mut self, partition: usize, budget: &mut Budget<'_>) -> bool {
        if self.views[partition].is_some() {
            return true;
        }
        let (normal, to) = self.normal(partition);
        let table = match self.known.get(&normal) {
            Some(table) => *table,
            None => {
                let Some(table) = self.make_table(normal, budget) else { return false };
                self.tables.push(table);
                self.known.insert(normal, self.tables.len() - 1);
                self.tables.len() - 1
            }
        };
        let [rows, columns] = self.others.each_ref().map(|lines| lines.relabelled(&to));
        self.views[partition] = Some(View { table, rows, columns });
        true
    }

    /// The table for these columns of the first box; `None` if the budget ended first.
    fn make_table(&self, columns: u16, budget: &mut Budget<'_>) -> Option<Table> {
        let [second, third] = &self.others;
        let width = third.count;
        let mut additions = 0;
        let mut sums = vec![0_u32; second.count * width];
        let is_fitting = |rows: &&u16| self.first.fits(usize::from(**rows), usize::from(columns));
        for rows in self.row_partitions.iter().filter(is_fitting) {
            for (second_rows, third_rows) in ALL.partners(usize::from(*rows)) {
                let third = third.fitting(*third_rows);
                if third.is_empty() {
                    continue;
                }
                let second = second.fitting(*second_rows);
                additions += second.len() * third.len();
                for line in second {
                    let sums = &mut sums[usize::from(*line) * width..][..width];
                    for column in third {
                        sums[usize::from(*column)] += self.row_weight;
                    }
                }
            }
            // A table may take a second if the band distinguishes everything.
            if !budget.spend((additions / OPERATIONS) as u64) {
                return None;
            }
            additions %= OPERATIONS;
        }
        let narrow = |sum| {
            debug_assert!(sum <= MOST as u32, "no band can be filled in more ways than the empty one");
            sum as i16
        };
        Some(Table { width, values: sums.into_iter().map(narrow).collect() })
    }

    /// Where the numbers for a partition of the first box are; it must have been prepared.
    pub(super) fn view(&self, partition: usize) -> (&View, &Table) {
        let view = self.views[partition].as_ref().expect("the partition was prepared");
        (view, &self.tables[view.table])
    }
}
