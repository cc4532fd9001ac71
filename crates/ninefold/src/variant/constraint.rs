//! A constraint: its kind, and the cells and numbers that it applies to.

use super::{Kind, VariantPuzzle};
use std::fmt;

/// A rule for some cells, or for the whole board.
///
/// Cells are numbered row by row from 0. The meaning of the lists and numbers depends on the kind; those that it does not
/// use are empty.
///
/// ```
/// use ninefold::variant::{Constraint, Kind};
/// let cage = Constraint::new(Kind::Cage).cells([0, 1, 9]).value(15);
/// assert_eq!(cage.kind.name(), "cage");
/// ```
///
/// [`Kind::members`] maps the members of a kind's JSON to these parts; the book (`docs/src/kinds.md`) has an example of every
/// kind. An arrow, for example, has its circle in the first further list, and its shaft in the main list:
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
    /// The kind of rule.
    pub kind: Kind,
    /// The cells, in the order in which the rule reads them.
    pub cells: Vec<usize>,
    /// Further lists of cells: the circle of an arrow, the other cells of a clone, segments.
    pub others: Vec<Vec<usize>>,
    /// The number: a sum, a difference, a count.
    pub value: Option<i64>,
    /// The list of numbers: the digits of a quadruple, the factors of a sum.
    pub values: Vec<i64>,
    /// The text: a regular expression.
    pub text: String,
    /// The alternatives: lists of constraints. An alternative holds if all of its constraints hold.
    pub alternatives: Vec<Vec<Constraint>>,
}

impl Constraint {
    /// Makes a constraint of this kind without cells or numbers.
    pub fn new(kind: Kind) -> Constraint {
        let (cells, others, values, alternatives) = (vec![], vec![], vec![], vec![]);
        Constraint { kind, cells, others, value: None, values, text: String::new(), alternatives }
    }

    /// Sets the cells.
    pub fn cells(self, cells: impl IntoIterator<Item = usize>) -> Constraint {
        Constraint { cells: cells.into_iter().collect(), ..self }
    }

    /// Adds a further list of cells.
    pub fn other(mut self, cells: impl IntoIterator<Item = usize>) -> Constraint {
        self.others.push(cells.into_iter().collect());
        self
    }

    /// Sets the number.
    pub fn value(self, value: i64) -> Constraint {
        Constraint { value: Some(value), ..self }
    }

    /// Sets the list of numbers.
    pub fn values(self, values: impl IntoIterator<Item = i64>) -> Constraint {
        Constraint { values: values.into_iter().collect(), ..self }
    }

    /// Sets the text.
    pub fn text(self, text: impl Into<String>) -> Constraint {
        Constraint { text: text.into(), ..self }
    }

    /// Adds an alternative: constraints that hold together.
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

    /// Returns the rule in words, as a player would read it.
    pub fn rule(&self) -> String {
        (self.kind.spec().rule)(self)
    }

    /// Whether these digits, one for each cell of the puzzle, obey the rule.
    ///
    /// # Panics
    /// If there are fewer digits than cells, or [`VariantPuzzle::check`] finds a mistake in the constraint.
    pub fn holds(&self, puzzle: &VariantPuzzle, digits: &[i64]) -> bool {
        (self.kind.spec().holds)(self, &Filled { puzzle, digits })
    }

    /// Whether the constraint, or one among its alternatives, is of this kind.
    pub(crate) fn has_within(&self, kind: Kind) -> bool {
        self.kind == kind || self.alternatives.iter().flatten().any(|constraint| constraint.has_within(kind))
    }

    /// Whether constraints of this kind make exceptions to this constraint, or to one among its alternatives.
    pub(super) fn has_exception(&self, kind: Kind) -> bool {
        let within = || self.alternatives.iter().flatten();
        self.kind.exceptions().contains(&kind) || within().any(|constraint| constraint.has_exception(kind))
    }

    /// The number of cells that the constraint names, including those of its alternatives.
    pub(super) fn named(&self) -> usize {
        let others: usize = self.others.iter().map(Vec::len).sum();
        self.cells.len() + others + self.alternatives.iter().flatten().map(Constraint::named).sum::<usize>()
    }

    /// Returns all cells that the constraint names, including those of its alternatives.
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

/// What is wrong with a constraint, or with the board itself.
///
/// The message names the constraint or the cell, and says what was expected.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Mistake {
    /// The constraint's index in [`VariantPuzzle::constraints`]; `None` if the board itself is wrong.
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

/// Whether all values are different.
pub(super) fn differ(values: &[i64]) -> bool {
    values.iter().enumerate().all(|(i, value)| !values[..i].contains(value))
}
