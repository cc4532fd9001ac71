//! The form of answers.

use crate::batch::Item;
use ninefold::notation::{self, Format, Record, VariantRecord};
use ninefold::solve::Natural;
use ninefold::{Grid, Invalid, Shape, Symbols};
use serde_json::{Value, json};
use std::fmt::Display;

/// A grid in a format; the error names what the format cannot represent.
pub(crate) fn grid_text(grid: &Grid, symbols: &Symbols, format: Format) -> Result<String, String> {
    if format == Format::Line {
        return Ok(notation::grid_line(grid, symbols) + "\n");
    }
    let record = Record::from(grid).with_symbols(symbols.clone());
    notation::write(&record, format).map(|written| written.text).map_err(|error| error.to_string())
}

/// A number that every JSON reader takes as it is; a larger one as a string of digits, since many readers would round it.
pub(crate) fn json_number(number: &Natural) -> Value {
    match u64::try_from(number) {
        Ok(number) if number < 1 << 53 => json!(number),
        _ => json!(number.to_string()),
    }
}

/// A value as it is written in CSV.
pub(crate) fn plain(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Object(counts) => {
            counts.iter().map(|(name, count)| format!("{name}:{count}")).collect::<Vec<_>>().join(";")
        }
        value => value.to_string(),
    }
}

/// `1 step`, `2 steps`, `2 classes`
pub(crate) fn counted(count: impl Display, noun: &str) -> String {
    let count = count.to_string();
    let ending = match count.as_str() {
        "1" => "",
        _ if noun.ends_with('s') => "es",
        _ => "s",
    };
    format!("{count} {noun}{ending}")
}

/// A row of CSV, with its line break.
pub(crate) fn csv_row(values: &[impl AsRef<[u8]>]) -> String {
    // The buffer is as long as most rows, because every row gets one.
    let mut writer = csv::WriterBuilder::new().buffer_capacity(512).from_writer(Vec::with_capacity(512));
    writer.write_record(values).expect("memory can be written to");
    let row = writer.into_inner().expect("memory can be written to");
    String::from_utf8(row).expect("a row of texts is text")
}

/// An answer as a JSON object. It begins with the members that all answers share: which puzzle it is about.
pub(crate) struct Object(Vec<u8>);

/// The subject of an answer.
#[derive(Clone, Copy)]
pub(crate) enum About<'a> {
    /// A puzzle, or a text that is not one.
    Read(&'a Result<Record, Invalid>),
    /// A puzzle with rules beyond those of a Sudoku, of which its text alone does not say everything.
    Variant(&'a VariantRecord),
    /// A plain 9x9 puzzle, which need not be parsed again.
    Plain(&'a [u8; 81]),
}

impl About<'_> {
    /// The puzzle in line format, or the text that is not one. What is written can be read again without the row
    /// or the options that it came with.
    pub(crate) fn puzzle(&self, item: &Item<'_>) -> String {
        match self {
            About::Read(read) => puzzle_text(item, read),
            About::Variant(record) => {
                let written = notation::write_variant(record, Format::Json).expect("JSON carries every rule");
                written.text.trim_end().to_owned()
            }
            About::Plain(digits) => plain_line(digits),
        }
    }

    /// The rows x columns of a box, if this is a classic puzzle.
    pub(crate) fn shape(&self) -> Option<String> {
        match self {
            About::Read(read) => read.as_ref().ok().map(|record| record.puzzle.shape().to_string()),
            About::Variant(_) => None,
            About::Plain(_) => Some(Shape::NINE.to_string()),
        }
    }

    /// The beginning of a JSON object.
    pub(crate) fn object(&self, item: &Item<'_>) -> Object {
        let symbols = match self {
            About::Read(read) => read.as_ref().ok().map(|record| record.symbols.name()),
            About::Variant(_) => None,
            About::Plain(_) => Some(Symbols::for_side(9).name()),
        };
        let mut object = Object(Vec::with_capacity(512));
        object.0.push(b'{');
        let object = object.with("place", item.place()).with("puzzle", self.puzzle(item));
        object.with("shape", self.shape()).with("symbols", symbols)
    }
}

impl Object {
    /// Adds a member, whose name is a plain word.
    pub(crate) fn with(mut self, name: &str, value: impl Into<Value>) -> Object {
        self.push_name(name);
        serde_json::to_writer(&mut self.0, &value.into()).expect("memory can be written to");
        self
    }

    /// Adds some members.
    pub(crate) fn with_all<'a>(self, members: impl IntoIterator<Item = (&'a str, Value)>) -> Object {
        members.into_iter().fold(self, |object, (name, value)| object.with(name, value))
    }

    /// The object on a line.
    pub(crate) fn line(mut self) -> Vec<u8> {
        self.0.extend_from_slice(b"}\n");
        self.0
    }

    /// The object up to the beginning of a list that is written piece by piece.
    pub(crate) fn begin_list(mut self, name: &str) -> Vec<u8> {
        self.push_name(name);
        self.0.push(b'[');
        self.0
    }

    /// Continues the object after such a list.
    pub(crate) fn end_list() -> Object {
        Object(vec![b']'])
    }

    fn push_name(&mut self, name: &str) {
        if self.0.last() != Some(&b'{') {
            self.0.push(b',');
        }
        self.0.push(b'"');
        self.0.extend_from_slice(name.as_bytes());
        self.0.extend_from_slice(b"\":");
    }
}

/// A plain puzzle, or a solution, in line format.
pub(crate) fn plain_line(digits: &[u8; 81]) -> String {
    digits.iter().map(|digit| if *digit == 0 { '.' } else { char::from(b'0' + digit) }).collect()
}

/// The puzzle in line format, or the text that is not a puzzle.
pub(crate) fn puzzle_text(item: &Item<'_>, read: &Result<Record, Invalid>) -> String {
    match read {
        Err(_) => item.text(),
        Ok(record) => {
            let written = notation::write(record, Format::Line).expect("a line holds boards of every size");
            written.text.trim_end().to_owned()
        }
    }
}
