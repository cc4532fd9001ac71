//! Reading and writing: the text formats of the field, one file each.
//!
//! A text is read in two steps. A [`Splitter`] cuts it into [`Piece`]s, one per puzzle, and recognises
//! their [`Format`]; [`Piece::read`] makes a [`Record`] of each. A piece that cannot be read says why, and the
//! rest of the text is read all the same. [`read_all`] does both for a text in memory, [`read`] for a
//! single puzzle; `str::parse` is enough where only the [`Puzzle`] matters.
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
//! Writing keeps what the format can carry and lists the rest as [`Loss`].

mod assemble;
mod candidates;
mod csv;
mod drawing;
mod gather;
mod grid;
mod hodoku;
mod json;
mod line;
mod lines;
mod row;
mod sdk;
mod sdx;
mod single;
mod split;
mod ss;
mod sukaku;
mod susser;
mod table;
mod write;

use lines::Decision;

pub use csv::Dialect;
pub use split::{Piece, Splitter};
pub use write::{CannotWrite, Loss, Written, write};

use crate::board::{Grid, Invalid, Puzzle, Shape, Symbols};
use crate::names::{self, UnknownName};
use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

/// A text format.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Format {
    /// One line of N x N symbols, row by row; anything after it is ignored when read.
    Line,
    /// N lines of N symbols; frames and spaces are decoration.
    Grid,
    /// A grid with `|` between stacks and a line between bands.
    Box,
    /// Numbers separated by white space or commas, perhaps in brackets or below a header.
    Table,
    /// For each cell its candidates (a pencilmark grid); a single digit is a solved cell.
    Candidates,
    /// Candidates in brackets, each digit in its own place: `[123 56789]`.
    Pencilmarks,
    /// One line of N x N x N symbols: per cell and digit the digit or a blank.
    Sukaku,
    /// SadMan's `.sdk`: `#` lines about the puzzle, then a grid.
    Sdk,
    /// SadMan's `.sdm`: one line per puzzle.
    Sdm,
    /// `.sdx`: per cell its candidates, `u` before a player's digit.
    Sdx,
    /// SimpleSudoku's `.ss`: a grid in a frame.
    Ss,
    /// Comma-separated values with a header.
    Csv(Dialect),
    /// An object of JSON with the member `puzzle`, its shape and its symbols.
    Json,
    /// HoDoKu's library format: a state, and what a technique does to it.
    Hodoku,
    /// Susser and SudokuStudio: `+` before placed digits, then the removed candidates.
    Susser,
}

impl Format {
    /// Every format, as the command line lists them.
    pub const ALL: [Format; 19] = [
        Format::Line,
        Format::Grid,
        Format::Box,
        Format::Table,
        Format::Candidates,
        Format::Pencilmarks,
        Format::Sukaku,
        Format::Sdk,
        Format::Sdm,
        Format::Sdx,
        Format::Ss,
        Format::Csv(Dialect::Plain),
        Format::Csv(Dialect::Kaggle1M),
        Format::Csv(Dialect::Kaggle3M),
        Format::Csv(Dialect::Extreme),
        Format::Csv(Dialect::Rrn),
        Format::Json,
        Format::Hodoku,
        Format::Susser,
    ];

    /// The format's name, as [`FromStr`] reads it.
    pub fn name(self) -> &'static str {
        match self {
            Format::Line => "line",
            Format::Grid => "grid",
            Format::Box => "box",
            Format::Table => "table",
            Format::Candidates => "candidates",
            Format::Pencilmarks => "pencilmarks",
            Format::Sukaku => "sukaku",
            Format::Sdk => "sdk",
            Format::Sdm => "sdm",
            Format::Sdx => "sdx",
            Format::Ss => "ss",
            Format::Csv(dialect) => dialect.name(),
            Format::Json => "json",
            Format::Hodoku => "hodoku",
            Format::Susser => "susser",
        }
    }

    /// The line that begins a file of this format, if there is one.
    pub fn header(self) -> Option<&'static str> {
        match self {
            Format::Csv(dialect) => dialect.header(),
            _ => None,
        }
    }

    /// Whether a puzzle takes several lines; in a file, blank lines then separate them.
    pub fn is_block(self) -> bool {
        use Format::{Box, Candidates, Grid, Pencilmarks, Sdk, Sdx, Ss, Table};
        matches!(self, Grid | Box | Table | Candidates | Pencilmarks | Sdk | Sdx | Ss)
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Format {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Format, UnknownName> {
        let name = name.trim_start_matches('.').to_ascii_lowercase();
        let all = Format::ALL.iter().map(|format| (format.name(), *format));
        names::find(["format", "formats"], all, &name, &name)
    }
}

/// What is known about a text before it is read. By default nothing: the format, the shape and the
/// symbols of each puzzle are recognised.
#[derive(Clone, Debug, Default)]
pub struct ReadOptions {
    format: Option<Format>,
    shape: Option<Shape>,
    symbols: Option<Symbols>,
    blanks: Option<String>,
}

impl ReadOptions {
    /// Every puzzle has this format.
    pub fn format(mut self, format: Format) -> ReadOptions {
        self.format = Some(format);
        self
    }

    /// Every puzzle has this shape.
    pub fn shape(mut self, shape: Shape) -> ReadOptions {
        self.shape = Some(shape);
        self
    }

    /// Every puzzle is written with these symbols.
    pub fn symbols(mut self, symbols: Symbols) -> ReadOptions {
        self.symbols = Some(symbols);
        self
    }

    /// These characters, and no others, mean a blank cell.
    pub fn blanks(mut self, blanks: &str) -> ReadOptions {
        self.blanks = Some(blanks.to_owned());
        self
    }

    /// The side that every puzzle has, if it is known.
    fn side(&self) -> Option<usize> {
        self.shape.map(Shape::side).or_else(|| self.symbols.as_ref().map(Symbols::side))
    }

    /// Whether boards of 9x9 cells are expected, among others.
    fn may_be_nine(&self) -> bool {
        self.side().is_none_or(|side| side == Shape::NINE.side())
    }

    /// Whether a space is a blank cell.
    fn blank_is_space(&self) -> bool {
        match (&self.blanks, &self.symbols) {
            (Some(blanks), _) => blanks.contains(' '),
            (None, Some(symbols)) => symbols.is_blank(' '),
            (None, None) => false,
        }
    }

    /// Whether 81 digits and dots on a line are a 9x9 board without a closer look.
    fn allow_plain_line(&self) -> bool {
        matches!(self.format, None | Some(Format::Line | Format::Sdm)) && self.allow_plain_nine()
    }

    /// Whether 81 digits and dots are a 9x9 board without a closer look, where they are known to be a board.
    fn allow_plain_nine(&self) -> bool {
        self.shape.is_none_or(Shape::is_classic_nine) && self.symbols.is_none() && self.blanks.is_none()
    }

    /// Whether the side that is known is one whose digits are numbers.
    fn has_numbers(&self) -> bool {
        self.side().is_some_and(|side| side > Symbols::MOST_CHARACTERS)
    }

    /// Whether a character is one of the symbols or blanks that were named. Blanks that symbols have by default
    /// are not named.
    fn has_symbol(&self, c: char) -> bool {
        let named =
            |symbols: &Symbols| symbols.digit(c).is_some() || (symbols.is_blank(c) && !Symbols::is_usual_blank(c));
        self.symbols.as_ref().is_some_and(named) || self.blanks.as_ref().is_some_and(|blanks| blanks.contains(c))
    }

    /// Whether a word is one of the symbols or blanks that were named.
    fn names(&self, word: &str) -> bool {
        let blank = |blanks: &String| word.chars().all(|c| blanks.contains(c));
        self.symbols.as_ref().is_some_and(|s| s.digit_from_word(word).is_some())
            || self.blanks.as_ref().is_some_and(blank)
    }

    /// Whether a word is a set of the symbols that were named, in their order, perhaps after the `u` of a
    /// player's digit.
    fn names_group(&self, word: &str) -> bool {
        let Some(symbols) = self.symbols.as_ref().filter(|symbols| !symbols.are_numbers()) else { return false };
        let ascends = |group: &str| {
            let digits: Option<Vec<_>> = group.chars().map(|c| symbols.digit(c)).collect();
            digits.is_some_and(|digits| !digits.is_empty() && digits.is_sorted_by(|a, b| a < b))
        };
        ascends(word) || word.strip_prefix(['u', 'U']).is_some_and(ascends)
    }
}

/// A puzzle as it stood in a text, with everything else that was written about it.
#[derive(Clone, PartialEq, Debug)]
pub struct Record {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// What its digits were written with.
    pub symbols: Symbols,
    /// What the text says about the puzzle, in its own words.
    pub fields: BTreeMap<Field, String>,
    /// What had to be decided because the text does not say it.
    pub notes: Vec<Note>,
}

impl Record {
    /// A puzzle with the usual symbols and nothing said about it.
    pub fn new(puzzle: Puzzle) -> Record {
        let symbols = Symbols::for_side(puzzle.shape().side());
        Record { puzzle, symbols, fields: BTreeMap::new(), notes: Vec::new() }
    }

    /// Adds a value to a field, after what the field says already and `between`.
    fn add(&mut self, field: Field, value: &str, between: char) {
        let known = self.fields.entry(field).or_default();
        if !known.is_empty() {
            known.push(between);
        }
        known.push_str(value);
    }
}

/// A finished grid is a record with a given in every cell.
impl From<&Grid> for Record {
    fn from(grid: &Grid) -> Record {
        Record::new(grid.to_puzzle())
    }
}

/// Something that a text may say about a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum Field {
    /// The solution, in line format.
    Solution,
    /// An identifier.
    Id,
    /// Where the puzzle comes from.
    Source,
    /// The number of givens.
    Clues,
    /// A difficulty or rating.
    Rating,
    /// Who made it (`#A`).
    Author,
    /// A description (`#D`).
    Description,
    /// A comment (`#C`).
    Comment,
    /// When it was published (`#B`).
    Published,
    /// Its level (`#L`).
    Level,
    /// An address (`#U`).
    Url,
    /// HoDoKu's code of a technique.
    Technique,
    /// The digits that the technique is about.
    TechniqueDigits,
    /// What the technique removes, as triplets of digit, row and column.
    Eliminations,
    /// What the technique places, likewise.
    Placements,
    /// The rest of a HoDoKu line.
    Extra,
}

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Field::Solution => "solution",
            Field::Id => "id",
            Field::Source => "source",
            Field::Clues => "clues",
            Field::Rating => "rating",
            Field::Author => "author",
            Field::Description => "description",
            Field::Comment => "comment",
            Field::Published => "date of publication",
            Field::Level => "level",
            Field::Url => "address",
            Field::Technique => "technique",
            Field::TechniqueDigits => "technique's digits",
            Field::Eliminations => "eliminations",
            Field::Placements => "placements",
            Field::Extra => "further text",
        })
    }
}

/// A decision that the reader of a text had to take.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Note {
    /// The side allows several shapes; the usual one was taken.
    ShapeTaken {
        /// The shape taken.
        shape: Shape,
        /// The others.
        others: Vec<Shape>,
    },
    /// Several alphabets fit the symbols; the most common was taken.
    SymbolsTaken {
        /// The symbols taken.
        symbols: Symbols,
        /// The others that fit.
        others: Vec<Symbols>,
    },
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Note::ShapeTaken { shape, others } => {
                let (side, rows, columns) = (shape.side(), shape.box_rows(), shape.box_columns());
                let others: Vec<String> = others.iter().map(Shape::to_string).collect();
                write!(f, "{side}x{side} board read with boxes of {rows} rows and {columns} columns ({shape}); ")?;
                write!(f, "it could also be {}", others.join(" or "))
            }
            Note::SymbolsTaken { symbols, others } => {
                let others: Vec<String> = others.iter().map(Symbols::name).collect();
                write!(f, "symbols read as {}; they could also be {}", symbols.name(), others.join(" or "))
            }
        }
    }
}

/// A finished grid in line format, without a line end.
pub fn grid_line(grid: &Grid, symbols: &Symbols) -> String {
    line::write_digits(grid.digits().iter().map(|digit| Some(*digit)), grid.shape(), symbols)
}

/// A puzzle in line format, without a line end; candidates that were removed are not told.
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

/// Reads the first puzzle of a text; what follows it is ignored.
///
/// # Errors
/// If there is none, or it cannot be read. Rules of the game are not checked here: see
/// [`Puzzle::validate`].
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

/// The digits of a text that is 81 digits, zeros and dots and nothing else, as most puzzles are: from 1 to 9, and 0 for a
/// blank, as [`Batch`](crate::solve::Batch) takes them. `None` also if the options read such a text otherwise.
///
/// ```
/// use ninefold::notation::{ReadOptions, plain_digits};
///
/// let options = ReadOptions::default();
/// assert_eq!(plain_digits("12.".repeat(27).as_bytes(), &options).map(|digits| digits[..3].to_vec()), Some(vec![1, 2, 0]));
/// assert_eq!(plain_digits(b"1...............", &options), None);
/// ```
pub fn plain_digits(text: &[u8], options: &ReadOptions) -> Option<[u8; 81]> {
    line::plain_digits(text, options)
}

/// The longest text of a puzzle, in bytes: that of the largest board with generous space around each cell.
const LONGEST: usize = 16 * Shape::MAX_SIDE * Shape::MAX_SIDE;

impl Piece {
    /// The digits of the piece if its puzzle is 81 digits, zeros and dots, as most puzzles in large files are: a line of
    /// them, perhaps with further columns, or a value of CSV. They are from 1 to 9, and 0 for a blank, as
    /// [`Batch`](crate::solve::Batch) takes them.
    ///
    /// # Panics
    /// If the piece does not lie in the text.
    pub fn plain_digits(&self, text: &[u8], options: &ReadOptions) -> Option<[u8; 81]> {
        let text = &text[self.start..self.end];
        match self.format {
            Format::Line => line::first_digits(text, options),
            Format::Csv(_) => csv::plain_digits(text, self.columns, options),
            _ => None,
        }
    }

    /// Reads the piece, given the text that the splitter found it in.
    ///
    /// # Errors
    /// With every reason why it is not a puzzle of its format. Rules of the game are not checked here:
    /// see [`Puzzle::validate`].
    ///
    /// # Panics
    /// If the piece does not lie in the text.
    pub fn read(&self, text: &[u8], options: &ReadOptions) -> Result<Record, Invalid> {
        let text = &text[self.start..self.end];
        if text.len() > LONGEST {
            let message = format!("{} bytes without an end, more than any board takes", text.len());
            return Err(assemble::syntax(message));
        }
        let text = lines::plain(String::from_utf8_lossy(text));
        match self.format {
            Format::Line | Format::Sdm => line::read(&text, options),
            Format::Grid | Format::Box | Format::Ss => grid::read(&text, options),
            Format::Table => table::read(&text, options),
            Format::Candidates | Format::Pencilmarks => candidates::read(&text, options),
            Format::Sukaku => sukaku::read(&text, options),
            Format::Sdk => sdk::read(&text, options),
            Format::Sdx => sdx::read(&text, options),
            Format::Csv(_) => csv::read(&text, self.columns, options),
            Format::Json => json::read(&text, options),
            Format::Hodoku => hodoku::read(&text, options),
            Format::Susser => susser::read(&text, options),
        }
    }
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
