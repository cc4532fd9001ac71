//! The commands that search: for solutions, for their number, for a second one.

use crate::input::{Input, Search, Table, Work};
use crate::kinds::{Added, Form};
use clap::Args;

#[derive(Args, Debug)]
pub(crate) struct Solve {
    #[command(flatten)]
    pub(crate) input: Input,

    /// Find all solutions of each puzzle
    #[arg(long, help_heading = "Search")]
    pub(crate) all: bool,

    /// Find at most K solutions of each puzzle [default: 1, or no limit with --all]
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u64).range(1..), help_heading = "Search")]
    pub(crate) limit: Option<u64>,

    /// Search each board that is not 9x9 with two engines in two threads, and believe the first; which of several
    /// solutions is told is chance then
    #[arg(long, conflicts_with = "engine", help_heading = "Search")]
    pub(crate) race: bool,

    #[command(flatten)]
    pub(crate) search: Search,

    /// Format of the answers: line, grid, box, candidates, table, json, csv, parquet, or any that convert knows
    /// [default: box for a single puzzle on a terminal, else line]
    #[arg(long, value_name = "FORMAT", help_heading = "Output")]
    pub(crate) format: Option<crate::kinds::Wanted>,

    #[command(flatten)]
    pub(crate) table: Table,

    /// Answers that become columns of a table, perhaps under other names (solution=answer): solution, status, error
    /// [default: solution, error]
    #[arg(long, value_name = "ANSWER,...", value_delimiter = ',', help_heading = "Tables")]
    pub(crate) add: Vec<Added>,

    #[command(flatten)]
    pub(crate) work: Work,
}

#[derive(Args, Debug)]
pub(crate) struct Check {
    #[command(flatten)]
    pub(crate) input: Input,

    /// List the redundant givens of puzzles that are not minimal
    #[arg(long, help_heading = "Output")]
    pub(crate) minimal: bool,

    /// Do not say whether puzzles are minimal, which takes most of the time
    #[arg(long, conflicts_with = "minimal", help_heading = "Output")]
    pub(crate) no_minimal: bool,

    /// Show two solutions of puzzles with several, and where they differ
    #[arg(long, help_heading = "Output")]
    pub(crate) explain_multiple: bool,

    /// Format of the answers: a line for people, or JSON; csv and parquet are tables
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t = Form::Line, help_heading = "Output")]
    pub(crate) format: Form,

    /// Search each board that is not 9x9 with two engines in two threads, and believe the first
    #[arg(long, conflicts_with = "engine", help_heading = "Search")]
    pub(crate) race: bool,

    #[command(flatten)]
    pub(crate) search: Search,

    #[command(flatten)]
    pub(crate) table: Table,

    /// Answers that become columns of a table, perhaps under other names (solution=answer): verdict, givens, minimal, redundant (r1c1 r2c3), error
    /// [default: verdict, error]
    #[arg(long, value_name = "ANSWER,...", value_delimiter = ',', help_heading = "Tables")]
    pub(crate) add: Vec<Added>,

    #[command(flatten)]
    pub(crate) work: Work,
}

#[derive(Args, Debug)]
pub(crate) struct Count {
    #[command(flatten)]
    pub(crate) input: Input,

    /// Stop counting at K solutions
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u64).range(1..), help_heading = "Search")]
    pub(crate) limit: Option<u64>,

    #[command(flatten)]
    pub(crate) search: Search,

    /// Format of the answers: a line for people, or JSON; csv and parquet are tables
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t = Form::Line, help_heading = "Output")]
    pub(crate) format: Form,

    #[command(flatten)]
    pub(crate) table: Table,

    /// Answers that become columns of a table, perhaps under other names (solution=answer): count, count_text (of any size), at_least, error
    /// [default: count, error]
    #[arg(long, value_name = "ANSWER,...", value_delimiter = ',', help_heading = "Tables")]
    pub(crate) add: Vec<Added>,

    #[command(flatten)]
    pub(crate) work: Work,
}
