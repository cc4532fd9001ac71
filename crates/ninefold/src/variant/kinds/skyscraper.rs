//! Skyscrapers.
//!
//! ```text
//!   3 | 2 1 5 3 6 4      2, 5 and 6 are seen: each is higher
//!                        than all before it
//! ```
//!
//! A 0 is not a building: it is not seen, even in front.

use super::prelude::*;

pub(in crate::variant) const SPEC: Spec = Spec {
    name: "skyscraper",
    title: "skyscraper",
    parts: Parts::line(1).value(Presence::Always),
    members: &[("cells", Part::Cells), ("count", Part::Value)],
    may_repeat: false,
    rule: |clue| format!("The number of digits in the line that are higher than all before is {}.", number(clue)),
    check: |clue, puzzle| within("count", number(clue), (1, clue.cells.len().min(puzzle.digit_count()) as i64)),
    draw: drawing::outside,
    holds: |clue, board| {
        let digits = board.list(&clue.cells);
        let is_seen =
            |place: &usize| digits[*place] > 0 && digits[..*place].iter().all(|before| *before < digits[*place]);
        (0..digits.len()).filter(is_seen).count() as i64 == number(clue)
    },
    compile: |clue, puzzle, model| {
        let (count, highest, clue) = (number(clue), *puzzle.digits().end(), clue.clone());
        let (cells, seen) = (clue.cells.clone(), count as usize);
        let read = move |model: &mut Model| {
            // The highest digit so far, and how many are still to be seen.
            let step = |(high, left): &(i64, i64), _: usize, digit: i64| match digit > *high {
                true => (*left > 0 && (*left == 1 || digit < highest)).then_some((digit, left - 1)),
                false => Some((*high, *left)),
            };
            model.automaton_of(&clue, &clue.cells, (0, count), step, |(_, left)| *left == 0);
        };
        match puzzle.digits().contains(&0) {
            true => read(model),
            false => model.special(Special::Skyline { cells, seen }, read),
        }
    },
};
