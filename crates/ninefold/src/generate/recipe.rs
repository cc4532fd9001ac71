//! What a puzzle to be made should be like, and what one that was made lacks.

use super::ClueSymmetry;
use super::by_se::{self, SeJudge};
use super::rare::{self, Rare};
use crate::board::{Cell, Shape};
use crate::logic::{Level, SeNumber, Technique, tenths_text};
use crate::names::{named, read_by_name};
use std::fmt;
use std::ops::RangeInclusive;

/// A description of what puzzles should be like. Every puzzle has exactly one solution; everything else is asked for here.
///
/// Without further wishes, puzzles are minimal and have no symmetry. With a symmetry, givens are removed group by group:
/// then no *group* can be left out, though a single given of one may be, unless [`Recipe::minimal`] is asked for. If
/// more clues are asked for ([`Recipe::clues`]) than are needed, extra givens are left in.
///
/// Levels, scores and techniques are those of [`Explainer::new`](crate::logic::Explainer::new): HoDoKu's default path.
/// A required technique that this path never tries is tried right after singles, locked candidates and subsets.
#[derive(Clone, Debug)]
pub struct Recipe {
    pub(super) shape: Shape,
    pub(super) symmetry: ClueSymmetry,
    pub(super) pattern: Option<Vec<Cell>>,
    pub(super) clues: Option<RangeInclusive<usize>>,
    pub(super) minimal: bool,
    pub(super) level: Option<Level>,
    pub(super) score: Option<RangeInclusive<u32>>,
    pub(super) require: Vec<Technique>,
    pub(super) forbid: Vec<Technique>,
    pub(super) hardest: Option<Technique>,
    /// Ratings of Sudoku Explainer in tenths, each at most once.
    pub(super) se: Vec<(SeNumber, RangeInclusive<u16>)>,
    /// The function that judges them: a pointer, so that programs without such wishes do not contain the rater.
    pub(super) judge_se: Option<SeJudge>,
    /// The function that searches for puzzles with rare numbers of clues: a pointer for the same reason.
    pub(super) rare: Option<Rare>,
    pub(super) method: Method,
    pub(super) rated: bool,
    pub(super) attempts: Option<u64>,
}

/// How puzzles are searched for. No method makes all puzzles equally likely; each variant describes what it favours.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
#[non_exhaustive]
pub enum Method {
    /// Givens are removed from a random grid in random order. Favours puzzles with few clues: the minimal 9x9 puzzles
    /// that it makes most often have 24, while among all such puzzles 27 is most frequent. Every puzzle has its own grid.
    #[default]
    Dig,
    /// As `Dig`, then improved: some givens are put back and others removed, and the result is kept if it is no further
    /// from the wishes. Favours even fewer clues, and puzzles at the edge of what is asked for. Every puzzle has its own
    /// grid.
    Search,
    /// All puzzles of a seed are near one that `Dig` has found: a few givens are put back and others removed. Favours
    /// puzzles like that one, with the same solution; rare wishes are met far more often than by digging. The same
    /// puzzle may be made more than once.
    Vicinity,
    /// Minimal puzzles only, by Berthier's controlled-bias generator ("Unbiased Statistics of a CSP", 2009): givens are
    /// removed in random order until one is needed; if all others are needed too, they are a puzzle, otherwise everything
    /// starts again. The probability of finding a puzzle with k clues on n cells is proportional to 1 / C(n, k), whatever
    /// else it is like: [`Made::weight`](super::Made::weight) corrects for that. On 9x9, one attempt in half a million makes
    /// a puzzle, and puzzles with more than 31 clues (fewer than one in 100,000) are left out unless asked for.
    Unbiased,
}

named! {
    Method, "Every method.",
    Dig = "dig",
    Search = "search",
    Vicinity = "vicinity",
    Unbiased = "unbiased",
}

impl Method {
    /// How puzzles are chosen, and what that favours, in sentences for a description of a data set.
    pub fn bias(self) -> &'static str {
        match self {
            Method::Dig => {
                "Givens were taken away from random grids in random order. That favours puzzles with few clues: among minimal 9x9 \
                 puzzles it makes those with 24 most often, although most of all minimal puzzles have 27. Not a uniform sample."
            }
            Method::Search => {
                "Puzzles were dug from random grids, then improved: some givens put back, others taken away. That favours still \
                 fewer clues than digging, and the edge of what was asked for. Not a uniform sample."
            }
            Method::Vicinity => {
                "All puzzles are near one puzzle and have its solution up to symmetry. They are much alike: not a uniform sample."
            }
            Method::Unbiased => {
                "Berthier's controlled-bias generator: minimal puzzles, one with k clues on n cells found with a probability in \
                 proportion to 1 / C(n, k), whatever else it is like. Means weighted by the column weight are means over all \
                 minimal puzzles; on 9x9 those with more than 31 clues (fewer than one in 100,000) are left out unless asked for."
            }
        }
    }
}

read_by_name!(Method, "method", "methods");

impl Recipe {
    /// A recipe for minimal puzzles of a shape, without symmetry.
    pub fn new(shape: Shape) -> Recipe {
        Recipe {
            shape,
            symmetry: ClueSymmetry::None,
            pattern: None,
            clues: None,
            minimal: false,
            level: None,
            score: None,
            require: Vec::new(),
            forbid: Vec::new(),
            hardest: None,
            se: Vec::new(),
            judge_se: None,
            rare: None,
            method: Method::Dig,
            rated: false,
            attempts: None,
        }
    }

    /// The shape of the boards.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// Asks for a symmetry of the cells that have givens.
    #[must_use]
    pub fn symmetry(mut self, symmetry: ClueSymmetry) -> Recipe {
        self.symmetry = symmetry;
        self
    }

    /// Asks for givens in exactly these cells.
    #[must_use]
    pub fn pattern(mut self, cells: impl IntoIterator<Item = Cell>) -> Recipe {
        let mut cells: Vec<Cell> = cells.into_iter().collect();
        cells.sort_unstable();
        cells.dedup();
        self.pattern = Some(cells);
        self
    }

    /// Asks for a number of givens. Unless puzzles should be minimal, each has a random number from this range, if enough
    /// givens can be removed.
    #[must_use]
    pub fn clues(mut self, clues: RangeInclusive<usize>) -> Recipe {
        self.clues = Some(clues);
        self
    }

    /// Asks for minimal puzzles: no given can be left out.
    #[must_use]
    pub fn minimal(mut self) -> Recipe {
        self.minimal = true;
        self
    }

    /// Asks for a level. On boards with more than twelve digits, easy and medium puzzles have more givens than they need,
    /// unless a number of givens is asked for.
    #[must_use]
    pub fn level(mut self, level: Level) -> Recipe {
        self.level = Some(level);
        self
    }

    /// Asks for a score on HoDoKu's scale.
    #[must_use]
    pub fn score(mut self, score: RangeInclusive<u32>) -> Recipe {
        self.score = Some(score);
        self
    }

    /// Asks for a technique that the path must use. May be called several times: the path must use all of them.
    #[must_use]
    pub fn require(mut self, technique: Technique) -> Recipe {
        self.require.push(technique);
        self
    }

    /// Asks for a path that does not use this technique. May be called several times.
    #[must_use]
    pub fn forbid(mut self, technique: Technique) -> Recipe {
        self.forbid.push(technique);
        self
    }

    /// Asks for the hardest technique of the path: among those of the highest level, the one with the highest score.
    #[must_use]
    pub fn hardest(mut self, technique: Technique) -> Recipe {
        self.hardest = Some(technique);
        self
    }

    /// Asks for a rating of Sudoku Explainer 1.2.1 in tenths ([`SeRater`](crate::logic::SeRater)), on 9x9 boards: `70..=75`
    /// for 7.0 to 7.5. For each number, the last call counts.
    #[must_use]
    pub fn se(mut self, number: SeNumber, rating: RangeInclusive<u16>) -> Recipe {
        self.se.retain(|(known, _)| *known != number);
        self.se.push((number, rating));
        self.judge_se = Some(by_se::judge);
        self
    }

    /// Searches in other ways for puzzles with numbers of clues that digging hardly ever reaches, if the method is
    /// [`Method::Dig`], on classic boards without symmetry or pattern:
    ///
    /// * With up to 20 clues, by [`clues::Clues`](crate::clues::Clues) in random grids; with 18 or 17, by walks that
    ///   move givens ({-1+1} and {-2+2}), starting from one puzzle that was found in this way. These puzzles differ
    ///   less than others: only some hundreds of classes are near that puzzle.
    /// * Minimal ones with at least 30 clues, by climbs that exchange givens as long as each keeps an unavoidable set
    ///   of its own, and that move from grid to grid. They reach 33 within seconds and seldom more; 40 is the most known.
    ///
    /// An attempt takes one or several seconds; by default at most 20 are made for each puzzle.
    #[must_use]
    pub fn clue_search(mut self) -> Recipe {
        self.rare = Some(rare::attempt);
        self
    }

    /// Chooses how puzzles are searched for.
    #[must_use]
    pub fn method(mut self, method: Method) -> Recipe {
        self.method = method;
        self
    }

    /// Rates every puzzle, even if no wish requires it.
    #[must_use]
    pub fn rated(mut self) -> Recipe {
        self.rated = true;
        self
    }

    /// Sets how many attempts are made for each puzzle before the best one found is taken: 100,000 by default (20 with
    /// [`Recipe::clue_search`] where it applies), or no limit if the method is [`Method::Unbiased`]. At least one is
    /// made. If sampling has found nothing, a puzzle is dug and reported as [`Missing::Sampled`].
    #[must_use]
    pub fn attempts(mut self, attempts: u64) -> Recipe {
        self.attempts = Some(attempts.max(1));
        self
    }

    /// The number of clues that digging leaves: the one asked for, or on large boards as many as puzzles of the level have.
    ///
    /// On boards with more than twelve digits, a puzzle with the fewest clues is nearly always beyond the techniques, and
    /// puzzles with far more clues are already no longer easy. With these shares of the cells given, most puzzles asked for
    /// are found within a few attempts, up to 25x25: 56 % of 16x16 for easy puzzles, 50 % for medium ones.
    pub(super) fn clues_to_leave(&self) -> Option<RangeInclusive<usize>> {
        let side = self.shape.side();
        let for_easy = 36 + side * 5 / 4;
        let percent = match self.level {
            _ if self.minimal => return None,
            _ if self.clues.is_some() => return self.clues.clone(),
            Some(Level::Easy) if side > 12 && self.pattern.is_none() => for_easy,
            Some(Level::Medium) if side > 12 && self.pattern.is_none() => for_easy - 6,
            _ => return None,
        };
        let clues = (self.shape.cell_count() * percent / 100).min(self.shape.cell_count());
        Some(clues..=clues)
    }

    /// Whether the recipe asks for something that requires a rating by HoDoKu's techniques.
    pub(super) fn has_rating_wishes(&self) -> bool {
        let Recipe { level, score, require, forbid, hardest, .. } = self;
        level.is_some() || score.is_some() || hardest.is_some() || !require.is_empty() || !forbid.is_empty()
    }

    /// Whether the recipe asks for anything that an attempt may fail to meet.
    pub(super) fn has_wishes(&self) -> bool {
        self.clues.is_some()
            || self.minimal
            || self.pattern.is_some()
            || self.has_rating_wishes()
            || !self.se.is_empty()
    }

    /// Checks that the wishes contradict neither each other nor the shape.
    pub(super) fn check(&self) -> Result<(), RecipeError> {
        let cells = self.shape.cell_count();
        if let Some(clues) = &self.clues
            && (clues.is_empty() || *clues.start() > cells)
        {
            return Err(RecipeError::Clues { clues: clues.clone(), cells });
        }
        if let Some(score) = self.score.as_ref().filter(|score| score.is_empty()) {
            return Err(RecipeError::Score(score.clone()));
        }
        if let Some((number, wanted)) = self.se.iter().find(|(_, wanted)| wanted.is_empty()) {
            return Err(RecipeError::Se(*number, wanted.clone()));
        }
        if !self.se.is_empty() && !self.shape.is_classic_nine() {
            return Err(RecipeError::Together("a rating of Sudoku Explainer", "boards other than 9x9"));
        }
        if let Some(pattern) = &self.pattern {
            if let Some(cell) = pattern.iter().find(|cell| cell.index() >= cells) {
                return Err(RecipeError::PatternCell { cell: *cell, cells });
            }
            if self.symmetry != ClueSymmetry::None {
                return Err(RecipeError::Together("a pattern", "a symmetry"));
            }
            if self.clues.as_ref().is_some_and(|clues| !clues.contains(&pattern.len())) {
                return Err(RecipeError::Together("a pattern", "another number of clues"));
            }
        }
        let most = self.pattern.as_ref().map(Vec::len).or(self.clues.as_ref().map(|clues| *clues.end()));
        if let Some(most) = most.filter(|most| self.shape.is_classic_nine() && *most < FEWEST_CLUES) {
            return Err(RecipeError::TooFewClues(most));
        }
        if self.method == Method::Unbiased && (self.symmetry != ClueSymmetry::None || self.pattern.is_some()) {
            return Err(RecipeError::Together("the method unbiased", "a symmetry or a pattern"));
        }
        let wanted = self.require.iter().chain(&self.hardest);
        if let Some(technique) = wanted.clone().find(|technique| self.forbid.contains(technique)) {
            return Err(RecipeError::RequiredAndForbidden(*technique));
        }
        if let Some(level) = self.level
            && let Some(technique) = wanted.clone().find(|technique| technique.level() > level)
        {
            return Err(RecipeError::HarderThanLevel(*technique, level));
        }
        Ok(())
    }
}

/// The fewest clues of a 9x9 puzzle with one solution: McGuire, Tugemann, Civario, "There is no 16-clue Sudoku" (2012).
const FEWEST_CLUES: usize = 17;

/// Why a recipe cannot be followed.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum RecipeError {
    /// The range of numbers of clues is empty, or all of them exceed the number of cells.
    Clues {
        /// The range asked for.
        clues: RangeInclusive<usize>,
        /// The number of cells of a board.
        cells: usize,
    },
    /// No 9x9 puzzle has as few clues as this.
    TooFewClues(usize),
    /// The range of scores is empty.
    Score(RangeInclusive<u32>),
    /// The range of a rating of Sudoku Explainer, in tenths, is empty.
    Se(SeNumber, RangeInclusive<u16>),
    /// The board has no such cell.
    PatternCell {
        /// The cell.
        cell: Cell,
        /// The number of cells of a board.
        cells: usize,
    },
    /// These two wishes exclude each other.
    Together(&'static str, &'static str),
    /// A technique is both required and forbidden.
    RequiredAndForbidden(Technique),
    /// A required technique is harder than the level.
    HarderThanLevel(Technique, Level),
}

impl fmt::Display for RecipeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RecipeError::Clues { clues, cells } => {
                write!(f, "no puzzle has {} to {} clues; the board has {cells} cells", clues.start(), clues.end())
            }
            RecipeError::TooFewClues(most) => write!(
                f,
                "no 9x9 puzzle with one solution has {most} clues; {FEWEST_CLUES} are the fewest (McGuire, Tugemann and \
                 Civario, 2012)"
            ),
            RecipeError::Score(score) => write!(f, "there is no score from {} to {}", score.start(), score.end()),
            RecipeError::Se(number, wanted) => {
                write!(
                    f,
                    "there is no {number} from {} to {}",
                    tenths_text(*wanted.start()),
                    tenths_text(*wanted.end())
                )
            }
            RecipeError::PatternCell { cell, cells } => {
                write!(f, "the pattern has cell {}, but the board has only {cells}", cell.index() + 1)
            }
            RecipeError::Together(one, other) => write!(f, "{one} cannot be combined with {other}"),
            RecipeError::RequiredAndForbidden(technique) => write!(f, "{technique} is both required and forbidden"),
            RecipeError::HarderThanLevel(technique, level) => {
                write!(f, "{technique} is {}, harder than the level {level}", technique.level())
            }
        }
    }
}

impl std::error::Error for RecipeError {}

/// In what respect a puzzle falls short of the wishes.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Missing {
    /// It has another number of clues.
    Clues {
        /// How many it has.
        found: usize,
        /// What was asked for.
        wanted: RangeInclusive<usize>,
    },
    /// A given can be left out, or it could not be determined in time whether one can.
    Minimal,
    /// This many givens outside the pattern had to be added so that there is only one solution.
    Pattern(usize),
    /// It has another level.
    Level {
        /// The puzzle's level.
        found: Level,
        /// What was asked for.
        wanted: Level,
    },
    /// It has another score.
    Score {
        /// The puzzle's score.
        found: u32,
        /// What was asked for.
        wanted: RangeInclusive<u32>,
    },
    /// The path does not use this required technique.
    Required(Technique),
    /// The path uses this forbidden technique.
    Forbidden(Technique),
    /// Another technique is the hardest.
    Hardest {
        /// The puzzle's hardest technique; `None` if it needs no step.
        found: Option<Technique>,
        /// What was asked for.
        wanted: Technique,
    },
    /// It has another rating of Sudoku Explainer, in tenths.
    Se {
        /// Which of the three ratings.
        number: SeNumber,
        /// The puzzle's rating.
        found: u16,
        /// What was asked for.
        wanted: RangeInclusive<u16>,
    },
    /// No technique makes further progress.
    Stuck,
    /// It was dug, because no sample was found in time or within the attempts allowed.
    Sampled,
}

impl fmt::Display for Missing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Missing::Clues { found, wanted } => {
                write!(f, "it has {found} clues instead of {}", in_words(wanted, usize::MAX, usize::to_string))
            }
            Missing::Minimal => f.write_str("it is not known to be minimal"),
            Missing::Pattern(1) => f.write_str("it has a given outside the pattern"),
            Missing::Pattern(extra) => write!(f, "it has {extra} givens outside the pattern"),
            Missing::Level { found, wanted } => write!(f, "its level is {found} instead of {wanted}"),
            Missing::Score { found, wanted } => {
                write!(f, "its score is {found} instead of {}", in_words(wanted, u32::MAX, u32::to_string))
            }
            Missing::Required(technique) => write!(f, "its path does not use {technique}"),
            Missing::Forbidden(technique) => write!(f, "its path uses {technique}"),
            Missing::Hardest { found: Some(found), wanted } => {
                write!(f, "its hardest technique is {found} instead of {wanted}")
            }
            Missing::Hardest { found: None, wanted } => write!(f, "it needs no technique, let alone {wanted}"),
            Missing::Se { number, found, wanted } => {
                let wanted = in_words(wanted, u16::MAX, |rating| tenths_text(*rating));
                write!(f, "its {number} is {} instead of {wanted}", tenths_text(*found))
            }
            Missing::Stuck => f.write_str("no technique leads to its solution"),
            Missing::Sampled => f.write_str("it is not a sample; none was found in time"),
        }
    }
}

/// A range in words: `24`, `22 to 26`; one that ends at `largest` has no upper limit, so it is `at least 24`.
fn in_words<T: Default + PartialEq + Clone>(
    range: &RangeInclusive<T>,
    largest: T,
    written: impl Fn(&T) -> String,
) -> String {
    let [from, to] = [range.start(), range.end()];
    match (from, to) {
        _ if from == to => written(from),
        _ if *to == largest => format!("at least {}", written(from)),
        _ if *from == T::default() => format!("at most {}", written(to)),
        _ => format!("{} to {}", written(from), written(to)),
    }
}
