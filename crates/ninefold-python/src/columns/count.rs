//! The number of solutions of each row.

use super::rows::Rows;
use super::strings::Strings;
use super::tools::{Tools, Unanswered, error_field};
use super::{Boards, Task, variants};
use arrow_array::ArrayRef;
use arrow_array::builder::{BooleanBuilder, UInt64Builder};
use arrow_schema::{DataType, Field};
use ninefold::notation::{AnyRecord, Record};
use ninefold::solve::{Natural, NoAnswer, Solver, Stopped};
use std::ops::Range;
use std::sync::Arc;

/// Columns `count`, `at_least` and `error`.
pub(super) struct Count {
    pub(super) limit: Option<u64>,
}

/// Puzzles are counted many at once if they have fewer solutions than this.
const FEW: u64 = 1000;

/// What is known about the number of solutions.
pub(super) struct Counted {
    pub(super) number: Natural,
    pub(super) stopped: Option<String>,
}

impl Task for Count {
    const AT_A_TIME: usize = 1024;

    fn fields(&self) -> Vec<Field> {
        vec![
            Field::new("count", DataType::UInt64, true),
            Field::new("at_least", DataType::Boolean, true),
            error_field(),
        ]
    }

    fn answer(&self, rows: &Rows<'_>, range: Range<usize>, tools: &mut Tools<'_>, _: &mut Boards<'_>) -> Vec<ArrayRef> {
        let (reading, solver, variant_solver) = (tools.reading, tools.solver, tools.variants);
        let mut counts = UInt64Builder::with_capacity(range.len());
        let mut at_leasts = BooleanBuilder::with_capacity(range.len());
        let mut errors = Strings::with_room(range.len(), 0);
        let few = self.limit.unwrap_or(u64::MAX).min(FEW);
        let together = tools.together(rows, range.clone(), few, 0);
        for (number, row) in range.enumerate() {
            if let Some((count, _)) = together.found(number)
                && (1..few).contains(&count)
            {
                counts.append_value(count);
                at_leasts.append_value(false);
                errors.null();
                continue;
            }
            let counted = match Unanswered::or_any(&rows.get(row), reading) {
                Ok(AnyRecord::Classic(record)) => self.count(&record, &solver).map_err(Unanswered::from),
                Ok(AnyRecord::Variant(record)) => variants::count(&record, self.limit, &variant_solver),
                Err(why) => Err(why),
            };
            match counted {
                Ok(Counted { number, stopped }) => {
                    let is_limit = self.limit.is_some_and(|limit| number == Natural::from(limit));
                    at_leasts.append_value(stopped.is_some() || is_limit);
                    match u64::try_from(&number) {
                        Ok(count) => {
                            counts.append_value(count);
                            errors.option(stopped);
                        }
                        Err(_) => {
                            counts.append_null();
                            errors.push(&format!("{number} solutions, more than the column can hold"));
                        }
                    }
                }
                Err(why) => {
                    counts.append_null();
                    at_leasts.append_null();
                    errors.option(why.error());
                }
            }
        }
        vec![Arc::new(counts.finish()), Arc::new(at_leasts.finish()), errors.finish()]
    }
}

impl Count {
    fn count(&self, record: &Record, solver: &Solver<'_>) -> Result<Counted, NoAnswer> {
        let counted = match self.limit {
            Some(limit) => {
                let count = solver.count(&record.puzzle, limit);
                let count = count.map(Natural::from);
                count.map_err(|stopped: Stopped| (Natural::from(stopped.found()), stopped.to_string()))
            }
            None => {
                let count = solver.count_all(&record.puzzle);
                count.map_err(|stopped| (stopped.found().clone(), stopped.to_string()))
            }
        };
        let counted = match counted {
            Ok(number) => Counted { number, stopped: None },
            Err((number, stopped)) => Counted { number, stopped: Some(stopped) },
        };
        // A board that breaks a rule has no count; one that obeys them but has no solution has the count 0.
        if counted.number.is_zero()
            && let NoAnswer::Invalid(rule) = NoAnswer::unsolvable(&record.puzzle, &record.symbols)
        {
            return Err(NoAnswer::Invalid(rule));
        }
        Ok(counted)
    }
}
