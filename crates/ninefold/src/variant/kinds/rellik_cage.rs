//! A rellik cage.
//!
//! ```text
//!   +13-----+
//!   | 4   8 |     neither 13 alone nor a sum of some: 4 + 8 is 12,
//!   |   +---+     4 + 2 is 6, 8 + 2 is 10, all three are 14
//!   | 2 |
//!   +---+
//! ```

use super::prelude::*;

pub(in crate::variant) const SPEC: Spec = Spec {
    name: "rellik_cage",
    title: "rellik cage",
    parts: Parts::line(1).value(Presence::Always),
    members: &[("cells", Part::Cells), ("sum", Part::Value)],
    may_repeat: false,
    rule: |cage| format!("Digits in the cage do not repeat; none of them is {}, nor is any sum of them.", number(cage)),
    check: |cage, puzzle| {
        fit(&cage.cells, puzzle)?;
        within("sum", number(cage), (0, MOST))
    },
    draw: |cage, _| drawing::cage(cage, "\u{2260}", ""),
    holds: |cage, board| {
        let digits = board.list(&cage.cells);
        differ(&digits) && avoids(&digits, number(cage))
    },
    compile: |cage, _, model| model.sets(&cage.cells, |digits| avoids(digits, number(cage))),
};

/// Whether no sum of one or more of the digits is the one to avoid.
fn avoids(digits: &[i64], sum: i64) -> bool {
    digits.iter().try_fold(1, |sums, digit| next(sums, *digit, sum)).is_some()
}

/// The greatest sum that can be given.
const MOST: i64 = 126;

/// The possible sums, a bit each, after one more digit; `None` if one of them is the sum to avoid.
fn next(sums: u128, digit: i64, sum: i64) -> Option<u128> {
    let digit = u32::try_from(digit).unwrap_or(0);
    // A digit may be 0, and the sum to avoid too: so the bit for the sum of no digits must not be tested.
    let with_it = sums.checked_shl(digit).unwrap_or(0);
    let wanted = 1_u128 << sum.clamp(0, MOST);
    let within = (wanted << 1).wrapping_sub(1);
    (with_it & wanted == 0).then_some((sums | with_it) & within)
}
