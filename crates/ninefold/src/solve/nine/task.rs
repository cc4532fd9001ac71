//! What the kernel has to do, and where it puts the answers.

use super::boards::Boards;
use crate::board::{Grid, Shape};
use crate::solve::arch::layout::Words;
use crate::solve::arch::{Isa, Wide, prefetch};
use std::ops::Range;
use std::sync::atomic::AtomicBool;

/// The puzzles, the limits, and room for the answers.
pub(crate) struct Task<'a> {
    pub(crate) puzzles: Puzzles<'a>,
    /// The most solutions to find per puzzle.
    pub(crate) limit: u64,
    /// The most guesses per puzzle.
    pub(crate) nodes: u64,
    pub(crate) cancel: Option<&'a AtomicBool>,
    /// How many solutions each puzzle has, up to the limit.
    pub(crate) counts: &'a mut [u64],
    /// The first solutions of each puzzle, `keep` places for each.
    pub(crate) solutions: &'a mut [[u8; 81]],
    pub(crate) keep: usize,
    /// Puzzles whose search ended early.
    pub(crate) stopped: &'a mut [bool],
}

impl Task<'_> {
    /// Some puzzles of the task.
    pub(super) fn part(&mut self, puzzles: Range<usize>) -> Task<'_> {
        Task {
            puzzles: self.puzzles.part(puzzles.clone()),
            counts: &mut self.counts[puzzles.clone()],
            solutions: &mut self.solutions[puzzles.start * self.keep..puzzles.end * self.keep],
            stopped: &mut self.stopped[puzzles],
            ..*self
        }
    }

    /// Other puzzles for the same answers.
    pub(super) fn with<'a>(&'a mut self, puzzles: Puzzles<'a>) -> Task<'a> {
        Task { puzzles, counts: self.counts, solutions: self.solutions, stopped: self.stopped, ..*self }
    }

    /// The place for a solution that has been found and is yet to be [counted](Task::count), if there is room.
    #[inline(always)]
    pub(super) fn place(&mut self, puzzle: usize) -> Option<&mut [u8; 81]> {
        let count = self.counts[puzzle];
        (count < self.keep as u64).then(|| &mut self.solutions[puzzle * self.keep + count as usize])
    }

    /// Counts a solution, which has already been written; returns `true` if no more are wanted.
    ///
    /// (Counting and writing are not one function that takes a closure: compiled on its own it would not have the instruction
    /// set, and writing would take ten times as long.)
    #[inline(always)]
    pub(super) fn count(&mut self, puzzle: usize) -> bool {
        debug_assert!(
            self.place(puzzle).is_none_or(|digits| Grid::new(Shape::NINE, super::digits(digits)).is_ok()),
            "a solution is a grid"
        );
        self.counts[puzzle] += 1;
        self.counts[puzzle] >= self.limit
    }
}

/// Puzzles in one of their forms.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Puzzles<'a> {
    /// Givens from 1 to 9, 0 for blanks.
    Digits(&'a [[u8; 81]]),
    /// Candidates, digit 1 lowest.
    Candidates(&'a [[u16; 81]]),
    /// Givens, and for each puzzle a cell and a digit, from 1, which that cell must not have.
    Without(&'a [[u8; 81]], &'a [(u8, u8)]),
    /// Boards, each with the index of its puzzle in the task.
    Begun(&'a [(Words, usize)]),
}

impl<'a> Puzzles<'a> {
    fn part(self, part: Range<usize>) -> Puzzles<'a> {
        match self {
            Puzzles::Digits(puzzles) => Puzzles::Digits(&puzzles[part]),
            Puzzles::Candidates(puzzles) => Puzzles::Candidates(&puzzles[part]),
            Puzzles::Without(puzzles, out) => Puzzles::Without(&puzzles[part.clone()], &out[part]),
            Puzzles::Begun(boards) => Puzzles::Begun(&boards[part]),
        }
    }

    pub(crate) fn len(&self) -> usize {
        match self {
            Puzzles::Digits(puzzles) => puzzles.len(),
            Puzzles::Candidates(puzzles) => puzzles.len(),
            Puzzles::Without(puzzles, _) => puzzles.len(),
            Puzzles::Begun(boards) => boards.len(),
        }
    }

    /// The index of a puzzle's answer.
    #[inline(always)]
    pub(super) fn answer(&self, puzzle: usize) -> usize {
        match self {
            Puzzles::Begun(boards) => boards[puzzle].1,
            _ => puzzle,
        }
    }

    /// A puzzle as words.
    pub(super) fn words(&self, puzzle: usize, isa: Isa) -> Words {
        match self {
            Puzzles::Digits(puzzles) => isa.words_of(&puzzles[puzzle]),
            Puzzles::Candidates(puzzles) => Words::from_candidates(&puzzles[puzzle]),
            Puzzles::Without(puzzles, out) => isa.words_of(&puzzles[puzzle]).without(out[puzzle]),
            Puzzles::Begun(boards) => boards[puzzle].0,
        }
    }

    /// How many puzzles ahead one is prefetched. From a long list, lanes take too little at a time for the processor to see
    /// what comes next: without prefetching, it waited for 2 to 4 % of the time.
    const AHEAD: usize = 3;

    /// Puts a puzzle into a lane.
    #[inline(always)]
    pub(super) fn put<W: Wide>(&self, puzzle: usize, boards: &mut Boards<W>, lane: usize) {
        // Each kind has its own call: words from several sources would first be put together in memory.
        match self {
            Puzzles::Digits(puzzles) => {
                if let Some(soon) = puzzles.get(puzzle + Self::AHEAD) {
                    prefetch(soon);
                }
                boards.put(lane, &W::words_of(&puzzles[puzzle]));
            }
            Puzzles::Candidates(puzzles) => boards.put_whole(lane, &Words::from_candidates(&puzzles[puzzle])),
            Puzzles::Without(puzzles, out) => {
                boards.put_whole(lane, &W::words_of(&puzzles[puzzle]).without(out[puzzle]));
            }
            Puzzles::Begun(begun) => boards.put_whole(lane, &begun[puzzle].0),
        }
    }
}
