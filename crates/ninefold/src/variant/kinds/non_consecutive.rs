//! Non-consecutive.
//!
//! ```text
//!   4 1 6 9       no 3 or 5 beside a 4
//!   7 3 8 2
//! ```
//!
//! A pair with a difference dot between it is exempt.

use super::prelude::*;

pub(in crate::variant) const SPEC: Spec = Spec {
    name: "non_consecutive",
    title: "non-consecutive",
    parts: Parts::BOARD,
    members: &[],
    may_repeat: false,
    rule: |_| "Digits in cells that share an edge are not consecutive.".to_owned(),
    check: |_, puzzle| marks_are_certain(MARKS, puzzle),
    draw: drawing::nothing,
    holds: |_, board| without(MARKS, board.puzzle).all(|(one, other)| fits(board.of(one), board.of(other))),
    compile: |_, puzzle, model| without(MARKS, puzzle).for_each(|(one, other)| model.pair(one, other, fits)),
};

/// The kinds that exempt their pair.
pub(in crate::variant) const MARKS: &[Kind] = &[Kind::Difference];

fn fits(one: i64, other: i64) -> bool {
    (one - other).abs() != 1
}
