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
        let mut sum = Some(0);
        for digit in board.list(&line.cells) {
            sum = sum.and_then(|sum| next(sum, digit, number(line)));
        }
        sum == Some(0)
    },
    compile: |line, _, model| {
        let total = number(line);
        model.automaton_of(line, &line.cells, 0, |sum, _, digit| next(*sum, digit, total), |sum| *sum == 0);
    },
};

/// The sum of the stretch that is open after one more digit; none is open at 0.
fn next(sum: i64, digit: i64, total: i64) -> Option<i64> {
    let sum = sum + digit;
    (sum <= total).then_some(if sum == total { 0 } else { sum })
}
