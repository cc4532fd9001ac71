//! Data sets as Parquet in a build without tables: an error that says how to get one.

use super::entries::Take;
use crate::kinds::Compression;
use crate::table;
use std::path::Path;

pub(super) fn pack(_: &Path, _: &Path, _: Compression, _: usize, _: impl FnMut(u64)) -> anyhow::Result<()> {
    table::absent()
}

pub(super) fn read(_: &Path, _: Option<&str>, _: &mut Take<'_>) -> anyhow::Result<(u64, String)> {
    table::absent()
}
