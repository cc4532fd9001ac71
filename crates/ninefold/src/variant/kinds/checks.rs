//! Checks of constraints: numbers out of range, too many cells, digits that the board does not have.

use super::reading::{counts, differ_anyway, number};
use crate::variant::constraint::Filled;
use crate::variant::{Constraint, Kind, VariantPuzzle};

/// Whether there are enough digits for cells that differ.
pub(super) fn fit(cells: &[usize], puzzle: &VariantPuzzle) -> Result<(), String> {
    match (cells.len(), puzzle.digit_count()) {
        (cells, digits) if cells > digits => {
            Err(format!("{cells} cells, expected at most {digits}, one for each digit"))
        }
        _ => Ok(()),
    }
}

/// Whether a number is in a range.
pub(super) fn within(what: &str, found: i64, (least, most): (i64, i64)) -> Result<(), String> {
    match (least..=most).contains(&found) {
        true => Ok(()),
        false if least == most => Err(format!("the {what} {found}, expected {least}")),
        false if least > most => Err(format!("the {what} {found}, but no {what} is possible")),
        false => Err(format!("the {what} {found}, expected {least} to {most}")),
    }
}

/// Whether the board has these digits.
pub(super) fn on_board(digits: &[i64], puzzle: &VariantPuzzle) -> Result<(), String> {
    let ends = (*puzzle.digits().start(), *puzzle.digits().end());
    digits.iter().try_for_each(|digit| within("digit", *digit, ends))
}

/// Whether the cells can hold the list of numbers.
pub(super) fn contents(clue: &Constraint, puzzle: &VariantPuzzle) -> Result<(), String> {
    on_board(&clue.values, puzzle)?;
    let (digits, cells) = (clue.values.len(), clue.cells.len());
    if digits > cells {
        return Err(format!("{digits} digits in {cells} cells, expected at most {cells}"));
    }
    let twice = counts(&clue.values).find(|(_, count)| *count > 1);
    match twice {
        Some((digit, count)) if differ_anyway(&clue.cells, puzzle) => {
            Err(format!("the digit {digit} is listed {count} times, expected once in cells that differ"))
        }
        _ => Ok(()),
    }
}

/// Whether the board has at least two digits.
pub(super) fn two_digits(puzzle: &VariantPuzzle) -> Result<(), String> {
    match puzzle.digit_count() {
        1 => Err("the board has one digit, expected at least 2".to_owned()),
        _ => Ok(()),
    }
}

/// Whether the digits can be split equally into low, middle and high ones.
pub(super) fn thirds(puzzle: &VariantPuzzle) -> Result<(), String> {
    match puzzle.digit_count() {
        digits if digits % 3 == 0 => Ok(()),
        digits => Err(format!("the board has {digits} digits, expected 3, 6, 9 and so on")),
    }
}

/// Whether some two digits of the board fit each other: different ones if the two cells differ anyway.
pub(super) fn some_pair(
    dot: &Constraint,
    puzzle: &VariantPuzzle,
    what: &str,
    fits: impl Fn(i64, i64) -> bool,
) -> Result<(), String> {
    let differ = differ_anyway(&dot.cells, puzzle);
    let is_pair = |one: i64, other: i64| (one != other || !differ) && fits(one, other);
    if puzzle.digits().any(|one| puzzle.digits().any(|other| is_pair(one, other))) {
        return Ok(());
    }
    let (low, high) = (*puzzle.digits().start(), *puzzle.digits().end());
    let different = if differ { "different " } else { "" };
    Err(format!("the {what} {}, expected that of two {different}digits from {low} to {high}", number(dot)))
}

/// The least and the greatest possible sum of these cells.
pub(super) fn sums(cells: &[usize], puzzle: &VariantPuzzle) -> (i64, i64) {
    let (low, high, count) = (*puzzle.digits().start(), *puzzle.digits().end(), cells.len() as i64);
    if differ_anyway(cells, puzzle) { sums_of_different(cells.len(), puzzle) } else { (low * count, high * count) }
}

/// The least and the greatest sum of this many different digits.
pub(super) fn sums_of_different(cells: usize, puzzle: &VariantPuzzle) -> (i64, i64) {
    (puzzle.digits().take(cells).sum(), puzzle.digits().rev().take(cells).sum())
}

/// Whether these lists of cells can all have the same sum.
pub(super) fn sums_can_be_same(lists: &[Vec<usize>], puzzle: &VariantPuzzle) -> Result<(), String> {
    if lists.iter().any(Vec::is_empty) {
        return Err("a list without cells, expected at least 1".to_owned());
    }
    let least = lists.iter().map(|cells| sums(cells, puzzle).0).max().unwrap_or(0);
    let most = lists.iter().map(|cells| sums(cells, puzzle).1).min().unwrap_or(0);
    match least > most && lists.len() > 1 {
        true => Err(format!("one sum is at least {least} and another at most {most}, expected the same sums")),
        false => Ok(()),
    }
}

/// Whether these lists of cells all have the same sum.
pub(super) fn sums_are_same(lists: &[Vec<usize>], board: &Filled<'_>) -> bool {
    let mut sums = lists.iter().map(|cells| board.list(cells).iter().sum::<i64>());
    let first = sums.next();
    sums.all(|sum| Some(sum) == first)
}

/// Whether the cells are a row or a column, from either end, and as numbers all rows and columns have as many digits.
pub(super) fn is_line(clue: &Constraint, puzzle: &VariantPuzzle) -> Result<(), String> {
    let (rows, columns) = (puzzle.rows(), puzzle.columns());
    if rows != columns {
        return Err(format!("a board of {rows} rows and {columns} columns, expected as many rows as columns"));
    }
    let is_clues = |line: Vec<usize>| line == clue.cells || line.iter().rev().eq(&clue.cells);
    match puzzle.lines().any(is_clues) {
        true => Ok(()),
        false => Err("cells that are not a row or a column, expected one from either end".to_owned()),
    }
}

/// Whether it is certain which neighbours have a mark of these kinds: in a choice of rules there may be one or not.
pub(super) fn marks_are_certain(marks: &[Kind], puzzle: &VariantPuzzle) -> Result<(), String> {
    let choices = || puzzle.constraints.iter().filter(|constraint| constraint.kind == Kind::Or);
    match marks.iter().find(|mark| choices().any(|choice| choice.has_within(**mark))) {
        Some(mark) => Err(format!("a {} in a choice of rules, expected it outside of one", mark.title())),
        None => Ok(()),
    }
}
