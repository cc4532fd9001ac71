//! A 9x9 position as sets of cells, which the finders of all but the simplest techniques search.

pub(super) use super::cells::{CellSet, count, digits, houses_of};
use super::state::State;
use super::step::{Candidate, Constraint};
#[cfg(test)]
use crate::board::Puzzle;
use crate::board::{Cell, ClassicNine, Digit, Entry, House};

/// The house with this number, as the board's type.
pub(super) fn house(number: usize) -> House {
    let i = (number % 9) as u16;
    [House::Row(i), House::Column(i), House::Box(i)][number / 9]
}

/// The digit (from 0) in the cell, as a candidate.
pub(super) fn candidate(cell: usize, digit: usize) -> Candidate {
    Candidate::new(Cell::new(cell), Digit::from_index(digit))
}

/// The constraint that the cell has one digit.
pub(super) fn in_cell(cell: usize) -> Constraint {
    Constraint::Cell(Cell::new(cell))
}

/// The constraint that the house has the digit in one place.
pub(super) fn in_house(house_number: usize, digit: usize) -> Constraint {
    Constraint::Place(house(house_number), Digit::from_index(digit))
}

/// The constraints by which a digit in the cell excludes it from these cells.
pub(super) fn links(cell: usize, cells: CellSet, digit: usize) -> impl Iterator<Item = Constraint> {
    let shared = houses_of(cell).into_iter().filter(move |house| !CellSet::house(*house).is_disjoint(cells));
    shared.map(move |house| in_house(house, digit))
}

/// A 9x9 position. Digits are numbered from 0; a set of them is a mask of nine bits.
#[derive(Clone, Debug)]
pub(super) struct Nine {
    /// For each cell, its candidates; none if it has a digit.
    pub(super) candidates: [u16; 81],
    /// For each digit, the cells without a digit of which it is a candidate.
    pub(super) cells: [CellSet; 9],
    /// For each house and digit, where in the house it is a candidate, as places 0 to 8 of the house.
    pub(super) places: [[u16; 9]; 27],
    /// The cells without a digit.
    pub(super) open: CellSet,
    /// The cells with exactly two candidates.
    pub(super) bivalue: CellSet,
    /// The cells that are givens.
    pub(super) givens: CellSet,
    /// For each cell, its digit, given or placed.
    pub(super) values: [Option<u8>; 81],
}

impl Nine {
    /// The position of a state on the path to a puzzle's solution.
    pub(super) fn of(_: ClassicNine<'_>, state: &State<u16>) -> Nine {
        let mut nine = Nine {
            candidates: [0; 81],
            cells: [CellSet::EMPTY; 9],
            places: [[0; 9]; 27],
            open: CellSet::EMPTY,
            bivalue: CellSet::EMPTY,
            givens: CellSet::EMPTY,
            values: [None; 81],
        };
        for cell in 0..81 {
            nine.candidates[cell] = state.digits(cell);
            nine.values[cell] = state.entry(cell).and_then(Entry::digit).map(|digit| digit.index() as u8);
            if state.is_open(cell) {
                nine.open.insert(cell);
            }
            if count(state.digits(cell)) == 2 {
                nine.bivalue.insert(cell);
            }
            if matches!(state.entry(cell), Some(Entry::Given(_))) {
                nine.givens.insert(cell);
            }
        }
        for house in 0..27 {
            nine.places[house] = std::array::from_fn(|digit| state.places(house, digit));
        }
        for digit in 0..9 {
            nine.cells[digit] = CellSet::of_rows(std::array::from_fn(|row| nine.places[row][digit]));
        }
        nine
    }

    /// The position of a 9x9 puzzle.
    #[cfg(test)]
    pub(super) fn of_puzzle(puzzle: &Puzzle) -> Nine {
        Nine::of(puzzle.classic_nine().unwrap(), &State::new(puzzle))
    }

    /// The cells of the house where the digit is a candidate.
    #[inline]
    pub(super) fn places(&self, house: usize, digit: usize) -> CellSet {
        self.cells[digit] & CellSet::house(house)
    }

    /// The sizes, as bits, of the sets of cells of a house that have no more digits than cells, if the digits are also
    /// candidates of other cells: a filter for subsets. The other cells of the house are then a hidden subset.
    pub(super) fn tight_sizes(&self, house: usize) -> u16 {
        let open = CellSet::house(house) & self.open;
        let (mut cells, mut open_cells) = ([0; 9], 0);
        for cell in open.iter() {
            cells[open_cells] = cell;
            open_cells += 1;
        }
        // For each set of open cells, by their places among these, the digits.
        let mut unions = [0u16; 512];
        for set in 1..1 << open_cells {
            unions[set] = unions[set & (set - 1)] | self.candidates[cells[set.trailing_zeros() as usize]];
        }
        let all = (1 << open_cells) - 1;
        if count(unions[all]) != open_cells {
            // A contradiction.
            return u16::MAX;
        }
        let mut sizes = 0;
        for set in 1..all {
            let (digits, size) = (unions[set], count(set as u16));
            if count(digits) <= size && sizes >> size & 1 == 0 {
                let mut others = unions[all & !set];
                if house >= 18 {
                    // The cells may lie in one line, and rule out further candidates there.
                    let chosen: CellSet = (0..open_cells).filter(|i| set >> i & 1 == 1).map(|i| cells[i]).collect();
                    let line = chosen.common_houses().find(|house| *house < 18);
                    let in_line = line.map_or(CellSet::EMPTY, |line| (CellSet::house(line) & self.open) - chosen);
                    others = in_line.iter().fold(others, |others, cell| others | self.candidates[cell]);
                }
                if digits & others != 0 || count(digits) < size {
                    sizes |= 1 << size;
                }
            }
        }
        sizes
    }

    /// Whether the digit can be placed in all rows, columns and boxes together without using some cells.
    pub(super) fn has_placement_without(&self, digit: usize, cells: CellSet) -> bool {
        !self.placements(digit, cells).is_empty() || self.cells[digit].is_empty()
    }

    /// The cells used by any way to place the digit everywhere without using some cells.
    ///
    /// ```text
    ///   each band by itself: one place in each of its rows,     the columns used
    ///     . 4 4 | . . . | . . 4      r1c2 r2c4 r3c9             . 1 . 1 . . . . 1
    ///     . . . | 4 . . | . . .      r1c3 r2c4 r3c9             . . 1 1 . . . . 1
    ///     . . . | . . . | . . 4
    ///   three bands go together if their columns are all columns, each once
    /// ```
    pub(super) fn placements(&self, digit: usize, without: CellSet) -> CellSet {
        let columns = (0..9).fold(0, |columns, row| columns | self.places[row][digit]);
        let barred = without.rows();
        let rows: [u16; 9] = std::array::from_fn(|row| self.places[row][digit] & !barred[row]);
        // For each band, the columns used and the cells of the ways that use them, row by row; at most 27 sets of columns.
        let mut ways = [[(0u16, [0u16; 3]); 27]; 3];
        let mut counts = [0; 3];
        for band in 0..3 {
            let rows = &rows[3 * band..][..3];
            let (list, count) = (&mut ways[band], &mut counts[band]);
            for_each_place(rows[0], 0, |first| {
                for_each_place(rows[1], first, |second| {
                    for_each_place(rows[2], first | second, |third| {
                        let used = first | second | third;
                        let at = list[..*count].iter().position(|way| way.0 == used).unwrap_or_else(|| {
                            list[*count] = (used, [0; 3]);
                            *count += 1;
                            *count - 1
                        });
                        let cells = &mut list[at].1;
                        cells.iter_mut().zip([first, second, third]).for_each(|(row, place)| *row |= place);
                    });
                });
            });
        }
        let mut live = [0u16; 9];
        for (first_used, first) in &ways[0][..counts[0]] {
            for (second_used, second) in &ways[1][..counts[1]] {
                if first_used & second_used == 0 {
                    let rest = columns & !(first_used | second_used);
                    for (_, third) in ways[2][..counts[2]].iter().filter(|way| way.0 == rest) {
                        let cells = first.iter().chain(second).chain(third);
                        live.iter_mut().zip(cells).for_each(|(row, places)| *row |= places);
                    }
                }
            }
        }
        CellSet::of_rows(live)
    }

    /// Whether the digit is a candidate of the cell.
    #[inline]
    pub(super) fn has(&self, cell: usize, digit: usize) -> bool {
        self.candidates[cell] >> digit & 1 == 1
    }

    /// For each digit, the cells without a digit that see no cell which has it. The digit is a candidate there, or was
    /// until a step removed it.
    pub(super) fn allowed(&self) -> [CellSet; 9] {
        let mut allowed = [self.open; 9];
        for (cell, value) in self.values.iter().enumerate() {
            if let Some(value) = value {
                allowed[usize::from(*value)] -= CellSet::peers(cell);
            }
        }
        allowed
    }

    /// The number of candidates of a cell.
    #[inline]
    pub(super) fn count(&self, cell: usize) -> usize {
        count(self.candidates[cell])
    }
}

/// Visits the places of a row in stacks that contain none of the places taken so far; if the row has none, visits 0 once.
fn for_each_place(row: u16, taken: u16, mut visit: impl FnMut(u16)) {
    if row == 0 {
        visit(0);
    }
    let stacks = [0b111, 0b111_000, 0b111_000_000].into_iter().filter(|stack| taken & stack == 0);
    let mut rest = row & stacks.fold(0, |free, stack| free | stack);
    while rest != 0 {
        visit(rest & rest.wrapping_neg());
        rest &= rest - 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Puzzle, Shape};

    /// Places a digit in every way in the rows from `row` on, and notes the cells.
    fn place_everywhere(nine: &Nine, digit: usize, row: usize, placed: CellSet, live: &mut CellSet) {
        if row == 9 {
            *live |= placed;
        } else if nine.places[row][digit] == 0 {
            place_everywhere(nine, digit, row + 1, placed, live);
        }
        for cell in (nine.cells[digit] & CellSet::house(row.min(8))).iter().filter(|_| row < 9) {
            if placed.is_disjoint(CellSet::peers(cell)) {
                place_everywhere(nine, digit, row + 1, placed | CellSet::only(cell), live);
            }
        }
    }

    #[test]
    fn placements_are_those_of_a_search() {
        let line = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";
        let mut puzzle: Puzzle = line.parse().unwrap();
        let mut outside = 0;
        for removed in 0..60usize {
            let nine = Nine::of_puzzle(&puzzle);
            for digit in 0..9 {
                let mut live = CellSet::EMPTY;
                place_everywhere(&nine, digit, 0, CellSet::EMPTY, &mut live);
                assert_eq!(nine.placements(digit, CellSet::EMPTY), live);
                outside += (nine.cells[digit] - live).len();
            }
            let (cell, digit) = (removed * 37 % 81, removed * 5 % 9);
            if puzzle.digit(Cell::new(cell)).is_none() {
                puzzle.remove_candidate(Cell::new(cell), Digit::from_index(digit));
            }
        }
        assert!(outside > 0);
    }

    /// The sets agree with the puzzle's candidates.
    #[test]
    fn a_position_agrees_with_its_puzzle() {
        let line = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";
        let mut puzzle: Puzzle = line.parse().unwrap();
        puzzle.place(Cell::new(1), Digit::from_index(0));
        puzzle.remove_candidate(Cell::new(80), Digit::from_index(1));
        let nine = Nine::of_puzzle(&puzzle);
        let candidates = puzzle.candidates();
        for cell in Shape::NINE.cells() {
            assert_eq!(nine.open.contains(cell.index()), puzzle.digit(cell).is_none());
            assert_eq!(nine.givens.contains(cell.index()), matches!(puzzle.entry(cell), Entry::Given(_)));
            assert_eq!(nine.bivalue.contains(cell.index()), nine.count(cell.index()) == 2);
            for digit in Shape::NINE.digits() {
                let is_candidate = puzzle.digit(cell).is_none() && candidates.contains(cell, digit);
                assert_eq!(nine.has(cell.index(), digit.index()), is_candidate);
                assert_eq!(nine.cells[digit.index()].contains(cell.index()), is_candidate);
                for house in houses_of(cell.index()) {
                    assert_eq!(nine.places(house, digit.index()).contains(cell.index()), is_candidate);
                }
            }
        }
    }
}
