//! The engines that pass on what propagation leaves, as clauses, to an existing SAT solver.
//!
//! A depth-first search forgets why a branch failed and fails for the same reason again. A solver with conflict-driven clause
//! learning (CDCL; Marques-Silva and Sakallah 1996, Moskewicz et al. 2001) finds the reason of every conflict and keeps it as a
//! clause. On 25x25 boards that it solves and proves unique in two seconds, the general engine finds no solution in thirty.
//!
//! Singles and locked candidates are applied first, by the general engine's propagation; the cells that they decide have no
//! variables. [`encoding`] expresses the rest as clauses. Each solution that is found becomes a clause that forbids it, and the
//! solver continues with what it has learned; so all solutions come one by one, and the proof that there are no more is an
//! ordinary refutation. The clause for a solution is as long as there are open cells, so this engine is for first solutions and
//! verdicts, not for millions of solutions.
//!
//! The solvers: batsat is a MiniSat in Rust with one small dependency; it builds for WebAssembly unchanged, continues after new
//! clauses and can be stopped at every decision. Other solvers in Rust, varisat and splr, were slower (on a 25x25 board, for
//! solution and proof, 10.4 and 13.0 s where batsat took 7.0; on one that took batsat 39 s, neither finished in 40 s); varisat
//! cannot be stopped, and splr, under the MPL, only by a clock. CaDiCaL needed at most half of batsat's time on the hard 25x25
//! boards, and more than batsat on easy ones.
//!
//! A node is a conflict; starting the search for one more solution counts as another.

#[cfg(test)]
mod tests;

mod batsat;
#[cfg(feature = "cadical")]
mod cadical;
mod cdcl;
mod encoding;

use super::engine::{Budget, Progress};
use super::general;
use crate::board::{Candidates, Digit, Houses, Puzzle};
use cdcl::{Cdcl, Outcome};
use encoding::Residue;
use std::sync::Arc;

/// Makes a solver of clauses.
type Make = fn() -> Box<dyn Cdcl>;

/// A search for all solutions of a puzzle by a solver that learns clauses.
#[derive(Clone, Debug)]
pub(super) struct SatSearch {
    make: Make,
    stage: Stage,
}

#[derive(Clone, Debug)]
enum Stage {
    /// The puzzle is still to be propagated, which takes a while on a large board.
    Unbuilt(Puzzle),
    Open(Open),
    /// Everything has been searched.
    Over,
}

/// A search among the remaining candidates.
#[derive(Clone, Debug)]
struct Open {
    residue: Residue,
    /// The digits in the open cells of every solution found, one solution after the other.
    found: Vec<u16>,
    /// The number of these solutions.
    solutions: usize,
    /// Whether the next solution is being searched for.
    is_begun: bool,
    session: Uncopied,
}

/// A solver that has been given all clauses of the rules.
#[derive(Debug)]
struct Session {
    solver: Box<dyn Cdcl>,
    /// How many of the solutions found it has been forbidden.
    forbidden: usize,
}

/// The session, once it is needed. Solvers cannot be copied: a copy of the search starts without one and makes its own, which
/// forbids the same solutions; it finds the same others, perhaps in another order.
#[derive(Debug, Default)]
struct Uncopied(Option<Session>);

impl Clone for Uncopied {
    fn clone(&self) -> Uncopied {
        Uncopied(None)
    }
}

impl SatSearch {
    /// A search with batsat.
    pub(super) fn batsat(puzzle: &Puzzle) -> SatSearch {
        SatSearch { make: || Box::new(batsat::Batsat::default()), stage: Stage::Unbuilt(puzzle.clone()) }
    }

    /// A search with CaDiCaL.
    #[cfg(feature = "cadical")]
    pub(super) fn cadical(puzzle: &Puzzle) -> SatSearch {
        SatSearch { make: || Box::new(cadical::Cadical::default()), stage: Stage::Unbuilt(puzzle.clone()) }
    }

    /// Searches for the next solution.
    pub(super) fn advance(&mut self, budget: &mut Budget<'_>) -> Progress {
        if let Stage::Unbuilt(puzzle) = &self.stage {
            match general::narrowed(puzzle, budget) {
                Ok(candidates) => self.stage = Stage::Open(Open::new(Houses::of(puzzle.shape()), &candidates)),
                Err(Progress::Stopped) => return Progress::Stopped,
                Err(_) => self.stage = Stage::Over,
            }
        }
        let Stage::Open(open) = &mut self.stage else { return Progress::Exhausted };
        let progress = open.advance(self.make, budget);
        if progress == Progress::Exhausted {
            self.stage = Stage::Over;
        }
        progress
    }

    /// The solution that [`SatSearch::advance`] has just found, cell by cell.
    pub(super) fn solution(&self) -> Vec<Digit> {
        match &self.stage {
            Stage::Open(open) => open.residue.complete(open.solution(open.solutions - 1)),
            Stage::Unbuilt(_) | Stage::Over => unreachable!("a solution was found"),
        }
    }
}

impl Open {
    fn new(houses: Arc<Houses>, candidates: &Candidates) -> Open {
        let (residue, session) = (Residue::new(houses, candidates), Uncopied::default());
        Open { residue, found: Vec::new(), solutions: 0, is_begun: false, session }
    }

    /// The digits in the open cells of a solution found.
    fn solution(&self, number: usize) -> &[u16] {
        let cells = self.residue.cells();
        &self.found[number * cells..][..cells]
    }

    fn advance(&mut self, make: Make, budget: &mut Budget<'_>) -> Progress {
        if self.residue.cells() == 0 {
            // Propagation has found the only solution.
            self.solutions += 1;
            return if self.solutions == 1 { Progress::Found } else { Progress::Exhausted };
        }
        // A search that continues after a stop has already paid for its start.
        if !self.is_begun && !budget.spend_node() || self.is_begun && budget.nodes_left() == 0 {
            return Progress::Stopped;
        }
        self.is_begun = true;
        let mut session = match self.session.0.take() {
            Some(session) => session,
            None => {
                let mut solver = make();
                if !self.residue.encode(&mut *solver, budget) {
                    return Progress::Stopped;
                }
                Session { solver, forbidden: 0 }
            }
        };
        for solution in session.forbidden..self.solutions {
            session.solver.add_clause(&self.residue.other_than(self.solution(solution)));
        }
        session.forbidden = self.solutions;
        let outcome = session.solver.solve(budget);
        if outcome == Outcome::Found {
            self.found.append(&mut self.residue.digits_in_open_cells(&*session.solver));
            self.solutions += 1;
            self.is_begun = false;
        }
        self.session = Uncopied(Some(session));
        match outcome {
            Outcome::Found => Progress::Found,
            Outcome::Refuted => Progress::Exhausted,
            Outcome::Interrupted => Progress::Stopped,
        }
    }
}
