//! Boards as people like to see them: pure strings, no I/O.

mod figures;
pub mod sheet;
pub mod svg;
pub mod text;
pub mod variant;

/// The role of a candidate in what is shown.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum Mark {
    /// It belongs to the pattern.
    Pattern,
    /// It cannot be true.
    Eliminated,
    /// It must be true.
    Placed,
}

impl Mark {
    /// The name in lower case.
    pub fn name(self) -> &'static str {
        match self {
            Mark::Pattern => "pattern",
            Mark::Eliminated => "eliminated",
            Mark::Placed => "placed",
        }
    }

    /// The character after a marked candidate in plain text.
    pub fn sign(self) -> char {
        match self {
            Mark::Pattern => '*',
            Mark::Eliminated => '-',
            Mark::Placed => '+',
        }
    }
}
