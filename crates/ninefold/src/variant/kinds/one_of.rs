//! A choice of digits.
//!
//! ```text
//!   | 1 3 7 |      the digit is 1, 3 or 7
//! ```

use super::prelude::*;

pub(in crate::variant) const SPEC: Spec = Spec {
    name: "one_of",
    title: "choice of digits",
    parts: Parts::exactly(1).values(Presence::Always),
    members: &[("cell", Part::Cell), ("values", Part::Values)],
    may_repeat: false,
    rule: |clue| match clue.values[..] {
        [digit] => format!("The digit is {digit}."),
        _ => format!("The digit is one of {}.", listed(&clue.values)),
    },
    check: |clue, puzzle| on_board(&clue.values, puzzle),
    draw: |clue, _| drawing::label(clue, drawing::together(&clue.values), Ground::Board),
    holds: |clue, board| clue.values.contains(&board.of(clue.cells[0])),
    compile: |clue, _, model| model.only(clue.cells[0], |digit| clue.values.contains(&digit)),
};
