//! Rows of known columns that are kept as lines until they become Parquet, and Parquet with such columns read back.

use super::making::{batch, layout, schema};
use super::rows::ROWS;
use super::writer::{LARGE, ParquetFile, ROW_GROUP};
use crate::batch::{Sink, in_order};
use crate::kinds::{Column, Type};
use crate::table::Packing;
use anyhow::Context;
use arrow_array::cast::AsArray;
use arrow_array::types::{Float64Type, Int64Type};
use arrow_array::{Array, RecordBatch};
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use serde_json::Value;
use std::fs::File;
use std::io::{BufRead, BufReader, Seek, SeekFrom};
use std::path::Path;
use std::sync::{Arc, Mutex};

/// Lines that become a row group: where they begin, and how many they are.
struct Span {
    begin: u64,
    rows: usize,
}

/// Writes the lines of a file to another one as Parquet, and has the disk keep it; `reach` gets the number of rows done.
/// The bytes do not depend on the number of threads.
///
/// # Errors
/// If something cannot be read, is no row, or cannot be written. A full disk ends the program, as everywhere.
pub(crate) fn pack<V: Fn(&str) -> anyhow::Result<Vec<Value>> + Sync>(
    packing: &Packing<'_, V>,
    lines: &Path,
    into: &Path,
    mut reach: impl FnMut(u64),
) -> anyhow::Result<()> {
    let (from, to) = (|| lines.display().to_string(), || into.display().to_string());
    let spans = spans(lines).with_context(from)?;
    let sink = Arc::new(Mutex::new(Sink::create(into)?));
    let layout = layout(packing.columns, packing.compression);
    let (mut file, encoder) = ParquetFile::new(&layout, &schema(packing.columns), &sink)?;
    let make = |numbers: std::ops::Range<u64>| {
        let number = usize::try_from(numbers.start).context("too many row groups")?;
        encoder.encode(number, batches(packing, lines, &spans[number])?).with_context(from)
    };
    let mut so_far = 0;
    in_order(0..spans.len() as u64, 1, packing.threads, &make, |next, chunks| {
        file.add(chunks)?;
        so_far += spans[next as usize - 1].rows as u64;
        reach(so_far);
        Ok(())
    })?;
    file.finish()?;
    File::options().write(true).open(into).and_then(|file| file.sync_all()).with_context(to)
}

/// The rows of some lines, some thousand at a time.
fn batches<V: Fn(&str) -> anyhow::Result<Vec<Value>>>(
    packing: &Packing<'_, V>,
    lines: &Path,
    span: &Span,
) -> anyhow::Result<impl Iterator<Item = anyhow::Result<RecordBatch>>> {
    let mut file = File::open(lines)?;
    file.seek(SeekFrom::Start(span.begin))?;
    let mut lines = BufReader::with_capacity(1 << 16, file).lines().take(span.rows).peekable();
    Ok(std::iter::from_fn(move || {
        lines.peek()?;
        let rows = lines.by_ref().take(ROWS).map(|line| (packing.values)(&line?));
        Some(rows.collect::<anyhow::Result<Vec<_>>>().and_then(|rows| batch(packing.columns, &rows)))
    }))
}

/// The row groups that lines become.
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

/// Reads Parquet with these columns row by row: the values as texts, empty where there is none.
///
/// # Errors
/// The outer one: if the file cannot be read, or a row is not taken. The inner one: what is wrong with the file.
pub(crate) fn unpack(
    path: &Path,
    columns: &[Column],
    mut take: impl FnMut(Vec<String>) -> anyhow::Result<()>,
) -> anyhow::Result<Result<(), String>> {
    let builder = match ParquetRecordBatchReaderBuilder::try_new(File::open(path)?) {
        Ok(builder) => builder.with_batch_size(ROWS),
        Err(error) => return Ok(Err(format!("is no whole Parquet file: {error}"))),
    };
    let (found, expected) = (builder.schema(), schema(columns));
    let pairs = found.fields().iter().zip(expected.fields());
    let is_same = |(one, other): (&arrow_schema::FieldRef, &arrow_schema::FieldRef)| {
        one.name() == other.name() && one.data_type() == other.data_type()
    };
    if found.fields().len() != columns.len() || !pairs.into_iter().all(is_same) {
        let names = columns.iter().map(|column| format!("{} ({})", column.name, type_name(column.kind)));
        return Ok(Err(format!("expected the columns {}", names.collect::<Vec<_>>().join(", "))));
    }
    let reader = match builder.build() {
        Ok(reader) => reader,
        Err(error) => return Ok(Err(format!("cannot be read: {error}"))),
    };
    let mut rows = 0;
    for batch in reader {
        let batch = match batch {
            Ok(batch) => batch,
            Err(error) => return Ok(Err(format!("after row {rows}: {error}"))),
        };
        rows += batch.num_rows();
        (0..batch.num_rows()).try_for_each(|row| take(texts(&batch, columns, row)))?;
    }
    Ok(Ok(()))
}

fn texts(batch: &RecordBatch, columns: &[Column], row: usize) -> Vec<String> {
    let text = |(column, kind): (&arrow_array::ArrayRef, Type)| match kind {
        _ if column.is_null(row) => String::new(),
        Type::Text | Type::Board => column.as_string::<i32>().value(row).to_owned(),
        Type::Number => column.as_primitive::<Int64Type>().value(row).to_string(),
        Type::Real => column.as_primitive::<Float64Type>().value(row).to_string(),
        Type::Flag => column.as_boolean().value(row).to_string(),
    };
    batch.columns().iter().zip(columns.iter().map(|column| column.kind)).map(text).collect()
}

fn type_name(kind: Type) -> &'static str {
    match kind {
        Type::Text | Type::Board => "text",
        Type::Number => "64-bit integer",
        Type::Real => "double",
        Type::Flag => "boolean",
    }
}
