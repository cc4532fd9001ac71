//! Explanations: the steps by which a person solves a puzzle, each with what it rests on.

mod bits;
mod cells;
mod check;
mod counting;
mod facts;
mod finds;
mod geometry;
mod nine;
mod opening;
mod path;
mod refusal;
mod scale;
mod se;
mod state;
mod step;
mod table;
mod technique;
mod techniques;
pub(crate) mod wording;

pub use crate::board::Candidate;
pub use check::check;
pub use path::{Explainer, Path, Priority, Rating};
pub use refusal::{DeadlyFault, Refusal};
pub use scale::{Grading, Outcome, Scale};
pub use se::{SeEnd, SeNumber, SeRater, SeRating, tenths_text};
pub use step::{AlmostLockedSet, Chain, Constraint, Node, Pattern, Premise, Step};
pub use technique::{Family, Level, Technique};
pub use wording::{Language, Wording};
