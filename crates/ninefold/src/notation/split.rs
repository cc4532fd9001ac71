//! Cutting a text into puzzles and recognising their formats.
//!
//! A puzzle on one line is recognised by itself (`single`). Boards of several lines are gathered row by row until they are
//! square; words before and after them are titles. If there are too few or too many rows, those up to the next blank line
//! (or the next line that is not a row) become one bad piece, so that a mistake never affects the puzzles after it.
//!
//! The splitter keeps no text: it is given the text read so far, and reports how much of it a piece takes up. So it can
//! handle streams of any length.

use super::csv::{self, Columns};
use super::lines::{self, Decision, Lines, Span, line_ends};
use super::row::{self, Line};
use super::single::{self, Single};
use super::sketch::not_supported;
use super::start::{Previous, Start};
use super::{Dialect, Format, ReadOptions, Record, assemble, plain, rule_names, sdk, several};
use crate::board::{Invalid, Shape};
use std::borrow::Cow;

/// The longest text of a puzzle, in bytes: the largest board with generous space around each cell.
pub(super) const LONGEST: usize = 16 * Shape::MAX_SIDE * Shape::MAX_SIDE;

/// The part of a text that is one puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Piece {
    /// The recognised format. A line whose format is not recognised counts as [`Format::Line`]; reading it reports what is wrong.
    pub format: Format,
    /// The number of its first line within the whole text, from 1.
    pub line: u64,
    /// Where it begins in the text passed to [`Splitter::next`].
    pub start: usize,
    /// Where it ends; the text of the next call begins here.
    pub end: usize,
    /// The columns, if these are comma-separated values.
    pub(super) columns: Option<Columns>,
    /// The word for a rule in the title before the puzzle.
    pub(super) rule_in_title: Option<&'static str>,
}

impl Piece {
    /// The digits of the piece if its puzzle consists of 81 digits, zeros and dots, like most puzzles in large files:
    /// on a line, perhaps with further columns, or as a CSV value. Blanks are 0, other digits 1 to 9, as
    /// [`Batch`](crate::solve::Batch) takes them.
    ///
    /// # Panics
    /// If the piece does not lie in the text.
    pub fn plain_digits(&self, text: &[u8], options: &ReadOptions) -> Option<[u8; 81]> {
        let text = &text[self.start..self.end];
        match self.columns {
            Some(columns) => csv::plain_digits(text, columns, options),
            None if self.format.spec().is_list => plain::first_digits(text, options),
            None => None,
        }
    }

    /// Reads the piece, given the text in which the splitter found it.
    ///
    /// # Errors
    /// Lists every reason why the piece is not a puzzle of its format. The rules of the game are not checked here: see
    /// [`Puzzle::validate`](crate::Puzzle::validate).
    ///
    /// # Panics
    /// If the piece does not lie in the text.
    pub fn read(&self, text: &[u8], options: &ReadOptions) -> Result<Record, Invalid> {
        if !options.rules.is_empty() {
            return Err(not_supported(options.rules.iter().map(|rule| (rule.kind.title().to_owned(), 1))));
        }
        self.read_classic(text, options)
    }

    /// Reads the piece without the rules that the options add to every puzzle.
    pub(super) fn read_classic(&self, text: &[u8], options: &ReadOptions) -> Result<Record, Invalid> {
        options.check()?;
        let text = self.content(text)?;
        let mut record = match self.columns {
            Some(columns) => csv::read(&text, columns, options),
            None => (self.format.spec().read)(&text, options),
        }?;
        record.notes.extend(self.rule_in_title.map(rule_names::of_words));
        Ok(record)
    }

    /// The text of the piece.
    pub(super) fn content<'a>(&self, text: &'a [u8]) -> Result<Cow<'a, str>, Invalid> {
        let text = &text[self.start..self.end];
        if text.len() > LONGEST {
            let message = format!("{} bytes without an end, more than any board needs", text.len());
            return Err(assemble::syntax(message));
        }
        Ok(lines::plain(lines::lossy(text)))
    }
}

/// Finds the puzzles of a text, one after another.
#[derive(Clone, Debug)]
pub struct Splitter {
    options: ReadOptions,
    /// The number of the line in which the next text begins.
    line: u64,
    /// The columns, once a header has been read.
    columns: Option<Columns>,
    /// The last piece, once one has been found.
    previous: Option<Previous>,
    /// Whether lines of 81 digits and dots need no further checks.
    plain: bool,
    /// Whether the last piece ended within its line because another puzzle begins there.
    is_in_line: bool,
}

impl Splitter {
    /// A splitter at the beginning of a text.
    pub fn new(options: &ReadOptions) -> Splitter {
        let plain = options.allow_plain_line();
        Splitter { options: options.clone(), line: 1, columns: None, previous: None, plain, is_in_line: false }
    }

    /// The number, from 1, of the line on which the next text begins.
    pub fn line(&self) -> u64 {
        self.line
    }

    /// Skips a text that contains no piece.
    pub fn skip(&mut self, text: &[u8]) {
        self.line += line_ends(text);
    }

    /// The next piece of a text that begins where the last piece ended. `last` says that the text is complete; if it is
    /// not, `None` may also mean that more text is needed to decide.
    pub fn next(&mut self, text: &[u8], last: bool) -> Option<Piece> {
        if let Some(piece) = self.plain_line(text) {
            self.is_in_line = false;
            self.line = piece.line;
            self.previous = Some(Previous { format: piece.format, length: piece.end - piece.start });
            return Some(piece);
        }
        let piece = self.in_line(text).or_else(|| self.find(text, last).ok()?)?;
        let found = &text[piece.start..piece.end];
        let is_end = |byte: &u8| matches!(byte, b'\n' | b'\r');
        self.is_in_line = piece.format.spec().is_list && text.get(piece.end).is_some_and(|byte| !is_end(byte));
        self.columns = piece.columns.or(self.columns);
        self.line = piece.line + line_ends(found);
        self.previous = Some(Previous { format: piece.format, length: found.trim_ascii_end().len() });
        Some(piece)
    }

    /// The most common case: a line of 81 digits and dots.
    #[inline]
    fn plain_line(&self, text: &[u8]) -> Option<Piece> {
        if !self.plain || self.columns.is_some() {
            return None;
        }
        let start = text.iter().position(|b| !matches!(b, b'\n' | b'\r'))?;
        let cells = text.get(start..start + 81)?;
        if !matches!(text.get(start + 81)?, b'\n' | b'\r') || !plain::is_plain(cells) {
            return None;
        }
        // There is usually just one, that of the previous line.
        let line = self.line + text[..start].iter().map(|byte| u64::from(*byte == b'\n')).sum::<u64>();
        Some(Piece { format: Format::Line, line, start, end: start + 81, columns: None, rule_in_title: None })
    }

    /// A puzzle after another one on the same line, if a third follows soon: so long lines are not searched to their end each
    /// time.
    fn in_line(&self, text: &[u8]) -> Option<Piece> {
        let near = NEAR * self.previous?.length;
        let near = text.get(..near).filter(|_| self.is_in_line && self.columns.is_none())?;
        let line = near.split(|byte| *byte == b'\n').next()?;
        let first = line.first().copied().map(char::from)?;
        if !first.is_ascii_alphanumeric() && !row::is_blank(first) {
            return None;
        }
        let end = several::next_puzzle(&lines::ascii(line), &self.options)?;
        Some(Piece { format: Format::Line, line: self.line, start: 0, end, columns: None, rule_in_title: None })
    }

    /// Finds the next piece. Nothing is remembered about the lines passed on the way: if more text is needed, the same
    /// lines are examined again.
    fn find(&self, text: &[u8], last: bool) -> Decision<Option<Piece>> {
        let options = &self.options;
        let tags = self.columns.is_none() && options.may_be(|spec| spec.is_list) && !options.has_symbol('<');
        let mut lines = Lines::new(text, self.line, last).with_tags(tags);
        let mut is_first = self.previous.is_none();
        if is_first {
            lines.skip_byte_order_mark();
        }
        // The first of the `#A` lines that precede an .sdk grid.
        let mut remarks: Option<Span> = None;
        let mut rule_in_title = None;
        let mut columns = self.columns;
        loop {
            let here = lines.clone();
            let Some(span) = lines.following()? else { return Ok(None) };
            let content = here.content(span);
            let previous = self.previous;
            // What looks like a header is not one if no row follows.
            let is_csv = columns.is_some_and(|columns| self.columns.is_some() || columns.fit(&content));
            let start =
                Start { options, previous, content: &content, span, remarks, rule_in_title, lines: here.clone() };
            if !is_csv && let Some(piece) = start.samurai()? {
                return Ok(Some(piece));
            }
            if !is_csv && let Some(piece) = start.with_spaces()? {
                return Ok(Some(piece));
            }
            if content.trim_start().starts_with('#') {
                if !is_csv && let Some(piece) = start.numbered() {
                    return Ok(Some(piece));
                }
                remarks = if sdk::field(&content).is_some() { remarks.or(Some(span)) } else { None };
                continue;
            }
            if start.is_empty() || start.is_end_of_array() || start.is_begin_of_array()? {
                remarks = None;
                continue;
            }
            if !is_csv && let Some(piece) = start.of_unmistakable_format()? {
                return Ok(Some(piece));
            }
            if columns.is_none()
                && let Some(piece) = start.link()
            {
                return Ok(Some(piece));
            }
            let may_be_title = std::mem::replace(&mut is_first, false);
            if let Some(header) = self.header(&content, columns, may_be_title, lines.clone())? {
                columns = Some(header);
                lines = lines.with_tags(false);
                continue;
            }
            let found = match (options.format, columns) {
                (Some(format), columns) if format.spec().has_columns() => {
                    start.row(format, columns.unwrap_or_else(|| Columns::of(format)))
                }
                (Some(format), _) => start.of_format(format),
                (None, Some(columns)) => start.row(Format::Csv(Dialect::Plain), columns),
                (None, None) => start.of_any_format(),
            };
            match found? {
                Some(piece) => return Ok(Some(piece)),
                None => {
                    remarks = None;
                    rule_in_title = rule_in_title.or_else(|| rule_names::in_title(&content));
                }
            }
        }
    }

    /// The columns that a line names, if it is the header of comma-separated values: it names several known columns, or
    /// stands where only a header can be, or is the first line and boards follow it.
    fn header(
        &self,
        content: &str,
        known: Option<Columns>,
        is_first: bool,
        rest: Lines<'_>,
    ) -> Decision<Option<Columns>> {
        let format = self.options.format.map(Format::spec);
        // What looks like an object is not a header, even if it names columns.
        if format.is_some_and(|spec| !spec.has_columns()) || content.trim_start().starts_with('{') {
            return Ok(None);
        }
        let Some(columns) = Columns::from_header(content) else { return Ok(None) };
        let is_header = format.is_some()
            || known.is_some()
            || columns.are_several()
            || (is_first && self.boards_follow(columns, rest)?);
        Ok(is_header.then_some(columns))
    }

    /// Whether the lines that follow have whole boards in the puzzle's column, and are not the rows of a grid with this
    /// line as its title.
    fn boards_follow(&self, columns: Columns, mut lines: Lines<'_>) -> Decision<bool> {
        for _ in 0..LOOK_AHEAD {
            let here = lines.clone();
            let Some(span) = lines.following()? else { break };
            let content = here.content(span);
            let value = columns.puzzle(&content).unwrap_or_default();
            match single::line(&value, &self.options, self.previous.and_then(Previous::line)) {
                Single::Yes(_) => return Ok(true),
                Single::OrRow(side) => return Ok(!single::is_row_of_large_grid(side, here, &self.options)?),
                Single::No => {}
            }
            match row::line(&content, &self.options) {
                Line::Frame | Line::Blanks { .. } => break,
                Line::Row(row) if row.cells.len() >= 4 => break,
                Line::Row(_) | Line::Empty | Line::Comment | Line::Code | Line::Text => {}
            }
        }
        Ok(false)
    }
}

/// How far the next puzzle on a line is searched for at first, as a multiple of the length of the previous one.
const NEAR: usize = 4;

/// The number of lines after a possible header that are searched for a puzzle.
const LOOK_AHEAD: usize = 20;
