//! From what a literal followed: on demand, as literals that are true.

use super::layered::bits;
use super::propagate::Engine;
use super::state::{Conflict, Literal, Reason};
use crate::variant::model::Mask;

impl Engine {
    /// The literals, all true, from which a literal that is true followed. Those that hold from the beginning may be left
    /// out.
    pub(super) fn causes(&mut self, literal: Literal, causes: &mut Vec<Literal>) {
        let candidate = literal.candidate() as usize;
        let place = self.state.place[candidate];
        self.causes_by(literal, self.state.reason[candidate], place, causes);
        debug_assert!(
            causes.iter().all(|cause| self.state.is_true(*cause) && self.is_before(*cause, place)),
            "{literal:?} followed from what was true before, not from {causes:?}: {:?}",
            self.state.reason[candidate]
        );
    }

    fn is_before(&self, cause: Literal, place: u32) -> bool {
        let candidate = cause.candidate() as usize;
        self.state.level[candidate] == 0 || self.state.place[candidate] < place
    }

    /// The literals, all true, that cannot be true together.
    pub(super) fn causes_of_conflict(&mut self, conflict: Conflict, causes: &mut Vec<Literal>) {
        let now = self.state.trail.len() as u32;
        match conflict {
            Conflict::Both(literal, reason) => {
                causes.push(!literal);
                // The literal did not follow before its negation was true; what it followed from is true now.
                self.causes_by(literal, reason, now, causes);
            }
            Conflict::Variable(variable) => self.all_gone(variable, None, causes),
            Conflict::Group(group) => {
                causes.extend(self.groups[group as usize].members.iter().map(|member| Literal::new(*member, false)));
            }
            Conflict::Propagator(number) => self.causes_by_layers(number, None, now, causes),
        }
    }

    fn causes_by(&mut self, literal: Literal, reason: Reason, place: u32, causes: &mut Vec<Literal>) {
        let candidate = literal.candidate();
        let variable = self.state.variable[candidate as usize];
        match reason {
            Reason::None => {}
            Reason::Literal(cause) => causes.push(cause),
            Reason::Clause(clause) => {
                causes.extend(self.clauses.of(clause).iter().filter(|other| **other != literal).map(|other| !*other));
            }
            Reason::Variable => self.all_gone(variable, Some(candidate), causes),
            Reason::Group(group) => {
                let others = self.groups[group as usize].members.iter().filter(|member| **member != candidate);
                causes.extend(others.map(|member| Literal::new(*member, false)));
            }
            Reason::Pair { pair, forward } => {
                let pair = &self.pairs[pair as usize];
                let from = if forward { pair.one } else { pair.other };
                let support = pair.relation.support(forward, self.state.bit[candidate as usize]);
                self.gone(from, support, place, causes);
            }
            Reason::Propagator(number) => self.causes_by_layers(number, Some(candidate), place, causes),
        }
    }

    /// Every value of a variable is gone, but for one.
    fn all_gone(&self, variable: u32, except: Option<u32>, causes: &mut Vec<Literal>) {
        let candidates = self.state.first[variable as usize]..self.state.first[variable as usize + 1];
        let gone = candidates.filter(|candidate| Some(*candidate) != except);
        causes.extend(gone.map(|candidate| Literal::new(candidate, false)));
    }

    /// These values of a variable were gone before a place of the trail: said by the value that it had by then, if that
    /// is shorter.
    fn gone(&self, variable: u32, values: Mask, place: u32, causes: &mut Vec<Literal>) {
        let gone: Vec<u32> = bits(values).map(|bit| self.state.candidate(variable, bit as u8)).collect();
        let is_early = |candidate: u32| self.state.place[candidate as usize] < place;
        let value = self.state.value(variable).map(|bit| self.state.candidate(variable, bit));
        let value = value
            .map(|candidate| Literal::new(candidate, true))
            .filter(|value| self.state.is_true(*value) && is_early(value.candidate()));
        match value {
            Some(value) if gone.len() > MOST_GONE => causes.push(value),
            _ => causes.extend(gone.into_iter().map(|candidate| Literal::new(candidate, false))),
        }
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

/// The most values that are said one by one to be gone, where a variable is decided.
const MOST_GONE: usize = 2;
