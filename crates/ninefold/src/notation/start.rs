//! What begins on a line: a puzzle, whether on that line alone or on several, or nothing.

use super::csv::{Columns, Quotes};
use super::format::Drawn;
use super::gather::{self, Look};
use super::lines::{self, Decision, Lines, Span};
use super::row::{self, Line};
use super::single::{self, Single, is_row_of_large_grid};
use super::{Format, Piece, ReadOptions, code, foreign, grid, jigsaw, line, links, rule_names, samurai, several};
use crate::board::Shape;
use std::borrow::Cow;

/// A line on which a puzzle may begin.
#[derive(Clone)]
pub(super) struct Start<'a> {
    pub(super) options: &'a ReadOptions,
    pub(super) previous: Option<Previous>,
    /// The line.
    pub(super) content: &'a str,
    pub(super) span: Span,
    /// The first of the lines directly before this one that describe an .sdk puzzle.
    pub(super) remarks: Option<Span>,
    /// The word for a rule in a title since the previous piece.
    pub(super) rule_in_title: Option<&'static str>,
    /// The text from this line on.
    pub(super) lines: Lines<'a>,
}

/// The piece before a line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Previous {
    pub(super) format: Format,
    /// The length of the piece, in bytes.
    pub(super) length: usize,
}

impl Previous {
    /// The length of the piece, if it was a single line of symbols.
    pub(super) fn line(self) -> Option<usize> {
        self.format.spec().is_list.then_some(self.length)
    }
}

/// The most lines of a program that may come before a board.
const MOST_CODE: usize = 64;

/// The most lines of a quoted value, so that a stray quote does not swallow a whole file.
const LONGEST_QUOTE: usize = 64;

impl Start<'_> {
    /// Whether the line is empty.
    pub(super) fn is_empty(&self) -> bool {
        // The second check is for tabs, which may be a row of blanks.
        row::unquoted(self.content, self.options).is_empty()
            && row::line(self.content, self.options) == Line::Empty
            && !line::has_spaces_for_blanks(self.content, self.options)
    }

    /// Whether the line opens an array that has a text for each puzzle, each on its own line.
    pub(super) fn is_begin_of_array(&self) -> Decision<bool> {
        let mut lines = self.lines.clone();
        if self.content.trim() != "[" || lines.following()?.is_none() {
            return Ok(false);
        }
        let Some(next) = lines.following()? else { return Ok(false) };
        let next = lines.content(next);
        let is_puzzle = || matches!(self.single_line(&next), Single::Yes(Format::Line));
        Ok(next.trim_start().starts_with(['"', '\'']) && is_puzzle())
    }

    /// Whether the line closes the array that contains the last JSON object or the last such text.
    pub(super) fn is_end_of_array(&self) -> bool {
        self.previous.is_some_and(|previous| matches!(previous.format, Format::Json | Format::Line))
            && self.content.trim().chars().all(|c| matches!(c, ']' | '}' | ',' | ';'))
    }

    /// The entry of a list that is numbered with `#1`.
    pub(super) fn numbered(&self) -> Option<Piece> {
        let entry = self.content.trim_start().strip_prefix('#').filter(|_| self.options.may_be(|spec| spec.is_list))?;
        let is_number = |c: char| c.is_ascii_digit() || matches!(c, '.' | ':' | ')');
        let (number, board) = entry.split_once(char::is_whitespace)?;
        let board = board.split_whitespace().next()?;
        let is_entry = number.starts_with(|c: char| c.is_ascii_digit())
            && number.chars().all(is_number)
            && line::puzzle_column(board, self.options).1 == board
            && matches!(self.single_line(board), Single::Yes(Format::Line) | Single::OrRow(16 | 36));
        let start = self.span.start + self.content.len() - entry.len();
        is_entry.then(|| self.piece(Format::Line, Span { start, ..self.span }))
    }

    /// A puzzle in a format that can be recognised beyond doubt.
    pub(super) fn of_unmistakable_format(&self) -> Decision<Option<Piece>> {
        let may_be = |format: &&Format| self.options.format.is_none_or(|known| known == **format);
        for format in Format::ALL.iter().filter(may_be) {
            if let Some(find) = format.spec().find
                && let Some(span) = find(self)?
            {
                return Ok(Some(self.piece(*format, span)));
            }
        }
        Ok(None)
    }

    /// A link that holds a puzzle, perhaps surrounded by other text.
    pub(super) fn link(&self) -> Option<Piece> {
        // The original bytes, because the content may have been simplified.
        let text = str::from_utf8(&self.lines.text()[self.span.start..self.span.end]).ok()?;
        let (format, start, end) = links::find(text)?;
        let span = Span { start: self.span.start + start, end: self.span.start + end, ..self.span };
        self.options.format.is_none_or(|known| known == format).then(|| self.piece(format, span))
    }

    /// Sudokus that share boxes. These are tried before boards with spaces for blanks.
    pub(super) fn samurai(&self) -> Decision<Option<Piece>> {
        if self.options.format.is_some_and(|known| known != Format::Samurai) {
            return Ok(None);
        }
        Ok(samurai::find(self)?.map(|span| self.piece(Format::Samurai, span)))
    }

    /// A grid with spaces for blanks.
    pub(super) fn with_spaces(&self) -> Decision<Option<Piece>> {
        if !self.options.may_be(|spec| spec.has_spaces) {
            return Ok(None);
        }
        let end = match grid::may_have_spaces(self.content, self.options) {
            true => gather::with_spaces(self.lines.clone(), self.options)?,
            false if self.content.trim_start().starts_with(row::is_bar) => {
                gather::drawn_with_spaces(self.lines.clone(), self.options)?
            }
            false => None,
        };
        let drawn = Drawn { look: Look::Digits, has_blanks: true, has_remarks: self.remarks.is_some() };
        let format = || self.options.format.unwrap_or_else(|| Format::of_drawn(&drawn));
        let Some(end) = end else { return Ok(None) };
        if let Some(side) = self.options.side_with_spaces()
            && let Some(end) = jigsaw::map_below(&self.lines.clone().behind(end), side, self.options)?
        {
            return Ok(Some(self.piece(Format::Jigsaw, self.with_remarks().until(end))));
        }
        Ok(Some(self.piece(format(), self.with_remarks().until(end))))
    }

    /// A row of comma-separated values, which may continue on further lines within quotes.
    pub(super) fn row(&self, format: Format, columns: Columns) -> Decision<Option<Piece>> {
        let row = |span: Span| Ok(Some(Piece { columns: Some(columns), ..self.piece(format, span) }));
        let (mut lines, mut content, mut span) = (self.lines.clone(), Cow::Borrowed(self.content), self.span);
        lines.next();
        for _ in 0..LONGEST_QUOTE {
            match columns.quotes(&content) {
                Quotes::Closed => return row(span),
                Quotes::Broken => break,
                Quotes::Open => {}
            }
            let Some(next) = lines.following()? else { break };
            span = self.span.until(next.end);
            content = lines.content(span);
        }
        row(self.span)
    }

    /// What the line is if the format is known.
    pub(super) fn of_format(&self, format: Format) -> Decision<Option<Piece>> {
        if !format.is_block() {
            let is_tag = format.spec().is_list && self.is_tag();
            return Ok((!is_tag || line::is_tag_with_board(self.content)).then(|| self.entry(format)));
        }
        if format == Format::Table
            && let Some(piece) = self.table()?
        {
            return Ok(Some(piece));
        }
        self.board_or_title(Some(format))
    }

    /// What the line is if nothing is known about it.
    pub(super) fn of_any_format(&self) -> Decision<Option<Piece>> {
        if self.is_tag() {
            return Ok(line::is_tag_with_board(self.content).then(|| self.piece(Format::Line, self.span)));
        }
        if let Some(piece) = self.matrix()? {
            return Ok(Some(piece));
        }
        if self.is_size()? {
            return Ok(None);
        }
        match self.single_line(self.content) {
            Single::Yes(format) => return Ok(Some(self.entry(format))),
            Single::OrRow(side) if !is_row_of_large_grid(side, self.lines.clone(), self.options)? => {
                return Ok(Some(self.entry(Format::Line)));
            }
            Single::OrRow(_) | Single::No => {}
        }
        match self.table()? {
            Some(piece) => Ok(Some(piece)),
            None => self.board_or_title(None),
        }
    }

    /// Whether the line gives the numbers of rows and columns of the board below, though it could also be symbols of a row.
    fn is_size(&self) -> Decision<bool> {
        let Some((rows, columns)) = self.content.trim().split_once(' ') else { return Ok(false) };
        let side = rows.parse().ok().filter(|side| rows == columns && (10..=Shape::MAX_SIDE).contains(side));
        let Some(side) = side else { return Ok(false) };
        let mut lines = self.lines.clone();
        lines.next();
        Ok(lines.following()?.is_some_and(|next| lines.content(next).split_whitespace().count() == side))
    }

    /// What the line is if it is not a puzzle by itself: the first line of a board, or a remark about one.
    fn board_or_title(&self, format: Option<Format>) -> Decision<Option<Piece>> {
        if format.is_none_or(|format| format == Format::Jigsaw)
            && let Some(span) = jigsaw::find(self)?
        {
            return Ok(Some(self.piece(Format::Jigsaw, span)));
        }
        let row = match row::line(self.content, self.options) {
            Line::Row(row) => row,
            Line::Blanks { count, mark } if self.is_first_row_of_blanks(count, mark) => {
                return self.block(format, count, self.with_remarks(), self.lines.clone());
            }
            Line::Code | Line::Text => return self.title_or_mistake(self.span, self.lines.clone()),
            Line::Blanks { .. } | Line::Empty | Line::Comment | Line::Frame => return Ok(None),
        };
        let width = row.cells.len();
        if format.is_none() && is_too_wide(width) {
            return self.no_board(is_too_wide);
        }
        if format.is_none() && self.options.side().is_none() && is_narrow(width) && row.is_apart {
            return self.no_board(is_narrow);
        }
        let is_table = format.is_none_or(|format| format == Format::Table);
        if is_table
            && row.is_apart
            && width >= 4
            && self.options.side() != Some(width)
            && let Some(end) = gather::wrapped(self.lines.clone(), width, self.options)?
        {
            return Ok(Some(self.piece(Format::Table, self.span.until(end))));
        }
        if format.is_none() && self.is_title_of_board(width)? {
            return Ok(None);
        }
        self.block(format, width, self.with_remarks(), self.lines.clone())
    }

    /// Whether a line that could be a row of `width` cells is really a title: a whole board with rows of another length follows.
    fn is_title_of_board(&self, width: usize) -> Decision<bool> {
        let mut lines = self.lines.clone();
        lines.next();
        if !self.content.contains(|c: char| c.is_alphabetic()) || rule_names::in_title(self.content).is_some() {
            return Ok(false);
        }
        loop {
            let here = lines.clone();
            let Some(span) = lines.following()? else { return Ok(false) };
            let side = match row::line(&here.content(span), self.options) {
                Line::Row(row) => row.cells.len(),
                Line::Frame | Line::Empty => continue,
                _ => return Ok(false),
            };
            let Some(shape) = Shape::for_side(side).ok().filter(|_| side >= 4 && side != width) else {
                return Ok(false);
            };
            let rows = gather::rows(here, side, shape.box_rows(), self.options, |_, _| Ok(true))?;
            return Ok(rows.count == side);
        }
    }

    /// A matrix that is not a board of any size, and whose rows all resemble the first. A single row is a line with a mistake.
    fn no_board(&self, is_like: impl Fn(usize) -> bool) -> Decision<Option<Piece>> {
        let mut lines = self.lines.clone();
        let (mut rows, mut end) = (0, self.span.end);
        while let Some(span) = lines.following()? {
            match row::line(&lines.content(span), self.options) {
                Line::Row(row) if is_like(row.cells.len()) && (row.is_apart || rows == 0) => {
                    (rows, end) = (rows + 1, span.end)
                }
                _ => break,
            }
        }
        if rows > 1 || self.span.end - self.span.start > 2 * Shape::MAX_SIDE {
            return Ok(Some(self.piece(Format::Table, self.span.until(end))));
        }
        self.title_or_mistake(self.span, self.lines.clone())
    }

    pub(super) fn piece(&self, format: Format, span: Span) -> Piece {
        let Span { line, start, end } = span;
        Piece { format, line, start, end, columns: None, rule_in_title: self.rule_in_title }
    }

    /// The line as a puzzle; if it holds several puzzles, the first, up to where the next one begins.
    fn entry(&self, format: Format) -> Piece {
        let text = &self.lines.text()[self.span.start..self.span.end];
        let next = if format.spec().is_list { several::next_puzzle(&lines::ascii(text), self.options) } else { None };
        self.piece(format, next.map_or(self.span, |next| self.span.until(self.span.start + next)))
    }

    /// The line together with the remarks before it.
    pub(super) fn with_remarks(&self) -> Span {
        self.remarks.unwrap_or(self.span)
    }

    /// Whether the line is an XML tag; it is a puzzle if it contains the data of one.
    fn is_tag(&self) -> bool {
        self.content.trim_start().starts_with('<') && !self.options.has_symbol('<')
    }

    pub(super) fn single_line(&self, content: &str) -> Single {
        single::line(content, self.options, self.previous.and_then(Previous::line))
    }

    /// Whether a line of marks is the first row of a grid that uses them for blanks.
    fn is_first_row_of_blanks(&self, width: usize, known: &str) -> bool {
        for span in self.lines.clone().take(2 * width) {
            match row::line(&self.lines.content(span), self.options) {
                Line::Row(row) => return row.cells.len() == width && row.cells.iter().any(|cell| cell == known),
                Line::Blanks { count, mark } if count == width && mark == known => {}
                Line::Frame => {}
                _ => return false,
            }
        }
        false
    }

    /// A line that is not a row, or the first of several: a title or remark if it comes before or after a grid, otherwise a
    /// piece that cannot be read.
    fn title_or_mistake(&self, span: Span, mut lines: Lines<'_>) -> Decision<Option<Piece>> {
        if rule_names::is_rule_of_program(self.content) {
            return self.rules_of_program().map(Some);
        }
        // Links may have text around them.
        let may_be_around_link = self.content.split_whitespace().find_map(foreign::unsupported).is_none();
        let is_remark = |previous: Previous| {
            previous.format.is_block() || (may_be_around_link && previous.format.spec().link.is_some())
        };
        if self.previous.is_some_and(is_remark) {
            return Ok(None);
        }
        let mistake = Ok(Some(self.piece(Format::Line, span)));
        lines.next();
        let mut passed = 0;
        loop {
            let here = lines.clone();
            let Some(next) = lines.following()? else { return mistake };
            let content = here.content(next);
            let may_have_spaces = grid::may_have_spaces(&content, self.options);
            if may_have_spaces && gather::with_spaces(here.clone(), self.options)?.is_some() {
                return Ok(None);
            }
            match row::line(&content, self.options) {
                // Without this limit, each of these lines would examine all those after it.
                Line::Code if passed == MOST_CODE => return mistake,
                Line::Code => passed += 1,
                Line::Empty | Line::Comment | Line::Frame | Line::Blanks { .. } => {}
                _ if links::find(&content).is_some() && foreign::unsupported(self.content).is_none() => {
                    return Ok(None);
                }
                Line::Row(row) if row.cells.len() >= 4 && self.previous.and_then(Previous::line).is_none() => {
                    let is_row = match self.single_line(&content) {
                        Single::Yes(_) => false,
                        Single::No => true,
                        Single::OrRow(side) => is_row_of_large_grid(side, here, self.options)?,
                    };
                    return if is_row { Ok(None) } else { mistake };
                }
                _ => return mistake,
            }
        }
    }

    /// This line and those after it that are also rules. None of them is a title, and the board beside them would be a
    /// different puzzle without them.
    fn rules_of_program(&self) -> Decision<Piece> {
        let (mut lines, mut end) = (self.lines.clone(), self.span.end);
        while let Some(span) = lines.following()?
            && rule_names::is_rule_of_program(&lines.content(span))
        {
            end = span.end;
        }
        Ok(self.piece(Format::Line, self.span.until(end)))
    }

    /// Whether the next line can be a row of a grid that is about `width` cells wide.
    fn may_be_row(&self, content: &str, width: usize, here: Lines<'_>) -> Decision<bool> {
        if content.trim_start().starts_with("[[") {
            return Ok(false);
        }
        match self.single_line(content) {
            Single::Yes(_) => Ok(false),
            Single::No => Ok(true),
            Single::OrRow(side) if side == width => Ok(true),
            Single::OrRow(side) if 2 * width > side => is_row_of_large_grid(side, here, self.options),
            Single::OrRow(_) => Ok(false),
        }
    }

    /// A matrix after a name, in a line of a program, or in a list.
    fn matrix(&self) -> Decision<Option<Piece>> {
        if !code::has_brackets(self.content) {
            return Ok(None);
        }
        let text = &self.lines.text()[self.span.start..self.span.end];
        let start = code::matrix(self.content).or_else(|| code::matrix_of_list(self.content));
        let Some(start) = start.filter(|_| text == self.content.as_bytes()) else { return Ok(None) };
        let span = Span { start: self.span.start + start, ..self.span };
        self.in_brackets(span).map(Some)
    }

    /// A matrix that begins here, with the map of regions that may follow it in a program.
    fn in_brackets(&self, span: Span) -> Decision<Piece> {
        let span = gather::brackets(&self.lines, span)?;
        let text = self.lines.text()[span.start..span.end].trim_ascii_start();
        let rows = text.iter().filter(|byte| Some(*byte) == text.first()).count().saturating_sub(1);
        // A list has a matrix on each line, and its answers should not have to wait.
        if text.contains(&b'\n')
            && let Some(end) = jigsaw::map_below(&self.lines.clone().behind(span.end), rows, self.options)?
        {
            return Ok(self.piece(Format::Jigsaw, span.until(end)));
        }
        Ok(self.piece(Format::Table, span))
    }

    /// A matrix in double brackets, or a table below a header: `R C`, or just the order and then a line with `1`.
    fn table(&self) -> Decision<Option<Piece>> {
        if self.content.trim_start().starts_with("[[") {
            return self.in_brackets(self.span).map(Some);
        }
        if self.content.contains('\t') && self.content.split('\t').count() > 2 {
            return Ok(None);
        }
        let numbers: Option<Vec<usize>> = self.content.split_whitespace().map(|word| word.parse().ok()).collect();
        let mut lines = self.lines.clone();
        lines.next();
        let side = match numbers.as_deref() {
            Some([rows, columns]) => rows.checked_mul(*columns),
            Some([order]) => {
                let one = lines.following()?.filter(|one| lines.content(*one).trim() == "1");
                one.and_then(|_| order.checked_mul(*order))
            }
            _ => None,
        };
        let Some(side) = side.filter(|side| (4..=Shape::MAX_SIDE).contains(side)) else { return Ok(None) };
        let rows = lines.clone();
        let Some(first) = lines.following()? else { return Ok(None) };
        match row::line(&lines.content(first), self.options) {
            Line::Row(row) if row.cells.len().abs_diff(side) <= side / 2 => {
                self.block(Some(Format::Table), side, self.span, rows)
            }
            _ => Ok(None),
        }
    }

    /// A board of several lines whose first row comes next.
    fn block(&self, format: Option<Format>, width: usize, start: Span, lines: Lines<'_>) -> Decision<Option<Piece>> {
        let side = self.options.side().unwrap_or(width);
        if width < 4 && self.options.side() != Some(width) {
            return self.title_or_mistake(start, lines);
        }
        let shape = self.options.shape.or_else(|| Shape::for_side(side).ok());
        let first = lines.clone().next().unwrap_or(start);
        let is_row = |content: &str, here: Lines<'_>| match format {
            Some(_) => Ok(true),
            None => self.may_be_row(content, side, here),
        };
        let band = shape.map_or(side, Shape::box_rows);
        let rows = gather::rows(lines, side, band, self.options, is_row)?;
        if let Some(end) = rows.map_end
            && format.is_none_or(|format| format == Format::Jigsaw)
        {
            return Ok(Some(self.piece(Format::Jigsaw, start.until(end))));
        }
        // Rows that do not form a board: among lines of symbols, or alone, each is a line with a mistake.
        let is_after_line = self.previous.and_then(Previous::line).is_some();
        let lonely = format.is_none() && rows.compact && (rows.count == 1 || is_after_line || rows.before_puzzle);
        if rows.count < side && lonely {
            return Ok(Some(self.piece(Format::Line, first)));
        }
        let drawn = Drawn { look: rows.look, has_blanks: rows.has_blanks, has_remarks: start.line < first.line };
        Ok(Some(self.piece(format.unwrap_or_else(|| Format::of_drawn(&drawn)), start.until(rows.end))))
    }
}

/// Whether rows are too long for any board and are not boards themselves.
fn is_too_wide(width: usize) -> bool {
    width > Shape::MAX_SIDE && width.isqrt().pow(2) != width
}

/// Whether rows are too short for any board.
fn is_narrow(width: usize) -> bool {
    (2..4).contains(&width)
}
