//! Why a puzzle has no answer.

use super::{Solver, Stopped, Verdict};
use crate::board::{Grid, Invalid, Puzzle, Symbols};
use std::fmt;

/// Why there is no answer to a question about a puzzle that should have exactly one solution, or at least one.
///
/// Programs read [`NoAnswer::status`]; people read [`NoAnswer::words`] in place of the answer and [`NoAnswer::reason`] beside
/// it. The `Display` text is a complete phrase.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum NoAnswer {
    /// The text or the board breaks a rule.
    Invalid(Invalid),
    /// The puzzle has no solution; the reason is given if it can be seen without a search.
    NoSolution(Option<Invalid>),
    /// The puzzle has several solutions where exactly one is needed.
    Multiple,
    /// The search stopped before it had an answer.
    Stopped(Stopped),
}

impl NoAnswer {
    /// Returns why a puzzle has no solution, once a search has found none. A puzzle that breaks a rule is invalid and has no
    /// solution either, so the rules need not be checked before the search. Messages use these symbols.
    pub fn unsolvable(puzzle: &Puzzle, symbols: &Symbols) -> NoAnswer {
        match puzzle.validate_with(symbols) {
            Err(invalid) if !invalid.is_only_contradiction() => NoAnswer::Invalid(invalid),
            reason => NoAnswer::NoSolution(reason.err()),
        }
    }

    /// Returns the kind of answer in one word, for programs: `invalid`, `none`, `multiple` or `stopped`.
    pub fn status(&self) -> &'static str {
        match self {
            NoAnswer::Invalid(_) => "invalid",
            NoAnswer::NoSolution(_) => "none",
            NoAnswer::Multiple => "multiple",
            NoAnswer::Stopped(_) => "stopped",
        }
    }

    /// Returns the line that people read in place of an answer.
    pub fn words(&self) -> &'static str {
        match self {
            NoAnswer::Invalid(_) => "Invalid input",
            NoAnswer::NoSolution(_) => "No solution found",
            NoAnswer::Multiple => "Several solutions",
            NoAnswer::Stopped(_) => "Gave up",
        }
    }

    /// Returns what can be added to [`NoAnswer::words`], if anything.
    pub fn reason(&self) -> Option<String> {
        match self {
            NoAnswer::NoSolution(None) | NoAnswer::Multiple => None,
            _ => Some(self.to_string()),
        }
    }
}

impl fmt::Display for NoAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoAnswer::Invalid(invalid) => invalid.fmt(f),
            NoAnswer::NoSolution(None) => f.write_str("no solution"),
            NoAnswer::NoSolution(Some(reason)) => write!(f, "no solution: {reason}"),
            NoAnswer::Multiple => f.write_str("several solutions"),
            NoAnswer::Stopped(stopped) => stopped.fmt(f),
        }
    }
}

impl std::error::Error for NoAnswer {}

impl From<Invalid> for NoAnswer {
    fn from(invalid: Invalid) -> NoAnswer {
        NoAnswer::Invalid(invalid)
    }
}

impl From<Stopped> for NoAnswer {
    fn from(stopped: Stopped) -> NoAnswer {
        NoAnswer::Stopped(stopped)
    }
}

impl Solver<'_> {
    /// Returns the only solution of a puzzle.
    ///
    /// # Errors
    /// If the puzzle has no solution or several, or the search stopped; messages use these symbols.
    ///
    /// ```
    /// use ninefold::{Puzzle, Symbols, solve::{NoAnswer, Solver}};
    /// let puzzle: Puzzle = "1...............".parse()?;
    /// let judged = Solver::new().judge(&puzzle, &Symbols::for_side(4));
    /// assert_eq!(judged, Err(NoAnswer::Multiple));
    /// # Ok::<(), ninefold::Invalid>(())
    /// ```
    pub fn judge(&self, puzzle: &Puzzle, symbols: &Symbols) -> Result<Grid, NoAnswer> {
        match self.verdict(puzzle).map_err(Stopped::from)? {
            Verdict::Unique(solution) => Ok(solution),
            Verdict::Multiple(..) => Err(NoAnswer::Multiple),
            Verdict::None => Err(NoAnswer::unsolvable(puzzle, symbols)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Digit, Shape};

    fn judged(text: &str, solver: &Solver<'_>) -> Result<Grid, NoAnswer> {
        solver.judge(&text.parse().unwrap(), &Symbols::new("ABCD").unwrap())
    }

    #[test]
    fn every_kind_has_its_words() {
        let solver = Solver::new();
        let report = |text: &str, solver: &Solver<'_>| {
            let why = judged(text, solver).unwrap_err();
            (why.status(), why.words(), why.reason(), why.to_string())
        };
        let twice = "A appears twice in row 1 (r1c1, r1c2); A appears twice in box 1 (r1c1, r1c2)".to_owned();
        assert_eq!(report("11..............", &solver), ("invalid", "Invalid input", Some(twice.clone()), twice));
        let stuck = "no solution: r1c4 has no candidate left".to_owned();
        assert_eq!(report("123....4........", &solver), ("none", "No solution found", Some(stuck.clone()), stuck));
        let several = ("multiple", "Several solutions", None, "several solutions".to_owned());
        assert_eq!(report("1...............", &solver), several);
        let ended = judged("................", &Solver::new().nodes(0)).unwrap_err();
        assert!(matches!(ended, NoAnswer::Stopped(_)));
        assert_eq!((ended.status(), ended.words()), ("stopped", "Gave up"));
        assert_eq!(ended.reason(), Some(ended.to_string()));
        assert_eq!(judged("1.34341221434321", &solver).unwrap().to_string(), "1234341221434321");
    }

    /// Only a search shows that there is no solution, so no reason can be given.
    #[test]
    fn a_contradiction_may_have_no_name() {
        let shape = Shape::new(2, 2).unwrap();
        let mut puzzle = Puzzle::empty(shape);
        // Three cells of a row share two digits.
        for column in 0..3 {
            [3, 4].into_iter().for_each(|digit| {
                puzzle.remove_candidate(shape.cell(0, column), Digit::new(digit).unwrap());
            });
        }
        puzzle.remove_candidate(shape.cell(0, 3), Digit::new(1).unwrap());
        let why = Solver::new().judge(&puzzle, &Symbols::for_side(4)).unwrap_err();
        assert_eq!(why, NoAnswer::NoSolution(None));
        assert_eq!((why.reason(), why.to_string()), (None, "no solution".to_owned()));
    }
}
