//! Tables as text: CSV with a header, and JSON lines.

use super::reader::Carried;
use anyhow::{Context, bail};
use arrow_array::builder::{ArrayBuilder, StringBuilder};
use arrow_array::cast::AsArray;
use arrow_array::{ArrayRef, RecordBatch, StringArray};
use arrow_cast::display::{ArrayFormatter, FormatOptions};
use arrow_json::reader::{Decoder, ReaderBuilder, infer_json_schema_from_iterator};
use arrow_json::writer::{LineDelimited, WriterBuilder};
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};
use serde_json::{Map, Value};
use std::collections::HashSet;
use std::io::{BufRead, Read};
use std::iter::{self, Peekable};
use std::sync::Arc;

/// A text that is read bit by bit.
type Text = Box<dyn BufRead + Send>;

/// A text that was looked into is put together again.
fn again(start: Vec<u8>, rest: Text) -> Text {
    Box::new(std::io::Cursor::new(start).chain(rest))
}

/// CSV: columns of text.
pub(super) struct Separated {
    reader: csv::Reader<Text>,
    schema: SchemaRef,
    separator: u8,
}

impl Separated {
    /// Reads the header. What separates values is what it has most of: commas, semicolons or tabs.
    ///
    /// # Errors
    /// If there is none.
    pub(super) fn open(mut text: Text) -> anyhow::Result<Separated> {
        let mut line = Vec::new();
        text.read_until(b'\n', &mut line)?;
        let count = |separator: u8| line.iter().filter(|byte| **byte == separator).count();
        // Of several the last would win, so the usual one is the last.
        let separator = [b'\t', b';', b','].into_iter().max_by_key(|separator| count(*separator)).unwrap_or(b',');
        let mut reader = csv::ReaderBuilder::new().delimiter(separator).from_reader(again(line, text));
        let header = reader.headers()?.clone();
        anyhow::ensure!(header.iter().any(|name| !name.is_empty()), "has no header that names its columns");
        let fields: Vec<Field> = header.iter().map(|name| Field::new(name, DataType::Utf8, true)).collect();
        Ok(Separated { reader, schema: Arc::new(Schema::new(fields)), separator })
    }

    pub(super) fn schema(&self) -> SchemaRef {
        self.schema.clone()
    }

    pub(super) fn separator(&self) -> u8 {
        self.separator
    }

    /// The rows, so many at a time. A value that is empty is none.
    pub(super) fn batches(mut self, rows: usize) -> impl Iterator<Item = anyhow::Result<RecordBatch>> {
        let mut record = csv::StringRecord::new();
        let mut is_over = false;
        iter::from_fn(move || {
            if is_over {
                return None;
            }
            let mut columns: Vec<StringBuilder> = self.schema.fields().iter().map(|_| StringBuilder::new()).collect();
            for _ in 0..rows {
                match self.reader.read_record(&mut record) {
                    Ok(true) => {}
                    Ok(false) => {
                        is_over = true;
                        break;
                    }
                    Err(error) => {
                        is_over = true;
                        return Some(Err(error.into()));
                    }
                }
                for (column, value) in columns.iter_mut().zip(&record) {
                    column.append_option(Some(value).filter(|value| !value.is_empty()));
                }
            }
            let columns: Vec<ArrayRef> = columns.iter_mut().map(ArrayBuilder::finish).collect();
            if columns[0].is_empty() {
                return None;
            }
            Some(RecordBatch::try_new(self.schema.clone(), columns).map_err(anyhow::Error::new))
        })
    }
}

/// JSON lines.
pub(super) struct Objects {
    lines: Peekable<Lines>,
    /// How they become columns, if they are to.
    schema: Option<SchemaRef>,
    /// What was looked at to know the columns.
    start: Vec<(u64, String)>,
}

/// So many lines tell which columns there are.
const EXAMPLES: usize = 1 << 16;

/// Lines with their numbers, without blank ones.
struct Lines {
    text: Text,
    number: u64,
}

impl Iterator for Lines {
    type Item = anyhow::Result<(u64, String)>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let mut line = String::new();
            self.number += 1;
            match self.text.read_line(&mut line).with_context(|| format!("line {}", self.number)) {
                Ok(0) => return None,
                Ok(_) if line.trim_start_matches('\u{feff}').trim().is_empty() => {}
                Ok(_) => return Some(Ok((self.number, line.trim_start_matches('\u{feff}').trim().to_owned()))),
                Err(error) => return Some(Err(error)),
            }
        }
    }
}

impl Objects {
    /// Looks at the first lines, unless lines are kept as they are.
    ///
    /// # Errors
    /// If they are no objects.
    pub(super) fn open(text: Text, is_kept: bool) -> anyhow::Result<Objects> {
        let mut lines = Lines { text, number: 0 }.peekable();
        if is_kept {
            return Ok(Objects { lines, schema: None, start: Vec::new() });
        }
        let start = lines.by_ref().take(EXAMPLES).collect::<anyhow::Result<Vec<_>>>()?;
        anyhow::ensure!(!start.is_empty(), "has no lines, so no columns");
        let values = start.iter().map(|(number, line)| {
            object(line).map(Value::Object).map_err(|error| ArrowError::JsonError(format!("line {number}: {error}")))
        });
        let schema = infer_json_schema_from_iterator(values).map_err(told)?;
        Ok(Objects { lines, schema: Some(Arc::new(schema)), start })
    }

    /// The columns, if lines are not kept as they are.
    pub(super) fn schema(&self) -> Option<SchemaRef> {
        self.schema.clone()
    }

    /// The rows, so many at a time.
    pub(super) fn batches(self, rows: usize, column: &str) -> impl Iterator<Item = anyhow::Result<Carried>> {
        let Objects { mut lines, schema, start } = self;
        let mut start = start.into_iter().map(Ok);
        let decoder = schema.map(|schema| {
            let column = column.to_owned();
            (ReaderBuilder::new(schema).with_strict_mode(true).with_batch_size(rows), column)
        });
        let mut decoder = decoder.map(|(builder, _)| builder.build_decoder());
        let mut is_over = false;
        iter::from_fn(move || {
            if is_over {
                return None;
            }
            let some: anyhow::Result<Vec<_>> = start.by_ref().chain(lines.by_ref()).take(rows).collect();
            let carried = some.and_then(|some| match &mut decoder {
                _ if some.is_empty() => Ok(None),
                None => Ok(Some(Carried::Objects(StringArray::from_iter_values(some.iter().map(|(_, line)| line))))),
                Some(decoder) => {
                    let decoder = decoder.as_mut().map_err(|error| anyhow::anyhow!("{error}"))?;
                    decoded(decoder, &some).map(|columns| Some(Carried::Columns(columns)))
                }
            });
            is_over = carried.is_err();
            carried.transpose()
        })
    }
}

fn decoded(decoder: &mut Decoder, lines: &[(u64, String)]) -> anyhow::Result<RecordBatch> {
    for (number, line) in lines {
        // So that each line is an object of its own.
        object(line).map_err(|error| anyhow::anyhow!("line {number}: {error}"))?;
        decoder.decode(line.as_bytes()).map_err(told).with_context(|| format!("line {number}"))?;
    }
    let (first, last) = (lines[0].0, lines[lines.len() - 1].0);
    let place = || format!("lines {first} to {last} are not like the first {EXAMPLES}");
    let columns = decoder.flush().map_err(told).with_context(place)?;
    columns.with_context(place)
}

/// The message alone.
fn told(error: ArrowError) -> anyhow::Error {
    match error {
        ArrowError::JsonError(message) => anyhow::Error::msg(message),
        error => error.into(),
    }
}

fn object(line: &str) -> Result<Map<String, Value>, String> {
    match serde_json::from_str(line) {
        Ok(Value::Object(object)) => Ok(object),
        Ok(_) => Err("is no JSON object".to_owned()),
        Err(error) => Err(format!("is no JSON object: {error}")),
    }
}

/// A member of each object, as text; nothing where it is null or missing.
///
/// # Errors
/// If a line is no object.
pub(super) fn members(lines: &StringArray, name: &str) -> anyhow::Result<ArrayRef> {
    let mut texts = StringBuilder::new();
    for line in lines.iter().flatten() {
        let object = object(line).map_err(|error| anyhow::anyhow!("'{}' {error}", shortened(line)))?;
        match object.get(name) {
            None | Some(Value::Null) => texts.append_null(),
            Some(Value::String(text)) => texts.append_value(text),
            // A list of numbers is a puzzle too; of anything else it is told why it is none.
            Some(other) => texts.append_value(other.to_string()),
        }
    }
    Ok(Arc::new(texts.finish()))
}

fn shortened(line: &str) -> String {
    match line.char_indices().nth(60) {
        Some((end, _)) => format!("{}...", &line[..end]),
        None => line.to_owned(),
    }
}

/// Rows of columns as CSV.
///
/// # Errors
/// If a column is of a type that has no text.
pub(super) fn csv(columns: &RecordBatch, separator: u8) -> anyhow::Result<Vec<u8>> {
    let options = FormatOptions::default().with_null("");
    let formatters = columns.columns().iter().map(|column| ArrayFormatter::try_new(column, &options));
    let formatters = formatters.collect::<Result<Vec<_>, _>>()?;
    let texts: Vec<Option<&StringArray>> = columns.columns().iter().map(|column| column.as_string_opt()).collect();
    let mut writer = csv::WriterBuilder::new().delimiter(separator).from_writer(Vec::new());
    for row in 0..columns.num_rows() {
        for (formatter, text) in formatters.iter().zip(&texts) {
            match text {
                Some(text) if arrow_array::Array::is_valid(text, row) => writer.write_field(text.value(row))?,
                Some(_) => writer.write_field("")?,
                None => writer.write_field(formatter.value(row).try_to_string()?)?,
            }
        }
        writer.write_record(None::<&[u8]>)?;
    }
    Ok(writer.into_inner().map_err(csv::IntoInnerError::into_error)?)
}

/// The names of columns as CSV.
pub(super) fn csv_header(schema: &Schema, separator: u8) -> Vec<u8> {
    let mut writer = csv::WriterBuilder::new().delimiter(separator).from_writer(Vec::new());
    writer.write_record(schema.fields().iter().map(|field| field.name())).expect("memory can be written to");
    writer.into_inner().expect("memory can be written to")
}

/// Rows of columns as JSON lines.
///
/// # Errors
/// If a column is of a type that JSON has not.
pub(super) fn json_lines(columns: &RecordBatch) -> anyhow::Result<Vec<u8>> {
    let builder = WriterBuilder::new().with_explicit_nulls(true);
    let mut writer = builder.build::<_, LineDelimited>(Vec::new());
    writer.write(columns)?;
    writer.finish()?;
    Ok(writer.into_inner())
}

/// Lines of JSON with more members.
///
/// # Errors
/// If a line has one of them already.
pub(super) fn extended(lines: &StringArray, answers: &RecordBatch) -> anyhow::Result<Vec<u8>> {
    if answers.num_columns() == 0 {
        let mut text = Vec::new();
        for line in lines.iter().flatten() {
            text.extend_from_slice(line.as_bytes());
            text.push(b'\n');
        }
        return Ok(text);
    }
    let added = json_lines(answers)?;
    let names: HashSet<&str> = answers.schema_ref().fields().iter().map(|field| field.name().as_str()).collect();
    let mut text = Vec::with_capacity(added.len() + 2 * lines.values().len());
    for (line, added) in lines.iter().flatten().zip(added.split(|byte| *byte == b'\n')) {
        let object = object(line).map_err(anyhow::Error::msg)?;
        if let Some(name) = object.keys().find(|name| names.contains(name.as_str())) {
            bail!("'{}' has a member '{name}' already; --add {name}=ANOTHER names it otherwise", shortened(line));
        }
        let body = line.strip_suffix('}').expect("an object ends so").trim_end();
        text.extend_from_slice(body.as_bytes());
        if !object.is_empty() {
            text.push(b',');
        }
        text.extend_from_slice(&added[1..]);
        text.push(b'\n');
    }
    Ok(text)
}
