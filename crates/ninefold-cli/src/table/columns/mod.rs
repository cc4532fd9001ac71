//! Tables by column: Parquet, CSV with a header, JSON lines.
//!
//! ```text
//!   reader (Parquet, CSV, JSON lines, puzzles as text) -> batches -> workers -> in order -> writer
//! ```

mod answers;
mod making;
mod puzzles;
mod reader;
mod records;
mod rows;
mod run;
mod sift;
mod text;
mod writer;

pub(crate) use making::{make, pack, unpack};
pub(crate) use run::run;
pub(crate) use sift::{census, deal, dedupe};

/// Why Parquet is not read as text is.
pub(crate) const UNREAD: &str =
    "a Parquet file, which this command does not read; ninefold convert --to line writes its puzzles";

/// Whether this build has tables.
///
/// # Errors
/// If not: how to get one that has.
pub(crate) fn ensure_present() -> anyhow::Result<()> {
    Ok(())
}
