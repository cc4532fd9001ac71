//! The engine that learns from conflicts, made for boards of any shape.
//!
//! A depth-first search forgets why a branch failed, and fails for the same reason again. This one derives from every
//! conflict a clause that would have prevented it (conflict-driven clause learning; Marques-Silva and Sakallah 1996) and
//! goes back as far as the clause has something to say.
//!
//! A SAT solver does that with clauses only. Here the board stays what it is, groups of which exactly one member is
//! true ([`groups`]): a true member makes the others false without a clause for each pair. That one is true is a clause
//! like those that are learned. So a board of 100x100 takes no millions of clauses, and what the machine's cache holds is
//! what was learned.
//!
//! ```text
//!   groups      what propagation leaves, as groups over literals
//!   merge       variables that say the same, made one
//!   assignment  values, reasons, the trail; what follows from groups and clauses
//!   analysis    from a conflict to a clause
//!   clauses     what groups say and what was learned, and which of it is forgotten
//!   order       which variable next
//!   schedule    when to restart, in which manner to go on
//!   learner     all of it together
//! ```
//!
//! Singles and locked candidates are applied first; their conclusions are no variables. In the search they follow from
//! the groups. A solution that is told becomes a clause that forbids it, so all solutions come one by one and the proof
//! that there is no other is an ordinary refutation.
//!
//! A node is a conflict; beginning the search for one more solution counts as another.
//!
//! # Tried and dropped
//!
//! In CPU seconds or conflicts for solution and proof, of boards of 25x25 with 43 % givens:
//!
//! * Complete all-different filtering (Regin 1994: matchings kept between calls, strongly connected components, Hall sets
//!   as reasons) of rows, columns and boxes at every node. It removed 10 candidates a conflict, and the conflicts did not
//!   become fewer (66756, 49250 and 23229 without, 78486, 46977 and 17721 with it), each two to three times as dear; with
//!   every digit's rows and columns (fish) as well: 76272, 47183 and 17712.
//! * Vivification of learned clauses of low glue (Luo and others 2017) for a seventh of the work: 7.1, 2.5, 5.1, 2.2 and
//!   15.2 s, without it 6.1, 2.2, 4.9, 1.7 and 13.8 s.
//! * Deciding in the tightest group by size over weight (dom/wdeg; Boussemart and others 2004): slower on boards of 36x36
//!   and 49x49 with 30 to 50 % givens. Only true or only false decisions, other decays, forgetting more or less: within a
//!   tenth.
//! * Focused and stable search by turns, as in CaDiCaL: no worse for proofs (2.1 and 2.0 s in the geometric mean of four
//!   boards of 25x25), but of eleven boards of 36x36 with 45 to 50 % givens five were filled within 12 s, with stable search
//!   from the beginning nine. To begin focused is a guess in favour of sparse boards: 49x49 with 40 % took 0.2 and 1.2 s,
//!   100x100 with 10 % took 7 and 16 s, but 20 s with the variables numbered otherwise; and of ten of the eleven boards it
//!   filled seven. One run each, and all of it heavy-tailed.
//! * Not tried, for in CaDiCaL they change nothing here: chronological backtracking, strengthening on the fly, other limits
//!   of tiers, failed literals, vivification, ternary resolution, elimination of variables (conflicts within a tenth).
//! * A clause that a literal other than the watched ones satisfies keeps its watches, with that literal for blocker, as in
//!   CaDiCaL: 67, 67 and 79 microseconds a conflict on three boards of 25x25, without 65, 65 and 77.
//! * To hold on to the longest assignment without conflict when something is decided, and every now and then to begin with
//!   it, with all true or with a random assignment (Biere and others in CaDiCaL): alone it fills more boards of 36x36 with
//!   48 % givens in 20 s (6 of 6, without 4), but local search does that sooner; and it makes proofs dearer, by the minimal
//!   puzzles of 25x25 below. Before the first solution only: one of them 10.9 s, without 9.6.
//! * Splitting by lookahead: down to some level, of the most active variables the one both of whose values set most. At depth 3
//!   and 6 no fewer conflicts, at depth 9 a sixth fewer for three times the time.
//! * To watch a literal that satisfies the clause rather than any that is not false: an eighth fewer clauses are looked at, but it
//!   takes longer to find. To forget seven eighths instead of half, or twice as often: no more conflicts, and no less time.
//! * A board of 36x36 with 50 % givens takes 2 to 25 s by another order of its variables, as if at every moment it had the
//!   same chance to be filled; so to begin again seems to gain nothing. Involving causes three or four deep, restarts after
//!   300, stable from the beginning, more forgetting (700): conflicts of three boards of 25x25 within a tenth or so.
//! * Following groups of all that is set before clauses; writing what a group makes false without asking what was open;
//!   taking out the clauses that a blocker satisfies first and reading the others together; literals of half the size;
//!   watching negated literals rather than others: the time of a conflict within a twentieth, or longer. So with half-size
//!   literals in clauses that begin at a cache line, four literals of a clause looked at without a branch, clauses fetched
//!   ahead, and large pages: it does not wait for memory, it has 280,000 instructions for 3,300 watches.
//! * Several conflicts of one assignment, with propagation gone on after the first: the best lesson of the first four, up to 14 %
//!   fewer conflicts, of sixteen 8 to 18 %; all lessons of the first four, 11 to 17 %. Each conflict is then two to five times as
//!   dear.
//! * Activity as the share of conflicts that a variable is involved in while it is assigned (LRB; Liang and others 2016): two to
//!   five times as many conflicts.
//! * What is involved weighed otherwise: literals of the conflict's level, of lower ones or causes one and a half times or twice
//!   as much as the rest, 6 to 56 % more conflicts; lower ones half as much or not at all, up to 140 % more; those of the lesson
//!   once more, 12 to 35 % more. A tenth more or less makes no difference, nor do decisions always true or always false.
//! * What did help: one literal for all those of a level where one implies them (conflicts 110658 to 64047, 63030 to 47360
//!   and 166420 to 128222); restarts that wait for their price (an empty 49x49: 1.8 to 0.4 s); one variable for what is equal
//!   ([`merge`]; 3.4 to 2.3 s); the causes of a lesson involved too (2.3 to 2.0 s, conflicts 57489 to 48905, 21636 to 15665,
//!   40962 to 31650 and 18954 to 14954); what good clauses set involved twice and a decay of 0.97 with it (neither does
//!   much alone; without what holds on to the longest assignment, ten puzzles of 25x25, minimal or nearly, take 4 to 18 %
//!   fewer conflicts); groups that are watched like clauses instead of counted, and clauses that remember where a free
//!   literal was found (each a tenth of the time of a conflict).

mod analysis;
mod assignment;
mod clauses;
mod groups;
mod learner;
mod merge;
mod order;
mod schedule;

use super::engine::{Budget, Progress};
use super::general;
use crate::board::{Candidates, Digit, Houses, Puzzle};
use groups::Groups;
use learner::Learner;

/// A search for all solutions of a puzzle.
#[derive(Clone, Debug)]
pub(super) struct Search {
    stage: Stage,
    /// The digits of the latest solution; before the first, of the cells that propagation decides, and any in the
    /// others.
    digits: Vec<Digit>,
}

#[derive(Clone, Debug)]
enum Stage {
    /// The puzzle is still to be propagated, which takes its time on a large board.
    Unbuilt(Puzzle),
    Open(Box<Learner>),
    /// Everything has been searched.
    Over,
}

impl Search {
    pub(super) fn new(puzzle: &Puzzle) -> Search {
        Search { stage: Stage::Unbuilt(puzzle.clone()), digits: Vec::new() }
    }

    /// A search among candidates that propagation has left, for all solutions but those known; the last of them counts as
    /// the latest.
    pub(super) fn among(candidates: &Candidates, known: &[Vec<Digit>]) -> Search {
        Search::on(&Houses::of(candidates.shape()), candidates, known)
    }

    fn on(houses: &Houses, candidates: &Candidates, known: &[Vec<Digit>]) -> Search {
        let mut learner = Learner::new(Groups::new(candidates, houses));
        known.iter().for_each(|solution| learner.forbid_solution(solution));
        let digits = known.last().cloned().unwrap_or_else(|| candidates.lowest());
        Search { stage: Stage::Open(Box::new(learner)), digits }
    }

    /// The average glue of what has been learned lately (the number of decisions that a lesson is about); 0 if nothing has.
    pub(super) fn usual_glue(&self) -> f64 {
        match &self.stage {
            Stage::Open(learner) => learner.usual_glue(),
            Stage::Unbuilt(_) | Stage::Over => 0.0,
        }
    }

    /// Goes on to the next solution.
    pub(super) fn advance(&mut self, budget: &mut Budget<'_>) -> Progress {
        if let Stage::Unbuilt(puzzle) = &self.stage {
            match general::narrowed(puzzle, budget) {
                Ok(candidates) => *self = Search::among(&candidates, &[]),
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

    /// The solution that [`Search::advance`] has just found, cell by cell.
    pub(super) fn solution(&self) -> Vec<Digit> {
        self.digits.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Cell, House, Shape};
    use crate::spec::Rules;
    use std::collections::BTreeSet;

    /// Houses need be neither boxes nor of one kind: irregular regions and a diagonal leave the solutions that the
    /// specification finds.
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
            let mut search = Search::on(&houses, &Candidates::all(shape), &[]);
            let mut found = BTreeSet::new();
            while search.advance(&mut Budget::new(None, None)) == Progress::Found {
                assert!(found.insert(search.solution()), "a solution twice");
            }
            assert_eq!(found, expected);
        }
    }
}
