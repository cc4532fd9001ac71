//! The commands that find puzzles within and near a puzzle, and what it takes to solve it.

use crate::input::{Input, Search, Work};
use crate::kinds::Lines;
use clap::Args;

#[derive(Args, Debug)]
pub(crate) struct Minimize {
    #[command(flatten)]
    pub(crate) input: Input,

    /// All minimal puzzles
    #[arg(long, conflicts_with_all = ["count", "seed"])]
    pub(crate) all: bool,

    /// How many minimal puzzles of each
    #[arg(short = 'n', long, value_name = "COUNT", default_value_t = 1)]
    pub(crate) count: usize,

    /// Another seed leaves givens out in another order
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,

    /// Format of the answers: a line for each minimal puzzle, or JSON
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t = Lines::Line, help_heading = "Output")]
    pub(crate) format: Lines,

    #[command(flatten)]
    pub(crate) search: Search,

    #[command(flatten)]
    pub(crate) work: Work,
}

#[derive(Args, Debug)]
pub(crate) struct Vicinity {
    #[command(flatten)]
    pub(crate) input: Input,

    /// How many givens to leave out
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) minus: usize,

    /// How many givens to put [default: as many]
    #[arg(long, value_name = "N")]
    pub(crate) plus: Option<usize>,

    /// Format of the answers: a line for each puzzle, or JSON
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t = Lines::Line, help_heading = "Output")]
    pub(crate) format: Lines,

    #[command(flatten)]
    pub(crate) search: Search,

    #[command(flatten)]
    pub(crate) work: Work,
}

#[derive(Args, Debug)]
pub(crate) struct Backdoors {
    #[command(flatten)]
    pub(crate) input: Input,

    /// Look for sets of at most so many cells
    #[arg(long, value_name = "N", default_value_t = 3)]
    pub(crate) most: usize,

    /// Format of the answers: a line for each puzzle, or JSON
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t = Lines::Line, help_heading = "Output")]
    pub(crate) format: Lines,

    #[command(flatten)]
    pub(crate) search: Search,

    #[command(flatten)]
    pub(crate) work: Work,
}
