//! Writes tables, under temporary names that are replaced by the final ones when they are complete.

use super::reader::Reader;
use super::rows::{Carried, columns_of};
use super::text;
use crate::batch::{Desk, Sink, fail, lock, ordered};
use crate::kinds::{Compression, Kind};
use crate::table::Request;
use anyhow::Context;
use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, RecordBatch};
use arrow_schema::{Field, Schema, SchemaRef};
use parquet::arrow::ArrowWriter;
use parquet::arrow::arrow_writer::{ArrowColumnChunk, ArrowColumnWriter, ArrowRowGroupWriterFactory, compute_leaves};
use parquet::basic;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::ColumnPath;
use std::collections::HashMap;
use std::io::{self, Write};
use std::sync::{Arc, Mutex};

/// Rows in a row group: enough for fast reading, but not too many to hold in memory.
pub(super) const ROW_GROUP: usize = 1 << 16;

/// A row group of this many bytes is large enough, even with fewer rows.
pub(super) const LARGE: usize = 64 << 20;

/// What to write, and how.
pub(super) struct Layout {
    pub(super) kind: Kind,
    /// The separator of CSV values.
    pub(super) separator: u8,
    pub(super) compression: Compression,
    /// All columns, unless members are added to lines of JSON.
    pub(super) schema: Option<SchemaRef>,
    /// Columns whose values are all different, such as puzzles and solutions: a dictionary would be useless for them.
    pub(super) different: Vec<String>,
    /// Whether texts that are not tables are separated by blank lines.
    pub(super) has_blocks: bool,
}

/// Rows in the form in which they are written, prepared by workers.
pub(super) enum Encoded {
    Columns(RecordBatch),
    Text(Vec<u8>),
}

/// The columns of the input, followed by the new ones.
pub(super) fn all_columns(schema: &Schema, new: Vec<Field>) -> anyhow::Result<SchemaRef> {
    if let Some(field) = new.iter().find(|field| schema.column_with_name(field.name()).is_some()) {
        let name = field.name();
        anyhow::bail!("the table already has a column '{name}'; --add {name}=ANOTHER renames the new one");
    }
    // Spark's entries list all columns of the input, and only those would be read back.
    let is_true = |(name, _): &(&String, &String)| !name.starts_with("org.apache.spark.");
    let metadata: HashMap<String, String> =
        schema.metadata().iter().filter(is_true).map(|(name, value)| (name.clone(), value.clone())).collect();
    let fields = schema.fields().iter().cloned().chain(new.into_iter().map(Arc::new));
    Ok(Arc::new(Schema::new_with_metadata(fields.collect::<Vec<_>>(), metadata)))
}

impl Layout {
    /// A table with the columns of the input and the requested compression.
    pub(super) fn of(request: &Request<'_>, reader: &Reader, kind: Kind) -> Layout {
        Layout {
            kind,
            separator: reader.head.separator,
            compression: request.table.compression.unwrap_or_default(),
            schema: reader.head.schema.clone(),
            different: vec![reader.head.column.clone()],
            has_blocks: false,
        }
    }

    /// Prepares rows with their answers for writing.
    ///
    /// # Errors
    /// If they cannot be written in this form.
    pub(super) fn encode(&self, carried: &Carried, answers: &RecordBatch) -> anyhow::Result<Encoded> {
        if self.kind == Kind::Text {
            let texts = answers.column(0).as_string::<i32>().iter().flatten().collect::<Vec<_>>();
            return Ok(Encoded::Text(texts.join(if self.has_blocks { "\n" } else { "" }).into_bytes()));
        }
        let Some(schema) = &self.schema else {
            let Carried::Objects(lines) = carried else { anyhow::bail!("columns are no lines") };
            return Ok(Encoded::Text(text::extended(lines, answers)?));
        };
        let Carried::Columns(columns) = carried else { anyhow::bail!("lines are no columns") };
        let all: Vec<ArrayRef> = columns.columns().iter().chain(answers.columns()).cloned().collect();
        let all = columns_of(schema.clone(), all, columns.num_rows())?;
        Ok(match self.kind {
            Kind::Parquet => Encoded::Columns(all),
            Kind::Csv => Encoded::Text(text::csv(&all, self.separator)?),
            Kind::JsonLines | Kind::Text => Encoded::Text(text::json_lines(&all)?),
        })
    }

    fn properties(&self) -> WriterProperties {
        let compression = match self.compression {
            Compression::Zstd => basic::Compression::ZSTD(basic::ZstdLevel::default()),
            Compression::Snappy => basic::Compression::SNAPPY,
            Compression::Gzip => basic::Compression::GZIP(basic::GzipLevel::default()),
            Compression::Lz4 => basic::Compression::LZ4_RAW,
            Compression::None => basic::Compression::UNCOMPRESSED,
        };
        let metadata = self.schema.iter().flat_map(|schema| schema.metadata());
        let mut metadata: Vec<KeyValue> =
            metadata.map(|(name, value)| KeyValue::new(name.clone(), value.clone())).collect();
        metadata.sort_by(|one, other| one.key.cmp(&other.key));
        let properties = WriterProperties::builder()
            .set_compression(compression)
            .set_created_by(concat!("ninefold ", env!("CARGO_PKG_VERSION")).to_owned())
            .set_key_value_metadata(Some(metadata).filter(|metadata| !metadata.is_empty()));
        let different = self.different.iter().map(|name| ColumnPath::from(vec![name.clone()]));
        different.fold(properties, |properties, path| properties.set_column_dictionary_enabled(path, false)).build()
    }
}

/// Makes row groups from rows. Encoding and compressing takes time, so workers do it.
#[derive(Clone)]
pub(super) struct Encoder {
    schema: SchemaRef,
    factory: Arc<ArrowRowGroupWriterFactory>,
}

impl Encoder {
    /// Encodes and compresses rows as the row group with this number.
    ///
    /// # Errors
    /// If a value cannot be written, or the rows contain an error.
    pub(super) fn encode(
        &self,
        number: usize,
        all_rows: impl Iterator<Item = anyhow::Result<RecordBatch>>,
    ) -> anyhow::Result<Vec<ArrowColumnChunk>> {
        let mut columns = self.factory.create_column_writers(number)?;
        for rows in all_rows {
            let rows = rows?;
            let mut writers = columns.iter_mut();
            for (field, column) in self.schema.fields().iter().zip(rows.columns()) {
                for leaf in compute_leaves(field, column)? {
                    writers.next().context("a column has more leaves than its type")?.write(&leaf)?;
                }
            }
        }
        Ok(columns.into_iter().map(ArrowColumnWriter::close).collect::<Result<_, _>>()?)
    }
}

/// The Parquet file to which row groups are added.
pub(super) type ParquetFile = SerializedFileWriter<Door>;

/// The connection from Parquet to the output.
pub(super) struct Door(Arc<Mutex<Sink>>);

impl Write for Door {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        lock(&self.0).write(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Begins a Parquet file; also returns the encoder for its row groups.
///
/// # Errors
/// If a column is of a type that Parquet lacks.
pub(super) fn begin(
    layout: &Layout,
    schema: &SchemaRef,
    sink: &Arc<Mutex<Sink>>,
) -> anyhow::Result<(ParquetFile, Encoder)> {
    let writer = ArrowWriter::try_new(Door(sink.clone()), schema.clone(), Some(layout.properties()));
    let (file, factory) =
        writer.and_then(ArrowWriter::into_serialized_writer).context("cannot be written as Parquet")?;
    Ok((file, Encoder { schema: schema.clone(), factory: Arc::new(factory) }))
}

/// Adds the next row group.
pub(super) fn add(file: &mut ParquetFile, chunks: Vec<ArrowColumnChunk>) -> anyhow::Result<()> {
    let mut group = file.next_row_group()?;
    chunks.into_iter().try_for_each(|chunk| chunk.append_to_row_group(&mut group))?;
    group.close()?;
    Ok(())
}

/// A table being written: text as it comes, Parquet in row groups.
struct Writer {
    sink: Arc<Mutex<Sink>>,
    /// Whether a blank line must come before the next text.
    gap: bool,
    has_gaps: bool,
    encoder: Option<Encoder>,
    groups: usize,
    /// The rows gathered for the next row group.
    rows: Vec<RecordBatch>,
    count: usize,
    bytes: usize,
}

/// Rows that are to become the row group with this number.
type Group = (Encoder, usize, Vec<RecordBatch>);

impl Writer {
    /// Begins with what comes before all rows; also returns the file to which row groups are added, if it is Parquet.
    ///
    /// # Errors
    /// If a column is of a type that cannot be written.
    fn new(layout: &Layout, sink: &Arc<Mutex<Sink>>) -> anyhow::Result<(Writer, Option<ParquetFile>)> {
        let (file, encoder) = match (&layout.schema, layout.kind) {
            (Some(schema), Kind::Parquet) => Some(begin(layout, schema, sink)?).unzip(),
            (Some(schema), Kind::Csv) => {
                lock(sink).write(&text::csv_header(schema, layout.separator));
                (None, None)
            }
            _ => (None, None),
        };
        let (sink, has_gaps) = (sink.clone(), layout.kind == Kind::Text && layout.has_blocks);
        Ok((Writer { sink, gap: false, has_gaps, encoder, groups: 0, rows: Vec::new(), count: 0, bytes: 0 }, file))
    }

    /// Adds rows. Once there are enough for a row group, returns them to be encoded, and then added in turn.
    fn write(&mut self, rows: Encoded) -> Option<Group> {
        match rows {
            Encoded::Text(text) if text.is_empty() => {}
            Encoded::Text(text) => {
                if std::mem::replace(&mut self.gap, self.has_gaps) {
                    lock(&self.sink).write(b"\n");
                }
                lock(&self.sink).write(&text);
            }
            Encoded::Columns(columns) if columns.num_rows() == 0 => {}
            Encoded::Columns(columns) => {
                let size = |column: &ArrayRef| column.to_data().get_slice_memory_size().unwrap_or(0);
                self.count += columns.num_rows();
                self.bytes += columns.columns().iter().map(size).sum::<usize>();
                self.rows.push(columns);
                if self.count >= ROW_GROUP || self.bytes >= LARGE {
                    return self.last_group();
                }
            }
        }
        None
    }

    /// The rows gathered so far, if there are any.
    fn last_group(&mut self) -> Option<Group> {
        let rows = std::mem::take(&mut self.rows);
        (self.count, self.bytes) = (0, 0);
        let encoder = self.encoder.clone().filter(|_| !rows.is_empty())?;
        self.groups += 1;
        Some((encoder, self.groups - 1, rows))
    }
}

/// Writes tables with the rows that `rows` hands out, each with the number of its table; this many threads encode row groups of
/// Parquet. In the end all tables are complete.
///
/// # Errors
/// Those of `rows`, or if a table cannot be written. If the output fails, the program ends.
pub(super) fn write_tables<T: Send>(
    tables: &[(&Layout, Arc<Mutex<Sink>>)],
    threads: usize,
    rows: impl FnOnce(&mut dyn FnMut(usize, Encoded) -> anyhow::Result<()>) -> anyhow::Result<T> + Send,
) -> anyhow::Result<T> {
    let writers = tables.iter().map(|(layout, sink)| Writer::new(layout, sink)).collect::<anyhow::Result<Vec<_>>>()?;
    let (mut writers, mut files): (Vec<Writer>, Vec<_>) = writers.into_iter().unzip();
    let mut result = None;
    let feed = |accept: &mut dyn FnMut((usize, Group)) -> bool| {
        let mut offer = |table, group: Option<Group>| {
            let is_taken = group.is_none_or(|group| accept((table, group)));
            anyhow::ensure!(is_taken, "row groups are not taken any more");
            Ok(())
        };
        result = Some(rows(&mut |table, encoded| offer(table, writers[table].write(encoded)))?);
        (0..).zip(&mut writers).try_for_each(|(table, writer)| offer(table, writer.last_group()))
    };
    let worker = || {
        |(table, (encoder, number, rows)): (usize, Group), _: &Desk<'_, _>| {
            (table, encoder.encode(number, rows.into_iter().map(Ok)))
        }
    };
    ordered(threads, 2, feed, worker, |made| {
        let Some((table, chunks)) = made else { return Ok(()) };
        let file: &mut ParquetFile = files[table].as_mut().context("no Parquet")?;
        // An error must end the program here: the reading thread may be waiting for input that never comes.
        chunks.and_then(|chunks| add(file, chunks)).unwrap_or_else(|error| fail(&error));
        Ok(())
    })?;
    files.into_iter().flatten().try_for_each(|file| file.close().map(|_| ()))?;
    tables.iter().try_for_each(|(_, sink)| lock(sink).complete())?;
    result.context("no rows were handed out")
}
