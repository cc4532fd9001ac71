//! A difference dot.
//!
//! ```text
//!   4 o 5       a white dot: a difference of 1
//!   4 (3) 7     or of the number in it
//! ```

use super::prelude::*;

pub(in crate::variant) const SPEC: Spec = Spec {
    name: "difference",
    title: "difference dot",
    parts: Parts::exactly(2).value(Presence::Always),
    members: &[("cells", Part::Cells), ("value", Part::Value)],
    may_repeat: false,
    rule: |dot| format!("The two digits differ by {}.", number(dot)),
    check: |dot, puzzle| {
        let value = number(dot);
        some_pair(dot, puzzle, "difference", |one, other| fits(one, other, value))
    },
    draw: |dot, _| drawing::label(dot, unless(number(dot), 1), Ground::White),
    holds: |dot, board| fits(board.of(dot.cells[0]), board.of(dot.cells[1]), number(dot)),
    compile: |dot, _, model| {
        let value = number(dot);
        along(&dot.cells, model, |one, other| fits(one, other, value));
    },
};

fn fits(one: i64, other: i64, value: i64) -> bool {
    (one - other).abs() == value
}
