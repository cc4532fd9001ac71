//! Writing tables: beside their place, which they take when they are complete.

use super::reader::Carried;
use super::{Kind, text};
use crate::args::Compression;
use crate::batch::{Sink, lock};
use anyhow::Context;
use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::{Field, Schema, SchemaRef};
use parquet::arrow::ArrowWriter;
use parquet::basic;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::schema::types::ColumnPath;
use std::collections::HashMap;
use std::io::{self, Write};
use std::sync::{Arc, Mutex};

/// Rows of a row group: what other writers take, and not too much to hold in memory.
const ROW_GROUP: usize = 122_880;

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
}

/// Rows as they are written: workers make them ready.
pub(super) enum Encoded {
    Columns(RecordBatch),
    Text(Vec<u8>),
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
            Kind::JsonLines => Encoded::Text(text::json_lines(&all)?),
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
            .set_max_row_group_row_count(Some(ROW_GROUP))
            .set_created_by(concat!("ninefold ", env!("CARGO_PKG_VERSION")).to_owned())
            .set_key_value_metadata(Some(metadata).filter(|metadata| !metadata.is_empty()));
        let different = self.different.iter().map(|name| ColumnPath::from(vec![name.clone()]));
        different.fold(properties, |properties, path| properties.set_column_dictionary_enabled(path, false)).build()
    }
}

/// A table that is being written.
pub(super) struct Writer {
    sink: Arc<Mutex<Sink>>,
    parquet: Option<ArrowWriter<Door>>,
}

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

impl Writer {
    /// Begins with what comes before all rows.
    ///
    /// # Errors
    /// If a column is of a type that cannot be written.
    pub(super) fn new(layout: &Layout, sink: &Arc<Mutex<Sink>>) -> anyhow::Result<Writer> {
        let mut parquet = None;
        match (&layout.schema, layout.kind) {
            (Some(schema), Kind::Parquet) => {
                let writer = ArrowWriter::try_new(Door(sink.clone()), schema.clone(), Some(layout.properties()));
                parquet = Some(writer.context("cannot be written as Parquet")?);
            }
            (Some(schema), Kind::Csv) => lock(sink).write(&text::csv_header(schema, layout.separator)),
            _ => {}
        }
        Ok(Writer { sink: sink.clone(), parquet })
    }

    /// Adds rows.
    ///
    /// # Errors
    /// If a value cannot be written. If the output takes no more, the program ends.
    pub(super) fn write(&mut self, rows: &Encoded) -> anyhow::Result<()> {
        match (rows, &mut self.parquet) {
            (Encoded::Text(text), _) => lock(&self.sink).write(text),
            (Encoded::Columns(columns), Some(writer)) => writer.write(columns)?,
            (Encoded::Columns(_), None) => anyhow::bail!("columns are no text"),
        }
        Ok(())
    }

    /// The table is complete and gets its name.
    ///
    /// # Errors
    /// If it cannot be had.
    pub(super) fn finish(self) -> anyhow::Result<()> {
        if let Some(writer) = self.parquet {
            writer.close()?;
        }
        lock(&self.sink).complete()
    }
}
