//! Two orders of techniques, each with a scale of its own, and how hard a path is on one of them.

use super::{Explainer, Level, Rating, Step, Technique};
use crate::board::Puzzle;
use crate::names::by_name;

/// Whose order of techniques is followed, and on whose scale paths are graded.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Scale {
    /// HoDoKu's: a level, and the sum of the steps' scores.
    Hodoku,
    /// One like Sudoku Explainer's: the number of the hardest step ([`Step::se_rating`]).
    Se,
}

impl Scale {
    /// Both scales.
    pub const ALL: &'static [Scale] = &[Scale::Hodoku, Scale::Se];

    /// The name in lower case: `hodoku`, `se`.
    pub fn name(self) -> &'static str {
        match self {
            Scale::Hodoku => "hodoku",
            Scale::Se => "se",
        }
    }

    /// The techniques that the scale knows, in its order.
    pub fn explainer(self) -> Explainer {
        match self {
            Scale::Hodoku => Explainer::new(),
            Scale::Se => Explainer::by_se_rating(),
        }
    }
}

by_name!(Scale, "order", "orders");

/// How hard a path is: its steps, and their measure on a scale.
///
/// ```
/// use ninefold::{Puzzle, logic::{Level, Scale}};
/// let puzzle: Puzzle = "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3..".parse()?;
/// let by_hodoku = Scale::Hodoku.explainer().grade_while(&puzzle, Scale::Hodoku, || true);
/// assert_eq!((by_hodoku.level(), by_hodoku.score()), (Some(Level::Easy), Some(196)));
/// let by_se = Scale::Se.explainer().grade_while(&puzzle, Scale::Se, || true);
/// assert_eq!((by_se.level(), by_se.se_rating()), (None, Some(15)));
/// # Ok::<(), ninefold::Invalid>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Grading {
    /// The steps, and how the path ended.
    pub rating: Rating,
    scale: Scale,
    /// Where steps were added one by one: the number of the hardest so far in tenths, and its technique.
    by_se: Option<(u16, Technique)>,
}

impl Grading {
    /// The grading of a path without steps.
    pub fn new(scale: Scale) -> Grading {
        Grading { rating: Rating::default(), scale, by_se: None }
    }

    /// Counts one more step.
    pub fn add(&mut self, step: &Step) {
        self.rating.add(step.technique);
        let number = step.se_rating.or_else(|| step.se_rating()).map(|number| (number, step.technique));
        if number.is_some_and(|(number, _)| self.by_se.is_none_or(|(most, _)| number > most)) {
            self.by_se = number;
        }
    }

    /// The scale.
    pub fn scale(&self) -> Scale {
        self.scale
    }

    /// HoDoKu's level, on its scale.
    pub fn level(&self) -> Option<Level> {
        (self.scale == Scale::Hodoku).then(|| self.rating.level())
    }

    /// HoDoKu's score, on its scale.
    pub fn score(&self) -> Option<u32> {
        (self.scale == Scale::Hodoku).then(|| self.rating.score())
    }

    /// A rating like Sudoku Explainer's in tenths, on that scale; `None` without a step that it rates.
    pub fn se_rating(&self) -> Option<u16> {
        self.by_se.filter(|_| self.scale == Scale::Se).map(|(number, _)| number)
    }

    /// The hardest technique, by the scale.
    pub fn hardest(&self) -> Option<Technique> {
        match self.scale {
            Scale::Hodoku => self.rating.hardest(),
            Scale::Se => self.by_se.map(|(_, technique)| technique),
        }
    }
}

impl Explainer {
    /// How hard a puzzle is for these techniques, as far as it is found while that is wanted, which is asked before or
    /// after each step.
    pub fn grade_while(&self, puzzle: &Puzzle, scale: Scale, mut is_wanted: impl FnMut() -> bool) -> Grading {
        let mut grading = Grading::new(scale);
        match scale {
            Scale::Hodoku => grading.rating = self.rate_while(puzzle, |_, _| is_wanted()),
            // The length of chains counts, so the steps are needed.
            Scale::Se => {
                let mut path = self.path(puzzle);
                while is_wanted()
                    && let Some(step) = path.next()
                {
                    grading.add(&step);
                }
                grading.rating.outcome = path.outcome();
            }
        }
        grading
    }
}

/// How a path ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// Every cell has its digit.
    Solved,
    /// The techniques find nothing more.
    Stuck,
    /// A cell has no candidate, or a house has no place for a digit: there is no solution.
    Contradiction,
}

impl Outcome {
    /// The outcome in one word: `solved`, `stuck` or `contradiction`.
    pub fn name(self) -> &'static str {
        match self {
            Outcome::Solved => "solved",
            Outcome::Stuck => "stuck",
            Outcome::Contradiction => "contradiction",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lead_back() {
        for scale in Scale::ALL {
            assert_eq!(scale.to_string().parse(), Ok(*scale));
        }
        let error = "HoDoKu".parse::<Scale>().unwrap_err();
        assert_eq!(error.to_string(), "no order is called 'HoDoKu'; the orders are hodoku, se");
    }

    #[test]
    fn what_is_not_wanted_is_not_graded() {
        let line = ".....6...3..52.........197..24......98....2.67....81.9.95..46.1...6.24..6...5....";
        let puzzle: Puzzle = line.parse().unwrap();
        for scale in Scale::ALL {
            let whole = scale.explainer().grade_while(&puzzle, *scale, || true);
            let part = scale.explainer().grade_while(&puzzle, *scale, || false);
            assert_eq!((whole.rating.outcome, part.rating.outcome), (Outcome::Solved, Outcome::Stuck), "{scale}");
            assert!(part.rating.step_count() < whole.rating.step_count(), "{part:?}");
            assert!(whole.hardest().is_some_and(|technique| technique.level() > Level::Easy), "{whole:?}");
        }
    }
}
