//! Index types: which cell, which digit, which house.

use std::fmt;
use std::num::NonZeroU16;

/// One cell of a board, numbered row by row from the top left corner, starting at 0.
///
/// A cell holds only its number; its row, column and box depend on the board's [`Shape`](super::Shape), which also
/// names it (`r1c1`).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Cell(u32);

impl Cell {
    /// The cell with this number, counting row by row from 0.
    ///
    /// # Panics
    /// If `index` does not fit into 32 bits (no board is that large).
    #[inline]
    pub const fn new(index: usize) -> Cell {
        assert!(index <= u32::MAX as usize, "a cell number fits into 32 bits");
        Cell(index as u32)
    }

    /// The cell's number, counting row by row from 0.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// One of the digits 1 to N of a board with side N, whatever [`Symbols`](super::Symbols) it is written with.
///
/// `Option<Digit>` takes two bytes, like `Digit`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Digit(NonZeroU16);

impl Digit {
    /// The digit with this number, from 1; `None` for 0.
    #[inline]
    pub const fn new(number: u16) -> Option<Digit> {
        match NonZeroU16::new(number) {
            Some(number) => Some(Digit(number)),
            None => None,
        }
    }

    /// The digit with this zero-based index: index 0 is the digit 1.
    ///
    /// # Panics
    /// If `index` is 65535 or more.
    #[inline]
    pub const fn from_index(index: usize) -> Digit {
        assert!(index < u16::MAX as usize, "a digit fits into 16 bits");
        match NonZeroU16::new(index as u16 + 1) {
            Some(number) => Digit(number),
            None => unreachable!(),
        }
    }

    /// The digit's number, from 1.
    #[inline]
    pub const fn number(self) -> u16 {
        self.0.get()
    }

    /// The digit's zero-based index, for tables: the digit 1 has index 0.
    #[inline]
    pub const fn index(self) -> usize {
        self.0.get() as usize - 1
    }
}

impl TryFrom<u16> for Digit {
    type Error = ZeroIsNoDigit;

    fn try_from(number: u16) -> Result<Digit, ZeroIsNoDigit> {
        Digit::new(number).ok_or(ZeroIsNoDigit)
    }
}

/// The digit's number, from 1.
impl From<Digit> for u16 {
    fn from(digit: Digit) -> u16 {
        digit.number()
    }
}

/// The number 0 was given where a digit (1 or more) was expected.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ZeroIsNoDigit;

impl fmt::Display for ZeroIsNoDigit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("0 is not a digit; digits start at 1")
    }
}

impl std::error::Error for ZeroIsNoDigit {}

impl fmt::Display for Digit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Debug for Digit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Digit({self})")
    }
}

/// A row, a column or a box: N cells that hold each digit exactly once. Numbers start at 0;
/// boxes are numbered row by row like cells.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum House {
    /// A row, numbered from the top.
    Row(u16),
    /// A column, numbered from the left.
    Column(u16),
    /// A box, numbered row by row.
    Box(u16),
}

/// Counts from 1, as people do: `row 3`, `column 1`, `box 9`.
impl fmt::Display for House {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            House::Row(i) => write!(f, "row {}", i + 1),
            House::Column(i) => write!(f, "column {}", i + 1),
            House::Box(i) => write!(f, "box {}", i + 1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_optional_digit_is_as_small_as_a_digit() {
        assert_eq!(size_of::<Option<Digit>>(), 2);
        assert_eq!(Digit::new(0), None);
        assert_eq!(Digit::try_from(0), Err(ZeroIsNoDigit));
        assert_eq!(Digit::from_index(8), Digit::new(9).unwrap());
        assert_eq!(Digit::from_index(8).index(), 8);
    }

    #[test]
    fn houses_are_named_from_one() {
        assert_eq!(House::Row(0).to_string(), "row 1");
        assert_eq!(House::Column(8).to_string(), "column 9");
        assert_eq!(House::Box(4).to_string(), "box 5");
    }
}
