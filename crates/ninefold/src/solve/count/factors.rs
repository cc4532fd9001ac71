//! The number of ways to fill columns that are all alike.
//!
//! Every row needs as many digits as there are columns, and every digit as many rows: rows and digits are the nodes of a
//! regular bipartite graph, a column is a perfect matching of it, and all columns together are an ordered factorisation into
//! matchings. Since the columns can be exchanged, the digits of the first row go into the columns in one order, which stands
//! for all orders.
//!
//! Of four or five columns, two are filled first, both together: each row gives them two of its digits. If these digits are
//! linked by an edge, the rows form rings, and each ring can be put into the two columns in two ways:
//!
//! ```text
//!   row 1:  1 2        1 --- 2
//!   row 2:  2 3        |     |       4 === 5       two rings: 2 * 2 ways
//!   row 3:  1 3         \-3-/
//!   row 4:  4 5
//!   row 5:  4 5
//! ```
//!
//! Of three columns one is filled, a matching; two are left, which are rings again. The rings are closed while the digits are
//! chosen, so nothing is left to do for a matching once it is found. An empty board with boxes of 2x5 has a hundred thousand
//! pairs of columns for a stack and some thirty matchings for each, most of which are already known (`cubics`).

use super::cubics::{Cubics, Left, MOST_DIGITS};

/// The number of ways to fill `columns` columns that are alike, if each row still needs that many digits and each digit that
/// many rows. Adds the number of steps that this took.
pub(super) fn factorisations(left: &Left, rows: usize, columns: usize, cubics: &mut Cubics, steps: &mut u64) -> u64 {
    let orders: u64 = (1..=columns as u64).product();
    orders * with_first_row(&chained(left, rows), rows, columns, cubics, steps)
}

/// The rows in an order in which each shares as many digits as possible with those before: digits then run out early, and
/// impossible cases are found early.
fn chained(left: &Left, rows: usize) -> Left {
    let mut chained = *left;
    let (mut once, mut twice) = (left[0], 0);
    for place in 1..rows {
        let common = |row: &usize| (chained[*row] & once).count_ones() + (chained[*row] & twice).count_ones();
        let next = (place..rows).max_by_key(common).expect("there are rows left");
        chained.swap(place, next);
        twice |= once & chained[place];
        once |= chained[place];
    }
    chained
}

/// The number of ways with the digits of the first row in one order.
fn with_first_row(left: &Left, rows: usize, columns: usize, cubics: &mut Cubics, steps: &mut u64) -> u64 {
    *steps += 1;
    match columns {
        0 | 1 => 1,
        2 => {
            let edges = left[..rows].iter().map(|digits| (lowest(*digits), lowest(without_lowest(*digits))));
            let (_, ways) = edges.fold((Rings::NONE, 1), |(rings, ways), (one, other)| rings.with(one, other, ways));
            ways / 2
        }
        3 if rows == MOST_DIGITS => cubics.ways(left, || three_columns(left, rows)),
        3 => three_columns(left, rows),
        _ => {
            let second = without_lowest(without_lowest(left[0]));
            let first = left[0] & !second;
            let mut pairs = Pairs::new(left, rows, columns, cubics, steps);
            pairs.rest[0] = second;
            let (rings, ways) = Rings::NONE.of_two(first);
            pairs.rows_from(1, !first, first, rings, ways) / 2
        }
    }
}

fn three_columns(left: &Left, rows: usize) -> u64 {
    let (rings, ways) = Rings::NONE.of_two(without_lowest(left[0]));
    Column::new(left, rows).rows_from(1, 1 << lowest(left[0]), rings, ways) / 2
}

/// The index of the lowest digit.
fn lowest(digits: u16) -> u32 {
    digits.trailing_zeros()
}

fn without_lowest(digits: u16) -> u16 {
    digits & digits.wrapping_sub(1)
}

/// Chains of digits that will become rings: four bits for each digit at an end, with the digit at the other end. A digit on its
/// own is both ends.
#[derive(Clone, Copy)]
struct Rings(u64);

impl Rings {
    const NONE: Rings = Rings(0xfedc_ba98_7654_3210);

    fn other_end(self, digit: u32) -> u32 {
        (self.0 >> (4 * digit)) as u32 & 15
    }

    /// Links two digits that are at ends; closing a ring doubles the number of ways.
    fn with(self, one: u32, other: u32, ways: u64) -> (Rings, u64) {
        let (left, right) = (self.other_end(one), self.other_end(other));
        // The far ends pointed to `one` and `other` before.
        let changes = u64::from(one ^ right) << (4 * left) ^ u64::from(other ^ left) << (4 * right);
        (Rings(self.0 ^ changes), ways << u32::from(left == other))
    }

    fn of_two(self, digits: u16) -> (Rings, u64) {
        self.with(lowest(digits), lowest(without_lowest(digits)), 1)
    }
}

/// One of three columns, filled row by row.
struct Column<'a> {
    left: &'a Left,
    rows: usize,
    /// For each row, the digits of the rows after it.
    later: Left,
}

impl Column<'_> {
    fn new(left: &Left, rows: usize) -> Column<'_> {
        let mut later = [0; MOST_DIGITS];
        for row in (1..rows).rev() {
            later[row - 1] = later[row] | left[row];
        }
        Column { left, rows, later }
    }

    /// The number of ways to fill this row, those after it, and the other two columns.
    fn rows_from(&self, row: usize, used: u16, rings: Rings, ways: u64) -> u64 {
        if row == self.rows {
            return ways;
        }
        let options = self.left[row] & !used;
        let last = options & !self.later[row];
        if without_lowest(last) != 0 {
            return 0;
        }
        let (mut digits, mut sum) = (if last == 0 { options } else { last }, 0);
        while digits != 0 {
            let digit = 1 << lowest(digits);
            digits ^= digit;
            let others = self.left[row] ^ digit;
            let (rings, ways) = rings.with(lowest(others), lowest(without_lowest(others)), ways);
            sum += self.rows_from(row + 1, used | digit, rings, ways);
        }
        sum
    }
}

/// Two of four or five columns, filled row by row.
struct Pairs<'a> {
    left: &'a Left,
    rows: usize,
    columns: usize,
    /// For each row, the digits that occur in rows after it, and those that occur twice.
    later: Left,
    twice_later: Left,
    /// The digits that each row leaves to the other columns.
    rest: Left,
    cubics: &'a mut Cubics,
    steps: &'a mut u64,
}

impl Pairs<'_> {
    fn new<'a>(left: &'a Left, rows: usize, columns: usize, cubics: &'a mut Cubics, steps: &'a mut u64) -> Pairs<'a> {
        let (mut later, mut twice_later) = ([0; MOST_DIGITS], [0; MOST_DIGITS]);
        for row in (1..rows).rev() {
            later[row - 1] = later[row] | left[row];
            twice_later[row - 1] = twice_later[row] | later[row] & left[row];
        }
        Pairs { left, rows, columns, later, twice_later, rest: [0; MOST_DIGITS], cubics, steps }
    }

    /// The number of ways to fill this row, those after it, and the other columns. Some digits have not been used and some have
    /// been used once; there must be enough rows for each to be used twice.
    fn rows_from(&mut self, row: usize, unused: u16, once: u16, rings: Rings, ways: u64) -> u64 {
        if row == self.rows {
            return ways * with_first_row(&self.rest, self.rows, self.columns - 2, self.cubics, self.steps);
        }
        let options = self.left[row] & (unused | once);
        let must = options & (unused & !self.twice_later[row] | once & !self.later[row]);
        let (mut ones, mut sum) = (if must == 0 { options } else { must & must.wrapping_neg() }, 0);
        let rest = without_lowest(must);
        if without_lowest(rest) != 0 {
            return 0;
        }
        while ones != 0 {
            let one = lowest(ones);
            ones ^= 1 << one;
            let mut others = match (must, rest) {
                (0, _) => ones,
                (_, 0) => options & !must,
                _ => rest,
            };
            while others != 0 {
                let other = lowest(others);
                others ^= 1 << other;
                let two = 1 << one | 1 << other;
                self.rest[row] = self.left[row] ^ two;
                let (rings, ways) = rings.with(one, other, ways);
                sum += self.rows_from(row + 1, unused & !two, once ^ two, rings, ways);
            }
        }
        sum
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Column by column, row by row.
    fn one_by_one(left: &Left, rows: usize, columns: usize) -> u64 {
        fn column(left: &Left, rest: &mut Left, row: usize, used: u16, rows: usize, columns: usize) -> u64 {
            if row == rows {
                return one_by_one(rest, rows, columns - 1);
            }
            let mut ways = 0;
            for digit in (0..rows).filter(|digit| left[row] & !used & 1 << digit != 0) {
                rest[row] = left[row] ^ 1 << digit;
                ways += column(left, rest, row + 1, used | 1 << digit, rows, columns);
            }
            ways
        }
        if columns == 0 { 1 } else { column(left, &mut [0; MOST_DIGITS], 0, 0, rows, columns) }
    }

    /// Rows that need `columns` digits each, and digits that need as many rows, made by letting pairs of digits change rows.
    fn regular(rows: usize, columns: usize, changes: &[(usize, usize, usize, usize)]) -> Left {
        let mut left = [0; MOST_DIGITS];
        for (row, digits) in left[..rows].iter_mut().enumerate() {
            (0..columns).for_each(|column| *digits |= 1 << ((row + column) % rows));
        }
        for (one, other, a, b) in changes {
            let (one, other, a, b) = (one % rows, other % rows, 1 << (a % rows), 1 << (b % rows));
            if a != b && left[one] & (a | b) == a && left[other] & (a | b) == b {
                left[one] ^= a | b;
                left[other] ^= a | b;
            }
        }
        left
    }

    fn changes() -> impl Strategy<Value = Vec<(usize, usize, usize, usize)>> {
        prop::collection::vec((0usize..100, 0usize..100, 0usize..100, 0usize..100), 0..300)
    }

    fn ways(left: &Left, rows: usize, columns: usize) -> u64 {
        factorisations(left, rows, columns, &mut Cubics::new(), &mut 0)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(60))]

        #[test]
        fn factorisations_are_found_one_by_one(rows in 5usize..8, columns in 1usize..6, changes in changes()) {
            // More would take too long one by one.
            let rows = if columns == 5 { rows.min(6) } else { rows };
            let left = regular(rows, columns, &changes);
            prop_assert_eq!(ways(&left, rows, columns), one_by_one(&left, rows, columns), "{:?}", left);
        }

        #[test]
        fn three_columns_of_ten_rows(boards in prop::collection::vec(changes(), 1..20)) {
            let mut cubics = Cubics::new();
            for changes in boards {
                let left = regular(10, 3, &changes);
                let ways = factorisations(&left, 10, 3, &mut cubics, &mut 0);
                prop_assert_eq!(ways, one_by_one(&left, 10, 3), "{:?}", left);
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(3))]

        /// Takes out each matching through an edge, and counts what is left.
        #[test]
        fn five_columns_are_one_and_four(changes in changes()) {
            let left = regular(10, 5, &changes);
            let mut cubics = Cubics::new();
            let mut sum = 0;
            let mut matchings = vec![(0, 0, [0; MOST_DIGITS])];
            while let Some((row, used, rest)) = matchings.pop() {
                if row == 10 {
                    sum += 5 * factorisations(&rest, 10, 4, &mut cubics, &mut 0);
                    continue;
                }
                let digits = if row == 0 { left[0] & left[0].wrapping_neg() } else { left[row] & !used };
                for digit in (0..10).map(|digit| 1 << digit).filter(|digit| digits & digit != 0) {
                    let mut rest = rest;
                    rest[row] = left[row] ^ digit;
                    matchings.push((row + 1, used | digit, rest));
                }
            }
            prop_assert_eq!(factorisations(&left, 10, 5, &mut cubics, &mut 0), sum, "{:?}", left);
        }
    }
}
