//! 81 digits, zeros and dots, the form of most puzzles: read without further checks and, but for the board, without allocating.

use super::region_map::may_be_map_of_nine;
use super::{ReadOptions, Record};
use crate::board::{Digit, Puzzle, Shape};

/// A record of a puzzle with these digits, 0 for blanks, about which nothing else is known.
pub(super) fn record(digits: &[u8; 81]) -> Record {
    let mut puzzle = Puzzle::empty(Shape::NINE);
    for (cell, digit) in Shape::NINE.cells().zip(digits) {
        if *digit > 0 {
            puzzle.give(cell, Digit::from_index(usize::from(digit - 1)));
        }
    }
    Record::new(puzzle)
}

/// The digits of a line of 81 digits, dots and zeros, with or without further columns, if it can be nothing else: what
/// follows has no colon, as addresses and game ids have, and is too short to be groups of cells of a larger board, or a map
/// of regions after a solution.
#[inline]
pub(super) fn first_digits(text: &[u8], options: &ReadOptions) -> Option<[u8; 81]> {
    let (cells, rest) = text.split_at_checked(81)?;
    let is_column = match rest {
        [] => true,
        [next, ..] => {
            matches!(next, b' ' | b'\t' | b'\r' | b'\n' | b',' | b';' | b'#')
                && rest.len() < 2 * cells.len()
                && !rest.contains(&b':')
        }
    };
    // Skips the separator between the columns.
    let may_be_map = || rest.get(1..82).and_then(|map| map.try_into().ok()).is_some_and(may_be_map_of_nine);
    if !is_column || may_be_map() {
        return None;
    }
    let digits = line_digits(cells, options)?;
    // A full board may be the solution of a puzzle that follows it.
    let may_be_solution = rest.len() > cells.len() && digits.iter().fold(true, |full, digit| full & (*digit > 0));
    (!may_be_solution).then_some(digits)
}

/// The digits of a line of 81 digits, dots and zeros, 0 for blanks.
#[inline]
pub(super) fn line_digits(text: &[u8], options: &ReadOptions) -> Option<[u8; 81]> {
    if options.allow_plain_line() { digits_of(text) } else { None }
}

/// The same for a text that is known to be a board.
#[inline]
pub(super) fn board_digits(text: &[u8], options: &ReadOptions) -> Option<[u8; 81]> {
    if options.allow_plain_nine() { digits_of(text) } else { None }
}

#[inline]
fn digits_of(text: &[u8]) -> Option<[u8; 81]> {
    let cells: &[u8; 81] = text.try_into().ok()?;
    // Zeros beside dots may be digits: further checks decide.
    // (A fold is vectorised; `contains` goes byte by byte.)
    let has = |symbol: u8| cells.iter().fold(false, |found, cell| found | (*cell == symbol));
    let may_be_digit = || has(b'0') && has(b'.') && !has(b'9');
    (is_plain(cells) && !may_be_digit()).then(|| {
        // A loop, because `map` is not vectorised on so long an array.
        let mut digits = [0; 81];
        // In ASCII a dot comes before the digits.
        digits.iter_mut().zip(cells).for_each(|(digit, byte)| *digit = byte.saturating_sub(b'0'));
        digits
    })
}

/// Whether a text consists only of digits and dots.
#[inline]
pub(super) fn is_plain(text: &[u8]) -> bool {
    text.iter().fold(true, |plain, byte| plain & (byte.is_ascii_digit() | (*byte == b'.')))
}
