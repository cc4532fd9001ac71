//! Explaining: the steps by which a person solves a puzzle, each with what it rests on.

mod bits;
mod check;
mod counting;
mod finds;
mod nine;
mod path;
mod state;
mod step;
mod technique;
mod techniques;

pub use check::{DeadlyFault, Refusal, check};
pub use path::{Explainer, Outcome, Path, Rating};
pub use step::{AlmostLockedSet, Candidate, Chain, Constraint, Node, Pattern, Premise, Step};
pub use technique::{Level, NoSuchTechnique, Technique};
