//! A minimum.
//!
//! ```text
//!       8
//!     4 3 5      3 is lower than every digit beside it
//!       7
//! ```
//!
//! Neighbours within the same group, a shaded area, may have any digit.

use super::prelude::*;

pub(in crate::variant) const SPEC: Spec = Spec {
    name: "minimum",
    title: "minimum",
    parts: Parts::exactly(1).others(0, 1),
    members: &[("cell", Part::Cell), ("group", Part::Other(0))],
    may_repeat: false,
    rule: |_| "The digit is lower than each neighbour outside its own shaded area.".to_owned(),
    check: |cell, puzzle| if rivals(cell, puzzle).is_empty() { Ok(()) } else { two_digits(puzzle) },
    draw: |cell, _| drawing::labelled(cell, "min"),
    holds: |cell, board| rivals(cell, board.puzzle).iter().all(|rival| board.of(cell.cells[0]) < board.of(*rival)),
    compile: |cell, puzzle, model| {
        rivals(cell, puzzle).iter().for_each(|rival| model.pair(cell.cells[0], *rival, |own, other| own < other));
    },
};
