//! Sets with the same digits.
//!
//! ```text
//!   | 4 7 1 |  | 7 1 4 |      the same digits, in any order
//! ```

use super::prelude::*;

pub(in crate::variant) const SPEC: Spec = Spec {
    name: "same_values",
    title: "same digits",
    parts: Parts::line(1).value(Presence::Always),
    members: &[("cells", Part::Cells), ("sets", Part::Value)],
    may_repeat: false,
    rule: |sets| format!("The {} sets of cells hold the same digits, in any order.", number(sets)),
    check: |sets, _| {
        let cells = sets.cells.len();
        within("number of sets", number(sets), (1, cells as i64))?;
        match cells % number(sets) as usize {
            0 => Ok(()),
            _ => Err(format!("{cells} cells in {} sets, expected the same number in each", number(sets))),
        }
    },
    draw: |sets, _| each(sets).map(|cells| Figure::Cage(cells.to_vec(), "=".to_owned())).collect(),
    holds: |sets, board| {
        let mut sorted = each(sets).map(|cells| {
            let mut digits = board.list(cells);
            digits.sort_unstable();
            digits
        });
        let first = sorted.next();
        sorted.all(|digits| Some(digits) == first)
    },
    compile,
};

pub(in crate::variant) fn each(sets: &Constraint) -> std::slice::ChunksExact<'_, usize> {
    sets.cells.chunks_exact(sets.cells.len() / number(sets) as usize)
}

fn compile(sets: &Constraint, puzzle: &VariantPuzzle, model: &mut Model) {
    let lists: Vec<Vec<usize>> = each(sets).map(<[usize]>::to_vec).collect();
    if lists.len() < 2 {
        return;
    }
    if lists[0].len() == 1 {
        return lists[1..].iter().for_each(|other| equal(lists[0][0], other[0], model));
    }
    let (first, others, digits) = (lists[0].clone(), lists[1..].to_vec(), puzzle.digits());
    let read = move |model: &mut Model| {
        for other in &others {
            // Each digit appears equally often in both: the state is how often more it has appeared in the first set.
            let both: Vec<usize> = first.iter().chain(other).copied().collect();
            for digit in digits.clone() {
                let step = |more: &i64, place: usize, found: i64| match (found == digit, place < first.len()) {
                    (false, _) => Some(*more),
                    (true, true) => Some(more + 1),
                    (true, false) => (*more > 0).then(|| more - 1),
                };
                model.automaton(&both, 0, step, |more| *more == 0);
            }
        }
    };
    model.special(Special::Same { sets: lists }, read);
}
