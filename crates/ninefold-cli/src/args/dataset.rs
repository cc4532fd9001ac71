//! The command that makes data sets.

use super::{Parts, Sample, Wishes};
use crate::input::{Vectors, shape};
use crate::kinds::Compression;
use clap::Args;
use ninefold::Shape;
use ninefold::generate::Method;
use std::path::PathBuf;

pub(super) const DATASET_EXAMPLES: &str = "\
Examples:
  ninefold dataset -n 100000 --seed 7 --into puzzles
  ninefold dataset -n 5000 --level hard --format jsonl --parts train=9,test=1 --into hard
  ninefold dataset -n 1000000 --format parquet --into tables
  ninefold dataset --check puzzles/manifest.json

Rows: The puzzles that generate makes with the same wishes and seed, numbered from 0, each with its solution, clue count, rating \
and class. Only the first puzzle of each class up to symmetry is kept; later ones are counted as duplicates. A puzzle that does \
not meet the wishes after --attempts is left out and counted as unmet. There is no time limit, so no row depends on the machine.

Columns: puzzle, solution, clues, level, score, hardest, techniques, weight (with --sample unbiased), form, seed and index. form \
is the minlex form that canon prints, preceded by the shape where several have the same side. Boards without one (see canon) are \
compared as they are written, and have that there. In JSON lines, techniques is an object, and a number of 2^53 or more is a string \
of digits. In Parquet, clues, score, seed and index are 64-bit integers (less than 2^63), weight is a double, and the others are text.

Parquet: Rows are kept as JSON lines until all are finished, then converted, row group by row group. The lines are deleted once the \
manifest is written, so there must be room for both. An interrupt during the conversion costs that work alone.

Parts: Each class belongs to one part, by the same function of class and seed as in split, so no class crosses. Names get the \
ending of the format if they lack it.

Interrupts: However a run ends, even by a full disk, at most about a second of finished rows is lost. The same command continues \
where journal.json says. The files are the same, byte for byte, as without an interrupt and for any number of threads (--jobs and \
--isa may change). Another command or version is refused. Names end in .partial until all files are complete.

Manifest: manifest.json is written last, after all rows have been read again. It holds version, command, seed, counts, columns, how \
the puzzles were chosen and what that favours, and the size, SHA-256 and counts of each file. To reproduce the files, run its \
command with that version in an empty folder. --check compares SHA-256 and counts, solves each puzzle, and finds its form and its \
part again. The rows of a Parquet file are not read if its SHA-256 differs.

Memory: About 40 bytes for each row, briefly up to 60 as the table of classes grows: 1 GB for 20 million rows. Reading them again \
takes at most 256 MB, and temporary files for more than 10 million. Parquet takes a row group for each thread: some 20 MB.

Exit status: 0 if every puzzle was as asked for, 1 if some were unmet or --check finds something wrong, 2 for wrong usage or if \
something could not be read or written.";

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
