//! A lunchbox.
//!
//! ```text
//!   with 9:   3--2--4--5--8--6      2 is the lowest, 8 the highest,
//!                                   and 4 + 5 are between them
//! ```

use super::prelude::*;

pub(in crate::variant) const SPEC: Spec = Spec {
    name: "lunchbox",
    title: "lunchbox",
    parts: Parts::line(2).value(Presence::Always),
    members: &[("cells", Part::Cells), ("sum", Part::Value)],
    may_repeat: false,
    rule: |line| {
        let sum = number(line);
        format!("Digits do not repeat. Those between the lowest and the highest of them sum to {sum}.")
    },
    check: |line, puzzle| {
        fit(&line.cells, puzzle)?;
        let most = sums_of_different(line.cells.len(), puzzle).1;
        within("sum", number(line), (0, most - puzzle.digits().start() - puzzle.digits().end()))
    },
    draw: |lunchbox, _| drawing::cage(lunchbox, "(", ")"),
    holds: |line, board| {
        let digits = board.list(&line.cells);
        let (lowest, highest) = (digits.iter().min().copied(), digits.iter().max().copied());
        let bread = digits.iter().position(|digit| Some(*digit) == lowest).into_iter();
        let bread = bread.chain(digits.iter().position(|digit| Some(*digit) == highest)).collect::<Vec<_>>();
        differ(&digits) && filling(&digits, &bread) == number(line)
    },
    compile,
};

/// The sum of the digits between two places.
fn filling(digits: &[i64], bread: &[usize]) -> i64 {
    let (first, last) = (bread[0].min(bread[1]), bread[0].max(bread[1]));
    digits.get(first + 1..last).map_or(0, |between| between.iter().sum())
}

/// Compiles to an automaton that first reads the lowest and the highest digit, as further variables, then the cells.
fn compile(line: &Constraint, puzzle: &VariantPuzzle, model: &mut Model) {
    model.different(&line.cells);
    let (cells, sum, digits) = (line.cells.clone(), number(line), puzzle.digits());
    let read = move |model: &mut Model| {
        let [lowest, highest] = [0, 1].map(|_| model.variable(digits.clone()));
        let list: Vec<usize> = [lowest, highest].into_iter().chain(cells.iter().copied()).collect();
        let start = Lunch { lowest: 0, highest: 0, left: sum, slice: Slice::None };
        let step = |lunch: &Lunch, place: usize, digit: i64| match place {
            0 => Some(Lunch { lowest: digit, ..*lunch }),
            1 => (digit > lunch.lowest).then_some(Lunch { highest: digit, ..*lunch }),
            _ => lunch.and(digit),
        };
        model.automaton(&list, start, step, |lunch| lunch.slice == Slice::Both);
    };
    model.filling(&line.cells, sum, read);
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Lunch {
    lowest: i64,
    highest: i64,
    /// What is left of the sum between the two.
    left: i64,
    slice: Slice,
}

/// Which of the lowest and the highest digit have been read.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Slice {
    None,
    Lowest,
    Highest,
    Both,
}

impl Lunch {
    fn and(self, digit: i64) -> Option<Lunch> {
        let end = if digit == self.lowest { Slice::Lowest } else { Slice::Highest };
        let is_end = digit == self.lowest || digit == self.highest;
        match self.slice {
            _ if !(self.lowest..=self.highest).contains(&digit) => None,
            Slice::None if is_end => Some(Lunch { slice: end, ..self }),
            Slice::None | Slice::Both => (!is_end).then_some(self),
            slice if is_end => (slice != end && self.left == 0).then_some(Lunch { slice: Slice::Both, ..self }),
            _ => (digit <= self.left).then_some(Lunch { left: self.left - digit, ..self }),
        }
    }
}
