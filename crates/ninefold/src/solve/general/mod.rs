//! The engine for boards of any shape: propagation with counters, depth-first search with a trail.
//!
//! The search assigns one candidate at a time. When the candidate fails, or all solutions with it are
//! told, the trail is taken back and the candidate is excluded instead; the exclusion then belongs to
//! the decision below and propagates like any removal. So the tree is binary, nothing is copied, and a
//! solution can be handed out at any time without the others.

mod layout;
mod state;

use super::engine::{Budget, Progress};
use crate::board::{Digit, Puzzle};
use state::{Contradiction, State};

/// A depth-first search for all solutions of a puzzle.
#[derive(Clone, Debug)]
pub(super) struct Search {
    /// `None` once the search is over.
    state: Option<State>,
    /// The open decisions, the latest last.
    decisions: Vec<Decision>,
    stage: Stage,
}

/// A candidate that is being tried.
#[derive(Clone, Copy, Debug)]
struct Decision {
    /// The trail before it.
    mark: usize,
    cell: usize,
    digit: usize,
}

#[derive(Clone, Copy, Debug)]
enum Stage {
    /// Nothing has been propagated yet.
    Fresh,
    /// The state is propagated and free of contradiction; a cell may be chosen.
    Open,
    /// The state is a solution that has been told.
    Told,
}

impl Search {
    pub(super) fn new(puzzle: &Puzzle) -> Search {
        Search { state: State::new(puzzle).ok(), decisions: Vec::new(), stage: Stage::Fresh }
    }

    /// Goes on to the next solution.
    pub(super) fn advance(&mut self, budget: &mut Budget<'_>) -> Progress {
        let Some(state) = &mut self.state else { return Progress::Exhausted };
        let mut consistent = match self.stage {
            Stage::Fresh => state.propagate(),
            Stage::Open => Ok(()),
            Stage::Told => Err(Contradiction),
        };
        loop {
            if consistent.is_err() {
                let Some(Decision { mark, cell, digit }) = self.decisions.pop() else {
                    self.state = None;
                    return Progress::Exhausted;
                };
                state.undo(mark);
                consistent = state.exclude(cell, digit).and_then(|()| state.propagate());
                continue;
            }
            let Some((cell, digit)) = state.choose() else {
                self.stage = Stage::Told;
                return Progress::Found;
            };
            if !budget.spend_node() {
                self.stage = Stage::Open;
                return Progress::Stopped;
            }
            self.decisions.push(Decision { mark: state.mark(), cell, digit });
            consistent = state.assign(cell, digit).and_then(|()| state.propagate());
        }
    }

    /// The solution that [`Search::advance`] has just found, cell by cell.
    pub(super) fn solution(&self) -> Vec<Digit> {
        self.state.as_ref().expect("a solution was found").digits()
    }
}
