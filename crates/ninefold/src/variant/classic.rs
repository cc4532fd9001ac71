//! Variants that are really classic puzzles: besides rows, columns and boxes, their rules only limit the digits of single
//! cells, as odd cells and pencilmarks do. The classic engines solve the hardest of them thirty times as fast.

use super::VariantPuzzle;
use super::engine::{Budget, Progress};
use super::model::Model;
use crate::board::{Cell, Digit, Grid, Puzzle};
use crate::solve::{self, Natural, Verdict};

/// The solutions of a variant that is a classic puzzle, one by one.
#[derive(Clone, Debug)]
pub(super) struct Classic<'a> {
    puzzle: Puzzle,
    solver: solve::Solver<'a>,
    /// The first two solutions on a 9x9 board: finding them together takes a fraction of the time.
    first: Vec<Grid>,
    /// The outcome after the solutions in `first`; `None` if there may be more.
    end: Option<Progress>,
    /// All solutions, one by one; made when it is needed.
    all: Option<solve::Solutions<'a>>,
    latest: Option<Grid>,
    found: usize,
    /// The digit that counts as 1.
    lowest: i64,
}

impl<'a> Classic<'a> {
    /// Starts the search; `None` if the puzzle has rules other than houses and limits on single cells.
    pub(super) fn of(puzzle: &VariantPuzzle, model: &Model, budget: &Budget<'a>) -> Option<Classic<'a>> {
        let lowest = *puzzle.digits().start();
        let puzzle = classic(puzzle, model)?;
        let mut solver = solve::Solver::new().nodes(budget.nodes);
        if let Some(flag) = budget.cancel {
            solver = solver.cancel(flag);
        }
        Some(Classic { puzzle, solver, first: Vec::new(), end: None, all: None, latest: None, found: 0, lowest })
    }

    /// Advances to the next solution.
    pub(super) fn advance(&mut self) -> Progress {
        if self.found == 0 && self.puzzle.classic_nine().is_some() {
            self.find_first();
        }
        let next = match (self.first.get(self.found), self.end) {
            (Some(grid), _) => grid.clone(),
            (None, Some(end)) => return end,
            (None, None) => {
                let all = self.all.get_or_insert_with(|| self.solver.solutions(&self.puzzle));
                match all.find(|grid| !self.first.contains(grid)) {
                    Some(grid) => grid,
                    None if all.stopped().is_some() => return Progress::Stopped,
                    None => return Progress::Exhausted,
                }
            }
        };
        self.latest = Some(next);
        self.found += 1;
        Progress::Found
    }

    /// The number of solutions, up to `limit`; the error is the number so far.
    pub(super) fn count(&self, limit: u64) -> Result<u64, u64> {
        self.solver.count(&self.puzzle, limit).map_err(|stopped| stopped.found())
    }

    /// The number of all solutions; the error is the number so far.
    pub(super) fn count_all(&self) -> Result<Natural, Natural> {
        self.solver.count_all(&self.puzzle).map_err(|stopped| stopped.into_found())
    }

    fn find_first(&mut self) {
        (self.first, self.end) = match self.solver.verdict(&self.puzzle) {
            Ok(Verdict::None) => (vec![], Some(Progress::Exhausted)),
            Ok(Verdict::Unique(grid)) => (vec![grid], Some(Progress::Exhausted)),
            Ok(Verdict::Multiple(one, other)) => (vec![one, other], None),
            Err(undecided) => (undecided.solution.into_iter().collect(), Some(Progress::Stopped)),
        };
    }

    /// The digits of the latest solution.
    pub(super) fn digits(&self) -> Vec<i64> {
        let digits = self.latest.iter().flat_map(Grid::digits);
        digits.map(|digit| self.lowest - 1 + i64::from(digit.number())).collect()
    }
}

/// The classic puzzle, with candidates removed, that has the same solutions; `None` if there is none.
fn classic(puzzle: &VariantPuzzle, model: &Model) -> Option<Puzzle> {
    if !puzzle.has_lines || !has_only_houses(model) || model.houses.len() != 3 * model.digits {
        return None;
    }
    let shape = puzzle.shape_of_regions().filter(|shape| shape.side() == model.digits)?;
    // There are more pairs of different cells if a rule makes fewer cells differ than a house has.
    let peers = shape.peers(Cell::new(0)).count();
    if model.cells != shape.cell_count() || model.differs.count() != peers * model.cells {
        return None;
    }
    let mut classic = Puzzle::empty(shape);
    for (cell, mask) in shape.cells().zip(&model.domains) {
        let has = |(bit, _): &(usize, Digit)| mask >> bit & 1 == 1;
        let (left, removed): (Vec<_>, Vec<_>) = shape.digits().enumerate().partition(has);
        match left[..] {
            [(_, digit)] => classic.give(cell, digit),
            _ => removed.iter().for_each(|(_, digit)| classic.remove_candidate(cell, *digit)),
        }
    }
    Some(classic)
}

/// Whether the model has nothing but cells, their candidates and houses, though cells outside houses may differ as well.
fn has_only_houses(model: &Model) -> bool {
    let rules = [
        model.sets.len(),
        model.specials.len(),
        model.groups.len(),
        model.tables.len(),
        model.clauses.len(),
        model.pairs.len(),
        model.automata.len(),
        model.sums.len(),
        model.combined.len(),
    ];
    !model.is_impossible && model.domains.len() == model.cells && rules.iter().all(|count| *count == 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;
    use crate::variant::engine::Dive;
    use crate::variant::{Constraint, Kind, Solver, solver};

    /// Solutions are compared only if a puzzle has fewer than this.
    const MOST: usize = 1000;

    /// A Sudoku with digits from `lowest`. Nearly every cell may have its digit in one solution, and some other digits.
    fn marked(box_rows: usize, box_columns: usize, lowest: i64, random: &mut Random) -> VariantPuzzle {
        let side = box_rows * box_columns;
        let digits = lowest..=lowest + side as i64 - 1;
        let mut puzzle = VariantPuzzle::new(side, side, digits.clone());
        puzzle.has_lines = true;
        puzzle.regions = VariantPuzzle::sudoku(box_rows, box_columns).regions;
        let others = 20 + random.below(50);
        for cell in 0..puzzle.cell_count() {
            let (row, column) = (cell / side, cell % side);
            let digit = lowest + ((row % box_rows * box_columns + row / box_rows + column) % side) as i64;
            let (is_kept, is_given) = (random.below(400) > 0, random.below(9) == 0);
            let mut is_marked = |other: &i64| if *other == digit { is_kept } else { random.below(100) < others };
            let marks: Vec<i64> = digits.clone().filter(&mut is_marked).collect();
            match is_given {
                true => puzzle.give(cell, digit),
                false => puzzle.mark(cell, Some(marks).filter(|marks| !marks.is_empty())),
            }
        }
        puzzle
    }

    fn model(puzzle: &VariantPuzzle) -> Model {
        solver::model(puzzle, None).unwrap().unwrap()
    }

    #[test]
    fn classic_engines_find_what_diving_finds() {
        let mut random = Random::new(37, 0);
        let mut counts = [0; 4];
        for round in 0..200 {
            let (box_rows, box_columns) = [(2, 2), (2, 3), (3, 2), (3, 3), (3, 3)][round % 5];
            let puzzle = marked(box_rows, box_columns, (round % 2) as i64, &mut random);
            let mut budget = Budget { nodes: u64::MAX, cancel: None };
            let mut search = Classic::of(&puzzle, &model(&puzzle), &budget).expect("a classic puzzle");
            let next = || (search.advance() == Progress::Found).then(|| search.digits());
            let mut classic: Vec<Vec<i64>> = std::iter::from_fn(next).take(MOST).collect();
            let mut dived = Vec::new();
            if let Some(mut dive) = Dive::new(&model(&puzzle)) {
                while dived.len() < MOST && dive.advance(&mut budget) == Progress::Found {
                    dived.push(dive.digits());
                }
            }
            counts[dived.len().min(3)] += 1;
            if dived.len() < MOST {
                classic.sort();
                dived.sort();
                assert_eq!(classic, dived, "round {round}");
            }
        }
        assert!(counts.iter().all(|count| *count > 5), "none, one, two and more solutions: {counts:?}");
    }

    /// Of the grids of the empty board, half have an odd digit in the first cell.
    #[test]
    fn many_solutions_are_counted_together() {
        let mut puzzle = VariantPuzzle::sudoku(2, 3);
        puzzle.constraints.push(Constraint::new(Kind::Odd).cells([0]));
        let number = Solver::new().count_all(&puzzle).unwrap().unwrap();
        assert_eq!(number.to_string(), (28_200_960 / 2).to_string());
        assert_eq!(Solver::new().count(&puzzle, 1_234).unwrap(), Ok(1_234));
    }

    #[test]
    fn a_budget_ends_a_classic_search_too() {
        let mut puzzle = VariantPuzzle::sudoku(3, 3);
        puzzle.mark(0, Some(vec![1, 2]));
        assert!((1..100).contains(&Solver::new().nodes(50).count(&puzzle, 1_000_000).unwrap().unwrap_err().found));
        let cancel = std::sync::atomic::AtomicBool::new(true);
        assert!(Solver::new().cancel(&cancel).first(&puzzle).unwrap().is_err());
    }

    #[test]
    fn other_houses_or_rules_are_not_classic() {
        let board = VariantPuzzle::sudoku(2, 3);
        let is_classic = |change: &dyn Fn(&mut VariantPuzzle)| {
            let mut puzzle = board.clone();
            change(&mut puzzle);
            classic(&puzzle, &model(&puzzle)).is_some()
        };
        assert!(is_classic(&|_| ()));
        assert!(is_classic(&|puzzle| puzzle.regions.reverse()));
        assert!(is_classic(&|puzzle| puzzle.constraints.push(Constraint::new(Kind::Odd).cells([3]))));
        assert!(!is_classic(&|puzzle| puzzle.has_lines = false));
        assert!(!is_classic(&|puzzle| drop(puzzle.regions.pop())));
        assert!(!is_classic(&|puzzle| puzzle.regions[1] = puzzle.regions[0].clone()));
        // Two regions swap a cell.
        assert!(!is_classic(&|puzzle| {
            let one = puzzle.regions[0][2];
            puzzle.regions[0][2] = std::mem::replace(&mut puzzle.regions[1][0], one);
        }));
        assert!(!is_classic(&|puzzle| puzzle.constraints.push(Constraint::new(Kind::AntiKnight))));
        assert!(!is_classic(&|puzzle| {
            puzzle.constraints.push(Constraint::new(Kind::ExtraRegion).cells([0, 7, 14, 21, 28, 35]));
        }));
        assert!(!is_classic(&|puzzle| puzzle.constraints.push(Constraint::new(Kind::Cage).cells([0, 9]))));
        assert!(!is_classic(&|puzzle| puzzle.constraints.push(Constraint::new(Kind::Thermo).cells([0, 1]))));
        assert!(!is_classic(&|puzzle| puzzle.add_further_cells(1)));
        let mut further = board.clone();
        further.add_further_cells(1);
        assert_eq!(further.shape_of_regions(), board.shape_of_regions());
    }
}
