//! A little killer.
//!
//! ```text
//!    13
//!      \
//!       6
//!         5          6 + 5 + 2 = 13: digits may repeat
//!           2
//! ```

use super::prelude::*;

pub(in crate::variant) const SPEC: Spec = Spec {
    name: "little_killer",
    title: "little killer",
    parts: Parts::line(1).value(Presence::Always),
    members: &[("cells", Part::Cells), ("sum", Part::Value)],
    may_repeat: false,
    rule: |clue| format!("Digits along the diagonal sum to {}.", number(clue)),
    check: |clue, puzzle| within("sum", number(clue), sums(&clue.cells, puzzle)),
    draw: drawing::outside,
    holds: |clue, board| board.list(&clue.cells).iter().sum::<i64>() == number(clue),
    compile: |clue, puzzle, model| total(&clue.cells, number(clue), puzzle, model),
};
