//! Avoidable rectangles: unique rectangles some of whose cells have their digits already, but not as givens.
//!
//! ```text
//!   4   .   .  | 8         type 1: r1c1, r1c4 and r2c1 were placed on the way. If r2c4 were 4, these cells could be
//!   8   .   .  | {4 6 9}   8 4 over 4 8 as well: a second solution. So r2c4 is not 4.
//!
//!   4   .   .  | 8         type 2: r2c1 is not 8 or r2c4 is not 4: one of them is 6. No cell that sees both is 6.
//!  {6 8}.   .  | {4 6}
//! ```
//!
//! A given is no part of a second solution of the puzzle; so the cells must not be givens.
//!
//! Source: "avoidable rectangles", Player's Forum, 2006. HoDoKu asks that the open cells have two candidates, and
//! those of type 2 share a box. Neither is needed (but that both have the same one further candidate): if every step is
//! wanted, we tell those too, but on a path we take what HoDoKu takes.

use super::super::Technique;
use super::super::finds::Finds;
use super::super::nine::{CellSet, Nine, candidate, in_cell, links};
use super::super::step::{Candidate, Premise, Step};
use super::deadly::{Deadly, Kept};
use super::rectangles::for_each_rectangle;
use std::ops::ControlFlow;

/// Finds avoidable rectangles of one type.
pub(in super::super) fn find(nine: &Nine, technique: Technique, finds: &mut Finds) -> ControlFlow<()> {
    let placed = CellSet::ALL - nine.open - nine.givens;
    for corner in placed.iter() {
        for_each_rectangle(corner, CellSet::ALL - nine.givens, |cells| {
            let open = cells & nine.open;
            let is_new = (cells & placed).first() == Some(corner);
            let step = match technique {
                Technique::AvoidableRectangleOne if is_new && open.len() == 1 => one(nine, cells, finds.wants_all()),
                Technique::AvoidableRectangleTwo if is_new && open.len() == 2 => two(nine, cells, finds.wants_all()),
                _ => None,
            };
            step.map_or(ControlFlow::Continue(()), |step| finds.add(step))
        })?;
    }
    ControlFlow::Continue(())
}

/// The digit that stands in a placed cell.
fn value(nine: &Nine, cell: usize) -> u16 {
    nine.values[cell].map_or(0, |digit| 1 << digit)
}

/// The corner of a rectangle across from another one.
fn opposite(cells: CellSet, corner: usize) -> usize {
    let lines = CellSet::house(corner / 9) | CellSet::house(9 + corner % 9);
    (cells - lines).first().expect("a rectangle has four corners")
}

fn one(nine: &Nine, cells: CellSet, takes_any: bool) -> Option<Step> {
    let open = (cells & nine.open).single()?;
    let digit = value(nine, opposite(cells, open));
    let mut beside = (cells - CellSet::only(open) - CellSet::only(opposite(cells, open))).iter();
    let others = [beside.next()?, beside.next()?].map(|cell| value(nine, cell));
    let is_one = others[0] == others[1] && nine.candidates[open] & digit != 0;
    if !is_one || !(takes_any || nine.count(open) == 2) {
        return None;
    }
    let deadly = Deadly::new(nine, cells, Kept::Pair(digit | others[0]));
    let out = vec![candidate(open, digit.trailing_zeros() as usize)];
    let premises = vec![Premise::Weak(in_cell(open))];
    Some(deadly.step(nine, Technique::AvoidableRectangleOne, premises, CellSet::EMPTY, out))
}

fn two(nine: &Nine, cells: CellSet, takes_any: bool) -> Option<Step> {
    let open = cells & nine.open;
    let is_in_a_box = open.common_houses().any(|house| house >= 18);
    // The open cells lie on one side; each could have the digit across from it, or one more.
    let mut further = open.iter().map(|cell| {
        let digit = value(nine, opposite(cells, cell));
        (nine.count(cell) == 2 && nine.candidates[cell] & digit != 0).then(|| nine.candidates[cell] & !digit)
    });
    let (one, two) = (further.next()??, further.next()??);
    if one != two || open.common_houses().next().is_none() || !(takes_any || is_in_a_box) {
        return None;
    }
    let digit = one.trailing_zeros() as usize;
    let out = open.common_peers() & nine.cells[digit];
    if out.is_empty() {
        return None;
    }
    let pair = (cells - open).iter().fold(0, |pair, cell| pair | value(nine, cell));
    let deadly = Deadly::new(nine, cells, Kept::Pair(pair));
    let premises = out.iter().flat_map(|cell| links(cell, open, digit)).map(Premise::Weak).collect();
    let out: Vec<Candidate> = out.iter().map(|cell| candidate(cell, digit)).collect();
    Some(deadly.step(nine, Technique::AvoidableRectangleTwo, premises, CellSet::EMPTY, out))
}

#[cfg(test)]
mod tests {
    use super::super::drawn::{at, board, eliminations};
    use crate::board::{Digit, Puzzle};
    use crate::logic::Technique::*;

    fn placed(cells: &[(usize, usize)], open: &[(usize, &[usize])]) -> Puzzle {
        let mut puzzle = board(open);
        cells.iter().for_each(|(cell, digit)| puzzle.place(at(*cell), Digit::from_index(digit - 1)));
        puzzle
    }

    #[test]
    fn three_placed_cells() {
        let cells = [(11, 4), (14, 8), (21, 8)];
        assert_eq!(eliminations(&placed(&cells, &[(24, &[4, 6])]), AvoidableRectangleOne), [[424]]);
        let mut given = placed(&cells[1..], &[(24, &[4, 6])]);
        given.give(at(11), Digit::from_index(3));
        assert!(eliminations(&given, AvoidableRectangleOne).is_empty());
        let other = placed(&[(11, 4), (14, 8), (21, 7)], &[(24, &[4, 6])]);
        assert!(eliminations(&other, AvoidableRectangleOne).is_empty());
    }

    #[test]
    fn two_placed_cells() {
        let found = eliminations(&placed(&[(11, 4), (21, 8)], &[(14, &[6, 8]), (24, &[4, 6])]), AvoidableRectangleTwo);
        let wanted = [615, 616, 625, 626, 634, 635, 636, 644, 654, 664, 674, 684, 694];
        assert_eq!(found, [wanted]);
        let near = placed(&[(11, 4), (21, 8)], &[(14, &[7, 8]), (24, &[4, 6])]);
        assert!(eliminations(&near, AvoidableRectangleTwo).is_empty());
    }
}
