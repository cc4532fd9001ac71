//! 9x9 puzzles by the thousand.

use super::arch::Isa;
use super::nine::{Lanes, Puzzles, Task};
use crate::board::Cell;
use std::fmt;
use std::sync::atomic::AtomicBool;

/// A solver for many 9x9 puzzles at once, given as plain digits.
///
/// Puzzles are searched side by side, one in each lane of the processor's vectors; the more puzzles one call has, the better.
/// Beyond some hundreds the gain is small: that many already fill the vectors of the first rounds, in which each puzzle is one
/// bit. A single puzzle is searched on its own first, and spread over the lanes if it turns out to be hard. The answers are the
/// same in every case and on every processor: a puzzle's solutions come in the order of its search, which takes the branch with
/// a digit first, then the one without it.
///
/// A batch keeps its memory from call to call; after the first few calls it allocates nothing more.
///
/// ```
/// use ninefold::solve::{Answers, Batch};
///
/// let mut puzzle = [0; 81];
/// puzzle[..9].copy_from_slice(&[1, 2, 3, 4, 5, 6, 7, 8, 9]);
/// let mut answers = Answers::default();
/// Batch::new().solve(&[puzzle; 100], 2, 1, &mut answers)?;
/// assert_eq!(answers.len(), 100);
/// assert_eq!(answers.count(0), 2);
/// assert_eq!(answers.solutions(99).len(), 1);
/// assert_eq!(answers.solutions(99)[0][..9], puzzle[..9]);
/// # Ok::<(), ninefold::solve::NotADigit>(())
/// ```
#[derive(Clone, Debug)]
pub struct Batch<'a> {
    lanes: Lanes,
    nodes: u64,
    cancel: Option<&'a AtomicBool>,
}

impl Default for Batch<'_> {
    fn default() -> Self {
        Batch::new()
    }
}

impl<'a> Batch<'a> {
    /// Makes a solver that uses the best instruction set of this processor.
    pub fn new() -> Batch<'a> {
        Batch::with_isa(Isa::best())
    }

    /// Makes a solver that uses this instruction set.
    ///
    /// # Panics
    /// If the processor does not have it.
    pub fn with_isa(isa: Isa) -> Batch<'a> {
        Batch { lanes: Lanes::new(isa), nodes: u64::MAX, cancel: None }
    }

    /// Stops the search of each puzzle after this many nodes (guesses). If a puzzle has no solution, the number of nodes needed
    /// to show this may differ when the same givens are passed as candidates.
    #[must_use]
    pub fn nodes(mut self, nodes: u64) -> Batch<'a> {
        self.nodes = nodes;
        self
    }

    /// Stops all searches soon after the flag becomes true.
    #[must_use]
    pub fn cancel(mut self, flag: &'a AtomicBool) -> Batch<'a> {
        self.cancel = Some(flag);
        self
    }

    /// Counts the solutions of each puzzle up to `limit`, and keeps the first `keep` of them. A puzzle is 81 numbers, row by
    /// row: digits from 1 to 9, and 0 for blanks. If a digit appears twice in a house, the puzzle has no solution.
    ///
    /// # Errors
    /// If a number is greater than 9; no puzzle is solved then.
    pub fn solve(
        &mut self,
        puzzles: &[[u8; 81]],
        limit: u64,
        keep: usize,
        answers: &mut Answers,
    ) -> Result<(), NotADigit> {
        let digits = puzzles.as_flattened();
        // For all puzzles together: to find the greatest digit of each puzzle takes several times as long as to compare.
        if digits.iter().fold(0, |most, digit| most.max(*digit)) > 9 {
            let at = digits.iter().position(|digit| *digit > 9).expect("the greatest is greater than 9");
            return Err(NotADigit { puzzle: at / 81, cell: Cell::new(at % 81), number: digits[at] });
        }
        self.run(Puzzles::Digits(puzzles), limit, keep, answers);
        Ok(())
    }

    /// Solves puzzles given as candidates (sukaku) in the same way: bit 0 of a cell is digit 1, bit 8 is digit 9; other bits
    /// are ignored.
    pub fn solve_candidates(&mut self, puzzles: &[[u16; 81]], limit: u64, keep: usize, answers: &mut Answers) {
        self.run(Puzzles::Candidates(puzzles), limit, keep, answers);
    }

    /// The same for puzzles that each must not have a certain digit, from 1 to 9, in a certain cell.
    ///
    /// # Panics
    /// If there are not as many pairs of cell and digit as puzzles, or a number is out of range.
    pub(crate) fn solve_without(
        &mut self,
        puzzles: &[[u8; 81]],
        without: &[(u8, u8)],
        limit: u64,
        keep: usize,
        answers: &mut Answers,
    ) {
        assert_eq!(puzzles.len(), without.len(), "a cell and a digit for each puzzle");
        assert!(without.iter().all(|(cell, digit)| *cell < 81 && (1..=9).contains(digit)), "{without:?}");
        self.run(Puzzles::Without(puzzles, without), limit, keep, answers);
    }

    fn run(&mut self, puzzles: Puzzles<'_>, limit: u64, keep: usize, answers: &mut Answers) {
        let count = puzzles.len();
        let keep = keep.min(usize::try_from(limit).unwrap_or(usize::MAX));
        answers.keep = keep;
        answers.counts.clear();
        answers.counts.resize(count, 0);
        answers.stopped.clear();
        answers.stopped.resize(count, false);
        answers.solutions.resize(count.saturating_mul(keep), [0; 81]);
        if limit == 0 {
            return;
        }
        self.lanes.solve(&mut Task {
            puzzles,
            limit,
            nodes: self.nodes,
            cancel: self.cancel,
            counts: &mut answers.counts,
            solutions: &mut answers.solutions,
            keep,
            stopped: &mut answers.stopped,
        });
    }
}

/// What a [`Batch`] found for each puzzle.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Answers {
    counts: Vec<u64>,
    keep: usize,
    /// For each puzzle as many places as solutions are kept.
    solutions: Vec<[u8; 81]>,
    stopped: Vec<bool>,
}

impl Answers {
    /// Returns the number of puzzles.
    pub fn len(&self) -> usize {
        self.counts.len()
    }

    /// Returns whether there were no puzzles.
    pub fn is_empty(&self) -> bool {
        self.counts.is_empty()
    }

    /// Returns how many solutions a puzzle has, up to the limit.
    ///
    /// # Panics
    /// If there is no such puzzle.
    pub fn count(&self, puzzle: usize) -> u64 {
        self.counts[puzzle]
    }

    /// Returns the first solutions of a puzzle: digits from 1 to 9, row by row.
    ///
    /// # Panics
    /// If there is no such puzzle.
    pub fn solutions(&self, puzzle: usize) -> &[[u8; 81]] {
        let found = usize::try_from(self.counts[puzzle]).unwrap_or(usize::MAX);
        let first = puzzle * self.keep;
        &self.solutions[first..first + found.min(self.keep)]
    }

    /// Returns whether the search of a puzzle ended early, because of the budget of nodes or the cancel flag; the puzzle may
    /// then have more solutions than were counted.
    ///
    /// # Panics
    /// If there is no such puzzle.
    pub fn stopped(&self, puzzle: usize) -> bool {
        self.stopped[puzzle]
    }
}

/// A number in a puzzle that is neither a digit nor 0 for a blank.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct NotADigit {
    /// The index of the puzzle, from 0.
    pub puzzle: usize,
    /// The cell that has the number.
    pub cell: Cell,
    /// The number.
    pub number: u8,
}

impl fmt::Display for NotADigit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let NotADigit { puzzle, cell, number } = self;
        let name = crate::board::Shape::NINE.name(*cell);
        write!(f, "puzzle {puzzle} has {number} in {name}, expected a digit from 1 to 9 or 0")
    }
}

impl std::error::Error for NotADigit {}
