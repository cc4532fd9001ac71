//! Plain 9x9 lines, solved together before they are answered one by one.

use ninefold::solve::{self, Batch, Isa};

/// What a command wants to know about every plain 9x9 puzzle.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wish {
    pub(crate) isa: Isa,
    /// Solutions to be counted.
    pub(crate) limit: u64,
    /// Solutions to be kept.
    pub(crate) keep: usize,
}

/// What has been found out about a puzzle.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Found<'a> {
    /// The number of solutions, at most the limit.
    pub(crate) count: u64,
    pub(crate) solutions: &'a [[u8; 81]],
}

/// A solver and what it has found about puzzles.
pub(crate) struct Together {
    wish: Wish,
    batch: Batch<'static>,
    puzzles: Vec<[u8; 81]>,
    answers: solve::Answers,
    /// For each of them whether it is among the puzzles.
    taken: Vec<bool>,
}

impl Together {
    pub(crate) fn new(wish: Wish) -> Together {
        let batch = Batch::with_isa(wish.isa);
        Together { wish, batch, puzzles: Vec::new(), answers: solve::Answers::default(), taken: Vec::new() }
    }

    /// Solves what can be solved together: those whose digits are given.
    pub(crate) fn solve(&mut self, digits: impl Iterator<Item = Option<[u8; 81]>>) {
        self.puzzles.clear();
        self.taken.clear();
        for digits in digits {
            self.taken.push(digits.is_some());
            self.puzzles.extend(digits);
        }
        let Wish { limit, keep, .. } = self.wish;
        self.batch.solve(&self.puzzles, limit, keep, &mut self.answers).expect("plain digits are digits");
    }

    /// What was found about each of them, in order.
    pub(crate) fn found(&self) -> impl Iterator<Item = Option<Found<'_>>> {
        let mut puzzle = 0;
        self.taken.iter().map(move |taken| {
            taken.then(|| {
                puzzle += 1;
                let (count, solutions) = (self.answers.count(puzzle - 1), self.answers.solutions(puzzle - 1));
                Found { count, solutions }
            })
        })
    }
}
