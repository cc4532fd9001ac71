//! Tables with columns: Parquet, CSV with a header, JSON lines.
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

/// Why Parquet cannot be read like text.
pub(crate) const UNREAD: &str =
    "a Parquet file, which this command does not read; ninefold convert --to line writes its puzzles";

/// Checks that this build has tables.
///
/// # Errors
/// If it has none: how to get a build that has them.
pub(crate) fn ensure_present() -> anyhow::Result<()> {
    Ok(())
}
