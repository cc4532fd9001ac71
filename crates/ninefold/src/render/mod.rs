//! Boards as people like to see them: pure strings, no I/O.

pub mod svg;
pub mod text;

/// The part that a candidate plays in what is to be shown.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Mark {
    /// It belongs to the pattern.
    Pattern,
    /// It cannot be true.
    Eliminated,
    /// It must be true.
    Placed,
}

impl Mark {
    /// The character behind a marked candidate in plain text.
    pub fn sign(self) -> char {
        match self {
            Mark::Pattern => '*',
            Mark::Eliminated => '-',
            Mark::Placed => '+',
        }
    }
}
