//! Making boards: so far random complete grids of any shape.
//!
//! ```
//! use ninefold::{Shape, generate};
//! let grid = generate::fill(Shape::NINE, 1, 0);
//! assert_eq!(grid, generate::fill(Shape::NINE, 1, 0));
//! assert_ne!(grid, generate::fill(Shape::NINE, 1, 1));
//! ```
//!
//! Whatever is made is a function of a seed and an index, so that any number of threads, or machines, make the same.

mod fill;
mod latin;
mod walk;

use crate::random;

pub use fill::{Fill, fill};
