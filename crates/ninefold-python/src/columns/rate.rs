//! How hard each row is for people.

use super::rows::Rows;
use super::strings::Strings;
use super::tools::{Tools, Unanswered, error_field};
use super::{Boards, Task, scale};
use arrow_array::ArrayRef;
use arrow_array::builder::{Float64Builder, UInt32Builder};
use arrow_schema::{DataType, Field};
use ninefold::coach;
use ninefold::logic::{Explainer, Grading, Outcome, Rating, Scale, Technique};
use pyo3::prelude::*;
use std::ops::Range;
use std::sync::Arc;

/// Columns `status`; `level` and `score`, or `se_like_rating`; `hardest`, `steps`, `techniques` and `error`.
pub(crate) struct Rate {
    explainer: Explainer,
    scale: Scale,
}

impl Rate {
    pub(super) fn new(order: &str) -> PyResult<Rate> {
        let scale = scale(order)?;
        Ok(Rate { explainer: scale.explainer(), scale })
    }
}

const STUCK: &str = "these techniques do not solve it; the rating is of the steps up to there";

impl Task for Rate {
    fn fields(&self) -> Vec<Field> {
        let scale = match self.scale {
            Scale::Hodoku => {
                vec![Field::new("level", DataType::Utf8, true), Field::new("score", DataType::UInt32, true)]
            }
            _ => vec![Field::new("se_like_rating", DataType::Float64, true)],
        };
        let mut fields = vec![Field::new("status", DataType::Utf8, true)];
        fields.extend(scale);
        fields.extend([
            Field::new("hardest", DataType::Utf8, true),
            Field::new("steps", DataType::UInt32, true),
            Field::new("techniques", DataType::Utf8, true),
            error_field(),
        ]);
        fields
    }

    fn answer(&self, rows: &Rows<'_>, range: Range<usize>, tools: &mut Tools<'_>, _: &mut Boards<'_>) -> Vec<ArrayRef> {
        let text = || Strings::with_room(range.len(), 8);
        let [mut statuses, mut levels, mut hardests, mut techniques, mut errors] = std::array::from_fn(|_| text());
        let (mut scores, mut counts_of_steps) = (UInt32Builder::new(), UInt32Builder::new());
        let mut ratings = Float64Builder::new();
        for row in range.clone() {
            let graded = Unanswered::or_record(&rows.get(row), tools.options).and_then(|record| {
                tools.solver.judge(&record.puzzle, &record.symbols)?;
                let explainer = coach::restrict_to_sound(self.explainer.clone(), &record.puzzle, true, &tools.solver)?;
                Ok(explainer.grade_while(&record.puzzle, self.scale, || !tools.is_cancelled()))
            });
            let grade = graded.as_ref().ok();
            let rating = grade.map(|grade| &grade.rating);
            statuses.option(match &graded {
                Ok(grade) => Some(grade.rating.outcome.name()),
                Err(why) => why.status(),
            });
            levels.option(rating.map(|rating| rating.level().name()));
            scores.append_option(rating.map(Rating::score));
            let by_se = grade.and_then(Grading::se_rating);
            ratings.append_option(by_se.map(|rating| f64::from(rating) / 10.0));
            hardests.option(grade.and_then(Grading::hardest).map(Technique::slug));
            counts_of_steps.append_option(rating.map(Rating::step_count));
            techniques.option(rating.map(Rating::counts));
            errors.option(match &graded {
                Ok(grade) if grade.rating.outcome == Outcome::Solved => None,
                Ok(_) => Some(STUCK.to_owned()),
                Err(why) => why.error(),
            });
        }
        let mut columns: Vec<ArrayRef> = vec![statuses.finish()];
        match self.scale {
            Scale::Hodoku => columns.extend([levels.finish() as ArrayRef, Arc::new(scores.finish())]),
            _ => columns.push(Arc::new(ratings.finish())),
        }
        columns.extend([
            hardests.finish() as ArrayRef,
            Arc::new(counts_of_steps.finish()),
            techniques.finish(),
            errors.finish(),
        ]);
        columns
    }
}
