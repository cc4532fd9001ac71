//! Dutch flatmates.
//!
//! ```text
//!   1     4
//!   5     5      a 1 above every 5, or a 9 below it
//!   7     9
//! ```

use super::prelude::*;

pub(in crate::variant) const SPEC: Spec = Spec {
    name: "dutch_flatmates",
    title: "Dutch flatmates",
    parts: Parts::BOARD,
    members: &[],
    may_repeat: false,
    rule: |_| "Every 5 has a 1 directly above it or a 9 directly below it.".to_owned(),
    check: |_, puzzle| match [1, 5, 9].iter().find(|digit| !puzzle.digits().contains(digit)) {
        Some(digit) => Err(format!("the board has no digit {digit}, expected 1, 5 and 9")),
        None => Ok(()),
    },
    draw: drawing::nothing,
    holds: |_, board| {
        let has = |cell: Option<usize>, digit: i64| cell.is_some_and(|cell| board.of(cell) == digit);
        (0..board.puzzle.board_cells()).filter(|cell| board.of(*cell) == 5).all(|cell| {
            let (above, below) = beside(cell, board.puzzle);
            has(above, 1) || has(below, 9)
        })
    },
    compile: |_, puzzle, model| {
        for cell in 0..puzzle.board_cells() {
            let (above, below) = beside(cell, puzzle);
            let mates = above.map(|above| (above, 1, true)).into_iter().chain(below.map(|below| (below, 9, true)));
            model.clause(&mates.chain([(cell, 5, false)]).collect::<Vec<_>>());
        }
    },
};

pub(in crate::variant) fn beside(cell: usize, puzzle: &VariantPuzzle) -> (Option<usize>, Option<usize>) {
    let (row, column) = puzzle.place(cell);
    (puzzle.cell(row - 1, column), puzzle.cell(row + 1, column))
}
