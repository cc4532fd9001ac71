//! Puzzles with rules beside those of a Sudoku: what formats that carry rules are read to, and written from.
//!
//! ```text
//!   text -> Piece -> Sketch -> VariantRecord     if the puzzle has further rules, and all are known
//!                           -> Record            if it has none
//! ```
//!
//! A puzzle is one of the two, never both: [`Piece::read`] refuses a variant with the names of its rules, and
//! [`Piece::read_variant`] is `None` for a puzzle without such rules. So a stream of both is read by asking the first, and,
//! where it refuses, the second, as [`Piece::read_any`] does.
//!
//! JSON of our own loses nothing (`reading`, `writing`):
//!
//! ```text
//!   {"rows":4,"cols":4,"values":[1,4],"grid_type":"Sudoku","boxes":[[[1,1],[1,2],[2,1],[2,2]], ...],
//!    "constraints":[{"type":"cage","cells":[[1,1],[1,2]],"sum":5},{"type":"given","cell":[4,4],"value":2}]}
//! ```
//!
//! A cell is its row and its column, from 1. `values` are the lowest and the highest digit. A `Sudoku` has no digit twice
//! in a row or column, a `Raw` board may; `boxes` and `jigsaw` are lists of cells that differ. The types of constraints are
//! the names of [`Kind`](crate::variant::Kind), and two more: `given` and `candidates`.

mod any;
mod board;
mod reading;
mod sketched;
mod writing;

pub use any::{AnyRecord, read_any};
pub(super) use board::{of_board, of_cages};
pub(super) use reading::{FIELDS, is_json, of_json, rules_of_json};
pub(super) use sketched::{conflicts, of_sketch};
pub(super) use writing::{Members, carries, list, numbered, numbers, quoted, sorted, write};

use super::{
    CannotWrite, Field, Format, Loss, Note, Piece, ReadOptions, Record, Splitter, Written, assemble, csv, json, line,
};
use crate::board::{Invalid, Symbols};
use crate::variant::{Constraint, VariantPuzzle};
use std::collections::BTreeMap;

/// A puzzle with rules beyond those of a Sudoku, with everything else that a text says about it.
///
/// ```
/// use ninefold::notation::{Field, VariantRecord};
/// use ninefold::variant::{Constraint, Kind, VariantPuzzle};
///
/// let mut puzzle = VariantPuzzle::sudoku(3, 3);
/// puzzle.constraints.push(Constraint::new(Kind::AntiKnight));
/// let record = VariantRecord::new(puzzle).with_field(Field::Description, "Knights");
/// assert_eq!(record.puzzle.rules(), ["anti-knight"]);
/// ```
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct VariantRecord {
    /// The puzzle.
    pub puzzle: VariantPuzzle,
    /// What the text says about it, in its own words.
    pub fields: BTreeMap<Field, String>,
    /// What had to be decided, and parts of the text that were not read.
    pub notes: Vec<Note>,
}

impl VariantRecord {
    /// A puzzle with nothing said about it.
    pub fn new(puzzle: VariantPuzzle) -> VariantRecord {
        VariantRecord { puzzle, fields: BTreeMap::new(), notes: Vec::new() }
    }

    /// The same with this value for a field, in place of any earlier one.
    pub fn with_field(mut self, field: Field, value: impl Into<String>) -> VariantRecord {
        self.fields.insert(field, value.into());
        self
    }
}

impl VariantRecord {
    /// The same with these constraints added.
    ///
    /// # Errors
    /// If one of them cannot be kept on this board (see [`VariantPuzzle::check`]).
    pub fn with_rules(mut self, rules: &[Constraint]) -> Result<VariantRecord, Invalid> {
        self.puzzle.constraints.extend(rules.iter().cloned());
        match self.puzzle.check().first() {
            Some(mistake) => Err(assemble::syntax(mistake.to_string())),
            None => Ok(self),
        }
    }
}

/// A classic puzzle; what was placed counts as given. Its digits are the numbers that its symbols are, from 0 or from 1; other symbols
/// are refused, as rules speak of numbers.
impl TryFrom<Record> for VariantRecord {
    type Error = Invalid;

    fn try_from(record: Record) -> Result<VariantRecord, Invalid> {
        let (side, most) = (record.puzzle.shape().side(), VariantPuzzle::MAX_SIDE);
        if side > most {
            return Err(assemble::syntax(format!("a board of {side}x{side}, expected at most {most}x{most}")));
        }
        let Record { puzzle, symbols, fields, notes } = record;
        let lowest = lowest_number(&symbols)?;
        Ok(VariantRecord { puzzle: VariantPuzzle::from_classic(&puzzle, lowest), fields, notes })
    }
}

/// The number that the lowest of these symbols is.
fn lowest_number(symbols: &Symbols) -> Result<i64, Invalid> {
    symbols.lowest_number().ok_or_else(|| {
        let name = symbols.name();
        assemble::syntax(format!("the symbols {name}, expected numbers from 0 or 1, as rules use numbers"))
    })
}

/// Reads the first puzzle of a text as one with rules beyond those of a Sudoku; anything after it is ignored.
///
/// ```
/// use ninefold::notation::{self, ReadOptions};
/// let text = r#"{"rows":9,"cols":9,"values":[1,9],"constraints":[{"type":"cage","cells":[[1,1],[1,2]],"sum":15},{"type":"anti_knight"}]}"#;
/// let record = notation::read_variant(text, &ReadOptions::default())?;
/// assert_eq!(record.puzzle.rules(), ["killer cage", "anti-knight"]);
/// # Ok::<(), ninefold::Invalid>(())
/// ```
///
/// # Errors
/// If there is no puzzle, or if the first cannot be read, or has rules that are unknown, or none beyond those of a
/// Sudoku. Constraints that no board could keep are also refused (see [`VariantPuzzle::check`]).
pub fn read_variant(text: &str, options: &ReadOptions) -> Result<VariantRecord, Invalid> {
    let classic = || Err(assemble::syntax("no rules beyond those of a Sudoku"));
    let mut room = None;
    if let Some(object) = json::first(text, &mut room, options) {
        return json::variant_of(&object, options).unwrap_or_else(classic);
    }
    let bytes = text.as_bytes();
    let piece = Splitter::new(options).next(bytes, true).ok_or_else(|| assemble::syntax("no puzzle in the text"))?;
    piece.read_variant(bytes, options).unwrap_or_else(|| {
        if piece.format.carries_rules() {
            return classic();
        }
        Err(assemble::syntax(format!("format {} carries no rules beyond those of a Sudoku", piece.format)))
    })
}

/// Writes a puzzle with rules beyond those of a Sudoku.
///
/// ```
/// use ninefold::notation::{self, Format, ReadOptions, VariantRecord};
/// use ninefold::variant::{Constraint, Kind, VariantPuzzle};
///
/// let mut puzzle = VariantPuzzle::sudoku(3, 3);
/// puzzle.constraints.push(Constraint::new(Kind::Thermo).cells([0, 1, 10]));
/// let written = notation::write_variant(&VariantRecord::new(puzzle.clone()), Format::Json).unwrap();
/// assert!(written.text.contains(r#"{"type":"thermo","cells":[[1,1],[1,2],[2,2]]}"#));
/// assert_eq!(notation::read_variant(&written.text, &ReadOptions::default()).unwrap().puzzle, puzzle);
/// ```
///
/// # Errors
/// If the format carries no rules, or not all that the puzzle has: none is left out. A puzzle with mistakes
/// ([`VariantPuzzle::check`]) is written as JSON only.
pub fn write_variant(record: &VariantRecord, format: Format) -> Result<Written, CannotWrite> {
    let cannot = |rules| Err(CannotWrite::rules(format, rules));
    let Some((variants, write)) = format.variants().and_then(|variants| Some((variants, variants.write?))) else {
        return cannot(record.puzzle.rules().into_iter().map(str::to_owned).collect());
    };
    // What is unfinished is kept as it is in JSON; other programs would take it for something else.
    let mistakes = if format == Format::Json { Vec::new() } else { record.puzzle.check() };
    if !mistakes.is_empty() {
        return cannot(mistakes.iter().map(ToString::to_string).collect());
    }
    let mut text = match write(record) {
        Ok(text) => text,
        Err(rules) => return cannot(rules),
    };
    if !text.ends_with('\n') {
        text.push('\n');
    }
    let is_lost = |(field, value): &(&Field, &String)| !value.is_empty() && !(variants.carries)(**field, value);
    let lost = record.fields.iter().filter(is_lost).map(|(field, _)| Loss::Field(*field)).collect();
    Ok(Written { text, lost })
}

/// Refuses a board that has another side, or other boxes, than is known of all puzzles.
pub(super) fn expect_shape(puzzle: &VariantPuzzle, options: &ReadOptions) -> Result<(), Invalid> {
    let (rows, columns) = (puzzle.rows(), puzzle.columns());
    if let Some(side) = options.side().filter(|side| [rows, columns] != [*side; 2]) {
        let message = format!("a board of {rows} rows and {columns} columns, expected {side}x{side}");
        return Err(assemble::syntax(message));
    }
    let Some(expected) = options.shape else { return Ok(()) };
    match puzzle.shape_of_regions().filter(|found| *found != expected) {
        Some(found) => Err(assemble::syntax(format!("a board of shape {found}, expected {expected}"))),
        None => Ok(()),
    }
}

impl Piece {
    /// Reads the piece as a puzzle with rules beyond those of a Sudoku, given the text that the splitter found it in.
    /// `None` if it has no such rules, or its format carries none: then [`Piece::read`] says what it is.
    ///
    /// # Errors
    /// As [`read_variant`].
    ///
    /// # Panics
    /// If the piece does not lie in the text.
    pub fn read_variant(&self, text: &[u8], options: &ReadOptions) -> Option<Result<VariantRecord, Invalid>> {
        if let Err(invalid) = options.check() {
            return Some(Err(invalid));
        }
        let found = self.format.variants().and_then(|variants| match (self.content(text), self.columns) {
            (Ok(text), Some(columns)) => csv::read_variant(&text, columns, options),
            (Ok(text), None) => (variants.read)(&text, options),
            (Err(invalid), _) => Some(Err(invalid)),
        });
        if options.rules.is_empty() {
            return found;
        }
        let classic = || self.read_classic(text, options).and_then(VariantRecord::try_from);
        Some(found.unwrap_or_else(classic).and_then(|record| record.with_rules(&options.rules)))
    }

    /// Whether the piece, which is not a classic puzzle, may be one with rules beyond those of a Sudoku. This is for
    /// programs that load the reader of such puzzles only when one comes.
    ///
    /// # Panics
    /// If the piece does not lie in the text.
    pub fn may_have_rules(&self, text: &[u8], options: &ReadOptions) -> bool {
        // Few lines and rows that are refused have a map of regions; most are mistyped.
        match (self.columns, self.format) {
            (Some(columns), _) => self.content(text).is_ok_and(|text| csv::has_map(&text, columns, options)),
            (None, Format::Line | Format::Sdm) => self.content(text).is_ok_and(|text| line::has_map(&text, options)),
            (None, format) => format.carries_rules(),
        }
    }
}

#[cfg(test)]
mod laws;
#[cfg(test)]
mod tests;
