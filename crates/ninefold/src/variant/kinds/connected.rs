//! Connected digits.
//!
//! ```text
//!   2 1 3 4
//!   6 8 5 7      the odd digits 1, 3, 5 and 7: from each of them
//!   4 6 1 8      a way leads to the others along edges
//! ```

use super::prelude::*;
use std::collections::BTreeMap;

pub(in crate::variant) const SPEC: Spec = Spec {
    name: "connected",
    title: "connected digits",
    parts: Parts::BOARD.others(1, usize::MAX).values(Presence::Always).value(Presence::Optional),
    members: &[("rows", Part::Others), ("values", Part::Values), ("size", Part::Value)],
    may_repeat: false,
    rule: |area| {
        let digits = listed(&area.values);
        let size = area.value.map_or_else(String::new, |size| format!(" Their number is {size}."));
        format!("In these rows, the cells with {digits} are connected along edges, and there is at least one.{size}")
    },
    check,
    draw: |area, _| {
        let digits = area.values.iter().map(i64::to_string).collect::<Vec<_>>().join(",");
        vec![Figure::Cage(area.others.concat(), digits)]
    },
    holds: |area, board| {
        let cells = area.others.concat();
        let is_in = |place: usize| area.values.contains(&board.of(cells[place]));
        let (beside, count) = (beside(area, board.puzzle), (0..cells.len()).filter(|place| is_in(*place)).count());
        let Some(first) = (0..cells.len()).find(|place| is_in(*place)) else { return false };
        let mut found = BTreeSet::from([first]);
        let mut open = vec![first];
        while let Some(place) = open.pop() {
            let next = beside[place].iter().filter(|next| is_in(**next));
            open.extend(next.filter(|next| found.insert(**next)));
        }
        found.len() == count && area.value.is_none_or(|size| size == count as i64)
    },
    compile,
};

/// The largest number of steps in a path: a variable has at most 64 values, one of them for 0 steps and one for other cells.
const MOST: i64 = 62;

fn check(area: &Constraint, puzzle: &VariantPuzzle) -> Result<(), String> {
    on_board(&area.values, puzzle)?;
    let cells = area.others.concat();
    if !differ(&cells.iter().map(|cell| *cell as i64).collect::<Vec<_>>()) {
        return Err("a cell in two rows, expected each in one".to_owned());
    }
    if let Some(size) = area.value {
        within("size", size, (1, cells.len() as i64))?;
    }
    match cells.is_empty() {
        true => Err("no cells, expected at least 1".to_owned()),
        false => within("number of steps between two cells", longest(area, puzzle), (0, MOST)),
    }
}

/// Per place in the rows, one after the other: the places of the cells that share an edge with it. Cells beside the board lie as
/// the rows have them.
pub(in crate::variant) fn beside(area: &Constraint, puzzle: &VariantPuzzle) -> Vec<Vec<usize>> {
    let is_on_board = area.others.iter().flatten().all(|cell| *cell < puzzle.board_cells());
    let in_rows =
        (0..).zip(&area.others).flat_map(|(row, cells)| (0..cells.len() as i64).map(move |column| (row, column)));
    let places: Vec<(i64, i64)> = match is_on_board {
        true => area.others.iter().flatten().map(|cell| puzzle.place(*cell)).collect(),
        false => in_rows.collect(),
    };
    let numbers: BTreeMap<(i64, i64), usize> = places.iter().copied().zip(0..).collect();
    let around = |(row, column): &(i64, i64)| {
        let all = [(row - 1, *column), (*row, column - 1), (*row, column + 1), (row + 1, *column)];
        all.iter().filter_map(|place| numbers.get(place).copied()).collect()
    };
    places.iter().map(around).collect()
}

/// The largest possible number of steps between two connected cells on a shortest path.
///
/// Only consecutive cells of a shortest path share an edge. So a path of n cells has 2n + 2 edges to other cells or to the
/// outside, and each other cell has at most four of these.
pub(in crate::variant) fn longest(area: &Constraint, puzzle: &VariantPuzzle) -> i64 {
    let cells = area.others.iter().map(Vec::len).sum::<usize>() as i64;
    let outside = 4 * cells - beside(area, puzzle).iter().map(|cells| cells.len() as i64).sum::<i64>();
    let way = ((4 * cells + outside - 2) / 6).clamp(1, cells.max(1));
    area.value.map_or(way, |size| way.min(size)) - 1
}

fn compile(area: &Constraint, puzzle: &VariantPuzzle, model: &mut Model) {
    let (cells, beside) = (area.others.concat(), beside(area, puzzle));
    let most = longest(area, puzzle);
    let digits = area.values.iter().fold(0, |digits, digit| digits | 1 << (digit - puzzle.digits().start()));
    let special =
        Special::Connected { cells, beside: beside.clone(), digits, size: area.value.map(|size| size as usize) };
    let area = area.clone();
    model.special(special, move |model| add_steps(&area, &beside, most, model));
}

/// Adds a variable for each cell: the number of steps on the shortest path to the first cell that has one of the digits, at
/// most `most`, or one value more if the cell has none of them. The cells determine these variables.
fn add_steps(area: &Constraint, beside: &[Vec<usize>], most: i64, model: &mut Model) {
    let (cells, outside) = (area.others.concat(), most + 1);
    let steps: Vec<usize> = cells.iter().map(|_| model.variable(0..=outside)).collect();
    for (cell, steps) in cells.iter().zip(&steps) {
        model.pair(*cell, *steps, |digit, steps| area.values.contains(&digit) == (steps < outside));
    }
    for (place, beside) in beside.iter().enumerate() {
        for other in beside.iter().filter(|other| **other > place) {
            let fits = |one: i64, other: i64| one == outside || other == outside || (one - other).abs() <= 1;
            model.pair(steps[place], steps[*other], fits);
        }
        for count in 1..outside {
            let before = beside.iter().map(|other| (steps[*other], count - 1, true));
            model.clause(&before.chain([(steps[place], count, false)]).collect::<Vec<_>>());
        }
    }
    // Only the first cell with one of the digits takes no step; the automaton also counts these cells, if their number is given.
    let most = area.value.unwrap_or(1);
    let step = |count: &i64, _: usize, steps: i64| match (steps == outside, *count) {
        (true, count) => Some(count),
        (false, count) if (count == 0) != (steps == 0) => None,
        (false, count) if count < most => Some(count + 1),
        (false, count) => area.value.is_none().then_some(count),
    };
    model.automaton(&steps, 0, step, |count| *count == most);
}
