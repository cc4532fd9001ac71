//! Counting on boards whose boxes have two rows: 4x4, 6x6 (2x3), 8x8 (2x4), 10x10 (2x5).
//!
//! There are two stacks, and n bands of two rows. What stands in the upper row of the left box of a band stands in the
//! lower row of the right box. So one bit per digit and band, its *side*, says all that the stacks have to know
//! of each other:
//!
//! ```text
//!    1 2 3 | 4 5 6      1 2 3 are above on the left: sides 1 1 1 0 0 0
//!    5 6 4 | 1 3 2
//!    ------+------
//!    3 1 5 | 6 2 4      1 3 5 are:                   sides 1 0 1 0 1 0
//!    2 4 6 | 3 1 5
//! ```
//!
//! The number of solutions is the sum over all sides (n digits above in every band) of the number of ways to fill the
//! left stack times the number of ways to fill the right one. Digits that the candidates do not tell apart may
//! be exchanged, so that the n bits of each are in ascending order; likewise the two rows of a band, and bands.
//!
//! A stack with given sides is filled column by column. A column takes a digit from every row, each digit once: it is
//! a perfect matching of rows and digits. Columns that are alike would only be exchanged, so one holds the least digit
//! of the first row. The last two columns are not searched: what the others have left are two digits in every row
//! and every digit in two rows, which makes rings of rows, and each ring can be put into the columns in two ways.

use super::sum::Sum;
use crate::board::{Candidates, Shape};
use crate::solve::engine::Budget;
use std::collections::{HashMap, HashSet};

/// Boards with more digits take too long, and their sides do not fit in a word.
const MOST_DIGITS: usize = 10;

/// So many steps of filling a stack make one node of the budget.
const STEPS: u64 = 64;

/// A board with boxes of two rows.
pub(super) struct Halves {
    /// Columns of a box, and bands.
    n: usize,
    /// The candidates of the left and of the right stack: rows of columns.
    stacks: [Vec<Vec<u16>>; 2],
    /// The sides that each digit may have, band by band.
    sides: Vec<Vec<u8>>,
    /// For each digit the one before it that the candidates do not tell apart from it, if there is one.
    alike: Vec<Option<usize>>,
    /// What can be done to bands and rows without changing the candidates, as what it makes of each sides.
    symmetries: Vec<Vec<u8>>,
    /// Whether the right stack is the left one with the rows of every band exchanged. Then it has as many fillings,
    /// for it has the opposite sides.
    are_mirrored: bool,
}

impl Halves {
    /// `None` if the boxes have neither two rows nor two columns, or the board is too large.
    pub(super) fn new(candidates: &Candidates) -> Option<Halves> {
        let shape = candidates.shape();
        let (is_upright, n) = match (shape.box_rows(), shape.box_columns()) {
            (2, columns) => (true, columns),
            (rows, 2) => (false, rows),
            _ => return None,
        };
        if n < 2 || shape.side() > MOST_DIGITS {
            return None;
        }
        let cell = |row: usize, column: usize| {
            let cell = if is_upright { shape.cell(row, column) } else { shape.cell(column, row) };
            candidates.words(cell)[0] as u16
        };
        let stacks = [0, n].map(|left| {
            let mut columns: Vec<usize> = (left..left + n).collect();
            let is_like = |one: usize, other: usize| (0..2 * n).all(|row| cell(row, one) == cell(row, other));
            // Columns that are alike come last, the most of them at the end: the sooner all that are left are alike.
            columns.sort_by_cached_key(|column| {
                let alike = (left..left + n).filter(|other| is_like(*column, *other));
                (alike.clone().count(), alike.min())
            });
            (0..2 * n).map(|row| columns.iter().map(|column| cell(row, *column)).collect()).collect()
        });
        let mut halves =
            Halves { n, stacks, sides: Vec::new(), alike: Vec::new(), symmetries: Vec::new(), are_mirrored: false };
        halves.sides = (0..2 * n).map(|digit| halves.sides_of(digit)).collect();
        halves.alike = (0..2 * n).map(|digit| halves.alike_before(digit, shape, candidates)).collect();
        halves.symmetries = halves.symmetries();
        halves.are_mirrored = (0..2 * n).all(|row| halves.stacks[0][row] == halves.stacks[1][row ^ 1]);
        Some(halves)
    }

    fn has(&self, stack: usize, row: usize, digit: usize) -> bool {
        self.stacks[stack][row].iter().any(|cell| cell >> digit & 1 == 1)
    }

    fn sides_of(&self, digit: usize) -> Vec<u8> {
        let may = |sides: &u8| {
            (0..self.n).all(|band| {
                let lower = 1 - usize::from(sides >> band & 1);
                self.has(0, 2 * band + lower, digit) && self.has(1, 2 * band + 1 - lower, digit)
            })
        };
        (0..1 << self.n).filter(may).collect()
    }

    fn alike_before(&self, digit: usize, shape: Shape, candidates: &Candidates) -> Option<usize> {
        (0..digit).rev().find(|other| {
            shape.cells().all(|cell| {
                let cell = candidates.words(cell)[0];
                cell >> digit & 1 == cell >> other & 1
            })
        })
    }

    /// Exchanges of rows within bands, and of bands; both stacks have to allow them.
    fn symmetries(&self) -> Vec<Vec<u8>> {
        let row = |row: usize| [&self.stacks[0][row], &self.stacks[1][row]];
        let all = 1_u8 << self.n;
        let mut exchanges: Vec<Vec<u8>> = Vec::new();
        for band in 0..self.n {
            if row(2 * band) == row(2 * band + 1) {
                exchanges.push((0..all).map(|sides| sides ^ 1 << band).collect());
            }
            for other in band + 1..self.n {
                if row(2 * band) == row(2 * other) && row(2 * band + 1) == row(2 * other + 1) {
                    let exchange = |sides: u8| {
                        let differ = (sides >> band ^ sides >> other) & 1;
                        sides ^ differ << band ^ differ << other
                    };
                    exchanges.push((0..all).map(exchange).collect());
                }
            }
        }
        // All that these generate.
        let mut found = vec![(0..all).collect::<Vec<u8>>()];
        let mut known = HashSet::from([found[0].clone()]);
        let mut next = 0;
        while next < found.len() {
            for exchange in &exchanges {
                let image: Vec<u8> = found[next].iter().map(|sides| exchange[usize::from(*sides)]).collect();
                if known.insert(image.clone()) {
                    found.push(image);
                }
            }
            next += 1;
        }
        found
    }

    /// The sum over all sides.
    pub(super) fn sum(&self, budget: &mut Budget<'_>, progress: &mut dyn FnMut(f64)) -> Sum {
        let digits = 2 * self.n;
        let mut walk = Walk { halves: self, seen: HashSet::new(), all: 0.0, done: 0.0, found: 0, budget, progress };
        walk.all = self.count_sides();
        let is_complete = walk.digit(&mut vec![0; digits], 0, &mut vec![0; self.n], 1);
        Sum { found: walk.found, is_complete }
    }

    /// How many sides there are for all digits, by the numbers of digits that are above in each band.
    fn count_sides(&self) -> f64 {
        let mut counts: HashMap<Vec<usize>, f64> = HashMap::from([(vec![0; self.n], 1.0)]);
        for (digit, may) in self.sides.iter().enumerate() {
            let mut next = HashMap::new();
            // Sums of whole numbers below 2^53: their order does not matter.
            #[expect(clippy::iter_over_hash_type, reason = "exact sums, whatever their order")]
            for (above, count) in counts {
                for sides in may {
                    let above: Vec<usize> =
                        above.iter().enumerate().map(|(band, n)| n + usize::from(sides >> band & 1)).collect();
                    if above.iter().all(|n| *n <= self.n && digit + 1 - n <= self.n) {
                        *next.entry(above).or_insert(0.0) += count;
                    }
                }
            }
            counts = next;
        }
        counts.values().sum()
    }
}

/// The way through all sides.
struct Walk<'a, 'b> {
    halves: &'a Halves,
    /// Sides whose sum is known from an image.
    seen: HashSet<u64>,
    /// How many sides there are, and how many are done.
    all: f64,
    done: f64,
    found: u128,
    budget: &'a mut Budget<'b>,
    progress: &'a mut dyn FnMut(f64),
}

impl Walk<'_, '_> {
    /// Gives sides to this digit and the following; `false` if the budget ended.
    fn digit(&mut self, sides: &mut Vec<u8>, digit: usize, above: &mut Vec<usize>, weight: u64) -> bool {
        let n = self.halves.n;
        if digit == 2 * n {
            return self.add(sides, weight);
        }
        let before = self.halves.alike[digit];
        let least = before.map_or(0, |before| sides[before]);
        for choice in &self.halves.sides[digit] {
            let bit = |band: usize| usize::from(choice >> band & 1);
            if *choice < least
                || (0..n).any(|band| above[band] + bit(band) > n || digit + 1 - above[band] - bit(band) > n)
            {
                continue;
            }
            sides[digit] = *choice;
            (0..n).for_each(|band| above[band] += bit(band));
            // The number of arrangements, digit by digit: a multinomial is a product of binomials.
            let (mut group, mut equal, mut at) = (1, 1, digit);
            while let Some(before) = self.halves.alike[at] {
                group += 1;
                equal += u64::from(sides[before] == *choice);
                at = before;
            }
            let goes_on = self.digit(sides, digit + 1, above, weight * group / equal);
            (0..n).for_each(|band| above[band] -= bit(band));
            if !goes_on {
                return false;
            }
        }
        true
    }

    /// Adds what these sides amount to, with all their images.
    fn add(&mut self, sides: &[u8], weight: u64) -> bool {
        let mut images = 1;
        if self.halves.symmetries.len() > 1 {
            if self.seen.contains(&self.key(sides, 0)) {
                return true;
            }
            let before = self.seen.len();
            for symmetry in 0..self.halves.symmetries.len() {
                let key = self.key(sides, symmetry);
                self.seen.insert(key);
            }
            images = (self.seen.len() - before) as u64;
        }
        let mut steps = 0;
        let left = self.halves.fill(0, sides, &mut steps);
        let right = match left {
            0 => 0,
            left if self.halves.are_mirrored => left,
            _ => self.halves.fill(1, sides, &mut steps),
        };
        let both = u128::from(left) * u128::from(right);
        self.found += both * u128::from(weight * images);
        self.done += (weight * images) as f64;
        (self.progress)(self.done / self.all);
        self.budget.spend(steps.div_ceil(STEPS))
    }

    /// An image of the sides in one word, those of digits that are alike in ascending order.
    fn key(&self, sides: &[u8], symmetry: usize) -> u64 {
        let mut image = [0; MOST_DIGITS];
        for (digit, sides) in sides.iter().enumerate() {
            // By insertion into the places of the digits before that are alike.
            let side = self.halves.symmetries[symmetry][usize::from(*sides)];
            let mut at = digit;
            while let Some(before) = self.halves.alike[at].filter(|before| image[*before] > side) {
                image[at] = image[before];
                at = before;
            }
            image[at] = side;
        }
        image.iter().fold(0, |key, side| key << 5 | u64::from(*side))
    }
}

/// The digits that the rows of a stack have still to place.
type Left = [u16; MOST_DIGITS];

/// A stack that is being filled.
struct Filling<'a> {
    n: usize,
    /// The candidates: rows of columns.
    cells: &'a [Vec<u16>],
    /// For each column whether all from there on are alike.
    alike_from: Vec<bool>,
    /// What three columns that are alike can be filled with in how many ways.
    known: HashMap<Left, u64>,
    steps: u64,
}

impl Halves {
    /// The number of ways to fill a stack.
    fn fill(&self, stack: usize, sides: &[u8], steps: &mut u64) -> u64 {
        let n = self.n;
        let mut left = [0; MOST_DIGITS];
        for (digit, sides) in sides.iter().enumerate() {
            for band in 0..n {
                let is_above = sides >> band & 1 == 1 - stack as u8;
                left[2 * band + usize::from(!is_above)] |= 1 << digit;
            }
        }
        let cells = &self.stacks[stack];
        let is_like = |one: usize, other: usize| cells.iter().all(|row| row[one] == row[other]);
        let alike_from = (0..n).map(|column| (column..n).all(|other| is_like(column, other))).collect();
        let mut filling = Filling { n, cells, alike_from, known: HashMap::new(), steps: 0 };
        let ways = filling.column(0, &left);
        *steps += filling.steps;
        ways
    }
}

/// The places of the bits that are set, from the lowest.
fn bits(mut word: u16) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let place = (word != 0).then(|| word.trailing_zeros() as usize);
        word &= word.wrapping_sub(1);
        place
    })
}

impl Filling<'_> {
    fn all_rows(&self) -> u16 {
        (1 << (2 * self.n)) - 1
    }

    /// The number of ways to fill the columns from this one on.
    fn column(&mut self, column: usize, left: &Left) -> u64 {
        if column + 2 == self.n {
            return self.last_two(left);
        }
        let (is_shared, mut left_over) = (self.alike_from[column], *left);
        if !is_shared {
            return self.rows(column, left, &mut left_over, self.all_rows(), 0);
        }
        // Columns that are alike can be exchanged: one of them has the least digit of the first row.
        let remembers = column + 3 == self.n;
        if let Some(ways) = self.known.get(left).filter(|_| remembers) {
            return *ways;
        }
        let least = left[0] & left[0].wrapping_neg() & self.cells[0][column];
        if least == 0 {
            return 0;
        }
        left_over[0] &= !least;
        let ways = self.rows(column, left, &mut left_over, self.all_rows() & !1, least) * (self.n - column) as u64;
        if remembers {
            self.known.insert(*left, ways);
        }
        ways
    }

    /// The number of ways to fill the open rows of a column and the columns after it; `used` are the column's digits
    /// in the other rows. A digit or a row with one possibility comes first, and without one nothing more.
    fn rows(&mut self, column: usize, left: &Left, left_over: &mut Left, open: u16, used: u16) -> u64 {
        if open == 0 {
            return self.column(column + 1, left_over);
        }
        self.steps += 1;
        let mut options = [0; MOST_DIGITS];
        let (mut once, mut twice, mut best, mut fewest) = (0, 0, 0, u32::MAX);
        for row in bits(open) {
            options[row] = left[row] & self.cells[row][column] & !used;
            twice |= once & options[row];
            once |= options[row];
            if options[row].count_ones() < fewest {
                (best, fewest) = (row, options[row].count_ones());
            }
        }
        if fewest == 0 || (once | used).count_ones() as usize != 2 * self.n {
            return 0;
        }
        let mut digits = options[best];
        let single = once & !twice;
        if fewest > 1 && single != 0 {
            digits = single & single.wrapping_neg();
            best = bits(open).find(|row| options[*row] & digits != 0).expect("the digit is among the options");
        }
        let mut ways = 0;
        for digit in bits(digits) {
            left_over[best] = left[best] ^ 1 << digit;
            ways += self.rows(column, left, left_over, open & !(1 << best), used | 1 << digit);
        }
        ways
    }

    /// The number of ways to fill the last two columns.
    fn last_two(&mut self, left: &Left) -> u64 {
        self.steps += 1;
        let rows = 2 * self.n;
        // The two rows of each digit, one as the other's difference.
        let mut rows_of = [0_u16; MOST_DIGITS];
        for (row, digits) in left[..rows].iter().enumerate() {
            bits(*digits).for_each(|digit| rows_of[digit] ^= 1 << row);
        }
        let (mut ways, mut open) = (1, self.all_rows());
        while open != 0 {
            let first = open.trailing_zeros() as usize;
            let (mut row, mut digit) = (first, left[first].trailing_zeros() as usize);
            let mut possible = [true; 2];
            loop {
                open &= !(1 << row);
                let other = (left[row] ^ 1 << digit).trailing_zeros() as usize;
                let cells = [self.cells[row][self.n - 2], self.cells[row][self.n - 1]];
                possible[0] &= cells[0] >> digit & cells[1] >> other & 1 == 1;
                possible[1] &= cells[1] >> digit & cells[0] >> other & 1 == 1;
                row = (rows_of[other] ^ 1 << row).trailing_zeros() as usize;
                digit = other;
                if row == first {
                    break;
                }
            }
            ways *= possible.into_iter().filter(|possible| *possible).count() as u64;
        }
        ways
    }
}
