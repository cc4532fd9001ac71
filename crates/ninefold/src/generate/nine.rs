//! Random complete 9x9 grids: all 6,670,903,752,021,072,936,960 of them are exactly equally likely.
//!
//! A grid is put together box by box. Every choice has the same number of outcomes whatever was chosen before, and each
//! grid comes from one sequence of choices only; sequences that lead to no grid are discarded *as a whole*. So all
//! grids are equally likely, without a table of how many there are of each kind.
//!
//! ```text
//!     B1 B2 B3      B1  is 123456789; at the end digits are relabelled, 9! ways
//!     B4 B5 B6      B2  56 ways to choose which digits go into which row (a row of B2 has none of the same row of
//!     B7 B8 B9          B1, and B3 gets what is left), 6^3 orders;  B3: 6^3 orders
//!                   B4  56 ways to choose which digits go into which column of B4, the rest of them in B7; 6^3
//!                       orders of B4's columns, 6^3 of B7's
//!                   B5  56 ways to choose digits for its columns, the rest for B8. Then a column's three digits
//!                       must avoid the rows that they have in B4: that goes in two ways or, if all three
//!                       have the same row there, in none. A coin for each column; likewise B8 beside B7
//!                   B6  now every digit's row is known. The three digits of a row avoid their columns in B3: in two
//!                       ways or none; a coin for each row
//!                   B9  every digit's row and column are known, and either it is a box or not
//! ```
//!
//! There are 9! 56^3 6^12 2^9 sequences of choices, of which one in 10.6 is a grid; the split into 56 ways is Felgenhauer and
//! Jarvis's ("Mathematics of Sudoku I", 2006), who counted the grids with it. One random number makes a whole sequence.

use super::random::{Limits, Random};

/// The number of ways to choose which of a box's digits go into which line of the next box.
const SPLITS: u64 = 56;

/// Ways to spread the digits of a box in three lines, `line * 3 + place`, over the lines of the next box, and the rest over
/// those of the last box: no line gets a digit of the same line.
static SPLIT: [[[u8; 9]; 2]; SPLITS as usize] = splits();

const fn splits() -> [[[u8; 9]; 2]; SPLITS as usize] {
    let mut table = [[[0; 9]; 2]; SPLITS as usize];
    let mut count = 0;
    // For each line of the first box, the digits that go to the line below it (cyclically) in the next box; the others go to
    // the line above. There the first are `taken.count_ones()`, and as many others must fill up.
    let mut all = 0;
    while all < 512 {
        let taken = [all & 7, all >> 3 & 7, all >> 6 & 7];
        let mut counts = [0; 3];
        let mut line = 0;
        while line < 3 {
            counts[line] = (taken[line] as u32).count_ones();
            line += 1;
        }
        if counts[0] == counts[1] && counts[1] == counts[2] {
            let mut sides = [[0; 3]; 2];
            let mut from = 0;
            while from < 3 {
                let mut place = 0;
                while place < 3 {
                    // A digit that goes to the line below here goes to the line above in the last box.
                    let below = taken[from] >> place & 1 == 1;
                    let mut side = 0;
                    while side < 2 {
                        let to = if below == (side == 0) { (from + 1) % 3 } else { (from + 2) % 3 };
                        table[count][side][3 * to + sides[side][to]] = (3 * from + place) as u8;
                        sides[side][to] += 1;
                        side += 1;
                    }
                    place += 1;
                }
                from += 1;
            }
            count += 1;
        }
        all += 1;
    }
    assert!(count == SPLITS as usize);
    table
}

/// The orders of three things.
static ORDERS: [[u8; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

/// The two ways in which three digits can change their three lines `a + 3 b + 9 c` for others, each line used once; none if
/// all three have the same line.
static OTHERS: [[[u8; 3]; 2]; 27] = {
    let mut table = [[[NONE; 3]; 2]; 27];
    let mut pattern = 0;
    while pattern < 27 {
        let (mut order, mut count) = (0, 0);
        while order < 6 {
            let [a, b, c] = ORDERS[order];
            if a as usize != pattern % 3 && b as usize != pattern / 3 % 3 && c as usize != pattern / 9 {
                table[pattern][count] = [a, b, c];
                count += 1;
            }
            order += 1;
        }
        assert!(count == 2 || count == 0);
        pattern += 1;
    }
    table
};
const NONE: u8 = 3;

/// Something about three digits, for a split, one of its lines and an order of the line's three digits. Three of these,
/// combined, describe a box.
type ByOrder<T> = [[[T; 6]; 3]; SPLITS as usize];

/// For the boxes below the first ([0]: the fourth, [1]: the seventh), the rows of the digits; for the third box ([2]), their
/// columns.
static LINES: [ByOrder<u32>; 3] = [lines_by_order(0, true), lines_by_order(1, true), lines_by_order(1, false)];

/// The second box by columns: four bits for each of nine places, `column * 3 + row`.
static SECOND: ByOrder<u64> = {
    let mut table = [[[0; 6]; 3]; SPLITS as usize];
    let mut split = 0;
    while split < SPLITS as usize {
        let mut i = 0;
        while i < 54 {
            let (row, order, place) = (i / 18, i / 3 % 6, i % 3);
            let column = ORDERS[order][place] as usize;
            table[split][row][order] |= (SPLIT[split][0][3 * row + place] as u64) << (4 * (3 * column + row));
            i += 1;
        }
        split += 1;
    }
    table
};

const fn lines_by_order(side: usize, is_turned: bool) -> ByOrder<u32> {
    let mut table = [[[0; 6]; 3]; SPLITS as usize];
    let mut split = 0;
    while split < SPLITS as usize {
        let mut i = 0;
        while i < 54 {
            let (line, order, place) = (i / 18, i / 3 % 6, i % 3);
            let digit = SPLIT[split][side][3 * line + place];
            // The first box by columns is 147258369.
            let digit = if is_turned { digit % 3 * 3 + digit / 3 } else { digit };
            table[split][line][order] |= (ORDERS[order][place] as u32) << (2 * digit);
            i += 1;
        }
        split += 1;
    }
    table
}

/// A line, from 0 to 2, for each of nine digits: two bits each, digit 0 lowest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Lines(u32);

impl Lines {
    /// The lower bit of every digit.
    const LOW: u32 = 0o252_525;

    /// Combines three parts.
    #[inline(always)]
    fn put_together(parts: &[[u32; 6]; 3], orders: &[u64]) -> Lines {
        Lines(parts[0][orders[0] as usize] | parts[1][orders[1] as usize] | parts[2][orders[2] as usize])
    }

    fn of(self, digit: u32) -> u32 {
        self.0 >> (2 * digit) & 3
    }

    /// For each digit, the line that it has in neither.
    fn third(self, other: Lines) -> Lines {
        Lines(0o777_777 ^ self.0 ^ other.0)
    }

    /// The digits of each line; each digit is represented by its lower bit.
    fn by_line(self) -> [u32; 3] {
        let (one, two) = (self.0 & Lines::LOW, self.0 >> 1 & Lines::LOW);
        [Lines::LOW & !(one | two), one, two]
    }

    /// Other lines for three digits, given the positions of their bits; `None` if there are none.
    #[inline(always)]
    fn others(self, bits: [u32; 3], coin: u64) -> Option<u32> {
        let [a, b, c] = bits.map(|bit| self.0 >> bit & 3);
        let new = &OTHERS[(a + 3 * b + 9 * c) as usize][(coin & 1) as usize];
        let set = |line: u8, bit: u32| u32::from(line) << bit;
        (new[0] != NONE).then(|| set(new[0], bits[0]) | set(new[1], bits[1]) | set(new[2], bits[2]))
    }
}

/// A grid before its digits are relabelled, without the two boxes that add no information.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Choices {
    /// The second box by columns, as in [`SECOND`].
    second: u64,
    /// How the second and third box share the digits of each row, likewise the fourth and seventh, the fifth and eighth.
    splits: [u64; 3],
    columns3: Lines,
    columns6: Lines,
    rows4: Lines,
    rows5: Lines,
    rows7: Lines,
    rows8: Lines,
}

/// The number of outcomes of each choice: the coins, the splits, the orders.
const OUTCOMES: Limits<16> = Limits::new([512, SPLITS, SPLITS, SPLITS, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6]);

/// The number of outcomes of each choice in ordering nine labels.
const LABELS: Limits<8> = Limits::new([9, 8, 7, 6, 5, 4, 3, 2]);

/// The grid that results from choices, if they lead to one.
#[inline(always)]
fn grid_of(chosen: &[u64; 16]) -> Option<Choices> {
    let [coins, x, y, z, orders @ ..] = chosen;
    let [x, y, z] = [x, y, z].map(|split| *split as usize);
    let second = &SECOND[x];
    let second = second[0][orders[0] as usize] | second[1][orders[1] as usize] | second[2][orders[2] as usize];
    // The rows of a box that takes the digits at these places of the second box's columns and avoids the rows of another box.
    let beside = |places: &[u8; 9], rows: Lines, coins: u64| {
        let bits = |column: usize| [0, 1, 2].map(|i| (second >> (4 * places[3 * column + i]) & 15) as u32 * 2);
        let [a, b, c] = [0, 1, 2].map(|column| rows.others(bits(column), coins >> column));
        Some(Lines(a? | b? | c?))
    };
    let rows4 = Lines::put_together(&LINES[0][y], &orders[6..]);
    let rows5 = beside(&SPLIT[z][0], rows4, *coins)?;
    let columns3 = Lines::put_together(&LINES[2][x], &orders[3..]);
    let mut columns6 = Lines(0);
    for (row, digits) in rows4.third(rows5).by_line().into_iter().enumerate() {
        let others = digits & digits.wrapping_sub(1);
        let last = others & others.wrapping_sub(1);
        columns6.0 |= columns3.others([digits, others, last].map(u32::trailing_zeros), coins >> (3 + row))?;
    }
    let rows7 = Lines::put_together(&LINES[1][y], &orders[9..]);
    let rows8 = beside(&SPLIT[z][1], rows7, coins >> 6)?;
    let columns9 = columns3.third(columns6).by_line();
    let is_box = |row: u32| columns9.iter().all(|column| row & column != 0);
    let splits = [x as u64, y as u64, z as u64];
    rows7.third(rows8).by_line().into_iter().all(is_box).then_some(Choices {
        second,
        splits,
        columns3,
        columns6,
        rows4,
        rows5,
        rows7,
        rows8,
    })
}

impl Choices {
    /// The digits' rows and columns in one of the boxes from the third on.
    fn lines(&self, number: usize) -> (Lines, Lines) {
        // Digits grouped by line, three each.
        let lines = |digits: [u8; 9]| {
            Lines(digits.iter().zip(0..9).fold(0, |all, (digit, place)| all | (place / 3) << (2 * u32::from(*digit))))
        };
        let split = |number: usize, side: usize| &SPLIT[self.splits[number] as usize][side];
        let first = |place: u8| place % 3 * 3 + place / 3;
        let second = |place: u8| (self.second >> (4 * place) & 15) as u8;
        match number {
            2 => (lines(*split(0, 1)), self.columns3),
            3 => (self.rows4, lines(split(1, 0).map(first))),
            4 => (self.rows5, lines(split(2, 0).map(second))),
            5 => (self.rows4.third(self.rows5), self.columns6),
            6 => (self.rows7, lines(split(1, 1).map(first))),
            7 => (self.rows8, lines(split(2, 1).map(second))),
            _ => (self.rows7.third(self.rows8), self.columns3.third(self.columns6)),
        }
    }

    /// The complete grid with these digits in its first box.
    fn digits(&self, labels: &[u8; 9]) -> [u8; 81] {
        let mut digits = [0; 81];
        for place in 0..9 {
            digits[place / 3 * 9 + place % 3] = labels[place];
            digits[place % 3 * 9 + place / 3 + 3] = labels[(self.second >> (4 * place) & 15) as usize];
        }
        for number in 2..9 {
            let (rows, columns) = self.lines(number);
            for (digit, label) in (0..).zip(labels) {
                let cell = 9 * rows.of(digit) + columns.of(digit);
                digits[number / 3 * 27 + number % 3 * 3 + cell as usize] = *label;
            }
        }
        digits
    }
}

/// A random grid, with digits from 1 to 9.
pub(super) fn grid(random: &mut Random) -> [u8; 81] {
    let choices = loop {
        if let Some(choices) = grid_of(&random.below_each(&OUTCOMES)) {
            break choices;
        }
    };
    let mut labels = [1, 2, 3, 4, 5, 6, 7, 8, 9];
    for (last, other) in (1..9).rev().zip(random.below_each(&LABELS)) {
        labels.swap(last, other as usize);
    }
    choices.digits(&labels)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Digit, Grid, Shape};
    use crate::generate::Fill;

    fn is_grid(digits: &[u8; 81]) -> bool {
        let digits = digits.iter().map(|digit| Digit::from_index(usize::from(*digit) - 1)).collect();
        Grid::new(Shape::NINE, digits).is_ok()
    }

    const IN_ORDER: [u8; 9] = [1, 2, 3, 4, 5, 6, 7, 8, 9];

    /// Every sequence that is not discarded is a grid, and as many are kept as there are grids.
    #[test]
    fn one_sequence_of_choices_for_each_grid() {
        let mut random = Random::new(1, 1);
        let tries = 400_000;
        let mut grids = 0;
        for _ in 0..tries {
            if let Some(choices) = grid_of(&random.below_each(&OUTCOMES)) {
                assert!(is_grid(&choices.digits(&IN_ORDER)));
                grids += 1;
            }
        }
        let all = 6_670_903_752_021_072_936_960.0 / 362_880.0;
        let likelihood: f64 = all / (56_f64.powi(3) * 6_f64.powi(12) * 512.0);
        let expected = likelihood * f64::from(tries);
        let deviation = (expected * (1.0 - likelihood)).sqrt();
        assert!((f64::from(grids) - expected).abs() < 4.0 * deviation, "{grids} instead of {expected}");
    }

    /// For a grid that was made in another way, exactly one of all sequences leads to it. (Choices that cannot lead to it are
    /// ruled out before the choices for other boxes are tried.)
    #[test]
    fn every_grid_is_reached_once() {
        let orders = || (0..216).map(|i| [i % 6, i / 6 % 6, i / 36]);
        for index in 0..6 {
            let grid = Fill::new(Shape::NINE).rounds(20).seed(3).grid(index);
            // Relabelled, so that the first box is 123456789.
            let mut labels = [0; 9];
            (0..9).for_each(|place| labels[grid.digits()[place / 3 * 9 + place % 3].index()] = place as u8 + 1);
            let grid: [u8; 81] = std::array::from_fn(|cell| labels[grid.digits()[cell].index()]);
            let digit = |cell: usize| u64::from(grid[cell]) - 1;
            let lines = |first: usize, by_row: bool| {
                let line = |i: usize| if by_row { i / 3 } else { i % 3 } as u32;
                Lines((0..9).map(|i| line(i) << (2 * digit(first + i / 3 * 9 + i % 3))).sum())
            };
            let second: u64 = (0..9).map(|i| digit(i % 3 * 9 + i / 3 + 3) << (4 * i)).sum();
            let in_second =
                |x: usize, orders: &[u64; 3]| (0..3).fold(0, |all, row| all | SECOND[x][row][orders[row] as usize]);
            let fitting = |table: &'static ByOrder<u32>, split: usize, wanted: Lines| {
                orders().filter(move |orders| Lines::put_together(&table[split], orders) == wanted)
            };
            let (mut count, mut chosen) = (0, [0; 16]);
            for x in 0..SPLITS as usize {
                for two in orders().filter(|two| in_second(x, two) == second) {
                    for three in fitting(&LINES[2], x, lines(6, false)) {
                        chosen[4..7].copy_from_slice(&two);
                        chosen[7..10].copy_from_slice(&three);
                        for y in 0..SPLITS as usize {
                            for four in fitting(&LINES[0], y, lines(27, true)) {
                                for seven in fitting(&LINES[1], y, lines(54, true)) {
                                    chosen[10..13].copy_from_slice(&four);
                                    chosen[13..16].copy_from_slice(&seven);
                                    for last in 0..512 * SPLITS {
                                        let (coins, z) = (last % 512, last / 512);
                                        chosen[..4].copy_from_slice(&[coins, x as u64, y as u64, z]);
                                        let made = grid_of(&chosen).map(|choices| choices.digits(&IN_ORDER));
                                        count += u32::from(made == Some(grid));
                                    }
                                }
                            }
                        }
                    }
                }
            }
            assert_eq!(count, 1, "{grid:?}");
        }
    }
}
