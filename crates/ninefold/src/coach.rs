//! The coach: advice for a player who is stuck. It uses the solution only to find mistakes; the next step comes from
//! [`logic`](crate::logic), which never sees the solution.

mod published;

pub use published::{Unrated, rate_by_se};

use crate::board::{Candidate, Cell, Entry, Grid, Invalid, Puzzle};
use crate::logic::wording::say;
use crate::logic::{Explainer, Step, Wording};
use crate::solve::{Solver, Stopped, Verdict};

/// Advice on a player's board.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Advice {
    /// The board breaks a rule, or a cell has no candidate.
    Invalid(Invalid),
    /// The givens have no solution, either alone or with the removed candidates.
    NoSolution,
    /// These digits and pencilmarks differ from the solution; nothing else helps until they are corrected.
    Mistakes(Vec<Mistake>),
    /// The next step. It relies on the puzzle having only one solution only if the givens alone have exactly one.
    Step {
        /// The step.
        step: Box<Step>,
        /// Whether the puzzle has one solution.
        has_one_solution: bool,
    },
    /// Nothing is left to do.
    Solved,
    /// No technique finds anything.
    Stuck {
        /// Whether the puzzle has one solution.
        has_one_solution: bool,
    },
}

/// A place where a player's board contradicts the solution.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Mistake {
    /// This digit was placed, but it is wrong.
    WrongDigit(Candidate),
    /// This candidate was removed, but it is the digit of its cell.
    RemovedCandidate(Candidate),
}

impl Mistake {
    /// The cell.
    pub fn cell(self) -> Cell {
        match self {
            Mistake::WrongDigit(candidate) | Mistake::RemovedCandidate(candidate) => candidate.cell,
        }
    }

    fn text(self, wording: &Wording, grade: Grade) -> String {
        match (self, grade) {
            (Mistake::WrongDigit(wrong), Grade::Place) => {
                say!(wording, wrong_somewhere, cell = wording.cell(wrong.cell))
            }
            (Mistake::WrongDigit(wrong), _) => {
                say!(wording, wrong_digit, cell = wording.cell(wrong.cell), digit = wording.digit(wrong.digit))
            }
            (Mistake::RemovedCandidate(lost), Grade::Place) => {
                say!(wording, lost_somewhere, cell = wording.cell(lost.cell))
            }
            (Mistake::RemovedCandidate(lost), _) => {
                say!(wording, lost_candidate, cell = wording.cell(lost.cell), digit = wording.digit(lost.digit))
            }
        }
    }
}

/// How much a hint reveals.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[non_exhaustive]
pub enum Grade {
    /// Roughly where to look, and for what kind of pattern.
    Place,
    /// The technique, its digits and its houses.
    Pattern,
    /// Everything.
    Whole,
}

impl Grade {
    /// Every grade, from the one that reveals least.
    pub const ALL: &'static [Grade] = &[Grade::Place, Grade::Pattern, Grade::Whole];
}

impl Advice {
    /// The kind of advice in a word: `step`, `mistake`, `invalid`, `none` (no solution), `solved` or `stuck`.
    pub fn status(&self) -> &'static str {
        match self {
            Advice::Invalid(_) => "invalid",
            Advice::NoSolution => "none",
            Advice::Mistakes(_) => "mistake",
            Advice::Step { .. } => "step",
            Advice::Solved => "solved",
            Advice::Stuck { .. } => "stuck",
        }
    }

    /// The advice in sentences.
    ///
    /// ```
    /// use ninefold::{Puzzle, Symbols, coach::{self, Grade}, logic::{Explainer, Wording}, solve::Solver};
    /// let puzzle: Puzzle = "1.34341221434321".parse()?;
    /// let advice = coach::advise(&puzzle, &Explainer::new(), &Solver::new()).expect("nothing stops the solver");
    /// let wording = Wording::new(puzzle.shape(), &Symbols::for_side(4));
    /// assert_eq!(advice.text(&wording, Grade::Place), "Look for a single around box 1.");
    /// assert_eq!(advice.text(&wording, Grade::Whole), "Full house: r1c2 is the last empty cell of row 1, and 2 is missing there.");
    /// # Ok::<(), ninefold::Invalid>(())
    /// ```
    pub fn text(&self, wording: &Wording, grade: Grade) -> String {
        let (text, has_one_solution) = match self {
            Advice::Invalid(invalid) => (say!(wording, is_invalid, why = invalid.to_string()), true),
            Advice::NoSolution => (wording.words().has_no_solution.to_owned(), true),
            Advice::Solved => (wording.words().is_solved.to_owned(), true),
            Advice::Stuck { has_one_solution } => (wording.words().is_stuck.to_owned(), *has_one_solution),
            Advice::Mistakes(mistakes) => {
                let texts: Vec<String> = mistakes.iter().map(|mistake| mistake.text(wording, grade)).collect();
                (texts.join(" "), true)
            }
            Advice::Step { step, has_one_solution } => {
                let text = match grade {
                    Grade::Place => wording.where_to_look(step),
                    Grade::Pattern => wording.what_to_look_at(step),
                    Grade::Whole => wording.step(step),
                };
                (text, *has_one_solution)
            }
        };
        if has_one_solution { text } else { say!(wording, has_several, text) }
    }
}

/// Gives advice on a player's board: its givens, placed digits and removed candidates.
///
/// ```
/// use ninefold::{Cell, Digit, Puzzle, coach::{self, Advice, Mistake}, logic::Explainer, solve::Solver};
/// let mut puzzle: Puzzle = "1.34341221434321".parse()?;
/// let advice = |puzzle: &Puzzle| coach::advise(puzzle, &Explainer::new(), &Solver::new());
/// let Ok(Advice::Step { step, .. }) = advice(&puzzle) else { panic!("there is a step") };
/// assert_eq!(step.technique.name(), "full house");
/// puzzle.clear(Cell::new(0));
/// puzzle.remove_candidate(Cell::new(0), Digit::from_index(0));
/// assert!(matches!(advice(&puzzle), Ok(Advice::Mistakes(mistakes)) if matches!(mistakes[..], [Mistake::RemovedCandidate(_)])));
/// # Ok::<(), ninefold::Invalid>(())
/// ```
///
/// # Errors
/// If the solver's budget or cancel flag ends its search.
pub fn advise(puzzle: &Puzzle, explainer: &Explainer, solver: &Solver<'_>) -> Result<Advice, Stopped> {
    let (solution, is_unique) = match solution(puzzle, solver)? {
        Solutions::None => {
            return Ok(puzzle.validate().map_or_else(Advice::Invalid, |()| Advice::NoSolution));
        }
        Solutions::OfGivens(solution) => (Some(solution), true),
        Solutions::OfPencilmarks(solution) => (Some(solution), false),
        Solutions::Several => (None, false),
    };
    if let Some(solution) = &solution {
        let mistakes = mistakes(puzzle, solution);
        if !mistakes.is_empty() {
            return Ok(Advice::Mistakes(mistakes));
        }
    }
    if let Err(invalid) = puzzle.validate() {
        return Ok(Advice::Invalid(invalid));
    }
    if puzzle.is_full() {
        return Ok(Advice::Solved);
    }
    let has_one_solution = solution.is_some();
    let explainer = if is_unique { explainer.clone() } else { explainer.clone().without_uniqueness() };
    Ok(match explainer.path(puzzle).next() {
        Some(step) => Advice::Step { step: Box::new(step), has_one_solution },
        None => Advice::Stuck { has_one_solution },
    })
}

enum Solutions {
    None,
    OfGivens(Grid),
    OfPencilmarks(Grid),
    Several,
}

/// The solution that the player is looking for: that of the givens, or, if only the pencilmarks make it unique (a
/// sukaku), that of the givens and pencilmarks together.
fn solution(puzzle: &Puzzle, solver: &Solver<'_>) -> Result<Solutions, Stopped> {
    let givens = puzzle.only_givens();
    let mut marked = puzzle.clone();
    for (cell, _) in puzzle.placed() {
        marked.clear(cell);
    }
    Ok(match solver.verdict(&givens)? {
        Verdict::None => Solutions::None,
        Verdict::Unique(solution) => Solutions::OfGivens(solution),
        Verdict::Multiple(..) => match solver.verdict(&marked)? {
            Verdict::Unique(solution) => Solutions::OfPencilmarks(solution),
            Verdict::Multiple(..) => Solutions::Several,
            Verdict::None => Solutions::None,
        },
    })
}

/// Whether the givens alone have exactly one solution, so that a step may rely on this (unique rectangles and the like).
///
/// If removed candidates are part of the puzzle (sukaku), such arguments fail: a removed candidate may prevent an
/// exchange of digits that would be possible with givens alone.
///
/// # Errors
/// If the solver's budget or cancel flag ends its search.
pub fn givens_have_unique_solution(puzzle: &Puzzle, solver: &Solver<'_>) -> Result<bool, Stopped> {
    Ok(matches!(solver.verdict(&puzzle.only_givens())?, Verdict::Unique(_)))
}

/// The explainer without the techniques that would be unsound for a puzzle. `is_unique` says whether the puzzle has exactly one
/// solution; techniques that rely on this stay only if the givens alone have one ([`givens_have_unique_solution`]).
///
/// # Errors
/// If the solver's budget or cancel flag ends its search.
pub fn restrict_to_sound(
    explainer: Explainer,
    puzzle: &Puzzle,
    is_unique: bool,
    solver: &Solver<'_>,
) -> Result<Explainer, Stopped> {
    let is_placed = |entry| matches!(entry, Entry::Placed(_));
    let has_only_givens = puzzle.removed().is_none() && !puzzle.entries().any(is_placed);
    let is_sound = is_unique && (has_only_givens || givens_have_unique_solution(puzzle, solver)?);
    Ok(if is_sound { explainer } else { explainer.without_uniqueness() })
}

/// Where a board differs from the solution: wrong digits first, then removed candidates, each in the order of the cells.
///
/// # Panics
/// If the solution is smaller than the board.
pub fn mistakes(puzzle: &Puzzle, solution: &Grid) -> Vec<Mistake> {
    let shape = puzzle.shape();
    let wrong = puzzle.filled().filter(|(cell, digit)| solution.digit(*cell) != *digit);
    let wrong = wrong.map(|(cell, digit)| Mistake::WrongDigit(Candidate::new(cell, digit)));
    let lost = shape.cells().filter(|cell| {
        let removed = |candidates: &crate::board::Candidates| candidates.contains(*cell, solution.digit(*cell));
        puzzle.digit(*cell).is_none() && puzzle.removed().is_some_and(removed)
    });
    let lost = lost.map(|cell| Mistake::RemovedCandidate(Candidate::new(cell, solution.digit(cell))));
    wrong.chain(lost).collect()
}
