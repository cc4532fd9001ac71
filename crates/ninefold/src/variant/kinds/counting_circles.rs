//! Counting circles.
//!
//! ```text
//!   (2) . (3)
//!    . (3) .       two circles with 2, three with 3
//!   (3) . (2)
//! ```

use super::prelude::*;

pub(in crate::variant) const SPEC: Spec = Spec {
    name: "counting_circles",
    title: "counting circles",
    parts: Parts::line(1),
    members: &[("cells", Part::Cells)],
    may_repeat: false,
    rule: |_| "A digit in a circle says how many circles contain it.".to_owned(),
    check: |circles, puzzle| {
        if totals(circles, puzzle)[circles.cells.len()] { Ok(()) } else { Err(no_total(circles, puzzle)) }
    },
    draw: |circles, _| circles.cells.iter().map(|cell| drawing::ring(*cell)).collect(),
    holds: |circles, board| {
        let digits = board.list(&circles.cells);
        digits.iter().all(|digit| count_of(*digit, &digits) as i64 == *digit)
    },
    compile,
};

/// For each number up to that of the circles: whether it is a sum of different digits.
fn totals(circles: &Constraint, puzzle: &VariantPuzzle) -> Vec<bool> {
    let most = circles.cells.len();
    let mut totals = vec![false; most + 1];
    totals[0] = true;
    for digit in puzzle.digits().map(|digit| digit as usize).filter(|digit| *digit <= most) {
        for total in (digit..=most).rev() {
            totals[total] |= totals[total - digit];
        }
    }
    totals
}

fn no_total(circles: &Constraint, puzzle: &VariantPuzzle) -> String {
    let (low, high) = (*puzzle.digits().start(), *puzzle.digits().end());
    format!("{} circles, expected a sum of different digits from {low} to {high}", circles.cells.len())
}

fn compile(circles: &Constraint, puzzle: &VariantPuzzle, model: &mut Model) {
    let count = circles.cells.len() as i64;
    let mut terms = Vec::new();
    for digit in puzzle.digits() {
        if digit == 0 || digit > count {
            circles.cells.iter().for_each(|cell| model.only(*cell, |found| found != digit));
            continue;
        }
        // Whether the digit is in any circle, which is known after the last.
        let is_there = model.variable(0..=1);
        let list: Vec<usize> = circles.cells.iter().copied().chain([is_there]).collect();
        let last = circles.cells.len();
        let read = move |model: &mut Model| {
            let step = |seen: &i64, place: usize, found: i64| match place == last {
                true => (*seen == digit * found).then_some(*seen),
                false => Some(seen + i64::from(found == digit)).filter(|seen| *seen <= digit),
            };
            model.automaton(&list, 0, step, |_| true);
        };
        match digit < 64 {
            true => {
                let (cells, bit) = (circles.cells.clone(), (digit - puzzle.digits().start()) as u8);
                model.special(Special::Count { cells, bit, counts: 1 | 1 << digit, flag: Some(is_there) }, read);
            }
            false => read(model),
        }
        terms.push((digit, is_there));
    }
    model.sum(&terms, count);
}
