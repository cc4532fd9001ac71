//! Batches through threads: read by one, answered by several, written in order by another.

use super::Request;
use super::answers::{Answers, Asked, Remarks, Row};
use super::puzzles;
use super::reader::{Batch, Reader};
use super::writer::{Chunks, Encoded, Group, Layout, Writer, all_columns};
use crate::Outcome;
use crate::batch::prefetch::Prefetcher;
use crate::batch::{BatchAnswer, Progress, Sink, finish_on_interrupt, lock, say, say_once, threads};
use crate::command::{self, Answer, Command, Out, Refusal, Wants};
use crate::input::Input;
use crate::kinds::{Added, Column, Kind};
use anyhow::Context;
use ninefold::notation::{self, Note, ReadOptions};
use std::collections::{BTreeMap, HashSet};
use std::sync::{Arc, Mutex, mpsc};
use std::time::Instant;

impl Request<'_> {
    /// What is written: what the output's name says, else what is asked for, else what is read; on standard output
    /// Parquet only where it is asked for.
    pub(super) fn target(&self, read: Option<Kind>) -> Kind {
        let named = self.work.output.as_deref().and_then(Kind::of_name);
        let like_input = match (read, &self.work.output) {
            (Some(Kind::Parquet), None) | (None, _) => Kind::Csv,
            (Some(kind), _) => kind,
        };
        self.format.or(named).unwrap_or(like_input)
    }
}

/// Adds to a table what a command tells about its puzzles.
///
/// # Errors
/// If something cannot be read or written; then there is no output.
pub(crate) fn run(command: &impl Command, request: &Request<'_>) -> anyhow::Result<Outcome> {
    let start = Instant::now();
    let options = request.input.read_options()?;
    let answers = answers(command);
    let known = columns(&answers);
    let is_copy = request.add.is_empty() && !request.adds_usual;
    let asked = if is_copy { Asked::nothing(&known) } else { Asked::new(&known, request.add)? };
    let reader = Reader::open(request, &options)?;
    let schema = reader.schema.as_ref().map(|schema| all_columns(schema, asked.fields())).transpose()?;
    let layout = Layout {
        kind: request.target(reader.kind),
        has_blocks: command.has_blocks(),
        separator: reader.separator,
        compression: request.table.compression.unwrap_or_default(),
        schema,
        different: asked.different(&reader.column),
    };
    let sink = Arc::new(Mutex::new(Sink::beside(request.work.output.as_deref(), &request.input.inputs)?));
    finish_on_interrupt(&sink)?;
    let written = Writer::new(&layout, &sink).and_then(|writer| {
        if let (Kind::Text, Some(header)) = (layout.kind, command.header()) {
            lock(&sink).write(format!("{header}\n").as_bytes());
        }
        let mut output = TableOutput {
            writer,
            progress: Progress::beside(reader.rows, "rows"),
            rows: 0,
            notices: Notices::default(),
        };
        let work = Work {
            command,
            answers: &answers,
            asked: &asked,
            layout: Some(&layout),
            options: &options,
            input: request.input,
        };
        work.spread(reader, threads(request.work), &mut output)?;
        output.progress.finish();
        output.writer.finish()?;
        Ok(Summary { rows: output.rows, notices: output.notices })
    });
    let summary = written.inspect_err(|_| lock(&sink).abandon())?;
    Ok(summary.report(command, request.work.stats, start))
}

/// Has rows answered, and hands them on with the answers as they are.
///
/// # Errors
/// If something cannot be read, or is not taken.
pub(super) fn pass(
    command: &impl Command,
    request: &Request<'_>,
    reader: Reader,
    taker: &mut impl Taker,
) -> anyhow::Result<()> {
    let options = request.input.read_options()?;
    let answers = answers(command);
    let known = columns(&answers);
    let add: Vec<Added> =
        known.iter().map(|column| Added { answer: column.name.into(), name: column.name.into() }).collect();
    let asked = Asked::new(&known, &add)?;
    let work =
        Work { command, answers: &answers, asked: &asked, layout: None, options: &options, input: request.input };
    work.spread(reader, threads(request.work), taker)
}

/// What is known when everything is written.
struct Summary {
    rows: u64,
    notices: Notices,
}

impl Summary {
    fn report(self, command: &impl Command, stats: bool, start: Instant) -> Outcome {
        let Summary { rows, notices: Notices { remarks: Remarks { tally, errors, first_error, .. }, place, .. } } =
            self;
        if let Some((_, error)) = first_error {
            let more = match errors {
                1 => String::new(),
                errors => format!("; {errors} rows have an error"),
            };
            say(&format!("{place}: {error}{more}"));
        }
        if tally.puzzles == 0 {
            say("ninefold: no puzzle in the input");
        }
        if stats {
            let seconds = start.elapsed().as_secs_f64();
            let (report, rate) = (command.report(&tally), rows as f64 / seconds.max(1e-9));
            say(&format!(
                "{rows} rows, {} without a puzzle: {report}; {seconds:.3} s, {rate:.0} rows/s",
                rows - tally.puzzles
            ));
        }
        if tally.good == tally.puzzles { Outcome::Success } else { Outcome::SomeFailed }
    }
}

/// The writer of what the workers have made.
struct TableOutput {
    writer: Writer,
    progress: Progress,
    rows: u64,
    notices: Notices,
}

/// The receiver of what the workers have made, in its order.
pub(super) trait Taker {
    /// Takes the next rows; returns a row group that is to be encoded now.
    fn take(&mut self, made: Made) -> anyhow::Result<Option<Group>>;

    /// There are no more rows; returns the last row group.
    fn last_group(&mut self) -> Option<Group> {
        None
    }

    /// Takes the next row group.
    fn add(&mut self, _: Chunks) -> anyhow::Result<()> {
        Ok(())
    }
}

/// What is said about rows while they are taken.
#[derive(Default)]
pub(super) struct Notices {
    pub(super) remarks: Remarks,
    /// Where the first error is.
    place: String,
    told: HashSet<Note>,
}

impl Notices {
    /// Says what is to be said now, and keeps the rest for the end.
    pub(super) fn take(&mut self, source: &str, remarks: Remarks, progress: &Progress) {
        let place = |row: u64| format!("{source}: row {row}");
        let say = |message: &str| progress.say(message);
        for (row, note) in &remarks.notes {
            say_once(&mut self.told, note, &place(*row), say);
        }
        for (row, what) in remarks.sayings {
            if self.remarks.sayings.iter().all(|(_, said)| *said != what) {
                say(&format!("{}: {what}", place(row)));
                self.remarks.sayings.push((row, what));
            }
        }
        for (row, error) in remarks.told_errors {
            say(&format!("{}: {error}", place(row)));
        }
        if let (None, Some((row, error))) = (&self.remarks.first_error, remarks.first_error) {
            self.place = place(row);
            self.remarks.first_error = Some((row, error));
        }
        self.remarks.errors += remarks.errors;
        self.remarks.tally.add(remarks.tally);
    }
}

impl Taker for TableOutput {
    fn take(&mut self, made: Made) -> anyhow::Result<Option<Group>> {
        let Made { source, rows, encoded, remarks } = made;
        let group = self.writer.write(encoded)?;
        self.rows += rows;
        self.notices.take(&source, remarks, &self.progress);
        self.progress.reach(self.rows);
        Ok(group)
    }

    fn last_group(&mut self) -> Option<Group> {
        self.writer.last_group()
    }

    fn add(&mut self, chunks: Chunks) -> anyhow::Result<()> {
        self.writer.add(chunks)
    }
}

/// Takes what the workers have done, in its order, until everything is done.
fn put_in_order(
    jobs: &mpsc::Sender<Job>,
    done: &mpsc::Receiver<Done>,
    permits: &mpsc::Receiver<()>,
    taker: &mut impl Taker,
) -> anyhow::Result<()> {
    let (mut batches, mut groups) = (BTreeMap::new(), BTreeMap::new());
    let (mut next_batch, mut next_group, mut all_groups) = (0, 0, 0);
    let mut total = None;
    while total != Some(next_batch) || next_group < all_groups {
        match done.recv().context("no worker is left")? {
            Done::Read(number) => total = Some(number),
            Done::Answered(number, made) => _ = batches.insert(number, made),
            Done::Encoded(number, chunks) => _ = groups.insert(number, chunks),
        }
        while let Some(made) = batches.remove(&next_batch) {
            next_batch += 1;
            if let Some(group) = taker.take(*made?)? {
                jobs.send(Job::Encode(all_groups, group)).context("no worker is left")?;
                all_groups += 1;
            }
            permits.recv().context("a batch without a permit")?;
        }
        if total == Some(next_batch)
            && let Some(group) = taker.last_group()
        {
            jobs.send(Job::Encode(all_groups, group)).context("no worker is left")?;
            all_groups += 1;
        }
        while let Some(chunks) = groups.remove(&next_group) {
            next_group += 1;
            taker.add(chunks?)?;
        }
    }
    Ok(())
}

/// What a worker has made of a batch.
pub(super) struct Made {
    pub(super) source: Arc<str>,
    pub(super) rows: u64,
    pub(super) encoded: Encoded,
    pub(super) remarks: Remarks,
}

/// What there is to do for workers.
enum Job {
    /// The puzzles of the batch with this number are to be answered.
    Answer(u64, Batch),
    /// Rows that were answered are to be encoded, as the row group with this number.
    Encode(u64, Group),
}

/// What comes back from them.
enum Done {
    Answered(u64, anyhow::Result<Box<Made>>),
    Encoded(u64, anyhow::Result<Chunks>),
    /// So many batches there were.
    Read(u64),
}

/// What all workers know.
struct Work<'a, C: Command> {
    command: &'a C,
    /// Those of its answers that become columns.
    answers: &'a [&'static Answer<C::Found>],
    asked: &'a Asked,
    /// How rows are made ready for writing; `None` for those that are looked at first.
    layout: Option<&'a Layout>,
    options: &'a ReadOptions,
    input: &'a Input,
}

impl<C: Command> Work<'_, C> {
    fn spread(&self, reader: Reader, threads: usize, taker: &mut impl Taker) -> anyhow::Result<()> {
        let (jobs, job_receiver) = mpsc::channel();
        let job_receiver = Mutex::new(job_receiver);
        let (done, done_receiver) = mpsc::channel();
        // No more batches than this are under way, so memory is bounded. Groups wait in the same line as batches.
        let (permit, permits) = mpsc::sync_channel(8 * threads);
        std::thread::scope(|scope| {
            let (read, batches) = (done.clone(), jobs.clone());
            scope.spawn(move || {
                let mut number = 0;
                reader.run(|batch| {
                    // Nobody listens any more if something could not be written.
                    let goes_on = permit.send(()).is_ok()
                        && match batch {
                            Ok(batch) => batches.send(Job::Answer(number, batch)).is_ok(),
                            Err(error) => read.send(Done::Answered(number, Err(error))).is_ok(),
                        };
                    number += 1;
                    goes_on
                });
                let _ = read.send(Done::Read(number));
            });
            for _ in 0..threads {
                let (jobs, done) = (&job_receiver, done.clone());
                scope.spawn(move || {
                    let wants = |name: &str| self.wants(name);
                    let mut prefetcher = self.command.query(Wants::Columns(&wants)).map(Prefetcher::new);
                    loop {
                        let next = jobs.lock().expect("no thread panics while it waits for a job").recv();
                        let result = match next {
                            Err(_) => break,
                            Ok(Job::Answer(number, batch)) => {
                                Done::Answered(number, self.answer(&batch, &mut prefetcher))
                            }
                            Ok(Job::Encode(number, group)) => Done::Encoded(number, group.encode()),
                        };
                        if done.send(result).is_err() {
                            break;
                        }
                    }
                });
            }
            drop(done);
            // Whatever it ends with, nobody waits for it any more.
            let (jobs, done, permits) = (jobs, done_receiver, permits);
            put_in_order(&jobs, &done, &permits, taker)
        })
    }

    fn answer(&self, batch: &Batch, prefetcher: &mut Option<Prefetcher>) -> anyhow::Result<Box<Made>> {
        let place = || format!("{}: row {} and those after it", batch.source, batch.first);
        let plain = puzzles::plain(&batch.puzzles).with_context(place)?;
        let texts = puzzles::texts(&plain).with_context(place)?;
        let mut answers = Answers::new(self.asked, batch.first);
        if let Some(prefetcher) = prefetcher {
            let digits =
                |text: &Option<_>| text.as_deref().and_then(|text: &[u8]| notation::plain_digits(text, self.options));
            prefetcher.solve(texts.iter().map(digits));
        }
        let mut found = prefetcher.as_ref().map(Prefetcher::found);
        let mut broken = batch.broken.iter().peekable();
        for (place, text) in texts.iter().enumerate() {
            let found = found.as_mut().and_then(Iterator::next).flatten();
            if let Some((_, why)) = broken.next_if(|(row, _)| *row == place) {
                self.fill(&Err(Refusal::invalid(why.clone())), Vec::new(), &mut answers.puzzle());
            } else if let Some(text) = text {
                self.answer_row(text, found, &mut answers.puzzle());
            }
            answers.end_row();
        }
        let (columns, remarks) = answers.finish();
        // With answers it is told there why a row has nothing else; a copy of it would say nothing.
        let carried = match self.asked.is_empty() && !batch.broken.is_empty() {
            true => &batch.carried.chosen(&batch.sound())?,
            false => &batch.carried,
        };
        let encoded = match self.layout {
            Some(layout) => layout.encode(carried, &columns).with_context(place)?,
            None => Encoded::Not(batch.carried.clone(), columns),
        };
        Ok(Box::new(Made { source: batch.source.clone(), rows: batch.rows() as u64, encoded, remarks }))
    }

    /// Whether a column of this name is wanted.
    fn wants(&self, name: &str) -> bool {
        (0..).zip(self.answers).any(|(column, answer)| answer.column.name == name && self.asked.wants(column))
    }

    /// Answers the puzzle of a row.
    fn answer_row(&self, text: &[u8], plain: Option<BatchAnswer<'_>>, row: &mut Row<'_, '_>) {
        let wants = |name: &str| self.wants(name);
        let mut out = Out::row(Wants::Columns(&wants));
        if let Some(found) = plain.and_then(|plain| self.command.find_plain(plain, &mut out)) {
            return self.fill(&Ok(found), out.remarks, row);
        }
        let text = String::from_utf8_lossy(text);
        let mut records = notation::read_all(&text, self.options);
        let read = match (records.next(), records.next()) {
            (None, _) => Err("no puzzle in the text".to_owned()),
            (Some(Err(invalid)), _) => Err(self.input.explain(&invalid)),
            (Some(Ok(_)), Some(_)) => Err("more than one puzzle in the text".to_owned()),
            (Some(Ok(record)), None) => Ok(record),
        };
        let found = read.map_err(Refusal::invalid).and_then(|record| {
            row.notes(&record.notes);
            command::find(self.command, &record, &mut out)
        });
        self.fill(&found, out.remarks, row);
    }

    /// Writes what was found into the columns of a row.
    fn fill(&self, found: &Result<C::Found, Refusal>, remarks: Vec<String>, row: &mut Row<'_, '_>) {
        row.tally().count(found.as_ref().map_or_else(|refusal| refusal.fate, |found| self.command.fate(found)));
        remarks.into_iter().for_each(|remark| row.say_once(remark));
        let mut error = found.as_ref().map_or_else(Refusal::error, |found| self.command.error(found));
        for (column, answer) in (0..).zip(self.answers).filter(|(column, _)| self.asked.wants(*column)) {
            let Some(large) = row.put(column, answer.column.name, &answer.value(found)) else { continue };
            error = Some(error.map_or_else(|| large.clone(), |error| format!("{error}; {large}")));
        }
        if let Some(error) = error {
            row.error(error);
        }
    }
}

/// The answers of a command that can become columns.
fn answers<C: Command>(command: &C) -> Vec<&'static Answer<C::Found>> {
    command.answers().iter().filter(|answer| answer.in_rows).collect()
}

fn columns<F>(answers: &[&Answer<F>]) -> Vec<Column> {
    answers.iter().map(|answer| answer.column).collect()
}
