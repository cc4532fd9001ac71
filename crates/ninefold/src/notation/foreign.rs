//! Notations that are recognised but not read.

/// The name of a format that is known but not read.
pub(super) fn unsupported(text: &str) -> Option<&'static str> {
    if !text.contains(':') {
        return None;
    }
    let is_solo = |text: &str| {
        let Some((shape, cells)) = text.split_once(':') else { return false };
        let Some((rows, columns)) = shape.split_once('x') else { return false };
        // Letters after the shape name variants.
        let columns = columns.trim_end_matches(|c: char| c.is_ascii_lowercase());
        let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        let is_cell = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || matches!(b, b'_' | b',');
        is_number(rows) && is_number(columns) && cells.bytes().all(is_cell)
    };
    match text {
        _ if text.contains("f-puzzles.com/") || text.contains("?load=") => Some("an f-puzzles address"),
        _ if is_solo(text) => Some("a game id of Simon Tatham's Solo"),
        _ => None,
    }
}

/// Whether a text is a web address, or what programs put into one.
pub(super) fn is_link(text: &str) -> bool {
    const SITES: [&str; 7] = [
        "sudokuwiki.org/",
        "sudoku.coach/",
        "sudokuexchange.com/",
        "sudokupad.app/",
        "tinyurl.com/",
        "puzz.link/",
        "swaroopg92.github.io/penpa",
    ];
    // Names of SudokuPad's puzzles begin with these, those of pzpr and penpa's with the others.
    const PREFIXES: [&str; 6] = ["scl", "ctc", "fpuz", "fpuzzles", "pzprv3", "m=edit&p="];
    let text = text.trim_matches(['<', '>', '"', '\'']);
    let is_encoded = |rest: &str| {
        let others = |b: u8| {
            b.is_ascii_alphanumeric() || matches!(b, b'+' | b'/' | b'=' | b'%' | b'-' | b'_' | b'.' | b'$' | b'&')
        };
        rest.len() >= 16 && rest.bytes().all(others) && rest.contains(|c: char| c.is_ascii_lowercase())
    };
    !text.contains(char::is_whitespace)
        && (text.starts_with("http://")
            || text.starts_with("https://")
            || text.starts_with("www.")
            || SITES.iter().any(|site| text.contains(site))
            || PREFIXES.iter().any(|prefix| text.strip_prefix(prefix).is_some_and(is_encoded)))
}
