//! A main diagonal.
//!
//! ```text
//!   1 . . .
//!   . 3 . .      - from the upper left corner: all differ
//!   . . 2 .      + from the lower left corner
//!   . . . 4
//! ```

use super::prelude::*;

pub(in crate::variant) const SPEC: Spec = Spec {
    name: "diagonal",
    title: "diagonal",
    parts: Parts::BOARD.value(Presence::Always),
    members: &[("direction", Part::Sign)],
    may_repeat: false,
    rule: |diagonal| {
        let corner = if number(diagonal) < 0 { "upper" } else { "lower" };
        format!("Digits on the diagonal from the {corner} left corner do not repeat.")
    },
    check: |diagonal, puzzle| {
        if !matches!(number(diagonal), 1 | -1) {
            return Err(format!("the direction {}, expected 1 or -1", number(diagonal)));
        }
        if puzzle.rows() != puzzle.columns() {
            let (rows, columns) = (puzzle.rows(), puzzle.columns());
            return Err(format!("a board of {rows} rows and {columns} columns, expected a square"));
        }
        fit(&cells(diagonal, puzzle), puzzle)
    },
    draw: |diagonal, puzzle| vec![Figure::Hairline(cells(diagonal, puzzle))],
    holds: |diagonal, board| differ(&board.list(&cells(diagonal, board.puzzle))),
    compile: |diagonal, puzzle, model| model.different(&cells(diagonal, puzzle)),
};

pub(in crate::variant) fn cells(diagonal: &Constraint, puzzle: &VariantPuzzle) -> Vec<usize> {
    let side = puzzle.rows() as i64;
    let row = |i: i64| if number(diagonal) < 0 { i } else { side - 1 - i };
    (0..side).filter_map(|i| puzzle.cell(row(i), i)).collect()
}
