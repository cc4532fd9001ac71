//! The tests of the program as a process, in one test program: `cargo test -p ninefold-cli --test tool goldens::` runs one
//! suite.

#[cfg(feature = "parquet")]
mod broken_rows;
mod call;
mod cli;
mod common;
mod dataset;
mod explain;
mod goldens;
mod kinds_page;
mod nearby;
mod options;
mod proofs;
mod published_scale;
mod reading;
mod serve;
mod streams;
mod symmetry;
#[cfg(feature = "parquet")]
mod tables;
mod technique_pages;
