//! Answers for rows whose puzzles are variants, in the same columns and words as for classic puzzles.

use super::Reading;
use super::check::Finding;
use super::count::Counted;
use super::rows::{Row, shown};
use super::tools::Unanswered;
use ninefold::notation::{self, AnyRecord, Format, ReadOptions, Record, VariantRecord};
use ninefold::solve::{Natural, NoAnswer};
use ninefold::variant::{Mistake, Solver, Stopped, VariantPuzzle, Verdict};

impl Unanswered {
    /// Reads a row, classic or variant, and adds the rules that all rows have.
    pub(super) fn or_any(row: &Row<'_>, reading: &Reading) -> Result<AnyRecord, Unanswered> {
        let record = Unanswered::or_any_as_it_is(row, &reading.options)?;
        if reading.rules.is_empty() {
            return Ok(record);
        }
        Ok(AnyRecord::Variant(VariantRecord::try_from(record)?.with_rules(&reading.rules)?))
    }

    /// Reads a row. What can be read as a classic puzzle is read as one, whatever else it could be.
    fn or_any_as_it_is(row: &Row<'_>, options: &ReadOptions) -> Result<AnyRecord, Unanswered> {
        match row {
            Row::Variant(record) => Ok(AnyRecord::Variant((*record).clone()?)),
            Row::Text(text) => {
                let text = shown(text);
                match notation::read(&text, options) {
                    Ok(record) => Ok(AnyRecord::Classic(record)),
                    Err(_) => Ok(notation::read_any(&text, options)?),
                }
            }
            _ => Unanswered::or_record(row, options).map(AnyRecord::Classic),
        }
    }
}

/// A variant as a classic puzzle.
///
/// # Errors
/// If it has rules beyond those of a Sudoku.
pub(super) fn classic_of(record: &VariantRecord, options: &ReadOptions) -> Result<Record, Unanswered> {
    Ok(notation::read(&json_of(&record.puzzle)?, options)?)
}

/// A solution: a digit for each cell.
pub(super) fn solve(record: &VariantRecord, solver: &Solver<'_>) -> Result<Vec<i64>, Unanswered> {
    let first = solver.first(&record.puzzle).map_err(mistaken)?.map_err(stopped)?;
    first.ok_or_else(unsolvable)
}

/// The number of solutions, at most `limit` if there is one.
pub(super) fn count(record: &VariantRecord, limit: Option<u64>, solver: &Solver<'_>) -> Result<Counted, Unanswered> {
    let puzzle = &record.puzzle;
    let counted = match limit {
        None => solver.count_all(puzzle).map_err(mistaken)?.map_err(|early| (early.to_string(), early.found)),
        Some(limit) => {
            let counted = solver.count(puzzle, limit).map_err(mistaken)?.map(Natural::from);
            counted.map_err(|early| (early.to_string(), Natural::from(early.found)))
        }
    };
    Ok(match counted {
        Ok(number) => Counted { number, stopped: None },
        Err((stopped, number)) => Counted { number, stopped: Some(stopped) },
    })
}

/// Whether there is exactly one solution and, if `minimal` asks for it, whether every clue is needed for that.
pub(super) fn check(record: &VariantRecord, minimal: bool, solver: &Solver<'_>) -> Finding {
    let puzzle = &record.puzzle;
    let is = |verdict, minimal, error| Finding { verdict: Some(verdict), minimal, error };
    let judged = match solver.verdict(puzzle) {
        Err(mistake) => return is("invalid", None, Some(mistake.to_string())),
        Ok(judged) => judged,
    };
    match judged {
        Err(early) => is("undecided", None, Some(early.to_string())),
        Ok(Verdict::None) => is("none", None, None),
        Ok(Verdict::Multiple(..)) => is("multiple", None, None),
        Ok(Verdict::Unique(_)) if !minimal => is("unique", None, None),
        Ok(Verdict::Unique(_)) => {
            for clue in puzzle.clues() {
                match solver.verdict(&puzzle.without(&[clue])) {
                    Ok(Ok(Verdict::Unique(_))) => return is("unique", Some(false), None),
                    Ok(Ok(_)) => {}
                    Ok(Err(early)) => return is("undecided", None, Some(early.to_string())),
                    Err(mistake) => return is("undecided", None, Some(mistake.to_string())),
                }
            }
            is("unique", Some(true), None)
        }
    }
}

/// A minimal puzzle within the variant, as JSON: clues that can be left out together are left out.
pub(super) fn minimize(record: &VariantRecord, seed: u64, solver: &Solver<'_>) -> Result<String, Unanswered> {
    let puzzle = &record.puzzle;
    match solver.verdict(puzzle).map_err(mistaken)?.map_err(stopped)? {
        Verdict::None => Err(unsolvable()),
        Verdict::Multiple(..) => Err(NoAnswer::Multiple.into()),
        Verdict::Unique(_) => {
            let left_out = solver.minimal(puzzle, seed).map_err(mistaken)?.map_err(stopped)?;
            json_of(&puzzle.without(&left_out))
        }
    }
}

fn json_of(puzzle: &VariantPuzzle) -> Result<String, Unanswered> {
    let written = notation::write_variant(&VariantRecord::new(puzzle.clone()), Format::Json);
    let written = written.map_err(|error| Unanswered::Wrong(error.to_string()))?;
    Ok(written.text.trim_end().to_owned())
}

fn mistaken(mistake: Mistake) -> Unanswered {
    Unanswered::Wrong(mistake.to_string())
}

fn stopped<T>(early: Stopped<T>) -> Unanswered {
    Unanswered::Stopped(early.to_string())
}

fn unsolvable() -> Unanswered {
    NoAnswer::NoSolution(None).into()
}
