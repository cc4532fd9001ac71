//! An equality cage.
//!
//! ```text
//!   +-------+
//!   | 1   8 |     two odd and two even,
//!   | 4   7 |     two low and two high
//!   +-------+
//! ```

use super::prelude::*;

pub(in crate::variant) const SPEC: Spec = Spec {
    name: "equality_cage",
    title: "equality cage",
    parts: Parts::line(2),
    members: &[("cells", Part::Cells)],
    may_repeat: false,
    rule: |_| {
        "Digits in the cage do not repeat. As many are odd as even, and as many are below the middle digit as above it."
            .to_owned()
    },
    check: |cage, puzzle| match cage.cells.len() % 2 {
        0 => fit(&cage.cells, puzzle),
        _ => Err(format!("{} cells, expected an even number", cage.cells.len())),
    },
    draw: |cage, _| drawing::labelled(cage, "="),
    holds: |cage, board| differ(&board.list(&cage.cells)) && is_balanced(&board.list(&cage.cells), board.puzzle),
    compile: |cage, puzzle, model| model.sets(&cage.cells, |digits| is_balanced(digits, puzzle)),
};

fn is_balanced(digits: &[i64], puzzle: &VariantPuzzle) -> bool {
    let both_ends = puzzle.digits().start() + puzzle.digits().end();
    let half = |fits: &dyn Fn(i64) -> bool| digits.iter().filter(|digit| fits(**digit)).count() * 2 == digits.len();
    half(&|digit| digit % 2 == 0) && half(&|digit| digit * 2 < both_ends) && half(&|digit| digit * 2 > both_ends)
}
