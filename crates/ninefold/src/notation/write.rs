//! Writing a record in any format, and listing what the format cannot carry.

use super::csv::Column;
use super::format::Spec;
use super::{Field, Format, Record};
use crate::board::{Candidates, Cell, Digit, Puzzle, Shape, Symbols};
use std::fmt;

/// A record as text.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Written {
    /// The text; it ends with a line end.
    pub text: String,
    /// What the record knows but the text does not say.
    pub lost: Vec<Loss>,
}

/// Something that a format cannot carry.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum Loss {
    /// The number of placed digits that look like givens.
    PlacedAsGivens(usize),
    /// The number of digits that look like cells with one candidate.
    DigitsAsCandidates(usize),
    /// The number of blank cells with one candidate that look like digits.
    CandidatesAsDigits(usize),
    /// The number of removed candidates that are not written.
    Candidates(usize),
    /// The symbols are replaced by others.
    Symbols {
        /// The record's symbols.
        from: String,
        /// Those in the text.
        to: String,
    },
    /// Blanks are written with another character: formats that separate cells cannot use a space.
    Blank {
        /// The record's blank.
        from: char,
        /// The one in the text.
        to: char,
    },
    /// The shape of the boxes is not stated, and boards of this size usually have another one.
    Shape(Shape),
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
            Loss::Shape(shape) => format!("the shape {shape} of the boxes is not stated"),
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
            Loss::Symbols { .. } | Loss::Blank { .. } | Loss::Shape(_) | Loss::Field(_) => None,
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

/// A board that is too large for a format, rules that it does not carry, or a format that is only read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CannotWrite {
    format: Format,
    why: Why,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Why {
    OnlyRead,
    Side { side: usize, largest: usize },
    Rules(Vec<String>),
}

impl CannotWrite {
    /// Rules, or other parts of a puzzle, that a format does not carry.
    pub(super) fn rules(format: Format, rules: Vec<String>) -> CannotWrite {
        let why = if format.is_only_read() { Why::OnlyRead } else { Why::Rules(rules) };
        CannotWrite { format, why }
    }
}

impl fmt::Display for CannotWrite {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let format = self.format;
        match &self.why {
            // Whether it is written for other boards is not asked here: that would link what variants need.
            Why::OnlyRead => write!(f, "format {format} is read, but not written for boards like this"),
            Why::Side { side, largest } => {
                write!(f, "format {format} holds boards up to {largest}x{largest}, not {side}x{side}")
            }
            Why::Rules(rules) if rules.is_empty() => write!(f, "format {format} does not carry puzzles of other rules"),
            Why::Rules(rules) => write!(f, "format {format} does not carry: {}", rules.join(", ")),
        }
    }
}

impl std::error::Error for CannotWrite {}

/// Writes a record.
///
/// # Errors
/// If the board is too large for the format, or the format is only read ([`Format::is_written`]).
pub fn write(record: &Record, format: Format) -> Result<Written, CannotWrite> {
    let (spec, side) = (format.spec(), record.puzzle.shape().side());
    let largest = spec.largest_side;
    if side > largest {
        let why = if largest == 0 { Why::OnlyRead } else { Why::Side { side, largest } };
        return Err(CannotWrite { format, why });
    }
    let symbols = symbols(record, spec);
    let mut text = (spec.write)(record, &symbols, spec);
    if !text.ends_with('\n') {
        text.push('\n');
    }
    Ok(Written { text, lost: losses(record, spec, &symbols) })
}

/// The symbols that a format writes the record with: its own, unless the format cannot.
fn symbols(record: &Record, spec: &Spec) -> Symbols {
    let own = match (spec.takes_blank)(record.symbols.blank()) {
        true => record.symbols.clone(),
        false => record.symbols.clone().with_usual_blanks(),
    };
    let side = record.puzzle.shape().side();
    let taken = if own.side() == side && (spec.takes_symbols)(&own) { own } else { Symbols::for_side(side) };
    match spec.blank {
        Some(blank) => taken.clone().with_blanks(blank).unwrap_or_else(|_| taken.with_usual_blanks()),
        None => taken,
    }
}

/// Whether these are the usual characters.
pub(super) fn are_usual(symbols: &Symbols) -> bool {
    !symbols.are_numbers() && !differ(symbols, &Symbols::for_side(symbols.side()), symbols.side())
}

/// Whether some digit up to this one is written differently.
fn differ(symbols: &Symbols, other: &Symbols, side: usize) -> bool {
    symbols != other && (0..side).map(Digit::from_index).any(|digit| symbols.symbol(digit) != other.symbol(digit))
}

fn losses(record: &Record, spec: &Spec, symbols: &Symbols) -> Vec<Loss> {
    let mut lost = (spec.losses)(&record.puzzle, symbols);
    let (own, are_numbers) = (&record.symbols, spec.has_numbers);
    if !(are_numbers && own.are_numbers()) && differ(symbols, own, record.puzzle.shape().side()) {
        let to = if are_numbers { Symbols::numbers(symbols.side()).name() } else { symbols.name() };
        lost.push(Loss::Symbols { from: own.name(), to });
    }
    // A usual blank is known as one wherever it is read.
    let (from, to) = (own.blank(), symbols.blank());
    if !Symbols::is_usual_blank(from) && from != to && !are_numbers {
        lost.push(Loss::Blank { from, to });
    }
    let shape = record.puzzle.shape();
    if !spec.states_shape && !shape.is_usual() {
        lost.push(Loss::Shape(shape));
    }
    let is_carried =
        |field: Field, value: &str| (spec.carries)(field, value) || spec.columns.contains(&Column::About(field));
    let left_out = record.fields.iter().filter(|(field, value)| !value.is_empty() && !is_carried(**field, value));
    lost.extend(left_out.map(|(field, _)| Loss::Field(*field)));
    lost
}

/// What is lost where only the digits are written.
pub(super) fn without_marks(puzzle: &Puzzle, _: &Symbols) -> Vec<Loss> {
    counted([Loss::PlacedAsGivens(placed(puzzle)), Loss::Candidates(puzzle.removed().map_or(0, Candidates::total))])
}

/// Those of the losses that are about anything.
pub(super) fn counted<const N: usize>(losses: [Loss; N]) -> Vec<Loss> {
    losses.into_iter().filter(|loss| loss.count() != Some(0)).collect()
}

/// The digits that the player has placed.
pub(super) fn placed(puzzle: &Puzzle) -> usize {
    puzzle.placed().count()
}

/// The removed candidates that no list of those left shows: of blank cells that have none, for which an empty list means
/// that nothing is known.
pub(super) fn without_place(puzzle: &Puzzle) -> usize {
    let Some(removed) = puzzle.removed() else { return 0 };
    let candidates = puzzle.candidates();
    let is_void = |cell: &Cell| puzzle.digit(*cell).is_none() && candidates.is_void(*cell);
    puzzle.shape().cells().filter(is_void).map(|cell| removed.count_of(cell)).sum()
}
