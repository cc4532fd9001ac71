//! Writing a record in any format, and saying what the format cannot carry.

use super::{Field, Format, Record, csv, grid, hodoku, json, line, sdk, sdx, ss, sukaku, susser, table};
use crate::board::{Digit, Entry, Symbols};
use crate::render::text;
use std::fmt;

/// A record as text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Written {
    /// The text; it ends with a line end.
    pub text: String,
    /// What the text does not say, though the record knows it.
    pub lost: Vec<Loss>,
}

/// Something that a format cannot carry.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum Loss {
    /// So many placed digits look like givens.
    PlacedAsGivens(usize),
    /// Givens (so many digits) cannot be told from cells with one candidate.
    DigitsAsCandidates(usize),
    /// So many blank cells with one candidate look like digits.
    CandidatesAsDigits(usize),
    /// So many removed candidates are not written.
    Candidates(usize),
    /// The symbols are replaced by others.
    Symbols {
        /// The record's symbols.
        from: String,
        /// Those in the text.
        to: String,
    },
    /// Blanks are written with another character; a space is none in formats that separate cells.
    Blank {
        /// The record's blank.
        from: char,
        /// The one in the text.
        to: char,
    },
    /// What the record says about the puzzle.
    Field(Field),
}

impl Loss {
    /// The loss in words that are the same for all puzzles: [`Display`](fmt::Display) without numbers.
    pub fn kind(&self) -> String {
        match self {
            Loss::PlacedAsGivens(_) => "placed digits became givens".to_owned(),
            Loss::DigitsAsCandidates(_) => "digits became cells with one candidate".to_owned(),
            Loss::CandidatesAsDigits(_) => "cells with one candidate became digits".to_owned(),
            Loss::Candidates(_) => "removed candidates were left out".to_owned(),
            Loss::Symbols { from, to } => format!("symbols {from} became {to}"),
            Loss::Blank { from, to } => format!("blanks became '{to}' instead of '{from}'"),
            Loss::Field(field) => format!("there is no place for the {field}"),
        }
    }

    /// How much is lost, where that is a number.
    fn count(&self) -> Option<usize> {
        match self {
            Loss::PlacedAsGivens(count)
            | Loss::DigitsAsCandidates(count)
            | Loss::CandidatesAsDigits(count)
            | Loss::Candidates(count) => Some(*count),
            Loss::Symbols { .. } | Loss::Blank { .. } | Loss::Field(_) => None,
        }
    }
}

/// The kind of the loss, and how many cells, digits or candidates it is about.
impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.kind())?;
        self.count().map_or(Ok(()), |count| write!(f, " ({count})"))
    }
}

/// A format that has no form for a board of this kind.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CannotWrite {
    format: Format,
    side: usize,
    largest: usize,
}

impl fmt::Display for CannotWrite {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { format, side, largest } = self;
        write!(f, "format {format} holds boards up to {largest}x{largest}, not {side}x{side}")
    }
}

impl std::error::Error for CannotWrite {}

/// Writes a record.
///
/// # Errors
/// If the format has no form for boards of this size.
pub fn write(record: &Record, format: Format) -> Result<Written, CannotWrite> {
    let side = record.puzzle.shape().side();
    let largest = largest_side(format);
    if side > largest {
        return Err(CannotWrite { format, side, largest });
    }
    let symbols = symbols(record, format);
    let (puzzle, candidates) = (&record.puzzle, || record.puzzle.candidates());
    let mut text = match format {
        Format::Line | Format::Sdm => line::write(puzzle, &symbols),
        Format::Grid => grid::write(puzzle, &symbols),
        Format::Box => text::grid(puzzle, &symbols),
        Format::Table => table::write(puzzle),
        Format::Candidates => text::candidates(&candidates(), &symbols),
        Format::Pencilmarks => text::pencilmarks(&candidates(), &symbols),
        Format::Sukaku => sukaku::write(puzzle, &symbols),
        Format::Sdk => sdk::write(puzzle, &symbols, &record.fields),
        Format::Sdx => sdx::write(puzzle, &symbols),
        Format::Ss => ss::write(puzzle, &symbols),
        Format::Csv(dialect) => csv::write(&Record { symbols: symbols.clone(), ..record.clone() }, dialect),
        Format::Json => json::write(&Record { symbols: symbols.clone(), ..record.clone() }),
        Format::Hodoku => hodoku::write(&Record { symbols: symbols.clone(), ..record.clone() }),
        Format::Susser => susser::write(puzzle, &symbols),
    };
    if !text.ends_with('\n') {
        text.push('\n');
    }
    Ok(Written { text, lost: losses(record, format, &symbols) })
}

/// The largest board that a format has a form for.
fn largest_side(format: Format) -> usize {
    match format {
        Format::Hodoku | Format::Susser => 9,
        Format::Candidates | Format::Pencilmarks | Format::Sukaku | Format::Sdx | Format::Sdk | Format::Ss => {
            Symbols::MOST_CHARACTERS
        }
        Format::Line | Format::Sdm | Format::Grid | Format::Box | Format::Table | Format::Csv(_) | Format::Json => {
            usize::MAX
        }
    }
}

/// The symbols that a format writes the record with: its own, unless the format wants figures, wants one
/// character per digit, or means something else by one of them.
fn symbols(record: &Record, format: Format) -> Symbols {
    let usual = Symbols::for_side(record.puzzle.shape().side());
    let marks_placed = matches!(format, Format::Hodoku | Format::Susser);
    let blank = record.symbols.blank();
    let no_blank = (format == Format::Json && !Symbols::is_usual_blank(blank))
        || (blank.is_whitespace() && !matches!(format, Format::Line | Format::Sdm))
        || (marks_placed && blank == '+');
    let own = if no_blank { record.symbols.clone().with_usual_blanks() } else { record.symbols.clone() };
    let is_usual = !differ(&own, &usual, record);
    match format {
        Format::Table => usual,
        Format::Sukaku | Format::Sdx | Format::Hodoku | Format::Susser if !is_usual => usual,
        // A dash is a cell without candidates.
        Format::Candidates | Format::Pencilmarks if own.digit('-').is_some() => usual,
        Format::Grid | Format::Box => own,
        _ if own.are_numbers() => usual,
        _ => own,
    }
}

/// Whether some digit is written differently.
fn differ(symbols: &Symbols, other: &Symbols, record: &Record) -> bool {
    record.puzzle.shape().digits().any(|digit: Digit| symbols.symbol(digit) != other.symbol(digit))
}

fn losses(record: &Record, format: Format, symbols: &Symbols) -> Vec<Loss> {
    let puzzle = &record.puzzle;
    let mut lost = Vec::new();
    let (mut digits, mut placed, mut candidates, mut singles) = (0, 0, 0, 0);
    for cell in puzzle.shape().cells() {
        match puzzle.entry(cell) {
            Entry::Given(_) => digits += 1,
            Entry::Placed(_) => (digits, placed) = (digits + 1, placed + 1),
            Entry::Blank => {}
        }
    }
    if let Some(removed) = puzzle.removed() {
        candidates = removed.total();
    }
    if matches!(format, Format::Sdx | Format::Candidates | Format::Pencilmarks) {
        let all = puzzle.candidates();
        let cells = puzzle.shape().cells().filter(|cell| puzzle.digit(*cell).is_none());
        singles = cells.filter(|cell| super::candidates::is_solved(&all, *cell)).count();
    }
    let counts = match format {
        Format::Hodoku | Format::Susser => vec![],
        Format::Sdx => {
            let unmarked = sdx::unmarked(puzzle, symbols);
            vec![(unmarked, Loss::PlacedAsGivens(unmarked)), (singles, Loss::CandidatesAsDigits(singles))]
        }
        Format::Candidates | Format::Pencilmarks => {
            vec![(placed, Loss::PlacedAsGivens(placed)), (singles, Loss::CandidatesAsDigits(singles))]
        }
        Format::Sukaku => vec![(digits, Loss::DigitsAsCandidates(digits))],
        _ => vec![(placed, Loss::PlacedAsGivens(placed)), (candidates, Loss::Candidates(candidates))],
    };
    lost.extend(counts.into_iter().filter(|(count, _)| *count > 0).map(|(_, loss)| loss));
    // A table is made of numbers, which the usual symbols stand for.
    let is_number = format == Format::Table && record.symbols.are_numbers();
    if !is_number && differ(symbols, &record.symbols, record) {
        let to = if format == Format::Table { Symbols::numbers(symbols.side()) } else { symbols.clone() };
        lost.push(Loss::Symbols { from: record.symbols.name(), to: to.name() });
    }
    // A usual blank is known as one wherever it is read.
    let (from, to) = (record.symbols.blank(), symbols.blank());
    if !Symbols::is_usual_blank(from) && from != to && format != Format::Table {
        lost.push(Loss::Blank { from, to });
    }
    let carried = |field: Field, value: &str| match format {
        Format::Sdk => sdk::carries(field, value),
        Format::Hodoku => hodoku::carries(field, value),
        Format::Csv(dialect) => csv::carries(dialect, field),
        Format::Json => json::carries(field),
        _ => false,
    };
    let left_out = record.fields.iter().filter(|(field, value)| !value.is_empty() && !carried(**field, value));
    lost.extend(left_out.map(|(field, _)| Loss::Field(*field)));
    lost
}
