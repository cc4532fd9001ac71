//! Where answers go, and what happens to them when the user interrupts.

use super::source::Source;
use super::{lock, progress};
use crate::Outcome;
use anyhow::{Context, bail};
use flate2::write::GzEncoder;
use ruzstd::encoding::{CompressionLevel, compress_to_vec};
use same_file::Handle;
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, Weak};

/// Standard output or a file. Only whole answers are written while the lock is held, so what has been written is always a valid
/// prefix.
pub(crate) struct Sink {
    output: Output,
    file: Option<PathBuf>,
    /// The name of the file until it is complete, if it must not appear before.
    partial: Option<PathBuf>,
}

/// The writer for answers.
enum Output {
    Plain(Box<dyn Write + Send>),
    Gzip(GzEncoder<File>),
    /// With the data that waits to be compressed together.
    Zstd(File, Vec<u8>),
}

/// This many bytes become a zstd frame.
const FRAME: usize = 1 << 20;

impl Output {
    /// Chooses the compression by the name of the file.
    fn of(file: File, name: &Path) -> Output {
        match name.extension().and_then(OsStr::to_str).map(str::to_ascii_lowercase).as_deref() {
            Some("gz") => Output::Gzip(GzEncoder::new(file, flate2::Compression::default())),
            Some("zst") => Output::Zstd(file, Vec::new()),
            _ => Output::Plain(Box::new(file)),
        }
    }

    fn write(&mut self, text: &[u8]) -> io::Result<()> {
        match self {
            Output::Plain(output) => output.write_all(text).and_then(|()| output.flush()),
            Output::Gzip(output) => output.write_all(text),
            Output::Zstd(file, waiting) => {
                waiting.extend_from_slice(text);
                if waiting.len() < FRAME {
                    return Ok(());
                }
                file.write_all(&compress_to_vec(&*std::mem::take(waiting), CompressionLevel::Fastest))
            }
        }
    }

    /// Writes what is waiting, and the end of compressed data, after which nothing more can be written.
    fn finish(&mut self) -> io::Result<()> {
        if matches!(self, Output::Plain(_)) {
            return Ok(());
        }
        match std::mem::replace(self, Output::Plain(Box::new(io::sink()))) {
            Output::Plain(_) => Ok(()),
            Output::Gzip(output) => output.finish().map(|_| ()),
            Output::Zstd(mut file, rest) => file.write_all(&compress_to_vec(&*rest, CompressionLevel::Fastest)),
        }
    }
}

impl Sink {
    /// Standard output.
    pub(crate) fn stdout() -> Sink {
        Sink { output: Output::Plain(Box::new(io::stdout())), file: None, partial: None }
    }

    /// Opens a file for output, or standard output if no file is named.
    ///
    /// # Errors
    /// If the file cannot be made, or is one of the sources.
    pub(crate) fn open(path: Option<&Path>, sources: &[Source]) -> anyhow::Result<Sink> {
        let Some(path) = path else { return Ok(Sink::stdout()) };
        // Links have other names, but refer to the same file.
        let handle = |source: &Source| match source {
            Source::File(source) => Handle::from_path(source).ok(),
            Source::Stdin => Handle::stdin().ok(),
            Source::Argument(..) => None,
        };
        refuse_input(path, sources.iter().filter_map(handle))?;
        Sink::create(path)
    }

    /// Creates a file that its users complete if necessary; an existing file is overwritten.
    ///
    /// # Errors
    /// If it cannot be made.
    pub(crate) fn create(path: &Path) -> anyhow::Result<Sink> {
        let file = File::create(path).with_context(|| path.display().to_string())?;
        Ok(Sink { output: Output::of(file, path), file: Some(path.to_owned()), partial: None })
    }

    /// A file that is either whole or absent: until [`Sink::complete`] its name ends in `.partial`, and if the program ends
    /// before that, the file is removed. Anything that is not an ordinary file is written to directly.
    ///
    /// # Errors
    /// If the file cannot be made, or is one of the inputs.
    pub(crate) fn beside(path: Option<&Path>, inputs: &[OsString]) -> anyhow::Result<Sink> {
        let Some(path) = path else { return Ok(Sink::stdout()) };
        refuse_inputs(path, inputs)?;
        if path.exists() && !path.is_file() {
            return Sink::create(path);
        }
        // The link's target is replaced, so that the link remains a link.
        let path = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        let partial = partial(&path);
        let file = File::create(&partial).with_context(|| partial.display().to_string())?;
        incomplete().push(partial.clone());
        Ok(Sink { output: Output::of(file, &path), file: Some(path), partial: Some(partial) })
    }

    /// Shares the sink between threads. From now on an interrupt or a request to terminate waits until the current answers are
    /// written to this and all other shared sinks, and then ends the program; a second one ends it at once.
    ///
    /// # Errors
    /// If the handler cannot be installed.
    pub(crate) fn shared(self) -> anyhow::Result<Arc<Mutex<Sink>>> {
        let sink = Arc::new(Mutex::new(self));
        let mut all = all_shared();
        if all.is_empty() {
            finish_on_interrupt().context("cannot handle interrupts")?;
        }
        all.push(Arc::downgrade(&sink));
        Ok(sink)
    }

    /// Completes the output: compressed data is ended, and the file gets its final name.
    ///
    /// # Errors
    /// If the file cannot be renamed, or the disk is full.
    pub(crate) fn complete(&mut self) -> anyhow::Result<()> {
        self.output.finish().with_context(|| self.name())?;
        let (Some(partial), Some(path)) = (&self.partial, &self.file) else { return Ok(()) };
        let name = || path.display().to_string();
        File::options().write(true).open(partial).and_then(|file| file.sync_all()).with_context(name)?;
        std::fs::rename(partial, path).with_context(name)?;
        incomplete().retain(|file| file != partial);
        Ok(())
    }

    /// Writes whole answers. If that fails, the program ends at once, for the feeding thread may be waiting for input that
    /// never comes: silently if nobody reads the answers any more (`| head`), otherwise with a message.
    pub(crate) fn write(&mut self, text: &[u8]) {
        if let Err(error) = self.output.write(text) {
            if error.kind() == io::ErrorKind::BrokenPipe {
                end(0);
            }
            fail(&anyhow::Error::new(error).context(self.name()));
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

/// The name that a file has until it is complete.
pub(crate) fn partial(file: &Path) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(".partial");
    name.into()
}

/// Refuses to overwrite an input.
fn refuse_input(path: &Path, mut inputs: impl Iterator<Item = Handle>) -> anyhow::Result<()> {
    if let Ok(output) = Handle::from_path(path)
        && inputs.any(|input| input == output)
        && path.is_file()
    {
        bail!("{}: is also an input", path.display());
    }
    Ok(())
}

/// The same for inputs given by name.
///
/// # Errors
/// If the path is one of them.
pub(crate) fn refuse_inputs(path: &Path, inputs: &[OsString]) -> anyhow::Result<()> {
    refuse_input(path, inputs.iter().filter_map(|input| Handle::from_path(Path::new(input)).ok()))
}

/// Refuses a path that is not suitable for a separate file beside the answers.
///
/// # Errors
/// If the path is one of the inputs, or `-`, for standard output is used for the answers.
pub(crate) fn expect_file(path: &Path, inputs: &[OsString]) -> anyhow::Result<()> {
    if path == Path::new("-") {
        bail!("-: the answers are on standard output, expected a file name");
    }
    refuse_inputs(path, inputs)
}

/// The sinks that an interrupt waits for.
fn all_shared() -> MutexGuard<'static, Vec<Weak<Mutex<Sink>>>> {
    static SINKS: Mutex<Vec<Weak<Mutex<Sink>>>> = Mutex::new(Vec::new());
    lock(&SINKS)
}

/// Files that are useless until they are complete.
fn incomplete() -> MutexGuard<'static, Vec<PathBuf>> {
    static FILES: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());
    lock(&FILES)
}

/// Ends the program with a message, whatever its threads are doing.
pub(crate) fn fail(error: &anyhow::Error) -> ! {
    progress::say_always(&format!("ninefold: {error:#}"));
    end(Outcome::Trouble as i32)
}

fn end(status: i32) -> ! {
    // If a file cannot be removed, its name shows that it is not complete.
    incomplete().drain(..).for_each(|file| _ = std::fs::remove_file(file));
    std::process::exit(status)
}

#[cfg(unix)]
fn finish_on_interrupt() -> io::Result<()> {
    use signal_hook::consts::{SIGINT, SIGTERM};
    let mut signals = signal_hook::iterator::Signals::new([SIGINT, SIGTERM])?;
    std::thread::spawn(move || {
        for (count, signal) in signals.forever().enumerate() {
            end_when_written(count, 128 + signal);
        }
    });
    Ok(())
}

/// The same for an interrupt on other systems.
#[cfg(not(unix))]
fn finish_on_interrupt() -> Result<(), ctrlc::Error> {
    let count = std::sync::atomic::AtomicUsize::new(0);
    ctrlc::set_handler(move || end_when_written(count.fetch_add(1, std::sync::atomic::Ordering::Relaxed), 130))
}

/// Ends the program with a status that shells expect. Returns at once, so that the caller can receive a second signal.
fn end_when_written(before: usize, status: i32) {
    if before > 0 {
        end(status);
    }
    std::thread::spawn(move || {
        let sinks: Vec<_> = all_shared().iter().filter_map(Weak::upgrade).collect();
        let mut written: Vec<_> = sinks.iter().map(|sink| lock(sink)).collect();
        // If this fails, the output is not complete, as the status shows.
        written.iter_mut().for_each(|sink| _ = sink.output.finish());
        end(status)
    });
}
