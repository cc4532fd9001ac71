//! Digits that the cells contain exactly this often.
//!
//! ```text
//!   | 4 7 1 7 |      with 7, 7: exactly two of the digits are 7
//! ```

use super::prelude::*;

pub(in crate::variant) const SPEC: Spec = Spec {
    name: "contain_exact",
    title: "exact contents",
    parts: Parts::line(1).values(Presence::Always),
    members: &[("cells", Part::Cells), ("values", Part::Values)],
    may_repeat: false,
    rule: |clue| format!("The cells hold {}, no more of each.", listed(&clue.values)),
    check: contents,
    draw: |clue, _| drawing::labelled(clue, drawing::together(&clue.values)),
    holds: |clue, board| counts(&clue.values).all(|(digit, count)| count_of(digit, &board.list(&clue.cells)) == count),
    compile: |clue, _, model| counts(&clue.values).for_each(|(digit, count)| exactly(count, digit, &clue.cells, model)),
};
