//! The definition of the command line.

use crate::{
    Outcome, backdoors, call, candidates, canon, check, clues, convert, count, dataset, dedupe, equivalent, estimate,
    explain, fill, generate, grid_number, hint, manual, minimize, print, rate, serve, shuffle, solve, split,
    techniques, trace, unavoidable, verify, vicinity,
};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

/// Solve, check, count, explain, rate, convert and make Sudoku of any size
#[derive(Parser, Debug)]
#[command(name = "ninefold", version, long_about = help("about").unwrap_or_default())]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,

    /// Report on standard error only what cannot be read or written
    #[arg(short, long, global = true, help_heading = "Output")]
    pub(crate) quiet: bool,
}

/// The text of the file with this name in `help`, its lines joined by `build.rs`. Each paragraph begins with its heading, which
/// becomes the heading of a section in the manual.
fn help(name: &str) -> Option<&'static str> {
    const TEXTS: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/help.rs"));
    TEXTS.iter().find(|(file, _)| file.strip_suffix(".txt") == Some(name)).map(|(_, text)| *text)
}

/// Adds the text of the command's help file below its options, if there is such a file.
fn helped(command: clap::Command) -> clap::Command {
    match help(command.get_name()) {
        Some(text) => command.after_help(text),
        None => command,
    }
}

impl Cli {
    /// The definition of the command line for clap.
    pub(crate) fn program() -> clap::Command {
        helped(Cli::command()).mut_subcommands(|command| {
            // `--seed -1` is a wrong number, not an option.
            helped(command).mut_args(|arg| {
                let is_option = arg.get_action().takes_values() && !arg.is_positional();
                if is_option { arg.allow_negative_numbers(true) } else { arg }
            })
        })
    }

    /// Reads the command line; if that is impossible, ends the program with a message.
    pub(crate) fn read() -> Cli {
        let read = Cli::program().try_get_matches().and_then(|matches| Cli::from_arg_matches(&matches));
        read.unwrap_or_else(|mut error| {
            if let Some(ContextValue::String(taken)) = error.get(ContextKind::InvalidArg)
                && error.kind() == ErrorKind::UnknownArgument
                && taken.trim_start_matches('-').starts_with(|c: char| !c.is_alphabetic())
            {
                // No option looks like this, but a board that begins with a blank does.
                let puzzle = std::env::args().find(|argument| argument.starts_with(taken)).unwrap_or_default();
                let tip = format!("a puzzle that begins with '-' comes after '--' and all options: -- {puzzle}");
                error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
            }
            error.exit()
        })
    }
}

/// The commands, and the function that runs each.
macro_rules! commands {
    ($($(#[$about:meta])* $name:ident($args:ty) = $run:path;)*) => {
        #[derive(Subcommand, Debug)]
        pub(crate) enum Command {
            $($(#[$about])* $name($args),)*
        }

        impl Command {
            pub(crate) fn run(&self) -> anyhow::Result<Outcome> {
                match self {
                    $(Command::$name(args) => $run(args),)*
                }
            }
        }
    };
}

commands! {
    /// Find solutions: one answer per puzzle, in input order
    Solve(solve::Solve) = solve::run;
    /// Say whether each puzzle is proper, that is, has exactly one solution
    Check(check::Check) = check::run;
    /// Count the solutions of each puzzle
    Count(count::Count) = count::run;
    /// List the digits that each cell has in some solution (the true candidates)
    Candidates(candidates::Candidates) = candidates::run;
    /// Explain how a person solves a puzzle, step by step
    Explain(explain::Explain) = explain::run;
    /// Say what a player can do next, in as much detail as wanted
    Hint(hint::Hint) = hint::run;
    /// Rate how hard puzzles are for people
    Rate(rate::Rate) = rate::run;
    /// List the techniques with their level, score and description
    Techniques(techniques::Techniques) = techniques::run;
    /// Check every step of explanations written by explain --json
    Verify(verify::Verify) = verify::run;
    /// Show how a puzzle is solved, stage by stage
    Trace(trace::Trace) = trace::run;
    /// Write puzzles in another format
    Convert(convert::Convert) = convert::run;
    /// Make sheets of puzzles for printing, with solutions at the end
    Print(print::Print) = print::run;
    /// Make random complete grids of any shape
    Fill(fill::Fill) = fill::run;
    /// Make puzzles with one solution: by symmetry, pattern, number of clues, level, techniques
    Generate(Box<generate::Generate>) = generate::run;
    /// Write boards in minlex form, the same for all boards that differ only by symmetry
    Canon(canon::Canon) = canon::run;
    /// Say which of the 5,472,730,538 classes of complete 9x9 grids each grid, or each puzzle's solution, belongs to
    GridNumber(grid_number::GridNumber) = grid_number::run;
    /// Say whether two boards differ only by a symmetry, and by which one
    Equivalent(equivalent::Equivalent) = equivalent::run;
    /// Transform each board by a random symmetry
    Shuffle(shuffle::Shuffle) = shuffle::run;
    /// Write the first board of each class up to symmetry
    Dedupe(dedupe::Dedupe) = dedupe::run;
    /// Divide boards into files for training, validation and test so that no class is in two of them
    Split(split::Split) = split::run;
    /// Make a data set: puzzles with solutions, ratings and classes, in parts, with a manifest
    Dataset(Box<dataset::Dataset>) = dataset::run;
    /// Find minimal puzzles within each puzzle
    Minimize(minimize::Minimize) = minimize::run;
    /// Find the proper puzzles that differ from each puzzle in one given, or in a few
    Vicinity(vicinity::Vicinity) = vicinity::run;
    /// Find the smallest sets of cells that, once filled in, let singles solve the rest
    Backdoors(backdoors::Backdoors) = backdoors::run;
    /// Answer requests in JSON, one per line, for programs in other languages
    Call(call::Call) = call::run;
    /// Find the unavoidable sets of complete grids: cells of which every proper puzzle has a given
    Unavoidable(unavoidable::Unavoidable) = unavoidable::run;
    /// Find the proper puzzles with few givens within complete grids, or prove that there are none
    Clues(clues::Clues) = clues::run;
    /// Estimate how many minimal puzzles grids hold, by number of givens
    Estimate(estimate::Estimate) = estimate::run;
    /// Serve the page for playing, solving and learning in this machine's browser
    Serve(serve::Serve) = serve::run;
    /// Print a script that completes commands and options in a shell
    Completions(manual::Completions) = manual::completions;
    /// Print the manual page of a command, or write all of them
    Man(manual::Man) = manual::man;
}
