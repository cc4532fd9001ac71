//! Value indexing.
//!
//! ```text
//!   7-->2-->4-->7      2 is second: the second cell behind it has
//!                      the 7 of the first
//! ```

use super::prelude::*;

pub(in crate::variant) const SPEC: Spec = Spec {
    name: "value_indexing",
    title: "value indexing arrow",
    parts: Parts::line(3),
    members: &[("cells", Part::Cells)],
    may_repeat: true,
    rule: |_| {
        "The first digit appears again, as many cells after the second cell of the arrow as the digit in the second cell says."
            .to_owned()
    },
    check: |_, _| Ok(()),
    draw: |clue, _| vec![Figure::Disc(clue.cells[0]), Figure::Arrow(clue.cells.clone())],
    holds: |clue, board| {
        let digits = board.list(&clue.cells);
        let place = usize::try_from(digits[1]).ok().filter(|steps| *steps > 0).map(|steps| 1 + steps);
        place.and_then(|place| digits.get(place)) == Some(&digits[0])
    },
    compile: |clue, puzzle, model| {
        let last = clue.cells.len() as i64 - 1;
        let step = |state: &Index, place: usize, digit: i64| {
            let place = place as i64;
            match *state {
                Index::None => Some(Index::Digit(digit)),
                Index::Digit(first) => (1..last).contains(&digit).then_some(Index::Place(first, 1 + digit)),
                Index::Place(first, there) if there == place => (digit == first).then_some(Index::Done),
                waiting_or_done => Some(waiting_or_done),
            }
        };
        let cells = once_each(clue.cells.clone(), puzzle, model);
        model.automaton_of(clue, &cells, Index::None, step, |state| *state == Index::Done);
    },
};

/// What is known of the arrow so far: its first digit, then the place where that digit appears again.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Index {
    None,
    Digit(i64),
    Place(i64, i64),
    Done,
}
