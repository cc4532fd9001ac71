//! Making puzzles by recipe, as functions of a seed and an index.

use super::judge::Judge;
use super::recipe::{Missing, Recipe, RecipeError};
use super::run::{Attempt, Run};
use crate::board::{Grid, Puzzle};
use crate::logic::{Rating, SeRating};
use crate::solve::Isa;
use std::ops::Range;
use std::sync::OnceLock;

/// Makes puzzles by a recipe, one for each index.
///
/// The same recipe, seed and index give the same puzzle on every platform, alone or with others; another version of
/// this library may give a different one. Only puzzles that are stopped early ([`Generator::puzzles_with_deadline`])
/// depend on when they were stopped.
///
/// ```
/// use ninefold::{Shape, logic::Level, solve};
/// use ninefold::generate::{Generator, Recipe, ClueSymmetry};
///
/// let recipe = Recipe::new(Shape::NINE).symmetry(ClueSymmetry::HalfTurn).level(Level::Medium);
/// let generator = Generator::new(recipe)?.seed(7);
/// let made = generator.puzzle(0);
/// assert!(made.missing.is_empty());
/// assert_eq!(solve::count(&made.puzzle, 2), 1);
/// assert_eq!(made.rating.map(|rating| rating.level()), Some(Level::Medium));
/// # Ok::<(), ninefold::generate::RecipeError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Generator {
    pub(super) recipe: Recipe,
    pub(super) seed: u64,
    pub(super) isa: Isa,
    pub(super) judge: Judge,
    pub(super) groups: Vec<Vec<u32>>,
    /// For [`Method::Vicinity`](super::Method::Vicinity): the puzzle that all others are near.
    pub(super) center: OnceLock<Attempt>,
}

/// A puzzle that was made.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Made {
    /// Its index.
    pub index: u64,
    /// The puzzle, which has exactly one solution.
    pub puzzle: Puzzle,
    /// The solution.
    pub solution: Grid,
    /// In what respects it falls short of the wishes; empty if it meets them all.
    pub missing: Vec<Missing>,
    /// For recipes about levels, scores or techniques, or with [`Recipe::rated`]: how hard the puzzle is, if the
    /// techniques solve it.
    pub rating: Option<Rating>,
    /// For recipes about ratings of Sudoku Explainer ([`Recipe::se`]): the puzzle's ratings.
    pub se_rating: Option<SeRating>,
    /// For [`Method::Unbiased`](super::Method::Unbiased): inversely proportional to how often puzzles with this number
    /// of clues are found, and 1 for a third of the cells (27 on 9x9). Means weighted by it are means over all minimal
    /// puzzles.
    pub weight: Option<f64>,
    /// The number of attempts it took.
    pub attempts: u64,
}

impl Generator {
    /// A generator of puzzles by this recipe, with seed 0.
    ///
    /// # Errors
    /// If wishes contradict each other or the shape.
    pub fn new(recipe: Recipe) -> Result<Generator, RecipeError> {
        recipe.check()?;
        let orbits = recipe.symmetry.orbits(recipe.shape);
        let is_free =
            |cell: usize| recipe.pattern.as_ref().is_none_or(|cells| cells.iter().all(|fixed| fixed.index() != cell));
        let group = |orbit: &Vec<crate::board::Cell>| orbit.iter().map(|cell| cell.index() as u32).collect();
        let mut groups: Vec<Vec<u32>> = orbits.iter().map(group).collect();
        groups.retain(|group| is_free(group[0] as usize));
        Ok(Generator { judge: Judge::new(&recipe), recipe, seed: 0, isa: Isa::best(), groups, center: OnceLock::new() })
    }

    /// Sets the seed: a different seed gives different puzzles.
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Generator {
        (self.seed, self.center) = (seed, OnceLock::new());
        self
    }

    /// Uses this instruction set for 9x9 boards; the puzzles are the same.
    ///
    /// # Panics
    /// If the processor does not have it.
    #[must_use]
    pub fn isa(mut self, isa: Isa) -> Generator {
        assert!(isa.is_available(), "this processor has no {isa}");
        self.isa = isa;
        self
    }

    /// The recipe: what the puzzles should be like.
    pub fn recipe(&self) -> &Recipe {
        &self.recipe
    }

    /// Makes the puzzle with this index.
    pub fn puzzle(&self, index: u64) -> Made {
        let made = Run::new(self, &|| false).make(std::iter::once(index));
        made.into_iter().next().expect("one puzzle was asked for")
    }

    /// Makes the puzzles with these indices. On 9x9, making a few hundred at once is faster than one by one.
    pub fn puzzles(&self, indices: Range<u64>) -> Vec<Made> {
        Run::new(self, &|| false).make(indices)
    }

    /// Makes the same puzzles with a deadline: `should_stop` is called now and then, and once it returns true, the best
    /// puzzles found so far are taken. At least one attempt is made at each puzzle. What a puzzle lacks then depends on when
    /// it was stopped; with [`Method::Vicinity`](super::Method::Vicinity) so does the puzzle itself, if the one that all are
    /// near had not yet been found.
    pub fn puzzles_with_deadline(&self, indices: Range<u64>, should_stop: &dyn Fn() -> bool) -> Vec<Made> {
        Run::new(self, should_stop).make(indices)
    }
}
