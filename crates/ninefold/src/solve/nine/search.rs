//! The search of one board, position by position.

use super::super::engine::{Budget, Progress};
use super::arch::Triple;
use super::layout::Words;
use super::position::{Position, Round};

/// A depth-first search for all solutions of a 9x9 puzzle.
///
/// A position is so small (160 bytes) that copying it is cheaper than taking changes back.
#[derive(Clone, Debug)]
pub(in crate::solve) struct Search<L> {
    /// Positions still to be searched, the next one last.
    open: Vec<Position<L>>,
    /// The solved position that was found last.
    solved: Option<Position<L>>,
    /// How many positions have led to a contradiction, and how many may before a search stops at its next guess.
    dead_ends: u64,
    patience: u64,
    /// All guesses have stood so far.
    is_trusting: bool,
}

impl<L: Triple> Search<L> {
    pub(super) fn new() -> Search<L> {
        // Few searches go deeper; those that do may as well allocate.
        Search { open: Vec::with_capacity(16), solved: None, dead_ends: 0, patience: u64::MAX, is_trusting: true }
    }

    /// Begins anew, to stop at the first guess after so many dead ends.
    pub(super) fn restart(&mut self, words: &Words, patience: u64) {
        (self.dead_ends, self.patience, self.is_trusting) = (0, patience, true);
        self.open.clear();
        self.open.push(Position::new(words));
    }

    /// Goes on to the next solution.
    #[inline(always)]
    pub(super) fn advance(&mut self, budget: &mut Budget<'_>) -> Progress {
        while let Some(mut position) = self.open.pop() {
            loop {
                match position.round() {
                    Round::Changed => {}
                    Round::Contradiction => {
                        self.dead_ends += 1;
                        self.is_trusting = false;
                        break;
                    }
                    Round::Stable if position.is_solved() => {
                        self.solved = Some(position);
                        self.is_trusting = false;
                        return Progress::Found;
                    }
                    Round::Stable => {
                        if self.dead_ends >= self.patience || !budget.spend_node() {
                            self.open.push(position);
                            return Progress::Stopped;
                        }
                        let guess = position.choose();
                        let second = if self.is_trusting { position.choose_second(guess) } else { None };
                        self.open.push(position.split(guess));
                        if let Some(second) = second
                            && budget.spend_node()
                        {
                            self.open.push(position.split(second));
                        }
                    }
                }
            }
        }
        Progress::Exhausted
    }

    /// The solution that [`Search::advance`] has just found.
    pub(super) fn solution(&self) -> Option<Words> {
        self.solved.as_ref().map(Position::words)
    }

    /// The positions still to be searched, the next one last.
    pub(super) fn open(&self) -> impl Iterator<Item = Words> {
        self.open.iter().map(Position::words)
    }
}

#[cfg(test)]
mod tests {
    use super::super::arch::{AnySearch, Isa};
    use super::super::candidates;
    use super::*;
    use crate::board::{Cell, Digit, Puzzle, Shape};
    use proptest::prelude::*;

    /// The first solutions, in order, and the guesses they took.
    fn solutions(puzzle: &Puzzle, isa: Isa) -> (Vec<[u8; 81]>, u64) {
        let mut search = AnySearch::new(isa);
        search.restart(&Words::from_candidates(&candidates(puzzle)), u64::MAX);
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
        /// Short vectors of every kind take the same way through the same search.
        #[test]
        fn short_vectors_agree(entries in prop::collection::vec((0usize..81, 0usize..9, 0..4), 0..40)) {
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
            let expected = solutions(&puzzle, Isa::Portable);
            for isa in Isa::ALL.into_iter().filter(|isa| isa.is_available()) {
                prop_assert_eq!(solutions(&puzzle, isa), expected.clone(), "{}", isa);
            }
        }
    }
}
