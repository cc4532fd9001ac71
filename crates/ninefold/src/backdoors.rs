//! Backdoors: cells whose digits, once filled in, leave a puzzle that can be solved by singles.
//!
//! The notion comes from satisfiability (Williams, Gomes and Selman, "Backdoors to typical case complexity", 2003). For
//! Sudoku, the size of the smallest backdoor to naked and hidden singles is a measure of difficulty that needs no list of
//! techniques. Most puzzles have a backdoor of one cell, a few need three cells.
//!
//! A single is never wrong, so its digit is that of the solution. That makes singles easy to find: it is enough to count the
//! candidates of each cell and the places of each digit in each house, and to look up the solution when only one is left.

use crate::board::{Cell, Grid, Houses, Puzzle};
use std::sync::Arc;

/// The smallest sets of cells whose digits in the solution, once filled in, let naked and hidden singles solve the rest.
///
/// Returns all sets of the smallest size, each with its cells in order: only the empty set if singles solve the puzzle
/// as it stands; no set if more than `most` cells are needed.
///
/// ```
/// use ninefold::{Puzzle, backdoors, solve::{self, Verdict}};
/// let puzzle: Puzzle = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......".parse()?;
/// let Verdict::Unique(solution) = solve::verdict(&puzzle) else { panic!("a proper puzzle") };
/// assert!(backdoors::smallest(&puzzle, &solution, 1).is_empty());
/// let pairs = backdoors::smallest(&puzzle, &solution, 2);
/// assert!(!pairs.is_empty() && pairs.iter().all(|cells| cells.len() == 2));
/// # Ok::<(), ninefold::Invalid>(())
/// ```
///
/// # Panics
/// If the grid is not a solution of the puzzle.
pub fn smallest(puzzle: &Puzzle, solution: &Grid, most: usize) -> Vec<Vec<Cell>> {
    smallest_while(puzzle, solution, most, &|| true).expect("it is wanted to the end")
}

/// Like [`smallest`], but asks at every set whether the result is still wanted, and returns `None` once it is not.
///
/// # Panics
/// If the grid is not a solution of the puzzle.
pub fn smallest_while(
    puzzle: &Puzzle,
    solution: &Grid,
    most: usize,
    is_wanted: &dyn Fn() -> bool,
) -> Option<Vec<Vec<Cell>>> {
    assert!(solution.solves(puzzle), "the grid is a solution of the puzzle");
    let board = SolvedBoard::new(solution);
    let mut state = State::new(&board.houses);
    for cell in puzzle.shape().cells() {
        for digit in puzzle.removed().into_iter().flat_map(|removed| removed.digits_of(cell)) {
            if digit != solution.digit(cell) {
                state.remove(&board, cell.index(), digit.index());
            }
        }
    }
    puzzle.filled().for_each(|(cell, _)| state.waiting.push(cell.index()));
    state.run(&board);
    let mut found = Vec::new();
    for size in 0..=most.min(state.blank) {
        board.extend(&state, &mut Vec::new(), size, &mut found, is_wanted)?;
        if !found.is_empty() {
            break;
        }
    }
    Some(found)
}

/// What does not change during the search: the houses and the solution.
struct SolvedBoard<'a> {
    houses: Arc<Houses>,
    solution: &'a Grid,
    /// For each house and digit, the cell in which the solution has it.
    places: Vec<usize>,
}

impl SolvedBoard<'_> {
    fn new(solution: &Grid) -> SolvedBoard<'_> {
        let houses = Houses::of(solution.shape());
        let side = houses.side();
        let mut places = vec![0; houses.len() * side];
        for house in 0..houses.len() {
            for cell in houses.cells(house) {
                places[house * side + solution.digit(*cell).index()] = cell.index();
            }
        }
        SolvedBoard { houses, solution, places }
    }

    /// Adds all sets with `more` cells after the last one that solve the puzzle; `None` if they are no longer wanted.
    fn extend(
        &self,
        state: &State,
        cells: &mut Vec<Cell>,
        more: usize,
        found: &mut Vec<Vec<Cell>>,
        is_wanted: &dyn Fn() -> bool,
    ) -> Option<()> {
        if more == 0 {
            found.extend((state.blank == 0).then(|| cells.clone()));
            return is_wanted().then_some(());
        }
        let from = cells.last().map_or(0, |last| last.index() + 1);
        // Cells that singles fill anyway do not help.
        for cell in (from..self.houses.cell_count()).filter(|cell| !state.filled[*cell]) {
            let mut state = state.clone();
            state.waiting.push(cell);
            state.run(self);
            cells.push(Cell::new(cell));
            self.extend(&state, cells, more - 1, found, is_wanted)?;
            cells.pop();
        }
        Some(())
    }
}

/// A board on its way to the solution.
#[derive(Clone)]
struct State {
    filled: Vec<bool>,
    /// Cells without a digit.
    blank: usize,
    /// For each cell and digit, whether it is a candidate.
    open: Vec<bool>,
    /// For each cell, how many candidates it has.
    candidates: Vec<u16>,
    /// For each house and digit, how many cells have it as a candidate.
    places: Vec<u16>,
    /// Cells to be filled.
    waiting: Vec<usize>,
}

impl State {
    /// The empty board.
    fn new(houses: &Houses) -> State {
        let (side, cells) = (houses.side(), houses.cell_count());
        State {
            filled: vec![false; cells],
            blank: cells,
            open: vec![true; cells * side],
            candidates: vec![side as u16; cells],
            places: vec![side as u16; houses.len() * side],
            waiting: Vec::new(),
        }
    }

    /// Fills the waiting cells, and those that become singles as a result.
    fn run(&mut self, board: &SolvedBoard<'_>) {
        while let Some(cell) = self.waiting.pop() {
            if std::mem::replace(&mut self.filled[cell], true) {
                continue;
            }
            self.blank -= 1;
            let digit = board.solution.digit(Cell::new(cell)).index();
            for other in (0..board.houses.side()).filter(|other| *other != digit) {
                self.remove(board, cell, other);
            }
            for peer in board.houses.peers(Cell::new(cell)) {
                self.remove(board, peer.index(), digit);
            }
        }
    }

    /// Removes a candidate; a cell that becomes a single is added to those waiting to be filled.
    fn remove(&mut self, board: &SolvedBoard<'_>, cell: usize, digit: usize) {
        let side = board.houses.side();
        if !std::mem::replace(&mut self.open[cell * side + digit], false) {
            return;
        }
        self.candidates[cell] -= 1;
        if self.candidates[cell] == 1 && !self.filled[cell] {
            self.waiting.push(cell);
        }
        for house in board.houses.of_cell(Cell::new(cell)) {
            let place = usize::from(*house) * side + digit;
            self.places[place] -= 1;
            if self.places[place] == 1 && !self.filled[board.places[place]] {
                self.waiting.push(board.places[place]);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logic::{Explainer, Outcome, Technique};
    use crate::{board::Shape, solve};

    /// Whether singles solve a puzzle, according to the explainer.
    fn solved_by_singles(puzzle: &Puzzle) -> bool {
        let singles = [Technique::FullHouse, Technique::NakedSingle, Technique::HiddenSingle];
        let mut path = Explainer::with(&singles).path(puzzle);
        path.by_ref().for_each(drop);
        path.outcome() == Outcome::Solved
    }

    #[test]
    fn backdoors_open() {
        for text in [
            "2....1.38........5.7...6..........13.981..25731....8..9..8...2..5..697844..25....",
            ".....6...3..52.........197..24......98....2.67....81.9.95..46.1...6.24..6...5....",
            "1.....3..2.....4",
        ] {
            let puzzle: Puzzle = text.parse().unwrap();
            let solution = solve::first(&puzzle).unwrap();
            let found = smallest(&puzzle, &solution, 2);
            assert_eq!(found == [vec![]], solved_by_singles(&puzzle), "{text}");
            for cell in puzzle.shape().cells().filter(|cell| puzzle.digit(*cell).is_none()) {
                let mut filled = puzzle.clone();
                filled.give(cell, solution.digit(cell));
                let is_found = found.contains(&vec![cell]) || found == [vec![]];
                assert!(found[0].len() > 1 || is_found == solved_by_singles(&filled), "{text} {cell:?}");
            }
        }
    }

    #[test]
    fn removed_candidates_count() {
        let mut puzzle = Puzzle::empty(Shape::new(2, 2).unwrap());
        let solution = solve::first(&"1234341221434321".parse().unwrap()).unwrap();
        for cell in puzzle.shape().cells() {
            let others = puzzle.shape().digits().filter(|digit| *digit != solution.digit(cell));
            others.for_each(|digit| puzzle.remove_candidate(cell, digit));
        }
        assert_eq!(smallest(&puzzle, &solution, 0), [vec![]]);
        let empty = Puzzle::empty(puzzle.shape());
        assert!(smallest(&empty, &solution, 2).is_empty());
        assert_eq!(smallest_while(&empty, &solution, 16, &|| false), None);
        assert!(smallest(&empty, &solution, 16).iter().all(|cells| cells.len() == 4));
    }
}
