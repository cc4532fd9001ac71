//! The engine for 9x9 boards.
//!
//! [`layout`] says where each candidate has its bit. [`position`] narrows one board, [`boards`] many side
//! by side, with the same rules and the same choice of guesses, so that every puzzle is searched in the
//! same way whether it is alone or not, on every instruction set. [`kernel`] keeps the lanes busy with a
//! [`task`], [`frames`] keeps what they have still to search, and [`shares`] the order when several lanes search
//! one puzzle.

#![allow(clippy::needless_range_loop, reason = "one index goes through several arrays of the layout at once")]

mod arch;
mod boards;
mod frames;
mod kernel;
mod layout;
mod lines;
mod position;
mod shares;
mod task;

pub use arch::{Isa, NoSuchIsa};
pub(super) use task::{Puzzles, Task};

use super::engine::{Budget, Progress};
use crate::board::{Digit, Puzzle};
use arch::{AnyKernel, Best, Triple};
use layout::Words;
use position::{Position, Round};

/// A depth-first search for all solutions of a 9x9 puzzle.
///
/// A position is so small (160 bytes) that copying it is cheaper than taking changes back.
#[derive(Clone, Debug)]
pub(super) struct Search<L = Best> {
    /// Positions still to be searched, the next one last.
    open: Vec<Position<L>>,
    solution: [u8; 81],
    /// How many positions have led to a contradiction, and how many may before a search stops at its next guess.
    dead_ends: u64,
    patience: u64,
}

impl<L: Triple> Search<L> {
    /// # Panics
    /// If the board is not 9x9 with boxes of 3x3.
    pub(super) fn new(puzzle: &Puzzle) -> Search<L> {
        let mut search = Search::idle();
        search.restart(&Words::from_candidates(&candidates(puzzle)));
        search
    }

    fn idle() -> Search<L> {
        // Few searches go deeper; those that do may as well allocate.
        Search { open: Vec::with_capacity(16), solution: [0; 81], dead_ends: 0, patience: u64::MAX }
    }

    fn restart(&mut self, words: &Words) {
        self.dead_ends = 0;
        self.open.clear();
        self.open.push(Position::new(words));
    }

    /// Goes on to the next solution.
    pub(super) fn advance(&mut self, budget: &mut Budget<'_>) -> Progress {
        while let Some(mut position) = self.open.pop() {
            loop {
                match position.round() {
                    Round::Changed => {}
                    Round::Contradiction => {
                        self.dead_ends += 1;
                        break;
                    }
                    Round::Stable if position.is_solved() => {
                        self.solution = position.digits();
                        return Progress::Found;
                    }
                    Round::Stable => {
                        if self.dead_ends >= self.patience || !budget.spend_node() {
                            self.open.push(position);
                            return Progress::Stopped;
                        }
                        let guess = position.choose();
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
        digits(&self.solution)
    }
}

/// The digits of a solution, which are numbers from 1 to 9.
pub(super) fn digits(solution: &[u8; 81]) -> Vec<Digit> {
    solution.iter().map(|digit| Digit::from_index(usize::from(*digit) - 1)).collect()
}

/// The candidates of a puzzle's cells, digit 1 lowest.
///
/// # Panics
/// If the board is not 9x9 with boxes of 3x3.
pub(super) fn candidates(puzzle: &Puzzle) -> [u16; 81] {
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
    candidates
}

/// Solves many 9x9 puzzles at once, or few one by one.
#[derive(Clone, Debug)]
pub(super) struct Lanes {
    isa: Isa,
    /// Made when it is needed first.
    kernel: Option<AnyKernel>,
    single: Search,
    /// The open branches of a single search that the lanes go on with.
    begun: Vec<Words>,
}

/// So few puzzles do not fill the lanes: they are solved one by one.
const FEW: usize = 3;

/// A puzzle whose search has been wrong so often is worth spreading over the lanes. Guesses that lead on to
/// solutions say nothing: the lanes are slower for a puzzle with many.
const PATIENCE: u64 = 2;

impl Lanes {
    /// # Panics
    /// If the processor does not have the instruction set.
    pub(super) fn new(isa: Isa) -> Lanes {
        assert!(isa.is_available(), "this processor has no {isa}");
        Lanes { isa, kernel: None, single: Search::idle(), begun: Vec::new() }
    }

    /// Solves all puzzles of a task.
    pub(super) fn solve(&mut self, task: &mut Task<'_>) {
        task.counts.fill(0);
        task.stopped.fill(false);
        if task.puzzles.len() > FEW {
            self.begun.clear();
            return self.run(task);
        }
        for puzzle in 0..task.puzzles.len() {
            self.solve_one(puzzle, task);
        }
    }

    fn solve_one(&mut self, puzzle: usize, task: &mut Task<'_>) {
        self.single.restart(&task.puzzles.words(puzzle));
        // A budget is spent in the order of the search, by one lane.
        let has_budget = task.nodes != u64::MAX;
        self.single.patience = if has_budget { u64::MAX } else { PATIENCE };
        let mut budget = Budget::new(has_budget.then_some(task.nodes), task.cancel);
        loop {
            match self.single.advance(&mut budget) {
                Progress::Found => {
                    if task.found(puzzle, |digits| *digits = self.single.solution) {
                        return;
                    }
                }
                Progress::Exhausted => return,
                Progress::Stopped if has_budget || budget.was_cancelled() => {
                    task.stopped[puzzle] = true;
                    return;
                }
                Progress::Stopped => break,
            }
        }
        self.begun.clear();
        self.begun.extend(self.single.open.iter().map(Position::words));
        self.run(&mut task.only(puzzle));
    }

    fn run(&mut self, task: &mut Task<'_>) {
        self.kernel.get_or_insert_with(|| AnyKernel::new(self.isa)).run(&self.begun, task);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Cell, Shape};
    use proptest::prelude::*;

    /// The first solutions, in order, and the guesses they took.
    fn solutions<L: Triple>(puzzle: &Puzzle) -> (Vec<Vec<Digit>>, u64) {
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
            prop_assert_eq!(solutions::<arch::Plain>(&puzzle), solutions::<Best>(&puzzle));
        }
    }
}
