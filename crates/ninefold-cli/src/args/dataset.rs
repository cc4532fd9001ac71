//! The command that makes data sets.

use super::{Parts, Sample, Wishes};
use crate::input::{Vectors, shape};
use crate::kinds::Compression;
use clap::Args;
use ninefold::Shape;
use ninefold::generate::Method;
use std::path::PathBuf;

#[derive(Args, Debug)]
pub(crate) struct Dataset {
    /// How many puzzles to make, before duplicates are left out
    #[arg(short = 'n', long, value_name = "COUNT", value_parser = clap::value_parser!(u64).range(1..))]
    #[arg(required_unless_present = "check")]
    pub(crate) count: Option<u64>,

    /// Shape of a box, rows x columns: 3x3, 2x3, 4x4; or the side of the board: 16
    #[arg(long, value_name = "RxC", value_parser = shape, default_value = "3x3")]
    pub(crate) shape: Shape,

    /// Seed: another one makes other puzzles and distributes classes differently
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,

    /// Verify the files of this manifest instead of making any
    #[arg(long, value_name = "MANIFEST")]
    #[arg(conflicts_with_all = ["count", "shape", "seed", "Wishes", "method", "sample", "attempts", "into", "parts", "format", "compression", "jobs"])]
    pub(crate) check: Option<PathBuf>,

    /// Threads to work with [default: one per core]
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) jobs: Option<u16>,

    #[command(flatten)]
    pub(crate) wishes: Wishes,

    /// How to look for puzzles: dig, search or vicinity [default: dig]
    #[arg(long, value_name = "METHOD", help_heading = "Search")]
    pub(crate) method: Option<Method>,

    /// Sample minimal puzzles with a known bias that depends on the clue count only
    #[arg(long, value_name = "HOW", value_enum, conflicts_with = "method", help_heading = "Search")]
    pub(crate) sample: Option<Sample>,

    #[command(flatten)]
    pub(crate) vectors: Vectors,

    /// How often each puzzle is tried before it is left out [default: 100000, or 100000000 with --sample unbiased]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..), help_heading = "Search")]
    pub(crate) attempts: Option<u64>,

    /// Folder for the files
    #[arg(long, value_name = "FOLDER", default_value = "dataset", help_heading = "Output")]
    pub(crate) into: PathBuf,

    /// Names of the parts, and the share of each
    #[arg(
        long,
        value_name = "NAME=WEIGHT,...",
        default_value = "train=80,validation=10,test=10",
        help_heading = "Output"
    )]
    pub(crate) parts: Parts,

    /// Format of the rows: csv, jsonl for a JSON object in each line, or parquet
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t = Rows::Csv, help_heading = "Output")]
    pub(crate) format: Rows,

    /// Compression of Parquet: zstd, snappy, gzip, lz4 or none [default: zstd]
    #[arg(long, value_name = "NAME", value_enum, hide_possible_values = true, help_heading = "Output")]
    pub(crate) compression: Option<Compression>,
}

/// How rows are written.
#[derive(clap::ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Rows {
    /// Comma-separated values with a header
    Csv,
    /// A JSON object in each line
    Jsonl,
    /// Columns of texts and numbers
    Parquet,
}

impl Rows {
    /// The name, which is also how names of files end.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Rows::Csv => "csv",
            Rows::Jsonl => "jsonl",
            Rows::Parquet => "parquet",
        }
    }

    /// The format while rows are made. Parquet can neither grow row by row nor continue after an interrupt.
    pub(crate) fn as_made(self) -> Rows {
        match self {
            Rows::Parquet => Rows::Jsonl,
            rows => rows,
        }
    }
}
