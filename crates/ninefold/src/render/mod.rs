//! Boards drawn for people, as text and as pictures; only strings are made, without I/O.

mod figures;
pub mod sheet;
pub mod svg;
pub mod text;
pub mod variant;

/// The role of a candidate in a drawing.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum Mark {
    /// The candidate belongs to the pattern.
    Pattern,
    /// The candidate cannot be true.
    Eliminated,
    /// The candidate must be true.
    Placed,
}

impl Mark {
    /// The name of the mark, in lower case.
    pub fn name(self) -> &'static str {
        match self {
            Mark::Pattern => "pattern",
            Mark::Eliminated => "eliminated",
            Mark::Placed => "placed",
        }
    }

    /// The character that follows a marked candidate in plain text.
    pub fn sign(self) -> char {
        match self {
            Mark::Pattern => '*',
            Mark::Eliminated => '-',
            Mark::Placed => '+',
        }
    }
}
