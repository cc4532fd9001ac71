//! Searches over a model: depth-first search in two forms, which is enough for most puzzles, and a search that learns from
//! conflicts and backjumps as far as the learned clause allows.
//!
//! ```text
//!   state        values of candidates, the trail, reasons
//!   propagate    propagation: cells that differ, groups, clauses, then pairs, tables, and last sums and automata
//!   tables       which sets of flags can be true together
//!   layered      sums; states: automata. Sets of states, place by place
//!   reasons      the literals from which a literal followed, on demand
//!   analysis     from a conflict to a clause
//!   search       decisions, restarts, solutions
//!   pairs        pairs of variables, for the two searches below
//!   bitboards    depth-first search with next to no set-up, if all rules are about houses and pairs of cells
//!   dive         depth-first search for all rules, which comes next, and finishes if there are many solutions
//!   frontier     the number of solutions, if no rule spans more than a few rows
//! ```
//!
//! The search that learns is based on *candidates*: a variable with one of its values, or a flag. A literal states that a
//! candidate is true or false. All constraints have the same contract: narrow the open candidates, report a conflict, and give
//! on demand a few literals from which a literal followed. So learning works alike for all of them (lazy clause generation;
//! Ohrimenko, Stuckey and Codish 2009, "Propagation via lazy clause generation"). Clauses, with their watches and tiers,
//! the order of decisions and the schedule of restarts are those of the classic engine that learns.
//!
//! # What is derived, and when
//!
//! Most puzzles are solved within a few conflicts, so a costly set-up would take most of their time. Depth-first search comes
//! first, with the rules as given: on bitboards if they allow that, until a few decisions were wrong. After ten wrong decisions
//! of the search for all rules, sums are derived from houses and cages and the remaining candidates (innies, outies and
//! differences between the two, `model/root.rs`), and it starts again with them. After five thousand, the other search takes
//! over what is left and learns (`solutions.rs`); if sums were derived or lines are long, only after three hundred thousand,
//! since the clauses learned from these are long and seldom used again.
//!
//! # How reasons stay short
//!
//! * Cells that differ and have one of a few sets of digits, as in cages and renban lines, get a flag for each digit: one of
//!   the cells has it. Then "no 5 is in this cage" is one literal. The reason from a table is a small cover: repeatedly the
//!   literal that excludes most of the remaining sets, the earliest of equals, until all sets are excluded.
//! * Cells of a sum that differ form a part of it with its own total. This makes the bounds of a long sum useful, and lets
//!   learned clauses refer to totals.
//! * For the reason of a sum or an automaton, each removed value that was not needed is put back, from the first place on.
//! * Causes are computed at most once in an analysis. With them, a clause's literals of one level are replaced by one that
//!   implies them all, or dropped if they follow from the others.
//!
//! # Tried and dropped
//!
//! * A variable for the choice of a cage's set, with pairs to its cells: its reasons list sets, dozens for one removal.
//! * Flags for minirows and minicolumns, as in the classic engine: nine Mathemagic killers took a twelfth longer, hard
//!   pencilmark puzzles nearly twice as long. With parts of cages as well, a third longer again; with totals of all those
//!   parts, more than twice as long.
//! * Deciding cells only, not flags and totals: killers take twice as long.
//! * Totals of parts of two cells: as many little killers get slower as faster.
//! * Dropping the groups of houses if their parts state the same: half as long again.
//! * Shortening learned clauses of low glue by deciding their literals one by one ("vivification"; Luo and others 2017, "An
//!   effective learnt clause minimization approach for CDCL SAT solvers"): a fifth fewer conflicts in some killers, no fewer on
//!   average.
//! * Leaving a clause's watch in place if its next literal is true: a twentieth more conflicts.
//!
//! A node is a conflict, or in depth-first search a wrong decision.

mod analysis;
mod bitboards;
mod dive;
mod frontier;
mod layered;
mod pairs;
mod propagate;
mod reasons;
mod search;
mod state;
mod states;
mod tables;

pub(super) use bitboards::Bitboards;
pub(super) use dive::Dive;
pub(super) use frontier::count as count_by_frontier;
pub(super) use search::{Budget, Progress, Search};
