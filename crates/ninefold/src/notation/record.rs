//! A puzzle with what its text says about it.

use crate::board::{Grid, Puzzle, Shape, Symbols};
use std::collections::BTreeMap;
use std::fmt;

/// A puzzle as it was written in a text, with everything else that the text says about it.
///
/// ```
/// use ninefold::Symbols;
/// use ninefold::notation::{Field, Record};
///
/// let letters = Symbols::new("ABCD").expect("four symbols");
/// let record = Record::new("1..4..1......2..".parse()?).with_symbols(letters).with_field(Field::Id, "7");
/// assert_eq!(record.fields[&Field::Id], "7");
/// # Ok::<(), ninefold::Invalid>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Record {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// The symbols that its digits were written with.
    pub symbols: Symbols,
    /// What the text says about the puzzle, as it was written.
    pub fields: BTreeMap<Field, String>,
    /// What had to be decided because the text leaves it open.
    pub notes: Vec<Note>,
}

impl Record {
    /// A record of a puzzle with the usual symbols and no fields.
    pub fn new(puzzle: Puzzle) -> Record {
        let symbols = Symbols::for_side(puzzle.shape().side());
        Record { puzzle, symbols, fields: BTreeMap::new(), notes: Vec::new() }
    }

    /// The same record, written with these symbols.
    pub fn with_symbols(self, symbols: Symbols) -> Record {
        Record { symbols, ..self }
    }

    /// The same record with this value for a field, which replaces any earlier one.
    pub fn with_field(mut self, field: Field, value: impl Into<String>) -> Record {
        self.fields.insert(field, value.into());
        self
    }

    /// Appends a value to a field, separated from any earlier value by `between`.
    pub(super) fn add(&mut self, field: Field, value: &str, between: char) {
        let known = self.fields.entry(field).or_default();
        if !known.is_empty() {
            known.push(between);
        }
        known.push_str(value);
    }
}

/// Makes a record in which every cell of the grid is a given.
impl From<&Grid> for Record {
    fn from(grid: &Grid) -> Record {
        Record::new(grid.to_puzzle())
    }
}

/// A kind of information that a text may give about a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum Field {
    /// The solution, in line format.
    Solution,
    /// An identifier.
    Id,
    /// Where the puzzle comes from.
    Source,
    /// The number of givens.
    Clues,
    /// A difficulty or rating.
    Rating,
    /// Who made the puzzle (`#A`).
    Author,
    /// A description (`#D`).
    Description,
    /// A comment (`#C`).
    Comment,
    /// When the puzzle was published (`#B`).
    Published,
    /// The level of the puzzle (`#L`).
    Level,
    /// An address (`#U`).
    Url,
    /// HoDoKu's code for a technique.
    Technique,
    /// The digits that the technique is about.
    TechniqueDigits,
    /// What the technique removes, as triplets of digit, row and column.
    Eliminations,
    /// What the technique places, in the same form.
    Placements,
    /// The rest of a HoDoKu line.
    Extra,
}

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Field::Solution => "solution",
            Field::Id => "id",
            Field::Source => "source",
            Field::Clues => "clues",
            Field::Rating => "rating",
            Field::Author => "author",
            Field::Description => "description",
            Field::Comment => "comment",
            Field::Published => "date of publication",
            Field::Level => "level",
            Field::Url => "address",
            Field::Technique => "technique",
            Field::TechniqueDigits => "technique's digits",
            Field::Eliminations => "eliminations",
            Field::Placements => "placements",
            Field::Extra => "further text",
        })
    }
}

/// A decision that was made in reading a text.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Note {
    /// The side allows several shapes; the usual one was chosen.
    ShapeTaken {
        /// The shape that was chosen.
        shape: Shape,
        /// The other possible shapes.
        others: Vec<Shape>,
    },
    /// Several alphabets fit the symbols; the most common was chosen.
    SymbolsTaken {
        /// The symbols that were chosen.
        symbols: Symbols,
        /// The other symbols that fit.
        others: Vec<Symbols>,
    },
    /// Pairs of numbers were read as row and column, counted from this number.
    PairsTaken {
        /// The number from which rows and columns are counted, 0 or 1.
        first: i64,
    },
    /// Parts of the text were not read, none of them rules: colours, fog, members with unknown names.
    LeftOut {
        /// The names of what was left out.
        what: String,
    },
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Note::ShapeTaken { shape, others } => {
                let (side, rows, columns) = (shape.side(), shape.box_rows(), shape.box_columns());
                let others: Vec<String> = others.iter().map(Shape::to_string).collect();
                write!(f, "{side}x{side} board read with boxes of {rows} rows and {columns} columns ({shape}); ")?;
                write!(f, "it could also be {}", others.join(" or "))
            }
            Note::SymbolsTaken { symbols, others } => {
                let others: Vec<String> = others.iter().map(Symbols::name).collect();
                write!(f, "symbols read as {}; they could also be {}", symbols.name(), others.join(" or "))
            }
            Note::PairsTaken { first } => {
                write!(f, "cells read as row and column, counted from {first}")
            }
            Note::LeftOut { what } => write!(f, "ignored: {what}"),
        }
    }
}
