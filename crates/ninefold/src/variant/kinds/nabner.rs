//! A nabner line.
//!
//! ```text
//!   4--8--1--6      no two are the same or consecutive
//! ```

use super::prelude::*;

pub(in crate::variant) const SPEC: Spec = Spec {
    name: "nabner",
    title: "nabner line",
    parts: Parts::line(1),
    members: &[("cells", Part::Cells)],
    may_repeat: false,
    rule: |_| "No two digits on the line are the same or consecutive.".to_owned(),
    check: |line, puzzle| {
        let (cells, most) = (line.cells.len(), puzzle.digit_count().div_ceil(2));
        if cells <= most {
            Ok(())
        } else {
            Err(format!("{cells} cells, expected at most {most}, one for every second digit"))
        }
    },
    draw: drawing::line,
    holds: |line, board| {
        let mut digits = board.list(&line.cells);
        digits.sort_unstable();
        are_apart(&digits)
    },
    compile,
};

/// With more digits there are too many sets of non-consecutive ones.
const MOST_DIGITS: usize = 16;

fn compile(line: &Constraint, puzzle: &VariantPuzzle, model: &mut Model) {
    if puzzle.digit_count() <= MOST_DIGITS {
        return model.sets(&line.cells, are_apart);
    }
    model.different(&line.cells);
    for (place, one) in line.cells.iter().enumerate() {
        line.cells[place + 1..].iter().for_each(|other| model.pair(*one, *other, |one, other| one.abs_diff(other) > 1));
    }
}

fn are_apart(sorted: &[i64]) -> bool {
    sorted.windows(2).all(|pair| pair[0] + 1 < pair[1])
}
