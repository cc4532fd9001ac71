//! Rules about whole lines and areas, as inequalities.

use super::encode::{Encoder, truth};
use crate::solve::literal::Literal;
use crate::variant::kinds;
use crate::variant::{Constraint, Kind};

/// Connected digits. Per cell and number of steps: whether the cell has one of the digits, and at most that many steps through
/// such cells lead to the first of them.
pub(super) fn connected(area: &Constraint, to: &mut Encoder<'_>) {
    let (cells, beside) = (area.others.concat(), kinds::connected::beside(area, to.puzzle));
    let mut is_in = Vec::new();
    for (place, cell) in cells.iter().enumerate() {
        let mut own = !truth();
        for (number, digit) in area.values.iter().enumerate() {
            let is = to.is(*cell, *digit);
            own = to.either(own, is, &format!("in{}_{}", place + 1, number + 1));
        }
        is_in.push(own);
    }
    let (mut reached, mut some) = (Vec::new(), !truth());
    for (place, own) in is_in.iter().enumerate() {
        reached.push(!to.either(!*own, some, &format!("not_first{}", place + 1)));
        some = to.either(some, *own, &format!("some{}", place + 1));
    }
    to.clause([some]);
    for step in 1..=kinds::connected::longest(area, to.puzzle) {
        let before = reached.clone();
        for (place, own) in is_in.iter().enumerate() {
            let mut near = before[place];
            for (number, other) in beside[place].iter().enumerate() {
                near = to.either(near, before[*other], &format!("near{}_{step}_{number}", place + 1));
            }
            reached[place] = !to.either(!*own, !near, &format!("far{}_{step}", place + 1));
        }
    }
    is_in.iter().zip(&reached).for_each(|(own, reached)| to.clause([!*own, *reached]));
    if let Some(size) = area.value {
        let terms: Vec<(i64, Literal)> = is_in.iter().map(|own| (1, *own)).collect();
        to.row(&terms, size, true);
    }
}

/// Distinct lines. For each pair of lines that could be the same: a place in which they differ.
pub(super) fn distinct_lines(to: &mut Encoder<'_>) {
    for (number, places) in kinds::distinct_lines::could_be_same(to.puzzle).into_iter().enumerate() {
        let mut some = Vec::new();
        for (place, [one, other]) in places.into_iter().enumerate() {
            let differ = to.variable(&format!("differ{}_{}", number + 1, place + 1));
            to.relate(&[differ], one, other, |one, other| one != other);
            some.push(differ);
        }
        to.clause(some);
    }
}

/// Full rank, with or without ties. For each other line: up to which place it is the same, and whether it is lower.
pub(super) fn full_rank(clue: &Constraint, to: &mut Encoder<'_>) {
    let own = &clue.cells;
    let mut terms = Vec::new();
    let may_tie = clue.kind == Kind::TiedRank;
    for (number, line) in kinds::full_rank::others(clue, to.puzzle).iter().enumerate() {
        let is_lower = to.variable(&format!("lower{}", number + 1));
        terms.push((1, is_lower));
        let mut same = truth();
        for (place, (own, other)) in own.iter().zip(line).enumerate() {
            let next = if own == other { same } else { to.variable(&format!("same{}_{}", number + 1, place + 1)) };
            for digit in to.puzzle.digits() {
                let [low, high] = [*other, *own].map(|cell| to.at_least(cell, digit));
                to.clause([!same, !high, low, is_lower]);
                to.clause([!same, high, !low, !is_lower]);
                if own != other {
                    let [mine, its] = [to.is(*own, digit), to.is(*other, digit)];
                    to.clause([!same, !mine, !its, next]);
                    to.clause([!next, !mine, its]);
                }
            }
            to.clause([!next, same]);
            same = next;
        }
        if may_tie {
            to.clause([!same, !is_lower]);
        } else {
            to.clause([!same]);
        }
    }
    to.row(&terms, clue.value.unwrap_or_default() - 1, true);
}
