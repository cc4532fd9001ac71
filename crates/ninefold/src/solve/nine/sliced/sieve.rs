//! A sieve for long lists of puzzles: boards go through rounds in [`Slices`], and those that need a guess fall through.
//!
//! Three quarters of the puzzles with 17 clues are solved by rounds, and the others have most of their rounds behind them when
//! the kernel gets them. A board that has a solution ends at the same candidates wherever its rounds are done, so the kernel
//! makes the guesses that it would have made anyway, and the sieve changes nothing but the time. Since some boards without a
//! solution end differently ([`slices`](super::slices)), nothing is sieved if guesses are counted.
//!
//! # When boards are served
//!
//! All boards are checked after every three rounds. Boards that are done wait until this waiting has cost as much as serving
//! them will, which is about the same for few boards and for many; then solved boards are written, contradictory ones are
//! dropped, and others take their places. Likewise for boards that no round changes any more: they fall through, and are turned
//! from slices into words. (With half or twice any of these numbers, the time is the same within the noise.)
//!
//! # What it is worth, and when
//!
//! Nanoseconds per puzzle with AVX2, with all boards sieved and with none, including the proof of uniqueness (Granite Rapids):
//! 265 and 295 with 17 clues, of which rounds solve 76 in 100; 325 and 315 for other minimal puzzles (46 in 100); 525 and 450
//! if there are many solutions, 10,750 and 10,450 on the hardest (none). With SSE2 430 and 540, 530 and 585, 850 and 835. So
//! whether a list is worth sieving depends on how many of its puzzles rounds solve, and the kernel shows this at no cost: how
//! many took no guess. The first puzzles bypass the sieve; then the most recent ones decide about the next, and those at the
//! end of a call about the first of the next call. Sieving every list takes 5 to 20 % longer on those with many guesses
//! (measured when loading boards into lanes was slower, too).
//!
//! With AVX-512, whose rounds are cheap in lanes too, there is no sieve: 240 instead of 250 with 17 clues, but 460 instead of
//! 400 with many solutions (Zen 4, when it was built). On processors that compute vectors of 512 bits in halves (Zen 4), a
//! sieve of 256 bits with three-operand logic, for half as many boards, which fit into the first cache, is not worth it either:
//! the same with 17 clues, 15 to 20 % slower elsewhere. Its rounds are limited by loads and stores, and the quarter that falls
//! through is more than half of the kernel's work.
//!
//! # Tried and dropped
//!
//! * Trying the sieve on the first boards, instead of asking the kernel: 3 to 7 % longer for lists of five thousand puzzles
//!   that are not worth sieving.
//! * Guesses in slices as well, in one cell of each board at once, with copies of all boards to go back to: with many solutions
//!   500 instead of 550 ns for the first solution and 670 instead of 615 for two, 17 clues 385 instead of 285, other minimal
//!   puzzles 490 instead of 365, magictour 2930 instead of 2035. A round may cost 40 % of the kernel's, but boards wait for a
//!   third of theirs, and passing over 810 vectors for each guess and each return eats up the rest. If boards leave after their
//!   first failure, their earlier work is lost, and the lists with one solution are slower still.
//!   slower still.

use super::super::boards::lanes as bits;
use super::super::task::Task;
use super::slices::Slices;
use super::transpose::{WORDS, pack, unpack};
use crate::solve::arch::Wide;
use crate::solve::arch::layout::Words;
use std::ops::Range;
use std::sync::atomic::Ordering;

/// The largest number of boards at a time.
const BOARDS: usize = 32 * super::super::boards::LANES;

/// How many boards fall through before the kernel is called: enough for its lanes to seldom run empty, and few enough to stay
/// in the second cache.
const HANDFUL: usize = 1024;

/// Rounds between two checks.
const ROUNDS: u32 = 3;

/// How many puzzles go straight to the kernel before it is first asked whether the next are worth sieving, and how many at most
/// between later questions.
const FIRST_STRETCH: usize = 256;
const LAST_STRETCH: usize = 4096;

/// Boards in slices, and those that fell through.
#[derive(Clone, Debug)]
pub(crate) struct Sieve<W> {
    slices: Slices<W>,
    /// The cells of boards on their way into the slices or out of them.
    packed: [[W; 32]; WORDS],
    /// The puzzle of each board: its index in the list.
    puzzle: [usize; BOARDS],
    /// The boards that are being solved.
    running: W,
    /// The first puzzle that has not been begun.
    next: usize,
    /// The boards that fell through, each with the index of its puzzle.
    left: Vec<(Words, usize)>,
    /// How many of the latest boards were finished by rounds alone, here or in the kernel, and how many were not.
    done: usize,
    fallen: usize,
    /// Whether puzzles like the latest ones should go straight to the kernel.
    idle: bool,
    /// How many of them do before the kernel is asked again.
    stretch: usize,
}

impl<W: Wide> Sieve<W> {
    /// The number of boards in the slices.
    const BOARDS: usize = 32 * W::LANES;

    /// How much waiting, in rounds of one board, costs as much as serving the boards does.
    const FREE: usize = Self::BOARDS * 3 / 2;
    const STUCK: usize = Self::BOARDS * 5 / 4;

    pub(crate) fn new() -> Sieve<W> {
        Sieve {
            slices: Slices::new(),
            packed: [[W::none(); 32]; WORDS],
            puzzle: [0; BOARDS],
            running: W::none(),
            next: 0,
            left: Vec::with_capacity(HANDFUL + BOARDS),
            done: 0,
            fallen: 0,
            idle: true,
            stretch: FIRST_STRETCH,
        }
    }

    /// Whether a list is long enough.
    pub(crate) fn is_for(len: usize) -> bool {
        W::SIEVED_FROM <= 100 && len >= Self::BOARDS
    }

    /// Begins a new list.
    pub(crate) fn restart(&mut self) {
        (self.running, self.next) = (W::none(), 0);
    }

    /// The boards that have fallen through since the last call.
    pub(crate) fn left(&self) -> &[(Words, usize)] {
        &self.left
    }

    /// Whether puzzles like the latest ones should go straight to the kernel.
    #[cfg(test)]
    pub(crate) fn is_idle(&self) -> bool {
        self.idle
    }

    /// Whether there is more to be done.
    pub(crate) fn has_more(&self, len: usize) -> bool {
        self.next < len || self.running.nonzero() != 0
    }

    /// The next puzzles of the list, if they should go straight to the kernel.
    pub(crate) fn pass_by(&mut self, len: usize) -> Range<usize> {
        let first = self.next;
        if self.running.nonzero() == 0 {
            let left = len - first;
            let few = left < Self::BOARDS;
            self.next += if few {
                left
            } else if self.idle {
                left.min(self.stretch)
            } else {
                0
            };
        }
        first..self.next
    }

    /// Records how many more boards were finished by rounds alone, and how many were not.
    pub(crate) fn learn(&mut self, done: usize, others: usize) {
        (self.done, self.fallen) = (self.done + done, self.fallen + others);
        let seen = self.done + self.fallen;
        // In the sieve, boards that are finished and boards that fall through leave in turn.
        if seen >= if self.idle { self.stretch } else { 4 * Self::BOARDS } {
            self.idle = 100 * self.done < W::SIEVED_FROM * seen;
            // Each stretch ends with empty lanes, so stretches become longer.
            self.stretch = if self.idle { (2 * self.stretch).min(LAST_STRETCH) } else { FIRST_STRETCH };
            (self.done, self.fallen) = (0, 0);
        }
    }

    /// Continues with the list until enough boards, or all of them, have fallen through, or sieving proves to be in vain.
    #[inline(always)]
    pub(crate) fn run(&mut self, list: &[[u8; 81]], task: &mut Task<'_>) {
        self.left.clear();
        let (mut waited_free, mut waited_stuck) = (0, 0);
        loop {
            self.fill(list);
            let flags = self.slices.rounds(ROUNDS);
            if task.cancel.is_some_and(|flag| flag.load(Ordering::Relaxed)) {
                each(self.running, |board| task.stopped[self.puzzle[board]] = true);
                task.stopped[self.next..].fill(true);
                (self.running, self.next) = (W::none(), list.len());
                return;
            }
            let free = self.running.and_or(flags.contradictory, W::all(u32::MAX).without(flags.unsolved));
            let stuck = self.running.without_any(free, flags.changed);
            let (done, fallen) = (count(free), count(stuck));
            waited_free += ROUNDS as usize * done;
            waited_stuck += ROUNDS as usize * fallen;
            let on_the_way = self.running.without(free.or(stuck));
            // A round costs as much for few boards as for many: the last ones are better left to the kernel.
            let few = count(on_the_way) < Self::BOARDS / 8;
            let last = self.idle || few && self.next == list.len();
            if waited_free > Self::FREE || few || last {
                waited_free = 0;
                self.write(free.without(flags.contradictory), task);
                self.running = self.running.without(free);
                self.learn(done, 0);
            }
            if waited_stuck > Self::STUCK || few || last {
                waited_stuck = 0;
                let through = if last { stuck.or(on_the_way) } else { stuck };
                self.let_through(through);
                self.running = self.running.without(through);
                self.learn(0, fallen);
            }
            if last || self.left.len() >= HANDFUL {
                return;
            }
        }
    }

    /// Puts the next puzzles into the places of finished boards.
    #[inline(always)]
    fn fill(&mut self, list: &[[u8; 81]]) {
        if self.next == list.len() {
            return;
        }
        let mut fresh = W::none();
        each(W::all(u32::MAX).without(self.running), |board| {
            let Some(digits) = list.get(self.next) else { return };
            for (word, packed) in pack(digits).into_iter().zip(&mut self.packed) {
                packed[board % 32].words_mut()[board / 32] = word;
            }
            self.puzzle[board] = self.next;
            self.next += 1;
            fresh.words_mut()[board / 32] |= 1 << (board % 32);
        });
        if fresh.nonzero() != 0 {
            self.slices.load(fresh, &self.packed);
            self.running = self.running.or(fresh);
        }
    }

    /// Writes solved boards; each is the only solution of its puzzle.
    #[inline(always)]
    fn write(&mut self, solved: W, task: &mut Task<'_>) {
        if solved.nonzero() == 0 {
            return;
        }
        if task.keep > 0 {
            self.slices.digits(&mut self.packed);
        }
        each(solved, |board| {
            let packed = |word: usize| self.packed[word][board % 32].words()[board / 32];
            if let Some(digits) = task.place(self.puzzle[board]) {
                unpack(&std::array::from_fn(packed), digits);
            }
            task.count(self.puzzle[board]);
        });
    }

    /// Lets boards fall through. They must have had a round: before it, only the open bits distinguish a given from any other
    /// candidate.
    #[inline(always)]
    fn let_through(&mut self, which: W) {
        if which.nonzero() == 0 {
            return;
        }
        let first = self.left.len();
        let none = Words { candidates: [[0; 9]; 3], open: [0; 3] };
        each(which, |board| self.left.push((none, self.puzzle[board])));
        for d2 in 0..3 {
            for cell in 0..9 {
                let mut words = self.left[first..].iter_mut();
                let transposed = self.slices.words(d2, cell);
                each(which, |board| {
                    let (words, _) = words.next().expect("as many as before");
                    words.candidates[d2][cell] = transposed[board % 32].words()[board / 32];
                });
            }
        }
        self.left[first..].iter_mut().for_each(|(words, _)| words.look_for_open());
    }
}

/// The number of boards in a set.
#[inline(always)]
fn count<W: Wide>(set: W) -> usize {
    set.words().iter().map(|word| word.count_ones() as usize).sum()
}

/// Visits the boards of a set.
#[inline(always)]
fn each<W: Wide>(set: W, mut visit: impl FnMut(usize)) {
    for lane in 0..W::LANES {
        for bit in bits(set.words()[lane]) {
            visit(32 * lane + bit);
        }
    }
}
