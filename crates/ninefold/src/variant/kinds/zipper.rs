//! A zipper line.
//!
//! ```text
//!   4--1--7--6--3      4 + 3 = 1 + 6 = 7, the digit in the middle
//! ```

use super::prelude::*;

pub(in crate::variant) const SPEC: Spec = Spec {
    name: "zipper",
    title: "zipper line",
    parts: Parts::line(2),
    members: &[("cells", Part::Cells)],
    may_repeat: false,
    rule: |_| {
        "Digits at the same distance from the middle of the line have the same sum. A digit in the middle is that sum."
            .to_owned()
    },
    check: |line, puzzle| sums_can_be_same(&pairs(line), puzzle),
    draw: drawing::line,
    holds: |line, board| sums_are_same(&pairs(line), board),
    compile: |line, puzzle, model| same_sums(&pairs(line), puzzle, model),
};

/// Pairs of cells from the ends to the middle, where there may be a single cell.
pub(in crate::variant) fn pairs(line: &Constraint) -> Vec<Vec<usize>> {
    let (cells, half) = (&line.cells, line.cells.len() / 2);
    let mut pairs: Vec<Vec<usize>> = (0..half).map(|i| vec![cells[i], cells[cells.len() - 1 - i]]).collect();
    pairs.extend((cells.len() % 2 == 1).then(|| vec![cells[half]]));
    pairs
}
