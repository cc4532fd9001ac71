//! A minimal puzzle within each row.

use super::rows::Rows;
use super::strings::Strings;
use super::tools::{Tools, Unanswered, error_field};
use super::{Boards, Task};
use arrow_array::ArrayRef;
use arrow_schema::Field;
use ninefold::minimal;
use std::ops::Range;

/// Columns `minimal` and `error`.
pub(super) struct Minimize {
    pub(super) seed: u64,
}

impl Task for Minimize {
    const BOARD: Option<&'static str> = Some("minimal");

    fn fields(&self) -> Vec<Field> {
        vec![error_field()]
    }

    fn answer(
        &self,
        rows: &Rows<'_>,
        range: Range<usize>,
        tools: &mut Tools<'_>,
        boards: &mut Boards<'_>,
    ) -> Vec<ArrayRef> {
        let mut errors = Strings::with_room(range.len(), 0);
        for row in range {
            let found = Unanswered::or_record(&rows.get(row), tools.options).and_then(|record| {
                let solution = tools.solver.judge(&record.puzzle, &record.symbols)?;
                let mut puzzles = minimal::sample(&record.puzzle, &solution, &tools.solver, self.seed);
                let puzzle = puzzles.next().expect("every proper puzzle has a minimal one within")?;
                Ok((puzzle, record.symbols))
            });
            match found {
                Ok((puzzle, symbols)) => {
                    boards.puzzle(&puzzle, &symbols);
                    errors.null();
                }
                Err(why) => {
                    boards.null();
                    errors.option(why.error());
                }
            }
        }
        vec![errors.finish()]
    }
}
