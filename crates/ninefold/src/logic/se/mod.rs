//! The published scale: what Sudoku Explainer 1.2.1 says of a puzzle, exactly.
//!
//! Sudoku Explainer (Nicolas Juillerat, 2006-2009) looks for one hint at a time: the first hint of the first rule that has
//! one. It applies that hint, and starts again. The rating of a puzzle (ER) is that of its hardest hint. So which of several
//! hints is found first decides about all that follow, and everything here keeps to the program's order, even where that
//! is an accident of how it was written; the head of each file says what is kept and why. The numbers are those of its
//! command line, `serate` 1.2.1.3 by Glenn Fowler.
//!
//! ```text
//!   simple    singles, direct forms, locked candidates, subsets, fish, wings     1.0 to 5.4
//!   loops     unique rectangles and loops        grave    bivalue universal graves    4.5 to 6.1
//!   aligned   pairs 6.2, triplets 7.5
//!   chains    static chains and cycles 6.5 and more, by links; reach says where there are any
//!   search    Nishio 7.5, multiple 8.0, dynamic 8.5, with further rules at rest 9.0 to 11.0 and more, by nets
//! ```

mod aligned;
mod chains;
mod grave;
mod hint;
mod links;
mod loops;
mod nets;
mod position;
mod rating;
mod reach;
mod rest;
mod rules;
mod search;
mod simple;
mod steps;
#[cfg(test)]
mod tests;

use crate::board::Puzzle;
use position::Position;
use rating::tenths;
use rules::Rules;
use std::fmt;

/// What Sudoku Explainer 1.2.1 says of a puzzle. Ratings are in tenths.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct SeRating {
    /// The rating of the hardest hint (ER): 200 if the rules do not lead to the end, 0 without a blank.
    pub er: u16,
    /// The rating of the hardest hint up to the first that places a digit (EP, "pearl"); 0 if none does.
    pub ep: u16,
    /// The rating of the first hint (ED, "diamond"); 0 if there is none.
    pub ed: u16,
    /// What the program calls the hardest hint, the first of several.
    pub hardest: Option<&'static str>,
    /// Whether the rating was not stopped: `er` is the least that it can be otherwise.
    pub is_complete: bool,
}

/// As it is written in the Patterns Game: `ED=7.1/1.2/1.2`, for ER, EP and ED.
impl fmt::Display for SeRating {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [er, ep, ed] = [self.er, self.ep, self.ed].map(|tenths| format!("{}.{}", tenths / 10, tenths % 10));
        write!(f, "ED={er}/{ep}/{ed}")
    }
}

/// Rates puzzles as Sudoku Explainer 1.2.1 does.
///
/// The numbers are those of `serate` 1.2.1.3 for every classic 9x9 puzzle with one solution, at any level. They change
/// with the order of rows, columns and digits, as that program's do. Puzzles with several solutions have no rating there;
/// without uniqueness they are rated up to where nothing follows. That may take very long on boards with few digits, where
/// the deepest rules look through everything in vain.
///
/// ```
/// use ninefold::{Puzzle, logic::SeRater};
/// let puzzle: Puzzle = "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3..".parse()?;
/// let rating = SeRater::new().rate(&puzzle).expect("a classic 9x9");
/// assert_eq!((rating.er, rating.ep, rating.ed), (12, 12, 12));
/// assert_eq!(rating.to_string(), "ED=1.2/1.2/1.2");
/// # Ok::<(), ninefold::Invalid>(())
/// ```
#[derive(Debug)]
pub struct SeRater {
    rules: Rules,
    uniqueness: bool,
}

impl Default for SeRater {
    fn default() -> SeRater {
        SeRater::new()
    }
}

impl SeRater {
    /// A rater with all of the program's rules. It keeps the memory of its searches, so use one for many puzzles.
    pub fn new() -> SeRater {
        SeRater { rules: Rules::new(), uniqueness: true }
    }

    /// Without the rules that rest on there being one solution: unique rectangles, loops and graves.
    #[must_use]
    pub fn without_uniqueness(mut self) -> SeRater {
        self.uniqueness = false;
        self
    }

    /// The rating of a puzzle: of its digits, given or placed, and without the candidates that were removed. `None` if
    /// it is not a classic 9x9.
    pub fn rate(&mut self, puzzle: &Puzzle) -> Option<SeRating> {
        self.rate_while(puzzle, || true)
    }

    /// The rating as far as it is found while that is wanted, which is asked before each hint.
    pub fn rate_while(&mut self, puzzle: &Puzzle, mut is_wanted: impl FnMut() -> bool) -> Option<SeRating> {
        let mut position = Position::new(puzzle.classic_nine()?);
        let (mut er, mut ep, mut ed) = (0.0, None, None);
        let (mut hardest, mut is_complete) = (None, true);
        while position.left > 0 {
            if !is_wanted() {
                is_complete = false;
                break;
            }
            let Some(hint) = self.rules.next(&position, self.uniqueness) else {
                er = 20.0;
                break;
            };
            if hint.rating > er {
                (er, hardest) = (hint.rating, Some(hint.name()));
            }
            ed.get_or_insert(er);
            if hint.placed.is_some() {
                ep.get_or_insert(er);
            }
            hint.apply(&mut position);
        }
        let [ep, ed] = [ep, ed].map(|rating| rating.map_or(0, tenths));
        Some(SeRating { er: tenths(er), ep, ed, hardest, is_complete })
    }
}
