//! Where answers go, and what happens to them when the user interrupts.

use super::source::Source;
use anyhow::{Context, bail};
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};

/// Standard output or a file. Whoever holds the lock writes whole answers, so that what has been
/// written is always a valid prefix.
pub(crate) struct Sink {
    output: Box<dyn Write + Send>,
    file: Option<PathBuf>,
}

impl Sink {
    /// Standard output.
    pub(crate) fn stdout() -> Sink {
        Sink { output: Box::new(io::stdout()), file: None }
    }

    /// Opens a file for output, or standard output if none is named.
    ///
    /// # Errors
    /// If the file cannot be made, or is one of the sources.
    pub(super) fn open(path: Option<&Path>, sources: &[Source]) -> anyhow::Result<Sink> {
        let Some(path) = path else { return Ok(Sink::stdout()) };
        let same = |source: &Source| match (source, path.canonicalize()) {
            (Source::File(source), Ok(path)) => source.canonicalize().is_ok_and(|source| source == path),
            _ => false,
        };
        if sources.iter().any(same) {
            bail!("{}: is also an input", path.display());
        }
        let file = File::create(path).with_context(|| path.display().to_string())?;
        Ok(Sink { output: Box::new(file), file: Some(path.to_owned()) })
    }

    /// Writes whole answers. When nobody reads them any more (`| head`) the program ends, silently and
    /// at once: the thread that feeds it may be waiting for input that never comes.
    ///
    /// # Errors
    /// With the name of the file.
    pub(crate) fn write(&mut self, text: &[u8]) -> anyhow::Result<()> {
        match self.output.write_all(text).and_then(|()| self.output.flush()) {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => std::process::exit(0),
            result => result.with_context(|| self.name()),
        }
    }

    /// Whether answers go to a file.
    pub(super) fn is_file(&self) -> bool {
        self.file.is_some()
    }

    fn name(&self) -> String {
        self.file.as_ref().map_or_else(|| "standard output".to_owned(), |path| path.display().to_string())
    }
}

/// The lock on a sink; a thread that panicked with it leaves the output as it is.
pub(crate) fn lock(sink: &Mutex<Sink>) -> MutexGuard<'_, Sink> {
    sink.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// Exit status after an interrupt, as shells expect it.
const INTERRUPTED: i32 = 130;

/// From now on an interrupt waits for the answers that are being written and ends the program; a
/// second one ends it at once.
///
/// # Errors
/// If the handler cannot be installed.
pub(crate) fn finish_on_interrupt(sink: &Arc<Mutex<Sink>>) -> anyhow::Result<()> {
    static AGAIN: AtomicBool = AtomicBool::new(false);
    let sink = sink.clone();
    ctrlc::set_handler(move || {
        if AGAIN.swap(true, Ordering::Relaxed) {
            std::process::exit(INTERRUPTED);
        }
        let sink = sink.clone();
        // The handler itself must be free for the second interrupt.
        std::thread::spawn(move || {
            let _written = lock(&sink);
            std::process::exit(INTERRUPTED);
        });
    })
    .context("cannot handle interrupts")
}
