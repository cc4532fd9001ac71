//! Unique loops: like unique rectangles, with six cells or more.
//!
//! ```text
//!   {2 7}   .     .   |   .     .     .   | {2 7}      .   .   every row, column and box has two of the cells or none.
//!   {2 7}   .     .   | {2 7}   .     .   |   .        .   .   If all six had 2 or 7, these could be exchanged. So r3c7
//!     .     .     .   | {2 7}   .     .   | {2 7 4 9}  .   .   is 4 or 9.
//! ```
//!
//! Source: "unique loops", Player's Forum, 2005; the types as in Sudoku Explainer: one cell with further candidates,
//! the same one in several cells, two cells with a subset, two cells that must have one of the digits.
//!
//! The search keeps a set of cells that have both digits. As long as a house has one of them, the first such house gets
//! a second one, in every possible way; so each loop is found once. At most two cells have further candidates, unless
//! these are all the same digit.

use super::super::Technique;
use super::super::finds::Finds;
use super::super::nine::{CellSet, Nine, houses_of};
use super::deadly::{Deadly, Kept};
use std::ops::ControlFlow;

/// More cells than this nobody follows.
const MOST_CELLS: usize = 16;

/// Finds unique loops, short ones first.
pub(in super::super) fn find(nine: &Nine, finds: &mut Finds) -> ControlFlow<()> {
    let mut pairs: Vec<u16> = nine.bivalue.iter().map(|cell| nine.candidates[cell]).collect();
    pairs.sort_unstable();
    let mut loops = Vec::new();
    for same in pairs.chunk_by(|a, b| a == b) {
        let pair = same[0];
        let [one, two] = [pair.trailing_zeros() as usize, 15 - pair.leading_zeros() as usize];
        let mut search = Search { nine, pair, cells: nine.cells[one] & nine.cells[two], loops: Vec::new() };
        if search.cells.len() < 6 {
            continue;
        }
        for start in nine.bivalue.iter().filter(|cell| nine.candidates[*cell] == pair) {
            search.grow(CellSet::only(start), house_bits(start), 0, 0);
            search.cells.remove(start);
        }
        loops.extend(search.loops.into_iter().map(|cells| (cells, pair)));
    }
    loops.sort_by_key(|(cells, _)| cells.len());
    for (cells, pair) in loops {
        let deadly = Deadly::new(nine, cells, Kept::Pair(pair));
        let technique = Technique::UniqueLoop;
        for step in
            [deadly.type_one(nine, technique), deadly.type_two(nine, technique), deadly.type_four(nine, technique)]
        {
            step.map_or(ControlFlow::Continue(()), |step| finds.add(step))?;
        }
        if deadly.roof.len() == 2 {
            deadly.type_three(nine, technique, finds)?;
        }
    }
    ControlFlow::Continue(())
}

/// The houses of a cell, one bit each.
fn house_bits(cell: usize) -> u32 {
    houses_of(cell).into_iter().fold(0, |bits, house| bits | 1 << house)
}

struct Search<'a> {
    nine: &'a Nine,
    pair: u16,
    /// The cells that may be used: they have both digits.
    cells: CellSet,
    loops: Vec<CellSet>,
}

impl Search<'_> {
    /// `once` and `full` are the houses that have one of the chosen cells, and two.
    fn grow(&mut self, chosen: CellSet, once: u32, full: u32, further: u16) {
        if once == 0 {
            if chosen.len() > 4 {
                self.loops.push(chosen);
            }
            return;
        }
        if chosen.len() >= MOST_CELLS {
            return;
        }
        let house = once.trailing_zeros() as usize;
        for cell in ((self.cells & CellSet::house(house)) - chosen).iter() {
            let bits = house_bits(cell);
            let further = further | (self.nine.candidates[cell] & !self.pair);
            if bits & full != 0 {
                continue;
            }
            let chosen = chosen | CellSet::only(cell);
            let roof = chosen - self.nine.bivalue;
            if roof.len() <= 2 || further.count_ones() == 1 {
                self.grow(chosen, once ^ bits, full | (once & bits), further);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::drawn::{board, eliminations};
    use crate::logic::Technique::UniqueLoop;

    #[test]
    fn six_cells() {
        let mut cells: Vec<(usize, &[usize])> = [11, 17, 21, 24, 34].map(|cell| (cell, &[2, 7][..])).to_vec();
        cells.push((37, &[2, 4, 7, 9]));
        assert_eq!(eliminations(&board(&cells), UniqueLoop), [[237, 737]]);
        // Without one corner there is no loop.
        cells[1] = (17, &[2, 8]);
        assert!(eliminations(&board(&cells), UniqueLoop).is_empty());
    }
}
