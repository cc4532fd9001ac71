//! Which rules of its puzzle a filled board breaks: the executable specification.

use super::VariantPuzzle;
use super::constraint::{Filled, differ};

/// A rule that a filled board breaks.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Broken {
    /// The digit in this cell is not allowed there.
    Cell(usize),
    /// A digit appears twice in these cells, which are a row, column or region.
    House(Vec<usize>),
    /// The constraint with this index in the list does not hold.
    Constraint(usize),
}

/// A bound beyond every digit of a board.
const FAR: i64 = 10_000;

impl VariantPuzzle {
    /// Returns the rules that a filled board breaks; none if it is a solution.
    ///
    /// # Panics
    /// If there are not as many digits as cells, or the puzzle has mistakes (see [`VariantPuzzle::check`]).
    pub fn broken(&self, digits: &[i64]) -> Vec<Broken> {
        // Prevents sums from overflowing; digits beyond the bound are wrong in any case.
        let digits: Vec<i64> = digits.iter().map(|digit| (*digit).clamp(-FAR, FAR)).collect();
        self.one_by_one(&digits).collect()
    }

    /// Whether these digits, one for each cell, solve the puzzle.
    ///
    /// # Panics
    /// As for [`VariantPuzzle::broken`].
    pub fn is_solved_by(&self, digits: &[i64]) -> bool {
        self.one_by_one(digits).next().is_none()
    }

    /// Finds the broken rules lazily: cells first, since they cost least.
    fn one_by_one<'a>(&'a self, digits: &'a [i64]) -> impl Iterator<Item = Broken> + use<'a> {
        assert_eq!(digits.len(), self.cell_count(), "a digit for each cell");
        let filled = Filled { puzzle: self, digits };
        let values = self.digits();
        let is_allowed = move |cell: usize| {
            let digit = digits[cell];
            values.contains(&digit)
                && (!self.is_gap(cell) || digit == *values.start())
                && self.givens[cell].is_none_or(|given| given == digit)
                && self.marks[cell].as_ref().is_none_or(|marks| marks.contains(&digit))
        };
        let cells = (0..digits.len()).filter(move |cell| !is_allowed(*cell)).map(Broken::Cell);
        let houses = self.houses().filter(move |house| !differ(&filled.list(house))).map(Broken::House);
        let constraints = self.constraints.iter().enumerate();
        let fails = constraints.filter(move |(_, constraint)| !(constraint.kind.spec().holds)(constraint, &filled));
        cells.chain(houses).chain(fails.map(|(place, _)| Broken::Constraint(place)))
    }
}
