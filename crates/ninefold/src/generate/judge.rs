//! Whether a puzzle meets the wishes, and how far it is from them.

use super::prove::puzzle_of;
use super::recipe::{Missing, Recipe};
use super::run::Attempt;
use crate::logic::{Explainer, Level, Outcome, Priority, Rating, SeRating, Technique};

/// A recipe's wishes about ratings, prepared for judging.
#[derive(Clone, Debug)]
pub(super) struct Judge {
    explainer: Explainer,
    /// Techniques that are easy enough: a puzzle they do not solve is too hard.
    ceiling: Option<Explainer>,
    /// Techniques that are too easy: a puzzle they solve is not what is wanted.
    floor: Option<Explainer>,
}

/// The wishes that are not met, and the total distance from them, which is only good for comparisons.
#[derive(Clone, Debug)]
pub(super) struct Verdict {
    pub(super) missing: Vec<Missing>,
    pub(super) distance: u64,
    /// `None` if the puzzle was rejected before it was rated, or if no rating is wanted.
    pub(super) rating: Option<Rating>,
    /// The rating by Sudoku Explainer's rules, likewise.
    pub(super) se_rating: Option<SeRating>,
}

/// The distance for a wish that is not met, and for each clue too many or too few. (Ten points of score count as one.)
pub(super) const UNMET: u64 = 100;

impl Judge {
    pub(super) fn new(recipe: &Recipe) -> Judge {
        let wanted: Vec<Technique> = recipe.require.iter().chain(&recipe.hardest).copied().collect();
        let explainer = wanted
            .iter()
            .fold(Explainer::new(), |explainer, technique| explainer.including(*technique, Priority::AfterSubsets));
        let is_allowed = |technique: Technique| !recipe.forbid.contains(&technique);
        let up_to = |level: Level| explainer.clone().only(|t| t.level() <= level && is_allowed(t));
        let most = recipe.level.into_iter().chain(recipe.hardest.map(Technique::level)).min();
        let ceiling = most.filter(|level| *level < Level::Extreme).map(up_to);
        // The techniques before the last of those that must be used; without any, those that are easier than the level. But
        // trying the techniques just below the hardest level costs as much as the whole path.
        let order: Vec<Technique> = explainer.techniques().collect();
        let last = order.iter().rposition(|technique| wanted.contains(technique));
        let below = match recipe.level {
            Some(Level::Extreme) => Some(Level::Hard),
            level => Level::ALL.iter().copied().rev().find(|below| level.is_some_and(|level| *below < level)),
        };
        let floor = match last {
            Some(last) => Some(explainer.clone().only(|technique| order[..last].contains(&technique))),
            None => below.map(up_to),
        };
        Judge { explainer, ceiling, floor }
    }

    /// Judges a puzzle. `is_final` says whether everything that is missing must be known even after it was rejected.
    pub(super) fn judge(&self, recipe: &Recipe, attempt: &Attempt, is_final: bool) -> Verdict {
        let mut verdict = Verdict { missing: Vec::new(), distance: 0, rating: None, se_rating: None };
        let clues = attempt.clues;
        if let Some(wanted) = recipe.clues.as_ref().filter(|wanted| !wanted.contains(&clues)) {
            verdict.missing.push(Missing::Clues { found: clues, wanted: wanted.clone() });
            verdict.distance +=
                UNMET * (wanted.start().saturating_sub(clues) + clues.saturating_sub(*wanted.end())) as u64;
        }
        // If a number of clues was asked for, only that number counts, however few givens were tried.
        let is_unfinished = attempt.is_cut && recipe.clues.is_none();
        if recipe.minimal && attempt.is_minimal != Some(true) || is_unfinished {
            verdict.missing.push(Missing::Minimal);
            verdict.distance += UNMET / 2;
        }
        if let Some(pattern) = recipe.pattern.as_ref().filter(|pattern| pattern.len() != clues) {
            verdict.missing.push(Missing::Pattern(clues - pattern.len()));
            verdict.distance += UNMET * (clues - pattern.len()) as u64;
        }
        let is_wanted = recipe.has_rating_wishes();
        if (verdict.missing.is_empty() || is_final) && (is_wanted || is_final && recipe.rated) {
            self.rate(recipe, attempt, is_final, &mut verdict);
        }
        verdict
    }

    fn rate(&self, recipe: &Recipe, attempt: &Attempt, is_final: bool, verdict: &mut Verdict) {
        let puzzle = puzzle_of(recipe.shape, &attempt.givens);
        let is_solved_by = |explainer: &Explainer| explainer.rate(&puzzle).outcome == Outcome::Solved;
        let Verdict { missing, distance, rating: found, .. } = verdict;
        if !is_final {
            if self.ceiling.as_ref().is_some_and(|ceiling| !is_solved_by(ceiling)) {
                missing.push(Missing::Stuck);
                *distance += 2 * UNMET;
                return;
            }
            if self.floor.as_ref().is_some_and(is_solved_by) {
                missing.push(Missing::Stuck);
                *distance += 3 * UNMET;
                return;
            }
        }
        let is_hopeless = |rating: &Rating, technique: Technique| {
            let too_hard = |level: Level| technique.level() > level || rating.score() > level.most_score();
            let key = |technique: Technique| (technique.level(), technique.score());
            recipe.level.is_some_and(too_hard)
                || recipe.forbid.contains(&technique)
                || recipe.hardest.is_some_and(|hardest| key(technique) > key(hardest))
                || recipe.score.as_ref().is_some_and(|wanted| rating.score() > *wanted.end())
        };
        let rating =
            self.explainer.rate_while(&puzzle, |rating, technique| is_final || !is_hopeless(rating, technique));
        let is_solved = rating.outcome == Outcome::Solved;
        if !is_solved && recipe.has_rating_wishes() {
            missing.push(Missing::Stuck);
            *distance += UNMET;
        }
        let level = rating.level_so_far();
        if let Some(wanted) = recipe.level.filter(|wanted| *wanted != level) {
            *distance += UNMET * (wanted as u64).abs_diff(level as u64);
            if is_solved {
                missing.push(Missing::Level { found: level, wanted });
            }
        }
        let score = rating.score();
        if let Some(wanted) = recipe.score.as_ref().filter(|wanted| !wanted.contains(&score)) {
            let far = wanted.start().saturating_sub(score) + score.saturating_sub(*wanted.end());
            *distance += 1 + u64::from(far) / 10;
            missing.push(Missing::Score { found: score, wanted: wanted.clone() });
        }
        let uses = |technique: &Technique| rating.steps.iter().any(|(step, _)| step == technique);
        for technique in recipe.require.iter().filter(|technique| !uses(technique)) {
            *distance += UNMET;
            missing.push(Missing::Required(*technique));
        }
        for technique in recipe.forbid.iter().filter(|technique| uses(technique)) {
            *distance += UNMET;
            missing.push(Missing::Forbidden(*technique));
        }
        if let Some(wanted) = recipe.hardest.filter(|hardest| rating.hardest() != Some(*hardest)) {
            *distance += UNMET;
            missing.push(Missing::Hardest { found: rating.hardest(), wanted });
        }
        if missing.is_empty() || is_final {
            *found = Some(rating).filter(|_| is_solved);
        }
    }
}
