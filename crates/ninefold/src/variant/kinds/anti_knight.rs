//! Anti-knight.
//!
//! ```text
//!   . x . x .
//!   x . . . x
//!   . . 5 . .     no 5 where there is an x
//!   x . . . x
//!   . x . x .
//! ```

use super::prelude::*;

pub(in crate::variant) const SPEC: Spec = Spec {
    name: "anti_knight",
    title: "anti-knight",
    parts: Parts::BOARD,
    members: &[],
    may_repeat: false,
    rule: |_| "Cells a knight's move apart, as in chess, differ.".to_owned(),
    check: |_, _| Ok(()),
    draw: drawing::nothing,
    holds: |_, board| board.puzzle.pairs_at(&MOVES).all(|(one, other)| board.of(one) != board.of(other)),
    compile: |_, puzzle, model| puzzle.pairs_at(&MOVES).for_each(|(one, other)| model.different(&[one, other])),
};

const MOVES: [(i64, i64); 4] = [(1, 2), (2, 1), (1, -2), (2, -1)];
