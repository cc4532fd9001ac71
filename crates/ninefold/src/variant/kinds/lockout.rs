//! A lockout line.
//!
//! ```text
//!   <3>--9--1--2--<7>      lower than both ends or higher than both
//! ```

use super::prelude::*;

pub(in crate::variant) const SPEC: Spec = Spec {
    name: "lockout",
    title: "lockout line",
    parts: Parts::line(2).value(Presence::Always),
    members: &[("cells", Part::Cells), ("min_difference", Part::Value)],
    may_repeat: false,
    rule: |line| {
        let least = number(line);
        format!("The ends differ by at least {least}. Digits on the line are lower than both ends or higher than both.")
    },
    check: |line, puzzle| {
        let most = puzzle.digits().end() - puzzle.digits().start();
        within("least difference", number(line), (0, most))
    },
    draw: |line, _| drawing::between(line, Figure::Diamond),
    holds: |line, board| {
        let digits = board.list(&line.cells);
        let (low, high) = ordered(digits[0], digits[digits.len() - 1]);
        let inner = &digits[1..digits.len() - 1];
        high - low >= number(line) && inner.iter().all(|digit| *digit < low || *digit > high)
    },
    compile: |line, _, model| {
        let least = number(line);
        let is_apart = move |low, high| high - low >= least;
        from_ends(line, model, is_apart, |low, high, digit| digit < low || digit > high);
    },
};
