//! Plain 9x9 puzzles, solved together before they are answered one by one.

use ninefold::Cell;
use ninefold::minimal::Tester;
use ninefold::solve::{self, Batch, Isa};

/// What a command asks about every plain 9x9 puzzle.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BatchQuery {
    pub(crate) isa: Isa,
    /// Solutions to be counted.
    pub(crate) limit: u64,
    /// Solutions to be kept.
    pub(crate) keep: usize,
    /// Redundant givens to be found, of puzzles with one solution, which must be kept.
    pub(crate) redundant: usize,
}

/// What has been found out about a puzzle.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BatchAnswer<'a> {
    pub(crate) puzzle: &'a [u8; 81],
    /// The number of solutions, at most the limit.
    pub(crate) count: u64,
    pub(crate) solutions: &'a [[u8; 81]],
    /// The redundant givens, if they were asked for and there is one solution.
    pub(crate) redundant: Option<&'a [Cell]>,
}

/// A solver and what it has found about puzzles.
pub(crate) struct Prefetcher {
    query: BatchQuery,
    batch: Batch<'static>,
    /// If redundant givens are to be found.
    tester: Option<Tester<'static>>,
    puzzles: Vec<[u8; 81]>,
    answers: solve::Answers,
    /// For each of them whether it is among the puzzles.
    taken: Vec<bool>,
}

impl Prefetcher {
    pub(crate) fn new(query: BatchQuery) -> Prefetcher {
        let batch = || Batch::with_isa(query.isa);
        Prefetcher {
            query,
            batch: batch(),
            tester: (query.redundant > 0).then(|| Tester::new(batch())),
            puzzles: Vec::new(),
            answers: solve::Answers::default(),
            taken: Vec::new(),
        }
    }

    /// Solves what can be solved together: those whose digits are given.
    pub(crate) fn solve(&mut self, digits: impl Iterator<Item = Option<[u8; 81]>>) {
        self.puzzles.clear();
        self.taken.clear();
        for digits in digits {
            self.taken.push(digits.is_some());
            self.puzzles.extend(digits);
        }
        let BatchQuery { limit, keep, redundant, .. } = self.query;
        self.batch.solve(&self.puzzles, limit, keep, &mut self.answers).expect("plain digits are digits");
        if let Some(tester) = &mut self.tester {
            tester.test(&self.puzzles, &self.answers, redundant);
        }
    }

    /// What was found about each of them, in order.
    pub(crate) fn found(&self) -> impl Iterator<Item = Option<BatchAnswer<'_>>> {
        let mut next = 0;
        self.taken.iter().map(move |taken| {
            taken.then(|| {
                let number = next;
                next += 1;
                let redundant = self.tester.as_ref().and_then(|tester| tester.redundant(number));
                let (count, solutions) = (self.answers.count(number), self.answers.solutions(number));
                BatchAnswer { puzzle: &self.puzzles[number], count, solutions, redundant }
            })
        })
    }
}
