//! Sue de Coq: two or three cells where a line meets a box, whose surplus digits are used up by cells in the rest of each.
//!
//! ```text
//!   row 7:  {2 3 8 9} {2 9}  .  | {1 2 3 6} {2 6 8 9 ..}  .  |  ...     cells C in row 7 and box 8: 5 digits
//!   box 8:                         .           .        {1 6}
//! ```
//!
//! Take two or three cells C where the line meets the box, with N more digits than cells (N is at least 2). Then look for a set
//! of cells in the rest of the line and a set in the rest of the box that have none of C's digits in common. A set may have
//! digits that C lacks, with one more cell for each of them; apart from these cells, the two sets have N cells together. All
//! these cells now have as many digits as cells, and no digit fits twice, so each is there once. Digits of C or the line's set,
//! but not of the box's set, are removed from the rest of the line; digits of C or the box's set, but not of the line's set,
//! from the rest of the box. A digit that C lacks may be in both sets, once in each; it is then removed from both.
//!
//! Source: "Two-Sector Disjoint Subsets" by Sue de Coq, Player's Forum, 2005.
//! Here: tried in HoDoKu's order: rows then columns, boxes, cells where they meet, cells of the line, cells of the box.

use super::super::facts::{block_along, meeting};
use super::super::step::AlmostLockedSet;
use super::prelude::*;

/// Finds Sue de Coqs.
pub(in super::super) fn find(nine: &View, finds: &mut Finds) -> ControlFlow<()> {
    let mut sides = <[Side; 2]>::default();
    for line in 0..18 {
        let in_line = CellSet::house(line) & nine.open;
        for along in 0..3 {
            let bit = 1 << meeting(line, along);
            if nine.with_cache(|facts| facts.no_sue_de_coq & bit != 0) {
                continue;
            }
            let block = block_along(line, along);
            let found = finds.steps.len();
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
            if finds.steps.len() == found {
                nine.with_cache(|facts| facts.no_sue_de_coq |= bit);
            }
        }
    }
    ControlFlow::Continue(())
}

/// Cells with their digits.
#[derive(Clone, Copy, Debug)]
struct CellGroup {
    cells: CellSet,
    digits: u16,
}

impl CellGroup {
    fn of(nine: &Nine, cells: CellSet) -> CellGroup {
        CellGroup { cells, digits: cells.iter().fold(0, |digits, cell| digits | nine.candidates[cell]) }
    }

    fn named(self) -> AlmostLockedSet {
        let digits = digits(self.digits).map(Digit::from_index).collect();
        AlmostLockedSet { cells: self.cells.cells(), digits }
    }
}

/// Searches around some of the cells where a line meets a box.
fn meet(
    nine: &Nine,
    line: usize,
    block: usize,
    chosen: &[usize],
    sides: &mut [Side; 2],
    finds: &mut Finds,
) -> ControlFlow<()> {
    let center = CellGroup::of(nine, chosen.iter().copied().collect());
    let surplus = count(center.digits);
    if surplus < chosen.len() + 2 {
        return ControlFlow::Continue(());
    }
    let surplus = surplus - chosen.len();
    let [of_line, of_block] = sides;
    for (side, house) in [(&mut *of_line, line), (&mut *of_block, block)] {
        side.look(nine, (CellSet::house(house) & nine.open) - center.cells, center.digits);
        if side.takers.is_empty() {
            return ControlFlow::Continue(());
        }
    }
    for one in of_line.takers.iter().filter(|one| one.taken < surplus) {
        for two in of_block.takers.iter() {
            if one.taken + two.taken == surplus && one.digits & two.digits & center.digits == 0 {
                let [side, other] = [of_line.group(*one), of_block.group(*two)];
                let found = Meeting { line, block, center, side, other };
                if side.cells.is_disjoint(other.cells) {
                    finds.add_any(found.step(nine))?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// A set of cells that takes digits of a centre: as many as it has more cells than digits that the centre lacks.
#[derive(Clone, Copy, Debug)]
struct Taker {
    /// The cells, by their positions among the cells of the side.
    cells: u16,
    digits: u16,
    taken: usize,
}

/// What lies beside a centre in its line or in its box.
#[derive(Default)]
struct Side {
    cells: [usize; 9],
    /// The candidates of each.
    digits: [u16; 9],
    takers: Vec<Taker>,
}

impl Side {
    /// Lists the sets of these cells that take digits of a centre.
    fn look(&mut self, nine: &Nine, cells: CellSet, center: u16) {
        let mut count = 0;
        for cell in cells.iter() {
            (self.cells[count], self.digits[count]) = (cell, nine.candidates[cell]);
            count += 1;
        }
        self.takers.clear();
        takers(&self.digits[..count], 0, center, Taker { cells: 0, digits: 0, taken: 0 }, 0, &mut self.takers);
    }

    fn group(&self, taker: Taker) -> CellGroup {
        CellGroup { cells: digits(taker.cells).map(|place| self.cells[place]).collect(), digits: taker.digits }
    }
}

/// Lists the sets that the chosen cells make with more cells, from position `first` on.
fn takers(cells: &[u16], first: usize, center: u16, taker: Taker, size: usize, list: &mut Vec<Taker>) {
    for (i, digits) in cells.iter().enumerate() {
        let digits = taker.digits | digits;
        let (cells, rest) = (taker.cells | 1 << (first + i), &cells[i + 1..]);
        let (extra, size) = (count(digits & !center), size + 1);
        if extra >= size + rest.len() {
            continue;
        }
        let taker = Taker { cells, digits, taken: size.saturating_sub(extra) };
        if taker.taken > 0 && digits & center != 0 {
            list.push(taker);
        }
        takers(rest, first + i + 1, center, taker, size, list);
    }
}

struct Meeting {
    line: usize,
    block: usize,
    center: CellGroup,
    side: CellGroup,
    other: CellGroup,
}

impl Meeting {
    fn step(&self, nine: &Nine) -> Option<Step> {
        let Meeting { line, block, center, side, other } = *self;
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
        let cells = center.cells | side.cells | other.cells;
        let strong = cells.iter().map(|cell| Premise::Strong(in_cell(cell)));
        let by_line = digits(center.digits | side.digits).map(|digit| in_house(line, digit));
        let by_block = digits(center.digits | other.digits).map(|digit| in_house(block, digit));
        let weak = by_line.chain(by_block).map(Premise::Weak);
        let pattern = Pattern::SueDeCoq { cells: center.cells.cells(), line: side.named(), block: other.named() };
        Some(Step::removing(Technique::SueDeCoq, pattern, strong.chain(weak).collect(), eliminations))
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::testing::*;
    use super::*;

    pub(in super::super) const EXAMPLES: &[Example] = &[
        // Both sides have 2; one digit more; a cell in a line that is not the centre's.
        example(
            SueDeCoq,
            "r1c12=1234; r1c9=12; r3c3=34",
            "r1c345678<>12 r1c3<>34 r2c123<>34 r3c12<>34",
            &["r1c12=1234; r1c9=12; r3c3=24", "r1c1=1234; r1c2=1235; r1c9=12; r3c3=34", "r1c12=1234; r2c9=12; r3c3=34"],
        ),
    ];

    /// Every choice of cells where a line meets a box, in the rest of the line and in the rest of the box.
    fn naive(nine: &Nine) -> Outs {
        let mut outs = Outs::new();
        for (line, block) in (0..18).flat_map(|line| (18..27).map(move |block| (line, block))) {
            let [in_line, in_box] = [line, block].map(|house| CellSet::house(house) & nine.open);
            let meeting = in_line & in_box;
            for center in subsets(meeting).into_iter().filter(|center| center.len() > 1) {
                let center = CellGroup::of(nine, center);
                let sides = [in_line, in_box].map(|cells| {
                    let groups = subsets(cells - center.cells).into_iter().map(|cells| CellGroup::of(nine, cells));
                    groups.filter(|group| group.digits & center.digits != 0).collect::<Vec<_>>()
                });
                if count(center.digits) < center.cells.len() + 2 {
                    continue;
                }
                for one in &sides[0] {
                    for two in &sides[1] {
                        // The two may not take the same digits; what neither takes is left to the centre: every digit once.
                        let cells = center.cells.len() + one.cells.len() + two.cells.len();
                        let [own, other] = [one, two].map(|side| count(side.digits & !center.digits));
                        let is_used_up = count(center.digits) + own + other == cells;
                        let takes = |side: &CellGroup, own: usize| side.cells.len() > own;
                        let is_apart = one.cells.is_disjoint(two.cells) && one.digits & two.digits & center.digits == 0;
                        if !is_used_up || !is_apart || !takes(one, own) || !takes(two, other) {
                            continue;
                        }
                        let mut out = Vec::new();
                        for cell in (nine.open - center.cells).iter() {
                            // A digit that appears once, in cells that all lie in the line or all in the box.
                            let goes = |digit: &usize| {
                                let with = |group: &CellGroup| {
                                    if group.digits >> digit & 1 == 1 { group.cells } else { CellSet::EMPTY }
                                };
                                let [of_center, of_one, of_two] = [&center, one, two].map(with);
                                let by_line =
                                    !(of_center | of_one).is_empty() && (of_two.is_empty() || of_center.is_empty());
                                let by_box =
                                    !(of_center | of_two).is_empty() && (of_one.is_empty() || of_center.is_empty());
                                let by_line = by_line && in_line.contains(cell) && !one.cells.contains(cell);
                                by_line || (by_box && in_box.contains(cell) && !two.cells.contains(cell))
                            };
                            out.extend(digits(nine.candidates[cell]).filter(goes).map(|digit| (cell, digit)));
                        }
                        add(&mut outs, out);
                    }
                }
            }
        }
        outs
    }

    fn subsets(cells: CellSet) -> Vec<CellSet> {
        choices(&cells.iter().collect::<Vec<usize>>()).map(|cells| cells.into_iter().collect()).collect()
    }

    #[test]
    fn what_is_found_is_what_the_definitions_say() {
        let boards = (0..60).map(|seed| Board::midway(seed, 44));
        let [all] = agreed(boards, [SueDeCoq], |nine| [naive(nine)]);
        assert!(all > 20, "{all}");
    }
}
