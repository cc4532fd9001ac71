//! Grids for patterns: grids whose digits in given cells have only one solution.
//!
//! A random grid's digits in some 25 cells have one solution with a probability of one in a million or less. But if they have
//! many, another digit in one of the cells may leave fewer. So all puzzles that differ in the digit of one cell are counted
//! side by side, and the search continues with one that has the fewest solutions, until only one is left; where the number
//! stops falling, the search starts again from another grid.

use super::nine;
use super::random::Random;
use crate::board::Cell;
use crate::solve::{Answers, Batch, Isa};

/// The most solutions that are counted: a lower limit gives less guidance, a higher one takes long.
const MOST: u64 = 400;
/// How many steps without progress end a walk, and how many walks are started.
const ATTEMPTS: usize = 6;
const BEGINNINGS: usize = 3;

/// A grid whose digits in these cells have as few solutions as can be found in a short time, at best one.
pub(super) fn fit_to_pattern(
    grid: [u8; 81],
    cells: &[Cell],
    isa: Isa,
    random: &mut Random,
    should_stop: &dyn Fn() -> bool,
) -> [u8; 81] {
    let (mut batch, mut answers) = (Batch::with_isa(isa), Answers::default());
    let mut best = (u64::MAX, grid);
    let mut begin = grid;
    for _ in 0..BEGINNINGS {
        let mut puzzle = [0; 81];
        cells.iter().for_each(|cell| puzzle[cell.index()] = begin[cell.index()]);
        batch.solve(&[puzzle], MOST, 1, &mut answers).expect("digits up to 9");
        let mut count = answers.count(0);
        best = best.min((count, begin));
        let mut attempts = ATTEMPTS;
        while count > 1 && attempts > 0 && !should_stop() {
            let mut neighbors = Vec::with_capacity(8 * cells.len());
            for cell in cells {
                let digits = (1..=9).filter(|digit| *digit != puzzle[cell.index()]);
                neighbors.extend(digits.map(|digit| {
                    let mut neighbor = puzzle;
                    neighbor[cell.index()] = digit;
                    neighbor
                }));
            }
            random.shuffle(&mut neighbors);
            batch.solve(&neighbors, MOST, 1, &mut answers).expect("digits up to 9");
            let solvable = (0..neighbors.len()).filter(|number| answers.count(*number) > 0);
            let Some(next) = solvable.min_by_key(|number| answers.count(*number)) else { break };
            attempts = if answers.count(next) < count { ATTEMPTS } else { attempts - 1 };
            (puzzle, count) = (neighbors[next], answers.count(next));
            best = best.min((count, answers.solutions(next)[0]));
        }
        if best.0 == 1 || should_stop() {
            break;
        }
        begin = nine::grid(random);
    }
    best.1
}
