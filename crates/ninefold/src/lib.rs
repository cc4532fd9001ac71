//! Sudoku of any size: read, solve, count, check, make.
//!
//! # Five minutes
//!
//! Solve a puzzle:
//!
//! ```
//! use ninefold::{Puzzle, solve};
//! let puzzle: Puzzle = "6......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6...".parse()?;
//! let grid = solve::first(&puzzle).expect("this one has a solution");
//! assert_eq!(grid.to_string(), "693784512487512936125963874932651487568247391741398625319475268856129743274836159");
//! # Ok::<(), ninefold::Invalid>(())
//! ```
//!
//! Ask whether it is a proper one:
//!
//! ```
//! use ninefold::{Puzzle, solve::{self, Verdict}};
//! let puzzle: Puzzle = "1.34341221434321".parse()?;
//! assert!(matches!(solve::verdict(&puzzle), Verdict::Unique(_)));
//! # Ok::<(), ninefold::Invalid>(())
//! ```
//!
//! Take solutions one by one, or count them:
//!
//! ```
//! use ninefold::{Puzzle, Shape, solve};
//! let empty = Puzzle::empty(Shape::new(2, 2)?);
//! assert_eq!(solve::all(&empty).take(3).count(), 3);
//! assert_eq!(solve::count(&empty, 1000), 288);
//! # Ok::<(), ninefold::ShapeError>(())
//! ```
//!
//! See what is wrong with a board, all at once:
//!
//! ```
//! use ninefold::Puzzle;
//! let puzzle: Puzzle = "11...........2.2".parse()?;
//! let invalid = puzzle.validate().unwrap_err();
//! assert_eq!(invalid.reasons().len(), 3);
//! assert!(invalid.to_string().starts_with("1 stands twice in row 1 (r1c1, r1c2)"));
//! # Ok::<(), ninefold::Invalid>(())
//! ```
//!
//! Read a text in any format, write another:
//!
//! ```
//! use ninefold::notation::{self, Format, ReadOptions};
//! let record = notation::read("1.|34\n34|12\n--+--\n21|43\n43|21\n", &ReadOptions::default())?;
//! assert_eq!(notation::write(&record, Format::Table)?.text, "1 0 3 4\n3 4 1 2\n2 1 4 3\n4 3 2 1\n");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Rooms
//!
//! [`board`] says what a Sudoku is; its types stand at the root of the crate. [`notation`] reads and writes
//! texts, [`render`] draws boards, [`solve`] finds solutions, [`minimal`] the givens that are not needed for
//! that, [`vicinity`] the puzzles near one, [`backdoors`] what it takes to solve one, [`generate`] makes random grids and puzzles, [`symmetry`] tells which boards are the same, [`spec`] is the executable specification that every solver is tested against, and [`trace`] shows a
//! search step by step.
//!
//! The library does no input or output and reads no clock or environment. Only `Solver::race` (feature `parallel`)
//! starts threads, and only it may answer otherwise the next time: it tells those solutions that come first.
#![deny(unsafe_code)]

pub mod backdoors;
pub mod board;
pub mod coach;
pub mod generate;
pub mod logic;
pub mod minimal;
mod names;
pub mod notation;
mod random;
pub mod render;
pub mod solve;
pub mod spec;
pub mod symmetry;
pub mod trace;
pub mod vicinity;

pub use board::{
    Candidate, Candidates, Cell, CellName, Digit, DigitSet, Entry, Grid, House, Invalid, NoSuchCell, Puzzle, Reason,
    Shape, ShapeError, Symbol, Symbols, SymbolsError, ZeroIsNoDigit,
};
