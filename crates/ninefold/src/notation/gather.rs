//! Gathering the lines of one board.

use super::ReadOptions;
use super::lines::{Lines, Span};
use super::row::{self, Line};
use crate::board::Symbols;

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
/// `may_be_row` says of a line that looks like a row that it is no puzzle by itself.
pub(super) fn rows(
    mut lines: Lines<'_>,
    side: usize,
    band: usize,
    options: &ReadOptions,
    may_be_row: impl Fn(&str) -> bool,
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
    // The board as it was when it had all its rows, and at the first blank line within it.
    let (mut complete, mut at_gap) = (None, None);
    let mut since_gap = 0;
    let mut dashes_are_blanks = false;
    loop {
        let Some(span) = lines.next() else {
            if !lines.is_last() {
                return None;
            }
            break;
        };
        let content = lines.content(span);
        let is_row = match row::line(&content, options) {
            Line::Row(row) if rows.count == 0 || may_be_row(&content) => {
                let text = content.trim();
                rows.groups |= row.has_groups;
                rows.user_digits |= row.cells.iter().any(|cell| row::is_user_digit(cell, side));
                rows.numbers |= row.has_numbers;
                rows.blanks |= row.cells.iter().any(|cell| cell != "-" && is_blank(cell, side));
                rows.compact &= text.chars().count() == row.cells.len();
                dashes_are_blanks |= row.cells.iter().any(|cell| cell == "-");
                true
            }
            Line::Row(_) => {
                rows.before_puzzle = true;
                break;
            }
            Line::Dashes(width) => width == side && (dashes_are_blanks || rows.count == 0),
            Line::Empty if complete.is_none() && since_gap == band && rows.count < side => {
                at_gap.get_or_insert(rows);
                since_gap = 0;
                continue;
            }
            Line::Frame | Line::Comment => false,
            Line::Empty | Line::Text => break,
        };
        if is_row {
            rows.count += 1;
            rows.end = span.end;
            since_gap += 1;
        }
        // More than a band after a blank line: that was the end of a board that lacks rows.
        if at_gap.is_some() && since_gap > band && complete.is_none() {
            return at_gap;
        }
        if is_row && rows.count == side {
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

/// Whether a cell is a blank; in long alphabets `X` is a digit.
fn is_blank(cell: &str, side: usize) -> bool {
    let usual = Symbols::for_side(side);
    cell.chars().all(|c| row::is_blank(c) && usual.digit(c).is_none())
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
