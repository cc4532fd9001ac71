//! Tables: Parquet, CSV with a header, JSON lines. One column holds puzzles, the others travel along, and what a command
//! finds about each puzzle becomes new columns.
//!
//! ```text
//!   reader (Parquet, CSV, JSON lines, puzzles as text) -> batches -> workers -> in order -> writer
//! ```
//!
//! All of this is behind the feature `parquet`; a build without it knows what a table is and says so.

#[cfg(feature = "parquet")]
mod answers;
#[cfg(feature = "parquet")]
mod making;
#[cfg(feature = "parquet")]
mod packing;
#[cfg(feature = "parquet")]
mod puzzles;
#[cfg(feature = "parquet")]
mod reader;
#[cfg(feature = "parquet")]
mod records;
#[cfg(feature = "parquet")]
mod run;
#[cfg(feature = "parquet")]
mod sift;
#[cfg(feature = "parquet")]
mod text;
#[cfg(feature = "parquet")]
mod writer;

#[cfg(feature = "parquet")]
pub(crate) use making::{Making, Rows};
#[cfg(feature = "parquet")]
pub(crate) use packing::{Packing, unpack};
#[cfg(feature = "parquet")]
pub(crate) use run::run;
#[cfg(feature = "parquet")]
pub(crate) use sift::{Deal, census, deal, dedupe};

use crate::command::Command;
use crate::input::{Answering, Input, Table, Work};
use crate::kinds::{Added, Form, Kind};
use crate::{Outcome, batch};
use std::path::Path;

/// What the command line says about tables.
pub(crate) struct Request<'a> {
    pub(crate) input: &'a Input,
    pub(crate) work: &'a Work,
    pub(crate) table: &'a Table,
    pub(crate) add: &'a [Added],
    /// Whether answers are added if none are named.
    #[cfg_attr(not(feature = "parquet"), allow(dead_code, reason = "only what writes tables asks"))]
    pub(crate) adds_usual: bool,
    /// What `--format` names, if that can be a table.
    pub(crate) format: Option<Kind>,
    /// Whether it can be nothing else.
    pub(crate) is_format_of_tables: bool,
}

impl<'a> Request<'a> {
    /// Nothing is added or named.
    pub(crate) fn new(input: &'a Input, work: &'a Work, table: &'a Table) -> Request<'a> {
        Request { input, work, table, add: &[], adds_usual: false, format: None, is_format_of_tables: false }
    }

    /// Answers are added, the usual ones if none are named. Of the formats, these are tables and nothing else.
    pub(crate) fn answering(input: &'a Input, how: &'a Answering, add: &'a [Added], tables: &[Form]) -> Request<'a> {
        let (format, is_format_of_tables) = (how.format.kind(), tables.contains(&how.format));
        Request { add, adds_usual: true, format, is_format_of_tables, ..Request::new(input, &how.work, &how.table) }
    }

    /// Whether tables are read or written: what only tables have is asked for, or a file cannot be anything else.
    pub(crate) fn is_for_table(&self) -> bool {
        let Request { table, add, input, .. } = self;
        let is_asked = table.column.is_some() || table.compression.is_some() || !add.is_empty();
        let is_table = |path: &Path| matches!(Kind::of_file(path), Some(Kind::Parquet | Kind::JsonLines));
        let writes = self.work.output.as_deref().and_then(Kind::of_name) == Some(Kind::Parquet);
        is_asked || writes || self.is_format_of_tables || input.inputs.iter().any(|input| is_table(Path::new(input)))
    }
}

/// Answers the rows of a table, if the command line is about one, or puzzles as texts.
pub(crate) fn answer(command: &impl Command, request: &Request<'_>) -> anyhow::Result<Outcome> {
    match request.is_for_table() {
        true => run(command, request),
        false => batch::run(command, request.input, request.work),
    }
}

/// How to come by a program that reads tables.
pub(crate) const ABSENT: &str = "this build has no tables (Parquet, --column, --add); with them it is built by \
                                 cargo install --path crates/ninefold-cli --features parquet";

/// Says that there are no tables in this build.
///
/// # Errors
/// Always.
#[cfg(not(feature = "parquet"))]
pub(crate) fn run<T>(_: &T, _: &Request<'_>) -> anyhow::Result<Outcome> {
    anyhow::bail!(ABSENT)
}

/// Says that there are no tables in this build, for the commands that do not answer puzzles.
///
/// # Errors
/// Always.
pub(crate) fn absent<T>() -> anyhow::Result<T> {
    anyhow::bail!(ABSENT)
}
