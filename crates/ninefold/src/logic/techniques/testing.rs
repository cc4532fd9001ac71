//! What the tests of techniques share: boards, examples, and sets of candidates as naive searches find them.

pub(super) use super::boards::{Board, are_conjugate, cells, pairs, random, sees, solution};
pub(super) use super::examples::{Example, example};
pub(super) use crate::board::{Candidate, Cell, Digit, Puzzle, Shape};
pub(super) use crate::logic::finds::Want;
pub(super) use crate::logic::nine::{CellSet, Nine, digits, houses_of};
pub(super) use crate::logic::{Explainer, Pattern, Step, Technique, Technique::*, check};
pub(super) use proptest::prelude::*;
pub(super) use std::collections::BTreeSet;

/// What each of several steps rules out, by cell and digit.
pub(super) type Outs = BTreeSet<Vec<(usize, usize)>>;

/// Adds what one step rules out, if anything.
pub(super) fn add(outs: &mut Outs, mut out: Vec<(usize, usize)>) {
    out.sort_unstable();
    out.dedup();
    if !out.is_empty() {
        outs.insert(out);
    }
}

/// A digit and the cells that lose it, as tests compare them.
pub(super) type Out = (usize, Vec<usize>);

/// The cells with a digit that pass a test.
pub(super) fn out_of(nine: &Nine, digit: usize, is_out: impl Fn(usize) -> bool) -> Option<Out> {
    let out: Vec<usize> = (0..81).filter(|cell| nine.has(*cell, digit) && is_out(*cell)).collect();
    (!out.is_empty()).then_some((digit, out))
}

/// Every candidate of a board.
pub(super) fn candidates_of(nine: &Nine) -> Vec<(usize, usize)> {
    (0..81).flat_map(|cell| digits(nine.candidates[cell]).map(move |digit| (cell, digit))).collect()
}

/// Every choice of some of the cells.
pub(super) fn choices(cells: &[usize]) -> impl Iterator<Item = Vec<usize>> {
    (1u32..1 << cells.len()).map(|bits| (0..cells.len()).filter(|i| bits >> i & 1 == 1).map(|i| cells[i]).collect())
}

/// Every step of a technique; the checker accepts each of them.
pub(super) fn accepted(puzzle: &Puzzle, technique: Technique) -> Vec<Step> {
    let steps = Explainer::with(&[technique]).all_steps(puzzle);
    for step in &steps {
        assert_eq!(step.technique, technique);
        assert_eq!(check(puzzle, step, technique.needs_uniqueness()), Ok(()), "{step:?}");
    }
    steps
}

/// Compares what techniques rule out on boards with what their definitions say. Returns how often each rules anything out.
pub(super) fn agreed<const N: usize>(
    boards: impl Iterator<Item = Board>,
    techniques: [Technique; N],
    naive: impl Fn(&Nine) -> [Outs; N],
) -> [usize; N] {
    let mut counts = [0; N];
    for board in boards {
        let found = techniques.map(|technique| board.all_outs(technique));
        assert_eq!(found, naive(&board.nine()), "{board:?}");
        counts.iter_mut().zip(&found).for_each(|(count, outs)| *count += outs.len());
    }
    counts
}
