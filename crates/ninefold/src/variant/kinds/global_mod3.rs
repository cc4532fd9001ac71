//! Global modulo 3.
//!
//! ```text
//!   2 5
//!   9 7      remainders 2, 0 and 1 when divided by 3, in every square
//! ```

use super::prelude::*;

pub(in crate::variant) const SPEC: Spec = Spec {
    name: "global_mod3",
    title: "global modulo 3",
    parts: Parts::BOARD,
    members: &[],
    may_repeat: false,
    rule: |_| "Every 2x2 square holds digits with all three remainders when divided by 3.".to_owned(),
    check: |_, puzzle| {
        if puzzle.digit_count() < 3 {
            Err(format!("the board has {} digits, expected at least 3", puzzle.digit_count()))
        } else {
            Ok(())
        }
    },
    draw: drawing::nothing,
    holds: |_, board| squares_have_all(board, |digit| digit.rem_euclid(3)),
    compile: |_, puzzle, model| all_in_squares(puzzle, model, |digit| digit.rem_euclid(3)),
};
