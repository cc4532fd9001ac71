//! The commands that find puzzles within and near a puzzle, and what it takes to solve it.

use crate::input::{Input, Search, Work};
use crate::kinds::Lines;
use clap::Args;

pub(super) const MINIMIZE_EXAMPLES: &str = "\
Examples:
  ninefold minimize puzzle.txt
  ninefold minimize -n 20 --seed 7 puzzle.txt
  ninefold minimize --all puzzle.txt | wc -l

Which: A puzzle is minimal if none of its givens can be left out. Givens are left out in random order as long as one can be; so \
with -n different minimal puzzles are found, those with many givens more likely. If there are fewer than -n asks for, all are \
told. --all searches them one by one: a puzzle with ten redundant givens has some hundred, one with thirty more than anybody \
waits for.

Answers: Each minimal puzzle is a line. A puzzle that has none is answered by 'No solution found', 'Several solutions', \
'Invalid input' or, because of --budget, 'Gave up'.

The same again: What is found is a function of the puzzle and the seed.

JSON: One object per puzzle with its place, puzzle, shape, symbols, status (ok, none, multiple, invalid, stopped), minimal (a \
list) and reason.";

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

pub(super) const VICINITY_EXAMPLES: &str = "\
Examples:
  ninefold vicinity 17-clue.txt | ninefold dedupe
  ninefold vicinity --minus 2 puzzle.txt
  ninefold vicinity --minus 2 --plus 1 puzzle.txt

Which: All puzzles with exactly one solution that come of a puzzle when so many givens are left out and so many put anywhere. \
A cell that was emptied may get another digit. The puzzle itself is not among them; it may have any number of solutions.

Answers: Each is a line; a puzzle without any near it is answered by nothing. What is no Sudoku is answered by 'Invalid input'; \
what was given up because of --budget, after what was found, by 'Gave up'.

JSON: One object per puzzle with its place, puzzle, shape, symbols, status (ok, invalid, stopped), near (a list) and reason.";

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

pub(super) const BACKDOORS_EXAMPLES: &str = "\
Examples:
  ninefold backdoors puzzle.txt
  ninefold backdoors --format json puzzles.txt

Which: The smallest sets of cells whose digits, if somebody told them, would let naked and hidden singles solve the rest; all \
sets of that size.

Answers: '2: r1c2+r3c4 r5c6+r7c8' are two sets of two cells; '0: singles solve it' needs none; 'more than 3' has only larger \
sets than --most allows. A puzzle that has none is answered by 'No solution found', 'Several solutions', 'Invalid input' or, \
because of --budget, 'Gave up'.

JSON: One object per puzzle with its place, puzzle, shape, symbols, status (ok, none, multiple, invalid, stopped), backdoors (a \
list of lists of cells, with one empty list if singles solve the puzzle, without any if more than --most cells are needed) and \
reason.";

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
