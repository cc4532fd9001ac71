//! The five grids of a Samurai, where it is not written which places are no cells: because a blank is written there, too, or
//! nothing at all, so that the rows are of three lengths.

use super::Place;
use crate::notation::row::is_blank;
use std::borrow::Cow;

/// The rows and columns of the whole board.
pub(super) const SIDE: usize = 21;

/// A blank that is also written where there is no cell tells boards of this kind from others by their many digits, all up to 9.
const DIGITS: usize = 40;

/// Whether a place is a cell.
fn is_cell(row: usize, column: usize) -> bool {
    let is_middle = |place: usize| (6..15).contains(&place);
    let is_outer = |place: usize| !(9..12).contains(&place);
    is_outer(row) && is_outer(column) || is_middle(row) && is_middle(column)
}

/// Whether a line may be the first of such rows.
pub(super) fn may_begin(line: &str) -> bool {
    row(line).is_some_and(|row| row.chars().count() > super::SIDE)
}

/// Whether a line may be such a row.
pub(super) fn may_be_row(line: &str) -> bool {
    row(line).is_some()
}

/// The characters of a row, which may have a space between them; `None` if the line cannot be one.
fn row(line: &str) -> Option<Cow<'_, str>> {
    let line = line.trim_end();
    let has_spaces = line.len() > 2 && line.bytes().skip(1).step_by(2).all(|byte| byte == b' ');
    let row = if has_spaces { Cow::Owned(line.split(' ').collect()) } else { Cow::Borrowed(line) };
    // Most lines are longer or shorter in bytes, too; no blank has more than two.
    let may_be = (9..=2 * SIDE).contains(&row.len())
        && matches!(row.chars().count(), 9 | 18 | SIDE)
        && row.chars().all(|c| c.is_ascii_digit() || is_blank(c));
    may_be.then_some(row)
}

/// The places of such rows, if these are all.
pub(super) fn rows(lines: &[&str]) -> Option<Vec<Vec<Place>>> {
    let lines: Vec<Cow<'_, str>> = lines.iter().map(|line| row(line)).collect::<Option<_>>()?;
    if lines.len() != SIDE {
        return None;
    }
    let cells = |row: usize| (0..SIDE).filter(move |column| is_cell(row, *column));
    let is_short = (0..SIDE).all(|row| lines[row].chars().count() == cells(row).count());
    if !is_short && !lines.iter().all(|line| line.chars().count() == SIDE) {
        return None;
    }
    let mut rows = vec![vec![None; SIDE]; SIDE];
    // The characters of cells and of other places.
    let (mut inside, mut outside) = (Vec::new(), Vec::new());
    for (row, line) in lines.iter().enumerate() {
        let columns: Vec<usize> = if is_short { cells(row).collect() } else { (0..SIDE).collect() };
        for (column, c) in columns.into_iter().zip(line.chars()) {
            match is_cell(row, column) {
                true => {
                    rows[row][column] = Some(c.to_digit(10).unwrap_or(0) as u8);
                    inside.push(c);
                }
                false => outside.push(c),
            }
        }
    }
    let digits = inside.iter().filter(|c| matches!(c, '1'..='9')).count();
    let are_blank = outside.iter().all(|c| is_blank(*c));
    let is_certain = is_short || digits >= DIGITS || !outside.iter().any(|c| inside.contains(c));
    (are_blank && is_certain).then_some(rows)
}
