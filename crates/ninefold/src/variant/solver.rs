//! Solutions of variants, their number, and what each cell can be.

use super::engine::{Budget, count_by_frontier};
use super::model::Model;
use super::solutions::Patience;
use super::{Constraint, Mistake, Solutions, TrueCandidates, VariantPuzzle};
use crate::solve::Natural;
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};

/// How variants are solved: the budget and the cancel flag of a search.
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

/// How many solutions a puzzle has, with those that prove it; each has a digit for each cell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// None.
    None,
    /// Exactly one.
    Unique(Vec<i64>),
    /// Two of several.
    Multiple(Vec<i64>, Vec<i64>),
}

/// A verdict or, if the search was stopped, the solution found so far.
pub type Judged = Result<Verdict, Stopped<Option<Vec<i64>>>>;

/// The budget or the cancel flag ended the search before there was an answer.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Stopped<T = ()> {
    /// What was known by then.
    pub found: T,
}

impl<T> fmt::Display for Stopped<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the search was stopped")
    }
}

impl<T: fmt::Debug> std::error::Error for Stopped<T> {}

impl<'a> Solver<'a> {
    /// A solver without limits.
    pub fn new() -> Solver<'a> {
        Solver::default()
    }

    /// The same with at most this many nodes for each call. A node is a conflict, or a solution left behind for the next;
    /// where there are only rows, columns and boxes, what [`solve::Solver::nodes`](crate::solve::Solver::nodes) counts.
    pub fn nodes(self, nodes: u64) -> Solver<'a> {
        Solver { nodes: Some(nodes), ..self }
    }

    /// The same with a flag that stops the search once it is set.
    pub fn cancel(self, flag: &'a AtomicBool) -> Solver<'a> {
        Solver { cancel: Some(flag), ..self }
    }

    pub(super) fn budget(&self) -> Budget<'a> {
        Budget { nodes: self.nodes.unwrap_or(u64::MAX), cancel: self.cancel }
    }

    /// The solutions, one by one.
    ///
    /// # Errors
    /// The first mistake of the puzzle, if it has any; also if a rule is too large for an automaton.
    pub fn solutions(&self, puzzle: &VariantPuzzle) -> Result<Solutions<'a>, Mistake> {
        self.solutions_after(puzzle, Patience::default())
    }

    /// The same, with so much patience before a search learns.
    pub(super) fn solutions_after(&self, puzzle: &VariantPuzzle, patience: Patience) -> Result<Solutions<'a>, Mistake> {
        let model = model(puzzle, self.cancel)?;
        Ok(model.map_or_else(Solutions::stopped, |model| Solutions::new(puzzle, model, self.budget(), patience)))
    }

    /// A solution, if there is one.
    ///
    /// # Errors
    /// As [`Solver::solutions`]; the inner error if the search was stopped.
    pub fn first(&self, puzzle: &VariantPuzzle) -> Result<Result<Option<Vec<i64>>, Stopped>, Mistake> {
        let mut solutions = self.solutions(puzzle)?;
        let first = solutions.next();
        Ok(if solutions.is_stopped() { Err(Stopped { found: () }) } else { Ok(first) })
    }

    /// Whether there is exactly one solution.
    ///
    /// # Errors
    /// As [`Solver::solutions`]; the inner error if the search was stopped, with the solution that was found.
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

    /// The number of solutions, up to `limit`.
    ///
    /// # Errors
    /// As [`Solver::solutions`]; the inner error if the search was stopped, with the number so far.
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

    /// The number of all solutions. Beyond some thousands they are counted together if the rules reach no further than
    /// a few rows, as those of houses, chess moves, dots and whispers do; otherwise one by one. Without rules beyond those of a
    /// classic puzzle they are counted as [`solve::count_all`](crate::solve::count_all) does.
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
    /// As [`Solver::solutions`]; the inner error if the search was stopped, with the number so far.
    pub fn count_all(&self, puzzle: &VariantPuzzle) -> Result<Result<Natural, Stopped<Natural>>, Mistake> {
        let mut solutions = self.solutions(puzzle)?;
        if let Some(classic) = solutions.classic() {
            return Ok(classic.count_all().map_err(|found| Stopped { found }));
        }
        let mut found: u64 = 0;
        while found < MANY && solutions.advance() {
            found += 1;
        }
        // What takes too many solutions one by one may be few steps together.
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

    /// The digits that each cell has in some solution ("true candidates"), in ascending order; none if there is no
    /// solution. [`TrueCandidates`] gives them again after each change of a puzzle, with less work.
    ///
    /// # Errors
    /// As [`Solver::solutions`]; the inner error if the search was stopped.
    pub fn candidates(&self, puzzle: &VariantPuzzle) -> Result<Result<Vec<Vec<i64>>, Stopped>, Mistake> {
        TrueCandidates::new().of(puzzle, self)
    }
}

/// What the rules say; `None` if that was cancelled.
pub(super) fn model(puzzle: &VariantPuzzle, cancel: Option<&AtomicBool>) -> Result<Option<Model>, Mistake> {
    if let Some(mistake) = puzzle.check().into_iter().next() {
        return Err(mistake);
    }
    let model = Model::of_while(puzzle, || !cancel.is_some_and(|flag| flag.load(Ordering::Relaxed)));
    if model.as_ref().is_some_and(|model| model.is_too_large) { Err(too_large(puzzle)) } else { Ok(model) }
}

/// Names the first constraint that has too many cases by itself.
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

/// Solutions after which they are counted together, if that can be done.
const MANY: u64 = 10_000;
