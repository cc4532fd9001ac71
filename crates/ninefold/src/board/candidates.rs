//! The candidates of every cell.

use super::{Cell, Digit, DigitSet, Digits, Shape, ones_within};
use std::fmt;

/// A digit in a cell.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Candidate {
    /// The cell.
    pub cell: Cell,
    /// The digit.
    pub digit: Digit,
}

impl Candidate {
    /// The candidate for this digit in this cell.
    pub fn new(cell: Cell, digit: Digit) -> Candidate {
        Candidate { cell, digit }
    }
}

/// A set of digits for every cell of a board (pencilmarks), in one block of memory.
///
/// ```text
///   cell 0         cell 1         cell 2 ...
///   [w0 w1 .. wk]  [w0 w1 .. wk]  [w0 ...          k + 1 = side / 64, rounded up
/// ```
///
/// The words of a cell are those of a [`DigitSet`].
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Candidates {
    shape: Shape,
    words: Vec<u64>,
}

impl Candidates {
    /// Every digit in every cell.
    pub fn all(shape: Shape) -> Candidates {
        let mut candidates = Candidates::none(shape);
        let width = candidates.width();
        let full: Vec<u64> = ones_within(0..shape.side()).map(|(_, bits)| bits).collect();
        candidates.words.chunks_exact_mut(width).for_each(|cell| cell.copy_from_slice(&full));
        candidates
    }

    /// No digit in any cell.
    pub fn none(shape: Shape) -> Candidates {
        let width = shape.side().div_ceil(64);
        Candidates { shape, words: vec![0; width * shape.cell_count()] }
    }

    /// The board's shape.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    fn width(&self) -> usize {
        self.shape.side().div_ceil(64)
    }

    /// The words of a cell, as drawn above.
    pub(crate) fn words(&self, cell: Cell) -> &[u64] {
        let width = self.width();
        &self.words[cell.index() * width..][..width]
    }

    fn place(&self, cell: Cell, digit: Digit) -> (usize, u64) {
        assert!(digit.index() < self.shape.side(), "digit {digit} lies on a {} board", self.shape);
        (cell.index() * self.width() + digit.index() / 64, 1 << (digit.index() % 64))
    }

    /// The candidates of a cell as a set.
    ///
    /// # Panics
    /// This and the methods below panic if a cell or a digit lies outside the board.
    pub fn of(&self, cell: Cell) -> DigitSet {
        DigitSet::from_words(self.words(cell))
    }

    /// The digits that are candidates of at least one of the cells.
    pub fn of_any(&self, cells: impl IntoIterator<Item = Cell>) -> DigitSet {
        let mut union = vec![0; self.width()];
        for cell in cells {
            union.iter_mut().zip(self.words(cell)).for_each(|(union, word)| *union |= word);
        }
        DigitSet::from_words(&union)
    }

    /// Whether the digit is a candidate of the cell.
    pub fn contains(&self, cell: Cell, digit: Digit) -> bool {
        let (word, bit) = self.place(cell, digit);
        self.words[word] & bit != 0
    }

    /// Adds a candidate and returns whether it was new.
    pub fn insert(&mut self, cell: Cell, digit: Digit) -> bool {
        let (word, bit) = self.place(cell, digit);
        let new = self.words[word] & bit == 0;
        self.words[word] |= bit;
        new
    }

    /// Removes a candidate and returns whether it was there.
    pub fn remove(&mut self, cell: Cell, digit: Digit) -> bool {
        let (word, bit) = self.place(cell, digit);
        let was_there = self.words[word] & bit != 0;
        self.words[word] &= !bit;
        was_there
    }

    /// Removes every candidate of the cell except this one, which is not added if it is missing.
    pub fn keep_only(&mut self, cell: Cell, digit: Digit) {
        let (word, bit) = self.place(cell, digit);
        let kept = self.words[word] & bit;
        let width = self.width();
        self.words[cell.index() * width..][..width].fill(0);
        self.words[word] = kept;
    }

    /// Removes the digits of a set from a cell.
    pub fn subtract_set(&mut self, cell: Cell, digits: &DigitSet) {
        let width = self.width();
        let words = &mut self.words[cell.index() * width..][..width];
        words.iter_mut().zip(digits.words()).for_each(|(word, out)| *word &= !out);
    }

    /// The number of candidates of a cell.
    pub fn count_of(&self, cell: Cell) -> usize {
        self.words(cell).iter().map(|w| w.count_ones() as usize).sum()
    }

    /// Whether the cell has no candidate left.
    pub fn is_void(&self, cell: Cell) -> bool {
        self.words(cell).iter().all(|w| *w == 0)
    }

    /// The digit, if the cell has exactly one candidate.
    pub fn single(&self, cell: Cell) -> Option<Digit> {
        let mut digits = self.digits_of(cell);
        match (digits.next(), digits.next()) {
            (Some(only), None) => Some(only),
            _ => None,
        }
    }

    /// The candidates of a cell in ascending order.
    pub fn digits_of(&self, cell: Cell) -> Digits<'_> {
        Digits::of_words(self.words(cell))
    }

    /// The lowest candidate of every cell; for a cell with only one, that is its digit.
    ///
    /// # Panics
    /// If a cell has no candidate.
    pub(crate) fn lowest(&self) -> Vec<Digit> {
        let lowest = |cell| self.digits_of(cell).next().expect("a cell without candidate is a contradiction");
        self.shape.cells().map(lowest).collect()
    }

    /// Every candidate: row by row, and by digit within each cell.
    pub fn iter(&self) -> impl Iterator<Item = Candidate> {
        self.shape.cells().flat_map(|cell| self.digits_of(cell).map(move |digit| Candidate { cell, digit }))
    }

    /// The number of candidates on the whole board.
    pub fn total(&self) -> usize {
        self.words.iter().map(|w| w.count_ones() as usize).sum()
    }

    /// Removes from every cell the candidates that `other` has there.
    ///
    /// # Panics
    /// If the boards differ in shape.
    pub fn subtract(&mut self, other: &Candidates) {
        assert_eq!(self.shape, other.shape, "candidates of the same shape");
        for (word, out) in self.words.iter_mut().zip(&other.words) {
            *word &= !out;
        }
    }
}

/// One line for each row, with each cell's digits in braces.
impl fmt::Debug for Candidates {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for cell in self.shape.cells() {
            let end = if self.shape.column(cell) + 1 == self.shape.side() { "\n" } else { " " };
            write!(f, "{:?}{end}", self.of(cell))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn candidates_of_a_wide_board() {
        let shape = Shape::new(10, 13).unwrap();
        let mut all = Candidates::all(shape);
        assert_eq!(all.total(), 130 * 130 * 130);
        let (cell, digit) = (shape.cell(3, 129), Digit::new(130).unwrap());
        assert!(all.remove(cell, digit) && !all.remove(cell, digit) && !all.contains(cell, digit));
        assert_eq!(all.count_of(cell), 129);
        assert!(all.insert(cell, digit) && !all.insert(cell, digit));
        assert_eq!(all.single(cell), None);
        all.keep_only(cell, digit);
        assert_eq!(all.single(cell), Some(digit));
        assert_eq!(all.of(cell), DigitSet::only(digit));
        all.keep_only(shape.cell(3, 128), Digit::new(7).unwrap());
        let both = [digit, Digit::new(7).unwrap()].into_iter().collect();
        assert_eq!(all.of_any([cell, shape.cell(3, 128), cell]), both);
        assert_eq!(all.of_any([]), DigitSet::EMPTY);
        all.insert(shape.cell(3, 128), digit);
        all.keep_only(cell, Digit::new(1).unwrap());
        assert!(all.is_void(cell));
        let mut rest = Candidates::all(shape);
        rest.subtract(&all);
        assert_eq!(rest.total(), 130 + 128);
    }
}
