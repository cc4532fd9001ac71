//! The format of Susser and SudokuStudio: N x N symbols with `+` before placed digits, then `:` and the removed
//! candidates, each written as digit, row and column.

use super::format::Spec;
use super::write::are_usual;
use super::{ReadOptions, Record, assemble, line};
use crate::board::{Candidate, Candidates, Cell, Digit, Entry, Invalid, Puzzle, Shape, Symbols};
use std::fmt::Write;

pub(super) const SUSSER: Spec = Spec {
    recognise: Some(recognise),
    largest_side: 9,
    takes_symbols: are_usual,
    takes_blank: |blank| blank != '+' && !blank.is_whitespace(),
    losses: |_, _| Vec::new(),
    ..Spec::line("susser", read, |record, symbols, _| write(&record.puzzle, symbols))
};

fn recognise(text: &str, options: &ReadOptions) -> bool {
    let is_board = |cells: &str| !cells.starts_with('[') && !cells.contains(['|', '│', '║', '┃']) && is_likely(cells);
    let has_mark = text.bytes().any(|byte| matches!(byte, b'+' | b':'));
    has_mark && !options.blank_is_space() && is_board(line::puzzle_column(text, options).1)
}

/// Whether the first word of a line looks like this format: `+` among as many symbols as a board of at most 9x9 has, or
/// as many symbols followed by a colon and a triplet. Anything else after a colon is another column.
pub(super) fn is_likely(token: &str) -> bool {
    let (cells, removed) = token.split_once(':').map_or((token, None), |(cells, rest)| (cells, Some(rest)));
    let count = cells.chars().filter(|c| *c != '+').count();
    let is_triplet = |rest: &str| rest.is_empty() || (rest.len() == 3 && rest.bytes().all(|b| b.is_ascii_digit()));
    let marked = removed.is_some_and(is_triplet) || cells.contains('+');
    marked && (16..=81).contains(&count) && count.isqrt().pow(2) == count && !cells.contains('|')
}

fn read(text: &str, options: &ReadOptions) -> Result<Record, Invalid> {
    let (cells, removed) = text.trim().split_once(':').unwrap_or((text.trim(), ""));
    let mut record = read_marked(cells, options)?;
    remove(&mut record.puzzle, removed).map_err(assemble::syntax)?;
    Ok(record)
}

/// Reads a board of symbols with `+` before those that the player has placed.
pub(super) fn read_marked(cells: &str, options: &ReadOptions) -> Result<Record, Invalid> {
    let plain: String = cells.chars().filter(|c| *c != '+').collect();
    let mut record = line::symbols(plain.trim(), options)?;
    let mut cells = cells.trim().chars();
    for cell in record.puzzle.shape().cells() {
        let before = cells.by_ref().position(|c| c != '+');
        if let Some(digit) = record.puzzle.digit(cell).filter(|_| before > Some(0)) {
            record.puzzle.place(cell, digit);
        }
    }
    Ok(record)
}

/// Removes the candidates that are written as triplets.
pub(super) fn remove(puzzle: &mut Puzzle, triplets: &str) -> Result<(), String> {
    let is_gap = |c: char| c.is_whitespace() || c == ',';
    for triplet in triplets.split(is_gap).filter(|triplet| !triplet.is_empty()) {
        let (cell, digit) = read_triplet(triplet, puzzle.shape()).ok_or_else(|| {
            format!("'{}' is not a candidate; expected a digit, row and column, like 415", triplet.escape_debug())
        })?;
        puzzle.remove_candidate(cell, digit);
    }
    Ok(())
}

/// Reads digit, row and column, one figure each.
fn read_triplet(triplet: &str, shape: Shape) -> Option<(Cell, Digit)> {
    let figures: Vec<usize> = triplet.chars().map(|c| c.to_digit(10).map(|f| f as usize)).collect::<Option<_>>()?;
    match figures[..] {
        [digit, row, column] if figures.iter().all(|f| (1..=shape.side()).contains(f)) => {
            Some((shape.cell(row - 1, column - 1), Digit::from_index(digit - 1)))
        }
        _ => None,
    }
}

/// The symbols with `+` before placed digits.
pub(super) fn write_marked(puzzle: &Puzzle, symbols: &Symbols) -> String {
    let mut text = String::new();
    for cell in puzzle.shape().cells() {
        match puzzle.entry(cell) {
            Entry::Blank => text.push(symbols.blank()),
            Entry::Given(digit) => write!(text, "{}", symbols.symbol(digit)).expect("a string can be written to"),
            Entry::Placed(digit) => write!(text, "+{}", symbols.symbol(digit)).expect("a string can be written to"),
        }
    }
    text
}

/// Removed candidates as triplets separated by spaces.
pub(super) fn write_removed(shape: Shape, removed: Option<&Candidates>) -> String {
    let Some(removed) = removed else { return String::new() };
    let triplet = |Candidate { cell, digit }| format!("{digit}{}{}", shape.row(cell) + 1, shape.column(cell) + 1);
    removed.iter().map(triplet).collect::<Vec<_>>().join(" ")
}

fn write(puzzle: &Puzzle, symbols: &Symbols) -> String {
    let (cells, removed) = (write_marked(puzzle, symbols), write_removed(puzzle.shape(), puzzle.removed()));
    if removed.is_empty() { cells } else { format!("{cells}:{removed}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn givens_placed_digits_and_removed_candidates_are_kept() {
        let text = "1.+34............:212 424";
        let record = read(text, &ReadOptions::default()).unwrap();
        assert!(is_likely("1.+34............:212"));
        assert_eq!(record.puzzle.givens().count(), 2);
        assert_eq!(record.puzzle.filled().count(), 3);
        assert_eq!(record.puzzle.removed().unwrap().total(), 2);
        assert_eq!(write(&record.puzzle, &record.symbols), text);
        let plain = read("1.34............", &ReadOptions::default()).unwrap();
        assert_eq!(write(&plain.puzzle, &plain.symbols), "1.34............");
    }

    #[test]
    fn bad_triplets_are_named() {
        for wrong in ["51", "511", "115x", "é12", "1111"] {
            let text = format!("1.34............:{wrong}");
            let message = read(&text, &ReadOptions::default()).unwrap_err().to_string();
            assert_eq!(message, format!("'{wrong}' is not a candidate; expected a digit, row and column, like 415"));
        }
    }
}
