//! Whether each row has exactly one solution.

use super::rows::Rows;
use super::strings::Strings;
use super::tools::{Tools, Unanswered, error_field};
use super::{Boards, Task, variants};
use arrow_array::ArrayRef;
use arrow_array::builder::{BooleanBuilder, UInt32Builder};
use arrow_schema::{DataType, Field};
use ninefold::minimal::redundant_givens;
use ninefold::notation::{AnyRecord, Record};
use ninefold::solve::{NoAnswer, Solver, Verdict};
use std::ops::Range;
use std::sync::Arc;

/// Columns `verdict`, `givens`, `minimal` and `error`.
pub(super) struct Check {
    /// Whether to find out if proper puzzles are minimal.
    pub(super) minimal: bool,
}

/// The answer for a row.
pub(super) struct Finding {
    pub(super) verdict: Option<&'static str>,
    pub(super) minimal: Option<bool>,
    pub(super) error: Option<String>,
}

impl Task for Check {
    const AT_A_TIME: usize = 512;

    fn fields(&self) -> Vec<Field> {
        vec![
            Field::new("verdict", DataType::Utf8, true),
            Field::new("givens", DataType::UInt32, true),
            Field::new("minimal", DataType::Boolean, true),
            error_field(),
        ]
    }

    fn answer(&self, rows: &Rows<'_>, range: Range<usize>, tools: &mut Tools<'_>, _: &mut Boards<'_>) -> Vec<ArrayRef> {
        let (reading, solver, variant_solver) = (tools.reading, tools.solver, tools.variants);
        let mut verdicts = Strings::with_room(range.len(), 8);
        let mut givens = UInt32Builder::with_capacity(range.len());
        let mut minimals = BooleanBuilder::with_capacity(range.len());
        let mut errors = Strings::with_room(range.len(), 0);
        let (keep, redundant) = if self.minimal { (1, 1) } else { (0, 0) };
        let together = tools.together_with(rows, range.clone(), 2, keep, redundant);
        for (number, row) in range.enumerate() {
            let row = rows.get(row);
            let read = Unanswered::or_any(&row, reading);
            let count = read.as_ref().ok().map(|record| match record {
                AnyRecord::Classic(record) => record.puzzle.givens().count(),
                AnyRecord::Variant(record) => record.puzzle.givens().iter().flatten().count(),
            });
            givens.append_option(count.and_then(|count| u32::try_from(count).ok()));
            let finding = match (&read, together.found(number)) {
                (Err(why), _) => Finding { verdict: why.status(), minimal: None, error: why.error() },
                (Ok(_), Some((1, _))) if !self.minimal || together.redundant(number).is_some() => {
                    let minimal = together.redundant(number).map(<[_]>::is_empty);
                    Finding { verdict: Some("unique"), minimal, error: None }
                }
                (Ok(_), Some((2, _))) => Finding { verdict: Some("multiple"), minimal: None, error: None },
                (Ok(AnyRecord::Classic(record)), _) => self.examine(record, &solver),
                (Ok(AnyRecord::Variant(record)), _) => variants::check(record, self.minimal, &variant_solver),
            };
            verdicts.option(finding.verdict);
            minimals.append_option(finding.minimal);
            errors.option(finding.error);
        }
        vec![verdicts.finish(), Arc::new(givens.finish()), Arc::new(minimals.finish()), errors.finish()]
    }
}

impl Check {
    fn examine(&self, record: &Record, solver: &Solver<'_>) -> Finding {
        let is = |verdict, minimal, error| Finding { verdict: Some(verdict), minimal, error };
        match solver.verdict(&record.puzzle) {
            Err(undecided) => is("undecided", None, Some(undecided.stopped.to_string())),
            Ok(Verdict::Multiple(..)) => is("multiple", None, None),
            Ok(Verdict::None) => match NoAnswer::unsolvable(&record.puzzle, &record.symbols) {
                NoAnswer::NoSolution(reason) => is("none", None, reason.map(|reason| reason.to_string())),
                why => is(why.status(), None, Some(why.to_string())),
            },
            Ok(Verdict::Unique(_)) if !self.minimal => is("unique", None, None),
            Ok(Verdict::Unique(solution)) => match redundant_givens(&record.puzzle, &solution, solver).next() {
                None => is("unique", Some(true), None),
                Some(Ok(_)) => is("unique", Some(false), None),
                Some(Err(stopped)) => is("undecided", None, Some(stopped.to_string())),
            },
        }
    }
}
