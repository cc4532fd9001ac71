//! A region sum line.
//!
//! ```text
//!         |            3 + 5 in one region,
//!   3--5--|--8--|      8 in the next:
//!         |     |--2   the same sum in each,
//!               | 6    each time the line is in it
//! ```

use super::prelude::*;

pub(in crate::variant) const SPEC: Spec = Spec {
    name: "region_sum_line",
    title: "region sum line",
    parts: Parts::line(1),
    members: &[("cells", Part::Cells)],
    may_repeat: false,
    rule: |_| "Digits on the line have the same sum in every region, each time the line runs through it.".to_owned(),
    check: |line, puzzle| {
        let outside = line.cells.iter().find(|cell| puzzle.region_of(**cell).is_none());
        match outside {
            Some(cell) => Err(format!("{} is in no region, expected all cells in one", puzzle.name_of(*cell))),
            None => sums_can_be_same(&stretches(line, puzzle), puzzle),
        }
    },
    draw: drawing::line,
    holds: |line, board| sums_are_same(&stretches(line, board.puzzle), board),
    compile: |line, puzzle, model| same_sums(&stretches(line, puzzle), puzzle, model),
};

/// The line cut wherever it crosses into another region.
pub(in crate::variant) fn stretches(line: &Constraint, puzzle: &VariantPuzzle) -> Vec<Vec<usize>> {
    let is_together = |one: &usize, other: &usize| puzzle.region_of(*one) == puzzle.region_of(*other);
    line.cells.chunk_by(is_together).map(<[usize]>::to_vec).collect()
}
