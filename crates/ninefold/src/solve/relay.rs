//! Engines in turn: one that is quick while the board gives way or leaves much open, then one that learns, on large boards
//! by turns with local search until a solution is found.

use super::engine::{Budget, Progress};
use super::mending::{self, Mending};
use super::nine::Isa;
use super::{general, learning};
use crate::board::{Candidates, Digit, Puzzle, Shape};

/// Guesses that the general engine may spend on each solution. What propagation nearly solves takes a few; where
/// guesses are many they are lost, for the engine does not learn from them.
const PATIENCE: u64 = 100;

/// Guesses for each open cell that the general engine may spend when it fills the board row by row: a dozen beginnings.
/// It then fails so often that more of them find little.
const FILLINGS: u64 = 16;

/// So many solutions told, the general engine keeps the search, however long the next one takes: the learning engine
/// would have to be told all of them, a clause for each.
const MOST_TOLD: usize = 1000;

/// From so many open cells on a board may be mended. Smaller ones the learning engine solves in seconds, and who asks for
/// one mostly wants the proof that there is no other solution: 25x25 boards made for people have 350 open cells.
const MENDED: usize = 400;

/// Nodes of learning before local search has its first turn. Most puzzles that people make have one solution and need no
/// more; a sparse board loses a few tenths of a second.
const LEARNING_FIRST: u64 = 2000;

/// Nodes of learning between two turns of local search (a thirtieth of a second), and those of such a turn: four fifths
/// of the time or more, until it has spent so many nodes (about twenty seconds), then half.
const LEARNING_TURN: u64 = 500;
const MENDING_TURNS: [u64; 2] = [1800, 450];
const MENDING_FIRST: u64 = 180_000;

/// Lessons of such a glue say that the board is a sparse one (boards of 36x36 with half of their cells given: 16 to 19
/// after the first turn, of 49x49 with 40 to 50 %: 25 to 70; the hardest 25x25 with one solution: 10). Such lessons
/// hardly ever lead to a solution: local search then has turns so long.
const SPARSE_GLUE: f64 = 15.0;
const SPARSE_MENDING_TURN: u64 = 8000;

/// A search that begins with the general engine and goes over to the learning one.
#[derive(Clone, Debug)]
pub(super) struct Relay {
    shape: Shape,
    /// For local search.
    isa: Isa,
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
    Learning(Box<learning::Search>, Option<Box<Help>>),
}

/// Local search that takes turns with learning until one of them finds the first solution.
#[derive(Clone, Debug)]
struct Help {
    root: Candidates,
    mending: Mending,
    /// Whose turn it is, and for how many nodes.
    is_mending: bool,
    left: u64,
    /// Nodes of local search so far.
    mended: u64,
}

impl Help {
    fn new(root: Candidates, isa: Isa) -> Help {
        let mending = Mending::new(&root, isa);
        Help { root, mending, is_mending: false, left: LEARNING_FIRST, mended: 0 }
    }

    /// Goes on to the first solution, which both have been looking for.
    fn advance(&mut self, learning: &mut learning::Search, budget: &mut Budget<'_>) -> Progress {
        loop {
            if self.left == 0 {
                self.is_mending = !self.is_mending;
                self.left = if !self.is_mending {
                    LEARNING_TURN
                } else if learning.usual_glue() > SPARSE_GLUE {
                    SPARSE_MENDING_TURN
                } else {
                    MENDING_TURNS[usize::from(self.mended >= MENDING_FIRST)]
                };
            }
            if self.is_mending {
                if !budget.spend_node() {
                    return Progress::Stopped;
                }
                self.left -= 1;
                self.mended += 1;
                if self.mending.mend(mending::STEPS_A_NODE) {
                    // What was learned holds on, but the search stands somewhere in the middle: it begins again.
                    *learning = learning::Search::among(&self.root, &[self.mending.digits()]);
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

impl Relay {
    pub(super) fn new(puzzle: &Puzzle, isa: Isa) -> Relay {
        let runner = Runner::General(Box::new(general::Search::new(puzzle)));
        Relay { shape: puzzle.shape(), isa, runner, told: Vec::new(), patience: PATIENCE, has_extended: false }
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
            let is_helped = told.is_empty() && may_be_mended(&root);
            let search = Box::new(learning::Search::among(&root, &told));
            self.runner = Runner::Learning(search, is_helped.then(|| Box::new(Help::new(root, self.isa))));
        }
        let Runner::Learning(search, help) = &mut self.runner else { unreachable!("the general engine has returned") };
        let Some(helping) = help else { return search.advance(budget) };
        let progress = helping.advance(search, budget);
        if progress == Progress::Found {
            *help = None;
        }
        progress
    }

    /// The solution that [`Relay::advance`] has just found, cell by cell.
    pub(super) fn solution(&self) -> Vec<Digit> {
        match &self.runner {
            Runner::General(search) => search.solution(),
            Runner::Learning(search, _) => search.solution(),
        }
    }
}

/// Whether local search is worth its time, and possible.
fn may_be_mended(candidates: &Candidates) -> bool {
    let open = candidates.shape().cells().filter(|cell| candidates.single(*cell).is_none()).count();
    open >= MENDED && mending::is_suitable(candidates)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Cell;
    use std::collections::BTreeSet;

    /// Wherever the change comes, also after solutions have been told, all solutions are told, each once.
    #[test]
    fn no_solution_is_lost_or_told_twice() {
        let puzzle = Puzzle::empty(Shape::new(2, 2).unwrap());
        for before in [0, 1, 7, 287, 288] {
            let mut relay = Relay::new(&puzzle, Isa::best());
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

    /// All solutions, at most so many nodes at a time.
    fn with_help(puzzle: &Puzzle, nodes: Option<u64>) -> Vec<Vec<Digit>> {
        let root = puzzle.candidates();
        let search = Box::new(learning::Search::among(&root, &[]));
        let runner = Runner::Learning(search, Some(Box::new(Help::new(root, Isa::best()))));
        let mut relay = Relay { runner, ..Relay::new(puzzle, Isa::best()) };
        let mut found = Vec::new();
        loop {
            match relay.advance(&mut Budget::new(nodes, None)) {
                Progress::Found => found.push(relay.solution()),
                Progress::Stopped => assert!(nodes.is_some()),
                Progress::Exhausted => return found,
            }
        }
    }

    /// Local search finds the first solution, learning all the others, however often they are stopped.
    #[test]
    fn local_search_loses_no_solution() {
        let puzzle = Puzzle::empty(Shape::new(2, 2).unwrap());
        let found = with_help(&puzzle, None);
        assert_eq!(found.iter().collect::<BTreeSet<_>>().len(), 288);
        assert_eq!(found.len(), 288);
        for nodes in [1, 7] {
            assert_eq!(with_help(&puzzle, Some(nodes)), found);
        }
    }

    /// Where local search finds none, learning proves that there is none; and finds the only one that is hard to find.
    #[test]
    fn learning_has_its_turns() {
        let mut none = Puzzle::empty(Shape::NINE);
        for cell in [0, 4, 8] {
            Shape::NINE.digits().skip(2).for_each(|digit| none.remove_candidate(Cell::new(cell), digit));
        }
        assert!(with_help(&none, None).is_empty());
        let one: Puzzle =
            "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..".parse().unwrap();
        assert_eq!(with_help(&one, Some(100)).len(), 1);
    }

    /// Boards that local search is for: much open, but not so much that bytes cannot count what clashes.
    #[test]
    fn large_boards_are_mended() {
        for ((rows, columns), is_mended) in [((4, 4), false), ((5, 5), true), ((6, 6), true), ((10, 10), false)] {
            let puzzle = Puzzle::empty(Shape::new(rows, columns).unwrap());
            assert_eq!(may_be_mended(&puzzle.candidates()), is_mended, "{rows}x{columns}");
        }
    }
}
