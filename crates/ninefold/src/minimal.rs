//! Which givens a proper puzzle could do without, and the minimal puzzles within it. A puzzle is minimal if it needs
//! all of its givens.
//!
//! A given is needed if the puzzle without it has a second solution, which then has another digit in its place.
//! To find one takes a search for every given; but most second solutions are near the first. Where the solution
//! has
//!
//! ```text
//!   1 . . | 3 . .
//!   3 . . | 1 . .
//! ```
//!
//! the two digits can be exchanged, so one of the four cells must be a given, and if only one is, that one is
//! needed. Sets of cells like these are called unavoidable. Three kinds are looked for before any search:
//!
//! * two digits, exchanged wherever that forces them to be exchanged elsewhere in a row, column or box;
//! * two rows of a band, exchanged in those columns that together hold the same digits in both;
//! * two columns of a stack, likewise.
//!
//! That makes the whole test of 17-clue puzzles 2.6 times as fast, of minimal puzzles with about 24 givens 1.3
//! times: there a set seldom has only one.

mod puzzles;

pub use puzzles::{all, one, some};

use crate::board::{Cell, DigitSet, Entry, Grid, Puzzle};
use crate::solve::{Solver, Stopped};
use std::cmp::Reverse;

/// The givens that a proper puzzle could do without, each by itself, in no particular order.
///
/// They are found one by one; whoever only asks whether there are any looks at the first. If a search of the
/// solver stops, its given is left open and the reason told in its place.
///
/// ```
/// use ninefold::{Puzzle, minimal, solve::{self, Solver, Verdict}};
/// let puzzle: Puzzle = "123443212143....".parse()?;
/// let Verdict::Unique(solution) = solve::verdict(&puzzle) else { panic!("a proper puzzle") };
/// assert!(minimal::redundant_givens(&puzzle, &solution, &Solver::new()).next().is_some());
/// # Ok::<(), ninefold::Invalid>(())
/// ```
///
/// # Panics
/// If the grid is no solution of the puzzle.
pub fn redundant_givens<'a>(
    puzzle: &Puzzle,
    solution: &Grid,
    solver: &'a Solver<'_>,
) -> impl Iterator<Item = Result<Cell, Stopped>> + use<'a> {
    assert!(solution.solves(puzzle), "the grid is a solution of the puzzle");
    let needed = needed(puzzle, solution);
    let mut open: Vec<_> = puzzle.givens().filter(|(cell, _)| !needed[cell.index()]).collect();
    // The fewer digits the rest of the board allows in a cell, the likelier its given is redundant.
    open.sort_by_cached_key(|(cell, _)| Reverse(seen(puzzle, *cell)));
    let puzzle = puzzle.clone();
    let without = move |(cell, digit)| {
        let mut without = puzzle.clone();
        without.clear(cell);
        without.remove_candidate(cell, digit);
        without
    };
    let mut open = open.into_iter();
    // Several at a time are faster, but not so many that the first has to wait for long.
    let tested = std::iter::from_fn(move || {
        let givens: Vec<_> = open.by_ref().take(TOGETHER).collect();
        let puzzles: Vec<Puzzle> = givens.iter().copied().map(&without).collect();
        (!givens.is_empty()).then(|| givens.into_iter().zip(solver.count_each(&puzzles, 1)))
    });
    tested.flatten().filter_map(|((cell, _), others)| match others {
        Ok(0) => Some(Ok(cell)),
        Ok(_) => None,
        Err(stopped) => Some(Err(stopped)),
    })
}

/// Givens that are tested at a time.
const TOGETHER: usize = 16;

/// The number of digits that stand in the houses of a cell, without its own.
fn seen(puzzle: &Puzzle, cell: Cell) -> usize {
    let mut seen = DigitSet::EMPTY;
    puzzle.shape().peers(cell).filter_map(|peer| puzzle.digit(peer)).for_each(|digit| _ = seen.insert(digit));
    seen.len()
}

/// Per cell, whether it is the only one with a digit in some unavoidable set.
fn needed(puzzle: &Puzzle, solution: &Grid) -> Vec<bool> {
    let shape = puzzle.shape();
    let side = shape.side();
    let mut needed = vec![false; shape.cell_count()];
    // Where candidates are removed, exchanged digits may not be allowed.
    if puzzle.removed().is_some() {
        return needed;
    }
    let mut parts = Parts::new(puzzle);
    let places = Places::new(solution);
    for one in 0..side {
        for other in one + 1..side {
            // A part is a row: both digits are exchanged in it or none.
            let [one, other] = [one, other].map(|digit| places.of(digit));
            let houses = one.columns.iter().zip(other.columns).chain(one.boxes.iter().zip(other.boxes));
            let links = houses.map(|(a, b)| (*a, *b));
            parts.mark(&mut needed, links, |row| [shape.cell(row, one.rows[row]), shape.cell(row, other.rows[row])]);
        }
    }
    let digit = |row, column| solution.digit(shape.cell(row, column)).index();
    for (one, other) in pairs(side, shape.box_rows()) {
        // A part is a column; the digit that leaves a row in one must come back in another.
        let links = (0..side).map(|column| (column, places.of(digit(one, column)).rows[other]));
        parts.mark(&mut needed, links, |column| [shape.cell(one, column), shape.cell(other, column)]);
    }
    for (one, other) in pairs(side, shape.box_columns()) {
        let links = (0..side).map(|row| (row, places.of(digit(row, one)).columns[other]));
        parts.mark(&mut needed, links, |row| [shape.cell(row, one), shape.cell(row, other)]);
    }
    needed
}

/// All pairs of lines, of `side`, that lie in the same group of `size` neighbours.
fn pairs(side: usize, size: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..side).flat_map(move |one| (one + 1..(one / size + 1) * size).map(move |other| (one, other)))
}

/// Where each digit of a grid stands, digit by digit.
struct Places {
    side: usize,
    /// Per row its column.
    rows: Vec<usize>,
    /// Per column its row.
    columns: Vec<usize>,
    /// Per box its row.
    boxes: Vec<usize>,
}

/// The places of one digit.
#[derive(Clone, Copy)]
struct PlacesOf<'a> {
    rows: &'a [usize],
    columns: &'a [usize],
    boxes: &'a [usize],
}

impl Places {
    fn new(grid: &Grid) -> Places {
        let shape = grid.shape();
        let side = shape.side();
        let none = || vec![0; side * side];
        let mut places = Places { side, rows: none(), columns: none(), boxes: none() };
        for cell in shape.cells() {
            let first = side * grid.digit(cell).index();
            let (row, column) = (shape.row(cell), shape.column(cell));
            places.rows[first + row] = column;
            places.columns[first + column] = row;
            places.boxes[first + shape.box_of(cell)] = row;
        }
        places
    }

    fn of(&self, digit: usize) -> PlacesOf<'_> {
        let range = self.side * digit..self.side * (digit + 1);
        PlacesOf { rows: &self.rows[range.clone()], columns: &self.columns[range.clone()], boxes: &self.boxes[range] }
    }
}

/// As many parts of two cells each as the board has rows. Linked parts are exchanged together: a set of parts
/// without links to others is unavoidable.
struct Parts<'a> {
    puzzle: &'a Puzzle,
    /// Per part another of its set, or itself for the one that stands for the set.
    parents: Vec<usize>,
    /// Per set how many of its cells have a digit, and one of them.
    digits: Vec<(usize, Cell)>,
}

impl<'a> Parts<'a> {
    fn new(puzzle: &'a Puzzle) -> Parts<'a> {
        Parts { puzzle, parents: Vec::new(), digits: Vec::new() }
    }

    /// Marks the givens that are the only digit of a set.
    fn mark(
        &mut self,
        needed: &mut [bool],
        links: impl Iterator<Item = (usize, usize)>,
        cells: impl Fn(usize) -> [Cell; 2],
    ) {
        let side = self.puzzle.shape().side();
        self.parents.clear();
        self.parents.extend(0..side);
        self.digits.clear();
        self.digits.resize(side, (0, Cell::new(0)));
        for (a, b) in links {
            let (a, b) = (self.set_of(a), self.set_of(b));
            self.parents[a] = b;
        }
        for part in 0..side {
            let set = self.set_of(part);
            for cell in cells(part).into_iter().filter(|cell| self.puzzle.digit(*cell).is_some()) {
                self.digits[set] = (self.digits[set].0 + 1, cell);
            }
        }
        let single = self.digits.iter().filter(|(count, _)| *count == 1);
        let givens = single.filter(|(_, cell)| matches!(self.puzzle.entry(*cell), Entry::Given(_)));
        givens.for_each(|(_, cell)| needed[cell.index()] = true);
    }

    fn set_of(&mut self, mut part: usize) -> usize {
        while self.parents[part] != part {
            self.parents[part] = self.parents[self.parents[part]];
            part = self.parents[part];
        }
        part
    }
}
