//! The progress bar, and messages that do not disturb it.

use super::lock;
use super::sink::{self, Sink};
use crate::output::counted;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{IsTerminal, Write};
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// How far the work has got; shown only on a terminal, and only if the work takes a while. Where the answers go to the terminal
/// too, they show the progress, and a bar appears only while a single puzzle takes long.
pub(crate) struct Progress {
    bar: Option<ProgressBar>,
    /// Whether nobody would see a bar, or it would be in the way.
    hidden: bool,
    /// Whether the answers go to the terminal.
    among_answers: bool,
    /// The name of what is counted: `puzzles`.
    name: &'static str,
    /// The total amount of work, if known: bytes to be read, boards to be made.
    total: Option<u64>,
    done: Arc<AtomicU64>,
    start: Instant,
}

/// How much of one long search is done, for the bar; of one of them, if several are running.
#[derive(Debug, Default)]
pub(crate) struct Share(AtomicU32);

impl Share {
    /// Sets the share, from 0, which also means that no search is running, to 1.
    pub(crate) fn set(&self, done: f64) {
        self.0.store((done * 1000.0) as u32, Ordering::Relaxed);
    }

    /// The share in words: `12.5 % of a count`.
    pub(crate) fn text(&self, of: &str) -> Option<String> {
        let thousandths = self.0.load(Ordering::Relaxed);
        (thousandths > 0).then(|| format!("{:.1} % of {of}", f64::from(thousandths) / 10.0))
    }
}

/// Work that takes less than this needs no bar.
const A_WHILE: Duration = Duration::from_millis(700);

impl Progress {
    /// Progress of work of this size, without a bar if the input is typed.
    pub(crate) fn new(total: Option<u64>, is_typed: bool, name: &'static str, sink: &Mutex<Sink>) -> Progress {
        let among_answers = std::io::stdout().is_terminal() && !lock(sink).is_file();
        let beside = Progress::beside(total, name);
        Progress { hidden: beside.hidden || is_typed, among_answers, ..beside }
    }

    /// Progress of work whose answers go to files.
    pub(crate) fn beside(total: Option<u64>, name: &'static str) -> Progress {
        let hidden = !std::io::stderr().is_terminal();
        let (done, start) = (Arc::default(), Instant::now());
        Progress { bar: None, hidden, among_answers: false, name, total, done, start }
    }

    /// Sets the number of boards done, out of the total.
    pub(crate) fn reach(&mut self, boards: u64) {
        self.done.store(boards, Ordering::Relaxed);
        self.advance(boards);
    }

    /// The counter for the work that is done.
    pub(crate) fn done(&self) -> Arc<AtomicU64> {
        self.done.clone()
    }

    /// Shows the number of boards done.
    pub(crate) fn advance(&mut self, boards: u64) {
        if self.among_answers {
            // What the bar showed is finished.
            self.finish();
            self.bar = None;
            return;
        }
        let rate = boards as f64 / self.start.elapsed().as_secs_f64();
        self.draw(format!("{boards} {}, {rate:.0}/s", self.name));
    }

    /// Shows the number of boards begun, of which the last takes long.
    pub(super) fn show(&mut self, boards: u64, doing: &str) {
        self.draw(match boards {
            0 | 1 => doing.to_owned(),
            boards => format!("{boards} {}, {doing}", self.name),
        });
    }

    fn draw(&mut self, message: String) {
        let elapsed = self.start.elapsed();
        if self.hidden || elapsed < A_WHILE {
            return;
        }
        // The amount of input read says nothing about a single puzzle.
        let total = self.total.filter(|_| !self.among_answers);
        let bar = self.bar.get_or_insert_with(|| draw(total, elapsed));
        bar.set_message(message);
        bar.set_position(self.done.load(Ordering::Relaxed));
    }

    /// Writes something that may go to the same terminal as the bar.
    pub(crate) fn make_room<T>(&self, write: impl FnOnce() -> T) -> T {
        match &self.bar {
            Some(bar) if self.among_answers => bar.suspend(write),
            _ => write(),
        }
    }

    /// Prints a line on standard error.
    pub(crate) fn say(&self, message: &str) {
        match &self.bar {
            Some(bar) => bar.suspend(|| say(message)),
            None => say(message),
        }
    }

    /// Ends the program with a message, which no bar overwrites.
    pub(crate) fn fail(&self, error: &anyhow::Error) -> ! {
        self.finish();
        sink::fail(error)
    }

    pub(crate) fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

fn draw(total: Option<u64>, elapsed: Duration) -> ProgressBar {
    let (bar, template) = match total {
        Some(total) => (ProgressBar::new(total), "{wide_bar} {percent:>3} %  {msg}, {eta} left"),
        None => (ProgressBar::no_length(), "{spinner} {elapsed}  {msg}"),
    };
    bar.set_style(ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar.set_draw_target(ProgressDrawTarget::stderr_with_hz(5));
    bar.set_elapsed(elapsed);
    bar.enable_steady_tick(Duration::from_millis(500));
    bar
}

/// Whether messages are suppressed.
static IS_QUIET: AtomicBool = AtomicBool::new(false);

/// Suppresses all messages from now on, except those about what prevents the program from doing its work.
pub(crate) fn set_quiet(is_quiet: bool) {
    IS_QUIET.store(is_quiet, Ordering::Relaxed);
}

/// Prints a line on standard error, unless the program is to be quiet.
pub(crate) fn say(message: &str) {
    if !IS_QUIET.load(Ordering::Relaxed) {
        say_always(message);
    }
}

/// Prints a line on standard error, even if the program is quiet. If standard error is closed, nothing can be done.
pub(super) fn say_always(message: &str) {
    let _ = writeln!(std::io::stderr(), "{message}");
}

/// Reports how much was done, how fast, and with what results.
pub(crate) fn say_speed(count: u64, name: &str, details: &str, start: Instant) {
    let seconds = start.elapsed().as_secs_f64();
    let rate = count as f64 / seconds.max(1e-9);
    let count = counted(count, name.trim_end_matches('s'));
    say(&format!("{count}{details}; {seconds:.3} s, {rate:.0} {name}/s"));
}
