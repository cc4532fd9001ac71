//! The commands' answers about puzzles with rules beyond those of a Sudoku.

use crate::command::{Fate, Refusal};
use ninefold::notation::{self, Format, VariantRecord};
use ninefold::variant::{Mistake, VariantPuzzle};

/// For a puzzle whose rules no board could satisfy.
pub(crate) fn mistaken(mistake: &Mistake) -> Refusal {
    Refusal::invalid(mistake.to_string())
}

/// For a puzzle without a solution.
pub(crate) fn unsolvable() -> Refusal {
    Refusal { status: "none", words: "No solution found", reason: None, fate: Fate::NoSolution }
}

/// For a search that ended before the answer.
pub(crate) fn stopped() -> Refusal {
    let reason = "the search was stopped before the answer was known".to_owned();
    Refusal { status: "stopped", words: "Gave up", reason: Some(reason), fate: Fate::Undecided }
}

/// The formats in which filled boards can be written.
pub(crate) const WRITTEN: [Format; 6] =
    [Format::Line, Format::Grid, Format::Box, Format::Table, Format::Samurai, Format::Jigsaw];

/// A filled board: all digits on a line, or a line for each row. Numbers of several digits, and the cells of a table, are
/// separated by spaces; a gap is written as a space.
pub(crate) fn board(puzzle: &VariantPuzzle, digits: &[i64], format: Format) -> String {
    let is_wide = *puzzle.digits().end() > 9 || format == Format::Table;
    let width = if is_wide { puzzle.digits().end().to_string().len() } else { 1 };
    let word = |(cell, digit): (usize, &i64)| if puzzle.is_gap(cell) { String::new() } else { digit.to_string() };
    let words: Vec<String> = digits.iter().enumerate().map(word).collect();
    let row = |row: &[String]| {
        let words: Vec<String> = row.iter().map(|word| format!("{word:>width$}")).collect();
        words.join(if is_wide { " " } else { "" }).trim_end().to_owned() + "\n"
    };
    if format == Format::Jigsaw
        && let Some(text) = with_map(puzzle, digits)
    {
        return text;
    }
    match format {
        // A line would not show where the gaps are.
        Format::Line if puzzle.gaps().next().is_none() => puzzle.line(digits),
        _ => rows(puzzle, &words).map(row).collect(),
    }
}

/// A filled board with the map of its regions, if the puzzle has no other rules.
fn with_map(puzzle: &VariantPuzzle, digits: &[i64]) -> Option<String> {
    let mut filled = puzzle.clone();
    digits.iter().enumerate().for_each(|(cell, digit)| filled.give(cell, *digit));
    Some(notation::write_variant(&VariantRecord::new(filled), Format::Jigsaw).ok()?.text)
}

/// What belongs to each cell, row by row; then the same for the cells beside the board, if there are any.
pub(crate) fn rows<'a, T>(puzzle: &VariantPuzzle, cells: &'a [T]) -> impl Iterator<Item = &'a [T]> + use<'a, T> {
    let (board, further) = cells.split_at(puzzle.board_cells());
    board.chunks(puzzle.columns()).chain((!further.is_empty()).then_some(further))
}

/// The digits of each cell, with a line for each row; all cells are as wide as the widest.
pub(crate) fn candidates(puzzle: &VariantPuzzle, candidates: &[Vec<i64>], symbol: impl Fn(i64) -> String) -> String {
    let between = if puzzle.digits().any(|digit| symbol(digit).chars().count() > 1) { "," } else { "" };
    drawn(puzzle, candidates, |digits| digits.iter().map(|digit| symbol(*digit)).collect::<Vec<_>>().join(between))
}

/// The same, with each cell written by `word`.
pub(crate) fn drawn(puzzle: &VariantPuzzle, cells: &[Vec<i64>], word: impl Fn(&[i64]) -> String) -> String {
    let word = |(cell, digits): (usize, &Vec<i64>)| if puzzle.is_gap(cell) { String::new() } else { word(digits) };
    let words: Vec<String> = cells.iter().enumerate().map(word).collect();
    let width = words.iter().map(String::len).max().unwrap_or(0);
    let row = |words: &[String]| {
        let cells: Vec<String> = words.iter().map(|word| format!("{word:<width$}")).collect();
        cells.join(" ").trim_end().to_owned() + "\n"
    };
    rows(puzzle, &words).map(row).collect()
}
