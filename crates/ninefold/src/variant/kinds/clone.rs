//! A clone.
//!
//! ```text
//!   +---+   +---+
//!   | 4 |   | 4 |      the same digit in the same place
//!   | 7 |   | 7 |
//!   +---+   +---+
//! ```

use super::prelude::*;

pub(in crate::variant) const SPEC: Spec = Spec {
    name: "clone",
    title: "clone",
    parts: Parts::line(1).others(1, 1),
    members: &[("cells", Part::Cells), ("clone", Part::Other(0))],
    may_repeat: false,
    rule: |_| "Both areas hold the same digits in the same places.".to_owned(),
    check: |clone, _| match (clone.cells.len(), clone.others[0].len()) {
        (cells, others) if cells != others => {
            Err(format!("{cells} cells and {others} in the clone, expected the same number"))
        }
        _ => Ok(()),
    },
    draw: drawing::area,
    holds: |clone, board| board.list(&clone.cells) == board.list(&clone.others[0]),
    compile: |clone, _, model| {
        clone.cells.iter().zip(&clone.others[0]).for_each(|(one, other)| equal(*one, *other, model));
    },
};
