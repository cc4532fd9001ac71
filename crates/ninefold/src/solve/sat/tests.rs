//! Searches that are stopped, copied and given odd boards. That every engine finds the same solutions is tested from outside.

use super::*;
use crate::board::{Cell, Digit, Grid, Shape};
use crate::variants;
use std::sync::atomic::AtomicBool;

fn searches(puzzle: &Puzzle) -> Vec<SatSearch> {
    vec![
        SatSearch::batsat(puzzle),
        #[cfg(feature = "cadical")]
        SatSearch::cadical(puzzle),
    ]
}

/// All remaining solutions, sorted.
fn rest(search: &mut SatSearch) -> Vec<Vec<Digit>> {
    let mut found = Vec::new();
    while search.advance(&mut Budget::new(None, None)) == Progress::Found {
        found.push(search.solution());
    }
    assert_eq!(search.advance(&mut Budget::new(None, None)), Progress::Exhausted);
    found.sort();
    found
}

/// A search that is cancelled at every turn and continues with one node at a time finds the same solutions.
#[test]
fn interruptions_lose_no_solution() {
    let flag = AtomicBool::new(true);
    let puzzle = Puzzle::empty(Shape::new(2, 2).unwrap());
    for (mut search, mut other) in searches(&puzzle).into_iter().zip(searches(&puzzle)) {
        let mut found = Vec::new();
        loop {
            assert_eq!(search.advance(&mut Budget::new(None, Some(&flag))), Progress::Stopped);
            match search.advance(&mut Budget::new(Some(1), None)) {
                Progress::Found => found.push(search.solution()),
                Progress::Stopped => {}
                Progress::Exhausted => break,
            }
        }
        found.sort();
        assert_eq!(found.len(), 288);
        assert_eq!(found, rest(&mut other));
    }
}

/// The proof that a hard puzzle has one solution needs many conflicts; they can be spent one by one.
#[test]
fn a_proof_in_small_pieces() {
    let puzzle: Puzzle =
        "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..".parse().unwrap();
    for mut search in searches(&puzzle) {
        let (mut found, mut stops) = (0, 0);
        loop {
            match search.advance(&mut Budget::new(Some(1), None)) {
                Progress::Found => {
                    found += 1;
                    assert!(Grid::new(puzzle.shape(), search.solution()).unwrap().solves(&puzzle));
                }
                Progress::Stopped => stops += 1,
                Progress::Exhausted => break,
            }
        }
        assert_eq!(found, 1);
        assert!(stops > 10, "{stops}");
    }
}

/// A copy finds the solutions that the original has not yet found, and does not disturb it.
#[test]
fn a_copy_goes_on_where_it_was_made() {
    for mut search in searches(&Puzzle::empty(Shape::new(2, 2).unwrap())) {
        assert_eq!(rest(&mut search.clone()).len(), 288);
        for _ in 0..100 {
            assert_eq!(search.advance(&mut Budget::new(None, None)), Progress::Found);
        }
        let mut copy = search.clone();
        assert_eq!(copy.solution(), search.solution());
        let others = rest(&mut copy);
        assert_eq!(others.len(), 188);
        assert_eq!(others, rest(&mut search));
        assert!(rest(&mut search.clone()).is_empty());
    }
}

/// On boards of any houses, short ones among them, each solution of the specification is found once.
#[test]
fn houses_may_be_any_cells() {
    for puzzle in variants::puzzles() {
        for mut search in searches(&Puzzle::empty(puzzle.shape)) {
            search.stage = Stage::Open(Open::new(Arc::clone(&puzzle.houses), &puzzle.candidates));
            assert!(rest(&mut search).iter().eq(&puzzle.solutions), "{}", puzzle.name);
        }
    }
}

/// Boxes of one row or column have segments of one cell, or one segment in a line.
#[test]
fn boxes_of_one_row() {
    for (rows, columns, squares) in [(1, 1, 1), (1, 2, 2), (2, 1, 2), (1, 3, 12), (3, 1, 12), (1, 4, 576), (4, 1, 576)]
    {
        for mut search in searches(&Puzzle::empty(Shape::new(rows, columns).unwrap())) {
            assert_eq!(rest(&mut search).len(), squares, "{rows}x{columns}");
        }
    }
}

/// Contradictions of every kind: a digit twice in a house, a cell or a house without a candidate, and one that only a search
/// finds.
#[test]
fn contradictions_are_refuted() {
    let shape = Shape::new(2, 2).unwrap();
    let mut twice = Puzzle::empty(shape);
    [0, 3].into_iter().for_each(|cell| twice.give(Cell::new(cell), Digit::from_index(0)));
    let mut void = Puzzle::empty(shape);
    shape.digits().for_each(|digit| void.remove_candidate(Cell::new(5), digit));
    let mut placeless = Puzzle::empty(shape);
    (0..4).for_each(|cell| placeless.remove_candidate(Cell::new(cell), Digit::from_index(2)));
    // Three cells of a row have two candidates between them.
    let mut three = Puzzle::empty(Shape::NINE);
    for cell in [0, 4, 8] {
        Shape::NINE.digits().skip(2).for_each(|digit| three.remove_candidate(Cell::new(cell), digit));
    }
    for puzzle in [twice, void, placeless, three] {
        for mut search in searches(&puzzle) {
            assert!(rest(&mut search).is_empty(), "{puzzle:?}");
        }
    }
}
