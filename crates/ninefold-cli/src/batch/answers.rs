//! The answers of a job: gathered puzzle by puzzle, and passed on before the job is done if that takes
//! long.

use super::Item;
use ninefold::notation::Note;
use std::collections::BTreeMap;
use std::io;
use std::time::{Duration, Instant};

/// A search without end must not fill the memory: so much text waits for the job's turn.
const FULL: usize = 1 << 16;

/// Somebody may be waiting for the answers: when it is the job's turn, they are passed on so often.
const A_MOMENT: Duration = Duration::from_millis(100);

/// Where the answers of a job go.
pub(super) trait Outlet {
    /// Whether this is the job whose answers are written now.
    fn has_turn(&self) -> bool;

    /// Writes the answers after those of all earlier jobs.
    fn pass_on(&mut self, ready: Ready);
}

/// Answers that are ready to be written, in order.
#[derive(Debug, Default)]
pub(super) struct Ready {
    pub(super) text: Vec<u8>,
    /// The text begins with the answer of another puzzle than the text before it ended with.
    pub(super) begins_puzzle: bool,
    /// Lines for standard error.
    pub(super) messages: Vec<String>,
    /// Decisions of the reader that are told once, with the first place of each.
    pub(super) notes: Vec<(Note, String)>,
    pub(super) tally: Tally,
}

/// The answers of a job, in order.
pub(crate) struct Answers<'a> {
    ready: Ready,
    outlet: &'a mut dyn Outlet,
    /// A blank line separates the answers of two puzzles.
    has_blocks: bool,
    /// The current puzzle has no text yet.
    fresh: bool,
    last_passed: Instant,
}

impl<'a> Answers<'a> {
    pub(super) fn new(outlet: &'a mut dyn Outlet, has_blocks: bool) -> Answers<'a> {
        Answers { ready: Ready::default(), outlet, has_blocks, fresh: true, last_passed: Instant::now() }
    }

    /// Begins with the next puzzle.
    pub(super) fn begin_puzzle(&mut self) {
        self.checkpoint();
        self.fresh = true;
        self.ready.tally.puzzles += 1;
    }

    /// What has not been passed on yet.
    pub(super) fn finish(self) -> Ready {
        self.ready
    }

    /// Adds to the text of the current puzzle's answer.
    pub(crate) fn write(&mut self, text: &str) {
        self.begin_text();
        self.ready.text.extend_from_slice(text.as_bytes());
    }

    fn begin_text(&mut self) {
        if std::mem::replace(&mut self.fresh, false) {
            match self.ready.text.is_empty() {
                true => self.ready.begins_puzzle = true,
                false if self.has_blocks => self.ready.text.push(b'\n'),
                false => {}
            }
        }
    }

    /// A place in a long answer where it may be passed on.
    pub(crate) fn checkpoint(&mut self) {
        let full = self.ready.text.len() > FULL;
        if full || (!self.ready.text.is_empty() && self.last_passed.elapsed() > A_MOMENT && self.outlet.has_turn()) {
            self.outlet.pass_on(std::mem::take(&mut self.ready));
            self.last_passed = Instant::now();
        }
    }

    /// Says something about a puzzle on standard error.
    pub(crate) fn say(&mut self, item: &Item<'_>, what: impl std::fmt::Display) {
        self.ready.messages.push(format!("{}: {what}", item.place()));
    }

    /// Passes on what the reader of a text had to decide.
    pub(crate) fn note(&mut self, item: &Item<'_>, notes: &[Note]) {
        for note in notes {
            if self.ready.notes.iter().all(|(known, _)| known != note) {
                self.ready.notes.push((note.clone(), item.place()));
            }
        }
    }

    /// What has become of the puzzles.
    pub(crate) fn tally(&mut self) -> &mut Tally {
        &mut self.ready.tally
    }
}

impl io::Write for Answers<'_> {
    fn write(&mut self, text: &[u8]) -> io::Result<usize> {
        self.begin_text();
        self.ready.text.extend_from_slice(text);
        Ok(text.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// What became of the puzzles.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    /// All of them.
    pub(crate) puzzles: u64,
    /// Those that were answered as one hopes.
    pub(crate) good: u64,
    /// Those without solution.
    pub(crate) none: u64,
    /// Those with several solutions, where that matters.
    pub(crate) multiple: u64,
    /// Those given up on.
    pub(crate) undecided: u64,
    /// Those that are no puzzles.
    pub(crate) invalid: u64,
    /// Things to be told at the end: how often, and where first.
    pub(crate) remarks: BTreeMap<String, (u64, String)>,
}

impl Tally {
    pub(super) fn add(&mut self, other: Tally) {
        self.puzzles += other.puzzles;
        self.good += other.good;
        self.none += other.none;
        self.multiple += other.multiple;
        self.undecided += other.undecided;
        self.invalid += other.invalid;
        for (remark, (count, first)) in other.remarks {
            self.remarks.entry(remark).or_insert((0, first)).0 += count;
        }
    }

    /// Counts a remark about a puzzle.
    pub(crate) fn remark(&mut self, item: &Item<'_>, what: String) {
        self.remarks.entry(what).or_insert_with(|| (0, item.place())).0 += 1;
    }
}
