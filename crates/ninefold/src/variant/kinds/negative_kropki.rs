//! All Kropki dots are given.
//!
//! ```text
//!   4 o 5   7       where no dot is, digits are neither
//!           *       consecutive nor one twice the other
//! ```

use super::prelude::*;

pub(in crate::variant) const SPEC: Spec = Spec {
    name: "negative_kropki",
    title: "all Kropki dots given",
    parts: Parts::BOARD,
    members: &[],
    may_repeat: false,
    rule: |_| "Neighbours without a dot between them are neither consecutive nor one twice the other.".to_owned(),
    check: |_, puzzle| marks_are_certain(DOTS, puzzle),
    draw: drawing::nothing,
    holds: |_, board| fit_without(DOTS, board, fits),
    compile: |_, puzzle, model| relate_without(DOTS, puzzle, model, fits),
};

fn fits(one: i64, other: i64) -> bool {
    (one - other).abs() != 1 && one.max(other) != 2 * one.min(other)
}
