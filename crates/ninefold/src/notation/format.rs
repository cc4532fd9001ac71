//! The table of formats. What distinguishes a format is its entry, a [`Spec`] in the format's own file; other code
//! seldom asks which format it has.

use super::csv::Column;
use super::gather::Look;
use super::lines::{Decision, Span};
use super::links::Payload;
use super::start::Start;
use super::write::{self, Loss};
use super::{AnyRecord, Dialect, Field, ReadOptions, Record, VariantRecord};
use crate::board::{Invalid, Puzzle, Symbols};
use crate::names::{self, UnknownName, written_by_name};
use std::str::FromStr;

/// A text format.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Format {
    /// One line of N x N symbols, row by row; anything after it is ignored when read.
    Line,
    /// N lines of N symbols; frames and spaces may be added.
    Grid,
    /// A grid with `|` between stacks and a ruled line between bands.
    Box,
    /// Numbers separated by white space or commas, perhaps in brackets or below a header.
    Table,
    /// The candidates of each cell (a pencilmark grid); a cell with a single digit is solved.
    Candidates,
    /// Candidates in brackets, each digit in its own place: `[123 56789]`.
    Pencilmarks,
    /// One line of N x N x N symbols: for each digit of each cell, the digit or a blank.
    Sukaku,
    /// SadMan's `.sdk`: lines about the puzzle that begin with `#`, then a grid.
    Sdk,
    /// SadMan's `.sdm`: one line per puzzle.
    Sdm,
    /// `.sdx`: the candidates of each cell, with `u` before a player's digit.
    Sdx,
    /// SimpleSudoku's `.ss`: a grid in a frame.
    Ss,
    /// Comma-separated values with a header.
    Csv(Dialect),
    /// A JSON object with the member `puzzle`, and its shape and symbols.
    Json,
    /// HoDoKu's library format: a position, and what a technique does in it.
    Hodoku,
    /// The format of Susser and SudokuStudio: `+` before placed digits, then the removed candidates.
    Susser,
    /// OpenSudoku's XML: one tag for each puzzle.
    OpenSudoku,
    /// An f-puzzles address, or the JSON object in one.
    FPuzzles,
    /// A SudokuPad address with an f-puzzles code.
    Fpuz,
    /// A SudokuPad address with a classic puzzle.
    Scf,
    /// A SudokuPad address with any puzzle (`scl`, `ctc`); only read.
    Scl,
    /// A SudokuWiki address, or another address that contains the board's symbols.
    SudokuWiki,
    /// An Interactive Sudoku Solver address.
    Iss,
    /// A SudokuMaker address; only read.
    SudokuMaker,
    /// A Penpa+ address; only read.
    Penpa,
    /// Several Sudokus that share boxes, row by row, with spaces or `#` where there are no cells.
    Samurai,
    /// A board with a map of its regions, below, above or beside it.
    Jigsaw,
    /// An address of ninefold's own page; only read.
    Page,
}

/// The table: each format with its entry, in the order of the command line. A format without an entry does not compile.
macro_rules! formats {
    ($($format:ident $(($dialect:ident))?: $file:ident::$entry:ident;)*) => {
        impl Format {
            /// Every format, in the order in which the command line lists them.
            pub const ALL: &'static [Format] = &[$(Format::$format $((Dialect::$dialect))?),*];

            /// The format's entry; how the format carries rules is in `variants`.
            pub(super) const fn spec(self) -> &'static Spec {
                match self {
                    $(Format::$format $((Dialect::$dialect))? => &const { super::$file::$entry.without_rules() },)*
                }
            }

            /// How the format carries rules beyond those of a Sudoku, if it can.
            // Kept apart from `spec`, so that a program that reads only classic puzzles, like the page's engine, is not
            // linked with the code for variants.
            pub(super) const fn variants(self) -> Option<Variants> {
                match self {
                    $(Format::$format $((Dialect::$dialect))? => const { super::$file::$entry.variants },)*
                }
            }

            /// Whether puzzles with rules beyond those of a Sudoku are read in this format.
            pub const fn carries_rules(self) -> bool {
                match self {
                    $(Format::$format $((Dialect::$dialect))? => const { super::$file::$entry.variants.is_some() },)*
                }
            }
        }
    };
}

formats! {
    Line: line::LINE;
    Grid: grid::GRID;
    Box: grid::BOX;
    Table: table::TABLE;
    Candidates: candidates::CANDIDATES;
    Pencilmarks: candidates::PENCILMARKS;
    Sukaku: sukaku::SUKAKU;
    Sdk: sdk::SDK;
    Sdm: line::SDM;
    Sdx: sdx::SDX;
    Ss: ss::SS;
    Csv(Plain): csv::PLAIN;
    Csv(Kaggle1M): csv::KAGGLE_1M;
    Csv(Kaggle3M): csv::KAGGLE_3M;
    Csv(Extreme): csv::EXTREME;
    Csv(Rrn): csv::RRN;
    Json: json::JSON;
    Hodoku: hodoku::HODOKU;
    Susser: susser::SUSSER;
    OpenSudoku: opensudoku::OPEN_SUDOKU;
    FPuzzles: fpuzzles::F_PUZZLES;
    Fpuz: fpuzzles::FPUZ;
    Scf: sudokupad::SCF;
    Scl: sudokupad::SCL;
    SudokuWiki: sudokuwiki::SUDOKU_WIKI;
    Iss: iss::ISS;
    SudokuMaker: sudokumaker::SUDOKU_MAKER;
    Penpa: penpa::PENPA;
    Samurai: samurai::SAMURAI;
    Jigsaw: jigsaw::JIGSAW;
    Page: page::PAGE;
}

/// What distinguishes a format.
#[derive(Clone, Copy)]
pub(super) struct Spec {
    /// The name that the command line uses.
    pub(super) name: &'static str,
    /// Whether a puzzle takes several lines.
    pub(super) is_block: bool,
    /// Whether a puzzle is a line of symbols, perhaps numbered, labelled or in a tag, perhaps with further columns.
    pub(super) is_list: bool,
    /// Whether a space may be a blank cell, if the rows of the board show it.
    pub(super) has_spaces: bool,
    /// The line that begins a file, if there is one.
    pub(super) header: Option<&'static str>,
    /// The line that ends a file, if there is one.
    pub(super) footer: Option<&'static str>,
    /// The columns of comma-separated values.
    pub(super) columns: &'static [Column],
    /// Whether a board of several lines that looks like this has this format if none is named.
    pub(super) is_drawn: fn(&Drawn) -> bool,
    /// Finds the puzzle that begins on a line, if it can have no other format.
    pub(super) find: Option<Find>,
    /// Whether a line is a puzzle of this format and of no other; this is asked before anything else.
    pub(super) recognise: Option<Recognise>,
    /// Which part of an address is a puzzle of this format.
    pub(super) link: Option<Payload>,
    /// Reads one puzzle.
    pub(super) read: fn(&str, &ReadOptions) -> Result<Record, Invalid>,
    /// How puzzles with rules beyond those of a Sudoku are read and written, if they are.
    pub(super) variants: Option<Variants>,
    /// Writes one puzzle with these symbols. The final line end may be missing.
    pub(super) write: fn(&Record, &Symbols, &Spec) -> String,
    /// The largest side of a board that can be written; 0 if no board can.
    pub(super) largest_side: usize,
    /// Whether digits can be written with these symbols; if not, the usual ones are used.
    pub(super) takes_symbols: fn(&Symbols) -> bool,
    /// Whether digits are written as numbers, which the usual symbols stand for as well.
    pub(super) has_numbers: bool,
    /// What blank cells are always written as, unless that is a digit.
    pub(super) blank: Option<&'static str>,
    /// Whether a blank cell can be written with this character.
    pub(super) takes_blank: fn(char) -> bool,
    /// Whether a field with this value is written, besides those in `columns`.
    pub(super) carries: fn(Field, &str) -> bool,
    /// Whether the shape of the boxes is written or drawn.
    pub(super) states_shape: bool,
    /// The placed digits and candidates of a puzzle that are not written as what they are.
    pub(super) losses: fn(&Puzzle, &Symbols) -> Vec<Loss>,
}

/// Writes a puzzle, or returns what the format cannot carry.
type WriteVariant = fn(&VariantRecord) -> Result<String, Vec<String>>;

/// Reads a puzzle, whether classic or with further rules.
type ReadAny = fn(&str, &ReadOptions) -> Result<AnyRecord, Invalid>;

/// How a format carries rules beyond those of a Sudoku.
#[derive(Clone, Copy)]
pub(super) struct Variants {
    /// Reads a puzzle; `None` if it has no such rules.
    pub(super) read: fn(&str, &ReadOptions) -> Option<Result<VariantRecord, Invalid>>,
    /// Reads any puzzle while parsing the text only once. The result is the same as that of reading it as a classic puzzle
    /// and, if it is not one, with `read`.
    pub(super) read_any: Option<ReadAny>,
    /// Writes a puzzle, or returns what the format cannot carry.
    pub(super) write: Option<WriteVariant>,
    /// Whether a field with this value is written.
    pub(super) carries: fn(Field, &str) -> bool,
}

impl Variants {
    /// For formats in which such puzzles are only read.
    pub(super) const fn only_read(read: fn(&str, &ReadOptions) -> Option<Result<VariantRecord, Invalid>>) -> Variants {
        Variants { read, read_any: None, write: None, carries: |_, _| false }
    }
}

/// What a board of several lines looks like.
#[derive(Clone, Copy, Debug)]
pub(super) struct Drawn {
    pub(super) look: Look,
    /// Whether some cell is blank.
    pub(super) has_blanks: bool,
    /// Whether lines before the board describe it.
    pub(super) has_remarks: bool,
}

/// Whether a line is a puzzle.
pub(super) type Recognise = fn(&str, &ReadOptions) -> bool;

/// Finds a puzzle that begins on a line.
type Find = fn(&Start<'_>) -> Decision<Option<Span>>;

impl Spec {
    /// The entry of a format with one line for each puzzle, which carries nothing but the board's digits.
    pub(super) const fn line(
        name: &'static str,
        read: fn(&str, &ReadOptions) -> Result<Record, Invalid>,
        write: fn(&Record, &Symbols, &Spec) -> String,
    ) -> Spec {
        Spec {
            name,
            is_block: false,
            is_list: false,
            has_spaces: false,
            header: None,
            footer: None,
            columns: &[],
            is_drawn: |_| false,
            find: None,
            recognise: None,
            link: None,
            read,
            variants: None,
            write,
            largest_side: usize::MAX,
            takes_symbols: |symbols| !symbols.are_numbers(),
            has_numbers: false,
            blank: None,
            takes_blank: |blank| !blank.is_whitespace(),
            carries: |_, _| false,
            states_shape: false,
            losses: write::without_marks,
        }
    }

    /// The same for a format that is only read.
    pub(super) const fn only_read(name: &'static str, read: fn(&str, &ReadOptions) -> Result<Record, Invalid>) -> Spec {
        Spec { largest_side: 0, ..Spec::line(name, read, |_, _, _| String::new()) }
    }

    /// The same for a format with several lines for each puzzle.
    pub(super) const fn block(
        name: &'static str,
        read: fn(&str, &ReadOptions) -> Result<Record, Invalid>,
        write: fn(&Record, &Symbols, &Spec) -> String,
    ) -> Spec {
        Spec { is_block: true, ..Spec::line(name, read, write) }
    }

    const fn without_rules(self) -> Spec {
        Spec { variants: None, ..self }
    }

    /// Whether puzzles are rows of comma-separated values.
    pub(super) fn has_columns(&self) -> bool {
        !self.columns.is_empty()
    }
}

impl Format {
    /// The format of a board that looks like this.
    pub(super) fn of_drawn(drawn: &Drawn) -> Format {
        let is_of = |format: &Format| (format.spec().is_drawn)(drawn);
        Format::ALL.iter().copied().find(is_of).expect("every look is that of a format")
    }

    /// The format's name, as [`FromStr`] reads it.
    pub fn name(self) -> &'static str {
        self.spec().name
    }

    /// The line that begins a file of this format, if there is one.
    pub fn header(self) -> Option<&'static str> {
        self.spec().header
    }

    /// The line that ends a file of this format, if there is one.
    pub fn footer(self) -> Option<&'static str> {
        self.spec().footer
    }

    /// Whether classic boards can be written in this format; every format can be read.
    pub fn is_written(self) -> bool {
        self.spec().largest_side > 0
    }

    /// Whether nothing can be written in this format: neither classic boards nor puzzles with rules beyond those of a
    /// Sudoku.
    pub fn is_only_read(self) -> bool {
        !self.is_written() && self.variants().is_none_or(|variants| variants.write.is_none())
    }

    /// Whether a puzzle takes several lines; in a file, blank lines then separate puzzles.
    pub fn is_block(self) -> bool {
        self.spec().is_block
    }
}

written_by_name!(Format);

impl FromStr for Format {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Format, UnknownName> {
        let name = name.trim_start_matches('.').to_ascii_lowercase();
        let all = Format::ALL.iter().map(|format| (format.name(), *format));
        names::find(["format", "formats"], all, &name, &name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_look_is_that_of_one_format() {
        for look in [Look::Digits, Look::Numbers, Look::Groups, Look::UserDigits] {
            for (has_blanks, has_remarks) in [(false, false), (false, true), (true, false), (true, true)] {
                let drawn = Drawn { look, has_blanks, has_remarks };
                let all = Format::ALL.iter().filter(|format| (format.spec().is_drawn)(&drawn));
                // Boxes are read as grids, and pencilmarks as candidates.
                let all: Vec<_> = all.filter(|format| !matches!(format, Format::Box | Format::Pencilmarks)).collect();
                assert_eq!(all, [&Format::of_drawn(&drawn)]);
            }
        }
    }
}
