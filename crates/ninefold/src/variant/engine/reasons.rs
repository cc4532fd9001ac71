//! Reasons on demand: the true literals from which a literal followed.

use super::propagate::Engine;
use super::state::{Conflict, Literal, Reason, candidate_of, literal};
use crate::solve::learning::clauses::Values;
use crate::variant::model::{Mask, bits};

impl Engine {
    /// Adds the literals, all true, from which a true literal followed. Literals true from the beginning may be left out.
    pub(super) fn causes(&mut self, literal: Literal, causes: &mut Vec<Literal>) {
        let place = self.state.place_of(literal);
        let start = causes.len();
        self.causes_by(literal, self.state.reason_of(literal), place, causes);
        debug_assert!(
            causes[start..].iter().all(|cause| self.state.is_true(*cause) && self.is_before(*cause, place)),
            "{literal:?} followed from what was true before, not from {causes:?}: {:?}",
            self.state.reason_of(literal)
        );
    }

    fn is_before(&self, cause: Literal, place: u32) -> bool {
        self.state.level_of(cause) == 0 || self.state.place_of(cause) < place
    }

    /// Adds literals, all true, that contradict each other.
    pub(super) fn causes_of_conflict(&mut self, conflict: Conflict, causes: &mut Vec<Literal>) {
        let now = self.state.trail.len() as u32;
        match conflict {
            Conflict::Both(literal, reason) => {
                causes.push(!literal);
                // The literal followed only after its negation had become true; everything that it followed from is true now.
                self.causes_by(literal, reason, now, causes);
            }
            Conflict::Clause(clause) => causes.extend(self.clauses.literals(clause).map(|literal| !literal)),
            Conflict::Table(number) => self.tables[number as usize].reason(None, now, &self.state, causes),
            Conflict::Layered(number) => self.causes_by_layers(number, None, now, causes),
        }
    }

    fn causes_by(&mut self, set: Literal, reason: Reason, place: u32, causes: &mut Vec<Literal>) {
        let candidate = candidate_of(set);
        match reason {
            Reason::None => {}
            Reason::Literal(cause) => causes.push(cause),
            Reason::Clause(clause) => {
                let others = self.clauses.literals(clause).filter(|other| *other != set);
                causes.extend(others.map(|other| !other));
            }
            Reason::Variable => {
                let others = self.state.candidates(self.state.variable[candidate as usize]);
                let gone = others.filter(|other| *other != candidate);
                causes.extend(gone.map(|candidate| literal(candidate, false)));
            }
            Reason::Pair { pair, forward } => {
                let pair = &self.pairs[pair as usize];
                let from = if forward { pair.one } else { pair.other };
                let support = pair.relation.support(forward, self.state.bit[candidate as usize]);
                self.gone(from, support, place, causes);
            }
            Reason::Table(number) => self.tables[number as usize].reason(Some(set), place, &self.state, causes),
            Reason::Layered(number) => self.causes_by_layers(number, Some(candidate), place, causes),
        }
    }

    /// Adds literals for the fact that these values of a variable were gone before a place of the trail. If shorter, this is
    /// the value that the variable already had by then.
    fn gone(&self, variable: u32, values: Mask, place: u32, causes: &mut Vec<Literal>) {
        if values.count_ones() > MOST_GONE {
            let value = self.state.value(variable).map(|bit| literal(self.state.candidate(variable, bit), true));
            let is_early = |value: &Literal| self.state.is_true(*value) && self.state.place_of(*value) < place;
            if let Some(value) = value.filter(is_early) {
                return causes.push(value);
            }
        }
        causes.extend(bits(values).map(|bit| literal(self.state.candidate(variable, bit as u8), false)));
    }

    fn causes_by_layers(&mut self, number: u32, target: Option<u32>, place: u32, causes: &mut Vec<Literal>) {
        let target =
            target.map(|candidate| (self.state.variable[candidate as usize], self.state.bit[candidate as usize]));
        let variables = self.layered[number as usize].variables().to_vec();
        let mut values = Vec::with_capacity(variables.len());
        let mut removed = Vec::with_capacity(variables.len());
        for variable in &variables {
            let (left, gone) = match target {
                Some((target, bit)) if target == *variable => (1 << bit, 0),
                _ => self.state.before(*variable, place),
            };
            values.push(left);
            removed.push(gone);
        }
        self.layered[number as usize].reason(&values, &mut removed);
        for (variable, removed) in variables.into_iter().zip(removed) {
            if removed != 0 {
                self.gone(variable, removed, place, causes);
            }
        }
    }
}

/// The most values that are listed as gone one by one if the variable already had its value.
const MOST_GONE: u32 = 2;
