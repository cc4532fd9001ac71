//! All solutions of a puzzle, one after the other.

use crate::columns::Search;
use crate::failure;
use crate::interrupt::LOOK;
use crate::puzzle::{PyGrid, PyPuzzle};
use ninefold::solve::{Solver, Stopped};
use ninefold::{Grid, Symbols};
use pyo3::prelude::*;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};

/// An iterator over the solutions of a puzzle. They are searched in a thread of its own that is a few solutions ahead at
/// most, so that it can be interrupted while a search takes long.
#[pyclass(frozen, module = "ninefold")]
pub(crate) struct Solutions {
    found: Mutex<mpsc::Receiver<Result<Grid, Stopped>>>,
    cancel: Arc<AtomicBool>,
    symbols: Symbols,
}

/// The most solutions that wait to be taken.
const AHEAD: usize = 16;

impl Solutions {
    pub(crate) fn of(puzzle: &PyPuzzle, search: Search) -> Solutions {
        let (sender, found) = mpsc::sync_channel(AHEAD);
        let cancel = Arc::new(AtomicBool::new(false));
        let (flag, board) = (Arc::clone(&cancel), puzzle.puzzle.clone());
        std::thread::spawn(move || {
            let mut solver = Solver::new().cancel(&flag);
            if let Some(nodes) = search.budget {
                solver = solver.nodes(nodes);
            }
            if let Some(engine) = search.engine {
                solver = solver.engine(engine);
            }
            let mut solutions = solver.solutions(&board);
            // Sending fails when the receiver is gone.
            for grid in solutions.by_ref() {
                if sender.send(Ok(grid)).is_err() {
                    return;
                }
            }
            if let Some(stopped) = solutions.stopped() {
                let _ = sender.send(Err(stopped));
            }
        });
        Solutions { found: Mutex::new(found), cancel, symbols: puzzle.symbols.clone() }
    }

    /// The next solution, if it comes in a moment.
    fn wait(&self) -> Result<Result<Grid, Stopped>, RecvTimeoutError> {
        self.found.lock().unwrap_or_else(PoisonError::into_inner).recv_timeout(LOOK)
    }
}

impl Drop for Solutions {
    fn drop(&mut self) {
        self.cancel.store(true, Ordering::Relaxed);
    }
}

#[pymethods]
impl Solutions {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<PyGrid>> {
        loop {
            match py.detach(|| self.wait()) {
                Ok(Ok(grid)) => return Ok(Some(PyGrid { grid, symbols: self.symbols.clone() })),
                Ok(Err(stopped)) => return Err(failure::stopped(py, stopped)),
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
                Err(RecvTimeoutError::Timeout) => py.check_signals()?,
            }
        }
    }
}
