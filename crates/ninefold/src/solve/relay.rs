//! Two engines in turn: one that is quick while the board gives way or leaves much open, then one that learns.

use super::engine::{Budget, Progress};
use super::{general, learning};
use crate::board::{Digit, Puzzle, Shape};

/// Guesses that the general engine may spend on each solution. What propagation nearly solves takes a few; where
/// guesses are many they are lost, for the engine does not learn from them.
const PATIENCE: u64 = 100;

/// Guesses for each open cell that the general engine may spend when it fills the board row by row: a dozen beginnings.
/// It then fails so often that more of them find little.
const FILLINGS: u64 = 16;

/// So many solutions told, the general engine keeps the search, however long the next one takes: the learning engine
/// would have to be told all of them, a clause for each.
const MOST_TOLD: usize = 1000;

/// A search that begins with the general engine and goes over to the learning one.
#[derive(Clone, Debug)]
pub(super) struct Relay {
    shape: Shape,
    runner: Runner,
    /// The first solutions, up to one more than [`MOST_TOLD`].
    told: Vec<Vec<Digit>>,
    patience: u64,
    /// Whether the general engine got a second time, which it spends in another manner.
    has_extended: bool,
}

#[derive(Clone, Debug)]
enum Runner {
    General(Box<general::Search>),
    Learning(Box<learning::Search>),
}

impl Relay {
    pub(super) fn new(puzzle: &Puzzle) -> Relay {
        let runner = Runner::General(Box::new(general::Search::new(puzzle)));
        Relay { shape: puzzle.shape(), runner, told: Vec::new(), patience: PATIENCE, has_extended: false }
    }

    /// Goes on to the next solution.
    pub(super) fn advance(&mut self, budget: &mut Budget<'_>) -> Progress {
        while let Runner::General(search) = &mut self.runner {
            let may_change = self.told.len() <= MOST_TOLD;
            let nodes = if may_change { self.patience } else { u64::MAX };
            let (progress, spent) = budget.lend(nodes, |budget| search.advance(budget));
            self.patience = self.patience.saturating_sub(spent);
            if progress == Progress::Found {
                self.patience = PATIENCE;
                if may_change {
                    self.told.push(search.solution());
                }
            }
            let is_impatient = may_change && progress == Progress::Stopped && self.patience == 0;
            if !is_impatient || budget.is_cancelled() {
                return progress;
            }
            if self.told.is_empty() && !std::mem::replace(&mut self.has_extended, true) {
                self.patience = search.cells_to_fill().map_or(PATIENCE, |cells| FILLINGS * cells as u64);
                continue;
            }
            let root = search.root(self.shape).expect("guesses begin after the root");
            let told = std::mem::take(&mut self.told);
            self.runner = Runner::Learning(Box::new(learning::Search::among(&root, &told)));
        }
        let Runner::Learning(search) = &mut self.runner else { unreachable!("the general engine has returned") };
        search.advance(budget)
    }

    /// The solution that [`Relay::advance`] has just found, cell by cell.
    pub(super) fn solution(&self) -> Vec<Digit> {
        match &self.runner {
            Runner::General(search) => search.solution(),
            Runner::Learning(search) => search.solution(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// Wherever the change comes, also after solutions have been told, all solutions are told, each once.
    #[test]
    fn no_solution_is_lost_or_told_twice() {
        let puzzle = Puzzle::empty(Shape::new(2, 2).unwrap());
        for before in [0, 1, 7, 287, 288] {
            let mut relay = Relay::new(&puzzle);
            let mut found = BTreeSet::new();
            let mut budget = Budget::new(None, None);
            for _ in 0..before {
                assert_eq!(relay.advance(&mut budget), Progress::Found);
                found.insert(relay.solution());
            }
            relay.patience = 0;
            while relay.advance(&mut budget) == Progress::Found {
                assert!(found.insert(relay.solution()), "told twice");
            }
            assert_eq!(found.len(), 288);
        }
    }
}
