//! Sums of several lines together.
//!
//! Four adjacent diagonals have eight cells in a box. The digits there differ, which no line says by itself: so the least and
//! the greatest sum of all four together are much closer than those of the single lines. This is how little killers are solved.
//!
//! If lines cover a house between them, the sum of their cells outside it is known; if these cells contain further houses,
//! those can be subtracted too.
//!
//! Both ideas come from Interactive Sudoku Solver (sigh, 2023), which combines sums in pairs as long as a score rises.

use super::cell_set::CellSet;
use super::{Model, Sum};

/// Cells whose total of bits is known, split into parts within which cells differ.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::variant) struct Combined {
    pub(in crate::variant) parts: Vec<Vec<usize>>,
    pub(in crate::variant) total: i64,
}

/// One line, or several taken together.
struct Lines {
    cells: CellSet,
    total: i64,
    parts: Vec<Vec<usize>>,
    /// The distance between the least and the greatest possible total, and of this total from the nearer of the two.
    range: i64,
    slack: i64,
}

/// With more lines than this, nothing is combined.
const MOST_LINES: usize = 24;

impl Model {
    /// Whether [`Model::combine`] has lines to combine.
    pub(in crate::variant) fn may_combine(&self) -> bool {
        !self.is_combined && (2..=MOST_LINES).contains(&self.lines().count())
    }

    /// The sums of cells only, with factors of 1.
    fn lines(&self) -> impl Iterator<Item = &Sum> {
        let is_line = |terms: &[(i64, u32)]| terms.iter().all(|(factor, v)| *factor == 1 && (*v as usize) < self.cells);
        self.sums.iter().filter(move |sum| !sum.is_derived && is_line(&sum.terms))
    }

    /// The cells of a line.
    fn cells_of(&self, line: &Sum) -> CellSet {
        let cells: Vec<usize> = line.terms.iter().map(|(_, variable)| *variable as usize).collect();
        CellSet::of(&cells, self.cells)
    }

    /// Adds the sums that lines leave outside houses, and combinations of lines, always the most useful two first.
    pub(super) fn combine(&mut self) {
        if !self.may_combine() {
            return;
        }
        self.is_combined = true;
        let houses: Vec<CellSet> = self.houses.iter().map(|house| CellSet::of(house, self.cells)).collect();
        let mut pool: Vec<Lines> =
            self.lines().map(|line| Lines::new(self.cells_of(line), line.total, &houses, self.digits)).collect();
        for house in &houses {
            let left = self.left_outside(house, &houses, &pool);
            // Interactive Sudoku Solver's measure of whether a sum is worth propagating.
            let narrow = left.filter(|left| left.range > 4 * left.slack && !left.parts.is_empty());
            let combined = narrow.map(|Lines { parts, total, .. }| Combined { parts, total });
            self.combined.extend(combined.filter(|new| !self.combined.contains(new)));
        }
        while let Some((one, other, both)) = best_pair(&pool, &houses, self.digits) {
            // The higher place first: removing it leaves the other where it is.
            pool.swap_remove(one);
            pool.swap_remove(other);
            if both.gain() > 0 {
                self.combined.push(Combined { parts: both.parts.clone(), total: both.total });
            }
            pool.push(both);
        }
    }

    /// The cells that lines which cover a house between them have outside it. Houses without a cell in common with these lines
    /// help to cover it, and houses within the remaining cells are removed.
    fn left_outside(&self, house: &CellSet, houses: &[CellSet], lines: &[Lines]) -> Option<Lines> {
        let house_total = (0..self.digits as i64).sum::<i64>();
        let touching: Vec<&Lines> = lines.iter().filter(|line| line.cells.common(house) > 0).collect();
        // Lines that exclude the fewest others come first.
        let excluded = |line: &Lines| touching.iter().filter(|other| other.cells.common(&line.cells) > 0).count();
        let mut by_excluded = touching.clone();
        by_excluded.sort_by_cached_key(|line| excluded(line));
        let (mut cells, mut total) = (CellSet::none(self.cells), 0);
        let mut cover = |new: &CellSet, sum: i64| {
            if new.common(&cells) == 0 {
                cells.add_all(new);
                total += sum;
            }
        };
        by_excluded.into_iter().for_each(|line| cover(&line.cells, line.total));
        // (A row and a column have only one cell in common.)
        let beside = houses.iter().filter(|other| *other != house && other.common(house) > 1);
        beside.for_each(|other| cover(other, house_total));
        if !house.is_within(&cells) {
            return None;
        }
        for whole in std::iter::once(house).chain(houses) {
            if whole.is_within(&cells) {
                cells.remove_all(whole);
                total -= house_total;
            }
        }
        Some(Lines::new(cells, total, houses, self.digits))
    }
}

/// The most useful pair of lines in a pool: two places, the higher first, and both lines together.
fn best_pair(pool: &[Lines], houses: &[CellSet], digits: usize) -> Option<(usize, usize, Lines)> {
    let pairs = (0..pool.len()).flat_map(|one| (0..one).map(move |other| (one, other)));
    let combined = pairs.filter_map(|(one, other)| {
        let both = pool[one].with(&pool[other], houses, digits)?;
        Some((one, other, both))
    });
    combined.max_by_key(|(_, _, both)| both.gain())
}

impl Lines {
    fn new(cells: CellSet, total: i64, houses: &[CellSet], digits: usize) -> Lines {
        let parts = parts(&cells, houses);
        let (mut least, mut range) = (0, 0);
        for part in &parts {
            let (size, digits) = (part.len() as i64, digits as i64);
            least += size * (size - 1) / 2;
            range += size * (digits - size);
        }
        let slack = (total - least).min(least + range - total);
        Lines { cells, total, parts, range, slack }
    }

    /// The range of the total, minus the slack that the total leaves each part.
    fn gain(&self) -> i64 {
        self.range - self.slack * self.parts.len() as i64
    }

    /// Both together, if they have no cell in common and gain more than the better of them, or than both in sum.
    fn with(&self, other: &Lines, houses: &[CellSet], digits: usize) -> Option<Lines> {
        if self.cells.common(&other.cells) > 0 {
            return None;
        }
        let mut cells = self.cells.clone();
        cells.add_all(&other.cells);
        let both = Lines::new(cells, self.total + other.total, houses, digits);
        let (one, other) = (self.gain(), other.gain());
        (both.gain() > one.max(other).min(one + other)).then_some(both)
    }
}

/// Splits cells by houses, always taking the house with the most remaining cells.
fn parts(cells: &CellSet, houses: &[CellSet]) -> Vec<Vec<usize>> {
    let mut rest = cells.clone();
    let mut parts = Vec::new();
    while let Some((_, house)) = houses
        .iter()
        .map(|house| (house.common(&rest), house))
        .filter(|(count, _)| *count > 1)
        .max_by_key(|(count, _)| *count)
    {
        parts.push(rest.intersection(house).to_vec());
        rest.remove_all(house);
    }
    parts.extend(rest.iter().map(|cell| vec![cell]));
    parts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variant::engine::{Budget, Dive, Progress};
    use crate::variant::{Constraint, Kind, Solver, VariantPuzzle, Verdict};

    /// A board with sums of diagonals, each given by its first cell and the step from one cell to the next.
    fn with_diagonals(lines: impl IntoIterator<Item = (usize, usize)>, sum: impl Fn(&[usize]) -> i64) -> VariantPuzzle {
        let mut puzzle = VariantPuzzle::sudoku(3, 3);
        for (first, step) in lines {
            let is_next = |cell: &usize| cell + step < 81 && (cell + step) / 9 == cell / 9 + 1;
            let cells: Vec<usize> =
                std::iter::successors(Some(first), |cell| is_next(cell).then_some(cell + step)).collect();
            let sum = sum(&cells);
            puzzle.constraints.push(Constraint::new(Kind::LittleKiller).cells(cells).value(sum));
        }
        puzzle
    }

    /// Four adjacent diagonals in each direction, with their sums.
    fn diagonals(sum: impl Fn(&[usize]) -> i64) -> VariantPuzzle {
        let falling = [0, 9, 18, 2].map(|first| (first, 10));
        let rising = [8, 7, 17, 26].map(|first| (first, 8));
        with_diagonals(falling.into_iter().chain(rising), sum)
    }

    #[test]
    fn diagonals_together_have_no_solution() {
        let puzzle = diagonals(|_| 49);
        assert!(puzzle.check().is_empty());
        let mut model = Model::of(&puzzle);
        assert!(model.may_combine());
        model.combine();
        assert!(!model.may_combine());
        let sizes = |parts: &[Vec<usize>]| parts.iter().map(Vec::len).collect::<Vec<_>>();
        assert!(model.combined.iter().any(|lines| sizes(&lines.parts).starts_with(&[8, 8, 8])), "{:?}", model.combined);
        assert!(Dive::new(&model).is_some());
        assert_eq!(Solver::new().nodes(2000).verdict(&puzzle), Ok(Ok(Verdict::None)));
    }

    #[test]
    fn lines_beside_a_diagonal_leave_twelve_cells() {
        // With the diagonal itself, the two lines on either side of it cover three boxes.
        let lines = [18, 9, 1, 2].map(|first| (first, 10));
        let rule = Constraint::new(Kind::Diagonal).value(-1);
        let mut puzzle = VariantPuzzle::sudoku(3, 3);
        puzzle.constraints.push(rule.clone());
        let grid = Solver::new().solutions(&puzzle).unwrap().next().unwrap();
        let mut puzzle = with_diagonals(lines, |cells| cells.iter().map(|cell| grid[*cell]).sum());
        puzzle.constraints.push(rule);
        let mut model = Model::of(&puzzle);
        let houses: Vec<CellSet> = model.houses.iter().map(|house| CellSet::of(house, 81)).collect();
        let lines: Vec<Lines> =
            model.lines().map(|line| Lines::new(model.cells_of(line), line.total, &houses, 9)).collect();
        let left = model.left_outside(&houses[18], &houses, &lines).unwrap();
        let cells: Vec<usize> = left.cells.to_vec();
        assert_eq!(cells, [12, 21, 22, 28, 29, 38, 42, 51, 52, 58, 59, 68]);
        assert_eq!(left.total, cells.iter().map(|cell| grid[*cell] - 1).sum::<i64>());
        model.combine();
        for Combined { parts, total } in &model.combined {
            assert_eq!(*total, parts.iter().flatten().map(|cell| grid[*cell] - 1).sum::<i64>());
        }
        assert!(model.left_outside(&houses[18], &houses, &lines[1..]).is_none());
    }

    #[test]
    fn no_solution_is_lost() {
        let grid: Vec<i64> = (0..81).map(|cell| ((3 * (cell / 9) + cell / 27 + cell % 9) % 9 + 1) as i64).collect();
        let mut puzzle = diagonals(|cells| cells.iter().map(|cell| grid[*cell]).sum());
        (0..81).step_by(2).for_each(|cell| puzzle.give(cell, grid[cell]));
        let mut model = Model::of(&puzzle);
        let houses: Vec<CellSet> = model.houses.iter().map(|house| CellSet::of(house, 81)).collect();
        let mut all: Vec<(CellSet, i64)> = model.lines().map(|line| (model.cells_of(line), line.total)).collect();
        assert_eq!(all.len(), 8);
        // All lines in the same direction, whether combining them pays or not.
        for lines in [all.split_off(4), all] {
            let mut cells = CellSet::none(81);
            lines.iter().for_each(|(line, _)| cells.add_all(line));
            let total = lines.iter().map(|(_, total)| total).sum();
            let Lines { parts, total, .. } = Lines::new(cells, total, &houses, 9);
            model.combined.push(Combined { parts, total });
        }
        let mut dive = Dive::new(&model).unwrap();
        let mut budget = Budget { nodes: 100_000, cancel: None };
        let is_there = std::iter::from_fn(|| (dive.advance(&mut budget) == Progress::Found).then(|| dive.digits()));
        assert!(is_there.into_iter().any(|digits| digits == grid));
    }
}
