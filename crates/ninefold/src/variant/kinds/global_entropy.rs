//! Global entropy.
//!
//! ```text
//!   2 5
//!   9 8      a low, a middle and a high digit in every square
//! ```

use super::prelude::*;

pub(in crate::variant) const SPEC: Spec = Spec {
    name: "global_entropy",
    title: "global entropy",
    parts: Parts::BOARD,
    members: &[],
    may_repeat: false,
    rule: |_| "Every 2x2 square holds a low, a middle and a high digit.".to_owned(),
    check: |_, puzzle| thirds(puzzle),
    draw: drawing::nothing,
    holds: |_, board| squares_have_all(board, |digit| third(digit, board.puzzle)),
    compile: |_, puzzle, model| all_in_squares(puzzle, model, |digit| third(digit, puzzle)),
};
