//! Unavoidable sets within two bands, by digits.
//!
//! The third band stays as it is, so each digit takes six cells in the columns that are left to it, one in each row and box: a
//! *pattern*, of which each digit has a few hundred. One pattern for each of some digits that together fill the cells which these
//! digits have in the grid makes another grid; the cells that differ are an unavoidable set, counted while patterns are chosen.

use super::{Cells, bits};

/// Another way to place a digit in the two bands.
#[derive(Clone, Copy)]
struct Pattern {
    cells: u64,
    /// The cells that the digit enters.
    new: u64,
    /// The digits that the grid has in those cells, and this one.
    digits: u16,
    changes: u32,
}

/// Sets of at most `most` cells and five digits within the upper two bands of a grid (digits from 0); some contain smaller ones.
pub(super) fn in_two_bands(grid: &[u8; 81], most: u32) -> Vec<u64> {
    beside(grid, grid, 0, most)
}

/// The same for sets that have two or three cells of the third band, in one minirow: the clues of that band must often hit these.
/// They are the GUA2 and GUA3 of gpenet's programs for 17 givens.
pub(super) fn with_a_minirow(grid: &[u8; 81], most: u32) -> Vec<Cells> {
    let mut found = Vec::new();
    for first in (54..81).step_by(3) {
        for order in [[1, 0, 2], [2, 1, 0], [0, 2, 1], [1, 2, 0], [2, 0, 1]] {
            let (mut third, mut digits, mut cells) = (*grid, 0, Cells::default());
            for (place, from) in order.into_iter().enumerate().filter(|(place, from)| place != from) {
                third[first + place] = grid[first + from];
                digits |= 1 << grid[first + from];
                cells |= 1 << (first + place);
            }
            let others = beside(grid, &third, digits, most - cells.count_ones());
            found.extend(others.into_iter().map(|set| Cells::from(set) | cells));
        }
    }
    found
}

/// The cells where grids with the third band of `third` differ in the two others: at most `most`, and five digits with `among`.
fn beside(grid: &[u8; 81], third: &[u8; 81], among: u16, most: u32) -> Vec<u64> {
    let mut patterns: Vec<Vec<Pattern>> = vec![Vec::new(); 9];
    let mut own = [0u64; 9];
    (0..54).for_each(|cell| own[usize::from(grid[cell])] |= 1 << cell);
    for digit in 0..9u8 {
        let free = (54..81).filter(|cell| third[*cell] == digit).fold(0x1ff, |free, cell| free & !(1 << (cell % 9)));
        let start = Pattern { cells: 0, new: 0, digits: 1 << digit, changes: 0 };
        place(grid, digit, 0, free, 0, start, most - 2, &mut patterns[usize::from(digit)]);
    }
    let mut found = Vec::new();
    let mut some: [Choice; 5] = Default::default();
    for digits in (0u16..512).filter(|digits| (2..=5).contains(&digits.count_ones()) && among & !digits == 0) {
        let count = digits.count_ones() as usize;
        let mut all = 0;
        for (some, digit) in some.iter_mut().zip(bits(digits.into())) {
            some.fill(&patterns[digit], digits, most - 2 * (count as u32 - 1));
            all |= own[digit];
        }
        let some = &mut some[..count];
        if some.iter().all(|some| !some.patterns.is_empty()) {
            let mut least = 0;
            for some in some.iter_mut().rev() {
                least += some.least;
                some.least = least;
            }
            if least <= most {
                choose(some, all, 0, most, &mut found);
            }
        }
    }
    found
}

/// Patterns of a digit that are combined with those of others.
#[derive(Default)]
struct Choice {
    patterns: Vec<Pattern>,
    /// For each column, where the patterns with the digit there in the first row begin.
    starts: [usize; 10],
    /// The fewest changes of a pattern; later the sum of this for the digit and all digits after it.
    least: u32,
}

impl Choice {
    /// Takes the patterns that change at least one cell and at most `most`, and affect these digits only.
    fn fill(&mut self, patterns: &[Pattern], digits: u16, most: u32) {
        self.patterns.clear();
        self.starts = [0; 10];
        self.least = most;
        for pattern in patterns {
            if pattern.digits & !digits == 0 && pattern.changes > 0 && pattern.changes <= most {
                self.patterns.push(*pattern);
                self.starts[pattern.column() + 1] += 1;
                self.least = self.least.min(pattern.changes);
            }
        }
        (0..9).for_each(|column| self.starts[column + 1] += self.starts[column]);
    }
}

impl Pattern {
    /// The column of the digit in the first row.
    fn column(&self) -> usize {
        self.cells.trailing_zeros() as usize
    }
}

/// Adds all patterns of a digit that agree with the given one above a row.
#[expect(clippy::too_many_arguments, reason = "what changes from row to row")]
fn place(
    grid: &[u8; 81],
    digit: u8,
    row: usize,
    columns: u16,
    boxes: u16,
    so_far: Pattern,
    most: u32,
    patterns: &mut Vec<Pattern>,
) {
    if row == 6 {
        patterns.push(so_far);
        return;
    }
    let boxes = if row == 3 { 0 } else { boxes };
    for column in bits(columns.into()) {
        let (cell, in_box) = (9 * row + column, 1 << (column / 3));
        if boxes & in_box != 0 {
            continue;
        }
        let mut next = so_far;
        next.cells |= 1 << cell;
        if grid[cell] != digit {
            next.new |= 1 << cell;
            next.digits |= 1 << grid[cell];
            next.changes += 1;
            if next.changes > most || next.digits.count_ones() > 5 {
                continue;
            }
        }
        place(grid, digit, row + 1, columns & !(1 << column), boxes | in_box, next, most, patterns);
    }
}

/// Chooses a pattern for each digit so that together they fill all cells, with at most `most` changes.
fn choose(some: &[Choice], left: u64, new: u64, most: u32, found: &mut Vec<u64>) {
    let [first, rest @ ..] = some else {
        found.push(new);
        return;
    };
    let most = most - rest.first().map_or(0, |rest| rest.least);
    for column in bits(left & 0x1ff) {
        for pattern in &first.patterns[first.starts[column]..first.starts[column + 1]] {
            if pattern.cells & !left == 0 && pattern.changes <= most {
                let more = rest.first().map_or(0, |rest| rest.least);
                choose(rest, left & !pattern.cells, new | pattern.new, most - pattern.changes + more, found);
            }
        }
    }
}
