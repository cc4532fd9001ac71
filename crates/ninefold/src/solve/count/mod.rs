//! Counting all solutions, without finding each of them if there are too many.
//!
//! A puzzle's first solutions are found and counted one by one; most puzzles have no more. If there are more, the board is
//! divided into chutes. One chute needs to know so little about the others that summing over it takes milliseconds to minutes,
//! where a search would take years.
//!
//! # Boards of 9x9
//!
//! All that matters of a band to the rest of the board is which three digits it has in each column: a *partition* of the digits
//! for each of its boxes (`partitions`). So the number of solutions is a sum over nine partitions,
//!
//! ```text
//!     p1 p2 p3                                          Each column of the picture, a stack, has to be
//!     q1 q2 q3    sum of  F(p1 p2 p3) G(q1 q2 q3) H(r1 r2 r3)      compatible: every digit in three different
//!     r1 r2 r3                                          columns. F, G, H: the ways to fill each band (`band`).
//! ```
//!
//! of 94080 compatible triples for each of three stacks (`stack`), 8 * 10^14 terms in all. Every given leaves a third of its
//! stack's triples, and digits and columns that the givens do not distinguish need to be summed only once (`alike`). So the
//! worst case is not the empty board, but one with six or seven givens, all different, in as many rows and columns: 4 * 10^11
//! products, which are computed in vectors (`sum`, `dot_products`) after choosing the best way round (`plan`).
//!
//! Bertram Felgenhauer and Frazer Jarvis counted the grids by the classes of the first band ("Mathematics of Sudoku I", 2006);
//! Kjell Fredrik Pettersen's method for other boards sums over the column partitions of bands. Here the sum is taken in another
//! order, which also works for boards with givens or candidates.
//!
//! # Boxes of two rows or columns
//!
//! See `halves`, `filling` and `factors`.

mod alike;
mod band;
mod cubics;
pub(super) mod dot_products;
mod factors;
mod filling;
mod halves;
mod natural;
mod partitions;
mod plan;
mod stack;
mod sum;
#[cfg(test)]
mod tests;

pub use natural::{Natural, NaturalTooLarge};

use super::engine::Budget;
use super::{Isa, Solver, Stopped, strategy};
use crate::board::{Cell, ClassicNine, Puzzle};
use halves::Halves;
use sum::Sum;

/// Why counting ended before it was complete. The solutions found until then are a proven lower bound.
pub type StoppedCount = Stopped<Natural>;

impl StoppedCount {
    /// Returns a lower bound: there are at least this many solutions.
    pub fn found(&self) -> &Natural {
        let (Stopped::OutOfNodes { found } | Stopped::Cancelled { found }) = self;
        found
    }
}

impl From<Stopped> for StoppedCount {
    fn from(stopped: Stopped) -> StoppedCount {
        StoppedCount::new(matches!(stopped, Stopped::Cancelled { .. }), stopped.found().into())
    }
}

/// See [`Solver::count_all_with_progress`].
pub(super) fn count_all(
    solver: &Solver<'_>,
    puzzle: &Puzzle,
    progress: &mut dyn FnMut(f64),
) -> Result<Natural, StoppedCount> {
    if solver.engine.is_some() {
        return Ok(solver.count(puzzle, u64::MAX)?.into());
    }
    let few = strategy::few_solutions(puzzle.shape());
    let mut budget = Budget::new(solver.nodes, solver.cancel);
    let method = if let (Some(nine), None) = (puzzle.classic_nine(), solver.nodes) {
        let found = solver.count(puzzle, few)?;
        if found < few {
            return Ok(found.into());
        }
        Method::chutes(nine)
    } else {
        let (mut solutions, mut method) = (solver.solutions(puzzle), None);
        while solutions.advance() {
            if solutions.found == few {
                method = Method::of(puzzle);
                if method.is_some() {
                    break;
                }
            }
        }
        if let Some(stopped) = solutions.stopped() {
            return Err(stopped.into());
        }
        let Some(method) = method else { return Ok(solutions.found.into()) };
        budget = solutions.budget;
        method
    };
    let sum = method.sum(solver.isa.unwrap_or_else(Isa::best), &mut budget, progress);
    if sum.is_complete {
        debug_assert!(sum.found >= u128::from(few), "all solutions, among them those that were searched");
        return Ok(sum.found.into());
    }
    Err(StoppedCount::new(budget.was_cancelled(), sum.found.max(few.into()).into()))
}

/// A way to count without finding each solution.
enum Method {
    Chutes(alike::Board),
    Halves(Halves),
}

impl Method {
    /// `None` if no method suits the shape of the board.
    fn of(puzzle: &Puzzle) -> Option<Method> {
        match puzzle.classic_nine() {
            Some(nine) => Some(Method::chutes(nine)),
            None => Halves::new(&puzzle.candidates()).map(Method::Halves),
        }
    }

    fn chutes(nine: ClassicNine<'_>) -> Method {
        let candidates = nine.puzzle().candidates();
        let cell = |row, column| candidates.words(Cell::new(9 * row + column))[0] as u16;
        Method::Chutes(std::array::from_fn(|row| std::array::from_fn(|column| cell(row, column))))
    }

    fn sum(&self, isa: Isa, budget: &mut Budget<'_>, progress: &mut dyn FnMut(f64)) -> Sum {
        match self {
            Method::Chutes(board) => sum::sum(board, isa, budget, progress),
            Method::Halves(halves) => halves.sum(budget, progress),
        }
    }
}
