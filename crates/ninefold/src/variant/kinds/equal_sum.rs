//! Lists of cells with the same sum.
//!
//! ```text
//!   | 4 7 |  | 2 9 |  | 5 6 |      each has the sum 11
//! ```

use super::prelude::*;

pub(in crate::variant) const SPEC: Spec = Spec {
    name: "equal_sum",
    title: "equal sums",
    parts: Parts::BOARD.others(1, usize::MAX),
    members: &[("segments", Part::Others)],
    may_repeat: false,
    rule: |_| "The digits in each list of cells have the same sum.".to_owned(),
    check: |sums, puzzle| sums_can_be_same(&sums.others, puzzle),
    draw: |sums, _| sums.others.iter().map(|cells| Figure::Cage(cells.clone(), "\u{3a3}".to_owned())).collect(),
    holds: |sums, board| sums_are_same(&sums.others, board),
    compile: |sums, puzzle, model| same_sums(&sums.others, puzzle, model),
};
