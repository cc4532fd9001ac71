//! A solution of each row.

use super::rows::Rows;
use super::strings::Strings;
use super::tools::{Tools, Unanswered, error_field};
use super::{Boards, Task, variants};
use arrow_array::ArrayRef;
use arrow_schema::Field;
use ninefold::Grid;
use ninefold::notation::{AnyRecord, Record};
use ninefold::solve::{NoAnswer, Solver};
use std::ops::Range;

/// Columns `solution` and `error`.
pub(super) struct Solve;

impl Task for Solve {
    const AT_A_TIME: usize = 4096;
    const BOARD: Option<&'static str> = Some("solution");

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
        let (reading, solver, variant_solver) = (tools.reading, tools.solver, tools.variants);
        let mut errors = Strings::with_room(range.len(), 0);
        let together = tools.together(rows, range.clone(), 1, 1);
        for (number, row) in range.enumerate() {
            if let Some((_, [solution, ..])) = together.found(number) {
                boards.nine(solution);
                errors.null();
                continue;
            }
            let solved = match Unanswered::or_any(&rows.get(row), reading) {
                Ok(AnyRecord::Classic(record)) => {
                    grid_of(&record, &solver).map(|grid| boards.grid(&grid, &record.symbols))
                }
                Ok(AnyRecord::Variant(record)) => {
                    variants::solve(&record, &variant_solver).map(|digits| boards.filled(&record.puzzle, &digits))
                }
                Err(why) => Err(why),
            };
            match solved {
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

fn grid_of(record: &Record, solver: &Solver<'_>) -> Result<Grid, Unanswered> {
    let first = solver.first(&record.puzzle)?;
    first.ok_or_else(|| NoAnswer::unsolvable(&record.puzzle, &record.symbols).into())
}
