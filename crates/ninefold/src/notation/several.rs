//! Several puzzles on one line, as in a list of texts: `["53..7....6..", "4.....8.5..."]`.

use super::line::{MISTAKES, columns, is_board, puzzle_column, with_map};
use super::{ReadOptions, plain, row};
use crate::board::Symbols;

/// Where another puzzle begins in a line that is a puzzle, if one does: a column with as many symbols, some of which are blank
/// and some differ from those of the first puzzle. (A solution has no blanks, a partly solved copy keeps all the givens, and a
/// copy with givens removed has no others.)
pub(super) fn next_puzzle(text: &str, options: &ReadOptions) -> Option<usize> {
    // Most lines have a solution, a rating or nothing after the puzzle. (A fold is vectorised.)
    let is_blank_byte = |byte: u8| !matches!(byte, b'1'..=b'9' | b' ' | b'\t' | b',' | b';');
    let has_blank = |text: &str| text.bytes().fold(false, |found, byte| found | is_blank_byte(byte));
    let (board, rest) = match plain::first_digits(text.as_bytes(), options) {
        Some(digits) => text.split_at(digits.len()),
        None => {
            let (_, board, rest) = puzzle_column(row::unquoted(text, options), options);
            (board, rest)
        }
    };
    let count = board.chars().count();
    if rest.len() <= count || has_blank(board) && !has_blank(rest) {
        return None;
    }
    let is_blank = |c: char| options.is_blank(c);
    // Each text of a list is a puzzle, however few digits it has.
    let is_list = text.trim_end_matches([' ', '\t', '\r', '\n', ',', ';']).ends_with(']');
    let is_other = |column: &str| {
        let any = |is_so: fn((bool, bool)) -> bool| {
            board.chars().zip(column.chars()).map(|(one, other)| (is_blank(one), is_blank(other))).any(is_so)
        };
        let differ = |(one, other): (char, char)| one != other && !is_blank(one) && !is_blank(other);
        column.chars().count() == count
            && is_board(column, options)
            && (column.contains(is_blank) || !board.contains(is_blank))
            && (is_list && column.contains(is_blank)
                || board.chars().zip(column.chars()).any(differ)
                || any(|(one, other)| !one && other) && any(|(one, other)| one && !other))
            && resembles_puzzle(column, board, &is_blank, is_list, options)
    };
    let before_comment = rest.find('#').filter(|_| !options.has_symbol('#')).map_or(rest, |i| &rest[..i]);
    let (at, _) = columns(before_comment, false).find(|(_, column)| is_other(column))?;
    let behind = text.trim_end().len() - rest.trim_end().len();
    with_map(("", board, rest)).is_none().then_some(behind + at)
}

/// Whether a column as long as a board has several such digits, or dots for blanks, and hardly any digit twice in a row
/// or column. Masks, counts of candidates, dates and the like fail this test.
fn resembles_puzzle(
    column: &str,
    board: &str,
    is_blank: &impl Fn(char) -> bool,
    is_list: bool,
    options: &ReadOptions,
) -> bool {
    let side = column.chars().count().isqrt();
    let symbols = options.symbols.clone().unwrap_or_else(|| Symbols::for_side(side));
    // For each row and column, the digits in it, as bits; and all digits of the column.
    let (mut rows, mut columns, mut all) = (vec![0u64; side], vec![0u64; side], 0u64);
    let (mut others, mut twice) = (0, 0);
    for (cell, c) in column.chars().enumerate().filter(|(_, c)| !is_blank(*c)) {
        // Letters of another alphabet count as digits if the first puzzle has them.
        let bit = match symbols.digit(c) {
            Some(digit) => digit.index(),
            None if board.contains(c) => c as usize,
            None => {
                others += 1;
                continue;
            }
        };
        let bit = 1 << (bit % 64);
        all |= bit;
        for line in [&mut rows[cell / side % side], &mut columns[cell % side]] {
            twice += usize::from(*line & bit != 0);
            *line |= bit;
        }
    }
    // A column with few digits is a puzzle only if its blanks are not zeros, which may be numbers.
    let is_clear = is_list || column.contains(|c| c != '0' && is_blank(c));
    (is_clear || 2 * all.count_ones() as usize >= side) && others <= MISTAKES && twice <= MISTAKES
}
