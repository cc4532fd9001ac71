//! The branches that lanes have still to search.
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

use super::arch::Wide;
use super::boards::Boards;
use super::kernel::{LANES, lanes};

/// No search goes deeper: each guess on the way decides one more cell.
const DEEPEST: usize = 81;

/// Frames, and which of them each lane is to go back to.
#[derive(Clone, Debug)]
pub(super) struct Frames<W> {
    frames: Vec<Frame<W>>,
    /// Frames that no lane waits for.
    free: Vec<u16>,
    /// The frame of each branch of each lane, the next one last, from `first` to `end`: those before have been taken
    /// over by other lanes.
    branches: [[u16; DEEPEST]; LANES],
    first: [u8; LANES],
    end: [u8; LANES],
    /// The lanes that have a branch.
    open: u32,
}

/// Boards that wait for the lanes they belong to.
#[derive(Clone, Copy, Debug)]
struct Frame<W> {
    boards: Boards<W>,
    /// How many lanes have not come back yet.
    waiting: u32,
}

impl<W: Wide> Frames<W> {
    pub(super) fn new() -> Frames<W> {
        Frames {
            frames: Vec::new(),
            free: Vec::new(),
            branches: [[0; DEEPEST]; LANES],
            first: [0; LANES],
            end: [0; LANES],
            open: 0,
        }
    }

    /// Forgets all branches.
    pub(super) fn clear(&mut self) {
        (self.first, self.end, self.open) = ([0; LANES], [0; LANES], 0);
        self.free.clear();
        self.free.extend((0..self.frames.len() as u16).rev());
    }

    /// The lane that has the most branches, if any has one.
    pub(super) fn richest(&self) -> Option<usize> {
        lanes(self.open).max_by_key(|lane| self.end[*lane] - self.first[*lane])
    }

    /// A frame for a branch of each of these lanes.
    #[inline(always)]
    pub(super) fn push(&mut self, set: u32) -> &mut Boards<W> {
        let index = self.free.pop().unwrap_or_else(|| {
            self.frames.push(Frame { boards: Boards::new(), waiting: 0 });
            (self.frames.len() - 1) as u16
        });
        let frame = &mut self.frames[usize::from(index)];
        frame.waiting = set.count_ones();
        self.open |= set;
        for lane in lanes(set) {
            self.branches[lane][usize::from(self.end[lane])] = index;
            self.end[lane] += 1;
        }
        &mut frame.boards
    }

    /// The boards among which a lane finds its last branch, which it has no more.
    #[inline(always)]
    pub(super) fn pop(&mut self, lane: usize) -> Option<&Boards<W>> {
        if self.open >> lane & 1 == 0 {
            return None;
        }
        self.end[lane] -= 1;
        let index = self.branches[lane][usize::from(self.end[lane])];
        self.close_if_empty(lane);
        Some(self.release(index))
    }

    /// The boards among which a lane finds its oldest branch, which it has no more.
    pub(super) fn pop_oldest(&mut self, lane: usize) -> Option<&Boards<W>> {
        if self.open >> lane & 1 == 0 {
            return None;
        }
        let index = self.branches[lane][usize::from(self.first[lane])];
        self.first[lane] += 1;
        self.close_if_empty(lane);
        Some(self.release(index))
    }

    #[inline(always)]
    fn close_if_empty(&mut self, lane: usize) {
        if self.first[lane] == self.end[lane] {
            (self.first[lane], self.end[lane]) = (0, 0);
            self.open &= !(1 << lane);
        }
    }

    /// Gives up all branches of a lane.
    pub(super) fn give_up(&mut self, lane: usize) {
        while self.pop(lane).is_some() {}
    }

    /// A lane has come back to a frame.
    #[inline(always)]
    fn release(&mut self, index: u16) -> &Boards<W> {
        let frame = &mut self.frames[usize::from(index)];
        frame.waiting -= 1;
        if frame.waiting == 0 {
            self.free.push(index);
        }
        &frame.boards
    }
}
