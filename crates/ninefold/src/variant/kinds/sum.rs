//! A sum, optionally with factors.
//!
//! ```text
//!   5--5--2        sum 12: digits may repeat
//!   7--3           with the factors 1 and -1: sum 4
//! ```

use super::prelude::*;

pub(in crate::variant) const SPEC: Spec = Spec {
    name: "sum",
    title: "sum",
    parts: Parts::line(1).value(Presence::Always).values(Presence::Optional),
    members: &[("cells", Part::Cells), ("sum", Part::Value), ("coeffs", Part::Values)],
    may_repeat: false,
    rule: |sum| match &sum.values[..] {
        [] => format!("The cells sum to {}.", number(sum)),
        factors => {
            let factors: Vec<String> = factors.iter().map(i64::to_string).collect();
            format!("The cells, multiplied by {}, sum to {}.", factors.join(", "), number(sum))
        }
    },
    check,
    draw: |sum, _| drawing::cage(sum, "\u{3a3}", ""),
    holds: |sum, board| {
        let terms = factors(sum).into_iter().map(|(factor, cell)| factor * board.of(cell));
        terms.sum::<i64>() == number(sum)
    },
    compile: |sum, puzzle, model| match sum.values.is_empty() {
        true => total(&sum.cells, number(sum), puzzle, model),
        false => model.sum(&factors(sum), number(sum)),
    },
};

/// The greatest factor: sums must not overflow.
const MOST: i64 = 1_000_000;

pub(in crate::variant) fn factors(sum: &Constraint) -> Vec<(i64, usize)> {
    let factors = sum.values.iter().copied().chain(std::iter::repeat(1));
    factors.zip(sum.cells.iter().copied()).collect()
}

fn check(sum: &Constraint, puzzle: &VariantPuzzle) -> Result<(), String> {
    if sum.values.is_empty() {
        return within("sum", number(sum), sums(&sum.cells, puzzle));
    }
    if sum.values.len() != sum.cells.len() {
        let (factors, cells) = (sum.values.len(), sum.cells.len());
        return Err(format!("the number of factors is {factors}, expected {cells}, one for each cell"));
    }
    sum.values.iter().try_for_each(|factor| within("factor", *factor, (-MOST, MOST)))?;
    let (low, high) = (*puzzle.digits().start(), *puzzle.digits().end());
    let least = sum.values.iter().map(|factor| factor * if *factor < 0 { high } else { low }).sum();
    let most = sum.values.iter().map(|factor| factor * if *factor < 0 { low } else { high }).sum();
    within("sum", number(sum), (least, most))
}
