//! Many puzzles at once, one per lane of wide vectors.
//!
//! All lanes go through the same rounds ([`Boards::round`]). A lane whose board has become stable or contradictory waits until
//! it is served: its solution is reported, it makes a guess, it goes back to an open branch ([`Frames`]) or it takes the next
//! puzzle.
//!
//! # Order
//!
//! A lane searches its puzzle depth first, so the solutions come in the order of the search tree: the branch with the digit
//! before the branch without it. Only when there are no more puzzles do idle lanes take over branches: the oldest one of the
//! lane with the most, which that lane would search last. Solutions found there come after everything that is left to that lane
//! ([`Shares`]), so the first solutions are the same as if one lane had searched alone.
//!
//! # When lanes are served
//!
//! All lanes that guess do so in one pass over the vectors, including the second guesses; the pass costs about as much as a
//! round, however few the lanes are. A lane that waits wastes its share of every round. The total is least when both cost the
//! same, as when goods are ordered in lots. So lanes guess when their waiting has added up to the cost of the pass, whether
//! guesses are frequent (many lanes at a time on the hardest puzzles) or rare (few with 17 clues). Other lanes cost little to
//! serve and hardly wait.
//!
//! # What is done word by word
//!
//! A puzzle is put into its lane, and a board is taken from a frame, one word after another: thirty short stores. The next
//! round has to wait for them, because a vector can only be read after all its parts have arrived in the cache. But thirty
//! masked stores of whole vectors, one pass for all lanes that want a puzzle and one for each lane that goes back, take longer
//! if a vector is stored in two halves (Zen 4: 5 to 9 % of the total time; no difference with AVX2 and SSE2; Cascade Lake: 2 to
//! 12 %).
//!
//! # Where the time goes
//!
//! On an Intel Xeon (before boards were taken word by word), with 17 clues 55 % is rounds (19 per puzzle and lane), and about a
//! tenth each is loading, writing solutions and guessing; on the hardest, half is rounds and a third guessing and going back. A
//! round is limited by the two (with AVX2, three) ports of the processor that compute with vectors: it uses 85 % of their
//! capacity.
//!
//! On an older Xeon without VBMI (Cascade Lake), rounds take half of the time with 17 clues, 274 cycles each where 250 would be
//! enough for the operations; loading takes 15 % and writing a tenth.
//!
//! On an AMD EPYC (Zen 4), more than 60 % is rounds. A round takes 327 cycles where 245 would be enough for its operations, and
//! 275 for operations, loads and stores in the best order. The stores are expensive: each takes two cycles in which
//! three-operand logic, which is most of a round, has to wait, as if both read the same ports; two-operand logic does not. So
//! sums show what has changed (see [`rules`](super::rules)), and fewer vectors are kept.
//!
//! # Tried and dropped
//!
//! * A stack of single boards for each lane, filled and emptied word by word: 7 to 18 % of the time. Frames cost a tenth of that.
//! * Loading two or four boards in one pass over the vectors: 5 % slower than one by one.
//! * Keeping the next puzzle of each lane ready in a second set of vectors, so that one pass gives all lanes theirs: no faster
//!   than putting it into its lane when it is wanted, and 5 % slower if vectors are stored in halves. The next sixteen ready as
//!   words: 3 to 7 % slower.
//! * Putting the second branch of a guess into an idle lane at once (as the study that the layout comes from does): no faster,
//!   and the order of solutions is lost.
//! * Serving all waiting lanes as soon as three of eight wait: 5 to 8 % slower than the rule above.
//! * A stack of frame numbers for each lane instead of links between frames: 5 to 8 % slower if there are many guesses and few
//!   dead ends.
//! * Two groups of lanes in turn, so that one is served while the other's round is computed: 3 % slower. Nothing overlaps,
//!   because the ports are busy.
//! * Half of the shifts through the third kind of port (`vpmultishiftqb`): a round alone is 5 % faster, the search as a whole
//!   is not.
//! * Guessing in two cells at once when the last guesses, rather than all guesses, met no contradiction: 4 to 20 % more guesses
//!   if there is one solution.
//! * Guessing as soon as a round has placed no digit, instead of when it has removed no candidate: 4 to 13 % fewer rounds for
//!   most lists and none for 17 clues, but 2 to 16 % more guesses. In trusting lanes only, there are a tenth fewer rounds if
//!   there are many solutions, and hardly more guesses; but waiting lanes must then be kept from changing, or the search would
//!   depend on its neighbours. The masked stores for this make rounds 8 to 10 % slower: nothing is gained with many solutions,
//!   and 10 % lost with 17 clues.
//! * A third guess together with the first two: 6 to 9 % slower with many solutions, 5 % elsewhere.
//! * Taking boards from two frames in one pass: no faster.
//! * Leaving the boards where they are as the frame of a guess, writing only the words that the guess changes, and letting the
//!   next round read there and write elsewhere: 20 stores fewer for each pass, but 2 to 3 % slower, whether all rounds write
//!   elsewhere or only that one.
//! * Turning puzzles into words with fewer instructions (masks directly as numbers): no faster.
//! * Parking lanes that wait to guess in a second set of boards, in exchange for boards that are ready, so that none waits and
//!   all guess at once: a simulation with the costs of rounds, passes and exchanges predicts 4 % less with eight lanes and
//!   nothing with sixteen, because an exchange costs a sixth of a round and is needed for every other guess.
//! * Guessing in lanes with a fresh cell in the first third, so that the other thirds need not be examined, and leaving the
//!   lanes without one for the next pass: 1 to 5 % slower, 5 to 9 % with many solutions.
//! * Guesses that write all three thirds of the words, with no branch for thirds without a guess: 1 to 2 % slower.
//! * Guessing in one box after the other within a third, or in the box with the most fresh cells there: 1.5 % fewer guesses on
//!   the hardest, 1 to 3 % more with 17 clues.
//! * Serving lanes by the report of the round before last, so that no decision waits for the end of a round: 6 to 9 % slower
//!   with one solution, 17 % with many, because a lane goes through an extra round whenever something has happened.
//! * Rounds without naked singles, which cost three quarters of a round, until some lanes stop changing (allowed if guesses are
//!   not counted, like the sieve): easy puzzles 3 % faster, 17 clues 12 to 14 % slower, magictour 27 to 30 %.

use super::boards::{Boards, LANES, lanes};
use super::frames::Frames;
use super::position::Position;
use super::shares::Shares;
use super::sliced::Sieve;
use super::task::{Puzzles, Task};
use crate::solve::arch::layout::Words;
use crate::solve::arch::{Isa, Job, Set, Wide};
use std::fmt;
use std::sync::atomic::Ordering;

/// The lanes and everything that they need; kept between calls, so that nothing is allocated.
#[derive(Clone, Debug)]
pub(super) struct Kernel<W> {
    boards: Boards<W>,
    frames: Frames<W>,
    /// The puzzle in each lane.
    puzzle: [usize; LANES],
    /// The guesses that each lane has made for its puzzle.
    nodes: [u64; LANES],
    /// The lanes whose guesses have all held so far.
    trusting: u32,
    shares: Shares,
    /// For long lists; made when it is first needed.
    sieve: Option<Box<Sieve<W>>>,
}

/// A kernel for any instruction set.
pub(super) trait AnyKernel: fmt::Debug + Send + Sync {
    /// Solves all puzzles. If the search of the first puzzle has begun, `begun` holds its open branches, the next one last.
    fn run(&mut self, begun: &[Words], task: &mut Task<'_>);

    fn boxed_clone(&self) -> Box<dyn AnyKernel>;
}

/// The kernel for an instruction set.
pub(super) fn of(isa: Isa) -> Box<dyn AnyKernel> {
    struct Make;
    impl Job for Make {
        type Output = Box<dyn AnyKernel>;

        #[inline(always)]
        fn run<S: Set>(&mut self, (): ()) -> Box<dyn AnyKernel> {
            Box::new(KernelOf::<S>(Kernel::new()))
        }
    }
    isa.run(&mut Make, ())
}

#[derive(Clone, Debug)]
struct KernelOf<S: Set>(Kernel<S::Wide>);

impl<S: Set> AnyKernel for KernelOf<S> {
    fn run(&mut self, begun: &[Words], task: &mut Task<'_>) {
        S::compiled(&mut self.0, (begun, task));
    }

    fn boxed_clone(&self) -> Box<dyn AnyKernel> {
        Box::new(self.clone())
    }
}

impl Clone for Box<dyn AnyKernel> {
    fn clone(&self) -> Self {
        (**self).boxed_clone()
    }
}

/// For how many rounds lanes have been waiting, summed over all lanes.
struct Waited {
    /// Lanes whose board is solved or contradictory.
    free: u32,
    /// Lanes that want to guess.
    stuck: u32,
}

impl<W: Wide> Job<(&[Words], &mut Task<'_>)> for Kernel<W> {
    type Output = ();

    /// Whatever the lanes still hold, even after a panic, is forgotten.
    #[inline(always)]
    fn run<S: Set>(&mut self, (begun, task): (&[Words], &mut Task<'_>)) {
        let list = match task.puzzles {
            // If there is no solution, the number of guesses may differ with the sieve, so it is not used if guesses are counted.
            Puzzles::Digits(list) if Sieve::<W>::is_for(list.len()) && task.nodes == u64::MAX => Some(list),
            _ => None,
        };
        let mut sieve = list.map(|_| self.sieve.take().unwrap_or_else(|| Box::new(Sieve::new())));
        if let Some(sieve) = &mut sieve {
            sieve.restart();
        }
        // The only call of the search, which is big and is compiled for each instruction set.
        loop {
            let (mut more, mut plain) = (false, 0..0);
            if let (Some(sieve), Some(list)) = (&mut sieve, list) {
                plain = sieve.pass_by(list.len());
                if plain.is_empty() {
                    sieve.run(list, task);
                }
                more = sieve.has_more(list.len());
            }
            let count = plain.len();
            let mut part = match &sieve {
                Some(sieve) if count == 0 => task.with(Puzzles::Begun(sieve.left())),
                Some(_) => task.part(plain),
                None => task.with(task.puzzles),
            };
            let straight = self.search(begun, &mut part);
            if let Some(sieve) = &mut sieve
                && count > 0
            {
                sieve.learn(straight, count - straight);
            }
            if !more {
                break;
            }
        }
        self.sieve = sieve.or(self.sieve.take());
    }
}

impl<W: Wide> Kernel<W> {
    /// How much waiting costs as much as serving the lanes does.
    const FREE: u32 = if W::LANES < 16 { 1 } else { 3 };
    const STUCK: u32 = 3 * W::LANES as u32 / 4;

    pub(super) fn new() -> Kernel<W> {
        Kernel {
            boards: Boards::new(),
            frames: Frames::new(),
            puzzle: [0; LANES],
            nodes: [0; LANES],
            trusting: 0,
            shares: Shares::default(),
            sieve: None,
        }
    }

    /// Solves the puzzles; returns how many took no guess.
    #[inline(always)]
    fn search(&mut self, begun: &[Words], task: &mut Task<'_>) -> usize {
        let (mut straight, mut guessed) = (0, 0);
        self.frames.clear();
        self.shares.clear();
        self.trusting = 0;
        let mut next = 0;
        // Lanes with a puzzle; lanes, with or without one, that want another board.
        let (mut running, mut idle) = (0, W::ALL);
        if !begun.is_empty() {
            self.resume(begun);
            (next, running) = (1, 1);
        }
        let mut waited = Waited { free: 0, stuck: 0 };
        loop {
            let back = idle & self.frames.open();
            for lane in lanes(back) {
                if let Some(boards) = self.frames.pop(lane) {
                    self.boards.take(lane, boards);
                }
            }
            let done = idle & !back;
            straight += (done & running & !guessed).count_ones() as usize;
            running &= !done;
            // A lane that goes back, or has nothing to go back to, has been wrong or has found something.
            self.trusting &= !idle;
            for lane in lanes(done & self.shares.sharing()) {
                let finished = self.shares.finish(lane, &self.puzzle, task);
                self.frames.give_up(finished);
                running &= !finished;
            }
            for lane in lanes(done) {
                if next < task.puzzles.len() {
                    task.puzzles.put(next, &mut self.boards, lane);
                    (self.puzzle[lane], self.nodes[lane]) = (task.puzzles.answer(next), 0);
                    next += 1;
                    self.trusting |= 1 << lane;
                    guessed &= !(1 << lane);
                    running |= 1 << lane;
                } else if let Some(words) = self.take_over(lane, task) {
                    self.boards.put(lane, &words);
                    guessed |= 1 << lane;
                    running |= 1 << lane;
                }
            }
            if running == 0 {
                return straight;
            }
            let (dead, solved, stuck) = loop {
                let outcome = self.boards.round();
                let dead = outcome.contradictory & running;
                let stable = !outcome.changed & running & !dead;
                let (solved, stuck) = (stable & !outcome.unsolved, stable & outcome.unsolved);
                waited.free += (dead | solved).count_ones();
                waited.stuck += stuck.count_ones();
                if waited.free >= Self::FREE || waited.stuck >= Self::STUCK || dead | stable == running {
                    break (dead, solved, stuck);
                }
            };
            if task.cancel.is_some_and(|flag| flag.load(Ordering::Relaxed)) {
                lanes(running).for_each(|lane| task.stopped[self.puzzle[lane]] = true);
                (next..task.puzzles.len()).for_each(|puzzle| task.stopped[task.puzzles.answer(puzzle)] = true);
                return straight;
            }
            waited.free = 0;
            idle = dead;
            let mut given_up = 0;
            for lane in lanes(solved) {
                // Another lane with the same puzzle may just have found enough.
                if idle >> lane & 1 != 0 {
                    continue;
                }
                idle |= 1 << lane;
                if self.shares.has(lane) {
                    let mut digits = [0; 81];
                    self.boards.digits(lane, &mut digits);
                    let enough = self.shares.found(lane, &self.puzzle, digits, task);
                    given_up |= enough;
                    idle |= enough;
                } else {
                    if let Some(digits) = task.place(self.puzzle[lane]) {
                        self.boards.digits(lane, digits);
                    }
                    given_up |= u32::from(task.count(self.puzzle[lane])) << lane;
                }
            }
            self.frames.give_up(given_up);
            let guessing = stuck & !idle;
            if guessing != 0 && (waited.stuck >= Self::STUCK || guessing == running & !idle) {
                waited.stuck = 0;
                guessed |= guessing;
                idle |= self.guess(guessing, task);
            }
            idle |= W::ALL & !running;
        }
    }

    /// Gives lane 0 the open branches of a puzzle.
    #[inline(always)]
    fn resume(&mut self, branches: &[Words]) {
        (self.puzzle[0], self.nodes[0]) = (0, 0);
        for words in branches {
            self.frames.push(1).put(0, words);
        }
    }

    /// Guesses in some lanes; returns those that must not.
    #[inline(always)]
    fn guess(&mut self, mut guessing: u32, task: &mut Task<'_>) -> u32 {
        let mut exhausted = 0;
        if task.nodes != u64::MAX {
            exhausted = self.spend_nodes(guessing, task);
            self.frames.give_up(exhausted);
            guessing &= !exhausted;
            if guessing == 0 {
                return exhausted;
            }
        }
        let (first, second) = self.boards.choose(guessing, guessing & self.trusting);
        let copy = self.frames.push(guessing);
        self.boards.guess(&first, copy);
        for lane in lanes(guessing & !first.lanes()) {
            rare_guess(&mut self.boards, copy, lane);
        }
        let mut again = second.lanes();
        if again != 0 && task.nodes != u64::MAX {
            again &= self.spend_second_nodes(again, task);
        }
        if again != 0 {
            let copy = self.frames.push(again);
            self.boards.guess(&second.only(again), copy);
        }
        exhausted
    }

    // The functions below are not compiled for the instruction set: they do nothing with vectors.

    /// Takes a node from the budget of some lanes' puzzles; returns the lanes that have none left.
    #[cold]
    #[inline(never)]
    fn spend_nodes(&mut self, guessing: u32, task: &mut Task<'_>) -> u32 {
        let mut exhausted = 0;
        for lane in lanes(guessing) {
            if self.nodes[lane] == task.nodes {
                task.stopped[self.puzzle[lane]] = true;
                exhausted |= 1 << lane;
            }
            self.nodes[lane] += 1;
        }
        exhausted
    }

    /// Takes another node from the budget of some lanes' puzzles; returns the lanes that still had one.
    #[cold]
    #[inline(never)]
    fn spend_second_nodes(&mut self, guessing: u32, task: &Task<'_>) -> u32 {
        let able = lanes(guessing).filter(|lane| self.nodes[*lane] < task.nodes);
        let able = able.fold(0, |set, lane| set | 1 << lane);
        lanes(able).for_each(|lane| self.nodes[lane] += 1);
        able
    }

    /// Takes over the oldest branch of the lane with the most. A budget of nodes is for the whole puzzle, in the order of its
    /// search; if there is one, no lane helps another.
    #[cold]
    #[inline(never)]
    fn take_over(&mut self, lane: usize, task: &Task<'_>) -> Option<Words> {
        self.nodes[lane] = 0;
        if task.nodes != u64::MAX {
            return None;
        }
        let other = self.frames.richest()?;
        if !self.shares.split(other, lane) {
            return None;
        }
        let words = self.frames.pop_oldest(other)?.words(other);
        self.puzzle[lane] = self.puzzle[other];
        Some(words)
    }
}

/// A guess where no cell has two candidates.
#[cold]
#[inline(never)]
fn rare_guess<W: Wide>(boards: &mut Boards<W>, copy: &mut Boards<W>, lane: usize) {
    let position = Position::<crate::solve::arch::Best>::new(&boards.words(lane));
    boards.guess_at(copy, lane, position.choose());
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::arch::Plain;

    /// Solves the list, and returns which puzzles have one solution.
    fn unique(kernel: &mut Kernel<Plain>, list: &[[u8; 81]]) -> Vec<bool> {
        let (mut counts, mut stopped) = (vec![0; list.len()], vec![false; list.len()]);
        let mut task = Task {
            puzzles: Puzzles::Digits(list),
            limit: 2,
            nodes: u64::MAX,
            cancel: None,
            counts: &mut counts,
            solutions: &mut [],
            keep: 0,
            stopped: &mut stopped,
        };
        Plain::compiled(kernel, (&[][..], &mut task));
        assert!(!stopped.contains(&true));
        counts.into_iter().map(|count| count == 1).collect()
    }

    /// Lists that rounds solve are sieved, others are not, and the kernel soon notices which are which.
    #[test]
    #[cfg_attr(target_family = "wasm", ignore = "there is no sieve")]
    fn the_sieve_is_for_what_rounds_solve() {
        let text = b"249571638861432975573986142725698413698143257314725869937814526152369784486257391";
        let solved: [u8; 81] = std::array::from_fn(|cell| text[cell] - b'0');
        let easy: [u8; 81] = std::array::from_fn(|cell| if cell % 10 == 0 { 0 } else { solved[cell] });
        let many: [u8; 81] = std::array::from_fn(|cell| if cell < 20 { solved[cell] } else { 0 });
        let mut kernel = Kernel::<Plain>::new();
        let is_idle = |kernel: &Kernel<Plain>| kernel.sieve.as_ref().is_none_or(|sieve| sieve.is_idle());
        for _ in 0..2 {
            assert_eq!(unique(&mut kernel, &[many; 700]), [false; 700]);
            assert!(is_idle(&kernel));
            // One list with both, one after the other.
            let list = [vec![easy; 5500], vec![many; 300]].concat();
            assert_eq!(unique(&mut kernel, &list), [vec![true; 5500], vec![false; 300]].concat());
            assert!(!is_idle(&kernel), "few of the boards were not done by rounds");
            assert_eq!(unique(&mut kernel, &[many; 1000]), [false; 1000]);
            assert!(is_idle(&kernel));
        }
    }
}
