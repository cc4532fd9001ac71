//! Row indexing.
//!
//! ```text
//!   r1     3
//!   r2     .                  in row 1 the digit 3: the 1 of this column
//!   r3     1                  is in row 3
//! ```

use super::prelude::*;

pub(in crate::variant) const SPEC: Spec = Spec {
    name: "row_indexing",
    title: "row indexing",
    parts: Parts::line(1),
    members: &[("cells", Part::Cells)],
    may_repeat: false,
    rule: |_| "A digit D in row R means that the column has R in row D.".to_owned(),
    check: |index, puzzle| check_index(index, puzzle, place),
    draw: drawing::area,
    holds: |index, board| index_holds(index, board, place),
    compile: |index, puzzle, model| compile_index(index, puzzle, model, place),
};

/// The cell's column, and the number of its row.
pub(in crate::variant) fn place(cell: usize, puzzle: &VariantPuzzle) -> Option<(Vec<usize>, i64)> {
    let (row, column) = puzzle.place(cell);
    Some(((0..puzzle.rows() as i64).filter_map(|other| puzzle.cell(other, column)).collect(), row + 1))
}
