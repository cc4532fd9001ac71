//! Singles: a digit that has one place left, or a cell that has one digit left.
//!
//! ```text
//!   full house      1 2 3 4 . 6 7 8 9      the fifth cell is 5: nothing else is missing in the house
//!   naked single    every digit but 5 stands in the row, the column or the box of the cell
//!   hidden single   5 can go to one cell of the house, whatever else that cell could be
//! ```
//!
//! Singles that stand open at the same time are taken in the order in which they arose, as HoDoKu does: which of them
//! comes first decides what the others are called, and so the score.

use super::super::Technique;
use super::super::bits::Bits;
use super::super::state::State;
use super::super::step::{Candidate, Constraint, Pattern, Premise, Step};
use crate::board::{Cell, Digit};

/// A single: cell and digit by number, and the house for which it is full house or hidden single.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in super::super) struct Single {
    pub(in super::super) technique: Technique,
    pub(in super::super) cell: usize,
    pub(in super::super) digit: usize,
    house: Option<usize>,
}

impl Single {
    pub(in super::super) fn step<B: Bits>(self, state: &State<B>) -> Step {
        let (cell, digit) = (Cell::new(self.cell), Digit::from_index(self.digit));
        let house = self.house.map(|house| state.houses.house(house));
        let constraint = match (self.technique, house) {
            (Technique::HiddenSingle, Some(house)) => Constraint::Place(house, digit),
            _ => Constraint::Cell(cell),
        };
        Step {
            technique: self.technique,
            pattern: Pattern::Single { house },
            premises: vec![Premise::Strong(constraint)],
            placements: vec![Candidate::new(cell, digit)],
            eliminations: Vec::new(),
        }
    }
}

/// The first single of this kind.
pub(in super::super) fn first<B: Bits>(state: &State<B>, technique: Technique) -> Option<Single> {
    match technique {
        Technique::FullHouse => full_houses(state).next(),
        Technique::NakedSingle => naked_singles(state).next(),
        _ => hidden_singles(state).next(),
    }
}

/// Every single of this kind, of each cell one.
pub(in super::super) fn all<B: Bits>(state: &State<B>, technique: Technique) -> Vec<Single> {
    let mut singles: Vec<Single> = match technique {
        Technique::FullHouse => full_houses(state).collect(),
        Technique::NakedSingle => naked_singles(state).collect(),
        _ => hidden_singles(state).collect(),
    };
    singles.sort_by_key(|single| single.cell);
    singles.dedup_by_key(|single| single.cell);
    singles
}

fn full_houses<B: Bits>(state: &State<B>) -> impl Iterator<Item = Single> {
    state.naked_singles().filter_map(|(cell, digit)| {
        let house = state.houses.of_cell(cell).into_iter().find(|house| state.is_last_open(*house))?;
        Some(Single { technique: Technique::FullHouse, cell, digit, house: Some(house) })
    })
}

fn naked_singles<B: Bits>(state: &State<B>) -> impl Iterator<Item = Single> {
    let single = |(cell, digit)| Single { technique: Technique::NakedSingle, cell, digit, house: None };
    state.naked_singles().map(single)
}

fn hidden_singles<B: Bits>(state: &State<B>) -> impl Iterator<Item = Single> {
    state.hidden_singles().map(|(cell, digit, house)| Single {
        technique: Technique::HiddenSingle,
        cell,
        digit,
        house: Some(house),
    })
}
