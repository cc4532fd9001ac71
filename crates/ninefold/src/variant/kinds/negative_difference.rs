//! All difference dots are given.
//!
//! ```text
//!   4 o 5   7       where no dot is, neighbours are
//!                   not consecutive
//! ```
//!
//! A black dot exempts its pair just as a white one does: if all dots are given, 1 and 2 may have either.

use super::prelude::*;

pub(in crate::variant) const SPEC: Spec = Spec {
    name: "negative_difference",
    title: "all difference dots given",
    parts: Parts::BOARD,
    members: &[],
    may_repeat: false,
    rule: |_| "Neighbours without a dot between them are not consecutive.".to_owned(),
    check: |_, puzzle| marks_are_certain(DOTS, puzzle),
    draw: drawing::nothing,
    holds: |_, board| fit_without(DOTS, board, fits),
    compile: |_, puzzle, model| relate_without(DOTS, puzzle, model, fits),
};

fn fits(one: i64, other: i64) -> bool {
    (one - other).abs() != 1
}
