//! Reading and writing puzzles: the text formats in use, one file for each.
//!
//! A text is read in two steps. A [`Splitter`] cuts it into [`Piece`]s, one per puzzle, and recognises their
//! [`Format`]; [`Piece::read`] turns each into a [`Record`]. If a piece cannot be read, its error says why, and the
//! rest of the text is still read. [`read_all`] takes both steps for a text in memory, [`read`] for a single puzzle;
//! `str::parse` is enough if only the [`Puzzle`] matters.
//!
//! ```
//! use ninefold::notation::{self, Format, ReadOptions};
//! let text = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......
//! not a puzzle
//! 12|34
//! ..|..
//! --+--
//! 21|..
//! ..|..
//! ";
//! let records: Vec<_> = notation::read_all(text, &ReadOptions::default()).collect();
//! assert_eq!(records.len(), 3);
//! assert!(records[1].is_err());
//! let small = records[2].as_ref().unwrap();
//! assert_eq!(small.puzzle.shape().to_string(), "2x2");
//! assert_eq!(notation::write(small, Format::Line).unwrap().text, "1234....21......\n");
//! ```
//!
//! Writing keeps what the format can carry and lists the rest as a [`Loss`].

mod assemble;
mod cages;
mod candidates;
mod code;
mod coding;
mod csv;
mod drawing;
mod foreign;
mod format;
mod fpuzzles;
mod gather;
mod grid;
mod hodoku;
mod html;
mod iss;
mod jigsaw;
mod json;
mod latex;
mod line;
mod lines;
mod links;
mod opensudoku;
mod options;
mod page;
mod penpa;
mod places;
mod plain;
mod record;
mod region_map;
mod row;
mod rule_names;
mod samurai;
mod scanner;
mod sdk;
mod sdx;
mod several;
mod single;
mod sketch;
mod split;
mod ss;
mod start;
mod sudokumaker;
mod sudokupad;
mod sudokuwiki;
mod sukaku;
mod susser;
mod table;
mod value;
mod variant;
mod write;

pub use csv::Dialect;
pub use format::Format;
pub use options::ReadOptions;
pub use record::{Field, Note, Record};
pub use split::{Piece, Splitter};
pub use variant::{AnyRecord, VariantRecord, read_any, read_variant, write_variant};
pub use write::{CannotWrite, Loss, Written, write};

#[cfg(feature = "serde")]
use crate::board::Shape;
use crate::board::{Grid, Invalid, Puzzle, Symbols};
use std::str::FromStr;

/// Writes a finished grid in line format, without a line end.
pub fn grid_line(grid: &Grid, symbols: &Symbols) -> String {
    line::write_digits(grid.digits().iter().map(|digit| Some(*digit)), grid.shape(), symbols)
}

/// Writes a puzzle in line format, without a line end; removed candidates are left out.
///
/// ```
/// use ninefold::{Puzzle, Symbols, notation};
/// let puzzle: Puzzle = "1..4..1......2..".parse()?;
/// assert_eq!(notation::puzzle_line(&puzzle, &Symbols::new("ABCD").expect("four symbols")), "A..D..A......B..");
/// # Ok::<(), ninefold::Invalid>(())
/// ```
pub fn puzzle_line(puzzle: &Puzzle, symbols: &Symbols) -> String {
    line::write(puzzle, symbols)
}

/// Reads a puzzle in the form that its `Display` writes.
#[cfg(feature = "serde")]
pub(crate) fn printed(shape: Shape, line: &str) -> Result<Puzzle, Invalid> {
    let options = ReadOptions::default().shape(shape).symbols(Symbols::for_side(shape.side()));
    Ok(line::board(line, &options)?.puzzle)
}

/// Reads the first puzzle of a text; anything after it is ignored.
///
/// # Errors
/// If the text has no puzzle, or the first cannot be read. The rules of the game are not checked here: see [`Puzzle::validate`].
pub fn read(text: &str, options: &ReadOptions) -> Result<Record, Invalid> {
    read_all(text, options).next().unwrap_or_else(|| Err(assemble::syntax("no puzzle in the text")))
}

/// Reads every puzzle of a text.
pub fn read_all<'a>(
    text: &'a str,
    options: &'a ReadOptions,
) -> impl Iterator<Item = Result<Record, Invalid>> + use<'a> {
    let mut splitter = Splitter::new(options);
    let mut rest = text.as_bytes();
    std::iter::from_fn(move || {
        let piece = splitter.next(rest, true)?;
        let record = piece.read(rest, options);
        rest = &rest[piece.end..];
        Some(record)
    })
}

/// The digits of a text of exactly 81 digits, zeros and dots, the form of most puzzles: 1 to 9, and 0 for a blank, as
/// [`Batch`](crate::solve::Batch) takes them. `None` for any other text, or if the options give such a text another meaning.
///
/// ```
/// use ninefold::notation::{ReadOptions, plain_digits};
///
/// let options = ReadOptions::default();
/// assert_eq!(plain_digits("12.".repeat(27).as_bytes(), &options).map(|digits| digits[..3].to_vec()), Some(vec![1, 2, 0]));
/// assert_eq!(plain_digits(b"1...............", &options), None);
/// ```
pub fn plain_digits(text: &[u8], options: &ReadOptions) -> Option<[u8; 81]> {
    plain::line_digits(text, options)
}

/// Reads a puzzle in any format, as [`read`] does.
impl FromStr for Puzzle {
    type Err = Invalid;

    fn from_str(text: &str) -> Result<Puzzle, Invalid> {
        Ok(read(text, &ReadOptions::default())?.puzzle)
    }
}

/// Reads a complete and correct board in any format, as [`read`] does.
impl FromStr for Grid {
    type Err = Invalid;

    fn from_str(text: &str) -> Result<Grid, Invalid> {
        let record = read(text, &ReadOptions::default())?;
        Grid::try_from(&record.puzzle)
    }
}
