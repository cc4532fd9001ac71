//! The rating of each row on HoDoKu's scale: how hard it is for people.

use super::rows::Rows;
use super::strings::Strings;
use super::tools::{Tools, Unanswered, error_field};
use super::{Boards, Task};
use arrow_array::ArrayRef;
use arrow_array::builder::UInt32Builder;
use arrow_schema::{DataType, Field};
use ninefold::coach;
use ninefold::logic::{Explainer, Outcome, Rating, Technique};
use std::ops::Range;
use std::sync::Arc;

/// Columns `status`, `level`, `score`, `hardest`, `steps`, `techniques` and `error`.
#[derive(Default)]
pub(crate) struct Rate {
    explainer: Explainer,
}

const STUCK: &str = "these techniques do not solve it; the rating covers the steps so far";

impl Task for Rate {
    fn fields(&self) -> Vec<Field> {
        vec![
            Field::new("status", DataType::Utf8, true),
            Field::new("level", DataType::Utf8, true),
            Field::new("score", DataType::UInt32, true),
            Field::new("hardest", DataType::Utf8, true),
            Field::new("steps", DataType::UInt32, true),
            Field::new("techniques", DataType::Utf8, true),
            error_field(),
        ]
    }

    fn answer(&self, rows: &Rows<'_>, range: Range<usize>, tools: &mut Tools<'_>, _: &mut Boards<'_>) -> Vec<ArrayRef> {
        let text = || Strings::with_room(range.len(), 8);
        let [mut statuses, mut levels, mut hardests, mut techniques, mut errors] = std::array::from_fn(|_| text());
        let (mut scores, mut counts_of_steps) = (UInt32Builder::new(), UInt32Builder::new());
        for row in range.clone() {
            let rated = Unanswered::or_record(&rows.get(row), &tools.reading.options).and_then(|record| {
                tools.solver.judge(&record.puzzle, &record.symbols)?;
                let explainer = coach::restrict_to_sound(self.explainer.clone(), &record.puzzle, true, &tools.solver)?;
                Ok(explainer.rate_while(&record.puzzle, |_, _| !tools.is_cancelled()))
            });
            let rating = rated.as_ref().ok();
            statuses.option(match &rated {
                Ok(rating) => Some(rating.outcome.name()),
                Err(why) => why.status(),
            });
            levels.option(rating.map(|rating| rating.level().name()));
            scores.append_option(rating.map(Rating::score));
            hardests.option(rating.and_then(Rating::hardest).map(Technique::slug));
            counts_of_steps.append_option(rating.map(Rating::step_count));
            techniques.option(rating.map(Rating::counts));
            errors.option(match &rated {
                Ok(rating) if rating.outcome == Outcome::Solved => None,
                Ok(_) => Some(STUCK.to_owned()),
                Err(why) => why.error(),
            });
        }
        vec![
            statuses.finish(),
            levels.finish(),
            Arc::new(scores.finish()),
            hardests.finish(),
            Arc::new(counts_of_steps.finish()),
            techniques.finish(),
            errors.finish(),
        ]
    }
}
