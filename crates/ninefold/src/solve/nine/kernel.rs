//! Many puzzles at once, one per lane of wide vectors.
//!
//! All lanes go through the same rounds ([`Boards::round`]). A lane that has become stable or contradictory
//! waits until some others have, too; then all of them are served together: solutions are told, dead
//! lanes go back to an open branch or take the next puzzle, and lanes that need a guess make it in one
//! pass over the vectors.
//!
//! # Open branches
//!
//! A guess assigns a digit in the lane and leaves the other branch, the same board without the digit, for
//! later. Whatever the number of lanes that guess together, their boards are copied whole, as one *frame*: a
//! lane finds its branch at its own place of the frame. So neither guessing nor going back moves anything
//! from lane to lane.
//!
//! ```text
//!     lane      0    1    2    3    4   ...
//!     frame 7   x    .    x    .    .         lanes 0 and 2 have a branch in frame 7
//!     frame 9   .    x    x    .    .         lane 2 goes back to frame 9 first, then to frame 7
//! ```
//!
//! # Order
//!
//! A lane searches its puzzle depth first, so the solutions come in the order of the search tree: the
//! branch with the digit before the branch without. Only when there is no further puzzle do idle lanes
//! take over the oldest, that is the last branch of a lane with many. What they find comes after everything
//! that is left to that lane ([`Shares`]), so the first solutions are the same as if one lane had
//! searched alone.
//!
//! # How many wait
//!
//! Serving lanes costs about as much as two rounds, however few they are; lanes that wait cost their part of each
//! round. Three of eight lanes is the best threshold within a few percent on all lists, from 17 clues to the hardest.
//!
//! # Where the time goes
//!
//! On 17-clue puzzles half is rounds (19 per puzzle and lane), an eighth loading, a tenth unloading, a sixth guessing;
//! on the hardest, half is rounds and a third guessing and going back.
//!
//! # Tried and dropped
//!
//! * A stack of single boards for each lane, filled and emptied word by word: 7 to 18 % of the time. Frames cost a
//!   tenth of that.
//! * Loading two or four boards in one pass over the vectors: 5 % slower than one by one.
//! * The second branch of a guess into an idle lane at once (as the study does): no faster, and the order of the
//!   solutions is lost.

use super::arch::Wide;
use super::boards::Boards;
use super::layout::Words;
use super::position::Position;
use super::shares::Shares;
use crate::board::{Grid, Shape};
use std::sync::atomic::{AtomicBool, Ordering};

/// No search goes deeper: each guess on the way decides one more cell.
const DEEPEST: usize = 81;

/// The most lanes there are.
pub(super) const LANES: usize = 16;

/// What is to be done.
pub(in crate::solve) struct Task<'a> {
    pub(in crate::solve) puzzles: Puzzles<'a>,
    /// Solutions per puzzle.
    pub(in crate::solve) limit: u64,
    /// Guesses per puzzle.
    pub(in crate::solve) nodes: u64,
    pub(in crate::solve) cancel: Option<&'a AtomicBool>,
    /// How many solutions each puzzle has, at most the limit.
    pub(in crate::solve) counts: &'a mut [u64],
    /// The first solutions of each puzzle, `keep` places for each.
    pub(in crate::solve) solutions: &'a mut [[u8; 81]],
    pub(in crate::solve) keep: usize,
    /// Puzzles whose search ended early.
    pub(in crate::solve) stopped: &'a mut [bool],
}

impl Task<'_> {
    /// One puzzle of the task.
    pub(super) fn only(&mut self, puzzle: usize) -> Task<'_> {
        let (first, last) = (puzzle * self.keep, (puzzle + 1) * self.keep);
        Task {
            puzzles: self.puzzles.only(puzzle),
            counts: &mut self.counts[puzzle..=puzzle],
            solutions: &mut self.solutions[first..last],
            stopped: &mut self.stopped[puzzle..=puzzle],
            ..*self
        }
    }

    /// Counts a solution, and keeps it if there is room; `true` if no more are wanted.
    #[inline(always)]
    pub(super) fn found(&mut self, puzzle: usize, digits: impl FnOnce() -> [u8; 81]) -> bool {
        let count = self.counts[puzzle];
        if count < self.keep as u64 {
            let digits = digits();
            debug_assert!(Grid::new(Shape::NINE, super::digits(&digits)).is_ok(), "a solution is a grid: {digits:?}");
            self.solutions[puzzle * self.keep + count as usize] = digits;
        }
        self.counts[puzzle] = count + 1;
        count + 1 >= self.limit
    }
}

/// Puzzles in one of two forms.
#[derive(Clone, Copy, Debug)]
pub(in crate::solve) enum Puzzles<'a> {
    /// Givens from 1 to 9, 0 for blanks.
    Digits(&'a [[u8; 81]]),
    /// Candidates, digit 1 lowest.
    Candidates(&'a [[u16; 81]]),
}

impl<'a> Puzzles<'a> {
    fn only(self, puzzle: usize) -> Puzzles<'a> {
        match self {
            Puzzles::Digits(puzzles) => Puzzles::Digits(&puzzles[puzzle..=puzzle]),
            Puzzles::Candidates(puzzles) => Puzzles::Candidates(&puzzles[puzzle..=puzzle]),
        }
    }

    pub(in crate::solve) fn len(&self) -> usize {
        match self {
            Puzzles::Digits(puzzles) => puzzles.len(),
            Puzzles::Candidates(puzzles) => puzzles.len(),
        }
    }

    /// A puzzle as words, by the best way to make them of digits.
    #[inline(always)]
    pub(super) fn words(&self, puzzle: usize, of_digits: impl Fn(&[u8; 81]) -> Words) -> Words {
        match self {
            Puzzles::Digits(puzzles) => of_digits(&puzzles[puzzle]),
            Puzzles::Candidates(puzzles) => Words::from_candidates(&puzzles[puzzle]),
        }
    }
}

/// The branches a lane has still to search: frames that hold its board, the next one last.
#[derive(Clone, Copy, Debug)]
struct Branches {
    frames: [u16; DEEPEST],
    /// Those before have been taken over by others.
    first: usize,
    end: usize,
}

impl Branches {
    const NONE: Branches = Branches { frames: [0; DEEPEST], first: 0, end: 0 };

    fn len(&self) -> usize {
        self.end - self.first
    }

    fn clear(&mut self) {
        (self.first, self.end) = (0, 0);
    }

    #[inline(always)]
    fn push(&mut self, frame: u16) {
        if self.first == self.end {
            self.clear();
        }
        self.frames[self.end] = frame;
        self.end += 1;
    }

    #[inline(always)]
    fn pop(&mut self) -> Option<u16> {
        if self.first == self.end {
            return None;
        }
        self.end -= 1;
        Some(self.frames[self.end])
    }

    fn pop_oldest(&mut self) -> Option<u16> {
        if self.first == self.end {
            return None;
        }
        self.first += 1;
        Some(self.frames[self.first - 1])
    }
}

/// Boards that wait for the lanes they belong to.
#[derive(Clone, Copy, Debug)]
struct Frame<W> {
    boards: Boards<W>,
    /// The lanes that have not come back yet.
    waiting: u32,
}

/// The lanes and everything they need; kept between calls, so that nothing is allocated.
#[derive(Clone, Debug)]
pub(in crate::solve) struct Kernel<W> {
    boards: Boards<W>,
    frames: Vec<Frame<W>>,
    free: Vec<u16>,
    branches: [Branches; LANES],
    /// The puzzle in each lane.
    puzzle: [usize; LANES],
    /// The guesses each lane has made for its puzzle.
    nodes: [u64; LANES],
    shares: Shares,
}

impl<W: Wide> Kernel<W> {
    pub(in crate::solve) fn new() -> Kernel<W> {
        Kernel {
            boards: Boards::new(),
            frames: Vec::new(),
            free: Vec::new(),
            branches: [Branches::NONE; LANES],
            puzzle: [0; LANES],
            nodes: [0; LANES],
            shares: Shares::default(),
        }
    }

    /// Solves all puzzles. If the search of the first has begun, these are its open branches, the next one last.
    /// Whatever the lanes still held, even after a panic, is forgotten.
    #[inline(always)]
    pub(in crate::solve) fn run(&mut self, begun: &[Words], task: &mut Task<'_>) {
        let all = u32::MAX >> (32 - W::LANES);
        self.branches.iter_mut().for_each(Branches::clear);
        self.free.clear();
        self.free.extend((0..self.frames.len() as u16).rev());
        self.shares.clear();
        let count = task.puzzles.len();
        let mut next = 0;
        // Lanes with a puzzle, and those with and without that want another board.
        let (mut running, mut idle) = (0, all);
        if !begun.is_empty() {
            self.resume(begun);
            (next, running) = (1, 1);
        }
        loop {
            for lane in lanes(idle) {
                let bit = 1 << lane;
                if let Some(frame) = self.branches[lane].pop() {
                    let frame = usize::from(frame);
                    self.boards.take(bit, &self.frames[frame].boards);
                    self.release(frame, bit);
                    continue;
                }
                running &= !bit;
                if self.shares.has(lane) {
                    running &= !self.finish_share(lane, task);
                }
                if next < count {
                    self.boards.put(bit, &task.puzzles.words(next, W::words_of));
                    self.puzzle[lane] = next;
                    self.nodes[lane] = 0;
                    next += 1;
                    running |= bit;
                } else if let Some(words) = self.take_over(lane, task) {
                    self.boards.put(bit, &words);
                    running |= bit;
                }
            }
            if running == 0 {
                return;
            }
            let enough = (running.count_ones() * 3 / 8).max(1);
            let outcome = loop {
                let outcome = self.boards.round();
                if ((outcome.contradictory | !outcome.changed) & running).count_ones() >= enough {
                    break outcome;
                }
            };
            if task.cancel.is_some_and(|flag| flag.load(Ordering::Relaxed)) {
                lanes(running).for_each(|lane| task.stopped[self.puzzle[lane]] = true);
                task.stopped[next..].fill(true);
                return;
            }
            idle = outcome.contradictory & running;
            let stable = !outcome.changed & running & !idle;
            if stable != 0 {
                let unsolved = self.boards.unsolved();
                for lane in lanes(stable & !unsolved) {
                    // Another lane with the same puzzle may just have found enough.
                    if idle >> lane & 1 != 0 {
                        continue;
                    }
                    idle |= 1 << lane;
                    if self.shares.has(lane) {
                        let digits = self.boards.digits(lane);
                        idle |= self.found_in_share(lane, digits, task);
                    } else if task.found(self.puzzle[lane], || self.boards.digits(lane)) {
                        self.clear(lane);
                    }
                }
                let guessing = stable & unsolved & !idle;
                if guessing != 0 {
                    idle |= self.guess(guessing, task);
                }
            }
            idle |= all & !running;
        }
    }

    /// Gives lane 0 the open branches of a puzzle.
    #[inline(always)]
    fn resume(&mut self, branches: &[Words]) {
        (self.puzzle[0], self.nodes[0]) = (0, 0);
        for words in branches {
            let index = self.free_frame();
            let frame = &mut self.frames[usize::from(index)];
            frame.waiting = 1;
            frame.boards.put(1, words);
            self.branches[0].push(index);
        }
    }

    #[inline(always)]
    fn free_frame(&mut self) -> u16 {
        self.free.pop().unwrap_or_else(|| {
            self.frames.push(Frame { boards: Boards::new(), waiting: 0 });
            (self.frames.len() - 1) as u16
        })
    }

    /// Guesses in some lanes; returns those that may not.
    #[inline(always)]
    fn guess(&mut self, mut guessing: u32, task: &mut Task<'_>) -> u32 {
        let mut exhausted = 0;
        for lane in lanes(guessing) {
            if self.nodes[lane] == task.nodes {
                task.stopped[self.puzzle[lane]] = true;
                exhausted |= 1 << lane;
                self.clear(lane);
            }
            self.nodes[lane] += 1;
        }
        guessing &= !exhausted;
        if guessing == 0 {
            return exhausted;
        }
        let index = self.free_frame();
        let frame = &mut self.frames[usize::from(index)];
        frame.waiting = guessing;
        for lane in lanes(self.boards.guess(guessing, &mut frame.boards)) {
            rare_guess(&mut self.boards, &mut frame.boards, lane);
        }
        for lane in lanes(guessing) {
            self.branches[lane].push(index);
        }
        exhausted
    }

    /// A lane has done with its part of a frame.
    #[inline(always)]
    fn release(&mut self, frame: usize, lane: u32) {
        self.frames[frame].waiting &= !lane;
        if self.frames[frame].waiting == 0 {
            self.free.push(frame as u16);
        }
    }

    /// Gives up all branches of a lane.
    fn clear(&mut self, lane: usize) {
        while let Some(frame) = self.branches[lane].pop() {
            self.release(usize::from(frame), 1 << lane);
        }
    }

    // The functions below are not compiled for the instruction set: they do nothing with vectors.

    /// Takes over the oldest branch of the lane that has the most, if there is one. A budget of nodes is one
    /// for the whole puzzle, in the order of the search: with one, no lane helps another.
    #[cold]
    #[inline(never)]
    fn take_over(&mut self, lane: usize, task: &Task<'_>) -> Option<Words> {
        let other = (0..W::LANES).max_by_key(|other| self.branches[*other].len())?;
        if task.nodes != u64::MAX || self.branches[other].len() == 0 || !self.shares.split(other, lane) {
            return None;
        }
        let frame = self.branches[other].pop_oldest()?;
        let words = self.frames[usize::from(frame)].boards.words(other);
        self.release(usize::from(frame), 1 << other);
        self.puzzle[lane] = self.puzzle[other];
        self.nodes[lane] = 0;
        Some(words)
    }

    /// A lane that shares its puzzle has found a solution. Returns the lanes that have nothing to do any more.
    #[cold]
    #[inline(never)]
    fn found_in_share(&mut self, lane: usize, digits: [u8; 81], task: &mut Task<'_>) -> u32 {
        let done = self.shares.found(lane, &self.puzzle, digits, task);
        lanes(done).for_each(|lane| self.clear(lane));
        done
    }

    /// A lane that shares its puzzle has searched its part. Returns the lanes that have nothing to do any more.
    #[cold]
    #[inline(never)]
    fn finish_share(&mut self, lane: usize, task: &mut Task<'_>) -> u32 {
        let done = self.shares.finish(lane, &self.puzzle, task);
        lanes(done).for_each(|lane| self.clear(lane));
        done
    }
}

/// A guess where no cell has two candidates.
#[cold]
#[inline(never)]
fn rare_guess<W: Wide>(boards: &mut Boards<W>, copy: &mut Boards<W>, lane: usize) {
    let position = Position::<super::arch::Best>::new(&boards.words(lane));
    boards.guess_at(copy, lane, position.choose());
}

/// The lanes of a set, the lowest first.
#[inline(always)]
pub(super) fn lanes(set: u32) -> impl Iterator<Item = usize> {
    let mut left = set;
    std::iter::from_fn(move || {
        let lane = left.trailing_zeros() as usize;
        let some = left != 0;
        left &= left.wrapping_sub(1);
        some.then_some(lane)
    })
}
