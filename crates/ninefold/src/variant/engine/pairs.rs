//! Pairs of variables: which values one leaves the other.

use super::super::model::{Mask, Model, Relation, Statement};
use crate::solve::lists::Lists;
use std::sync::Arc;

/// A variable that is related to another, which limits its values.
#[derive(Clone, Debug)]
pub(super) struct Related {
    pub(super) other: u32,
    pub(super) is_forward: bool,
    pub(super) relation: Arc<Relation>,
}

/// What follows for another variable once a statement is false: half of a clause of two statements.
#[derive(Clone, Debug)]
pub(super) struct Implied {
    bit: Mask,
    is: bool,
    pub(super) other: u32,
    pub(super) allowed: Mask,
}

impl Implied {
    /// Whether the statement is false for a variable with these values left.
    #[inline]
    pub(super) fn is_due(&self, values: Mask) -> bool {
        if self.is { values & self.bit == 0 } else { values == self.bit }
    }
}

/// Per variable: the variables that it is related to.
pub(super) fn related(model: &Model) -> Lists<Related> {
    let mut related = Vec::with_capacity(2 * model.pairs.len());
    for pair in &model.pairs {
        for (one, other, is_forward) in [(pair.one, pair.other, true), (pair.other, pair.one, false)] {
            related.push((one, Related { other, is_forward, relation: Arc::clone(&pair.relation) }));
        }
    }
    Lists::of(model.domains.len(), &related)
}

/// Per variable: what follows for others once a statement about it is false.
pub(super) fn implied(model: &Model) -> Lists<Implied> {
    let mut implied = Vec::new();
    for [one, other] in model.clauses.iter().filter_map(|clause| of_two(clause)) {
        for (from, to) in [(one, other), (other, one)] {
            let bit = 1 << to.bit;
            let allowed = if to.is { bit } else { !bit };
            implied.push((from.variable, Implied { bit: 1 << from.bit, is: from.is, other: to.variable, allowed }));
        }
    }
    Lists::of(model.domains.len(), &implied)
}

/// The statements of a clause, if they are two about different variables.
pub(super) fn of_two(clause: &[Statement]) -> Option<[Statement; 2]> {
    match *clause {
        [one, other] if one.variable != other.variable => Some([one, other]),
        _ => None,
    }
}
