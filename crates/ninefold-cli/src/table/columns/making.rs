//! Tables of puzzles that are made, not read.

use super::answers::{Builder, field};
use super::rows::columns_of;
use super::writer::{Encoded, Layout, write_tables};
use crate::Outcome;
use crate::batch::{Making, Portion, Progress, Sink};
use crate::input::Work;
use crate::kinds::{Column, Compression, Kind, Type};
use arrow_array::RecordBatch;
use arrow_schema::{Schema, SchemaRef};
use serde_json::Value;
use std::ops::Range;
use std::sync::Arc;

/// Makes everything as rows of these columns, and writes it as Parquet.
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

/// Parquet with these columns.
pub(super) fn layout(columns: &[Column], compression: Compression) -> Layout {
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

pub(super) fn schema(columns: &[Column]) -> SchemaRef {
    let fields = columns.iter().map(|column| field(column.name, column.kind));
    Arc::new(Schema::new(fields.collect::<Vec<_>>()))
}

/// Rows as columns.
///
/// # Errors
/// If a value is not of its column's type.
pub(super) fn batch(columns: &[Column], rows: &[Vec<Value>]) -> anyhow::Result<RecordBatch> {
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
