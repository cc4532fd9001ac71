//! Column indexing.
//!
//! ```text
//!         c1  c2  c3  c4
//!   r1     3   .   1   .      in column 1 the digit 3: the 1 of this row
//!                             is in column 3
//! ```

use super::prelude::*;

pub(in crate::variant) const SPEC: Spec = Spec {
    name: "column_indexing",
    title: "column indexing",
    parts: Parts::line(1),
    members: &[("cells", Part::Cells)],
    may_repeat: false,
    rule: |_| "A digit D in column C means that the row has C in column D.".to_owned(),
    check: |index, puzzle| check_index(index, puzzle, place),
    draw: drawing::area,
    holds: |index, board| index_holds(index, board, place),
    compile: |index, puzzle, model| compile_index(index, puzzle, model, place),
};

/// The cell's row, and the number of its column.
pub(in crate::variant) fn place(cell: usize, puzzle: &VariantPuzzle) -> Option<(Vec<usize>, i64)> {
    let (row, column) = puzzle.place(cell);
    Some(((0..puzzle.columns() as i64).filter_map(|other| puzzle.cell(row, other)).collect(), column + 1))
}
