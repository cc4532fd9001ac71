//! The commands that compare boards up to symmetry.

use crate::input::{Input, Table, Work};
use crate::kinds::Lines;
use clap::Args;
use ninefold::UnknownName;
use ninefold::notation::Format;
use std::path::{Path, PathBuf};
use std::str::FromStr;

#[derive(Args, Debug)]
pub(crate) struct Shuffle {
    #[command(flatten)]
    pub(crate) input: Input,

    /// Seed: another one draws other symmetries
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,

    /// Format of the boards: any that convert knows, or json, which has the transformation too
    #[arg(long, value_name = "FORMAT", value_parser = format, default_value = "line", help_heading = "Output")]
    pub(crate) format: BoardsOrJson,

    #[command(flatten)]
    pub(crate) work: Work,
}

/// A format of the library, or JSON: none of those.
pub(crate) type BoardsOrJson = Option<Format>;

fn format(name: &str) -> Result<BoardsOrJson, String> {
    match name {
        "json" => Ok(None),
        name => name.parse().map(Some).map_err(|error: UnknownName| format!("{error}; and json")),
    }
}

#[derive(Args, Debug)]
pub(crate) struct Dedupe {
    #[command(flatten)]
    pub(crate) input: Input,

    /// Compare boards as they are, without symmetry
    #[arg(long)]
    pub(crate) exact: bool,

    /// Memory for the classes of the boards: 300M, 2G
    #[arg(long, value_name = "SIZE", default_value = "1G")]
    pub(crate) memory: Size,

    /// Folder for temporary files [default: the system's]
    #[arg(long, value_name = "FOLDER")]
    pub(crate) temporary: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) table: Table,

    #[command(flatten)]
    pub(crate) work: Work,
}

/// A number of bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Size(pub(crate) usize);

impl FromStr for Size {
    type Err = String;

    fn from_str(text: &str) -> Result<Size, String> {
        let wrong = || format!("'{text}' is not a size, like 300M or 2G");
        let number = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
        let unit = match &text[number.len()..] {
            "" => 0,
            "K" | "k" => 10,
            "M" | "m" => 20,
            "G" | "g" => 30,
            _ => return Err(wrong()),
        };
        let number: usize = number.parse().map_err(|_| wrong())?;
        number.checked_mul(1 << unit).filter(|bytes| *bytes > 0).map(Size).ok_or_else(wrong)
    }
}

#[derive(Args, Debug)]
pub(crate) struct Split {
    #[command(flatten)]
    pub(crate) input: Input,

    /// Names of the parts' files, and the share of each
    /// [default: train.txt=80,validation.txt=10,test.txt=10; of a table with its ending]
    #[arg(long, value_name = "NAME=WEIGHT,...")]
    pub(crate) parts: Option<Parts>,

    /// Folder for the parts [default: the current one]
    #[arg(long, value_name = "FOLDER", help_heading = "Output")]
    pub(crate) into: Option<PathBuf>,

    /// Seed: another one distributes classes differently
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,

    /// Write nothing: count the classes of existing parts
    #[arg(long, conflicts_with_all = ["parts", "into", "seed"])]
    pub(crate) check: bool,

    /// Memory for the classes of the boards: 300M, 2G
    #[arg(long, value_name = "SIZE", default_value = "512M")]
    pub(crate) memory: Size,

    /// Folder for temporary files [default: the system's]
    #[arg(long, value_name = "FOLDER")]
    pub(crate) temporary: Option<PathBuf>,

    /// Format of the counts: lines for people, or JSON
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t = Lines::Line, help_heading = "Output")]
    pub(crate) format: Lines,

    #[command(flatten)]
    pub(crate) table: Table,

    /// Threads to work with [default: one per core]
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) jobs: Option<u16>,
}

/// Names of files, and the weight of each.
#[derive(Clone, Debug)]
pub(crate) struct Parts(pub(crate) Vec<(String, u64)>);

impl FromStr for Parts {
    type Err = String;

    fn from_str(text: &str) -> Result<Parts, String> {
        let mut parts: Vec<(String, u64)> = Vec::new();
        for part in text.split(',') {
            let (name, weight) = part.split_once('=').ok_or_else(|| format!("'{part}' is not NAME=WEIGHT"))?;
            let weight: u32 =
                weight.parse().map_err(|_| format!("'{weight}' is not a weight, which is a whole number"))?;
            let is_name = Path::new(name).file_name() == Some(name.as_ref()) && !name.contains(['/', '\\']);
            if !is_name || name.starts_with('.') || name.ends_with(".partial") {
                return Err(format!("'{name}' is not a name for a file in the folder"));
            }
            if parts.iter().any(|(other, _)| other == name) {
                return Err(format!("'{text}' does not give each part a name of its own"));
            }
            parts.push((name.to_owned(), weight.into()));
        }
        if parts.len() > usize::from(u16::MAX) || parts.iter().all(|(_, weight)| *weight == 0) {
            return Err(format!("'{text}' gives no part a weight, or has too many parts"));
        }
        Ok(Parts(parts))
    }
}
