//! An odd digit.
//!
//! ```text
//!   (7)      1, 3, 5, 7 or 9
//! ```

use super::prelude::*;

pub(in crate::variant) const SPEC: Spec = Spec {
    name: "odd",
    title: "odd digit",
    parts: Parts::exactly(1),
    members: &[("cell", Part::Cell)],
    may_repeat: false,
    rule: |_| "The digit is odd.".to_owned(),
    check: |_, puzzle| match puzzle.digits().any(fits) {
        true => Ok(()),
        false => Err("the board has no such digit, expected one".to_owned()),
    },
    draw: |clue, _| clue.cells.iter().map(|cell| Figure::Disc(*cell)).collect(),
    holds: |cell, board| fits(board.of(cell.cells[0])),
    compile: |cell, _, model| model.only(cell.cells[0], fits),
};

fn fits(digit: i64) -> bool {
    digit.rem_euclid(2) == 1
}
