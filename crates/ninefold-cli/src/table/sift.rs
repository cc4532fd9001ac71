//! Rows by the classes of their boards: the first of each class, or dealt out to parts.

use super::answers::Remarks;
use super::reader::{Batch, Carried, Reader};
use super::run::{Accept, Made, Notices, Scribe, Taker, pass, spread};
use super::writer::{Encoded, Group, Layout, Writer};
use super::{Kind, Request};
use crate::Outcome;
use crate::args::Compression;
use crate::batch::{Progress, Sink, Tally, finish_on_interrupt, lock, say, threads};
use crate::classes::{ClassTask, Shares};
use crate::sorting::Sorter;
use anyhow::{Context, bail};
use arrow_array::cast::AsArray;
use arrow_array::types::Int64Type;
use arrow_array::{Array, BooleanArray, Int64Array, RecordBatch};
use arrow_schema::Schema;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

/// The class of a row's board, and the share by which it is dealt out.
type Classed = Option<([u8; 16], u64)>;

/// What the workers have found out about some rows.
fn classes(answers: &RecordBatch) -> impl Iterator<Item = Classed> {
    let column = |place: usize| -> &Int64Array { answers.column(place).as_primitive::<Int64Type>() };
    let (high, low, share) = (column(0), column(1), column(2));
    (0..answers.num_rows()).map(move |row| {
        high.is_valid(row).then(|| {
            let key = u128::from(high.value(row) as u64) << 64 | u128::from(low.value(row) as u64);
            (key.to_be_bytes(), share.value(row) as u64)
        })
    })
}

/// A taker of classes: gets row after row.
struct Classes<F> {
    each: F,
    progress: Progress,
    rows: u64,
    notices: Notices,
}

impl<F: FnMut(&mut dyn Iterator<Item = Classed>) -> anyhow::Result<()>> Taker for Classes<F> {
    fn take(&mut self, made: Made) -> anyhow::Result<Vec<(usize, Group)>> {
        let Made { source, rows, encoded, remarks } = made;
        let [Encoded::Not(answers)] = &encoded[..] else { bail!("rows without their classes") };
        (self.each)(&mut classes(answers))?;
        self.rows += rows;
        self.notices.take(&source, remarks, &self.progress);
        self.progress.reach(self.rows);
        Ok(Vec::new())
    }
}

/// What became of the rows of a table.
pub(crate) struct Count {
    pub(crate) rows: u64,
    /// Rows that hold boards.
    pub(crate) boards: u64,
    pub(crate) outcome: Outcome,
}

impl Count {
    fn of(rows: u64, tally: &Tally) -> Count {
        let outcome = if tally.good == tally.puzzles { Outcome::Success } else { Outcome::SomeFailed };
        Count { rows, boards: tally.good, outcome }
    }
}

/// Reads all rows and hands on their classes.
fn each_class(
    task: &ClassTask<'_>,
    request: &Request<'_>,
    reader: Reader,
    each: impl FnMut(&mut dyn Iterator<Item = Classed>) -> anyhow::Result<()>,
) -> anyhow::Result<Count> {
    let progress = Progress::beside(reader.rows, "rows");
    let mut taker = Classes { each, progress, rows: 0, notices: Notices::default() };
    pass(task, request, reader, |_, answers| Ok(vec![Encoded::Not(answers)]), &mut taker)?;
    taker.progress.finish();
    Ok(Count::of(taker.rows, &taker.notices.remarks.tally))
}

/// Hands on the class of every board of a table.
///
/// # Errors
/// If the table cannot be read.
pub(crate) fn census(
    task: &ClassTask<'_>,
    request: &Request<'_>,
    mut each: impl FnMut([u8; 16]) -> anyhow::Result<()>,
) -> anyhow::Result<Outcome> {
    let reader = Reader::open(request, &request.input.read_options()?)?;
    let count = each_class(task, request, reader, |classes| classes.flatten().try_for_each(|(key, _)| each(key)))?;
    Ok(count.outcome)
}

/// How rows of a table are written again, without anything that is told about them.
fn layout(reader: &Reader, kind: Kind, compression: Option<Compression>) -> Layout {
    Layout {
        kind,
        separator: reader.separator,
        compression: compression.unwrap_or_default(),
        schema: reader.schema.clone(),
        different: vec![reader.column.clone()],
        has_blocks: false,
    }
}

/// Rows as they are written, if these are chosen.
fn copy(layout: &Layout, carried: &Carried, chosen: &BooleanArray) -> anyhow::Result<Encoded> {
    layout.encode(&carried.chosen(chosen)?, &RecordBatch::new_empty(Arc::new(Schema::empty())))
}

/// Writes the first row of each class: its classes are sorted, with the numbers of their rows, and the rows are read
/// again without those that are left out.
///
/// # Errors
/// If something cannot be read or written; then there is no output.
pub(crate) fn dedupe(
    task: &ClassTask<'_>,
    request: &Request<'_>,
    memory: usize,
    folder: &Path,
) -> anyhow::Result<(Count, u64)> {
    let inputs = &request.input.inputs;
    anyhow::ensure!(
        !inputs.is_empty() && inputs.iter().all(|input| Path::new(input).is_file()),
        "a table is read twice: give it as a file"
    );
    let options = request.input.read_options()?;
    let reader = Reader::open(request, &options)?;
    let layout = layout(&reader, request.target(reader.kind), request.table.compression);
    let sink = Arc::new(Mutex::new(Sink::beside(request.work.output.as_deref(), inputs)?));
    let writer = Writer::new(&layout, &sink)?;
    finish_on_interrupt(&sink)?;
    let write = || {
        let mut sorter = Sorter::<24>::new(memory / 2, folder);
        let mut dropped = Sorter::<8>::new(memory / 2, folder);
        let mut number = 0u64;
        let count = each_class(task, request, reader, |classes| {
            for class in classes {
                match class {
                    None => dropped.push(number.to_be_bytes())?,
                    Some((key, _)) => {
                        let mut record = [0; 24];
                        record[..16].copy_from_slice(&key);
                        record[16..].copy_from_slice(&number.to_be_bytes());
                        sorter.push(record)?;
                    }
                }
                number += 1;
            }
            Ok(())
        })?;
        let mut last = None;
        for record in sorter.sorted()? {
            let record = record?;
            let (key, number) = record.split_first_chunk::<16>().context("a record without a key")?;
            if last == Some(*key) {
                dropped.push(number.try_into().context("a record without a number")?)?;
            }
            last = Some(*key);
        }
        let mut dropped = dropped.sorted()?.peekable();
        let mut number = 0u64;
        let mut is_kept = || {
            let is_dropped = match dropped.peek() {
                Some(Ok(next)) => u64::from_be_bytes(*next) == number,
                Some(Err(_)) => true,
                None => false,
            };
            number += 1;
            if is_dropped { dropped.next().transpose().map(|_| false) } else { Ok(true) }
        };
        // Which rows are kept is known in their order; to write them is spread over threads.
        let (again, mut kept) = (Reader::open(request, &options)?, 0);
        let mut scribe = Scribe::new(vec![writer], Some(count.rows));
        let read = |accept: &mut Accept<'_, (Batch, BooleanArray)>| {
            again.run(|batch| {
                accept(batch.and_then(|batch| {
                    let chosen = (0..batch.rows()).map(|_| is_kept()).collect::<anyhow::Result<Vec<bool>>>()?;
                    let chosen = BooleanArray::from(chosen);
                    kept += chosen.true_count() as u64;
                    Ok((batch, chosen))
                }))
            });
        };
        let worker = || {
            |(batch, chosen): (Batch, BooleanArray)| {
                let encoded = vec![copy(&layout, &batch.carried, &chosen)?];
                Ok(Made { rows: batch.rows() as u64, source: batch.source, encoded, remarks: Remarks::default() })
            }
        };
        spread(read, threads(request.work), worker, &mut scribe)?;
        scribe.finish()?;
        Ok((count, kept))
    };
    write().inspect_err(|_| lock(&sink).abandon())
}

/// Where rows are dealt out to.
pub(crate) struct Deal<'a> {
    pub(crate) files: &'a [PathBuf],
    pub(crate) shares: Shares,
}

/// Deals rows out to parts; returns how many each has.
///
/// # Errors
/// If something cannot be read or written; then no part gets its name.
pub(crate) fn deal(
    task: &ClassTask<'_>,
    request: &Request<'_>,
    deal: &Deal<'_>,
) -> anyhow::Result<(Vec<u64>, Outcome)> {
    let reader = Reader::open(request, &request.input.read_options()?)?;
    let (mut layouts, mut writers, mut sinks) = (Vec::new(), Vec::new(), Vec::new());
    for file in deal.files {
        let kind = Kind::of_name(file).or(reader.kind).unwrap_or(Kind::Csv);
        if reader.schema.is_none() && kind != Kind::JsonLines {
            bail!("{}: the parts of JSON lines are JSON lines; convert them later", file.display());
        }
        let layout = layout(&reader, kind, request.table.compression);
        let sink = Arc::new(Mutex::new(Sink::beside(Some(file), &request.input.inputs)?));
        writers.push(Writer::new(&layout, &sink)?);
        layouts.push(layout);
        sinks.push(sink);
    }
    let rows: Vec<AtomicU64> = layouts.iter().map(|_| AtomicU64::new(0)).collect();
    let encode = |batch: &Batch, answers: RecordBatch| {
        let parts: Vec<_> = classes(&answers).map(|class| class.map(|(_, share)| deal.shares.part_of(share))).collect();
        let copy = |(part, layout): (usize, &Layout)| {
            let chosen = BooleanArray::from(parts.iter().map(|of| *of == Some(part)).collect::<Vec<_>>());
            rows[part].fetch_add(chosen.true_count() as u64, Ordering::Relaxed);
            copy(layout, &batch.carried, &chosen)
        };
        layouts.iter().enumerate().map(copy).collect()
    };
    let mut scribe = Scribe::new(writers, reader.rows);
    let dealt = pass(task, request, reader, encode, &mut scribe).and_then(|()| {
        let told = scribe.finish()?;
        let count = Count::of(told.rows, &told.notices.remarks.tally);
        if count.boards < count.rows {
            say(&format!("{} rows without a board are left out", count.rows - count.boards));
        }
        Ok((rows.iter().map(|rows| rows.load(Ordering::Relaxed)).collect(), count.outcome))
    });
    dealt.inspect_err(|_| sinks.iter().for_each(|sink| lock(sink).abandon()))
}
