//! Rows of boards in LaTeX: in tables, in the package sudoku, and in commands with a group for each cell.
//!
//! ```text
//!   0 & 0 & 8 & 0 \\ \hline        | |2| | |3| |9| |7|.        \setrow {5}{3}{ } { }{7}{ }
//! ```

use super::row::is_bar;
use std::borrow::Cow;

/// The cells of a command, given without its backslash, that has a group for each cell; `None` for any other command.
pub(super) fn command(text: &str) -> Option<Vec<Cow<'_, str>>> {
    let mut rest = text.trim_start_matches(|c: char| c.is_ascii_alphabetic()).trim();
    let mut cells = Vec::new();
    while let Some((cell, next)) = rest.strip_prefix('{').and_then(|group| group.split_once('}')) {
        cells.push(Cow::Borrowed(cell.trim()));
        rest = next.trim_start();
    }
    (rest.is_empty() && cells.len() >= 4).then_some(cells)
}

/// A row without the marks that end it.
pub(super) fn row(text: &str) -> &str {
    if text.contains('&') {
        return text.split("\\\\").next().unwrap_or(text).trim_end();
    }
    // A full stop is also a cell, but here it would be one too many.
    let bars = |text: &str| text.chars().filter(|c| is_bar(*c)).count();
    let without = text.strip_suffix('.').filter(|row| row.starts_with('|') && row.ends_with('|'));
    without.filter(|row| bars(row) > 4 && (bars(row) - 1).isqrt().pow(2) == bars(row) - 1).unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_and_commands() {
        assert_eq!(row("0 & 2 & 8 & 0 \\\\ \\hline"), "0 & 2 & 8 & 0");
        assert_eq!(row("| |2| |3|."), "| |2| |3|");
        assert_eq!(row("|1|2|3|."), "|1|2|3|.");
        assert_eq!(command("setrow {5}{3}{ } { }"), Some(["5", "3", "", ""].map(Cow::Borrowed).to_vec()));
        assert_eq!(command("begin{array}{|c|c|c|c|}"), None);
        assert_eq!(command("hline"), None);
    }
}
