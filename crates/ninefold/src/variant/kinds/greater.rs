//! Greater than.
//!
//! ```text
//!   7 > 3
//! ```

use super::prelude::*;

pub(in crate::variant) const SPEC: Spec = Spec {
    name: "greater",
    title: "greater than",
    parts: Parts::exactly(2),
    members: &[("cells", Part::Cells)],
    may_repeat: false,
    rule: |_| "The sign points to the lower digit.".to_owned(),
    check: |_, puzzle| two_digits(puzzle),
    draw: |pair, puzzle| drawing::label(pair, drawing::open_to_first(pair, puzzle), Ground::Board),
    holds: |pair, board| board.of(pair.cells[0]) > board.of(pair.cells[1]),
    compile: |pair, _, model| along(&pair.cells, model, |one, other| one > other),
};
