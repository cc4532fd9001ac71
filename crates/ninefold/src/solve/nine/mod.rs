//! The engine for 9x9 boards: a position of nine short vectors, narrowed in rounds, copied at each guess.
//!
//! A position is so small (160 bytes) that copying it is cheaper than taking changes back. One round of
//! [`Position::round`] applies hidden and naked singles in boxes and everything that one digit in one
//! band or stack implies; rounds repeat until nothing changes. Then the search guesses: it goes on
//! with the digit assigned, and keeps a copy with the digit excluded for later.

mod arch;
mod position;

use super::engine::{Budget, Progress};
use crate::board::{Digit, Puzzle};
use arch::{Best, Lanes};
use position::{Position, Round};

/// A depth-first search for all solutions of a 9x9 puzzle.
#[derive(Clone, Debug)]
pub(super) struct Search<L = Best> {
    /// Positions still to be searched, the next one last.
    open: Vec<Position<L>>,
    solution: [u8; 81],
}

impl<L: Lanes> Search<L> {
    /// # Panics
    /// If the board is not 9x9 with boxes of 3x3.
    pub(super) fn new(puzzle: &Puzzle) -> Search<L> {
        assert_eq!(puzzle.shape(), crate::board::Shape::NINE, "this engine solves 9x9 boards");
        let mut candidates = [0x1ff; 81];
        for (candidates, digit) in candidates.iter_mut().zip(puzzle.digits()) {
            *candidates = digit.map_or(0x1ff, |digit| 1 << digit.index());
        }
        if let Some(removed) = puzzle.removed() {
            for (candidates, cell) in candidates.iter_mut().zip(puzzle.shape().cells()) {
                *candidates &= !(removed.words(cell)[0] as u16);
            }
        }
        // Few searches go deeper; those that do may as well allocate.
        let mut open = Vec::with_capacity(16);
        open.push(Position::new(&candidates));
        Search { open, solution: [0; 81] }
    }

    /// Goes on to the next solution.
    pub(super) fn advance(&mut self, budget: &mut Budget<'_>) -> Progress {
        while let Some(mut position) = self.open.pop() {
            loop {
                match position.round() {
                    Round::Changed => {}
                    Round::Contradiction => break,
                    Round::Stable if position.is_solved() => {
                        self.solution = position.digits();
                        return Progress::Found;
                    }
                    Round::Stable => {
                        let Some(guess) = position.choose() else { break };
                        if !budget.spend_node() {
                            self.open.push(position);
                            return Progress::Stopped;
                        }
                        let mut without = position;
                        without.exclude(guess);
                        self.open.push(without);
                        position.assign(guess);
                    }
                }
            }
        }
        Progress::Exhausted
    }

    /// The solution that [`Search::advance`] has just found, cell by cell.
    pub(super) fn solution(&self) -> Vec<Digit> {
        self.solution.iter().map(|digit| Digit::from_index(usize::from(*digit))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Cell, Shape};
    use proptest::prelude::*;

    /// The first solutions, in order, and the guesses they took.
    fn solutions<L: Lanes>(puzzle: &Puzzle) -> (Vec<Vec<Digit>>, u64) {
        let mut search = Search::<L>::new(puzzle);
        let mut found = Vec::new();
        let mut nodes = 0;
        while found.len() < 20 && nodes < 500 {
            match search.advance(&mut Budget::new(Some(1), None)) {
                Progress::Found => found.push(search.solution()),
                Progress::Stopped => nodes += 1,
                Progress::Exhausted => break,
            }
        }
        (found, nodes)
    }

    proptest! {
        /// Every instruction set takes the same way through the same search.
        #[test]
        fn instruction_sets_agree(entries in prop::collection::vec((0usize..81, 0usize..9, 0..4), 0..40)) {
            let mut puzzle = Puzzle::empty(Shape::NINE);
            for (cell, digit, action) in entries {
                let (cell, digit) = (Cell::new(cell), Digit::from_index(digit));
                let clash = Shape::NINE.peers(cell).any(|peer| puzzle.digit(peer) == Some(digit));
                match action {
                    0 => puzzle.remove_candidate(cell, digit),
                    _ if !clash => puzzle.give(cell, digit),
                    _ => {}
                }
            }
            prop_assert_eq!(solutions::<arch::Plain>(&puzzle), solutions::<Best>(&puzzle));
        }
    }
}
