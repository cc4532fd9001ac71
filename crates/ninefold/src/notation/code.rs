//! Rows as programs write them: in brackets or quotes, after the name of a variable.

use super::ReadOptions;
use super::row::is_bar;
use std::borrow::Cow;

pub(super) fn is_bracket(c: char) -> bool {
    is_opening(c) || is_closing(c)
}

pub(super) fn is_opening(c: char) -> bool {
    matches!(c, '[' | '{' | '(')
}

pub(super) fn is_closing(c: char) -> bool {
    matches!(c, ']' | '}' | ')')
}

/// What a line of a program contains of a board: nothing if it is a bracket or opens a value; everything after the `=` if
/// that is a row. `None` for any other line.
pub(super) fn value<'a>(text: &'a str, options: &ReadOptions) -> Option<&'a str> {
    let is_around = |c: char| is_bracket(c) || is_bar(c) || c.is_whitespace() || matches!(c, ';' | ',' | '"');
    // A pair of brackets is a cell without candidates.
    if text.contains(is_opening) != text.contains(is_closing)
        && text.chars().all(|c| is_around(c) && !options.has_symbol(c))
    {
        return Some("");
    }
    let (name, value) = text.split_once('=').filter(|_| !options.has_symbol('='))?;
    let is_name =
        |c: char| c.is_alphanumeric() || matches!(c, '_' | ' ' | '[' | ']' | ':' | '*' | '.' | '<' | '>' | '$' | '@');
    if !name.starts_with(|c: char| c.is_alphabetic() || c == '$') || !name.chars().all(is_name) {
        return None;
    }
    let value = value.trim();
    let is_list = value.starts_with(is_opening);
    let is_row = (is_list || value.starts_with('"'))
        && value.split(is_around).filter(|cell| !cell.is_empty()).count() >= 4
        || is_list && quoted_row(value).is_some();
    match is_row {
        true => Some(value),
        false if value.is_empty() || value.ends_with(is_opening) || value.ends_with([';', '|', '"']) => Some(""),
        false => None,
    }
}

/// A row without the syntax that makes it an array: `intArrayOf(5, 3, ...),`, `new int[] {5, 3, ...}`, `[_]u8{ 5, 3, ... }`.
fn without_constructor(text: &str) -> &str {
    // Most rows consist of numbers only. (A fold is vectorised.)
    let may_be_name = |byte: u8| byte.is_ascii_alphabetic() | matches!(byte, b'_' | b'.' | b'#' | b'@' | b'%' | b'\'');
    if !text.bytes().fold(false, |found, byte| found | may_be_name(byte)) {
        return text;
    }
    let cells = |start: usize| text[start + 1..].split(is_bracket).next().unwrap_or("");
    let mut openings = text.match_indices(is_opening).map(|(start, _)| start);
    let Some(start) = openings.find(|start| has_row(cells(*start))) else { return text };
    let (before, row) = text.split_at(start);
    let name = before.trim();
    let name = name.strip_prefix("new ").unwrap_or(name);
    let is_name = |c: char| c.is_alphanumeric() || is_bracket(c) || "_.:<>#@!%'".contains(c);
    let is_named = name.chars().all(is_name) && name.contains(|c: char| c.is_alphabetic() || "._#@%'".contains(c));
    let is_behind = |c: char| is_closing(c) || c.is_whitespace() || matches!(c, ',' | ';');
    let is_row = row[1 + cells(start).len()..].chars().all(is_behind);
    if is_named && is_row { row } else { text }
}

/// A row in quotes, perhaps with brackets before it and a comma after it.
pub(super) fn quoted_row(text: &str) -> Option<&str> {
    let text = text.trim_end_matches(|c: char| is_closing(c) || c.is_whitespace() || matches!(c, ',' | ';' | '+'));
    let text = text.trim_start_matches(|c: char| is_opening(c) || c.is_whitespace());
    let quote = text.chars().next().filter(|c| matches!(c, '"' | '\'' | '`'))?;
    let row = text[1..].strip_suffix(quote)?;
    (row.len() >= 4 && !row.contains([quote, ','])).then_some(row)
}

/// Whether a line has brackets; most have none. (A fold is vectorised.)
pub(super) fn has_brackets(text: &str) -> bool {
    text.bytes().fold(false, |found, byte| found | is_bracket(char::from(byte)))
}

/// What opens a matrix that is given by its rows: two brackets.
pub(super) const MATRIX: [&str; 3] = ["[[", "{{", "(("];

/// Whether there are at least as many cells between brackets as the shortest row has.
fn has_row(cells: &str) -> bool {
    cells.split([',', ' ', '\t']).filter(|cell| !cell.is_empty()).count() >= 4
}

/// Where a matrix begins after a name in a line of a program (`grid = np.array([[5, 3, 0, ...`), if one does: two brackets and a
/// row.
pub(super) fn matrix(text: &str) -> Option<usize> {
    let start = MATRIX.into_iter().filter_map(|open| text.find(open)).min()?;
    let (before, matrix) = text.split_at(start);
    let is_before = |c: char| c.is_alphanumeric() || c.is_whitespace() || is_bracket(c) || "_=:,.*<>'#-".contains(c);
    let is_row = has_row(matrix[2..].split(is_closing).next().unwrap_or(""));
    let name = before.trim_start_matches(|c: char| c.is_whitespace() || c == '(');
    let is_named = name.starts_with(|c: char| c.is_alphabetic()) && before.chars().all(is_before);
    (is_named && is_row).then_some(start)
}

/// Where a matrix that is one of a list begins, if the line begins such a list or continues it.
pub(super) fn matrix_of_list(text: &str) -> Option<usize> {
    let row = text.trim_start_matches(|c: char| c.is_whitespace() || matches!(c, '[' | ','));
    let (before, first) = text.split_at(text.len() - row.len());
    let is_row = first.split(']').next().unwrap_or("").split(',').filter(|cell| !cell.trim().is_empty()).count() >= 4;
    let mut opening = before.match_indices('[').map(|(at, _)| at).rev();
    let start = opening.nth(1)?;
    (is_row && start > 0).then_some(start)
}

/// A line without opening brackets at its beginning, or closing ones at its end, that have no partner in the line: they
/// enclose all rows. A pair of brackets around all cells is removed too.
pub(super) fn row_of_matrix<'a>(text: &'a str) -> &'a str {
    if !has_brackets(text) {
        return text;
    }
    let text = without_constructor(text);
    let count = |is_of: fn(char) -> bool| text.chars().filter(|c| is_of(*c)).count();
    let (opening, closing) = (count(is_opening), count(is_closing));
    let mut row = text;
    for _ in closing..opening {
        row = row.strip_prefix(is_opening).map_or(row, str::trim_start);
    }
    let ending = |row: &'a str| row.trim_end_matches(|c: char| c.is_whitespace() || matches!(c, ';' | ','));
    for _ in opening..closing {
        row = ending(row).strip_suffix(is_closing).map_or(row, str::trim_end);
    }
    let inner = ending(row).strip_prefix(is_opening).and_then(|inner| inner.strip_suffix(is_closing));
    let is_row = |inner: &&str| !inner.contains(is_bracket) && inner.split_whitespace().count() >= 4;
    inner.filter(is_row).unwrap_or(row)
}

/// A list without the brackets around it and what follows them.
pub(super) fn unbracketed(text: &str) -> &str {
    let list = match text.strip_prefix(',') {
        Some(rest) if rest.trim_start().starts_with(is_opening) => rest,
        _ => text,
    };
    let list = list.trim_start_matches(|c: char| is_opening(c) || c.is_whitespace());
    let is_after = |c: char| is_closing(c) || is_bar(c) || c.is_whitespace() || matches!(c, ';' | ',');
    let end = list.trim_end_matches(is_after).len();
    let close = list[end..].find(is_closing).map(|i| end + i);
    let close = close.or_else(|| list.rfind(is_closing).filter(|_| list.len() < text.len()));
    &list[..close.unwrap_or(list.len())]
}

/// Makes the words that programs write for missing values blanks and, in a row of decimal fractions, makes these whole numbers.
pub(super) fn make_plain(cells: &mut [Cow<'_, str>]) {
    let side = cells.len();
    if cells.iter().all(|cell| cell.len() < 2) {
        return;
    }
    let is_nothing =
        |cell: &str| ["none", "null", "nil", "nan", "na"].iter().any(|word| cell.eq_ignore_ascii_case(word));
    let whole = |cell: &str| -> Option<usize> {
        let (whole, rest) = cell.split_once('.')?;
        let is_whole = rest.bytes().all(|byte| byte == b'0') && whole.bytes().all(|byte| byte.is_ascii_digit());
        whole.parse().ok().filter(|number| is_whole && *number <= side)
    };
    if side >= 4 && cells.iter().all(|cell| cell.is_empty() || is_nothing(cell) || whole(cell).is_some()) {
        cells.iter_mut().for_each(|cell| {
            if let Some(number) = whole(cell) {
                *cell = Cow::Owned(number.to_string());
            }
        });
    }
    cells.iter_mut().filter(|cell| is_nothing(cell)).for_each(|cell| *cell = Cow::Borrowed("."));
}
