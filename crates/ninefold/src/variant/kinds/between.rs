//! A between line.
//!
//! ```text
//!   (3)--5--4--7--(8)      higher than one end, lower than the other
//! ```

use super::prelude::*;

pub(in crate::variant) const SPEC: Spec = Spec {
    name: "between",
    title: "between line",
    parts: Parts::line(2),
    members: &[("cells", Part::Cells)],
    may_repeat: false,
    rule: |_| "Digits on the line lie strictly between those in its circles.".to_owned(),
    check: |line, puzzle| match (line.cells.len(), puzzle.digit_count()) {
        (3.., digits @ ..3) => Err(format!("the board has {digits} digits, expected at least 3")),
        _ => Ok(()),
    },
    draw: |line, _| drawing::between(line, drawing::ring),
    holds: |line, board| {
        let digits = board.list(&line.cells);
        let (low, high) = ordered(digits[0], digits[digits.len() - 1]);
        digits[1..digits.len() - 1].iter().all(|digit| low < *digit && *digit < high)
    },
    compile: |line, _, model| {
        if line.cells.len() > 2 {
            from_ends(line, model, |low, high| high - low > 1, |low, high, digit| low < digit && digit < high);
        }
    },
};
