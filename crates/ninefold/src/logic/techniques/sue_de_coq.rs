//! Sue de Coq: where a line meets a box, two or three cells whose digits are used up on both sides.
//!
//! ```text
//!   row 7:  {2 3 8 9} {2 9}  .  | {1 2 3 6} {2 6 8 9 ..}  .  |  ...     cells C in row 7 and box 8: 5 digits
//!   box 8:                         .           .        {1 6}
//! ```
//!
//! Take cells C of the meeting with N more digits than cells. Then look for cells in the rest of the line and cells in
//! the rest of the box, which have none of C's digits in common; each such set may have digits that C has not, and must
//! have that many more cells, so that together the two sets take N of C's digits. All of these cells now have as many
//! digits as cells, and no digit fits twice: so each is in there once. Digits of the line's set (and of C, but not of
//! the box's set) go from the rest of the line, those of the box's set (and of C, but not of the line's set) from the
//! rest of the box. A digit that C has not may be in both sets, once in each; it goes from both.
//!
//! Source: "Two-Sector Disjoint Subsets" by Sue de Coq, Player's Forum, 2005. Tried in HoDoKu's order: rows then
//! columns, boxes, cells of the meeting, cells of the line, cells of the box.

use super::super::Technique;
use super::super::finds::Finds;
use super::super::nine::{CellSet, Nine, candidate, digits, in_cell, in_house};
use super::super::step::{AlmostLockedSet, Candidate, Pattern, Premise, Step};
use crate::board::Digit;
use std::ops::ControlFlow;

/// Finds Sue de Coqs.
pub(in super::super) fn find(nine: &Nine, finds: &mut Finds) -> ControlFlow<()> {
    for line in 0..18 {
        let in_line = CellSet::house(line) & nine.open;
        for block in 18..27 {
            let cells: [Option<usize>; 3] = {
                let mut cells = (in_line & CellSet::house(block)).iter();
                [cells.next(), cells.next(), cells.next()]
            };
            match cells {
                [Some(a), Some(b), None] => meet(nine, line, block, &[a, b], finds)?,
                [Some(a), Some(b), Some(c)] => {
                    for chosen in [&[a, b][..], &[a, b, c], &[a, c], &[b, c]] {
                        meet(nine, line, block, chosen, finds)?;
                    }
                }
                _ => {}
            }
        }
    }
    ControlFlow::Continue(())
}

/// Cells with their digits.
#[derive(Clone, Copy, Debug)]
struct Group {
    cells: CellSet,
    digits: u16,
}

impl Group {
    const EMPTY: Group = Group { cells: CellSet::EMPTY, digits: 0 };

    fn with(self, nine: &Nine, cell: usize) -> Group {
        Group { cells: self.cells | CellSet::only(cell), digits: self.digits | nine.candidates[cell] }
    }

    fn named(self) -> AlmostLockedSet {
        let digits = digits(self.digits).map(Digit::from_index).collect();
        AlmostLockedSet { cells: self.cells.cells(), digits }
    }
}

/// Looks around some cells of a meeting.
fn meet(nine: &Nine, line: usize, block: usize, chosen: &[usize], finds: &mut Finds) -> ControlFlow<()> {
    let center = chosen.iter().fold(Group::EMPTY, |group, cell| group.with(nine, *cell));
    let surplus = center.digits.count_ones() as usize;
    if surplus < chosen.len() + 2 {
        return ControlFlow::Continue(());
    }
    let surplus = surplus - chosen.len();
    let search = Search { nine, center, barred: 0 };
    let in_line = (CellSet::house(line) & nine.open) - center.cells;
    let in_block = (CellSet::house(block) & nine.open) - center.cells;
    let (in_line, count) = listed(in_line);
    search.groups(&in_line[..count], Group::EMPTY, &mut |side, taken| {
        if taken >= surplus {
            return ControlFlow::Continue(());
        }
        let search = Search { barred: side.digits & center.digits, ..search };
        let (in_block, count) = listed(in_block - side.cells);
        search.groups(&in_block[..count], Group::EMPTY, &mut |other, also_taken| {
            if taken + also_taken != surplus {
                return ControlFlow::Continue(());
            }
            let found = Found { line, block, center, side, other };
            found.step(nine).map_or(ControlFlow::Continue(()), |step| finds.add(step))
        })
    })
}

/// The cells of a set in an array, and how many there are.
fn listed(cells: CellSet) -> ([usize; 9], usize) {
    let mut list = [0; 9];
    cells.iter().zip(&mut list).for_each(|(cell, place)| *place = cell);
    (list, cells.len())
}

/// A search for sets of cells that take digits of the centre.
#[derive(Clone, Copy)]
struct Search<'a> {
    nine: &'a Nine,
    center: Group,
    /// Digits that the cells must not have.
    barred: u16,
}

impl Search<'_> {
    /// Visits each set of these cells, with the number of digits that it takes from the centre.
    fn groups(
        &self,
        cells: &[usize],
        group: Group,
        visit: &mut impl FnMut(Group, usize) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for (i, cell) in cells.iter().enumerate() {
            let wider = group.with(self.nine, *cell);
            let rest = &cells[i + 1..];
            let extra = (wider.digits & !self.center.digits).count_ones() as usize;
            let size = wider.cells.len();
            if wider.digits & self.barred != 0 || extra >= size + rest.len() {
                continue;
            }
            if size > extra && wider.digits & self.center.digits != 0 {
                visit(wider, size - extra)?;
            }
            self.groups(rest, wider, visit)?;
        }
        ControlFlow::Continue(())
    }
}

struct Found {
    line: usize,
    block: usize,
    center: Group,
    side: Group,
    other: Group,
}

impl Found {
    fn step(&self, nine: &Nine) -> Option<Step> {
        let Found { line, block, center, side, other } = *self;
        let in_both = side.digits & other.digits;
        let of_line = ((center.digits | side.digits) & !other.digits) | in_both;
        let of_block = ((center.digits | other.digits) & !side.digits) | in_both;
        let mut eliminations: Vec<Candidate> = Vec::new();
        for (house, used, mask) in [(line, side.cells, of_line), (block, other.cells, of_block)] {
            for cell in ((CellSet::house(house) & nine.open) - center.cells - used).iter() {
                eliminations.extend(digits(nine.candidates[cell] & mask).map(|digit| candidate(cell, digit)));
            }
        }
        if eliminations.is_empty() {
            return None;
        }
        eliminations.sort_unstable();
        eliminations.dedup();
        let cells = center.cells | side.cells | other.cells;
        let strong = cells.iter().map(|cell| Premise::Strong(in_cell(cell)));
        let by_line = digits(center.digits | side.digits).map(|digit| in_house(line, digit));
        let by_block = digits(center.digits | other.digits).map(|digit| in_house(block, digit));
        let weak = by_line.chain(by_block).map(Premise::Weak);
        Some(Step {
            technique: Technique::SueDeCoq,
            pattern: Pattern::SueDeCoq { cells: center.cells.cells(), line: side.named(), block: other.named() },
            premises: strong.chain(weak).collect(),
            placements: Vec::new(),
            eliminations,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::drawn::{board, eliminations};
    use crate::logic::Technique::SueDeCoq;

    #[test]
    fn two_cells_and_one_on_each_side() {
        let mut cells: Vec<(usize, &[usize])> = vec![(11, &[1, 2, 3]), (12, &[2, 3, 4]), (19, &[1, 2]), (33, &[3, 4])];
        let found = eliminations(&board(&cells), SueDeCoq);
        let of_row = [13, 14, 15, 16, 17, 18].into_iter().flat_map(|cell| [100 + cell, 200 + cell]);
        let of_box = [13, 21, 22, 23, 31, 32].into_iter().flat_map(|cell| [300 + cell, 400 + cell]);
        let (mut found, mut wanted) = (found[0].clone(), of_row.chain(of_box).collect::<Vec<_>>());
        found.sort_unstable();
        wanted.sort_unstable();
        assert_eq!(found, wanted);
        // Both sides have 2.
        cells[3] = (33, &[2, 4]);
        assert!(eliminations(&board(&cells), SueDeCoq).is_empty());
    }
}
