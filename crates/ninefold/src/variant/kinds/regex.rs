//! A regular expression.
//!
//! ```text
//!   [12]*9.*      1 and 2 any number of times, 9, then anything:
//!                 1 2 2 9 5
//! ```
//!
//! An expression has digits, `.` for any digit, classes such as `[1-3]` or `[^45]`, groups, `|`, and `*`, `+`, `?`, `{2}`,
//! `{1,3}` or `{2,}` after a part that is repeated. It must match all digits, from the first to the last.

use super::prelude::*;

pub(in crate::variant) const SPEC: Spec = Spec {
    name: "regex",
    title: "regular expression",
    parts: Parts::line(1).text(Presence::Always),
    members: &[("cells", Part::Cells), ("pattern", Part::Text)],
    may_repeat: false,
    rule: |line| format!("The digits, read in order, match the regular expression {}.", line.text),
    check: |line, puzzle| {
        if *puzzle.digits().end() > 9 {
            return Err(format!("digits up to {}, expected up to 9, a character each", puzzle.digits().end()));
        }
        Pattern::read(&line.text).map(|_| ())
    },
    draw: |line, _| drawing::labelled(line, line.text.clone()),
    holds: |line, board| {
        let Ok(pattern) = Pattern::read(&line.text) else { return false };
        let last =
            board.list(&line.cells).into_iter().try_fold(pattern.start(), |state, digit| pattern.step(&state, digit));
        last.is_some_and(|state| pattern.accepts(&state))
    },
    compile: |line, _, model| {
        if let Ok(pattern) = Pattern::read(&line.text) {
            let step = |places: &[usize], _: usize, digit: i64| pattern.step(places, digit);
            model.automaton_of_places(line, &line.cells, pattern.start(), &step, &|places| pattern.accepts(places));
        }
    },
};
