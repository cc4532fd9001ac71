//! Writing a record in any format, and listing what that format cannot carry.

use super::csv::Column;
use super::format::Spec;
use super::{Field, Format, Record};
use crate::board::{Candidates, Cell, Digit, Puzzle, Shape, Symbols};
use std::fmt;

/// A record written as text.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Written {
    /// The text, which ends with a line end.
    pub text: String,
    /// What the record contains but the text does not show.
    pub lost: Vec<Loss>,
}

/// Something that a format cannot carry.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum Loss {
    /// This many placed digits look like givens.
    PlacedAsGivens(usize),
    /// This many digits look like cells with one candidate.
    DigitsAsCandidates(usize),
    /// This many blank cells with one candidate look like digits.
    CandidatesAsDigits(usize),
    /// This many removed candidates are not written.
    Candidates(usize),
    /// The symbols are replaced by others.
    Symbols {
        /// The record's symbols.
        from: String,
        /// The symbols in the text.
        to: String,
    },
    /// Blanks are written with another character, because formats that separate cells cannot use a space.
    Blank {
        /// The record's blank.
        from: char,
        /// The blank in the text.
        to: char,
    },
    /// The shape of the boxes is not stated, and boards of this size usually have another.
    Shape(Shape),
    /// A field of the record is not written.
    Field(Field),
}

impl Loss {
    /// Describes the loss in words that are the same for all puzzles: [`Display`](fmt::Display) without the number.
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

    /// How much is lost, if it can be counted.
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

/// The kind of loss, and how many cells, digits or candidates are affected.
impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.kind())?;
        self.count().map_or(Ok(()), |count| write!(f, " ({count})"))
    }
}

/// The error for a board that is too large for a format, rules that it cannot carry, or a format that is only read.
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
    /// The error for rules, or other parts of a puzzle, that a format cannot carry.
    pub(super) fn rules(format: Format, rules: Vec<String>) -> CannotWrite {
        let why = if format.is_only_read() { Why::OnlyRead } else { Why::Rules(rules) };
        CannotWrite { format, why }
    }
}

impl fmt::Display for CannotWrite {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let format = self.format;
        match &self.why {
            // This does not ask whether other boards can be written, because that would link the code for variants.
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

/// Writes a record in a format.
///
/// # Errors
/// If the board is too large for the format, or the format can only be read ([`Format::is_written`]).
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

/// The symbols with which a format writes the record: the record's own, if the format can.
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

/// Whether some digit of a board with this side is written differently.
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
    // A usual blank is recognised wherever it is read.
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

/// What is lost if only the digits are written.
pub(super) fn without_marks(puzzle: &Puzzle, _: &Symbols) -> Vec<Loss> {
    counted([Loss::PlacedAsGivens(placed(puzzle)), Loss::Candidates(puzzle.removed().map_or(0, Candidates::total))])
}

/// Leaves out the losses of which there are none.
pub(super) fn counted<const N: usize>(losses: [Loss; N]) -> Vec<Loss> {
    losses.into_iter().filter(|loss| loss.count() != Some(0)).collect()
}

/// The number of digits that the player has placed.
pub(super) fn placed(puzzle: &Puzzle) -> usize {
    puzzle.placed().count()
}

/// The number of removed candidates that no list of remaining candidates shows: those of blank cells with none left, for
/// which an empty list would mean that nothing is known.
pub(super) fn without_place(puzzle: &Puzzle) -> usize {
    let Some(removed) = puzzle.removed() else { return 0 };
    let candidates = puzzle.candidates();
    let is_void = |cell: &Cell| puzzle.digit(*cell).is_none() && candidates.is_void(*cell);
    puzzle.shape().cells().filter(is_void).map(|cell| removed.count_of(cell)).sum()
}
