//! A palindrome.
//!
//! ```text
//!   4--6--3--6--4      the same from both ends
//! ```

use super::prelude::*;

pub(in crate::variant) const SPEC: Spec = Spec {
    name: "palindrome",
    title: "palindrome",
    parts: Parts::line(2),
    members: &[("cells", Part::Cells)],
    may_repeat: false,
    rule: |_| "The line reads the same from both ends.".to_owned(),
    check: |_, _| Ok(()),
    draw: drawing::line,
    holds: |line, board| {
        let digits = board.list(&line.cells);
        digits.iter().eq(digits.iter().rev())
    },
    compile: |line, _, model| {
        let (cells, half) = (&line.cells, line.cells.len() / 2);
        cells.iter().zip(cells.iter().rev()).take(half).for_each(|(one, other)| equal(*one, *other, model));
    },
};
