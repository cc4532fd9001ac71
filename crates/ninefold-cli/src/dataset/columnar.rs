//! Data sets as Parquet: made from the JSON lines of the finished rows, and read back.

use super::entries::{Entry, Reader, Take};
use crate::kinds::{Column, Compression};
use crate::{made, table};
use anyhow::Context;
use std::path::Path;

fn columns() -> Vec<Column> {
    made::columns("missing").map(|(column, _)| column).collect()
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
    let columns = &columns();
    let values =
        |line: &str| made::row(serde_json::from_str(line).context("a row that is not as it was written")?, columns);
    table::pack(&table::Packing { columns, compression, threads, values }, lines, into, reach)
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
