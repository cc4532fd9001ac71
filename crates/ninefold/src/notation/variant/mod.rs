//! Puzzles of any rules: JSON that loses nothing.
//!
//! ```text
//!   {"rows":4,"cols":4,"values":[1,4],"grid_type":"Sudoku","boxes":[[[1,1],[1,2],[2,1],[2,2]], ...],
//!    "constraints":[{"type":"cage","cells":[[1,1],[1,2]],"sum":5},{"type":"given","cell":[4,4],"value":2}]}
//! ```
//!
//! A cell is its row and its column, from 1. `values` are the lowest and the highest digit. A `Sudoku` has no digit twice
//! in a row or column, a `Raw` board may; `boxes` and `jigsaw` are lists of cells that differ. The types of constraints are
//! the names of [`Kind`](crate::variant::Kind), and two more: `given` and `candidates`.

mod reading;
mod writing;

pub use reading::read;
pub use writing::write;

use crate::variant::VariantPuzzle;

/// A puzzle of any rules, and what else a text says about it.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct VariantRecord {
    /// The puzzle.
    pub puzzle: VariantPuzzle,
    /// What its collection calls it.
    pub id: Option<String>,
    /// Its title.
    pub name: Option<String>,
    /// Who made it.
    pub author: Option<String>,
    /// Where it is from.
    pub source: Option<String>,
    /// Its solution as the text has it, a digit for each cell. Nobody has checked it.
    pub solution: Option<Vec<i64>>,
    /// The members of the text that have not been read, as `constraint 3 (cage): colour`.
    pub left_out: Vec<String>,
}

impl VariantRecord {
    /// A record of the puzzle alone.
    pub fn new(puzzle: VariantPuzzle) -> VariantRecord {
        VariantRecord { puzzle, id: None, name: None, author: None, source: None, solution: None, left_out: Vec::new() }
    }

    /// The members with a text, by name.
    fn texts(&self) -> [(&'static str, &Option<String>); 4] {
        [("id", &self.id), ("name", &self.name), ("author", &self.author), ("source", &self.source)]
    }
}

#[cfg(test)]
mod tests;
