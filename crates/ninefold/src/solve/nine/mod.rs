//! The engine for 9x9 boards.
//!
//! [`layout`](super::arch::layout) defines the bit of each candidate. [`position`] narrows one board, [`boards`] many side by
//! side, with the same rules and the same choice of guesses, so every puzzle is searched in the same way, alone ([`search`]) or
//! not, on every instruction set. [`kernel`] keeps the lanes busy with a [`task`], [`frames`] stores the branches still to be
//! searched, and [`shares`] keeps the order of solutions when several lanes search one puzzle.

#![allow(clippy::needless_range_loop, reason = "one index goes through several arrays of the layout at once")]

mod boards;
mod counts;
mod frames;
mod kernel;
mod position;
mod rules;
mod search;
mod shares;
mod sliced;
mod task;

pub(super) use task::{Puzzles, Task};

use super::arch::Isa;
use super::arch::layout::Words;
use super::engine::{Budget, Progress};
use crate::board::{ClassicNine, Digit};
use kernel::AnyKernel;
use search::AnySearch;

/// A search for the solutions of one 9x9 puzzle.
#[derive(Clone, Debug)]
pub(super) struct NineSearch(Box<dyn AnySearch>);

impl NineSearch {
    /// # Panics
    /// If the processor does not have the instruction set.
    pub(super) fn new(puzzle: ClassicNine<'_>, isa: Isa) -> NineSearch {
        let mut search = search::of(isa);
        let words = match givens(puzzle) {
            Some(digits) => isa.words_of(&digits),
            None => Words::from_candidates(&candidates(puzzle)),
        };
        search.restart(&words, u64::MAX);
        NineSearch(search)
    }

    /// Searches for the next solution.
    pub(super) fn advance(&mut self, budget: &mut Budget<'_>) -> Progress {
        self.0.advance(budget)
    }

    /// The solution that [`NineSearch::advance`] has just found, cell by cell.
    pub(super) fn solution(&self) -> Vec<Digit> {
        digits(&self.0.solution())
    }
}

/// The digits of a solution, which are numbers from 1 to 9.
pub(super) fn digits(solution: &[u8; 81]) -> Vec<Digit> {
    solution.iter().map(|digit| Digit::from_index(usize::from(*digit) - 1)).collect()
}

/// The digits of a puzzle, 0 for blanks, if no candidates have been removed from it.
pub(super) fn givens(nine: ClassicNine<'_>) -> Option<[u8; 81]> {
    nine.puzzle().removed().is_none().then(|| nine.digits())
}

/// The candidates of a puzzle's cells, digit 1 lowest.
pub(super) fn candidates(nine: ClassicNine<'_>) -> [u16; 81] {
    let puzzle = nine.puzzle();
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

/// Solves many 9x9 puzzles at once, or a few one by one.
#[derive(Clone, Debug)]
pub(super) struct Lanes {
    isa: Isa,
    /// Made when it is first needed.
    kernel: Option<Box<dyn AnyKernel>>,
    single: Box<dyn AnySearch>,
    /// The open branches of a single search, from which the lanes continue.
    begun: Vec<Words>,
}

/// Up to this many puzzles are solved one by one: they do not fill the lanes.
const FEW: usize = 2;

/// After this many dead ends, the search of a puzzle is worth spreading over the lanes. Guesses that lead to solutions do not
/// count: for a puzzle with many of those, the lanes are slower.
const DEAD_ENDS_BEFORE_LANES: u64 = 3;

impl Lanes {
    /// # Panics
    /// If the processor does not have the instruction set.
    pub(super) fn new(isa: Isa) -> Lanes {
        Lanes { isa, kernel: None, single: search::of(isa), begun: Vec::new() }
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
        // A budget must be spent in the order of the search, by one lane.
        let has_budget = task.nodes != u64::MAX;
        self.single
            .restart(&task.puzzles.words(puzzle, self.isa), if has_budget { u64::MAX } else { DEAD_ENDS_BEFORE_LANES });
        let mut budget = Budget::new(has_budget.then_some(task.nodes), task.cancel);
        loop {
            match self.single.advance(&mut budget) {
                Progress::Found => {
                    if let Some(digits) = task.place(puzzle) {
                        *digits = self.single.solution();
                    }
                    if task.count(puzzle) {
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
        self.single.put_open(&mut self.begun);
        self.run(&mut task.part(puzzle..puzzle + 1));
    }

    fn run(&mut self, task: &mut Task<'_>) {
        self.kernel.get_or_insert_with(|| kernel::of(self.isa)).run(&self.begun, task);
    }
}
