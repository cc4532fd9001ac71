//! Counting on boards whose boxes have two rows: 4x4, 6x6 (2x3), 8x8 (2x4), 10x10 (2x5).
//!
//! There are two stacks, and n bands of two rows. The digits in the upper row of a band's left box are in the lower row of its
//! right box. So one bit per digit and band, its *side*, is all that the stacks need to know about each other:
//!
//! ```text
//!    1 2 3 | 4 5 6      1 2 3 are above on the left: sides 1 1 1 0 0 0
//!    5 6 4 | 1 3 2
//!    ------+------
//!    3 1 5 | 6 2 4      1 3 5 are:                   sides 1 0 1 0 1 0
//!    2 4 6 | 3 1 5
//! ```
//!
//! The number of solutions is the sum, over all sides (n digits above in every band), of the number of ways to fill the left
//! stack times the number of ways to fill the right one. Digits that the candidates do not distinguish may be exchanged, so
//! only sides are considered in which the n-bit values of such digits are in ascending order; likewise for the two rows of a
//! band, and for bands.
//!
//! A stack with given sides is filled column by column (`filling`). A column takes a digit from every row, each digit once: it
//! is a perfect matching of rows and digits. Columns that are alike come last and are filled together (`factors`). If there are
//! none, the last two columns need no search: the others leave two digits in every row and every digit in two rows; this forms
//! rings of rows, each of which can be put into the columns in two ways.

use super::cubics::{Cubics, Left, MOST_DIGITS};
use super::filling::{STEPS, fill};
use super::sum::Sum;
use crate::board::{Candidates, Shape};
use crate::solve::engine::Budget;
use std::cmp::Ordering;
use std::collections::{HashMap, HashSet};

/// A board with boxes of two rows.
pub(super) struct Halves {
    /// The number of columns of a box, and of bands.
    n: usize,
    /// The candidates of the left and of the right stack: rows of columns.
    stacks: [Vec<Vec<u16>>; 2],
    /// The sides that each digit may have, as a bit for each band.
    sides: Vec<Vec<u8>>,
    /// For each digit, the latest one before it that the candidates do not distinguish from it, if there is one.
    alike: Vec<Option<usize>>,
    /// Exchanges of bands and rows that do not change the candidates, as the image of each value of the sides.
    symmetries: Vec<Vec<u8>>,
    /// Whether the right stack is the left one with the rows of every band exchanged. It then has as many fillings as the left
    /// one, because it has the opposite sides.
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
            // Columns that are alike come last, the largest set at the end: so the remaining ones are all alike as soon as
            // possible.
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
        // Everything that these generate.
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
        let mut walk =
            Walk { halves: self, cubics: Cubics::new(), steps: 0, all: 0.0, done: 0.0, found: 0, budget, progress };
        walk.all = self.count_sides();
        let is_complete = walk.digit(&mut vec![0; digits], 0, &mut vec![0; self.n], 1);
        Sum { found: walk.found, is_complete }
    }

    /// The digits in each row of a stack.
    fn rows(&self, stack: usize, sides: &[u8]) -> Left {
        let mut rows = [0; MOST_DIGITS];
        for (digit, sides) in sides.iter().enumerate() {
            for band in 0..self.n {
                let is_above = sides >> band & 1 == 1 - stack as u8;
                rows[2 * band + usize::from(!is_above)] |= 1 << digit;
            }
        }
        rows
    }

    /// The number of sides for all digits, by how many digits are above in each band.
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

/// The search through all sides.
struct Walk<'a, 'b> {
    halves: &'a Halves,
    cubics: Cubics,
    /// The steps taken to find sides.
    steps: u64,
    /// The number of all sides, and of those that are done.
    all: f64,
    done: f64,
    found: u128,
    budget: &'a mut Budget<'b>,
    progress: &'a mut dyn FnMut(f64),
}

impl Walk<'_, '_> {
    /// Gives sides to this digit and those after it; `false` if the budget ended.
    fn digit(&mut self, sides: &mut Vec<u8>, digit: usize, above: &mut Vec<usize>, weight: u64) -> bool {
        let n = self.halves.n;
        if digit == 2 * n {
            return self.add(sides, weight);
        }
        if !self.step() {
            return false;
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

    /// Finding sides takes time too, if few are possible. `false` if the budget ended.
    fn step(&mut self) -> bool {
        self.steps += 1;
        self.budget.spend(u64::from(self.steps.is_multiple_of(STEPS)))
    }

    /// Adds the contribution of these sides and all their images, if they are the first among those.
    fn add(&mut self, sides: &[u8], weight: u64) -> bool {
        let own = self.key(sides, 0);
        // The number of symmetries that change nothing; each image comes from as many.
        let mut still = 0;
        for symmetry in 0..self.halves.symmetries.len() {
            match self.key(sides, symmetry).cmp(&own) {
                Ordering::Less => return self.step(),
                Ordering::Equal => still += 1,
                Ordering::Greater => {}
            }
        }
        let images = (self.halves.symmetries.len() / still) as u64;
        let Some(ways) = self.ways(sides) else { return false };
        self.found += ways * u128::from(weight * images);
        self.done += (weight * images) as f64;
        (self.progress)(self.done / self.all);
        true
    }

    /// The number of ways to fill both stacks; `None` if the budget ended.
    fn ways(&mut self, sides: &[u8]) -> Option<u128> {
        let left = fill(&self.halves.stacks[0], &self.halves.rows(0, sides), &mut self.cubics, self.budget)?;
        let right = match left {
            0 => 0,
            left if self.halves.are_mirrored => left,
            _ => fill(&self.halves.stacks[1], &self.halves.rows(1, sides), &mut self.cubics, self.budget)?,
        };
        Some(u128::from(left) * u128::from(right))
    }

    /// An image of the sides in one word, with the sides of like digits in ascending order.
    fn key(&self, sides: &[u8], symmetry: usize) -> u64 {
        let mut image = [0; MOST_DIGITS];
        for (digit, sides) in sides.iter().enumerate() {
            // Insert the digit into the places of the like digits before it.
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
