//! The program's own path through a puzzle, as steps.

use super::super::{Explainer, Step};
use super::position::Position;
use super::rating::tenths;
use super::rules::Rules;
use super::tell;
use super::watch::unwatched;
use crate::board::Puzzle;

impl Explainer {
    /// An explainer that is Sudoku Explainer 1.2.1 itself, on classic 9x9 boards: a path has its hints in its order, each with
    /// its rating ([`Step::se_rating`]). On other boards, for [`Explainer::rate`] and [`Explainer::all_steps`], and together with
    /// techniques that the program does not have, the techniques that it rates are tried, the easiest first, and steps have no
    /// rating.
    ///
    /// ```
    /// use ninefold::{Puzzle, logic::{Explainer, SeRater}};
    /// let puzzle: Puzzle = "300200900000000005070104000009000800500070006001000200000309040800000000006005007".parse()?;
    /// let ratings: Vec<u16> = Explainer::by_se().path(&puzzle).filter_map(|step| step.se_rating).collect();
    /// assert_eq!(ratings.first(), Some(&15));
    /// assert_eq!(ratings.into_iter().max(), SeRater::new().rate(&puzzle).map(|rating| rating.er));
    /// # Ok::<(), ninefold::Invalid>(())
    /// ```
    pub fn by_se() -> Explainer {
        let mut explainer = Explainer::in_se_order();
        explainer.se = Some(SePath::begin);
        explainer
    }
}

/// Begins the path of a puzzle, with or without uniqueness.
pub(in super::super) type BeginSe = fn(&Puzzle, bool) -> Option<SePath>;

/// A position on the path, with the memory of the rules.
#[derive(Clone, Debug)]
pub(in super::super) struct SePath {
    position: Box<Position>,
    rules: Box<Rules>,
    uniqueness: bool,
    /// [`SePath::take_hint`]: a pointer, so that only code that begins a path contains it.
    take: fn(&mut SePath) -> Option<Step>,
}

impl SePath {
    /// Begins the path of a classic 9x9.
    fn begin(puzzle: &Puzzle, uniqueness: bool) -> Option<SePath> {
        let position = Box::new(Position::new(puzzle.classic_nine()?));
        Some(SePath { position, rules: Box::new(Rules::new()), uniqueness, take: SePath::take_hint })
    }

    /// Takes the next hint; `None` if nothing follows.
    pub(in super::super) fn next(&mut self) -> Option<Step> {
        (self.take)(self)
    }

    fn take_hint(&mut self) -> Option<Step> {
        if self.position.left == 0 {
            return None;
        }
        let hint = unwatched(|watch| self.rules.next(&self.position, self.uniqueness, watch))?;
        let step = Step { se_rating: Some(tenths(hint.rating)), ..tell::step(&self.position, &hint) };
        hint.apply(&mut self.position);
        Some(step)
    }
}
