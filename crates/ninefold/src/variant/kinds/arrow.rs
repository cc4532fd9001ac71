//! An arrow.
//!
//! ```text
//!   (7)--3--1--3->      7 = 3 + 1 + 3
//!   (1 2)--9--3->       a circle of two cells is the number 12
//! ```

use super::prelude::*;

pub(in crate::variant) const SPEC: Spec = Spec {
    name: "arrow",
    title: "arrow",
    parts: Parts::line(1).others(1, 1),
    members: &[("circle", Part::Other(0)), ("cells", Part::Cells)],
    may_repeat: false,
    rule: |arrow| match arrow.others.first().map_or(1, Vec::len) {
        1 => "The digit in the circle is the sum of the digits along the arrow.".to_owned(),
        _ => "The number in the circle, read left to right or top to bottom, is the sum of the digits along the arrow."
            .to_owned(),
    },
    check,
    draw: |arrow, _| {
        let circle = &arrow.others[0];
        let path = circle.last().into_iter().chain(&arrow.cells).copied().collect();
        vec![Figure::Arrow(path), Figure::Ring(circle.clone())]
    },
    holds: |arrow, board| {
        let shaft: i64 = board.list(&arrow.cells).iter().sum();
        let circle = circle(arrow).into_iter().map(|(factor, cell)| factor * board.of(cell));
        shaft == circle.sum::<i64>()
    },
    compile: |arrow, _, model| {
        let shaft = arrow.cells.iter().map(|cell| (1, *cell));
        let circle = circle(arrow).into_iter().map(|(factor, cell)| (-factor, cell));
        model.sum(&merged(shaft.chain(circle)), 0);
    },
};

/// The largest number of cells in a circle: no arrow has a sum with so many digits.
const MOST: usize = 6;

/// The cells of the circle as the digits of a number, each with its place value.
pub(in crate::variant) fn circle(arrow: &Constraint) -> Vec<(i64, usize)> {
    let mut cells = arrow.others[0].clone();
    cells.sort_unstable();
    let factors = (0..cells.len()).rev().map(|place| 10_i64.pow(place as u32));
    factors.zip(cells).collect()
}

fn check(arrow: &Constraint, puzzle: &VariantPuzzle) -> Result<(), String> {
    let (low, high) = (*puzzle.digits().start(), *puzzle.digits().end());
    let circle_cells = arrow.others[0].len();
    if !(1..=MOST).contains(&circle_cells) {
        return Err(format!("{circle_cells} cells in the circle, expected 1 to {MOST}"));
    }
    if circle_cells > 1 && high > 9 {
        return Err(format!("{circle_cells} cells in the circle and digits up to {high}, expected digits up to 9"));
    }
    let all: i64 = circle(arrow).iter().map(|(factor, _)| factor).sum();
    let (least, most) = sums(&arrow.cells, puzzle);
    match least > all * high || most < all * low {
        true => Err(format!("the sum along the arrow is {least} to {most}, expected {} to {}", all * low, all * high)),
        false => Ok(()),
    }
}
