//! Ratings of puzzles with one solution, on Sudoku Explainer's published scale.

use crate::board::{Puzzle, Shape, Symbols};
use crate::logic::{SeRater, SeRating};
use crate::solve::{NoAnswer, Solver};
use std::fmt;

/// Why a puzzle has no rating by Sudoku Explainer's rules.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Unrated {
    /// It has no answer, or it has several solutions and the rater's rules rely on there being only one.
    NoAnswer(NoAnswer),
    /// Only boards of 3x3 boxes are rated.
    Shape(Shape),
    /// The minlex form is to be rated, but candidates were removed, so there is none.
    NoForm,
}

impl Unrated {
    /// The reason in one word: that of [`NoAnswer::status`], or `unrated`.
    pub fn status(&self) -> &'static str {
        match self {
            Unrated::NoAnswer(why) => why.status(),
            _ => "unrated",
        }
    }
}

impl fmt::Display for Unrated {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unrated::NoAnswer(why) => why.fmt(f),
            Unrated::Shape(shape) => {
                write!(f, "Sudoku Explainer rates boards of shape {}, not {shape}", Shape::NINE)
            }
            Unrated::NoForm => f.write_str("candidates were removed, so there is no minlex form to rate"),
        }
    }
}

impl std::error::Error for Unrated {}

impl From<NoAnswer> for Unrated {
    fn from(why: NoAnswer) -> Unrated {
        Unrated::NoAnswer(why)
    }
}

/// Rates a puzzle by Sudoku Explainer's rules for as long as the rating is wanted, after checking that the puzzle has a
/// solution: exactly one, unless the rater works [without uniqueness](SeRater::without_uniqueness).
///
/// ```
/// use ninefold::{Puzzle, Symbols, coach::{self, Unrated}, logic::SeRater, solve::{NoAnswer, Solver}};
/// let puzzle: Puzzle = "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5......".parse()?;
/// let rate = |rater: &SeRater| coach::rate_by_se(rater, &puzzle, &Symbols::for_side(9), &Solver::new(), |_| true);
/// assert_eq!(rate(&SeRater::new()), Err(Unrated::NoAnswer(NoAnswer::Multiple)));
/// let rating = rate(&SeRater::new().without_uniqueness())?;
/// assert_eq!(rating.to_string(), "ED=1.2/1.2/1.2");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the puzzle has no rating; also if the solver stops.
pub fn rate_by_se(
    rater: &SeRater,
    puzzle: &Puzzle,
    symbols: &Symbols,
    solver: &Solver<'_>,
    is_wanted: impl FnMut(&SeRating) -> bool,
) -> Result<SeRating, Unrated> {
    match solver.judge(puzzle, symbols) {
        Err(NoAnswer::Multiple) if !rater.rests_on_uniqueness() => {}
        judged => drop(judged?),
    }
    let shape = puzzle.shape();
    let why = || if shape.is_classic_nine() { Unrated::NoForm } else { Unrated::Shape(shape) };
    rater.rate_while(puzzle, is_wanted).ok_or_else(why)
}
