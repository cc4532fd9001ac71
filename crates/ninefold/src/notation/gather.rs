//! Gathering the lines of one board.

use super::lines::{Decision, Lines, NeedMore, Span};
use super::row::{self, Line, Row};
use super::{ReadOptions, drawing, grid, jigsaw, table};
use crate::board::{Shape, Symbols};

/// The rows of a board of several lines.
#[derive(Clone, Copy, Debug)]
pub(super) struct Gathered {
    /// The number of rows: the side of the board, unless there is a mistake.
    pub(super) count: usize,
    /// Where the last row ends.
    pub(super) end: usize,
    /// What the cells hold.
    pub(super) look: Look,
    /// Whether some cell is blank (a dash may also be a cell without candidates).
    pub(super) has_blanks: bool,
    /// Whether no row has anything between its cells.
    pub(super) compact: bool,
    /// Whether a puzzle on a single line follows immediately.
    pub(super) before_puzzle: bool,
    /// Where the map of regions that follows the board ends, if there is one.
    pub(super) map_end: Option<usize>,
}

/// What cells hold: the last kind in this list that occurs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Look {
    /// One symbol each.
    Digits,
    /// Numbers of several figures.
    Numbers,
    /// Groups of candidates.
    Groups,
    /// Groups, and digits of the player's after a `u`.
    UserDigits,
}

/// Gathers the rows of a board with this side, beginning with the next line. There may be blank lines between bands of `band`
/// rows. If one to `side - 1` extra rows follow without a blank line, they count as part of the board, which is then not square.
///
/// `may_be_row` says whether a line that looks like a row is not a puzzle by itself; it gets the lines from there on.
pub(super) fn rows(
    mut lines: Lines<'_>,
    side: usize,
    band: usize,
    options: &ReadOptions,
    may_be_row: impl Fn(&str, Lines<'_>) -> Decision<bool>,
) -> Decision<Gathered> {
    let mut gathering = Gathering::new(side, band, options);
    loop {
        let here = lines.clone();
        let Some(span) = lines.following()? else { break };
        let content = lines.content(span);
        let line = row::line(&content, options);
        if matches!(line, Line::Row(_)) && gathering.rows.count > 0 && !may_be_row(&content, here)? {
            gathering.rows.before_puzzle = true;
            break;
        }
        let is_open = gathering.push(line, &content, span.end);
        if gathering.is_just_complete(span)
            && gathering.rows.look <= Look::Numbers
            && let Some(end) = jigsaw::map_below(&lines, side, options)?
        {
            return Ok(Gathered { map_end: Some(end), ..gathering.rows });
        }
        if !is_open {
            break;
        }
    }
    Ok(gathering.board())
}

/// The rows of a board, gathered line by line.
struct Gathering<'o> {
    side: usize,
    band: usize,
    options: &'o ReadOptions,
    usual: Symbols,
    rows: Gathered,
    /// The board as it was when it had all of its rows.
    complete: Option<Gathered>,
    /// The board as it was at the first blank line within it.
    at_gap: Option<Gathered>,
    /// Rows since the last blank line.
    since_gap: usize,
    /// The marks that the rows use for blanks.
    marks: Vec<&'static str>,
    /// A mark, and the number of rows that consist of it alone, until it is known whether it means a blank.
    unsure: (&'static str, usize),
}

impl<'o> Gathering<'o> {
    fn new(side: usize, band: usize, options: &'o ReadOptions) -> Gathering<'o> {
        let look = Look::Digits;
        Gathering {
            side,
            band,
            options,
            usual: Symbols::for_side(side),
            rows: Gathered {
                count: 0,
                end: 0,
                look,
                has_blanks: false,
                compact: true,
                before_puzzle: false,
                map_end: None,
            },
            complete: None,
            at_gap: None,
            since_gap: 0,
            marks: Vec::new(),
            unsure: ("", 0),
        }
    }

    /// Adds the next line, which ends at `end`. Returns whether the board may continue after it.
    fn push(&mut self, line: Line<'_>, text: &str, end: usize) -> bool {
        let is_incomplete = self.complete.is_none();
        let new_rows = match line {
            Line::Row(row) => {
                self.look_at(&row, text);
                1 + if self.marks.contains(&self.unsure.0) { std::mem::take(&mut self.unsure.1) } else { 0 }
            }
            Line::Blanks { count, mark } if count == self.side => {
                if self.marks.contains(&mark) || self.rows.count == 0 {
                    1
                } else {
                    let before = if mark == self.unsure.0 { self.unsure.1 } else { 0 };
                    self.unsure = (mark, before + 1);
                    0
                }
            }
            Line::Empty if is_incomplete && self.since_gap == self.band && self.rows.count < self.side => {
                self.at_gap.get_or_insert(self.rows);
                self.since_gap = 0;
                return true;
            }
            Line::Code if is_incomplete => 0,
            Line::Frame | Line::Blanks { .. } | Line::Comment => 0,
            Line::Empty | Line::Code | Line::Text => return false,
        };
        if new_rows > 0 {
            self.rows.count += new_rows;
            self.rows.end = end;
            self.since_gap += new_rows;
            if self.rows.count == self.side && !self.is_over_at_gap() {
                self.complete = Some(self.rows);
            }
        }
        self.rows.count != 2 * self.side && !self.is_over_at_gap()
    }

    /// Whether this line was the last one the board needed.
    fn is_just_complete(&self, last: Span) -> bool {
        self.complete.is_some_and(|board| board.end == last.end)
    }

    /// Records what a row looks like.
    fn look_at(&mut self, row: &Row<'_>, text: &str) {
        // In long alphabets `X` is a digit, and in some named ones `0` is.
        let is_blank = |cell: &str| match &self.options.symbols {
            Some(symbols) => cell.chars().all(|c| symbols.is_blank(c)),
            None => cell.chars().all(|c| row::is_blank(c) && self.usual.digit(c).is_none()),
        };
        let look = match row {
            row if row.cells.iter().any(|cell| row::is_user_digit(cell, self.side)) => Look::UserDigits,
            row if row.has_groups => Look::Groups,
            row if row.has_numbers => Look::Numbers,
            _ => Look::Digits,
        };
        self.rows.look = self.rows.look.max(look);
        self.rows.has_blanks |= row.cells.iter().any(|cell| cell != "-" && is_blank(cell));
        self.rows.compact &= text.trim().chars().count() == row.cells.len();
        for mark in row::MARKS {
            if !self.marks.contains(&mark) && row.cells.iter().any(|cell| cell == mark) {
                self.marks.push(mark);
            }
        }
    }

    /// Whether more than a band followed a blank line: then a board with too few rows ended at that line.
    fn is_over_at_gap(&self) -> bool {
        self.at_gap.is_some() && self.since_gap > self.band && self.complete.is_none()
    }

    /// The board that has been gathered.
    fn board(self) -> Gathered {
        let count = self.rows.count;
        let is_whole = count == self.side || count == 2 * self.side || self.rows.before_puzzle;
        let part = if self.is_over_at_gap() { self.at_gap } else { self.complete.filter(|_| is_whole) };
        part.unwrap_or(self.rows)
    }
}

/// The end of a board whose rows are broken into several lines, of which the next is the first and has this width: some
/// number in them is too large for a board with rows of that width.
pub(super) fn wrapped(lines: Lines<'_>, width: usize, options: &ReadOptions) -> Decision<Option<usize>> {
    let (mut widths, mut end, mut largest, mut cells) = (Vec::new(), 0, 0, 0);
    let mut rest = lines;
    while let Some(span) = rest.following()? {
        match row::line(&rest.content(span), options) {
            Line::Row(row) if row.is_apart && row.cells.len() <= width => {
                largest = row.cells.iter().filter_map(|cell| cell.parse().ok()).fold(largest, usize::max);
                cells += row.cells.len();
                widths.push(row.cells.len());
                end = span.end;
            }
            Line::Empty if widths.len() == width => return Ok(None),
            Line::Empty | Line::Comment => {}
            _ => break,
        }
        // A board with rows of this width, or with a side of twice the largest number, would have ended by now.
        let is_other = largest > Shape::MAX_SIDE || cells > (2 * largest.min(Shape::MAX_SIDE)).pow(2) + width;
        if options.side().is_none() && widths.len() > width && (largest <= width || is_other) {
            return Ok(None);
        }
    }
    let side = table::wrapped_side(&widths);
    let is_wanted = match options.side() {
        Some(known) => side == Some(known),
        None => largest > width && side.is_some_and(|side| largest <= side),
    };
    Ok(side.filter(|_| is_wanted).map(|_| end))
}

/// The end of a drawn board with spaces for blanks, if the next line is a row of one.
pub(super) fn drawn_with_spaces(mut lines: Lines<'_>, options: &ReadOptions) -> Decision<Option<usize>> {
    let first = lines.clone().next().map(|span| lines.content(span).into_owned()).unwrap_or_default();
    let Some(layouts) = drawing::layouts(&first) else { return Ok(None) };
    let largest = layouts.iter().map(|layout| layout.side()).max().unwrap_or(0);
    let mut rows: Vec<(String, usize)> = Vec::new();
    while rows.len() < largest {
        let Some(span) = lines.following()? else { break };
        let content = lines.content(span);
        if drawing::layouts(&content).is_some() {
            rows.push((content.into_owned(), span.end));
        } else if !matches!(row::line(&content, options), Line::Frame | Line::Blanks { .. }) {
            break;
        }
    }
    let texts: Vec<&str> = rows.iter().map(|(text, _)| text.as_str()).collect();
    Ok(drawing::spaced(&texts, options).map(|layout| rows[layout.side() - 1].1))
}

/// The end of a grid with spaces for blanks, if the next line is the first row of one.
pub(super) fn with_spaces(lines: Lines<'_>, options: &ReadOptions) -> Decision<Option<usize>> {
    let Some(side) = options.side_with_spaces() else { return Ok(None) };
    let spans: Vec<Span> = lines.clone().take(side).collect();
    let rows: Vec<_> = spans.iter().map(|span| lines.content(*span)).collect();
    match spans.get(side - 1) {
        Some(last) => Ok(grid::has_spaces(&rows, options).then_some(last.end)),
        None if !lines.is_last() && rows.iter().all(|row| grid::may_have_spaces(row, options)) => Err(NeedMore),
        None => Ok(None),
    }
}

/// The text from two opening brackets to the bracket that closes the first. If that is missing, a blank line ends the text.
pub(super) fn brackets(lines: &Lines<'_>, span: Span) -> Decision<Span> {
    let text = lines.text();
    let (open, close) = match text.get(span.start) {
        Some(b'{') => (b'{', b'}'),
        Some(b'(') => (b'(', b')'),
        _ => (b'[', b']'),
    };
    let (mut depth, mut line_is_empty) = (0, false);
    // There may be blank lines between bands, if another row follows.
    let is_row = |from: usize| {
        let mut next = text[from..].iter().filter(|byte| !byte.is_ascii_whitespace());
        next.next() == Some(&open) && next.next() != Some(&open)
    };
    for (i, b) in text.iter().enumerate().skip(span.start) {
        match b {
            b if *b == open => depth += 1,
            b if *b == close && depth == 1 => return Ok(span.until(i + 1)),
            b if *b == close => depth -= 1,
            b'\n' if line_is_empty && depth == 1 && !lines.is_last() && text[i..].trim_ascii().is_empty() => {
                return Err(NeedMore);
            }
            b'\n' if line_is_empty && !(depth == 1 && is_row(i)) => return Ok(span.until(i)),
            _ => {}
        }
        line_is_empty = *b == b'\n' || (line_is_empty && b.is_ascii_whitespace());
    }
    if lines.is_last() { Ok(span.until(text.len())) } else { Err(NeedMore) }
}
