//! The branches that lanes still have to search.
//!
//! A guess assigns a digit in the lane and leaves the other branch, the same board without the digit, for later. However many
//! lanes guess together, their boards are copied as a whole, as one *frame*: a lane finds its branch at its own place in the
//! frame. So neither guessing nor going back moves anything from lane to lane.
//!
//! ```text
//!     lane      0    1    2    3    4   ...
//!     frame 7   x    .    x    .    .         lanes 0 and 2 have a branch in frame 7
//!     frame 9   .    x    x    .    .         lane 2 goes back to frame 9 first, then to frame 7
//! ```
//!
//! The lanes that wait for a frame are a set: one word for each frame, with many of these words in a vector. When a lane has
//! found enough solutions, one pass over a few vectors gives up all its branches; if there are many solutions, this happens
//! once per puzzle. (Following the lane's frames one by one, with counts of lanes and a list of free frames, took a tenth of
//! the time of such lists.) The first free frame is taken, so that few are in use.

use super::boards::{Boards, LANES, lanes};
use crate::solve::arch::Wide;

/// Frames, and which of them each lane has to go back to.
#[derive(Clone, Debug)]
pub(super) struct Frames<W> {
    boards: Vec<Boards<W>>,
    /// The lanes that wait for each frame; a vector has a word for as many frames as it has lanes.
    waiting: Vec<W>,
    /// For each frame and each of its lanes, the frame to go back to after it, if the lane has another branch.
    before: Vec<[u16; LANES]>,
    /// A bit for each free frame.
    free: Vec<u64>,
    /// The frame of each lane's last branch.
    last: [u16; LANES],
    /// The number of branches of each lane.
    count: [u16; LANES],
    /// The lanes that have a branch.
    open: u32,
}

impl<W: Wide> Frames<W> {
    pub(super) fn new() -> Frames<W> {
        let (boards, waiting, before, free) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Frames { boards, waiting, before, free, last: [0; LANES], count: [0; LANES], open: 0 }
    }

    /// Forgets all branches.
    #[inline(always)]
    pub(super) fn clear(&mut self) {
        self.give_up(self.open);
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

    /// A new frame, with a branch for each of these lanes.
    #[inline(always)]
    pub(super) fn push(&mut self, set: u32) -> &mut Boards<W> {
        let mut word = 0;
        while word < self.free.len() && self.free[word] == 0 {
            word += 1;
        }
        if word == self.free.len() {
            word = self.grow();
        }
        let index = 64 * word + self.free[word].trailing_zeros() as usize;
        self.free[word] &= self.free[word] - 1;
        self.waiting[index / W::LANES].words_mut()[index % W::LANES] = set;
        self.before[index] = self.last;
        for lane in 0..LANES {
            let is_in = set >> lane & 1 != 0;
            self.last[lane] = if is_in { index as u16 } else { self.last[lane] };
            self.count[lane] += u16::from(is_in);
        }
        self.open |= set;
        &mut self.boards[index]
    }

    /// Makes more frames, and returns the word of `free` that has them.
    #[cold]
    #[inline(never)]
    fn grow(&mut self) -> usize {
        let first = self.boards.len();
        let word = first / 64;
        if word == self.free.len() {
            self.free.push(0);
        }
        self.free[word] |= u64::from(W::ALL) << (first % 64);
        self.waiting.push(W::none());
        self.before.resize(first + W::LANES, [0; LANES]);
        self.boards.resize(first + W::LANES, Boards::new());
        word
    }

    /// Removes the last branch of a lane; returns the boards that hold it in that lane.
    #[inline(always)]
    pub(super) fn pop(&mut self, lane: usize) -> Option<&Boards<W>> {
        if self.open >> lane & 1 == 0 {
            return None;
        }
        let index = usize::from(self.last[lane]);
        self.last[lane] = self.before[index][lane];
        Some(self.release(index, lane))
    }

    /// Removes the oldest branch of a lane; returns the boards that hold it in that lane.
    pub(super) fn pop_oldest(&mut self, lane: usize) -> Option<&Boards<W>> {
        if self.open >> lane & 1 == 0 {
            return None;
        }
        let mut index = usize::from(self.last[lane]);
        for _ in 1..self.count[lane] {
            index = usize::from(self.before[index][lane]);
        }
        Some(self.release(index, lane))
    }

    /// Gives up all branches of some lanes.
    #[inline(always)]
    pub(super) fn give_up(&mut self, set: u32) {
        if set & self.open == 0 {
            return;
        }
        for (vector, waiting) in self.waiting.iter_mut().enumerate() {
            *waiting = waiting.without(W::all(set));
            let first = vector * W::LANES;
            self.free[first / 64] |= u64::from(!waiting.nonzero() & W::ALL) << (first % 64);
        }
        for lane in 0..LANES {
            self.count[lane] = if set >> lane & 1 != 0 { 0 } else { self.count[lane] };
        }
        self.open &= !set;
    }

    /// Called when a lane has gone back to a frame.
    #[inline(always)]
    fn release(&mut self, index: usize, lane: usize) -> &Boards<W> {
        self.count[lane] -= 1;
        self.open &= !(u32::from(self.count[lane] == 0) << lane);
        let waiting = &mut self.waiting[index / W::LANES].words_mut()[index % W::LANES];
        *waiting &= !(1 << lane);
        // Without a conditional jump, which could not be predicted.
        self.free[index / 64] |= u64::from(*waiting == 0) << (index % 64);
        &self.boards[index]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::arch::Best;
    use crate::solve::arch::layout::Words;
    use proptest::prelude::*;

    /// A board that differs from that of any other number.
    fn board(number: u32) -> Words {
        Words { candidates: [[number; 9]; 3], open: [number; 3] }
    }

    /// There may be more free frames than fit into one word.
    #[test]
    fn deep_searches_have_many_frames() {
        let mut frames = Frames::<Best>::new();
        for round in 0..2 {
            for number in 0..300 {
                frames.push(0b11).put(1, &board(number));
            }
            assert_eq!(frames.boards.len(), 300);
            frames.give_up(1);
            for number in (100..300).rev() {
                assert_eq!(frames.pop(1).map(|boards| boards.words(1)), Some(board(number)), "{round}");
            }
            frames.clear();
            assert_eq!(frames.open(), 0);
        }
    }

    proptest! {
        /// Each lane finds its branches as on a stack of its own.
        #[test]
        fn lanes_have_stacks(steps in prop::collection::vec((0u32..8, 0usize..4, 1u32..16), 0..200)) {
            let mut frames = Frames::<Best>::new();
            let mut stacks: [Vec<u32>; 4] = Default::default();
            for (number, (step, lane, set)) in (0..).zip(steps) {
                let found = match step {
                    0 => {
                        frames.give_up(set);
                        lanes(set).for_each(|lane| stacks[lane].clear());
                        None
                    }
                    1 => {
                        let oldest = (!stacks[lane].is_empty()).then(|| stacks[lane].remove(0));
                        Some((frames.pop_oldest(lane), oldest))
                    }
                    2..4 => Some((frames.pop(lane), stacks[lane].pop())),
                    _ => {
                        let boards = frames.push(set);
                        for lane in lanes(set) {
                            boards.put(lane, &board(number));
                            stacks[lane].push(number);
                        }
                        None
                    }
                };
                if let Some((boards, expected)) = found {
                    prop_assert_eq!(boards.map(|boards| boards.words(lane)), expected.map(board));
                }
                let open = (0..4).filter(|lane| !stacks[*lane].is_empty()).fold(0, |open, lane| open | 1 << lane);
                prop_assert_eq!(frames.open(), open);
                let most = stacks.iter().map(Vec::len).max().filter(|most| *most > 0);
                prop_assert_eq!(frames.richest().map(|lane| stacks[lane].len()), most);
            }
            frames.clear();
            prop_assert!((0..4).all(|lane| frames.pop(lane).is_none()));
        }
    }
}
