//! An even digit.
//!
//! ```text
//!   [4]      2, 4, 6 or 8
//! ```

use super::prelude::*;

pub(in crate::variant) const SPEC: Spec = Spec {
    name: "even",
    title: "even digit",
    parts: Parts::exactly(1),
    members: &[("cell", Part::Cell)],
    may_repeat: false,
    rule: |_| "The digit is even.".to_owned(),
    check: |_, puzzle| match puzzle.digits().any(fits) {
        true => Ok(()),
        false => Err("the board has no such digit, expected one".to_owned()),
    },
    draw: |clue, _| clue.cells.iter().map(|cell| Figure::Square(*cell)).collect(),
    holds: |cell, board| fits(board.of(cell.cells[0])),
    compile: |cell, _, model| model.only(cell.cells[0], fits),
};

fn fits(digit: i64) -> bool {
    digit.rem_euclid(2) == 0
}
