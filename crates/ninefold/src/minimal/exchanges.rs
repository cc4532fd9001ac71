//! The unavoidable sets of a 9x9 grid, all side by side.

/// Finds the digits of a 9x9 puzzle that are its only ones in some unavoidable set, of the kinds that
/// [`minimal`](super) lists.
///
/// All kinds are alike. Two *lines* exchange their cells: the lines are two digits, two rows or two columns. A line has
/// nine *parts*: the cells of a digit are distinguished by their rows, those of a row by their columns. The digit that enters
/// a part of the other line is already in some part of it, which it must leave, so these two parts are exchanged together:
///
/// ```text
///   row 1:  3 1 . | 2 . . | . . .     the 3 comes into row 2, which has its own 3 in the fourth column; from there the 2
///   row 2:  1 2 . | 3 . . | . . .     comes down, with its own in the second column; the 1, with its own in the first
/// ```
///
/// Going from part to part in this way is a permutation; for two digits there are two, by columns and by boxes.
/// The parts that permutations connect are an unavoidable set.
///
/// # How they are found
///
/// For each part of each of the 54 pairs of lines, a word holds the parts that are exchanged with it. At first
/// these are the parts to which a permutation leads directly. Then, for each part in turn, whatever leads to it also leads to
/// where it leads (Warshall, "A theorem on boolean matrices", 1962): without a branch, and for eight pairs at a time in the
/// lanes of a short vector. This takes a third of the time of collecting one set after another.
#[derive(Clone, Debug)]
pub(super) struct Exchanges {
    digits: [Links<2>; 9],
    /// For nine rows and nine columns.
    others: [Links<1>; 18],
    /// For each line, digits first: the parts where the puzzle has a digit, and those that are the only ones of a set.
    filled: [u16; LINES],
    needed: [u16; LINES],
    /// For each part of each pair, what is exchanged with it.
    sets: [Group; GROUPS],
}

/// The links, of one kind or two, from the parts of a line to those of others.
#[derive(Clone, Copy, Debug)]
struct Links<const WAYS: usize> {
    /// For each part, its label in other lines: a column, a box or a digit.
    labels: [[u8; 9]; WAYS],
    /// For each label, the part that has it, as a bit.
    parts: [[u16; 9]; WAYS],
}

/// For each part, the parts exchanged with it in each pair.
type Group = [[u16; LANES]; 9];

/// The number of lanes of a short vector.
const LANES: usize = 8;

/// The number of digits, rows and columns.
const LINES: usize = 27;

/// The pairs of lines: of digits, of rows of a band and of columns of a stack.
const PAIRS: [(usize, usize); OF_DIGITS + 18] = {
    let mut pairs = [(0, 0); OF_DIGITS + 18];
    let (mut one, mut count) = (0, 0);
    while one < LINES {
        let mut other = one + 1;
        while other < if one < 9 { 9 } else { one / 3 * 3 + 3 } {
            pairs[count] = (one, other);
            count += 1;
            other += 1;
        }
        one += 1;
    }
    assert!(count == pairs.len());
    pairs
};

/// The number of pairs of digits.
const OF_DIGITS: usize = 36;

/// The number of vectors for all pairs.
const GROUPS: usize = PAIRS.len().div_ceil(LANES);

impl Exchanges {
    pub(super) fn new() -> Exchanges {
        Exchanges {
            digits: [Links::NONE; 9],
            others: [Links::NONE; 18],
            filled: [0; LINES],
            needed: [0; LINES],
            sets: [[[0; LANES]; 9]; GROUPS],
        }
    }

    /// Examines a grid and a puzzle that it solves: digits from 1, 0 for blanks.
    pub(super) fn look_at(&mut self, grid: &[u8; 81], puzzle: &[u8; 81]) {
        self.put(grid, puzzle);
        for (pair, (one, other)) in PAIRS.into_iter().enumerate() {
            let (group, lane) = (&mut self.sets[pair / LANES], pair % LANES);
            if pair < OF_DIGITS {
                self.digits[one].lead_to(&self.digits[other], group, lane);
            } else {
                self.others[one - 9].lead_to(&self.others[other - 9], group, lane);
            }
        }
        self.sets.iter_mut().for_each(close);
        self.mark();
    }

    /// Whether the puzzle has the grid's digit in this cell, and it is the only one of some set.
    pub(super) fn is_needed(&self, cell: usize, digit: u8) -> bool {
        let (row, column) = (cell / 9, cell % 9);
        let needed = self.needed[usize::from(digit) - 1] >> row | self.needed[9 + row] >> column;
        (needed | self.needed[18 + column] >> row) & 1 != 0
    }

    fn put(&mut self, grid: &[u8; 81], puzzle: &[u8; 81]) {
        self.filled = [0; LINES];
        for row in 0..9 {
            for column in 0..9 {
                let cell = 9 * row + column;
                let digit = usize::from(grid[cell]) - 1;
                self.digits[digit].put(row, [column, row / 3 * 3 + column / 3]);
                self.others[row].put(column, [digit]);
                self.others[9 + column].put(row, [digit]);
                let is_filled = u16::from(puzzle[cell] != 0);
                self.filled[digit] |= is_filled << row;
                self.filled[9 + row] |= is_filled << column;
                self.filled[18 + column] |= is_filled << row;
            }
        }
    }

    /// Marks the digits that are the only ones of a set.
    fn mark(&mut self) {
        self.needed = [0; LINES];
        for (pairs, group) in PAIRS.chunks(LANES).zip(&self.sets) {
            let (mut filled, mut needed) = ([[0; LANES]; 2], [[0; LANES]; 2]);
            for (lane, (one, other)) in pairs.iter().enumerate() {
                (filled[0][lane], filled[1][lane]) = (self.filled[*one], self.filled[*other]);
            }
            for set in group {
                for lane in 0..LANES {
                    let (a, b) = (filled[0][lane] & set[lane], filled[1][lane] & set[lane]);
                    let any = a | b;
                    let is_one = (a & b) | (any & any.wrapping_sub(1)) == 0;
                    let mask = if is_one { u16::MAX } else { 0 };
                    needed[0][lane] |= a & mask;
                    needed[1][lane] |= b & mask;
                }
            }
            for (lane, (one, other)) in pairs.iter().enumerate() {
                self.needed[*one] |= needed[0][lane];
                self.needed[*other] |= needed[1][lane];
            }
        }
    }
}

impl<const WAYS: usize> Links<WAYS> {
    const NONE: Links<WAYS> = Links { labels: [[0; 9]; WAYS], parts: [[0; 9]; WAYS] };

    #[inline(always)]
    fn put(&mut self, part: usize, labels: [usize; WAYS]) {
        for (way, label) in labels.into_iter().enumerate() {
            self.labels[way][part] = label as u8;
            self.parts[way][label] = 1 << part;
        }
    }

    /// Notes where the permutations lead directly.
    #[inline(always)]
    fn lead_to(&self, other: &Links<WAYS>, group: &mut Group, lane: usize) {
        for (part, set) in group.iter_mut().enumerate() {
            set[lane] = 1 << part;
            for (labels, parts) in self.labels.iter().zip(&other.parts) {
                set[lane] |= parts[usize::from(labels[part])];
            }
        }
    }
}

/// Completes this: where they lead in any number of steps.
fn close(group: &mut Group) {
    for via in 0..9 {
        let more = group[via];
        for set in group.iter_mut() {
            for (set, more) in set.iter_mut().zip(more) {
                let leads_there = 0u16.wrapping_sub(*set >> via & 1);
                *set |= more & leads_there;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::parts;
    use super::*;
    use crate::board::{Cell, Puzzle, Shape};
    use crate::generate::fill;
    use crate::random::Random;

    /// Against sets that are collected one after another: in random parts of random grids, from the empty one to all cells.
    #[test]
    fn sets_are_those_of_boards_of_any_shape() {
        let mut exchanges = Exchanges::new();
        let mut random = Random::new(4, 0);
        let (mut needed, mut others) = (0, 0);
        for index in 0..400 {
            let grid = fill(Shape::NINE, 7, index);
            let mut cells: Vec<Cell> = Shape::NINE.cells().collect();
            random.shuffle(&mut cells);
            cells.truncate(index as usize % 82);
            let mut puzzle = Puzzle::empty(Shape::NINE);
            cells.iter().for_each(|cell| puzzle.give(*cell, grid.digit(*cell)));
            let digits: [u8; 81] = std::array::from_fn(|cell| grid.digits()[cell].number() as u8);
            let filled = std::array::from_fn(|cell| if cells.contains(&Cell::new(cell)) { digits[cell] } else { 0 });
            exchanges.look_at(&digits, &filled);
            let found: Vec<bool> = (0..81).map(|cell| exchanges.is_needed(cell, digits[cell])).collect();
            assert_eq!(found, parts::needed(&puzzle, &grid), "{puzzle}");
            needed += found.iter().filter(|needed| **needed).count();
            others += cells.len();
        }
        assert!(needed > 1500 && others > 2 * needed, "{needed} of {others} needed");
    }
}
