//! Long work without the interpreter's lock, ended by Ctrl-C.

use pyo3::prelude::*;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

/// How often the interpreter is asked for interrupts.
pub(crate) const LOOK: Duration = Duration::from_millis(50);

/// Does short work without the lock.
pub(crate) fn without_gil<T: Send>(py: Python<'_>, work: impl FnOnce(&AtomicBool) -> T + Send) -> T {
    py.detach(|| work(&AtomicBool::new(false)))
}

/// Does long work in a thread of its own. Its flag becomes true on an interrupt.
///
/// # Errors
/// With what the handler of the signal raises.
pub(crate) fn interruptible<T: Send>(py: Python<'_>, work: impl FnOnce(&AtomicBool) -> T + Send) -> PyResult<T> {
    let cancel = AtomicBool::new(false);
    py.detach(|| {
        std::thread::scope(|scope| {
            let (sender, receiver) = mpsc::channel();
            let cancel = &cancel;
            let worker = scope.spawn(move || sender.send(work(cancel)));
            loop {
                match receiver.recv_timeout(LOOK) {
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
