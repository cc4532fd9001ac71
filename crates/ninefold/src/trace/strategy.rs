//! The ways to search, and the rules by which they narrow choices.

use crate::names::{named, read_by_name};
use std::fmt;

/// A way to solve a Sudoku, as described in one of the sources.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Strategy {
    /// Examines every combination of choices (Bird's specification).
    Spec,
    /// Prunes until nothing changes, then examines every combination.
    Prune,
    /// Prunes once, then decides the cell with the fewest choices, with one branch for each choice, and so on (Bird).
    Expand,
    /// Prunes until nothing changes, then decides the cell with the fewest choices in two branches: the first choice, and all
    /// others (the Haskell series).
    Split,
    /// Eliminates known values until nothing changes, then fills single places, then tries the choices of the first unknown
    /// cell (Alliet).
    EliminateAnalyze,
    /// Eliminates known values and fills single places until nothing changes, then tries the choices of the cell with the
    /// fewest (Norvig's solver, as the MoonBit article describes it).
    Assign,
}

named! {
    Strategy, "Every strategy, the simplest first.",
    Spec = "spec",
    Prune = "prune",
    Expand = "expand",
    Split = "split",
    EliminateAnalyze = "eliminate-analyze",
    Assign = "assign",
}

impl Strategy {
    /// The rules that narrow the choices, in the order of a pass.
    pub(super) fn rules(self) -> &'static [Rule] {
        match self {
            Strategy::Spec => &[],
            Strategy::Prune | Strategy::Expand | Strategy::Split => &[Rule::Rows, Rule::Columns, Rule::Boxes],
            Strategy::EliminateAnalyze | Strategy::Assign => &[Rule::Peers],
        }
    }

    /// Whether passes are repeated until nothing changes.
    pub(super) fn repeats(self) -> bool {
        self != Strategy::Expand
    }

    pub(super) fn finds_places(self) -> bool {
        matches!(self, Strategy::EliminateAnalyze | Strategy::Assign)
    }

    /// Whether all combinations are listed instead of deciding one cell at a time.
    pub(super) fn combines(self) -> bool {
        matches!(self, Strategy::Spec | Strategy::Prune)
    }
}

read_by_name!(Strategy, "strategy", "strategies");

/// A rule that narrows choices.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Rule {
    /// Removes values fixed in a row from the row's other cells.
    Rows,
    /// Removes values fixed in a column from the column's other cells.
    Columns,
    /// Removes values fixed in a box from the box's other cells.
    Boxes,
    /// Removes known values from the choices of all their peers at once; then, if two peers are left with the same value, both
    /// become impossible: neither keeps a choice (Alliet).
    Peers,
}

/// Writes what the rule considers: `rows`, `columns`, `boxes`, `known values`.
impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Rule::Rows => "rows",
            Rule::Columns => "columns",
            Rule::Boxes => "boxes",
            Rule::Peers => "known values",
        })
    }
}
