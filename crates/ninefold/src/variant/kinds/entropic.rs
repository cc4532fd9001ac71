//! An entropic line.
//!
//! ```text
//!   2--5--9--1--4--7      low, middle and high in turn
//! ```

use super::prelude::*;

pub(in crate::variant) const SPEC: Spec = Spec {
    name: "entropic",
    title: "entropic line",
    parts: Parts::line(1),
    members: &[("cells", Part::Cells)],
    may_repeat: true,
    rule: |_| "Any three neighbours on the line are a low, a middle and a high digit.".to_owned(),
    check: |_, puzzle| thirds(puzzle),
    draw: drawing::line,
    holds: |line, board| {
        let thirds: Vec<i64> = board.list(&line.cells).into_iter().map(|digit| third(digit, board.puzzle)).collect();
        in_turn(&thirds, 3)
    },
    compile: |line, puzzle, model| take_turns(&line.cells, 3, model, |digit| third(digit, puzzle)),
};
