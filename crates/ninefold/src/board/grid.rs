//! A grid: complete and correct.

use super::{Cell, Digit, Invalid, Puzzle, Reason, Shape, Symbols};
use std::fmt;

/// A complete, correct board. A `Grid` cannot hold anything else, so it needs no second check.
///
/// Printed, it is one line of symbols (numbers separated by spaces from 36x36 on).
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Grid {
    shape: Shape,
    digits: Vec<Digit>,
}

impl Grid {
    /// The grid with these digits, cell by cell.
    ///
    /// # Errors
    /// If there are too few or too many digits, one is larger than the side, or one appears twice in a house.
    pub fn new(shape: Shape, digits: Vec<Digit>) -> Result<Grid, Invalid> {
        if is_correct(shape, &digits) {
            return Ok(Grid { shape, digits });
        }
        let givens: Vec<Option<Digit>> = digits.into_iter().map(Some).collect();
        let puzzle = Puzzle::from_givens(shape, &givens)?;
        Err(puzzle.validate().expect_err("a full board that is not correct has a duplicate"))
    }

    /// The board's shape.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// The digit in a cell.
    ///
    /// # Panics
    /// If the cell lies outside the board.
    pub fn digit(&self, cell: Cell) -> Digit {
        self.digits[cell.index()]
    }

    /// All digits, row by row.
    pub fn digits(&self) -> &[Digit] {
        &self.digits
    }

    /// Whether the grid has every digit of the puzzle in its place and no candidate that was removed from it.
    pub fn solves(&self, puzzle: &Puzzle) -> bool {
        self.shape == puzzle.shape()
            && self.digits.iter().zip(puzzle.digits()).all(|(digit, typed)| typed.is_none_or(|typed| typed == *digit))
            && puzzle.removed().is_none_or(|out| self.shape.cells().all(|c| !out.contains(c, self.digit(c))))
    }

    /// The grid as a puzzle with a given in every cell.
    pub fn to_puzzle(&self) -> Puzzle {
        let mut puzzle = Puzzle::empty(self.shape);
        self.shape.cells().for_each(|cell| puzzle.give(cell, self.digit(cell)));
        puzzle
    }
}

/// Whether every house has every digit exactly once.
fn is_correct(shape: Shape, digits: &[Digit]) -> bool {
    let n = shape.side();
    if digits.len() != shape.cell_count() || digits.iter().any(|d| d.index() >= n) {
        return false;
    }
    if n > 64 {
        // seen[d] is the last house in which the digit was found.
        let mut seen = vec![usize::MAX; n];
        return shape.houses().enumerate().all(|(house, cells)| {
            shape.cells_of(cells).all(|cell| std::mem::replace(&mut seen[digits[cell.index()].index()], house) != house)
        });
    }
    // One bit per digit for each row, column and box; N cells fill N bits only if they all differ.
    let (full, width) = (u64::MAX >> (64 - n), shape.box_columns());
    let (mut columns, mut correct) = ([0; 64], true);
    for band in digits.chunks_exact(n * shape.box_rows()) {
        let mut boxes = [0; 64];
        for row in band.chunks_exact(n) {
            let mut in_row = 0;
            let parts = row.chunks_exact(width).zip(columns.chunks_exact_mut(width)).zip(&mut boxes);
            for ((cells, columns), in_box) in parts {
                for (digit, in_column) in cells.iter().zip(columns) {
                    let bit = 1u64 << (digit.index() & 63);
                    *in_column |= bit;
                    *in_box |= bit;
                    in_row |= bit;
                }
            }
            correct &= in_row == full;
        }
        correct &= boxes[..shape.box_rows()].iter().all(|in_box| *in_box == full);
    }
    correct && columns[..n].iter().all(|in_column| *in_column == full)
}

/// The same as [`Grid::to_puzzle`].
impl From<&Grid> for Puzzle {
    fn from(grid: &Grid) -> Puzzle {
        grid.to_puzzle()
    }
}

/// Converts a puzzle that is full and correct.
impl TryFrom<&Puzzle> for Grid {
    type Error = Invalid;

    fn try_from(puzzle: &Puzzle) -> Result<Grid, Invalid> {
        let shape = puzzle.shape();
        let mut blanks = shape.cells().filter(|c| puzzle.digit(*c).is_none());
        if let Some(cell) = blanks.next() {
            let reasons = vec![Reason::Blank { cell, count: 1 + blanks.count() }];
            return Err(Invalid { shape: Some(shape), symbols: Symbols::for_side(shape.side()), reasons });
        }
        puzzle.validate()?;
        Grid::new(shape, puzzle.filled().map(|(_, digit)| digit).collect())
    }
}

impl fmt::Display for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let symbols = Symbols::for_side(self.shape.side());
        let gap = if symbols.are_numbers() { " " } else { "" };
        for (i, digit) in self.digits.iter().enumerate() {
            let gap = if i == 0 { "" } else { gap };
            write!(f, "{gap}{}", symbols.symbol(*digit))?;
        }
        Ok(())
    }
}

impl fmt::Debug for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Grid({} {self})", self.shape)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn digits(text: &str) -> Vec<Digit> {
        text.bytes().map(|b| Digit::new(u16::from(b - b'0')).unwrap()).collect()
    }

    #[test]
    fn only_correct_grids_exist() {
        let shape = Shape::new(2, 2).unwrap();
        let grid = Grid::new(shape, digits("1234341221434321")).unwrap();
        assert_eq!(grid.to_string(), "1234341221434321");
        assert_eq!(Grid::try_from(&Puzzle::from(&grid)), Ok(grid.clone()));
        let message = |text: &str| Grid::new(shape, digits(text)).unwrap_err().to_string();
        assert_eq!(message("1234341221434322").split("; ").next(), Some("2 appears twice in row 4 (r4c3, r4c4)"));
        assert_eq!(message("123434122143432"), "15 cells, expected 16 (4x4)");
        assert!(message("1234341221434325").starts_with("'5' at position 16 (r4c4)"));
        let mut puzzle = grid.to_puzzle();
        puzzle.clear(shape.cell(1, 1));
        puzzle.clear(shape.cell(3, 1));
        assert_eq!(Grid::try_from(&puzzle).unwrap_err().to_string(), "2 cells are blank, r2c2 first");
        assert!(grid.solves(&puzzle));
        puzzle.remove_candidate(shape.cell(1, 1), Digit::new(4).unwrap());
        assert!(!grid.solves(&puzzle));
    }
}
