//! The `.sdx` format: N lines of N cells separated by spaces. A cell is a given, `u` and a player's digit, or its
//! candidates without spaces between them.
//!
//! From side 31 on `U` is also a digit. A larger digit after it is read as a second candidate, so such digits cannot be
//! marked as the player's.

use super::candidates::{can_mark, singles};
use super::format::Spec;
use super::gather::Look;
use super::row::NONE_LEFT;
use super::write::{Loss, are_usual, counted};
use super::{ReadOptions, Record, candidates, grid};
use crate::board::{Entry, Invalid, Puzzle, Symbols};

pub(super) const SDX: Spec = Spec {
    is_drawn: |drawn| drawn.look == Look::UserDigits,
    largest_side: Symbols::MOST_CHARACTERS,
    takes_symbols: are_usual,
    losses: |puzzle, symbols| {
        counted([Loss::PlacedAsGivens(unmarked(puzzle, symbols)), Loss::CandidatesAsDigits(singles(puzzle))])
    },
    ..Spec::block("sdx", read, |record, symbols, _| write(&record.puzzle, symbols))
};

fn read(text: &str, options: &ReadOptions) -> Result<Record, Invalid> {
    candidates::read_groups(&grid::rows(text, options), options)
}

fn write(puzzle: &Puzzle, symbols: &Symbols) -> String {
    let (shape, left) = (puzzle.shape(), puzzle.candidates());
    let cell = |cell| match puzzle.entry(cell) {
        Entry::Given(digit) => symbols.symbol(digit).to_string(),
        Entry::Placed(digit) if can_mark(digit, symbols) => format!("u{}", symbols.symbol(digit)),
        Entry::Placed(digit) => symbols.symbol(digit).to_string(),
        Entry::Blank if left.is_void(cell) => NONE_LEFT.to_owned(),
        Entry::Blank => left.digits_of(cell).map(|digit| symbols.symbol(digit).to_string()).collect(),
    };
    let cells: Vec<String> = shape.cells().map(cell).collect();
    cells.chunks(shape.side()).map(|row| row.join(" ") + "\n").collect()
}

/// The number of placed digits that look like givens.
fn unmarked(puzzle: &Puzzle, symbols: &Symbols) -> usize {
    let cells = puzzle.shape().cells();
    cells.filter(|cell| matches!(puzzle.entry(*cell), Entry::Placed(digit) if !can_mark(digit, symbols))).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Digit, Shape};

    #[test]
    fn givens_placed_digits_and_candidates_are_kept() {
        let shape = Shape::new(2, 2).unwrap();
        let mut puzzle = Puzzle::empty(shape);
        puzzle.give(shape.cell(0, 0), Digit::from_index(0));
        puzzle.place(shape.cell(1, 2), Digit::from_index(0));
        puzzle.remove_candidate(shape.cell(3, 3), Digit::from_index(3));
        let text = write(&puzzle, &Symbols::for_side(4));
        assert_eq!(text, "1 234 234 234\n234 234 u1 234\n234 1234 234 1234\n234 1234 234 123\n");
        assert_eq!(read(&text, &ReadOptions::default()).unwrap().puzzle, puzzle);
    }
}
