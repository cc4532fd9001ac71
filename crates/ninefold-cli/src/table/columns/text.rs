//! Tables as text: CSV with a header, and JSON lines.

use super::records::{Entry, Records};
use super::rows::{Broken, Carried, ROWS, Rows};
use anyhow::{Context, bail};
use arrow_array::builder::{ArrayBuilder, StringBuilder};
use arrow_array::cast::AsArray;
use arrow_array::{RecordBatch, StringArray};
use arrow_cast::display::{ArrayFormatter, FormatOptions};
use arrow_json::EncoderOptions;
use arrow_json::reader::{ReaderBuilder, infer_json_schema_from_iterator};
use arrow_json::writer::{LineDelimited, NullableEncoder, WriterBuilder, make_encoder};
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};
use serde_json::{Map, Value};
use std::collections::HashSet;
use std::io::BufRead;
use std::iter;
use std::sync::Arc;

/// A text that is read piece by piece.
pub(super) type Text = Box<dyn BufRead + Send>;

/// The columns of CSV, all of them text.
///
/// # Errors
/// If there are no names.
pub(super) fn columns(records: &Records) -> anyhow::Result<SchemaRef> {
    let names = &records.names;
    anyhow::ensure!(names.iter().any(|name| !name.is_empty()), "has no header that names its columns");
    let fields = names.iter().map(|name| Field::new(name, DataType::Utf8, true));
    Ok(Arc::new(Schema::new(fields.collect::<Vec<_>>())))
}

/// The rows of CSV. Empty values are null, as are all values of a broken row.
pub(super) fn separated(
    mut records: Records,
    schema: SchemaRef,
    column: String,
) -> impl Iterator<Item = anyhow::Result<Rows>> {
    let mut read = move || -> anyhow::Result<Option<Rows>> {
        let mut columns: Vec<StringBuilder> = schema.fields().iter().map(|_| StringBuilder::new()).collect();
        let (mut broken, mut rows) = (Vec::new(), 0);
        while rows < ROWS
            && let Some(entry) = records.next()?
        {
            match entry {
                Entry::Sound(record) => {
                    for (column, value) in columns.iter_mut().zip(record) {
                        column.append_option(str::from_utf8(value).ok().filter(|value| !value.is_empty()));
                    }
                }
                Entry::Broken(why) => {
                    broken.push((rows, why));
                    columns.iter_mut().for_each(StringBuilder::append_null);
                }
            }
            rows += 1;
        }
        let columns = columns.iter_mut().map(ArrayBuilder::finish).collect();
        let rows = (rows > 0).then(|| Rows::of(RecordBatch::try_new(schema.clone(), columns)?, &column, broken));
        rows.transpose()
    };
    iter::from_fn(move || read().transpose())
}

/// A reader of JSON lines.
pub(super) struct Objects {
    lines: Box<dyn Iterator<Item = anyhow::Result<Line>> + Send>,
    /// The schema for turning lines into columns, unless they are kept unchanged.
    pub(super) schema: Option<SchemaRef>,
}

/// A line with its number, or what is wrong with it.
type Line = (u64, Result<String, String>);

/// The number of lines that are examined to find the columns.
const EXAMPLES: usize = 1 << 16;

/// The lines that are not blank, with their numbers.
fn lines(text: Text) -> impl Iterator<Item = anyhow::Result<Line>> {
    (1..).zip(text.split(b'\n')).filter_map(|(number, line)| {
        let line = match line.with_context(|| format!("line {number}")) {
            Ok(line) => line,
            Err(error) => return Some(Err(error)),
        };
        let line = match str::from_utf8(&line) {
            Ok(line) => Ok(line.trim_start_matches('\u{feff}').trim().to_owned()),
            Err(_) => Err("is not UTF-8".to_owned()),
        };
        (line.as_deref() != Ok("")).then_some(Ok((number, line)))
    })
}

impl Objects {
    /// Examines the first lines, unless lines are kept unchanged.
    ///
    /// # Errors
    /// If none of them is an object, or they cannot be read.
    pub(super) fn open(text: Text, is_kept: bool) -> anyhow::Result<Objects> {
        let mut lines = lines(text);
        if is_kept {
            return Ok(Objects { lines: Box::new(lines), schema: None });
        }
        let start = lines.by_ref().take(EXAMPLES).collect::<anyhow::Result<Vec<_>>>()?;
        anyhow::ensure!(!start.is_empty(), "has no lines, so no columns");
        let read = |(_, line): &Line| line.as_deref().map_err(Clone::clone).and_then(object);
        if let (number, Err(error)) = (start[0].0, read(&start[0]))
            && start.iter().all(|line| read(line).is_err())
        {
            bail!("line {number}: {error}; and no line is an object");
        }
        let values = start.iter().flat_map(read).map(|object| Ok(Value::Object(object)));
        let schema = infer_json_schema_from_iterator(values).map_err(message)?;
        let lines = Box::new(start.into_iter().map(Ok).chain(lines));
        Ok(Objects { lines, schema: Some(Arc::new(schema)) })
    }

    /// The rows, with the puzzles in this member. A broken line has no values.
    pub(super) fn rows(self, column: String) -> impl Iterator<Item = anyhow::Result<Rows>> {
        let Objects { mut lines, schema } = self;
        let builder = schema.map(|schema| {
            ReaderBuilder::new(schema).with_strict_mode(true).with_coerce_primitive(true).with_batch_size(ROWS)
        });
        let mut read = move || -> anyhow::Result<Option<Rows>> {
            let some: Vec<_> = lines.by_ref().take(ROWS).collect::<anyhow::Result<_>>()?;
            match &builder {
                _ if some.is_empty() => Ok(None),
                None => Ok(Some(kept(some, &column))),
                Some(builder) => decoded(builder, some, &column).map(Some),
            }
        };
        iter::from_fn(move || read().transpose())
    }
}

/// Stands in for a broken line: it has no members.
const NOTHING: &str = "{}";

/// A line with its object; a broken line is recorded.
fn checked(row: usize, (number, line): Line, broken: &mut Broken) -> (String, Map<String, Value>) {
    line.and_then(|line| object(&line).map(|object| (line, object))).unwrap_or_else(|why| {
        broken.push((row, format!("line {number}: {why}")));
        (NOTHING.to_owned(), Map::new())
    })
}

/// Lines unchanged, with a member of each object as text; null if it is null or missing.
fn kept(lines: Vec<Line>, column: &str) -> Rows {
    let (mut texts, mut all, mut broken) = (StringBuilder::new(), StringBuilder::new(), Vec::new());
    for (row, line) in lines.into_iter().enumerate() {
        let (line, object) = checked(row, line, &mut broken);
        all.append_value(&line);
        match object.get(column) {
            None if is_itself_puzzle(&object, column) => texts.append_value(&line),
            None | Some(Value::Null) => texts.append_null(),
            Some(Value::String(text)) => texts.append_value(text),
            // A list of numbers is a puzzle too; for anything else, reading it gives the reason why it is not one.
            Some(other) => texts.append_value(other.to_string()),
        }
    }
    Rows { carried: Carried::Objects(all.finish()), puzzles: Arc::new(texts.finish()), broken }
}

/// Whether an object has no member for the puzzle because it is one itself, with further rules, in our own JSON or f-puzzles'.
fn is_itself_puzzle(object: &Map<String, Value>, column: &str) -> bool {
    let has_all = |names: &[&str]| names.iter().all(|name| object.contains_key(*name));
    !object.contains_key(column) && (has_all(&["rows", "cols", "values"]) || has_all(&["size", "grid"]))
}

/// Turns lines into columns.
fn decoded(builder: &ReaderBuilder, lines: Vec<Line>, column: &str) -> anyhow::Result<Rows> {
    let mut broken = Vec::new();
    // Collected separately, so that each line is an object of its own.
    let (mut texts, mut puzzles) = (Vec::with_capacity(lines.len()), Vec::new());
    for (row, line) in lines.into_iter().enumerate() {
        let number = line.0;
        let (line, object) = checked(row, line, &mut broken);
        if is_itself_puzzle(&object, column) {
            puzzles.push(row);
        }
        texts.push((number, line));
    }
    let mut batches = Vec::new();
    decode(builder, &mut texts, 0, &mut broken, &mut batches)?;
    broken.sort_unstable();
    let schema = batches.first().context("no lines")?.schema();
    let mut rows = Rows::of(arrow_select::concat::concat_batches(&schema, &batches)?, column, broken)?;
    // Lines with values of other types have been marked as broken by now.
    puzzles.retain(|row| texts[*row].1 != NOTHING);
    if let Some(known) = rows.puzzles.as_string_opt::<i32>().filter(|_| !puzzles.is_empty()) {
        let mut known: Vec<Option<&str>> = known.iter().collect();
        puzzles.iter().for_each(|row| known[*row] = Some(&texts[*row].1));
        rows.puzzles = Arc::new(StringArray::from(known));
    }
    Ok(rows)
}

/// Decodes lines from this row on, in ever smaller parts, until the lines that do not have the columns' types are isolated.
fn decode(
    builder: &ReaderBuilder,
    lines: &mut [(u64, String)],
    first: usize,
    broken: &mut Broken,
    batches: &mut Vec<RecordBatch>,
) -> anyhow::Result<()> {
    let mut decoder = builder.clone().build_decoder()?;
    let fed = lines.iter().try_for_each(|(_, line)| decoder.decode(line.as_bytes()).map(|_| ()));
    match (fed.and_then(|()| decoder.flush()), &mut *lines) {
        (Ok(columns), _) => batches.extend(columns),
        (Err(error), [(number, line)]) => {
            anyhow::ensure!(line != NOTHING, message(error));
            broken.push((first, format!("line {number} is not like the first {EXAMPLES}: {}", message(error))));
            *line = NOTHING.to_owned();
            decode(builder, lines, first, broken, batches)?;
        }
        (Err(_), lines) => {
            let middle = lines.len() / 2;
            let (head, tail) = lines.split_at_mut(middle);
            decode(builder, head, first, broken, batches)?;
            decode(builder, tail, first + middle, broken, batches)?;
        }
    }
    Ok(())
}

/// The bare message.
fn message(error: ArrowError) -> anyhow::Error {
    match error {
        ArrowError::JsonError(message) => anyhow::Error::msg(message),
        error => error.into(),
    }
}

fn object(line: &str) -> Result<Map<String, Value>, String> {
    match serde_json::from_str(line) {
        Ok(Value::Object(object)) => Ok(object),
        Ok(_) => Err("is not a JSON object".to_owned()),
        Err(error) => Err(format!("is not a JSON object: {error}")),
    }
}

fn shortened(line: &str) -> String {
    match line.char_indices().nth(60) {
        Some((end, _)) => format!("{}...", &line[..end]),
        None => line.to_owned(),
    }
}

/// Writes rows of columns as CSV. Lists and structures are written as JSON, which other programs can read.
///
/// # Errors
/// If a column is of a type that cannot be text.
pub(super) fn csv(columns: &RecordBatch, separator: u8) -> anyhow::Result<Vec<u8>> {
    let options = FormatOptions::default().with_null("");
    let nested = EncoderOptions::default();
    let columns_of = columns.schema_ref().fields().iter().zip(columns.columns());
    let mut cells = columns_of
        .map(|(field, column)| match column.as_string_opt::<i32>() {
            Some(text) => Ok(Cells::Text(text)),
            None if field.data_type().is_nested() => Ok(Cells::Nested(make_encoder(field, column, &nested)?)),
            None => Ok(Cells::Plain(ArrayFormatter::try_new(column, &options)?)),
        })
        .collect::<Result<Vec<_>, ArrowError>>()?;
    let mut writer = csv::WriterBuilder::new().delimiter(separator).from_writer(Vec::new());
    for row in 0..columns.num_rows() {
        for cells in &mut cells {
            match cells {
                Cells::Text(text) if arrow_array::Array::is_valid(text, row) => writer.write_field(text.value(row))?,
                Cells::Text(_) => writer.write_field("")?,
                Cells::Nested(encoder) => {
                    let mut json = Vec::new();
                    if !encoder.is_null(row) {
                        encoder.encode(row, &mut json);
                    }
                    writer.write_field(json)?;
                }
                Cells::Plain(formatter) => writer.write_field(formatter.value(row).try_to_string()?)?,
            }
        }
        writer.write_record(None::<&[u8]>)?;
    }
    Ok(writer.into_inner().map_err(csv::IntoInnerError::into_error)?)
}

/// The values of a column, as written in CSV.
enum Cells<'a> {
    Text(&'a StringArray),
    Nested(NullableEncoder<'a>),
    Plain(ArrayFormatter<'a>),
}

/// The names of columns as a line of CSV.
pub(super) fn csv_header(schema: &Schema, separator: u8) -> Vec<u8> {
    let mut writer = csv::WriterBuilder::new().delimiter(separator).from_writer(Vec::new());
    writer.write_record(schema.fields().iter().map(|field| field.name())).expect("memory can be written to");
    writer.into_inner().expect("memory can be written to")
}

/// Writes rows of columns as JSON lines.
///
/// # Errors
/// If a column is of a type that JSON lacks.
pub(super) fn json_lines(columns: &RecordBatch) -> anyhow::Result<Vec<u8>> {
    let builder = WriterBuilder::new().with_explicit_nulls(true);
    let mut writer = builder.build::<_, LineDelimited>(Vec::new());
    writer.write(columns)?;
    writer.finish()?;
    Ok(writer.into_inner())
}

/// Adds members to lines of JSON.
///
/// # Errors
/// If a line already has one of them.
pub(super) fn extended(lines: &StringArray, answers: &RecordBatch) -> anyhow::Result<Vec<u8>> {
    if answers.num_columns() == 0 {
        return Ok(lines.iter().flatten().flat_map(|line| [line, "\n"]).collect::<String>().into_bytes());
    }
    let added = json_lines(answers)?;
    let names: HashSet<&str> = answers.schema_ref().fields().iter().map(|field| field.name().as_str()).collect();
    let mut text = Vec::with_capacity(added.len() + 2 * lines.values().len());
    for (line, added) in lines.iter().flatten().zip(added.split(|byte| *byte == b'\n')) {
        let object = object(line).map_err(anyhow::Error::msg)?;
        if let Some(name) = object.keys().find(|name| names.contains(name.as_str())) {
            bail!("'{}' already has a member '{name}'; --add {name}=ANOTHER renames the new one", shortened(line));
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
