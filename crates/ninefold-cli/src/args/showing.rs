//! The commands that show: how a search goes, the page, the manual.

use crate::input::Input;
use clap::Args;
use ninefold::trace::Strategy;
use std::path::PathBuf;

#[derive(Args, Debug)]
pub(crate) struct Trace {
    #[command(flatten)]
    pub(crate) input: Input,

    /// How to solve: spec, prune, expand, split, eliminate-analyze or assign
    #[arg(long, value_name = "NAME", default_value_t = Strategy::Split)]
    pub(crate) strategy: Strategy,

    /// Go on to all solutions instead of stopping at the first
    #[arg(long)]
    pub(crate) all: bool,

    /// Stages that are shown with the whole board: none, those before the first decision (top), or all
    #[arg(long, value_name = "WHICH", value_enum, default_value_t = Boards::Top, help_heading = "Output")]
    pub(crate) boards: Boards,

    /// How boards are drawn [default: pencilmarks, or candidates on boards wider than 9]
    #[arg(long, value_name = "VIEW", value_enum, help_heading = "Output")]
    pub(crate) view: Option<View>,

    /// One JSON object per stage
    #[arg(long, help_heading = "Output")]
    pub(crate) json: bool,

    /// Write to this file instead of standard output
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    pub(crate) output: Option<PathBuf>,
}

#[derive(clap::ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Boards {
    None,
    Top,
    All,
}

#[derive(clap::ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum View {
    /// Each digit in its own place: [123 56789]
    Pencilmarks,
    /// Candidates in boxes
    Candidates,
    /// A table: 5 for known, (1 2 3) for unknown, X for impossible
    States,
}
