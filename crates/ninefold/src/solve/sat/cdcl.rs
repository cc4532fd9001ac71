//! What the SAT engines need from a solver that learns clauses.

use super::super::engine::Budget;
use super::super::literal::Literal;
use std::fmt;

/// A solver of clauses by conflict-driven clause learning. A variable is created when a clause first names it.
///
/// It is `Send` and `Sync` because [`Solutions`](super::super::Solutions) are, whatever the engine.
pub(super) trait Cdcl: fmt::Debug + Send + Sync {
    /// Requires one of the literals to be true. Clauses can be added at any time; what has been learned stays.
    fn add_clause(&mut self, clause: &[Literal]);

    /// Searches for values that make every clause true, continuing an interrupted search. Each conflict is a node of the
    /// budget; the search ends with the first conflict for which no node is left. The cancel flag is checked often.
    fn solve(&mut self, budget: &mut Budget<'_>) -> Outcome;

    /// The value of a variable, after [`Outcome::Found`] and before the next clause.
    fn is_true(&self, variable: usize) -> bool;
}

/// How a search ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Outcome {
    Found,
    /// No values make every clause true.
    Refuted,
    /// The budget ended first; the search can continue.
    Interrupted,
}
