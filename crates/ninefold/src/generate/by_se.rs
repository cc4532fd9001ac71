//! Wishes about the ratings of Sudoku Explainer.

use super::judge::{UNMET, Verdict};
use super::prove::puzzle_of;
use super::recipe::{Missing, Recipe};
use super::run::Attempt;
use crate::logic::{SeRater, SeRating};

/// The weight of a tenth by which a rating misses the wish.
const TENTH: u64 = UNMET / 10;

/// The type of [`judge`].
pub(super) type SeJudge = fn(&Recipe, &SeRater, &Attempt, bool, &mut Verdict);

/// Rates a puzzle and adds what it lacks; unless this is final, only until it turns out to be too hard.
pub(super) fn judge(recipe: &Recipe, rater: &SeRater, attempt: &Attempt, is_final: bool, verdict: &mut Verdict) {
    let puzzle = puzzle_of(recipe.shape, &attempt.givens);
    let is_too_hard = |so_far: &SeRating| recipe.se.iter().any(|(number, wanted)| so_far.get(*number) > *wanted.end());
    let rating = rater
        .rate_while(&puzzle, |so_far| is_final || !is_too_hard(so_far))
        .expect("recipes with such wishes are for 9x9 boards");
    for (number, wanted) in &recipe.se {
        let found = rating.get(*number);
        if !wanted.contains(&found) {
            let far = wanted.start().saturating_sub(found) + found.saturating_sub(*wanted.end());
            verdict.distance += TENTH * u64::from(far);
            verdict.missing.push(Missing::Se { number: *number, found, wanted: wanted.clone() });
        }
    }
    if verdict.missing.is_empty() || is_final {
        verdict.se_rating = Some(rating);
    }
}
