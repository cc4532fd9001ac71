//! SadMan's `.sdk`: lines about the puzzle, each with `#` and a letter, then a grid.
//!
//! Nothing need stand between the letter and the text (`#ARuud`, `#LEasy`), so that a comment like `#Sudoku of the
//! day` could be one too. It is taken for a comment when a small letter follows, unless that begins an address.
//! A text of several lines has several such lines.

use super::{Field, ReadOptions, Record, grid};
use crate::board::{Invalid, Puzzle, Symbols};
use std::collections::BTreeMap;

/// The letters and what they stand for.
const FIELDS: [(char, Field); 7] = [
    ('A', Field::Author),
    ('D', Field::Description),
    ('C', Field::Comment),
    ('B', Field::Published),
    ('S', Field::Source),
    ('L', Field::Level),
    ('U', Field::Url),
];

/// What a line about the puzzle says.
pub(super) fn field(line: &str) -> Option<(Field, &str)> {
    let rest = line.trim().strip_prefix('#')?;
    let mut characters = rest.chars();
    let letter = characters.next()?;
    let (_, field) = FIELDS.into_iter().find(|(l, _)| *l == letter)?;
    let text = characters.as_str();
    let is_address = field == Field::Url && (text.contains("://") || text.starts_with("www."));
    let is_word = text.starts_with(char::is_lowercase) && !is_address;
    (!is_word).then(|| (field, text.trim()))
}

pub(super) fn read(text: &str, options: &ReadOptions) -> Result<Record, Invalid> {
    let mut record = grid::read(text, options)?;
    for (field, value) in text.lines().filter_map(field).filter(|(_, value)| !value.is_empty()) {
        record.add(field, value, '\n');
    }
    Ok(record)
}

pub(super) fn write(puzzle: &Puzzle, symbols: &Symbols, fields: &BTreeMap<Field, String>) -> String {
    let about = FIELDS.iter().filter_map(|(letter, field)| {
        let text = fields.get(field).filter(|text| carries(*field, text))?;
        Some(text.split('\n').map(|line| remark(*letter, line)).collect())
    });
    about.chain([super::ss::rows(puzzle, symbols)]).collect()
}

/// A line about the puzzle; a space keeps a small letter from making a word with the one before.
fn remark(letter: char, text: &str) -> String {
    let tight = format!("#{letter}{text}\n");
    if field(&tight).is_some() { tight } else { format!("#{letter} {text}\n") }
}

/// Whether the format carries a field with this value: lines with something in them and no space around.
pub(super) fn carries(field: Field, value: &str) -> bool {
    let is_kept = |line: &str| !line.is_empty() && line.trim() == line;
    FIELDS.iter().any(|(_, carried)| *carried == field) && value.split('\n').all(is_kept)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn remarks_are_kept() {
        let text = "#AA. Setter\n#DA small one\n#CTwo\n#C lines\n#LModerate\n#Uhttps://example.org/1\n1.34\n3412\n2143\n4321\n";
        let record = read(text, &ReadOptions::default()).unwrap();
        assert_eq!(record.fields[&Field::Author], "A. Setter");
        assert_eq!(record.fields[&Field::Comment], "Two\nlines");
        assert_eq!(record.fields.len(), 5);
        assert_eq!(write(&record.puzzle, &record.symbols, &record.fields), text);
        assert_eq!(field("# a comment"), None);
        assert_eq!(field("#"), None);
        for comment in ["#Sudoku of the day", "#Source unknown", "#Level 5", "#Use a pencil", "#Comment"] {
            assert_eq!(field(comment), None, "{comment}");
        }
        assert_eq!(field("#L easy"), Some((Field::Level, "easy")));
        assert_eq!(field("#Uwww.example.org"), Some((Field::Url, "www.example.org")));
    }
}
