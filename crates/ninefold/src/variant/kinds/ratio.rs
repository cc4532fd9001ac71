//! A ratio dot.
//!
//! ```text
//!   4 * 8       a black dot: one is twice the other
//!   3 (3) 9     or as many times as the number in it says
//! ```

use super::prelude::*;

pub(in crate::variant) const SPEC: Spec = Spec {
    name: "ratio",
    title: "ratio dot",
    parts: Parts::exactly(2).value(Presence::Always),
    members: &[("cells", Part::Cells), ("value", Part::Value)],
    may_repeat: false,
    rule: |dot| format!("One digit is {} times the other.", number(dot)),
    check: |dot, puzzle| {
        let value = number(dot);
        some_pair(dot, puzzle, "ratio", |one, other| fits(one, other, value))
    },
    draw: |dot, _| drawing::label(dot, unless(number(dot), 2), Ground::Black),
    holds: |dot, board| fits(board.of(dot.cells[0]), board.of(dot.cells[1]), number(dot)),
    compile: |dot, _, model| {
        let value = number(dot);
        along(&dot.cells, model, |one, other| fits(one, other, value));
    },
};

fn fits(one: i64, other: i64, value: i64) -> bool {
    one == other.saturating_mul(value) || other == one.saturating_mul(value)
}
