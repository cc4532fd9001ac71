//! What can be said on the command line.

mod comparing;
mod dataset;
mod explaining;
mod forms;
mod generating;
mod nearby;
mod showing;
mod solving;

pub(crate) use comparing::{Dedupe, Equivalent, Parts, Shuffle, Split};
pub(crate) use dataset::{Dataset, Rows};
pub(crate) use explaining::{Cells, Explain, Hint, Prose, Rate, Techniques, Until, Verify};
pub(crate) use forms::{Canon, Convert};
pub(crate) use generating::{Fill, Generate, Sample, Wishes, range_text};
pub(crate) use nearby::{Backdoors, Minimize, Vicinity};
pub(crate) use showing::{Boards, Completions, Man, Serve, Trace, View};
pub(crate) use solving::{Check, Count, Solve};

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

/// The paragraph about tables in the help of each command that reads them.
macro_rules! tables {
    () => {
        "\n\nTables: Parquet, JSON lines (.jsonl) and, with --column, CSV with a header are read by column. All columns stay, in \
         their order, and answers (--add) come behind them; error says why there is none. A row without a puzzle gets \
         none. A row that cannot be read (another number of fields, an open quote, no JSON object, not UTF-8) has nothing but its \
         answer, and error names the line; convert, dedupe and split leave it out and say so. A table is written as --format or the output's name says (.parquet, .csv, .jsonl), else as it was read; Parquet on \
         standard output as CSV. Its name ends in .partial until it is complete; what fails leaves nothing."
    };
}
use tables;

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
