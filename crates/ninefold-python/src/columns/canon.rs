//! The minlex form of each row.

use super::rows::Rows;
use super::strings::Strings;
use super::tools::{Tools, Unanswered, error_field};
use super::{Boards, Task};
use arrow_array::ArrayRef;
use arrow_array::builder::UInt64Builder;
use arrow_schema::{DataType, Field};
use ninefold::Symbols;
use ninefold::symmetry;
use std::ops::Range;
use std::sync::Arc;

/// Columns `form`, `automorphisms` and `error`.
pub(super) struct Canon;

impl Task for Canon {
    const AT_A_TIME: usize = 1024;
    const BOARD: Option<&'static str> = Some("form");

    fn fields(&self) -> Vec<Field> {
        vec![Field::new("automorphisms", DataType::UInt64, true), error_field()]
    }

    fn answer(
        &self,
        rows: &Rows<'_>,
        range: Range<usize>,
        tools: &mut Tools<'_>,
        boards: &mut Boards<'_>,
    ) -> Vec<ArrayRef> {
        let mut automorphisms = UInt64Builder::with_capacity(range.len());
        let mut errors = Strings::with_room(range.len(), 0);
        for row in range {
            let row = rows.get(row);
            if let Some(digits) = tools.plain(&row)
                && let Ok(form) = tools.minlex.form(&digits)
            {
                boards.nine(form.digits());
                automorphisms.append_value(form.automorphisms());
                errors.null();
                continue;
            }
            // The form is written with the usual digits, so that forms can be compared as lines.
            let error = match Unanswered::or_record(&row, &tools.reading.options) {
                Err(why) => why.error(),
                Ok(record) if record.puzzle.shape().is_classic_nine() => match tools.minlex.form_of(&record.puzzle) {
                    Ok(form) => {
                        boards.nine(form.digits());
                        automorphisms.append_value(form.automorphisms());
                        errors.null();
                        continue;
                    }
                    Err(reason) => Some(reason.in_symbols(&record.puzzle, &record.symbols).to_string()),
                },
                Ok(record) => match symmetry::canonical(&record.puzzle) {
                    Ok(canonical) => {
                        boards.puzzle(&canonical.board, &Symbols::for_side(canonical.board.shape().side()));
                        automorphisms.append_value(canonical.automorphisms);
                        errors.null();
                        continue;
                    }
                    Err(reason) => Some(reason.in_symbols(&record.puzzle, &record.symbols).to_string()),
                },
            };
            boards.null();
            automorphisms.append_null();
            errors.option(error);
        }
        vec![Arc::new(automorphisms.finish()), errors.finish()]
    }
}
