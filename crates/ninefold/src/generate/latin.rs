//! Boards whose boxes are whole rows or columns: Latin squares.
//!
//! Two lines of such a board often cannot be exchanged in part: where rows are shifts of each other and their number is
//! prime, only whole lines can be exchanged. So these boards have their own walk, by Jacobson and Matthews
//! ("Generating uniformly distributed random Latin squares", 1996). It reaches every Latin square, and all are equally
//! likely in the long run.
//!
//! A square is a set of triples (row, column, digit); any two members of a triple determine the third. A step inserts a
//! triple that is not in the square:
//!
//! ```text
//!               column  other column                column  other column
//!   row         d       e                row        e       d
//!   other row   e       x                other row  d       x + e - d
//! ```
//!
//! If x is d, the step is complete. Otherwise the square is now improper: one cell has three digits, one of which (d) counts
//! as negative. The next step inserts that negative triple. After two or more steps the square is proper again, either as
//! it was or a different one.

use super::random::Random;

/// A Latin square as three tables, each of which gives one member of a triple from the two others. Where a negative
/// triple leaves two such members, its [`Step`] holds them.
struct Latin {
    side: usize,
    /// By row and column.
    digits: Vec<u16>,
    /// By row and digit.
    columns: Vec<u16>,
    /// By column and digit.
    rows: Vec<u16>,
}

/// A triple (row, column, digit) to insert, and how room is made for it.
struct Step {
    triple: [usize; 3],
    /// For each of its members, another one that forms a triple of the square with the two others; these triples are removed.
    out: [usize; 3],
    /// What then replaces each in the tables: the triple's own member, or the second other one if the triple counts as negative.
    stay: [usize; 3],
}

/// A random Latin square of this side, row by row. Each round leads from a proper square to a proper square as many times
/// as there are rows. (Counting single steps and going on to the next proper square would not do: squares that take long
/// to leave would be met more often.)
pub(super) fn latin_square(side: usize, rounds: u64, random: &mut Random) -> Vec<u16> {
    // The digit is the sum of row and column, so each of these is the difference of the digit and the other.
    let table = |entry: fn(usize, usize, usize) -> usize| -> Vec<u16> {
        (0..side).flat_map(|i| (0..side).map(move |j| (entry(i, j, side) % side) as u16)).collect()
    };
    let (sums, differences) = (table(|i, j, _| i + j), table(|i, j, side| side + j - i));
    let mut latin = Latin { side, digits: sums, columns: differences.clone(), rows: differences };
    let ways = if side > 1 { rounds.saturating_mul(side as u64) } else { 0 };
    for _ in 0..ways {
        let mut step = Some(latin.any_step(random));
        while let Some(next) = step {
            step = latin.take(&next, random);
        }
    }
    latin.digits
}

impl Latin {
    /// Inserts a random triple that is not in the square, which must be proper.
    fn any_step(&self, random: &mut Random) -> Step {
        let n = self.side;
        let (row, column) = (random.below(n), random.below(n));
        let there = usize::from(self.digits[row * n + column]);
        let digit = (there + 1 + random.below(n - 1)) % n;
        let (other_row, other_column) = (self.rows[column * n + digit], self.columns[row * n + digit]);
        let triple = [row, column, digit];
        Step { triple, out: [usize::from(other_row), usize::from(other_column), there], stay: triple }
    }

    /// Takes a step; if the square is then improper, returns the next one.
    fn take(&mut self, step: &Step, random: &mut Random) -> Option<Step> {
        let n = self.side;
        let [r, c, d] = step.triple;
        let [row, column, digit] = step.out;
        let set = |table: &mut [u16], i: usize, j: usize, third: usize| table[i * n + j] = third as u16;
        set(&mut self.rows, c, d, step.stay[0]);
        set(&mut self.columns, r, d, step.stay[1]);
        set(&mut self.digits, r, c, step.stay[2]);
        // The triples (r, column, digit), (row, c, digit) and (row, column, d) are inserted.
        set(&mut self.digits, r, column, digit);
        set(&mut self.columns, r, digit, column);
        set(&mut self.digits, row, c, digit);
        set(&mut self.rows, c, digit, row);
        set(&mut self.columns, row, d, column);
        set(&mut self.rows, column, d, row);
        // Their last three pairs belong to (row, column, digit) too, which is removed: if it was not there, it is negative.
        let before = [self.rows[column * n + digit], self.columns[row * n + digit], self.digits[row * n + column]];
        let [before, after] = [before.map(usize::from), step.triple];
        if before[2] == digit {
            set(&mut self.rows, column, digit, r);
            set(&mut self.columns, row, digit, c);
            set(&mut self.digits, row, column, d);
            return None;
        }
        let mut next = Step { triple: step.out, out: before, stay: after };
        for (out, stay) in next.out.iter_mut().zip(&mut next.stay) {
            if random.coin() {
                std::mem::swap(out, stay);
            }
        }
        Some(next)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    /// Chi-square over all Latin squares of side 4; and both kinds of squares of side 5 are reached, although exchanging parts
    /// of rows would never leave the smaller kind.
    #[test]
    fn all_latin_squares_are_equally_likely() {
        let mut counts = BTreeMap::new();
        for index in 0..57_600 {
            *counts.entry(latin_square(4, 12, &mut Random::new(0, index))).or_insert(0_u32) += 1;
        }
        assert_eq!(counts.len(), 576);
        let chi: f64 = counts.values().map(|count| (f64::from(*count) - 100.0).powi(2) / 100.0).sum();
        // 575 degrees of freedom: 575 on average, with a deviation of 34.
        assert!((chi - 575.0).abs() < 4.0 * 34.0, "{chi}");

        // Of the 56 squares whose first row and column are in order, 6 are those of the cyclic group.
        let squares = 20_000;
        let cyclic = (0..squares).filter(|index| is_cyclic(&latin_square(5, 13, &mut Random::new(1, *index)))).count();
        let expected = squares as f64 * 6.0 / 56.0;
        assert!((cyclic as f64 - expected).abs() < 4.0 * expected.sqrt(), "{cyclic}, expected {expected}");
    }

    /// Whether any two rows of a square of side 5 can only be exchanged as a whole, as in squares of the cyclic group.
    fn is_cyclic(square: &[u16]) -> bool {
        let rows: Vec<&[u16]> = square.chunks(5).collect();
        let one_cycle = |a: &[u16], b: &[u16]| {
            let (mut place, mut length) = (0, 0);
            loop {
                place = a.iter().position(|digit| *digit == b[place]).unwrap();
                length += 1;
                if place == 0 {
                    return length == 5;
                }
            }
        };
        (0..5).all(|i| (0..i).all(|j| one_cycle(rows[i], rows[j])))
    }
}
