//! The grid format: N lines of N symbols. Frames, spaces and separators are decoration.

use super::assemble;
use super::row::{self, Line};
use super::{ReadOptions, Record};
use crate::board::{Invalid, Puzzle, Reason, Shape, Symbols};
use std::borrow::Cow;
use std::fmt::Write;

pub(super) fn read(text: &str, options: &ReadOptions) -> Result<Record, Invalid> {
    board(&rows(text, options), options)
}

/// A board of rows with a symbol or number in each cell.
pub(super) fn board(rows: &[Vec<Cow<'_, str>>], options: &ReadOptions) -> Result<Record, Invalid> {
    let cells = rows.iter().flatten().map(|cell| &**cell);
    match square(rows, options) {
        Ok(shape) => assemble::board(shape, cells, options),
        Err(invalid) => Err(assemble::no_board(invalid, likely_side(rows, options), cells, options)),
    }
}

/// The side of the board that was probably meant by rows that make none: what most rows are long.
pub(super) fn likely_side(rows: &[Vec<Cow<'_, str>>], options: &ReadOptions) -> usize {
    let like = |side: usize| rows.iter().filter(|row| row.len() == side).count();
    let sides = rows.iter().map(Vec::len).filter(|side| *side >= 4 && Shape::for_side(*side).is_ok());
    options.side().or(sides.max_by_key(|side| like(*side))).unwrap_or(9)
}

/// The cells of every row in a text of several lines.
pub(super) fn rows<'a>(text: &'a str, options: &ReadOptions) -> Vec<Vec<Cow<'a, str>>> {
    let lines = text.lines().filter_map(|line| match row::line(line, options) {
        Line::Row(row) => Some((false, row.cells)),
        Line::Dashes(width) => Some((true, vec![Cow::Borrowed("-"); width])),
        _ => None,
    });
    let mut rows: Vec<(bool, Vec<Cow<'a, str>>)> = lines.collect();
    // Lines of dashes are rows of blanks only where dashes are blanks.
    let width = rows.iter().find(|(dashes, _)| !dashes).map_or(0, |(_, cells)| cells.len());
    let blank = rows.iter().any(|(dashes, cells)| !dashes && cells.iter().any(|cell| cell == "-"));
    rows.retain(|(dashes, cells)| !dashes || (blank && cells.len() == width));
    rows.into_iter().map(|(_, cells)| cells).collect()
}

/// The shape of a board with these rows.
pub(super) fn square(
    rows: &[Vec<Cow<'_, str>>],
    options: &ReadOptions,
) -> Result<(Shape, Option<super::Note>), Invalid> {
    let widths: Vec<usize> = rows.iter().map(Vec::len).collect();
    let side = options.side().unwrap_or(widths.first().copied().unwrap_or(0));
    if widths.len() == side && widths.iter().all(|width| *width == side) && side > 0 {
        return assemble::shape(side, options);
    }
    let cells = widths.iter().sum();
    Err(match options.side() {
        Some(side) if cells != side * side => assemble::invalid(Reason::Length { found: cells, expected: side * side }),
        _ => assemble::invalid(Reason::NotSquare { rows: widths }),
    })
}

/// N lines of N symbols separated by spaces (source: the Haskell series that prints grids this way).
pub(super) fn write(puzzle: &Puzzle, symbols: &Symbols) -> String {
    let shape = puzzle.shape();
    let width = symbols.width();
    let mut text = String::new();
    for cell in shape.cells() {
        let word = puzzle.digit(cell).map_or_else(|| symbols.blank().to_string(), |d| symbols.symbol(d).to_string());
        let end = if shape.column(cell) + 1 == shape.side() { '\n' } else { ' ' };
        write!(text, "{word:>width$}{end}").expect("a string can be written to");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::{Format, line};

    const OPENING: &str = "2....1.38........5.7...6..........13.981..25731....8..9..8...2..5..697844..25....";

    #[test]
    fn decoration_is_ignored() {
        let plain = OPENING.as_bytes().chunks(9).map(|row| String::from_utf8_lossy(row) + "\n").collect::<String>();
        let record = read(&plain, &ReadOptions::default()).unwrap();
        assert_eq!(line::write(&record.puzzle, &record.symbols), OPENING);
        let spaced = write(&record.puzzle, &record.symbols);
        assert!(spaced.starts_with("2 . . . . 1 . 3 8\n. . ."));
        assert_eq!(read(&spaced, &ReadOptions::default()), Ok(record.clone()));
        let framed = crate::notation::write(&record, Format::Ss).unwrap().text;
        for text in [
            framed.clone(),
            framed.replace('|', "│").replace('*', "+"),
            framed.replace("---", "═══").replace(['|', '+', '*'], "║"),
            framed.replace('\n', "\r\n"),
            plain.replace('.', "-"),
            plain.replace('.', "0").replace('\n', " # row\n"),
        ] {
            assert_eq!(read(&text, &ReadOptions::default()).map(|r| r.puzzle), Ok(record.puzzle.clone()), "{text}");
        }
    }

    #[test]
    fn what_is_not_square_is_rejected() {
        let message = |text: &str| read(text, &ReadOptions::default()).unwrap_err().to_string();
        assert_eq!(message("1234\n1234\n123\n1234\n"), "not a square matrix: row 3 has 3 cells, row 1 has 4");
        assert_eq!(message("1234\n1234\n1234\n"), "not a square matrix: 3 rows of 4 cells");
        assert!(message(&"1234567\n".repeat(7)).starts_with("a 7x7 board cannot be divided"));
        let shape = ReadOptions::default().shape(Shape::NINE);
        assert_eq!(read("1234\n", &shape).unwrap_err().to_string(), "4 cells, expected 81 (9x9)");
    }
}
