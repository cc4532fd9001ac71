//! Locked candidates: a digit that a box and a line can only have where they meet.
//!
//! ```text
//!   4 . 4 | . . x        pointing: the 4 of the box is in its first row, so the rest of that row has none
//!   . . . | . . .        claiming: the 4 of the row is in this box, so the rest of the box has none
//!   . . . | . . .
//! ```

use super::super::Technique;
use super::super::bits::Bits;
use super::super::finds::Finds;
use super::super::state::State;
use super::super::step::{Candidate, Constraint, Pattern, Premise, Step};
use crate::board::{Cell, Digit};
use std::ops::ControlFlow;

/// Finds pointing or claiming, house by house and digit by digit.
pub(in super::super) fn find<B: Bits>(state: &State<B>, technique: Technique, finds: &mut Finds) -> ControlFlow<()> {
    let n = state.side();
    let bases = if technique == Technique::Pointing { 2 * n..3 * n } else { 0..2 * n };
    // More places than a box and a line can share are not in one of each.
    let most = state.houses.shape.box_rows().max(state.houses.shape.box_columns());
    for base in bases {
        for digit in 0..n {
            let places = state.places(base, digit);
            if places.len() < 2 || places.len() > most {
                continue;
            }
            let mut cells = state.houses.cells_at(base, places);
            let first = cells.next().expect("there are two");
            let shared = cells.fold(state.houses.of_cell(first).map(Some), |shared, cell| {
                let of = state.houses.of_cell(cell).map(Some);
                std::array::from_fn(|kind| shared[kind].filter(|_| shared[kind] == of[kind]))
            });
            // A box points along a row or a column; a line claims in a box.
            let kinds = if technique == Technique::Pointing { 0..2 } else { 2..3 };
            for cover in kinds.filter_map(|kind| shared[kind]) {
                // All places of the base lie in the cover.
                if state.places(cover, digit).len() > places.len() {
                    let out = others(state, base, cover, digit);
                    finds.add(step(state, technique, base, cover, digit, out))?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// The cells of the cover house that have the digit and lie outside the base house.
fn others<B: Bits>(state: &State<B>, base: usize, cover: usize, digit: usize) -> Vec<usize> {
    let cells = state.houses.cells_at(cover, state.places(cover, digit));
    cells.filter(|cell| !state.houses.of_cell(*cell).contains(&base)).collect()
}

fn step<B: Bits>(
    state: &State<B>,
    technique: Technique,
    base: usize,
    cover: usize,
    digit: usize,
    out: Vec<usize>,
) -> Step {
    let digit = Digit::from_index(digit);
    let [base, cover] = [base, cover].map(|house| state.houses.house(house));
    Step {
        technique,
        pattern: Pattern::Locked { digit, base, cover },
        premises: vec![Premise::Strong(Constraint::Place(base, digit)), Premise::Weak(Constraint::Place(cover, digit))],
        placements: Vec::new(),
        eliminations: out.into_iter().map(|cell| Candidate::new(Cell::new(cell), digit)).collect(),
    }
}
