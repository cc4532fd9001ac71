//! A table of pairs for any two cells.
//!
//! ```text
//!   1--3--9      with the pairs 1 3, 1 9 and 3 9
//! ```

use super::prelude::*;

pub(in crate::variant) const SPEC: Spec = Spec {
    name: "pair_table_all",
    title: "table of all pairs",
    parts: Parts::line(2).values(Presence::Always).text(Presence::Optional),
    members: &[("cells", Part::Cells), ("allowed", Part::Pairs), ("name", Part::Text)],
    may_repeat: false,
    rule: |table| match &table.text[..] {
        "" => "Any two digits on the line form one of certain pairs.".to_owned(),
        name => format!("Any two digits on the line follow this rule: {name}."),
    },
    check: |table, puzzle| match table.values.len() % 2 {
        0 => on_board(&table.values, puzzle),
        _ => Err(format!("{} numbers, expected pairs", table.values.len())),
    },
    draw: |table, _| drawing::labelled(table, table.text.clone()),
    holds: |table, board| {
        let (digits, pairs) = (board.list(&table.cells), pairs(table));
        (1..digits.len()).all(|i| digits[..i].iter().all(|earlier| pairs.contains(&(*earlier, digits[i]))))
    },
    compile: |table, _, model| {
        let (cells, pairs) = (&table.cells, pairs(table));
        for (i, later) in cells.iter().enumerate() {
            cells[..i]
                .iter()
                .for_each(|earlier| model.pair(*earlier, *later, |one, other| pairs.contains(&(one, other))));
        }
    },
};
