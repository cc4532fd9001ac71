//! SadMan's `.sdk`: lines about the puzzle, each with `#` and a letter, then a grid.

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
    Some((field, characters.as_str().trim()))
}

pub(super) fn read(text: &str, options: &ReadOptions) -> Result<Record, Invalid> {
    let mut record = grid::read(text, options)?;
    for (field, value) in text.lines().filter_map(field).filter(|(_, value)| !value.is_empty()) {
        let known: &mut String = record.fields.entry(field).or_default();
        if !known.is_empty() {
            known.push(' ');
        }
        known.push_str(value);
    }
    Ok(record)
}

pub(super) fn write(puzzle: &Puzzle, symbols: &Symbols, fields: &BTreeMap<Field, String>) -> String {
    let about = FIELDS.iter().filter_map(|(letter, field)| Some(format!("#{letter}{}\n", fields.get(field)?)));
    about.chain([super::ss::rows(puzzle, symbols)]).collect()
}

/// The fields that the format carries.
pub(super) fn carries(field: Field) -> bool {
    FIELDS.iter().any(|(_, carried)| *carried == field)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn remarks_are_kept() {
        let text = "#AA. Setter\n#DA small one\n#Lmoderate\n#Uhttps://example.org/1\n1.34\n3412\n2143\n4321\n";
        let record = read(text, &ReadOptions::default()).unwrap();
        assert_eq!(record.fields[&Field::Author], "A. Setter");
        assert_eq!(record.fields.len(), 4);
        assert_eq!(write(&record.puzzle, &record.symbols, &record.fields), text);
        assert_eq!(field("# a comment"), None);
        assert_eq!(field("#"), None);
    }
}
