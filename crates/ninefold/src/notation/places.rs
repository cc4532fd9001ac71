//! The places of a board as programs name them: `R1C1` and so on for its cells, and one row or column further out for
//! what is written beside the board.

use std::collections::BTreeMap;
use std::ops::Range;

/// The numbers of rows and columns of a board.
#[derive(Clone, Copy, Debug)]
pub(super) struct Places {
    pub(super) rows: i64,
    pub(super) columns: i64,
}

impl Places {
    pub(super) fn new(rows: usize, columns: usize) -> Places {
        Places { rows: rows as i64, columns: columns as i64 }
    }

    /// The cell in this row and column, from 0.
    pub(super) fn at(&self, (row, column): (i64, i64)) -> Option<usize> {
        let is_inside = (0..self.rows).contains(&row) && (0..self.columns).contains(&column);
        is_inside.then(|| (row * self.columns + column) as usize)
    }

    /// The cell with this name.
    ///
    /// # Errors
    /// If this is not the name of a cell on the board.
    pub(super) fn cell(&self, name: &str) -> Result<usize, String> {
        let expected =
            || format!("{} is not on the board, expected R1C1 to R{}C{}", shown(name), self.rows, self.columns);
        self.at(place(name)?).ok_or_else(expected)
    }

    /// The cells of a row or column, beginning with the cell next to a place beside the board.
    ///
    /// # Errors
    /// If this is not the name of such a place.
    pub(super) fn line(&self, name: &str) -> Result<Vec<usize>, String> {
        let place = place(name)?;
        self.line_from(place).map_err(|_| format!("{} is not beside a row or column of the board", shown(name)))
    }

    /// The same for the place in this row and column, from 0.
    pub(super) fn line_from(&self, (row, column): (i64, i64)) -> Result<Vec<usize>, String> {
        let (rows, columns) = (0..self.rows, 0..self.columns);
        let step = match (row, column) {
            (-1, column) if columns.contains(&column) => (1, 0),
            (row, column) if row == self.rows && columns.contains(&column) => (-1, 0),
            (row, -1) if rows.contains(&row) => (0, 1),
            (row, column) if column == self.columns && rows.contains(&row) => (0, -1),
            place => return Err(format!("{} is not beside a row or column of the board", name(place))),
        };
        Ok(self.ray((row + step.0, column + step.1), step))
    }

    /// The place beside the board, and the one of these steps, from which exactly these cells lie in that direction.
    pub(super) fn origin(&self, cells: &[usize], steps: &[(i64, i64)]) -> Option<((i64, i64), (i64, i64))> {
        let first = self.of(*cells.first()?);
        steps.iter().find_map(|step| {
            let from = (first.0 - step.0, first.1 - step.1);
            (self.at(from).is_none() && self.ray(first, *step) == cells).then_some((from, *step))
        })
    }

    /// The row and column of a cell, from 0.
    pub(super) fn of(&self, cell: usize) -> (i64, i64) {
        (cell as i64 / self.columns, cell as i64 % self.columns)
    }

    /// The cells from a place on in one direction, up to the edge of the board. A place beside the board is not among them.
    pub(super) fn ray(&self, (row, column): (i64, i64), step: (i64, i64)) -> Vec<usize> {
        let outside = i64::from(self.at((row, column)).is_none());
        (outside..).map_while(|i| self.at((row + i * step.0, column + i * step.1))).collect()
    }
}

/// The cells beside a board, in groups whose cells are arranged in rows.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct Further {
    /// The number of the cell with each name.
    pub(super) names: BTreeMap<String, usize>,
    /// For each group: its prefix, its cells, and how many cells are in a row.
    pub(super) groups: Vec<(String, Range<usize>, usize)>,
}

impl Further {
    /// The cell with this name, on the board or beside it.
    pub(super) fn cell(&self, name: &str, board: Places) -> Result<usize, String> {
        self.names.get(name.trim()).map_or_else(|| board.cell(name), |cell| Ok(*cell))
    }

    /// The cell this many rows below another and columns to its right, on the board or in a group.
    pub(super) fn at(&self, cell: usize, (down, right): (i64, i64), board: Places) -> Option<usize> {
        let Some((_, cells, columns)) = self.groups.iter().find(|(_, cells, _)| cells.contains(&cell)) else {
            let (row, column) = board.of(cell);
            return board.at((row + down, column + right));
        };
        let columns = *columns as i64;
        let (row, column) =
            ((cell - cells.start) as i64 / columns + down, (cell - cells.start) as i64 % columns + right);
        let is_inside = row >= 0 && (0..columns).contains(&column);
        let place = is_inside.then(|| cells.start + (row * columns + column) as usize)?;
        cells.contains(&place).then_some(place)
    }
}

/// The steps along rows and columns, and along diagonals.
pub(super) const STRAIGHT: [(i64, i64); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
pub(super) const DIAGONAL: [(i64, i64); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];

/// The name of the place in this row and column, from 0.
pub(super) fn name((row, column): (i64, i64)) -> String {
    format!("R{}C{}", row + 1, column + 1)
}

/// The row and column in a name, from 0; -1 and the number of rows or columns are places beside the board.
pub(super) fn place(name: &str) -> Result<(i64, i64), String> {
    let parts = name.trim().strip_prefix(['R', 'r']).and_then(|rest| {
        // The number of the row may be the letter `c`.
        let at = rest.char_indices().skip(1).find(|(_, c)| matches!(c, 'C' | 'c'))?.0;
        Some((&rest[..at], &rest[at + 1..]))
    });
    let place = parts.and_then(|(row, column)| Some((number(row)? - 1, number(column)? - 1)));
    place.ok_or_else(|| format!("{} is not a cell like R1C1", shown(name)))
}

/// A number, or a letter for a number above nine.
fn number(text: &str) -> Option<i64> {
    match text.as_bytes() {
        [letter @ b'a'..=b'z'] => Some(i64::from(letter - b'a') + 10),
        digits if digits.iter().all(u8::is_ascii_digit) => text.parse().ok().filter(|number| *number < 10_000),
        _ => None,
    }
}

/// A name from an untrusted text, short enough to be shown.
pub(super) fn shown(name: &str) -> String {
    let name: String = name.trim().chars().take(20).collect();
    format!("'{}'", name.escape_debug())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_places() {
        let places = Places::new(3, 4);
        assert_eq!((places.cell("R1C1"), places.cell(" r3c4 ")), (Ok(0), Ok(11)));
        assert_eq!((places.line("R0C2"), places.line("R4C2")), (Ok(vec![1, 5, 9]), Ok(vec![9, 5, 1])));
        assert_eq!((places.line("R2C0"), places.line("R2C5")), (Ok(vec![4, 5, 6, 7]), Ok(vec![7, 6, 5, 4])));
        assert_eq!(Places::new(16, 16).cell("RgCa"), Ok(15 * 16 + 9));
        assert_eq!(Places::new(16, 16).cell("RcCc"), Ok(11 * 16 + 11));
        assert_eq!(places.ray((-1, 0), (1, 1)), [1, 6, 11]);
        assert_eq!(places.origin(&[1, 6, 11], &DIAGONAL), Some(((-1, 0), (1, 1))));
        assert_eq!(places.origin(&[9, 5, 1], &STRAIGHT), Some(((3, 1), (-1, 0))));
        assert_eq!((places.origin(&[9, 5], &STRAIGHT), places.origin(&[6, 11], &DIAGONAL)), (None, None));
        assert_eq!(name((-1, 3)), "R0C4");
        for (message, expected) in [
            (places.cell("R4C1").unwrap_err(), "'R4C1' is not on the board, expected R1C1 to R3C4"),
            (places.cell("R1").unwrap_err(), "'R1' is not a cell like R1C1"),
            (places.cell("R1C99999999999999999999").unwrap_err(), "'R1C99999999999999999' is not a cell like R1C1"),
            (places.line("R1C1").unwrap_err(), "'R1C1' is not beside a row or column of the board"),
            (places.line("R0C0").unwrap_err(), "'R0C0' is not beside a row or column of the board"),
        ] {
            assert_eq!(message, expected);
        }
    }
}
