//! The first two rows of the minlex form of a complete grid.
//!
//! Any row could be the first, in 1,296 orders of the columns: too many to continue with each of them. But the second row shows
//! at once which of them matter. For each column, let `p` be the column in which the first row has the digit that the second
//! row has here. The three digits of a minirow cannot come from their own box, so they come
//!
//! ```text
//!   all from one box          1 2 3 | 4 5 6 | 7 8 9        or 2 + 1 from both      1 2 3 | 4 5 6 | 7 8 9
//!   (then all minirows do)    4 5 6 | 7 8 9 | . . .                                4 5 7 | . . . | . . .
//! ```
//!
//! In the first case, which is better, the order of the first stack's columns decides everything; in the second, the order is
//! known except for two pairs. Both patterns are common knowledge about minlex grids; about half of all grids have a pair of
//! rows of the first kind.

use super::rows::{RowSearch, Way};

/// Two rows of a band, in order.
#[derive(Clone, Copy)]
struct Pair {
    board: u8,
    rows: [u8; 2],
    /// Per column, the column in which the first row has the digit that the second has here.
    p: [u8; 9],
}

impl Pair {
    fn p(&self, column: u8) -> u8 {
        self.p[usize::from(column)]
    }
}

/// What is known about the columns if a stack of a mixed pair comes first: they are `a b c | d e f | g . .`, where `a` and `b`,
/// and with them `d` and `e`, may be exchanged.
struct Mixed {
    a: u8,
    b: u8,
    c: u8,
    d: u8,
    e: u8,
    f: u8,
    g: u8,
}

impl Mixed {
    #[inline(always)]
    fn new(pair: &Pair, stack: u8) -> Mixed {
        let columns = [3 * stack, 3 * stack + 1, 3 * stack + 2];
        let from = columns.map(|column| pair.p(column) / 3);
        // The one that comes from a different box than the other two.
        let alone = 2 * usize::from(from[0] == from[1]) + usize::from(from[0] == from[2]);
        let (a, b, c) = (columns[(alone + 1) % 3], columns[(alone + 2) % 3], columns[alone % 3]);
        let (d, e) = (pair.p(a), pair.p(b));
        Mixed { a, b, c, d, e, f: third(d, e), g: pair.p(c) }
    }

    /// The fourth digit of the second row. The second minirow has one of the labels 1, 2, 3, and 8 and 9; it is smallest with
    /// this label in front, if possible. There is no branch here: 108 of them would be mispredicted too often.
    #[inline(always)]
    fn rank(&self, pair: &Pair, stack: u8) -> u8 {
        let Mixed { a, b, d, e, f, .. } = *self;
        let first = pair.p(d) / 3 == stack;
        let (label, mine, other) = if first { (pair.p(d), a, b) } else { (pair.p(e), b, a) };
        let rank = 3 - 2 * u8::from(label == mine) - u8::from(label == other);
        if pair.p(f) / 3 == stack { 8 } else { rank }
    }
}

/// The third column of a stack.
fn third(one: u8, other: u8) -> u8 {
    one / 3 * 9 + 3 - one - other
}

/// All six orders of three.
const ORDERS: [[usize; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

impl RowSearch {
    /// Finds all ways to the smallest first two rows of a complete grid.
    pub(super) fn begin_grid(&mut self) {
        self.ways.clear();
        let mut pairs = [Pair { board: 0, rows: [0; 2], p: [0; 9] }; 36];
        let mut pure = 0u64;
        let mut number = 0;
        for board in 0..2 {
            let cells = self.boards[board].cells;
            for one in 0..9 {
                let mut places = [0u8; 16];
                for (column, digit) in cells[one].iter().enumerate() {
                    places[usize::from(*digit & 15)] = column as u8;
                }
                for step in 1..3 {
                    let other = one / 3 * 3 + (one + step) % 3;
                    let p = cells[other].map(|digit| places[usize::from(digit & 15)]);
                    pure |= u64::from(p[0] / 3 == p[1] / 3 && p[1] / 3 == p[2] / 3) << number;
                    pairs[number] = Pair { board: board as u8, rows: [one as u8, other as u8], p };
                    number += 1;
                }
            }
        }
        let mut best = u64::MAX;
        if pure == 0 {
            let mut ranks = [[0; 3]; 36];
            for (pair, ranks) in pairs.iter().zip(&mut ranks) {
                *ranks = [0, 1, 2].map(|stack| Mixed::new(pair, stack).rank(pair, stack));
            }
            let smallest = ranks.as_flattened().iter().fold(9, |best, rank| best.min(*rank));
            for (pair, ranks) in pairs.iter().zip(&ranks) {
                for stack in (0..3).filter(|stack| ranks[usize::from(*stack)] == smallest) {
                    self.mixed(pair, stack, &mut best);
                }
            }
        }
        while pure != 0 {
            self.pure(&pairs[pure.trailing_zeros() as usize], &mut best);
            pure &= pure - 1;
        }
        self.form[0] = 0x1_2345_6789;
        self.form[1] = best;
        self.given = 9;
    }

    fn pure(&mut self, pair: &Pair, best: &mut u64) {
        for stack in 0..3 {
            for order in ORDERS {
                let a = order.map(|place| 3 * stack + place as u8);
                let b = a.map(|column| pair.p(column));
                let c = b.map(|column| pair.p(column));
                self.offer(pair, [a[0], a[1], a[2], b[0], b[1], b[2], c[0], c[1], c[2]], best);
            }
        }
    }

    fn mixed(&mut self, pair: &Pair, stack: u8, best: &mut u64) {
        let mixed = Mixed::new(pair, stack);
        let Mixed { a, b, c, d, e, f, g } = mixed;
        let h = g / 3 * 3 + (g + 1) % 3;
        let i = third(g, h);
        let (either, exchanged) = match (pair.p(f) / 3 == stack, pair.p(d) / 3 == stack) {
            (true, _) => (true, true),
            (false, first) => (first, !first),
        };
        for [h, i] in [[h, i], [i, h]] {
            if either {
                self.offer(pair, [a, b, c, d, e, f, g, h, i], best);
            }
            if exchanged {
                self.offer(pair, [b, a, c, e, d, f, g, h, i], best);
            }
        }
    }

    /// Keeps an order of the columns if it makes the second row as small as the best one, or smaller.
    fn offer(&mut self, pair: &Pair, columns: [u8; 9], best: &mut u64) {
        let mut labels = [0u8; 16];
        for (place, column) in columns.iter().enumerate() {
            labels[usize::from(*column & 15)] = place as u8 + 1;
        }
        let row = columns.iter().fold(0, |row, column| row << 4 | u64::from(labels[usize::from(pair.p(*column) & 15)]));
        if row > *best {
            return;
        }
        if row < *best {
            *best = row;
            self.ways.clear();
        }
        let mut way = Way::beginning(pair.board);
        let [one, other] = pair.rows;
        way.rows[..2].copy_from_slice(&pair.rows);
        way.left &= !(1 << one | 1 << other);
        let cells = &self.boards[usize::from(pair.board)].cells[usize::from(one)];
        way.labels = 0;
        for (column, digit) in cells.iter().enumerate() {
            way.labels |= u64::from(labels[column]) << (4 * digit);
        }
        for place in 0..3 {
            let stack = usize::from(columns[3 * place] / 3);
            way.stacks[place] = (place as u32) << 16 | stack as u32;
            for i in 0..3 {
                way.columns[stack][i] = (i as u16) << 8 | u16::from(columns[3 * place + i] % 3);
            }
        }
        self.ways.push(way);
    }
}
