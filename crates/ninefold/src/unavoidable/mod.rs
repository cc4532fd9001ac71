//! Unavoidable sets: cells of a complete grid whose digits can be rearranged so that the board is another grid.
//!
//! ```text
//!   1 . . | 3 . .      exchange 1 and 3 in these four cells, and every row,
//!   3 . . | 1 . .      column and box still has each digit once
//! ```
//!
//! A puzzle within the grid that leaves all cells of such a set blank has a second solution, so every proper puzzle has
//! a given in each of the sets; conversely, givens that hit all of them form a proper puzzle. It is enough to consider the
//! *minimal* sets, which contain no smaller set. Here, all sets are minimal.
//!
//! Gordon Royle and Gary McGuire were the first to use these sets to ask how few givens a grid allows ("Sudoku
//! checker", 2006); McGuire, Tugemann and Civario ("There is no 16-Clue Sudoku", 2012) used all sets of up to twelve
//! cells, which they found by comparison with a list of patterns. Here they are found by changing cells, which needs no
//! list and has no limit.

pub(crate) mod changes;
mod disjoint;

use crate::board::{Cell, Grid, Puzzle, Shape};
use crate::solve::{Solver, Stopped};
use changes::{Cells, Changes, bits};

/// Minimal unavoidable sets of a grid, small ones first, then by their cells.
///
/// ```
/// use ninefold::{Grid, Puzzle, unavoidable::UnavoidableSets};
/// let full: Puzzle = "1234341221434321".parse()?;
/// let sets = UnavoidableSets::up_to(&Grid::try_from(&full)?, 4);
/// assert_eq!(sets.len(), 8);
/// assert!(sets.iter().all(|set| set.len() == 4));
/// assert_eq!(sets.disjoint(1000).0.len(), 4);
/// # Ok::<(), ninefold::Invalid>(())
/// ```
#[derive(Clone, Debug)]
pub struct UnavoidableSets {
    grid: Grid,
    sets: Vec<Cells>,
}

impl UnavoidableSets {
    /// Whether sets can be found on boards of this shape: those with up to 11 digits.
    pub fn accepts(shape: Shape) -> bool {
        shape.side() <= 11
    }

    /// Finds all sets of up to `most` cells. Up to 12 cells take some milliseconds on 9x9 grids; every two further cells take
    /// ten times as long.
    ///
    /// # Panics
    /// If the board has more than 11 digits.
    pub fn up_to(grid: &Grid, most: usize) -> UnavoidableSets {
        assert!(UnavoidableSets::accepts(grid.shape()), "cells fit into 128 bits");
        let mut sets = UnavoidableSets { grid: grid.clone(), sets: Vec::new() };
        sets.add(Changes::new(grid, most).within(all_cells(grid.shape())));
        sets
    }

    /// Adds all sets of at most `most` cells that have no more than `count` different digits.
    ///
    /// With two or three digits this is fast, whatever the size.
    pub fn add_digits(&mut self, count: usize, most: usize) {
        self.add_parts(count, most, |grid, cell| grid.digit(cell).index());
    }

    /// Adds all sets of at most `most` cells that lie in no more than `count` boxes.
    pub fn add_boxes(&mut self, count: usize, most: usize) {
        self.add_parts(count, most, |grid, cell| grid.shape().box_of(cell));
    }

    /// Adds all sets within any `count` parts of the grid; there are as many parts as digits.
    fn add_parts(&mut self, count: usize, most: usize, part: fn(&Grid, Cell) -> usize) {
        let shape = self.grid.shape();
        let mut parts: Vec<Cells> = vec![0; shape.side()];
        shape.cells().for_each(|cell| parts[part(&self.grid, cell)] |= 1 << cell.index());
        let count = count.min(shape.side());
        let mut changes = Changes::new(&self.grid, most);
        let mut found = Vec::new();
        for chosen in (0u32..1 << shape.side()).filter(|chosen| chosen.count_ones() as usize == count) {
            let cells = (0..shape.side()).filter(|part| chosen >> part & 1 == 1).map(|part| parts[part]).sum();
            found.extend(changes.within(cells));
        }
        self.add(found);
    }

    /// Adds sets, then leaves out those that are not minimal.
    fn add(&mut self, found: Vec<Cells>) {
        self.sets.extend(found);
        self.sets = minimal(std::mem::take(&mut self.sets));
    }

    /// The number of sets.
    pub fn len(&self) -> usize {
        self.sets.len()
    }

    /// Whether there are no sets.
    pub fn is_empty(&self) -> bool {
        self.sets.is_empty()
    }

    /// The cells of each set, in order.
    pub fn iter(&self) -> impl Iterator<Item = Vec<Cell>> {
        self.sets.iter().map(|set| cells(*set))
    }

    /// The number of sets of each size, from 0 to that of the largest set.
    pub fn sizes(&self) -> Vec<usize> {
        let mut sizes = Vec::new();
        for set in &self.sets {
            let size = set.count_ones() as usize;
            sizes.resize(sizes.len().max(size + 1), 0);
            sizes[size] += 1;
        }
        sizes
    }

    /// The degree of each cell of the board: the number of sets that contain it.
    pub fn degrees(&self) -> Vec<usize> {
        let of_cell = |cell: Cell| self.sets.iter().filter(|set| **set >> cell.index() & 1 == 1).count();
        self.grid.shape().cells().map(of_cell).collect()
    }

    /// A largest family of disjoint sets, and whether it is certain that none is larger. As each set needs its own
    /// given, no puzzle within the grid has fewer givens. The search takes at most this many nodes; a million take about
    /// a second.
    pub fn disjoint(&self, nodes: u64) -> (Vec<Vec<Cell>>, bool) {
        let (family, is_largest) = disjoint::largest(&self.sets, nodes);
        (family.into_iter().map(|set| cells(self.sets[set])).collect(), is_largest)
    }
}

/// An unavoidable set in which a given is the puzzle's only one, which is why the puzzle needs it. If there is such a set of
/// up to 12 cells, this is a smallest one; otherwise it is the cells in which a second solution from the solver differs.
/// `None` if the puzzle does not need the given.
///
/// ```
/// use ninefold::{Puzzle, solve::{self, Solver}, unavoidable};
/// let puzzle: Puzzle = "1.....3..2.....4".parse()?;
/// let solution = solve::first(&puzzle).expect("a proper puzzle");
/// for (cell, _) in puzzle.givens() {
///     let why = unavoidable::only_in(&puzzle, &solution, cell, &Solver::new()).unwrap().expect("a minimal puzzle");
///     assert!(why.iter().all(|other| (*other == cell) == puzzle.digit(*other).is_some()));
/// }
/// # Ok::<(), ninefold::Invalid>(())
/// ```
///
/// # Errors
/// If the solver's search stops.
///
/// # Panics
/// If the grid is not a solution of the puzzle, or the cell is not on the board.
pub fn only_in(
    puzzle: &Puzzle,
    solution: &Grid,
    cell: Cell,
    solver: &Solver<'_>,
) -> Result<Option<Vec<Cell>>, Stopped> {
    assert!(solution.solves(puzzle), "the grid is a solution of the puzzle");
    let shape = puzzle.shape();
    // If candidates are removed, it may not be possible to rearrange a set.
    if UnavoidableSets::accepts(shape) && puzzle.removed().is_none() {
        let blank = shape.cells().filter(|other| *other == cell || puzzle.digit(*other).is_none());
        let blank: Cells = blank.map(|cell| 1 << cell.index()).sum();
        for most in [6, 9, 12] {
            let found = Changes::new(solution, most).from(cell.index(), blank);
            if let Some(set) = minimal(found).first() {
                return Ok(Some(cells(*set)));
            }
        }
    }
    let mut without = puzzle.clone();
    without.clear(cell);
    without.remove_candidate(cell, solution.digit(cell));
    let other = solver.first(&without)?;
    let differs = |other: Grid| shape.cells().filter(|cell| other.digit(*cell) != solution.digit(*cell)).collect();
    Ok(other.map(differs))
}

/// The sets that contain no other, small ones first.
pub(crate) fn minimal(mut sets: Vec<Cells>) -> Vec<Cells> {
    sets.sort_unstable_by_key(|set| (set.count_ones(), !set.reverse_bits()));
    sets.dedup();
    let mut minimal: Vec<Cells> = Vec::new();
    for set in sets {
        if !minimal.iter().any(|other| other & !set == 0) {
            minimal.push(set);
        }
    }
    minimal
}

fn cells(set: Cells) -> Vec<Cell> {
    bits(set).map(Cell::new).collect()
}

pub(crate) fn all_cells(shape: Shape) -> Cells {
    Cells::MAX >> (128 - shape.cell_count())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::{Generator, Recipe, fill};
    use crate::solve::{self, Verdict};
    use proptest::prelude::*;

    /// The minimal sets within some cells: those in which solutions of the board without these cells differ from the grid.
    fn by_solutions(grid: &Grid, within: Cells) -> Vec<Cells> {
        let mut puzzle = grid.to_puzzle();
        bits(within).for_each(|cell| puzzle.clear(Cell::new(cell)));
        let differs = |other: &Grid, cell: &Cell| other.digit(*cell) != grid.digit(*cell);
        let set = |other: Grid| grid.shape().cells().filter(|c| differs(&other, c)).map(|c| 1 << c.index()).sum();
        minimal(solve::all(&puzzle).map(set).filter(|set: &Cells| *set != 0).collect())
    }

    fn within(grid: &Grid, cells: Cells, most: usize) -> Vec<Cells> {
        minimal(Changes::new(grid, most).within(cells))
    }

    /// Some cells of a board.
    fn some(seed: u128, count: usize) -> Cells {
        Cells::MAX >> (128 - count) & seed & seed.rotate_left(41)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(32))]

        #[test]
        fn sets_are_complete(seed: u64, holes: u128, most in 4usize..20) {
            for (shape, more) in [((2, 2), Cells::MAX), ((2, 3), 0xff << 7), ((3, 3), 0), ((2, 4), 0), ((1, 6), 0)] {
                let shape = Shape::new(shape.0, shape.1).unwrap();
                let grid = fill(shape, seed, 0);
                let cells = some(holes | more, shape.cell_count()) | more & Cells::MAX >> (128 - shape.cell_count());
                let expected = by_solutions(&grid, cells);
                prop_assert_eq!(&within(&grid, cells, usize::MAX), &expected);
                let small: Vec<Cells> =
                    expected.into_iter().filter(|set| set.count_ones() as usize <= most).collect();
                prop_assert_eq!(within(&grid, cells, most), small);
            }
        }

        #[test]
        fn sets_of_digits_and_boxes_are_complete(seed: u64, chosen in 0usize..84) {
            let grid = fill(Shape::NINE, seed, 0);
            let mut sets = UnavoidableSets::up_to(&grid, 0);
            sets.add_digits(3, usize::MAX);
            let three = (0u32..512).filter(|digits| digits.count_ones() == 3).nth(chosen).unwrap();
            let of_three: Cells = Shape::NINE.cells().filter(|cell| three >> grid.digit(*cell).index() & 1 == 1)
                .map(|cell| 1 << cell.index()).sum();
            let inside: Vec<Cells> = sets.sets.iter().copied().filter(|set| set & !of_three == 0).collect();
            prop_assert_eq!(inside, by_solutions(&grid, of_three));
        }

        #[test]
        fn no_disjoint_family_is_larger(sets in prop::collection::vec(1u16..512, 0..12)) {
            let sets: Vec<Cells> = sets.into_iter().map(Cells::from).collect();
            let is_disjoint = |family: &u32| {
                let mut seen = 0;
                bits(Cells::from(*family)).all(|set| seen & sets[set] == 0 && { seen |= sets[set]; true })
            };
            let most = (0u32..1 << sets.len()).filter(is_disjoint).map(u32::count_ones).max().unwrap() as usize;
            let (family, is_largest) = disjoint::largest(&sets, u64::MAX);
            prop_assert!(is_largest && is_disjoint(&family.iter().map(|set| 1 << set).sum()));
            prop_assert_eq!(family.len(), most);
        }

        /// Every proper puzzle has a given in every set, and there is a reason for each given that it needs.
        #[test]
        fn proper_puzzles_hit_every_set(seed: u64) {
            let made = Generator::new(Recipe::new(Shape::NINE)).unwrap().seed(seed).puzzle(0).puzzle;
            let Verdict::Unique(solution) = solve::verdict(&made) else { panic!("a proper puzzle") };
            let is_given = |cell: &Cell| made.digit(*cell).is_some();
            prop_assert!(UnavoidableSets::up_to(&solution, 10).iter().all(|set| set.iter().any(is_given)));
            for (cell, _) in made.givens() {
                let mut without = made.clone();
                without.clear(cell);
                let why = only_in(&made, &solution, cell, &Solver::new()).unwrap();
                prop_assert_eq!(why.is_some(), solve::count(&without, 2) == 2);
                let only = |set: Vec<Cell>| set.into_iter().filter(is_given).collect::<Vec<_>>() == [cell];
                prop_assert!(why.is_none_or(only));
            }
        }
    }

    #[test]
    fn a_grid_has_as_many_sets_as_its_isomorphs() {
        let grid = fill(Shape::NINE, 20261124, 0);
        let sets = UnavoidableSets::up_to(&grid, 12);
        let across = Shape::NINE.cells().map(|cell| grid.digit(Shape::NINE.cell(cell.index() % 9, cell.index() / 9)));
        let across = UnavoidableSets::up_to(&Grid::new(Shape::NINE, across.collect()).unwrap(), 12);
        assert_eq!(sets.sizes(), across.sizes());
        assert_eq!(sets.len(), sets.sizes().iter().sum::<usize>());
        assert_eq!(sets.disjoint(u64::MAX).0.len(), across.disjoint(u64::MAX).0.len());
        assert_eq!(sets.degrees().iter().sum::<usize>(), sets.iter().map(|set| set.len()).sum::<usize>());
        assert!(!sets.disjoint(1).1, "a search of one node proves nothing");
    }
}
