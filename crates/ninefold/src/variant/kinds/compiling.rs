//! Compilation that several kinds share.

use super::checks::sums;
use super::reading::{differ_anyway, ends, ordered, pointed, squares, without};
use crate::variant::model::{Model, Special};
use crate::variant::{Constraint, Kind, VariantPuzzle};
use std::collections::{BTreeMap, BTreeSet};

/// The digits of each cell and the next one fit each other.
pub(super) fn along(cells: &[usize], model: &mut Model, fits: impl Fn(i64, i64) -> bool) {
    cells.windows(2).for_each(|pair| related(pair[0], pair[1], model, &fits));
}

/// The digits of two cells, which may be the same cell, fit each other.
pub(super) fn related(one: usize, other: usize, model: &mut Model, fits: impl Fn(i64, i64) -> bool) {
    match one == other {
        true => model.only(one, |digit| fits(digit, digit)),
        false => model.pair(one, other, fits),
    }
}

/// The digits of neighbours without a constraint of these kinds fit each other.
pub(super) fn relate_without(kinds: &[Kind], puzzle: &VariantPuzzle, model: &mut Model, fits: fn(i64, i64) -> bool) {
    without(kinds, puzzle).for_each(|(one, other)| model.pair(one, other, fits));
}

/// Two cells hold the same digit.
pub(super) fn equal(one: usize, other: usize, model: &mut Model) {
    related(one, other, model, |one, other| one == other);
}

/// The sum of the cells is the number.
pub(super) fn total(cells: &[usize], sum: i64, puzzle: &VariantPuzzle, model: &mut Model) {
    match differ_anyway(cells, puzzle) {
        true => model.sets(cells, |digits| digits.iter().sum::<i64>() == sum),
        false => model.sum(&cells.iter().map(|cell| (1, *cell)).collect::<Vec<_>>(), sum),
    }
}

/// Merges terms, so that each variable is there once, and drops those with a factor of 0.
pub(super) fn merged(terms: impl Iterator<Item = (i64, usize)>) -> Vec<(i64, usize)> {
    let mut factors = BTreeMap::new();
    terms.for_each(|(factor, variable)| *factors.entry(variable).or_insert(0) += factor);
    factors.into_iter().filter(|(_, factor)| *factor != 0).map(|(variable, factor)| (factor, variable)).collect()
}

/// The lists of cells have the same sum.
pub(super) fn same_sums(lists: &[Vec<usize>], puzzle: &VariantPuzzle, model: &mut Model) {
    if lists.len() < 2 {
        return;
    }
    let less = |cells: &[usize], total: &[usize], model: &mut Model| {
        if let ([one], [other]) = (cells, total) {
            return equal(*one, *other, model);
        }
        let terms = merged(cells.iter().map(|cell| (1, *cell)).chain(total.iter().map(|cell| (-1, *cell))));
        if !terms.is_empty() {
            model.sum(&terms, 0);
        }
    };
    let least = lists.iter().map(|cells| sums(cells, puzzle).0).max().unwrap_or(0);
    let most = lists.iter().map(|cells| sums(cells, puzzle).1).min().unwrap_or(0);
    let total = match lists.iter().position(|cells| cells.len() == 1) {
        // A list of one cell serves as the total of the others.
        None if lists.len() > 2 && (0..64).contains(&(most - least)) => vec![model.variable(least..=most)],
        alone => lists[alone.unwrap_or(0)].clone(),
    };
    lists.iter().filter(|cells| **cells != total).for_each(|cells| less(cells, &total, model));
}

/// Digits on the line fewer than `count` places apart are of different classes; there are `count` classes.
pub(super) fn take_turns(cells: &[usize], count: usize, model: &mut Model, class: impl Fn(i64) -> i64) {
    for i in 0..cells.len() {
        for j in i + 1..(i + count).min(cells.len()) {
            related(cells[i], cells[j], model, |one, other| class(one) != class(other));
        }
        if let Some(next) = cells.get(i + count) {
            related(cells[i], *next, model, |one, other| class(one) == class(other));
        }
    }
}

/// The ends of a line fit each other, the lower one first, and the digit of each inner cell fits both ends.
pub(super) fn from_ends(
    line: &Constraint,
    model: &mut Model,
    ends_fit: impl Fn(i64, i64) -> bool + Send + Sync + 'static,
    fits: impl Fn(i64, i64, i64) -> bool + Send + Sync + 'static,
) {
    let ordered_fit = move |one: i64, other: i64| {
        let (low, high) = ordered(one, other);
        ends_fit(low, high)
    };
    let (ends, inner) = ends(&line.cells);
    related(ends[0], ends[1], model, &ordered_fit);
    if inner.is_empty() {
        return;
    }
    let ends = [ends[0], ends[1]];
    let mut ways = Vec::new();
    let inner_values = model.all_values();
    for (one, x) in model.values(ends[0]) {
        for (other, y) in model.values(ends[1]).into_iter().filter(|(_, y)| ordered_fit(x, *y)) {
            let (low, high) = ordered(x, y);
            let fitting = inner_values.iter().filter(|(_, digit)| fits(low, high, *digit));
            ways.push((one, other, fitting.fold(0, |allowed, (bit, _)| allowed | 1 << bit)));
        }
    }
    let (inner, line) = (inner.to_vec(), line.clone());
    let special = Special::Ends { ends, inner: inner.clone(), ways };
    let read = move |model: &mut Model| {
        let list: Vec<usize> = ends.iter().chain(&inner).copied().collect();
        let step = |(low, high): &(i64, i64), place: usize, digit: i64| match place {
            0 => Some((digit, digit)),
            1 => ordered_fit(*low, digit).then_some(ordered(*low, digit)),
            _ => fits(*low, *high, digit).then_some((*low, *high)),
        };
        model.automaton_of(&line, &list, (0, 0), step, |_| true);
    };
    match ends[0] == ends[1] {
        true => read(model),
        false => model.special(special, read),
    }
}

/// The digit is in at least this many of the cells.
pub(super) fn at_least(least: usize, digit: i64, cells: &[usize], model: &mut Model) {
    model.count(cells, digit, |count| count >= least);
}

/// The digit is in exactly this many of the cells.
pub(super) fn exactly(count: usize, digit: i64, cells: &[usize], model: &mut Model) {
    if count == 0 {
        return cells.iter().for_each(|cell| model.only(*cell, |found| found != digit));
    }
    model.count(cells, digit, |found| found == count);
}

/// Every 2x2 square has digits of the classes 0, 1 and 2.
pub(super) fn all_in_squares(puzzle: &VariantPuzzle, model: &mut Model, class: impl Fn(i64) -> i64) {
    for square in squares(puzzle) {
        for wanted in 0..3 {
            let digits = || puzzle.digits().filter(|digit| class(*digit) == wanted);
            let some = square.iter().flat_map(|cell| digits().map(|digit| (*cell, digit, true)));
            model.clause(&some.collect::<Vec<_>>());
        }
    }
}

/// The digit of a cell says in which place of the line the wanted digit is.
pub(super) fn points_to(pointer: usize, line: &[usize], wanted: i64, puzzle: &VariantPuzzle, model: &mut Model) {
    let can_be = |digit: i64| pointed(digit, line).is_some_and(|cell| cell != pointer || digit == wanted);
    model.only(pointer, can_be);
    for digit in puzzle.digits().filter(|digit| can_be(*digit)) {
        let there = pointed(digit, line).filter(|cell| *cell != pointer);
        if let Some(cell) = there {
            model.clause(&[(pointer, digit, false), (cell, wanted, true)]);
        }
    }
    // If the wanted digit is in the line at most once, its place also decides the pointer.
    if !differ_anyway(line, puzzle) {
        return;
    }
    for (cell, digit) in line.iter().zip(1..) {
        match can_be(digit) && puzzle.digits().contains(&digit) {
            _ if *cell == pointer => {
                if digit != wanted {
                    model.only(*cell, |found| found != wanted);
                }
            }
            true => model.clause(&[(*cell, wanted, false), (pointer, digit, true)]),
            false => model.only(*cell, |found| found != wanted),
        }
    }
}

/// The list with a copy of the variable in place of each repetition.
pub(super) fn once_each(list: Vec<usize>, puzzle: &VariantPuzzle, model: &mut Model) -> Vec<usize> {
    let mut seen = BTreeSet::new();
    let mut once = |variable: usize| {
        if seen.insert(variable) {
            return variable;
        }
        let copy = model.variable(puzzle.digits());
        model.pair(variable, copy, |one, other| one == other);
        copy
    };
    list.into_iter().map(&mut once).collect()
}
