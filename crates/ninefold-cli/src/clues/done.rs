//! The grids whose puzzles are known from an earlier run of the same command.

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

/// A grid that is done: a line of the journal.
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

/// Empty where no journal is asked for.
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
    /// Reads the journal, if there is to be one.
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

    /// What a board is called in the journal: its boxes, as the same digits may keep the rules of several, and its digits. None without a
    /// journal.
    pub(super) fn key(&self, board: impl Fn() -> Puzzle, symbols: &Symbols) -> Option<String> {
        self.0.get()?;
        let board = board();
        Some(format!("{} {}", board.shape(), notation::puzzle_line(&board, symbols)))
    }

    /// What is known of a board.
    pub(super) fn of(&self, key: &str) -> Option<Found> {
        self.0.get()?.grids.get(key).cloned()
    }

    /// Writes down what was found in a board.
    pub(super) fn add(&self, key: String, found: &Found) {
        let Some(Known { journal, error, .. }) = self.0.get() else { return };
        if let Err(why) = lock(journal).write(&Part::new(key, found)) {
            lock(error).get_or_insert(why);
        }
    }

    /// Reports what could not be written, after all has been answered.
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
