//! A solution of each row.

use super::rows::Rows;
use super::strings::Strings;
use super::tools::{Tools, Unanswered, error_field};
use super::{Boards, Task};
use arrow_array::ArrayRef;
use arrow_schema::Field;
use ninefold::Grid;
use ninefold::notation::Record;
use ninefold::solve::NoAnswer;
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
        let (options, solver) = (tools.options, tools.solver);
        let mut errors = Strings::with_room(range.len(), 0);
        let together = tools.together(rows, range.clone(), 1, 1);
        for (number, row) in range.enumerate() {
            if let Some((_, [solution, ..])) = together.found(number) {
                boards.nine(solution);
                errors.null();
                continue;
            }
            let solved = Unanswered::or_record(&rows.get(row), options).and_then(|record| {
                let first = solver.first(&record.puzzle)?;
                match first {
                    Some(grid) => Ok((grid, record)),
                    None => Err(NoAnswer::unsolvable(&record.puzzle, &record.symbols).into()),
                }
            });
            match solved {
                Ok((grid, record)) => answer(&grid, &record, boards, &mut errors),
                Err(why) => {
                    boards.null();
                    errors.option(why.error());
                }
            }
        }
        vec![errors.finish()]
    }
}

fn answer(grid: &Grid, record: &Record, boards: &mut Boards<'_>, errors: &mut Strings) {
    boards.grid(grid, &record.symbols);
    errors.null();
}
