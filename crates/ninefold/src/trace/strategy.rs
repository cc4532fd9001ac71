//! The ways to search, and the rules that they narrow choices with.

use crate::names::{named, read_by_name};
use std::fmt;

/// One of the ways to solve a Sudoku that the source documents describe.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Strategy {
    /// Look at every combination of choices (Bird's specification).
    Spec,
    /// Prune until nothing changes, then look at every combination.
    Prune,
    /// Prune once; then decide the cell with the fewest choices, one branch for each, and so on (Bird).
    Expand,
    /// Prune until nothing changes; then decide the cell with the fewest choices in two branches, the
    /// first choice and all the others (the Haskell series).
    Split,
    /// Eliminate known values until nothing changes, then fill single places, then try the choices
    /// of the first unknown cell (Alliet).
    EliminateAnalyze,
    /// Eliminate and fill single places until nothing changes; then try the choices of the cell with
    /// the fewest (Norvig's solver, as the MoonBit article describes it).
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
    /// Values fixed in a row leave the row's other cells.
    Rows,
    /// Values fixed in a column leave the column's other cells.
    Columns,
    /// Values fixed in a box leave the box's other cells.
    Boxes,
    /// Known values leave the choices of all their peers at once; then, where two peers are left with the
    /// same value, both become impossible: neither keeps a choice (Alliet).
    Peers,
}

/// What the rule looks at: `rows`, `columns`, `boxes`, `known values`.
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
