//! A numbered room.
//!
//! ```text
//!   9 | 3 1 9 5 ...      3 is first: the third digit is 9
//! ```

use super::prelude::*;

pub(in crate::variant) const SPEC: Spec = Spec {
    name: "numbered_room",
    title: "numbered room",
    parts: Parts::line(1).value(Presence::Always),
    members: &[("cells", Part::Cells), ("value", Part::Value)],
    may_repeat: false,
    rule: |clue| format!("The first digit in the line says in which place {} is.", number(clue)),
    check: |clue, puzzle| on_board(&[number(clue)], puzzle),
    draw: drawing::outside,
    holds: |clue, board| {
        let digits = board.list(&clue.cells);
        let place = usize::try_from(digits[0] - 1);
        place.ok().and_then(|place| digits.get(place)) == Some(&number(clue))
    },
    compile: |clue, puzzle, model| {
        points_to(clue.cells[0], &clue.cells, number(clue), puzzle, model);
    },
};
