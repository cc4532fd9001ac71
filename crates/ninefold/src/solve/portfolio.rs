//! Several engines in turn: one that is fast while propagation decides most cells or leaves much open, then one that learns; on
//! large boards the latter takes turns with local search until a solution is found.

mod policy;

use super::arch::Isa;
use super::engine::{Budget, Progress};
use super::local_search::{self, LocalSearch};
use super::{general, learning};
use crate::board::{Candidates, Digit, Houses, Puzzle, Shape};
use policy::{History, POLICY, Turn};
use std::sync::Arc;

/// A search that begins with the general engine and changes to the learning one.
#[derive(Clone, Debug)]
pub(super) struct Portfolio {
    shape: Shape,
    /// For local search.
    isa: Isa,
    runner: Runner,
    /// The first solutions, at most one more than the policy's limit.
    found: Vec<Vec<Digit>>,
    /// Guesses left in the general engine's turn.
    left: u64,
    /// Whether the general engine has had a second turn, in which it searches in a different way.
    has_continued: bool,
}

#[derive(Clone, Debug)]
enum Runner {
    General(Box<general::GeneralSearch>),
    Learning(Box<learning::LearningSearch>, Option<Box<Alternation>>),
}

/// Local search and learning in turn, until one of them finds the first solution.
#[derive(Clone, Debug)]
struct Alternation {
    houses: Arc<Houses>,
    root: Candidates,
    local_search: LocalSearch,
    turn: Turn,
    /// Nodes left in this turn.
    left: u64,
    local_search_nodes: u64,
}

impl Alternation {
    fn new(houses: Arc<Houses>, root: Candidates, isa: Isa) -> Alternation {
        let local_search = LocalSearch::new(&houses, &root, isa);
        let left = POLICY.first_learning;
        Alternation { houses, root, local_search, turn: Turn::Learning(left), left, local_search_nodes: 0 }
    }

    /// Searches for the first solution, with either method.
    fn advance(&mut self, learning: &mut learning::LearningSearch, budget: &mut Budget<'_>) -> Progress {
        loop {
            if self.left == 0 {
                self.turn = POLICY.next_turn(&History {
                    latest: Some(self.turn),
                    has_solution: false,
                    has_continued: true,
                    cells_to_fill: None,
                    has_local_search: true,
                    local_search_nodes: self.local_search_nodes,
                    glue: learning.usual_glue(),
                });
                let (Turn::General(nodes) | Turn::Learning(nodes) | Turn::LocalSearch(nodes)) = self.turn;
                self.left = nodes;
            }
            if let Turn::LocalSearch(_) = self.turn {
                if !budget.spend_node() {
                    return Progress::Stopped;
                }
                self.left -= 1;
                self.local_search_nodes += 1;
                if self.local_search.run(local_search::STEPS_PER_NODE) {
                    // What was learned still holds, but the search is somewhere in the middle: it starts again.
                    let known = [self.local_search.digits()];
                    *learning = learning::LearningSearch::among(&self.houses, &self.root, &known);
                    return Progress::Found;
                }
            } else {
                let (progress, spent) = budget.lend(self.left, |budget| learning.advance(budget));
                self.left -= spent;
                if progress != Progress::Stopped || self.left > 0 {
                    return progress;
                }
            }
        }
    }
}

impl Portfolio {
    pub(super) fn new(puzzle: &Puzzle, isa: Isa) -> Portfolio {
        let runner = Runner::General(Box::new(general::GeneralSearch::new(puzzle)));
        let left = POLICY.guesses_per_solution;
        Portfolio { shape: puzzle.shape(), isa, runner, found: Vec::new(), left, has_continued: false }
    }

    /// Searches for the next solution.
    pub(super) fn advance(&mut self, budget: &mut Budget<'_>) -> Progress {
        while let Runner::General(search) = &mut self.runner {
            let may_change = self.found.len() <= POLICY.most_solutions;
            let nodes = if may_change { self.left } else { u64::MAX };
            let (progress, spent) = budget.lend(nodes, |budget| search.advance(budget));
            self.left = self.left.saturating_sub(spent);
            if progress == Progress::Found {
                self.left = POLICY.guesses_per_solution;
                if may_change {
                    self.found.push(search.solution());
                }
            }
            let is_over = may_change && progress == Progress::Stopped && self.left == 0;
            if !is_over || budget.is_cancelled() {
                return progress;
            }
            self.end_turn();
        }
        let Runner::Learning(search, alternation) = &mut self.runner else {
            unreachable!("the general engine has returned")
        };
        let Some(both) = alternation else { return search.advance(budget) };
        let progress = both.advance(search, budget);
        if progress == Progress::Found {
            *alternation = None;
        }
        progress
    }

    /// Called when the general engine has used up its guesses: it gets more, or learning takes over.
    fn end_turn(&mut self) {
        let Runner::General(search) = &mut self.runner else { return };
        let history = History {
            latest: Some(Turn::General(0)),
            has_solution: !self.found.is_empty(),
            has_continued: std::mem::replace(&mut self.has_continued, true),
            cells_to_fill: search.cells_to_fill(),
            has_local_search: false,
            local_search_nodes: 0,
            glue: 0.0,
        };
        if let Turn::General(nodes) = POLICY.next_turn(&history) {
            self.left = nodes;
            return;
        }
        let root = search.root(self.shape).expect("guesses begin after the root");
        let found = std::mem::take(&mut self.found);
        let houses = Houses::of(self.shape);
        let alternates = found.is_empty() && is_worth_local_search(&houses, &root);
        let search = Box::new(learning::LearningSearch::among(&houses, &root, &found));
        self.runner = Runner::Learning(search, alternates.then(|| Box::new(Alternation::new(houses, root, self.isa))));
    }

    /// The solution that [`Portfolio::advance`] has just found, cell by cell.
    pub(super) fn solution(&self) -> Vec<Digit> {
        match &self.runner {
            Runner::General(search) => search.solution(),
            Runner::Learning(search, _) => search.solution(),
        }
    }
}

/// Whether local search is worth its time, and possible at all.
fn is_worth_local_search(houses: &Houses, candidates: &Candidates) -> bool {
    let open = candidates.shape().cells().filter(|cell| candidates.single(*cell).is_none()).count();
    open >= POLICY.least_open_cells && local_search::is_suitable(houses, candidates)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Cell;
    use std::collections::BTreeSet;

    /// Whenever the engine changes, even after solutions have been found, all solutions are found, each once.
    #[test]
    fn no_solution_is_lost_or_found_twice() {
        let puzzle = Puzzle::empty(Shape::new(2, 2).unwrap());
        for before in [0, 1, 7, 287, 288] {
            let mut portfolio = Portfolio::new(&puzzle, Isa::best());
            let mut found = BTreeSet::new();
            let mut budget = Budget::new(None, None);
            for _ in 0..before {
                assert_eq!(portfolio.advance(&mut budget), Progress::Found);
                found.insert(portfolio.solution());
            }
            portfolio.left = 0;
            while portfolio.advance(&mut budget) == Progress::Found {
                assert!(found.insert(portfolio.solution()), "found twice");
            }
            assert_eq!(found.len(), 288);
        }
    }

    /// All solutions, found with at most `nodes` nodes at a time.
    fn by_turns(puzzle: &Puzzle, nodes: Option<u64>) -> Vec<Vec<Digit>> {
        let root = puzzle.candidates();
        let houses = Houses::of(root.shape());
        let search = Box::new(learning::LearningSearch::among(&houses, &root, &[]));
        let runner = Runner::Learning(search, Some(Box::new(Alternation::new(houses, root, Isa::best()))));
        let mut portfolio = Portfolio { runner, ..Portfolio::new(puzzle, Isa::best()) };
        let mut found = Vec::new();
        loop {
            match portfolio.advance(&mut Budget::new(nodes, None)) {
                Progress::Found => found.push(portfolio.solution()),
                Progress::Stopped => assert!(nodes.is_some()),
                Progress::Exhausted => return found,
            }
        }
    }

    /// Local search finds the first solution and learning all the others, however often they are stopped.
    #[test]
    fn local_search_loses_no_solution() {
        let puzzle = Puzzle::empty(Shape::new(2, 2).unwrap());
        let found = by_turns(&puzzle, None);
        assert_eq!(found.iter().collect::<BTreeSet<_>>().len(), 288);
        assert_eq!(found.len(), 288);
        for nodes in [1, 7] {
            assert_eq!(by_turns(&puzzle, Some(nodes)), found);
        }
    }

    /// If there is no solution for local search to find, learning proves it; it also finds an only solution that is hard to find.
    #[test]
    fn learning_has_its_turns() {
        let mut none = Puzzle::empty(Shape::NINE);
        for cell in [0, 4, 8] {
            Shape::NINE.digits().skip(2).for_each(|digit| none.remove_candidate(Cell::new(cell), digit));
        }
        assert!(by_turns(&none, None).is_empty());
        let one: Puzzle =
            "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..".parse().unwrap();
        assert_eq!(by_turns(&one, Some(100)).len(), 1);
    }

    /// Local search is for boards with much open, but not so much that a byte is too small to count the clashes.
    #[test]
    fn large_boards_are_searched_locally() {
        for ((rows, columns), is_searched) in [((4, 4), false), ((5, 5), true), ((6, 6), true), ((10, 10), false)] {
            let puzzle = Puzzle::empty(Shape::new(rows, columns).unwrap());
            assert_eq!(
                is_worth_local_search(&Houses::of(puzzle.shape()), &puzzle.candidates()),
                is_searched,
                "{rows}x{columns}"
            );
        }
    }
}
