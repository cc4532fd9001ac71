//! A killer cage.
//!
//! ```text
//!   +15-----+
//!   | 4   9 |     4, 9 and 2 differ, and their sum is 15
//!   |   +---+
//!   | 2 |
//!   +---+
//! ```

use super::prelude::*;

pub(in crate::variant) const SPEC: Spec = Spec {
    name: "cage",
    title: "killer cage",
    parts: Parts::line(1).value(Presence::Optional),
    members: &[("cells", Part::Cells), ("sum", Part::Value)],
    may_repeat: false,
    rule: |cage| match cage.value {
        Some(sum) => format!("Digits in the cage do not repeat and sum to {sum}."),
        None => "Digits in the cage do not repeat.".to_owned(),
    },
    check,
    draw: |cage, _| drawing::cage(cage, "", ""),
    holds: |cage, board| {
        let digits = board.list(&cage.cells);
        differ(&digits) && cage.value.is_none_or(|sum| digits.iter().sum::<i64>() == sum)
    },
    compile: |cage, _, model| match cage.value {
        Some(sum) => model.cage(&cage.cells, sum),
        None => model.different(&cage.cells),
    },
};

fn check(cage: &Constraint, puzzle: &VariantPuzzle) -> Result<(), String> {
    fit(&cage.cells, puzzle)?;
    cage.value.map_or(Ok(()), |sum| within("sum", sum, sums_of_different(cage.cells.len(), puzzle)))
}
