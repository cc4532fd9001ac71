//! The commands that compare boards up to symmetry.

use crate::input::{Input, Table, Work};
use crate::kinds::{Lines, Ratings};
use clap::Args;
use ninefold::UnknownName;
use ninefold::notation::Format;
use std::path::{Path, PathBuf};
use std::str::FromStr;

pub(super) const SHUFFLE_EXAMPLES: &str = "\
Examples:
  ninefold shuffle puzzles.txt
  ninefold shuffle --seed 7 --format json puzzle.txt
  ninefold shuffle puzzles.txt | ninefold canon

Answers: In line format what cannot be read is answered by 'Invalid input'; in other formats it is left out.

Symmetry: All ways to transpose (where boxes are square), to reorder (bands, stacks, rows in a band, columns in a stack) and to \
relabel a board are equally likely. Givens, placed digits, removed candidates and a solution beside the puzzle change together.

Reproducing: What becomes of a board is a function of the seed and its position in the input (and of the program's \
version), on any machine and with any number of threads.

JSON: One object per board with its place, puzzle, shape, symbols, status (ok, invalid, unwritable), shuffled, transformation \
(as canon prints them) and reason.

Exit status: 1 if a board could not be read or written.";

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
    pub(crate) output: Option<PathBuf>,
}

pub(super) const DEDUPE_EXAMPLES: &str = "\
Examples:
  ninefold dedupe puzzles.txt.gz -o different.txt
  ninefold dedupe --exact data.csv > once.csv
  generator | ninefold dedupe --memory 4G --temporary /scratch | head

Boards: Those that differ only by symmetry form a class. The first of each class is written as it is in the input, with \
everything beside it and in the order of the input. A header of columns is kept. Boards that have no minlex form (see \
canon) are compared as they are written: only digits and removed candidates count, not symbols or format.

Memory: Classes are distinguished by 128 bits. Memory holds about one class for each 30 bytes of --memory; their first boards are \
written as they come. Boards of further classes are kept in temporary files and written at the end.

Counts: Standard error says how many boards there were, and how many were left out.

Tables: Parquet, JSON lines (.jsonl) and, with --column, CSV with a header are read by column, twice, so they must be files. Whole rows \
stay; those without a board are left out. The output's name says what is written (.parquet, .csv, .jsonl).

Exit status: 1 if a board could not be read; such boards are left out too.";

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

pub(super) const SPLIT_EXAMPLES: &str = "\
Examples:
  ninefold split puzzles.txt
  ninefold split data.csv --into parts --parts train.csv=90,test.csv=10 --seed 7
  ninefold split --check train.txt test.txt

Parts: Boards that differ only by symmetry always go to the same part. Which one depends on the class and the seed alone, so a board \
keeps its part when others are added or left out: the first eight bytes of the SHA-256 of SEED:FORM (0:....1..., the form as canon \
prints it) are a number; divided by 2^64, it is the place of the class among all parts laid end to end. Boards without a form (see \
canon) count as they are written. Lines are written as they are in the input, in its order; a header of columns is kept.

Proof: The written parts are read again, and the classes of each are counted, as are classes with boards in more than one part: \
there must be none. --check does this for existing files, and names some boards of classes that cross.

Files: A part's name ends in .partial until all parts are complete. Files that exist are not overwritten.

Tables: Parquet, JSON lines (.jsonl) and, with --column, CSV with a header are read by column, and whole rows dealt out; those without a \
board are left out. The parts' names say what is written (.parquet, .csv, .jsonl). --check takes tables too.

JSON: One object with parts (file, boards, classes), classes (of all parts together), crossing (how many are in more than one \
part) and crossings (up to ten of them: file and number of two boards).

Exit status: 1 if a class crosses or a board could not be read; unreadable boards are left out.";

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
