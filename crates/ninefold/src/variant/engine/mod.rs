//! The search over a model: it propagates, decides, learns from conflicts, and goes back as far as what it learned says.
//!
//! ```text
//!   state        values of candidates, the trail, reasons
//!   propagate    what follows: variables, cells that differ, groups, clauses, pairs, then sums and automata
//!   reasons      from what a candidate followed, on demand
//!   analysis     from a conflict to a clause
//!   clauses      clauses, said and learned, and their watches
//!   layered      sums and automata: sets of states, place by place
//!   search       decisions, restarts, solutions
//!   enumerate    all solutions by depth-first search, where there are many
//!   frontier     their number, where rules reach a few rows only
//! ```
//!
//! Everything is about *candidates*: a variable and one of its values. A literal says that a candidate is true or false.
//! Each constraint keeps one contract: it narrows the values of its variables, says when there is a conflict, and gives on
//! demand a few literals from which a removal followed. So learning works for all of them alike (lazy clause generation;
//! Ohrimenko, Stuckey and Codish 2009, "Propagation via lazy clause generation").
//!
//! A node is a conflict.

mod analysis;
mod enumerate;
mod frontier;
mod layered;
mod propagate;
mod reasons;
mod search;
mod state;
mod tables;

pub(super) use enumerate::Enumeration;
pub(super) use frontier::count as count_by_frontier;
pub(super) use search::{Budget, Progress, Search};
