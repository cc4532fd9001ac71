//! Answers and messages in their order, and the totals.

use super::answers::{Ready, Tally};
use super::{Progress, Sink};
use crate::Outcome;
use crate::command::Command;
use crate::output::counted;
use ninefold::notation::Note;
use std::collections::HashSet;
use std::sync::{Arc, Mutex};
use std::time::Instant;

/// What is said about an input without puzzles.
pub(crate) const NOTHING: &str = "ninefold: no puzzle in the input";

/// Reports a decision of the reader, the first time it is taken.
pub(crate) fn say_once(told: &mut HashSet<Note>, note: &Note, place: &str, say: impl Fn(&str)) {
    if told.insert(note.clone()) {
        let choose = match note {
            Note::ShapeTaken { .. } => "choose with --shape",
            _ => "choose with --symbols",
        };
        say(&format!("{place}: note: {note}; {choose}"));
    }
}

/// Writes answers and messages, and adds everything up.
pub(super) struct Printer<'a, C, R> {
    pub(super) command: &'a C,
    pub(super) sink: Arc<Mutex<Sink>>,
    /// Takes one or more whole answers.
    pub(super) receive: &'a mut R,
    pub(super) progress: Progress,
    pub(super) total: Tally,
    /// Whether everything could be read.
    pub(super) outcome: Outcome,
    /// The notes that have been reported.
    pub(super) told: HashSet<Note>,
    /// Something has been written.
    pub(super) wrote: bool,
}

impl<C: Command, R: FnMut(&[u8], &Mutex<Sink>) -> anyhow::Result<()>> Printer<'_, C, R> {
    pub(super) fn print(&mut self, ready: Ready) {
        let Ready { text, begins_puzzle, messages, notes, tally, trouble } = ready;
        if self.command.has_blocks() && self.wrote && begins_puzzle {
            self.write(b"\n");
        }
        self.write(&text);
        for (note, place) in notes {
            say_once(&mut self.told, &note, &place, |message| self.progress.say(message));
        }
        messages.iter().for_each(|message| self.progress.say(message));
        self.total.add(tally);
        self.progress.advance(self.total.puzzles);
        if let Some(trouble) = trouble {
            self.outcome = Outcome::Trouble;
            self.progress.say(&format!("ninefold: {trouble}"));
        }
    }

    /// Nothing is ready, but the work goes on.
    pub(super) fn wait(&mut self) {
        if let Some(doing) = self.command.doing() {
            self.progress.show(self.total.puzzles, &doing);
        }
    }

    fn write(&mut self, text: &[u8]) {
        self.wrote |= !text.is_empty();
        if text.is_empty() {
            return;
        }
        let mut received = Ok(());
        self.progress.make_room(|| received = (self.receive)(text, &self.sink));
        if let Err(error) = received {
            // The thread that feeds may be waiting for input that never comes.
            self.progress.say(&format!("ninefold: {error:#}"));
            std::process::exit(Outcome::Trouble as i32);
        }
    }

    pub(super) fn finish(self, stats: bool, start: Instant) -> Outcome {
        self.progress.finish();
        for (remark, (count, first)) in &self.total.remarks {
            self.progress.say(&format!("{first}: {remark} ({})", counted(count, "puzzle")));
        }
        if self.total.puzzles == 0 && self.outcome == Outcome::Success {
            self.progress.say(NOTHING);
        }
        if stats {
            let seconds = start.elapsed().as_secs_f64();
            let Tally { puzzles, .. } = self.total;
            let report = self.total.report(C::REPORT);
            let rate = puzzles as f64 / seconds.max(1e-9);
            self.progress.say(&format!("{puzzles} puzzles: {report}; {seconds:.3} s, {rate:.0} puzzles/s"));
        }
        let all_good = self.total.good == self.total.puzzles;
        self.outcome.max(if all_good { Outcome::Success } else { Outcome::SomeFailed })
    }
}
