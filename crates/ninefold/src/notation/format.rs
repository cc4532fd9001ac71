//! The formats and their table. What sets a format apart is its entry, a [`Spec`] in the format's own file; nothing
//! else asks which format it has.

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
    /// N lines of N symbols; frames and spaces are decoration.
    Grid,
    /// A grid with `|` between stacks and a line between bands.
    Box,
    /// Numbers separated by white space or commas, perhaps in brackets or below a header.
    Table,
    /// The candidates of each cell (a pencilmark grid); a single digit is a solved cell.
    Candidates,
    /// Candidates in brackets, each digit in its own place: `[123 56789]`.
    Pencilmarks,
    /// One line of N x N x N symbols: for each cell and digit, the digit or a blank.
    Sukaku,
    /// SadMan's `.sdk`: `#` lines about the puzzle, then a grid.
    Sdk,
    /// SadMan's `.sdm`: one line per puzzle.
    Sdm,
    /// `.sdx`: the candidates of each cell, `u` before a player's digit.
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
    /// OpenSudoku's XML: a tag for each puzzle.
    OpenSudoku,
    /// An address of f-puzzles, or its object of JSON.
    FPuzzles,
    /// An address of SudokuPad with the code of f-puzzles.
    Fpuz,
    /// An address of SudokuPad with a classic puzzle.
    Scf,
    /// An address of SudokuPad with any puzzle (`scl`, `ctc`); only read.
    Scl,
    /// An address of SudokuWiki, or another one with the symbols of the board in it.
    SudokuWiki,
    /// An address of Interactive Sudoku Solver.
    Iss,
    /// An address of SudokuMaker; only read.
    SudokuMaker,
    /// An address of Penpa+; only read.
    Penpa,
    /// Several Sudokus that share boxes, row by row, with spaces or `#` where there is no cell.
    Samurai,
    /// A board with a map of its regions, below, above or beside it.
    Jigsaw,
    /// An address of ninefold's own page; only read.
    Page,
}

/// The table: each format with its entry, as the command line lists them. A format without an entry does not compile.
macro_rules! formats {
    ($($format:ident $(($dialect:ident))?: $file:ident::$entry:ident;)*) => {
        impl Format {
            /// Every format, as the command line lists them.
            pub const ALL: &'static [Format] = &[$(Format::$format $((Dialect::$dialect))?),*];

            /// The format's entry; how it carries rules is in `variants`.
            pub(super) const fn spec(self) -> &'static Spec {
                match self {
                    $(Format::$format $((Dialect::$dialect))? => &const { super::$file::$entry.without_rules() },)*
                }
            }

            /// How the format carries rules beyond those of a Sudoku, if it does.
            // Apart from `spec`, so that a program that reads classic puzzles only, as the page's engine does, is not
            // linked with what variants need.
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

/// What sets a format apart.
#[derive(Clone, Copy)]
pub(super) struct Spec {
    /// The name, as the command line has it.
    pub(super) name: &'static str,
    /// A puzzle takes several lines.
    pub(super) is_block: bool,
    /// A puzzle is a line of symbols, perhaps numbered, labelled or in a tag, with further columns.
    pub(super) is_list: bool,
    /// A space may be a blank cell, where the rows of the board show it.
    pub(super) has_spaces: bool,
    /// The line that begins a file, if there is one.
    pub(super) header: Option<&'static str>,
    /// The line that ends a file, if there is one.
    pub(super) footer: Option<&'static str>,
    /// The columns, of comma-separated values.
    pub(super) columns: &'static [Column],
    /// Whether a board of several lines that looks like this has this format, if none is named.
    pub(super) is_drawn: fn(&Drawn) -> bool,
    /// Where the puzzle lies that begins in a line, if that can be no other format.
    pub(super) find: Option<Find>,
    /// Whether a line is a puzzle of this format and can be no other; this is asked before anything else.
    pub(super) recognise: Option<Recognise>,
    /// What of an address is a puzzle of this format.
    pub(super) link: Option<Payload>,
    /// Reads one puzzle.
    pub(super) read: fn(&str, &ReadOptions) -> Result<Record, Invalid>,
    /// How puzzles with rules beside those of a Sudoku are read and written, if they are.
    pub(super) variants: Option<Variants>,
    /// Writes one puzzle with these symbols. The last line end may be missing.
    pub(super) write: fn(&Record, &Symbols, &Spec) -> String,
    /// The largest side of a board that can be written; 0 if none can.
    pub(super) largest_side: usize,
    /// Whether digits can be written with these symbols; otherwise they are written with the usual ones.
    pub(super) takes_symbols: fn(&Symbols) -> bool,
    /// Digits are written as numbers, which the usual symbols mean as well.
    pub(super) has_numbers: bool,
    /// What blank cells are always written with, unless that is a digit.
    pub(super) blank: Option<&'static str>,
    /// Whether a blank cell can be written with this character.
    pub(super) takes_blank: fn(char) -> bool,
    /// Whether a field with this value is written; those of `columns` are.
    pub(super) carries: fn(Field, &str) -> bool,
    /// The shape of the boxes is written, or drawn.
    pub(super) states_shape: bool,
    /// The placed digits and candidates of a puzzle that are not written as such.
    pub(super) losses: fn(&Puzzle, &Symbols) -> Vec<Loss>,
}

/// Writes a puzzle; or says what of it the format does not carry.
type WriteVariant = fn(&VariantRecord) -> Result<String, Vec<String>>;

/// Reads a puzzle as what it is, classic or with further rules.
type ReadAny = fn(&str, &ReadOptions) -> Result<AnyRecord, Invalid>;

/// How a format carries rules beside those of a Sudoku.
#[derive(Clone, Copy)]
pub(super) struct Variants {
    /// Reads a puzzle; `None` if it has no such rules.
    pub(super) read: fn(&str, &ReadOptions) -> Option<Result<VariantRecord, Invalid>>,
    /// Reads a puzzle as what it is, with one look at the text; the same answer as reading it as a classic one and, if it is
    /// none, with `read`.
    pub(super) read_any: Option<ReadAny>,
    /// Writes a puzzle; or what of it the format does not carry.
    pub(super) write: Option<WriteVariant>,
    /// Whether a field with this value is written.
    pub(super) carries: fn(Field, &str) -> bool,
}

impl Variants {
    /// Such puzzles are only read.
    pub(super) const fn only_read(read: fn(&str, &ReadOptions) -> Option<Result<VariantRecord, Invalid>>) -> Variants {
        Variants { read, read_any: None, write: None, carries: |_, _| false }
    }
}

/// What a board of several lines looks like.
#[derive(Clone, Copy, Debug)]
pub(super) struct Drawn {
    pub(super) look: Look,
    /// Some cell is blank.
    pub(super) has_blanks: bool,
    /// Lines before it describe it.
    pub(super) has_remarks: bool,
}

/// Whether a line is a puzzle.
pub(super) type Recognise = fn(&str, &ReadOptions) -> bool;

/// Finds a puzzle that begins in a line.
type Find = fn(&Start<'_>) -> Decision<Option<Span>>;

impl Spec {
    /// A format of one line for each puzzle, with nothing but the board's digits.
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

    /// The same of a format that is only read.
    pub(super) const fn only_read(name: &'static str, read: fn(&str, &ReadOptions) -> Result<Record, Invalid>) -> Spec {
        Spec { largest_side: 0, ..Spec::line(name, read, |_, _, _| String::new()) }
    }

    /// The same of several lines.
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

    /// Whether classic boards can be written in this format; all are read.
    pub fn is_written(self) -> bool {
        self.spec().largest_side > 0
    }

    /// Whether nothing can be written in this format: neither classic boards nor puzzles with rules beyond those of a
    /// Sudoku.
    pub fn is_only_read(self) -> bool {
        !self.is_written() && self.variants().is_none_or(|variants| variants.write.is_none())
    }

    /// Whether a puzzle takes several lines; in a file, blank lines then separate them.
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
