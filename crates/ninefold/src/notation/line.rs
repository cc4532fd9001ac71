//! The line format: N x N symbols, row by row; and `.sdm`, a file of such lines.
//!
//! Further columns may follow after white space, a comma, a semicolon or `#`. A second column that is
//! a full board is taken as the solution, a 12-figure number in front of the symbols as the number of a
//! puzzle bank. The `data` of a `game` in OpenSudoku's XML is such a line too.

use super::assemble;
use super::row::WIDEST;
use super::{Field, ReadOptions, Record};
use crate::board::{Digit, Invalid, Puzzle, Reason, Shape, Symbols};
use std::fmt::Write;

pub(super) fn read(text: &str, options: &ReadOptions) -> Result<Record, Invalid> {
    if let Some(record) = plain_nine(text, options) {
        return Ok(record);
    }
    if has_spaces_for_blanks(text, options) {
        return match options.blank_is_space() {
            true => symbols(text, options),
            false => symbols(&text.replace(' ', "."), options),
        };
    }
    let text = game_data(text).unwrap_or(text);
    let token = puzzle_token(text.trim());
    let before_end = text.find(token).map_or(text.len(), |i| i + token.len());
    let mut record = symbols(token, options)?;
    let mut columns = text[before_end..].split(is_separator).filter(|column| !column.is_empty());
    let full = |column: &&str| {
        column.chars().count() == record.puzzle.shape().cell_count()
            && column.chars().all(|c| record.symbols.digit(c).is_some())
    };
    if let Some(solution) = columns.next().filter(full) {
        record.fields.insert(Field::Solution, solution.to_owned());
    }
    let first = text.split(is_separator).find(|column| !column.is_empty());
    if let Some(id) = first.filter(|first| *first != token) {
        record.fields.insert(Field::Id, id.to_owned());
    }
    Ok(record)
}

/// A board of as many symbols as the text has characters.
pub(super) fn symbols(text: &str, options: &ReadOptions) -> Result<Record, Invalid> {
    let cells = text.char_indices().map(|(i, c)| &text[i..i + c.len_utf8()]);
    match assemble::shape_of(cells.clone().count(), options) {
        Ok(shape) => assemble::board(shape, cells, options),
        Err(mut invalid) => {
            // The cells cannot be placed, but symbols that no board knows can be told all the same.
            let (symbols, _) = assemble::symbols(cells.clone(), invalid.symbols.side(), options)?;
            let unknown = cells.enumerate().filter(|(_, cell)| assemble::read_cell(cell, &symbols).is_err());
            let reason = |(i, cell): (usize, &str)| Reason::UnknownSymbol {
                symbol: cell.to_owned(),
                position: i + 1,
                cell: None,
            };
            invalid.reasons.extend(unknown.map(reason));
            invalid.symbols = symbols;
            Err(invalid)
        }
    }
}

/// The common case without detours: 81 digits, dots and zeros, and nothing known but that.
fn plain_nine(text: &str, options: &ReadOptions) -> Option<Record> {
    let known = options.shape.is_none_or(|shape| shape == Shape::NINE);
    let cells: &[u8; 81] = text.as_bytes().try_into().ok()?;
    if !known || options.symbols.is_some() || options.blanks.is_some() {
        return None;
    }
    let mut puzzle = Puzzle::empty(Shape::NINE);
    for (cell, symbol) in Shape::NINE.cells().zip(cells) {
        match symbol {
            b'.' | b'0' => {}
            b'1'..=b'9' => puzzle.give(cell, Digit::from_index(usize::from(symbol - b'1'))),
            _ => return None,
        }
    }
    Some(Record::new(puzzle))
}

/// The puzzle in a line of OpenSudoku's XML, `<game data="..." />`.
pub(super) fn game_data(text: &str) -> Option<&str> {
    let (_, data) = text.trim_start().strip_prefix('<')?.split_once("data=\"")?;
    Some(data.split_once('"').map_or(data, |(data, _)| data))
}

fn is_separator(c: char) -> bool {
    c.is_whitespace() || matches!(c, ',' | ';' | '#' | '"')
}

/// The part of a line that is the puzzle: the first column, or the second after the number of a
/// puzzle bank.
pub(super) fn puzzle_token(text: &str) -> &str {
    let mut columns = text.split(is_separator).filter(|column| !column.is_empty());
    let first = columns.next().unwrap_or("");
    let is_number = first.len() == 12 && first.bytes().all(|b| b.is_ascii_hexdigit());
    match columns.next() {
        Some(second) if is_number && second.chars().count() > WIDEST => second,
        _ => first,
    }
}

/// Whether blanks are spaces here: because the options say so, or because the line is as long as a
/// 9x9 board and holds nothing but digits and runs of spaces.
pub(super) fn has_spaces_for_blanks(text: &str, options: &ReadOptions) -> bool {
    if options.blank_is_space() {
        return text.len() > 1;
    }
    text.len() == Shape::NINE.cell_count()
        && text.bytes().all(|b| b == b' ' || (b'1'..=b'9').contains(&b))
        && text.split_ascii_whitespace().count() != 9
        && text.contains("  ")
        && text.bytes().any(|b| b != b' ')
}

/// The symbols of all cells on one line; numbers, which exist from side 36 on, with spaces between.
pub(super) fn write(puzzle: &Puzzle, symbols: &Symbols) -> String {
    write_digits(puzzle.shape().cells().map(|cell| puzzle.digit(cell)), puzzle.shape(), symbols)
}

/// The same for the digits of all cells, whatever they stand in.
pub(super) fn write_digits(digits: impl Iterator<Item = Option<Digit>>, shape: Shape, symbols: &Symbols) -> String {
    let compact;
    let symbols = match symbols.are_numbers() && shape.side() <= Symbols::MOST_CHARACTERS {
        true => {
            compact = Symbols::for_side(shape.side());
            &compact
        }
        false => symbols,
    };
    let mut line = String::with_capacity(shape.cell_count() * (symbols.width() + usize::from(symbols.are_numbers())));
    for (i, digit) in digits.enumerate() {
        if symbols.are_numbers() && i > 0 {
            line.push(' ');
        }
        match digit {
            Some(digit) => match symbols.character(digit) {
                Some(character) => line.push(character),
                None => write!(line, "{digit}").expect("a string can be written to"),
            },
            None => line.push(symbols.blank()),
        }
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(text: &str) -> String {
        read(text, &ReadOptions::default()).unwrap_err().to_string()
    }

    fn written(text: &str) -> String {
        let record = read(text, &ReadOptions::default()).unwrap();
        write(&record.puzzle, &record.symbols)
    }

    const OPENING: &str = "2....1.38........5.7...6..........13.981..25731....8..9..8...2..5..697844..25....";

    #[test]
    fn blanks_and_columns() {
        assert_eq!(written(OPENING), OPENING);
        for blank in ['0', '*', '_', '-', 'X', 'x', '?'] {
            assert_eq!(written(&OPENING.replace('.', &blank.to_string())), OPENING);
        }
        for rest in [" # Bird", ",5.2", ";x", "\tED=7.2/1.2/1.2", "\r", "#c"] {
            assert_eq!(written(&format!("  {OPENING}{rest}")), OPENING);
        }
        assert_eq!(written(&format!("\"{OPENING}\",\"x\"")), OPENING);
        assert_eq!(
            written(&OPENING.replace('.', " ").replace("4  25    ", "4  25   6")),
            format!("{}6", &OPENING[..80])
        );
    }

    #[test]
    fn bank_and_solution() {
        let bank = format!("0a1b2c3d4e5f {OPENING} 7.1");
        let record = read(&bank, &ReadOptions::default()).unwrap();
        assert_eq!(write(&record.puzzle, &record.symbols), OPENING);
        assert_eq!(record.fields[&Field::Id], "0a1b2c3d4e5f");
        let solution = "249571638861432975573986142725698413698143257314725869937814526152369784486257391";
        let record = read(&format!("{OPENING},{solution}"), &ReadOptions::default()).unwrap();
        assert_eq!(record.fields[&Field::Solution], solution);
    }

    #[test]
    fn other_sides_and_alphabets() {
        assert_eq!(written("1...............").len(), 16);
        let hex = ".123456789ABCDEF".to_owned() + &".".repeat(239) + "0";
        let record = read(&hex, &ReadOptions::default()).unwrap();
        assert_eq!(record.symbols.name(), "0-9A-F");
        let letters = "GHIJKLMNOPABCDEF".to_owned() + &".".repeat(240);
        assert_eq!(read(&letters, &ReadOptions::default()).unwrap().symbols.name(), "A-P");
        let usual = "123456789ABCDEFG".to_owned() + &"0".repeat(240);
        let record = read(&usual, &ReadOptions::default()).unwrap();
        assert_eq!((record.symbols.name().as_str(), record.notes.len()), ("1-9A-G", 0));
        let unclear = "ABC".to_owned() + &".".repeat(253);
        let record = read(&unclear, &ReadOptions::default()).unwrap();
        assert_eq!(record.notes[0].to_string(), "symbols read as 1-9A-G; they could also be 0-9A-F or A-P");
        let named = ReadOptions::default().symbols(Symbols::new("TONYBLAIR").unwrap());
        let record = read(&("TONYBLAIR".to_owned() + &".".repeat(72)), &named).unwrap();
        assert_eq!(write(&record.puzzle, &record.symbols)[..9], *"TONYBLAIR");
    }

    #[test]
    fn mistakes_are_told_all_at_once() {
        assert_eq!(message(&OPENING[..80]), "80 cells, expected 81 (9x9)");
        assert_eq!(message(&format!("{OPENING}12")), "83 cells, expected 81 (9x9)");
        assert_eq!(message(""), "0 cells, expected 81 (9x9)");
        assert_eq!(
            message(&OPENING.replace("38", "%1")),
            "'%' at position 8 (r1c8) is no symbol of 1-9 and no blank ('.' or '0'); 1 stands twice in row 1 (r1c6, r1c9)"
        );
        assert_eq!(
            message(&format!("{}%", &OPENING[..79])),
            "80 cells, expected 81 (9x9); '%' at position 80 is no symbol of 1-9 and no blank ('.' or '0')"
        );
        assert!(message(&"1".repeat(49)).starts_with("a 7x7 board cannot be divided into boxes"));
    }
}
