//! Small positions for tests, drawn as the candidates of a few cells.

use crate::board::{Cell, Digit, Puzzle, Shape};
use crate::logic::{Candidate, Explainer, Step, Technique, check};

/// An empty 9x9 board, but for some cells (row and column from 1) that have only these candidates.
pub(super) fn board(cells: &[(usize, &[usize])]) -> Puzzle {
    let mut puzzle = Puzzle::empty(Shape::NINE);
    for (cell, digits) in cells {
        let others = (1..=9).filter(|digit| !digits.contains(digit));
        others.for_each(|digit| puzzle.remove_candidate(at(*cell), Digit::from_index(digit - 1)));
    }
    puzzle
}

/// The same, where a digit is left out of some cells.
pub(super) fn without(mut puzzle: Puzzle, digit: usize, cells: &[usize]) -> Puzzle {
    cells.iter().for_each(|cell| puzzle.remove_candidate(at(*cell), Digit::from_index(digit - 1)));
    puzzle
}

pub(super) fn at(cell: usize) -> Cell {
    Shape::NINE.cell(cell / 10 - 1, cell % 10 - 1)
}

/// Every step of a technique, accepted by the checker, as its eliminations: digit, row, column.
pub(super) fn eliminations(puzzle: &Puzzle, technique: Technique) -> Vec<Vec<usize>> {
    let told = |out: &Candidate| {
        let (row, column) = (out.cell.index() / 9 + 1, out.cell.index() % 9 + 1);
        usize::from(out.digit.number()) * 100 + row * 10 + column
    };
    let steps: Vec<Step> = Explainer::with(&[technique]).all_steps(puzzle);
    let first = Explainer::with(&[technique]).path(puzzle).next();
    assert!(first.is_none() || !steps.is_empty(), "what a path takes is among all steps");
    steps.iter().chain(&first).for_each(|step| assert_eq!(check(puzzle, step, true), Ok(()), "{step:?}"));
    steps.iter().map(|step| step.eliminations.iter().map(told).collect()).collect()
}
