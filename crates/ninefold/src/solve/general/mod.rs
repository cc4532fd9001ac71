//! The engine for boards of any shape: propagation with counters, depth-first search with a trail.
//!
//! The search assigns one candidate at a time. When the candidate fails, or all solutions with it have been found, the
//! assignments are undone along the trail and the candidate is excluded instead; the exclusion then belongs to the decision
//! below and propagates like any removal. So the search tree is binary, nothing is copied, and a solution can be returned at
//! any time, before the others are found.
//!
//! On large boards singles come first, without any table of candidates ([`singles`]); the search begins with what they leave.
//!
//! If a puzzle is not solved after some guesses, complete all-different filtering begins ([`matching`]), starting at the root;
//! if much is open even then, the board is searched row by row and with restarts ([`filling`]). Such changes lose nothing as
//! long as no solution has been found; after the first one, the search just continues in the same way.
//!
//! With filtering, the human-made 100x100_1 takes 0.03 s; without it, the learning engine takes 0.16 s. On boards that are
//! solved in a few guesses filtering is a mere burden.

mod filling;
mod matching;
mod singles;
mod state;

use super::engine::{Budget, Progress};
use super::layout::{Boxes, Layout};
use crate::board::{Candidates, Digit, Puzzle, Shape};
use filling::Filling;
use state::{Halt, State};

/// Guesses without a solution after which filtering is worth its cost.
const FEW: u64 = 100;

/// A depth-first search for all solutions of a puzzle.
#[derive(Clone, Debug)]
pub(super) struct GeneralSearch<L = Boxes> {
    stage: Stage,
    /// `None` before it is built, and again once the search is over.
    state: Option<State<L>>,
    /// The open decisions, the latest last.
    decisions: Vec<Decision>,
    /// The length of the trail with everything that holds without decisions or because of solutions already found; `None` until
    /// known.
    root: Option<usize>,
    manner: Manner,
    has_solution: bool,
}

/// How the search proceeds; each manner follows the one before.
#[derive(Clone, Debug)]
enum Manner {
    /// Without filtering; the number of guesses left.
    Quick(u64),
    /// With filtering; how much it leaves open is not known yet.
    Filtering,
    /// From the cell, or the house and digit, with the least choice.
    Narrow,
    /// Row by row.
    Filling(Filling),
}

/// A candidate that is being tried.
#[derive(Clone, Copy, Debug)]
struct Decision {
    /// The length of the trail before it.
    mark: usize,
    cell: usize,
    digit: usize,
}

#[derive(Clone, Debug)]
enum Stage {
    /// The state is still to be built from the puzzle, which takes a while on a large board.
    Unbuilt(Puzzle),
    /// The state is still to be propagated.
    Narrowing,
    /// The state is propagated and free of contradictions; a cell may be chosen.
    Open,
    /// The state is a solution that has been reported.
    Reported,
    /// Everything has been searched.
    Over,
}

impl GeneralSearch {
    pub(super) fn new(puzzle: &Puzzle) -> GeneralSearch {
        let (stage, manner) = (Stage::Unbuilt(puzzle.clone()), Manner::Quick(FEW));
        GeneralSearch { stage, state: None, decisions: Vec::new(), root: None, manner, has_solution: false }
    }

    /// Searches for the next solution.
    pub(super) fn advance(&mut self, budget: &mut Budget<'_>) -> Progress {
        if let Stage::Unbuilt(puzzle) = &self.stage {
            match State::new(puzzle, budget) {
                Ok(state) => (self.state, self.stage) = (Some(state), Stage::Narrowing),
                Err(Halt::Contradiction) => self.stage = Stage::Over,
                Err(Halt::Cancelled) => return Progress::Stopped,
            }
        }
        self.go_on(budget)
    }
}

impl<L: Layout> GeneralSearch<L> {
    fn go_on(&mut self, budget: &mut Budget<'_>) -> Progress {
        let Some(state) = &mut self.state else { return Progress::Exhausted };
        let mut narrowed = match self.stage {
            Stage::Open => Ok(()),
            Stage::Reported => Err(Halt::Contradiction),
            Stage::Narrowing | Stage::Unbuilt(_) | Stage::Over => state.propagate(budget),
        };
        loop {
            match narrowed {
                Ok(()) => {}
                Err(Halt::Contradiction) => {
                    if let Manner::Filling(filling) = &mut self.manner
                        && !(self.has_solution || self.decisions.is_empty())
                        && filling.fail(state.blamed())
                    {
                        state.undo(self.root.expect("decisions come after the root"));
                        self.decisions.clear();
                        narrowed = Ok(());
                        continue;
                    }
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
            if self.decisions.is_empty() && !self.has_solution {
                self.root = Some(state.mark());
            }
            match self.manner {
                Manner::Quick(0) if !self.has_solution => {
                    self.manner = Manner::Filtering;
                    state.undo(self.root.expect("guesses come after the root"));
                    self.decisions.clear();
                    state.begin_matching();
                    narrowed = state.propagate(budget);
                    continue;
                }
                Manner::Filtering => self.manner = Filling::of_sparse(state).map_or(Manner::Narrow, Manner::Filling),
                _ => {}
            }
            let choice = match &self.manner {
                Manner::Filling(filling) => filling.choose(state),
                _ => state.choose(),
            };
            let Some((cell, digit)) = choice else {
                (self.stage, self.has_solution) = (Stage::Reported, true);
                return Progress::Found;
            };
            if !budget.spend_node() {
                self.stage = Stage::Open;
                return Progress::Stopped;
            }
            if let Manner::Quick(guesses) = &mut self.manner {
                *guesses = guesses.saturating_sub(1);
            }
            self.decisions.push(Decision { mark: state.mark(), cell, digit });
            narrowed = state.assign(cell, digit).map_err(Halt::from).and_then(|()| state.propagate(budget));
        }
    }

    /// How many cells are open, if they are filled row by row.
    pub(super) fn cells_to_fill(&self) -> Option<usize> {
        let Manner::Filling(_) = self.manner else { return None };
        self.state.as_ref().map(State::open_cells)
    }

    /// The candidates that propagation left before any decision, for another engine to continue with; this engine goes back to
    /// that point. `None` before they are found, and when everything has been searched.
    pub(super) fn root(&mut self, shape: Shape) -> Option<Candidates> {
        let (state, root) = (self.state.as_mut()?, self.root?);
        state.undo(root);
        self.decisions.clear();
        Some(state.candidates(shape))
    }

    /// The solution that [`GeneralSearch::advance`] has just found, cell by cell.
    pub(super) fn solution(&self) -> Vec<Digit> {
        self.state.as_ref().expect("a solution was found").digits()
    }
}

/// The candidates that singles and locked candidates leave, without any search.
///
/// # Errors
/// [`Progress::Exhausted`] if they find a contradiction, [`Progress::Stopped`] if the cancel flag was set; nothing is kept then.
pub(super) fn narrowed(puzzle: &Puzzle, budget: &mut Budget<'_>) -> Result<Candidates, Progress> {
    let narrowed = State::new(puzzle, budget).and_then(|mut state| state.propagate(budget).map(|()| state));
    narrowed.map(|state| state.candidates(puzzle.shape())).map_err(|halt| match halt {
        Halt::Contradiction => Progress::Exhausted,
        Halt::Cancelled => Progress::Stopped,
    })
}

#[cfg(test)]
mod tests {
    use super::super::layout::AnyHouses;
    use super::*;
    use crate::variants;
    use proptest::prelude::*;
    use std::collections::BTreeSet;
    use std::sync::Arc;

    /// All solutions, with the manner of search changing after `guesses`; none is found twice.
    fn solutions(puzzle: &Puzzle, guesses: u64) -> BTreeSet<Vec<Digit>> {
        let mut search = GeneralSearch { manner: Manner::Quick(guesses), ..GeneralSearch::new(puzzle) };
        let mut found = BTreeSet::new();
        while search.advance(&mut Budget::new(None, None)) == Progress::Found {
            assert!(found.insert(search.solution()), "found twice");
        }
        found
    }

    #[test]
    fn every_manner_finds_all_solutions() {
        let puzzle = Puzzle::empty(Shape::new(2, 2).unwrap());
        for guesses in [0, 1, 2, 5] {
            assert_eq!(solutions(&puzzle, guesses).len(), 288);
        }
    }

    proptest! {
        #[test]
        fn the_manner_of_search_changes_no_answer(
            shape in prop::sample::select(vec![(2, 3), (3, 2), (2, 4), (3, 3)]),
            kept in prop::collection::vec(0..100, 81),
            wrong in prop::option::of((0..81usize, 0..81usize)),
            guesses in 0..4u64,
        ) {
            let shape = Shape::new(shape.0, shape.1).unwrap();
            let mut grid = GeneralSearch::new(&Puzzle::empty(shape));
            grid.advance(&mut Budget::new(None, None));
            let mut puzzle = Puzzle::empty(shape);
            for (cell, digit) in shape.cells().zip(grid.solution()).filter(|(cell, _)| kept[cell.index()] < 55) {
                puzzle.give(cell, digit);
            }
            if let Some((cell, digit)) = wrong {
                let cell = shape.cells().nth(cell % shape.cell_count()).unwrap();
                puzzle.give(cell, Digit::from_index(digit % shape.side()));
            }
            prop_assert_eq!(solutions(&puzzle, guesses), solutions(&puzzle, u64::MAX));
        }
    }

    /// On boards of any houses, short ones among them, each solution of the specification is found in every manner.
    #[test]
    fn houses_may_be_any_cells() {
        for variant in variants::puzzles() {
            for (guesses, is_propagated) in [(0, true), (2, false), (u64::MAX, false)] {
                let candidates = if is_propagated { variant.candidates.clone() } else { variant.given_candidates() };
                let layout = AnyHouses::new(Arc::clone(&variant.houses));
                let budget = &mut Budget::new(None, None);
                let state = State::among(layout, &candidates, |_| is_propagated, budget);
                let (stage, manner) = (Stage::Narrowing, Manner::Quick(guesses));
                let mut search = GeneralSearch {
                    stage,
                    state: state.ok(),
                    decisions: Vec::new(),
                    root: None,
                    manner,
                    has_solution: false,
                };
                let mut found = BTreeSet::new();
                while search.go_on(budget) == Progress::Found {
                    assert!(found.insert(search.solution()), "found twice");
                }
                assert_eq!(found, variant.solutions, "{}", variant.name);
            }
        }
    }
}
