//! The bivalue universal grave (BUG): every open cell has two candidates, and every house two places for each missing digit.
//!
//! ```text
//!   {2 5}   3   {2 5}     a grave has no solution or several. In BUG+1, every cell but one has two candidates; that
//!   {2 7} {2 5} {5 7 2}   cell has a third, for which its row, column and box have three places. It is true:
//!                         otherwise there would be several solutions, or none.
//! ```
//!
//! In BUG+n there are several extra candidates, one of which is true: all are the same digit (type 2), they form a subset
//! with other cells (type 3), or they lie in two cells of a house, one of which must have a certain digit (type 4).
//!
//! An extra candidate is recognised by its row, column and box: each of them has more than two places for the digit. Without
//! the extra candidates, the board must be a grave; otherwise there is no step.
//!
//! Source: "BUG", Player's Forum, 2005, by rubylips; the types as in Sudoku Explainer.

use super::deadly::{Deadly, Kept};
use super::prelude::*;

/// The most cells with extra candidates in what a person would call a grave.
const MOST_CELLS: usize = 6;

/// Finds the grave with one extra candidate, or with several.
pub(in super::super) fn find(nine: &Nine, technique: Technique, finds: &mut Finds) -> ControlFlow<()> {
    let roof = nine.open - nine.bivalue;
    if roof.is_empty() || roof.len() > MOST_CELLS {
        return ControlFlow::Continue(());
    }
    let is_one = roof.single().is_some_and(|cell| nine.count(cell) == 3);
    if is_one != (technique == Technique::BugPlusOne) {
        return ControlFlow::Continue(());
    }
    let Some(kept) = grave(nine, roof) else { return ControlFlow::Continue(()) };
    let deadly = Deadly::new(nine, nine.open, Kept::Each(&kept));
    for step in [deadly.type_one(nine, technique), deadly.type_two(nine, technique), deadly.type_four(nine, technique)]
    {
        finds.add_any(step)?;
    }
    deadly.type_three(nine, technique, finds)
}

/// The two digits of each cell that make a grave.
fn grave(nine: &Nine, roof: CellSet) -> Option<[u16; 81]> {
    let mut kept = nine.candidates;
    for cell in roof.iter() {
        let is_further =
            |digit: &usize| houses_of(cell).into_iter().all(|house| nine.places[house][*digit].count_ones() > 2);
        let further = digits(nine.candidates[cell]).filter(is_further).fold(0, |all, digit| all | 1 << digit);
        kept[cell] &= !further;
    }
    for house in 0..27 {
        let [mut once, mut twice, mut more] = [0; 3];
        for cell in (CellSet::house(house) & nine.open).iter() {
            let mask = kept[cell];
            if mask.count_ones() != 2 {
                return None;
            }
            more |= twice & mask;
            twice |= once & mask;
            once |= mask;
        }
        if once != twice || more != 0 {
            return None;
        }
    }
    Some(kept)
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::rectangles::tests::subsets;
    use super::super::testing::*;
    use super::*;

    /// The cells of 1, 2 and 3 with two of these digits each, so that each house has each of them twice; and one with the
    /// third one, too.
    const ONE: &str = "solved but r1c12 r2c7 r3c4 r4c9 r5c6 r6c3 r7c8 r8c5 r9c2 r2c8 r3c5 r4c1 r5c7 r6c4 r7c9 r8c6 r9c3 r1c3 r2c9 r3c6 r4c2 r5c8 r6c5 r7c1 r8c7 r9c4; r2c7 r3c4 r4c9 r5c6 r6c3 r7c8 r8c5 r9c2<>3; r1c2 r2c8 r3c5 r4c1 r5c7 r6c4 r7c9 r8c6 r9c3<>1; r1c3 r2c9 r3c6 r4c2 r5c8 r6c5 r7c1 r8c7 r9c4<>2";
    /// The same, and a second such cell in the same row.
    const TWO: &str = "solved but r1c12 r2c7 r3c4 r4c9 r5c6 r6c3 r7c8 r8c5 r9c2 r2c8 r3c5 r4c1 r5c7 r6c4 r7c9 r8c6 r9c3 r1c3 r2c9 r3c6 r4c2 r5c8 r6c5 r7c1 r8c7 r9c4; r2c7 r3c4 r4c9 r5c6 r6c3 r7c8 r8c5 r9c2<>3; r2c8 r3c5 r4c1 r5c7 r6c4 r7c9 r8c6 r9c3<>1; r1c3 r2c9 r3c6 r4c2 r5c8 r6c5 r7c1 r8c7 r9c4<>2";
    /// No such cell: no step, as there is no way out.
    const NONE: &str = "solved but r1c12 r2c7 r3c4 r4c9 r5c6 r6c3 r7c8 r8c5 r9c2 r2c8 r3c5 r4c1 r5c7 r6c4 r7c9 r8c6 r9c3 r1c3 r2c9 r3c6 r4c2 r5c8 r6c5 r7c1 r8c7 r9c4; r1c1 r2c7 r3c4 r4c9 r5c6 r6c3 r7c8 r8c5 r9c2<>3; r1c2 r2c8 r3c5 r4c1 r5c7 r6c4 r7c9 r8c6 r9c3<>1; r1c3 r2c9 r3c6 r4c2 r5c8 r6c5 r7c1 r8c7 r9c4<>2";

    pub(in super::super) const EXAMPLES: &[Example] = &[
        example(BugPlusOne, ONE, "r1c1<>12", &[TWO, NONE]),
        // 2 has to be in one of r1c12, so they have no other digit of the grave.
        example(BugPlusMany, TWO, "r1c1<>1 r1c2<>3", &[ONE, NONE]),
    ];

    /// Every choice of two candidates for each cell that has more.
    fn graves(nine: &Nine, roof: &[usize], kept: &mut [u16; 81], all: &mut Vec<[u16; 81]>) {
        if let [cell, rest @ ..] = roof {
            for one in digits(nine.candidates[*cell]) {
                for two in digits(nine.candidates[*cell]).filter(|two| *two > one) {
                    kept[*cell] = 1 << one | 1 << two;
                    graves(nine, rest, kept, all);
                }
            }
            return;
        }
        let is_even = |house: usize, digit: usize| {
            let has = |cell: &usize| houses_of(*cell).contains(&house) && kept[*cell] >> digit & 1 == 1;
            [0, 2].contains(&nine.open.iter().filter(has).count())
        };
        if (0..27).all(|house| (0..9).all(|digit| is_even(house, digit))) {
            all.push(*kept);
        }
    }

    /// What the types say about each grave: with one extra candidate, and with more.
    fn naive(nine: &Nine) -> [Outs; 2] {
        let [mut ones, mut many] = [const { Outs::new() }; 2];
        let roof: Vec<usize> = nine.open.iter().filter(|cell| nine.count(*cell) > 2).collect();
        let mut all = Vec::new();
        graves(nine, &roof, &mut nine.candidates.clone(), &mut all);
        for kept in all {
            let further = roof.iter().fold(0, |further, cell| further | (nine.candidates[*cell] & !kept[*cell]));
            let shared = || (0..27).filter(|house| roof.iter().all(|cell| houses_of(*cell).contains(house)));
            let mut reported: Vec<Vec<(usize, usize)>> = Vec::new();
            if let [only] = roof[..] {
                reported.push(digits(kept[only]).map(|digit| (only, digit)).collect());
            } else if count(further) == 1 {
                let digit = further.trailing_zeros() as usize;
                let out = |cell: &usize| nine.has(*cell, digit) && roof.iter().all(|of| sees(*cell, *of));
                reported.push((0..81).filter(out).map(|cell| (cell, digit)).collect());
            }
            if let [one, two] = roof[..] {
                let is_bound = |digit: &usize| shared().any(|house| nine.places(house, *digit).len() == 2);
                if let Some(bound) = digits(kept[one] & kept[two]).find(is_bound) {
                    let out = |cell: usize| digits(kept[cell] & !(1 << bound)).map(move |digit| (cell, digit));
                    reported.push(out(one).chain(out(two)).collect());
                }
            }
            if roof.len() > 1 {
                reported.extend(subsets(nine, &roof, further, 0));
            }
            let is_one = roof.len() == 1 && nine.count(roof[0]) == 3;
            let outs = if is_one { &mut ones } else { &mut many };
            for mut out in reported {
                out.retain(|(cell, digit)| nine.has(*cell, *digit));
                add(outs, out);
            }
        }
        [ones, many]
    }

    /// Graves of two to four digits, each cell with its own digit and the next one; and extra candidates.
    #[test]
    fn what_is_found_is_what_the_definitions_say() {
        let board = |seed| {
            let mut random = random(seed);
            let size = 2 + random.below(3);
            let mut board = Board::of("solved but r123456789c123456789");
            let mut more = 1 + random.below(4);
            let first = random.below(81);
            for cell in (first..81).chain(0..first) {
                let digit = solution(cell);
                if digit >= size {
                    board.place(cell, digit);
                    continue;
                }
                let next = (digit + 1) % size;
                let is_wide = more > 0 && random.below(9) == 0;
                more -= usize::from(is_wide);
                let further = if is_wide { random.below(size) } else { digit };
                (0..9)
                    .filter(|other| ![digit, next, further].contains(other))
                    .for_each(|other| board.remove(cell, other));
            }
            board
        };
        let all = agreed((0..1400).map(board), [BugPlusOne, BugPlusMany], naive);
        assert!(all[0] > 200 && all[1] > 50, "{all:?}");
    }
}
