//! Cutting a text into puzzles and recognising their formats.
//!
//! Formats of one line stand for themselves (`single` tells them). Formats of several lines are gathered row by row until
//! the board is square; words before and after them are titles. Where rows are missing or too many, the rows up to the next blank line (or the
//! next thing that is no row) are one bad piece, so that a mistake never shifts the puzzles after it.
//!
//! The splitter keeps no text: it is given what has been read so far and says how far it came. That
//! makes it fit for streams of any length.

use super::csv::{Columns, Quotes};
use super::gather::{self, Gathered};
use super::lines::{Decision, Lines, Span};
use super::row::{self, Line};
use super::sdk::{self, Section};
use super::single::{self, Single};
use super::{Dialect, Format, LONGEST, ReadOptions, grid, json, line};
use crate::board::Shape;

/// One puzzle's part of a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Piece {
    /// The recognised format. A line that is nothing recognisable counts as [`Format::Line`] and says
    /// why it is none when it is read.
    pub format: Format,
    /// The number of its first line in the whole text, from 1.
    pub line: u64,
    /// Where it begins in the text given to [`Splitter::next`].
    pub start: usize,
    /// Where it ends; the next call's text begins here.
    pub end: usize,
    /// The columns of comma-separated values.
    pub(super) columns: Columns,
}

/// Finds the puzzles of a text, one after another.
#[derive(Clone, Debug)]
pub struct Splitter {
    options: ReadOptions,
    /// The number of the line that the next text begins in.
    line: u64,
    /// No piece has been found yet.
    at_start: bool,
    /// The columns, once a header has been read.
    columns: Option<Columns>,
    /// The length in bytes of the last piece, if that was a single line of symbols.
    after_line: Option<usize>,
    /// The last piece was a board of several lines.
    after_block: bool,
    /// The last piece was an object of JSON.
    after_object: bool,
    /// Lines of 81 digits and dots need no closer look.
    plain: bool,
}

/// What a line turned out to be.
enum Found {
    /// A puzzle, or something that should have been one.
    Piece(Piece),
    /// Part of no puzzle.
    Nothing,
    /// More text is needed to decide.
    More,
}

/// What a line that names columns is, unless it is something else.
enum Header {
    /// A header with these columns.
    Is(Columns),
    /// More text is needed to decide.
    More,
}

/// Lines after a possible header that are looked at for a puzzle.
const LOOK_AHEAD: usize = 20;

/// The most lines that a quoted value may have; a stray quote shall not swallow a file.
const LONGEST_QUOTE: usize = 64;

impl Splitter {
    /// A splitter at the beginning of a text.
    pub fn new(options: &ReadOptions) -> Splitter {
        Splitter {
            options: options.clone(),
            line: 1,
            at_start: true,
            columns: None,
            after_line: None,
            after_block: false,
            after_object: false,
            plain: options.allow_plain_line(),
        }
    }

    /// The number of the line that the next text begins in, from 1.
    pub fn line(&self) -> u64 {
        self.line
    }

    /// Goes on behind a text that holds no piece.
    pub fn skip(&mut self, text: &[u8]) {
        self.line += line_ends(text);
    }

    /// The next piece of a text that begins where the last piece ended. `last` says that the text is
    /// complete; without it, `None` also means that more text is needed to decide.
    pub fn next(&mut self, text: &[u8], last: bool) -> Option<Piece> {
        let piece = self.plain_line(text).or_else(|| self.find(text, last))?;
        if matches!(piece.format, Format::Csv(_)) {
            self.columns = Some(piece.columns);
        }
        self.line = piece.line + line_ends(&text[piece.start..piece.end]);
        self.at_start = false;
        let length = || text[piece.start..piece.end].trim_ascii_end().len();
        self.after_line = (piece.format == Format::Line).then(length);
        self.after_block = piece.format.is_block();
        self.after_object = piece.format == Format::Json;
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
        if !matches!(text.get(start + 81)?, b'\n' | b'\r') || !line::is_plain(cells) {
            return None;
        }
        let line = self.line + line_ends(&text[..start]);
        Some(Piece { format: Format::Line, line, start, end: start + 81, columns: Columns::default() })
    }

    /// Finds the next piece. Nothing is remembered of what was seen on the way: if more text is needed,
    /// the same lines are looked at again.
    fn find(&self, text: &[u8], last: bool) -> Option<Piece> {
        let has_tags = matches!(self.options.format, None | Some(Format::Line | Format::Sdm));
        let tags = has_tags && self.columns.is_none() && !self.options.has_symbol('<');
        let mut lines = Lines::new(text, self.line, last).with_tags(tags);
        if self.at_start {
            lines.skip_byte_order_mark();
        }
        // The first of the `#A` lines that precede an .sdk grid.
        let mut remarks: Option<Span> = None;
        let mut columns = self.columns;
        let mut is_first = self.at_start;
        loop {
            let here = lines.clone();
            let span = lines.next()?;
            let content = here.content(span);
            match self.with_spaces(&content, span, &here, remarks) {
                Found::Piece(piece) => return Some(piece),
                Found::More => return None,
                Found::Nothing => {}
            }
            let found = match &*content {
                // The closer look is for tabs, which may be a row of blanks.
                empty
                    if row::unquoted(empty, &self.options).is_empty()
                        && row::line(empty, &self.options) == Line::Empty
                        && !line::has_spaces_for_blanks(empty, &self.options) =>
                {
                    Found::Nothing
                }
                comment if comment.trim_start().starts_with('#') => {
                    if let Some(start) = self.numbered(comment) {
                        return Some(Piece {
                            format: Format::Line,
                            line: span.line,
                            start: span.start + start,
                            end: span.end,
                            columns: Columns::default(),
                        });
                    }
                    remarks = if is_remark(comment) { remarks.or(Some(span)) } else { None };
                    continue;
                }
                content if self.is_end_of_array(content) => Found::Nothing,
                content => {
                    if let Some(found) = self.object(span, &here).or_else(|| self.game(span, &here, remarks)) {
                        match found {
                            Found::Piece(piece) => return Some(piece),
                            _ => return None,
                        }
                    }
                    let header = self.header(content, columns, std::mem::replace(&mut is_first, false), lines.clone());
                    match (self.options.format, header) {
                        (_, Some(Header::Is(header))) => {
                            columns = Some(header);
                            lines = lines.with_tags(false);
                            continue;
                        }
                        (_, Some(Header::More)) => return None,
                        (Some(Format::Csv(dialect)), None) => {
                            let columns = columns.unwrap_or_else(|| Columns::of(dialect));
                            self.comma_separated(dialect, columns, span, here)
                        }
                        (Some(format), None) => self.forced(format, content, span, here, remarks),
                        (None, None) => match columns {
                            Some(columns) => self.comma_separated(Dialect::Plain, columns, span, here),
                            None => self.detect(content, span, here, remarks),
                        },
                    }
                }
            };
            match found {
                Found::Piece(piece) => return Some(piece),
                Found::More => return None,
                Found::Nothing => remarks = None,
            }
        }
    }

    /// Where the entry of a list begins that is numbered with `#1`.
    fn numbered(&self, comment: &str) -> Option<usize> {
        if !matches!(self.options.format, None | Some(Format::Line | Format::Sdm)) || self.columns.is_some() {
            return None;
        }
        let entry = comment.trim_start().strip_prefix('#')?;
        let is_number = |c: char| c.is_ascii_digit() || matches!(c, '.' | ':' | ')');
        let (number, board) = entry.split_once(|c: char| c.is_whitespace())?;
        let board = board.split_whitespace().next()?;
        let is_entry = number.starts_with(|c: char| c.is_ascii_digit())
            && number.chars().all(is_number)
            && line::puzzle_column(board, &self.options).1 == board
            && matches!(self.single_line(board), Single::Yes(Format::Line) | Single::OrRow(16 | 36));
        is_entry.then_some(comment.len() - entry.len())
    }

    /// Whether a line closes what the last object of JSON stood in.
    fn is_end_of_array(&self, content: &str) -> bool {
        self.after_object && content.trim().chars().all(|c| matches!(c, ']' | '}' | ','))
    }

    /// An object of JSON, if one begins in this line.
    fn object(&self, span: Span, here: &Lines<'_>) -> Option<Found> {
        if !matches!(self.options.format, None | Some(Format::Json)) || self.columns.is_some() {
            return None;
        }
        let text = &here.text()[span.start..];
        let start = match json::begins(text, here.is_last()) {
            Decision::Yes(start) => start,
            Decision::NeedMore => return Some(Found::More),
            Decision::No => return None,
        };
        let rest = &text[start..];
        let length = match json::end(rest, here.is_last() || rest.len() > LONGEST) {
            Decision::Yes(length) => length,
            Decision::NeedMore => return Some(Found::More),
            Decision::No => rest.iter().position(|b| matches!(b, b'\n' | b'\r')).unwrap_or(rest.len()),
        };
        let (line, start) = (span.line + line_ends(&text[..start]), span.start + start);
        Some(self.piece(Format::Json, Span { start, end: start + length, line }))
    }

    /// A saved game of SadMan's, if one begins in this line: its parts up to the next game or to what belongs to none.
    fn game(&self, span: Span, here: &Lines<'_>, remarks: Option<Span>) -> Option<Found> {
        let is_puzzle = |content: &str| sdk::section(content) == Some(Section::Puzzle);
        let is_expected = matches!(self.options.format, None | Some(Format::Sdk)) && self.columns.is_none();
        if !is_expected || !is_puzzle(&here.content(span)) {
            return None;
        }
        let mut lines = here.clone();
        lines.next();
        let (mut end, mut after_gap) = (span.end, false);
        loop {
            let Some(next) = lines.next() else {
                return Some(if lines.is_last() {
                    self.piece(Format::Sdk, remarks.unwrap_or(span).until(end))
                } else {
                    Found::More
                });
            };
            let content = lines.content(next);
            let is_section = sdk::section(&content).is_some();
            let is_puzzle_of_its_own = matches!(self.single_line(&content), Single::Yes(_));
            match row::line(&content, &self.options) {
                Line::Empty => after_gap = true,
                Line::Comment if !is_remark(&content) => {}
                _ if is_section && !is_puzzle(&content) => (end, after_gap) = (next.end, false),
                Line::Row(_) | Line::Frame | Line::Blanks { .. }
                    if !is_section && !after_gap && !is_puzzle_of_its_own =>
                {
                    end = next.end
                }
                _ => return Some(self.piece(Format::Sdk, remarks.unwrap_or(span).until(end))),
            }
        }
    }

    /// A grid with spaces for blanks, if that is what begins here.
    fn with_spaces(&self, first: &str, span: Span, here: &Lines<'_>, remarks: Option<Span>) -> Found {
        let is_grid =
            self.options.format.is_none_or(|format| matches!(format, Format::Grid | Format::Box | Format::Sdk));
        if !is_grid || self.columns.is_some() {
            return Found::Nothing;
        }
        let end = match grid::may_have_spaces(first, &self.options) {
            true => gather::with_spaces(here.clone(), &self.options),
            false if first.contains(row::is_bar) => gather::drawn_with_spaces(here.clone(), &self.options),
            false => Some(None),
        };
        match end {
            Some(Some(end)) => {
                let format = if remarks.is_some() { Format::Sdk } else { Format::Grid };
                self.piece(self.options.format.unwrap_or(format), remarks.unwrap_or(span).until(end))
            }
            Some(None) => Found::Nothing,
            None => Found::More,
        }
    }

    /// The columns that a line names, if it is the header of comma-separated values: it names several that are
    /// known, or stands where only a header can, or is the first line and boards follow it.
    fn header(&self, content: &str, known: Option<Columns>, is_first: bool, rest: Lines<'_>) -> Option<Header> {
        let is_csv = match self.options.format {
            None => known.is_some(),
            Some(format) => matches!(format, Format::Csv(_)).then_some(true)?,
        };
        // What looks like an object is no header, though it may name columns.
        let columns =
            Some(content).filter(|content| !content.trim_start().starts_with('{')).and_then(Columns::from_header)?;
        if is_csv || columns.are_several() {
            return Some(Header::Is(columns));
        }
        match is_first.then(|| self.boards_follow(columns, rest))? {
            Some(follow) => follow.then_some(Header::Is(columns)),
            None => Some(Header::More),
        }
    }

    /// Whether whole boards in the column of the puzzle follow a line, and not the rows of a grid whose title
    /// that line is. `None` asks for more text.
    fn boards_follow(&self, columns: Columns, mut lines: Lines<'_>) -> Option<bool> {
        for _ in 0..LOOK_AHEAD {
            let here = lines.clone();
            let Some(span) = lines.next() else {
                return lines.is_last().then_some(false);
            };
            let content = here.content(span);
            match self.single_line(&columns.puzzle(&content).unwrap_or_default()) {
                Single::Yes(_) => return Some(true),
                Single::OrRow(side) => return self.is_row_of_large_grid(side, here).map(|is_row| !is_row),
                Single::No => {}
            }
            match row::line(&content, &self.options) {
                Line::Frame | Line::Blanks { .. } => return Some(false),
                Line::Row(row) if row.cells.len() >= 4 => return Some(false),
                Line::Row(_) | Line::Empty | Line::Comment | Line::Code | Line::Text => {}
            }
        }
        Some(false)
    }

    /// What a line is when the format is known.
    fn forced(&self, format: Format, content: &str, span: Span, here: Lines<'_>, remarks: Option<Span>) -> Found {
        if !format.is_block() {
            let is_tag = matches!(format, Format::Line | Format::Sdm) && self.is_tag(content);
            return if is_tag { self.tag(format, content, span) } else { self.piece(format, span) };
        }
        match format {
            Format::Table if content.trim_start().starts_with("[[") => return self.brackets(span, &here),
            Format::Table => {
                if let Some(found) = self.below_header(content, span, &here) {
                    return found;
                }
            }
            _ => {}
        }
        self.board_or_title(Some(format), content, span, here, remarks)
    }

    /// What a line is when nothing is known about it.
    fn detect(&self, content: &str, span: Span, here: Lines<'_>, remarks: Option<Span>) -> Found {
        if self.is_tag(content) {
            return self.tag(Format::Line, content, span);
        }
        match self.single_line(content) {
            Single::Yes(format) => return self.piece(format, span),
            Single::OrRow(side) => match self.is_row_of_large_grid(side, here.clone()) {
                Some(true) => {}
                Some(false) => return self.piece(Format::Line, span),
                None => return Found::More,
            },
            Single::No => {}
        }
        if content.trim_start().starts_with("[[") {
            return self.brackets(span, &here);
        }
        if let Some(found) = self.below_header(content, span, &here) {
            return found;
        }
        self.board_or_title(None, content, span, here, remarks)
    }

    /// What a line is that is no puzzle by itself: the first of a board of several lines, or what stands around one.
    fn board_or_title(
        &self,
        format: Option<Format>,
        content: &str,
        span: Span,
        here: Lines<'_>,
        remarks: Option<Span>,
    ) -> Found {
        match row::line(content, &self.options) {
            Line::Row(row) if format.is_none() && is_too_wide(row.cells.len()) => {
                self.no_board(span, here, is_too_wide)
            }
            Line::Row(row)
                if format.is_none() && self.options.side().is_none() && is_narrow(row.cells.len()) && row.is_apart =>
            {
                self.no_board(span, here, is_narrow)
            }
            Line::Row(row) => {
                let is_table = format.is_none_or(|format| format == Format::Table);
                if is_table && row.is_apart && row.cells.len() >= 4 && self.options.side() != Some(row.cells.len()) {
                    match gather::wrapped(here.clone(), row.cells.len(), &self.options) {
                        Some(Some(end)) => return self.piece(Format::Table, span.until(end)),
                        Some(None) => {}
                        None => return Found::More,
                    }
                }
                self.block(format, row.cells.len(), remarks.unwrap_or(span), here)
            }
            Line::Blanks { count, mark } if self.is_first_row_of_blanks(count, mark, here.clone()) => {
                self.block(format, count, remarks.unwrap_or(span), here)
            }
            Line::Code | Line::Text => self.title_or_mistake(span, here),
            _ => Found::Nothing,
        }
    }

    /// A matrix that is no board of any size, all of whose rows are like its first. A single row is a line with a mistake.
    fn no_board(&self, first: Span, here: Lines<'_>, is_like: impl Fn(usize) -> bool) -> Found {
        let mut lines = here.clone();
        let (mut rows, mut end) = (0, first.end);
        loop {
            let Some(span) = lines.next() else {
                if !lines.is_last() {
                    return Found::More;
                }
                break;
            };
            match row::line(&lines.content(span), &self.options) {
                Line::Row(row) if is_like(row.cells.len()) && (row.is_apart || rows == 0) => {
                    (rows, end) = (rows + 1, span.end)
                }
                _ => break,
            }
        }
        if rows > 1 || first.end - first.start > 2 * Shape::MAX_SIDE {
            return self.piece(Format::Table, first.until(end));
        }
        self.title_or_mistake(first, here)
    }

    fn piece(&self, format: Format, span: Span) -> Found {
        let columns = Columns::default();
        Found::Piece(Piece { format, line: span.line, start: span.start, end: span.end, columns })
    }

    fn is_tag(&self, content: &str) -> bool {
        content.trim_start().starts_with('<') && !self.options.has_symbol('<')
    }

    /// A tag of XML: a puzzle if it has the data of one.
    fn tag(&self, format: Format, content: &str, span: Span) -> Found {
        if line::game_data(content).is_some() { self.piece(format, span) } else { Found::Nothing }
    }

    /// A row of comma-separated values, which may go on in further lines within quotes.
    fn comma_separated(&self, dialect: Dialect, columns: Columns, span: Span, mut lines: Lines<'_>) -> Found {
        let row = |span: Span| {
            let format = Format::Csv(dialect);
            Found::Piece(Piece { format, line: span.line, start: span.start, end: span.end, columns })
        };
        lines.next();
        let mut end = span.end;
        for _ in 0..LONGEST_QUOTE {
            match columns.quotes(&lines.content(span.until(end))) {
                Quotes::Closed => return row(span.until(end)),
                Quotes::Broken => break,
                Quotes::Open => {}
            }
            match lines.next() {
                Some(next) => end = next.end,
                None if lines.is_last() => break,
                None => return Found::More,
            }
        }
        row(span)
    }

    fn single_line(&self, content: &str) -> Single {
        single::line(content, &self.options, self.after_line)
    }

    fn is_row_of_large_grid(&self, side: usize, lines: Lines<'_>) -> Option<bool> {
        single::is_row_of_large_grid(side, lines, &self.options)
    }

    /// Whether a line of marks is the first row of a grid that has them for blanks.
    fn is_first_row_of_blanks(&self, width: usize, known: &str, lines: Lines<'_>) -> bool {
        for span in lines.clone().take(2 * width) {
            match row::line(&lines.content(span), &self.options) {
                Line::Row(row) => return row.cells.len() == width && row.cells.iter().any(|cell| cell == known),
                Line::Blanks { count, mark } if count == width && mark == known => {}
                Line::Frame => {}
                _ => return false,
            }
        }
        false
    }

    /// A line that is no row: a title or a remark if it stands before or after a grid, else a piece that cannot be
    /// read.
    fn title_or_mistake(&self, span: Span, mut lines: Lines<'_>) -> Found {
        if self.after_block {
            return Found::Nothing;
        }
        lines.next();
        loop {
            let here = lines.clone();
            let Some(next) = lines.next() else {
                return if lines.is_last() { self.piece(Format::Line, span) } else { Found::More };
            };
            let content = here.content(next);
            match row::line(&content, &self.options) {
                Line::Empty | Line::Comment | Line::Code | Line::Frame | Line::Blanks { .. } => continue,
                Line::Row(row) if row.cells.len() >= 4 && self.after_line.is_none() => {}
                _ => return self.piece(Format::Line, span),
            }
            let is_row = match self.single_line(&content) {
                Single::Yes(_) => Some(false),
                Single::No => Some(true),
                Single::OrRow(side) => self.is_row_of_large_grid(side, here),
            };
            return match is_row {
                Some(true) => Found::Nothing,
                Some(false) => self.piece(Format::Line, span),
                None => Found::More,
            };
        }
    }

    /// Whether the next line can be a row of a grid that is about `width` cells wide. `None` asks for more text.
    fn may_be_row(&self, content: &str, width: usize, here: Lines<'_>) -> Option<bool> {
        if content.trim_start().starts_with("[[") {
            return Some(false);
        }
        match self.single_line(content) {
            Single::Yes(_) => Some(false),
            Single::No => Some(true),
            Single::OrRow(side) if side == width => Some(true),
            Single::OrRow(side) if 2 * width > side => self.is_row_of_large_grid(side, here),
            Single::OrRow(_) => Some(false),
        }
    }

    /// A matrix in double brackets.
    fn brackets(&self, span: Span, here: &Lines<'_>) -> Found {
        match gather::brackets(here, span) {
            Some(span) => self.piece(Format::Table, span),
            None => Found::More,
        }
    }

    /// A table below a header: `R C`, or the order alone and then `1`.
    fn below_header(&self, content: &str, span: Span, here: &Lines<'_>) -> Option<Found> {
        if content.contains('\t') && content.split('\t').count() > 2 {
            return None;
        }
        let numbers: Vec<usize> = content.split_whitespace().map(|word| word.parse().ok()).collect::<Option<_>>()?;
        let mut lines = here.clone();
        lines.next();
        let side = match numbers[..] {
            [rows, columns] => rows.checked_mul(columns)?,
            [order] => match lines.next() {
                Some(one) if lines.content(one).trim() == "1" => order.checked_mul(order)?,
                None if !lines.is_last() => return Some(Found::More),
                _ => return None,
            },
            _ => return None,
        };
        let rows = lines.clone();
        let Some(first) = lines.next() else {
            return if lines.is_last() { None } else { Some(Found::More) };
        };
        let first = lines.content(first);
        let Line::Row(row) = row::line(&first, &self.options) else { return None };
        let width = row.cells.len();
        let plausible = (4..=Shape::MAX_SIDE).contains(&side) && width.abs_diff(side) <= side / 2;
        plausible.then(|| self.block(Some(Format::Table), side, span, rows))
    }

    /// A board of several lines whose first row comes next.
    fn block(&self, format: Option<Format>, width: usize, start: Span, lines: Lines<'_>) -> Found {
        let side = self.options.side().unwrap_or(width);
        if width < 4 && self.options.side() != Some(width) {
            return self.title_or_mistake(start, lines);
        }
        let shape = self.options.shape.or_else(|| Shape::for_side(side).ok());
        let first = lines.clone().next();
        let is_row = |content: &str, here: Lines<'_>| {
            if format.is_some() { Some(true) } else { self.may_be_row(content, side, here) }
        };
        let band = shape.map_or(side, Shape::box_rows);
        let Some(rows) = gather::rows(lines, side, band, &self.options, is_row) else {
            return Found::More;
        };
        // Rows that do not make a board: among lines of symbols, or alone, each is a line with a mistake.
        let lonely =
            format.is_none() && rows.compact && (rows.count == 1 || self.after_line.is_some() || rows.before_puzzle);
        if rows.count < side && lonely {
            return self.piece(Format::Line, first.unwrap_or(start));
        }
        let remarked = start.line < first.map_or(0, |first| first.line) && format != Some(Format::Table);
        let format = format.unwrap_or(match rows {
            Gathered { user_digits: true, .. } => Format::Sdx,
            // A pencilmark grid has no blank cells; a table may have a number out of range.
            Gathered { groups: true, blanks: false, .. } => Format::Candidates,
            Gathered { groups: true, .. } | Gathered { numbers: true, .. } => Format::Table,
            _ if remarked => Format::Sdk,
            _ => Format::Grid,
        });
        self.piece(format, start.until(rows.end))
    }
}

/// Whether rows are too long for any board, and no boards themselves.
fn is_too_wide(width: usize) -> bool {
    width > Shape::MAX_SIDE && width.isqrt().pow(2) != width
}

/// Whether rows are too short for any board.
fn is_narrow(width: usize) -> bool {
    (2..4).contains(&width)
}

fn line_ends(text: &[u8]) -> u64 {
    // So many fit into a byte, and bytes are added many at a time.
    let ends = |part: &[u8]| part.iter().map(|byte| u8::from(*byte == b'\n')).sum::<u8>();
    text.chunks(usize::from(u8::MAX)).map(|part| u64::from(ends(part))).sum()
}

/// Whether a comment is one of those that describe an .sdk puzzle.
fn is_remark(comment: &str) -> bool {
    sdk::field(comment).is_some()
}
