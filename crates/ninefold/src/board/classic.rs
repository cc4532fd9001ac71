//! The witness that a puzzle is on the classic 9x9 board, for code that solves no other.

use super::{Digit, Puzzle};

/// A puzzle on the classic board, 9x9 cells in boxes of 3x3; made by [`Puzzle::classic_nine`]. Code that takes this
/// type cannot be given another board.
#[derive(Clone, Copy, Debug)]
pub struct ClassicNine<'a>(&'a Puzzle);

impl Puzzle {
    /// The puzzle, if its board is the classic one: 9x9 cells in boxes of 3x3.
    ///
    /// ```
    /// use ninefold::{Puzzle, Shape};
    /// assert!(Puzzle::empty(Shape::NINE).classic_nine().is_some());
    /// assert!(Puzzle::empty(Shape::new(1, 9)?).classic_nine().is_none());
    /// # Ok::<(), ninefold::ShapeError>(())
    /// ```
    #[inline]
    pub fn classic_nine(&self) -> Option<ClassicNine<'_>> {
        self.shape().is_classic_nine().then_some(ClassicNine(self))
    }
}

impl<'a> ClassicNine<'a> {
    /// The puzzle.
    #[inline]
    pub fn puzzle(self) -> &'a Puzzle {
        self.0
    }

    /// The digit in each cell, given or placed, row by row; 0 for a blank.
    #[inline]
    pub fn digits(self) -> [u8; 81] {
        let mut digits = [0; 81];
        for (to, digit) in digits.iter_mut().zip(self.0.digits()) {
            *to = digit.map_or(0, Digit::number) as u8;
        }
        digits
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Shape;

    #[test]
    fn only_the_classic_board_has_a_witness() {
        let text = "6......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6...";
        let mut puzzle: Puzzle = text.parse().unwrap();
        puzzle.place(Shape::NINE.cell(8, 8), Digit::new(9).unwrap());
        let nine = puzzle.classic_nine().unwrap();
        assert_eq!(nine.puzzle(), &puzzle);
        let digits: String = nine.digits().map(|digit| digit.to_string()).concat();
        assert_eq!(digits, text.replace('.', "0")[..80].to_owned() + "9");
        for (rows, columns) in [(1, 9), (9, 1), (2, 2), (3, 4)] {
            assert!(Puzzle::empty(Shape::new(rows, columns).unwrap()).classic_nine().is_none());
        }
    }
}
