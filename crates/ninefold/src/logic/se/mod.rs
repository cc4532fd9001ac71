//! The published scale: exactly the ratings that Sudoku Explainer 1.2.1 gives.
//!
//! Sudoku Explainer (Nicolas Juillerat, 2006-2009) searches for one hint at a time: the first hint of the first rule that has
//! one. It applies this hint, then starts again. The rating of a puzzle (ER) is that of its hardest hint. So which of several
//! hints is found first decides all that follow, and everything here keeps to the program's order, even where that
//! is an accident of how it was written; the head of each file says what is kept and why. The numbers are those of its
//! command line, `serate` 1.2.1.3 by Glenn Fowler.
//!
//! ```text
//!   simple    singles, direct forms, locked candidates, subsets, fish, wings     1.0 to 5.4
//!   loops     unique rectangles and loops        grave    bivalue universal graves    4.5 to 6.1
//!   aligned   pairs 6.2, triplets 7.5
//!   chains    static chains and cycles 6.5 and more, by links; reach says where there are any
//!   search    Nishio 7.5, multiple 8.0, dynamic 8.5, with further rules at rest 9.0 to 11.0 and more, by nets
//! ```

mod aligned;
mod chains;
mod grave;
mod hint;
mod kept;
mod links;
mod loops;
mod mode;
mod nets;
mod number;
mod path;
mod position;
mod rating;
mod reach;
mod rest;
mod rules;
mod scope;
mod search;
mod simple;
mod tell;
#[cfg(test)]
mod tests;
mod watch;

use crate::board::{ClassicNine, Puzzle};
use crate::symmetry;
pub use number::{SeNumber, tenths_text};
pub(super) use path::{BeginSe, SePath};
use position::Position;
use rating::tenths;
use rules::Rules;
use std::fmt;
use std::sync::{Mutex, MutexGuard, PoisonError};
use watch::Watch;

/// The rating of a puzzle by Sudoku Explainer 1.2.1. Ratings are in tenths.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct SeRating {
    /// The rating of the hardest hint (ER); 0 if there is none, and a lower bound if the rating was stopped.
    pub er: u16,
    /// The rating of the hardest hint up to the first that places a digit (EP, "pearl"); 0 if no hint does.
    pub ep: u16,
    /// The rating of the first hint (ED, "diamond"); 0 if there is none.
    pub ed: u16,
    /// The number of hints.
    pub hints: u32,
    /// The program's name for the hardest hint; if several are equally hard, for the first.
    pub hardest: Option<&'static str>,
    /// How the rating ended.
    pub end: SeEnd,
}

/// How a rating ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum SeEnd {
    /// The rules lead to the solution.
    Solved,
    /// Nothing more follows; `serate` then writes an ER of 20.0, unless it rates puzzles with several solutions.
    Stuck,
    /// The caller no longer wanted the rating.
    Stopped,
    /// Only pearls were wanted, and this puzzle is not one.
    NoPearl,
    /// Only diamonds were wanted, and this puzzle is not one.
    NoDiamond,
}

impl SeEnd {
    /// The end in one word: `solved`, `stuck`, `stopped`, `no-pearl` or `no-diamond`.
    pub fn name(self) -> &'static str {
        match self {
            SeEnd::Solved => "solved",
            SeEnd::Stuck => "stuck",
            SeEnd::Stopped => "stopped",
            SeEnd::NoPearl => "no-pearl",
            SeEnd::NoDiamond => "no-diamond",
        }
    }
}

impl SeRating {
    /// A remark on a rating that does not cover a puzzle's whole solution.
    pub fn remark(&self) -> Option<&'static str> {
        match self.end {
            SeEnd::Solved => None,
            SeEnd::Stuck => Some("no more steps follow; the rating covers the steps so far"),
            SeEnd::Stopped => Some("stopped; er is at least this"),
            SeEnd::NoPearl => Some("no pearl; er is at least this"),
            SeEnd::NoDiamond => Some("no diamond; er is at least this"),
        }
    }

    /// Whether the first digit placed takes the hardest hint; also true while none is placed.
    pub fn is_pearl(&self) -> bool {
        self.ep == 0 || self.ep >= self.er
    }

    /// Whether the first hint is the hardest; also true while there is none.
    pub fn is_diamond(&self) -> bool {
        self.ed == 0 || self.ed >= self.er
    }
}

/// In the form that is used in the Patterns Game: `ED=7.1/1.2/1.2`, for ER, EP and ED.
impl fmt::Display for SeRating {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [er, ep, ed] = [self.er, self.ep, self.ed].map(tenths_text);
        write!(f, "ED={er}/{ep}/{ed}")
    }
}

/// Rates puzzles as Sudoku Explainer 1.2.1 does.
///
/// The numbers are those of `serate` 1.2.1.3 for every classic 9x9 puzzle with one solution, at any level. Like that
/// program's, they change with the order of rows, columns and digits. The program gives puzzles with several solutions no
/// rating; without uniqueness they are rated up to where nothing follows. This may take very long on boards with few
/// digits, where the deepest rules search everything in vain: [`SeRater::rate_while`] can be stopped.
///
/// ```
/// use ninefold::{Puzzle, logic::SeRater};
/// let puzzle: Puzzle = "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3..".parse()?;
/// let rating = SeRater::new().rate(&puzzle).expect("a classic 9x9");
/// assert_eq!((rating.er, rating.ep, rating.ed), (12, 12, 12));
/// assert_eq!(rating.to_string(), "ED=1.2/1.2/1.2");
/// # Ok::<(), ninefold::Invalid>(())
/// ```
#[derive(Debug)]
pub struct SeRater {
    /// The rules that are not searching at the moment, each with the memory of its searches.
    idle: Mutex<Vec<Rules>>,
    uniqueness: bool,
    invariant: bool,
    /// What a rating so far must be if it is not to be stopped, and how it ends otherwise.
    only: (fn(&SeRating) -> bool, SeEnd),
}

impl Default for SeRater {
    fn default() -> SeRater {
        SeRater::new()
    }
}

impl SeRater {
    /// The name of the scale: the program and its version.
    pub const SCALE: &'static str = "SE 1.2.1";

    /// A rater with all of the program's rules. It keeps the memory of its searches, so use one for many puzzles, on any
    /// number of threads.
    pub fn new() -> SeRater {
        SeRater { idle: Mutex::default(), uniqueness: true, invariant: false, only: (|_| true, SeEnd::Stopped) }
    }

    /// Leaves out the rules that rely on there being one solution: unique rectangles, loops and graves.
    #[must_use]
    pub fn without_uniqueness(mut self) -> SeRater {
        self.uniqueness = false;
        self
    }

    /// Rates the minlex form of a puzzle ([`symmetry::canonical`]), so that the rating is the same for all puzzles that
    /// differ only in the order of rows, columns and digits or by transposition. Sudoku Explainer's own rating is not, because
    /// which of several hints it finds first depends on that order.
    #[must_use]
    pub fn invariant(mut self) -> SeRater {
        self.invariant = true;
        self
    }

    /// Stops as soon as a puzzle is known not to be a pearl.
    #[must_use]
    pub fn only_pearls(mut self) -> SeRater {
        self.only = (SeRating::is_pearl, SeEnd::NoPearl);
        self
    }

    /// Stops as soon as a puzzle is known not to be a diamond.
    #[must_use]
    pub fn only_diamonds(mut self) -> SeRater {
        self.only = (SeRating::is_diamond, SeEnd::NoDiamond);
        self
    }

    /// Whether some of the rater's rules rely on there being one solution.
    pub fn rests_on_uniqueness(&self) -> bool {
        self.uniqueness
    }

    /// Rates a puzzle by its digits, given or placed, and the candidates that are left where some were removed. `None` if it
    /// is not a classic 9x9, or if its minlex form is to be rated and it has none.
    pub fn rate(&self, puzzle: &Puzzle) -> Option<SeRating> {
        self.rate_while(puzzle, |_| true)
    }

    /// Rates a puzzle for as long as this is wanted: `is_wanted` is called with the rating so far before each hint, and every
    /// millisecond during the search for one.
    ///
    /// ```
    /// use ninefold::{Puzzle, logic::{SeEnd, SeRater}};
    /// let puzzle: Puzzle = ".98..1...1.5..6....3.9....4...5..6.8.......9....8.34.2.....2..9.6.3.......1..8246".parse()?;
    /// let rating = SeRater::new().rate_while(&puzzle, |so_far| so_far.er <= 70).expect("a classic 9x9");
    /// assert_eq!((rating.er, rating.end), (73, SeEnd::Stopped), "at least 7.3");
    /// # Ok::<(), ninefold::Invalid>(())
    /// ```
    pub fn rate_while(&self, puzzle: &Puzzle, is_wanted: impl FnMut(&SeRating) -> bool) -> Option<SeRating> {
        let nine = puzzle.classic_nine()?;
        let mut rules = self.idle().pop().unwrap_or_else(Rules::new);
        let rating = match self.invariant {
            false => Some(self.rate_by(&mut rules, nine, is_wanted)),
            true => {
                let form = symmetry::canonical(puzzle).ok();
                form.and_then(|form| Some(self.rate_by(&mut rules, form.board.classic_nine()?, is_wanted)))
            }
        };
        self.idle().push(rules);
        rating
    }

    fn idle(&self) -> MutexGuard<'_, Vec<Rules>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn rate_by(
        &self,
        rules: &mut Rules,
        puzzle: ClassicNine<'_>,
        mut is_wanted: impl FnMut(&SeRating) -> bool,
    ) -> SeRating {
        let mut position = Position::new(puzzle);
        let (is_of_kind, end_of_others) = self.only;
        let mut so_far = SeRating { er: 0, ep: 0, ed: 0, hints: 0, hardest: None, end: SeEnd::Stopped };
        let mut most = 0.0;
        while position.left > 0 {
            let mut ask = |at_least: u16| {
                so_far.er = so_far.er.max(at_least);
                if !is_of_kind(&so_far) {
                    so_far.end = end_of_others;
                }
                so_far.end == SeEnd::Stopped && is_wanted(&so_far)
            };
            let mut watch = Watch::new(&mut ask);
            let hint = rules.next(&position, self.uniqueness, &mut watch);
            if watch.is_over() {
                return so_far;
            }
            let Some(hint) = hint else {
                (so_far.er, so_far.end) = (tenths(most), SeEnd::Stuck);
                return so_far;
            };
            if hint.rating > most {
                (most, so_far.hardest) = (hint.rating, Some(hint.name()));
            }
            (so_far.er, so_far.hints) = (tenths(most), so_far.hints + 1);
            if so_far.ed == 0 {
                so_far.ed = so_far.er;
            }
            if so_far.ep == 0 && hint.placed.is_some() {
                so_far.ep = so_far.er;
            }
            hint.apply(&mut position);
        }
        so_far.end = if is_of_kind(&so_far) { SeEnd::Solved } else { end_of_others };
        so_far
    }
}
