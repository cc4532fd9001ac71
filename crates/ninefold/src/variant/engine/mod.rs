//! Two searches over a model: one dives, which most puzzles need no more than, and one learns from conflicts and goes back as
//! far as what it learned says.
//!
//! ```text
//!   state        values of candidates, the trail, reasons
//!   propagate    what follows: cells that differ, groups, clauses, then pairs, tables, and last sums and automata
//!   tables       which sets of flags can be true together
//!   layered      sums; states: automata. Sets of states, place by place
//!   reasons      from what a literal followed, on demand
//!   analysis     from a conflict to a clause
//!   search       decisions, restarts, solutions
//!   dive         depth-first search, which comes first, and where there are many solutions
//!   frontier     their number, where rules reach a few rows only
//! ```
//!
//! In the search that learns everything is about *candidates*: a variable and one of its values, or a flag. A literal says
//! that a candidate is true or false. Each constraint keeps one contract: it narrows what is open, says when there is a
//! conflict, and gives on demand a few literals from which something followed. So learning works for all of them alike (lazy clause generation;
//! Ohrimenko, Stuckey and Codish 2009, "Propagation via lazy clause generation"). Clauses, with their watches and tiers,
//! the order of decisions and the schedule of restarts are those of the classic engine that learns.
//!
//! # What is derived, and when
//!
//! Most puzzles end within a few conflicts, and what takes longer to set up than to search would be most of their time. So a
//! search dives first, into the rules as they are said. After ten wrong decisions, sums of houses and cages are derived from
//! the candidates that are left (innies, outies and what the first exceed the others by, `model/root.rs`), and it starts again
//! with them. After five thousand, the other search takes what is left and learns (`solutions.rs`); after three hundred thousand
//! where sums were derived or lines are long, for what is learned of those is long and seldom used again.
//!
//! # How reasons stay short
//!
//! * Cells that differ and have one of a few sets of digits, as in cages and renban lines, get a flag for each digit: one of
//!   the cells has it. That "no 5 is in this cage" is then one literal. The reason from a table is a small cover: of
//!   the literals that exclude most sets the earliest, until all are excluded.
//! * Cells of a sum that differ are a part of it with a total of its own. So the bounds of a long sum say something, and what
//!   is learned speaks of totals.
//! * A value of a sum or an automaton is put back wherever its removal was not needed, from the first place on.
//! * Causes are asked for once in an analysis. With them a clause's literals of one level are replaced by one that implies
//!   them all, or dropped if they follow from the others.
//!
//! # Tried and dropped
//!
//! * A variable for the choice of a cage's set, with pairs to its cells: its reasons list sets, dozens for one removal.
//! * Flags for the parts in which rows and columns cross boxes, as the classic engine has them: nine Mathemagic killers took a
//!   twelfth longer, hard pencilmark puzzles nearly twice as long. With parts of cages as well, a third longer than that; with
//!   totals of all those parts, more than twice as long.
//! * To decide cells only, not flags and totals: killers take twice as long.
//! * Totals of parts of two cells: little killers gain and lose alike.
//! * To forget the houses' own groups where their parts say the same: longer by half.
//! * To shorten learned clauses of low glue by deciding their literals one by one ("vivification"; Luo and others 2017, "An effective
//!   learnt clause minimization approach for CDCL SAT solvers"): a fifth fewer conflicts in some killers, as many in the mean.
//! * To leave a clause where it is watched if its next literal is true: a twentieth more conflicts.
//!
//! A node is a conflict; for the search that dives, a wrong decision.

mod analysis;
mod dive;
mod frontier;
mod layered;
mod propagate;
mod reasons;
mod search;
mod state;
mod states;
mod tables;

pub(super) use dive::Dive;
pub(super) use frontier::count as count_by_frontier;
pub(super) use search::{Budget, Progress, Search};
