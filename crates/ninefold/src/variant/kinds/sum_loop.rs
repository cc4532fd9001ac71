//! A sum loop.
//!
//! ```text
//!   4--6--3      with 10: 4 + 6, then 3 + 2 + 5,
//!   |     |      wherever the first stretch begins
//!   +--5--2
//! ```

use super::prelude::*;

pub(in crate::variant) const SPEC: Spec = Spec {
    name: "sum_loop",
    title: "sum loop",
    parts: Parts::line(1).value(Presence::Always),
    members: &[("cells", Part::Cells), ("sum", Part::Value)],
    may_repeat: false,
    rule: |looped| {
        let sum = number(looped);
        format!(
            "The line is a loop: its last cell precedes its first. It can be cut into stretches, each with the sum {sum}."
        )
    },
    check: |looped, puzzle| within("sum", number(looped), (1, sums(&looped.cells, puzzle).1.min(MOST))),
    draw: |looped, _| {
        let closed = looped.cells.iter().chain(looped.cells.first()).copied().collect();
        vec![Figure::Line(closed, looped.kind.colour())]
    },
    holds: |looped, board| {
        let (digits, total) = (board.list(&looped.cells), number(looped));
        let is_cut_at = |start: usize| {
            let mut sum = 0;
            let fits = |digit: &i64| {
                sum = if sum == total { *digit } else { sum + digit };
                sum <= total
            };
            digits[start..].iter().chain(&digits[..start]).all(fits) && sum == total
        };
        (0..digits.len()).any(is_cut_at)
    },
    compile: |looped, _, model| {
        let total = number(looped);
        model.automaton_of(
            looped,
            &looped.cells,
            None,
            |open: &Option<Open>, _, digit| after(open, digit, total),
            |open| open.is_some_and(|open| open.is_cut && open.sum == open.first),
        );
    },
};

/// The greatest sum: there is a bit for each lower sum.
const MOST: i64 = 63;

/// The stretch that is open after some cells.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Open {
    /// The sum that the stretch which is open at the beginning of the line brings from its end.
    first: i64,
    sum: i64,
    /// Whether there has been a cut.
    is_cut: bool,
}

/// The stretches that may be open after one more digit. Before the first digit, any part of a stretch may be open.
fn after(open: &Option<Open>, digit: i64, total: i64) -> Vec<Option<Open>> {
    let begun = |first: i64| Open { first, sum: first, is_cut: false };
    let open = open.map_or_else(|| (0..total).map(begun).collect(), |open| vec![open]);
    let add = |open: Open| match open.sum + digit {
        sum if sum == total => Some(Open { sum: 0, is_cut: true, ..open }),
        sum => (sum < total).then_some(Open { sum, ..open }),
    };
    open.into_iter().filter_map(add).map(Some).collect()
}

/// The sums from the beginning of the line to a possible first cut. Proofs use these, since each filling has only one path.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::variant) struct Cuts {
    /// Bit i: some cell ends at the sum i, and others end at each sum reached so far that exceeds it by a multiple of the total.
    possible: u64,
    /// The sum so far, modulo the total.
    sum: i64,
    /// Whether the sum so far has reached the total.
    is_further: bool,
}

impl Cuts {
    pub(in crate::variant) const START: Cuts = Cuts { possible: 1, sum: 0, is_further: false };

    /// The cuts that are possible after one more digit; `None` if there are none.
    pub(in crate::variant) fn after(&self, digit: i64, total: i64) -> Option<Cuts> {
        let mut cuts = *self;
        for left in (0..digit).rev() {
            cuts.sum += 1;
            if cuts.sum == total {
                (cuts.sum, cuts.is_further) = (0, true);
            }
            let bit = 1 << cuts.sum;
            match (left == 0, cuts.is_further) {
                (true, false) => cuts.possible |= bit,
                // No cell ends at this sum.
                (false, true) => cuts.possible &= !bit,
                _ => {}
            }
        }
        (cuts.possible != 0).then_some(cuts)
    }

    /// Whether the cuts fit together where the line closes into a loop.
    pub(in crate::variant) fn are_closed(&self) -> bool {
        self.is_further && self.sum == 0
    }
}
