//! The boxes of the second band, each with what it leaves to the third band.

use super::bands::order;
use super::entry::{ALL, Entries};

/// One way in which row 7 can cross a stack.
#[derive(Clone, Copy)]
pub(super) struct Crossing {
    /// Its digits, as bits.
    pub(super) digits: u16,
    /// For each way to distribute the two digits that each column has left: whether the stack does not come first. Bit 0 of a
    /// way is for the first column, and set if row 8 has the higher digit.
    pub(super) fits: u8,
    /// For each such way: whether the stack is equal.
    pub(super) ties: u8,
    /// Three nibbles each: the digits in row 7, and the lower and the higher of the digits that are left.
    pub(super) row: u16,
    pub(super) lower: u16,
    pub(super) higher: u16,
}

/// The sixth row of a box, after the fourth and the fifth.
#[derive(Clone)]
pub(super) struct Sixth {
    /// Three nibbles.
    pub(super) row: u16,
    /// Per digit, in which of the three columns it is in the third band, as bits.
    pub(super) columns: [u16; 9],
    /// The ways in which row 7 can cross the stack, in the order of their rows.
    pub(super) crossings: Vec<Crossing>,
    /// Per digit, the crossings that have it, as bits.
    pub(super) with: [u32; 9],
    /// Per set of digits, the crossing that has these digits: no two have the same.
    pub(super) of_digits: [u8; 512],
    /// The label of each digit of the box, as nibbles, with the first digit lowest.
    pub(super) labels: u64,
}

/// In place of a crossing: none.
pub(super) const NONE: u8 = u8::MAX;

/// The fifth row of a box, after the fourth.
#[derive(Clone)]
pub(super) struct Fifth {
    pub(super) row: u16,
    /// Its digits, as bits.
    pub(super) digits: u16,
    pub(super) sixths: Vec<Sixth>,
}

impl Entries<'_> {
    /// The fifth and sixth rows that a box can have.
    pub(super) fn boxes_below(&self, stack: usize, top: u16) -> Vec<Fifth> {
        let free = ALL & !set(top);
        let columns = [0, 1, 2].map(|column| self.used[3 * stack + column]);
        let mut fifths = Vec::new();
        for_each_minirow(columns.map(|used| free & !used), |fifth, digits| {
            let left = free & !digits;
            let mut sixths = Vec::new();
            for_each_minirow(columns.map(|used| left & !used), |sixth, _| {
                // In the first column, rows are in order.
                if stack == 0 && sixth < fifth {
                    return;
                }
                let sixth = self.sixth(stack, [top, fifth, sixth]);
                if !sixth.crossings.is_empty() {
                    sixths.push(sixth);
                }
            });
            if !sixths.is_empty() {
                fifths.push(Fifth { row: fifth, digits, sixths });
            }
        });
        fifths
    }

    /// What a box is in its stack when minirows are read as columns: its index as second box, and its meeting as third box.
    pub(super) fn in_stack(&self, stack: usize, rows: [u16; 3]) -> (usize, usize) {
        let label = |digit: u16| self.labels[stack][usize::from(digit & 15)];
        let columns = [8, 4, 0].map(|shift| rows.map(|row| label(row >> shift)));
        let set = |labels: [u8; 3]| labels.iter().fold(0, |set, label| set | 1 << label);
        let bits = |[a, b, c]: [u8; 3]| order(a, b, c);
        let orders = bits(columns[0]) | bits(columns[1]) << 3 | bits(columns[2]) << 6;
        (self.bands.second_box([set(columns[0]), set(columns[1])], orders), self.bands.meeting(orders))
    }

    fn sixth(&self, stack: usize, rows: [u16; 3]) -> Sixth {
        let cells = rows.map(|row| [row >> 8, row >> 4 & 15, row & 15].map(usize::from));
        let labels = &self.labels[stack];
        let (second, _) = self.in_stack(stack, rows);
        let [fits, ties] = self.fits[second];
        let mut sixth = Sixth {
            row: rows[2],
            columns: [0; 9],
            crossings: Vec::new(),
            with: [0; 9],
            of_digits: [NONE; 512],
            labels: 0,
        };
        for (row, cells) in cells.iter().enumerate() {
            for (column, digit) in cells.iter().enumerate() {
                sixth.labels |= ((3 * row + column) as u64) << (4 * digit);
            }
        }
        if fits == 0 {
            return sixth;
        }
        // Per column, its three digits.
        let mut left = [[0usize; 3]; 3];
        for column in 0..3 {
            let here = self.used[3 * stack + column] | cells.iter().fold(0, |set, row| set | 1 << row[column]);
            let mut digits = ALL & !here;
            for digit in &mut left[column] {
                *digit = digits.trailing_zeros() as usize;
                digits &= digits - 1;
                sixth.columns[*digit] = 1 << (3 * stack + column);
            }
        }
        // Per column, digit in row 7 and way to distribute the others, the order of rows 7, 8 and 9.
        let mut orders = [[[0usize; 2]; 3]; 3];
        for (column, orders) in orders.iter_mut().enumerate() {
            for (chosen, orders) in orders.iter_mut().enumerate() {
                let (lower, higher) = others(chosen);
                let [one, two, three] = [chosen, lower, higher].map(|place| labels[left[column][place]]);
                *orders = [order(one, two, three), order(one, three, two)].map(|order| order << (3 * column));
            }
        }
        let firsts = if stack == 0 { 1 } else { 3 };
        for number in 0..9 * firsts {
            let chosen = [number / 9, number / 3 % 3, number % 3];
            let (mut fitting, mut tied) = (0, 0);
            for way in 0..8 {
                let orders = [0, 1, 2].map(|column| orders[column][chosen[column]][way >> column & 1]);
                let meeting = self.bands.meeting(orders[0] | orders[1] | orders[2]);
                fitting |= ((fits >> meeting & 1) as u8) << way;
                tied |= ((ties >> meeting & 1) as u8) << way;
            }
            if fitting == 0 {
                continue;
            }
            let nibbles = |place: [usize; 3]| {
                let digit = |column: usize| left[column][place[column]] as u16;
                digit(0) << 8 | digit(1) << 4 | digit(2)
            };
            let row = nibbles(chosen);
            let digits = set(row);
            sixth.of_digits[usize::from(digits)] = sixth.crossings.len() as u8;
            for column in 0..3 {
                sixth.with[left[column][chosen[column]]] |= 1 << sixth.crossings.len();
            }
            sixth.crossings.push(Crossing {
                digits,
                fits: fitting,
                ties: tied,
                row,
                lower: nibbles(chosen.map(|chosen| others(chosen).0)),
                higher: nibbles(chosen.map(|chosen| others(chosen).1)),
            });
        }
        sixth
    }
}

/// The places of the digits other than the chosen one.
fn others(chosen: usize) -> (usize, usize) {
    (usize::from(chosen == 0), 2 - usize::from(chosen == 2))
}

/// The digits of a minirow, as bits.
pub(super) fn set(minirow: u16) -> u16 {
    1 << (minirow >> 8) | 1 << (minirow >> 4 & 15) | 1 << (minirow & 15)
}

/// Visits every minirow that takes a digit from each set, in order, along with its digits.
fn for_each_minirow(sets: [u16; 3], mut visit: impl FnMut(u16, u16)) {
    let digits = |set: u16| (0..9u16).filter(move |digit| set >> digit & 1 != 0);
    for a in digits(sets[0]) {
        for b in digits(sets[1] & !(1 << a)) {
            for c in digits(sets[2] & !(1 << a | 1 << b)) {
                visit(a << 8 | b << 4 | c, 1 << a | 1 << b | 1 << c);
            }
        }
    }
}
