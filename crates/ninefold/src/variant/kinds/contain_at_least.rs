//! Digits that the cells contain.
//!
//! ```text
//!   | 4 7 1 7 |      with 7, 7: two of the digits are 7
//! ```

use super::prelude::*;

pub(in crate::variant) const SPEC: Spec = Spec {
    name: "contain_at_least",
    title: "contents",
    parts: Parts::line(1).values(Presence::Always),
    members: &[("cells", Part::Cells), ("values", Part::Values)],
    may_repeat: false,
    rule: |clue| format!("The cells hold {}.", listed(&clue.values)),
    check: contents,
    draw: |clue, _| drawing::labelled(clue, drawing::together(&clue.values)),
    holds: |clue, board| counts(&clue.values).all(|(digit, least)| count_of(digit, &board.list(&clue.cells)) >= least),
    compile: |clue, _, model| {
        counts(&clue.values).for_each(|(digit, least)| at_least(least, digit, &clue.cells, model))
    },
};
