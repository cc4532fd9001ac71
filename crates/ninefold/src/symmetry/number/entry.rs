//! All minlex grids with a given band and fourth row, in order.
//!
//! A grid is minlex if no chute comes before its first band, and if no symmetry that turns a chute of the same class into the
//! minlex band of that class (for most grids only the band itself, with nothing changed) makes the other lines smaller. So
//! nearly every grid is judged by five classes alone, and these need not wait for the whole grid:
//!
//! ```text
//!   row 4        given
//!   rows 5, 6    box by box: for each stack the boxes that fit, as a list. The second band has its class
//!   row 7        a transversal of the three digits that each column still needs
//!   rows 8, 9    each column has two digits left, each digit two columns: rings of columns. One digit says what is in
//!                all of its ring, so k rings have 2^k ways, halved since row 8 comes before row 9
//! ```
//!
//! Which contents of rows 8 and 9 keep a stack's class from coming first is a byte for each of the 27 ways in which row 7 can
//! cross the stack: one bit for each way to distribute the last two digits of three columns. It is made with the list of boxes;
//! for each grid three bits are looked up. Only then is the class of the third band determined, and only if a class is equal
//! are the symmetries tried.

use super::bands::{Bands, MEETINGS, Map, SECOND_BOXES, order};
use super::boxes::{Fifth, NONE, Sixth, set};
use super::least::{compare, compare_early};
use std::cell::OnceCell;
use std::cmp::Ordering;
use std::ops::ControlFlow;

/// A row of digits from 0 to 8 as nibbles, the first one highest: rows are in the order of these numbers.
pub(super) type Row = u64;

/// The digit in a column of a packed row.
#[inline(always)]
pub(super) fn digit(row: Row, column: usize) -> usize {
    (row >> (32 - 4 * column) & 15) as usize
}

pub(super) fn pack(row: &[u8; 9]) -> Row {
    row.iter().fold(0, |packed, digit| packed << 4 | Row::from(*digit))
}

/// Enumerates the minlex grids that begin with one minlex band.
pub(super) struct Entries<'a> {
    pub(super) bands: &'a Bands,
    pub(super) class: usize,
    /// The first three rows.
    pub(super) first: [Row; 3],
    /// Per column, the digits that it has in the first band.
    pub(super) used: [u16; 9],
    /// Per second box of a stack, the meetings of its third box with which the stack does not come before the band, as bits;
    /// and those with which it is equal.
    pub(super) fits: Vec<[u64; 2]>,
    pub(super) automorphisms: Vec<Map>,
    /// Per stack and digit, its label: where the digit is in the first box of the stack.
    pub(super) labels: [[u8; 9]; 3],
    /// Per stack and minirow of the fourth row, the rest of the box, once it has been needed.
    boxes: Vec<OnceCell<Vec<Fifth>>>,
}

/// The number of minirows, as numbers in base nine.
const MINIROWS: usize = 9 * 9 * 9;

/// Per way to distribute the digits of nine columns, a mask of the columns that have their higher digit in row 8.
const SPREAD: [Row; 512] = {
    let mut spread = [0; 512];
    let mut ways = 0;
    while ways < 512 {
        let mut column = 0;
        while column < 9 {
            if ways >> column & 1 != 0 {
                spread[ways] |= 15 << (32 - 4 * column);
            }
            column += 1;
        }
        ways += 1;
    }
    spread
};

pub(super) const ALL: u16 = 511;

impl<'a> Entries<'a> {
    /// The enumeration for the minlex band of a class.
    pub(super) fn new(bands: &'a Bands, class: usize) -> Entries<'a> {
        let form = *bands.form(class);
        let mut labels = [[0; 9]; 3];
        let mut used = [0; 9];
        for (row, digits) in form.iter().enumerate() {
            for (column, digit) in digits.iter().enumerate() {
                labels[column / 3][usize::from(*digit)] = (3 * (column % 3) + row) as u8;
                used[column] |= 1 << digit;
            }
        }
        let fits = (0..SECOND_BOXES).map(|second| {
            let mut masks = [0, 0];
            for meeting in 0..MEETINGS {
                let other = bands.class(second, meeting);
                masks[0] |= u64::from(other >= class) << meeting;
                masks[1] |= u64::from(other == class) << meeting;
            }
            masks
        });
        Entries {
            bands,
            class,
            first: [pack(&form[0]), pack(&form[1]), pack(&form[2])],
            used,
            fits: fits.collect(),
            automorphisms: bands.automorphisms(class),
            labels,
            boxes: vec![OnceCell::new(); 3 * MINIROWS],
        }
    }

    /// All rows that may come fourth, in order; many of them lead to no minlex grid.
    pub(super) fn fourth_rows(&self) -> Vec<Row> {
        let mut rows = Vec::new();
        let least = (!self.used[0] & ALL).trailing_zeros();
        self.extend_fourth(1, 1 << least, Row::from(least), &mut rows);
        rows
    }

    fn extend_fourth(&self, column: usize, taken: u16, row: Row, rows: &mut Vec<Row>) {
        if column == 9 {
            rows.push(row);
            return;
        }
        let mut left = ALL & !(self.used[column] | taken);
        while left != 0 {
            let digit = left.trailing_zeros();
            left &= left - 1;
            self.extend_fourth(column + 1, taken | 1 << digit, row << 4 | Row::from(digit), rows);
        }
    }

    /// Visits rows 4 to 9 of all minlex grids with this band and this fourth row, in order, until `visit` breaks.
    pub(super) fn visit(&self, fourth: Row, visit: &mut impl FnMut(&[Row; 6]) -> ControlFlow<()>) -> ControlFlow<()> {
        let mut rows = [fourth, 0, 0, 0, 0, 0];
        let in_fourth = |map: &Map| {
            let column = usize::from(map.columns[0]);
            usize::from(map.labels[digit(fourth, column)]) == digit(fourth, 0)
        };
        let mut early = Vec::new();
        for map in &self.automorphisms {
            match in_fourth(map).then(|| compare(map, fourth, fourth)) {
                Some(Ordering::Less) => return ControlFlow::Continue(()),
                // The map never makes a grid smaller.
                Some(Ordering::Greater) => {}
                Some(Ordering::Equal) | None => early.push(*map),
            }
        }
        let boxes = [0, 1, 2].map(|stack| {
            let top = minirow(fourth, stack);
            let number = [8, 4, 0].iter().fold(0, |number, shift| 9 * number + usize::from(top >> shift & 15));
            self.boxes[stack * MINIROWS + number].get_or_init(|| self.boxes_below(stack, top))
        });
        let own = [0, 1, 2].map(|stack| set(minirow(fourth, stack)));
        for a in boxes[0] {
            for b in boxes[1].iter().filter(|b| a.digits & b.digits == 0) {
                let third = ALL & !(a.digits | b.digits);
                if third & own[2] != 0 {
                    continue;
                }
                for c in boxes[2].iter().filter(|c| c.digits == third) {
                    rows[1] = join(a.row, b.row, c.row);
                    self.band(&mut rows, [a, b, c], &early, visit)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Goes through all sixth rows.
    #[inline(always)]
    fn band(
        &self,
        rows: &mut [Row; 6],
        [a, b, c]: [&Fifth; 3],
        early: &[Map],
        visit: &mut impl FnMut(&[Row; 6]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut late = Vec::new();
        for one in &a.sixths {
            let label = |digit: u16| one.labels >> ((4 * digit) & 63) & 15;
            let labels = |minirow: u16| [label(minirow >> 8), label(minirow >> 4 & 15), label(minirow & 15)];
            let bits = |[a, b, c]: [u64; 3]| order(a as u8, b as u8, c as u8);
            let set = |[a, b, c]: [u64; 3]| 1usize << a | 1 << b | 1 << c;
            let [top, five] = [labels(minirow(rows[0], 1)), labels(b.row)];
            let sets = [set(top), set(five)];
            let orders = bits(top) | bits(five) << 3;
            let last_orders = bits(labels(minirow(rows[0], 2))) | bits(labels(c.row)) << 3;
            for two in &b.sixths {
                let second = self.bands.second_box(sets, orders | bits(labels(two.row)) << 6);
                for three in &c.sixths {
                    let meeting = self.bands.meeting(last_orders | bits(labels(three.row)) << 6);
                    let class = self.bands.class(second, meeting);
                    if class < self.class {
                        continue;
                    }
                    rows[2] = join(one.row, two.row, three.row);
                    late.clear();
                    if early.iter().any(|map| match compare_early(map, &[rows[0], rows[1], rows[2]], rows) {
                        Some(Ordering::Less) => true,
                        Some(Ordering::Equal) | None => {
                            late.push(*map);
                            false
                        }
                        Some(Ordering::Greater) => false,
                    }) {
                        continue;
                    }
                    self.last_band(rows, [one, two, three], class == self.class, &late, visit)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Goes through everything that the last three rows can be.
    #[inline(always)]
    fn last_band(
        &self,
        rows: &mut [Row; 6],
        [one, two, three]: [&Sixth; 3],
        tied: bool,
        automorphisms: &[Map],
        visit: &mut impl FnMut(&[Row; 6]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let columns: [u16; 9] =
            std::array::from_fn(|digit| one.columns[digit] | two.columns[digit] | three.columns[digit]);
        let all = u32::MAX >> (32 - two.crossings.len());
        for a in &one.crossings {
            let with = |digit: u16| two.with[usize::from(digit)];
            let mut apart = all & !(with(a.row >> 8) | with(a.row >> 4 & 15) | with(a.row & 15));
            while apart != 0 {
                let b = &two.crossings[apart.trailing_zeros() as usize];
                apart &= apart - 1;
                let third = three.of_digits[usize::from(ALL & !(a.digits | b.digits))];
                if third == NONE {
                    continue;
                }
                let c = &three.crossings[usize::from(third)];
                rows[3] = join(a.row, b.row, c.row);
                let (lower, higher) = (join(a.lower, b.lower, c.lower), join(a.higher, b.higher, c.higher));
                let (ways, count) = ways(rows[3], lower, higher, &columns);
                for way in &ways[..count] {
                    let (x, y, z) = (way & 7, way >> 3 & 7, way >> 6 & 7);
                    if a.fits >> x & b.fits >> y & c.fits >> z & 1 == 0 {
                        continue;
                    }
                    let swap = (lower ^ higher) & SPREAD[usize::from(*way)];
                    (rows[4], rows[5]) = (lower ^ swap, higher ^ swap);
                    let class = self.class_of([rows[3], rows[4], rows[5]]);
                    if class < self.class {
                        continue;
                    }
                    // A smaller grid could come from these: the second band, the third, the stacks.
                    let bits = [a.ties >> x, b.ties >> y, c.ties >> z].map(|bit| bit & 1 != 0);
                    let ties = [tied, class == self.class, bits[0], bits[1], bits[2]];
                    if (ties != [false; 5] || !automorphisms.is_empty()) && !self.is_least(rows, ties, automorphisms) {
                        continue;
                    }
                    visit(rows)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn class_of(&self, band: [Row; 3]) -> usize {
        let mut labels = 0u64;
        for (row, line) in band.iter().enumerate() {
            for column in 0..3 {
                labels |= ((3 * row + column) as u64) << (4 * digit(*line, column));
            }
        }
        let label = |row: Row, column: usize| labels >> (4 * digit(row, column)) & 15;
        let minirow = |row: Row, first: usize| [label(row, first), label(row, first + 1), label(row, first + 2)];
        let bits = |[a, b, c]: [u64; 3]| order(a as u8, b as u8, c as u8);
        let set = |[a, b, c]: [u64; 3]| 1usize << a | 1 << b | 1 << c;
        let second = band.map(|row| minirow(row, 3));
        let last = band.map(|row| bits(minirow(row, 6)));
        let orders = bits(second[0]) | bits(second[1]) << 3 | bits(second[2]) << 6;
        let second = self.bands.second_box([set(second[0]), set(second[1])], orders);
        self.bands.class(second, self.bands.meeting(last[0] | last[1] << 3 | last[2] << 6))
    }
}

/// The ways to distribute the last two digits of each column over rows 8 and 9, in the order of row 8, at most eight: bits for
/// the columns in which row 8 has the higher digit.
#[inline(always)]
fn ways(seventh: Row, lower: Row, higher: Row, columns: &[u16; 9]) -> ([u16; 8], usize) {
    // Per digit, the two columns that need it.
    let mut left = *columns;
    for column in 0..9 {
        left[digit(seventh, column)] &= !(1 << column);
    }
    let mut ways = [0; 8];
    let mut count = 1;
    let mut open = ALL;
    while open != 0 {
        // A ring of columns; the first of them has the lower digit in row 8.
        let start = open.trailing_zeros() as usize;
        let (mut ring, mut high) = (0u16, 0u16);
        let mut column = start;
        let mut ninth = digit(higher, start);
        loop {
            ring |= 1 << column;
            column = (left[ninth] & !(1 << column)).trailing_zeros() as usize & 15;
            if column == start {
                break;
            }
            // The digit in row 9 there is in row 8 here.
            let (low, up) = (digit(lower, column), digit(higher, column));
            let is_high = ninth == up;
            high |= u16::from(is_high) << column;
            ninth = if is_high { low } else { up };
        }
        open &= !ring;
        if start == 0 {
            ways[0] = high;
            continue;
        }
        for number in (0..count).rev() {
            let way = ways[number] | high;
            (ways[2 * number], ways[2 * number + 1]) = (way, way ^ ring);
        }
        count *= 2;
    }
    (ways, count)
}

/// The nibbles of a stack.
#[inline(always)]
fn minirow(row: Row, stack: usize) -> u16 {
    (row >> (24 - 12 * stack) & 0xFFF) as u16
}

#[inline(always)]
fn join(a: u16, b: u16, c: u16) -> Row {
    Row::from(a) << 24 | Row::from(b) << 12 | Row::from(c)
}
