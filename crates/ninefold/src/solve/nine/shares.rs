//! Puzzles that several lanes search together, and the order of what they find.
//!
//! The search of a puzzle is an interval of numbers, in the order of its branches. A lane that takes over a branch gets the
//! upper half of the interval of the lane that it comes from, because that lane would search this branch last. So the lower
//! ends of the intervals show the order of the lanes' solutions, wherever in the tree the lanes are.
//!
//! ```text
//!     lane 0  [0 .......................... 64)
//!     lane 1 takes over from 0:     [32 ... 64)     lane 0 is left with [0 .. 32)
//!     lane 2 takes over from 0:  [16 .. 32)         lane 0 is left with [0 .. 16)
//! ```

use super::boards::{LANES, lanes};
use super::task::Task;

/// Which lanes share a puzzle with others, and what they have found.
#[derive(Clone, Debug, Default)]
pub(super) struct Shares {
    /// The lanes whose puzzle is shared.
    sharing: u32,
    /// The lower end and the length of each lane's interval.
    from: [u64; LANES],
    length: [u64; LANES],
    /// Solutions that may not be reported yet, because others may come before them.
    found: Vec<Found>,
}

/// The solutions of one interval.
#[derive(Clone, Debug)]
struct Found {
    puzzle: usize,
    from: u64,
    count: u64,
    /// As many solutions as are to be kept.
    solutions: Vec<[u8; 81]>,
}

impl Shares {
    pub(super) fn clear(&mut self) {
        self.sharing = 0;
        self.found.clear();
    }

    /// The lanes that share their puzzle.
    #[inline(always)]
    pub(super) fn sharing(&self) -> u32 {
        self.sharing
    }

    /// Whether the lane shares its puzzle.
    #[inline(always)]
    pub(super) fn has(&self, lane: usize) -> bool {
        self.sharing >> lane & 1 != 0
    }

    /// The second lane takes over the last branch of the first; `false` if it must not.
    pub(super) fn split(&mut self, from: usize, to: usize) -> bool {
        if !self.has(from) {
            self.sharing |= 1 << from;
            (self.from[from], self.length[from]) = (0, u64::MAX);
        }
        let half = self.length[from] / 2;
        if half == 0 {
            return false;
        }
        self.length[from] -= half;
        self.sharing |= 1 << to;
        (self.from[to], self.length[to]) = (self.from[from] + self.length[from], half);
        true
    }

    /// Records a solution that a lane has found; the second argument is the puzzle in each lane. Returns the lanes whose search
    /// no longer matters, because what was found before their intervals is enough.
    #[cold]
    #[inline(never)]
    pub(super) fn found(
        &mut self,
        lane: usize,
        puzzles: &[usize; LANES],
        digits: [u8; 81],
        task: &mut Task<'_>,
    ) -> u32 {
        let (puzzle, from) = (puzzles[lane], self.from[lane]);
        if task.keep == 0 {
            // The order does not matter.
            return if task.count(puzzle) { self.lanes_of(puzzle, puzzles) } else { 0 };
        }
        let known = self.found.iter().position(|found| found.puzzle == puzzle && found.from == from);
        let index = known.unwrap_or_else(|| {
            self.found.push(Found { puzzle, from, count: 0, solutions: Vec::new() });
            self.found.len() - 1
        });
        let found = &mut self.found[index];
        found.count += 1;
        if found.solutions.len() < task.keep {
            found.solutions.push(digits);
        }
        let before = self.found.iter().filter(|found| found.puzzle == puzzle && found.from <= from);
        let total = task.counts[puzzle] + before.map(|found| found.count).sum::<u64>();
        if total < task.limit {
            return 0;
        }
        set(lanes(self.lanes_of(puzzle, puzzles)).filter(|lane| self.from[*lane] >= from))
    }

    /// Called when a lane has searched its interval or gives it up; the second argument is the puzzle in each lane. Returns the
    /// lanes whose search no longer matters.
    #[cold]
    #[inline(never)]
    pub(super) fn finish(&mut self, lane: usize, puzzles: &[usize; LANES], task: &mut Task<'_>) -> u32 {
        let puzzle = puzzles[lane];
        self.sharing &= !(1 << lane);
        if self.found.is_empty() {
            return 0;
        }
        // Everything that comes before all intervals still being searched can be reported.
        let first = lanes(self.lanes_of(puzzle, puzzles)).map(|lane| self.from[lane]).min().unwrap_or(u64::MAX);
        let is_ready = |found: &mut Found| found.puzzle == puzzle && found.from < first;
        let mut ready: Vec<Found> = self.found.extract_if(.., is_ready).collect();
        ready.sort_unstable_by_key(|found| found.from);
        for Found { count, solutions, .. } in ready {
            let mut kept = solutions.into_iter();
            for _ in 0..count {
                if let Some(place) = task.place(puzzle) {
                    *place = kept.next().expect("as many are kept as are asked for");
                }
                if task.count(puzzle) {
                    self.found.retain(|found| found.puzzle != puzzle);
                    return self.lanes_of(puzzle, puzzles);
                }
            }
        }
        0
    }

    /// The lanes that share a puzzle.
    fn lanes_of(&self, puzzle: usize, puzzles: &[usize; LANES]) -> u32 {
        set(lanes(self.sharing).filter(|lane| puzzles[*lane] == puzzle))
    }
}

fn set(lanes: impl Iterator<Item = usize>) -> u32 {
    lanes.fold(0, |set, lane| set | 1 << lane)
}
