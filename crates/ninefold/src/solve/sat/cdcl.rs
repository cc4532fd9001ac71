//! What this engine wants of a solver that learns clauses.

use super::super::engine::Budget;
use std::fmt;
use std::ops::Not;

/// A variable, or its negation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Literal(u32);

impl Literal {
    /// The variable with this number; numbers begin with 0.
    pub(super) fn new(variable: usize) -> Literal {
        let variable = u32::try_from(variable).ok().filter(|variable| *variable < 1 << 30);
        Literal(2 * variable.expect("so many variables fit into no memory"))
    }

    pub(super) fn variable(self) -> u32 {
        self.0 / 2
    }

    pub(super) fn is_negated(self) -> bool {
        self.0 % 2 == 1
    }
}

impl Not for Literal {
    type Output = Literal;

    fn not(self) -> Literal {
        Literal(self.0 ^ 1)
    }
}

/// A solver of clauses by conflict-driven clause learning. A variable comes into being when a clause names it.
///
/// `Send` and `Sync` because [`Solutions`](super::super::Solutions) are, whatever the engine.
pub(super) trait Cdcl: fmt::Debug + Send + Sync {
    /// One of the literals is true. Clauses can be added at any time; what has been learned stays.
    fn add_clause(&mut self, clause: &[Literal]);

    /// Goes on with the search for values that make every clause true. Each conflict is a node of the budget, and
    /// the search goes on until a conflict finds none left; the cancel flag is looked at often.
    fn solve(&mut self, budget: &mut Budget<'_>) -> Outcome;

    /// The value of a variable, after [`Outcome::Found`] and before the next clause.
    fn is_true(&self, variable: usize) -> bool;
}

/// What came of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Outcome {
    Found,
    /// No values make every clause true.
    Refuted,
    /// The budget ended first; the search can go on.
    Interrupted,
}
