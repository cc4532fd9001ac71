//! Full rank with ties.
//!
//! ```text
//!         1
//!   1 | 1 3 ...        lines from all four sides, read as numbers and put in order:
//!   3 | 1 8 ...        two that are the same are both the 1st,
//!       ...            and the next is the 3rd
//! ```

use super::full_rank::{compile_with, others};
use super::prelude::*;

pub(in crate::variant) const SPEC: Spec = Spec {
    name: "tied_rank",
    title: "full rank with ties",
    parts: Parts::line(1).value(Presence::Always),
    members: &[("cells", Part::Cells), ("rank", Part::Value)],
    may_repeat: false,
    rule: |clue| {
        let rank = number(clue);
        format!(
            "Of all rows and columns, read as numbers from both ends, the line is number {rank} from the lowest; others that are the same have the same number."
        )
    },
    check: |clue, puzzle| {
        is_line(clue, puzzle)?;
        within("rank", number(clue), (1, others(clue, puzzle).len() as i64 + 1))
    },
    draw: drawing::outside,
    holds: |clue, board| {
        let own = board.list(&clue.cells);
        let lower = others(clue, board.puzzle).iter().filter(|line| board.list(line) < own).count();
        lower as i64 + 1 == number(clue)
    },
    compile: |clue, puzzle, model| compile_with(true, clue, puzzle, model),
};
