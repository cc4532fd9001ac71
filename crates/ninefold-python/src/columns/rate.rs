//! How hard each row is for people.

use super::rows::Rows;
use super::strings::Strings;
use super::tools::{NoAnswer, Tools, error_field, only_solution};
use super::{Boards, Task};
use arrow_array::ArrayRef;
use arrow_array::builder::{Float64Builder, UInt32Builder};
use arrow_schema::{DataType, Field};
use ninefold::logic::{Explainer, Outcome, Rating, Step, Technique};
use ninefold::solve::Solver;
use ninefold::{Entry, Puzzle, coach};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::ops::Range;
use std::sync::Arc;

/// Columns `status`; `level` and `score`, or `se_like_rating`; `hardest`, `steps`, `techniques` and `error`.
pub(crate) struct Rate {
    explainer: Explainer,
    order: Order,
}

/// Whose order and scale.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Order {
    Hodoku,
    Se,
}

impl Order {
    /// The order with this name.
    ///
    /// # Errors
    /// If none has it.
    pub(crate) fn named(name: &str) -> PyResult<Order> {
        match name {
            "hodoku" => Ok(Order::Hodoku),
            "se" => Ok(Order::Se),
            _ => Err(PyValueError::new_err(format!("no order is called '{name}'; there are hodoku, se"))),
        }
    }

    pub(crate) fn explainer(self) -> Explainer {
        match self {
            Order::Hodoku => Explainer::new(),
            Order::Se => Explainer::by_se_rating(),
        }
    }
}

/// How hard a path is, on the scale whose order it follows.
pub(crate) struct Grade {
    pub(crate) rating: Rating,
    /// Where steps were counted one by one: Sudoku Explainer's rating of the hardest step in tenths, and which that is.
    pub(crate) by_se: Option<(u16, Technique)>,
}

impl Grade {
    /// The grade of a puzzle with one solution, as far as it is found until `is_over`.
    pub(crate) fn of(puzzle: &Puzzle, order: Order, explainer: &Explainer, is_over: &dyn Fn() -> bool) -> Grade {
        if order == Order::Hodoku {
            return Grade { rating: explainer.rate_while(puzzle, |_, _| !is_over()), by_se: None };
        }
        let mut grade = Grade::empty();
        // The length of chains counts, so the steps are needed.
        let mut path = explainer.path(puzzle);
        while !is_over()
            && let Some(step) = path.next()
        {
            grade.add(&step);
        }
        grade.rating.outcome = path.outcome();
        grade
    }

    /// The grade of no step.
    pub(crate) fn empty() -> Grade {
        Grade { rating: Rating { steps: Vec::new(), outcome: Outcome::Stuck }, by_se: None }
    }

    /// Counts one more step.
    pub(crate) fn add(&mut self, step: &Step) {
        self.rating.add(step.technique);
        let rating = step.se_rating().map(|rating| (rating, step.technique));
        if rating.is_some_and(|(rating, _)| self.by_se.is_none_or(|(most, _)| rating > most)) {
            self.by_se = rating;
        }
    }

    /// The hardest technique, by the scale.
    pub(crate) fn hardest(&self, order: Order) -> Option<Technique> {
        match order {
            Order::Hodoku => self.rating.hardest(),
            Order::Se => self.by_se.map(|(_, technique)| technique),
        }
    }

    pub(crate) fn steps(&self) -> u32 {
        self.rating.steps.iter().map(|(_, count)| count).sum()
    }
}

/// The steps of a rating: `full-house:12;x-wing:1`.
pub(crate) fn counts(rating: &Rating) -> String {
    let counts = rating.steps.iter().map(|(technique, count)| format!("{}:{count}", technique.slug()));
    counts.collect::<Vec<_>>().join(";")
}

/// An outcome in one word.
pub(crate) fn outcome(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Solved => "solved",
        Outcome::Stuck => "stuck",
        Outcome::Contradiction => "contradiction",
    }
}

/// An explainer as far as it holds for a puzzle with one solution: uniqueness is argued only where the givens alone have
/// one.
pub(crate) fn holding_for(explainer: &Explainer, puzzle: &Puzzle, solver: &Solver<'_>) -> Explainer {
    let is_placed = |entry| matches!(entry, Entry::Placed(_));
    let has_only_givens = puzzle.removed().is_none() && !puzzle.entries().any(is_placed);
    // A search that is cancelled proves nothing.
    match has_only_givens || coach::givens_are_enough(puzzle, solver).unwrap_or(false) {
        true => explainer.clone(),
        false => explainer.clone().without_uniqueness(),
    }
}

impl Rate {
    pub(super) fn new(order: &str) -> PyResult<Rate> {
        let order = Order::named(order)?;
        Ok(Rate { explainer: order.explainer(), order })
    }
}

const STUCK: &str = "these techniques do not solve it; the rating is of the steps up to there";

impl Task for Rate {
    fn fields(&self) -> Vec<Field> {
        let scale = match self.order {
            Order::Hodoku => {
                vec![Field::new("level", DataType::Utf8, true), Field::new("score", DataType::UInt32, true)]
            }
            Order::Se => vec![Field::new("se_like_rating", DataType::Float64, true)],
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
            let graded = NoAnswer::or_record(&rows.get(row), tools.options).and_then(|record| {
                only_solution(&record, &tools.solver)?;
                let explainer = holding_for(&self.explainer, &record.puzzle, &tools.solver);
                Ok(Grade::of(&record.puzzle, self.order, &explainer, &|| tools.is_cancelled()))
            });
            let grade = graded.as_ref().ok();
            let rating = grade.map(|grade| &grade.rating);
            statuses.option(match &graded {
                Ok(grade) => Some(outcome(grade.rating.outcome)),
                Err(why) => why.status(),
            });
            levels.option(rating.map(|rating| rating.level().name()));
            scores.append_option(rating.map(Rating::score));
            let by_se = grade.and_then(|grade| grade.by_se);
            ratings.append_option(by_se.map(|(rating, _)| f64::from(rating) / 10.0));
            hardests.option(grade.and_then(|grade| grade.hardest(self.order)).map(Technique::slug));
            counts_of_steps.append_option(grade.map(Grade::steps));
            techniques.option(rating.map(counts));
            errors.option(match &graded {
                Ok(grade) if grade.rating.outcome == Outcome::Solved => None,
                Ok(_) => Some(STUCK.to_owned()),
                Err(why) => why.error(),
            });
        }
        let mut columns: Vec<ArrayRef> = vec![statuses.finish()];
        match self.order {
            Order::Hodoku => columns.extend([levels.finish() as ArrayRef, Arc::new(scores.finish())]),
            Order::Se => columns.push(Arc::new(ratings.finish())),
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
