//! Solutions of variants, their number, and the digits that each cell can have.

use super::engine::{Budget, count_by_frontier};
use super::model::Model;
use super::solutions::Patience;
use super::{Constraint, Mistake, Solutions, TrueCandidates, VariantPuzzle};
use crate::solve::Natural;
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};

/// A solver for variants, with a budget and a cancel flag.
///
/// ```
/// use ninefold::variant::{Constraint, Kind, Solver, VariantPuzzle, Verdict};
/// let mut puzzle = VariantPuzzle::sudoku(2, 2);
/// puzzle.constraints.push(Constraint::new(Kind::Thermo).cells([0, 1, 2, 3]));
/// let Ok(verdict) = Solver::new().verdict(&puzzle)? else { panic!("nothing stops it") };
/// assert!(matches!(verdict, Verdict::Multiple(one, other) if one[..4] == [1, 2, 3, 4] && one != other));
/// assert_eq!(Solver::new().count(&puzzle, 100)?, Ok(12));
/// # Ok::<(), ninefold::variant::Mistake>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Solver<'a> {
    nodes: Option<u64>,
    cancel: Option<&'a AtomicBool>,
}

/// Whether a puzzle has no solution, one or several, with the solutions that prove it; each has a digit for each cell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// No solution.
    None,
    /// Exactly one solution.
    Unique(Vec<i64>),
    /// Several solutions; these are two of them.
    Multiple(Vec<i64>, Vec<i64>),
}

/// A verdict or, if the search was stopped, the solution found so far.
pub type Judged = Result<Verdict, Stopped<Option<Vec<i64>>>>;

/// The error when the budget or the cancel flag ended a search before there was an answer.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Stopped<T = ()> {
    /// What had been found by then.
    pub found: T,
}

impl<T> fmt::Display for Stopped<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the search was stopped")
    }
}

impl<T: fmt::Debug> std::error::Error for Stopped<T> {}

impl<'a> Solver<'a> {
    /// Makes a solver without limits.
    pub fn new() -> Solver<'a> {
        Solver::default()
    }

    /// Limits each call to this many nodes. A node is a conflict, or a step from one solution to the next; if there
    /// are only rows, columns and boxes, it is what [`solve::Solver::nodes`](crate::solve::Solver::nodes) counts.
    pub fn nodes(self, nodes: u64) -> Solver<'a> {
        Solver { nodes: Some(nodes), ..self }
    }

    /// Sets a flag that stops the search once it becomes true.
    pub fn cancel(self, flag: &'a AtomicBool) -> Solver<'a> {
        Solver { cancel: Some(flag), ..self }
    }

    pub(super) fn budget(&self) -> Budget<'a> {
        Budget { nodes: self.nodes.unwrap_or(u64::MAX), cancel: self.cancel }
    }

    /// Returns the solutions, one by one.
    ///
    /// # Errors
    /// The first mistake of the puzzle, if it has any; also if a rule is too large for an automaton.
    pub fn solutions(&self, puzzle: &VariantPuzzle) -> Result<Solutions<'a>, Mistake> {
        self.solutions_after(puzzle, Patience::default())
    }

    /// The same, with this much patience before the search starts to learn.
    pub(super) fn solutions_after(&self, puzzle: &VariantPuzzle, patience: Patience) -> Result<Solutions<'a>, Mistake> {
        let model = model(puzzle, self.cancel)?;
        Ok(model.map_or_else(Solutions::stopped, |model| Solutions::new(puzzle, model, self.budget(), patience)))
    }

    /// Finds a solution, if there is one.
    ///
    /// # Errors
    /// As for [`Solver::solutions`]; the inner error if the search was stopped.
    pub fn first(&self, puzzle: &VariantPuzzle) -> Result<Result<Option<Vec<i64>>, Stopped>, Mistake> {
        let mut solutions = self.solutions(puzzle)?;
        let first = solutions.next();
        Ok(if solutions.is_stopped() { Err(Stopped { found: () }) } else { Ok(first) })
    }

    /// Determines whether there is exactly one solution.
    ///
    /// # Errors
    /// As for [`Solver::solutions`]; the inner error if the search was stopped, with the solution found so far, if any.
    pub fn verdict(&self, puzzle: &VariantPuzzle) -> Result<Judged, Mistake> {
        let mut solutions = self.solutions(puzzle)?;
        let (first, second) = match solutions.next() {
            None => (None, None),
            Some(first) => (Some(first), solutions.next()),
        };
        Ok(match (first, second) {
            (Some(one), Some(other)) => Ok(Verdict::Multiple(one, other)),
            (found, _) if solutions.is_stopped() => Err(Stopped { found }),
            (Some(only), None) => Ok(Verdict::Unique(only)),
            (None, _) => Ok(Verdict::None),
        })
    }

    /// Counts the solutions, up to `limit`.
    ///
    /// # Errors
    /// As for [`Solver::solutions`]; the inner error if the search was stopped, with the number so far.
    pub fn count(&self, puzzle: &VariantPuzzle, limit: u64) -> Result<Result<u64, Stopped<u64>>, Mistake> {
        let mut solutions = self.solutions(puzzle)?;
        if let Some(classic) = solutions.classic() {
            return Ok(classic.count(limit).map_err(|found| Stopped { found }));
        }
        let mut found = 0;
        while found < limit && solutions.advance() {
            found += 1;
        }
        Ok(if solutions.is_stopped() { Err(Stopped { found }) } else { Ok(found) })
    }

    /// Counts all solutions. Once there are thousands, the solutions are counted without enumerating them if no rule spans
    /// more than a few rows, as with houses, chess moves, dots and whispers; otherwise they are counted one by one.
    /// If there are no rules beyond those of a classic puzzle, they are counted as by [`solve::count_all`](crate::solve::count_all)
    /// (except in WebAssembly).
    ///
    /// ```
    /// use ninefold::variant::{Constraint, Kind, Solver, VariantPuzzle};
    /// let mut puzzle = VariantPuzzle::sudoku(2, 3);
    /// puzzle.constraints.push(Constraint::new(Kind::AntiKnight));
    /// assert_eq!(Solver::new().count_all(&puzzle)?.unwrap().to_string(), "11520");
    /// # Ok::<(), ninefold::variant::Mistake>(())
    /// ```
    ///
    /// # Errors
    /// As for [`Solver::solutions`]; the inner error if the search was stopped, with the number so far.
    pub fn count_all(&self, puzzle: &VariantPuzzle) -> Result<Result<Natural, Stopped<Natural>>, Mistake> {
        let mut solutions = self.solutions(puzzle)?;
        if let Some(classic) = solutions.classic() {
            return Ok(classic.count_all().map_err(|found| Stopped { found }));
        }
        let mut found: u64 = 0;
        while found < MANY && solutions.advance() {
            found += 1;
        }
        // Even if there are too many solutions to enumerate, counting them together may take few steps.
        let is_cancelled = || self.cancel.is_some_and(|flag| flag.load(Ordering::Relaxed));
        if (found == MANY || solutions.is_stopped() && !is_cancelled())
            && let Some(model) = model(puzzle, self.cancel)?
            && let Some(number) = count_by_frontier(model, puzzle.columns(), &mut self.budget())
        {
            return Ok(Ok(number));
        }
        while solutions.advance() {
            found += 1;
        }
        let found = Natural::from(found);
        Ok(if solutions.is_stopped() { Err(Stopped { found }) } else { Ok(found) })
    }

    /// Finds the digits that each cell has in some solution ("true candidates"), in ascending order; none if there is no
    /// solution. [`TrueCandidates`] finds them again after each change to a puzzle, with less work.
    ///
    /// # Errors
    /// As for [`Solver::solutions`]; the inner error if the search was stopped.
    pub fn candidates(&self, puzzle: &VariantPuzzle) -> Result<Result<Vec<Vec<i64>>, Stopped>, Mistake> {
        TrueCandidates::new().of(puzzle, self)
    }
}

/// The model of the rules; `None` if building it was cancelled.
pub(super) fn model(puzzle: &VariantPuzzle, cancel: Option<&AtomicBool>) -> Result<Option<Model>, Mistake> {
    if let Some(mistake) = puzzle.check().into_iter().next() {
        return Err(mistake);
    }
    let model = Model::of_while(puzzle, || !cancel.is_some_and(|flag| flag.load(Ordering::Relaxed)));
    if model.as_ref().is_some_and(|model| model.is_too_large) { Err(too_large(puzzle)) } else { Ok(model) }
}

/// The mistake that names the first constraint that has too many cases by itself.
fn too_large(puzzle: &VariantPuzzle) -> Mistake {
    let mut alone = puzzle.clone();
    alone.constraints.clear();
    let is_too_large = |constraint: &&Constraint| {
        alone.constraints = vec![(*constraint).clone()];
        Model::of(&alone).is_too_large
    };
    let found = puzzle.constraints.iter().find(is_too_large);
    let what = found.map_or_else(|| "a rule".to_owned(), |constraint| puzzle.title_with_first_cell(constraint));
    let place = found.and_then(|found| puzzle.constraints.iter().position(|constraint| constraint == found));
    Mistake { constraint: place, message: format!("{what}: too many cases to search, expected fewer cells") }
}

/// The number of solutions after which the rest are counted together, if that is possible.
const MANY: u64 = 10_000;
