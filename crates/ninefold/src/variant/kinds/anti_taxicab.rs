//! Anti-taxicab.
//!
//! ```text
//!   . . x . .
//!   . x . x .
//!   x . 2 . x      no other 2 two steps away, along rows
//!   . x . x .      and columns
//!   . . x . .
//! ```

use super::prelude::*;

pub(in crate::variant) const SPEC: Spec = Spec {
    name: "anti_taxicab",
    title: "anti-taxicab",
    parts: Parts::BOARD,
    members: &[],
    may_repeat: false,
    rule: |_| "No two cells with the same digit are that many steps apart along rows and columns.".to_owned(),
    check: |_, _| Ok(()),
    draw: drawing::nothing,
    holds: |_, board| board.puzzle.pairs_at(&apart(board.puzzle)).all(|(one, other)| !meet(board, one, other)),
    compile: |_, puzzle, model| {
        for (one, other) in puzzle.pairs_at(&apart(puzzle)) {
            let steps = steps(puzzle, one, other);
            model.clause(&[(one, steps, false), (other, steps, false)]);
        }
    },
};

pub(in crate::variant) fn steps(puzzle: &VariantPuzzle, one: usize, other: usize) -> i64 {
    let ((row, column), (other_row, other_column)) = (puzzle.place(one), puzzle.place(other));
    (row - other_row).abs() + (column - other_column).abs()
}

fn meet(board: &Filled<'_>, one: usize, other: usize) -> bool {
    board.of(one) == board.of(other) && board.of(one) == steps(board.puzzle, one, other)
}

/// The distances, downwards or to the right, whose number of steps is a digit of the board.
pub(in crate::variant) fn apart(puzzle: &VariantPuzzle) -> Vec<(i64, i64)> {
    let (rows, columns) = (puzzle.rows() as i64, puzzle.columns() as i64);
    let all = (0..rows).flat_map(|down| (1 - columns..columns).map(move |right| (down, right)));
    let is_later = |(down, right): &(i64, i64)| *down > 0 || *right > 0;
    all.filter(is_later).filter(|(down, right)| puzzle.digits().contains(&(down + right.abs()))).collect()
}
