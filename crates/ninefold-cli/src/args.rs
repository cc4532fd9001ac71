//! What can be said on the command line.

mod comparing;
mod dataset;
mod explaining;
mod forms;
mod generating;
mod nearby;
mod showing;
mod solving;
mod table;

pub(crate) use comparing::{Dedupe, Equivalent, Parts, Shuffle, Split};
pub(crate) use dataset::{Dataset, Rows};
pub(crate) use explaining::{Cells, Explain, Hint, Prose, Rate, Ratings, Techniques, Until, Verify};
pub(crate) use forms::{Canon, Convert};
pub(crate) use generating::{Fill, Generate, Sample, Wishes, range_text};
pub(crate) use nearby::{Backdoors, Minimize, Vicinity};
pub(crate) use showing::{Boards, Completions, Man, Serve, Trace, View};
pub(crate) use solving::{Check, Count, Solve};
pub(crate) use table::{Added, Compression, Form, Table, To};

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand};
use ninefold::notation::{Format, ReadOptions};
use ninefold::solve::{Engine, Isa, NoSuchIsa};
use ninefold::{Invalid, Reason, Shape, ShapeError, Symbols};
use std::ffi::OsString;
use std::path::PathBuf;

const ABOUT: &str = "Solve, check, count, explain, rate, convert and make Sudoku of any size";

const DESCRIPTION: &str = "Solve, check, count, explain, rate, convert and make Sudoku of any size.

Puzzles are given as arguments, in files, or on standard input, in any common format; the format is \
recognised. Files compressed with gzip or zstd are read as they are.

A line is a puzzle, or one row of a board that takes several lines. A title may stand above such a board: a \
line that holds more than symbols, like 'Grid 01'. If a board has too few or too many rows, all of them up \
to the next blank line are one bad puzzle; the puzzles after it are read.";

/// Each paragraph below the options begins with its heading, which the manual makes a section of.
const STATUS: &str = "\
Exit status: 0 if every puzzle was answered; 1 if some had no solution (check: not exactly one), were given up \
because of --budget, or could not be read; 2 for wrong usage or if something could not be read or written.";

/// The whole command line.
#[derive(Parser, Debug)]
#[command(name = "ninefold", version, about = ABOUT, long_about = DESCRIPTION, after_help = STATUS)]
#[command(disable_help_subcommand = true)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

impl Cli {
    /// Reads the command line; if that is impossible the program ends with a message.
    pub(crate) fn read() -> Cli {
        // `--seed -1` is a wrong number and not an option.
        let command = Cli::command().mut_subcommands(|command| {
            command.mut_args(|arg| {
                if arg.get_action().takes_values() && !arg.is_positional() {
                    arg.allow_negative_numbers(true)
                } else {
                    arg
                }
            })
        });
        let read = command.try_get_matches().and_then(|matches| Cli::from_arg_matches(&matches));
        read.unwrap_or_else(|mut error| {
            if let Some(ContextValue::String(taken)) = error.get(ContextKind::InvalidArg)
                && error.kind() == ErrorKind::UnknownArgument
                && taken.trim_start_matches('-').starts_with(|c: char| !c.is_alphabetic())
            {
                // No option looks like that, but a board that begins with a blank.
                let puzzle = std::env::args().find(|argument| argument.starts_with(taken)).unwrap_or_default();
                let tip = format!("a puzzle that begins with '-' comes after '--' and all options: -- {puzzle}");
                error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
            }
            error.exit()
        })
    }
}

/// The commands.
#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// Find solutions: one answer per puzzle, in input order
    #[command(after_help = solving::SOLVE_EXAMPLES)]
    Solve(Solve),
    /// Say of each puzzle whether it is proper, that is, has exactly one solution
    #[command(after_help = solving::CHECK_EXAMPLES)]
    Check(Check),
    /// Count the solutions of each puzzle
    #[command(after_help = solving::COUNT_EXAMPLES)]
    Count(Count),
    /// Explain how a person solves a puzzle, step by step
    #[command(after_help = explaining::EXPLAIN_EXAMPLES)]
    Explain(Explain),
    /// Say what a player can do next on a board, as little or as much as wanted
    #[command(after_help = explaining::HINT_EXAMPLES)]
    Hint(Hint),
    /// Rate how hard puzzles are for people
    #[command(after_help = explaining::RATE_EXAMPLES)]
    Rate(Rate),
    /// Check every step of explanations that explain --json has written
    #[command(after_help = explaining::VERIFY_EXAMPLES)]
    Verify(Verify),
    /// Show how a puzzle is solved, stage by stage
    #[command(after_help = showing::TRACE_EXAMPLES)]
    Trace(Trace),
    /// Write puzzles in another format
    #[command(after_help = forms::CONVERT_EXAMPLES)]
    Convert(Convert),
    /// Make random complete grids of any shape
    #[command(after_help = generating::FILL_EXAMPLES)]
    Fill(Fill),
    /// Make puzzles with one solution: by symmetry, pattern, number of clues, level, techniques
    #[command(after_help = generating::GENERATE_EXAMPLES)]
    Generate(Box<Generate>),
    /// Write boards in minlex form, the same for all boards that differ only by symmetry
    #[command(after_help = forms::CANON_EXAMPLES)]
    Canon(Canon),
    /// Say whether two boards differ only by symmetry, and by which
    #[command(after_help = comparing::EQUIVALENT_EXAMPLES)]
    Equivalent(Equivalent),
    /// Transform each board by a random symmetry
    #[command(after_help = comparing::SHUFFLE_EXAMPLES)]
    Shuffle(Shuffle),
    /// Write the first board of each class up to symmetry
    #[command(after_help = comparing::DEDUPE_EXAMPLES)]
    Dedupe(Dedupe),
    /// Deal boards out to files for training, validation and test, so that no class is in two of them
    #[command(after_help = comparing::SPLIT_EXAMPLES)]
    Split(Split),
    /// Make a data set: puzzles with solutions, ratings and classes, in parts, with a manifest
    #[command(after_help = dataset::DATASET_EXAMPLES)]
    Dataset(Box<Dataset>),
    /// Find minimal puzzles within each puzzle
    #[command(after_help = nearby::MINIMIZE_EXAMPLES)]
    Minimize(Minimize),
    /// Find the proper puzzles that differ from each puzzle in one given, or in a few
    #[command(after_help = nearby::VICINITY_EXAMPLES)]
    Vicinity(Vicinity),
    /// Find the fewest cells that, once told, leave a puzzle for singles
    #[command(after_help = nearby::BACKDOORS_EXAMPLES)]
    Backdoors(Backdoors),
    /// Serve the page, to play, solve and learn in this machine's browser
    #[command(after_help = showing::SERVE_EXAMPLES)]
    Serve(Serve),
    /// Print a script that completes commands and options in a shell
    #[command(after_help = showing::COMPLETIONS_EXAMPLES)]
    Completions(Completions),
    /// Print the manual page of a command, or write all of them
    #[command(after_help = showing::MAN_EXAMPLES)]
    Man(Man),
}

/// Where puzzles come from and how they are written there.
#[derive(Args, Clone, Debug)]
pub(crate) struct Input {
    /// Puzzles, files, or - for standard input (the default)
    #[arg(value_name = "PUZZLE|FILE|-")]
    pub(crate) inputs: Vec<OsString>,

    /// Shape of a box, rows x columns: 3x3, 2x3, 4x4; or the side of the board: 16
    #[arg(long, value_name = "RxC", value_parser = shape, help_heading = "Input")]
    pub(crate) shape: Option<Shape>,

    /// Symbols of the digits in their order: 1-9A-G, TONYBLAIR
    #[arg(long, value_name = "ALPHABET", help_heading = "Input")]
    pub(crate) symbols: Option<Symbols>,

    /// Characters that mean a blank cell [default: . 0 * _ - ? · X where they are no symbols]
    #[arg(long, value_name = "CHARACTERS", help_heading = "Input")]
    pub(crate) blank: Option<String>,

    /// Format of the input [default: recognised for each puzzle]
    #[arg(long, value_name = "FORMAT", value_parser = from_format, help_heading = "Input")]
    pub(crate) from: Option<From>,
}

/// The format of the input: a known one, or to be recognised.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum From {
    Auto,
    Format(Format),
}

fn from_format(name: &str) -> Result<From, String> {
    match name {
        "auto" => Ok(From::Auto),
        name => name.parse().map(From::Format).map_err(|error: ninefold::notation::NoSuchFormat| error.to_string()),
    }
}

fn shape(text: &str) -> Result<Shape, String> {
    text.parse().map_err(|error: ShapeError| match error {
        ShapeError::NoBoxes { side } if Shape::new(side, side).is_ok() => {
            format!("{error}; did you mean boxes of {side}x{side}?")
        }
        error => error.to_string(),
    })
}

/// What was meant, where the side of the board was named as the shape of a box: `9x9`.
fn meant(shape: Shape) -> Option<String> {
    let side = shape.box_rows();
    let usual = Shape::for_side(side).ok().filter(|_| side == shape.box_columns())?;
    Some(format!("--shape is the shape of a box: {side}x{side} boards have --shape {usual}"))
}

/// Says what was probably meant by boxes larger than people use.
pub(crate) fn remark(shape: Shape) {
    if let Some(meant) = meant(shape).filter(|_| shape.box_rows() > 4) {
        crate::batch::say(&format!("note: {meant}"));
    }
}

/// The symbols, if they are as many as a board of this shape has digits.
pub(crate) fn fitting(shape: Shape, symbols: &Symbols) -> anyhow::Result<&Symbols> {
    let (side, count) = (shape.side(), symbols.side());
    anyhow::ensure!(side == count, "--shape {shape} has {side} digits, but --symbols names {count}");
    Ok(symbols)
}

impl Input {
    /// Why a puzzle could not be read, with a hint if the options are the likely cause.
    pub(crate) fn explain(&self, invalid: &Invalid) -> String {
        // The side of the board, where it was named as the shape of a box.
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

    /// The library's form of these options.
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
                "--symbols {} makes '.' a digit, which usually is a blank; say with --blank what means a blank",
                symbols.name()
            );
            options = options.symbols(symbols.clone());
        }
        if let Some(blanks) = &self.blank {
            let symbols = self.symbols.clone().unwrap_or_else(|| Symbols::for_side(9));
            symbols.with_blanks(blanks).map_err(|error| anyhow::anyhow!("--blank: {error}"))?;
            options = options.blanks(blanks);
        }
        if let Some(From::Format(format)) = self.from {
            options = options.format(format);
        }
        Ok(options)
    }
}

/// How the work is done and where the answers go.
#[derive(Args, Debug)]
pub(crate) struct Work {
    /// Write to this file instead of standard output
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    pub(crate) output: Option<PathBuf>,

    /// Threads to work with [default: one per core]
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) jobs: Option<u16>,

    /// Report totals and rate on standard error at the end
    #[arg(long, help_heading = "Output")]
    pub(crate) stats: bool,
}

/// How to search.
#[derive(Args, Debug)]
pub(crate) struct Search {
    /// Give up on a puzzle after this many nodes of its search
    #[arg(long, value_name = "NODES", help_heading = "Search")]
    pub(crate) budget: Option<u64>,

    #[arg(long, value_name = "NAME", help = engines(), help_heading = "Search")]
    pub(crate) engine: Option<Engine>,

    #[command(flatten)]
    pub(crate) vectors: Vectors,
}

/// What the 9x9 engine computes with.
#[derive(Args, Debug)]
pub(crate) struct Vectors {
    /// Instruction set for 9x9 boards: avx512vbmi, avx512, avx2, sse2, neon or portable [default: the best there is]
    #[arg(long, value_name = "NAME", env = "NINEFOLD_ISA", value_parser = isa, hide_env = true, help_heading = "Search")]
    pub(crate) isa: Option<Isa>,
}

/// What is said about `--engine`: the engines that this build has.
fn engines() -> String {
    let name = |engine| match engine {
        Engine::Nine => format!("{engine} (3x3 boxes only)"),
        engine => engine.to_string(),
    };
    let mut names: Vec<String> = Engine::ALL.into_iter().map(name).collect();
    names.extend(Engine::SAT.map(|best| format!("sat (the best SAT solver: {best})")));
    let last = names.pop().unwrap_or_default();
    format!("Engine to search with: {} or {last} [default: the best for each board]", names.join(", "))
}

fn isa(name: &str) -> Result<Isa, String> {
    let isa: Isa = name.parse().map_err(|error: NoSuchIsa| error.to_string())?;
    if isa.is_available() { Ok(isa) } else { Err(format!("this processor has no {isa}")) }
}

/// Answers of one line each.
#[derive(clap::ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Lines {
    Line,
    Json,
}
