//! The forms of input and output as values: formats, kinds of tables, columns.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use ninefold::notation::{Dialect, Format};
use std::ffi::OsStr;
use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::str::FromStr;

/// How answers are written: in a format of the library, with what is known about them around it, or as a binary table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Form {
    /// A line for people, where answers are not boards.
    Text(Format),
    Csv,
    Json,
    Parquet,
}

impl Form {
    pub(crate) const LINE: Form = Form::Text(Format::Line);

    pub(crate) fn format(self) -> Option<Format> {
        if let Form::Text(format) = self { Some(format) } else { None }
    }

    /// Whether an answer takes several lines, so that blank lines separate them.
    pub(crate) fn is_block(self) -> bool {
        self.format().is_some_and(Format::is_block)
    }

    /// The kind of table, if this is a table.
    pub(crate) fn kind(self) -> Option<Kind> {
        match self {
            Form::Csv | Form::Text(Format::Csv(Dialect::Plain)) => Some(Kind::Csv),
            Form::Json => Some(Kind::JsonLines),
            Form::Parquet => Some(Kind::Parquet),
            Form::Text(_) => None,
        }
    }

    /// Parses a form for boards that were found or made, on the command line.
    pub(crate) fn of_boards(name: &str) -> Result<Form, String> {
        match (name, name.parse()) {
            ("csv", _) => Ok(Form::Csv),
            ("json", _) => Ok(Form::Json),
            (_, Ok(format @ Format::Csv(_))) => Err(format!("{format} has no place for answers; use csv")),
            (_, Ok(format)) => Form::of_format(format),
            _ => Err(unknown_format(name, |format| !matches!(format, Format::Csv(_)), &["csv"])),
        }
    }

    /// The form for a format, if boards can be written in it.
    pub(crate) fn of_format(format: Format) -> Result<Form, String> {
        match format.is_only_read() {
            false => Ok(Form::Text(format)),
            true => Err(format!("format {format} is read, but not written")),
        }
    }

    /// The same, also for tables.
    pub(crate) fn of_rows(name: &str) -> Result<Form, String> {
        match name {
            "parquet" => Ok(Form::Parquet),
            "jsonl" => Ok(Form::Json),
            name => Form::of_boards(name).map_err(|error| match name.parse::<Format>() {
                Err(_) => format!("{error}, parquet"),
                Ok(_) => error,
            }),
        }
    }

    /// Checks, before any board is made, that classic boards can be written in this form.
    pub(crate) fn of_classics(self) -> Result<Form, String> {
        match self.format() {
            Some(format) if !format.is_written() => Err(format!("format {format} is not for classic boards")),
            _ => Ok(self),
        }
    }

    /// The first line of a file, if it has one; `columns` are those of CSV.
    pub(crate) fn header(self, columns: impl FnOnce() -> String) -> Option<String> {
        match self {
            Form::Csv => Some(columns()),
            form => form.format().and_then(Format::header).map(str::to_owned),
        }
    }

    /// The last line of a file, if it has one.
    pub(crate) fn footer(self) -> Option<&'static str> {
        self.format().and_then(Format::footer)
    }

    /// A parser for some of the forms by name; `line` means text.
    pub(crate) fn among<P: Into<PossibleValue>, const N: usize>(names: [P; N]) -> impl TypedValueParser<Value = Form> {
        PossibleValuesParser::new(names).map(|name| match &*name {
            "csv" => Form::Csv,
            "parquet" => Form::Parquet,
            "line" => Form::LINE,
            _ => Form::Json,
        })
    }
}

/// The message that no output format has this name: it lists the useful formats in which boards are written, and the others.
pub(crate) fn unknown_format(name: &str, is_of_use: impl Fn(Format) -> bool, others: &[&str]) -> String {
    let all = Format::ALL.iter().filter(|format| !format.is_only_read() && is_of_use(**format));
    let names: Vec<_> = all.map(|format| format.name()).chain(others.iter().copied()).collect();
    format!("no format is called '{name}'; boards are written as {}", names.join(", "))
}

/// How a table is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    Parquet,
    Csv,
    JsonLines,
    /// Not a table, but the first answer of each row.
    Text,
}

impl Kind {
    /// The kind that the name of a file indicates, whatever its compression.
    pub(crate) fn of_name(path: &Path) -> Option<Kind> {
        let ending = |path: &Path| path.extension().and_then(OsStr::to_str).map(str::to_ascii_lowercase);
        let inner = match ending(path)?.as_str() {
            "gz" | "zst" => ending(Path::new(path.file_stem()?))?,
            _ => ending(path)?,
        };
        match inner.as_str() {
            "parquet" => Some(Kind::Parquet),
            "csv" | "tsv" => Some(Kind::Csv),
            "jsonl" | "ndjson" => Some(Kind::JsonLines),
            _ => None,
        }
    }

    /// The file name extension.
    pub(crate) fn ending(self) -> &'static str {
        match self {
            Kind::Parquet => "parquet",
            Kind::Csv => "csv",
            Kind::JsonLines => "jsonl",
            Kind::Text => "txt",
        }
    }

    /// The kind of a file, by its first bytes, otherwise by its name.
    pub(crate) fn of_file(path: &Path) -> Option<Kind> {
        if !path.is_file() {
            return None;
        }
        let mut start = [0; 4];
        match File::open(path).and_then(|mut file| file.read_exact(&mut start)) {
            Ok(()) if start == *b"PAR1" => Some(Kind::Parquet),
            _ => Kind::of_name(path),
        }
    }
}

/// How Parquet is compressed.
#[derive(clap::ValueEnum, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Compression {
    #[default]
    Zstd,
    Snappy,
    Gzip,
    Lz4,
    None,
}

/// An answer that is to become a column: `count`, or `count=number` to give it another name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Added {
    /// The name of the answer.
    pub(crate) answer: String,
    /// The name of the column.
    pub(crate) name: String,
}

impl FromStr for Added {
    type Err = String;

    fn from_str(text: &str) -> Result<Added, String> {
        let (answer, name) = text.split_once('=').unwrap_or((text, text));
        if answer.is_empty() || name.is_empty() {
            return Err("expected names of columns: solution,error or solution=answer".to_owned());
        }
        Ok(Added { answer: answer.to_owned(), name: name.to_owned() })
    }
}

/// The type of a column of answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Type {
    Text,
    /// Text that differs from row to row.
    Board,
    Number,
    Real,
    Flag,
}

/// Something that can be reported about a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Column {
    pub(crate) name: &'static str,
    pub(crate) kind: Type,
    /// Whether it is reported by default.
    pub(crate) is_usual: bool,
}

impl Column {
    pub(crate) const fn usual(name: &'static str, kind: Type) -> Column {
        Column { name, kind, is_usual: true }
    }

    pub(crate) const fn other(name: &'static str, kind: Type) -> Column {
        Column { name, kind, is_usual: false }
    }
}
