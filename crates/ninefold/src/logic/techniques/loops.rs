//! Unique loops: like unique rectangles, with six cells or more.
//!
//! ```text
//!   {2 7}   .     .   |   .     .     .   | {2 7}      .   .   every row, column and box has two of the cells or none.
//!   {2 7}   .     .   | {2 7}   .     .   |   .        .   .   If all six had 2 or 7, these could be exchanged. So r3c7
//!     .     .     .   | {2 7}   .     .   | {2 7 4 9}  .   .   is 4 or 9.
//! ```
//!
//! At least one extra candidate is true. The types: only one cell has extra candidates (1); the extra candidate is the same in
//! several cells (2); those of two cells act as one cell of a naked subset (3); one of two cells must have one of the digits,
//! so neither has the other (4).
//!
//! Source: "unique loops", Player's Forum, 2005; the types as in Sudoku Explainer.
//! Here: the search grows a set of cells that have both digits. While some house has one of them, the first such house gets a
//! second, in every possible way; so each loop is found once. At most two cells have extra candidates, unless all of these are
//! the same digit.

use super::deadly::{Deadly, Kept};
use super::prelude::*;

/// The most cells of a loop that the search follows.
const MOST_CELLS: usize = 16;

/// Finds unique loops, short ones first.
pub(in super::super) fn find(nine: &Nine, finds: &mut Finds) -> ControlFlow<()> {
    let mut pairs: Vec<u16> = nine.bivalue.iter().map(|cell| nine.candidates[cell]).collect();
    pairs.sort_unstable();
    let mut loops = Vec::new();
    for same in pairs.chunk_by(|a, b| a == b) {
        let pair = same[0];
        let [one, two] = [pair.trailing_zeros() as usize, 15 - pair.leading_zeros() as usize];
        let mut search = LoopSearch { nine, pair, cells: nine.cells[one] & nine.cells[two], loops: Vec::new() };
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
            finds.add_any(step)?;
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

struct LoopSearch<'a> {
    nine: &'a Nine,
    pair: u16,
    /// The cells that may be used: those that have both digits.
    cells: CellSet,
    loops: Vec<CellSet>,
}

impl LoopSearch<'_> {
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
pub(super) mod tests {
    use super::super::testing::*;
    use super::*;

    pub(in super::super) const EXAMPLES: &[Example] = &[
        // Another digit in one corner; a rectangle, which does not count as a loop here.
        example(
            UniqueLoop,
            "r12c1=27; r1c7=27; r23c4=27",
            "r3c7<>27",
            &["r12c1=27; r1c7=28; r23c4=27", "r12c1=27; r1c4=27"],
        ),
    ];

    /// Every set of the named cells with two cells in each house or none, no part of which is such a set.
    fn naive_loops(nine: &Nine, names: &str) -> Vec<Vec<usize>> {
        let named = cells(names);
        let is_even = |set: &Vec<usize>| {
            (0..27).all(|house| {
                let count = set.iter().filter(|cell| houses_of(**cell).contains(&house)).count();
                count == 0 || count == 2
            })
        };
        let has_both = |set: &Vec<usize>| set.iter().all(|cell| nine.has(*cell, 0) && nine.has(*cell, 1));
        let even = choices(&named).filter(|set| is_even(set) && has_both(set));
        let even: Vec<Vec<usize>> = even.collect();
        let is_part =
            |part: &Vec<usize>, set: &Vec<usize>| part.len() < set.len() && part.iter().all(|c| set.contains(c));
        let is_whole = |set: &&Vec<usize>| set.len() >= 6 && !even.iter().any(|part| is_part(part, set));
        even.iter().filter(is_whole).cloned().collect()
    }

    /// What loops of 1 and 2 rule out by the definitions of types 1, 2 and 4; type 3 has its naive search with rectangles.
    fn naive(nine: &Nine, names: &str) -> Outs {
        let mut outs = Outs::new();
        for set in naive_loops(nine, names) {
            let further = |cell: usize| nine.candidates[cell] & !3;
            let roof: Vec<usize> = set.iter().copied().filter(|cell| further(*cell) != 0).collect();
            let union = roof.iter().fold(0, |union, cell| union | further(*cell));
            if roof.len() == set.len() {
                continue;
            }
            let mut report = |out| add(&mut outs, out);
            match roof[..] {
                [only] => report(vec![(only, 0), (only, 1)]),
                [_, ..] if union.count_ones() == 1 => {
                    let digit = union.trailing_zeros() as usize;
                    let is_out = |cell: &usize| nine.has(*cell, digit) && roof.iter().all(|of| sees(*cell, *of));
                    report((0..81).filter(is_out).map(|cell| (cell, digit)).collect());
                }
                _ => {}
            }
            if let [one, two] = roof[..] {
                let is_bound = |digit: &usize| {
                    let of_both = |house: &usize| [one, two].iter().all(|cell| houses_of(*cell).contains(house));
                    (0..27).filter(of_both).any(|house| nine.places(house, *digit).len() == 2)
                };
                if let Some(digit) = digits(3).find(is_bound) {
                    report(vec![(one, 1 - digit), (two, 1 - digit)]);
                }
            }
        }
        outs
    }

    /// 1 and 2 in some of sixteen cells in six rows and columns, and what else the seed leaves.
    #[test]
    fn what_is_found_is_what_the_definitions_say() {
        let names = "r1c147 r2c148 r4c258 r5c257 r7c145";
        let mut all = 0;
        for seed in 0..600u64 {
            let mut board = Board::open();
            let mut random = random(seed);
            for cell in cells(names) {
                let kept = [3, 3, 3, 3, 3, 3, 7, 7, 4, 31][random.below(10)];
                (0..9).filter(|digit| kept >> digit & 1 == 0).for_each(|digit| board.remove(cell, digit));
            }
            for cell in (0..81).filter(|cell| !cells(names).contains(cell)) {
                board.remove(cell, random.below(2));
            }
            let nine = board.nine();
            if (0..27).any(|house| nine.places(house, 0).is_empty() || nine.places(house, 1).is_empty()) {
                continue;
            }
            let steps = board.steps(UniqueLoop);
            let is_three = |step: &Step| matches!(&step.pattern, Pattern::Deadly { subset, .. } if !subset.is_empty());
            let found: Outs =
                steps.iter().filter(|step| !is_three(step)).map(|step| pairs(&step.eliminations)).collect();
            assert_eq!(found, naive(&nine, names), "{board:?}");
            all += found.len();
        }
        assert!(all > 50, "{all}");
    }
}
