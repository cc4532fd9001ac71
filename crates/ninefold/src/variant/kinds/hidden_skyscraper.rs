//! A hidden skyscraper.
//!
//! ```text
//!   3 | 2 4 3 6 1 5      3 is the first that is hidden
//! ```

use super::prelude::*;

pub(in crate::variant) const SPEC: Spec = Spec {
    name: "hidden_skyscraper",
    title: "hidden skyscraper",
    parts: Parts::line(2).value(Presence::Always),
    members: &[("cells", Part::Cells), ("first_hidden", Part::Value)],
    may_repeat: false,
    rule: |clue| format!("The first digit in the line that is hidden by a higher one before it is {}.", number(clue)),
    check: |clue, puzzle| on_board(&[number(clue)], puzzle),
    draw: drawing::outside,
    holds: |clue, board| {
        let digits = board.list(&clue.cells);
        digits.windows(2).find(|pair| pair[0] >= pair[1]).is_some_and(|pair| pair[1] == number(clue))
    },
    compile: |clue, _, model| {
        let hidden = number(clue);
        // The highest digit so far; `None` once one is hidden.
        let step = |high: &Option<i64>, _: usize, digit: i64| match high {
            None => Some(None),
            Some(high) if digit > *high => Some(Some(digit)),
            Some(_) => (digit == hidden).then_some(None),
        };
        model.automaton_of(clue, &clue.cells, Some(-1), step, Option::is_none);
    },
};
