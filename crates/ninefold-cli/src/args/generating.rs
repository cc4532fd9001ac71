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

pub(super) const FILL_EXAMPLES: &str = "\
Examples:
  ninefold fill
  ninefold fill -n 1000 --seed 7 -o grids.txt
  ninefold fill --shape 4x4 --format box
  ninefold fill -n 3 --shape 25 --format json

Reproducing: A grid is a function of shape, seed and number (and of the program's version), on any machine and with \
any number of threads. -n 10 makes the grids 0 to 9; -n 5 --start 5 the last five of them.

How random: Grids that differ only in labels and order are equally likely, and no kind of grid is preferred as far as \
that can be measured. They come from a walk of random exchanges, not from a search; the library's documentation \
(generate::Fill) says what is known about it.

JSON: One object per grid with grid, shape, symbols, seed and index; numbers of 2^53 or more are strings of digits. CSV has \
the columns grid, shape, seed and index.";

pub(super) const GENERATE_EXAMPLES: &str = "\
Examples:
  ninefold generate
  ninefold generate -n 1000 --seed 7 --symmetry half-turn -o puzzles.txt
  ninefold generate -n 20 --level hard --clues 26..30 --format csv
  ninefold generate --require x-wing --forbid xy-wing --format json
  ninefold generate --pattern heart.txt --format box
  ninefold generate --shape 4x4 --level easy --clues 140
  ninefold generate -n 100 --sample unbiased --format csv
  ninefold generate -n 1000000 -o puzzles.parquet

Puzzles: Each has exactly one solution, which is proved, and no given can be left out unless other options ask for more. With \
--symmetry no group of givens that mirror each other can be left out; --minimal makes this hold for each given. With --clues \
extra givens stay in until there are enough. On boards other than 9x9 a given is kept if proving it redundant takes long.

Reproducing: A puzzle is a function of the wishes, seed and number (and of the program's version), on any machine and \
with any number of threads. Only a puzzle that falls short because of --time-limit depends on the machine.

Wishes: Levels, scores and techniques are those of rate. A technique that rate never tries is tried right after singles, locked \
candidates and subsets if it is required. If a puzzle that meets all wishes is not found in time, the best one found is printed, \
and standard error says what it lacks.

Methods: dig removes givens from a random grid in random order, which favours few clues. search improves what dig has found, \
which favours still fewer clues and the edge of what is asked for. vicinity makes all puzzles near the first one that dig finds, \
with the same solution: rare wishes are met far more often. --sample unbiased is Berthier's controlled-bias generator: \
minimal puzzles, where one with k clues is found with a probability proportional to 1 / C(81, k), whatever else it is like. The \
column weight corrects for that. It makes about two puzzles a second.

Pattern: The file is a drawing of the board: '.', '0' and '_' for cells without givens, anything else for givens, '#' too. Spaces \
and the lines of a frame (| + -) do not count, nor do lines that begin with '#' if the others are the whole board.

CSV: Columns puzzle, solution, clues, level, score, hardest, techniques (x-wing:1;naked-single:20), weight (with --sample \
unbiased), seed, index and missing. JSON: One object per puzzle with the same and shape and symbols. Parquet has \
the columns of CSV.

Exit status: 0 if every puzzle is as asked for, 1 if some fall short, 2 for wrong usage or if something could not be written.";

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
