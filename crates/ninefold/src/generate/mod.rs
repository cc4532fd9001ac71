//! Making boards: random complete grids of any shape, and puzzles with exactly one solution.
//!
//! ```
//! use ninefold::{Shape, generate};
//! let grid = generate::fill(Shape::NINE, 1, 0);
//! assert_eq!(grid, generate::fill(Shape::NINE, 1, 0));
//! assert_ne!(grid, generate::fill(Shape::NINE, 1, 1));
//! ```
//!
//! A [`Recipe`] says what puzzles should be like: symmetry, pattern, number of clues, level, techniques. A
//! [`Generator`] makes them, and reports what each lacks if it could not meet every wish.
//!
//! ```
//! use ninefold::{Shape, generate::{Generator, Recipe}, solve};
//! let generator = Generator::new(Recipe::new(Shape::NINE))?.seed(1);
//! let made = generator.puzzle(0);
//! assert_eq!(solve::first(&made.puzzle), Some(made.solution));
//! assert_eq!(solve::count(&made.puzzle, 2), 1);
//! # Ok::<(), ninefold::generate::RecipeError>(())
//! ```
//!
//! Every board is a function of a seed and an index, so any number of threads or machines make the same boards.

mod by_se;
mod clue_symmetry;
mod dig;
mod fill;
mod generator;
mod judge;
mod latin;
mod method;
mod nine;
mod pattern;
mod prove;
mod rare;
mod recipe;
mod run;
mod walk;

use crate::random;

pub use clue_symmetry::ClueSymmetry;
pub use fill::{Fill, fill, fill_nine};
pub use generator::{Generator, Made};
pub use recipe::{Method, Missing, Recipe, RecipeError};
