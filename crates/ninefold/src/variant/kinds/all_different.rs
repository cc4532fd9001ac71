//! Different digits.
//!
//! ```text
//!   4--7--1      no digit twice
//! ```

use super::prelude::*;

pub(in crate::variant) const SPEC: Spec = Spec {
    name: "all_different",
    title: "different digits",
    parts: Parts::line(1),
    members: &[("cells", Part::Cells)],
    may_repeat: false,
    rule: |_| "Digits in the cells do not repeat.".to_owned(),
    check: |cells, puzzle| fit(&cells.cells, puzzle),
    draw: |cells, _| drawing::labelled(cells, "\u{2260}"),
    holds: |cells, board| differ(&board.list(&cells.cells)),
    compile: |cells, _, model| model.different(&cells.cells),
};
