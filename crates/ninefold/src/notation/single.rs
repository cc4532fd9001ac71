//! Lines that are whole puzzles.
//!
//! A line is a puzzle if its first word has as many symbols as a board has cells, or more than a row can have; in the
//! second case it is a board with a mistake. What comes before such a word is its label. The cells, or groups of them,
//! may also be separated by spaces, bars or commas. Boards of 4x4 and 6x6, and those with separate cells, could also be
//! a row of a larger grid: the lines that follow decide.

use super::format::Recognise;
use super::lines::{Decision, Lines};
use super::row::{self, Line, Row, WIDEST};
use super::{Format, ReadOptions, foreign, line, plain, sukaku};
use std::sync::LazyLock;

/// Whether a line is a whole puzzle by itself.
pub(super) enum Single {
    Yes(Format),
    No,
    /// The line could also be a row of a grid with this side.
    OrRow(usize),
}

/// The formats that recognise a line beyond doubt. (In a list of their own, because many lines are tested.)
static RECOGNISED: LazyLock<Vec<(Format, Recognise)>> =
    LazyLock::new(|| Format::ALL.iter().filter_map(|format| Some((*format, format.spec().recognise?))).collect());

/// Whether a line is a whole puzzle. `after_line` is the length of the previous puzzle if that was a line too.
pub(super) fn line(content: &str, options: &ReadOptions, after_line: Option<usize>) -> Single {
    if plain::first_digits(content.as_bytes(), options).is_some() {
        return Single::Yes(Format::Line);
    }
    let text = row::unquoted(content, options);
    if let Some((format, _)) = RECOGNISED.iter().find(|(_, is_of)| is_of(text, options)) {
        return Single::Yes(*format);
    }
    if line::has_spaces_for_blanks(content, options)
        || line::is_board_of_numbers(text, options)
        || foreign::is_solo(text)
    {
        return Single::Yes(Format::Line);
    }
    match line::rows(text, options) {
        Some((_, '/')) => return Single::Yes(Format::Line),
        // Shorter rows could be one row of a large grid, with gaps between its boxes.
        Some((rows, _)) if rows.len().pow(2) > WIDEST || options.side() == Some(rows.len()) => {
            return Single::Yes(Format::Line);
        }
        _ => {}
    }
    let token = line::puzzle_column(text, options).1;
    if token.contains(['|', '│', '║', '┃']) || token.starts_with('[') {
        return separate_cells(text, options, after_line == Some(content.trim_end().len()));
    }
    let count = token.chars().count();
    let is_board = |side: usize| count == side * side;
    // A single kind of blank, repeated; different ones would be the edge of a frame.
    let is_blank = token.starts_with(row::is_blank) && token.chars().all(|c| token.starts_with(c));
    let is_blank_board = is_blank && is_board(options.side().unwrap_or(count.isqrt()));
    if !is_blank_board && row::frame(text, options) == Some(Line::Frame) {
        return Single::No;
    }
    match options.side() {
        Some(side) if count == side * side || (count > WIDEST && count != side.pow(3)) => Single::Yes(Format::Line),
        Some(side) if count == side.pow(3) => Single::Yes(Format::Sukaku),
        None if sukaku::has_length(count) || sukaku::is_of_four(token, options) => Single::Yes(Format::Sukaku),
        None if count > WIDEST => Single::Yes(Format::Line),
        None if matches!(count, 16 | 36) && after_line.is_some() => Single::Yes(Format::Line),
        None if matches!(count, 16 | 36) => Single::OrRow(count),
        _ => separate_cells(text, options, after_line == Some(content.trim_end().len())),
    }
}

/// Whether a line of separate cells is a whole puzzle; one as long as the previous puzzle certainly is.
fn separate_cells(text: &str, options: &ReadOptions, like_the_last: bool) -> Single {
    match line::separate_cells(text, options) {
        Some(cells) if options.side().is_none() && !like_the_last => Single::OrRow(cells.len()),
        Some(_) => Single::Yes(Format::Line),
        None => Single::No,
    }
}

/// Whether the next line, of `side` symbols, is a row of a large grid rather than a whole small puzzle: as many such rows
/// follow, perhaps with blank lines between bands, and either most of their symbols are too large for the small board, or the
/// cells are separate and there are no further rows.
pub(super) fn is_row_of_large_grid(side: usize, mut lines: Lines<'_>, options: &ReadOptions) -> Decision<bool> {
    let first = lines.clone().next().map(|span| lines.content(span));
    let first = first.as_deref().map(|first| row::line(first, options));
    let are_separate = matches!(first, Some(Line::Row(Row { is_apart: true, .. })));
    // The numbers of symbols that are not 1 to 4, and that are not A to D (on a 4x4 board).
    let (mut rows, mut all, mut not_figures, mut not_letters) = (0, 0, 0, 0);
    let mut has_gaps = false;
    let small = side.isqrt();
    let is_among = |cell: &str, first: char| {
        let c = cell.chars().next().unwrap_or(first).to_ascii_uppercase();
        (first as usize..first as usize + small).contains(&(c as usize))
    };
    let is_number = |cell: &str| match cell.parse::<usize>() {
        Ok(number) => number <= small,
        Err(_) => is_among(cell, '1'),
    };
    while rows < side {
        let Some(span) = lines.following()? else { return Ok(false) };
        match row::line(&lines.content(span), options) {
            Line::Row(row) if row.cells.len() == side => {
                for cell in row.cells.iter().filter(|cell| !cell.chars().all(row::is_blank)) {
                    all += 1;
                    not_figures += usize::from(!is_number(cell));
                    not_letters += usize::from(!is_among(cell, 'A'));
                }
                rows += 1;
            }
            Line::Frame | Line::Blanks { .. } => {}
            Line::Empty if rows > 0 && rows % small == 0 => has_gaps = true,
            _ => return Ok(false),
        }
    }
    if 2 * not_figures.min(not_letters) > all {
        return Ok(true);
    }
    let is_row = |line: Line<'_>| matches!(line, Line::Row(row) if row.cells.len() == side);
    Ok(are_separate
        && !has_gaps
        && !lines.following()?.is_some_and(|span| is_row(row::line(&lines.content(span), options))))
}
