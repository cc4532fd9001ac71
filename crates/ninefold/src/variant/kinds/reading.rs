//! What rules need to read: numbers, counts, neighbours, classes of digits.

use crate::variant::constraint::Filled;
use crate::variant::{Constraint, Kind, VariantPuzzle};
use std::collections::{BTreeMap, BTreeSet};

/// The number of a constraint, which must have one.
pub(in crate::variant) fn number(constraint: &Constraint) -> i64 {
    constraint.value.unwrap_or_default()
}

/// The number as text; empty if it is the usual one.
pub(in crate::variant) fn unless(number: i64, usual: i64) -> String {
    if number == usual { String::new() } else { number.to_string() }
}

/// Lists numbers as a person would say them.
pub(in crate::variant) fn listed(numbers: &[i64]) -> String {
    let numbers: Vec<String> = numbers.iter().map(i64::to_string).collect();
    match &numbers[..] {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// Each of the numbers once, with how often it appears.
pub(in crate::variant) fn counts(numbers: &[i64]) -> impl Iterator<Item = (i64, usize)> + use<> {
    let mut counts = BTreeMap::new();
    numbers.iter().for_each(|number| *counts.entry(*number).or_insert(0) += 1);
    counts.into_iter()
}

/// How often the digit appears.
pub(in crate::variant) fn count_of(digit: i64, digits: &[i64]) -> usize {
    digits.iter().filter(|found| **found == digit).count()
}

/// The pairs that a list of numbers consists of.
pub(in crate::variant) fn pairs(table: &Constraint) -> BTreeSet<(i64, i64)> {
    table.values.chunks_exact(2).map(|pair| (pair[0], pair[1])).collect()
}

/// The two digits, the lower one first.
pub(in crate::variant) fn ordered(one: i64, other: i64) -> (i64, i64) {
    (one.min(other), one.max(other))
}

/// The first and the last of at least two cells, and the cells between them.
pub(in crate::variant) fn ends(cells: &[usize]) -> ([usize; 2], &[usize]) {
    match cells {
        [first, inner @ .., last] => ([*first, *last], inner),
        // This never happens: such kinds have at least two cells.
        _ => ([0, 0], &[]),
    }
}

/// Whether rows, columns and regions already make all of these cells differ.
pub(in crate::variant) fn differ_anyway(cells: &[usize], puzzle: &VariantPuzzle) -> bool {
    if cells.len() > puzzle.digit_count() {
        return false;
    }
    let share = |one: usize, other: usize| {
        let ((row, column), (other_row, other_column)) = (puzzle.place(one), puzzle.place(other));
        let is_in_line = puzzle.has_lines && (row == other_row || column == other_column);
        let is_in_region = || puzzle.regions.iter().any(|region| region.contains(&one) && region.contains(&other));
        one != other && (is_in_line || is_in_region())
    };
    cells.iter().enumerate().all(|(i, one)| cells[..i].iter().all(|other| share(*one, *other)))
}

/// Rows and columns, from both ends.
pub(in crate::variant) fn rows_and_columns(puzzle: &VariantPuzzle) -> Vec<Vec<usize>> {
    let both = |line: Vec<usize>| {
        let back: Vec<usize> = line.iter().rev().copied().collect();
        [line, back]
    };
    puzzle.lines().flat_map(both).collect()
}

/// The neighbours of a constraint's only cell that are not in its group.
pub(in crate::variant) fn rivals(constraint: &Constraint, puzzle: &VariantPuzzle) -> Vec<usize> {
    let (row, column) = puzzle.place(constraint.cells[0]);
    let around = [(row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)];
    let neighbours = around.into_iter().filter_map(|(row, column)| puzzle.cell(row, column));
    neighbours.filter(|cell| !constraint.others.iter().any(|group| group.contains(cell))).collect()
}

/// Pairs of neighbours without a constraint of these kinds.
pub(in crate::variant) fn without<'a>(
    kinds: &[Kind],
    puzzle: &'a VariantPuzzle,
) -> impl Iterator<Item = (usize, usize)> + use<'a> {
    let pair = |constraint: &Constraint| match constraint.cells[..] {
        [one, other] => Some((one.min(other), one.max(other))),
        _ => None,
    };
    let marks = puzzle.constraints.iter().filter(|constraint| kinds.contains(&constraint.kind));
    let marked: BTreeSet<(usize, usize)> = marks.filter_map(pair).collect();
    puzzle.neighbours().filter(move |pair| !marked.contains(pair))
}

/// The kinds of dots, each of which exempts its pair from rules about neighbours without a dot.
pub(in crate::variant) const DOTS: &[Kind] = &[Kind::Difference, Kind::Ratio];

/// Whether all neighbours without a constraint of these kinds fit each other.
pub(in crate::variant) fn fit_without(kinds: &[Kind], board: &Filled<'_>, fits: fn(i64, i64) -> bool) -> bool {
    without(kinds, board.puzzle).all(|(one, other)| fits(board.of(one), board.of(other)))
}

/// 0 for the low third of the board's digits, 1 for the middle third, 2 for the high third.
pub(in crate::variant) fn third(digit: i64, puzzle: &VariantPuzzle) -> i64 {
    (digit - puzzle.digits().start()) * 3 / puzzle.digit_count() as i64
}

/// Whether any two classes fewer than `count` places apart differ.
pub(in crate::variant) fn in_turn(classes: &[i64], count: usize) -> bool {
    let earlier = |i: usize| &classes[i.saturating_sub(count - 1)..i];
    (0..classes.len()).all(|i| !earlier(i).contains(&classes[i]))
}

/// The 2x2 squares of the board.
pub(in crate::variant) fn squares(puzzle: &VariantPuzzle) -> impl Iterator<Item = [usize; 4]> + '_ {
    let right = puzzle.columns();
    let square = move |(one, _): (usize, usize)| [one, one + 1, one + right, one + right + 1];
    puzzle.pairs_at(&[(1, 1)]).map(square)
}

/// Whether every 2x2 square has digits of three classes.
pub(in crate::variant) fn squares_have_all(board: &Filled<'_>, class: impl Fn(i64) -> i64) -> bool {
    let classes = |square: [usize; 4]| square.map(|cell| class(board.of(cell))).into_iter().collect::<BTreeSet<_>>();
    squares(board.puzzle).all(|square| classes(square).len() == 3)
}

/// The cell of the line that a digit points to, counting from 1.
pub(in crate::variant) fn pointed(digit: i64, line: &[usize]) -> Option<usize> {
    line.get(usize::try_from(digit - 1).ok()?).copied()
}
