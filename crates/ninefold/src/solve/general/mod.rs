//! The engine for boards of any shape: propagation with counters, depth-first search with a trail.
//!
//! The search assigns one candidate at a time. When the candidate fails, or all solutions with it are
//! told, the trail is taken back and the candidate is excluded instead; the exclusion then belongs to
//! the decision below and propagates like any removal. So the tree is binary, nothing is copied, and a
//! solution can be handed out at any time without the others.

mod state;

use super::engine::{Budget, Progress};
use crate::board::{Candidates, Digit, Puzzle, Shape};
use state::{Halt, State};

/// A depth-first search for all solutions of a puzzle.
#[derive(Clone, Debug)]
pub(super) struct Search {
    stage: Stage,
    /// `None` before it is built, and again once the search is over.
    state: Option<State>,
    /// The open decisions, the latest last.
    decisions: Vec<Decision>,
    /// The trail after the puzzle was propagated, before any decision; `None` until then.
    root: Option<usize>,
}

/// A candidate that is being tried.
#[derive(Clone, Copy, Debug)]
struct Decision {
    /// The trail before it.
    mark: usize,
    cell: usize,
    digit: usize,
}

#[derive(Clone, Debug)]
enum Stage {
    /// The state is still to be built from the puzzle, which takes its time on a large board.
    Unbuilt(Puzzle),
    /// The state is to be propagated.
    Narrowing,
    /// The state is propagated and free of contradiction; a cell may be chosen.
    Open,
    /// The state is a solution that has been told.
    Told,
    /// Everything has been searched.
    Over,
}

impl Search {
    pub(super) fn new(puzzle: &Puzzle) -> Search {
        Search { stage: Stage::Unbuilt(puzzle.clone()), state: None, decisions: Vec::new(), root: None }
    }

    /// Goes on to the next solution.
    pub(super) fn advance(&mut self, budget: &mut Budget<'_>) -> Progress {
        if let Stage::Unbuilt(puzzle) = &self.stage {
            match State::new(puzzle, budget) {
                Ok(state) => (self.state, self.stage) = (Some(state), Stage::Narrowing),
                Err(Halt::Contradiction) => self.stage = Stage::Over,
                Err(Halt::Cancelled) => return Progress::Stopped,
            }
        }
        let Some(state) = &mut self.state else { return Progress::Exhausted };
        let mut narrowed = match self.stage {
            Stage::Open => Ok(()),
            Stage::Told => Err(Halt::Contradiction),
            Stage::Narrowing | Stage::Unbuilt(_) | Stage::Over => state.propagate(budget),
        };
        loop {
            match narrowed {
                Ok(()) => {}
                Err(Halt::Contradiction) => {
                    let Some(Decision { mark, cell, digit }) = self.decisions.pop() else {
                        (self.state, self.stage) = (None, Stage::Over);
                        return Progress::Exhausted;
                    };
                    state.undo(mark);
                    let excluded = state.exclude(cell, digit).map_err(Halt::from);
                    narrowed = excluded.and_then(|()| state.propagate(budget));
                    continue;
                }
                Err(Halt::Cancelled) => {
                    self.stage = Stage::Narrowing;
                    return Progress::Stopped;
                }
            }
            self.root.get_or_insert(state.mark());
            let Some((cell, digit)) = state.choose() else {
                self.stage = Stage::Told;
                return Progress::Found;
            };
            if !budget.spend_node() {
                self.stage = Stage::Open;
                return Progress::Stopped;
            }
            self.decisions.push(Decision { mark: state.mark(), cell, digit });
            narrowed = state.assign(cell, digit).map_err(Halt::from).and_then(|()| state.propagate(budget));
        }
    }

    /// The candidates that propagation left of the puzzle before any decision, for another engine to go on with: this
    /// one goes back there. `None` before they are found, and when everything has been searched.
    pub(super) fn root(&mut self, shape: Shape) -> Option<Candidates> {
        let (state, root) = (self.state.as_mut()?, self.root?);
        state.undo(root);
        self.decisions.clear();
        Some(state.candidates(shape))
    }

    /// The solution that [`Search::advance`] has just found, cell by cell.
    pub(super) fn solution(&self) -> Vec<Digit> {
        self.state.as_ref().expect("a solution was found").digits()
    }
}

/// The candidates that singles and locked candidates leave, without any search.
///
/// # Errors
/// [`Progress::Exhausted`] if they find a contradiction, [`Progress::Stopped`] if the cancel flag was set; then
/// nothing is kept.
pub(super) fn narrowed(puzzle: &Puzzle, budget: &mut Budget<'_>) -> Result<Candidates, Progress> {
    let narrowed = State::new(puzzle, budget).and_then(|mut state| state.propagate(budget).map(|()| state));
    narrowed.map(|state| state.candidates(puzzle.shape())).map_err(|halt| match halt {
        Halt::Contradiction => Progress::Exhausted,
        Halt::Cancelled => Progress::Stopped,
    })
}
