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
use super::super::nine::{CellSet, Nine, candidate, count, digits, in_cell, in_house};
use super::super::step::{AlmostLockedSet, Candidate, Pattern, Premise, Step};
use crate::board::Digit;
use std::ops::ControlFlow;

/// Finds Sue de Coqs.
pub(in super::super) fn find(nine: &Nine, finds: &mut Finds) -> ControlFlow<()> {
    let mut sides = Sides::default();
    for line in 0..18 {
        let in_line = CellSet::house(line) & nine.open;
        for block in 18..27 {
            let cells: [Option<usize>; 3] = {
                let mut cells = (in_line & CellSet::house(block)).iter();
                [cells.next(), cells.next(), cells.next()]
            };
            match cells {
                [Some(a), Some(b), None] => meet(nine, line, block, &[a, b], &mut sides, finds)?,
                [Some(a), Some(b), Some(c)] => {
                    for chosen in [&[a, b][..], &[a, b, c], &[a, c], &[b, c]] {
                        meet(nine, line, block, chosen, &mut sides, finds)?;
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
    size: usize,
    digits: u16,
}

impl Group {
    const EMPTY: Group = Group { cells: CellSet::EMPTY, size: 0, digits: 0 };

    fn with(self, nine: &Nine, cell: usize) -> Group {
        let cells = self.cells | CellSet::only(cell);
        Group { cells, size: self.size + 1, digits: self.digits | nine.candidates[cell] }
    }

    fn named(self) -> AlmostLockedSet {
        let digits = digits(self.digits).map(Digit::from_index).collect();
        AlmostLockedSet { cells: self.cells.cells(), digits }
    }
}

/// Looks around some cells of a meeting.
fn meet(
    nine: &Nine,
    line: usize,
    block: usize,
    chosen: &[usize],
    sides: &mut Sides,
    finds: &mut Finds,
) -> ControlFlow<()> {
    let center = chosen.iter().fold(Group::EMPTY, |group, cell| group.with(nine, *cell));
    let surplus = count(center.digits);
    if surplus < chosen.len() + 2 {
        return ControlFlow::Continue(());
    }
    let surplus = surplus - chosen.len();
    let Sides { of_line, of_block } = sides;
    for (list, house) in [(&mut *of_line, line), (&mut *of_block, block)] {
        list.clear();
        let (cells, count) = listed((CellSet::house(house) & nine.open) - center.cells);
        groups(nine, &cells[..count], center.digits, Group::EMPTY, list);
        if list.is_empty() {
            return ControlFlow::Continue(());
        }
    }
    for (side, taken) in of_line.iter().copied().filter(|(_, taken)| *taken < surplus) {
        for (other, also_taken) in of_block.iter().copied() {
            let is_apart = side.digits & other.digits & center.digits == 0 && side.cells.is_disjoint(other.cells);
            if taken + also_taken == surplus && is_apart {
                let found = Found { line, block, center, side, other };
                found.step(nine).map_or(ControlFlow::Continue(()), |step| finds.add(step))?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// The sets of cells that take digits of a centre, in its line and in its box, each with how many it takes: as many as
/// it has cells more than digits of its own.
#[derive(Default)]
struct Sides {
    of_line: Vec<(Group, usize)>,
    of_block: Vec<(Group, usize)>,
}

/// The cells of a set in an array, and how many there are.
fn listed(cells: CellSet) -> ([usize; 9], usize) {
    let mut list = [0; 9];
    cells.iter().zip(&mut list).for_each(|(cell, place)| *place = cell);
    (list, cells.len())
}

/// Lists the sets that some cells make with more of these, and that take digits of the centre.
fn groups(nine: &Nine, cells: &[usize], center: u16, group: Group, list: &mut Vec<(Group, usize)>) {
    for (i, cell) in cells.iter().enumerate() {
        let wider = group.with(nine, *cell);
        let rest = &cells[i + 1..];
        let (extra, size) = (count(wider.digits & !center), wider.size);
        if extra >= size + rest.len() {
            continue;
        }
        if size > extra && wider.digits & center != 0 {
            list.push((wider, size - extra));
        }
        groups(nine, rest, center, wider, list);
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
