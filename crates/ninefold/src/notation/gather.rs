//! Gathering the lines of one board.

use super::lines::{Lines, Span};
use super::row::{self, Line};
use super::{ReadOptions, drawing, grid, table};
use crate::board::{Shape, Symbols};

/// The rows of a board of several lines.
#[derive(Clone, Copy, Debug)]
pub(super) struct Gathered {
    /// How many; the board has as many as its side, anything else is a mistake.
    pub(super) count: usize,
    /// Where the last row ends.
    pub(super) end: usize,
    /// Some cell is a group of candidates.
    pub(super) groups: bool,
    /// Some group has the `u` of a user's digit.
    pub(super) user_digits: bool,
    /// Some cell is a number of several figures.
    pub(super) numbers: bool,
    /// Some cell is blank (a dash may also be a cell without candidates).
    pub(super) blanks: bool,
    /// No row has anything between its cells.
    pub(super) compact: bool,
    /// A puzzle on a single line follows at once.
    pub(super) before_puzzle: bool,
}

/// Gathers the rows of a board with this side, the first of which comes next. Blank lines may stand
/// between bands of `band` rows. If between one and `side - 1` rows too many follow without a blank line, they belong
/// to the board too, which then is not square. `None` asks for more text.
///
/// `may_be_row` says of a line that looks like a row that it is no puzzle by itself, given the lines from it on.
pub(super) fn rows(
    mut lines: Lines<'_>,
    side: usize,
    band: usize,
    options: &ReadOptions,
    may_be_row: impl Fn(&str, Lines<'_>) -> Option<bool>,
) -> Option<Gathered> {
    let mut rows = Gathered {
        count: 0,
        end: 0,
        groups: false,
        user_digits: false,
        numbers: false,
        blanks: false,
        compact: true,
        before_puzzle: false,
    };
    // In long alphabets `X` is a digit, in some that are named `0` is.
    let usual = Symbols::for_side(side);
    let is_blank = |cell: &str| match &options.symbols {
        Some(symbols) => cell.chars().all(|c| symbols.is_blank(c)),
        None => cell.chars().all(|c| row::is_blank(c) && usual.digit(c).is_none()),
    };
    // The board as it was when it had all its rows, and at the first blank line within it.
    let (mut complete, mut at_gap) = (None, None);
    let mut since_gap = 0;
    // The marks that rows have for blanks, and rows of nothing but marks of which that is not known yet.
    let mut marks: Vec<&str> = Vec::new();
    let (mut unsure, mut unsure_mark) = (0, "");
    loop {
        let here = lines.clone();
        let Some(span) = lines.next() else {
            if !lines.is_last() {
                return None;
            }
            break;
        };
        let content = lines.content(span);
        let new_rows = match row::line(&content, options) {
            Line::Row(row) if rows.count == 0 || may_be_row(&content, here)? => {
                let text = content.trim();
                rows.groups |= row.has_groups;
                rows.user_digits |= row.cells.iter().any(|cell| row::is_user_digit(cell, side));
                rows.numbers |= row.has_numbers;
                rows.blanks = rows.blanks || row.cells.iter().any(|cell| cell != "-" && is_blank(cell));
                rows.compact &= text.chars().count() == row.cells.len();
                for mark in row::MARKS {
                    if !marks.contains(&mark) && row.cells.iter().any(|cell| cell == mark) {
                        marks.push(mark);
                    }
                }
                1 + if marks.contains(&unsure_mark) { std::mem::take(&mut unsure) } else { 0 }
            }
            Line::Row(_) => {
                rows.before_puzzle = true;
                break;
            }
            Line::Blanks { count, mark } if count == side && (marks.contains(&mark) || rows.count == 0) => 1,
            Line::Blanks { count, mark } if count == side => {
                unsure = if mark == unsure_mark { unsure + 1 } else { 1 };
                unsure_mark = mark;
                0
            }
            Line::Empty if complete.is_none() && since_gap == band && rows.count < side => {
                at_gap.get_or_insert(rows);
                since_gap = 0;
                continue;
            }
            Line::Code if complete.is_none() => 0,
            Line::Frame | Line::Blanks { .. } | Line::Comment => 0,
            Line::Empty | Line::Code | Line::Text => break,
        };
        if new_rows > 0 {
            rows.count += new_rows;
            rows.end = span.end;
            since_gap += new_rows;
        }
        // More than a band after a blank line: that was the end of a board that lacks rows.
        if at_gap.is_some() && since_gap > band && complete.is_none() {
            return at_gap;
        }
        if new_rows > 0 && rows.count == side {
            complete = Some(rows);
        }
        if rows.count == 2 * side {
            break;
        }
    }
    match complete {
        Some(complete) if rows.count == side || rows.count == 2 * side || rows.before_puzzle => Some(complete),
        _ => Some(rows),
    }
}

/// The end of a board whose rows are broken into several lines, the first of which comes next and is this wide: some
/// number in them is too large for a board with rows like that. `None` asks for more text.
pub(super) fn wrapped(lines: Lines<'_>, width: usize, options: &ReadOptions) -> Option<Option<usize>> {
    let (mut widths, mut end, mut largest, mut cells) = (Vec::new(), 0, 0, 0);
    let mut rest = lines;
    loop {
        let Some(span) = rest.next() else {
            if !rest.is_last() {
                return None;
            }
            break;
        };
        match row::line(&rest.content(span), options) {
            Line::Row(row) if row.is_apart && row.cells.len() <= width => {
                largest = row.cells.iter().filter_map(|cell| cell.parse().ok()).fold(largest, usize::max);
                cells += row.cells.len();
                widths.push(row.cells.len());
                end = span.end;
            }
            Line::Empty if widths.len() == width => return Some(None),
            Line::Empty | Line::Comment => {}
            _ => break,
        }
        // A board with rows like these, or one with twice the largest number, would be over.
        let is_other = largest > Shape::MAX_SIDE || cells > (2 * largest.min(Shape::MAX_SIDE)).pow(2) + width;
        if options.side().is_none() && widths.len() > width && (largest <= width || is_other) {
            return Some(None);
        }
    }
    let side = table::wrapped_side(&widths);
    let is_wanted = match options.side() {
        Some(known) => side == Some(known),
        None => largest > width && side.is_some_and(|side| largest <= side),
    };
    Some(side.filter(|_| is_wanted).map(|_| end))
}

/// The end of a drawn board with spaces for blanks, a row of which comes next, if it is one. `None` asks for more text.
pub(super) fn drawn_with_spaces(mut lines: Lines<'_>, options: &ReadOptions) -> Option<Option<usize>> {
    let first = lines.clone().next().map(|span| lines.content(span).into_owned()).unwrap_or_default();
    let Some(layouts) = drawing::layouts(&first) else { return Some(None) };
    let largest = layouts.iter().map(|layout| layout.side()).max().unwrap_or(0);
    let mut rows: Vec<(String, usize)> = Vec::new();
    while rows.len() < largest {
        let Some(span) = lines.next() else {
            if !lines.is_last() {
                return None;
            }
            break;
        };
        let content = lines.content(span);
        if drawing::layouts(&content).is_some() {
            rows.push((content.into_owned(), span.end));
        } else if !matches!(row::line(&content, options), Line::Frame | Line::Blanks { .. }) {
            break;
        }
    }
    let texts: Vec<&str> = rows.iter().map(|(text, _)| text.as_str()).collect();
    Some(drawing::spaced(&texts, options).map(|layout| rows[layout.side() - 1].1))
}

/// The end of a grid with spaces for blanks whose first row comes next, if it is one. `None` asks for more text.
pub(super) fn with_spaces(lines: Lines<'_>, options: &ReadOptions) -> Option<Option<usize>> {
    let is_row = |span: &Span| grid::may_have_spaces(&lines.content(*span), options);
    let rows: Vec<Span> = lines.clone().take(Shape::NINE.side()).collect();
    match rows.last() {
        Some(last) if rows.len() == Shape::NINE.side() => {
            let all = rows.iter().map(|span| lines.content(*span));
            Some(grid::has_spaces(&all.collect::<Vec<_>>(), options).then_some(last.end))
        }
        _ if !lines.is_last() && rows.iter().all(is_row) => None,
        _ => Some(None),
    }
}

/// The text from a double bracket to the bracket that closes it. A blank line ends one that is never
/// closed. `None` asks for more text.
pub(super) fn brackets(lines: &Lines<'_>, span: Span) -> Option<Span> {
    let text = lines.text();
    let (mut depth, mut line_is_empty) = (0, false);
    for (i, b) in text.iter().enumerate().skip(span.start) {
        match b {
            b'[' => depth += 1,
            b']' if depth == 1 => return Some(span.until(i + 1)),
            b']' => depth -= 1,
            b'\n' if line_is_empty => return Some(span.until(i)),
            _ => {}
        }
        line_is_empty = *b == b'\n' || (line_is_empty && b.is_ascii_whitespace());
    }
    lines.is_last().then(|| span.until(text.len()))
}
