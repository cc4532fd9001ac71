//! A sieve for long lists of puzzles: boards go through rounds in [`Slices`], and those that need a guess fall through.
//!
//! Three quarters of the puzzles with 17 clues are solved by rounds, and those that are not have most of their rounds
//! behind them when the kernel gets them. As repeated rounds end at the same board wherever they are done, the kernel
//! makes the guesses that it would have made anyway: the sieve changes nothing but the time.
//!
//! # When boards are served
//!
//! After some rounds all boards are looked at: solved ones are written, contradictory ones and those that no round
//! changes any more leave too, and others take their places. Whoever is done earlier waits. To serve the boards costs
//! about the same however few they are, so they are served when about a third is done: the number of rounds between is
//! adjusted to that.

use super::super::arch::Wide;
use super::super::kernel::lanes as bits;
use super::super::layout::Words;
use super::super::task::Task;
use super::slices::Slices;
use super::transpose::{WORDS, pack, unpack};
use std::sync::atomic::Ordering;

/// The most boards there are at a time.
const BOARDS: usize = 32 * super::super::kernel::LANES;

/// So many boards fall through before the kernel is called: many, so that its lanes seldom run empty, and few enough to
/// stay in the second cache.
const HANDFUL: usize = 1024;

/// Rounds between two looks.
const ROUNDS: u32 = 3;

/// Boards in slices, and those that fell through.
#[derive(Clone, Debug)]
pub(in crate::solve) struct Sieve<W> {
    slices: Slices<W>,
    /// The cells of boards on their way into the slices or out of them.
    packed: [[W; 32]; WORDS],
    /// The puzzle of each board: its place in the list.
    puzzle: [usize; BOARDS],
    /// The boards that are being solved.
    running: W,
    /// The first puzzle that has not been begun.
    next: usize,
    /// What fell through, and which puzzle it is.
    left: Vec<(Words, usize)>,
}

impl<W: Wide> Sieve<W> {
    /// So many boards are in the slices.
    const BOARDS: usize = 32 * W::LANES;

    /// Waiting, in rounds of one board, that costs as much as serving the boards does.
    const FREE: usize = Self::BOARDS * 3 / 2;
    const STUCK: usize = Self::BOARDS * 5 / 4;

    pub(in crate::solve) fn new() -> Sieve<W> {
        Sieve {
            slices: Slices::new(),
            packed: [[W::none(); 32]; WORDS],
            puzzle: [0; BOARDS],
            running: W::none(),
            next: 0,
            left: Vec::with_capacity(HANDFUL + BOARDS),
        }
    }

    /// Whether a list is long enough.
    pub(in crate::solve) fn is_for(len: usize) -> bool {
        W::SIEVES && len >= Self::BOARDS
    }

    /// Begins a new list.
    pub(in crate::solve) fn restart(&mut self) {
        (self.running, self.next) = (W::none(), 0);
    }

    /// The boards that have fallen through since the last call.
    pub(in crate::solve) fn left(&self) -> &[(Words, usize)] {
        &self.left
    }

    /// Goes on with the list until enough boards have fallen through; `false` if there are no more.
    #[inline(always)]
    pub(in crate::solve) fn run(&mut self, list: &[[u8; 81]], task: &mut Task<'_>) -> bool {
        self.left.clear();
        let (mut waited_free, mut waited_stuck) = (0, 0);
        loop {
            self.fill(list);
            let flags = self.slices.rounds(ROUNDS);
            if task.cancel.is_some_and(|flag| flag.load(Ordering::Relaxed)) {
                self.each(self.running, |_, _, puzzle| task.stopped[puzzle] = true);
                task.stopped[self.next..].fill(true);
                return false;
            }
            let free = self.running.and_or(flags.contradictory, W::all(u32::MAX).without(flags.unsolved));
            let stuck = self.running.without_any(free, flags.changed);
            waited_free += ROUNDS as usize * count(free);
            waited_stuck += ROUNDS as usize * count(stuck);
            let on_the_way = self.running.without(free.or(stuck));
            // A round costs the same for few boards: the kernel has better use for the last.
            let few = count(on_the_way) < Self::BOARDS / 8;
            let last = few && self.next == list.len();
            if waited_free > Self::FREE || few {
                waited_free = 0;
                self.write(free.without(flags.contradictory), task);
                self.running = self.running.without(free);
            }
            if waited_stuck > Self::STUCK || few {
                waited_stuck = 0;
                let through = if last { stuck.or(on_the_way) } else { stuck };
                self.let_through(through);
                self.running = self.running.without(through);
            }
            if last || self.left.len() >= HANDFUL {
                return !last;
            }
        }
    }

    /// Puts the next puzzles where boards are done.
    #[inline(always)]
    fn fill(&mut self, list: &[[u8; 81]]) {
        let mut fresh = W::none();
        for lane in 0..W::LANES {
            for bit in bits(!self.running.words()[lane]) {
                let Some(digits) = list.get(self.next) else { break };
                for (word, packed) in pack(digits).into_iter().zip(&mut self.packed) {
                    packed[bit].words_mut()[lane] = word;
                }
                self.puzzle[32 * lane + bit] = self.next;
                self.next += 1;
                fresh.words_mut()[lane] |= 1 << bit;
            }
        }
        if count(fresh) != 0 {
            self.slices.load(fresh, &self.packed);
            self.running = self.running.or(fresh);
        }
    }

    /// Writes solved boards: each is the only solution of its puzzle.
    #[inline(always)]
    fn write(&mut self, solved: W, task: &mut Task<'_>) {
        if count(solved) == 0 {
            return;
        }
        if task.keep > 0 {
            self.slices.digits(&mut self.packed);
        }
        self.each(solved, |lane, bit, puzzle| {
            let packed = |word: usize| self.packed[word][bit].words()[lane];
            task.found(puzzle, |digits| unpack(&std::array::from_fn(packed), digits));
        });
    }

    /// Lets boards through.
    #[inline(always)]
    fn let_through(&mut self, stuck: W) {
        if count(stuck) == 0 {
            return;
        }
        let first = self.left.len();
        let mut left = std::mem::take(&mut self.left);
        let none = Words { candidates: [[0; 9]; 3], open: [0; 3] };
        self.each(stuck, |_, _, puzzle| left.push((none, puzzle)));
        for d2 in 0..3 {
            for cell in 0..9 {
                let mut words = left[first..].iter_mut();
                let transposed = self.slices.words(d2, cell);
                self.each(stuck, |lane, bit, _| {
                    let (words, _) = words.next().expect("as many as before");
                    words.candidates[d2][cell] = transposed[bit].words()[lane];
                });
            }
        }
        left[first..].iter_mut().for_each(|(words, _)| words.look_for_open());
        self.left = left;
    }

    /// Goes through the boards of a set: lane, bit of the lane, and puzzle.
    #[inline(always)]
    fn each(&self, set: W, mut visit: impl FnMut(usize, usize, usize)) {
        for lane in 0..W::LANES {
            for bit in bits(set.words()[lane]) {
                visit(lane, bit, self.puzzle[32 * lane + bit]);
            }
        }
    }
}

/// How many boards are in a set.
#[inline(always)]
fn count<W: Wide>(set: W) -> usize {
    set.words().iter().map(|word| word.count_ones() as usize).sum()
}
