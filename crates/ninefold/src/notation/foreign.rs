//! Notations and addresses that are recognised but not read.

/// Whether a line is a game ID of Simon Tatham's Solo.
pub(super) fn is_solo(text: &str) -> bool {
    let Some((shape, cells)) = text.split_once(':') else { return false };
    let Some((rows, columns)) = shape.split_once('x') else { return false };
    // Letters after the shape name variants.
    let columns = columns.trim_end_matches(|c: char| c.is_ascii_lowercase());
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let is_cell = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || matches!(b, b'_' | b',');
    is_number(rows) && is_number(columns) && cells.bytes().all(is_cell)
}

/// The message for a word that is a puzzle in a notation that cannot be read, or an address that only names a puzzle.
pub(super) fn unsupported(word: &str) -> Option<&'static str> {
    // Sites that keep puzzles under short names.
    const SHORT: [&str; 5] =
        ["sudokupad.app/", "tinyurl.com/", "f-puzzles.com/", "sudokuexchange.com/", "sudoku.coach/"];
    match word {
        _ if is_solo(word) => Some("game IDs of Simon Tatham's Solo are not supported"),
        _ if word.contains("puzz.link/") || word.starts_with("pzprv3") => {
            Some("puzzles of puzz.link and pzpr are not supported")
        }
        _ if SHORT.iter().any(|site| word.contains(site)) => {
            Some("this link only names a puzzle; open it and copy one that contains the puzzle")
        }
        _ => None,
    }
}

/// The message for a line that is a single word; an unknown address has no puzzle.
pub(super) fn unsupported_line(text: &str) -> Option<&'static str> {
    let text = text.trim_matches(['<', '>', '"', '\'']);
    let is_address = ["http://", "https://", "www."].iter().any(|scheme| text.starts_with(scheme));
    let unknown = || is_address.then_some("this link has no puzzle that can be read");
    if text.contains(char::is_whitespace) { None } else { unsupported(text).or_else(unknown) }
}
