//! Two orders of techniques, each with its own scale, and how hard a path is on one of these scales.

use super::{Explainer, Level, Rating, SeNumber, Step, Technique};
use crate::names::by_name;

/// An order in which techniques are tried, with the scale on which paths are graded.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Scale {
    /// HoDoKu's: a level, and the sum of the steps' scores.
    Hodoku,
    /// Sudoku Explainer's: the ratings of its steps ([`Step::se_rating`]), on classic 9x9 boards.
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

    /// The explainer that takes the steps of this scale, in its order.
    pub fn explainer(self) -> Explainer {
        match self {
            Scale::Hodoku => Explainer::new(),
            Scale::Se => Explainer::by_se(),
        }
    }
}

by_name!(Scale, "order", "orders");

/// A measure of how hard a path is: its steps, and their rating on a scale.
///
/// ```
/// use ninefold::{Puzzle, logic::{Grading, Level, Scale, SeNumber}};
/// let puzzle: Puzzle = "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3..".parse()?;
/// let graded = |scale: Scale| {
///     let mut grading = Grading::new(scale);
///     scale.explainer().path(&puzzle).for_each(|step| grading.add(&step));
///     grading
/// };
/// let by_hodoku = graded(Scale::Hodoku);
/// assert_eq!((by_hodoku.score(), by_hodoku.se(SeNumber::Er)), (Some(196), None));
/// let by_se = graded(Scale::Se);
/// assert_eq!((by_se.level(), by_se.se(SeNumber::Er)), (None, Some(12)));
/// # Ok::<(), ninefold::Invalid>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Grading {
    /// The steps, and how the path ended.
    pub rating: Rating,
    scale: Scale,
    /// The rating in tenths of the hardest step so far, by Sudoku Explainer's rules, and its technique.
    by_se: Option<(u16, Technique)>,
    /// The same when the first digit was placed, and after the first step.
    ep: Option<u16>,
    ed: Option<u16>,
}

impl Grading {
    /// The grading of a path without steps.
    pub fn new(scale: Scale) -> Grading {
        Grading { rating: Rating::default(), scale, by_se: None, ep: None, ed: None }
    }

    /// Counts one more step.
    pub fn add(&mut self, step: &Step) {
        self.rating.add(step.technique);
        let Some(rating) = step.se_rating else { return };
        if self.by_se.is_none_or(|(most, _)| rating > most) {
            self.by_se = Some((rating, step.technique));
        }
        let most = self.by_se.map(|(most, _)| most);
        self.ed = self.ed.or(most);
        if !step.placements.is_empty() {
            self.ep = self.ep.or(most);
        }
    }

    /// The scale.
    pub fn scale(&self) -> Scale {
        self.scale
    }

    /// HoDoKu's level; `None` on the other scale.
    pub fn level(&self) -> Option<Level> {
        (self.scale == Scale::Hodoku).then(|| self.rating.level())
    }

    /// HoDoKu's score; `None` on the other scale.
    pub fn score(&self) -> Option<u32> {
        (self.scale == Scale::Hodoku).then(|| self.rating.score())
    }

    /// A rating of Sudoku Explainer in tenths; `None` on the other scale, or if no step has one, as on boards other than 9x9.
    pub fn se(&self, number: SeNumber) -> Option<u16> {
        let er = self.by_se.map(|(most, _)| most);
        let rating = match number {
            SeNumber::Er => er,
            SeNumber::Ep => self.ep,
            SeNumber::Ed => self.ed,
        };
        rating.filter(|_| self.scale == Scale::Se)
    }

    /// The hardest technique on the scale.
    pub fn hardest(&self) -> Option<Technique> {
        match self.scale {
            Scale::Hodoku => self.rating.hardest(),
            Scale::Se => self.by_se.map(|(_, technique)| technique),
        }
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
    use crate::board::Puzzle;

    #[test]
    fn names_lead_back() {
        for scale in Scale::ALL {
            assert_eq!(scale.to_string().parse(), Ok(*scale));
        }
        let error = "HoDoKu".parse::<Scale>().unwrap_err();
        assert_eq!(error.to_string(), "no order is called 'HoDoKu'; the orders are hodoku, se");
    }

    #[test]
    fn each_scale_has_its_measures() {
        let line = ".....6...3..52.........197..24......98....2.67....81.9.95..46.1...6.24..6...5....";
        let puzzle: Puzzle = line.parse().unwrap();
        for scale in Scale::ALL {
            let mut grading = Grading::new(*scale);
            scale.explainer().path(&puzzle).for_each(|step| grading.add(&step));
            let is_se = *scale == Scale::Se;
            assert_eq!((grading.level().is_none(), grading.score().is_none()), (is_se, is_se));
            let numbers = SeNumber::ALL.iter().map(|number| grading.se(*number));
            assert!(numbers.eq([66, 12, 12].map(|rating| is_se.then_some(rating))), "{grading:?}");
            assert!(grading.hardest().is_some_and(|technique| technique.level() > Level::Easy), "{grading:?}");
        }
    }
}
