//! Tables of puzzles that are made, not read.

use super::answers::{Builder, field};
use super::writer::{Encoded, Layout, write_table};
use crate::Outcome;
use crate::batch::{Making, Portion, Progress, Sink, finish_on_interrupt, lock, threads};
use crate::input::Work;
use crate::kinds::{Column, Compression, Kind};
use arrow_array::{ArrayRef, RecordBatch, RecordBatchOptions};
use arrow_schema::{Schema, SchemaRef};
use serde_json::Value;
use std::ops::Range;
use std::sync::{Arc, Mutex};
use std::time::Instant;

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
    let start = Instant::now();
    let sink = Arc::new(Mutex::new(Sink::beside(work.output.as_deref(), &[])?));
    finish_on_interrupt(&sink)?;
    let layout = layout(columns, compression.unwrap_or_default());
    let mut progress = Progress::beside(Some(making.count), making.name);
    let mut outcome = Outcome::Success;
    let make = |numbers| {
        let Portion { made, complaints } = (making.make)(numbers)?;
        Ok(Portion { made: Encoded::Columns(batch(columns, &made)?), complaints })
    };
    let written = write_table(&layout, &sink, threads(work), |write| {
        outcome = making.hand_on(work, &mut progress, &make, |_, rows| write(rows))?;
        Ok(())
    });
    written.inspect_err(|_| lock(&sink).abandon())?;
    making.report(work, start);
    Ok(outcome)
}

/// Parquet with these columns.
pub(super) fn layout(columns: &[Column], compression: Compression) -> Layout {
    let different = columns.iter().filter(|column| column.holds_boards());
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
        for row in rows {
            builder.add(&row[place])?;
        }
        Ok(builder.finish())
    };
    let arrays: Vec<ArrayRef> = columns.iter().enumerate().map(column).collect::<anyhow::Result<_>>()?;
    let options = RecordBatchOptions::new().with_row_count(Some(rows.len()));
    Ok(RecordBatch::try_new_with_options(schema(columns), arrays, &options)?)
}
