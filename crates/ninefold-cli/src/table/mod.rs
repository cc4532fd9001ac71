//! Tables: one column holds puzzles, the others are carried along, and a command's findings about each puzzle become columns.
//!
//! All of `columns` requires the feature `parquet`; a build without it recognises tables and reports an error.

#[cfg_attr(not(feature = "parquet"), path = "absent.rs")]
mod columns;

pub(crate) use columns::{UNREAD, census, deal, dedupe, ensure_present, make, pack, run, unpack};

use crate::command::Command;
use crate::filter;
use crate::input::{Answering, Input, Table, Work};
use crate::kinds::{Added, Form, Kind};
use crate::output::counted;
use crate::{Outcome, batch};
use ninefold::notation::{ReadOptions, Splitter};
use serde_json::Value;
use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

/// What the command line requests about tables.
pub(crate) struct Request<'a> {
    pub(crate) input: &'a Input,
    pub(crate) work: &'a Work,
    pub(crate) table: &'a Table,
    /// The answers to add: the usual ones if none are named; `None` if rows are only copied.
    pub(crate) add: Option<&'a [Added]>,
    /// The kind of table that `--format` names, if it can be one.
    pub(crate) format: Option<Kind>,
    /// Whether the format can be nothing else.
    pub(crate) is_format_of_tables: bool,
}

impl<'a> Request<'a> {
    /// A request that adds and names nothing.
    pub(crate) fn new(input: &'a Input, work: &'a Work, table: &'a Table) -> Request<'a> {
        Request { input, work, table, add: None, format: None, is_format_of_tables: false }
    }

    /// A request to add answers, the usual ones if none are named. The formats in `tables` are always tables.
    pub(crate) fn answering(input: &'a Input, how: &'a Answering, add: &'a [Added], tables: &[Form]) -> Request<'a> {
        let (format, is_format_of_tables) = (how.format.kind(), tables.contains(&how.format));
        Request { add: Some(add), format, is_format_of_tables, ..Request::new(input, &how.work, &how.table) }
    }

    /// Whether tables are read or written: an option that only tables have is used, or a file can be nothing else.
    pub(crate) fn is_for_table(&self) -> bool {
        let Request { table, add, input, .. } = self;
        let is_asked = table.column.is_some() || table.compression.is_some() || add.is_some_and(|add| !add.is_empty());
        let is_table = |path: &Path| match Kind::of_file(path) {
            // A build without tables answers their lines as puzzles.
            Some(Kind::JsonLines) => cfg!(feature = "parquet") && !has_variants(path),
            kind => kind == Some(Kind::Parquet),
        };
        let writes = self.work.output.as_deref().and_then(Kind::of_name) == Some(Kind::Parquet);
        is_asked || writes || self.is_format_of_tables || input.inputs.iter().any(|input| is_table(Path::new(input)))
    }
}

/// Whether the lines of a file are puzzles with further rules, without a column for puzzles. The first line that has such a
/// column, or can be read as a puzzle, decides. If there is none, they are such puzzles if one is meant to be.
fn has_variants(path: &Path) -> bool {
    let Some(file) = path.is_file().then(|| File::open(path).ok()).flatten() else { return false };
    let (options, mut is_meant) = (ReadOptions::default(), false);
    for line in BufReader::new(file.take(LONGEST)).split(b'\n').map_while(Result::ok) {
        if let Ok(Value::Object(row)) = serde_json::from_slice(&line)
            && (row.contains_key("puzzle") || row.len() == 1 && row.values().all(Value::is_string))
        {
            return false;
        }
        let Some(piece) = Splitter::new(&options).next(&line, true) else { continue };
        match piece.read_variant(&line, &options) {
            Some(Ok(_)) => return true,
            Some(Err(_)) => is_meant = true,
            None if piece.read(&line, &options).is_ok() => return false,
            None => {}
        }
    }
    is_meant
}

/// The most bytes that are examined.
const LONGEST: u64 = 1 << 20;

/// Answers the rows of a table if the command line asks for one, otherwise puzzles as texts.
pub(crate) fn answer(command: &impl Command, request: &Request<'_>) -> anyhow::Result<Outcome> {
    filter::check_filter(command)?;
    match request.is_for_table() {
        true => run(command, request),
        false => batch::run(command, request.input, request.work),
    }
}

/// What became of the rows of a table.
pub(crate) struct Count {
    pub(crate) rows: u64,
    /// Rows that contain boards.
    pub(crate) boards: u64,
    pub(crate) outcome: Outcome,
}

impl Count {
    /// Reports how many rows have no board.
    pub(crate) fn report(&self) -> Outcome {
        if self.boards < self.rows {
            batch::say(&format!("{} without a board left out", counted(self.rows - self.boards, "row")));
        }
        self.outcome
    }
}
