//! All X and V are given.
//!
//! ```text
//!   4 X 6   9       where neither X nor V is, the sum
//!   2 V 3           is neither 10 nor 5
//! ```

use super::prelude::*;

pub(in crate::variant) const SPEC: Spec = Spec {
    name: "negative_xv",
    title: "all X and V given",
    parts: Parts::BOARD,
    members: &[],
    may_repeat: false,
    rule: |_| "Neighbours without X or V between them do not sum to 10 or 5.".to_owned(),
    check: |_, puzzle| marks_are_certain(SIGNS, puzzle),
    draw: drawing::nothing,
    holds: |_, board| fit_without(SIGNS, board, fits),
    compile: |_, puzzle, model| relate_without(SIGNS, puzzle, model, fits),
};

/// The kinds that exempt their pair.
pub(in crate::variant) const SIGNS: &[Kind] = &[Kind::PairSum];

fn fits(one: i64, other: i64) -> bool {
    !matches!(one + other, 5 | 10)
}
