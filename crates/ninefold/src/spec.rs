//! The executable specification: what "to solve a Sudoku" means, in the plainest Rust.
//!
//! It follows Richard Bird, "A program to solve Sudoku", Journal of Functional Programming 16 (6), 2006 (also chapter
//! 19 of his "Pearls of Functional Algorithm Design"). Bird starts from a definition that is beyond doubt but takes far
//! too long to run, and turns it, one law at a time, into a program that answers at once. This file keeps all the
//! stages, for two purposes: learners can read them, and every fast engine is tested against them.
//!
//! **The definition.** A board is a matrix of cells. [`Rules::choices`] writes into each blank cell every value it
//! might hold; [`mcp`] (matrix cartesian product) turns a matrix of choices into all the matrices that pick one choice
//! per cell; [`Rules::correct`] accepts those without a repetition in a row, a column or a box:
//!
//! ```text
//!     sudoku = filter correct . mcp . choices                                [Rules::specification]
//! ```
//!
//! Rows, columns and boxes are three views of the same cells: [`rows`], [`cols`] and [`Rules::boxs`] rearrange a matrix
//! so that houses become rows, and each is its own inverse, even if boxes are not square. The functions of [`Rules`]
//! use a list of houses instead, which may be any sets of cells.
//!
//! **Pruning.** A value that is the only choice of some cell cannot be elsewhere in that cell's houses.
//! [`Rules::prune`] removes such values from one house after another: first the rows, then the columns, then the boxes.
//! It never loses a solution, so it may be repeated freely:
//!
//! ```text
//!     filter correct . mcp  =  filter correct . mcp . prune
//! ```
//!
//! **One cell at a time.** [`Rules::expand`] takes the first cell with the fewest choices (but more than one) and makes
//! one matrix for each of them; mcp of the whole equals mcp of the parts together. A matrix with a cell without
//! choices, or with a value fixed twice in a house, is [`blocked`](Rules::blocked) and has no completion. So
//! [`Rules::search`] prunes, drops what is blocked, returns what is decided, and expands the rest, depth first. It is
//! an iterator: the first solution is found without looking for the others.
//!
//! Nothing here depends on the size of the board or on what its values are, as long as they can be compared.
//! [`Rules::choices`] checks its input; the functions that work on its result panic on matrices of another form.

mod not_a_board;

pub use not_a_board::NotABoard;

use crate::board::{Digit, Grid, Houses, Puzzle, Shape};
use std::sync::Arc;

/// A matrix: a list of rows.
pub type Matrix<T> = Vec<Vec<T>>;

/// The values a cell may still hold.
pub type Choices<V> = Vec<V>;

/// What is constant for a board: its houses, the form of its boxes and the values of its cells.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rules<V> {
    shape: Shape,
    houses: Arc<Houses>,
    cell_values: Vec<V>,
}

/// All solutions of a puzzle in the order of [`Rules::search`]: the oracle of every engine.
pub fn solutions(puzzle: &Puzzle) -> impl Iterator<Item = Grid> + use<> {
    let shape = puzzle.shape();
    let rules = Rules::new(shape, shape.digits().collect());
    rules.search(rules.prune(puzzle_choices(puzzle))).map(move |board| {
        Grid::new(shape, board.concat()).expect("a matrix that is decided and not blocked is a solution")
    })
}

/// [`Rules::choices`] for a puzzle; candidates that were removed by hand are not choices.
pub fn puzzle_choices(puzzle: &Puzzle) -> Matrix<Choices<Digit>> {
    let choose = |cell| {
        let written = puzzle.digit(cell).map_or_else(|| puzzle.shape().digits().collect(), |digit| vec![digit]);
        let may_hold = |digit: &Digit| puzzle.removed().is_none_or(|out| !out.contains(cell, *digit));
        written.into_iter().filter(may_hold).collect()
    };
    let cells: Vec<Choices<Digit>> = puzzle.shape().cells().map(choose).collect();
    cells.chunks(puzzle.shape().side()).map(<[_]>::to_vec).collect()
}

impl<V: Copy + Eq> Rules<V> {
    /// The rules for boards of this shape with these cell values. Panics unless these are N different values.
    pub fn new(shape: Shape, cell_values: Vec<V>) -> Rules<V> {
        assert!(cell_values.len() == shape.side() && nodups(&cell_values), "N different cell values");
        Rules { shape, houses: Houses::of(shape), cell_values }
    }

    /// The same board with other houses. Panics if they belong to a board with another side.
    #[must_use]
    pub fn with_houses(self, houses: Arc<Houses>) -> Rules<V> {
        assert_eq!(houses.side(), self.shape.side(), "houses of the same board");
        Rules { houses, ..self }
    }

    /// The entries of a house.
    fn house<T: Clone>(&self, m: &Matrix<T>, house: usize) -> Vec<T> {
        let side = self.shape.side();
        self.houses.cells(house).iter().map(|cell| m[cell.index() / side][cell.index() % side].clone()).collect()
    }

    /// `sudoku = filter correct . mcp . choices`: the specification itself. It finishes in practice only if few cells
    /// are blank. Errors as in [`Rules::choices`].
    pub fn specification(&self, board: &Matrix<Option<V>>) -> Result<impl Iterator<Item = Matrix<V>>, NotABoard> {
        Ok(mcp(self.choices(board)?).filter(|board| self.correct(board)))
    }

    /// `sudoku = search . prune . choices`: the same solutions, found at once. Errors as in [`Rules::choices`].
    pub fn sudoku(&self, board: &Matrix<Option<V>>) -> Result<Search<V>, NotABoard> {
        Ok(self.search(self.prune(self.choices(board)?)))
    }

    /// Every value for a blank cell (`None`), the value itself for any other. It is an error if the matrix is not N
    /// rows of N entries, or if an entry is not a cell value; the error names the first such entry.
    pub fn choices(&self, board: &Matrix<Option<V>>) -> Result<Matrix<Choices<V>>, NotABoard> {
        let side = self.shape.side();
        if board.len() != side || board.iter().any(|row| row.len() != side) {
            return Err(NotABoard::WrongForm { side });
        }
        let choose = |row: usize, column: usize, entry: &Option<V>| match entry {
            None => Ok(self.cell_values.clone()),
            Some(value) if self.cell_values.contains(value) => Ok(vec![*value]),
            Some(_) => Err(NotABoard::NotACellValue { row, column }),
        };
        let row = |(r, row): (usize, &Vec<_>)| row.iter().enumerate().map(|(c, entry)| choose(r, c, entry)).collect();
        board.iter().enumerate().map(row).collect()
    }

    /// Whether no house of a filled board holds a value twice.
    pub fn correct(&self, board: &Matrix<V>) -> bool {
        (0..self.houses.len()).all(|house| nodups(&self.house(board, house)))
    }

    /// The matrix whose rows are the boxes of `m`; its own inverse.
    pub fn boxs<T: Clone>(&self, m: &Matrix<T>) -> Matrix<T> {
        let side = self.shape.side();
        let (height, width) = (self.shape.box_rows(), self.shape.box_columns());
        // Box b lies in band b / height and stack b % height; its cell p in line p / width.
        let cell = |b: usize, p: usize| m[b / height * height + p / width][b % height * width + p % width].clone();
        (0..side).map(|b| (0..side).map(|p| cell(b, p)).collect()).collect()
    }

    /// Removes from each house's undecided cells the values that are fixed in it, one house after another. On rows,
    /// columns and boxes this is `prune = pruneBy boxs . pruneBy cols . pruneBy rows`, see [`prune_by`].
    pub fn prune(&self, mut m: Matrix<Choices<V>>) -> Matrix<Choices<V>> {
        let side = self.shape.side();
        for house in 0..self.houses.len() {
            let reduced = reduce(self.house(&m, house));
            for (cell, choices) in self.houses.cells(house).iter().zip(reduced) {
                m[cell.index() / side][cell.index() % side] = choices;
            }
        }
        m
    }

    /// Whether the matrix cannot have a completion: a cell has no choice left, or a value is fixed twice in a house.
    pub fn blocked(&self, m: &Matrix<Choices<V>>) -> bool {
        let void = m.iter().flatten().any(Vec::is_empty);
        void || !(0..self.houses.len()).all(|house| nodups(&fixed(&self.house(m, house))))
    }

    /// One matrix for each choice of the [`best_cell`]; no matrix if every cell is decided.
    pub fn expand(&self, m: &Matrix<Choices<V>>) -> Vec<Matrix<Choices<V>>> {
        let Some((row, column)) = best_cell(m) else { return Vec::new() };
        let decide = |choice: &V| {
            let mut m = m.clone();
            m[row][column] = vec![*choice];
            m
        };
        m[row][column].iter().map(decide).collect()
    }

    /// All solutions of a pruned matrix, lazily:
    /// `search` = none if blocked; itself if decided; else `concat . map (search . prune) . expand`.
    pub fn search(&self, m: Matrix<Choices<V>>) -> Search<V> {
        Search { rules: self.clone(), open: vec![m] }
    }
}

/// The solutions that [`Rules::search`] finds, depth first.
#[derive(Clone, Debug)]
#[must_use = "iterators are lazy and do nothing unless consumed"]
pub struct Search<V> {
    rules: Rules<V>,
    /// Matrices still to be searched, the next one last.
    open: Vec<Matrix<Choices<V>>>,
}

impl<V: Copy + Eq> Iterator for Search<V> {
    type Item = Matrix<V>;

    fn next(&mut self) -> Option<Matrix<V>> {
        while let Some(m) = self.open.pop() {
            if self.rules.blocked(&m) {
                continue;
            }
            if best_cell(&m).is_none() {
                return Some(m.into_iter().map(|row| row.concat()).collect());
            }
            self.open.extend(self.rules.expand(&m).into_iter().rev().map(|part| self.rules.prune(part)));
        }
        None
    }
}

/// The rows of a matrix: the matrix itself.
pub fn rows<T: Clone>(m: &Matrix<T>) -> Matrix<T> {
    m.clone()
}

/// The matrix whose rows are the columns of `m`; its own inverse on a square matrix.
pub fn cols<T: Clone>(m: &Matrix<T>) -> Matrix<T> {
    let width = m.first().map_or(0, Vec::len);
    (0..width).map(|c| m.iter().map(|row| row[c].clone()).collect()).collect()
}

/// Matrix cartesian product: every matrix that has one of the choices in each cell, the last cell
/// changing fastest; none if some cell has no choice.
pub fn mcp<T: Clone>(m: Matrix<Vec<T>>) -> impl Iterator<Item = Matrix<T>> {
    let start = m.iter().flatten().all(|choices| !choices.is_empty()).then(|| vec![0; m.iter().map(Vec::len).sum()]);
    let cells: Vec<Vec<T>> = m.iter().flatten().cloned().collect();
    let widths: Vec<usize> = m.iter().map(Vec::len).collect();
    let picks = std::iter::successors(start, move |pick| {
        let mut pick = pick.clone();
        let turn = (0..pick.len()).rev().find(|i| pick[*i] + 1 < cells[*i].len())?;
        pick[turn] += 1;
        pick[turn + 1..].fill(0);
        Some(pick)
    });
    picks.map(move |pick| {
        let mut picked = m.iter().flatten().zip(pick).map(|(choices, i)| choices[i].clone());
        widths.iter().map(|width| picked.by_ref().take(*width).collect()).collect()
    })
}

/// `pruneBy f = f . map reduce . f`: reduces the houses that the view `f` shows as rows.
pub fn prune_by<V: Copy + Eq>(
    f: impl Fn(&Matrix<Choices<V>>) -> Matrix<Choices<V>>,
    m: Matrix<Choices<V>>,
) -> Matrix<Choices<V>> {
    f(&f(&m).into_iter().map(reduce).collect())
}

/// Removes the values fixed in a house from its undecided cells.
fn reduce<V: Copy + Eq>(house: Vec<Choices<V>>) -> Vec<Choices<V>> {
    let fixed = fixed(&house);
    let remove = |choices: Choices<V>| match choices.len() {
        1 => choices,
        _ => choices.into_iter().filter(|v| !fixed.contains(v)).collect(),
    };
    house.into_iter().map(remove).collect()
}

/// The values of a house's decided cells.
fn fixed<V: Copy>(house: &[Choices<V>]) -> Vec<V> {
    house.iter().filter(|choices| choices.len() == 1).flatten().copied().collect()
}

fn nodups<V: Eq>(values: &[V]) -> bool {
    values.iter().enumerate().all(|(i, v)| !values[..i].contains(v))
}

/// The row and column of the first cell with the fewest choices but more than one; `None` if there is no such cell.
pub fn best_cell<V>(m: &Matrix<Choices<V>>) -> Option<(usize, usize)> {
    let cells =
        m.iter().enumerate().flat_map(|(r, row)| row.iter().enumerate().map(move |(c, cell)| (cell.len(), r, c)));
    cells.filter(|(choices, ..)| *choices > 1).min_by_key(|(choices, ..)| *choices).map(|(_, r, c)| (r, c))
}
