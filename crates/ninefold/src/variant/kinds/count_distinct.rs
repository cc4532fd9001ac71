//! The number of different digits.
//!
//! ```text
//!   | 4 7 4 1 |  (3)      three different digits
//! ```

use super::prelude::*;

pub(in crate::variant) const SPEC: Spec = Spec {
    name: "count_distinct",
    title: "count of different digits",
    parts: Parts::line(1).others(1, 1),
    members: &[("cells", Part::Cells), ("control", Part::OtherCell(0))],
    may_repeat: false,
    rule: |_| "The digit in the circle is the number of different digits in the cells.".to_owned(),
    check: |count, puzzle| match count.others[0].len() {
        1 => within("lowest digit", *puzzle.digits().start(), (0, count.cells.len() as i64)),
        cells => Err(format!("{cells} control cells, expected 1")),
    },
    draw: |clue, _| {
        let ring = clue.others.first().map(|cells| Figure::Ring(cells.clone()));
        drawing::labelled(clue, "n").into_iter().chain(ring).collect()
    },
    holds: |count, board| {
        let digits: BTreeSet<i64> = board.list(&count.cells).into_iter().collect();
        digits.len() as i64 == board.of(count.others[0][0])
    },
    compile: |count, puzzle, model| {
        let mut terms = vec![(-1, count.others[0][0])];
        for digit in puzzle.digits() {
            let is_there = model.variable(0..=1);
            let each = count.cells.iter();
            each.for_each(|cell| model.clause(&[(is_there, 1, true), (*cell, digit, false)]));
            let some = count.cells.iter().map(|cell| (*cell, digit, true));
            model.clause(&some.chain([(is_there, 1, false)]).collect::<Vec<_>>());
            terms.push((1, is_there));
        }
        model.sum(&terms, 0);
    },
};
