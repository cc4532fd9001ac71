//! Sudoku of any size: solve, explain, rate, give hints, count and make puzzles.
//!
//! # Five minutes
//!
//! Solve a puzzle, or find out why it has no answer:
//!
//! ```
//! use ninefold::{Puzzle, Symbols, solve::{NoAnswer, Solver}};
//! let puzzle: Puzzle = "6......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6...".parse()?;
//! let grid = Solver::new().judge(&puzzle, &Symbols::for_side(9)).expect("this one has exactly one solution");
//! assert_eq!(grid.to_string(), "693784512487512936125963874932651487568247391741398625319475268856129743274836159");
//! let empty = Puzzle::empty(puzzle.shape());
//! assert_eq!(Solver::new().judge(&empty, &Symbols::for_side(9)), Err(NoAnswer::Multiple));
//! # Ok::<(), ninefold::Invalid>(())
//! ```
//!
//! Explain it step by step, and rate it:
//!
//! ```
//! use ninefold::{Puzzle, logic::{Explainer, Outcome, Technique}};
//! let puzzle: Puzzle = "2....1.38........5.7...6..........13.981..25731....8..9..8...2..5..697844..25....".parse()?;
//! let mut path = Explainer::new().path(&puzzle);
//! let step = path.next().expect("there is a step");
//! assert_eq!(step.technique, Technique::NakedSingle);
//! path.by_ref().for_each(drop);
//! assert_eq!(path.outcome(), Outcome::Solved);
//! assert!(Explainer::new().rate(&puzzle).score() > 0);
//! # Ok::<(), ninefold::Invalid>(())
//! ```
//!
//! Count solutions, or take them one by one:
//!
//! ```
//! use ninefold::{Puzzle, Shape, solve};
//! let empty = Puzzle::empty(Shape::new(2, 2)?);
//! assert_eq!(solve::all(&empty).take(3).count(), 3);
//! assert_eq!(solve::count(&empty, 1000), 288);
//! # Ok::<(), ninefold::ShapeError>(())
//! ```
//!
//! See everything that is wrong with a board at once:
//!
//! ```
//! use ninefold::Puzzle;
//! let puzzle: Puzzle = "11...........2.2".parse()?;
//! let invalid = puzzle.validate().unwrap_err();
//! assert_eq!(invalid.reasons().len(), 3);
//! assert!(invalid.to_string().starts_with("1 appears twice in row 1 (r1c1, r1c2)"));
//! # Ok::<(), ninefold::Invalid>(())
//! ```
//!
//! Read a text in any format, and write it in another:
//!
//! ```
//! use ninefold::notation::{self, Format, ReadOptions};
//! let record = notation::read("1.|34\n34|12\n--+--\n21|43\n43|21\n", &ReadOptions::default())?;
//! assert_eq!(notation::write(&record, Format::Table)?.text, "1 0 3 4\n3 4 1 2\n2 1 4 3\n4 3 2 1\n");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Modules
//!
//! * [`board`]: what a Sudoku is. Its types are at the root of the crate.
//! * [`solve`]: solutions, how many there are, and whether there is exactly one.
//! * [`logic`]: the steps by which a person solves a puzzle, and ratings.
//! * [`coach`]: advice for a player: a mistake to correct, or the next step.
//! * [`generate`]: random grids, and puzzles made by recipe.
//! * [`notation`] and [`render`]: texts in many formats; boards drawn for people, as text or pictures.
//! * [`minimal`], [`backdoors`], [`vicinity`]: givens that are not needed; cells that open a puzzle; similar puzzles.
//! * [`unavoidable`]: sets of cells of a grid, each with a given in every proper puzzle of that grid; [`clues`]: the
//!   puzzles with few givens within a grid.
//! * [`symmetry`]: which boards are essentially the same.
//! * [`variant`]: puzzles with any regions, digits and rules: killers, thermometers, anti-knight and many more.
//! * [`spec`] and [`trace`]: the executable specification against which every engine is tested, and a search shown
//!   step by step.
//!
//! # Crate features
//!
//! No feature is on by default, and without features the crate has no dependencies.
//!
//! * `parallel`: `Solver::race`, which starts threads.
//! * `serde`: puzzles (variants too), grids, cells, digits and names can be written and read with serde; see `serial`.
//! * `sat`: the engine `Engine::Batsat`, a SAT solver in Rust, for comparison.
//! * `cadical`: the engine `Engine::Cadical`; needs a C++ compiler and libclang.
//!
//! # Promises
//!
//! The library does no input or output and reads no clock or environment. The same call gives the same answer on every platform.
//! Only `Solver::race` starts threads, and only there may it vary which of several solutions are reported.
#![deny(unsafe_code)]

pub mod backdoors;
pub mod board;
pub mod clues;
pub mod coach;
pub mod generate;
pub mod logic;
pub mod minimal;
mod names;
pub mod notation;
mod random;
pub mod render;
#[cfg(feature = "serde")]
pub mod serial;
pub mod solve;
pub mod spec;
pub mod symmetry;
pub mod trace;
pub mod unavoidable;
pub mod variant;
#[cfg(test)]
mod variants;
pub mod vicinity;

// Compiles the test suites from outside into the library's own tests, so that `foreign/run` compiles the library once for both.
#[cfg(all(test, ninefold_suites))]
extern crate self as ninefold;
#[cfg(all(test, ninefold_suites))]
#[path = "../tests/main.rs"]
mod suites;

pub use board::{
    Candidate, Candidates, Cell, CellName, Digit, DigitSet, Entry, Grid, House, Invalid, NoSuchCell, Puzzle, Reason,
    Shape, ShapeError, Symbol, Symbols, SymbolsError, ZeroIsNoDigit,
};
pub use names::UnknownName;
