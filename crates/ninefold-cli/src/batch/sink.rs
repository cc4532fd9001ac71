//! Where answers go, and what happens to them when the user interrupts.

use super::progress;
use super::source::Source;
use crate::Outcome;
use anyhow::{Context, bail};
use same_file::Handle;
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
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
        // Links have other names, but are the same file.
        let handle = |source: &Source| match source {
            Source::File(source) => Handle::from_path(source).ok(),
            Source::Stdin => Handle::stdin().ok(),
            Source::Argument(..) => None,
        };
        if let Ok(output) = Handle::from_path(path)
            && sources.iter().any(|source| handle(source).is_some_and(|input| input == output))
            && path.is_file()
        {
            bail!("{}: is also an input", path.display());
        }
        let file = File::create(path).with_context(|| path.display().to_string())?;
        Ok(Sink { output: Box::new(file), file: Some(path.to_owned()) })
    }

    /// Writes whole answers. If that fails the program ends at once, for the thread that feeds it may be
    /// waiting for input that never comes: silently when nobody reads the answers any more (`| head`), else
    /// with a message.
    pub(crate) fn write(&mut self, text: &[u8]) {
        if let Err(error) = self.output.write_all(text).and_then(|()| self.output.flush()) {
            if error.kind() == io::ErrorKind::BrokenPipe {
                std::process::exit(0);
            }
            progress::say(&format!("ninefold: {}: {error}", self.name()));
            std::process::exit(Outcome::Trouble as i32);
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

/// From now on an interrupt or a request to terminate waits for the answers that are being written and
/// ends the program; a second one ends it at once.
///
/// # Errors
/// If the handler cannot be installed.
#[cfg(unix)]
pub(crate) fn finish_on_interrupt(sink: &Arc<Mutex<Sink>>) -> anyhow::Result<()> {
    use signal_hook::consts::{SIGINT, SIGTERM};
    let mut signals = signal_hook::iterator::Signals::new([SIGINT, SIGTERM]).context("cannot handle interrupts")?;
    let sink = sink.clone();
    std::thread::spawn(move || {
        for (count, signal) in signals.forever().enumerate() {
            end_when_written(&sink, count, 128 + signal);
        }
    });
    Ok(())
}

/// The same for an interrupt on other systems.
#[cfg(not(unix))]
pub(crate) fn finish_on_interrupt(sink: &Arc<Mutex<Sink>>) -> anyhow::Result<()> {
    let count = std::sync::atomic::AtomicUsize::new(0);
    let sink = sink.clone();
    let handle = move || end_when_written(&sink, count.fetch_add(1, std::sync::atomic::Ordering::Relaxed), 130);
    match ctrlc::set_handler(handle) {
        // A command that reads twice writes its answers at the end.
        Err(ctrlc::Error::MultipleHandlers) => Ok(()),
        result => result.context("cannot handle interrupts"),
    }
}

/// Ends the program with a status that shells expect. The caller must be free for the second signal.
fn end_when_written(sink: &Arc<Mutex<Sink>>, before: usize, status: i32) {
    if before > 0 {
        std::process::exit(status);
    }
    let sink = sink.clone();
    std::thread::spawn(move || {
        let _written = lock(&sink);
        std::process::exit(status);
    });
}
