//! What a thread does with the jobs of a text: it answers their puzzles.

use super::Item;
use super::answers::{Answers, Ready};
use super::feed::Job;
use super::pool::Desk;
use super::prefetch::Prefetcher;
use crate::command::{Command, Wants, answer_plain};
use ninefold::notation::ReadOptions;

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

    /// Answers the puzzles of a job; returns what is not taken from the desk.
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
                    // This may take its time; what is known must not wait.
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
