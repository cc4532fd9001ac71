//! What this engine wants of a solver that learns clauses.

use super::super::engine::Budget;
use super::super::literal::Literal;
use std::fmt;

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
