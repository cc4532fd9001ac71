//! Distinct lines.
//!
//! ```text
//!     3
//!   3 1 2      row 2 is 3 1 2 or, from its other end, 2 1 3;
//!     4        column 2 is 3 1 4 or 4 1 3: all four are different
//! ```

use super::prelude::*;

pub(in crate::variant) const SPEC: Spec = Spec {
    name: "distinct_lines",
    title: "distinct lines",
    parts: Parts::BOARD,
    members: &[],
    may_repeat: false,
    rule: |_| {
        "No two rows or columns are the same, read from either end, and none reads the same from both ends.".to_owned()
    },
    check: |_, puzzle| match (puzzle.rows().min(puzzle.columns()), puzzle.rows().max(puzzle.columns())) {
        (1, _) => Err("a line of one cell is the same from both ends, expected at least 2 rows and columns".to_owned()),
        (_, longest) if longest > MOST => Err(format!("a line has {longest} cells, expected at most {MOST}")),
        _ => Ok(()),
    },
    draw: drawing::nothing,
    holds: |_, board| {
        let lines: Vec<Vec<i64>> = rows_and_columns(board.puzzle).iter().map(|line| board.list(line)).collect();
        lines.iter().enumerate().all(|(i, line)| !lines[..i].contains(line))
    },
    compile: |_, puzzle, model| {
        for places in could_be_same(puzzle) {
            if places.is_empty() {
                return model.is_impossible = true;
            }
            let list: Vec<usize> = places.iter().flatten().copied().collect();
            let list = once_each(list, puzzle, model);
            let step = |state: &Pairs, _: usize, digit: i64| {
                Some(match *state {
                    Pairs::Same => Pairs::One(digit),
                    Pairs::One(one) if one == digit => Pairs::Same,
                    _ => Pairs::Differ,
                })
            };
            model.automaton(&list, Pairs::Same, step, |state| *state == Pairs::Differ);
        }
    },
};

/// The largest number of rows and columns: there is an automaton for every two lines that could be the same.
const MOST: usize = 16;

/// What is known of two lines after some pairs of cells; `One` has the first digit of a pair.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Pairs {
    Same,
    One(i64),
    Differ,
}

/// For each two lines of equal length: the pairs of cells in the same place, each once. Lines that differ anyway are left out.
pub(in crate::variant) fn could_be_same(puzzle: &VariantPuzzle) -> Vec<Vec<[usize; 2]>> {
    let lines = rows_and_columns(puzzle);
    let differ = |pair: &[usize; 2]| differ_anyway(pair, puzzle);
    let mut all = Vec::new();
    for (i, line) in lines.iter().enumerate() {
        for other in lines[..i].iter().filter(|other| other.len() == line.len()) {
            let pairs = line.iter().zip(other).filter(|(one, other)| one != other);
            let pairs: BTreeSet<[usize; 2]> = pairs.map(|(one, other)| [*one.min(other), *one.max(other)]).collect();
            if !pairs.iter().any(differ) {
                all.push(pairs.into_iter().collect());
            }
        }
    }
    all
}
