//! When two boards are the same: the symmetries of Sudoku, and the minlex form of a board.
//!
//! A [`Transformation`] is one symmetry of boards of any shape. Boards that symmetries turn into each other are equivalent, and
//! form a class; there are 5,472,730,538 classes of complete 9x9 grids (Russell and Jarvis 2006). The member of a class that
//! comes first when its boards are written in a line, with blanks before digits, is its minlex (row-minimal) form:
//! [`canonical`] finds it for puzzles and [`canonical_grid`] for grids, [`Minlex`] for many 9x9 boards given as plain digits,
//! and [`equivalent`] compares two boards.
//!
//! A symmetry that leaves a board unchanged is an automorphism of the board. The class of a board has as many members as there
//! are symmetries ([`order`]), divided by the number of the board's automorphisms.
//!
//! The minlex grids are numbered in order, from 1 to [`GRIDS`]: [`grid_number`] and [`numbered_grid`] convert between grids and
//! numbers, and [`numbered_grids`] goes through a range of them.
//!
//! What is publicly known about such forms comes from the Sudoku Programmers' and New Sudoku Players' forums (Red Ed, gsf, Gary
//! McGuire, dobrichev and others), whose catalogue of grids is in this order; the search here is our own and is described in
//! its files.

mod minlex;
mod number;
#[cfg(test)]
mod tests;
mod text;
mod transformation;

pub use minlex::{Canonical, Form, Minlex, NoForm, canonical, canonical_grid, equivalent};
pub use number::{BAND_PAIRS, GRIDS, NoNumber, NumberedGrids, beginnings, grid_number, numbered_grid, numbered_grids};
pub(crate) use number::{Pair, is_upright, pairs_of_beginning, third_bands};
pub use transformation::{NotASymmetry, Part, Transformation, order};
