//! Batches through threads: read by one thread, answered by several, written in order by another.

use super::answers::{Answers, Asked};
use super::puzzles;
use super::reader::Reader;
use super::rows::Batch;
use super::writer::{Layout, all_columns, write_tables};
use crate::Outcome;
use crate::batch::{AHEAD, BatchAnswer, Desk, Notices, Prefetcher, Progress, Remarks, Sink, lock, ordered, say_speed};
use crate::command::{self, Command, Fate, Out, Refusal, Wants};
use crate::filter::is_wanted;
use crate::input::Input;
use crate::kinds::Kind;
use crate::table::Request;
use anyhow::Context;
use arrow_array::{BooleanArray, RecordBatch};
use arrow_select::filter::filter_record_batch;
use ninefold::Invalid;
use ninefold::notation::{self, ReadOptions, Record, Splitter, VariantRecord};
use std::time::Instant;

impl Request<'_> {
    /// The kind of table to write: the one that the output's name indicates, otherwise the one requested, otherwise the one
    /// read; on standard output, Parquet only if it was requested.
    pub(super) fn target(&self, read: Option<Kind>) -> Kind {
        let named = self.work.output.as_deref().and_then(Kind::of_name);
        let like_input = match (read, &self.work.output) {
            (Some(Kind::Parquet), None) | (None, _) => Kind::Csv,
            (Some(kind), _) => kind,
        };
        self.format.or(named).unwrap_or(like_input)
    }
}

/// Adds a command's findings about its puzzles to a table.
///
/// # Errors
/// If something cannot be read or written; then there is no output.
pub(crate) fn run<C: Command>(command: &C, request: &Request<'_>) -> anyhow::Result<Outcome> {
    let start = Instant::now();
    let asked = request.add.map_or(Ok(Asked::nothing()), |add| Asked::new(command, add))?;
    // First, because an output that cannot be written should not have to wait for the input.
    let sink = Sink::beside(request.work.output.as_deref(), &request.input.inputs)?.shared()?;
    let reader = Reader::open(request)?;
    let layout = Layout {
        has_blocks: command.has_blocks(),
        schema: reader.head.schema.as_ref().map(|schema| all_columns(schema, asked.fields())).transpose()?,
        different: asked.different(&reader.head.column),
        ..Layout::of(request, &reader, request.target(reader.head.kind))
    };
    // Whether lines of JSON have the requested member is known only when they are read.
    let member = request.table.column.clone().filter(|_| reader.head.kind == Some(Kind::JsonLines));
    let (rows, notices) = write_tables(&[(&layout, sink.clone())], request.work.jobs.threads(), |write| {
        if let (Kind::Text, Some(header)) = (layout.kind, command.header()) {
            lock(&sink).write(format!("{header}\n").as_bytes());
        }
        let encode = |batch: Batch, answers: RecordBatch| {
            // The answers, if requested, explain why a row has nothing else; a plain copy of the row would not.
            let is_cut = asked.is_empty() && !batch.rows.broken.is_empty();
            let carried = if is_cut { batch.rows.sound()? } else { batch.rows.carried };
            layout.encode(&carried, &answers)
        };
        spread(command, request, reader, &asked, encode, |encoded| write(0, encoded))
    })?;
    if let Some(member) = member.filter(|_| rows > 0 && notices.total.puzzles == 0) {
        anyhow::bail!("no line has a puzzle as its member '{member}'");
    }
    let outcome = notices.finish(Outcome::Success, &Progress::beside(None, "rows"));
    if request.work.stats {
        let (report, without) = (notices.total.report(C::REPORT), rows - notices.total.puzzles);
        say_speed(rows, "rows", &format!(", {without} without a puzzle: {report}"), start);
    }
    Ok(outcome)
}

/// Messages about the rows of a batch.
#[derive(Default)]
struct Said {
    remarks: Remarks,
    /// How many rows have an entry in the error column, and the first of them.
    errors: u64,
    first_error: Option<String>,
}

/// Has rows answered by several threads, which also `encode` each batch and its answers for `take`, which gets them in order.
/// Returns the number of rows.
///
/// # Errors
/// If something cannot be read. If something cannot be encoded or taken, the program ends: the reading thread may be waiting
/// for input that never comes.
pub(super) fn spread<C: Command, T: Send>(
    command: &C,
    request: &Request<'_>,
    reader: Reader,
    asked: &Asked<C::Found>,
    encode: impl Fn(Batch, RecordBatch) -> anyhow::Result<T> + Sync,
    mut take: impl FnMut(T) -> anyhow::Result<()>,
) -> anyhow::Result<(u64, Notices)> {
    let options = reader.options.clone().rules(command.rules().to_vec());
    let work = Work { command, asked, options: &options, input: request.input };
    let mut progress = Progress::beside(reader.head.rows, "rows");
    let (mut notices, mut all_rows, mut errors, mut first_error) = (Notices::default(), 0, 0, None);
    let worker = || {
        let mut prefetcher = command.query(Wants::Columns(&|name| work.wants(name))).map(Prefetcher::new);
        let (work, encode) = (&work, &encode);
        move |batch: Batch, _: &Desk<'_, _>| {
            let (rows, first) = (batch.rows.count() as u64, format!("{}: row {}", batch.source, batch.first));
            let made = work.answer(batch, &mut prefetcher);
            let made = made.and_then(|(batch, answers, said)| Ok((encode(batch, answers)?, said)));
            made.map(|(made, said)| (rows, made, said)).with_context(|| format!("{first} and those after it"))
        }
    };
    ordered(
        request.work.jobs.threads(),
        AHEAD,
        |accept| reader.run(accept),
        worker,
        |made| {
            let Some(made) = made else { return Ok(()) };
            let (rows, made, said) = made.unwrap_or_else(|error| progress.fail(&error));
            take(made).unwrap_or_else(|error| progress.fail(&error));
            all_rows += rows;
            notices.take(said.remarks, &progress);
            errors += said.errors;
            first_error = first_error.take().or(said.first_error);
            progress.reach(all_rows);
            Ok(())
        },
    )?;
    progress.finish();
    if let Some(first) = first_error {
        let more = if errors == 1 { String::new() } else { format!("; {errors} rows have an error") };
        progress.say(&format!("{first}{more}"));
    }
    Ok((all_rows, notices))
}

/// What all workers share.
struct Work<'a, C: Command> {
    command: &'a C,
    asked: &'a Asked<C::Found>,
    options: &'a ReadOptions,
    input: &'a Input,
}

impl<C: Command> Work<'_, C> {
    /// Whether a column must be computed: to be added, or for `--where`.
    fn wants(&self, name: &str) -> bool {
        self.asked.wants(name) || self.command.options().filter.is_some_and(|filter| filter.names(name))
    }

    /// Answers the puzzles of a batch; returns the rows that `--where` selects, and their answers.
    fn answer(
        &self,
        mut batch: Batch,
        prefetcher: &mut Option<Prefetcher>,
    ) -> anyhow::Result<(Batch, RecordBatch, Said)> {
        let plain = puzzles::plain(&batch.rows.puzzles)?;
        let mut texts = puzzles::texts(&plain)?;
        if self.input.shape.is_none() {
            puzzles::state_shapes(&batch.rows, &mut texts);
        }
        let (mut answers, mut said) = (Answers::new(self.asked), Said::default());
        if let Some(prefetcher) = prefetcher {
            let digits =
                |text: &Option<_>| text.as_deref().and_then(|text: &[u8]| notation::plain_digits(text, self.options));
            prefetcher.solve(texts.iter().map(digits));
        }
        let mut prefetched = prefetcher.as_ref().map(Prefetcher::found);
        let mut broken = batch.rows.broken.iter().peekable();
        let (has_filter, mut wanted) = (self.command.options().filter.is_some(), Vec::new());
        for (row, text) in texts.iter().enumerate() {
            let plain = prefetched.as_mut().and_then(Iterator::next).flatten();
            let place = || format!("{}: row {}", batch.source, batch.first + row as u64);
            let (record, found) = match (broken.next_if(|(place, _)| *place == row), text) {
                (Some((_, why)), _) => (None, Err(Refusal::invalid(why.clone()))),
                (None, Some(text)) => self.find(text, plain, &mut said.remarks, &place),
                (None, None) => {
                    answers.add(None, &mut None);
                    wanted.push(false);
                    continue;
                }
            };
            wanted.push(is_wanted(self.command, record.as_ref(), &found));
            let (mut error, fate) = match &found {
                Ok(found) => (self.command.error(found), self.command.fate(found)),
                Err(Refusal { reason: None, fate: Fate::NoSolution, .. }) => {
                    (Some("no solution".to_owned()), Fate::NoSolution)
                }
                Err(refusal) => (refusal.reason.clone(), refusal.fate),
            };
            answers.add(Some(&found), &mut error);
            said.remarks.tally.puzzles += 1;
            said.remarks.tally.count(fate);
            match error.filter(|_| wanted[row]) {
                None => {}
                Some(error) if !self.asked.has_errors() => said.remarks.messages.push(format!("{}: {error}", place())),
                Some(error) => {
                    said.errors += 1;
                    said.first_error.get_or_insert_with(|| format!("{}: {error}", place()));
                }
            }
        }
        let mut answers = answers.finish();
        if has_filter {
            let wanted = BooleanArray::from(wanted);
            (batch.rows, answers) = (batch.rows.chosen(&wanted)?, filter_record_batch(&answers, &wanted)?);
        }
        Ok((batch, answers, said))
    }

    /// Answers the puzzle of a row; returns the puzzle too, in case `--where` asks for more about it.
    fn find(
        &self,
        text: &[u8],
        plain: Option<BatchAnswer<'_>>,
        remarks: &mut Remarks,
        place: &impl Fn() -> String,
    ) -> (Option<Record>, Result<C::Found, Refusal>) {
        let wants = |name: &str| self.wants(name);
        let mut out = Out::row(Wants::Columns(&wants));
        let found = match plain.and_then(|plain| self.command.find_plain(plain, &mut out)) {
            Some(found) => (self.command.options().filter.and_then(|_| self.read(text).ok()), Ok(found)),
            None => match self.read(text) {
                Ok(record) => {
                    remarks.add_notes(&record.notes, place);
                    let found = command::find(self.command, &record, &mut out);
                    (Some(record), found)
                }
                Err(refusal) => (None, self.find_variant(text, refusal, remarks, place, &mut out)),
            },
        };
        out.remarks.into_iter().for_each(|remark| remarks.add_once(remark, place));
        found
    }

    /// Answers a text that is not a puzzle with the usual rules; with the reason, if it has no other rules either.
    fn find_variant(
        &self,
        text: &[u8],
        refusal: Refusal,
        remarks: &mut Remarks,
        place: &impl Fn() -> String,
        out: &mut Out<'_, '_>,
    ) -> Result<C::Found, Refusal> {
        match self.read_variant(text) {
            None => Err(refusal),
            Some(Err(invalid)) => Err(Refusal::invalid(self.input.explain(&invalid))),
            Some(Ok(record)) => {
                remarks.add_notes(&record.notes, place);
                command::find_variant(self.command, &record, out).unwrap_or(Err(refusal))
            }
        }
    }

    /// Reads the text as a puzzle with rules beyond those of a Sudoku, if it has any.
    fn read_variant(&self, text: &[u8]) -> Option<Result<VariantRecord, Invalid>> {
        Splitter::new(self.options).next(text, true)?.read_variant(text, self.options)
    }

    fn read(&self, text: &[u8]) -> Result<Record, Refusal> {
        let text = String::from_utf8_lossy(text);
        let mut records = notation::read_all(&text, self.options);
        match (records.next(), records.next()) {
            (None, _) => Err(Refusal::invalid("no puzzle in the text".to_owned())),
            (Some(Err(invalid)), _) => Err(Refusal::invalid(self.input.explain(&invalid))),
            (Some(Ok(_)), Some(_)) => Err(Refusal::invalid("more than one puzzle in the text".to_owned())),
            (Some(Ok(record)), None) => Ok(record),
        }
    }
}
