//! The minlex form: here of 9x9 boards, in `any` of others.

mod any;
mod grids;
mod rows;

use super::Transformation;
use crate::board::{Digit, Grid, Invalid, Puzzle, Shape, Symbols};
#[cfg(test)]
pub(super) use any::canonical as plain;
use rows::{RowBoard, RowSearch, Way};
use std::fmt;

/// A finder of minlex forms of 9x9 boards: of all boards into which symmetries turn a board, the one that comes first when they
/// are written in a line, with blanks before digits. Two boards are equivalent if and only if they have the same form.
///
/// It keeps its memory from call to call; after the first few calls it allocates nothing more. Boards are digits from 1 to 9
/// and 0 for blanks, row by row, and may have any number of solutions.
///
/// ```
/// use ninefold::symmetry::Minlex;
/// let mut one_clue = [0; 81];
/// one_clue[40] = 7;
/// let form = Minlex::new().form(&one_clue)?;
/// assert_eq!(form.digits()[80], 1);
/// // Any of 81 cells and 9 digits: the other symmetries lead back.
/// assert_eq!(form.automorphisms(), 3_359_232 * 362_880 / (81 * 9));
/// # Ok::<(), ninefold::symmetry::NoForm>(())
/// ```
#[derive(Default)]
pub struct Minlex {
    search: RowSearch,
}

impl fmt::Debug for Minlex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Minlex")
    }
}

/// The minlex form of a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Form {
    digits: [u8; 81],
    automorphisms: u64,
    transposed: bool,
    rows: [u8; 9],
    columns: [u8; 9],
    labels: [u8; 9],
}

impl Form {
    /// Returns the board itself, as digits from 1 to 9 and 0 for blanks, row by row.
    pub fn digits(&self) -> &[u8; 81] {
        &self.digits
    }

    /// Returns how many symmetries leave the board unchanged, counting relabellings of digits that it does not have. The number
    /// of boards equivalent to it is the number of symmetries divided by this number.
    pub fn automorphisms(&self) -> u64 {
        self.automorphisms
    }

    /// Returns a symmetry that turns the board into its form.
    pub fn transformation(&self) -> Transformation {
        let order = |lines: [u8; 9]| lines.into_iter().map(usize::from).collect();
        let digits = self.labels.iter().map(|label| Digit::from_index(usize::from(*label) - 1)).collect();
        Transformation::new(Shape::NINE, self.transposed, order(self.rows), order(self.columns), digits)
            .expect("the search keeps boxes together")
    }
}

impl Minlex {
    /// Makes a finder that has allocated no memory yet.
    pub fn new() -> Minlex {
        Minlex::default()
    }

    /// Returns the form of a board.
    ///
    /// # Errors
    /// If a number is greater than 9 or a digit appears twice in a house.
    pub fn form(&mut self, digits: &[u8; 81]) -> Result<Form, NoForm> {
        let used = self.load(digits)?;
        let search = &mut self.search;
        search.given = 0;
        let filled: u32 = search.boards[0].filled.iter().map(|row| row.count_ones()).sum();
        search.settled = filled == 81;
        if search.settled {
            search.begin_grid();
            search.run(2);
        } else {
            search.ways.clear();
            search.ways.extend([Way::beginning(0), Way::beginning(1)]);
            search.run(0);
        }
        Ok(self.result(used))
    }

    /// Reads the board in both orientations, and returns which digits it has, as bits.
    fn load(&mut self, digits: &[u8; 81]) -> Result<u16, NoForm> {
        if digits.iter().fold(0, |most, digit| most.max(*digit)) > 9 {
            return Err(NoForm::NotADigit);
        }
        let [straight, transposed] = &mut self.search.boards;
        *straight = RowBoard::default();
        *transposed = RowBoard::default();
        let mut filled = 0u128;
        for (number, cells) in digits.chunks(8).enumerate() {
            let cells = cells.iter().rev().fold(0, |cells, digit| cells << 8 | u64::from(*digit));
            // One bit per byte that is not zero, then the eight bits side by side.
            let bits = (cells + 0x7F7F_7F7F_7F7F_7F7F) >> 7 & 0x0101_0101_0101_0101;
            filled |= u128::from(bits.wrapping_mul(0x0102_0408_1020_4080) >> 56) << (8 * number);
        }
        let (mut rows, mut columns, mut boxes, mut twice) = ([0u16; 9], [0u16; 9], [0u16; 9], 0);
        // Only filled cells, one by one: a branch on whether a cell is filled could not be predicted.
        while filled != 0 {
            let cell = filled.trailing_zeros() as usize;
            filled &= filled - 1;
            let (row, column) = (cell / 9, cell % 9);
            let digit = digits[cell];
            let bit = 1 << digit;
            let in_box = &mut boxes[row / 3 * 3 + column / 3];
            twice |= bit & (rows[row] | columns[column] | *in_box);
            rows[row] |= bit;
            columns[column] |= bit;
            *in_box |= bit;
            straight.cells[row][column] = digit;
            transposed.cells[column][row] = digit;
            straight.filled[row] |= 1 << column;
            transposed.filled[column] |= 1 << row;
        }
        let used = rows.iter().fold(0, |used, row| used | row);
        for board in [straight, transposed] {
            let blank = board.filled.iter().enumerate().map(|(row, filled)| u16::from(*filled == 0) << row);
            board.blank_rows = blank.fold(0, |rows, row| rows | row);
        }
        if twice == 0 { Ok(used) } else { Err(NoForm::Twice) }
    }

    /// The form that the search has found.
    fn result(&self, used: u16) -> Form {
        let RowSearch { ways, form, given, .. } = &self.search;
        let mut digits = [0; 81];
        for (cells, row) in digits.chunks_exact_mut(9).zip(form) {
            for (column, cell) in cells.iter_mut().enumerate() {
                *cell = (row >> (32 - 4 * column) & 15) as u8;
            }
        }
        let geometric: u64 = ways.iter().map(|way| u64::from(way.weight) * way.column_orders()).sum();
        let way = &ways[0];
        let mut labels = [0; 9];
        let mut spare = *given as u8;
        for (index, label) in labels.iter_mut().enumerate() {
            if used >> (index + 1) & 1 != 0 {
                *label = (way.labels >> (4 * (index + 1)) & 15) as u8;
            } else {
                spare += 1;
                *label = spare;
            }
        }
        let factorial: u64 = (1..=9 - given).product();
        Form {
            digits,
            automorphisms: geometric * factorial,
            transposed: way.board == 1,
            rows: way.rows,
            columns: way.column_order(),
            labels,
        }
    }

    /// Returns the form of a puzzle's digits, given or placed.
    ///
    /// # Errors
    /// If the board is not 9x9, has removed candidates, or has a digit twice in a house.
    pub fn form_of(&mut self, puzzle: &Puzzle) -> Result<Form, NoForm> {
        let Some(nine) = puzzle.classic_nine() else { return Err(NoForm::Shape(puzzle.shape())) };
        if puzzle.removed().is_some() {
            return Err(NoForm::RemovedCandidates);
        }
        self.form(&nine.digits()).map_err(|error| match puzzle.validate() {
            Err(invalid) => NoForm::Invalid(invalid),
            Ok(()) => error,
        })
    }
}

/// A board in minlex form, and a symmetry that leads to it.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Canonical<B> {
    /// The minlex form.
    pub board: B,
    /// How many symmetries leave the board unchanged; see [`Form::automorphisms`].
    pub automorphisms: u64,
    /// A symmetry that turns the board into its form.
    pub transformation: Transformation,
}

/// Returns the minlex form of a puzzle; placed digits stay placed, but count like givens.
///
/// Boards other than 9x9 have a form if they have fewer than 2^64 symmetries ([`order`](super::order)) and a side of at most
/// 12: all boards up to 8x8 and those with 2x5 boxes, where complete 10x10 grids take a second; of 12x12 boards only sparse
/// ones.
///
/// ```
/// use ninefold::{Puzzle, symmetry};
/// let puzzle: Puzzle = "45.....6......17..8...............92....7.1..5...36..........58..1..7............".parse().unwrap();
/// let canonical = symmetry::canonical(&puzzle)?;
/// let form = "................12..1..3..4.....1.3..5....6...7..4.8......7.......59...7..3......";
/// assert_eq!(canonical.board.to_string(), form);
/// assert_eq!(canonical.transformation.apply(&puzzle), canonical.board);
/// assert_eq!(canonical.automorphisms, 1);
/// # Ok::<(), symmetry::NoForm>(())
/// ```
///
/// # Errors
/// If the board is too large, has removed candidates, or has a digit twice in a house.
pub fn canonical(puzzle: &Puzzle) -> Result<Canonical<Puzzle>, NoForm> {
    if !puzzle.shape().is_classic_nine() && any::accepts(puzzle.shape()) {
        if puzzle.removed().is_some() {
            return Err(NoForm::RemovedCandidates);
        }
        if let Err(invalid) = puzzle.validate()
            && !invalid.is_only_contradiction()
        {
            return Err(NoForm::Invalid(invalid));
        }
        return any::canonical(puzzle);
    }
    let form = Minlex::new().form_of(puzzle)?;
    let transformation = form.transformation();
    Ok(Canonical { board: transformation.apply(puzzle), automorphisms: form.automorphisms, transformation })
}

/// Returns the minlex form of a complete grid.
///
/// # Errors
/// If the grid is too large; see [`canonical`].
pub fn canonical_grid(grid: &Grid) -> Result<Canonical<Grid>, NoForm> {
    let Canonical { automorphisms, transformation, .. } = canonical(&grid.to_puzzle())?;
    Ok(Canonical { board: transformation.apply_to_grid(grid), automorphisms, transformation })
}

/// Returns a symmetry that turns one puzzle's digits into another's, if there is one.
///
/// # Errors
/// If one of the puzzles has no form; see [`canonical`].
pub fn equivalent(one: &Puzzle, other: &Puzzle) -> Result<Option<Transformation>, NoForm> {
    let (one, other) = (canonical(one)?, canonical(other)?);
    let are_equal = one.board.shape() == other.board.shape() && one.board.digits().eq(other.board.digits());
    Ok(are_equal.then(|| one.transformation.then(&other.transformation.inverse())))
}

/// Why a board has no minlex form.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum NoForm {
    /// Boards of this shape have too many symmetries, or the board is not 9x9 and [`Minlex`] was asked.
    Shape(Shape),
    /// Too many ways to write the board stay equally small for too long; the search would take too much memory.
    TooManyWays(Shape),
    /// A form has only digits; it cannot express removed candidates.
    RemovedCandidates,
    /// A number is greater than 9.
    NotADigit,
    /// A digit appears twice in a house.
    Twice,
    /// The board breaks a rule; with everything that is wrong.
    Invalid(Invalid),
}

impl NoForm {
    /// Returns the same error for this puzzle, with what is wrong reported in these symbols.
    #[must_use]
    pub fn in_symbols(self, puzzle: &Puzzle, symbols: &Symbols) -> NoForm {
        match self {
            NoForm::Invalid(invalid) => NoForm::Invalid(puzzle.validate_with(symbols).err().unwrap_or(invalid)),
            other => other,
        }
    }
}

impl fmt::Display for NoForm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoForm::Shape(shape) => write!(f, "boards of {shape} boxes are too large for a minlex form"),
            NoForm::TooManyWays(_) => f.write_str("the minlex form of this board would take too much memory"),
            NoForm::RemovedCandidates => f.write_str("a board with removed candidates has no minlex form"),
            NoForm::NotADigit => f.write_str("a number is greater than 9"),
            NoForm::Twice => f.write_str("a digit appears twice in a house"),
            NoForm::Invalid(invalid) => invalid.fmt(f),
        }
    }
}

impl std::error::Error for NoForm {}
