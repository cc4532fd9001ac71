//! The reasons why a step is not accepted, in words.

use crate::board::{CellName, Digit, House};
use std::fmt;

/// The reason why a step was not accepted.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Refusal {
    /// The step concludes nothing.
    Empty,
    /// A conclusion is about this candidate, which the cell no longer has.
    NoCandidate(CellName, Digit),
    /// The pattern that is supposed to be deadly is not.
    NotDeadly(DeadlyFault),
    /// The conclusion does not follow from the premises.
    DoesNotFollow(CellName, Digit),
    /// Whether the conclusion follows takes too long to determine.
    TooComplex(CellName, Digit),
    /// The step needs the puzzle to have one solution, which was not granted.
    NeedsUniqueness,
    /// A cell, house or digit lies outside the board.
    OffTheBoard,
}

/// The fault of a pattern that is not deadly.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum DeadlyFault {
    /// The cell is a given.
    Given(CellName),
    /// The cell does not have two digits in the pattern.
    NotTwoDigits(CellName),
    /// The house does not have exactly two places for the digit in the pattern, or none.
    NotTwoPlaces(House, Digit),
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Empty => f.write_str("it concludes nothing"),
            Refusal::NoCandidate(cell, digit) => write!(f, "{digit} is not a candidate of {cell}"),
            Refusal::NotDeadly(DeadlyFault::Given(cell)) => {
                write!(f, "the pattern is not deadly: {cell} is a given")
            }
            Refusal::NotDeadly(DeadlyFault::NotTwoDigits(cell)) => {
                write!(f, "the pattern is not deadly: {cell} does not have two digits in it")
            }
            Refusal::NotDeadly(DeadlyFault::NotTwoPlaces(house, digit)) => {
                write!(f, "the pattern is not deadly: {house} does not have two places for {digit} in it")
            }
            Refusal::DoesNotFollow(cell, digit) => {
                write!(f, "what it concludes about {digit} in {cell} does not follow from its premises")
            }
            Refusal::TooComplex(cell, digit) => {
                write!(f, "gave up verifying {digit} in {cell}: too many cases")
            }
            Refusal::NeedsUniqueness => f.write_str("it needs the puzzle to have exactly one solution"),
            Refusal::OffTheBoard => f.write_str("it names something that is not on the board"),
        }
    }
}

impl std::error::Error for Refusal {}
