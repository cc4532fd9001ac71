//! The forms of input and output as values: formats, kinds of tables, columns.

use anyhow::bail;
use ninefold::UnknownName;
use ninefold::notation::{Dialect, Format};
use std::ffi::OsStr;
use std::fmt;
use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::str::FromStr;

/// How answers are written: in a format of the library, or with what is known about them around it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Style {
    Notation(Format),
    Csv,
    Json,
}

impl Style {
    pub(crate) const LINE: Style = Style::Notation(Format::Line);
    pub(crate) const BOX: Style = Style::Notation(Format::Box);

    /// Whether an answer takes several lines, so that blank lines separate them.
    pub(crate) fn is_block(self) -> bool {
        matches!(self, Style::Notation(format) if format.is_block())
    }
}

impl FromStr for Style {
    type Err = String;

    fn from_str(name: &str) -> Result<Style, String> {
        match name {
            "csv" => Ok(Style::Csv),
            "json" => Ok(Style::Json),
            name => match name.parse() {
                Ok(format @ Format::Csv(_)) => Err(format!("{format} has no place for answers; use csv")),
                Ok(format) => Ok(Style::Notation(format)),
                Err(error) => Err(format!("{error}; and json")),
            },
        }
    }
}

/// How answers are written: in some style, or as a table that is no text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Wanted {
    Style(Style),
    Parquet,
}

impl Wanted {
    /// The style, if answers are text.
    pub(crate) fn style(self) -> Option<Style> {
        match self {
            Wanted::Style(style) => Some(style),
            Wanted::Parquet => None,
        }
    }

    /// What kind of table that is.
    ///
    /// # Errors
    /// If it is none.
    pub(crate) fn kind(self) -> anyhow::Result<Kind> {
        match self {
            Wanted::Parquet => Ok(Kind::Parquet),
            Wanted::Style(Style::Csv) => Ok(Kind::Csv),
            Wanted::Style(Style::Json) => Ok(Kind::JsonLines),
            Wanted::Style(style) => bail!("--format: a table is written as parquet, csv or json, not as {style}"),
        }
    }
}

impl FromStr for Wanted {
    type Err = String;

    fn from_str(name: &str) -> Result<Wanted, String> {
        match name {
            "parquet" => Ok(Wanted::Parquet),
            "jsonl" => Ok(Wanted::Style(Style::Json)),
            name => name.parse().map(Wanted::Style).map_err(|error: String| format!("{error} and parquet")),
        }
    }
}

impl fmt::Display for Style {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Style::Notation(format) => format.fmt(f),
            Style::Csv => f.write_str("csv"),
            Style::Json => f.write_str("json"),
        }
    }
}

/// What a table is written as.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    Parquet,
    Csv,
    JsonLines,
    /// No table, but the first answer of each row.
    Text,
}

impl Kind {
    /// What the name of a file says, whatever it is compressed with.
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

    /// How names of such files end.
    pub(crate) fn ending(self) -> &'static str {
        match self {
            Kind::Parquet => "parquet",
            Kind::Csv => "csv",
            Kind::JsonLines => "jsonl",
            Kind::Text => "txt",
        }
    }

    /// What a file is: by its first bytes, else by its name.
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

/// Answers of one line each.
#[derive(clap::ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Lines {
    Line,
    Json,
}

/// How ratings are written, and what else is one line, CSV or JSON.
#[derive(clap::ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Ratings {
    /// A line for each
    Line,
    Csv,
    Json,
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

/// An answer that is to become a column: `count`, or `count=number` under another name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Added {
    /// What is told.
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

/// Answers of one line each, CSV or JSON, or a table.
#[derive(clap::ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Form {
    Line,
    Csv,
    #[value(alias = "jsonl")]
    Json,
    Parquet,
}

impl Form {
    /// The kind of table it is, if it is one.
    pub(crate) fn kind(self) -> Option<Kind> {
        match self {
            Form::Line => None,
            Form::Csv => Some(Kind::Csv),
            Form::Json => Some(Kind::JsonLines),
            Form::Parquet => Some(Kind::Parquet),
        }
    }
}

/// What puzzles are converted to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum To {
    Format(Format),
    Parquet,
    JsonLines,
}

impl To {
    /// The kind of table it is, if tables are read.
    pub(crate) fn kind(self) -> Kind {
        match self {
            To::Format(Format::Csv(Dialect::Plain)) => Kind::Csv,
            To::Format(_) => Kind::Text,
            To::Parquet => Kind::Parquet,
            To::JsonLines => Kind::JsonLines,
        }
    }
}

impl FromStr for To {
    type Err = String;

    fn from_str(name: &str) -> Result<To, String> {
        match name {
            "parquet" => Ok(To::Parquet),
            "jsonl" => Ok(To::JsonLines),
            name => name.parse().map(To::Format).map_err(|error: UnknownName| format!("{error}; and parquet, jsonl")),
        }
    }
}

/// What a column of answers holds.
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
    /// Told if nothing else is asked for.
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
