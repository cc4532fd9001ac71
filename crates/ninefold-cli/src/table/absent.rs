//! What a build without tables has in their place: an error that says how to get one that has them.

use super::{Count, Packing, Request};
use crate::Outcome;
use crate::batch::{Making, Portion};
use crate::classes::{ClassTask, Shares};
use crate::input::Work;
use crate::kinds::{Column, Compression};
use anyhow::{Result, bail};
use serde_json::Value;
use std::ops::Range;
use std::path::{Path, PathBuf};

pub(crate) const UNREAD: &str = "this build has no tables (Parquet, --column, --add); with them it is built by \
                                 cargo install --path crates/ninefold-cli --features parquet";

pub(crate) fn ensure_present() -> Result<()> {
    bail!(UNREAD)
}

pub(crate) fn run<T>(_: &T, _: &Request<'_>) -> Result<Outcome> {
    bail!(UNREAD)
}

pub(crate) fn make<M: Fn(Range<u64>) -> Result<Portion<Vec<Vec<Value>>>>>(
    _: &Making<M>,
    _: &[Column],
    _: &Work,
    _: Option<Compression>,
) -> Result<Outcome> {
    bail!(UNREAD)
}

pub(crate) fn pack<V>(_: &Packing<'_, V>, _: &Path, _: &Path, _: impl FnMut(u64)) -> Result<()> {
    bail!(UNREAD)
}

pub(crate) fn unpack(_: &Path, _: &[Column], _: impl FnMut(Vec<String>) -> Result<()>) -> Result<Result<(), String>> {
    bail!(UNREAD)
}

pub(crate) fn census(_: &ClassTask<'_>, _: &Request<'_>, _: impl FnMut([u8; 16]) -> Result<()>) -> Result<Outcome> {
    bail!(UNREAD)
}

pub(crate) fn deal(_: &ClassTask<'_>, _: &Request<'_>, _: &[PathBuf], _: &Shares) -> Result<(Vec<u64>, Outcome)> {
    bail!(UNREAD)
}

pub(crate) fn dedupe(_: &ClassTask<'_>, _: &Request<'_>, _: usize, _: &Path) -> Result<(Count, u64)> {
    bail!(UNREAD)
}
