//! Variants: puzzles with regions of any shape, any range of digits, and rules beyond those of Sudoku.
//!
//! A [`VariantPuzzle`] is a board of cells, the digits that they may hold, the givens, and a list of [`Constraint`]s.
//! Each kind of constraint has a file in `kinds` and an entry in the table of [`Kind`]: its name, its rule in words, a
//! check for constraints that fit no board, a test of whether a filled board obeys it (the executable specification), and
//! its compilation for the engine.
//!
//! ```text
//!   puzzle      VariantPuzzle: the board, its digits, givens and constraints
//!   kind        Kind: the table; kinds/: a file for each
//!   constraint  Constraint: a kind with its cells and numbers; Mistake: what is wrong with one
//!   figure      what constraints look like
//!   model       what constraints are compiled to: variables, groups, pairs, sets, automata, sums
//!   rules       rules for whole boards, by name; words: all rules of a puzzle in words
//!   engine/     the searches over a model
//!   solver      solutions and their number; solutions: one by one, and which search finds them
//!   classic     variants that the classic engines can solve
//!   candidates  true candidates, updated after each change to a puzzle
//!   clues       which clues are needed
//!   trace       a search step by step, each step with its rule
//! ```
//!
//! A classic puzzle is a [`Puzzle`](crate::Puzzle) and stays one: its engines use nothing from this module.

mod broken;
mod candidates;
#[cfg_attr(target_family = "wasm", path = "classic_absent.rs")]
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
