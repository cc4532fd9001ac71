//! All ratio dots are given.
//!
//! ```text
//!   4 * 8   7       where no dot is, no digit is twice
//!                   its neighbour
//! ```
//!
//! A white dot exempts its pair just as a black one does: if all dots are given, 1 and 2 may have either.

use super::prelude::*;

pub(in crate::variant) const SPEC: Spec = Spec {
    name: "negative_ratio",
    title: "all ratio dots given",
    parts: Parts::BOARD,
    members: &[],
    may_repeat: false,
    rule: |_| "Of neighbours without a dot between them, neither is twice the other.".to_owned(),
    check: |_, puzzle| marks_are_certain(DOTS, puzzle),
    draw: drawing::nothing,
    holds: |_, board| fit_without(DOTS, board, fits),
    compile: |_, puzzle, model| relate_without(DOTS, puzzle, model, fits),
};

fn fits(one: i64, other: i64) -> bool {
    one.max(other) != 2 * one.min(other)
}
