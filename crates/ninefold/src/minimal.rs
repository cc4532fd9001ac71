//! Which givens a proper puzzle could do without, and the minimal puzzles within it. A puzzle is minimal if it needs
//! all of its givens.
//!
//! A given is needed if the puzzle has a second solution without it, which then has another digit in its place. Finding
//! such a solution takes a search for every given, but most second solutions are near the first. Where the solution has
//!
//! ```text
//!   1 . . | 3 . .
//!   3 . . | 1 . .
//! ```
//!
//! the two digits can be exchanged, so at least one of the four cells must be a given, and if only one is, that given
//! is needed. Sets of cells like these are called unavoidable. Three kinds are looked for before any search:
//!
//! * two digits, exchanged wherever that forces them to be exchanged elsewhere in a row, column or box;
//! * two rows of a band, exchanged in a set of columns in which both rows hold the same digits;
//! * two columns of a stack, likewise.
//!
//! On average, this leaves 3.5 of 17 givens to a search. In other minimal puzzles, with about 26 givens, it leaves
//! half, because there an unavoidable set seldom contains only one given.

mod exchanges;
mod many;
mod parts;
mod puzzles;

pub use many::Tester;
pub use puzzles::{all, one, sample};

use crate::board::{Cell, DigitSet, Grid, Puzzle};
use crate::solve::{Solver, Stopped};
use exchanges::Exchanges;
use std::cmp::Reverse;

/// The givens that a proper puzzle could do without, each on its own, in no particular order.
///
/// They are found one by one; to find out whether there are any, take only the first. If one of the solver's searches
/// stops, it is not known whether that given is needed, and the reason is reported in its place.
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
/// If the grid is not a solution of the puzzle.
pub fn redundant_givens<'a>(
    puzzle: &Puzzle,
    solution: &Grid,
    solver: &'a Solver<'_>,
) -> impl Iterator<Item = Result<Cell, Stopped>> + use<'a> {
    assert!(solution.solves(puzzle), "the grid is a solution of the puzzle");
    let needed = needed(puzzle, solution);
    let mut open: Vec<_> = puzzle.givens().filter(|(cell, _)| !needed[cell.index()]).collect();
    // The fewer digits the rest of the board allows in a cell, the more likely its given is redundant.
    open.sort_by_cached_key(|(cell, _)| Reverse(seen(puzzle, *cell)));
    let puzzle = puzzle.clone();
    let without = move |(cell, digit)| {
        let mut without = puzzle.clone();
        without.clear(cell);
        without.remove_candidate(cell, digit);
        without
    };
    let mut open = open.into_iter();
    // Testing several at a time is faster, but too many would delay the first.
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

/// Givens tested at a time.
const TOGETHER: usize = 16;

/// The number of different digits among a cell's peers.
fn seen(puzzle: &Puzzle, cell: Cell) -> usize {
    let mut seen = DigitSet::EMPTY;
    puzzle.shape().peers(cell).filter_map(|peer| puzzle.digit(peer)).for_each(|digit| _ = seen.insert(digit));
    seen.len()
}

/// For each cell, whether it is the only given cell of some unavoidable set.
fn needed(puzzle: &Puzzle, solution: &Grid) -> Vec<bool> {
    let shape = puzzle.shape();
    // If candidates have been removed, exchanged digits may not be allowed.
    if puzzle.removed().is_some() {
        return vec![false; shape.cell_count()];
    }
    if let Some(nine) = puzzle.classic_nine() {
        let digits: [u8; 81] = std::array::from_fn(|cell| solution.digits()[cell].number() as u8);
        let mut exchanges = Exchanges::new();
        exchanges.look_at(&digits, &nine.digits());
        return (0..81).map(|cell| exchanges.is_needed(cell, digits[cell])).collect();
    }
    parts::needed(puzzle, solution)
}
