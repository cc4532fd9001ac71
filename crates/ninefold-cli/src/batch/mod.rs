//! Streams of puzzles: read, worked on by several threads, and answered in order.
//!
//! ```text
//!   sources -> feed (cuts the text into pieces) -> jobs -> workers -> finished -> main thread (order, output)
//!                      ^                                                               |
//!                      +------------------------- permits ------------------------------+
//! ```
//!
//! A job holds some pieces and the text they lie in. Feeding needs a permit for each job, which comes
//! back when the job's answers are written: so no more than a fixed number of jobs exist at a time, and
//! memory does not grow with the input. With one thread the same steps run in turn.

mod feed;
mod progress;
mod sink;
mod source;

pub(crate) use sink::{Sink, lock};

use crate::Outcome;
use crate::args::{Input, Work};
use feed::{Feed, Job};
use ninefold::Invalid;
use ninefold::notation::{Note, Piece, ReadOptions, Record};
use progress::Progress;
use std::collections::{BTreeMap, HashSet};
use std::io::IsTerminal;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, mpsc};
use std::time::Instant;

/// Set when nobody wants further answers: the output is closed.
static STOP: AtomicBool = AtomicBool::new(false);

/// The flag that tells a search to end.
pub(crate) fn stop_flag() -> &'static AtomicBool {
    &STOP
}

/// What a command does with each puzzle.
pub(crate) trait Task: Sync {
    /// Answers one puzzle.
    fn answer(&self, item: &Item<'_>, answers: &mut Answers);

    /// The first line of the output, if there is one.
    fn header(&self) -> Option<&'static str> {
        None
    }

    /// Whether a blank line separates the answers of two puzzles.
    fn has_blocks(&self) -> bool {
        false
    }

    /// What the report at the end says: `49151 solved, 7 without solution`.
    fn report(&self, tally: &Tally) -> String;
}

/// One puzzle of a job.
pub(crate) struct Item<'a> {
    text: &'a [u8],
    piece: &'a Piece,
    options: &'a ReadOptions,
    source: &'a str,
    is_argument: bool,
    /// The only puzzle there is, or one that somebody has just typed.
    pub(crate) alone: bool,
}

impl Item<'_> {
    /// Reads the puzzle.
    pub(crate) fn read(&self) -> Result<Record, Invalid> {
        self.piece.read(self.text, self.options)
    }

    /// The text of the puzzle on one line, shortened if it is long.
    pub(crate) fn text(&self) -> String {
        let text = String::from_utf8_lossy(&self.text[self.piece.start..self.piece.end]);
        let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
        match line.char_indices().nth(1000) {
            Some((end, _)) => format!("{}...", &line[..end]),
            None => line,
        }
    }

    /// Where the puzzle stands: `file:line`, or `argument 2`.
    pub(crate) fn place(&self) -> String {
        match (self.is_argument, self.piece.line) {
            (true, 1) => self.source.to_owned(),
            (_, line) => format!("{}:{line}", self.source),
        }
    }
}

/// The answers of a job, in order.
#[derive(Debug, Default)]
pub(crate) struct Answers {
    /// What goes to the output.
    pub(crate) text: Vec<u8>,
    /// Lines for standard error.
    messages: Vec<String>,
    /// Decisions of the reader that are told once, with the first place of each.
    notes: Vec<(Note, String)>,
    pub(crate) tally: Tally,
}

impl Answers {
    /// Says something about a puzzle on standard error.
    pub(crate) fn say(&mut self, item: &Item<'_>, what: impl std::fmt::Display) {
        self.messages.push(format!("{}: {what}", item.place()));
    }

    /// Passes on what the reader of a text had to decide.
    pub(crate) fn note(&mut self, item: &Item<'_>, notes: &[Note]) {
        for note in notes {
            if self.notes.iter().all(|(known, _)| known != note) {
                self.notes.push((note.clone(), item.place()));
            }
        }
    }
}

/// What became of the puzzles.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    /// All of them.
    pub(crate) puzzles: u64,
    /// Those that were answered as one hopes.
    pub(crate) good: u64,
    /// Those without solution.
    pub(crate) none: u64,
    /// Those with several solutions, where that matters.
    pub(crate) multiple: u64,
    /// Those given up on.
    pub(crate) undecided: u64,
    /// Those that are no puzzles.
    pub(crate) invalid: u64,
    /// Things to be told at the end: how often, and where first.
    pub(crate) remarks: BTreeMap<String, (u64, String)>,
}

impl Tally {
    fn add(&mut self, other: Tally) {
        self.puzzles += other.puzzles;
        self.good += other.good;
        self.none += other.none;
        self.multiple += other.multiple;
        self.undecided += other.undecided;
        self.invalid += other.invalid;
        for (remark, (count, first)) in other.remarks {
            self.remarks.entry(remark).or_insert((0, first)).0 += count;
        }
    }

    /// Counts a remark about a puzzle.
    pub(crate) fn remark(&mut self, item: &Item<'_>, what: String) {
        self.remarks.entry(what).or_insert_with(|| (0, item.place())).0 += 1;
    }

    fn outcome(&self) -> Outcome {
        if self.good == self.puzzles { Outcome::Success } else { Outcome::SomeFailed }
    }
}

/// Each puzzle of the input in turn, for a command that answers at length. Messages about the input go
/// to standard error; the outcome tells whether there were any.
pub(crate) fn one_by_one(
    input: &Input,
    output: Option<&std::path::Path>,
    mut answer: impl FnMut(&Item<'_>, &Mutex<Sink>) -> anyhow::Result<Outcome>,
) -> anyhow::Result<Outcome> {
    let options = input.read_options()?;
    let (sources, messages) = source::find(&input.inputs, &options);
    let sink = Arc::new(Mutex::new(Sink::open(output, &sources)?));
    sink::finish_on_interrupt(&sink)?;
    let mut outcome = if messages.is_empty() { Outcome::Success } else { Outcome::Trouble };
    messages.iter().for_each(|message| progress::say(&format!("ninefold: {message}")));
    let mut result = Ok(());
    let (mut any, mut told) = (false, HashSet::new());
    Feed::new(sources, &options, false, Arc::default()).run(|job| {
        for piece in &job.pieces {
            any = true;
            let item = Item {
                text: &job.text,
                piece,
                options: &options,
                source: &job.source,
                is_argument: job.is_argument,
                alone: job.alone,
            };
            if let Ok(record) = item.read() {
                record.notes.iter().for_each(|note| tell_once(&mut told, note, &item.place(), progress::say));
            }
            match answer(&item, &sink) {
                Ok(of_puzzle) => outcome = outcome.max(of_puzzle),
                Err(error) => {
                    result = Err(error);
                    return ControlFlow::Break(());
                }
            }
        }
        if let Some(trouble) = job.trouble {
            outcome = Outcome::Trouble;
            progress::say(&format!("ninefold: {trouble}"));
        }
        ControlFlow::Continue(())
    });
    result?;
    if !any && outcome == Outcome::Success {
        progress::say(NOTHING);
    }
    Ok(outcome)
}

/// What is said about an input without puzzles.
const NOTHING: &str = "ninefold: no puzzle in the input";

/// Tells a decision of the reader, the first time it is taken.
fn tell_once(told: &mut HashSet<Note>, note: &Note, place: &str, say: impl Fn(&str)) {
    if told.insert(note.clone()) {
        let choose = match note {
            Note::ShapeTaken { .. } => "choose with --shape",
            _ => "choose with --symbols",
        };
        say(&format!("{place}: note: {note}; {choose}"));
    }
}

/// Runs a task on everything that the input names.
pub(crate) fn run(task: &impl Task, input: &Input, work: &Work) -> anyhow::Result<Outcome> {
    let start = Instant::now();
    let options = input.read_options()?;
    let (sources, mut trouble) = source::find(&input.inputs, &options);
    let sink = Arc::new(Mutex::new(Sink::open(work.output.as_deref(), &sources)?));
    sink::finish_on_interrupt(&sink)?;
    let mut printer = Printer {
        task,
        progress: Progress::new(&sources, &sink),
        sink: sink.clone(),
        total: Tally::default(),
        told: HashSet::new(),
        wrote: false,
    };
    trouble.drain(..).for_each(|message| printer.trouble(&message));
    if let Some(header) = task.header() {
        printer.write(format!("{header}\n").as_bytes())?;
    }
    let to_terminal = work.output.is_none() && std::io::stdout().is_terminal();
    let feed = Feed::new(sources, &options, to_terminal, printer.progress.bytes());
    let jobs = work.jobs.map_or_else(|| std::thread::available_parallelism().map_or(1, usize::from), usize::from);
    match jobs {
        1 => run_alone(feed, &options, &mut printer)?,
        _ => run_together(feed, &options, &mut printer, jobs)?,
    }
    printer.finish(work.stats, start)
}

/// Feeds, works and writes in turn.
fn run_alone(feed: Feed, options: &ReadOptions, printer: &mut Printer<'_, impl Task>) -> anyhow::Result<()> {
    let task = printer.task;
    let mut result = Ok(());
    feed.run(|job| {
        result = printer.print(work_on(task, options, job));
        if result.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    result
}

/// Spreads the jobs over threads.
fn run_together(
    feed: Feed,
    options: &ReadOptions,
    printer: &mut Printer<'_, impl Task>,
    threads: usize,
) -> anyhow::Result<()> {
    let (job_sender, job_receiver) = mpsc::channel::<(u64, Job)>();
    let job_receiver = Mutex::new(job_receiver);
    let (finished_sender, finished) = mpsc::channel();
    let (permit, permits) = mpsc::sync_channel(8 * threads);
    let task = printer.task;
    std::thread::scope(|scope| {
        scope.spawn(move || {
            let mut number = 0;
            feed.run(|job| {
                // Both fail only when the output is closed.
                if permit.send(()).is_err() || job_sender.send((number, job)).is_err() {
                    return ControlFlow::Break(());
                }
                number += 1;
                ControlFlow::Continue(())
            });
        });
        for _ in 0..threads {
            let (finished, jobs) = (finished_sender.clone(), &job_receiver);
            scope.spawn(move || {
                loop {
                    let next = jobs.lock().expect("no thread panics while it waits for a job").recv();
                    let Ok((number, job)) = next else { break };
                    if finished.send((number, work_on(task, options, job))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(finished_sender);
        let result = print_in_order(finished, &permits, printer);
        // After an error the searches still under way are in vain; without permits the feed ends too.
        STOP.store(result.is_err(), Ordering::Relaxed);
        drop(permits);
        result
    })
}

fn print_in_order(
    finished: mpsc::Receiver<(u64, Finished)>,
    permits: &mpsc::Receiver<()>,
    printer: &mut Printer<'_, impl Task>,
) -> anyhow::Result<()> {
    let mut waiting = BTreeMap::new();
    let mut next = 0;
    for (number, job) in finished {
        waiting.insert(number, job);
        while let Some(job) = waiting.remove(&next) {
            next += 1;
            printer.print(job)?;
            // Every printed job had taken a permit.
            let _ = permits.recv();
        }
    }
    Ok(())
}

/// A job whose answers are ready.
struct Finished {
    answers: Answers,
    trouble: Option<String>,
}

fn work_on(task: &impl Task, options: &ReadOptions, job: Job) -> Finished {
    let mut answers = Answers::default();
    for piece in &job.pieces {
        let item = Item {
            text: &job.text,
            piece,
            options,
            source: &job.source,
            is_argument: job.is_argument,
            alone: job.alone,
        };
        if task.has_blocks() && !answers.text.is_empty() {
            answers.text.push(b'\n');
        }
        answers.tally.puzzles += 1;
        task.answer(&item, &mut answers);
    }
    Finished { answers, trouble: job.trouble }
}

/// Writes answers and messages, and adds everything up.
struct Printer<'a, T> {
    task: &'a T,
    sink: Arc<Mutex<Sink>>,
    progress: Progress,
    total: Tally,
    /// The notes that have been told.
    told: HashSet<Note>,
    /// Something has been written.
    wrote: bool,
}

impl<T: Task> Printer<'_, T> {
    fn print(&mut self, job: Finished) -> anyhow::Result<()> {
        let Finished { answers, trouble } = job;
        if self.task.has_blocks() && self.wrote && !answers.text.is_empty() {
            self.write(b"\n")?;
        }
        self.write(&answers.text)?;
        for (note, place) in answers.notes {
            tell_once(&mut self.told, &note, &place, |message| self.progress.say(message));
        }
        answers.messages.iter().for_each(|message| self.progress.say(message));
        self.total.add(answers.tally);
        self.progress.advance(self.total.puzzles);
        if let Some(trouble) = trouble {
            self.trouble(&trouble);
        }
        Ok(())
    }

    fn write(&mut self, text: &[u8]) -> anyhow::Result<()> {
        self.wrote |= !text.is_empty();
        lock(&self.sink).write(text)
    }

    /// Something could not be read.
    fn trouble(&mut self, message: &str) {
        self.progress.had_trouble();
        self.progress.say(&format!("ninefold: {message}"));
    }

    fn finish(self, stats: bool, start: Instant) -> anyhow::Result<Outcome> {
        self.progress.finish();
        for (remark, (count, first)) in &self.total.remarks {
            let puzzles = if *count == 1 { "1 puzzle" } else { &format!("{count} puzzles") };
            self.progress.say(&format!("{first}: {remark} ({puzzles})"));
        }
        if self.total.puzzles == 0 && !self.progress.trouble() {
            self.progress.say(NOTHING);
        }
        if stats {
            let seconds = start.elapsed().as_secs_f64();
            let Tally { puzzles, .. } = self.total;
            let report = self.task.report(&self.total);
            let rate = puzzles as f64 / seconds.max(1e-9);
            self.progress.say(&format!("{puzzles} puzzles: {report}; {seconds:.3} s, {rate:.0} puzzles/s"));
        }
        Ok(if self.progress.trouble() { Outcome::Trouble } else { self.total.outcome() })
    }
}
