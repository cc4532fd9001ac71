//! Rows as programs have them: in brackets or quotes, after the name of a variable.

use super::ReadOptions;
use super::row::is_bar;

pub(super) fn is_bracket(c: char) -> bool {
    is_opening(c) || is_closing(c)
}

pub(super) fn is_opening(c: char) -> bool {
    matches!(c, '[' | '{' | '(')
}

pub(super) fn is_closing(c: char) -> bool {
    matches!(c, ']' | '}' | ')')
}

/// What a line of a program holds of a board: nothing if it is a bracket or opens a value, all after the `=` if that is a
/// row. `None` for any other line.
pub(super) fn value<'a>(text: &'a str, options: &ReadOptions) -> Option<&'a str> {
    let is_around = |c: char| is_bracket(c) || is_bar(c) || c.is_whitespace() || matches!(c, ';' | ',' | '"');
    // A pair of brackets is a cell without candidates.
    if text.contains(is_opening) != text.contains(is_closing)
        && text.chars().all(|c| is_around(c) && !options.has_symbol(c))
    {
        return Some("");
    }
    let (name, value) = text.split_once('=').filter(|_| !options.has_symbol('='))?;
    let is_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | ' ' | '[' | ']' | ':' | '*' | '.' | '<' | '>');
    if !name.starts_with(|c: char| c.is_alphabetic()) || !name.chars().all(is_name) {
        return None;
    }
    let value = value.trim();
    let is_row = value.starts_with(|c: char| is_opening(c) || c == '"')
        && value.split(is_around).filter(|cell| !cell.is_empty()).count() >= 4;
    match is_row {
        true => Some(value),
        false if value.is_empty() || value.ends_with(is_opening) || value.ends_with([';', '|', '"']) => Some(""),
        false => None,
    }
}

/// A row in quotes, perhaps with brackets before it and a comma after it.
pub(super) fn quoted_row(text: &str) -> Option<&str> {
    let text = text.trim_end_matches(|c: char| is_closing(c) || c.is_whitespace() || matches!(c, ',' | ';' | '+'));
    let text = text.trim_start_matches(|c: char| is_opening(c) || c.is_whitespace());
    let quote = text.chars().next().filter(|c| matches!(c, '"' | '\'' | '`'))?;
    let row = text[1..].strip_suffix(quote)?;
    (row.len() >= 4 && !row.contains([quote, ','])).then_some(row)
}

/// A list without the brackets around it, and what follows them.
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
