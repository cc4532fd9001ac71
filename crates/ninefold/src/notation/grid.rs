//! The grid format: N lines of N symbols. Frames, spaces and separators may be added.
//!
//! A line that consists of dashes, underscores or empty spaces between bars is a row if another row has the same mark for a
//! blank. Otherwise spaces are blanks only in 9x9 grids with nine characters in each line, or nine with a space between any two.

use super::drawing::{self, Drawing};
use super::format::Spec;
use super::gather::Look;
use super::row::{self, Line};
use super::{Note, ReadOptions, Record, assemble, line};
use crate::board::{Invalid, Puzzle, Reason, Shape, Symbols};
use crate::render::text;
use std::borrow::Cow;
use std::fmt::Write;

pub(super) const GRID: Spec = Spec {
    has_spaces: true,
    is_drawn: |drawn| drawn.look == Look::Digits && !drawn.has_remarks,
    takes_symbols: |_| true,
    ..Spec::block("grid", read, |record, symbols, _| write(&record.puzzle, symbols))
};

pub(super) const BOX: Spec =
    Spec { name: "box", states_shape: true, write: |record, symbols, _| text::grid(&record.puzzle, symbols), ..GRID };

pub(super) fn read(text: &str, options: &ReadOptions) -> Result<Record, Invalid> {
    board(&rows(text, options), options)
}

/// Reads a board of rows with a symbol or number in each cell.
pub(super) fn board(rows: &Rows<'_>, options: &ReadOptions) -> Result<Record, Invalid> {
    let cells: Vec<&str> = rows.cells.iter().flatten().map(|cell| &**cell).collect();
    assemble::board(square(rows, options), |_| likely_side(&rows.cells, options), &cells, options)
}

/// The side that was probably meant for rows that do not make a square: the length of most of them.
pub(super) fn likely_side(rows: &[Vec<Cow<'_, str>>], options: &ReadOptions) -> usize {
    let like = |side: usize| rows.iter().filter(|row| row.len() == side).count();
    let sides = rows.iter().map(Vec::len).filter(|side| *side >= 4 && Shape::for_side(*side).is_ok());
    options.side().or(sides.max_by_key(|side| like(*side))).unwrap_or(9)
}

/// Whether a line can be a row of a 9x9 grid with spaces for blanks: nine characters, all digits and spaces, or nine such
/// characters with a space between any two.
pub(super) fn may_have_spaces(line: &str, options: &ReadOptions) -> bool {
    is_close_row(line, options) || is_wide_row(line, options)
}

fn is_close_row(line: &str, options: &ReadOptions) -> bool {
    options.side_with_spaces() == Some(line.len()) && line.bytes().all(is_digit_or_space)
}

fn is_digit_or_space(byte: u8) -> bool {
    byte == b' ' || (b'1'..=b'9').contains(&byte)
}

/// Spaces at the end may be missing, but not all of them: an empty line is not a row.
fn is_wide_row(line: &str, options: &ReadOptions) -> bool {
    let (line, is_empty) = (line.trim_end(), line.is_empty());
    !is_empty
        && options.side_with_spaces().is_some_and(|side| line.len() < 2 * side)
        && line.bytes().step_by(2).all(is_digit_or_space)
        && line.bytes().skip(1).step_by(2).all(|byte| byte == b' ')
}

/// Whether lines are a 9x9 grid with spaces for blanks: there are nine of them, and not all have equally many digits, which
/// would make them rows of a smaller board with spaces between the cells. If there is a space between any two cells, several
/// rows must have a blank before a digit.
pub(super) fn has_spaces(lines: &[impl AsRef<str>], options: &ReadOptions) -> bool {
    let digits = |line: &str| line.bytes().filter(u8::is_ascii_digit).count();
    let first = lines.first().map_or(0, |line| digits(line.as_ref()));
    let all = |is_row: fn(&str, &ReadOptions) -> bool| lines.iter().all(|line| is_row(line.as_ref(), options));
    let has_blank = |line: &str| line.trim_end().bytes().step_by(2).any(|byte| byte == b' ');
    options.side_with_spaces() == Some(lines.len())
        && (all(is_close_row) || all(is_wide_row) && lines.iter().filter(|line| has_blank(line.as_ref())).count() > 1)
        && lines.iter().any(|line| digits(line.as_ref()) != first)
}

/// The cells of such a grid.
fn cells_with_spaces<'a>(lines: Vec<&'a str>, options: &ReadOptions) -> Vec<Vec<Cow<'a, str>>> {
    let (are_close, side) = (lines.iter().all(|line| is_close_row(line, options)), lines.len());
    let row = |line: &'a str| {
        let cells = line::characters(line).step_by(if are_close { 1 } else { 2 }).map(str::trim);
        cells.chain(std::iter::repeat("")).take(side).map(Cow::Borrowed).collect()
    };
    lines.into_iter().map(row).collect()
}

/// The rows of a board, as typed.
#[derive(Clone, Debug, Default)]
pub(super) struct Rows<'a> {
    pub(super) cells: Vec<Vec<Cow<'a, str>>>,
    drawing: Drawing,
}

/// Rows with nothing drawn around them.
impl<'a> From<Vec<Vec<Cow<'a, str>>>> for Rows<'a> {
    fn from(cells: Vec<Vec<Cow<'a, str>>>) -> Rows<'a> {
        Rows { cells, drawing: Drawing::default() }
    }
}

/// The rows in a text of several lines.
pub(super) fn rows<'a>(text: &'a str, options: &ReadOptions) -> Rows<'a> {
    let most = options.side_with_spaces().map_or(0, |side| side + 1);
    let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).take(most).collect();
    if has_spaces(&lines, options) {
        return cells_with_spaces(lines, options).into();
    }
    if let Some(rows) = drawn_with_spaces(text, options) {
        return rows;
    }
    let lines: Vec<(&str, Line<'a>)> = text.lines().map(|line| (line, row::line(line, options))).collect();
    let cells = || lines.iter().filter_map(|(_, line)| if let Line::Row(row) = line { Some(&row.cells) } else { None });
    let width = cells().next().map_or(0, Vec::len);
    let marks = row::MARKS.into_iter().filter(|mark| cells().flatten().any(|cell| cell == mark)).collect::<Vec<_>>();
    let mut rows = Rows::default();
    let (mut texts, mut rules) = (Vec::new(), Vec::new());
    for (text, line) in lines {
        match line {
            Line::Row(row) => rows.cells.push(row.cells),
            Line::Blanks { count, mark } if count == width && marks.contains(&mark) => {
                rows.cells.push(vec![Cow::Borrowed(mark); count]);
            }
            Line::Frame | Line::Blanks { .. } => {
                rules.push((text, rows.cells.len()));
                continue;
            }
            Line::Empty | Line::Comment | Line::Code | Line::Text => continue,
        }
        texts.push(text);
    }
    let is_headed = rules.iter().any(|(_, below)| *below == 1);
    let (above, has_labels) = take_labels(&mut rows.cells, is_headed);
    for (text, cells) in texts.into_iter().skip(above).zip(&rows.cells) {
        rows.drawing.add_row(text, cells.len(), has_labels);
    }
    for (text, below) in rules {
        rows.drawing.add_rule(text, below.saturating_sub(above));
    }
    rows
}

/// Removes labels: a row of them above a square board (A, B, C or 1, 2, 3 or nothing above a rule), and one before each
/// row. Returns the number of rows removed above, and whether rows had labels.
fn take_labels(rows: &mut Vec<Vec<Cow<'_, str>>>, is_headed: bool) -> (usize, bool) {
    let ascend = |labels: &[&str]| {
        let from = |start: usize| labels.iter().zip(start..).all(|(label, i)| *label == i.to_string());
        let letters =
            || labels.iter().zip('A'..).all(|(label, c)| label.eq_ignore_ascii_case(c.encode_utf8(&mut [0; 4])));
        labels.len() >= 4 && (from(0) || from(1) || letters())
    };
    let first: Vec<&str> = rows.first().into_iter().flatten().map(|cell| &**cell).collect();
    let side = rows.len().saturating_sub(1);
    let is_above = rows.iter().skip(1).all(|row| row.len() == side || row.len() == side + 1);
    let is_heading = ascend(&first) || (is_headed && first.iter().all(|cell| cell.is_empty()));
    let above = usize::from(first.len() == side && is_above && is_heading);
    let side = rows.len() - above;
    let labels: Vec<&str> = rows.iter().skip(above).filter(|row| row.len() == side + 1).map(|row| &*row[0]).collect();
    let has_labels = labels.len() == side && ascend(&labels);
    if above == 1 && !has_labels && rows.iter().skip(1).any(|row| row.len() != side) {
        return (0, false);
    }
    rows.drain(..above);
    if has_labels {
        rows.iter_mut().for_each(|row| _ = row.remove(0));
    }
    (above, has_labels)
}

/// The rows of a drawn board with spaces for blanks, if the text is one.
fn drawn_with_spaces<'a>(text: &'a str, options: &ReadOptions) -> Option<Rows<'a>> {
    let (mut lines, mut rules) = (Vec::new(), Vec::new());
    for line in text.lines() {
        match drawing::layouts(line) {
            Some(_) => lines.push(line),
            None if lines.is_empty() && !line.contains(row::is_bar) => {}
            None => rules.push((line, lines.len())),
        }
    }
    let layout = drawing::spaced(&lines, options).filter(|layout| layout.side() == lines.len())?;
    let mut rows = Rows::default();
    for line in lines {
        rows.cells.push(layout.cells(line)?.into_iter().map(Cow::Borrowed).collect());
    }
    rows.drawing.add_parts(layout);
    rules.into_iter().for_each(|(text, below)| rows.drawing.add_rule(text, below));
    Some(rows)
}

/// The fewest cells of a board on a single line; fewer are more likely a row cut off from a large board.
const SMALLEST: usize = 64;

/// The shape of a board with these rows.
pub(super) fn square(rows: &Rows<'_>, options: &ReadOptions) -> Result<(Shape, Option<Note>), Invalid> {
    let widths: Vec<usize> = rows.cells.iter().map(Vec::len).collect();
    // A whole board on a single line: the numbers of a large one, or a list in a program.
    if let [width] = widths[..]
        && (width > Shape::MAX_SIDE || width >= SMALLEST && width.isqrt().pow(2) == width)
    {
        return assemble::shape_of(width, options);
    }
    let side = options.side().unwrap_or(widths.first().copied().unwrap_or(0));
    if widths.len() == side && widths.iter().all(|width| *width == side) && side > 0 {
        return assemble::drawn_shape(side, &rows.drawing, options);
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
    use crate::notation::Format;

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
    fn rows_in_a_list() {
        let options = ReadOptions::default();
        let rows = ["1...", "..2.", ".3..", "...4"];
        let plain = read(&rows.join("\n"), &options).unwrap().puzzle;
        for quote in ["", "\"", "'"] {
            let list: String = rows.iter().map(|row| format!("  - {quote}{row}{quote}\n")).collect();
            assert_eq!(crate::notation::read(&list, &options).unwrap().puzzle, plain, "{list}");
        }
        // There is one row too many, and the dashes are not blanks in front of the rows.
        assert!(crate::notation::read(&"- 1...\n".repeat(5), &options).is_err());
        let spaced = read("- 1 - -\n- - 2 -\n- - - 3\n4 - - -\n", &options).unwrap().puzzle;
        assert_eq!(spaced, read(".1..\n..2.\n...3\n4...\n", &options).unwrap().puzzle);
    }

    #[test]
    fn a_whole_board_on_one_line() {
        let numbers: Vec<String> = (0..81).map(|cell| if cell % 10 == 0 { "7" } else { "0" }.to_owned()).collect();
        let plain = crate::notation::read(&numbers.concat(), &ReadOptions::default()).unwrap().puzzle;
        for list in [format!("grid = [{}]\n", numbers.join(", ")), format!("int[] grid = {{{}}};\n", numbers.join(","))]
        {
            assert_eq!(crate::notation::read(&list, &ReadOptions::default()).unwrap().puzzle, plain, "{list}");
        }
        let row = ReadOptions::default().format(Format::Grid);
        assert!(crate::notation::read(&". ".repeat(16), &row).is_err(), "a row of a 16x16 board");
        let short = format!("grid = [{}]\n", numbers[1..].join(", "));
        let error = crate::notation::read(&short, &ReadOptions::default()).unwrap_err().to_string();
        assert_eq!(error, "a single row of 80 cells");
    }

    #[test]
    fn walls_of_irregular_regions_are_no_boxes() {
        let options = ReadOptions::default();
        for text in [
            "| 1 | . . . |\n| . . | . . |\n| . . . | . |\n| . . . 2 |\n",
            "| 1 ┃ . | . | . |\n| . | . ┃ . | . |\n| . | . | . ┃ . |\n| . | . | . | 2 |\n",
            ".---.-------.\n| 1 | . . . |\n|   '---.   |\n| . . . | . |\n:-------: . |\n| . . | . . |\n| . . | . 2 |\n'-----------'\n",
        ] {
            let message = read(text, &options).unwrap_err().to_string();
            assert!(message.contains("the lines drawn on the board do not fit boxes"), "{text}{message}");
        }
        // Every cell has a frame, and the rules between boxes are drawn twice.
        let framed =
            "| 1 | . | . | . |\n|---|\n| . | . | . | . |\n|===|\n|===|\n| . | . | . | . |\n|---|\n| . | . | . | 2 |\n";
        assert!(read(framed, &options).is_ok());
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
