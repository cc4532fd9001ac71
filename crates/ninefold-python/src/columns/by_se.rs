//! The rating of each row by Sudoku Explainer's rules.

use super::rows::Rows;
use super::strings::Strings;
use super::tools::{Tools, Unanswered, error_field};
use super::{Boards, Task};
use crate::failure::value_error;
use arrow_array::ArrayRef;
use arrow_array::builder::{Float64Builder, UInt32Builder};
use arrow_schema::{DataType, Field};
use ninefold::coach::{self, Unrated};
use ninefold::logic::{SeNumber, SeRater, SeRating};
use ninefold::solve::Solver;
use ninefold::{Puzzle, Symbols};
use pyo3::prelude::*;
use std::ops::Range;
use std::sync::Arc;
use std::time::Instant;

/// A rating by Sudoku Explainer's rules: which rules, and how long at most.
pub(crate) struct BySe {
    rater: SeRater,
    time_limit: Option<f64>,
}

impl BySe {
    /// From the parameters of `ninefold.rate_many`.
    ///
    /// # Errors
    /// If a parameter has a value that is not allowed.
    pub(super) fn new(
        uniqueness: bool,
        invariant: bool,
        only: Option<&str>,
        time_limit: Option<f64>,
    ) -> PyResult<BySe> {
        let mut rater = SeRater::new();
        if !uniqueness {
            rater = rater.without_uniqueness();
        }
        if invariant {
            rater = rater.invariant();
        }
        rater = match only {
            None => rater,
            Some("pearls") => rater.only_pearls(),
            Some("diamonds") => rater.only_diamonds(),
            Some(other) => return Err(value_error(format!("only is '{other}', expected 'pearls' or 'diamonds'"))),
        };
        if let Some(limit) = time_limit.filter(|limit| limit.is_nan() || *limit < 0.0) {
            return Err(value_error(format!("time_limit is {limit}, expected at least 0 seconds")));
        }
        Ok(BySe { rater, time_limit })
    }

    pub(crate) fn rate(
        &self,
        puzzle: &Puzzle,
        symbols: &Symbols,
        solver: &Solver<'_>,
        is_over: &dyn Fn() -> bool,
    ) -> Result<SeRating, Unrated> {
        let start = Instant::now();
        let is_in_time = || self.time_limit.is_none_or(|limit| start.elapsed().as_secs_f64() < limit);
        coach::rate_by_se(&self.rater, puzzle, symbols, solver, |_| !is_over() && is_in_time())
    }
}

/// The columns of the three numbers ER, EP and ED.
pub(super) struct SeNumbers(Vec<(SeNumber, Float64Builder)>);

impl SeNumbers {
    pub(super) fn new() -> SeNumbers {
        SeNumbers(SeNumber::ALL.iter().map(|number| (*number, Float64Builder::new())).collect())
    }

    pub(super) fn fields() -> impl Iterator<Item = Field> {
        SeNumber::ALL.iter().map(|number| Field::new(number.name(), DataType::Float64, true))
    }

    /// Adds a row.
    pub(super) fn push(&mut self, rating: Option<&SeRating>) {
        self.0.iter_mut().for_each(|(number, values)| values.append_option(rating.map(|rating| rating.value(*number))));
    }

    pub(super) fn finish(self) -> impl Iterator<Item = ArrayRef> {
        self.0.into_iter().map(|(_, mut values)| Arc::new(values.finish()) as ArrayRef)
    }
}

impl Task for BySe {
    /// A hard puzzle takes a second.
    const AT_A_TIME: usize = 8;

    fn fields(&self) -> Vec<Field> {
        let mut fields = vec![Field::new("status", DataType::Utf8, true)];
        fields.extend(SeNumbers::fields());
        fields.extend([
            Field::new("hardest", DataType::Utf8, true),
            Field::new("steps", DataType::UInt32, true),
            error_field(),
        ]);
        fields
    }

    fn answer(&self, rows: &Rows<'_>, range: Range<usize>, tools: &mut Tools<'_>, _: &mut Boards<'_>) -> Vec<ArrayRef> {
        let [mut statuses, mut hardests, mut errors] = std::array::from_fn(|_| Strings::with_room(range.len(), 8));
        let (mut numbers, mut counts) = (SeNumbers::new(), UInt32Builder::new());
        for row in range {
            let rated = Unanswered::or_record(&rows.get(row), &tools.reading.options).and_then(|record| {
                let rated = self.rate(&record.puzzle, &record.symbols, &tools.solver, &|| tools.is_cancelled());
                rated.map_err(Unanswered::Unrated)
            });
            let rating = rated.as_ref().ok();
            numbers.push(rating);
            hardests.option(rating.and_then(|rating| rating.hardest));
            counts.append_option(rating.map(|rating| rating.hints));
            let (status, error) = match &rated {
                Ok(rating) => (Some(rating.end.name()), rating.remark().map(str::to_owned)),
                Err(why) => (why.status(), why.error()),
            };
            statuses.option(status);
            errors.option(error);
        }
        let mut columns: Vec<ArrayRef> = vec![statuses.finish()];
        columns.extend(numbers.finish());
        columns.extend([hardests.finish() as ArrayRef, Arc::new(counts.finish()), errors.finish()]);
        columns
    }
}
