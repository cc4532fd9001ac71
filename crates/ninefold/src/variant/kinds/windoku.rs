//! Windoku.
//!
//! ```text
//!   . . . . . . . . .
//!   . a a a . b b b .      the digits in a, in b and so on differ
//!   . a a a . b b b .
//!   . a a a . b b b .
//!   . . . . . . . . .
//!   . c c c . d d d .
//!   . c c c . d d d .
//!   . c c c . d d d .
//!   . . . . . . . . .
//! ```

use super::prelude::*;

pub(in crate::variant) const SPEC: Spec = Spec {
    name: "windoku",
    title: "windoku",
    parts: Parts::BOARD,
    members: &[],
    may_repeat: false,
    rule: |_| "Digits in each shaded window do not repeat.".to_owned(),
    check: |_, puzzle| match windows(puzzle) {
        windows if windows.is_empty() => {
            Err("the board has no room for a window, expected boxes with a row and column around one".to_owned())
        }
        windows => windows.iter().try_for_each(|window| fit(window, puzzle)),
    },
    draw: |_, puzzle| windows(puzzle).into_iter().map(|window| Figure::Area(window, Colour::Grey)).collect(),
    holds: |_, board| windows(board.puzzle).iter().all(|window| differ(&board.list(window))),
    compile: |_, puzzle, model| windows(puzzle).iter().for_each(|window| model.different(window)),
};

/// The windows, which have the shape of boxes.
pub(in crate::variant) fn windows(puzzle: &VariantPuzzle) -> Vec<Vec<usize>> {
    let Some((height, width)) = box_size(puzzle) else { return Vec::new() };
    let starts = |size: usize, side: usize| (1..side).step_by(size + 1).filter(move |start| start + size < side);
    let mut windows = Vec::new();
    for row in starts(height, puzzle.rows()) {
        for column in starts(width, puzzle.columns()) {
            let cell = |i: usize| (row + i / width) * puzzle.columns() + column + i % width;
            windows.push((0..height * width).map(cell).collect());
        }
    }
    windows
}

/// The rows and columns of a box; if regions are not equal rectangles, those of a square box.
fn box_size(puzzle: &VariantPuzzle) -> Option<(usize, usize)> {
    let extent = |values: &mut dyn Iterator<Item = i64>| -> Option<usize> {
        let values: BTreeSet<i64> = values.collect();
        Some((values.last()? - values.first()?) as usize + 1)
    };
    let size = |region: &Vec<usize>| {
        let height = extent(&mut region.iter().map(|cell| puzzle.place(*cell).0))?;
        let width = extent(&mut region.iter().map(|cell| puzzle.place(*cell).1))?;
        (height * width == region.len()).then_some((height, width))
    };
    let first = puzzle.regions.first().and_then(size);
    let are_boxes = puzzle.regions.iter().all(|region| size(region) == first);
    let root = puzzle.digit_count().isqrt();
    first.filter(|_| are_boxes).or_else(|| (root * root == puzzle.digit_count()).then_some((root, root)))
}
