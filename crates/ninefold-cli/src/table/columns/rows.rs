//! Rows of tables as they travel from readers to writers.

use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, BooleanArray, RecordBatch, StringArray};
use arrow_select::filter::{filter, filter_record_batch};
use std::sync::Arc;

/// Rows of a batch, at most.
pub(super) const ROWS: usize = 4096;

/// What travels along with the puzzles.
#[derive(Clone, Debug)]
pub(super) enum Carried {
    Columns(RecordBatch),
    /// Lines of JSON as they stand in the input.
    Objects(StringArray),
}

/// Rows that cannot be read, by their place among others, with the reasons.
pub(super) type Broken = Vec<(usize, String)>;

/// Rows as they are read.
pub(super) struct Rows {
    pub(super) carried: Carried,
    /// The puzzles, if they are no column.
    pub(super) puzzles: Option<ArrayRef>,
    /// These have no values.
    pub(super) broken: Broken,
}

/// Some rows of a table.
#[derive(Clone, Debug)]
pub(super) struct Batch {
    /// The name of the file.
    pub(super) source: Arc<str>,
    /// The number of the first row in it, from 1.
    pub(super) first: u64,
    pub(super) carried: Carried,
    pub(super) puzzles: ArrayRef,
    /// Rows without values.
    pub(super) broken: Broken,
}

impl Carried {
    /// Some of the rows.
    ///
    /// # Errors
    /// None is expected.
    pub(super) fn chosen(&self, chosen: &BooleanArray) -> anyhow::Result<Carried> {
        Ok(match self {
            Carried::Columns(columns) => Carried::Columns(filter_record_batch(columns, chosen)?),
            Carried::Objects(lines) => Carried::Objects(filter(lines, chosen)?.as_string::<i32>().clone()),
        })
    }
}

impl Batch {
    pub(super) fn rows(&self) -> usize {
        self.puzzles.len()
    }

    /// Which rows are not broken.
    pub(super) fn sound(&self) -> BooleanArray {
        let mut broken = self.broken.iter().peekable();
        (0..self.rows()).map(|place| Some(broken.next_if(|(row, _)| *row == place).is_none())).collect()
    }

    /// Some rows of it.
    fn slice(&self, from: usize, rows: usize) -> Batch {
        Batch {
            source: self.source.clone(),
            first: self.first + from as u64,
            carried: match &self.carried {
                Carried::Columns(columns) => Carried::Columns(columns.slice(from, rows)),
                Carried::Objects(lines) => Carried::Objects(lines.slice(from, rows)),
            },
            puzzles: self.puzzles.slice(from, rows),
            broken: {
                let within = self.broken.iter().filter(|(row, _)| (from..from + rows).contains(row));
                within.map(|(row, why)| (row - from, why.clone())).collect()
            },
        }
    }

    /// Parts of about the same work: the larger the boards, the fewer.
    pub(super) fn parts(self) -> impl Iterator<Item = Batch> {
        let bytes = self.puzzles.to_data().get_slice_memory_size().unwrap_or(0).div_ceil(self.rows().max(1));
        // As for lines: the work grows with the square of the length.
        let size = bytes.div_ceil(128).max(1);
        let rows = (ROWS / (size * size)).max(1);
        (0..self.rows()).step_by(rows).map(move |from| self.slice(from, rows.min(self.rows() - from)))
    }
}
