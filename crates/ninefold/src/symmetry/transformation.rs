//! The symmetries of a board as values.

use crate::board::{Cell, Digit, Entry, Grid, Puzzle, Shape};
use crate::random::Random;
use std::fmt;

/// A symmetry of boards of one shape, which turns every Sudoku into a Sudoku.
///
/// First the board is transposed or not (only if boxes are square), then its rows and columns are reordered so that those of a
/// band or stack stay together, then its digits are relabelled. On 9x9 there are 2 x (3! x 3!^3)^2 = 3,359,232 ways to move the
/// cells and 9! to relabel the digits.
///
/// The text form has a word for each part. `r` lists, for each row of the new board, the row of the old board that it comes
/// from; `c` does the same for columns; `d` lists, for each digit from 1, the digit that it becomes; `t` comes first if the
/// board is transposed first.
///
/// ```text
///   t r456123789 c213456789 d912345678        from side 10 on: r1,2,4,3,...
/// ```
///
/// If the shape is not the usual one for its side (2x3 for 6), it comes before everything else: `3x2 r123...`.
///
/// ```
/// use ninefold::symmetry::Transformation;
/// let turn: Transformation = "t r1234 c4321 d1234".parse()?;
/// let puzzle: ninefold::Puzzle = "12..............".parse().unwrap();
/// assert_eq!(turn.apply(&puzzle).to_string(), "...1...2........");
/// assert!(turn.then(&turn).then(&turn).then(&turn).is_identity());
/// # Ok::<(), ninefold::symmetry::NotASymmetry>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Transformation {
    shape: Shape,
    transposed: bool,
    /// Per row of the result, the row that it comes from.
    rows: Vec<usize>,
    columns: Vec<usize>,
    /// Per digit, the digit that it becomes.
    digits: Vec<Digit>,
}

impl Transformation {
    /// Returns the symmetry that changes nothing.
    pub fn identity(shape: Shape) -> Transformation {
        let lines: Vec<usize> = (0..shape.side()).collect();
        let digits = shape.digits().collect();
        Transformation { shape, transposed: false, rows: lines.clone(), columns: lines, digits }
    }

    /// Makes a symmetry that transposes if `transposed` is true; then takes row `r` from row `rows[r]` (numbered from 0), and
    /// columns likewise; then replaces the digit with index `d` by `digits[d]`.
    ///
    /// # Errors
    /// If one of the lists is not a permutation, if the rows of a band or the columns of a stack do not stay together, or if
    /// boxes that are not square would be transposed.
    pub fn new(
        shape: Shape,
        transposed: bool,
        rows: Vec<usize>,
        columns: Vec<usize>,
        digits: Vec<Digit>,
    ) -> Result<Transformation, NotASymmetry> {
        if transposed && shape.box_rows() != shape.box_columns() {
            return Err(NotASymmetry::Transposed(shape));
        }
        let side = shape.side();
        for (part, lines, size) in
            [(Part::Rows, &rows, shape.box_rows()), (Part::Columns, &columns, shape.box_columns())]
        {
            if !is_permutation(lines.iter().copied(), side) {
                return Err(NotASymmetry::NoPermutation(part, side));
            }
            if lines.chunks_exact(size).any(|chute| chute.iter().any(|line| line / size != chute[0] / size)) {
                return Err(NotASymmetry::Torn(part));
            }
        }
        if !is_permutation(digits.iter().map(|digit| digit.index()), side) {
            return Err(NotASymmetry::NoPermutation(Part::Digits, side));
        }
        Ok(Transformation { shape, transposed, rows, columns, digits })
    }

    /// Draws one of all symmetries of boards of this shape, all equally likely: a function of the shape, the seed and the
    /// index, the same on every platform. Another version of this library may draw a different one.
    ///
    /// ```
    /// use ninefold::{Shape, symmetry::{self, Transformation}};
    /// let symmetries: Vec<_> = (0..3).map(|index| Transformation::random(Shape::NINE, 7, index)).collect();
    /// assert!(symmetries[0] != symmetries[1] && symmetries[1] != symmetries[2]);
    /// assert_eq!(symmetries[2], Transformation::random(Shape::NINE, 7, 2));
    /// ```
    pub fn random(shape: Shape, seed: u64, index: u64) -> Transformation {
        Transformation::drawn(shape, &mut Random::new(seed ^ SYMMETRIES, index))
    }

    /// A random symmetry, all equally likely.
    pub(crate) fn drawn(shape: Shape, random: &mut Random) -> Transformation {
        let rows = drawn_lines(shape.box_columns(), shape.box_rows(), random);
        let columns = drawn_lines(shape.box_rows(), shape.box_columns(), random);
        let transposed = shape.box_rows() == shape.box_columns() && random.coin();
        let mut digits: Vec<Digit> = shape.digits().collect();
        random.shuffle(&mut digits);
        Transformation { shape, transposed, rows, columns, digits }
    }

    /// Returns the shape of the boards.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// Returns whether rows become columns, before anything else.
    pub fn is_transposed(&self) -> bool {
        self.transposed
    }

    /// Returns, for each row of the new board, the row that it comes from, numbered from 0.
    pub fn rows(&self) -> &[usize] {
        &self.rows
    }

    /// Returns, for each column of the new board, the column that it comes from, numbered from 0.
    pub fn columns(&self) -> &[usize] {
        &self.columns
    }

    /// Returns the digit that a digit becomes.
    ///
    /// # Panics
    /// If the board has no such digit.
    pub fn digit(&self, digit: Digit) -> Digit {
        self.digits[digit.index()]
    }

    /// Returns the cell that the content of a cell of the new board comes from.
    ///
    /// # Panics
    /// If the cell is outside the board.
    pub fn source(&self, cell: Cell) -> Cell {
        let (row, column) = (self.rows[self.shape.row(cell)], self.columns[self.shape.column(cell)]);
        if self.transposed { self.shape.cell(column, row) } else { self.shape.cell(row, column) }
    }

    /// Returns whether the symmetry changes nothing.
    pub fn is_identity(&self) -> bool {
        *self == Transformation::identity(self.shape)
    }

    /// Returns the symmetry that applies this one first, then the other.
    ///
    /// # Panics
    /// If they are for different shapes.
    #[must_use]
    pub fn then(&self, other: &Transformation) -> Transformation {
        assert_eq!(self.shape, other.shape, "symmetries of the same shape");
        // A transposition turns rows into columns.
        let (rows, columns) = if other.transposed { (&self.columns, &self.rows) } else { (&self.rows, &self.columns) };
        Transformation {
            shape: self.shape,
            transposed: self.transposed != other.transposed,
            rows: other.rows.iter().map(|row| rows[*row]).collect(),
            columns: other.columns.iter().map(|column| columns[*column]).collect(),
            digits: self.digits.iter().map(|digit| other.digit(*digit)).collect(),
        }
    }

    /// Returns the symmetry that undoes this one.
    #[must_use]
    pub fn inverse(&self) -> Transformation {
        let inverse = |lines: &[usize]| {
            let mut back = vec![0; lines.len()];
            lines.iter().enumerate().for_each(|(new, old)| back[*old] = new);
            back
        };
        let (mut rows, mut columns) = (inverse(&self.rows), inverse(&self.columns));
        if self.transposed {
            std::mem::swap(&mut rows, &mut columns);
        }
        let digits: Vec<usize> = self.digits.iter().map(|digit| digit.index()).collect();
        let digits = inverse(&digits).into_iter().map(Digit::from_index).collect();
        Transformation { shape: self.shape, transposed: self.transposed, rows, columns, digits }
    }

    /// Applies the symmetry to a puzzle: its givens, placed digits and removed candidates.
    ///
    /// # Panics
    /// If the puzzle has another shape.
    pub fn apply(&self, puzzle: &Puzzle) -> Puzzle {
        assert_eq!(self.shape, puzzle.shape(), "a symmetry for the puzzle's shape");
        let mut result = Puzzle::empty(self.shape);
        for cell in self.shape.cells() {
            let source = self.source(cell);
            match puzzle.entry(source) {
                Entry::Blank => {}
                Entry::Given(digit) => result.give(cell, self.digit(digit)),
                Entry::Placed(digit) => result.place(cell, self.digit(digit)),
            }
            if let Some(removed) = puzzle.removed() {
                removed.digits_of(source).for_each(|digit| result.remove_candidate(cell, self.digit(digit)));
            }
        }
        result
    }

    /// Applies the symmetry to a grid.
    ///
    /// # Panics
    /// If the grid has another shape.
    pub fn apply_to_grid(&self, grid: &Grid) -> Grid {
        assert_eq!(self.shape, grid.shape(), "a symmetry for the grid's shape");
        let digits = self.shape.cells().map(|cell| self.digit(grid.digit(self.source(cell)))).collect();
        Grid::new(self.shape, digits).expect("a symmetry makes a Sudoku of a Sudoku")
    }

    pub(super) fn digits(&self) -> &[Digit] {
        &self.digits
    }
}

/// Symmetries use other streams of random numbers than boards made with the same seed.
const SYMMETRIES: u64 = u64::from_be_bytes(*b"symmetry");

/// The lines of some chutes of equal size, with the chutes in random order and the lines of each in random order.
fn drawn_lines(chutes: usize, lines: usize, random: &mut Random) -> Vec<usize> {
    let mut order: Vec<usize> = (0..chutes).collect();
    random.shuffle(&mut order);
    let mut all: Vec<usize> = order.iter().flat_map(|chute| chute * lines..(chute + 1) * lines).collect();
    all.chunks_exact_mut(lines).for_each(|chute| random.shuffle(chute));
    all
}

fn is_permutation(numbers: impl ExactSizeIterator<Item = usize>, side: usize) -> bool {
    let mut seen = vec![false; side];
    numbers.len() == side && { numbers }.all(|number| number < side && !std::mem::replace(&mut seen[number], true))
}

/// Returns how many symmetries boards of a shape have: ways to move the cells times ways to relabel the digits; `None` if this
/// number does not fit into 128 bits.
///
/// ```
/// use ninefold::{Shape, symmetry};
/// assert_eq!(symmetry::order(Shape::new(3, 3)?), Some(3_359_232 * 362_880));
/// # Ok::<(), ninefold::ShapeError>(())
/// ```
pub fn order(shape: Shape) -> Option<u128> {
    let factorial = |n: usize| (1..=n as u128).try_fold(1u128, u128::checked_mul);
    // There are as many bands as a box has columns, each with as many rows as a box has.
    let chutes = |count: usize, size: usize| {
        let lines = factorial(size)?.checked_pow(u32::try_from(count).ok()?)?;
        factorial(count)?.checked_mul(lines)
    };
    let (rows, columns) = (shape.box_rows(), shape.box_columns());
    let moves = chutes(columns, rows)?.checked_mul(chutes(rows, columns)?)?;
    let moves = moves.checked_mul(if rows == columns { 2 } else { 1 })?;
    moves.checked_mul(factorial(shape.side())?)
}

/// A part of a symmetry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Part {
    /// The order of the rows.
    Rows,
    /// The order of the columns.
    Columns,
    /// The relabelling of the digits.
    Digits,
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Part::Rows => "rows",
            Part::Columns => "columns",
            Part::Digits => "digits",
        })
    }
}

/// Why something is not a symmetry.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum NotASymmetry {
    /// Boxes that are not square cannot be transposed.
    Transposed(Shape),
    /// A list does not have every number up to the side exactly once.
    NoPermutation(Part, usize),
    /// The rows of a band, or the columns of a stack, do not stay together.
    Torn(Part),
    /// A text does not have the form described for [`Transformation`].
    Text(String),
}

impl fmt::Display for NotASymmetry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotASymmetry::Transposed(shape) => write!(f, "boxes of {shape} cannot be transposed"),
            NotASymmetry::NoPermutation(part, side) => write!(f, "the {part} are not 1 to {side}, each once"),
            NotASymmetry::Torn(Part::Columns) => f.write_str("columns of a stack do not stay together"),
            NotASymmetry::Torn(part) => write!(f, "{part} of a band do not stay together"),
            NotASymmetry::Text(text) => {
                write!(f, "'{text}' is not a symmetry; they look like t r456123789 c213456789 d912345678")
            }
        }
    }
}

impl std::error::Error for NotASymmetry {}
