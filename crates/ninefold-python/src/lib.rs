//! The Python package `ninefold`: Sudoku objects, and columns of puzzles.
//!
//! The library decides what is valid, what is found and how it is worded; this crate converts its types to Python's. The
//! Python side of the package, in `python/ninefold`, gives the functions their signatures and handles whatever is
//! specific to pandas, polars, pyarrow and numpy.
#![forbid(unsafe_code)]

mod answers;
mod boards;
mod clues;
mod columns;
mod failure;
mod grid;
mod interrupt;
mod numbers;
mod puzzle;
mod shape;
mod solutions;
mod steps;
mod variant;

use pyo3::prelude::*;

/// The compiled part of the package.
///
/// It keeps no state between calls and shares no mutable data, so it does not need the interpreter's lock.
#[pymodule(gil_used = false)]
mod _native {
    #[pymodule_export]
    use crate::answers::{
        Canon, Check, Rating, VariantCheck, restore_canon, restore_check, restore_rating, restore_variant_check,
    };
    #[pymodule_export]
    use crate::clues::{beginnings, clues_beside_pairs, clues_within};
    #[pymodule_export]
    use crate::columns::{
        Column, Reading, Search, Table, Wishes, canon_many, check_many, count_many, fill_many, generate, generate_many,
        minimize_many, rate_many, shuffle_many, solve_many, table_of,
    };
    #[pymodule_export]
    use crate::failure::raised::{Error, Invalid, NoSolution, NotMade, SeveralSolutions, Stopped};
    #[pymodule_export]
    use crate::grid::{PyGrid, restore_grid};
    #[pymodule_export]
    use crate::puzzle::{PyPuzzle, restore_puzzle};
    #[pymodule_export]
    use crate::shape::PyShape;
    #[pymodule_export]
    use crate::solutions::Solutions;
    #[pymodule_export]
    use crate::steps::{Explanation, Hint, Step, restore_steps};
    #[pymodule_export]
    use crate::variant::{PyTrueCandidates, PyVariant};

    /// The version of the package.
    #[pymodule_export]
    #[expect(non_upper_case_globals, reason = "Python's name for it")]
    const __version__: &str = env!("CARGO_PKG_VERSION");
}
