//! A sum line.
//!
//! ```text
//!   4--6--3--2--5      with 10: 4 + 6, then 3 + 2 + 5
//! ```

use super::prelude::*;

pub(in crate::variant) const SPEC: Spec = Spec {
    name: "sum_line",
    title: "sum line",
    parts: Parts::line(1).value(Presence::Always),
    members: &[("cells", Part::Cells), ("sum", Part::Value)],
    may_repeat: false,
    rule: |line| format!("The line can be cut into stretches, each with the sum {}.", number(line)),
    check: |line, puzzle| within("sum", number(line), (0, sums(&line.cells, puzzle).1)),
    draw: drawing::line,
    holds: |line, board| {
        let digits = board.list(&line.cells);
        digits.into_iter().try_fold(None, |sum, digit| next(sum, digit, number(line))) == Some(Some(0))
    },
    compile: |line, _, model| {
        let total = number(line);
        model.automaton_of(
            line,
            &line.cells,
            None,
            |sum, _, digit| next(*sum, digit, total),
            |sum: &Option<i64>| *sum == Some(0),
        );
    },
};

/// The sum of the open stretch after one more digit: 0 if all are closed, `None` before the first digit above 0. (A line of
/// zeros has no stretch with another sum.)
pub(in crate::variant) fn next(sum: Option<i64>, digit: i64, total: i64) -> Option<Option<i64>> {
    match sum.unwrap_or(0) + digit {
        so_far if so_far == total => Some(Some(0)),
        0 => Some(sum),
        so_far => (so_far < total).then_some(Some(so_far)),
    }
}
