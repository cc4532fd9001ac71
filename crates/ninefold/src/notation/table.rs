//! The table format: numbers separated by white space or commas, perhaps in brackets or below a header.
//!
//! 0, `.`, `_` and -1 are blanks; beside other blanks, 0 is a digit if the largest number is less than the side. The
//! header is `R C` (rows and columns of a box), or just the order (3 for 9x9) and then a line with `1` (the Lloyd-Amos
//! collection). A table is written with `R C` above it if the boxes are not the usual ones.

use super::code::{MATRIX, is_closing, is_opening, make_plain};
use super::format::Spec;
use super::gather::Look;
use super::grid::{self, Rows};
use super::{ReadOptions, Record, assemble, html, row};
use crate::board::{Invalid, Puzzle, Shape, Symbols};
use std::borrow::Cow;
use std::fmt::Write;

pub(super) const TABLE: Spec = Spec {
    // If some cells are blank, groups are numbers out of range.
    is_drawn: |drawn| drawn.look == Look::Numbers || (drawn.look == Look::Groups && drawn.has_blanks),
    takes_symbols: |_| false,
    has_numbers: true,
    find: Some(html::find),
    states_shape: true,
    ..Spec::block("table", read, |record, _, _| write(&record.puzzle))
};

pub(super) fn read(text: &str, options: &ReadOptions) -> Result<Record, Invalid> {
    if html::is_table(text) {
        return grid::board(&html::rows(text).into(), options);
    }
    let (header, body) = split_header(text);
    let options = match header {
        Some(shape) if options.side().is_none() => &options.clone().shape(shape),
        _ => options,
    };
    let rows = match MATRIX.iter().any(|open| body.trim_start().starts_with(open)) {
        true => bracketed(body).into(),
        false => unwrapped(grid::rows(body, options)),
    };
    let cells: Vec<&str> = rows.cells.iter().flatten().map(|cell| &**cell).collect();
    // Numbers stay numbers, whatever symbols the board is to be shown with.
    match &options.symbols {
        Some(symbols) if cells.iter().all(|cell| is_number_or_blank(cell)) => {
            let from_zero = assemble::are_numbers_from_zero(&cells, symbols.side());
            let numbers = (!from_zero).then(|| Symbols::numbers(symbols.side()));
            Ok(grid::board(&rows, &ReadOptions { symbols: numbers, ..options.clone() })?.with_symbols(symbols.clone()))
        }
        _ => grid::board(&rows, options),
    }
}

fn is_number_or_blank(cell: &str) -> bool {
    cell == "-1" || cell.chars().all(|c| c.is_ascii_digit()) || cell.chars().all(row::is_blank)
}

/// The shape that the first lines of a table state, and the rest of the text.
fn split_header(text: &str) -> (Option<Shape>, &str) {
    let (first, rest) = text.split_once('\n').unwrap_or((text, ""));
    let numbers: Vec<usize> = first.split_whitespace().flat_map(str::parse).collect();
    match numbers[..] {
        [rows, columns] if first.split_whitespace().count() == 2 => match Shape::new(rows, columns) {
            Ok(shape) => (Some(shape), rest),
            Err(_) => (None, text),
        },
        [order] => match rest.split_once('\n') {
            Some((one, rest)) if one.trim() == "1" => (Shape::new(order, order).ok(), rest),
            _ => (None, text),
        },
        _ => (None, text),
    }
}

/// Puts rows that continue on further lines together, if the lines make a board with longer rows, each of which ends where
/// a line does.
fn unwrapped(rows: Rows<'_>) -> Rows<'_> {
    let widths: Vec<usize> = rows.cells.iter().map(Vec::len).collect();
    let Some(side) = wrapped_side(&widths) else { return rows };
    let mut whole: Vec<Vec<Cow<'_, str>>> = Vec::with_capacity(side);
    for cells in rows.cells {
        match whole.last_mut() {
            Some(row) if row.len() < side => row.extend(cells),
            _ => whole.push(cells),
        }
    }
    whole.into()
}

/// The side of the board whose rows are broken into lines of these widths, if there is such a board.
pub(super) fn wrapped_side(widths: &[usize]) -> Option<usize> {
    let cells: usize = widths.iter().sum();
    let (side, widest) = (cells.isqrt(), widths.iter().copied().max()?);
    if side * side != cells || side <= widest || side > Shape::MAX_SIDE || Shape::for_side(side).is_err() {
        return None;
    }
    let mut filled = 0;
    for width in widths {
        filled += width;
        if filled > side {
            return None;
        }
        filled %= side;
    }
    Some(side)
}

/// More rows, or cells in a row, than any board has; any further ones are ignored.
const TOO_MANY: usize = Shape::MAX_SIDE + 1;

/// The rows of a matrix like `[[0, 6], [1, 0]]`, in brackets or braces.
fn bracketed<'a>(text: &'a str) -> Vec<Vec<Cow<'a, str>>> {
    let inner = text.trim().trim_start_matches(is_opening);
    let rows = inner.split(is_opening).map(|row| row.split(is_closing).next().unwrap_or(""));
    let cells = |row: &'a str| {
        // A space in quotes is a blank.
        let values = row.split(',').flat_map(|value| match value.trim() {
            "" => Vec::new(),
            "' '" | "\" \"" | "''" | "\"\"" => vec!["."],
            words => words.split_whitespace().collect(),
        });
        let mut cells: Vec<_> =
            values.map(|cell| Cow::Borrowed(cell.trim_matches(['"', '\'']))).take(TOO_MANY).collect();
        make_plain(&mut cells);
        cells
    };
    rows.map(cells).take(TOO_MANY).collect()
}

/// Writes right-aligned numbers, 0 for blanks.
pub(super) fn write(puzzle: &Puzzle) -> String {
    let shape = puzzle.shape();
    let width = shape.side().to_string().len();
    let mut text = String::new();
    if !shape.is_usual() {
        text = format!("{} {}\n", shape.box_rows(), shape.box_columns());
    }
    for cell in shape.cells() {
        let number = puzzle.digit(cell).map_or(0, |digit| digit.number());
        let end = if shape.column(cell) + 1 == shape.side() { '\n' } else { ' ' };
        write!(text, "{number:>width$}{end}").expect("a string can be written to");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(text: &str) -> String {
        read(text, &ReadOptions::default()).unwrap_err().to_string()
    }

    #[test]
    fn separators_brackets_and_headers() {
        let plain = "0 2 3 4\n3 4 0 2\n2 3 4 0\n4 0 2 3\n";
        let record = read(plain, &ReadOptions::default()).unwrap();
        assert_eq!(write(&record.puzzle), plain);
        for text in [
            plain.replace(' ', ","),
            plain.replace(' ', "\t").replace('0', "_"),
            plain.replace('0', "-1"),
            format!("[[{}]]", plain.trim().replace('\n', "],[").replace(' ', ",")),
            plain.lines().map(|row| format!("[{}],\n", row.replace(' ', ", "))).collect(),
            format!("2 2\n{plain}"),
            format!("2\n1\n{}", plain.replace('0', "-1")),
        ] {
            assert_eq!(read(&text, &ReadOptions::default()).map(|r| r.puzzle), Ok(record.puzzle.clone()), "{text}");
        }
    }

    #[test]
    fn unusual_boxes_keep_their_header() {
        let text = "3 2\n".to_owned() + &"0 0 0 0 0 0\n".repeat(5) + "1 2 3 4 5 6\n";
        let record = read(&text, &ReadOptions::default()).unwrap();
        assert_eq!(record.puzzle.shape().to_string(), "3x2");
        assert!(record.notes.is_empty());
        assert_eq!(write(&record.puzzle), text);
    }

    /// Source: the three errors of `makeSudoku` in Brian Alliet's solver.
    #[test]
    fn each_mistake_has_its_own_message() {
        assert_eq!(
            message("1 2 3 4\n1 2 3\n1 2 3 4\n1 2 3 4\n"),
            "not a square matrix: row 2 has 3 cells, row 1 has 4"
        );
        assert_eq!(message("[[1,2],[3]]"), "not a square matrix: row 2 has 1 cell, row 1 has 2");
        assert!(message(&"1 2 3 4 5 6 7\n".repeat(7)).contains("7 is a prime number"));
        assert_eq!(
            message("0 0 0 0\n0 0 0 0\n0 0 0 12\n0 0 0 0\n"),
            "'12' at position 12 (r3c4) is neither one of 1-4 nor a blank ('.' or '0')"
        );
        assert!(
            message("0 0 0 0\n0 0 0 0\n0 0 0 -5\n0 0 0 0\n")
                .starts_with("'-5' at position 12 (r3c4) is neither one of 1-")
        );
    }
}
