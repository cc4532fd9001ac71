//! A quadruple.
//!
//! ```text
//!   6 | 2
//!   --(2 5 6)--      2, 5 and 6 are in the four cells
//!   9 | 5
//! ```

use super::prelude::*;

pub(in crate::variant) const SPEC: Spec = Spec {
    name: "quadruple",
    title: "quadruple",
    parts: Parts::line(1).values(Presence::Always),
    members: &[("cells", Part::Cells), ("values", Part::Values)],
    may_repeat: false,
    rule: |clue| format!("The cells around the circle hold {}.", listed(&clue.values)),
    check: contents,
    draw: |clue, _| drawing::label(clue, drawing::together(&clue.values), Ground::White),
    holds: |clue, board| counts(&clue.values).all(|(digit, least)| count_of(digit, &board.list(&clue.cells)) >= least),
    compile: |clue, _, model| {
        counts(&clue.values).for_each(|(digit, least)| at_least(least, digit, &clue.cells, model))
    },
};
