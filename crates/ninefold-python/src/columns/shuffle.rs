//! Each row, transformed by a random symmetry.

use super::rows::Rows;
use super::strings::Strings;
use super::tools::{Tools, Unanswered, error_field};
use super::{Boards, Task};
use arrow_array::ArrayRef;
use arrow_schema::{DataType, Field};
use ninefold::symmetry::Transformation;
use std::ops::Range;

/// Columns `shuffled`, `transformation` and `error`.
pub(super) struct Shuffle {
    pub(super) seed: u64,
    /// The index of the first row: the symmetry is a function of seed and index.
    pub(super) start: u64,
}

impl Task for Shuffle {
    const AT_A_TIME: usize = 1024;
    const BOARD: Option<&'static str> = Some("shuffled");

    fn fields(&self) -> Vec<Field> {
        vec![Field::new("transformation", DataType::Utf8, true), error_field()]
    }

    fn answer(
        &self,
        rows: &Rows<'_>,
        range: Range<usize>,
        tools: &mut Tools<'_>,
        boards: &mut Boards<'_>,
    ) -> Vec<ArrayRef> {
        let [mut transformations, mut errors] = std::array::from_fn(|_| Strings::with_room(range.len(), 0));
        for row in range {
            match Unanswered::or_record(&rows.get(row), &tools.reading.options) {
                Ok(record) => {
                    let index = self.start.wrapping_add(row as u64);
                    let transformation = Transformation::random(record.puzzle.shape(), self.seed, index);
                    boards.puzzle(&transformation.apply(&record.puzzle), &record.symbols);
                    transformations.push(&transformation.to_string());
                    errors.null();
                }
                Err(why) => {
                    boards.null();
                    transformations.null();
                    errors.option(why.error());
                }
            }
        }
        vec![transformations.finish(), errors.finish()]
    }
}
