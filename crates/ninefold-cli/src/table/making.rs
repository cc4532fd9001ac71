//! Tables of puzzles that are made, not read.

use super::answers::{Builder, field};
use super::reader::Carried;
use super::writer::{Layout, Writer};
use crate::Outcome;
use crate::batch::{Progress, Sink, finish_on_interrupt, in_order, lock, say, threads};
use crate::input::Work;
use crate::kinds::{Column, Compression, Kind};
use arrow_array::{ArrayRef, RecordBatch, RecordBatchOptions};
use arrow_schema::{Schema, SchemaRef};
use serde_json::Value;
use std::ops::Range;
use std::sync::{Arc, Mutex};
use std::time::Instant;

/// Some rows that were made.
pub(crate) struct Rows {
    /// Values in the order of the columns.
    pub(crate) rows: Vec<Vec<Value>>,
    /// What is not as it should be, a line each.
    pub(crate) complaints: Vec<String>,
}

/// What is made.
pub(crate) struct Making<'a, M> {
    pub(crate) columns: &'a [Column],
    /// How many, and how many at a time.
    pub(crate) count: u64,
    pub(crate) at_a_time: u64,
    /// Makes those with these numbers; or says why that cannot be done.
    pub(crate) make: M,
}

impl<M: Fn(Range<u64>) -> anyhow::Result<Rows> + Sync> Making<'_, M> {
    /// Makes everything and writes it as Parquet.
    ///
    /// # Errors
    /// If something cannot be made or written; then there is no output.
    pub(crate) fn run(&self, work: &Work, compression: Option<Compression>) -> anyhow::Result<Outcome> {
        let start = Instant::now();
        let sink = Arc::new(Mutex::new(Sink::beside(work.output.as_deref(), &[])?));
        finish_on_interrupt(&sink)?;
        let written = self.write(work, compression, &sink);
        let outcome = written.inspect_err(|_| lock(&sink).abandon())?;
        if work.stats {
            let (count, seconds) = (self.count, start.elapsed().as_secs_f64());
            say(&format!("{count} puzzles; {seconds:.3} s, {:.0} puzzles/s", count as f64 / seconds.max(1e-9)));
        }
        Ok(outcome)
    }

    fn write(&self, work: &Work, compression: Option<Compression>, sink: &Arc<Mutex<Sink>>) -> anyhow::Result<Outcome> {
        let layout = layout(self.columns, compression.unwrap_or_default());
        let mut writer = Writer::new(&layout, sink)?;
        let mut progress = Progress::beside(Some(self.count), "puzzles");
        let mut outcome = Outcome::Success;
        let make = |numbers| {
            let made = (self.make)(numbers)?;
            Ok((batch(self.columns, &made.rows)?, made.complaints))
        };
        in_order(0..self.count, self.at_a_time, threads(work), &make, |so_far, (rows, complaints)| {
            let (rows, none) = (Carried::Columns(rows), RecordBatch::new_empty(Arc::new(Schema::empty())));
            if let Some(group) = writer.write(layout.encode(&rows, &none)?)? {
                writer.add(group.encode()?)?;
            }
            for complaint in &complaints {
                progress.say(complaint);
                outcome = Outcome::SomeFailed;
            }
            progress.reach(so_far);
            Ok(())
        })?;
        if let Some(group) = writer.last_group() {
            writer.add(group.encode()?)?;
        }
        progress.finish();
        writer.finish()?;
        Ok(outcome)
    }
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
