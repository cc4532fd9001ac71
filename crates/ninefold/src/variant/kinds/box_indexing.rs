//! Box indexing.
//!
//! ```text
//!   +-------+
//!   | . 4 . |                 in place 2 of the box the digit 4: the 2
//!   | 2 . . |                 of this box is in place 4
//!   +-------+
//! ```

use super::prelude::*;

pub(in crate::variant) const SPEC: Spec = Spec {
    name: "box_indexing",
    title: "box indexing",
    parts: Parts::line(1),
    members: &[("cells", Part::Cells)],
    may_repeat: false,
    rule: |_| "A digit D in place P means that the box has P in place D.".to_owned(),
    check: |index, puzzle| check_index(index, puzzle, place),
    draw: drawing::area,
    holds: |index, board| index_holds(index, board, place),
    compile: |index, puzzle, model| compile_index(index, puzzle, model, place),
};

/// The cell's region, read row by row, and the number of the cell's place in it.
pub(in crate::variant) fn place(cell: usize, puzzle: &VariantPuzzle) -> Option<(Vec<usize>, i64)> {
    let mut region = puzzle.regions[puzzle.region_of(cell)?].clone();
    region.sort_unstable();
    let own = region.iter().position(|other| *other == cell)?;
    Some((region, own as i64 + 1))
}
