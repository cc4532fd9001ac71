//! Batches through threads: read by one, answered by several, written in order by another.

use super::answers::{Answers, Asked, Remarks};
use super::puzzles;
use super::reader::Reader;
use super::rows::Batch;
use super::writer::{Encoded, Layout, all_columns, write_table};
use crate::Outcome;
use crate::batch::prefetch::Prefetcher;
use crate::batch::{
    AHEAD, BatchAnswer, Desk, NOTHING, Progress, Sink, finish_on_interrupt, lock, ordered, say, say_once, threads,
};
use crate::command::{self, Answer, Command, Out, Refusal, Wants};
use crate::input::Input;
use crate::kinds::{Added, Column, Kind};
use crate::table::Request;
use anyhow::Context;
use ninefold::notation::{self, Note, ReadOptions};
use std::collections::HashSet;
use std::sync::{Arc, Mutex};
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

/// Adds to a table what a command finds about its puzzles.
///
/// # Errors
/// If something cannot be read or written; then there is no output.
pub(crate) fn run<C: Command>(command: &C, request: &Request<'_>) -> anyhow::Result<Outcome> {
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
    let work = Work {
        command,
        answers: &answers,
        asked: &asked,
        layout: Some(&layout),
        options: &options,
        input: request.input,
    };
    let mut notices = Notices::default();
    let written = write_table(&layout, &sink, threads(request.work), |write| {
        if let (Kind::Text, Some(header)) = (layout.kind, command.header()) {
            lock(&sink).write(format!("{header}\n").as_bytes());
        }
        notices = work.spread(reader, threads(request.work), write)?;
        Ok(())
    });
    written.inspect_err(|_| lock(&sink).abandon())?;
    Ok(notices.report(C::REPORT, request.work.stats, start))
}

/// Has rows answered, and hands them on with the answers as they are.
///
/// # Errors
/// If something cannot be read, or is not taken.
pub(super) fn pass(
    command: &impl Command,
    request: &Request<'_>,
    reader: Reader,
    mut take: impl FnMut(Encoded) -> anyhow::Result<()>,
) -> anyhow::Result<Notices> {
    let options = request.input.read_options()?;
    let answers = answers(command);
    let known = columns(&answers);
    let add: Vec<Added> =
        known.iter().map(|column| Added { answer: column.name.into(), name: column.name.into() }).collect();
    let asked = Asked::new(&known, &add)?;
    let work =
        Work { command, answers: &answers, asked: &asked, layout: None, options: &options, input: request.input };
    work.spread(reader, threads(request.work), &mut take)
}

/// What is said about rows while they are taken, and what is known when all are.
#[derive(Default)]
pub(super) struct Notices {
    pub(super) rows: u64,
    pub(super) remarks: Remarks,
    /// Where the first error is.
    place: String,
    told: HashSet<Note>,
}

impl Notices {
    /// Says what is to be said now, and keeps the rest for the end.
    fn take(&mut self, source: &str, remarks: Remarks, progress: &Progress) {
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
        for (row, error) in remarks.other_errors {
            say(&format!("{}: {error}", place(row)));
        }
        if let (None, Some((row, error))) = (&self.remarks.first_error, remarks.first_error) {
            self.place = place(row);
            self.remarks.first_error = Some((row, error));
        }
        self.remarks.errors += remarks.errors;
        self.remarks.tally.add(remarks.tally);
    }

    fn report(self, report: &str, stats: bool, start: Instant) -> Outcome {
        let Notices { rows, remarks: Remarks { tally, errors, first_error, .. }, place, .. } = self;
        if let Some((_, error)) = first_error {
            let more = match errors {
                1 => String::new(),
                errors => format!("; {errors} rows have an error"),
            };
            say(&format!("{place}: {error}{more}"));
        }
        if tally.puzzles == 0 {
            say(NOTHING);
        }
        if stats {
            let seconds = start.elapsed().as_secs_f64();
            let (report, rate) = (tally.report(report), rows as f64 / seconds.max(1e-9));
            say(&format!(
                "{rows} rows, {} without a puzzle: {report}; {seconds:.3} s, {rate:.0} rows/s",
                rows - tally.puzzles
            ));
        }
        if tally.good == tally.puzzles { Outcome::Success } else { Outcome::SomeFailed }
    }
}

/// What a worker has made of a batch.
struct Made {
    source: Arc<str>,
    rows: u64,
    encoded: Encoded,
    remarks: Remarks,
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
    /// Has the rows answered by so many threads, and hands them on in order.
    fn spread(
        &self,
        reader: Reader,
        threads: usize,
        take: &mut dyn FnMut(Encoded) -> anyhow::Result<()>,
    ) -> anyhow::Result<Notices> {
        let mut progress = Progress::beside(reader.rows, "rows");
        let mut notices = Notices::default();
        let worker = || {
            let mut prefetcher = self.command.query(Wants::Columns(&|name| self.wants(name))).map(Prefetcher::new);
            move |batch: Batch, _: &Desk<'_, _>| self.answer(&batch, &mut prefetcher)
        };
        ordered(
            threads,
            AHEAD,
            |accept| reader.run(accept),
            worker,
            |made| {
                let Some(made) = made else { return Ok(()) };
                let Made { source, rows, encoded, remarks } = made?;
                take(encoded)?;
                notices.rows += rows;
                notices.take(&source, remarks, &progress);
                progress.reach(notices.rows);
                Ok(())
            },
        )?;
        progress.finish();
        Ok(notices)
    }

    fn answer(&self, batch: &Batch, prefetcher: &mut Option<Prefetcher>) -> anyhow::Result<Made> {
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
                self.fill(&Err(Refusal::invalid(why.clone())), Vec::new(), &mut answers);
            } else if let Some(text) = text {
                self.answer_row(text, found, &mut answers);
            } else {
                answers.skip();
            }
        }
        let (columns, remarks) = answers.finish();
        // Where answers are asked for, they say why a row has nothing else; a copy of it would say nothing.
        let carried = match self.asked.is_empty() && !batch.broken.is_empty() {
            true => &batch.carried.chosen(&batch.sound())?,
            false => &batch.carried,
        };
        let encoded = match self.layout {
            Some(layout) => layout.encode(carried, &columns).with_context(place)?,
            None => Encoded::Not(batch.carried.clone(), columns),
        };
        Ok(Made { source: batch.source.clone(), rows: batch.rows() as u64, encoded, remarks })
    }

    /// Whether a column of this name is wanted.
    fn wants(&self, name: &str) -> bool {
        (0..).zip(self.answers).any(|(column, answer)| answer.column.name == name && self.asked.wants(column))
    }

    /// Answers the puzzle of a row.
    fn answer_row(&self, text: &[u8], plain: Option<BatchAnswer<'_>>, row: &mut Answers<'_>) {
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
    fn fill(&self, found: &Result<C::Found, Refusal>, remarks: Vec<String>, row: &mut Answers<'_>) {
        row.remarks.tally.count(found.as_ref().map_or_else(|refusal| refusal.fate, |found| self.command.fate(found)));
        remarks.into_iter().for_each(|remark| row.say_once(remark));
        let mut error = found.as_ref().map_or_else(Refusal::error, |found| self.command.error(found));
        for (column, answer) in (0..).zip(self.answers).filter(|(column, _)| self.asked.wants(*column)) {
            let Some(large) = row.put(column, answer.column.name, &answer.value(found)) else { continue };
            error = Some(error.map_or_else(|| large.clone(), |error| format!("{error}; {large}")));
        }
        row.end_puzzle(error);
    }
}

/// The answers of a command that can become columns.
fn answers<C: Command>(command: &C) -> Vec<&'static Answer<C::Found>> {
    command.answers().iter().filter(|answer| answer.in_rows).collect()
}

fn columns<F>(answers: &[&Answer<F>]) -> Vec<Column> {
    answers.iter().map(|answer| answer.column).collect()
}
