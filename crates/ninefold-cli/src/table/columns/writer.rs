//! Writing tables: beside their place, which they take when they are complete.

use super::rows::Carried;
use super::text;
use crate::batch::{Desk, Sink, lock, ordered};
use crate::kinds::{Compression, Kind};
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

/// Rows of a row group: enough for readers to be fast, and not too much to hold in memory.
pub(super) const ROW_GROUP: usize = 1 << 16;

/// A row group of so many bytes is large enough with fewer rows.
pub(super) const LARGE: usize = 64 << 20;

/// What is to be written how.
pub(super) struct Layout {
    pub(super) kind: Kind,
    /// Between the values of CSV.
    pub(super) separator: u8,
    pub(super) compression: Compression,
    /// All columns, unless lines of JSON get more members.
    pub(super) schema: Option<SchemaRef>,
    /// Columns whose values are all different, as puzzles and solutions are: a dictionary of them is of no use.
    pub(super) different: Vec<String>,
    /// Whether texts that are no tables have blank lines between them.
    pub(super) has_blocks: bool,
}

/// Rows as they are written: workers make them ready.
pub(super) enum Encoded {
    Columns(RecordBatch),
    Text(Vec<u8>),
    /// Not yet: rows with their answers.
    Not(Carried, RecordBatch),
}

/// The columns of the input and then the new ones.
pub(super) fn all_columns(schema: &Schema, new: Vec<Field>) -> anyhow::Result<SchemaRef> {
    if let Some(field) = new.iter().find(|field| schema.column_with_name(field.name()).is_some()) {
        let name = field.name();
        anyhow::bail!("the table has a column '{name}' already; --add {name}=ANOTHER gives the new one another name");
    }
    // What Spark writes there lists all columns there are, and only those would be read again.
    let is_true = |(name, _): &(&String, &String)| !name.starts_with("org.apache.spark.");
    let metadata: HashMap<String, String> =
        schema.metadata().iter().filter(is_true).map(|(name, value)| (name.clone(), value.clone())).collect();
    let fields = schema.fields().iter().cloned().chain(new.into_iter().map(Arc::new));
    Ok(Arc::new(Schema::new_with_metadata(fields.collect::<Vec<_>>(), metadata)))
}

impl Layout {
    /// Rows with their answers, ready to be written.
    ///
    /// # Errors
    /// If they cannot be written in this form.
    pub(super) fn encode(&self, carried: &Carried, answers: &RecordBatch) -> anyhow::Result<Encoded> {
        if self.kind == Kind::Text {
            let texts = answers.column(0).as_string::<i32>().iter().flatten();
            return Ok(Encoded::Text(
                texts.collect::<Vec<_>>().join(if self.has_blocks { "\n" } else { "" }).into_bytes(),
            ));
        }
        let Some(schema) = &self.schema else {
            let Carried::Objects(lines) = carried else { anyhow::bail!("columns are no lines") };
            return Ok(Encoded::Text(text::extended(lines, answers)?));
        };
        let Carried::Columns(columns) = carried else { anyhow::bail!("lines are no columns") };
        let all: Vec<ArrayRef> = columns.columns().iter().chain(answers.columns()).cloned().collect();
        let options = arrow_array::RecordBatchOptions::new().with_row_count(Some(columns.num_rows()));
        let all = RecordBatch::try_new_with_options(schema.clone(), all, &options)?;
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

/// Rows that become a row group of Parquet. To encode and compress them takes time, so that workers do it.
pub(super) struct Group {
    number: usize,
    encoder: Encoder,
    rows: Vec<RecordBatch>,
}

/// Makes row groups of rows.
#[derive(Clone)]
pub(super) struct Encoder {
    schema: SchemaRef,
    factory: Arc<ArrowRowGroupWriterFactory>,
}

/// A row group as it stands in the file.
pub(super) struct Chunks(Vec<ArrowColumnChunk>);

impl Group {
    /// Encodes and compresses the rows.
    ///
    /// # Errors
    /// If a value cannot be written.
    pub(super) fn encode(self) -> anyhow::Result<Chunks> {
        self.encoder.encode(self.number, self.rows.into_iter().map(Ok))
    }
}

impl Encoder {
    /// Encodes and compresses rows as the row group with this number.
    ///
    /// # Errors
    /// If a value cannot be written, or the rows cannot be had.
    pub(super) fn encode(
        &self,
        number: usize,
        all_rows: impl Iterator<Item = anyhow::Result<RecordBatch>>,
    ) -> anyhow::Result<Chunks> {
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
        Ok(Chunks(columns.into_iter().map(ArrowColumnWriter::close).collect::<Result<_, _>>()?))
    }
}

/// A table that is being written: text as it comes, Parquet by row groups.
pub(super) struct Writer {
    sink: Arc<Mutex<Sink>>,
    /// A blank line comes before the next text.
    gap: bool,
    has_gaps: bool,
    gathered: Gathered,
}

/// The rows that have gathered for the next row group.
#[derive(Default)]
struct Gathered {
    encoder: Option<Encoder>,
    groups: usize,
    rows: Vec<RecordBatch>,
    count: usize,
    bytes: usize,
}

/// The file of Parquet that row groups are added to.
pub(super) struct ParquetFile(SerializedFileWriter<Door>);

/// The way of Parquet to the output.
struct Door(Arc<Mutex<Sink>>);

impl Write for Door {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        lock(&self.0).write(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl ParquetFile {
    /// Begins a file; returns what makes its row groups too.
    ///
    /// # Errors
    /// If a column is of a type that Parquet has not.
    pub(super) fn new(
        layout: &Layout,
        schema: &SchemaRef,
        sink: &Arc<Mutex<Sink>>,
    ) -> anyhow::Result<(ParquetFile, Encoder)> {
        let writer = ArrowWriter::try_new(Door(sink.clone()), schema.clone(), Some(layout.properties()));
        let (file, factory) = writer?.into_serialized_writer()?;
        Ok((ParquetFile(file), Encoder { schema: schema.clone(), factory: Arc::new(factory) }))
    }

    /// Adds the next row group.
    ///
    /// # Errors
    /// None is expected.
    pub(super) fn add(&mut self, chunks: Chunks) -> anyhow::Result<()> {
        let mut group = self.0.next_row_group()?;
        for chunk in chunks.0 {
            chunk.append_to_row_group(&mut group)?;
        }
        group.close()?;
        Ok(())
    }

    /// Writes what comes behind all row groups.
    ///
    /// # Errors
    /// None is expected.
    pub(super) fn finish(self) -> anyhow::Result<()> {
        self.0.close()?;
        Ok(())
    }
}

impl Writer {
    /// Begins with what comes before all rows; with the file that row groups are added to, if it is Parquet.
    ///
    /// # Errors
    /// If a column is of a type that cannot be written.
    pub(super) fn new(layout: &Layout, sink: &Arc<Mutex<Sink>>) -> anyhow::Result<(Writer, Option<ParquetFile>)> {
        let (mut file, mut gathered) = (None, Gathered::default());
        match (&layout.schema, layout.kind) {
            (Some(schema), Kind::Parquet) => {
                let (parquet, encoder) =
                    ParquetFile::new(layout, schema, sink).context("cannot be written as Parquet")?;
                (file, gathered.encoder) = (Some(parquet), Some(encoder));
            }
            (Some(schema), Kind::Csv) => lock(sink).write(&text::csv_header(schema, layout.separator)),
            _ => {}
        }
        let has_gaps = layout.kind == Kind::Text && layout.has_blocks;
        Ok((Writer { sink: sink.clone(), gap: false, has_gaps, gathered }, file))
    }

    /// Adds rows. When there are enough of them for a row group it is to be encoded, and then added in its turn.
    ///
    /// # Errors
    /// None is expected. If the output takes no more, the program ends.
    pub(super) fn write(&mut self, rows: Encoded) -> anyhow::Result<Option<Group>> {
        match rows {
            Encoded::Text(text) if text.is_empty() => {}
            Encoded::Text(text) => {
                if std::mem::replace(&mut self.gap, self.has_gaps) {
                    lock(&self.sink).write(b"\n");
                }
                lock(&self.sink).write(&text);
            }
            Encoded::Columns(columns) => {
                let gathered = &mut self.gathered;
                gathered.count += columns.num_rows();
                let bytes =
                    columns.columns().iter().map(|column| column.to_data().get_slice_memory_size().unwrap_or(0));
                gathered.bytes += bytes.sum::<usize>();
                gathered.rows.push(columns);
                if gathered.count >= ROW_GROUP || gathered.bytes >= LARGE {
                    return Ok(self.last_group());
                }
            }
            Encoded::Not(..) => anyhow::bail!("rows that are not ready"),
        }
        Ok(None)
    }

    /// The rows that have gathered, if there are any.
    pub(super) fn last_group(&mut self) -> Option<Group> {
        let gathered = &mut self.gathered;
        let rows = std::mem::take(&mut gathered.rows);
        (gathered.count, gathered.bytes) = (0, 0);
        let encoder = gathered.encoder.clone().filter(|_| !rows.is_empty())?;
        gathered.groups += 1;
        Some(Group { number: gathered.groups - 1, encoder, rows })
    }
}

/// Writes a table of the rows that `rows` hands out; row groups of Parquet are encoded by so many threads.
///
/// # Errors
/// Those of `rows`, or if the table cannot be written.
pub(super) fn write_table(
    layout: &Layout,
    sink: &Arc<Mutex<Sink>>,
    threads: usize,
    rows: impl FnOnce(&mut dyn FnMut(Encoded) -> anyhow::Result<()>) -> anyhow::Result<()> + Send,
) -> anyhow::Result<()> {
    let (mut writer, file) = Writer::new(layout, sink)?;
    if let Some(mut file) = file {
        let feed = |accept: &mut dyn FnMut(Group) -> bool| {
            rows(&mut |encoded| {
                let group = writer.write(encoded)?;
                anyhow::ensure!(group.is_none_or(&mut *accept), "row groups are not taken any more");
                Ok(())
            })?;
            // If the last one is not taken, that is an error already.
            let _ = writer.last_group().is_none_or(accept);
            Ok(())
        };
        ordered(
            threads,
            2,
            feed,
            || |group: Group, _: &Desk<'_, _>| group.encode(),
            |chunks| chunks.map_or(Ok(()), |chunks| file.add(chunks?)),
        )?;
        file.finish()?;
    } else {
        rows(&mut |encoded| writer.write(encoded).map(|_| ()))?;
    }
    lock(sink).complete()
}
