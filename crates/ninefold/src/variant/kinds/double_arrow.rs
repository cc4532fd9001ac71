//! A double arrow.
//!
//! ```text
//!   (5)--3--1--4--(3)      5 + 3 = 3 + 1 + 4
//! ```

use super::prelude::*;

pub(in crate::variant) const SPEC: Spec = Spec {
    name: "double_arrow",
    title: "double arrow",
    parts: Parts::line(3),
    members: &[("cells", Part::Cells)],
    may_repeat: false,
    rule: |_| "The digits in the circles have the same sum as those on the line between them.".to_owned(),
    check: |line, puzzle| {
        let (ends, inner) = ends(&line.cells);
        let (outside, inside) = (sums(&ends, puzzle), sums(inner, puzzle));
        within("least sum between the circles", inside.0, (0, outside.1))
    },
    draw: |line, _| drawing::between(line, drawing::ring),
    holds: |line, board| {
        let (ends, inner) = ends(&line.cells);
        board.list(&ends).iter().sum::<i64>() == board.list(inner).iter().sum::<i64>()
    },
    compile: |line, _, model| {
        let (ends, inner) = ends(&line.cells);
        let inner = inner.iter().map(|cell| (-1, *cell));
        model.sum(&merged(ends.map(|cell| (1, cell)).into_iter().chain(inner)), 0);
    },
};
