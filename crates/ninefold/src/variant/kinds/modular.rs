//! A modular line.
//!
//! ```text
//!   2--4--9--5--1--3      with 3: remainders 2, 1 and 0 in turn
//! ```

use super::prelude::*;

pub(in crate::variant) const SPEC: Spec = Spec {
    name: "modular",
    title: "modular line",
    parts: Parts::line(1).value(Presence::Always),
    members: &[("cells", Part::Cells), ("mod", Part::Value)],
    may_repeat: true,
    rule: |line| format!("Any {0} neighbours on the line have different remainders when divided by {0}.", number(line)),
    check: |line, puzzle| within("divisor", number(line), (1, puzzle.digit_count() as i64)),
    draw: drawing::line,
    holds: |line, board| {
        let divisor = number(line);
        let rests: Vec<i64> = board.list(&line.cells).into_iter().map(|digit| digit.rem_euclid(divisor)).collect();
        in_turn(&rests, divisor as usize)
    },
    compile: |line, _, model| {
        let divisor = number(line);
        take_turns(&line.cells, divisor as usize, model, |digit| digit.rem_euclid(divisor));
    },
};
