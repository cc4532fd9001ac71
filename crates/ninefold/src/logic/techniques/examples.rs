//! The smallest example of every technique, with boards that are nearly examples. Each family lists its own.

use super::boards::{Board, candidates, pairs};
use crate::logic::table::with_techniques;
use crate::logic::{Explainer, Step, Technique};
use std::collections::BTreeSet;

/// A board with a step, written as [`Board::of`] reads it.
pub(in crate::logic) struct Example {
    pub(super) technique: Technique,
    pub(super) board: &'static str,
    /// What one of the steps concludes: `r1c23<>4`, or `r1c1=4`.
    pub(super) expected: &'static str,
    /// Boards that each lack one thing that the technique needs.
    pub(super) near: &'static [&'static str],
}

impl Example {
    /// The first step of its technique on its board.
    pub(in crate::logic) fn step(&self) -> Step {
        let (board, explainer) = (Board::of(self.board), Explainer::with(&[self.technique]));
        let step = explainer.path(board.puzzle()).next();
        // Some are found only if every step is wanted.
        step.or_else(|| explainer.all_steps(board.puzzle()).into_iter().next()).expect("examples are found")
    }
}

/// A line of a list of examples.
pub(super) const fn example(
    technique: Technique,
    board: &'static str,
    expected: &'static str,
    near: &'static [&'static str],
) -> Example {
    Example { technique, board, expected, near }
}

macro_rules! define {
    ($(
        $(#[$doc:meta])*
        $variant:ident: $name:literal, $code:literal, $family:ident, $kind:ident $finder:ident $(, $rest:tt)*;
    )*) => {
        /// The examples of a technique, from the file that finds it.
        fn of(technique: Technique) -> impl Iterator<Item = &'static Example> {
            let list = match technique {
                $(Technique::$variant => super::$finder::tests::EXAMPLES,)*
            };
            list.iter().filter(move |example| example.technique == technique)
        }
    };
}

with_techniques!(define);

/// The examples of all techniques.
pub(in crate::logic) fn all() -> impl Iterator<Item = &'static Example> {
    Technique::ALL.iter().flat_map(|technique| of(*technique))
}

fn conclusions(step: &Step) -> BTreeSet<(usize, usize)> {
    pairs(&step.placements).into_iter().chain(pairs(&step.eliminations)).collect()
}

#[test]
fn every_technique_has_an_example_and_a_near_miss() {
    for technique in Technique::ALL {
        assert!(of(*technique).next().is_some(), "{technique} has no example");
        assert!(of(*technique).all(|example| !example.near.is_empty()), "{technique} has no near miss");
    }
}

#[test]
fn examples_are_found_and_near_misses_are_not() {
    for example in all() {
        let Example { technique, board, expected, near } = example;
        let steps = Board::of(board).steps(*technique);
        let found: Vec<_> = steps.iter().map(conclusions).collect();
        assert!(found.contains(&candidates(expected)), "{technique} in {board}: {found:?}");
        for near in *near {
            assert_eq!(Board::of(near).steps(*technique), [], "{technique} in {near}");
        }
    }
}

/// Nothing can be left out of an example: with any candidate put back, or any digit removed, the step is gone. Nested nets
/// are not tested, as that would take minutes: their example is a minimal puzzle.
#[test]
fn examples_are_the_smallest() {
    let is_quick = |example: &&Example| example.technique != Technique::NestedForcingNet;
    let mut larger = Vec::new();
    for example in all().filter(is_quick) {
        let expected = candidates(example.expected);
        for board in Board::of(example.board).with_one_thing_less() {
            let is_still_found = |step: &Step| conclusions(step).is_superset(&expected);
            let steps = board.steps(example.technique);
            if steps.iter().any(is_still_found) {
                larger.push(format!("{} in {}: {board:?}", example.technique, example.board));
            }
        }
    }
    assert!(larger.is_empty(), "{}", larger.join("\n"));
}
