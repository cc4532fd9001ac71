//! Variants: puzzles with regions of any form, any digits, and rules beyond those of a Sudoku.
//!
//! A [`VariantPuzzle`] is a board of cells, the digits that they may hold, the givens, and a list of [`Constraint`]s.
//! Each kind of constraint is a file in `kinds` and an entry in the table of [`Kind`]: its name, its rule in words,
//! what is wrong with one that no board could have, whether a filled board keeps it (the executable specification), and
//! what it is compiled to for the engine.
//!
//! ```text
//!   puzzle      VariantPuzzle: the board, and whether digits keep all rules
//!   kind        Kind: the table; kinds/: a file for each
//!   constraint  Constraint: a kind with its cells and numbers; Mistake: what is wrong with one
//!   figure      what constraints look like
//!   model       what constraints are compiled to: variables, groups, pairs, sets, automata, sums
//!   rules       rules of whole boards by their names; words: all rules of a puzzle in words
//!   engine/     the search over a model
//!   solver      solutions and their number; solutions: one by one, and which search finds them
//!   classic     what classic engines solve
//!   candidates  true candidates, again after each change of a puzzle
//!   clues       which clues are needed
//!   trace       a search step by step, each with the rule it is by
//! ```
//!
//! A classic puzzle is a [`Puzzle`](crate::Puzzle) and stays one: nothing here is used by its engines.

mod broken;
mod candidates;
mod classic;
mod clues;
mod constraint;
mod engine;
mod figure;
mod kind;
mod kinds;
mod model;
pub mod proof;
mod puzzle;
mod rules;
mod solutions;
mod solver;
#[cfg(test)]
pub(crate) mod tests;
pub mod trace;
mod words;

pub use broken::Broken;
pub use candidates::TrueCandidates;
pub use clues::Clue;
pub use constraint::{Constraint, Mistake};
pub use figure::{Colour, Figure, Ground};
pub use kind::{Kind, Part};
pub(crate) use kinds::automaton::{BREAK, Machine, State};
pub use puzzle::VariantPuzzle;
pub use rules::rules;
pub use solutions::Solutions;
pub use solver::{Judged, Solver, Stopped, Verdict};
