//! Many rows, spread over threads: without the interpreter's lock, with progress, and stopped by Ctrl-C.

use crate::numbers::Threads;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

/// How often the interpreter is asked whether there was an interrupt, and progress is reported.
const LOOK: Duration = Duration::from_millis(100);

/// The number of threads, and the receiver of progress reports.
pub(crate) struct Work<'py> {
    threads: usize,
    progress: Option<Bound<'py, PyAny>>,
}

impl<'py> Work<'py> {
    /// Work for this many threads, or for as many as the machine runs at once.
    ///
    /// # Errors
    /// If the number is zero.
    pub(crate) fn new(threads: Option<Threads>, progress: Option<Bound<'py, PyAny>>) -> PyResult<Work<'py>> {
        let threads = match threads {
            Some(Threads(0)) => return Err(PyValueError::new_err("threads is 0, expected 1 or more")),
            Some(Threads(threads)) => threads,
            None => std::thread::available_parallelism().map_or(1, usize::from),
        };
        Ok(Work { threads, progress })
    }

    /// The number of threads.
    pub(crate) fn threads(&self) -> usize {
        self.threads
    }

    /// Answers the rows below `count`, `at_a_time` together. The answers are in input order, whatever the threads.
    ///
    /// Each thread makes its own tools, which get a flag that ends long searches.
    ///
    /// # Errors
    /// Whatever a signal handler or the progress callback raises; all work then ends.
    pub(crate) fn run<'c, T, A: Send>(
        &self,
        py: Python<'py>,
        (count, at_a_time): (usize, usize),
        cancel: &'c AtomicBool,
        tools: &(impl Fn(&'c AtomicBool) -> T + Sync),
        answer: &(impl Fn(&mut T, usize, Range<usize>) -> A + Sync),
    ) -> PyResult<Vec<A>> {
        let blocks = count.div_ceil(at_a_time);
        let progress = self.progress.as_ref().map(|progress| progress.clone().unbind());
        let look = |done: usize| {
            Python::attach(|py| {
                py.check_signals()?;
                progress.as_ref().map_or(Ok(()), |progress| progress.call1(py, (done, count)).map(drop))
            })
        };
        let threads = self.threads.min(blocks);
        let answers = py.detach(|| {
            let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
            let mut answers: Vec<Option<A>> = (0..blocks).map(|_| None).collect();
            let mut trouble = None;
            std::thread::scope(|scope| {
                let (sender, parts) = mpsc::channel();
                for _ in 0..threads {
                    let (sender, next, done) = (sender.clone(), &next, &done);
                    scope.spawn(move || {
                        let mut tools = tools(cancel);
                        while !cancel.load(Ordering::Relaxed) {
                            let block = next.fetch_add(1, Ordering::Relaxed);
                            if block >= blocks {
                                break;
                            }
                            let rows = block * at_a_time..count.min((block + 1) * at_a_time);
                            let len = rows.len();
                            let part = (block, answer(&mut tools, block, rows));
                            done.fetch_add(len, Ordering::Relaxed);
                            if sender.send(part).is_err() {
                                break;
                            }
                        }
                    });
                }
                drop(sender);
                let mut last = Instant::now();
                loop {
                    match parts.recv_timeout(LOOK) {
                        Ok((block, part)) => answers[block] = Some(part),
                        Err(RecvTimeoutError::Timeout) => {}
                        Err(RecvTimeoutError::Disconnected) => break,
                    }
                    if last.elapsed() >= LOOK && trouble.is_none() {
                        last = Instant::now();
                        if let Err(error) = look(done.load(Ordering::Relaxed)) {
                            trouble = Some(error);
                            cancel.store(true, Ordering::Relaxed);
                        }
                    }
                }
            });
            trouble.map_or(Ok(answers), Err)
        })?;
        look(count)?;
        let whole: Option<Vec<A>> = answers.into_iter().collect();
        Ok(whole.expect("every block is answered unless the work was interrupted"))
    }
}
