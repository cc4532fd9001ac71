//! Reads tables in batches of some thousand rows, from any number of files with the same columns.

use super::puzzles;
use super::records::Records;
use super::rows::{Batch, Broken, Carried, ROWS, Rows};
use super::text::{self, Objects};
use crate::batch::feed::Feed;
use crate::batch::source::{self, Source};
use crate::batch::{Item, find_sources};
use crate::kinds::Kind;
use crate::table::Request;
use anyhow::{Context, bail};
use arrow_array::builder::StringBuilder;
use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::{DataType, Field, Schema, SchemaRef, TimeUnit};
use ninefold::notation::{self, Format, Loss, ReadOptions, Record};
use parquet::arrow::arrow_reader::{ArrowReaderMetadata, ArrowReaderOptions, ParquetRecordBatchReaderBuilder};
use parquet::basic::Type as PhysicalType;
use std::fs::File;
use std::io::{BufRead, BufReader, Read, Seek, Write};
use std::sync::Arc;

/// An open table: its columns are known, its rows can be read.
pub(super) struct Reader {
    pub(super) head: Head,
    /// The rows of each file, or of standard input, with its name.
    parts: Vec<(Arc<str>, Stream)>,
    /// Puzzles as text, used in place of `parts`.
    lines: Option<Feed>,
    /// How puzzles are read.
    pub(super) options: ReadOptions,
}

/// What is known about a table before its rows are read.
pub(super) struct Head {
    /// `None` for puzzles as text.
    pub(super) kind: Option<Kind>,
    /// Unknown for JSON lines that are written as JSON lines.
    pub(super) schema: Option<SchemaRef>,
    /// Which column holds the puzzles.
    pub(super) column: String,
    /// The number of rows, if it is known in advance.
    pub(super) rows: Option<u64>,
    /// The separator of CSV values.
    pub(super) separator: u8,
}

/// The rows of a table, some thousand at a time.
type Stream = Box<dyn Iterator<Item = anyhow::Result<Rows>> + Send>;

impl Reader {
    /// Opens everything that the input names.
    ///
    /// # Errors
    /// If something is not a table, the tables have different columns, or no column can hold the puzzles.
    pub(super) fn open(request: &Request<'_>) -> anyhow::Result<Reader> {
        let options = request.input.read_options()?;
        let (mut parts, is_named) = (Vec::new(), request.table.column.is_some());
        let (sources, strays) = source::find(&request.input.inputs, &options);
        let mut any_text = !strays.is_empty();
        for source in sources {
            let kind = match &source {
                Source::File(path) => Kind::of_file(path).or(is_named.then_some(Kind::Csv)),
                // It is examined when it is opened.
                Source::Stdin => is_named.then_some(Kind::Csv),
                Source::Argument(..) => None,
            };
            match kind {
                Some(kind) => parts.push((kind, source)),
                None => any_text = true,
            }
        }
        anyhow::ensure!(!(is_named && any_text), "--column: the input is a table, but one of the names is not a file");
        if any_text || parts.is_empty() {
            anyhow::ensure!(
                parts.is_empty(),
                "the input has tables and puzzles as text; --column reads all of it as tables"
            );
            return Reader::of_lines(request, options);
        }
        let (mut opened, mut all) = (Vec::new(), None);
        for (kind, source) in parts {
            let name = source.name();
            let (head, rows) = open(request, &source, kind).with_context(|| name.clone())?;
            opened.push((Arc::from(name.as_str()), rows));
            let Some(Head { kind, schema, rows, separator, .. }) = &mut all else {
                all = Some(head);
                continue;
            };
            anyhow::ensure!(*kind == head.kind, "{name}: the tables before it are of another kind");
            same_columns(schema.as_deref(), head.schema.as_deref()).context(name)?;
            *rows = rows.zip(head.rows).map(|(before, more)| before + more);
            *separator = head.separator;
        }
        Ok(Reader { head: all.context("there is no input")?, parts: opened, lines: None, options })
    }

    /// Reads puzzles as text in any format, as a table of one column.
    fn of_lines(request: &Request<'_>, options: ReadOptions) -> anyhow::Result<Reader> {
        let (sources, outcome) = find_sources(request.input, &options);
        if outcome != crate::Outcome::Success {
            bail!("nothing is written, as the table would be incomplete");
        }
        let column = "puzzle".to_owned();
        let schema = Some(Arc::new(Schema::new(vec![Field::new(&column, DataType::Utf8, true)])));
        let lines = Some(Feed::new(sources, &options, Arc::default()));
        let head = Head { kind: None, schema, column, rows: None, separator: b',' };
        Ok(Reader { head, parts: Vec::new(), lines, options })
    }

    /// Hands out all rows in batches, until they are no longer accepted.
    ///
    /// # Errors
    /// If they cannot be read.
    pub(super) fn run(self, accept: &mut dyn FnMut(Batch) -> bool) -> anyhow::Result<()> {
        if let Some(feed) = self.lines {
            return run_lines(feed, &self.options, &self.head.schema.expect("lines have a column"), accept);
        }
        for (name, rows) in self.parts {
            let mut first = 1;
            for rows in rows {
                let rows = rows.with_context(|| format!("{name}: after row {}", first - 1))?;
                let batch = Batch { source: name.clone(), first, rows };
                first += batch.rows.count() as u64;
                if !batch.parts().all(&mut *accept) {
                    return Ok(());
                }
            }
        }
        Ok(())
    }
}

/// Opens a table and finds its columns.
fn open(request: &Request<'_>, source: &Source, kind: Kind) -> anyhow::Result<(Head, Stream)> {
    let wanted = request.table.column.as_deref();
    let opened = match source {
        Source::File(path) if kind == Kind::Parquet => return open_parquet(wanted, File::open(path)?),
        Source::Stdin => {
            let mut start = Vec::new();
            std::io::stdin().take(4).read_to_end(&mut start)?;
            let is_parquet = start == b"PAR1";
            let all = std::io::Cursor::new(start).chain(std::io::stdin());
            if is_parquet {
                return open_parquet(wanted, spooled(all)?);
            }
            source::decompressed(all, source.name())?
        }
        source => source.open(&Arc::default())?,
    };
    let mut reader = BufReader::with_capacity(1 << 16, opened);
    let first = reader.fill_buf()?.iter().find(|byte| !byte.is_ascii_whitespace());
    if kind == Kind::JsonLines || first == Some(&b'{') {
        // They stay unchanged if they are written as JSON lines.
        let is_kept = request.target(Some(Kind::JsonLines)) == Kind::JsonLines;
        let objects = Objects::open(Box::new(reader), is_kept)?;
        let schema = objects.schema.clone();
        let column = puzzle_column(schema.as_deref(), wanted)?;
        let rows = Box::new(objects.rows(column.clone()));
        return Ok((Head { kind: Some(Kind::JsonLines), schema, column, rows: None, separator: b',' }, rows));
    }
    let records = Records::open(Box::new(reader))?;
    let (schema, separator) = (text::columns(&records)?, records.separator);
    let column = puzzle_column(Some(&schema), wanted)?;
    let rows = Box::new(text::separated(records, schema.clone(), column.clone()));
    Ok((Head { kind: Some(Kind::Csv), schema: Some(schema), column, rows: None, separator }, rows))
}

/// Stores the input in a temporary file, because Parquet must be read from its end.
fn spooled(mut reader: impl Read) -> anyhow::Result<File> {
    let mut file = tempfile::tempfile().context("temporary file")?;
    std::io::copy(&mut reader, &mut file)?;
    file.flush()?;
    file.rewind()?;
    Ok(file)
}

fn open_parquet(wanted: Option<&str>, file: File) -> anyhow::Result<(Head, Stream)> {
    let mut metadata =
        ArrowReaderMetadata::load(&file, Default::default()).context("is not a complete Parquet file")?;
    if let Some(schema) = with_old_times(&metadata) {
        let options = ArrowReaderOptions::new().with_schema(schema);
        metadata = ArrowReaderMetadata::try_new(metadata.metadata().clone(), options)?;
    }
    let schema = metadata.schema().clone();
    let column = puzzle_column(Some(&schema), wanted)?;
    let count = u64::try_from(metadata.metadata().file_metadata().num_rows()).ok();
    let batches = ParquetRecordBatchReaderBuilder::new_with_metadata(file, metadata).with_batch_size(ROWS).build()?;
    let puzzles = column.clone();
    let rows = Box::new(batches.map(move |columns| Rows::of(columns?, &puzzles, Broken::new())));
    Ok((Head { kind: Some(Kind::Parquet), schema: Some(schema), column, rows: count, separator: b',' }, rows))
}

/// The columns, if some hold 96-bit times, as Spark often writes them. These are read as microseconds, because Spark does not
/// read nanoseconds, and some of the times that it writes would not fit into 64 bits as nanoseconds.
fn with_old_times(metadata: &ArrowReaderMetadata) -> Option<SchemaRef> {
    let leaves = metadata.metadata().file_metadata().schema_descr().columns();
    let is_old = |name: &str| {
        leaves.iter().any(|leaf| leaf.physical_type() == PhysicalType::INT96 && leaf.path().parts() == [name])
    };
    let schema = metadata.schema();
    schema.fields().iter().any(|field| is_old(field.name())).then(|| {
        let time = DataType::Timestamp(TimeUnit::Microsecond, Some("UTC".into()));
        let fields = schema.fields().iter().map(|field| match is_old(field.name()) {
            true => Arc::new(field.as_ref().clone().with_data_type(time.clone())),
            false => field.clone(),
        });
        Arc::new(Schema::new_with_metadata(fields.collect::<Vec<_>>(), schema.metadata().clone()))
    })
}

/// Finds the column that holds the puzzles.
fn puzzle_column(schema: Option<&Schema>, wanted: Option<&str>) -> anyhow::Result<String> {
    // Whether a line of JSON has the member is known only when it is read.
    let Some(schema) = schema else { return Ok(wanted.unwrap_or("puzzle").to_owned()) };
    let names = || schema.fields().iter().map(|field| format!("'{}'", field.name())).collect::<Vec<_>>().join(", ");
    let field = match (wanted, schema.fields().as_ref()) {
        (_, []) => bail!("has no columns"),
        (Some(name), fields) => {
            let mut found = fields.iter().filter(|field| field.name() == name);
            let field = found.next().with_context(|| format!("has no column '{name}'; the columns are {}", names()))?;
            anyhow::ensure!(found.next().is_none(), "has two columns '{name}'");
            field
        }
        (None, [field]) => field,
        (None, fields) => fields.iter().find(|field| field.name() == "puzzle").with_context(|| {
            format!("has no column 'puzzle'; the columns are {}; choose one with --column", names())
        })?,
    };
    if !puzzles::can_be_read(field.data_type()) {
        bail!("column '{}' is of type {}; {}", field.name(), field.data_type(), puzzles::EXPECTED);
    }
    Ok(field.name().clone())
}

fn same_columns(known: Option<&Schema>, schema: Option<&Schema>) -> anyhow::Result<()> {
    let (Some(known), Some(schema)) = (known, schema) else { return Ok(()) };
    for (one, other) in known.fields().iter().zip(schema.fields()) {
        anyhow::ensure!(
            one.name() == other.name() && one.data_type() == other.data_type(),
            "has column '{}' of type {} where the first input has '{}' of type {}",
            other.name(),
            other.data_type(),
            one.name(),
            one.data_type()
        );
    }
    let (one, other) = (known.fields().len(), schema.fields().len());
    anyhow::ensure!(one == other, "has {other} columns, the first input has {one}");
    Ok(())
}

fn run_lines(
    feed: Feed,
    options: &ReadOptions,
    schema: &SchemaRef,
    accept: &mut dyn FnMut(Batch) -> bool,
) -> anyhow::Result<()> {
    let (mut source, mut first) = (Arc::from(""), 1);
    let mut trouble = None;
    feed.run(&mut |job| {
        if source != job.source {
            (source, first) = (job.source.clone(), 1);
        }
        let mut texts = StringBuilder::new();
        for item in Item::all(&job, options) {
            texts.append_value(line_of(item.bytes(), item.read().ok().as_ref()));
        }
        let puzzles: ArrayRef = Arc::new(texts.finish());
        let columns = RecordBatch::try_new(schema.clone(), vec![puzzles.clone()]).expect("one column of text");
        let rows = Rows { carried: Carried::Columns(columns), puzzles, broken: Broken::new() };
        let batch = Batch { source: source.clone(), first, rows };
        first += batch.rows.count() as u64;
        trouble = job.trouble.clone();
        batch.parts().all(&mut *accept) && trouble.is_none()
    })?;
    trouble.map_or(Ok(()), |trouble| Err(anyhow::Error::msg(trouble)))
}

/// The puzzle on one line, if a line can express everything about it; otherwise as it was written in the input.
fn line_of(text: &[u8], record: Option<&Record>) -> String {
    let written = record.and_then(|record| notation::write(record, Format::Line).ok());
    match written.filter(|written| written.lost.iter().all(|loss| matches!(loss, Loss::Field(_)))) {
        Some(written) => written.text.trim_end().to_owned(),
        None => String::from_utf8_lossy(text).trim().to_owned(),
    }
}
