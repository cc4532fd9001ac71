//! A sandwich.
//!
//! ```text
//!   8 | 4 1 3 5 9 2 ...      between 1 and 9 is 3 + 5
//! ```

use super::prelude::*;

pub(in crate::variant) const SPEC: Spec = Spec {
    name: "sandwich",
    title: "sandwich sum",
    parts: Parts::line(2).value(Presence::Always),
    members: &[("cells", Part::Cells), ("sum", Part::Value)],
    may_repeat: false,
    rule: |clue| format!("Digits between the lowest and the highest digit in the line sum to {}.", number(clue)),
    check: |clue, puzzle| {
        two_digits(puzzle)?;
        let all = sums(&clue.cells, puzzle).1;
        within("sum", number(clue), (0, all - puzzle.digits().start() - puzzle.digits().end()))
    },
    draw: drawing::outside,
    holds: |clue, board| {
        let digits = board.list(&clue.cells);
        let at = |digit: &i64| digits.iter().position(|found| found == digit);
        match (at(board.puzzle.digits().start()), at(board.puzzle.digits().end())) {
            (Some(one), Some(other)) => digits[one.min(other) + 1..one.max(other)].iter().sum::<i64>() == number(clue),
            _ => false,
        }
    },
    compile,
};

fn compile(clue: &Constraint, puzzle: &VariantPuzzle, model: &mut Model) {
    let (low, high) = (*puzzle.digits().start(), *puzzle.digits().end());
    let (cells, sum) = (clue.cells.clone(), number(clue));
    let read = move |model: &mut Model| {
        let start = Bread { slice: None, left: sum, is_done: false };
        model.automaton(&cells, start, |bread, _, digit| bread.and(digit, low, high), |bread| bread.is_done);
    };
    match clue.cells.len() == puzzle.digit_count() && differ_anyway(&clue.cells, puzzle) {
        true => model.filling(&clue.cells, sum, read),
        false => read(model),
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Bread {
    /// The end that was read first.
    slice: Option<i64>,
    /// What is left of the sum between the two ends.
    left: i64,
    is_done: bool,
}

impl Bread {
    fn and(self, digit: i64, low: i64, high: i64) -> Option<Bread> {
        let is_end = digit == low || digit == high;
        match self.slice {
            _ if self.is_done => Some(self),
            None => Some(Bread { slice: is_end.then_some(digit), ..self }),
            Some(slice) if is_end && digit != slice => {
                // Only the first place of each end counts, in case a board has its digit twice.
                (self.left == 0).then_some(Bread { is_done: true, ..self })
            }
            Some(_) => (digit <= self.left).then_some(Bread { left: self.left - digit, ..self }),
        }
    }
}
