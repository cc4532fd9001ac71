//! An X-sum.
//!
//! ```text
//!   12 | 3 4 5 9 ...      3 is first: 3 + 4 + 5
//! ```

use super::prelude::*;

pub(in crate::variant) const SPEC: Spec = Spec {
    name: "x_sum",
    title: "X-sum",
    parts: Parts::line(1).value(Presence::Always),
    members: &[("cells", Part::Cells), ("sum", Part::Value)],
    may_repeat: false,
    rule: |clue| format!("The first X digits in the line sum to {}, where X is the first of them.", number(clue)),
    check: |clue, puzzle| {
        let most = clue.cells.len().min(usize::try_from(*puzzle.digits().end()).unwrap_or(0));
        within("sum", number(clue), (0, sums(&clue.cells[..most], puzzle).1))
    },
    draw: drawing::outside,
    holds: |clue, board| {
        let digits = board.list(&clue.cells);
        let first = usize::try_from(digits[0]).ok().and_then(|count| digits.get(..count));
        first.is_some_and(|first| first.iter().sum::<i64>() == number(clue))
    },
    compile: |clue, puzzle, model| {
        let (sum, clue) = (number(clue), clue.clone());
        let (least, most) = (*puzzle.digits().start(), *puzzle.digits().end());
        let cells = clue.cells.clone();
        let read = move |model: &mut Model| {
            // How many digits are still to come, and their sum.
            let step = |(count, left): &(i64, i64), place: usize, digit: i64| {
                let (count, left) = match (place, *count) {
                    (0, _) if digit == 0 => (0, *left),
                    (0, _) => (digit - 1, left - digit),
                    (_, 0) => (0, *left),
                    _ => (count - 1, left - digit),
                };
                (count * least..=count * most).contains(&left).then_some((count, left))
            };
            model.automaton_of(&clue, &clue.cells, (0, sum), step, |open| *open == (0, 0));
        };
        model.first_sum(&cells, sum, read);
    },
};
