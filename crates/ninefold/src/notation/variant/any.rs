//! Puzzles of which nothing is known: classic ones and variants, each read as what it is.

use super::{Piece, ReadOptions, Record, Splitter, VariantRecord, assemble};
use crate::board::Invalid;
use crate::notation::json;

/// A puzzle as a text has it: classic, or with rules beyond those of a Sudoku.
#[derive(Clone, PartialEq, Debug)]
pub enum AnyRecord {
    /// A classic puzzle.
    Classic(Record),
    /// One with further rules.
    Variant(VariantRecord),
}

/// Every puzzle is one with as many further rules as it has: a classic one has none.
impl TryFrom<AnyRecord> for VariantRecord {
    type Error = Invalid;

    fn try_from(record: AnyRecord) -> Result<VariantRecord, Invalid> {
        match record {
            AnyRecord::Classic(record) => VariantRecord::try_from(record),
            AnyRecord::Variant(record) => Ok(record),
        }
    }
}

/// Reads the first puzzle of a text, classic or not; anything after it is ignored.
///
/// ```
/// use ninefold::notation::{self, AnyRecord, ReadOptions};
/// use ninefold::variant;
///
/// let options = ReadOptions::default();
/// assert!(matches!(notation::read_any("1...............", &options)?, AnyRecord::Classic(_)));
/// let options = options.rules(variant::rules("anti-king")?);
/// assert!(matches!(notation::read_any("1...............", &options)?, AnyRecord::Variant(_)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If there is no puzzle, or if the first cannot be read, or has rules that are unknown or that no board could keep.
pub fn read_any(text: &str, options: &ReadOptions) -> Result<AnyRecord, Invalid> {
    let mut room = None;
    if let Some(object) = json::first(text, &mut room, options) {
        return json::any_of(&object, options);
    }
    let bytes = text.as_bytes();
    let piece = Splitter::new(options).next(bytes, true).ok_or_else(|| assemble::syntax("no puzzle in the text"))?;
    piece.read_any(bytes, options)
}

impl Piece {
    /// Reads the piece, given the text that the splitter found it in: as a classic puzzle or, if it is not one, with
    /// its further rules.
    ///
    /// # Errors
    /// As [`read_any`].
    ///
    /// # Panics
    /// If the piece does not lie in the text.
    pub fn read_any(&self, text: &[u8], options: &ReadOptions) -> Result<AnyRecord, Invalid> {
        let variants = self.format.variants().filter(|_| options.rules.is_empty());
        if let Some(read_any) = variants.and_then(|variants| variants.read_any) {
            return read_any(&self.content(text)?, options);
        }
        let invalid = match self.read(text, options) {
            Ok(record) => return Ok(AnyRecord::Classic(record)),
            Err(invalid) => invalid,
        };
        self.read_variant(text, options).unwrap_or(Err(invalid)).map(AnyRecord::Variant)
    }
}
