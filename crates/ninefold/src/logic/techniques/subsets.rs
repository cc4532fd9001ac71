//! Subsets: as many cells of a house as digits.
//!
//! ```text
//!   naked pair    {1 4} {1 4} .  .     two cells have only 1 and 4: no other cell of the house has them
//!   hidden pair   {1 4 6 7} {1 4 8}    1 and 4 have only these two places: they hold nothing else
//! ```
//!
//! A naked subset in the cells that a box shares with a line empties both; if it does, it is a locked one.

use super::super::Technique;
use super::super::bits::Bits;
use super::super::finds::Finds;
use super::super::nine::{CellSet, Nine};
use super::super::state::State;
use super::super::step::{Candidate, Constraint, Pattern, Premise, Step};
use crate::board::{Cell, Digit};
use std::ops::ControlFlow;

/// Finds subsets of one kind: boxes first, then rows, then columns.
pub(in super::super) fn find<B: Bits>(
    state: &State<B>,
    nine: Option<&Nine>,
    technique: Technique,
    finds: &mut Finds,
) -> ControlFlow<()> {
    use Technique::*;
    let size = match technique {
        LockedPair | NakedPair | HiddenPair => 2,
        LockedTriple | NakedTriple | HiddenTriple => 3,
        _ => 4,
    };
    let n = state.side();
    let houses = (2 * n..3 * n).chain(0..2 * n);
    let is_locked = matches!(technique, LockedPair | LockedTriple);
    for house in houses.take(if is_locked { n } else { 3 * n }) {
        let is_hidden = matches!(technique, HiddenPair | HiddenTriple | HiddenQuad);
        if nine.is_some_and(|nine| !may_have(nine, house, size, is_hidden)) {
            continue;
        }
        match technique {
            HiddenPair | HiddenTriple | HiddenQuad => hidden(state, technique, house, size, finds)?,
            _ => naked(state, technique, house, size, finds)?,
        }
    }
    ControlFlow::Continue(())
}

/// Whether the house has a subset that rules anything out, as far as that is quickly told.
fn may_have(nine: &Nine, house: usize, size: usize, is_hidden: bool) -> bool {
    let open = (CellSet::house(house) & nine.open).len();
    let tight = if is_hidden { open.saturating_sub(size) } else { size };
    nine.tight(house) >> tight & 1 == 1
}

/// Visits every combination of `size` of the sets whose union has `size` members.
fn for_each_tight<B: Bits>(
    sets: &[(usize, B)],
    size: usize,
    chosen: &mut Vec<usize>,
    union: B,
    visit: &mut impl FnMut(&[usize], B) -> ControlFlow<()>,
) -> ControlFlow<()> {
    if chosen.len() == size {
        return if union.len() == size { visit(chosen, union) } else { ControlFlow::Continue(()) };
    }
    for (i, (number, set)) in sets.iter().enumerate() {
        let wider = union.union(*set);
        if wider.len() <= size {
            chosen.push(*number);
            for_each_tight(&sets[i + 1..], size, chosen, wider, visit)?;
            chosen.pop();
        }
    }
    ControlFlow::Continue(())
}

fn naked<B: Bits>(
    state: &State<B>,
    technique: Technique,
    house: usize,
    size: usize,
    finds: &mut Finds,
) -> ControlFlow<()> {
    let cells = state.houses.cells(house).iter().map(|cell| *cell as usize);
    let sets: Vec<(usize, B)> = cells.map(|cell| (cell, state.digits(cell))).collect();
    let sets: Vec<(usize, B)> =
        sets.into_iter().filter(|(_, digits)| !digits.is_empty() && digits.len() <= size).collect();
    if sets.len() < size {
        return ControlFlow::Continue(());
    }
    for_each_tight(&sets, size, &mut Vec::new(), B::EMPTY, &mut |cells, digits| {
        let shared = shared_houses(state, cells);
        // The same cells come again as a subset of their row or column.
        if house < 2 * state.side() && shared.len() > 1 {
            return ControlFlow::Continue(());
        }
        let mut eliminations: Vec<Candidate> = Vec::new();
        let (mut in_box, mut outside) = (false, false);
        let block = state.houses.of_cell(cells[0])[2];
        for shared in &shared {
            for cell in state.houses.cells(*shared).iter().map(|cell| *cell as usize) {
                if !cells.contains(&cell) {
                    let out = state.candidates(cell).filter(|candidate| digits.contains(candidate.digit.index()));
                    let before = eliminations.len();
                    eliminations.extend(out);
                    let is_in_box = state.houses.of_cell(cell)[2] == block;
                    in_box |= is_in_box && eliminations.len() > before;
                    outside |= !is_in_box && eliminations.len() > before;
                }
            }
        }
        let is_locked = size < 4 && shared.len() > 1 && in_box && outside;
        let wants_locked = matches!(technique, Technique::LockedPair | Technique::LockedTriple);
        if eliminations.is_empty() || is_locked != wants_locked {
            return ControlFlow::Continue(());
        }
        eliminations.sort_unstable();
        eliminations.dedup();
        let houses: Vec<_> = shared.iter().map(|house| state.houses.house(*house)).collect();
        let digits: Vec<Digit> = digits.iter().map(Digit::from_index).collect();
        let strong = cells.iter().map(|cell| Premise::Strong(Constraint::Cell(Cell::new(*cell))));
        let weak = houses.iter().flat_map(|house| digits.iter().map(|digit| Constraint::Place(*house, *digit)));
        finds.add(Step {
            technique,
            premises: strong.chain(weak.map(Premise::Weak)).collect(),
            pattern: Pattern::Subset { cells: cells.iter().copied().map(Cell::new).collect(), digits, houses },
            placements: Vec::new(),
            eliminations,
        })
    })
}

/// The houses that all of the cells lie in.
fn shared_houses<B: Bits>(state: &State<B>, cells: &[usize]) -> Vec<usize> {
    let of_first = state.houses.of_cell(cells[0]).into_iter();
    of_first.filter(|house| cells.iter().all(|cell| state.houses.of_cell(*cell).contains(house))).collect()
}

fn hidden<B: Bits>(
    state: &State<B>,
    technique: Technique,
    house: usize,
    size: usize,
    finds: &mut Finds,
) -> ControlFlow<()> {
    let places = (0..state.side()).map(|digit| (digit, state.places(house, digit)));
    let sets: Vec<(usize, B)> = places.filter(|(_, places)| !places.is_empty() && places.len() <= size).collect();
    if sets.len() < size {
        return ControlFlow::Continue(());
    }
    for_each_tight(&sets, size, &mut Vec::new(), B::EMPTY, &mut |digits, places| {
        let cells: Vec<usize> = state.houses.cells_at(house, places).collect();
        let of_cells = cells.iter().flat_map(|cell| state.candidates(*cell));
        let mut eliminations: Vec<Candidate> =
            of_cells.filter(|candidate| !digits.contains(&candidate.digit.index())).collect();
        if eliminations.is_empty() {
            return ControlFlow::Continue(());
        }
        eliminations.sort_unstable();
        let in_house = state.houses.house(house);
        let digits: Vec<Digit> = digits.iter().copied().map(Digit::from_index).collect();
        let cells: Vec<Cell> = cells.into_iter().map(Cell::new).collect();
        let strong = digits.iter().map(|digit| Premise::Strong(Constraint::Place(in_house, *digit)));
        let weak = cells.iter().map(|cell| Premise::Weak(Constraint::Cell(*cell)));
        finds.add(Step {
            technique,
            premises: strong.chain(weak).collect(),
            pattern: Pattern::Subset { cells: cells.clone(), digits, houses: vec![in_house] },
            placements: Vec::new(),
            eliminations,
        })
    })
}
