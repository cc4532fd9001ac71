//! Options that several commands share: what is read, how it is searched, where answers go.

use crate::batch::say;
use crate::kinds::{Compression, Form};
use clap::Args;
use clap::builder::{PossibleValue, TypedValueParser};
use ninefold::notation::{Format, ReadOptions};
use ninefold::solve::{Engine, Isa};
use ninefold::variant::{self, Constraint};
use ninefold::{Invalid, Reason, Shape, ShapeError, Symbols, UnknownName};
use std::ffi::OsString;
use std::io::IsTerminal;
use std::num::{IntErrorKind, ParseIntError};
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;

/// Where puzzles come from and how they are written there.
#[derive(Args, Clone, Debug)]
pub(crate) struct Input {
    /// Puzzles, files, or - for standard input (the default)
    #[arg(value_name = "PUZZLE|FILE|-")]
    pub(crate) inputs: Vec<OsString>,

    /// Shape of a box, rows x columns: 3x3, 2x3, 4x4; or the side of the board: 16
    #[arg(long, value_name = "RxC", value_parser = shape, help_heading = "Input")]
    pub(crate) shape: Option<Shape>,

    /// Symbols for the digits, in order: 1-9A-G, TONYBLAIR
    #[arg(long, value_name = "ALPHABET", help_heading = "Input")]
    pub(crate) symbols: Option<Symbols>,

    /// Characters that mean a blank cell [default: . 0 * _ - ? · X where they are not symbols]
    #[arg(long, value_name = "CHARACTERS", help_heading = "Input")]
    pub(crate) blank: Option<String>,

    /// Format of the input [default: recognised for each puzzle]
    #[arg(long, value_name = "FORMAT", value_parser = known, help_heading = "Input")]
    pub(crate) from: Option<Known>,
}

/// Rules of whole boards.
#[derive(Args, Clone, Debug)]
pub(crate) struct Rules {
    /// Rules of every puzzle in addition to its own: "anti-knight, non-consecutive"; "diagonals" for X-Sudoku
    #[arg(long, value_name = "RULE,...", value_parser = rules, help_heading = "Input")]
    rules: Option<Arc<[Constraint]>>,
}

impl Rules {
    pub(crate) fn list(&self) -> &[Constraint] {
        self.rules.as_deref().unwrap_or_default()
    }
}

fn rules(list: &str) -> Result<Arc<[Constraint]>, String> {
    match variant::rules(list) {
        Ok(rules) if rules.is_empty() => Err("no rule, expected names like anti-knight".to_owned()),
        rules => rules.map(Arc::from).map_err(|unknown| unknown.to_string()),
    }
}

/// The format of the input, or `None` if it is to be recognised.
pub(crate) type Known = Option<Format>;

fn known(name: &str) -> Result<Known, UnknownName> {
    if name == "auto" { Ok(None) } else { name.parse().map(Some) }
}

pub(crate) fn shape(text: &str) -> Result<Shape, String> {
    text.parse().map_err(|error: ShapeError| match error {
        ShapeError::NoBoxes { side } if Shape::new(side, side).is_ok() => {
            format!("{error}; did you mean boxes of {side}x{side}?")
        }
        error => error.to_string(),
    })
}

/// What was meant, if the side of the board was given as the shape of a box: `9x9`.
fn meant(shape: Shape) -> Option<String> {
    let side = shape.box_rows();
    let usual = Shape::for_side(side).ok().filter(|_| side == shape.box_columns())?;
    Some(format!("--shape is the shape of a box: {side}x{side} boards have --shape {usual}"))
}

/// What was probably meant, if the boxes are larger than people use.
pub(crate) fn doubt(shape: Shape) -> Option<String> {
    meant(shape).filter(|_| shape.box_rows() > 4).map(|meant| format!("note: {meant}"))
}

/// The symbols for boards to be made, with these numbers; reports what was probably meant by a doubtful shape.
///
/// # Errors
/// If the symbols do not fit the shape, or there are no such numbers.
pub(crate) fn prepare(
    shape: Shape,
    symbols: Option<&Symbols>,
    numbers: [u64; 2],
    what: &str,
) -> anyhow::Result<Symbols> {
    doubt(shape).iter().for_each(|doubt| say(doubt));
    let symbols =
        symbols.map_or_else(|| Ok(Symbols::for_side(shape.side())), |named| fitting(shape, named).cloned())?;
    let [start, count] = numbers;
    let last = start.checked_add(count - 1);
    anyhow::ensure!(last.is_some(), "--start and --count: the last {what}'s number would exceed {}", u64::MAX);
    Ok(symbols)
}

/// The symbols, if there are as many as a board of this shape has digits.
pub(crate) fn fitting(shape: Shape, symbols: &Symbols) -> anyhow::Result<&Symbols> {
    let (side, count) = (shape.side(), symbols.side());
    anyhow::ensure!(side == count, "--shape {shape} has {side} digits, but --symbols names {count}");
    Ok(symbols)
}

impl Input {
    /// Why a puzzle could not be read, with a hint if the options are the likely cause.
    pub(crate) fn explain(&self, invalid: &Invalid) -> String {
        // The side of the board, if it was given as the shape of a box.
        let named = self.shape.filter(|shape| shape.box_rows() == shape.box_columns()).map(Shape::box_rows);
        let is_named = |reason: &Reason| match reason {
            Reason::Length { found, .. } => named.is_some_and(|side| side * side == *found),
            Reason::NotSquare { rows } => rows.iter().all(|cells| named == Some(*cells)),
            _ => false,
        };
        match self.shape.and_then(meant) {
            Some(meant) if invalid.reasons().iter().any(is_named) => format!("{invalid}; {meant}"),
            _ => invalid.to_string(),
        }
    }

    /// These options as the library takes them.
    pub(crate) fn read_options(&self) -> anyhow::Result<ReadOptions> {
        let mut options = ReadOptions::default();
        if let (Some(shape), Some(symbols)) = (self.shape, &self.symbols) {
            fitting(shape, symbols)?;
        }
        if let Some(shape) = self.shape {
            options = options.shape(shape);
        }
        if let Some(symbols) = &self.symbols {
            anyhow::ensure!(
                self.blank.is_some() || symbols.digit('.').is_none(),
                "--symbols {} makes '.' a digit, though it usually means a blank; choose one with --blank",
                symbols.name()
            );
            options = options.symbols(symbols.clone());
        }
        if let Some(blanks) = &self.blank {
            let symbols = self.symbols.clone().unwrap_or_else(|| Symbols::for_side(9));
            symbols.with_blanks(blanks).map_err(|error| anyhow::anyhow!("--blank: {error}"))?;
            options = options.blanks(blanks);
        }
        if let Some(Some(format)) = self.from {
            options = options.format(format);
        }
        Ok(options)
    }
}

/// Parses a length of time, for a limit.
pub(crate) fn seconds(text: &str) -> Result<f64, String> {
    let seconds = text.parse().ok().filter(|seconds: &f64| *seconds > 0.0 && seconds.is_finite());
    seconds.ok_or_else(|| "expected a number of seconds: 10 or 0.5".to_owned())
}

/// Parses a number that must be at least one.
pub(crate) fn at_least_one<N: FromStr<Err = ParseIntError> + PartialOrd + From<u8>>(text: &str) -> Result<N, String> {
    match text.parse() {
        Ok(number) if number >= N::from(1) => Ok(number),
        Err(error) if *error.kind() == IntErrorKind::PosOverflow => Err("the number is too large".to_owned()),
        _ => Err("expected a whole number, at least 1".to_owned()),
    }
}

/// How many threads work.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct Jobs {
    /// Threads to work with [default: one per core]
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,
}

impl Jobs {
    pub(crate) fn threads(self) -> usize {
        self.jobs.map_or_else(|| std::thread::available_parallelism().map_or(1, usize::from), usize::from)
    }
}

/// How the work is done and where the answers go.
#[derive(Args, Debug)]
pub(crate) struct Work {
    /// Write to this file instead of standard output
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    pub(crate) output: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) jobs: Jobs,

    /// Report totals and rate on standard error at the end
    #[arg(long, help_heading = "Output")]
    pub(crate) stats: bool,
}

impl Work {
    /// The default form for this many boards: for people if it is one on a terminal, for programs otherwise.
    pub(crate) fn usual_form(&self, count: u64) -> Form {
        let is_shown = count == 1 && self.output.is_none() && std::io::stdout().is_terminal();
        Form::Text(if is_shown { Format::Box } else { Format::Line })
    }

    /// Options for a command that answers at length, and therefore one puzzle after another.
    pub(crate) fn in_turn(output: &Option<PathBuf>) -> Work {
        Work { output: output.clone(), jobs: Jobs { jobs: Some(1) }, stats: false }
    }
}

/// When to give up.
#[derive(Args, Debug)]
pub(crate) struct Limit {
    /// Give up on a puzzle after this time
    #[arg(long, value_name = "SECONDS", value_parser = seconds, help_heading = "Search")]
    pub(crate) time_limit: Option<f64>,
}

/// How to search.
#[derive(Args, Debug)]
pub(crate) struct Search {
    /// Give up on a puzzle after this many search nodes
    #[arg(long, value_name = "NODES", help_heading = "Search")]
    pub(crate) budget: Option<u64>,

    #[command(flatten)]
    pub(crate) limit: Limit,

    #[arg(long, value_name = "NAME", help = engines(), help_heading = "Search")]
    pub(crate) engine: Option<Engine>,

    #[command(flatten)]
    pub(crate) vectors: Vectors,
}

/// What the 9x9 engine computes with.
#[derive(Args, Debug)]
pub(crate) struct Vectors {
    /// Instruction set for 9x9 boards: avx512vbmi, avx512, avx2, sse2, neon or portable [default: the best available]
    #[arg(long, value_name = "NAME", env = "NINEFOLD_ISA", value_parser = isa, hide_env = true, help_heading = "Search")]
    pub(crate) isa: Option<Isa>,
}

/// The help for `--engine`: the engines that this build has.
fn engines() -> String {
    let name = |engine| match engine {
        Engine::Nine => format!("{engine} (3x3 boxes only)"),
        engine => engine.to_string(),
    };
    let mut names: Vec<String> = Engine::ALL.iter().copied().map(name).collect();
    names.extend(Engine::SAT.map(|best| format!("sat (the best SAT solver: {best})")));
    let last = names.pop().unwrap_or_default();
    format!("Engine to search with: {} or {last} [default: the best for each board]", names.join(", "))
}

fn isa(name: &str) -> Result<Isa, String> {
    let isa: Isa = name.parse().map_err(|error: UnknownName| error.to_string())?;
    if isa.is_available() { Ok(isa) } else { Err(format!("this processor has no {isa}")) }
}

/// Where the puzzles of a table are, and how Parquet is written.
#[derive(Args, Clone, Debug)]
pub(crate) struct Table {
    /// The input is a table, and its puzzles are in this column [default: puzzle, or the only column]
    #[arg(long, value_name = "NAME", help_heading = "Tables")]
    pub(crate) column: Option<String>,

    /// Compression of Parquet: zstd, snappy, gzip, lz4 or none [default: zstd]
    #[arg(long, value_name = "NAME", value_enum, hide_possible_values = true, help_heading = "Tables")]
    pub(crate) compression: Option<Compression>,
}

fn every_form() -> impl TypedValueParser<Value = Form> {
    Form::among([PossibleValue::new("line"), "csv".into(), PossibleValue::new("json").alias("jsonl"), "parquet".into()])
}

/// How the answers of a command are written that has a line for each puzzle.
#[derive(Args, Debug)]
pub(crate) struct Answering {
    /// Format of the answers: a line for people, or JSON; csv and parquet are tables
    #[arg(long, value_name = "FORMAT", value_parser = every_form(), default_value = "line", help_heading = "Output")]
    pub(crate) format: Form,

    #[command(flatten)]
    pub(crate) table: Table,

    #[command(flatten)]
    pub(crate) work: Work,
}
