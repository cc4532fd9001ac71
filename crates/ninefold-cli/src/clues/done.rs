//! The grids whose puzzles are known from earlier runs of the same command.

use super::journal::Journal;
use super::{Clues, Found};
use crate::batch::lock;
use ninefold::Puzzle;
use ninefold::board::Symbols;
use ninefold::clues::Work;
use ninefold::notation;
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::collections::HashMap;
use std::sync::{Mutex, OnceLock};

/// A finished grid: a line of the journal.
#[derive(Serialize, Deserialize)]
struct Part {
    board: String,
    most: usize,
    puzzles: Vec<String>,
    count: u64,
    clues: Option<usize>,
    complete: bool,
    nodes: u64,
    sets: u64,
    learnt: u64,
    solved: u64,
}

/// Empty if no journal was requested.
#[derive(Debug, Default)]
pub(super) struct Done(OnceLock<Known>);

struct Known {
    grids: HashMap<String, Found>,
    journal: Mutex<Journal>,
    /// Why a line could not be written.
    error: Mutex<Option<anyhow::Error>>,
}

impl std::fmt::Debug for Known {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} grids", self.grids.len())
    }
}

impl Done {
    /// Reads the journal, if one was requested.
    pub(super) fn open(&self, args: &Clues) -> anyhow::Result<()> {
        let Some(path) = &args.journal else { return Ok(()) };
        let said = json!({
            "version": env!("CARGO_PKG_VERSION"),
            "max": args.max,
            "minimal": args.minimal,
            "within": args.within,
            "first": args.first,
            "count": args.count,
            "least": args.least,
        });
        let (journal, parts) = Journal::open::<Part>(path, &said)?;
        let grids = parts.into_iter().map(|part| (part.board.clone(), part.found())).collect();
        let _ = self.0.set(Known { grids, journal: Mutex::new(journal), error: Mutex::default() });
        Ok(())
    }

    /// The name of a board in the journal: its shape, since the same digits may obey the rules with boxes of several shapes,
    /// and its digits. `None` without a journal.
    pub(super) fn key(&self, board: impl Fn() -> Puzzle, symbols: &Symbols) -> Option<String> {
        self.0.get()?;
        let board = board();
        Some(format!("{} {}", board.shape(), notation::puzzle_line(&board, symbols)))
    }

    /// What is known about a board.
    pub(super) fn of(&self, key: &str) -> Option<Found> {
        self.0.get()?.grids.get(key).cloned()
    }

    /// Records what was found in a board.
    pub(super) fn add(&self, key: String, found: &Found) {
        let Some(Known { journal, error, .. }) = self.0.get() else { return };
        if let Err(why) = lock(journal).write(&Part::new(key, found)) {
            lock(error).get_or_insert(why);
        }
    }

    /// Reports an error in writing the journal, after all puzzles have been answered.
    pub(super) fn close(&self) -> anyhow::Result<()> {
        self.0.get().and_then(|known| lock(&known.error).take()).map_or(Ok(()), Err)
    }
}

impl Part {
    fn new(board: String, found: &Found) -> Part {
        let Work { nodes, sets, learnt, solved, .. } = found.work;
        let Found { most, puzzles, count, clues, is_complete: complete, .. } = found.clone();
        Part { board, most, puzzles, count, clues, complete, nodes, sets, learnt, solved }
    }

    fn found(self) -> Found {
        let Part { most, puzzles, count, clues, complete, nodes, sets, learnt, solved, .. } = self;
        let work = Work { nodes, sets, learnt, solved };
        Found { most, puzzles, count, clues, is_complete: complete, is_stopped: false, work }
    }
}
