//! A constraint: its kind, and the cells and numbers that it is about.

use super::{Kind, VariantPuzzle};
use std::fmt;

/// A rule for some cells, or for the whole board.
///
/// Cells are numbered row by row from 0. The kind says what the lists and numbers mean; those that it does not use are
/// empty.
///
/// ```
/// use ninefold::variant::{Constraint, Kind};
/// let cage = Constraint::new(Kind::Cage).cells([0, 1, 9]).value(15);
/// assert_eq!(cage.kind.name(), "cage");
/// ```
///
/// [`Kind::members`] says which part each member of a kind's JSON is; the book has an example of every kind (`docs/src/kinds.md`).
/// An arrow has its circle in the first further list, and the cells of its shaft as its own:
///
/// ```
/// use ninefold::variant::{Constraint, Kind, Part};
/// assert_eq!(Kind::Arrow.members(), [("circle", Part::Other(0)), ("cells", Part::Cells)]);
/// let arrow = Constraint::new(Kind::Arrow).other([0]).cells([1, 2, 3]);
/// # let mut puzzle = ninefold::variant::VariantPuzzle::sudoku(3, 3);
/// # puzzle.constraints.push(arrow);
/// # assert!(puzzle.check().is_empty());
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct Constraint {
    /// What kind of rule it is.
    pub kind: Kind,
    /// Its cells, in the order in which the rule reads them.
    pub cells: Vec<usize>,
    /// Further lists of cells: the circle of an arrow, the other cells of a clone, segments.
    pub others: Vec<Vec<usize>>,
    /// Its number: a sum, a difference, a count.
    pub value: Option<i64>,
    /// Its list of numbers: the digits of a quadruple, factors of a sum.
    pub values: Vec<i64>,
    /// Its text: a regular expression.
    pub text: String,
    /// Its alternatives: lists of constraints, each of which holds if all of its constraints do.
    pub alternatives: Vec<Vec<Constraint>>,
}

impl Constraint {
    /// A constraint of this kind without cells or numbers.
    pub fn new(kind: Kind) -> Constraint {
        let (cells, others, values, alternatives) = (vec![], vec![], vec![], vec![]);
        Constraint { kind, cells, others, value: None, values, text: String::new(), alternatives }
    }

    /// The same with these cells.
    pub fn cells(self, cells: impl IntoIterator<Item = usize>) -> Constraint {
        Constraint { cells: cells.into_iter().collect(), ..self }
    }

    /// The same with one more list of further cells.
    pub fn other(mut self, cells: impl IntoIterator<Item = usize>) -> Constraint {
        self.others.push(cells.into_iter().collect());
        self
    }

    /// The same with this number.
    pub fn value(self, value: i64) -> Constraint {
        Constraint { value: Some(value), ..self }
    }

    /// The same with these numbers.
    pub fn values(self, values: impl IntoIterator<Item = i64>) -> Constraint {
        Constraint { values: values.into_iter().collect(), ..self }
    }

    /// The same with this text.
    pub fn text(self, text: impl Into<String>) -> Constraint {
        Constraint { text: text.into(), ..self }
    }

    /// The same with one more alternative.
    ///
    /// ```
    /// use ninefold::variant::{Constraint, Kind, Solver, VariantPuzzle};
    /// let thermo = |cells: [usize; 4]| Constraint::new(Kind::Thermo).cells(cells);
    /// let mut puzzle = VariantPuzzle::sudoku(2, 2);
    /// puzzle.constraints.push(Constraint::new(Kind::Or).alternative([thermo([0, 1, 2, 3])]).alternative([thermo([3, 2, 1, 0])]));
    /// assert_eq!(Solver::new().count(&puzzle, 100)?, Ok(24));
    /// # Ok::<(), ninefold::variant::Mistake>(())
    /// ```
    pub fn alternative(mut self, constraints: impl IntoIterator<Item = Constraint>) -> Constraint {
        self.alternatives.push(constraints.into_iter().collect());
        self
    }

    /// The rule in words, as a player reads it.
    pub fn rule(&self) -> String {
        (self.kind.spec().rule)(self)
    }

    /// Whether digits, one for each cell of the puzzle's board, keep the rule.
    ///
    /// # Panics
    /// If there are fewer digits than cells, or [`VariantPuzzle::check`] has found a mistake in the constraint.
    pub fn holds(&self, puzzle: &VariantPuzzle, digits: &[i64]) -> bool {
        (self.kind.spec().holds)(self, &Filled { puzzle, digits })
    }

    /// Whether the constraint, or one that it is a choice of, is of a kind.
    pub(crate) fn has_within(&self, kind: Kind) -> bool {
        self.kind == kind || self.alternatives.iter().flatten().any(|constraint| constraint.has_within(kind))
    }

    /// Whether a constraint of a kind makes an exception to this one, or to one that it is a choice of.
    pub(super) fn has_exception(&self, kind: Kind) -> bool {
        let within = || self.alternatives.iter().flatten();
        self.kind.exceptions().contains(&kind) || within().any(|constraint| constraint.has_exception(kind))
    }

    /// How many cells the constraint names, including those of its alternatives.
    pub(super) fn named(&self) -> usize {
        let others: usize = self.others.iter().map(Vec::len).sum();
        self.cells.len() + others + self.alternatives.iter().flatten().map(Constraint::named).sum::<usize>()
    }

    /// All cells that the constraint names, including those of its alternatives.
    pub fn all_cells(&self) -> Box<dyn Iterator<Item = usize> + '_> {
        let own = self.cells.iter().chain(self.others.iter().flatten()).copied();
        Box::new(own.chain(self.alternatives.iter().flatten().flat_map(Constraint::all_cells)))
    }
}

/// A board whose cells all have a digit.
#[derive(Clone, Copy, Debug)]
pub(super) struct Filled<'a> {
    pub(super) puzzle: &'a VariantPuzzle,
    pub(super) digits: &'a [i64],
}

impl Filled<'_> {
    pub(super) fn of(&self, cell: usize) -> i64 {
        self.digits[cell]
    }

    pub(super) fn list(&self, cells: &[usize]) -> Vec<i64> {
        cells.iter().map(|cell| self.digits[*cell]).collect()
    }
}

/// What is wrong with a constraint, or with the board it is on.
///
/// Printed, it names the constraint, the cell and what was expected.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Mistake {
    /// Which constraint, by its place in [`VariantPuzzle::constraints`]; `None` if the board itself is wrong.
    pub constraint: Option<usize>,
    /// What is wrong, in words.
    pub message: String,
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Mistake {}

/// Whether no two values are the same.
pub(super) fn differ(values: &[i64]) -> bool {
    values.iter().enumerate().all(|(i, value)| !values[..i].contains(value))
}
