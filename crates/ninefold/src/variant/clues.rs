//! Finding which clues of a variant are needed: givens, candidates and constraints.

use super::{Constraint, Kind, Mistake, Solver, Stopped, VariantPuzzle, Verdict};
use crate::random::Random;

/// Something that a setter has put on a board and could leave out.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum Clue {
    /// The given digit of a cell.
    Given(usize),
    /// The candidates that a cell is limited to.
    Marks(usize),
    /// The constraint with this index in the list.
    Constraint(usize),
}

impl VariantPuzzle {
    /// Lists all clues of the puzzle: its givens, its candidates, its constraints on certain cells. Rows, columns, regions and
    /// rules for whole boards (anti-knight, diagonals, grids) are not clues: they say what the puzzle is.
    ///
    /// ```
    /// use ninefold::variant::{Clue, Constraint, Kind, VariantPuzzle};
    /// let mut puzzle = VariantPuzzle::sudoku(2, 2);
    /// puzzle.give(5, 3);
    /// puzzle.constraints.push(Constraint::new(Kind::Thermo).cells([0, 1]));
    /// puzzle.constraints.push(Constraint::new(Kind::AntiKing));
    /// assert_eq!(puzzle.clues(), [Clue::Given(5), Clue::Constraint(0)]);
    /// assert_eq!(puzzle.name_of_clue(Clue::Given(5)), "r2c2");
    /// assert_eq!(puzzle.name_of_clue(Clue::Constraint(0)), "thermometer at r1c1");
    /// ```
    pub fn clues(&self) -> Vec<Clue> {
        let cells = 0..self.cell_count();
        let givens = cells.clone().filter(|cell| self.givens[*cell].is_some()).map(Clue::Given);
        let marks = cells.filter(|cell| self.marks[*cell].is_some()).map(Clue::Marks);
        let is_clue =
            |constraint: &Constraint| constraint.kind != Kind::Grid && constraint.all_cells().next().is_some();
        let places = 0..self.constraints.len();
        let constraints = places.filter(|place| is_clue(&self.constraints[*place])).map(Clue::Constraint);
        givens.chain(marks).chain(constraints).collect()
    }

    /// Returns a clue's name: its cell, or the constraint's title and first cell.
    ///
    /// # Panics
    /// If the puzzle has no such clue.
    pub fn name_of_clue(&self, clue: Clue) -> String {
        match clue {
            Clue::Given(cell) => self.name_of(cell).to_string(),
            Clue::Marks(cell) => format!("candidates of {}", self.name_of(cell)),
            Clue::Constraint(place) => {
                let constraint = &self.constraints[place];
                let title = constraint.kind.title();
                let first = constraint.all_cells().next();
                first.map_or(title.to_owned(), |cell| format!("{title} at {}", self.name_of(cell)))
            }
        }
    }

    /// Returns the puzzle without these clues.
    ///
    /// # Panics
    /// If the puzzle has no such clue.
    pub fn without(&self, clues: &[Clue]) -> VariantPuzzle {
        let mut puzzle = self.clone();
        let mut places = Vec::new();
        for clue in clues {
            match *clue {
                Clue::Given(cell) => puzzle.givens[cell] = None,
                Clue::Marks(cell) => puzzle.marks[cell] = None,
                Clue::Constraint(place) => places.push(place),
            }
        }
        places.sort_unstable();
        places.dedup();
        places.into_iter().rev().for_each(|place| _ = puzzle.constraints.remove(place));
        puzzle
    }
}

impl Solver<'_> {
    /// Finds the clues that a puzzle with one solution does not need, each taken by itself; the puzzle is minimal if there
    /// are none. Leaving out several at once may allow more solutions: see [`Solver::minimal`].
    ///
    /// The puzzle is not judged first: if it has several solutions, nothing is found; if it has no solution, the clues
    /// whose removal leaves exactly one solution are found. Each clue has its own budget.
    ///
    /// # Errors
    /// As for [`Solver::solutions`]; the inner error if a search was stopped, with the clues found so far.
    pub fn redundant(&self, puzzle: &VariantPuzzle) -> Result<Result<Vec<Clue>, Stopped<Vec<Clue>>>, Mistake> {
        let mut found = Vec::new();
        for clue in puzzle.clues() {
            match self.verdict(&puzzle.without(&[clue]))? {
                Ok(Verdict::Unique(_)) => found.push(clue),
                Ok(_) => {}
                Err(_) => return Ok(Err(Stopped { found })),
            }
        }
        Ok(Ok(found))
    }

    /// Finds clues that can be left out together of a puzzle with one solution; after that, no other clue can be left out
    /// without allowing another solution. The seed decides the order in which they are tried. The puzzle is not judged
    /// first.
    ///
    /// # Errors
    /// As for [`Solver::redundant`]; the clues found before the search was stopped can be left out together.
    pub fn minimal(&self, puzzle: &VariantPuzzle, seed: u64) -> Result<Result<Vec<Clue>, Stopped<Vec<Clue>>>, Mistake> {
        let mut clues = puzzle.clues();
        Random::new(seed, 0).shuffle(&mut clues);
        let mut left_out = Vec::new();
        for clue in clues {
            left_out.push(clue);
            match self.verdict(&puzzle.without(&left_out))? {
                Ok(Verdict::Unique(_)) => {}
                judged => {
                    left_out.pop();
                    if judged.is_err() {
                        return Ok(Err(Stopped { found: left_out }));
                    }
                }
            }
        }
        left_out.sort_unstable();
        Ok(Ok(left_out))
    }
}
