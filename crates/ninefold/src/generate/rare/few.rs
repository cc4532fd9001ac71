//! Puzzles with few givens.
//!
//! A random grid has some 2,000 minimal puzzles with 19 givens; one grid in three has a puzzle with 18, and one in a hundred
//! thousand has one with 17. So down to 19 givens the [search in a grid](crate::clues) soon finds a puzzle. For fewer, walks
//! search neighbourhoods, as collectors have done: one or two givens are put elsewhere, {-1+1} and {-2+2}. They start from a
//! puzzle with 17 givens that the search found in a grid known since 2006 to hold twenty; some thousand steps lead to hundreds
//! of others in hundreds of grids. At the end a random symmetry is applied.

use crate::board::{Cell, Digit, Grid, Puzzle, Shape};
use crate::clues::Clues;
use crate::generate::fill;
use crate::minimal::redundant_givens;
use crate::random::Random;
use crate::solve::{Isa, Solver};
use crate::symmetry::Transformation;
use crate::vicinity::near;

/// The fewest givens for which grids are searched.
pub(super) const IN_A_GRID: usize = 19;

/// Nodes after which it may be better to search another grid (some seconds), and nodes between two calls of `should_stop`.
const NODES: u64 = 30_000_000;
const AT_ONCE: u64 = 100_000;

/// The steps of a walk, a third of a millisecond each; but every `WIDE`th moves two givens and takes two hundred times as long.
const STEPS: usize = 600;
const WIDE: usize = 150;

/// The puzzle at which walks start: cells and digits.
const START: &str = ".....6....5.7.9...7.......42.4.1..........69...........9.....7.5....3.......4...2";

/// A minimal puzzle with this many givens within a random grid; `None` if it is not found soon.
pub(super) fn in_a_grid(clues: usize, isa: Isa, random: &mut Random, should_stop: &dyn Fn() -> bool) -> Option<Puzzle> {
    let grid = fill(Shape::NINE, random.next(), random.next());
    let mut search = Clues::new(&grid, clues).minimal().isa(isa);
    let mut nodes = 0;
    while nodes < NODES && !search.is_complete() && !should_stop() {
        nodes += AT_ONCE;
        search.go_on_to(nodes);
        if let Some(found) = search.by_ref().find(|puzzle| puzzle.givens().count() == clues) {
            return Some(found);
        }
    }
    None
}

/// A puzzle with 17 givens, or a minimal one with 18, at the end of a walk, which may end early; `None` if the walk fails.
pub(super) fn by_a_walk(clues: usize, random: &mut Random, should_stop: &dyn Fn() -> bool) -> Option<Puzzle> {
    let mut puzzle = start();
    walk(&mut puzzle, random, should_stop);
    let fewest = puzzle.givens().count();
    while puzzle.givens().count() < clues {
        let rest = without(&puzzle, 1, random);
        puzzle = some_minimal(near(&rest, 0, 2, &Solver::new()).flatten().collect(), random)?;
    }
    if clues > fewest {
        walk(&mut puzzle, random, should_stop);
    }
    Some(Transformation::random(Shape::NINE, random.next(), random.next()).apply(&puzzle))
}

fn start() -> Puzzle {
    let mut puzzle = Puzzle::empty(Shape::NINE);
    for (cell, written) in START.chars().enumerate() {
        let digit = written.to_digit(10).and_then(|digit| Digit::new(digit as u16));
        digit.into_iter().for_each(|digit| puzzle.give(Cell::new(cell), digit));
    }
    puzzle
}

/// Moves givens, one or two at a time, for some hundred steps.
fn walk(puzzle: &mut Puzzle, random: &mut Random, should_stop: &dyn Fn() -> bool) {
    let solver = Solver::new();
    for step in 1..=STEPS {
        if should_stop() {
            return;
        }
        let moved = if step % WIDE == 0 { 2 } else { 1 };
        let rest = without(puzzle, moved, random);
        let others: Vec<Puzzle> = near(&rest, 0, moved, &solver).flatten().filter(|other| other != puzzle).collect();
        if let Some(next) = some_minimal(others, random) {
            *puzzle = next;
        }
    }
}

/// The puzzle without `count` random givens.
fn without(puzzle: &Puzzle, count: usize, random: &mut Random) -> Puzzle {
    let mut rest = puzzle.clone();
    let mut givens: Vec<Cell> = puzzle.givens().map(|(cell, _)| cell).collect();
    random.shuffle(&mut givens);
    givens.iter().take(count).for_each(|cell| rest.clear(*cell));
    rest
}

/// A random puzzle among these that is minimal.
fn some_minimal(mut puzzles: Vec<Puzzle>, random: &mut Random) -> Option<Puzzle> {
    let solver = Solver::new();
    let is_minimal = |puzzle: &Puzzle| {
        let solution: Option<Grid> = solver.first(puzzle).ok().flatten();
        solution.is_some_and(|solution| redundant_givens(puzzle, &solution, &solver).next().is_none())
    };
    while !puzzles.is_empty() {
        let puzzle = puzzles.swap_remove(random.below(puzzles.len()));
        if is_minimal(&puzzle) {
            return Some(puzzle);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The start is one of the twenty that the search finds, and so are its neighbours within the grid.
    #[test]
    fn walks_begin_at_what_the_search_finds() {
        let start = start();
        let grid = crate::solve::first(&start).unwrap();
        let around: Vec<Puzzle> =
            near(&start, 1, 1, &Solver::new()).flatten().filter(|other| grid.solves(other)).collect();
        let found: Vec<Puzzle> = Clues::new(&grid, 17).collect();
        assert_eq!(found.len(), 20);
        assert!(found.contains(&start) && around.iter().all(|puzzle| found.contains(puzzle)));
    }
}
