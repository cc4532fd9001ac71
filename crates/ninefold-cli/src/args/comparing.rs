//! The commands that compare boards up to symmetry.

use super::{Input, Ratings, Work};
use crate::output::Style;
use clap::Args;

pub(super) const SHUFFLE_EXAMPLES: &str = "\
Examples:
  ninefold shuffle puzzles.txt
  ninefold shuffle --seed 7 --format json puzzle.txt
  ninefold shuffle puzzles.txt | ninefold canon

Symmetry: Of all ways to transpose (where boxes are square), to reorder (bands, stacks, rows in a band, columns in a stack) \
and to relabel a board, each is equally likely. Givens, placed digits, removed candidates and a solution that stands beside \
the puzzle change together.

The same again: What becomes of a board is a function of the seed and its position in the input (and of the program's \
version), on any machine and with any number of threads.

JSON: One object per board with its place, puzzle, shape, symbols, status (ok, invalid, unwritable), shuffled, transformation \
(as canon prints them) and reason. CSV has the columns puzzle, status, shuffled, transformation and reason.

Exit status: 1 if a board could not be read or written.";

#[derive(Args, Debug)]
pub(crate) struct Shuffle {
    #[command(flatten)]
    pub(crate) input: Input,

    /// Another seed draws other symmetries
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,

    /// Format of the boards: csv and json, which tell the transformation too, or any that convert knows
    #[arg(long, value_name = "FORMAT", default_value_t = Style::LINE, help_heading = "Output")]
    pub(crate) format: Style,

    #[command(flatten)]
    pub(crate) work: Work,
}

pub(super) const EQUIVALENT_EXAMPLES: &str = "\
Examples:
  ninefold equivalent one.txt other.txt
  ninefold equivalent pairs.txt
  ninefold equivalent --format json pairs.txt

Pairs: The boards of all inputs are taken two by two: the first and the second, the third and the fourth.

Answers: 'equivalent' and a symmetry that makes the second board of the first, or 'different' and why. A symmetry is printed as \
canon prints it. Placed digits count like givens.

JSON: One object per pair with place, one, other, status (equivalent, different, none, invalid), transformation and reason. CSV \
has the columns one, other, status, transformation and reason.

Exit status: 0 if the boards of every pair are equivalent, 1 if those of some pair are not, 2 if some board could not be read or \
compared, or one was left over.";

#[derive(Args, Debug)]
pub(crate) struct Equivalent {
    #[command(flatten)]
    pub(crate) input: Input,

    /// Format of the answers
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t = Ratings::Line, help_heading = "Output")]
    pub(crate) format: Ratings,

    /// Write to this file instead of standard output
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    pub(crate) output: Option<std::path::PathBuf>,
}
