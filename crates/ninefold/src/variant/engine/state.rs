//! Values of candidates, the trail, and the reasons for the values.

use super::super::model::{Mask, Model, Statement};
use crate::solve::learning::clauses::{ClauseId, Values};
pub(super) use crate::solve::literal::Literal;

/// The literal which states that a candidate is true, or that it is false.
#[inline]
pub(super) fn literal(candidate: u32, is: bool) -> Literal {
    Literal::from_code(2 * candidate + u32::from(!is))
}

/// The candidate that a literal is about.
#[inline]
pub(super) fn candidate_of(literal: Literal) -> u32 {
    literal.code() / 2
}

/// Where a literal followed from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Reason {
    /// It was decided, or has been true from the beginning.
    None,
    /// A true literal.
    Literal(Literal),
    /// A clause all of whose other literals are false.
    Clause(ClauseId),
    /// No other value of the variable is left.
    Variable,
    /// A pair: no value of its first variable (`forward`), or of its second, goes with the value.
    Pair { pair: u32, forward: bool },
    /// A table of sets.
    Table(u32),
    /// A sum or an automaton.
    Layered(u32),
}

/// A contradiction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Conflict {
    /// The literal is false, and follows from the reason.
    Both(Literal, Reason),
    /// All literals of a clause are false.
    Clause(ClauseId),
    /// A table of sets has no set left.
    Table(u32),
    /// A sum or an automaton has no solution.
    Layered(u32),
}

/// When and why a candidate became true or false.
#[derive(Clone, Copy, Debug)]
pub(super) struct Assigned {
    pub(super) level: u32,
    /// The place in the trail.
    pub(super) place: u32,
    pub(super) reason: Reason,
}

/// Stands in for the variable of a candidate that is a flag.
pub(super) const NO_VARIABLE: u32 = u32::MAX;

/// The candidates of a model, and what is known of them.
#[derive(Clone, Debug)]
pub(super) struct State {
    /// Per variable: the number of its first candidate, with one more entry at the end; and the values that are left.
    pub(super) first: Vec<u32>,
    pub(super) masks: Vec<Mask>,
    /// Per candidate: its variable and bit.
    pub(super) variable: Vec<u32>,
    pub(super) bit: Vec<u8>,
    /// Per literal: 1 if it is true, -1 if it is false, 0 if it is open.
    values: Vec<i8>,
    /// Per candidate; meaningless while it is open.
    pub(super) assigned: Vec<Assigned>,
    pub(super) trail: Vec<Literal>,
    /// Where each level begins in the trail.
    pub(super) levels: Vec<u32>,
    /// How far along the trail the consequences have been drawn.
    pub(super) head: usize,
    /// The variables that have lost values since their pairs were last applied, each once.
    pub(super) changed: Vec<u32>,
    pub(super) is_changed: Vec<bool>,
}

impl Values for State {
    #[inline]
    fn is_true(&self, literal: Literal) -> bool {
        self.values[literal.index()] > 0
    }

    #[inline]
    fn is_false(&self, literal: Literal) -> bool {
        self.values[literal.index()] < 0
    }

    #[inline]
    fn follow(&mut self, literal: Literal, clause: ClauseId) {
        self.assign(literal, Reason::Clause(clause));
    }
}

impl State {
    pub(super) fn new(model: &Model) -> State {
        let mut first = vec![0];
        let (mut variable, mut bit) = (Vec::new(), Vec::new());
        for (number, width) in model.widths.iter().copied().enumerate() {
            let name = if model.is_flag(number) { NO_VARIABLE } else { number as u32 };
            variable.extend(std::iter::repeat_n(name, width as usize));
            bit.extend(0..width);
            first.push(variable.len() as u32);
        }
        let candidates = variable.len();
        let none = Assigned { level: 0, place: 0, reason: Reason::None };
        let mut state = State {
            first,
            masks: model.domains.clone(),
            variable,
            bit,
            values: vec![0; 2 * candidates],
            assigned: vec![none; candidates],
            trail: Vec::with_capacity(candidates),
            levels: Vec::new(),
            head: 0,
            changed: (0..model.domains.len() as u32).filter(|variable| !model.is_flag(*variable as usize)).collect(),
            is_changed: vec![true; model.domains.len()],
        };
        // Values that are excluded from the beginning are false without being on the trail; single values are true.
        for variable in state.changed.clone() {
            for candidate in state.candidates(variable) {
                if state.masks[variable as usize] >> state.bit[candidate as usize] & 1 == 0 {
                    state.put(literal(candidate, false));
                }
            }
            if let Some(bit) = state.value(variable) {
                state.assign(literal(state.candidate(variable, bit), true), Reason::None);
            }
        }
        state
    }

    #[inline]
    pub(super) fn candidate(&self, variable: u32, bit: u8) -> u32 {
        self.first[variable as usize] + u32::from(bit)
    }

    pub(super) fn candidates(&self, variable: u32) -> std::ops::Range<u32> {
        self.first[variable as usize]..self.first[variable as usize + 1]
    }

    pub(super) fn literal(&self, statement: Statement) -> Literal {
        literal(self.candidate(statement.variable, statement.bit), statement.is)
    }

    /// The number of candidates.
    pub(super) fn count(&self) -> usize {
        self.variable.len()
    }

    #[inline]
    pub(super) fn is_open(&self, candidate: u32) -> bool {
        self.values[2 * candidate as usize] == 0
    }

    /// The literal of a candidate that is true; either one if the candidate is open.
    #[inline]
    pub(super) fn literal_that_is(&self, candidate: u32) -> Literal {
        literal(candidate, self.values[2 * candidate as usize] > 0)
    }

    #[inline]
    pub(super) fn level_of(&self, literal: Literal) -> u32 {
        self.assigned[literal.variable()].level
    }

    #[inline]
    pub(super) fn place_of(&self, literal: Literal) -> u32 {
        self.assigned[literal.variable()].place
    }

    #[inline]
    pub(super) fn reason_of(&self, literal: Literal) -> Reason {
        self.assigned[literal.variable()].reason
    }

    #[inline]
    pub(super) fn depth(&self) -> u32 {
        self.levels.len() as u32
    }

    #[inline]
    fn put(&mut self, literal: Literal) {
        self.values[literal.index()] = 1;
        self.values[(!literal).index()] = -1;
    }

    /// Makes a literal true.
    #[inline]
    pub(super) fn set(&mut self, literal: Literal, reason: Reason) -> Result<(), Conflict> {
        match self.values[literal.index()] {
            0 => {
                self.assign(literal, reason);
                Ok(())
            }
            1 => Ok(()),
            _ => Err(Conflict::Both(literal, reason)),
        }
    }

    /// Makes an open literal true. The last value left of a variable becomes true at once, so it is never open.
    #[inline]
    fn assign(&mut self, set: Literal, reason: Reason) {
        self.put(set);
        let candidate = set.variable();
        self.assigned[candidate] = Assigned { level: self.depth(), place: self.trail.len() as u32, reason };
        self.trail.push(set);
        let variable = self.variable[candidate];
        if !set.is_negated() || variable == NO_VARIABLE {
            return;
        }
        let mask = &mut self.masks[variable as usize];
        *mask &= !(1 << self.bit[candidate]);
        let mask = *mask;
        if !std::mem::replace(&mut self.is_changed[variable as usize], true) {
            self.changed.push(variable);
        }
        if mask & (mask - 1) == 0 {
            let last = self.candidate(variable, mask.trailing_zeros() as u8);
            if self.is_open(last) {
                self.assign(literal(last, true), Reason::Variable);
            }
        }
    }

    /// Removes values of a variable, all for the same reason.
    #[inline]
    pub(super) fn remove(&mut self, variable: u32, mut removed: Mask, reason: Reason) -> Result<(), Conflict> {
        while removed != 0 {
            let candidate = self.candidate(variable, removed.trailing_zeros() as u8);
            self.set(literal(candidate, false), reason)?;
            removed &= removed - 1;
        }
        Ok(())
    }

    pub(super) fn decide(&mut self, literal: Literal) {
        self.levels.push(self.trail.len() as u32);
        self.assign(literal, Reason::None);
    }

    /// Undoes everything above a level; `undone` gets each literal, the latest first.
    pub(super) fn go_back(&mut self, level: u32, mut undone: impl FnMut(Literal)) {
        let length = self.levels[level as usize] as usize;
        self.levels.truncate(level as usize);
        for place in (length..self.trail.len()).rev() {
            let literal = self.trail[place];
            let candidate = literal.variable();
            self.values[literal.index()] = 0;
            self.values[(!literal).index()] = 0;
            if literal.is_negated() && self.variable[candidate] != NO_VARIABLE {
                self.masks[self.variable[candidate] as usize] |= 1 << self.bit[candidate];
            }
            undone(literal);
        }
        self.trail.truncate(length);
        self.head = self.head.min(length);
        self.changed.drain(..).for_each(|variable| self.is_changed[variable as usize] = false);
    }

    /// Updates reasons after clauses have moved: `moves` has pairs of old and new place, in order.
    pub(super) fn move_clauses(&mut self, moves: &[(ClauseId, ClauseId)]) {
        for literal in &self.trail {
            if let Reason::Clause(clause) = &mut self.assigned[literal.variable()].reason {
                let place = moves.binary_search_by_key(clause, |(from, _)| *from);
                *clause = moves[place.expect("a clause that is a reason stays")].1;
            }
        }
    }

    /// The only value left of a variable, by its bit; `None` if several are left.
    #[inline]
    pub(super) fn value(&self, variable: u32) -> Option<u8> {
        let mask = self.masks[variable as usize];
        (mask.is_power_of_two()).then(|| mask.trailing_zeros() as u8)
    }

    /// The values of a variable that were left before a place of the trail; and those that had been removed by then, except
    /// those removed at level 0.
    pub(super) fn before(&self, variable: u32, place: u32) -> (Mask, Mask) {
        let std::ops::Range { start, end } = self.candidates(variable);
        let mut left = self.masks[variable as usize];
        let mut gone = !left & if end - start == 64 { Mask::MAX } else { (1 << (end - start)) - 1 };
        let mut removed = 0;
        while gone != 0 {
            let bit = gone.trailing_zeros();
            gone &= gone - 1;
            let assigned = self.assigned[(start + bit) as usize];
            if assigned.level == 0 {
                continue;
            }
            if assigned.place >= place { left |= 1 << bit } else { removed |= 1 << bit }
        }
        (left, removed)
    }
}
