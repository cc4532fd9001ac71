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
//! memory does not grow with the input.

mod answers;
pub(crate) mod feed;
mod making;
mod progress;
mod sink;
pub(crate) mod source;
pub(crate) mod together;

pub(crate) use answers::{Answers, Tally};
pub(crate) use making::{Making, Portion, in_order};
pub(crate) use progress::{Progress, say};
pub(crate) use sink::{Sink, finish_on_interrupt, lock, partial};
pub(crate) use together::{Found, Wish};

use crate::Outcome;
use crate::input::{Input, Work};
use answers::{Outlet, Ready};
use feed::{Feed, Job};
use ninefold::Invalid;
use ninefold::notation::{Format, Note, Piece, ReadOptions, Record};
use source::Source;
use std::collections::{BTreeMap, HashSet};
use std::io::IsTerminal;
use std::path::Path;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, mpsc};
use std::time::{Duration, Instant};
use together::Together;

/// What a command does with each puzzle.
pub(crate) trait Task: Sync {
    /// Answers one puzzle.
    fn answer(&self, item: &Item<'_>, answers: &mut Answers<'_>);

    /// What is wanted of plain 9x9 puzzles: it is found out for many of them at once, before they are answered.
    fn wish(&self) -> Option<Wish> {
        None
    }

    /// Answers a puzzle with what was found, if that is enough for the answer.
    fn answer_at_once(&self, _item: &Item<'_>, _found: Found<'_>, _answers: &mut Answers<'_>) -> bool {
        false
    }

    /// The first line of the output, if there is one.
    fn header(&self) -> Option<&'static str> {
        None
    }

    /// Whether a blank line separates the answers of two puzzles.
    fn has_blocks(&self) -> bool {
        false
    }

    /// What takes long at the moment, for the progress bar.
    fn doing(&self) -> Option<String> {
        None
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
    is_first_of_source: bool,
    /// Its position in the whole input, from 0; what cannot be read has one too.
    pub(crate) number: u64,
    /// The only puzzle there is, or one that somebody has just typed.
    pub(crate) alone: bool,
}

impl<'a> Item<'a> {
    /// The puzzles of a job.
    pub(crate) fn all(job: &'a Job, options: &'a ReadOptions) -> impl Iterator<Item = Item<'a>> {
        (job.first..).zip(&job.pieces).map(|(number, piece)| Item {
            is_first_of_source: job.begins_source && number == job.first,
            text: &job.text,
            piece,
            options,
            source: &job.source,
            is_argument: job.is_argument,
            number,
            alone: job.alone,
        })
    }

    /// Reads the puzzle.
    pub(crate) fn read(&self) -> Result<Record, Invalid> {
        self.piece.read(self.text, self.options)
    }

    /// The digits of the puzzle, if it is 81 digits, zeros and dots on a line or in a value of CSV.
    pub(crate) fn plain_digits(&self) -> Option<[u8; 81]> {
        self.piece.plain_digits(self.text, self.options)
    }

    /// The puzzle as it stands in the input.
    pub(crate) fn bytes(&self) -> &'a [u8] {
        &self.text[self.piece.start..self.piece.end]
    }

    /// Whether the puzzle takes several lines.
    pub(crate) fn is_block(&self) -> bool {
        self.piece.format.is_block()
    }

    /// The line before the first puzzle of a source that names its columns, if there is one.
    pub(crate) fn header(&self) -> Option<String> {
        if !self.is_first_of_source || !matches!(self.piece.format, Format::Csv(_)) {
            return None;
        }
        let before = String::from_utf8_lossy(&self.text[..self.piece.start]);
        let last = before.lines().rfind(|line| !line.trim().is_empty())?;
        Some(last.trim_start_matches('\u{feff}').to_owned())
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

/// Each puzzle of the input in turn, for a command that answers at length. Messages about the input go
/// to standard error; the outcome tells whether there were any.
pub(crate) fn one_by_one(
    input: &Input,
    output: Option<&Path>,
    mut answer: impl FnMut(&Item<'_>, &Mutex<Sink>) -> Outcome,
) -> anyhow::Result<Outcome> {
    let options = input.read_options()?;
    let (sources, mut outcome) = find_sources(input, &options);
    if sources.is_empty() {
        return Ok(outcome);
    }
    let sink = open_sink(output, &sources)?;
    let (mut any, mut told) = (false, HashSet::new());
    Feed::new(sources, &options, false, Arc::default()).run(|job| {
        for item in Item::all(&job, &options) {
            any = true;
            if let Ok(record) = item.read() {
                record.notes.iter().for_each(|note| tell_once(&mut told, note, &item.place(), say));
            }
            outcome = outcome.max(answer(&item, &sink));
        }
        if let Some(trouble) = job.trouble {
            outcome = Outcome::Trouble;
            say(&format!("ninefold: {trouble}"));
        }
    });
    if !any && outcome == Outcome::Success {
        say(NOTHING);
    }
    Ok(outcome)
}

/// What is said about an input without puzzles.
const NOTHING: &str = "ninefold: no puzzle in the input";

/// Tells a decision of the reader, the first time it is taken.
pub(crate) fn tell_once(told: &mut HashSet<Note>, note: &Note, place: &str, say: impl Fn(&str)) {
    if told.insert(note.clone()) {
        let choose = match note {
            Note::ShapeTaken { .. } => "choose with --shape",
            _ => "choose with --symbols",
        };
        say(&format!("{place}: note: {note}; {choose}"));
    }
}

/// Whoever gets what the workers write, in the order of the input.
pub(crate) trait Receiver {
    /// Takes one or more whole answers.
    fn receive(&mut self, text: &[u8], sink: &Mutex<Sink>) -> anyhow::Result<()>;

    /// There will be no more.
    fn finish(&mut self, _sink: &Mutex<Sink>) -> anyhow::Result<()> {
        Ok(())
    }
}

/// Answers are written as they are.
struct Straight;

impl Receiver for Straight {
    fn receive(&mut self, text: &[u8], sink: &Mutex<Sink>) -> anyhow::Result<()> {
        lock(sink).write(text);
        Ok(())
    }
}

/// Runs a task on everything that the input names.
pub(crate) fn run(task: &impl Task, input: &Input, work: &Work) -> anyhow::Result<Outcome> {
    run_into(task, input, work, &mut Straight)
}

/// The same, with somebody between the workers and the output.
pub(crate) fn run_into(
    task: &impl Task,
    input: &Input,
    work: &Work,
    receiver: &mut impl Receiver,
) -> anyhow::Result<Outcome> {
    let start = Instant::now();
    let options = input.read_options()?;
    let (sources, outcome) = find_sources(input, &options);
    if sources.is_empty() {
        return Ok(outcome);
    }
    let sink = open_sink(work.output.as_deref(), &sources)?;
    let is_typed = sources.iter().any(|source| matches!(source, Source::Stdin)) && std::io::stdin().is_terminal();
    let bytes = sources.iter().map(Source::size).sum();
    let mut printer = Printer {
        task,
        progress: Progress::new(bytes, is_typed, "puzzles", &sink),
        sink: sink.clone(),
        receiver,
        total: Tally::default(),
        outcome,
        told: HashSet::new(),
        wrote: false,
    };
    if let Some(header) = task.header() {
        lock(&sink).write(format!("{header}\n").as_bytes());
        printer.wrote = true;
    }
    let to_terminal = work.output.is_none() && std::io::stdout().is_terminal();
    let feed = Feed::new(sources, &options, to_terminal, printer.progress.done());
    spread(feed, &options, &mut printer, threads(work));
    printer.progress.finish();
    printer.receiver.finish(&sink)?;
    Ok(printer.finish(work.stats, start))
}

/// How many threads work.
pub(crate) fn threads(work: &Work) -> usize {
    work.jobs.map_or_else(|| std::thread::available_parallelism().map_or(1, usize::from), usize::from)
}

/// The sources that are named. What is no source is told, and makes the outcome that of trouble; without any source
/// nothing else is to be done: no output is made, and none overwritten.
pub(crate) fn find_sources(input: &Input, options: &ReadOptions) -> (Vec<Source>, Outcome) {
    let (sources, messages) = source::find(&input.inputs, options);
    messages.iter().for_each(|message| say(&format!("ninefold: {message}")));
    (sources, if messages.is_empty() { Outcome::Success } else { Outcome::Trouble })
}

/// Where answers go; from now on interrupts wait for those that are being written.
fn open_sink(output: Option<&Path>, sources: &[Source]) -> anyhow::Result<Arc<Mutex<Sink>>> {
    let sink = Arc::new(Mutex::new(Sink::open(output, sources)?));
    finish_on_interrupt(&sink)?;
    Ok(sink)
}

/// What a worker has to say.
struct Part {
    job: u64,
    ready: Ready,
    /// Set on the last part of a job: what went wrong with the source after it, if anything.
    end: Option<Option<String>>,
}

/// Where a worker gathers the answers of its job, until somebody takes what is ready.
#[derive(Default)]
struct Desk(Mutex<(u64, Ready)>);

impl Desk {
    fn lock(&self) -> MutexGuard<'_, (u64, Ready)> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What is ready, if it belongs to this job.
    fn take_of(&self, job: u64) -> Option<Ready> {
        let mut desk = self.lock();
        (desk.0 == job).then(|| std::mem::take(&mut desk.1))
    }
}

/// The number of the job whose answers are written now.
#[derive(Default)]
struct Turn {
    job: Mutex<u64>,
    changed: Condvar,
}

impl Turn {
    fn wait_for(&self, job: u64) {
        let now = self.job.lock().unwrap_or_else(PoisonError::into_inner);
        drop(self.changed.wait_while(now, |now| *now != job));
    }

    fn set(&self, job: u64) {
        *self.job.lock().unwrap_or_else(PoisonError::into_inner) = job;
        self.changed.notify_all();
    }
}

/// A search without end must not fill the memory: so much text waits for the job's turn. The solutions of a job's lines
/// are less, or each worker would stand still until those with earlier jobs are done.
const FULL: usize = 2 * feed::READ;

/// A worker's desk, and the way from there to the thread that writes. Before a job is done that is open
/// only in its turn, so that nothing piles up there.
struct Worker<'a> {
    desk: &'a Desk,
    turn: &'a Turn,
    parts: mpsc::SyncSender<Part>,
}

impl Worker<'_> {
    /// Sends what is ready.
    fn send(&self, end: Option<Option<String>>) {
        let (job, ready) = {
            let mut desk = self.desk.lock();
            (desk.0, std::mem::take(&mut desk.1))
        };
        self.parts.send(Part { job, ready, end }).expect(ENDS_LAST);
    }

    /// Answers the puzzles of a job.
    fn work_on(&self, task: &impl Task, options: &ReadOptions, together: &mut Option<Together>, number: u64, job: Job) {
        self.desk.lock().0 = number;
        let mut answers = Answers::new(self, task.has_blocks());
        if let Some(together) = together {
            together.solve(job.pieces.iter().map(|piece| piece.plain_digits(&job.text, options)));
        }
        let mut found = together.as_ref().map(Together::found);
        for item in Item::all(&job, options) {
            let found = found.as_mut().and_then(Iterator::next).flatten();
            answers.begin_puzzle();
            match found {
                Some(found) if !item.alone && task.answer_at_once(&item, found, &mut answers) => {
                    answers.pass_on_if_long()
                }
                _ => {
                    // This may take its time; what is known must not wait.
                    answers.checkpoint();
                    task.answer(&item, &mut answers);
                    answers.checkpoint();
                }
            }
        }
        answers.checkpoint();
        self.send(Some(job.trouble));
    }
}

impl Outlet for Worker<'_> {
    fn add(&self, answers: &mut Ready, has_blocks: bool) {
        let mut desk = self.desk.lock();
        desk.1.add(answers, has_blocks);
        if desk.1.text.len() > FULL {
            let job = desk.0;
            drop(desk);
            self.turn.wait_for(job);
            self.send(None);
        }
    }
}

/// Spreads the jobs over threads.
fn spread(feed: Feed, options: &ReadOptions, printer: &mut Printer<'_, impl Task, impl Receiver>, threads: usize) {
    // Texts that wait take memory that has to be cleared first; as many as keep everybody busy are enough.
    let (job_sender, job_receiver) = mpsc::sync_channel::<(u64, Job)>(2 * threads);
    let job_receiver = Mutex::new(job_receiver);
    let (part_sender, parts) = mpsc::sync_channel(threads);
    let (permit, permits) = mpsc::sync_channel(8 * threads);
    let turn = Turn::default();
    let desks: Vec<Desk> = (0..threads).map(|_| Desk::default()).collect();
    let task = printer.task;
    std::thread::scope(|scope| {
        scope.spawn(move || {
            let mut number = 0;
            feed.run(|job| {
                permit.send(()).expect(ENDS_LAST);
                job_sender.send((number, job)).expect(ENDS_LAST);
                number += 1;
            });
        });
        for desk in &desks {
            let worker = Worker { desk, turn: &turn, parts: part_sender.clone() };
            let jobs = &job_receiver;
            scope.spawn(move || {
                let mut together = task.wish().map(Together::new);
                loop {
                    let next = jobs.lock().expect("no thread panics while it waits for a job").recv();
                    let Ok((number, job)) = next else { break };
                    worker.work_on(task, options, &mut together, number, job);
                }
            });
        }
        drop(part_sender);
        print_in_order(&parts, &desks, &turn, &permits, printer);
    });
}

/// Why sending never fails: a panic anywhere ends the program.
const ENDS_LAST: &str = "the thread that writes lives as long as any other has work";

/// Answers that are ready wait no longer, even when a puzzle of the same job takes its time.
const A_MOMENT: Duration = Duration::from_millis(100);

fn print_in_order(
    parts: &mpsc::Receiver<Part>,
    desks: &[Desk],
    turn: &Turn,
    permits: &mpsc::Receiver<()>,
    printer: &mut Printer<'_, impl Task, impl Receiver>,
) {
    let mut waiting = BTreeMap::new();
    let mut next = 0;
    loop {
        let part = match parts.recv_timeout(A_MOMENT) {
            Ok(part) => part,
            Err(mpsc::RecvTimeoutError::Timeout) => {
                desks.iter().filter_map(|desk| desk.take_of(next)).for_each(|ready| printer.print(ready));
                printer.wait();
                continue;
            }
            Err(mpsc::RecvTimeoutError::Disconnected) => return,
        };
        if part.job != next {
            waiting.insert(part.job, part);
            continue;
        }
        let mut current = Some(part);
        while let Some(Part { ready, end, .. }) = current {
            printer.print(ready);
            let Some(trouble) = end else { break };
            if let Some(trouble) = trouble {
                printer.trouble(&trouble);
            }
            permits.recv().expect("every job has taken a permit");
            next += 1;
            turn.set(next);
            current = waiting.remove(&next);
        }
    }
}

/// Writes answers and messages, and adds everything up.
struct Printer<'a, T, R> {
    task: &'a T,
    sink: Arc<Mutex<Sink>>,
    receiver: &'a mut R,
    progress: Progress,
    total: Tally,
    /// Whether everything could be read.
    outcome: Outcome,
    /// The notes that have been told.
    told: HashSet<Note>,
    /// Something has been written.
    wrote: bool,
}

impl<T: Task, R: Receiver> Printer<'_, T, R> {
    fn print(&mut self, ready: Ready) {
        let Ready { text, begins_puzzle, messages, notes, tally } = ready;
        if self.task.has_blocks() && self.wrote && begins_puzzle {
            self.write(b"\n");
        }
        self.write(&text);
        for (note, place) in notes {
            tell_once(&mut self.told, &note, &place, |message| self.progress.say(message));
        }
        messages.iter().for_each(|message| self.progress.say(message));
        self.total.add(tally);
        self.progress.advance(self.total.puzzles);
    }

    /// Nothing is ready, but the work goes on.
    fn wait(&mut self) {
        if let Some(doing) = self.task.doing() {
            self.progress.show(self.total.puzzles, &doing);
        }
    }

    fn write(&mut self, text: &[u8]) {
        self.wrote |= !text.is_empty();
        if text.is_empty() {
            return;
        }
        let mut received = Ok(());
        self.progress.make_room(|| received = self.receiver.receive(text, &self.sink));
        if let Err(error) = received {
            // The thread that feeds may be waiting for input that never comes.
            self.progress.say(&format!("ninefold: {error:#}"));
            std::process::exit(Outcome::Trouble as i32);
        }
    }

    /// Something could not be read.
    fn trouble(&mut self, message: &str) {
        self.outcome = Outcome::Trouble;
        self.progress.say(&format!("ninefold: {message}"));
    }

    fn finish(self, stats: bool, start: Instant) -> Outcome {
        self.progress.finish();
        for (remark, (count, first)) in &self.total.remarks {
            let puzzles = if *count == 1 { "1 puzzle" } else { &format!("{count} puzzles") };
            self.progress.say(&format!("{first}: {remark} ({puzzles})"));
        }
        if self.total.puzzles == 0 && self.outcome == Outcome::Success {
            self.progress.say(NOTHING);
        }
        if stats {
            let seconds = start.elapsed().as_secs_f64();
            let Tally { puzzles, .. } = self.total;
            let report = self.task.report(&self.total);
            let rate = puzzles as f64 / seconds.max(1e-9);
            self.progress.say(&format!("{puzzles} puzzles: {report}; {seconds:.3} s, {rate:.0} puzzles/s"));
        }
        let all_good = self.total.good == self.total.puzzles;
        self.outcome.max(if all_good { Outcome::Success } else { Outcome::SomeFailed })
    }
}
