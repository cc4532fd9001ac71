//! Why a step is not accepted, in words.

use crate::board::{CellName, Digit, House};
use std::fmt;

/// Why a step was not accepted.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Refusal {
    /// It concludes nothing.
    Empty,
    /// The candidate is part of a conclusion or of a deadly pattern, but is not on the board.
    NoCandidate(CellName, Digit),
    /// The pattern that is said to be deadly is not.
    NotDeadly(DeadlyFault),
    /// The conclusion does not follow from the premises.
    DoesNotFollow(CellName, Digit),
    /// It takes too long to find out whether it follows.
    TooComplex(CellName, Digit),
    /// It needs the puzzle to have one solution, which was not granted.
    NeedsUniqueness,
    /// A cell, house or digit lies outside the board.
    OffTheBoard,
}

/// What is wrong with a deadly pattern.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum DeadlyFault {
    /// The cell is a given.
    Given(CellName),
    /// The cell does not have two digits in the pattern.
    NotTwoDigits(CellName),
    /// The house does not have the digit twice, or not at all, in the pattern.
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
