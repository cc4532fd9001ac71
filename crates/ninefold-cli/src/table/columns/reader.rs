//! Reading tables in batches of some thousand rows, from any number of files with the same columns.

use super::puzzles;
use super::rows::{Batch, Broken, Carried, ROWS, Rows};
use super::text::{Objects, Separated};
use crate::batch::feed::Feed;
use crate::batch::source::{self, Source};
use crate::batch::{Item, find_sources};
use crate::kinds::Kind;
use crate::table::Request;
use anyhow::{Context, bail};
use arrow_array::builder::StringBuilder;
use arrow_array::{Array, ArrayRef, RecordBatch};
use arrow_schema::{DataType, Field, Schema, SchemaRef, TimeUnit};
use ninefold::notation::{self, Format, Loss, ReadOptions, Record};
use parquet::arrow::arrow_reader::{ArrowReaderMetadata, ArrowReaderOptions, ParquetRecordBatchReaderBuilder};
use parquet::basic::Type as PhysicalType;
use std::fs::File;
use std::io::{BufRead, BufReader, Read, Seek, Write};
use std::sync::Arc;

/// One file, or standard input.
enum Part {
    Parquet { name: Arc<str>, file: File, metadata: ArrowReaderMetadata },
    Csv { name: Arc<str>, rows: Separated },
    Objects { name: Arc<str>, lines: Objects },
}

/// A table that is open: its columns are known, its rows come.
pub(super) struct Reader {
    parts: Vec<Part>,
    /// Puzzles as text, in place of parts.
    lines: Option<(Feed, ReadOptions)>,
    /// Not known of JSON lines that are written as such.
    pub(super) schema: Option<SchemaRef>,
    /// Which column holds the puzzles.
    pub(super) column: String,
    /// How many rows there are, if that is known beforehand.
    pub(super) rows: Option<u64>,
    /// What is read.
    pub(super) kind: Option<Kind>,
    /// What separates the values of CSV.
    pub(super) separator: u8,
}

/// What is open of an input.
type Opened = (Part, Option<SchemaRef>);

impl Reader {
    /// Opens everything that the input names. JSON lines are kept as they stand if they are `kept`.
    ///
    /// # Errors
    /// If something is no table, the tables have different columns, or none of them can hold the puzzles.
    pub(super) fn open(request: &Request<'_>, options: &ReadOptions) -> anyhow::Result<Reader> {
        let (mut parts, is_named) = (Vec::new(), request.table.column.is_some());
        let (sources, strays) = source::find(&request.input.inputs, options);
        let mut any_text = !strays.is_empty();
        for source in sources {
            let kind = match &source {
                Source::File(path) => Kind::of_file(path).or(is_named.then_some(Kind::Csv)),
                // It is looked at when it is opened.
                Source::Stdin => is_named.then_some(Kind::Csv),
                Source::Argument(..) => None,
            };
            match kind {
                Some(kind) => parts.push((kind, source)),
                None => any_text = true,
            }
        }
        anyhow::ensure!(!(is_named && any_text), "--column: the input is a table, but one of its names is no file");
        if any_text || parts.is_empty() {
            anyhow::ensure!(
                parts.is_empty(),
                "the input has tables and puzzles as text; --column makes all of it tables"
            );
            return Reader::of_lines(request, options);
        }
        let is_kept = request.target(Some(Kind::JsonLines)) == Kind::JsonLines;
        let wanted = request.table.column.as_deref();
        let (mut opened, mut first): (Vec<Part>, Option<(Option<SchemaRef>, String)>) = (Vec::new(), None);
        let (mut rows, mut separator, mut all_kinds) = (Some(0), b',', None);
        for (kind, source) in parts {
            let name = source.name();
            let (part, schema) = open(source, kind, is_kept).with_context(|| name.clone())?;
            let column = puzzle_column(schema.as_deref(), wanted).with_context(|| name.clone())?;
            let kind = match &part {
                Part::Parquet { metadata, .. } => {
                    let more = u64::try_from(metadata.metadata().file_metadata().num_rows()).unwrap_or(0);
                    rows = rows.map(|rows| rows + more);
                    Kind::Parquet
                }
                Part::Csv { rows: separated, .. } => {
                    (separator, rows) = (separated.separator(), None);
                    Kind::Csv
                }
                Part::Objects { .. } => {
                    rows = None;
                    Kind::JsonLines
                }
            };
            anyhow::ensure!(*all_kinds.get_or_insert(kind) == kind, "{name}: the tables before it are of another kind");
            match &first {
                None => first = Some((schema, column)),
                Some((known, _)) => {
                    same_columns(known.as_deref(), schema.as_deref()).with_context(|| name.clone())?;
                }
            }
            opened.push(part);
        }
        let (schema, column) = first.expect("there is an input");
        Ok(Reader { parts: opened, lines: None, schema, column, rows, kind: all_kinds, separator })
    }

    /// Puzzles as text in any format: a table of one column.
    fn of_lines(request: &Request<'_>, options: &ReadOptions) -> anyhow::Result<Reader> {
        let (sources, outcome) = find_sources(request.input, options);
        if outcome != crate::Outcome::Success {
            bail!("nothing is written, for the table would not be complete");
        }
        let column = "puzzle".to_owned();
        let schema = Arc::new(Schema::new(vec![Field::new(&column, DataType::Utf8, true)]));
        let feed = Feed::new(sources, options, false, Arc::default());
        let lines = Some((feed, options.clone()));
        let (parts, rows) = (Vec::new(), None);
        Ok(Reader { parts, lines, schema: Some(schema), column, rows, kind: None, separator: b',' })
    }

    /// Hands out all rows in batches, until they are no longer accepted.
    ///
    /// # Errors
    /// If they cannot be read.
    pub(super) fn run(self, accept: &mut dyn FnMut(Batch) -> bool) -> anyhow::Result<()> {
        if let Some((feed, options)) = self.lines {
            return run_lines(feed, &options, self.schema.expect("lines have a column"), accept);
        }
        for part in self.parts {
            let (name, batches): (_, Box<dyn Iterator<Item = _>>) = match part {
                Part::Parquet { name, file, metadata } => {
                    let builder = ParquetRecordBatchReaderBuilder::new_with_metadata(file, metadata);
                    let reader = builder.with_batch_size(ROWS).build().with_context(|| name.to_string())?;
                    let rows =
                        |columns| Rows { carried: Carried::Columns(columns), puzzles: None, broken: Broken::new() };
                    (name, Box::new(reader.map(move |columns| Ok(rows(columns?)))))
                }
                Part::Csv { name, rows } => (name, Box::new(rows.batches(ROWS))),
                Part::Objects { name, lines } => (name, Box::new(lines.batches(ROWS, &self.column))),
            };
            if !run_batches(&name, batches, &self.column, accept)? {
                break;
            }
        }
        Ok(())
    }
}

/// Opens a table and finds its columns.
fn open(source: Source, kind: Kind, is_kept: bool) -> anyhow::Result<Opened> {
    let name: Arc<str> = source.name().into();
    let opened = match &source {
        Source::File(path) if kind == Kind::Parquet => return open_parquet(name, File::open(path)?),
        Source::Stdin => {
            let mut start = Vec::new();
            std::io::stdin().take(4).read_to_end(&mut start)?;
            let is_parquet = start == b"PAR1";
            let all = std::io::Cursor::new(start).chain(std::io::stdin());
            if is_parquet {
                return open_parquet(name, spooled(all)?);
            }
            source::decompress(Box::new(all))?
        }
        source => source.open(&Arc::default())?,
    };
    let mut reader = BufReader::with_capacity(1 << 16, opened);
    let first = reader.fill_buf()?.iter().find(|byte| !byte.is_ascii_whitespace());
    match if kind == Kind::Csv && first == Some(&b'{') { Kind::JsonLines } else { kind } {
        Kind::Parquet => bail!("is no Parquet file"),
        Kind::Csv => {
            let rows = Separated::open(Box::new(reader))?;
            let schema = rows.schema();
            Ok((Part::Csv { name, rows }, Some(schema)))
        }
        Kind::JsonLines | Kind::Text => {
            let lines = Objects::open(Box::new(reader), is_kept)?;
            let schema = lines.schema();
            Ok((Part::Objects { name, lines }, schema))
        }
    }
}

/// Parquet must be read from its end.
fn spooled(mut reader: impl Read) -> anyhow::Result<File> {
    let mut file = tempfile::tempfile().context("temporary file")?;
    std::io::copy(&mut reader, &mut file)?;
    file.flush()?;
    file.rewind()?;
    Ok(file)
}

fn open_parquet(name: Arc<str>, file: File) -> anyhow::Result<Opened> {
    let mut metadata = ArrowReaderMetadata::load(&file, Default::default()).context("is no whole Parquet file")?;
    if let Some(schema) = with_old_times(&metadata) {
        let options = ArrowReaderOptions::new().with_schema(schema);
        metadata = ArrowReaderMetadata::try_new(metadata.metadata().clone(), options)?;
    }
    let schema = metadata.schema().clone();
    Ok((Part::Parquet { name, file, metadata }, Some(schema)))
}

/// The columns, if some hold times in 96 bits, as Spark likes to write them: those are read as microseconds, for Spark
/// reads no nanoseconds, and not all that it writes would fit into these.
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

/// The column that holds the puzzles.
fn puzzle_column(schema: Option<&Schema>, wanted: Option<&str>) -> anyhow::Result<String> {
    // Whether a line of JSON has the member is seen when it is read.
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
        (None, fields) => match fields.iter().find(|field| field.name() == "puzzle") {
            Some(field) => field,
            None if fields.len() == 1 => &fields[0],
            None => bail!("has no column 'puzzle'; the columns are {}; choose one with --column", names()),
        },
    };
    if !puzzles::can_be_read(field.data_type()) {
        bail!("column '{}' is of type {}; {}", field.name(), field.data_type(), puzzles::EXPECTED);
    }
    Ok(field.name().clone())
}

fn same_columns(known: Option<&Schema>, schema: Option<&Schema>) -> anyhow::Result<()> {
    let (Some(known), Some(schema)) = (known, schema) else { return Ok(()) };
    let pairs = known.fields().iter().zip(schema.fields());
    for (one, other) in pairs {
        if one.name() != other.name() || one.data_type() != other.data_type() {
            bail!(
                "has column '{}' of type {} where the first input has '{}' of type {}",
                other.name(),
                other.data_type(),
                one.name(),
                one.data_type()
            );
        }
    }
    let (one, other) = (known.fields().len(), schema.fields().len());
    anyhow::ensure!(one == other, "has {other} columns, the first input has {one}");
    Ok(())
}

/// Hands out the rows of one part; returns whether they are still accepted.
fn run_batches(
    name: &Arc<str>,
    batches: impl Iterator<Item = anyhow::Result<Rows>>,
    column: &str,
    accept: &mut dyn FnMut(Batch) -> bool,
) -> anyhow::Result<bool> {
    let mut first = 1;
    for rows in batches {
        let batch = rows.and_then(|Rows { carried, puzzles, broken }| {
            let puzzles = match (puzzles, &carried) {
                (Some(puzzles), _) => puzzles,
                (None, Carried::Columns(columns)) => {
                    columns.column_by_name(column).context("a column is missing")?.clone()
                }
                (None, Carried::Objects(_)) => bail!("lines without puzzles"),
            };
            Ok(Batch { source: name.clone(), first, carried, puzzles, broken })
        });
        let batch = batch.with_context(|| format!("{name}: after row {}", first - 1))?;
        first += batch.rows() as u64;
        if !batch.parts().all(&mut *accept) {
            return Ok(false);
        }
    }
    Ok(true)
}

fn run_lines(
    feed: Feed,
    options: &ReadOptions,
    schema: SchemaRef,
    accept: &mut dyn FnMut(Batch) -> bool,
) -> anyhow::Result<()> {
    let (mut source, mut row) = (Arc::from(""), 1);
    let mut trouble = None;
    feed.run(&mut |job| {
        if source != job.source {
            (source, row) = (job.source.clone(), 1);
        }
        let mut texts = StringBuilder::new();
        for item in Item::all(&job, options) {
            texts.append_value(line_of(item.bytes(), item.read().ok().as_ref()));
        }
        let puzzles: ArrayRef = Arc::new(texts.finish());
        let rows = puzzles.len();
        let columns = RecordBatch::try_new(schema.clone(), vec![puzzles.clone()]).expect("one column of text");
        let (carried, broken) = (Carried::Columns(columns), Broken::new());
        let batch = Batch { source: source.clone(), first: row, carried, puzzles, broken };
        row += rows as u64;
        trouble = job.trouble.clone();
        batch.parts().all(&mut *accept) && trouble.is_none()
    })?;
    trouble.map_or(Ok(()), |trouble| Err(anyhow::Error::msg(trouble)))
}

/// The puzzle in a line, if a line can say everything about it; else as it stands in the input.
fn line_of(text: &[u8], record: Option<&Record>) -> String {
    let as_it_is = || String::from_utf8_lossy(text).trim().to_owned();
    let Some(record) = record else { return as_it_is() };
    match notation::write(record, Format::Line) {
        Ok(written) if written.lost.iter().all(|loss| matches!(loss, Loss::Field(_))) => {
            written.text.trim_end().to_owned()
        }
        _ => as_it_is(),
    }
}
