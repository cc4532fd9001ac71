//! An extra region.
//!
//! ```text
//!   . . . . .
//!   . x x . .      the digits in x differ
//!   . x x x .
//! ```

use super::prelude::*;

pub(in crate::variant) const SPEC: Spec = Spec {
    name: "extra_region",
    title: "extra region",
    parts: Parts::line(1),
    members: &[("cells", Part::Cells)],
    may_repeat: false,
    rule: |_| "Digits in the shaded region do not repeat.".to_owned(),
    check: |region, puzzle| fit(&region.cells, puzzle),
    draw: drawing::area,
    holds: |region, board| differ(&board.list(&region.cells)),
    compile: |region, _, model| model.different(&region.cells),
};
