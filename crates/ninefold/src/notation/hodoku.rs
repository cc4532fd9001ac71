//! HoDoKu's library format: a position of a puzzle and what a technique does in it, on one line.
//!
//! ```text
//! :technique[-variant|-x]:digits:cells, + before placed ones:removed:eliminations:placements:extra
//! ```
//!
//! Removed candidates, eliminations and placements are triplets of digit, row and column. An empty field is not the
//! same as `x`, which means no digit in particular and is written if the record names no digits. Fields missing at the
//! end of a line are written as empty ones.

use super::format::Spec;
use super::susser::{SUSSER, read_marked, remove, write_marked, write_removed};
use super::{Field, ReadOptions, Record, assemble};
use crate::board::{Invalid, Symbols};

pub(super) const HODOKU: Spec = Spec {
    name: "hodoku",
    recognise: Some(|text, _| text.starts_with(':') && text.matches(':').count() >= 4),
    read,
    write: |record, symbols, _| write(record, symbols),
    carries,
    ..SUSSER
};

/// The fields other than the cells and the removed candidates, by their position between colons.
const FIELDS: [(usize, Field); 5] = [
    (1, Field::Technique),
    (2, Field::TechniqueDigits),
    (5, Field::Eliminations),
    (6, Field::Placements),
    (7, Field::Extra),
];

fn read(text: &str, options: &ReadOptions) -> Result<Record, Invalid> {
    let parts: Vec<&str> = text.trim().splitn(8, ':').collect();
    let (Some(cells), Some(&"")) = (parts.get(3), parts.first()) else {
        let message = "a HoDoKu line has the form :technique:digits:cells:removed:eliminations:placements:extra";
        return Err(assemble::syntax(message));
    };
    let mut record = read_marked(cells, options)?;
    remove(&mut record.puzzle, parts.get(4).unwrap_or(&"")).map_err(assemble::syntax)?;
    for (place, field) in FIELDS {
        // An empty text is kept too, unless an empty text is written for a missing field anyway.
        let absent = default(field);
        if let Some(value) = parts.get(place).filter(|value| **value != absent) {
            record.fields.insert(field, (*value).to_owned());
        }
    }
    Ok(record)
}

fn write(record: &Record, symbols: &Symbols) -> String {
    let [technique, digits, eliminations, placements, extra] = FIELDS.map(|(_, field)| {
        record.fields.get(&field).filter(|value| carries(field, value)).map_or(default(field), String::as_str)
    });
    let cells = write_marked(&record.puzzle, symbols);
    let removed = write_removed(record.puzzle.shape(), record.puzzle.removed());
    format!(":{technique}:{digits}:{cells}:{removed}:{eliminations}:{placements}:{extra}")
}

/// What is written for a field that the record lacks.
fn default(field: Field) -> &'static str {
    match field {
        Field::Technique => "0000",
        Field::TechniqueDigits => "x",
        _ => "",
    }
}

/// Whether the format carries a field with this value: it is on one line and has no colons; only the last field may
/// have colons, but no space at its end.
fn carries(field: Field, value: &str) -> bool {
    let is_kept = match field {
        Field::Extra => value.trim_end() == value,
        _ => !value.contains(':'),
    };
    is_kept && !value.contains(['\n', '\r']) && FIELDS.iter().any(|(_, carried)| *carried == field)
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
            ":0310-x::1.34............::::",
            "::x:1.34............::::",
            ":0000:x:1.34............::::",
        ] {
            let record = read(line, &ReadOptions::default()).unwrap();
            assert_eq!(write(&record, &record.symbols), line);
        }
        assert!(read(":0000:x:1.34............:", &ReadOptions::default()).unwrap().fields.is_empty());
        assert!(read(":0000:x", &ReadOptions::default()).unwrap_err().to_string().contains("has the form"));
        assert!(read(":0000:x:1.34:::", &ReadOptions::default()).is_err());
    }
}
