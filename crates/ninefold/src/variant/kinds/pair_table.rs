//! A table of pairs for neighbours.
//!
//! ```text
//!   1--3--9      with the pairs 1 3, 3 9 and 3 1
//! ```

use super::prelude::*;

pub(in crate::variant) const SPEC: Spec = Spec {
    name: "pair_table",
    title: "table of pairs",
    parts: Parts::line(2).values(Presence::Always).text(Presence::Optional),
    members: &[("cells", Part::Cells), ("allowed", Part::Pairs), ("name", Part::Text)],
    may_repeat: true,
    rule: |table| match &table.text[..] {
        "" => "Only certain pairs of digits may be neighbours on the line.".to_owned(),
        name => format!("Neighbours on the line follow this rule: {name}."),
    },
    check: |table, puzzle| match table.values.len() % 2 {
        0 => on_board(&table.values, puzzle),
        _ => Err(format!("{} numbers, expected pairs", table.values.len())),
    },
    draw: drawing::line,
    holds: |table, board| {
        let (digits, pairs) = (board.list(&table.cells), pairs(table));
        digits.windows(2).all(|pair| pairs.contains(&(pair[0], pair[1])))
    },
    compile: |table, _, model| {
        let pairs = pairs(table);
        along(&table.cells, model, |one, other| pairs.contains(&(one, other)));
    },
};
