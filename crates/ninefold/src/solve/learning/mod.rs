//! The engine that learns from conflicts, made for boards of any shape.
//!
//! A depth-first search forgets why a branch failed, and fails for the same reason again. This one derives from every conflict
//! a clause that would have prevented it (conflict-driven clause learning; Marques-Silva and Sakallah 1996), and goes back to
//! the earliest point at which the clause forces something.
//!
//! A SAT solver does this with clauses alone. Here the board is kept as groups with exactly one true member ([`groups`]): a
//! true member makes the others false without a clause for each pair. That at least one member is true is a clause like the
//! learned ones. So a 100x100 board does not need millions of clauses, and the machine's cache is left to what was learned.
//!
//! ```text
//!   groups      what propagation leaves, as groups over literals
//!   merge       variables that always agree or differ, merged into one
//!   assignment  values, reasons, the trail; what follows from groups and clauses
//!   analysis    from a conflict to a clause
//!   clauses     clauses of groups and learned clauses, and which of them are forgotten
//!   order       which variable next
//!   schedule    when to restart, and in which manner to continue
//!   learner     the search, which uses all of these
//! ```
//!
//! Singles and locked candidates are applied first; the cells that they decide have no variables. During the search both follow
//! from the groups. Each reported solution becomes a clause that forbids it, so all solutions come one by one, and the proof
//! that there are no more is an ordinary refutation.
//!
//! A node is a conflict; starting the search for one more solution counts as another.
//!
//! # Tried and dropped
//!
//! The most surprising results, for 25x25 boards with 43 % givens; the complete list, with figures, is in
//! `bench/record/archive/2026-11-25-dropped.md`.
//!
//! * Complete all-different filtering at every node removes ten candidates per conflict, but there are as many conflicts.
//! * Vivification of learned clauses (Luo and others 2017) costs more than it saves.
//! * Searching stably from the beginning fills more 36x36 boards with half of their cells given, but is slow on sparser ones.
//! * Learning several clauses from one assignment saves a tenth of the conflicts, but makes each several times as expensive.
//! * Smaller literals, aligned clauses, prefetching: no gain, because instructions take the time, not memory.

mod analysis;
mod assignment;
pub(crate) mod clauses;
mod groups;
mod learner;
pub(crate) mod marks;
mod merge;
pub(crate) mod order;
pub(crate) mod schedule;

use super::engine::{Budget, Progress};
use super::general;
use crate::board::{Candidates, Digit, Houses, Puzzle};
use groups::Groups;
use learner::Learner;

/// A search for all solutions of a puzzle.
#[derive(Clone, Debug)]
pub(super) struct LearningSearch {
    stage: Stage,
    /// The digits of the latest solution; before the first one, the digits of the cells that propagation decides, and arbitrary
    /// digits in the others.
    digits: Vec<Digit>,
}

#[derive(Clone, Debug)]
enum Stage {
    /// The puzzle is still to be propagated, which takes a while on a large board.
    Unbuilt(Puzzle),
    Open(Box<Learner>),
    /// Everything has been searched.
    Over,
}

impl LearningSearch {
    pub(super) fn new(puzzle: &Puzzle) -> LearningSearch {
        LearningSearch { stage: Stage::Unbuilt(puzzle.clone()), digits: Vec::new() }
    }

    /// A search among the candidates that propagation has left, for all solutions except those known; the last of them counts
    /// as the latest.
    pub(super) fn among(houses: &Houses, candidates: &Candidates, known: &[Vec<Digit>]) -> LearningSearch {
        let mut learner = Learner::new(Groups::new(candidates, houses));
        known.iter().for_each(|solution| learner.forbid_solution(solution));
        let digits = known.last().cloned().unwrap_or_else(|| candidates.lowest());
        LearningSearch { stage: Stage::Open(Box::new(learner)), digits }
    }

    /// The average glue of recently learned clauses (the number of decision levels of a clause's literals); 0 before the first.
    pub(super) fn usual_glue(&self) -> f64 {
        match &self.stage {
            Stage::Open(learner) => learner.usual_glue(),
            Stage::Unbuilt(_) | Stage::Over => 0.0,
        }
    }

    /// Searches for the next solution.
    pub(super) fn advance(&mut self, budget: &mut Budget<'_>) -> Progress {
        if let Stage::Unbuilt(puzzle) = &self.stage {
            match general::narrowed(puzzle, budget) {
                Ok(candidates) => *self = LearningSearch::among(&Houses::of(candidates.shape()), &candidates, &[]),
                Err(Progress::Stopped) => return Progress::Stopped,
                Err(_) => self.stage = Stage::Over,
            }
        }
        let Stage::Open(learner) = &mut self.stage else { return Progress::Exhausted };
        let progress = learner.advance(budget);
        match progress {
            Progress::Found => learner.decided().for_each(|(cell, digit)| self.digits[cell] = digit),
            Progress::Exhausted => self.stage = Stage::Over,
            Progress::Stopped => {}
        }
        progress
    }

    /// The solution that [`LearningSearch::advance`] has just found, cell by cell.
    pub(super) fn solution(&self) -> Vec<Digit> {
        self.digits.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Cell, House, Shape};
    use crate::spec::Rules;
    use crate::variants;
    use std::collections::BTreeSet;

    /// Houses need be neither boxes nor all of one kind: with irregular regions and a diagonal, the solutions are those of the
    /// specification.
    #[test]
    fn houses_may_be_any_cells() {
        let shape = Shape::new(2, 2).unwrap();
        let map = b"AABBACCBACDBCDDD";
        let region = |name: u8| (0..16).filter(move |cell| map[*cell] == name).map(Cell::new).collect::<Vec<_>>();
        let diagonal = (House::Box(4), (0..4).map(|i| shape.cell(i, i)).collect());
        for (more, count) in [(None, 72), (Some(diagonal), 24)] {
            let lines = shape.houses().take(8).map(|house| (house, shape.cells_of(house).collect()));
            let regions = (0..4).map(|i| (House::Box(i), region(b'A' + i as u8)));
            let houses = Houses::new(4, lines.chain(regions).chain(more));
            let rules = Rules::new(shape, shape.digits().collect()).with_houses(houses.clone().into());
            let expected: BTreeSet<Vec<Digit>> =
                rules.sudoku(&vec![vec![None; 4]; 4]).unwrap().map(|grid| grid.concat()).collect();
            assert_eq!(expected.len(), count);
            let mut search = LearningSearch::among(&houses, &Candidates::all(shape), &[]);
            let mut found = BTreeSet::new();
            while search.advance(&mut Budget::new(None, None)) == Progress::Found {
                assert!(found.insert(search.solution()), "a solution twice");
            }
            assert_eq!(found, expected);
        }
    }

    /// The same for puzzles on larger boards with some houses that have fewer cells than there are digits.
    #[test]
    fn houses_may_be_short() {
        for puzzle in variants::puzzles() {
            let mut search = LearningSearch::among(&puzzle.houses, &puzzle.candidates, &[]);
            let mut found = BTreeSet::new();
            while search.advance(&mut Budget::new(None, None)) == Progress::Found {
                assert!(found.insert(search.solution()), "a solution twice");
            }
            assert_eq!(found, puzzle.solutions, "{}", puzzle.name);
        }
    }
}
