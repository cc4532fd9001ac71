//! All solutions of a puzzle, one after the other.

use crate::columns::Search;
use crate::failure;
use crate::grid::PyGrid;
use crate::interrupt::LOOK;
use crate::puzzle::PyPuzzle;
use ninefold::solve::{Solver, Stopped};
use pyo3::prelude::*;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};

/// An iterator over the solutions of a puzzle.
///
/// A separate thread searches for them, at most a few solutions ahead, so that a long search can be interrupted.
#[pyclass(frozen, module = "ninefold")]
pub(crate) struct Solutions {
    found: Mutex<mpsc::Receiver<Found>>,
    cancel: Arc<AtomicBool>,
}

/// What a search has found.
pub(crate) enum Found {
    Grid(PyGrid),
    /// A solution of a variant: a digit for each cell.
    Digits(Vec<i64>),
    /// The search stopped, and may have missed solutions.
    Stopped(Stopped),
    /// The search in a variant stopped after this many solutions.
    Ended(u64),
}

/// The most solutions that wait to be taken.
const AHEAD: usize = 16;

impl Solutions {
    pub(crate) fn of(puzzle: &PyPuzzle, search: Search) -> Solutions {
        let (board, symbols) = (puzzle.puzzle.clone(), puzzle.symbols.clone());
        Solutions::searched(move |flag, send| {
            let mut solver = Solver::new().cancel(flag);
            if let Some(nodes) = search.budget {
                solver = solver.nodes(nodes);
            }
            if let Some(engine) = search.engine {
                solver = solver.engine(engine);
            }
            let mut solutions = solver.solutions(&board);
            for grid in solutions.by_ref() {
                if !send(Found::Grid(PyGrid { grid, symbols: symbols.clone() })) {
                    return;
                }
            }
            if let Some(stopped) = solutions.stopped() {
                send(Found::Stopped(stopped));
            }
        })
    }

    /// The solutions that a search sends. The search gets a flag that ends it, and a function that sends what it has found and
    /// returns whether anyone still waits for it.
    pub(crate) fn searched(search: impl FnOnce(&AtomicBool, &dyn Fn(Found) -> bool) + Send + 'static) -> Solutions {
        let (sender, found) = mpsc::sync_channel(AHEAD);
        let cancel = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&cancel);
        // Sending fails once the receiver is gone.
        std::thread::spawn(move || search(&flag, &|found| sender.send(found).is_ok()));
        Solutions { found: Mutex::new(found), cancel }
    }

    /// The next solution, if it comes within [`LOOK`].
    fn wait(&self) -> Result<Found, RecvTimeoutError> {
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

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Py<PyAny>>> {
        loop {
            match py.detach(|| self.wait()) {
                Ok(Found::Grid(grid)) => return Ok(Some(grid.into_pyobject(py)?.into_any().unbind())),
                Ok(Found::Digits(digits)) => return Ok(Some(digits.into_pyobject(py)?.into_any().unbind())),
                Ok(Found::Stopped(stopped)) => return Err(failure::stopped(py, stopped)),
                Ok(Found::Ended(found)) => return Err(failure::ended(py, found)),
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
                Err(RecvTimeoutError::Timeout) => py.check_signals()?,
            }
        }
    }
}
