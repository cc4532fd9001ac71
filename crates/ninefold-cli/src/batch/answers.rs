//! The answers of a job, gathered puzzle by puzzle. They can be taken before the job is finished.

use super::pool::Desk;
use super::{Item, Remarks, feed};
use crate::Outcome;
use crate::command::Fate;
use ninefold::notation::Note;
use std::collections::BTreeMap;

/// Bytes of short answers that are collected before they are passed on.
const LONG: usize = 1 << 13;

/// A search without end must not fill the memory: at most this much text waits for the job's turn. The solutions of a job's
/// lines must fit, or each worker would stand still until the workers with earlier jobs have finished.
const FULL: usize = 2 * feed::READ;

/// Answers that are ready to be written, in order.
#[derive(Debug, Default)]
pub(super) struct Ready {
    pub(super) text: Vec<u8>,
    /// Whether the text begins with the answer of another puzzle than the one that the previous text ended with.
    pub(super) begins_puzzle: bool,
    pub(super) remarks: Remarks,
    /// What went wrong with the source after these answers.
    pub(super) trouble: Option<String>,
}

impl Ready {
    /// Moves what comes next out of `next`, whose memory is kept for reuse.
    pub(super) fn add(&mut self, next: &mut Ready, has_blocks: bool) {
        if std::mem::take(&mut next.begins_puzzle) && !next.text.is_empty() {
            match self.text.is_empty() {
                true => self.begins_puzzle = true,
                false if has_blocks => self.text.push(b'\n'),
                false => {}
            }
        }
        self.text.append(&mut next.text);
        self.remarks.add(&mut next.remarks);
    }
}

/// The answers of a job, in order.
pub(crate) struct Answers<'a> {
    /// Those of the current puzzle; earlier ones are ready.
    current: Ready,
    desk: &'a Desk<'a, Ready>,
    /// Whether a blank line separates the answers of two puzzles.
    has_blocks: bool,
    /// Whether the current puzzle has no text yet.
    fresh: bool,
}

impl<'a> Answers<'a> {
    pub(super) fn new(desk: &'a Desk<'a, Ready>, has_blocks: bool) -> Answers<'a> {
        Answers { current: Ready::default(), desk, has_blocks, fresh: true }
    }

    /// Begins the next puzzle.
    pub(super) fn begin_puzzle(&mut self) {
        self.fresh = true;
        self.current.remarks.tally.puzzles += 1;
    }

    /// Adds to the text of the current puzzle's answer.
    pub(crate) fn write(&mut self, text: &str) {
        self.write_bytes(text.as_bytes());
    }

    /// Adds bytes of text.
    pub(crate) fn write_bytes(&mut self, text: &[u8]) {
        self.current.begins_puzzle |= std::mem::replace(&mut self.fresh, false);
        self.current.text.extend_from_slice(text);
    }

    /// Passes on short answers once enough have gathered.
    pub(super) fn pass_on_if_long(&mut self) {
        if self.has_blocks || self.current.text.len() > LONG {
            self.checkpoint();
        }
    }

    /// Marks a place in a long answer, or its end, up to which it may be passed on.
    pub(crate) fn checkpoint(&mut self) {
        self.desk.add(|ready| {
            ready.add(&mut self.current, self.has_blocks);
            ready.text.len() > FULL
        });
    }

    /// Adds a message about a puzzle for standard error.
    pub(crate) fn say(&mut self, item: &Item<'_>, what: impl std::fmt::Display) {
        self.current.remarks.messages.push(format!("{}: {what}", item.place()));
    }

    /// Adds notes on the choices that the reader of a text had to make.
    pub(crate) fn note(&mut self, item: &Item<'_>, notes: &[Note]) {
        self.current.remarks.add_notes(notes, || item.place());
    }

    /// Adds a note that is printed only once.
    pub(crate) fn note_once(&mut self, item: &Item<'_>, note: &str) {
        self.current.remarks.add_once(format!("note: {note}"), || item.place());
    }

    /// The counts of what became of the puzzles.
    pub(crate) fn tally(&mut self) -> &mut Tally {
        &mut self.current.remarks.tally
    }
}

/// Counts of what became of the puzzles.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    /// All puzzles.
    pub(crate) puzzles: u64,
    fates: [u64; 5],
    /// Remarks for the end: how often each was made, and where first.
    pub(crate) remarks: BTreeMap<String, (u64, String)>,
}

impl Tally {
    /// Counts what became of a puzzle.
    pub(crate) fn count(&mut self, fate: Fate) {
        self.fates[fate as usize] += 1;
    }

    /// How many puzzles had this fate.
    pub(crate) fn of(&self, fate: Fate) -> u64 {
        self.fates[fate as usize]
    }

    /// Fills numbers into a report like `{good} solved[, {undecided} given up]`; the end in brackets is left out if no puzzle
    /// is undecided.
    pub(crate) fn report(&self, text: &str) -> String {
        let (text, end) = text.split_once('[').unwrap_or((text, ""));
        let end = end.strip_suffix(']').filter(|_| self.of(Fate::Undecided) > 0).unwrap_or_default();
        let numbers = [
            ("{good}", Fate::Good),
            ("{none}", Fate::NoSolution),
            ("{multiple}", Fate::Multiple),
            ("{undecided}", Fate::Undecided),
            ("{invalid}", Fate::Invalid),
        ];
        let fill = |text: String, (name, fate): (&str, Fate)| text.replace(name, &self.of(fate).to_string());
        numbers.into_iter().fold(format!("{text}{end}"), fill)
    }

    /// The outcome of a command that answered these puzzles.
    pub(crate) fn outcome(&self) -> Outcome {
        if self.of(Fate::Good) == self.puzzles { Outcome::Success } else { Outcome::SomeFailed }
    }

    pub(crate) fn add(&mut self, other: Tally) {
        self.puzzles += other.puzzles;
        self.fates.iter_mut().zip(other.fates).for_each(|(sum, more)| *sum += more);
        for (remark, (count, first)) in other.remarks {
            self.remarks.entry(remark).or_insert((0, first)).0 += count;
        }
    }

    /// Counts a remark about a puzzle.
    pub(crate) fn remark(&mut self, item: &Item<'_>, what: String) {
        self.remarks.entry(what).or_insert_with(|| (0, item.place())).0 += 1;
    }
}
