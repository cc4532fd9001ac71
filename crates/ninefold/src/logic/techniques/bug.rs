//! The bivalue universal grave: every open cell has two candidates, every house two places for each missing digit.
//!
//! ```text
//!   {2 5}   3   {2 5}     a grave is one large deadly pattern. In BUG+1 all but one cell has two candidates; that
//!   {2 7} {2 5} {5 7 2}   cell has a third one, of which its row, column and box have three places. It is true:
//!                         else there would be two solutions, or none.
//! ```
//!
//! In BUG+n there are several further candidates, of which one is true: they all are the same digit (type 2), form a
//! subset with other cells (type 3), or lie in two cells of a house that must have a digit (type 4).
//!
//! A further candidate shows in the number of its places: a digit has more than two in its row, column and box. What is
//! left without them must be a grave, or we tell nothing.
//!
//! Source: "BUG", Player's Forum, 2005, by rubylips; the types as in Sudoku Explainer.

use super::super::Technique;
use super::super::finds::Finds;
use super::super::nine::{CellSet, Nine, digits, houses_of};
use super::deadly::{Deadly, Kept};
use std::ops::ControlFlow;

/// More cells than this do not have further candidates in what a person would call a grave.
const MOST_CELLS: usize = 6;

/// Finds the grave with one further candidate, or with several.
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
        step.map_or(ControlFlow::Continue(()), |step| finds.add(step))?;
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
mod tests {
    use super::super::drawn::eliminations;
    use crate::board::Puzzle;
    use crate::logic::Technique::{BugPlusMany, BugPlusOne};
    use crate::logic::{Explainer, Outcome};

    /// A grave with one candidate more; without it nothing is told, as there is no way out.
    #[test]
    fn a_grave_and_one() {
        let line = ".9...2.8.....6......5.8..7...9...8...7.1.4..33.....6.4...9.1.6.1...36.....3.2....";
        let mut path = Explainer::new().path(&line.parse().unwrap());
        let (before, step) = loop {
            let before = path.puzzle().clone();
            let step = path.next().expect("the path comes to a grave");
            if step.technique == BugPlusOne {
                break (before, step);
            }
        };
        assert_eq!(eliminations(&before, BugPlusOne).len(), 1);
        let cell = step.eliminations[0].cell;
        let candidates = before.candidates();
        let further = candidates.digits_of(cell).find(|digit| step.eliminations.iter().all(|out| out.digit != *digit));
        assert_eq!((candidates.count_of(cell), step.eliminations.len()), (3, 2));
        let mut near = before.clone();
        near.remove_candidate(cell, further.unwrap());
        assert!(eliminations(&near, BugPlusOne).is_empty() && eliminations(&near, BugPlusMany).is_empty());
    }

    /// No path that ends in a grave loses its way, and with a further candidate more it is no BUG+1.
    #[test]
    fn graves_on_the_way() {
        let lines = [
            "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
            "...7..3.1.......2...6..5...6..58.......3.7...9.4.......48...5..7...2....1........",
        ];
        let explainer = Explainer::new();
        for line in lines {
            let puzzle: Puzzle = line.parse().unwrap();
            let mut path = explainer.path(&puzzle);
            loop {
                let at = path.puzzle().clone();
                let found = eliminations(&at, BugPlusOne);
                assert!(found.len() <= 1 && (found.is_empty() || eliminations(&at, BugPlusMany).is_empty()));
                if path.next().is_none() {
                    break;
                }
            }
            assert_ne!(path.outcome(), Outcome::Contradiction);
        }
    }
}
