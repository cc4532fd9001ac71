//! Finding solutions: the first, all of them one by one, their number, or whether a puzzle has exactly one.
//!
//! # Which to use
//!
//! | wanted | without limits | with a [`Solver`] | for many puzzles |
//! |---|---|---|---|
//! | a solution | [`first`] | [`Solver::first`] | [`Solver::first_each`] |
//! | the only solution, or why there is none | | [`Solver::judge`] | |
//! | one, several or none, with the proof | [`verdict`] | [`Solver::verdict`] | |
//! | a few solutions | [`all`] and `take` | [`Solver::up_to`] | |
//! | solutions one by one | [`all`] | [`Solver::solutions`] | |
//! | their number, up to a limit | [`count()`] | [`Solver::count`] | [`Solver::count_each`] |
//! | their number, however large | [`count_all`] | [`Solver::count_all`] | |
//! | 9x9 puzzles by the thousand, as plain digits | | | [`Batch`] |
//!
//! A [`Solver`] can have a budget of nodes, a cancel flag or a particular [`Engine`]; with the feature `parallel` it can race
//! two engines. [`Solver::unlimited`] runs a function that takes a solver and, without limits, cannot fail.
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
//! Answers are deterministic: the same call gives the same solutions in the same order on every machine. Several solutions come
//! in the order in which the engine's search finds them.
//!
//! Every solution that is returned has been checked against the rules and the puzzle. [`count`] and [`Solver::count`] return no
//! solutions, and check those they count only in builds with debug assertions.
//!
//! # Large boards
//!
//! Boards other than 9x9 go through plain search for a few guesses, then all-different filtering (row by row if much is open),
//! and then an engine that learns from conflicts; on large boards this engine takes turns with local search until a first
//! solution is found ([`Engine::Portfolio`]). Puzzles made for people take milliseconds, up to 100x100, and an empty 100x100
//! board takes a fifth of a second. Minimal 25x25 puzzles, or 36x36 with half of the cells given at random, take seconds; 36x36
//! with slightly more than half may not finish in practical time. Give such a search a budget ([`Solver::nodes`]) or a cancel
//! flag ([`Solver::cancel`]); with the feature `parallel` two engines can race (`Solver::race`). The plain search uses eight
//! bytes to remember each candidate that it removes: an empty 1024x1024 board takes a few seconds and 0.4 GB to start, and
//! would take more than 8 GB to fill.

mod arch;
mod batch;
mod count;
mod engine;
mod general;
mod layout;
pub(crate) mod learning;
pub(crate) mod lists;
pub(crate) mod literal;
mod local_search;
mod nine;
mod no_answer;
mod portfolio;
#[cfg(feature = "parallel")]
mod race;
#[cfg(feature = "sat")]
mod sat;
mod segments;
mod strategy;

pub use arch::Isa;
pub(crate) use arch::{Job, Set};
pub use batch::{Answers, Batch, NotADigit};
pub use count::{Natural, NaturalTooLarge, StoppedCount};
pub use no_answer::NoAnswer;
#[cfg(feature = "parallel")]
pub use race::Raced;
pub use strategy::Engine;

use crate::board::{Digit, Grid, Puzzle};
use engine::{Budget, Progress};
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use strategy::EngineSearch;

/// Returns the first solution, or `None` if there is none.
pub fn first(puzzle: &Puzzle) -> Option<Grid> {
    all(puzzle).next()
}

/// Returns an iterator over all solutions, each found only when it is asked for: an empty 9x9 board has
/// 6,670,903,752,021,072,936,960, but the first one comes at once.
pub fn all(puzzle: &Puzzle) -> Solutions<'static> {
    Solver::new().solutions(puzzle)
}

/// Counts solutions, up to `limit`: a result equal to `limit` means "at least as many". The solutions are counted as the engine
/// finds them and are not checked one by one.
pub fn count(puzzle: &Puzzle, limit: u64) -> u64 {
    Solver::unlimited(|solver| solver.count(puzzle, limit))
}

/// Counts all solutions exactly.
///
/// If there are many, they are not found one by one: on 9x9 boards, and on boards up to 10x10 with boxes of two rows or two
/// columns, the number is a sum over the ways to fill the bands. On a 9x9 board this takes some milliseconds with many givens
/// or with none. In between it takes up to a minute, if several givens make all digits, rows and columns different from each
/// other. An empty board with boxes of 2x5 takes twenty seconds, one with a few givens far longer. On other boards solutions
/// are found one by one, which may never end: see [`Solver::count_all`] for budgets.
///
/// ```
/// use ninefold::{Puzzle, Shape, solve};
///
/// let grids = solve::count_all(&Puzzle::empty(Shape::NINE));
/// assert_eq!(grids.to_string(), "6670903752021072936960");
/// ```
pub fn count_all(puzzle: &Puzzle) -> Natural {
    Solver::unlimited(|solver| solver.count_all(puzzle))
}

/// Decides whether the puzzle has one solution, several or none, with the solutions as proof.
pub fn verdict(puzzle: &Puzzle) -> Verdict {
    Solver::unlimited(|solver| solver.verdict(puzzle))
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

/// How to search: which engine to use, and when to give up.
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
    isa: Option<Isa>,
    nodes: Option<u64>,
    cancel: Option<&'a AtomicBool>,
}

impl<'a> Solver<'a> {
    /// A solver without limits that chooses the best engine for each puzzle.
    pub fn new() -> Solver<'a> {
        Solver::default()
    }

    /// Returns the answer of a solver without limits, which never stops early.
    ///
    /// ```
    /// use ninefold::{Puzzle, Shape, solve::Solver};
    /// let empty = Puzzle::empty(Shape::NINE);
    /// assert_eq!(Solver::unlimited(|solver| solver.up_to(&empty, 3)).len(), 3);
    /// ```
    pub fn unlimited<T, E: fmt::Display>(ask: impl FnOnce(&Solver<'static>) -> Result<T, E>) -> T {
        ask(&Solver::new()).unwrap_or_else(|stopped| unreachable!("a solver without limits stopped: {stopped}"))
    }

    /// Uses this engine for every puzzle whose shape it accepts.
    #[must_use]
    pub fn engine(mut self, engine: Engine) -> Solver<'a> {
        self.engine = Some(engine);
        self
    }

    /// Uses this instruction set for 9x9 boards, instead of the best one that the processor has.
    ///
    /// # Panics
    /// If the processor does not have it.
    #[must_use]
    pub fn isa(mut self, isa: Isa) -> Solver<'a> {
        assert!(isa.is_available(), "this processor has no {isa}");
        self.isa = Some(isa);
        self
    }

    /// Stops each search after this many nodes. A node is a guess, a conflict if the engine learns clauses, or 800 steps of
    /// local search.
    #[must_use]
    pub fn nodes(mut self, nodes: u64) -> Solver<'a> {
        self.nodes = Some(nodes);
        self
    }

    /// Stops each search soon after the flag becomes true. The flag is checked at every node and, if the time between two nodes
    /// may be long, in between; an answer that is found before the check is still returned.
    #[must_use]
    pub fn cancel(mut self, flag: &'a AtomicBool) -> Solver<'a> {
        self.cancel = Some(flag);
        self
    }

    /// Returns the first solution, or `None` if there is none.
    ///
    /// # Errors
    /// If the search stopped before it found a solution.
    pub fn first(&self, puzzle: &Puzzle) -> Result<Option<Grid>, Stopped> {
        self.ask(puzzle, FIRST).first()
    }

    fn ask(&self, puzzle: &Puzzle, question: Question) -> Found {
        let found = self.at_once(std::slice::from_ref(puzzle), question);
        found.map_or_else(|| self.search(puzzle, question), |mut found| found.remove(0))
    }

    fn ask_each(&self, puzzles: &[Puzzle], question: Question) -> Vec<Found> {
        let found = self.at_once(puzzles, question);
        found.unwrap_or_else(|| puzzles.iter().map(|puzzle| self.search(puzzle, question)).collect())
    }

    /// The answers of an engine that does not return solutions one by one; `None` if the puzzles need one that does.
    fn at_once(&self, puzzles: &[Puzzle], question: Question) -> Option<Vec<Found>> {
        let answers = strategy::at_once(puzzles, self, question.limit, question.keep)?;
        let found = puzzles.iter().enumerate().map(|(i, puzzle)| {
            let grid = |solution| checked(puzzle, nine::digits(solution)).expect(SOLVES);
            let cancelled = || self.cancel.is_some_and(|flag| flag.load(Ordering::Relaxed));
            let stopped = answers.stopped(i).then(|| Stopped::new(cancelled(), answers.count(i)));
            Found { count: answers.count(i), grids: answers.solutions(i).iter().map(grid).collect(), stopped }
        });
        Some(found.collect())
    }

    /// The answer of an engine that returns solutions one by one.
    fn search(&self, puzzle: &Puzzle, question: Question) -> Found {
        let (mut solutions, mut grids) = (self.solutions(puzzle), Vec::new());
        while solutions.found < question.limit && solutions.advance() {
            if grids.len() < question.keep {
                grids.push(solutions.checked().expect(SOLVES));
            }
        }
        Found { count: solutions.found, grids, stopped: solutions.stopped }
    }

    /// Returns an iterator over all solutions, each found when it is asked for. The iterator ends early if the search stops;
    /// [`Solutions::stopped`] returns why.
    pub fn solutions(&self, puzzle: &Puzzle) -> Solutions<'a> {
        let budget = Budget::new(self.nodes, self.cancel);
        Solutions {
            puzzle: puzzle.clone(),
            search: EngineSearch::new(puzzle, self.engine, self.isa),
            budget,
            found: 0,
            stopped: None,
        }
    }

    /// Counts solutions, up to `limit`, without checking each of them.
    ///
    /// # Errors
    /// If the search stopped; the error holds the number of solutions found until then.
    pub fn count(&self, puzzle: &Puzzle, limit: u64) -> Result<u64, Stopped> {
        self.ask(puzzle, Question { limit, keep: 0 }).count()
    }

    /// Counts all solutions exactly; see [`count_all`]. With a particular [`Solver::engine`], solutions are found one by one.
    ///
    /// Work other than search also takes nodes from the budget, about as many as a search would use in the same time.
    ///
    /// # Errors
    /// If counting stopped; the error gives a lower bound on the number of solutions.
    ///
    /// ```
    /// use ninefold::{Puzzle, Shape, solve::{Solver, Natural}};
    /// let empty = Puzzle::empty(Shape::NINE);
    /// let stopped = Solver::new().nodes(1000).count_all(&empty).unwrap_err();
    /// assert!(stopped.found() > &Natural::ZERO);
    /// ```
    pub fn count_all(&self, puzzle: &Puzzle) -> Result<Natural, StoppedCount> {
        count::count_all(self, puzzle, &mut |_| {})
    }

    /// Counts all solutions like [`Solver::count_all`], and reports from time to time what fraction of the work is done, from 0
    /// to 1. A search cannot estimate this and reports nothing.
    ///
    /// # Errors
    /// The same as [`Solver::count_all`].
    pub fn count_all_with_progress(
        &self,
        puzzle: &Puzzle,
        mut progress: impl FnMut(f64),
    ) -> Result<Natural, StoppedCount> {
        count::count_all(self, puzzle, &mut progress)
    }

    /// Counts the solutions of several puzzles, each up to `limit` and with a budget of its own; for 9x9 boards this is faster
    /// than one call for each.
    pub fn count_each(&self, puzzles: &[Puzzle], limit: u64) -> Vec<Result<u64, Stopped>> {
        self.ask_each(puzzles, Question { limit, keep: 0 }).into_iter().map(Found::count).collect()
    }

    /// Returns the first solution of each of several puzzles, each with a budget of its own; for 9x9 boards this is faster than
    /// one call for each.
    pub fn first_each(&self, puzzles: &[Puzzle]) -> Vec<Result<Option<Grid>, Stopped>> {
        self.ask_each(puzzles, FIRST).into_iter().map(Found::first).collect()
    }

    /// Returns the first solutions, up to `limit`, or all of them if there are fewer.
    ///
    /// # Errors
    /// If the search stopped before it found them.
    pub fn up_to(&self, puzzle: &Puzzle, limit: usize) -> Result<Vec<Grid>, Stopped> {
        let found = self.ask(puzzle, Question { limit: limit as u64, keep: limit });
        found.stopped.map_or(Ok(found.grids), Err)
    }

    /// Decides whether the puzzle has one solution, several or none, with the solutions as proof.
    ///
    /// # Errors
    /// If the search stopped before this was known; the error holds the solution found so far, if any.
    pub fn verdict(&self, puzzle: &Puzzle) -> Result<Verdict, Undecided> {
        let Found { grids, stopped, .. } = self.ask(puzzle, Question { limit: 2, keep: 2 });
        let mut grids = grids.into_iter();
        match (grids.next(), grids.next(), stopped) {
            (solution, _, Some(stopped)) => Err(Undecided { stopped, solution }),
            (None, ..) => Ok(Verdict::None),
            (Some(only), None, None) => Ok(Verdict::Unique(only)),
            (Some(one), Some(other), None) => Ok(Verdict::Multiple(one, other)),
        }
    }
}

/// How many solutions to count at most, and how many of those to keep.
#[derive(Clone, Copy, Debug)]
struct Question {
    limit: u64,
    keep: usize,
}

const FIRST: Question = Question { limit: 1, keep: 1 };

/// The answer to a [`Question`].
struct Found {
    count: u64,
    grids: Vec<Grid>,
    stopped: Option<Stopped>,
}

impl Found {
    fn count(self) -> Result<u64, Stopped> {
        self.stopped.map_or(Ok(self.count), Err)
    }

    fn first(self) -> Result<Option<Grid>, Stopped> {
        self.stopped.map_or_else(|| Ok(self.grids.into_iter().next()), Err)
    }
}

/// An iterator over the solutions of a puzzle, each checked; made by [`all`] or [`Solver::solutions`].
#[derive(Clone, Debug)]
#[must_use = "iterators are lazy and do nothing unless consumed"]
pub struct Solutions<'a> {
    puzzle: Puzzle,
    search: EngineSearch,
    budget: Budget<'a>,
    found: u64,
    stopped: Option<Stopped>,
}

impl Solutions<'_> {
    /// Returns why the search ended before it had reported all solutions, if it did.
    pub fn stopped(&self) -> Option<Stopped> {
        self.stopped
    }

    /// Moves on to the next solution, which has not been checked yet.
    fn advance(&mut self) -> bool {
        match self.search.advance(&mut self.budget) {
            Progress::Found => {
                self.found += 1;
                debug_assert!(self.checked().is_some(), "{SOLVES}");
                return true;
            }
            Progress::Exhausted => {}
            Progress::Stopped => {
                self.stopped = Some(Stopped::new(self.budget.was_cancelled(), self.found));
            }
        }
        false
    }

    /// The solution that the search has just found; `None` if it is not correct.
    fn checked(&self) -> Option<Grid> {
        checked(&self.puzzle, self.search.solution())
    }
}

/// The grid of an engine's solution, if it obeys the rules and keeps the puzzle's digits.
fn checked(puzzle: &Puzzle, solution: Vec<Digit>) -> Option<Grid> {
    Grid::new(puzzle.shape(), solution).ok().filter(|grid| grid.solves(puzzle))
}

/// Every solution is checked against the rules and against the puzzle before it is reported.
const SOLVES: &str = "an engine's solution is one";

impl Iterator for Solutions<'_> {
    type Item = Grid;

    fn next(&mut self) -> Option<Grid> {
        if self.stopped.is_some() || !self.advance() {
            return None;
        }
        Some(self.checked().expect(SOLVES))
    }
}

impl std::iter::FusedIterator for Solutions<'_> {}

/// Why a search ended before its answer was complete.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Stopped<N = u64> {
    /// The budget of nodes was used up.
    OutOfNodes {
        /// The number of solutions found before that.
        found: N,
    },
    /// The cancel flag was set.
    Cancelled {
        /// The number of solutions found before that.
        found: N,
    },
}

impl<N> Stopped<N> {
    fn new(cancelled: bool, found: N) -> Stopped<N> {
        if cancelled { Stopped::Cancelled { found } } else { Stopped::OutOfNodes { found } }
    }

    /// Returns the number of solutions found before the search stopped.
    pub fn into_found(self) -> N {
        let (Stopped::OutOfNodes { found } | Stopped::Cancelled { found }) = self;
        found
    }
}

impl Stopped {
    /// Returns the number of solutions found before the search stopped.
    pub fn found(self) -> u64 {
        self.into_found()
    }
}

impl<N: Clone + From<u32> + PartialEq + fmt::Display> fmt::Display for Stopped<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Stopped::OutOfNodes { .. } => "node budget exhausted",
            Stopped::Cancelled { .. } => "stopped",
        })?;
        match self.clone().into_found() {
            none if none == N::from(0) => f.write_str(" before a solution was found"),
            one if one == N::from(1) => f.write_str(" after 1 solution"),
            found => write!(f, " after {found} solutions"),
        }
    }
}

impl<N: Clone + From<u32> + PartialEq + fmt::Debug + fmt::Display> std::error::Error for Stopped<N> {}

/// A search for a [`Solver::verdict`] that stopped before the verdict was known.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Undecided {
    /// Why it stopped.
    pub stopped: Stopped,
    /// A solution, if one was found: the puzzle then has one or more. Otherwise it may have any number, or none.
    pub solution: Option<Grid>,
}

impl From<Undecided> for Stopped {
    fn from(undecided: Undecided) -> Stopped {
        undecided.stopped
    }
}

impl fmt::Display for Undecided {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.stopped.fmt(f)
    }
}

impl std::error::Error for Undecided {}
