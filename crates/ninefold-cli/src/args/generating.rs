//! The commands that make grids and puzzles.

use crate::input::{Vectors, Work, shape};
use crate::kinds::Compression;
use clap::Args;
use ninefold::generate::{ClueSymmetry, Method};
use ninefold::logic::{Level, Technique};
use ninefold::{Shape, Symbols};
use std::fmt::Display;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::str::FromStr;

#[derive(Args, Debug)]
pub(crate) struct Fill {
    /// How many grids to make
    #[arg(short = 'n', long, value_name = "COUNT", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) count: u64,

    /// Shape of a box, rows x columns: 3x3, 2x3, 4x4; or the side of the board: 16
    #[arg(long, value_name = "RxC", value_parser = shape, default_value = "3x3")]
    pub(crate) shape: Shape,

    /// Seed: another one makes other grids
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,

    /// Number of the first grid
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) start: u64,

    /// Symbols of the digits in their order: 1-9A-G, TONYBLAIR
    #[arg(long, value_name = "ALPHABET", help_heading = "Output")]
    pub(crate) symbols: Option<Symbols>,

    /// Format of the grids: line, grid, box, table, json, csv, or any that convert knows
    /// [default: box for a single grid on a terminal, else line]
    #[arg(long, value_name = "FORMAT", help_heading = "Output")]
    pub(crate) format: Option<crate::kinds::Style>,

    #[command(flatten)]
    pub(crate) work: Work,
}

#[derive(Args, Debug)]
pub(crate) struct Generate {
    /// How many puzzles to make
    #[arg(short = 'n', long, value_name = "COUNT", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) count: u64,

    /// Shape of a box, rows x columns: 3x3, 2x3, 4x4; or the side of the board: 16
    #[arg(long, value_name = "RxC", value_parser = shape, default_value = "3x3")]
    pub(crate) shape: Shape,

    /// Seed: another one makes other puzzles
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,

    /// Number of the first puzzle
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) start: u64,

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

    /// Time for each puzzle on average; then the best one found is taken
    #[arg(long, value_name = "SECONDS", default_value_t = 10.0, value_parser = seconds, help_heading = "Search")]
    pub(crate) time_limit: f64,

    /// Symbols of the digits in their order: 1-9A-G, TONYBLAIR
    #[arg(long, value_name = "ALPHABET", help_heading = "Output")]
    pub(crate) symbols: Option<Symbols>,

    /// Format of the puzzles: line, grid, box, table, json, csv, parquet, or any that convert knows
    /// [default: box for a single puzzle on a terminal, else line]
    #[arg(long, value_name = "FORMAT", help_heading = "Output")]
    pub(crate) format: Option<crate::kinds::Wanted>,

    /// Compression of Parquet: zstd, snappy, gzip, lz4 or none [default: zstd]
    #[arg(long, value_name = "NAME", value_enum, hide_possible_values = true, help_heading = "Output")]
    pub(crate) compression: Option<Compression>,

    #[command(flatten)]
    pub(crate) work: Work,
}

/// What puzzles should be like.
#[derive(Args, Debug)]
#[command(next_help_heading = "Wishes")]
pub(crate) struct Wishes {
    /// Symmetry of the cells with givens: none, half-turn, quarter-turn, horizontal, vertical, both, diagonal,
    /// anti-diagonal, both-diagonals or full
    #[arg(long, value_name = "SYMMETRY", default_value_t = ClueSymmetry::None)]
    pub(crate) symmetry: ClueSymmetry,

    /// Givens in exactly the cells that this drawing shows; - is standard input
    #[arg(long, value_name = "FILE", conflicts_with = "symmetry")]
    pub(crate) pattern: Option<PathBuf>,

    /// Number of givens: 24, 22..26, 24.. or ..24
    #[arg(long, value_name = "A..B", value_parser = clues)]
    pub(crate) clues: Option<RangeInclusive<usize>>,

    /// No given can be left out
    #[arg(long)]
    pub(crate) minimal: bool,

    /// Level: easy, medium, hard, unfair or extreme
    #[arg(long, value_name = "LEVEL")]
    pub(crate) level: Option<Level>,

    /// HoDoKu's score: 800..1000 or 1000..
    #[arg(long, value_name = "A..B", value_parser = score)]
    pub(crate) score: Option<RangeInclusive<u32>>,

    /// A technique that must be used (may be given several times)
    #[arg(long, value_name = "TECHNIQUE")]
    pub(crate) require: Vec<Technique>,

    /// A technique that must not be used (may be given several times)
    #[arg(long, value_name = "TECHNIQUE")]
    pub(crate) forbid: Vec<Technique>,

    /// The hardest technique
    #[arg(long, value_name = "TECHNIQUE")]
    pub(crate) hardest: Option<Technique>,
}

/// How puzzles are sampled.
#[derive(clap::ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Sample {
    /// Berthier's controlled-bias generator
    Unbiased,
}

/// `20..24` with both ends included. Either end may be left out; a single number is both.
fn range<T: FromStr + Copy>(text: &str, smallest: T, largest: T) -> Result<RangeInclusive<T>, String> {
    let (from, to) = text.split_once("..").unwrap_or((text, text));
    let end = |text: &str, open| if text.is_empty() { Some(open) } else { text.parse().ok() };
    match (end(from, smallest), end(to.trim_start_matches('='), largest)) {
        (Some(from), Some(to)) if text.contains(|c: char| c.is_ascii_digit()) => Ok(from..=to),
        _ => Err("expected a number or a range: 24, 22..26, 24.. or ..24".to_owned()),
    }
}

fn clues(text: &str) -> Result<RangeInclusive<usize>, String> {
    range(text, 0, usize::MAX)
}

fn score(text: &str) -> Result<RangeInclusive<u32>, String> {
    range(text, 0, u32::MAX)
}

/// A range as the command line has it.
pub(crate) fn range_text<T: Display + PartialEq>(range: &RangeInclusive<T>, largest: T) -> String {
    let end = if *range.end() == largest { String::new() } else { range.end().to_string() };
    format!("{}..{end}", range.start())
}

fn seconds(text: &str) -> Result<f64, String> {
    let seconds = text.parse().ok().filter(|seconds: &f64| *seconds > 0.0 && seconds.is_finite());
    seconds.ok_or_else(|| "expected a number of seconds: 10 or 0.5".to_owned())
}
