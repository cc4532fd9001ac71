//! Filling a stack of a board with boxes of two rows, once the digits of every row are known.

use super::cubics::{Cubics, Left, MOST_DIGITS};
use super::factors::factorisations;
use crate::board::ones;
use crate::solve::engine::Budget;

/// How many steps count as one node of the budget.
pub(super) const STEPS: u64 = 64;

/// A stack that is being filled.
pub(super) struct Filling<'a, 'b> {
    /// The number of columns; there are twice as many rows.
    n: usize,
    /// The candidates: rows of columns.
    cells: &'a [Vec<u16>],
    /// For each column, whether all columns from there on are alike.
    alike_from: Vec<bool>,
    cubics: &'a mut Cubics,
    budget: &'a mut Budget<'b>,
    /// Steps that have not been taken from the budget yet.
    steps: u64,
    is_stopped: bool,
}

/// The number of ways to fill a stack whose rows have these digits; `None` if the budget ended.
pub(super) fn fill(cells: &[Vec<u16>], left: &Left, cubics: &mut Cubics, budget: &mut Budget<'_>) -> Option<u64> {
    let n = cells[0].len();
    let is_like = |one: usize, other: usize| cells.iter().all(|row| row[one] == row[other]);
    let alike_from = (0..n).map(|column| (column..n).all(|other| is_like(column, other))).collect();
    let mut filling = Filling { n, cells, alike_from, cubics, budget, steps: 0, is_stopped: false };
    let ways = filling.column(0, left);
    // The remaining steps count as a node too, so that every filling costs something.
    let goes_on = filling.spend(STEPS);
    goes_on.then_some(ways)
}

/// The places of the bits that are set, from the lowest.
fn bits(word: u16) -> impl Iterator<Item = usize> {
    ones(u64::from(word))
}

impl Filling<'_, '_> {
    fn all_rows(&self) -> u16 {
        (1 << (2 * self.n)) - 1
    }

    /// Takes steps from the budget; `false` once it has ended.
    fn spend(&mut self, steps: u64) -> bool {
        self.steps += steps;
        if self.steps >= STEPS && !self.is_stopped {
            self.is_stopped = !self.budget.spend(self.steps / STEPS);
            self.steps %= STEPS;
        }
        !self.is_stopped
    }

    /// The number of ways to fill the columns from this one on.
    fn column(&mut self, column: usize, left: &Left) -> u64 {
        if self.alike_from[column] {
            // These cells may lack a digit that others of the row have.
            if self.cells.iter().zip(left).any(|(cells, digits)| digits & !cells[column] != 0) {
                return 0;
            }
            let mut steps = 0;
            let ways = factorisations(left, 2 * self.n, self.n - column, self.cubics, &mut steps);
            return if self.spend(steps) { ways } else { 0 };
        }
        if column + 2 == self.n {
            return self.last_two(left);
        }
        self.rows(column, left, &mut left.clone(), self.all_rows(), 0)
    }

    /// The number of ways to fill the open rows of a column and the columns after it; `used` are the column's digits in the
    /// other rows. A digit or a row with one possibility comes first; if one has none, there are no ways.
    fn rows(&mut self, column: usize, left: &Left, left_over: &mut Left, open: u16, used: u16) -> u64 {
        if open == 0 {
            return self.column(column + 1, left_over);
        }
        if !self.spend(1) {
            return 0;
        }
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
    fn last_two(&self, left: &Left) -> u64 {
        let rows = 2 * self.n;
        // The two rows of each digit, combined by exclusive or: one row gives the other.
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
