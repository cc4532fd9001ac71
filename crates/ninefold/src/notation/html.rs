//! Boards in HTML tables: a `<td>` for each cell, containing a digit or an input field with one.

use super::lines::{self, Decision, NeedMore, Span};
use super::start::Start;
use std::borrow::Cow;

/// More bytes than the table of any board has.
const LONGEST_TABLE: usize = 1 << 17;

/// The number of rows and columns of the smallest board.
const SMALLEST: usize = 4;

/// The table that begins on a line, if its content is cells.
pub(super) fn find(start: &Start<'_>) -> Decision<Option<Span>> {
    if !is_table(start.content) {
        return Ok(None);
    }
    let text = &start.lines.text()[start.span.start..];
    let text = &text[..text.len().min(LONGEST_TABLE)];
    // A table inside this one is examined by itself.
    let end = match (1..text.len()).find(|at| begins(&text[*at..], END) || begins(&text[*at..], BEGIN)) {
        Some(at) if begins(&text[at..], BEGIN) => return Ok(None),
        Some(at) => at + END.len(),
        None if start.lines.is_last() || text.len() == LONGEST_TABLE => text.len(),
        None => return Err(NeedMore),
    };
    let table = lines::lossy(&text[..end]);
    let rows = rows(&table);
    let are_cells = rows.iter().flatten().all(|cell| cell.len() <= SMALLEST);
    let is_board = rows.len() >= SMALLEST && rows[0].len() >= SMALLEST && are_cells;
    Ok(is_board.then(|| start.span.until(start.span.start + end)))
}

const BEGIN: &str = "<table";
const END: &str = "</table>";

/// Whether a text begins with a tag, in upper or lower case.
fn begins(text: &[u8], tag: &str) -> bool {
    text.first() == Some(&b'<') && text.get(..tag.len()).is_some_and(|text| text.eq_ignore_ascii_case(tag.as_bytes()))
}

/// Whether a text begins with a table.
pub(super) fn is_table(text: &str) -> bool {
    begins(text.trim_start().as_bytes(), BEGIN)
}

/// The cells of each row of a table.
pub(super) fn rows(text: &str) -> Vec<Vec<Cow<'_, str>>> {
    parts(text, &["<tr"])
        .map(|row| parts(row, &["<td", "<th"]).map(|cell| Cow::Borrowed(content(cell))).collect())
        .collect()
}

/// What follows each of these tags, up to the next of them.
fn parts<'a>(text: &'a str, tags: &'static [&str]) -> impl Iterator<Item = &'a str> {
    let next =
        move |from: usize| (from..text.len()).find(|at| tags.iter().any(|tag| begins(&text.as_bytes()[*at..], tag)));
    let mut at = next(0);
    std::iter::from_fn(move || {
        let start = at? + 1;
        at = next(start);
        Some(&text[start..at.unwrap_or(text.len())])
    })
}

/// What a cell shows, given the text from its tag's name on: its text, the option that is selected, or the value of an input
/// field. If there are several texts, they are pencilmarks, and the cell is blank.
fn content(cell: &str) -> &str {
    if let Some((_, options)) = cell.split_once("<select") {
        let chosen = options
            .split("<option")
            .find(|option| option.split('>').next().is_some_and(|tag| tag.contains(" selected")));
        return chosen.map_or("", |option| texts(option).next().unwrap_or(""));
    }
    let mut texts = texts(cell);
    match (texts.next(), texts.next()) {
        (Some(only), None) => only,
        (Some(_), Some(_)) => "",
        (None, _) => value(cell).unwrap_or("").trim(),
    }
}

/// The texts between tags.
fn texts(cell: &str) -> impl Iterator<Item = &str> {
    let texts = cell.split('>').skip(1).map(|text| text.split('<').next().unwrap_or("").trim());
    let shown = texts.map(|text| text.trim_start_matches("&nbsp;").trim_start_matches("&#160;"));
    shown.filter(|text| !text.is_empty())
}

/// The attribute `value` of a tag, with or without quotes.
fn value(cell: &str) -> Option<&str> {
    let mut places = cell.match_indices("value=").map(|(at, name)| (at, at + name.len()));
    let (_, start) = places.find(|(at, _)| cell[..*at].ends_with(char::is_whitespace))?;
    let value = &cell[start..];
    match value.chars().next().filter(|c| matches!(c, '"' | '\'')) {
        Some(quote) => value[1..].split(quote).next(),
        None => value.split(|c: char| c.is_whitespace() || matches!(c, '>' | '/')).next(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_of_tables() {
        let text = "<table class=\"x\">\n<TR><th>1</th><td class='b'><b>2</b></td><td>&nbsp;</td>\n\
                    <td><input value=\"4\"></td></TR><tr><td></td><td> 3 </td>";
        assert_eq!(rows(text), [vec!["1", "2", "", "4"], vec!["", "3"]]);
        for (cell, shown) in [
            ("td><input value=5>", "5"),
            ("td><input data-value=\"7\" value=\"\">", ""),
            ("td data-correct-value='7'></td>", ""),
            ("td><select><option>1</option><option selected>4</option></select>", "4"),
            ("td><select><option>1</option><option>4</option></select>", ""),
            ("td><sup>1</sup><sup>4</sup></td>", ""),
            ("td>&#160;</td>", ""),
        ] {
            assert_eq!(content(cell), shown, "{cell}");
        }
        assert!(is_table(" <TABLE border=1>") && !is_table("<tab") && !is_table("table"));
    }
}
