//! What a Sudoku is: shapes, cells, digits, candidates, puzzles and grids.
//!
//! Two types represent a board. A [`Puzzle`] is anything a person may have typed; a [`Grid`] is complete and correct.
//! [`Puzzle::validate`] reports what is wrong with a puzzle, and only a search can lead from a puzzle to its grid.

mod candidates;
mod cell;
mod classic;
mod digit_set;
mod grid;
mod houses;
mod puzzle;
mod reason;
mod shape;
mod symbols;

pub use candidates::{Candidate, Candidates};
pub use cell::{Cell, Digit, House, ZeroIsNoDigit};
pub use classic::ClassicNine;
pub use digit_set::{DigitSet, Digits};
pub(crate) use digit_set::{ones, ones_of, ones_within};
pub use grid::Grid;
pub use houses::Houses;
pub use puzzle::{Entry, Puzzle};
pub use reason::{Invalid, Reason};
pub use shape::{CellName, NoSuchCell, Shape, ShapeError};
pub use symbols::{Symbol, Symbols, SymbolsError};
