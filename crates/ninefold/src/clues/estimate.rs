//! How many minimal puzzles grids hold, by number of givens: unbiased estimates, with their errors.
//!
//! A random grid has some 10^15 minimal puzzles, so they can only be sampled. Cells are chosen at random, `s` of the board's `n`,
//! and all minimal puzzles within them are found. A minimal puzzle with `k` givens is within the chosen cells with a probability
//! that depends on nothing else,
//!
//! ```text
//!   C(n - k, s - k) / C(n, s)  =  C(s, k) / C(n, k)
//! ```
//!
//! so the mean number of those found, divided by this probability, is their number in the grid, whatever the grid is like. With
//! this method Red Ed, Afmob and blue counted minimal puzzles on the New Sudoku Players' Forum; with `s = k` it is Berthier's
//! ("Unbiased Statistics of a CSP", 2009).
//!
//! Few sets of 28 cells are a proper puzzle at all: most miss an [unavoidable set](crate::unavoidable) of up to ten cells, which
//! takes nanoseconds to see. For puzzles with up to 20 givens, far more cells can be chosen, because the [search](super::Clues)
//! finds puzzles with few givens within any number of cells: this finds about a hundred times as many a second.

use super::Clues;
use crate::board::{Cell, Grid, Puzzle, Shape};
use crate::generate::Fill;
use crate::minimal;
use crate::random::Random;
use crate::solve::{Isa, Solver};
use crate::unavoidable::UnavoidableSets;
use crate::unavoidable::changes::{Cells, Changes};
use std::ops::RangeInclusive;

/// Sets up to this size are compared with the chosen cells.
const SMALL: usize = 10;

/// How many choices of cells make a unit, in one grid.
const UNIT: u64 = 2000;

/// The most givens of puzzles for which [`Clues`] searches.
const FEW: usize = 20;

/// An estimate of the number of minimal puzzles of a grid, or of its mean over all grids.
///
/// Samples are made in units, each a function of seed and index, so any number of threads or machines make the same samples.
///
/// ```
/// use ninefold::{Grid, Puzzle, clues::Estimate};
/// let full: Puzzle = "1234341221434321".parse()?;
/// let estimate = Estimate::of(&Grid::try_from(&full)?);
/// let mut tally = estimate.unit(0);
/// (1..10).for_each(|index| tally.add(&estimate.unit(index)));
/// let [puzzles, error] = tally.with(5);
/// assert!((puzzles - 256.0).abs() < 5.0 * error, "{puzzles} +- {error}");
/// # Ok::<(), ninefold::Invalid>(())
/// ```
#[derive(Clone, Debug)]
pub struct Estimate {
    shape: Shape,
    grid: Option<Grid>,
    clues: RangeInclusive<usize>,
    cells: Option<usize>,
    seed: u64,
    isa: Isa,
}

impl Estimate {
    /// Whether boards of this shape can be estimated: those with up to 11 digits.
    pub fn accepts(shape: Shape) -> bool {
        UnavoidableSets::accepts(shape)
    }

    /// An estimate of the mean over all grids of a shape: each unit takes a random grid ([`Fill`]).
    ///
    /// # Panics
    /// If the board has more than 11 digits.
    pub fn of_all(shape: Shape) -> Estimate {
        assert!(Estimate::accepts(shape), "cells fit into 128 bits");
        Estimate { shape, grid: None, clues: 0..=shape.cell_count(), cells: None, seed: 0, isa: Isa::best() }
    }

    /// An estimate for one grid.
    ///
    /// # Panics
    /// If the board has more than 11 digits.
    pub fn of(grid: &Grid) -> Estimate {
        Estimate { grid: Some(grid.clone()), ..Estimate::of_all(grid.shape()) }
    }

    /// Counts only puzzles with these numbers of givens. On 9x9, those with up to 20 are found by [`Clues`], about a hundred
    /// times as many per second.
    #[must_use]
    pub fn clues(mut self, clues: RangeInclusive<usize>) -> Estimate {
        self.clues = *clues.start()..=(*clues.end()).min(self.shape.cell_count());
        self
    }

    /// Sets how many cells are chosen each time: with more cells, more puzzles are found and it takes longer. Puzzles with
    /// more givens than this are never found. The default is 30 of 81 cells, 50 for puzzles with up to 20 givens, and
    /// half of the cells of other boards.
    #[must_use]
    pub fn cells(mut self, cells: usize) -> Estimate {
        self.cells = Some(cells.min(self.shape.cell_count()));
        self
    }

    /// Sets the seed: a different seed gives different samples.
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Estimate {
        self.seed = seed;
        self
    }

    /// Computes with this instruction set. The samples are the same with every one.
    ///
    /// # Panics
    /// When a unit is made, if the processor does not have it.
    #[must_use]
    pub fn isa(mut self, isa: Isa) -> Estimate {
        self.isa = isa;
        self
    }

    /// Whether puzzles are found by the search for few givens.
    fn searches(&self) -> bool {
        self.shape.is_classic_nine() && *self.clues.end() <= FEW
    }

    /// How many cells are chosen each time.
    pub fn chosen(&self) -> usize {
        let usual = match self.shape.is_classic_nine() {
            true if self.searches() => 50,
            true => 30,
            false => self.shape.cell_count().div_ceil(2),
        };
        self.cells.unwrap_or(usual)
    }

    /// How many choices of cells a unit has.
    pub fn unit_size(&self) -> u64 {
        if self.searches() { 1 } else { UNIT }
    }

    /// How many times cells are chosen for an ordinary estimate, which takes seconds.
    pub fn usual_samples(&self) -> u64 {
        if self.searches() { 100 } else { 200_000 }
    }

    /// Makes the unit with this index.
    pub fn unit(&self, index: u64) -> Tally {
        let mut random = Random::new(self.seed ^ ESTIMATE, index);
        let grid = self.grid.clone().unwrap_or_else(|| Fill::new(self.shape).seed(random.next()).grid(index));
        let (count, chosen) = (self.shape.cell_count(), self.chosen());
        let small = if self.searches() { Vec::new() } else { small_sets(&grid) };
        let mut found = vec![0u64; chosen + 1];
        let mut order: Vec<usize> = (0..count).collect();
        for _ in 0..self.unit_size() {
            for place in 0..chosen {
                order.swap(place, place + random.below(count - place));
            }
            let cells: Cells = order[..chosen].iter().map(|cell| 1 << cell).sum();
            if small.iter().all(|set| set & cells != 0) {
                self.count_within(&grid, &order[..chosen], &mut found);
            }
        }
        let mut tally = Tally::new(self.unit_size(), count);
        let clues = found.into_iter().enumerate().filter(|(clues, _)| self.clues.contains(clues));
        for (clues, found) in clues {
            let ratio = (0..clues).map(|i| (count - i) as f64 / (chosen - i) as f64).product::<f64>();
            tally.note(clues, found, found as f64 / self.unit_size() as f64 * ratio);
        }
        tally.close();
        tally
    }

    /// Counts the minimal puzzles within some cells of a grid by their givens.
    fn count_within(&self, grid: &Grid, cells: &[usize], found: &mut [u64]) {
        let mut puzzle = Puzzle::empty(self.shape);
        cells.iter().map(|cell| Cell::new(*cell)).for_each(|cell| puzzle.give(cell, grid.digit(cell)));
        let mut note = |puzzle: Puzzle| found[puzzle.givens().count()] += 1;
        if self.searches() {
            Clues::new(grid, *self.clues.end()).within(&puzzle).minimal().isa(self.isa).for_each(note);
            return;
        }
        let solver = Solver::new().isa(self.isa);
        if solver.count(&puzzle, 2) == Ok(1) {
            minimal::all(&puzzle, grid, &solver).flatten().for_each(&mut note);
        }
    }
}

/// Gives estimates other streams of random numbers than those of boards that are made with the same seed.
const ESTIMATE: u64 = u64::from_be_bytes(*b"estimate");

/// The small unavoidable sets of a grid, starting with those that most choices of cells miss.
fn small_sets(grid: &Grid) -> Vec<Cells> {
    let all = Cells::MAX >> (128 - grid.shape().cell_count());
    crate::unavoidable::minimal(Changes::new(grid, SMALL).within(all))
}

/// The results of samples, and what they say about all puzzles.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Tally {
    /// The number of units.
    units: u64,
    samples: u64,
    /// By number of givens: the puzzles found, the sum of the units' estimates, and the sum of their squares.
    found: Vec<u64>,
    sums: Vec<[f64; 2]>,
    /// Of the unit being made: the estimated puzzles, and their givens.
    unit: [f64; 2],
    /// The sums of these, of their squares, and of their products.
    all: [f64; 5],
}

impl Tally {
    fn new(samples: u64, cells: usize) -> Tally {
        let (found, sums) = (vec![0; cells + 1], vec![[0.0; 2]; cells + 1]);
        Tally { units: 1, samples, found, sums, ..Tally::default() }
    }

    fn note(&mut self, clues: usize, found: u64, estimate: f64) {
        self.found[clues] = found;
        self.sums[clues] = [estimate, estimate * estimate];
        self.unit[0] += estimate;
        self.unit[1] += estimate * clues as f64;
    }

    fn close(&mut self) {
        let [puzzles, givens] = std::mem::take(&mut self.unit);
        self.all = [puzzles, givens, puzzles * puzzles, givens * givens, puzzles * givens];
    }

    /// Adds other units of the same estimate.
    pub fn add(&mut self, other: &Tally) {
        let longest = self.found.len().max(other.found.len());
        self.found.resize(longest, 0);
        self.sums.resize(longest, [0.0; 2]);
        self.units += other.units;
        self.samples += other.samples;
        self.found.iter_mut().zip(&other.found).for_each(|(sum, found)| *sum += found);
        self.sums.iter_mut().flatten().zip(other.sums.iter().flatten()).for_each(|(sum, other)| *sum += other);
        self.all.iter_mut().zip(other.all).for_each(|(sum, other)| *sum += other);
    }

    /// How many times cells were chosen.
    pub fn samples(&self) -> u64 {
        self.samples
    }

    /// The puzzles that were found, by their number of givens.
    pub fn found(&self) -> &[u64] {
        &self.found
    }

    /// The mean of a value over the units, from its sum and the sum of its squares, and its standard error: NaN for one unit.
    fn mean(&self, sum: f64, squares: f64) -> [f64; 2] {
        let units = self.units as f64;
        let mean = sum / units;
        [mean, ((squares / units - mean * mean).max(0.0) / (units - 1.0)).sqrt()]
    }

    /// An estimate of how many minimal puzzles with this number of givens a grid has, and its standard error.
    pub fn with(&self, clues: usize) -> [f64; 2] {
        let [sum, squares] = self.sums.get(clues).copied().unwrap_or_default();
        self.mean(sum, squares)
    }

    /// The same for all numbers of givens that were counted, taken together.
    pub fn total(&self) -> [f64; 2] {
        self.mean(self.all[0], self.all[2])
    }

    /// The mean number of givens of these puzzles and its standard error, if any puzzle was found.
    pub fn mean_clues(&self) -> Option<[f64; 2]> {
        let [puzzles, givens, puzzles_squared, givens_squared, products] = self.all;
        if puzzles == 0.0 {
            return None;
        }
        let (ratio, units) = (givens / puzzles, self.units as f64);
        // The error of a quotient of means, to first order.
        let squares = givens_squared - 2.0 * ratio * products + ratio * ratio * puzzles_squared;
        Some([ratio, (squares.max(0.0) * units / (units - 1.0)).sqrt() / puzzles])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve;

    /// The minimal puzzles of a grid by number of givens, by trying all sets of cells.
    fn exact(grid: &Grid) -> Vec<u64> {
        let cells: Vec<Cell> = grid.shape().cells().collect();
        let is_proper: Vec<bool> = (0..1u32 << cells.len())
            .map(|set| {
                let mut puzzle = Puzzle::empty(grid.shape());
                let given = cells.iter().filter(|cell| set >> cell.index() & 1 == 1);
                given.for_each(|cell| puzzle.give(*cell, grid.digit(*cell)));
                set.count_ones() > 3 && solve::count(&puzzle, 2) == 1
            })
            .collect();
        let mut counts = vec![0; cells.len() + 1];
        for set in (0..is_proper.len()).filter(|set| is_proper[*set]) {
            let is_minimal =
                cells.iter().all(|cell| set >> cell.index() & 1 == 0 || !is_proper[set ^ 1 << cell.index()]);
            counts[set.count_ones() as usize] += u64::from(is_minimal);
        }
        counts
    }

    fn grid(text: &str) -> Grid {
        Grid::try_from(&text.parse::<Puzzle>().unwrap()).unwrap()
    }

    #[test]
    fn small_boards_have_as_many_as_brute_force_finds() {
        for text in ["1234341221434321", "1234341243212143"] {
            let grid = grid(text);
            let exact = exact(&grid);
            assert!(exact.iter().sum::<u64>() > 200, "{exact:?}");
            for cells in [6, 8] {
                let estimate = Estimate::of(&grid).cells(cells).seed(cells as u64);
                let mut tally = estimate.unit(0);
                (1..8).for_each(|index| tally.add(&estimate.unit(index)));
                for (clues, exact) in exact.iter().enumerate().filter(|(clues, _)| *clues <= cells) {
                    let [mean, error] = tally.with(clues);
                    assert!((mean - *exact as f64).abs() <= 5.0 * error + 1e-9, "{clues}: {mean} +- {error}, {exact}");
                }
                // The total for puzzles with up to this many cells agrees, too.
                let all: u64 = exact[..=cells].iter().sum();
                let [mean, error] = tally.total();
                assert!((mean - all as f64).abs() <= 5.0 * error, "{mean} +- {error}, {all}");
                let clues = exact.iter().zip(0u64..).take(cells + 1).map(|(count, clues)| count * clues).sum::<u64>();
                let [mean, error] = tally.mean_clues().unwrap();
                assert!((mean - clues as f64 / all as f64).abs() <= 5.0 * error, "{mean} +- {error}");
            }
        }
    }

    /// In a grid with twenty puzzles of 17 givens and none with fewer.
    #[test]
    fn few_givens_are_searched_for() {
        let rich = grid("123456789456789123789132564264918357875324691931675248392861475547293816618547932");
        let estimate = Estimate::of(&rich).clues(0..=17).cells(81);
        let tally = estimate.unit(0);
        assert_eq!((tally.with(17)[0], tally.found()[17], tally.samples()), (20.0, 20, 1));
    }

    #[test]
    fn samples_do_not_depend_on_how_they_are_made() {
        let estimate = Estimate::of_all(Shape::NINE).clues(17..=19).cells(35).seed(3);
        let one = estimate.unit(5);
        assert_eq!(one, estimate.clone().isa(Isa::Portable).unit(5));
        let (mut forward, mut backward) = (Tally::default(), Tally::default());
        (0..3).for_each(|index| forward.add(&estimate.unit(index)));
        (0..3).rev().for_each(|index| backward.add(&estimate.unit(index)));
        assert_eq!(forward.found(), backward.found());
    }
}
