//! The search of one board, position by position.

use super::position::{Position, Round};
use crate::solve::arch::layout::Words;
use crate::solve::arch::{Isa, Job, Set, Triple, Unload};
use crate::solve::engine::{Budget, Progress};
use std::fmt;

/// A depth-first search for all solutions of a 9x9 puzzle.
///
/// A position is so small (160 bytes) that copying it is cheaper than undoing changes.
#[derive(Clone, Debug)]
pub(super) struct DepthFirst<L> {
    /// Positions still to be searched, the next one last.
    open: Vec<Position<L>>,
    /// The solved position that was found last.
    solved: Option<Position<L>>,
    /// How many positions have led to a contradiction, and after how many the search stops at its next guess.
    dead_ends: u64,
    patience: u64,
    /// Whether all guesses have held so far.
    is_trusting: bool,
}

impl<L: Triple> DepthFirst<L> {
    pub(super) fn new() -> DepthFirst<L> {
        // Few searches go deeper; those that do may allocate.
        DepthFirst { open: Vec::with_capacity(16), solved: None, dead_ends: 0, patience: u64::MAX, is_trusting: true }
    }

    /// Starts a new search, to stop at the first guess after `patience` dead ends.
    pub(super) fn restart(&mut self, words: &Words, patience: u64) {
        (self.dead_ends, self.patience, self.is_trusting) = (0, patience, true);
        self.open.clear();
        self.open.push(Position::new(words));
    }
}

impl<L: Triple> Job<&mut Budget<'_>> for DepthFirst<L> {
    type Output = Progress;

    #[inline(always)]
    fn run<S: Set>(&mut self, budget: &mut Budget<'_>) -> Progress {
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
}

/// A search for any instruction set.
pub(super) trait AnySearch: fmt::Debug + Send + Sync {
    /// [`DepthFirst::restart`].
    fn restart(&mut self, words: &Words, patience: u64);

    /// Searches for the next solution.
    fn advance(&mut self, budget: &mut Budget<'_>) -> Progress;

    /// The solution that has just been found, digits from 1 to 9.
    fn solution(&self) -> [u8; 81];

    /// Appends the positions still to be searched, the next one last.
    fn put_open(&self, words: &mut Vec<Words>);

    fn boxed_clone(&self) -> Box<dyn AnySearch>;
}

/// The search for an instruction set.
///
/// # Panics
/// If the processor does not have it.
pub(super) fn of(isa: Isa) -> Box<dyn AnySearch> {
    struct Make;
    impl Job for Make {
        type Output = Box<dyn AnySearch>;

        #[inline(always)]
        fn run<S: Set>(&mut self, (): ()) -> Box<dyn AnySearch> {
            Box::new(SearchOf::<S>(DepthFirst::new()))
        }
    }
    assert!(isa.is_available(), "this processor has no {isa}");
    isa.run(&mut Make, ())
}

#[derive(Clone, Debug)]
struct SearchOf<S: Set>(DepthFirst<S::Short>);

impl<S: Set> AnySearch for SearchOf<S> {
    fn restart(&mut self, words: &Words, patience: u64) {
        self.0.restart(words, patience);
    }

    fn advance(&mut self, budget: &mut Budget<'_>) -> Progress {
        S::compiled(&mut self.0, budget)
    }

    fn solution(&self) -> [u8; 81] {
        S::compiled(&mut Unload(&self.0.solved.as_ref().expect("a solution was found").words()), ())
    }

    fn put_open(&self, words: &mut Vec<Words>) {
        words.extend(self.0.open.iter().map(Position::words));
    }

    fn boxed_clone(&self) -> Box<dyn AnySearch> {
        Box::new(self.clone())
    }
}

impl Clone for Box<dyn AnySearch> {
    fn clone(&self) -> Self {
        (**self).boxed_clone()
    }
}

#[cfg(test)]
mod tests {
    use super::super::candidates;
    use super::*;
    use crate::board::{Cell, Digit, Puzzle, Shape};
    use proptest::prelude::*;

    /// The first solutions, in order, and the number of guesses that they took.
    fn solutions(puzzle: &Puzzle, isa: Isa) -> (Vec<[u8; 81]>, u64) {
        let mut search = of(isa);
        search.restart(&Words::from_candidates(&candidates(puzzle.classic_nine().unwrap())), u64::MAX);
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
        /// Short vectors of every kind take the same path through the same search.
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
            for isa in Isa::ALL.iter().copied().filter(|isa| isa.is_available()) {
                prop_assert_eq!(solutions(&puzzle, isa), expected.clone(), "{}", isa);
            }
        }
    }
}
