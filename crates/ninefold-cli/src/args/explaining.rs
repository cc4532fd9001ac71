//! The commands about how people solve.

use crate::input::{Input, Table, Work};
use crate::kinds::{Added, Form};
use clap::Args;
use ninefold::UnknownName;
use ninefold::logic::{Scale, Technique};
use std::path::PathBuf;

pub(super) const EXPLAIN_EXAMPLES: &str = "\
Examples:
  ninefold explain .....6...3..52.........197..24......98....2.67....81.9.95..46.1...6.24..6...5....
  ninefold explain --boards --until skyscraper puzzle.txt
  ninefold explain --all-steps --technique x-wing position.txt
  ninefold explain --json puzzle.txt | ninefold verify -

Techniques: By default those of HoDoKu's defaults in its order, then nested nets where HoDoKu would try and err. Only \
used where they are named: mutant and kraken fish, Franken jellyfish, dual two-string kites and empty rectangles, 3D \
medusa, WXYZ-wings, death blossoms, templates, and what --order se has: unique loops, BUG+n, aligned exclusion.

Boards: In drawings the pattern's candidates are marked with *, what is eliminated with -, what is placed with +.

JSON: One object per puzzle with its place, puzzle, shape, symbols, givens, placed and removed (the board at the \
beginning), unique, selection, steps, outcome (solved, stuck, contradiction), level (null with --order se), score (with the name \
of its scale) and reason. The selection is path (all steps, one after another), technique (only those of --technique, each with \
number, placed and removed: the board before it) or alternatives (--all-steps: each from the beginning). A step has technique, code, text, placements (r1c1=4), eliminations (r1c1<>4) and premises: strong (of the \
candidates left one is true), weak (at most one is true), each with a cell (r1c1) or a digit in a house (4 in row 1), \
and deadly (candidates that must not be all that is left, because the puzzle has one solution).

Exit status: 1 if a puzzle was not solved by these techniques, or could not be read.";

pub(super) const HINT_EXAMPLES: &str = "\
Examples:
  ninefold hint .....6...3..52.........197..24......98....2.67....81.9.95..46.1...6.24..6...5....
  ninefold hint --level 3 --svg hint.svg board.txt
  ninefold convert --to candidates game.sdx | ninefold hint

Mistakes: Digits that were placed and candidates that were removed are compared with the solution first; if one is \
wrong, that is the hint.

Levels: 1 says what to look for and about where, 2 names the technique, its digits and houses, 3 is the whole step.";

pub(super) const RATE_EXAMPLES: &str = concat!(
    "\
Examples:
  ninefold rate puzzles.txt
  ninefold rate --format csv puzzles.txt.gz -o rated.csv
  ninefold rate --format json puzzle.txt
  ninefold rate --order se puzzle.txt

Scale: Level and score are HoDoKu's: a step has a level and a score, the puzzle has the highest level and the sum, \
and a large sum raises the level (easy up to 800, medium 1000, hard 1600, unfair 1800, extreme).

SE-like: With --order se the rating is that of the hardest step, by the numbers of Sudoku Explainer 1.2.1, with its \
surcharge for long chains. It is not what that program says: its steps are others (it has direct forms of pairs and \
pointing, and other nets), so about half of the puzzles get another number, mostly a little larger.

CSV: Columns puzzle, status (solved, stuck, none, multiple, invalid), level, hodoku_score (in their place se_like_rating \
with --order se), hardest, steps and techniques (skyscraper:1;naked-single:20).",
    super::tables!()
);

pub(super) const VERIFY_EXAMPLES: &str = "\
Examples:
  ninefold explain --json puzzle.txt | ninefold verify -

Checking: Every premise is looked up on the board and every conclusion is derived from the premises alone, by code that \
knows no technique. Steps of a path are checked one after another. Those of explain --technique are checked on the boards that \
the explanation states, those of --all-steps on the first board. The first step that does not follow is reported.

Exit status: 0 if every step of every explanation follows, 1 if one does not, 2 if the input is no explanation.";

/// Which techniques are used.
#[derive(Args, Debug)]
pub(crate) struct Techniques {
    /// Which techniques are tried in which order, and the scale of ratings: those of HoDoKu, or of Sudoku Explainer
    #[arg(long, value_name = "ORDER", value_enum, default_value_t = Order::Hodoku, help_heading = "Techniques")]
    pub(crate) order: Order,

    /// Without techniques that need the puzzle to have one solution
    #[arg(long, help_heading = "Techniques")]
    pub(crate) no_uniqueness: bool,
}

#[derive(clap::ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Order {
    Hodoku,
    Se,
}

impl Order {
    pub(crate) fn scale(self) -> Scale {
        match self {
            Order::Hodoku => Scale::Hodoku,
            Order::Se => Scale::Se,
        }
    }
}

/// How cells are named.
#[derive(clap::ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Cells {
    /// r4c5
    Rc,
    /// D5
    Letters,
}

#[derive(Args, Debug)]
pub(crate) struct Explain {
    #[command(flatten)]
    pub(crate) input: Input,

    #[command(flatten)]
    pub(crate) techniques: Techniques,

    /// Stop after this many steps, or after the first step of this technique
    #[arg(long, value_name = "N|TECHNIQUE", value_parser = until)]
    pub(crate) until: Option<Until>,

    /// Tell only steps of this technique (may be said several times); use it, if it is none of the default ones
    #[arg(long, value_name = "TECHNIQUE")]
    pub(crate) technique: Vec<Technique>,

    /// List every step that can be taken now instead of a path
    #[arg(long, conflicts_with = "until")]
    pub(crate) all_steps: bool,

    /// Draw the board with the pattern marked, for every step but singles
    #[arg(long, help_heading = "Output")]
    pub(crate) boards: bool,

    /// How cells are named
    #[arg(long, value_name = "NAMES", value_enum, default_value_t = Cells::Rc, help_heading = "Output")]
    pub(crate) cells: Cells,

    /// Plain text or Markdown
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t = Prose::Text, help_heading = "Output")]
    pub(crate) format: Prose,

    /// One JSON object per puzzle
    #[arg(long, conflicts_with_all = ["format", "boards"], help_heading = "Output")]
    pub(crate) json: bool,

    /// Also write a picture of every step but singles into this folder
    #[arg(long, value_name = "FOLDER", help_heading = "Output")]
    pub(crate) svg: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) work: Work,
}

/// Where an explanation ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Until {
    Steps(usize),
    Technique(Technique),
}

fn until(text: &str) -> Result<Until, String> {
    match text.parse() {
        Ok(steps) => Ok(Until::Steps(steps)),
        Err(_) => text.parse().map(Until::Technique).map_err(|error: UnknownName| error.to_string()),
    }
}

#[derive(clap::ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Prose {
    Text,
    Markdown,
}

#[derive(Args, Debug)]
pub(crate) struct Hint {
    #[command(flatten)]
    pub(crate) input: Input,

    #[command(flatten)]
    pub(crate) techniques: Techniques,

    /// How much to tell: 1 what to look for, 2 the technique and its houses, 3 the whole step
    #[arg(long, value_name = "1-3", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=3))]
    pub(crate) level: u8,

    /// How cells are named
    #[arg(long, value_name = "NAMES", value_enum, default_value_t = Cells::Rc, help_heading = "Output")]
    pub(crate) cells: Cells,

    /// One JSON object per board
    #[arg(long, help_heading = "Output")]
    pub(crate) json: bool,

    /// Write a picture of the board with the step to this file
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub(crate) svg: Option<PathBuf>,

    /// Write to this file instead of standard output
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    pub(crate) output: Option<PathBuf>,
}

#[derive(Args, Debug)]
pub(crate) struct Rate {
    #[command(flatten)]
    pub(crate) input: Input,

    #[command(flatten)]
    pub(crate) techniques: Techniques,

    /// Format of the ratings
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t = Form::Line, help_heading = "Output")]
    pub(crate) format: Form,

    #[command(flatten)]
    pub(crate) table: Table,

    /// Answers that become columns of a table, perhaps under other names (solution=answer): status, level, hodoku_score or se_like_rating, hardest, steps, techniques, error
    /// [default: all]
    #[arg(long, value_name = "ANSWER,...", value_delimiter = ',', help_heading = "Tables")]
    pub(crate) add: Vec<Added>,

    #[command(flatten)]
    pub(crate) work: Work,
}

#[derive(Args, Debug)]
pub(crate) struct Verify {
    /// Files with explanations in JSON, or - for standard input (the default)
    #[arg(value_name = "FILE|-")]
    pub(crate) files: Vec<PathBuf>,
}
