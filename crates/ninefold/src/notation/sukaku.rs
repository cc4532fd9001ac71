//! Sukaku, the pencilmark puzzle, on one line: N x N x N symbols (729 for 9x9). Position (N x row + column) x N + digit
//! - 1 holds the digit or a blank.
//!
//! There are no givens here: a cell with one candidate is a blank cell from which the others are removed.

use super::format::Spec;
use super::write::{Loss, are_usual, counted};
use super::{ReadOptions, Record, assemble, line};
use crate::board::{Cell, Digit, Invalid, Puzzle, Reason, Symbols};

pub(super) const SUKAKU: Spec = Spec {
    largest_side: Symbols::MOST_CHARACTERS,
    takes_symbols: are_usual,
    losses: |puzzle, _| counted([Loss::DigitsAsCandidates(puzzle.filled().count())]),
    ..Spec::line("sukaku", read, |record, symbols, _| write(&record.puzzle, symbols))
};

/// Whether a line of this length is a sukaku and not a board of symbols: its length is a cube, and not the square of a
/// side that can be written with symbols.
pub(super) fn has_length(count: usize) -> bool {
    let side = (4..=Symbols::MOST_CHARACTERS).find(|side| side.pow(3) == count);
    let root = count.isqrt();
    side.is_some() && (count == 729 || root * root != count || root > Symbols::MOST_CHARACTERS)
}

/// Whether 64 symbols are the candidates of a 4x4 board rather than an 8x8 board: each is a blank or the digit of its
/// position, and no cell is without any. An 8x8 board is hardly so by chance: all of its 16 or more givens would have to be.
pub(super) fn is_of_four(token: &str, options: &ReadOptions) -> bool {
    let is_in_place = |(i, byte): (usize, &u8)| *byte == b"1234"[i % 4] || options.is_blank(char::from(*byte));
    token.len() == 64
        && token.as_bytes().iter().enumerate().all(is_in_place)
        && token.as_bytes().chunks(4).all(|cell| cell.iter().any(|byte| (b'1'..=b'4').contains(byte)))
}

pub(super) fn read(text: &str, options: &ReadOptions) -> Result<Record, Invalid> {
    let cells = line::puzzle_column(text.trim(), options).1;
    let count = cells.chars().count();
    let cube = (1..=Symbols::MOST_CHARACTERS).find(|side| side.pow(3) == count);
    let side = options.side().or(cube).unwrap_or(9);
    if count != side.pow(3) {
        let (expected, cells) = (side.pow(3), side * side);
        return Err(assemble::syntax(format!(
            "{count} symbols, expected {expected} ({side} for each of {cells} cells)"
        )));
    }
    let (shape, note) = assemble::shape(side, options)?;
    let (symbols, symbols_note) = assemble::symbols(&line::characters(cells).collect::<Vec<_>>(), side, options)?;
    let mut puzzle = Puzzle::empty(shape);
    let (mut reasons, mut more) = (Vec::new(), 0);
    for (i, c) in cells.chars().enumerate() {
        let (cell, digit) = (Cell::new(i / side), Digit::from_index(i % side));
        match symbols.digit(c) {
            Some(found) if found == digit => {}
            None if symbols.is_blank(c) => puzzle.remove_candidate(cell, digit),
            _ if reasons.len() == LISTED => more += 1,
            _ => {
                let (expected, name) = (symbols.symbol(digit), shape.name(cell));
                let found = format!("'{}' at position {} ({name})", c.escape_debug(), i + 1);
                reasons.push(Reason::Syntax { message: format!("{found}, expected '{expected}' or a blank") });
            }
        }
    }
    if more > 0 {
        reasons.push(Reason::Syntax { message: format!("{more} more symbols are out of place") });
    }
    assemble::record(puzzle, symbols, reasons, note.into_iter().chain(symbols_note))
}

/// If more symbols than this are out of place, the others are counted rather than listed.
const LISTED: usize = 7;

pub(super) fn write(puzzle: &Puzzle, symbols: &Symbols) -> String {
    let (shape, candidates) = (puzzle.shape(), puzzle.candidates());
    let symbol = |cell, digit| symbols.character(digit).filter(|_| candidates.contains(cell, digit));
    let of_cell = |cell| shape.digits().map(move |digit| symbol(cell, digit).unwrap_or(symbols.blank()));
    shape.cells().flat_map(of_cell).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sukaku_is_kept_to_the_letter() {
        // One cell with a single candidate, one with none, and one with all: none of them is a given.
        let text = "1...".to_owned() + "...." + &"1234".repeat(12) + "12.4" + ".2.4";
        assert_eq!(text.len(), 64);
        let options = ReadOptions::default().shape(crate::board::Shape::new(2, 2).unwrap());
        let record = read(&text, &options).unwrap();
        assert_eq!(record.puzzle.givens().count(), 0);
        assert_eq!(write(&record.puzzle, &record.symbols), text);
        assert!(record.puzzle.validate().unwrap_err().is_only_contradiction());
        assert_eq!(read(&text.replace('.', "0"), &options), Ok(record));
    }

    #[test]
    fn candidates_of_four_are_no_board_of_eight() {
        let side = |text: &str| {
            let read = crate::notation::read(text, &ReadOptions::default());
            read.ok().map(|record| record.puzzle.shape().side())
        };
        for text in ["1234".repeat(16), "1...".repeat(8) + &"..3.".repeat(8), "..34".repeat(16).replace('.', "0")] {
            assert_eq!(side(&text), Some(4));
        }
        // A cell without candidates, and a digit in the position of another.
        for text in ["1...".repeat(15) + "....", ".2..".repeat(2) + &"8...".repeat(14)] {
            assert_eq!(side(&text), Some(8));
        }
    }

    #[test]
    fn lengths_and_misplaced_digits() {
        assert!(has_length(729) && has_length(216) && has_length(4096));
        assert!(!has_length(64) && !has_length(81) && !has_length(625));
        let message = |text: &str| read(text, &ReadOptions::default()).unwrap_err().to_string();
        assert_eq!(message(&"1".repeat(728)), "728 symbols, expected 729 (9 for each of 81 cells)");
        let wrong = ".".repeat(9) + "2" + &".".repeat(719);
        assert!(
            message(&wrong).starts_with("'2' at position 10 (r1c2), expected '1' or a blank; r1c1 has no candidate")
        );
    }
}
