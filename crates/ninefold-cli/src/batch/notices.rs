//! Messages on standard error beside the answers, and counts of what became of all puzzles.

use super::{Progress, Tally};
use crate::Outcome;
use crate::output::counted;
use ninefold::notation::Note;
use std::collections::HashSet;

/// What there is to report about some puzzles.
#[derive(Debug, Default)]
pub(crate) struct Remarks {
    /// Messages printed once, however many puzzles they are about, with the place of the first.
    pub(crate) once: Vec<(String, String)>,
    /// Lines for standard error.
    pub(crate) messages: Vec<String>,
    pub(crate) tally: Tally,
}

impl Remarks {
    /// Moves what comes next out of `next`, whose memory is kept for reuse.
    pub(super) fn add(&mut self, next: &mut Remarks) {
        self.messages.append(&mut next.messages);
        next.once.drain(..).for_each(|(what, place)| self.add_once(what, || place));
        self.tally.add(std::mem::take(&mut next.tally));
    }

    /// Adds a message that is printed once, with the place of the puzzle.
    pub(crate) fn add_once(&mut self, what: String, place: impl FnOnce() -> String) {
        if self.once.iter().all(|(known, _)| *known != what) {
            self.once.push((what, place()));
        }
    }

    /// Adds notes on the choices that the reader of a text had to make.
    pub(crate) fn add_notes(&mut self, notes: &[Note], place: impl Fn() -> String) {
        for note in notes {
            let choice = match note {
                Note::ShapeTaken { .. } => "; choose with --shape",
                Note::SymbolsTaken { .. } => "; choose with --symbols",
                _ => "",
            };
            self.add_once(format!("note: {note}{choice}"), &place);
        }
    }
}

/// What has been reported so far, and the totals for the end.
#[derive(Default)]
pub(crate) struct Notices {
    said: HashSet<String>,
    pub(crate) total: Tally,
}

impl Notices {
    /// Prints what has to be printed now, and keeps the rest for the end.
    pub(crate) fn take(&mut self, remarks: Remarks, progress: &Progress) {
        for (what, place) in remarks.once {
            if !self.said.contains(&what) {
                progress.say(&format!("{place}: {what}"));
                self.said.insert(what);
            }
        }
        remarks.messages.iter().for_each(|message| progress.say(message));
        self.total.add(remarks.tally);
    }

    /// Prints the remarks for the end; returns the outcome of the command, given that of its input.
    pub(crate) fn finish(&self, input: Outcome, progress: &Progress) -> Outcome {
        progress.finish();
        for (remark, (count, first)) in &self.total.remarks {
            progress.say(&format!("{first}: {remark} ({})", counted(count, "puzzle")));
        }
        if self.total.puzzles == 0 && input == Outcome::Success {
            progress.say("ninefold: no puzzle in the input");
        }
        input.max(self.total.outcome())
    }
}
