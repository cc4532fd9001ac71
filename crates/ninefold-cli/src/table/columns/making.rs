//! Tables of known columns: of puzzles that are made, directly or from stored lines; and reading such tables back.

use super::answers::{Builder, field};
use super::rows::{ROWS, columns_of};
use super::writer::{Encoded, LARGE, Layout, ROW_GROUP, add, begin, write_tables};
use crate::Outcome;
use crate::batch::{Making, Portion, Progress, Sink, in_order};
use crate::input::Work;
use crate::kinds::{Column, Compression, Kind, Type};
use anyhow::Context;
use arrow_array::RecordBatch;
use arrow_cast::display::{ArrayFormatter, FormatOptions};
use arrow_schema::{Schema, SchemaRef};
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use serde_json::Value;
use std::fs::File;
use std::io::{BufRead, BufReader, Seek, SeekFrom};
use std::ops::Range;
use std::path::Path;
use std::sync::{Arc, Mutex};

/// Makes everything as rows with these columns, and writes it as Parquet.
///
/// # Errors
/// If something cannot be made or written; then there is no output.
pub(crate) fn make<M: Fn(Range<u64>) -> anyhow::Result<Portion<Vec<Vec<Value>>>> + Sync>(
    making: &Making<M>,
    columns: &[Column],
    work: &Work,
    compression: Option<Compression>,
) -> anyhow::Result<Outcome> {
    let sink = Sink::beside(work.output.as_deref(), &[])?.shared()?;
    let layout = layout(columns, compression.unwrap_or_default());
    let progress = Progress::beside(Some(making.count), making.name);
    let make = |numbers| {
        let Portion { made, complaints } = (making.make)(numbers)?;
        Ok(Portion { made: Encoded::Columns(batch(columns, &made)?), complaints })
    };
    write_tables(&[(&layout, sink)], work.jobs.threads(), |write| {
        making.hand_on(work, progress, &make, |_, rows| write(0, rows))
    })
}

/// The layout of Parquet with these columns.
fn layout(columns: &[Column], compression: Compression) -> Layout {
    let different = columns.iter().filter(|column| column.kind == Type::Board);
    let different = different.map(|column| column.name.to_owned()).collect();
    Layout {
        kind: Kind::Parquet,
        separator: b',',
        compression,
        schema: Some(schema(columns)),
        different,
        has_blocks: false,
    }
}

fn schema(columns: &[Column]) -> SchemaRef {
    let fields = columns.iter().map(|column| field(column.name, column.kind));
    Arc::new(Schema::new(fields.collect::<Vec<_>>()))
}

/// Turns rows into columns.
///
/// # Errors
/// If a value is not of its column's type.
fn batch(columns: &[Column], rows: &[Vec<Value>]) -> anyhow::Result<RecordBatch> {
    let column = |(place, column): (usize, &Column)| {
        let mut builder = Builder::new(column.kind);
        for value in rows.iter().map(|row| &row[place]) {
            anyhow::ensure!(builder.add(value), "a value of another type than its column: {value}");
        }
        Ok(builder.finish())
    };
    let arrays = columns.iter().enumerate().map(column).collect::<anyhow::Result<_>>()?;
    columns_of(schema(columns), arrays, rows.len())
}

/// Lines that become a row group: where they begin, and their number.
struct Span {
    begin: u64,
    rows: usize,
}

/// Converts the lines of a file to rows of these columns with `values`, writes them to another file as Parquet, and waits until
/// it is on disk; `reach` is called with the number of rows done. The bytes do not depend on the number of threads.
///
/// # Errors
/// If something cannot be read, is not a row, or cannot be written. A full disk ends the program, as everywhere.
pub(crate) fn pack(
    (columns, compression): (&[Column], Compression),
    threads: usize,
    lines: &Path,
    values: impl Fn(&str) -> anyhow::Result<Vec<Value>> + Sync,
    into: &Path,
    mut reach: impl FnMut(u64),
) -> anyhow::Result<()> {
    let (from, to) = (|| lines.display().to_string(), || into.display().to_string());
    let spans = spans(lines).with_context(from)?;
    let sink = Arc::new(Mutex::new(Sink::create(into)?));
    let (mut file, encoder) = begin(&layout(columns, compression), &schema(columns), &sink)?;
    let make = |numbers: Range<u64>| {
        let number = usize::try_from(numbers.start).context("too many row groups")?;
        let mut input = File::open(lines)?;
        input.seek(SeekFrom::Start(spans[number].begin))?;
        let mut rows = BufReader::with_capacity(1 << 16, input).lines().take(spans[number].rows).peekable();
        let batches = std::iter::from_fn(|| {
            rows.peek()?;
            let rows = rows.by_ref().take(ROWS).map(|line| values(&line?)).collect::<anyhow::Result<Vec<_>>>();
            Some(rows.and_then(|rows| batch(columns, &rows)))
        });
        encoder.encode(number, batches).with_context(from)
    };
    let mut so_far = 0;
    in_order(0..spans.len() as u64, 1, threads, &make, |next, chunks| {
        add(&mut file, chunks)?;
        so_far += spans[next as usize - 1].rows as u64;
        reach(so_far);
        Ok(())
    })?;
    file.close()?;
    File::options().write(true).open(into).and_then(|file| file.sync_all()).with_context(to)
}

/// The row groups into which the lines are divided.
fn spans(lines: &Path) -> std::io::Result<Vec<Span>> {
    let mut input = BufReader::with_capacity(1 << 16, File::open(lines)?);
    let (mut spans, mut line): (Vec<Span>, Vec<u8>) = (Vec::new(), Vec::new());
    let (mut here, mut bytes) = (0, 0);
    loop {
        line.clear();
        let read = input.read_until(b'\n', &mut line)?;
        if read == 0 {
            return Ok(spans);
        }
        match spans.last_mut().filter(|span| span.rows < ROW_GROUP && bytes < LARGE) {
            Some(span) => span.rows += 1,
            None => {
                bytes = 0;
                spans.push(Span { begin: here, rows: 1 });
            }
        }
        bytes += read;
        here += read as u64;
    }
}

/// Reads Parquet with these columns row by row, passing on the values as texts, empty for nulls.
///
/// # Errors
/// The outer error: the file cannot be read, or `take` fails. The inner one: what is wrong with the file.
pub(crate) fn unpack(
    path: &Path,
    columns: &[Column],
    mut take: impl FnMut(Vec<String>) -> anyhow::Result<()>,
) -> anyhow::Result<Result<(), String>> {
    let (file, mut taken) = (File::open(path)?, Ok(()));
    let read = || {
        let builder = ParquetRecordBatchReaderBuilder::try_new(file);
        let builder =
            builder.map_err(|error| format!("is not a complete Parquet file: {error}"))?.with_batch_size(ROWS);
        let kinds = |schema: &Schema| {
            schema.fields().iter().map(|field| (field.name().clone(), field.data_type().clone())).collect::<Vec<_>>()
        };
        if kinds(builder.schema()) != kinds(&schema(columns)) {
            let names = columns.iter().map(|column| format!("{} ({})", column.name, type_name(column.kind)));
            return Err(format!("expected the columns {}", names.collect::<Vec<_>>().join(", ")));
        }
        let reader = builder.build().map_err(|error| format!("cannot be read: {error}"))?;
        let (mut rows, options) = (0, FormatOptions::default());
        for batch in reader {
            let batch = batch.map_err(|error| format!("after row {rows}: {error}"))?;
            rows += batch.num_rows();
            let texts = batch.columns().iter().map(|column| ArrayFormatter::try_new(column, &options));
            let texts = texts.collect::<Result<Vec<_>, _>>().map_err(|error| error.to_string())?;
            let row = |row| texts.iter().map(|text| text.value(row).to_string()).collect();
            taken = (0..batch.num_rows()).map(row).try_for_each(&mut take);
            if taken.is_err() {
                break;
            }
        }
        Ok(())
    };
    let read = read();
    taken.map(|()| read)
}

fn type_name(kind: Type) -> &'static str {
    match kind {
        Type::Text | Type::Board => "text",
        Type::Number => "64-bit integer",
        Type::Real => "double",
        Type::Flag => "boolean",
    }
}
