//! Rows of tables on their way from readers to writers.

use anyhow::Context;
use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, BooleanArray, RecordBatch, RecordBatchOptions, StringArray};
use arrow_schema::SchemaRef;
use arrow_select::filter::{filter, filter_record_batch};
use std::sync::Arc;

/// The most rows in a batch.
pub(super) const ROWS: usize = 4096;

/// The data carried along with the puzzles.
#[derive(Clone, Debug)]
pub(super) enum Carried {
    Columns(RecordBatch),
    /// Lines of JSON as they were written in the input.
    Objects(StringArray),
}

/// Rows that cannot be read and have no values: their index among the others, and the reason.
pub(super) type Broken = Vec<(usize, String)>;

/// Rows as they were read.
pub(super) struct Rows {
    pub(super) carried: Carried,
    pub(super) puzzles: ArrayRef,
    pub(super) broken: Broken,
}

/// Some rows of a table.
pub(super) struct Batch {
    /// The name of the file.
    pub(super) source: Arc<str>,
    /// The number of the first row in the file, from 1.
    pub(super) first: u64,
    pub(super) rows: Rows,
}

/// Combines columns, of which there may be none, to a batch of this many rows.
///
/// # Errors
/// If they do not match the schema.
pub(super) fn columns_of(schema: SchemaRef, columns: Vec<ArrayRef>, rows: usize) -> anyhow::Result<RecordBatch> {
    let options = RecordBatchOptions::new().with_row_count(Some(rows));
    Ok(RecordBatch::try_new_with_options(schema, columns, &options)?)
}

impl Carried {
    /// Keeps the chosen rows.
    pub(super) fn chosen(&self, chosen: &BooleanArray) -> anyhow::Result<Carried> {
        Ok(match self {
            Carried::Columns(columns) => Carried::Columns(filter_record_batch(columns, chosen)?),
            Carried::Objects(lines) => Carried::Objects(filter(lines, chosen)?.as_string::<i32>().clone()),
        })
    }
}

impl Rows {
    /// Rows of columns, one of which holds the puzzles.
    ///
    /// # Errors
    /// If that column is missing.
    pub(super) fn of(columns: RecordBatch, column: &str, broken: Broken) -> anyhow::Result<Rows> {
        let puzzles = columns.column_by_name(column).context("a column is missing")?.clone();
        Ok(Rows { carried: Carried::Columns(columns), puzzles, broken })
    }

    pub(super) fn count(&self) -> usize {
        self.puzzles.len()
    }

    /// The rows that are not broken.
    pub(super) fn sound(&self) -> anyhow::Result<Carried> {
        let mut broken = self.broken.iter().peekable();
        let is_sound = |place| Some(broken.next_if(|(row, _)| *row == place).is_none());
        self.carried.chosen(&(0..self.count()).map(is_sound).collect())
    }

    /// Keeps the chosen rows.
    pub(super) fn chosen(&self, chosen: &BooleanArray) -> anyhow::Result<Rows> {
        let place = |row: usize| chosen.slice(0, row).true_count();
        let broken = self.broken.iter().filter(|(row, _)| chosen.value(*row));
        Ok(Rows {
            carried: self.carried.chosen(chosen)?,
            puzzles: filter(&self.puzzles, chosen)?,
            broken: broken.map(|(row, why)| (place(*row), why.clone())).collect(),
        })
    }

    /// This many rows, beginning with `from`.
    fn slice(&self, from: usize, rows: usize) -> Rows {
        let carried = match &self.carried {
            Carried::Columns(columns) => Carried::Columns(columns.slice(from, rows)),
            Carried::Objects(lines) => Carried::Objects(lines.slice(from, rows)),
        };
        let broken = self.broken.iter().filter(|(row, _)| (from..from + rows).contains(row));
        let broken = broken.map(|(row, why)| (row - from, why.clone())).collect();
        Rows { carried, puzzles: self.puzzles.slice(from, rows), broken }
    }
}

impl Batch {
    /// Divides the batch into parts of roughly equal work: the larger the boards, the fewer rows.
    pub(super) fn parts(self) -> impl Iterator<Item = Batch> {
        let Batch { source, first, rows } = self;
        let count = rows.count();
        let bytes = rows.puzzles.to_data().get_slice_memory_size().unwrap_or(0).div_ceil(count.max(1));
        // As for lines, the work grows with the square of the length.
        let size = bytes.div_ceil(128).max(1);
        let most = (ROWS / (size * size)).max(1);
        (0..count).step_by(most).map(move |from| Batch {
            source: source.clone(),
            first: first + from as u64,
            rows: rows.slice(from, most.min(count - from)),
        })
    }
}
