//! Long work without the interpreter's lock, ended by Ctrl-C or a time limit.

use crate::numbers::TimeLimit;
use pyo3::prelude::*;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

/// How often the interpreter is asked whether there was an interrupt.
pub(crate) const LOOK: Duration = Duration::from_millis(50);

/// Does short work without the lock.
pub(crate) fn without_gil<T: Send>(py: Python<'_>, work: impl FnOnce(&AtomicBool) -> T + Send) -> T {
    py.detach(|| work(&AtomicBool::new(false)))
}

/// Does long work in a thread of its own. The flag that the work gets becomes true on an interrupt.
///
/// # Errors
/// Whatever the signal handler raises.
pub(crate) fn interruptible<T: Send>(py: Python<'_>, work: impl FnOnce(&AtomicBool) -> T + Send) -> PyResult<T> {
    interruptible_until(py, None, work)
}

/// The same; the flag also becomes true when the time is up, and the work's answer is still awaited then.
///
/// # Errors
/// As [`interruptible`].
pub(crate) fn interruptible_until<T: Send>(
    py: Python<'_>,
    until: Option<TimeLimit>,
    work: impl FnOnce(&AtomicBool) -> T + Send,
) -> PyResult<T> {
    let left = || until.map_or(Duration::MAX, |TimeLimit(end)| end.saturating_duration_since(Instant::now()));
    // If there is no time left at all, the work is cancelled before it begins.
    let cancel = AtomicBool::new(left().is_zero());
    py.detach(|| {
        std::thread::scope(|scope| {
            let (sender, receiver) = mpsc::channel();
            let cancel = &cancel;
            let worker = scope.spawn(move || sender.send(work(cancel)));
            loop {
                let left = left();
                if left.is_zero() {
                    cancel.store(true, Ordering::Relaxed);
                }
                let wait = if left.is_zero() { LOOK } else { LOOK.min(left) };
                match receiver.recv_timeout(wait) {
                    Ok(answer) => return Ok(answer),
                    Err(RecvTimeoutError::Timeout) => {
                        if let Err(error) = Python::attach(|py| py.check_signals()) {
                            cancel.store(true, Ordering::Relaxed);
                            return Err(error);
                        }
                    }
                    Err(RecvTimeoutError::Disconnected) => match worker.join() {
                        Err(panic) => std::panic::resume_unwind(panic),
                        Ok(_) => unreachable!("a worker that ends well has answered"),
                    },
                }
            }
        })
    })
}
