//! Options about tables: columns, how they are written.

use crate::table::Kind;
use clap::Args;
use ninefold::notation::{Dialect, Format, NoSuchFormat};
use std::str::FromStr;

/// The paragraph about tables in the help of each command that reads them.
macro_rules! tables {
    () => {
        "\n\nTables: Parquet, JSON lines (.jsonl) and, with --column, CSV with a header are read by column. All columns stay, in \
         their order, and answers (--add) come behind them; error says why there is none. A row without a puzzle gets \
         none. A row that cannot be read (another number of fields, an open quote, no JSON object, not UTF-8) has nothing but its \
         answer, and error names the line; convert, dedupe and split leave it out and say so. A table is written as --format or the output's name says (.parquet, .csv, .jsonl), else as it was read; Parquet on \
         standard output as CSV. Its name ends in .partial until it is complete; what fails leaves nothing."
    };
}
pub(super) use tables;

/// Where the puzzles of a table are, and how Parquet is written.
#[derive(Args, Clone, Debug)]
pub(crate) struct Table {
    /// The input is a table, and its puzzles are in this column [default: puzzle, or the only column]
    #[arg(long, value_name = "NAME", help_heading = "Tables")]
    pub(crate) column: Option<String>,

    /// Compression of Parquet: zstd, snappy, gzip, lz4 or none [default: zstd]
    #[arg(long, value_name = "NAME", value_enum, hide_possible_values = true, help_heading = "Tables")]
    pub(crate) compression: Option<Compression>,
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
            name => name.parse().map(To::Format).map_err(|error: NoSuchFormat| format!("{error}; and parquet, jsonl")),
        }
    }
}
