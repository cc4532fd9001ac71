//! Why a text or a board is not a Sudoku: every reason at once.

use super::{Cell, Digit, House, Shape, Symbols};
use std::fmt;

/// One reason why a board is invalid.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Reason {
    /// The text has too few or too many cells.
    Length {
        /// Cells in the text.
        found: usize,
        /// Cells of a board of the expected shape.
        expected: usize,
    },
    /// A matrix is not square, or its rows differ in length.
    NotSquare {
        /// The number of cells in each row.
        rows: Vec<usize>,
    },
    /// The number of symbols fits no board.
    NoShape {
        /// What was found and why no board has that form.
        found: String,
    },
    /// A symbol or number is neither a digit of the board nor a blank. For a text, the first 81 are listed and the
    /// others counted as [`Reason::MoreUnknownSymbols`].
    UnknownSymbol {
        /// The symbol as typed, cut off after 32 characters.
        symbol: String,
        /// Its position among the symbols of the text, from 1.
        position: usize,
        /// The cell, if the text has the right length.
        cell: Option<Cell>,
    },
    /// There are more unknown symbols than are listed.
    MoreUnknownSymbols {
        /// How many.
        count: usize,
    },
    /// Something that the format requires is missing or out of place.
    Syntax {
        /// What was found and what was expected.
        message: String,
    },
    /// A digit appears more than once in a house.
    Duplicate {
        /// The digit.
        digit: Digit,
        /// The house.
        house: House,
        /// The cells of the house that have the digit, two or more.
        cells: Vec<Cell>,
    },
    /// No digit is left for a cell: all are removed or appear in its houses.
    NoCandidate {
        /// The cell.
        cell: Cell,
    },
    /// No cell is left for a digit that the house lacks. Reported only if there is no other reason.
    NoPlace {
        /// The digit.
        digit: Digit,
        /// The house.
        house: House,
    },
    /// Cells are blank, but a complete grid was expected.
    Blank {
        /// The first blank cell.
        cell: Cell,
        /// The number of blank cells.
        count: usize,
    },
}

/// The error for a board or a text that is not a Sudoku, with all the reasons.
///
/// Printed, it lists the reasons on one line, separated by `; `; if there are many, the first are listed and the others counted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Invalid {
    pub(crate) shape: Option<Shape>,
    pub(crate) symbols: Symbols,
    pub(crate) reasons: Vec<Reason>,
}

impl Invalid {
    /// Every reason, those of the text before those of the board.
    pub fn reasons(&self) -> &[Reason] {
        &self.reasons
    }

    /// The shape of the board to which the cells named in the reasons belong, if it is known.
    pub fn shape(&self) -> Option<Shape> {
        self.shape
    }

    /// Whether the board obeys the rules as it stands and only leaves some cell without a candidate or some house
    /// without a place for a digit: the puzzle has no solution, but is not malformed.
    pub fn is_only_contradiction(&self) -> bool {
        self.reasons.iter().all(|r| matches!(r, Reason::NoCandidate { .. } | Reason::NoPlace { .. }))
    }

    fn name(&self, cell: Cell) -> String {
        self.shape.map_or_else(|| cell.index().to_string(), |shape| shape.name(cell).to_string())
    }

    /// The unknown symbols of all reasons, in words.
    fn unknown_symbols(&self) -> String {
        let (mut symbols, mut count) = (Vec::new(), 0);
        for reason in &self.reasons {
            match reason {
                Reason::UnknownSymbol { symbol, position, cell } => {
                    count += 1;
                    if symbols.len() < LISTED_SYMBOLS {
                        let place = cell.map_or_else(String::new, |cell| format!(" ({})", self.name(cell)));
                        symbols.push(format!("'{}' at position {position}{place}", symbol.escape_debug()));
                    }
                }
                Reason::MoreUnknownSymbols { count: more } => count += more,
                _ => {}
            }
        }
        let (is, blank) =
            if count == 1 { ("is neither one", "nor a blank") } else { ("are neither symbols", "nor blanks") };
        if count > symbols.len() {
            symbols.push(format!("{} more", count - symbols.len()));
        }
        let last = symbols.pop().unwrap_or_default();
        let listed = if symbols.is_empty() { last } else { format!("{} and {last}", symbols.join(", ")) };
        let (side, name) = (self.symbols.side(), self.symbols.name());
        let digits = if self.symbols.are_numbers() { format!("1 to {side}") } else { name };
        // The other usual blanks need not be mentioned.
        let most = if self.symbols == Symbols::for_side(side) { 2 } else { self.symbols.blanks().len() };
        let blanks: Vec<String> = self.symbols.blanks().iter().take(most).map(|blank| format!("'{blank}'")).collect();
        let blanks = match &blanks[..] {
            [first @ .., last] if !first.is_empty() => format!("{} or {last}", first.join(", ")),
            _ => blanks.concat(),
        };
        format!("{listed} {is} of {digits} {blank} ({blanks})")
    }

    /// A reason in words; a reason about a symbol covers all of them.
    fn reason(&self, reason: &Reason) -> String {
        match reason {
            Reason::Length { found, expected } => {
                let side = expected.isqrt();
                format!("{}, expected {expected} ({side}x{side})", cells(*found))
            }
            Reason::NotSquare { rows } => not_square(rows),
            Reason::UnknownSymbol { .. } | Reason::MoreUnknownSymbols { .. } => self.unknown_symbols(),
            Reason::NoShape { found: message } | Reason::Syntax { message } => message.clone(),
            Reason::Duplicate { digit, house, cells } => {
                let mut names: Vec<String> = cells.iter().take(LISTED_CELLS).map(|cell| self.name(*cell)).collect();
                if cells.len() > LISTED_CELLS {
                    names.push(format!("{} more", cells.len() - LISTED_CELLS));
                }
                let times = if cells.len() == 2 { "twice" } else { &format!("{} times", cells.len()) };
                format!("{} appears {times} in {house} ({})", self.symbols.symbol(*digit), names.join(", "))
            }
            Reason::NoCandidate { cell } => format!("{} has no candidate left", self.name(*cell)),
            Reason::NoPlace { digit, house } => {
                format!("{house} has no place left for {}", self.symbols.symbol(*digit))
            }
            Reason::Blank { cell, count: 1 } => format!("{} is blank", self.name(*cell)),
            Reason::Blank { cell, count } => format!("{count} cells are blank, {} first", self.name(*cell)),
        }
    }
}

/// More than this many unknown symbols are counted rather than listed.
const LISTED_SYMBOLS: usize = 3;

/// The most cells listed for one reason, as many as a house has on a 9x9 board; any others are counted.
const LISTED_CELLS: usize = 9;

/// More than this many other reasons are counted rather than listed.
const LISTED: usize = 8;

fn not_square(rows: &[usize]) -> String {
    let width = rows.first().copied().unwrap_or(0);
    match rows.iter().position(|n| *n != width) {
        Some(i) => format!("not a square matrix: row {} has {}, row 1 has {width}", i + 1, cells(rows[i])),
        None if width == 0 => "no cells".to_owned(),
        None if rows.len() == 1 => format!("a single row of {}", cells(width)),
        None => format!("not a square matrix: {} rows of {}", rows.len(), cells(width)),
    }
}

fn cells(count: usize) -> String {
    if count == 1 { "1 cell".to_owned() } else { format!("{count} cells") }
}

impl fmt::Display for Invalid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The first reason about a symbol lists all of them.
        let is_symbol =
            |reason: &Reason| matches!(reason, Reason::UnknownSymbol { .. } | Reason::MoreUnknownSymbols { .. });
        let first_symbol = self.reasons.iter().position(is_symbol);
        let mut listed = self.reasons.iter().enumerate().filter(|(i, r)| Some(*i) == first_symbol || !is_symbol(r));
        for (n, (_, reason)) in listed.by_ref().take(LISTED).enumerate() {
            write!(f, "{}{}", if n > 0 { "; " } else { "" }, self.reason(reason))?;
        }
        match listed.count() {
            0 => Ok(()),
            more => write!(f, "; and {more} more"),
        }
    }
}

impl std::error::Error for Invalid {}
