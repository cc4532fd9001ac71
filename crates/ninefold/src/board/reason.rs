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
    /// The rows of a matrix are not as many as they are long, or not equally long.
    NotSquare {
        /// The cells of each row.
        rows: Vec<usize>,
    },
    /// The number of symbols fits no board.
    NoShape {
        /// What was found and why no board has that form.
        found: String,
    },
    /// A symbol or number that is neither a digit of the board nor a blank.
    UnknownSymbol {
        /// The symbol, as typed.
        symbol: String,
        /// Which symbol of the text it is, from 1.
        position: usize,
        /// The cell, where the text has the right length.
        cell: Option<Cell>,
    },
    /// Something the format asks for is missing or out of place.
    Syntax {
        /// What was found and what was expected.
        message: String,
    },
    /// A digit stands more than once in a house.
    Duplicate {
        /// The digit.
        digit: Digit,
        /// The house.
        house: House,
        /// Its cells with the digit, two or more.
        cells: Vec<Cell>,
    },
    /// No digit is left for a cell: all are removed or stand in its houses.
    NoCandidate {
        /// The cell.
        cell: Cell,
    },
    /// A complete grid was expected.
    Blank {
        /// The first blank cell.
        cell: Cell,
        /// The number of blank cells.
        count: usize,
    },
}

/// A board or a text that is not a Sudoku, with all the reasons.
///
/// Printed, the reasons stand on one line, separated by `; `, at most eight of them.
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

    /// Whether what was typed is legal as it stands and only leaves some cell without a candidate:
    /// a puzzle without solution rather than a broken one.
    pub fn is_only_contradiction(&self) -> bool {
        self.reasons.iter().all(|r| matches!(r, Reason::NoCandidate { .. }))
    }

    fn write_reason(&self, f: &mut fmt::Formatter<'_>, reason: &Reason) -> fmt::Result {
        let name = |cell: &Cell| self.shape.map_or_else(|| cell.index().to_string(), |s| s.name(*cell).to_string());
        match reason {
            Reason::Length { found, expected } => {
                let side = expected.isqrt();
                write!(f, "{found} cells, expected {expected} ({side}x{side})")
            }
            Reason::NotSquare { rows } => write_not_square(f, rows),
            Reason::NoShape { found } => f.write_str(found),
            Reason::UnknownSymbol { symbol, position, cell } => {
                let place = cell.map_or_else(String::new, |cell| format!(" ({})", name(&cell)));
                if symbol.len() > 1 && symbol.parse::<i64>().is_ok() {
                    let side = self.symbols.side();
                    return write!(
                        f,
                        "{symbol} at position {position}{place} is out of range: expected 1 to {side}, or 0 for a blank"
                    );
                }
                let (symbol, symbols) = (symbol.escape_debug(), self.symbols.name());
                let blanks: String = self.symbols.blanks().iter().take(2).collect();
                write!(f, "'{symbol}' at position {position}{place} is not a symbol of {symbols} or a blank ({blanks})")
            }
            Reason::Syntax { message } => f.write_str(message),
            Reason::Duplicate { digit, house, cells } => {
                let cells: Vec<String> = cells.iter().map(name).collect();
                let times = match cells.len() {
                    2 => "twice".to_owned(),
                    n => format!("{n} times"),
                };
                write!(f, "{} stands {times} in {house} ({})", self.symbols.symbol(*digit), cells.join(", "))
            }
            Reason::NoCandidate { cell } => write!(f, "{} has no candidate left", name(cell)),
            Reason::Blank { cell, count: 1 } => write!(f, "{} is blank", name(cell)),
            Reason::Blank { cell, count } => write!(f, "{count} cells are blank, {} first", name(cell)),
        }
    }
}

fn write_not_square(f: &mut fmt::Formatter<'_>, rows: &[usize]) -> fmt::Result {
    let width = rows.first().copied().unwrap_or(0);
    match rows.iter().position(|n| *n != width) {
        Some(i) => {
            write!(f, "not a square matrix: row {} has {} cells, row 1 has {width}", i + 1, rows[i])
        }
        None => write!(f, "not a square matrix: {} rows of {width} cells", rows.len()),
    }
}

/// More than this many reasons are counted rather than listed.
const LISTED: usize = 8;

impl fmt::Display for Invalid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, reason) in self.reasons.iter().take(LISTED).enumerate() {
            if i > 0 {
                f.write_str("; ")?;
            }
            self.write_reason(f, reason)?;
        }
        match self.reasons.len().saturating_sub(LISTED) {
            0 => Ok(()),
            more => write!(f, "; and {more} more"),
        }
    }
}

impl std::error::Error for Invalid {}
