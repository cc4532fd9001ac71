//! The line format: N x N symbols, row by row; and `.sdm`, a file of such lines.
//!
//! Further columns may follow after white space, a comma, a semicolon or `#`: a full board is the solution, the first number a
//! rating, and what follows `#` a comment. What comes before the symbols is a label: a number in a list or in a puzzle bank. A
//! column may be a map of regions (`region_map`). The `data` of a `game` in OpenSudoku's XML is also such a line.
//!
//! Digits written as numbers, from side 36 on, have spaces between them. Others may have spaces, bars or commas between
//! the cells or between groups of equal length, or `/` between rows. Any other character in between is reported as a
//! mistake: ignoring it would turn a line with a mistyped digit into a shorter line, or into a different puzzle.

use super::format::{Spec, Variants};
use super::region_map::{self, board_with_map};
use super::row::{self, Line, WIDEST};
use super::rule_names::{self, is_rule_of_program};
use super::sketch::Sketch;
use super::{Field, ReadOptions, Record, VariantRecord, assemble, foreign, grid, links, plain, susser, variant};
use crate::board::{Digit, Invalid, Puzzle, Shape, Symbols};
use std::borrow::Cow;
use std::fmt::Write;

pub(super) const LINE: Spec = Spec {
    is_list: true,
    takes_blank: |_| true,
    variants: Some(Variants::only_read(read_variant)),
    ..Spec::line("line", read, |record, symbols, _| write(&record.puzzle, symbols))
};

pub(super) const SDM: Spec = Spec { name: "sdm", ..LINE };

/// Reads a line that has a map of regions.
fn read_variant(text: &str, options: &ReadOptions) -> Option<Result<VariantRecord, Invalid>> {
    let parts = puzzle_column(row::unquoted(text, options), options);
    variant::of_board(with_map(parts)?, characters(parts.1), options)
}

/// Whether a line has a map of regions.
pub(super) fn has_map(text: &str, options: &ReadOptions) -> bool {
    sketch_with_map(text, options).is_some()
}

fn sketch_with_map(text: &str, options: &ReadOptions) -> Option<Sketch> {
    with_map(puzzle_column(row::unquoted(text, options), options))
}

/// The puzzle of a line, given as label, board and rest, if the rest contains a map.
pub(super) fn with_map((label, board, rest): (&str, &str, &str)) -> Option<Sketch> {
    let mut sketch = board_with_map(board, columns(rest, false).map(|(_, column)| column))?;
    let label = label_of(label);
    if !label.is_empty() {
        sketch.fields.insert(Field::Id, label.to_owned());
    }
    Some(sketch)
}

pub(super) fn read(text: &str, options: &ReadOptions) -> Result<Record, Invalid> {
    let Some(digits) = plain::first_digits(text.as_bytes(), options) else { return read_closely(text, options) };
    let mut record = plain::record(&digits);
    if text.len() > digits.len() {
        about("", &text[digits.len()..], &mut record)?;
    }
    Ok(record)
}

/// Reads a line in any form.
fn read_closely(text: &str, options: &ReadOptions) -> Result<Record, Invalid> {
    if has_spaces_for_blanks(text, options) {
        return match options.blank_is_space() {
            true => symbols(text, options),
            false => symbols(&text.replace(' ', "."), options),
        };
    }
    let text = row::unquoted(text, options);
    if let Some((format, start, end)) = links::find(text) {
        return (format.spec().read)(&text[start..end], options);
    }
    if let Some(message) = foreign::unsupported_line(text) {
        return Err(assemble::syntax(message));
    }
    let text = match game_data(text) {
        Some(data) => data,
        None if text.starts_with('<') && !options.has_symbol('<') => within_tag(text)?,
        None => text,
    };
    let mut values = text.split([',', ';', '#', '"']).filter(|value| !value.trim().is_empty());
    if let Some(value) = values.next().filter(|value| are_numbers(value, options)) {
        let mut record = cells(value.split_whitespace(), options)?;
        let is_full = |solution: &&str| {
            let words = solution.split_whitespace();
            words.clone().count() == record.puzzle.shape().cell_count()
                && words.clone().all(|word| record.symbols.digit_from_word(word).is_some())
        };
        if let Some(solution) = values.next().filter(is_full) {
            record.fields.insert(Field::Solution, solution.trim().to_owned());
        }
        return Ok(record);
    }
    if let Some((rows, _)) = rows(text.trim(), options) {
        let cells: Vec<Vec<Cow<'_, str>>> =
            rows.into_iter().map(|row| characters(row).map(Cow::Borrowed).collect()).collect();
        return grid::board(&cells.into(), options);
    }
    if let Some(cells) = separate_cells(text, options) {
        return self::cells(cells.iter().map(|cell| &**cell), options);
    }
    let (label, token, rest) = puzzle_column(text, options);
    if let Some(sketch) = with_map((label, token, rest)) {
        return sketch.read(options);
    }
    let solved = puzzle_behind(token, rest, options);
    let board = solved.map_or(token, |at| &rest[at..at + token.len()]);
    let mut record = symbols(board, options).map_err(|invalid| no_puzzle(text, board, options).unwrap_or(invalid))?;
    match solved {
        None => about(label, rest, &mut record)?,
        Some(at) => about(label, &[token, &rest[..at], &rest[at + token.len()..]].concat(), &mut record)?,
    }
    Ok(record)
}

/// Where a puzzle begins after a board that is its solution, as in tables that have their columns in this order.
fn puzzle_behind(board: &str, rest: &str, options: &ReadOptions) -> Option<usize> {
    let is_blank = |c: char| options.is_blank(c);
    if rest.len() <= board.len() || board.contains(is_blank) {
        return None;
    }
    let is_puzzle = |column: &str| {
        column.len() == board.len()
            && column.contains(is_blank)
            && board.bytes().zip(column.chars()).all(|(digit, c)| is_blank(c) || char::from(digit) == c)
    };
    columns(rest, false).find(|(_, column)| is_puzzle(column)).map(|(at, _)| at)
}

/// Adds what a line says before and after its puzzle: a label; the solution, if a column is a full board; a rating, if
/// one is a number, perhaps with others (`ED=7.2/1.2/1.2`); a comment after `#`; and the rest as it is.
///
/// # Errors
/// If a column was probably meant as a map of regions.
fn about(label: &str, rest: &str, record: &mut Record) -> Result<(), Invalid> {
    let add = |record: &mut Record, field: Field, value: &str| {
        let value = value.trim_matches(is_separator);
        // Brackets and the like around columns have no meaning.
        if value.contains(char::is_alphanumeric) || field == Field::Comment && !value.is_empty() {
            record.add(field, value, ' ');
        }
    };
    add(record, Field::Id, label_of(label));
    record.notes.extend([label, rest].into_iter().find_map(rule_names::in_title).map(rule_names::of_words));
    let (rest, comment) = rest.split_once('#').unwrap_or((rest, ""));
    add(record, Field::Comment, comment);
    // A number between colons may be the number of solutions, and is not a rating.
    let has_colons = rest.starts_with(':');
    for (_, column) in columns(rest, has_colons) {
        let is_new = |field: Field| !record.fields.contains_key(&field);
        let is_full = column.chars().count() == record.puzzle.shape().cell_count()
            && column.chars().all(|c| record.symbols.digit(c).is_some());
        if let Some(mistake) = region_map::mistake(column, record.puzzle.shape().cell_count()) {
            return Err(mistake);
        }
        let (field, value) = match rating(column) {
            _ if is_new(Field::Solution) && is_full => (Field::Solution, column),
            Some(rating) if is_new(Field::Rating) && !has_colons => (Field::Rating, rating),
            _ => (Field::Extra, column),
        };
        add(record, field, value);
    }
    Ok(())
}

/// A label without the characters that separate it from the puzzle.
fn label_of(text: &str) -> &str {
    text.trim_end_matches(|c| is_separator(c) || matches!(c, '.' | ':' | ')')).trim_matches(is_separator)
}

/// The rating in a column: a number, or several as in `ED=7.2/1.2/1.2`.
fn rating(column: &str) -> Option<&str> {
    let numbers = column.strip_prefix("ED=").unwrap_or(column);
    let are_numbers = numbers.bytes().all(|b| b.is_ascii_digit() || matches!(b, b'.' | b'/'));
    (are_numbers && numbers.starts_with(|c: char| c.is_ascii_digit())).then_some(numbers)
}

/// The error for a text that cannot have been meant as a board.
fn no_puzzle(text: &str, token: &str, options: &ReadOptions) -> Option<Invalid> {
    if let Some(message) = text.split_whitespace().find_map(foreign::unsupported) {
        return Some(assemble::syntax(message));
    }
    let first = text.trim().lines().next().unwrap_or_default();
    let shown: String = first.chars().take(LONGEST_SHOWN).collect();
    if is_rule_of_program(first) {
        let more = if shown.len() < first.len() { "..." } else { "" };
        let message = format!("'{}{more}' is a rule beside a board, which is not read", shown.escape_debug());
        return Some(assemble::syntax(message));
    }
    let is_cell = |c: char| options.has_symbol(c) || !c.is_alphabetic();
    let is_word = !token.contains(is_cell) && (1..SMALLEST).contains(&token.chars().count());
    let side = options.side().unwrap_or(Shape::NINE.side());
    let message =
        || format!("'{}' is not a puzzle: expected {} cells ({side}x{side})", shown.escape_debug(), side * side);
    is_word.then(|| assemble::syntax(message()))
}

/// The number of cells of the smallest board, 4x4.
pub(super) const SMALLEST: usize = 16;

/// The most characters of a text that a message shows.
const LONGEST_SHOWN: usize = 32;

/// A board as a single value: a symbol for each character, or numbers separated by spaces.
pub(super) fn board(text: &str, options: &ReadOptions) -> Result<Record, Invalid> {
    match plain::board_digits(text.as_bytes(), options) {
        Some(digits) => Ok(plain::record(&digits)),
        None if links::find(text).is_some() => read_closely(text, options),
        None if are_numbers(text, options) => cells(text.split_whitespace(), options),
        None => symbols(text, options),
    }
}

/// A board with a symbol for each character of the text.
pub(super) fn symbols(text: &str, options: &ReadOptions) -> Result<Record, Invalid> {
    cells(characters(text), options)
}

/// The characters of a text, each as a text of its own.
pub(super) fn characters(text: &str) -> impl Iterator<Item = &str> + Clone {
    text.char_indices().map(|(i, c)| &text[i..i + c.len_utf8()])
}

/// A board with these cells, row by row.
pub(super) fn cells<'c>(
    cells: impl Iterator<Item = &'c str> + Clone,
    options: &ReadOptions,
) -> Result<Record, Invalid> {
    let count = cells.clone().count();
    match assemble::shape_of(count, options) {
        // No board has this many cells, so their content does not matter.
        Err(invalid) if count > Shape::MAX_SIDE * Shape::MAX_SIDE => Err(invalid),
        shape => {
            let likely_side = |invalid: &Invalid| invalid.symbols.side();
            assemble::board(shape, likely_side, &cells.collect::<Vec<_>>(), options)
        }
    }
}

/// Whether a text is a board of numbers separated by spaces.
fn are_numbers(text: &str, options: &ReadOptions) -> bool {
    let mut words = text.split_whitespace();
    let is_short = words.next().is_some_and(|word| word.len() <= Shape::MAX_SIDE.to_string().len());
    let more = words.count();
    is_short
        && !options.blank_is_space()
        && (more >= ONE_CHARACTER_EACH
            || (more > 0 && options.side().is_some_and(|side| side > Symbols::MOST_CHARACTERS)))
}

/// Whether a line is a whole board of numbers rather than a row of one.
pub(super) fn is_board_of_numbers(text: &str, options: &ReadOptions) -> bool {
    text.len() > 2 * ONE_CHARACTER_EACH
        && !options.blank_is_space()
        && text.split([',', ';', '#', '"']).next().unwrap_or("").split_whitespace().count() > ONE_CHARACTER_EACH
}

/// The number of cells of the largest board whose digits are written as characters by default.
const ONE_CHARACTER_EACH: usize = Symbols::MOST_CHARACTERS * Symbols::MOST_CHARACTERS;

/// The rows of a board on one line, if spaces or `/` separate them, and the separator.
pub(super) fn rows<'a>(text: &'a str, options: &ReadOptions) -> Option<(Vec<&'a str>, char)> {
    let is_side = |count: usize| match options.side() {
        Some(side) => count == side,
        None => count >= 4 && Shape::for_side(count).is_ok(),
    };
    let token = text.split(is_separator).next().unwrap_or("");
    let slashes = token.strip_suffix('/').unwrap_or(token).split('/');
    if !options.has_symbol('/') && token.contains('/') && is_side(slashes.clone().take(Shape::MAX_SIDE + 1).count()) {
        let rows: Vec<&str> = slashes.collect();
        // Some row may be too long or too short; but if the first is, the line is something else.
        return (rows[0].chars().count() == rows.len()).then_some((rows, '/'));
    }
    let text = row::before_comment(text);
    let words = text.split_whitespace();
    let count = words.clone().take(Shape::MAX_SIDE + 1).count();
    if options.blank_is_space() || !is_side(count) || words.clone().any(|word| word.chars().count() != count) {
        return None;
    }
    // Words with all digits in order are cells with all candidates.
    let all_candidates = words.clone().all(|word| row::is_group(word, count) || options.names_group(word));
    (!all_candidates).then(|| (words.collect(), ' '))
}

/// The puzzle in a tag of OpenSudoku's XML, `<game data="..." />`.
pub(super) fn game_data(text: &str) -> Option<&str> {
    let tag = text.trim_start().strip_prefix('<')?;
    let (i, quote) = ["data=\"", "data='"].iter().find_map(|name| Some((tag.find(name)? + name.len(), &name[5..])))?;
    let data = &tag[i..];
    Some(data.split_once(quote).map_or(data, |(data, _)| data))
}

/// Whether a tag contains a puzzle, or is directly followed by something that is long enough to be one in another form.
pub(super) fn is_tag_with_board(text: &str) -> bool {
    game_data(text).is_some() || tagged(text).is_some()
}

/// A tag's name, and the word of at least 16 characters directly after the tag.
fn tagged(text: &str) -> Option<(&str, &str)> {
    let (tag, rest) = text.trim_start().strip_prefix('<')?.split_once('>')?;
    let word = rest.split('<').next()?.trim();
    let is_board = word.chars().count() >= SMALLEST && word.chars().all(|c| c.is_alphanumeric() || row::is_blank(c));
    is_board.then_some((tag.split_whitespace().next().unwrap_or(""), word))
}

/// The board of digits after an XML tag.
fn within_tag(text: &str) -> Result<&str, Invalid> {
    match tagged(text) {
        Some((_, word)) if word.chars().all(|c| c.is_ascii_digit() || row::is_blank(c)) => Ok(word),
        Some((tag, _)) => {
            let tag: String = tag.chars().take(LONGEST_SHOWN).collect();
            let message = format!("the XML tag <{}> has no board of digits and blanks", tag.escape_debug());
            Err(assemble::syntax(message))
        }
        None => Ok(text),
    }
}

fn is_separator(c: char) -> bool {
    c.is_whitespace() || matches!(c, ',' | ';' | '#' | '"' | '\'' | '`')
}

/// The columns of a line, and where they begin. Colons may separate them as well.
pub(super) fn columns(text: &str, at_colons: bool) -> impl Iterator<Item = (usize, &str)> {
    let is_separator = move |c: char| is_separator(c) || (at_colons && c == ':');
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = at + text[at..].find(|c| !is_separator(c))?;
        at = text[start..].find(is_separator).map_or(text.len(), |length| start + length);
        Some((start, &text[start..at]))
    })
}

/// The column of a line that is the puzzle, and the text before and after it: the first column, unless it is shorter
/// than a board and a later one is not.
pub(super) fn puzzle_column<'a>(text: &'a str, options: &ReadOptions) -> (&'a str, &'a str, &'a str) {
    let before_comment = text.find('#').filter(|_| !options.has_symbol('#')).map_or(text, |i| &text[..i]);
    let is_puzzle = |column: &str| column.chars().count() > WIDEST || is_short_board(column, options);
    let all = columns(before_comment, false);
    let (start, column) = match (mistyped_board(text, options), columns(text, false).next()) {
        (Some(mistyped), _) => mistyped,
        (None, Some((start, first))) if is_puzzle(first) => (start, first),
        (None, Some(first)) => all.skip(1).find(|(_, column)| is_board(column, options)).unwrap_or(first),
        (None, None) => (0, ""),
    };
    // What follows a board and a colon is also a column.
    let is_whole = |board: &&str| {
        let count = board.chars().count();
        !options.has_symbol(':')
            && is_board(board, options)
            && options.side().map_or(count.isqrt(), |s| s).pow(2) == count
    };
    let before_colon = column.split_once(':').filter(|_| !susser::is_likely(column)).map(|(board, _)| board);
    let column = before_colon.filter(is_whole).unwrap_or(column);
    (&text[..start], column, &text[start + column.len()..])
}

/// A 9x9 board with a comma or a semicolon typed in place of a symbol: columns that together have its length. Taking
/// one of them for a smaller board would make it a different puzzle.
fn mistyped_board<'a>(text: &'a str, options: &ReadOptions) -> Option<(usize, &'a str)> {
    let length = Shape::NINE.cell_count();
    if text.len() < length || options.symbols.is_some() || !options.may_have_side(Shape::NINE.side()) {
        return None;
    }
    let start = text.len() - text.trim_start().len();
    let run = text[start..].split(|c: char| c.is_whitespace() || matches!(c, '#' | '"')).next()?;
    if run.len() != length {
        return None;
    }
    let is_between = |c: char| matches!(c, ',' | ';');
    let is_plain = |c: char| c.is_ascii_digit() || row::is_blank(c);
    let mut columns = run.split(is_between).map(str::len);
    let count = columns.clone().count();
    let is_one_board = (2..=MISTAKES + 1).contains(&count)
        && run.chars().all(|c| is_plain(c) || is_between(c))
        // If the first two of three columns are equally long, they are a puzzle and its solution.
        && (count == 2 || columns.next() != columns.next());
    is_one_board.then_some((start, run))
}

/// Whether a column other than the first is a board: it has as many symbols as one, or more than any row, and hardly
/// any other characters.
pub(super) fn is_board(column: &str, options: &ReadOptions) -> bool {
    let others = |c: &char| !c.is_alphanumeric() && !row::is_blank(*c) && !options.has_symbol(*c);
    is_short_board(column, options)
        || (column.chars().count() > WIDEST && column.chars().filter(others).count() <= MISTAKES)
}

/// The most characters in a board that are neither digits nor blanks; with more, it is something else, such as an address.
pub(super) const MISTAKES: usize = 2;

/// Whether a column is a whole board of 4x4 or 6x6: at least half of it consists of figures and blanks. The candidates
/// of a cell are not such a board.
fn is_short_board(column: &str, options: &ReadOptions) -> bool {
    let count = column.chars().count();
    let is_usual = |c: char| c.is_ascii_digit() || row::is_blank(c);
    matches!(count, 16 | WIDEST)
        && options.side().is_none_or(|side| side * side == count)
        && 2 * column.chars().filter(|c| is_usual(*c)).count() >= count
        && column.chars().all(|c| c.is_alphanumeric() || is_usual(c))
        && !row::is_group(column, Symbols::MOST_CHARACTERS)
        && !options.names_group(column)
}

/// The cells of a line that is a whole board with its cells separated, or with groups of cells, all of one length.
pub(super) fn separate_cells<'a>(text: &'a str, options: &ReadOptions) -> Option<Vec<Cow<'a, str>>> {
    let text = text.trim();
    let cells = row::before_comment(text);
    let words = || cells.split(|c: char| !c.is_alphanumeric() && !row::is_blank(c)).filter(|word| !word.is_empty());
    if text.starts_with("[[") || options.blank_is_space() || words().nth(1).is_none() {
        return None;
    }
    let Line::Row(row) = row::line(text, options) else { return None };
    let side = row.cells.len().isqrt();
    let is_side = options.side().map_or(side >= 4 && Shape::for_side(side).is_ok(), |known| known == side);
    let length = words().next().map_or(0, |word| word.chars().count());
    let are_apart = words().count() == row.cells.len() || words().all(|word| word.chars().count() == length);
    (is_side && are_apart && !row.has_groups && side * side == row.cells.len()).then_some(row.cells)
}

/// Whether spaces are blanks here: because the options say so, or because the line is as long as a board (a 9x9 one if
/// the side is unknown) and consists only of digits and runs of spaces.
pub(super) fn has_spaces_for_blanks(text: &str, options: &ReadOptions) -> bool {
    if options.blank_is_space() {
        return text.len() > 1;
    }
    let side = options.side().unwrap_or(Shape::NINE.side());
    let is_digit = |c: char| match &options.symbols {
        Some(symbols) => symbols.digit(c).is_some(),
        None => (1..=side).contains(&(c.to_digit(36).unwrap_or(0) as usize)),
    };
    text.len() == side * side
        && text.chars().all(|c| c == ' ' || is_digit(c))
        && text.contains("  ")
        && text.bytes().any(|b| b != b' ')
        && !is_spread_row(text, side)
}

/// Whether digits and spaces are more likely a row of a board, drawn wide: a digit for each of its cells, with gaps between
/// them that read the same in reverse.
fn is_spread_row(text: &str, side: usize) -> bool {
    let gaps: Vec<usize> = text.trim_matches(' ').split(|c| c != ' ').map(str::len).collect();
    gaps.len() == side + 1 && !gaps[1..side].contains(&0) && gaps.iter().eq(gaps.iter().rev())
}

/// Writes the symbols of all cells on one line; numbers, used from side 36 on, are separated by spaces.
pub(super) fn write(puzzle: &Puzzle, symbols: &Symbols) -> String {
    write_digits(puzzle.shape().cells().map(|cell| puzzle.digit(cell)), puzzle.shape(), symbols)
}

/// The same for the digits of all cells, wherever they come from.
pub(super) fn write_digits(digits: impl Iterator<Item = Option<Digit>>, shape: Shape, symbols: &Symbols) -> String {
    let is_compact = symbols.are_numbers() && shape.side() <= Symbols::MOST_CHARACTERS;
    let compact = is_compact.then(|| Symbols::for_side(shape.side()));
    let symbols = compact.as_ref().unwrap_or(symbols);
    // This leaves room for a line end.
    let width = symbols.width() + usize::from(symbols.are_numbers());
    let mut line = String::with_capacity(shape.cell_count() * width + 1);
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
    use crate::random::Random;

    fn message(text: &str) -> String {
        read(text, &ReadOptions::default()).unwrap_err().to_string()
    }

    fn written(text: &str) -> String {
        let record = read(text, &ReadOptions::default()).unwrap();
        write(&record.puzzle, &record.symbols)
    }

    /// The fast path reads the same as the thorough one.
    #[test]
    fn plain_lines_are_read_as_others() {
        let mut random = Random::new(81, 0);
        let solution = "297135468864792135135648297726951384349816572581273649918524763653487921472369815";
        let short = [
            " ", " ", ",", ";", "#", "\t", "\r", "  ", "9.2", "note", "a/b", "[1]", "123", "-", ".", "0", "X", "\"q\"",
            "81", "1/2", "{", "=", "|", "(r1c1)",
        ];
        let map = "111222333112223334112255334416552337416652337416658377499668877499968887499988877";
        let boxes = ["111222333", "444555666", "777888999"].map(|band| band.repeat(3)).concat();
        let long = ["ED=7.2/1.2/1.2", solution, OPENING, "\u{e9}", "123456789", map, &boxes];
        let parts = [&short[..], &long].concat();
        let options = ReadOptions::default();
        let mut quickly = 0;
        for _ in 0..20_000 {
            let blank = [".", "0"][random.below(2)];
            let mut text = [OPENING, solution, &"0".repeat(81)][random.below(3)].replace('.', blank);
            (0..random.below(7)).for_each(|_| text += parts[random.below(parts.len())]);
            quickly += usize::from(plain::first_digits(text.as_bytes(), &options).is_some());
            assert_eq!(read(&text, &options), read_closely(&text, &options), "{text:?}");
            let cells = &text[..81];
            assert_eq!(board(cells, &options), symbols(cells, &options));
        }
        assert!(quickly > 4000, "{quickly} read the short way");
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
    fn spaces_are_blanks_but_for_rows() {
        let options = ReadOptions::default().shape(Shape::new(2, 2).unwrap());
        for text in ["1 2   3        4", "12 34      12  4", "1  2      3    4", "               4"] {
            let record = read(text, &options).unwrap();
            assert_eq!(write(&record.puzzle, &record.symbols), text.replace(' ', "."));
        }
        for row in ["1    2    3    4", " 1   2    3   4 ", "1   2      3   4"] {
            assert!(!has_spaces_for_blanks(row, &options), "{row}");
        }
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

    /// A column may be a map of regions; what is not a map is not taken for one.
    #[test]
    fn maps_of_regions() {
        let board = "..7...968..8.6..4.96..58..1...8735....4...2....3516...7..13..89.2..8.1..189...6..";
        let map = "111222233411123333411522223414556633444555666774455686799995886777798886779999888";
        let solution = "537241968418569734296458317164873529349617285782935164675324891923186475851792643";
        let texts = [
            format!("{board} {map}"),
            format!("7. {board},{map},5.1"),
            format!("{board};x;{map}"),
            format!("{board},{solution},{map}"),
        ];
        for text in texts {
            let message = read(&text, &ReadOptions::default()).unwrap_err().to_string();
            assert_eq!(message, "rules that are not supported: irregular regions", "{text}");
            let record = read_variant(&text, &ReadOptions::default()).unwrap().unwrap();
            assert_eq!((record.puzzle.regions.len(), record.puzzle.givens[2]), (9, Some(7)), "{text}");
            assert_eq!(record.fields.contains_key(&Field::Id), text.starts_with("7."), "{text}");
        }
        let letters = "A...............BCD. AAAABBBBCCCCDDDD";
        assert!(read_variant(letters, &ReadOptions::default()).is_none());
        let columns = "a...........bcd. abcdabcdabcdabcd";
        let small = "A..........b.CD. aaabacbbccbdcddd";
        let record = read_variant(small, &ReadOptions::default()).unwrap().unwrap();
        assert_eq!((record.puzzle.givens[11], record.puzzle.givens[14]), (Some(2), Some(4)));
        // Columns are houses anyway, so they are not a map; nor are regions that are not in one piece, or not of equal size.
        for text in [columns, "1............234 aaabacbbccbdcdad", "1............234 aaaaacbbccbdcddd"] {
            assert!(read_variant(text, &ReadOptions::default()).is_none(), "{text}");
        }
        let boxes = "1............234 1122112233443344";
        assert_eq!(written(boxes), "1............234");
        assert!(read_variant(boxes, &ReadOptions::default()).is_none());
    }

    #[test]
    fn boards_in_tags() {
        assert_eq!(written(&format!("<puzzle id=\"5\">{OPENING}</puzzle>")), OPENING);
        let message = |text: &str| read(text, &ReadOptions::default()).unwrap_err().to_string();
        let values =
            "<values>fd__h____g__bjf____ji____g_i___g___de__i_d__bh___c___g_g____ci____ebj__f____i__hj</values>";
        assert_eq!(message(values), "the XML tag <values> has no board of digits and blanks");
        assert!(is_tag_with_board(values) && !is_tag_with_board("<name>Some puzzles</name>"));
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
    fn mistakes_are_reported_together() {
        assert_eq!(message(&OPENING[..80]), "80 cells, expected 81 (9x9)");
        assert_eq!(message(&format!("{OPENING}12")), "83 cells, expected 81 (9x9)");
        assert_eq!(message(""), "0 cells, expected 81 (9x9)");
        assert_eq!(
            message(&OPENING.replace("38", "%1")),
            "'%' at position 8 (r1c8) is neither one of 1-9 nor a blank ('.' or '0'); 1 appears twice in row 1 (r1c6, r1c9)"
        );
        assert_eq!(
            message(&format!("{}%", &OPENING[..79])),
            "80 cells, expected 81 (9x9); '%' at position 80 is neither one of 1-9 nor a blank ('.' or '0')"
        );
        assert!(message(&"1".repeat(49)).starts_with("a 7x7 board cannot be divided into boxes"));
    }
}
