//! The commands that search: for solutions, for their number, for a second one.

use crate::input::{Input, Search, Table, Work};
use crate::kinds::{Added, Form};
use clap::Args;

pub(super) const SOLVE_EXAMPLES: &str = concat!(
    "\
Examples:
  ninefold solve 4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......
  ninefold solve puzzles.txt.gz -o solutions.txt --stats
  generator | ninefold solve | head
  ninefold solve --all --limit 20 puzzle.txt
  ninefold solve --shape 3x4 --format grid twelve.txt
  ninefold solve --symbols TONYBLAIR words.txt

Answers: In line format a puzzle without solution is answered by 'No solution found', one that is no Sudoku by \
'Invalid input', one given up because of --budget by 'Gave up'; standard error says where and why. In formats \
of several lines a blank line separates two boards.

JSON: One object per puzzle with its place, puzzle (as it was written, if it cannot be read), shape, symbols, \
solutions, status (solved, none, invalid, stopped by --budget, unwritable), limit_reached (there may be more \
solutions than --limit allows) and reason. CSV has the columns puzzle, solution, status, place and reason.",
    super::tables!()
);

pub(super) const CHECK_EXAMPLES: &str = concat!(
    "\
Examples:
  ninefold check puzzle.txt
  ninefold check --minimal 17-clue.txt | grep -v 'minimal$'
  ninefold check --explain-multiple almost.txt

Verdicts: Each line begins with one of unique, multiple, none (no solution), invalid (not a Sudoku) and \
undecided (the budget ended the search).

Minimal: A puzzle is minimal if none of its givens can be left out. To prove that takes several searches, most \
of the time that check needs; --no-minimal saves it. On boards where it would take long it is left out and the \
answer says so; --minimal examines them too.

JSON: One object per puzzle with its place, puzzle, shape, symbols, verdict, givens, minimal, redundant (with \
--minimal), solutions (two, with --explain-multiple) and reason; null is what is not known.",
    super::tables!()
);

pub(super) const COUNT_EXAMPLES: &str = concat!(
    "\
Examples:
  ninefold count puzzle.txt
  ninefold count --limit 1000 multiple.txt
  ninefold count .................................................................................

Answers: The number is the last word of each line. 'at least' stands before it if the limit or the budget ended \
the count; so many solutions there are for certain.

Size: Without --limit all solutions are counted, exactly. Where there are many of them they are not \
searched one by one: 9x9 puzzles and the empty board with boxes of 2x5 take up to a minute. Boards with boxes \
of neither two rows nor two columns, larger ones, and all with --engine are searched; --budget ends what takes too long.

JSON: One object per puzzle with its place, puzzle, shape, symbols, count, at_least and reason. A count of 2^53 or \
more is a string of digits, because many readers would round the number.",
    super::tables!()
);

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
