//! The engine for 9x9 boards: a position of 27 words, narrowed in rounds, copied at each guess.
//!
//! A position is so small (120 bytes) that copying it is cheaper than taking changes back. One round of
//! [`Position::round`] applies hidden and naked singles in boxes and everything that one digit in one
//! band or stack implies; rounds repeat until nothing changes. Then the search guesses: it goes on
//! with the digit assigned, and keeps a copy with the digit excluded for later.

mod position;

use super::engine::{Budget, Progress};
use crate::board::{Digit, Puzzle};
use position::{Position, Round};

/// A depth-first search for all solutions of a 9x9 puzzle.
#[derive(Clone, Debug)]
pub(super) struct Search {
    /// Positions still to be searched, the next one last.
    open: Vec<Position>,
    solution: [u8; 81],
}

impl Search {
    /// # Panics
    /// If the board is not 9x9 with boxes of 3x3.
    pub(super) fn new(puzzle: &Puzzle) -> Search {
        assert_eq!(puzzle.shape(), crate::board::Shape::NINE, "this engine solves 9x9 boards");
        let mut candidates = [0x1ff; 81];
        for (candidates, digit) in candidates.iter_mut().zip(puzzle.entries()) {
            *candidates = digit.map_or(0x1ff, |digit| 1 << digit.index());
        }
        if let Some(removed) = puzzle.removed() {
            for (candidates, cell) in candidates.iter_mut().zip(puzzle.shape().cells()) {
                *candidates &= !(removed.words(cell)[0] as u16);
            }
        }
        Search { open: vec![Position::new(&candidates)], solution: [0; 81] }
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
