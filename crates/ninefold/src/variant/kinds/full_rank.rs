//! Full rank.
//!
//! ```text
//!         7
//!   2 | 1 8 ...        lines from all four sides, read as numbers
//!   1 | 1 3 ...        and put in order: 13... is the 1st, 18... the 2nd
//! ```

use super::prelude::*;

pub(in crate::variant) const SPEC: Spec = Spec {
    name: "full_rank",
    title: "full rank",
    parts: Parts::line(1).value(Presence::Always),
    members: &[("cells", Part::Cells), ("rank", Part::Value)],
    may_repeat: false,
    rule: |clue| {
        let rank = number(clue);
        format!(
            "Of all rows and columns, read as numbers from both ends, the line is number {rank} from the lowest, and no other is the same."
        )
    },
    check: |clue, puzzle| {
        is_line(clue, puzzle)?;
        within("rank", number(clue), (1, others(clue, puzzle).len() as i64 + 1))
    },
    draw: drawing::outside,
    holds: |clue, board| {
        let own = board.list(&clue.cells);
        let others: Vec<Vec<i64>> = others(clue, board.puzzle).iter().map(|line| board.list(line)).collect();
        let lower = others.iter().filter(|line| **line < own).count();
        lower as i64 + 1 == number(clue) && !others.contains(&own)
    },
    compile: |clue, puzzle, model| compile_with(false, clue, puzzle, model),
};

/// Rows and columns from both ends, except the clue's own line.
pub(in crate::variant) fn others(clue: &Constraint, puzzle: &VariantPuzzle) -> Vec<Vec<usize>> {
    rows_and_columns(puzzle).into_iter().filter(|line| *line != clue.cells).collect()
}

/// What is known after some places of both lines: a digit of the own line whose counterpart is not yet read, or which is lower.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Order {
    Same,
    Own(i64),
    Lower,
    NotLower,
}

/// Adds a variable for each other line: whether it is lower.
pub(super) fn compile_with(may_tie: bool, clue: &Constraint, puzzle: &VariantPuzzle, model: &mut Model) {
    let (mut others, mut lower, mut first) = (others(clue, puzzle), number(clue) - 1, None);
    if puzzle.has_lines && [puzzle.rows(), puzzle.columns()] == [puzzle.digit_count(); 2] {
        // On each side, one line starts with each digit.
        let start = puzzle.digits().start() + lower / 4;
        model.only(clue.cells[0], |digit| digit == start);
        first = Some(start);
        lower %= 4;
        let side = |line: &[usize]| line.get(1).map_or(0, |second| *second as i64 - line[0] as i64);
        others.retain(|line| side(line) != side(&clue.cells));
    }
    let (own, lines, board) = (clue.cells.clone(), others.clone(), puzzle.clone());
    let bit = first.map(|first| (first - puzzle.digits().start()) as u8);
    let read = move |model: &mut Model| {
        let mut term = |line: &Vec<usize>| (1, is_lower(line, &own, first, may_tie, &board, model));
        let terms: Vec<(i64, usize)> = others.iter().map(&mut term).collect();
        model.sum(&terms, lower);
    };
    match usize::try_from(lower) {
        Ok(lower) if !may_tie => {
            model.special(Special::Rank { own: clue.cells.clone(), lines, lower, first: bit }, read)
        }
        _ => read(model),
    }
}

/// A variable that is 1 if the line is lower than the clue's; if a first digit is given, only if the line starts with it.
fn is_lower(
    line: &[usize],
    own: &[usize],
    first: Option<i64>,
    may_tie: bool,
    puzzle: &VariantPuzzle,
    model: &mut Model,
) -> usize {
    let both: Vec<usize> = own.iter().zip(line).flat_map(|(own, other)| [*own, *other]).collect();
    let compared = both.len();
    let mut list = once_each(both, puzzle, model);
    let answer = model.variable(0..=1);
    list.push(answer);
    let step = |order: &Order, place: usize, digit: i64| match (*order, place) {
        (Order::Same, place) if place == compared && !may_tie => None,
        (order, place) if place == compared => (i64::from(order == Order::Lower) == digit).then_some(Order::NotLower),
        (Order::Same, _) => Some(Order::Own(digit)),
        (Order::Own(_), 1) if first.is_some_and(|first| digit != first) => Some(Order::NotLower),
        (Order::Own(own), _) => Some(match digit.cmp(&own) {
            Ordering::Less => Order::Lower,
            Ordering::Equal => Order::Same,
            Ordering::Greater => Order::NotLower,
        }),
        (decided, _) => Some(decided),
    };
    model.automaton(&list, Order::Same, step, |_| true);
    answer
}
