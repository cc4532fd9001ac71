//! Minimal puzzles with many givens.
//!
//! A given is needed if and only if some [unavoidable set](crate::unavoidable) contains no other given. So a minimal puzzle with
//! many givens is one that hits many sets exactly once. The climb exchanges givens of such a puzzle and keeps a result that
//! has no fewer:
//!
//! * some givens are removed, which leaves some sets that are not hit;
//! * one of the cells of these sets is added: one that leaves every other given a set of its own and hits as few of the open
//!   sets as possible, so that more cells must be added;
//! * when all sets are hit, givens that are not needed are removed.
//!
//! The sets are those of up to twelve cells, and others that are learnt: where another solution differs from the grid, there
//! is a set that is not hit. So nearly all questions can be answered from known sets. Collectors search for such puzzles in
//! neighbourhoods: one given is removed and two are added ({-1+2}; the most that anybody has found is 40, by mladen).
//!
//! Dropped: continuing in another grid, a solution of the puzzle without some givens. The sets must be found and learnt again
//! there, so within the same time such climbs end with two givens fewer.

use crate::board::{Cell, Grid, Puzzle, Shape};
use crate::clues::Second;
use crate::generate::fill;
use crate::random::Random;
use crate::unavoidable::changes::{Cells, Changes, bits};
use crate::unavoidable::minimal;

/// All cells.
const ALL: Cells = (1 << 81) - 1;

/// How many sets are kept besides those of up to twelve cells.
const LEARNT: usize = 2500;

/// The most givens that are removed in an exchange.
const GONE: usize = 4;

/// How many cells are examined to find one that leaves each given a set of its own.
const LOOKED_AT: usize = 12;

/// The exchanges of a climb, which take some seconds: after that, hardly any grid yields more.
const STEPS: usize = 20_000;

/// A minimal puzzle with this many givens within a random grid, or the one with the most givens that a climb there reached.
pub(super) fn climb(most: usize, random: &mut Random, should_stop: &dyn Fn() -> bool) -> Puzzle {
    let mut climb = Climb::new(fill(Shape::NINE, random.next(), random.next()), random);
    let mut steps = 0;
    while steps < STEPS && climb.count() < most && !should_stop() {
        climb.step(random);
        steps += 1;
    }
    climb.puzzle()
}

/// A minimal puzzle in a grid.
struct Climb {
    grid: Grid,
    givens: Cells,
    second: Second,
    sets: Vec<Cells>,
    /// How many sets are never forgotten, and the place for the next learnt set, counted from there.
    fixed: usize,
    next: usize,
}

impl Climb {
    /// Starts with some minimal puzzle of the grid.
    fn new(grid: Grid, random: &mut Random) -> Climb {
        let digits: [u8; 81] = std::array::from_fn(|cell| grid.digits()[cell].index() as u8);
        let sets = minimal(Changes::new(&grid, 12).within(ALL));
        let second = Second::new(&digits);
        let mut climb = Climb { grid, givens: ALL, second, fixed: sets.len(), sets, next: 0 };
        climb.complete(0, random);
        climb
    }

    /// The puzzle.
    fn puzzle(&self) -> Puzzle {
        let mut puzzle = Puzzle::empty(Shape::NINE);
        bits(self.givens).map(Cell::new).for_each(|cell| puzzle.give(cell, self.grid.digit(cell)));
        puzzle
    }

    /// The number of givens.
    fn count(&self) -> usize {
        self.givens.count_ones() as usize
    }

    /// Exchanges some givens, unless this leaves fewer.
    fn step(&mut self, random: &mut Random) {
        let before = self.givens;
        let count = 1 + random.below(GONE);
        let gone: Cells = shuffled(before, random).into_iter().take(count).map(|cell| 1 << cell).sum();
        self.givens = before & !gone;
        self.complete(gone, random);
        if self.givens.count_ones() < before.count_ones() {
            self.givens = before;
        }
    }

    /// Adds givens until the puzzle is proper, preferring cells not in `gone`, then removes what is not needed.
    fn complete(&mut self, gone: Cells, random: &mut Random) {
        loop {
            let (mut open, own) = self.hit();
            if open.is_empty() {
                let Some(set) = self.ask(self.givens) else { break };
                open.push(set);
            }
            self.givens |= 1 << self.choose(&open, &own, gone, random);
        }
        let (_, own) = self.hit();
        let needed: Cells = bits(self.givens).filter(|cell| own[*cell] != ALL).map(|cell| 1 << cell).sum();
        for cell in shuffled(self.givens & !needed, random) {
            let without = self.givens & !(1 << cell);
            if self.sets.iter().all(|set| set & without != 0) && self.ask(without).is_none() {
                self.givens = without;
            }
        }
    }

    /// The known sets that are not hit, and for each given the cells common to all sets of its own: all cells if it has none.
    fn hit(&self) -> (Vec<Cells>, [Cells; 81]) {
        let (mut open, mut own) = (Vec::new(), [ALL; 81]);
        for set in &self.sets {
            let hits = set & self.givens;
            if hits & hits.wrapping_sub(1) == 0 {
                match hits {
                    0 => open.push(*set),
                    given => own[given.trailing_zeros() as usize] &= set,
                }
            }
        }
        (open, own)
    }

    /// Chooses a cell of the sets that are not hit.
    fn choose(&mut self, open: &[Cells], own: &[Cells; 81], gone: Cells, random: &mut Random) -> usize {
        let mut hits = [0; 81];
        open.iter().flat_map(|set| bits(*set)).for_each(|cell| hits[cell] += 1);
        let mut cells = shuffled(open.iter().fold(0, |all, set| all | set), random);
        cells.sort_by_key(|cell| (gone >> cell & 1, hits[*cell]));
        let givens = self.givens;
        let harmless = cells.iter().take(LOOKED_AT).find(|cell| {
            let mut harmed = bits(givens).filter(|given| own[*given] >> **cell & 1 == 1);
            harmed.all(|given| self.ask(givens & !(1 << given) | 1 << **cell).is_some())
        });
        *harmless.unwrap_or(&cells[0])
    }

    /// A set that is not hit by these givens; it is learnt.
    fn ask(&mut self, givens: Cells) -> Option<Cells> {
        let set = self.second.differs(givens)?;
        if self.sets.len() < self.fixed + LEARNT {
            self.sets.push(set);
        } else {
            self.sets[self.fixed + self.next] = set;
            self.next = (self.next + 1) % LEARNT;
        }
        Some(set)
    }
}

/// Some cells in random order.
fn shuffled(cells: Cells, random: &mut Random) -> Vec<usize> {
    let mut cells: Vec<usize> = bits(cells).collect();
    random.shuffle(&mut cells);
    cells
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::{Solver, count};

    /// Each exchange leaves a minimal puzzle, and the climb gets further than digging.
    #[test]
    fn climbs_stay_minimal() {
        let (mut random, solver) = (Random::new(1, 2), Solver::new());
        let mut climb = Climb::new(fill(Shape::NINE, 3, 4), &mut random);
        for step in 0..400 {
            let before = climb.count();
            climb.step(&mut random);
            assert!(climb.count() >= before);
            if step % 20 == 0 {
                let puzzle = climb.puzzle();
                assert_eq!(count(&puzzle, 2), 1);
                let mut redundant = crate::minimal::redundant_givens(&puzzle, &climb.grid, &solver);
                assert!(redundant.next().is_none(), "step {step}");
            }
        }
        assert!(climb.count() >= 28, "{}", climb.count());
    }
}
