//! A minimal puzzle within each row.

use super::rows::Rows;
use super::strings::Strings;
use super::tools::{Tools, Unanswered, error_field};
use super::{Boards, Task, variants};
use arrow_array::ArrayRef;
use arrow_schema::Field;
use ninefold::notation::{AnyRecord, Record};
use ninefold::solve::Solver;
use ninefold::{Puzzle, minimal};
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
            let found = match Unanswered::or_any(&rows.get(row), tools.reading) {
                Ok(AnyRecord::Classic(record)) => {
                    self.minimal(&record, &tools.solver).map(|puzzle| boards.puzzle(&puzzle, &record.symbols))
                }
                Ok(AnyRecord::Variant(record)) => {
                    variants::minimize(&record, self.seed, &tools.variants).map(|json| boards.text(&json))
                }
                Err(why) => Err(why),
            };
            match found {
                Ok(()) => errors.null(),
                Err(why) => {
                    boards.null();
                    errors.option(why.error());
                }
            }
        }
        vec![errors.finish()]
    }
}

impl Minimize {
    fn minimal(&self, record: &Record, solver: &Solver<'_>) -> Result<Puzzle, Unanswered> {
        let solution = solver.judge(&record.puzzle, &record.symbols)?;
        let mut puzzles = minimal::sample(&record.puzzle, &solution, solver, self.seed);
        Ok(puzzles.next().expect("every proper puzzle has a minimal one within")?)
    }
}
