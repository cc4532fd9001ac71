//! The commands about how people solve.

use crate::input::{Input, Work};
use clap::Args;
use ninefold::UnknownName;
use ninefold::logic::{Scale, Technique};
use std::path::PathBuf;

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

    /// Show only steps of this technique (may be given several times), which is used even if it is not one of the defaults
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

    /// How much to say: 1 what to look for, 2 the technique and its houses, 3 the whole step
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
pub(crate) struct Verify {
    /// Files with explanations in JSON, or - for standard input (the default)
    #[arg(value_name = "FILE|-")]
    pub(crate) files: Vec<PathBuf>,
}
