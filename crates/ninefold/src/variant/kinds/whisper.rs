//! A whisper line.
//!
//! ```text
//!   1--6--2--8--3      each differs by 5 or more from the next
//! ```

use super::prelude::*;

pub(in crate::variant) const SPEC: Spec = Spec {
    name: "whisper",
    title: "whisper line",
    parts: Parts::line(2).value(Presence::Always),
    members: &[("cells", Part::Cells), ("min_difference", Part::Value)],
    may_repeat: true,
    rule: |line| format!("Neighbours on the line differ by at least {}.", number(line)),
    check: |line, puzzle| {
        let most = puzzle.digits().end() - puzzle.digits().start();
        within("least difference", number(line), (0, most))
    },
    draw: drawing::line,
    holds: |line, board| board.list(&line.cells).windows(2).all(|pair| (pair[0] - pair[1]).abs() >= number(line)),
    compile: |line, _, model| {
        let least = number(line);
        along(&line.cells, model, |one, other| (one - other).abs() >= least);
    },
};
