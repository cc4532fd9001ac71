//! Finding solutions: the first, all of them one by one, their number, or the verdict whether a puzzle
//! has exactly one.
//!
//! The functions [`first`], [`all`], [`count`] and [`verdict`] answer plain questions. A [`Solver`] asks
//! them with a budget of nodes, a cancel flag or a certain [`Engine`].
//!
//! ```
//! use ninefold::solve::{self, Verdict};
//! use ninefold::Puzzle;
//!
//! let puzzle: Puzzle = "2....1.38........5.7...6..........13.981..25731....8..9..8...2..5..697844..25....".parse()?;
//! let Verdict::Unique(grid) = solve::verdict(&puzzle) else { panic!("a proper puzzle") };
//! assert_eq!(grid.to_string(), "249571638861432975573986142725698413698143257314725869937814526152369784486257391");
//! # Ok::<(), ninefold::Invalid>(())
//! ```
//!
//! Answers are deterministic: the same call gives the same solutions in the same order, whatever the
//! machine. With several solutions the order is that of the engine's search.

mod engine;
mod general;
mod nine;
mod strategy;

pub use strategy::{Engine, NoSuchEngine};

use crate::board::{Grid, Puzzle};
use engine::{Budget, Progress};
use std::fmt;
use std::sync::atomic::AtomicBool;
use strategy::Search;

/// The first solution, or `None` if there is none.
pub fn first(puzzle: &Puzzle) -> Option<Grid> {
    all(puzzle).next()
}

/// All solutions, each found when it is asked for: the first of an empty board comes at once.
pub fn all(puzzle: &Puzzle) -> Solutions<'static> {
    Solver::new().solutions(puzzle)
}

/// The number of solutions, at most `limit`: a result equal to `limit` means "at least as many".
pub fn count(puzzle: &Puzzle, limit: u64) -> u64 {
    let count = Solver::new().count(puzzle, limit);
    count.unwrap_or_else(|stopped| unreachable!("a search without budget ended early: {stopped}"))
}

/// Whether the puzzle has one solution, several or none, with the proof.
pub fn verdict(puzzle: &Puzzle) -> Verdict {
    let verdict = Solver::new().verdict(puzzle);
    verdict.unwrap_or_else(|stopped| unreachable!("a search without budget ended early: {stopped}"))
}

/// The answer to "is this a proper puzzle?".
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Exactly one solution: this one.
    Unique(Grid),
    /// More than one solution; these two are different.
    Multiple(Grid, Grid),
    /// No solution.
    None,
}

/// How to search: which engine, and when to give up.
///
/// ```
/// use ninefold::{Puzzle, Shape, solve::{Solver, Stopped}};
/// let empty = Puzzle::empty(Shape::NINE);
/// assert_eq!(Solver::new().count(&empty, 1000), Ok(1000));
/// assert_eq!(Solver::new().nodes(10).first(&empty), Err(Stopped::OutOfNodes { found: 0 }));
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Solver<'a> {
    engine: Option<Engine>,
    nodes: Option<u64>,
    cancel: Option<&'a AtomicBool>,
}

impl<'a> Solver<'a> {
    /// A solver without limits that chooses the best engine for each puzzle.
    pub fn new() -> Solver<'a> {
        Solver::default()
    }

    /// Uses this engine for every puzzle whose shape it accepts.
    pub fn engine(mut self, engine: Engine) -> Solver<'a> {
        self.engine = Some(engine);
        self
    }

    /// Stops each search after this many nodes (guesses).
    pub fn nodes(mut self, nodes: u64) -> Solver<'a> {
        self.nodes = Some(nodes);
        self
    }

    /// Stops each search soon after the flag has become true. The flag is looked at with every node;
    /// a puzzle that needs no guess is answered regardless.
    pub fn cancel(mut self, flag: &'a AtomicBool) -> Solver<'a> {
        self.cancel = Some(flag);
        self
    }

    /// The first solution, or `None` if there is none.
    ///
    /// # Errors
    /// If the search stopped before one was found.
    pub fn first(&self, puzzle: &Puzzle) -> Result<Option<Grid>, Stopped> {
        let mut solutions = self.solutions(puzzle);
        let first = solutions.next();
        solutions.stopped().map_or(Ok(first), Err)
    }

    /// All solutions, each found when it is asked for. The iterator ends early if the search stops;
    /// [`Solutions::stopped`] tells.
    pub fn solutions(&self, puzzle: &Puzzle) -> Solutions<'a> {
        let budget = Budget::new(self.nodes, self.cancel);
        Solutions { puzzle: puzzle.clone(), search: Search::new(puzzle, self.engine), budget, found: 0, stopped: None }
    }

    /// The number of solutions, at most `limit`.
    ///
    /// # Errors
    /// If the search stopped; the error knows how many were found.
    pub fn count(&self, puzzle: &Puzzle, limit: u64) -> Result<u64, Stopped> {
        let mut solutions = self.solutions(puzzle);
        while solutions.found < limit && solutions.advance() {}
        solutions.stopped().map_or(Ok(solutions.found), Err)
    }

    /// Whether the puzzle has one solution, several or none, with the proof.
    ///
    /// # Errors
    /// If the search stopped before that was known.
    pub fn verdict(&self, puzzle: &Puzzle) -> Result<Verdict, Stopped> {
        let mut solutions = self.solutions(puzzle);
        let verdict = match (solutions.next(), solutions.next()) {
            (None, _) => Verdict::None,
            (Some(only), None) => Verdict::Unique(only),
            (Some(one), Some(other)) => Verdict::Multiple(one, other),
        };
        solutions.stopped().map_or(Ok(verdict), Err)
    }
}

/// The solutions of a puzzle, one by one; made by [`all`] or [`Solver::solutions`].
#[derive(Clone, Debug)]
pub struct Solutions<'a> {
    puzzle: Puzzle,
    search: Search,
    budget: Budget<'a>,
    found: u64,
    stopped: Option<Stopped>,
}

impl Solutions<'_> {
    /// Why the search ended before all solutions were told, if it did.
    pub fn stopped(&self) -> Option<Stopped> {
        self.stopped
    }

    fn advance(&mut self) -> bool {
        match self.search.advance(&mut self.budget) {
            Progress::Found => self.found += 1,
            Progress::Exhausted => return false,
            Progress::Stopped => {
                let found = self.found;
                self.stopped = Some(match self.budget.was_cancelled() {
                    true => Stopped::Cancelled { found },
                    false => Stopped::OutOfNodes { found },
                });
                return false;
            }
        }
        true
    }
}

impl Iterator for Solutions<'_> {
    type Item = Grid;

    fn next(&mut self) -> Option<Grid> {
        if self.stopped.is_some() || !self.advance() {
            return None;
        }
        // Every solution is checked against the rules and against the puzzle before it is told.
        let grid = Grid::new(self.puzzle.shape(), self.search.solution()).expect("an engine's solution is a grid");
        assert!(grid.solves(&self.puzzle), "an engine's solution keeps the puzzle's digits");
        Some(grid)
    }
}

impl std::iter::FusedIterator for Solutions<'_> {}

/// Why a search ended before its answer was complete.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stopped {
    /// The budget of nodes is used up.
    OutOfNodes {
        /// Solutions found until then.
        found: u64,
    },
    /// The cancel flag was set.
    Cancelled {
        /// Solutions found until then.
        found: u64,
    },
}

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (why, found) = match self {
            Stopped::OutOfNodes { found } => ("the budget of nodes is used up", found),
            Stopped::Cancelled { found } => ("cancelled", found),
        };
        write!(f, "{why}; {found} solutions were found until then")
    }
}

impl std::error::Error for Stopped {}
