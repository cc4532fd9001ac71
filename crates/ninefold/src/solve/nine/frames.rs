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

/// Frames, and which of them each lane is to go back to.
#[derive(Clone, Debug)]
pub(super) struct Frames<W> {
    frames: Vec<Frame<W>>,
    /// Frames that no lane waits for, at the beginning; one place more than there are frames.
    free: Vec<u16>,
    free_count: usize,
    /// The frame of each lane's last branch; each frame knows the ones before.
    last: [u16; LANES],
    /// How many branches each lane has.
    count: [u16; LANES],
    /// The lanes that have a branch.
    open: u32,
}

/// Boards that wait for the lanes they belong to.
#[derive(Clone, Copy, Debug)]
struct Frame<W> {
    boards: Boards<W>,
    /// How many lanes have not come back yet.
    waiting: u32,
    /// The frame of each lane's branch before.
    before: [u16; LANES],
}

impl<W: Wide> Frames<W> {
    pub(super) fn new() -> Frames<W> {
        Frames { frames: Vec::new(), free: vec![0], free_count: 0, last: [0; LANES], count: [0; LANES], open: 0 }
    }

    /// Forgets all branches.
    pub(super) fn clear(&mut self) {
        (self.count, self.open) = ([0; LANES], 0);
        for (place, frame) in self.free.iter_mut().zip(0..self.frames.len() as u16) {
            *place = frame;
        }
        self.free_count = self.frames.len();
    }

    /// The lanes that have a branch.
    #[inline(always)]
    pub(super) fn open(&self) -> u32 {
        self.open
    }

    /// The lane that has the most branches, if any has one.
    pub(super) fn richest(&self) -> Option<usize> {
        lanes(self.open).max_by_key(|lane| self.count[*lane])
    }

    /// A frame for a branch of each of these lanes.
    #[inline(always)]
    pub(super) fn push(&mut self, set: u32) -> &mut Boards<W> {
        if self.free_count == 0 {
            self.grow();
        }
        self.free_count -= 1;
        let index = self.free[self.free_count];
        let frame = &mut self.frames[usize::from(index)];
        frame.waiting = set.count_ones();
        self.open |= set;
        frame.before = self.last;
        for lane in 0..LANES {
            let is_in = set >> lane & 1 != 0;
            self.last[lane] = if is_in { index } else { self.last[lane] };
            self.count[lane] += u16::from(is_in);
        }
        &mut frame.boards
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self) {
        self.free[0] = self.frames.len() as u16;
        self.free_count = 1;
        self.free.push(0);
        self.frames.push(Frame { boards: Boards::new(), waiting: 0, before: [0; LANES] });
    }

    /// The boards among which a lane finds its last branch, which it has no more.
    #[inline(always)]
    pub(super) fn pop(&mut self, lane: usize) -> Option<&Boards<W>> {
        if self.open >> lane & 1 == 0 {
            return None;
        }
        let index = self.last[lane];
        self.last[lane] = self.frames[usize::from(index)].before[lane];
        self.drop_one(lane);
        Some(self.release(index))
    }

    /// The boards among which a lane finds its oldest branch, which it has no more.
    pub(super) fn pop_oldest(&mut self, lane: usize) -> Option<&Boards<W>> {
        if self.open >> lane & 1 == 0 {
            return None;
        }
        let mut index = self.last[lane];
        for _ in 1..self.count[lane] {
            index = self.frames[usize::from(index)].before[lane];
        }
        self.drop_one(lane);
        Some(self.release(index))
    }

    #[inline(always)]
    fn drop_one(&mut self, lane: usize) {
        self.count[lane] -= 1;
        if self.count[lane] == 0 {
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
        // Without a branch, which could not be predicted.
        self.free[self.free_count] = index;
        self.free_count += usize::from(frame.waiting == 0);
        &frame.boards
    }
}
