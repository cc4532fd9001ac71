//! The sum of two cells.
//!
//! ```text
//!   4 X 6       X is 10
//!   2 V 3       V is 5
//! ```

use super::prelude::*;

pub(in crate::variant) const SPEC: Spec = Spec {
    name: "pair_sum",
    title: "pair sum",
    parts: Parts::exactly(2).value(Presence::Always),
    members: &[("cells", Part::Cells), ("value", Part::Value)],
    may_repeat: false,
    rule: |sum| format!("The two digits sum to {}.", number(sum)),
    check: |dot, puzzle| {
        let value = number(dot);
        some_pair(dot, puzzle, "sum", |one, other| fits(one, other, value))
    },
    draw: |sign, _| {
        let sign_of = |sum| match sum {
            5 => "V".to_owned(),
            10 => "X".to_owned(),
            sum => sum.to_string(),
        };
        drawing::label(sign, sign_of(number(sign)), Ground::Board)
    },
    holds: |dot, board| fits(board.of(dot.cells[0]), board.of(dot.cells[1]), number(dot)),
    compile: |dot, _, model| {
        let value = number(dot);
        along(&dot.cells, model, |one, other| fits(one, other, value));
    },
};

fn fits(one: i64, other: i64, value: i64) -> bool {
    one + other == value
}
