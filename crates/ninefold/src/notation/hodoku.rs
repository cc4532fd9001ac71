//! HoDoKu's library format: a state of a puzzle and what a technique does to it, on one line.
//!
//! ```text
//! :technique[-variant|-x]:digits:cells, + before placed ones:removed:eliminations:placements:extra
//! ```
//!
//! Removed candidates, eliminations and placements are triplets of digit, row and column.

use super::susser::{read_marked, remove, write_marked, write_removed};
use super::{Field, ReadOptions, Record, assemble};
use crate::board::Invalid;

/// The fields other than the cells and the removed candidates, by their place between colons.
const FIELDS: [(usize, Field); 5] = [
    (1, Field::Technique),
    (2, Field::TechniqueDigits),
    (5, Field::Eliminations),
    (6, Field::Placements),
    (7, Field::Extra),
];

pub(super) fn read(text: &str, options: &ReadOptions) -> Result<Record, Invalid> {
    let parts: Vec<&str> = text.trim().splitn(8, ':').collect();
    let (Some(cells), Some(&"")) = (parts.get(3), parts.first()) else {
        let message = "a HoDoKu line has the form :technique:digits:cells:removed:eliminations:placements:extra";
        return Err(assemble::syntax(message));
    };
    let mut record = read_marked(cells, options)?;
    remove(&mut record.puzzle, parts.get(4).unwrap_or(&"")).map_err(assemble::syntax)?;
    for (place, field) in FIELDS {
        if let Some(value) = parts.get(place).filter(|value| !value.is_empty()) {
            record.fields.insert(field, (*value).to_owned());
        }
    }
    Ok(record)
}

pub(super) fn write(record: &Record) -> String {
    let field = |field: Field, default: &'static str| record.fields.get(&field).map_or(default, |value| value.as_str());
    let cells = write_marked(&record.puzzle, &record.symbols);
    let removed = write_removed(record.puzzle.shape(), record.puzzle.removed());
    let (technique, digits) = (field(Field::Technique, "0000"), field(Field::TechniqueDigits, "x"));
    let (eliminations, placements) = (field(Field::Eliminations, ""), field(Field::Placements, ""));
    let extra = field(Field::Extra, "");
    format!(":{technique}:{digits}:{cells}:{removed}:{eliminations}:{placements}:{extra}")
}

/// The fields that the format carries.
pub(super) fn carries(field: Field) -> bool {
    FIELDS.iter().any(|(_, carried)| *carried == field)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_kept_to_the_letter() {
        for line in [
            ":0901:13:1.+34............:212 424:113 114::comment: with colon",
            ":0000:x:1.34............:::111:",
            ":0310-x:4:1.34............::::",
        ] {
            let record = read(line, &ReadOptions::default()).unwrap();
            assert_eq!(write(&record), line);
        }
        assert!(read(":0000:x", &ReadOptions::default()).unwrap_err().to_string().contains("has the form"));
        assert!(read(":0000:x:1.34:::", &ReadOptions::default()).is_err());
    }
}
