//! What a thread does with the jobs of a text: it answers their puzzles. Plain 9x9 puzzles are solved together beforehand.

use super::Item;
use super::answers::{Answers, Ready};
use super::feed::Job;
use super::pool::Desk;
use crate::command::{Command, Wants, answer_plain};
use ninefold::Cell;
use ninefold::minimal::Tester;
use ninefold::notation::ReadOptions;
use ninefold::solve::{self, Batch, Isa};

/// Answers the puzzles of job after job.
pub(super) struct Worker<'a, C> {
    command: &'a C,
    options: &'a ReadOptions,
    prefetcher: Option<Prefetcher>,
}

impl<'a, C: Command> Worker<'a, C> {
    pub(super) fn new(command: &'a C, options: &'a ReadOptions) -> Worker<'a, C> {
        Worker { command, options, prefetcher: command.query(Wants::Text).map(Prefetcher::new) }
    }

    /// Answers the puzzles of a job; returns the answers that were not taken from the desk.
    pub(super) fn answer(&mut self, job: Job, desk: &Desk<'_, Ready>) -> Ready {
        let (command, options) = (self.command, self.options);
        let mut answers = Answers::new(desk, command.has_blocks());
        if let Some(prefetcher) = &mut self.prefetcher {
            prefetcher.solve(job.pieces.iter().map(|piece| piece.plain_digits(&job.text, options)));
        }
        let mut found = self.prefetcher.as_ref().map(Prefetcher::found);
        for item in Item::all(&job, options) {
            let found = found.as_mut().and_then(Iterator::next).flatten();
            answers.begin_puzzle();
            match found {
                Some(found) if !item.alone && answer_plain(command, &item, found, &mut answers) => {
                    answers.pass_on_if_long()
                }
                _ => {
                    // This may take long; earlier answers must not wait for it.
                    answers.checkpoint();
                    command.answer(&item, &mut answers);
                    answers.checkpoint();
                }
            }
        }
        answers.checkpoint();
        Ready { trouble: job.trouble, ..desk.rest() }
    }
}

/// What a command asks about every plain 9x9 puzzle.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BatchQuery {
    pub(crate) isa: Isa,
    /// The most solutions to count.
    pub(crate) limit: u64,
    /// The most solutions to keep.
    pub(crate) keep: usize,
    /// The most redundant givens to find in each puzzle with one solution, which must be kept.
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

/// A solver and its findings about puzzles.
pub(crate) struct Prefetcher {
    query: BatchQuery,
    batch: Batch<'static>,
    /// Set if redundant givens are to be found.
    tester: Option<Tester<'static>>,
    puzzles: Vec<[u8; 81]>,
    answers: solve::Answers,
    /// Whether each puzzle that was passed in is among `puzzles`.
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

    /// Solves together the puzzles whose digits are given.
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

    /// The findings about each puzzle that was passed in, in order.
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
