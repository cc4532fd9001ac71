//! Full rank with ties.
//!
//! ```text
//!         2
//!   1 | 1 3 ...        lines from all four sides, read as numbers and put in order:
//!   2 | 1 3 ...        three that are the same are the 1st, the 2nd and the 3rd,
//!       1 3 ...        each of them any of these
//! ```

use super::full_rank::{WhenSame, is_lower, others};
use super::prelude::*;

/// The largest number of lines: a variable below has up to one value for each line.
const MOST: i64 = 64;

pub(in crate::variant) const SPEC: Spec = Spec {
    name: "tied_rank",
    title: "full rank with ties",
    parts: Parts::line(1).value(Presence::Always),
    members: &[("cells", Part::Cells), ("rank", Part::Value)],
    may_repeat: false,
    rule: |clue| {
        let rank = number(clue);
        format!(
            "If all rows and columns, read as numbers from both ends, are put in order from the lowest, the line can be number {rank}; others may be the same."
        )
    },
    check: |clue, puzzle| {
        is_line(clue, puzzle)?;
        within("number of lines", others(clue, puzzle).len() as i64 + 1, (1, MOST))?;
        within("rank", number(clue), (1, others(clue, puzzle).len() as i64 + 1))
    },
    draw: drawing::outside,
    holds: |clue, board| {
        let own = board.list(&clue.cells);
        let others: Vec<Vec<i64>> = others(clue, board.puzzle).iter().map(|line| board.list(line)).collect();
        let lower = others.iter().filter(|line| **line < own).count() as i64;
        let same = others.iter().filter(|line| **line == own).count() as i64;
        (lower + 1..=lower + same + 1).contains(&number(clue))
    },
    compile: |clue, puzzle, model| {
        let (others, lower) = (others(clue, puzzle), number(clue) - 1);
        // At most `lower` lines are lower; together with lines that are the same, at least `lower`.
        for (when_same, slack) in [(WhenSame::NotLower, 0..=lower), (WhenSame::Lower, 0..=others.len() as i64 - lower)]
        {
            let mut flag = |line: &Vec<usize>| (1, is_lower(line, &clue.cells, None, when_same, puzzle, model));
            let mut terms: Vec<(i64, usize)> = others.iter().map(&mut flag).collect();
            let sign = if when_same == WhenSame::Lower { -1 } else { 1 };
            terms.push((sign, model.variable(slack)));
            model.sum(&terms, lower);
        }
    },
};
