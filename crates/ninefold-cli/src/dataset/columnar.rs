//! Data sets as Parquet: made from the JSON lines of the finished rows, and read back.

use super::entries::{Entry, Reader, Take};
use super::rows::{COLUMNS, plain};
use crate::kinds::Compression;
use crate::kinds::{Column, Type};
use crate::table;
use anyhow::Context;
use serde_json::{Map, Value, json};
use std::path::Path;

/// What the columns hold, in their order: as in `generate`.
const TYPES: [Type; COLUMNS.len()] = {
    use Type::{Board, Number, Real, Text};
    [Board, Board, Number, Text, Number, Text, Board, Real, Board, Number, Number]
};

fn columns() -> [Column; COLUMNS.len()] {
    std::array::from_fn(|place| Column::usual(COLUMNS[place].0, TYPES[place]))
}

/// Writes the rows of a part as Parquet and synchronises the file; `reach` gets the number of rows done.
///
/// # Errors
/// If the lines are not rows as they were written, or something cannot be read or written.
pub(super) fn pack(
    lines: &Path,
    into: &Path,
    compression: Compression,
    threads: usize,
    reach: impl FnMut(u64),
) -> anyhow::Result<()> {
    table::Packing { columns: &columns(), compression, threads, values }.run(lines, into, reach)
}

/// The values of a row that is a line of JSON.
fn values(line: &str) -> anyhow::Result<Vec<Value>> {
    let mut object: Map<String, Value> = serde_json::from_str(line).context("a row that is not as it was written")?;
    let value = |((name, _), kind): (&(&str, &str), Type)| {
        let value = object.get_mut(*name).map(Value::take);
        Ok(match (value.with_context(|| format!("a row without '{name}'"))?, kind) {
            // Large numbers, for some readers of JSON round them.
            (Value::String(text), Type::Number) => json!(text.parse::<i64>()?),
            (value @ Value::Object(_), _) => json!(plain(&value)),
            (value, _) => value,
        })
    };
    COLUMNS.iter().zip(TYPES).map(value).collect()
}

/// Reads the rows of a part; returns how many bytes it has, and their digest.
///
/// If the digest is known and differs, no rows are read, since the Parquet reader aborts the program on some damaged files.
///
/// # Errors
/// If it cannot be read. What is wrong with its rows goes to `take`.
pub(super) fn read(path: &Path, known: Option<&str>, take: &mut Take<'_>) -> anyhow::Result<(u64, String)> {
    let mut reader = Reader::open(path)?;
    reader.rest()?;
    let digest = reader.digest();
    if known.is_some_and(|known| *known != digest.1) {
        take(Entry::Wrong(": is not as it was written, so its rows are not read".to_owned()))?;
        return Ok(digest);
    }
    let mut row = 0;
    let unpacked = table::unpack(path, &columns(), |fields| {
        row += 1;
        take(Entry::Row(row, Ok(fields)))
    })?;
    if let Err(complaint) = unpacked {
        take(Entry::Wrong(format!(": {complaint}")))?;
    }
    Ok(digest)
}
