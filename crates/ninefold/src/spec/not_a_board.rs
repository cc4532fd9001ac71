//! The errors of the specification for a matrix that is not a board.

use std::fmt;

/// Why a matrix is not a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum NotABoard {
    /// The matrix does not have as many rows, or as many entries in each, as the board.
    WrongForm {
        /// The number of rows and of columns of the board.
        side: usize,
    },
    /// An entry of the matrix is not a cell value of the board.
    NotACellValue {
        /// The row of the first such entry, from 0.
        row: usize,
        /// Its column, from 0.
        column: usize,
    },
}

impl fmt::Display for NotABoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotABoard::WrongForm { side } => write!(f, "expected {side} rows of {side} entries"),
            NotABoard::NotACellValue { row, column } => {
                write!(f, "the entry in r{}c{} is not a cell value of the board", row + 1, column + 1)
            }
        }
    }
}

impl std::error::Error for NotABoard {}
