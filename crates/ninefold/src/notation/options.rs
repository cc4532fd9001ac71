//! What the caller may know about a text before it is read.

use super::Format;
use super::format::Spec;
use crate::board::{Invalid, Shape, Symbols};
use crate::variant::Constraint;

/// What is known about a text before it is read; by default nothing. The format, shape and symbols of each puzzle are
/// then recognised.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ReadOptions {
    pub(super) format: Option<Format>,
    pub(super) shape: Option<Shape>,
    pub(super) symbols: Option<Symbols>,
    pub(super) blanks: Option<String>,
    pub(super) rules: Vec<Constraint>,
}

impl ReadOptions {
    /// Sets the format of every puzzle.
    pub fn format(mut self, format: Format) -> ReadOptions {
        self.format = Some(format);
        self
    }

    /// Sets the shape of every puzzle.
    pub fn shape(mut self, shape: Shape) -> ReadOptions {
        self.shape = Some(shape);
        self
    }

    /// Sets the symbols with which every puzzle is written.
    pub fn symbols(mut self, symbols: Symbols) -> ReadOptions {
        self.symbols = Some(symbols);
        self
    }

    /// Sets the characters that mean a blank cell, in place of the usual ones.
    pub fn blanks(mut self, blanks: &str) -> ReadOptions {
        self.blanks = Some(blanks.to_owned());
        self
    }

    /// Adds these rules to every puzzle, so that all are variants: [`Piece::read`](super::Piece::read) rejects them,
    /// and [`Piece::read_variant`](super::Piece::read_variant) reads them, even in formats that carry no rules.
    ///
    /// ```
    /// use ninefold::notation::{self, ReadOptions};
    /// use ninefold::variant;
    ///
    /// let options = ReadOptions::default().rules(variant::rules("anti-king")?);
    /// let record = notation::read_variant(&"1...............", &options)?;
    /// assert_eq!(record.puzzle.rules(), ["anti-king"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn rules(mut self, rules: Vec<Constraint>) -> ReadOptions {
        self.rules = rules;
        self
    }

    /// Whether a puzzle may have a format of this kind.
    pub(super) fn may_be(&self, kind: impl Fn(&Spec) -> bool) -> bool {
        self.format.is_none_or(|format| kind(format.spec()))
    }

    /// The side of every puzzle, if it is known.
    pub(super) fn side(&self) -> Option<usize> {
        self.shape.map(Shape::side).or_else(|| self.symbols.as_ref().map(Symbols::side))
    }

    /// Whether a puzzle may have this side.
    pub(super) fn may_have_side(&self, side: usize) -> bool {
        self.side().is_none_or(|known| known == side)
    }

    /// The side of boards on which a space may be a blank cell without being named as one.
    pub(super) fn side_with_spaces(&self) -> Option<usize> {
        let side = Shape::NINE.side();
        (self.symbols.is_none() && self.blanks.is_none() && self.may_have_side(side)).then_some(side)
    }

    /// Whether a space was named as a blank cell.
    pub(super) fn blank_is_space(&self) -> bool {
        match (&self.blanks, &self.symbols) {
            (Some(blanks), _) => blanks.contains(' '),
            (None, Some(symbols)) => symbols.is_blank(' '),
            (None, None) => false,
        }
    }

    /// # Errors
    /// If the number of symbols is not the number of digits on boards of this shape.
    pub(super) fn check(&self) -> Result<(), Invalid> {
        match (self.shape, &self.symbols) {
            (Some(shape), Some(symbols)) if shape.side() != symbols.side() => Err(super::assemble::syntax(format!(
                "{} symbols ({}), expected {} for boxes of {shape}",
                symbols.side(),
                symbols.name(),
                shape.side()
            ))),
            _ => Ok(()),
        }
    }

    /// Whether a character is a blank of the symbols that were named or, if none were, in most notations.
    pub(super) fn is_blank(&self, c: char) -> bool {
        self.symbols.as_ref().map_or_else(|| Symbols::is_usual_blank(c), |symbols| symbols.is_blank(c))
    }

    /// Whether a line of 81 digits and dots can be taken for a 9x9 board without further checks.
    pub(super) fn allow_plain_line(&self) -> bool {
        self.may_be(|spec| spec.is_list) && self.allow_plain_nine()
    }

    /// Whether 81 digits and dots that are known to be a board can be taken for a 9x9 board without further checks.
    pub(super) fn allow_plain_nine(&self) -> bool {
        let is_usual = self.symbols.is_none() && self.blanks.is_none() && self.rules.is_empty();
        is_usual && self.shape.is_none_or(Shape::is_classic_nine)
    }

    /// Whether a character is one of the symbols or blanks that were named.
    pub(super) fn has_symbol(&self, c: char) -> bool {
        self.symbols.as_ref().is_some_and(|symbols| symbols.digit(c).is_some()) || self.has_blank(c)
    }

    /// Whether a word is one of the symbols or blanks that were named.
    pub(super) fn names(&self, word: &str) -> bool {
        self.symbols.as_ref().is_some_and(|s| s.digit_from_word(word).is_some())
            || !word.is_empty() && word.chars().all(|c| self.has_blank(c))
    }

    /// Whether a character is one of the blanks that were named. The default blanks of symbols do not count as named.
    fn has_blank(&self, c: char) -> bool {
        self.blanks.as_ref().is_some_and(|blanks| blanks.contains(c))
            || self.symbols.as_ref().is_some_and(|symbols| symbols.is_blank(c) && !Symbols::is_usual_blank(c))
    }

    /// Whether a word is a set of the symbols that were named, in ascending order, perhaps after the `u` of a player's digit.
    pub(super) fn names_group(&self, word: &str) -> bool {
        let Some(symbols) = self.symbols.as_ref().filter(|symbols| !symbols.are_numbers()) else { return false };
        let ascends = |group: &str| {
            let digits: Option<Vec<_>> = group.chars().map(|c| symbols.digit(c)).collect();
            digits.is_some_and(|digits| !digits.is_empty() && digits.is_sorted_by(|a, b| a < b))
        };
        ascends(word) || word.strip_prefix(['u', 'U']).is_some_and(ascends)
    }
}
