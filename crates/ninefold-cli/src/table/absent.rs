//! Replaces tables in a build without them: an error that explains how to get a build that has them.

use super::{Count, Request};
use crate::Outcome;
use crate::batch::{Making, Portion};
use crate::classes::{ClassTask, Shares};
use crate::command::Command;
use crate::input::Work;
use crate::kinds::{Column, Compression};
use anyhow::{Result, bail};
use serde_json::Value;
use std::ops::Range;
use std::path::{Path, PathBuf};

pub(crate) const UNREAD: &str = "this build has no tables (Parquet, --column, --add); to have them, run \
                                 cargo install --path crates/ninefold-cli --features parquet";

macro_rules! absent {
    ($($name:ident($($argument:ty),*) -> $result:ty;)*) => {
        $(pub(crate) fn $name($(_: $argument),*) -> Result<$result> {
            bail!(UNREAD)
        })*
    };
}

absent! {
    ensure_present() -> ();
    run(&impl Command, &Request<'_>) -> Outcome;
    make(&Making<impl Fn(Range<u64>) -> Result<Portion<Vec<Vec<Value>>>>>, &[Column], &Work, Option<Compression>) -> Outcome;
    pack((&[Column], Compression), usize, &Path, impl Fn(&str) -> Result<Vec<Value>>, &Path, impl FnMut(u64)) -> ();
    unpack(&Path, &[Column], impl FnMut(Vec<String>) -> Result<()>) -> Result<(), String>;
    census(&ClassTask<'_>, &Request<'_>, impl FnMut([u8; 16]) -> Result<()>) -> Outcome;
    deal(&ClassTask<'_>, &Request<'_>, &[PathBuf], &Shares) -> (Vec<u64>, Count);
    dedupe(&ClassTask<'_>, &Request<'_>, usize, &Path) -> (Count, u64);
}
