//! A renban line.
//!
//! ```text
//!   4--6--3--5      consecutive digits in any order
//! ```

use super::prelude::*;

pub(in crate::variant) const SPEC: Spec = Spec {
    name: "renban",
    title: "renban line",
    parts: Parts::line(1),
    members: &[("cells", Part::Cells)],
    may_repeat: false,
    rule: |_| "The digits on the line are consecutive, in any order.".to_owned(),
    check: |line, puzzle| fit(&line.cells, puzzle),
    draw: drawing::line,
    holds: |line, board| {
        let mut digits = board.list(&line.cells);
        digits.sort_unstable();
        are_consecutive(&digits)
    },
    compile: |line, _, model| model.consecutive(&line.cells, are_consecutive),
};

fn are_consecutive(sorted: &[i64]) -> bool {
    sorted.windows(2).all(|pair| pair[0] + 1 == pair[1])
}
