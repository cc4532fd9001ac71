//! The three numbers of a rating.

use super::SeRating;
use crate::names::{named, read_by_name};

/// One of the three numbers by which Sudoku Explainer rates a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum SeNumber {
    /// The rating of the hardest hint.
    Er,
    /// The rating of the hardest hint up to the first that places a digit.
    Ep,
    /// The rating of the first hint.
    Ed,
}

named! {
    SeNumber, "All three, in the order in which they are written.",
    Er = "er",
    Ep = "ep",
    Ed = "ed",
}

read_by_name!(SeNumber, "number of Sudoku Explainer", "numbers");

impl SeRating {
    /// One of the numbers, in tenths.
    pub fn get(&self, number: SeNumber) -> u16 {
        match number {
            SeNumber::Er => self.er,
            SeNumber::Ep => self.ep,
            SeNumber::Ed => self.ed,
        }
    }

    /// One of the numbers as people write it: 7.1.
    pub fn value(&self, number: SeNumber) -> f64 {
        f64::from(self.get(number)) / 10.0
    }
}

/// A rating in tenths as people write it: `7.1`.
///
/// ```
/// assert_eq!(ninefold::logic::tenths_text(71), "7.1");
/// ```
pub fn tenths_text(rating: u16) -> String {
    format!("{}.{}", rating / 10, rating % 10)
}
