//! Searches of grids of boards that are not classic: clues anywhere on the board, one unavoidable set after another.
//!
//! A node takes the open set with the fewest cells, and tries each of these; a cell that was tried cannot be a clue while the
//! others are tried, so nothing is found twice. The node is done if there are more disjoint open sets than clues left. What hits
//! all known sets goes to the solver, and the cells in which a second solution differs are another set.

use super::Cells;
use super::search::Counts;
use crate::board::{Grid, Puzzle};
use crate::solve::{Verdict, verdict};
use crate::unavoidable::changes::{Changes, bits};
use crate::unavoidable::{all_cells, minimal};

/// A search, and what it found.
pub(super) struct Anywhere {
    grid: Grid,
    most: usize,
    minimal: bool,
    /// Cells that may be givens.
    open: Cells,
    /// Unavoidable sets, small ones first, without cells that cannot be givens.
    sets: Vec<Cells>,
    frames: Vec<Frame>,
    pub(super) found: Vec<Cells>,
    pub(super) counts: Counts,
}

/// A node: some clues.
struct Frame {
    givens: Cells,
    /// Cells that cannot be clues of anything below.
    dead: Cells,
    /// Cells that are still to be tried.
    tries: Cells,
    /// How many there were at first.
    count: u32,
}

impl Anywhere {
    pub(super) fn new(grid: &Grid, most: usize, minimal_only: bool, closed: Cells) -> Anywhere {
        let all = all_cells(grid.shape());
        let mut sets = minimal(Changes::new(grid, 12).within(all));
        sets.iter_mut().for_each(|set| *set &= !closed);
        sets.sort_by_key(|set| set.count_ones());
        let mut search = Anywhere {
            grid: grid.clone(),
            most,
            minimal: minimal_only,
            open: all & !closed,
            sets,
            frames: Vec::new(),
            found: Vec::new(),
            counts: Counts::default(),
        };
        search.enter(0, 0);
        search
    }

    /// How many sets were known at the start.
    pub(super) fn set_count(&self) -> u64 {
        self.sets.len() as u64 - self.counts.learnt
    }

    /// Continues until this many further nodes were examined; true if all is done.
    pub(super) fn advance(&mut self, nodes: u64) -> bool {
        let end = self.counts.nodes.saturating_add(nodes);
        while let Some(frame) = self.frames.last_mut() {
            if frame.tries == 0 {
                self.frames.pop();
                continue;
            }
            if self.counts.nodes >= end {
                return false;
            }
            let bit = frame.tries & frame.tries.wrapping_neg();
            let (givens, dead) = (frame.givens | bit, frame.dead);
            frame.tries ^= bit;
            frame.dead |= bit;
            self.enter(givens, dead);
        }
        true
    }

    /// About how much is done, from 0 to 1.
    pub(super) fn progress(&self) -> f64 {
        let (mut done, mut part) = (0.0, 1.0);
        for frame in self.frames.iter().take(6) {
            // The cell that was tried last is being searched.
            part /= f64::from(frame.count);
            done += part * f64::from(frame.count.saturating_sub(frame.tries.count_ones() + 1));
        }
        done
    }

    /// Examines a node, and makes a frame if there is something to try.
    fn enter(&mut self, givens: Cells, dead: Cells) {
        self.counts.nodes += 1;
        let left = self.most.saturating_sub(givens.count_ones() as usize);
        let live = self.open & !dead;
        loop {
            let (mut best, mut fewest, mut used, mut disjoint) = (0, u32::MAX, 0, 0);
            for set in self.sets.iter().filter(|set| **set & givens == 0) {
                let cells = set & live;
                if cells & used == 0 {
                    used |= cells;
                    disjoint += 1;
                    if disjoint > left || cells == 0 {
                        return;
                    }
                }
                if cells.count_ones() < fewest {
                    (best, fewest) = (cells, cells.count_ones());
                }
            }
            if disjoint > 0 {
                self.frames.push(Frame { givens, dead, tries: best, count: fewest });
                return;
            }
            self.counts.checks += 1;
            let Some(set) = self.differs(givens) else {
                self.report(givens, dead, left);
                return;
            };
            self.learn(set & self.open);
        }
    }

    fn learn(&mut self, set: Cells) {
        self.counts.learnt += 1;
        let place = self.sets.partition_point(|other| other.count_ones() <= set.count_ones());
        self.sets.insert(place, set);
    }

    /// The cells in which another solution differs, as few as can be found; `None` if there is none.
    fn differs(&self, givens: Cells) -> Option<Cells> {
        let mut cells = self.other_solution(givens)?;
        // With all other cells given, another solution may be nearer.
        while let Some(fewer) = self.other_solution(!cells).filter(|fewer| *fewer != cells) {
            cells = fewer;
        }
        Some(cells)
    }

    fn other_solution(&self, givens: Cells) -> Option<Cells> {
        let Verdict::Multiple(one, other) = verdict(&self.puzzle(givens)) else { return None };
        let shape = self.grid.shape();
        let differs = |from: &Grid| -> Cells {
            let cells = shape.cells().filter(|cell| from.digit(*cell) != self.grid.digit(*cell));
            cells.map(|cell| 1 << cell.index()).sum()
        };
        [one, other].iter().map(differs).filter(|cells| *cells != 0).min_by_key(|cells| cells.count_ones())
    }

    /// The puzzle with these givens.
    pub(super) fn puzzle(&self, givens: Cells) -> Puzzle {
        let mut puzzle = Puzzle::empty(self.grid.shape());
        for cell in self.grid.shape().cells().filter(|cell| givens >> cell.index() & 1 != 0) {
            puzzle.give(cell, self.grid.digit(cell));
        }
        puzzle
    }

    /// Reports a proper puzzle, and those with more clues if more are allowed.
    fn report(&mut self, givens: Cells, mut dead: Cells, left: usize) {
        if self.minimal {
            if bits(givens).all(|cell| self.other_solution(givens & !(1 << cell)).is_some()) {
                self.found.push(givens);
            }
            return;
        }
        self.found.push(givens);
        if left > 0 {
            for cell in bits(self.open & !dead & !givens) {
                dead |= 1 << cell;
                self.report(givens | 1 << cell, dead, left - 1);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Shape;
    use crate::clues::Clues;
    use crate::generate::fill;
    use crate::unavoidable::UnavoidableSets;
    use std::collections::BTreeSet;

    fn lines(clues: &mut Clues<'_>) -> BTreeSet<String> {
        let all: Vec<String> = clues.by_ref().map(|puzzle| puzzle.to_string()).collect();
        let set: BTreeSet<String> = all.iter().cloned().collect();
        assert_eq!((set.len(), clues.is_complete()), (all.len(), true), "each once");
        set
    }

    fn givens_of(grid: &Grid, cells: u64) -> Puzzle {
        let mut puzzle = Puzzle::empty(grid.shape());
        for cell in grid.shape().cells().filter(|cell| cells >> cell.index() & 1 == 1) {
            puzzle.give(cell, grid.digit(cell));
        }
        puzzle
    }

    fn is_proper(puzzle: &Puzzle) -> bool {
        matches!(verdict(puzzle), Verdict::Unique(_))
    }

    /// All choices of cells of both kinds of 4x4 grids, each given to the solver.
    #[test]
    fn four_by_four_against_all_choices() {
        for grid in ["1234341221434321", "1234341243212143"] {
            let grid = Grid::try_from(&grid.parse::<Puzzle>().unwrap()).unwrap();
            let proper: Vec<u64> = (0..1 << 16).filter(|cells| is_proper(&givens_of(&grid, *cells))).collect();
            let expected = |most: u32, is_wanted: &dyn Fn(u64) -> bool| -> BTreeSet<String> {
                let chosen = proper.iter().filter(|cells| cells.count_ones() <= most && is_wanted(**cells));
                chosen.map(|cells| givens_of(&grid, *cells).to_string()).collect()
            };
            for most in 0..=16 {
                assert_eq!(lines(&mut Clues::new(&grid, most)), expected(most as u32, &|_| true), "{most}");
            }
            let is_minimal = |cells: u64| {
                (0..16)
                    .filter(|cell| cells >> cell & 1 == 1)
                    .all(|cell| proper.binary_search(&(cells & !(1 << cell))).is_err())
            };
            let minimal = lines(&mut Clues::new(&grid, 16).minimal());
            assert_eq!(minimal, expected(16, &is_minimal));
            let within = 0b1011_1110_0111_1101;
            let puzzle = givens_of(&grid, within);
            assert_eq!(lines(&mut Clues::new(&grid, 7).within(&puzzle)), expected(7, &|cells| cells & !within == 0));
        }
    }

    /// All choices of up to eight cells of 6x6 grids, each given to the solver, except for those that miss an unavoidable set:
    /// one of four or six cells, or the cells in which another solution differs that the solver has found before.
    #[test]
    fn six_by_six_against_all_choices() {
        let mut count = 0;
        for index in 0..2 {
            let grid = fill(Shape::new(2, 3).unwrap(), 1, index);
            let mut unavoidable: Vec<u64> = UnavoidableSets::up_to(&grid, 6)
                .iter()
                .map(|set| set.into_iter().map(|cell| 1 << cell.index()).sum())
                .collect();
            let mut expected = BTreeSet::new();
            for size in 1..=8 {
                let mut cells: u64 = (1 << size) - 1;
                while cells < 1 << 36 {
                    if unavoidable.iter().all(|set| set & cells != 0) {
                        let puzzle = givens_of(&grid, cells);
                        match verdict(&puzzle) {
                            Verdict::None => panic!("{puzzle}"),
                            Verdict::Unique(_) => _ = expected.insert(puzzle.to_string()),
                            Verdict::Multiple(one, other) => {
                                let differs = |found: &Grid| -> u64 {
                                    let cells =
                                        grid.shape().cells().filter(|cell| found.digit(*cell) != grid.digit(*cell));
                                    cells.map(|cell| 1 << cell.index()).sum()
                                };
                                unavoidable.push(differs(if one == grid { &other } else { &one }));
                            }
                        }
                    }
                    // The next larger number with as many bits.
                    let low = cells & cells.wrapping_neg();
                    let next = cells + low;
                    cells = next | (((cells ^ next) >> 2) / low);
                }
            }
            count += expected.len();
            assert_eq!(lines(&mut Clues::new(&grid, 8)), expected);
        }
        assert!(count > 0, "there are puzzles to be found");
    }

    #[test]
    fn searches_end_on_demand() {
        let grid = fill(Shape::new(2, 4).unwrap(), 1, 0);
        let mut clues = Clues::new(&grid, 13).nodes(300);
        assert!(clues.next().is_none() && !clues.is_complete());
        assert!((300..300 + 64).contains(&clues.work().nodes), "{:?}", clues.work());
        assert!((0.0..1.0).contains(&clues.progress()));
    }
}
