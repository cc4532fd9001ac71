//! Propagation in the search that learns.

use super::super::model::{Mask, Model, Pair};
use super::layered::Layered;
use super::state::{Conflict, Literal, NO_VARIABLE, Reason, State, candidate_of, literal};
use super::states::States;
use super::tables::Sets;
use crate::solve::learning::clauses::{ClauseId, Clauses, Values};
use crate::solve::lists::Lists;

/// A model, with the state of its candidates.
#[derive(Clone, Debug)]
pub(super) struct Engine {
    pub(super) state: State,
    pub(super) clauses: Clauses,
    /// Per cell: the cells that differ from it.
    peers: Lists,
    cells: u32,
    /// Lists of literals of which at most one is true; and per literal, the lists that it is in.
    exclusive: Lists,
    exclusive_of: Lists,
    pub(super) pairs: Vec<Pair>,
    /// Per variable: its pairs, each as twice the pair's number, plus one if the variable is the second of the pair.
    pairs_of: Lists,
    pub(super) tables: Vec<Sets>,
    /// Per candidate: the tables that it is a flag of.
    tables_of: Lists,
    pub(super) layered: Vec<Layered>,
    layered_of: Lists,
    /// The tables that must be applied again, and the sums and automata; `is_waiting` has the latter after the tables.
    waiting: [Vec<u32>; 2],
    is_waiting: Vec<bool>,
    values: Vec<Mask>,
}

impl Engine {
    /// Makes the engine, with everything that follows for single candidates; `None` if there is a contradiction.
    pub(super) fn new(model: &Model) -> Option<Engine> {
        if model.is_impossible || model.domains.contains(&0) {
            return None;
        }
        let state = State::new(model);
        let variables = model.domains.len();
        let groups: Vec<Vec<Literal>> = model
            .groups
            .iter()
            .map(|group| group.members.iter().map(|member| state.literal(*member)).collect())
            .collect();
        let mut exclusive = Lists::with_room(0, 0);
        for (group, members) in model.groups.iter().zip(&groups).filter(|(group, _)| group.at_most) {
            debug_assert!(group.members.len() == members.len());
            // A member whose value was excluded from the beginning is false.
            let open: Vec<u32> =
                members.iter().filter(|member| !state.is_false(**member)).map(|member| member.code()).collect();
            if open.len() > 1 {
                exclusive.push(open);
            }
        }
        let exclusive_of = Lists::gather(2 * state.count(), |add| {
            for list in 0..exclusive.len() {
                exclusive.get(list).iter().for_each(|code| add(*code as usize, list as u32));
            }
        });
        let pairs_of = Lists::gather(variables, |add| {
            for (number, pair) in model.pairs.iter().enumerate() {
                add(pair.one as usize, 2 * number as u32);
                add(pair.other as usize, 2 * number as u32 + 1);
            }
        });
        let sums = model.sums.iter().map(|sum| Layered::sum(sum, &model.domains));
        let automata = model.automata.iter().map(|automaton| Layered::Automaton(States::new(automaton)));
        let layered: Vec<Layered> = sums.chain(automata).collect();
        let layered_of = Lists::gather(variables, |add| {
            for (number, constraint) in layered.iter().enumerate() {
                constraint.each_once().for_each(|variable| add(variable as usize, number as u32));
            }
        });
        let tables: Vec<Sets> = model.tables.iter().map(|table| Sets::new(table, &state)).collect();
        let tables_of = Lists::gather(state.count(), |add| {
            for (number, table) in tables.iter().enumerate() {
                table.flags.iter().for_each(|flag| add(*flag as usize, number as u32));
            }
        });
        let mut engine = Engine {
            clauses: Clauses::new(state.count()),
            peers: model.peers(),
            cells: model.cells as u32,
            exclusive,
            exclusive_of,
            pairs: model.pairs.clone(),
            pairs_of,
            is_waiting: vec![true; tables.len() + layered.len()],
            waiting: [(0..tables.len() as u32).collect(), (0..layered.len() as u32).collect()],
            tables,
            tables_of,
            layered,
            layered_of,
            values: Vec::new(),
            state,
        };
        let at_least = model.groups.iter().zip(groups).filter(|(group, _)| group.at_least).map(|(_, members)| members);
        for members in at_least {
            engine.require(members)?;
        }
        for clause in &model.clauses {
            engine.require(clause.iter().map(|statement| engine.state.literal(*statement)).collect())?;
        }
        Some(engine)
    }

    /// Adds the rule that one of these literals is true; `None` if none can be.
    fn require(&mut self, mut clause: Vec<Literal>) -> Option<()> {
        if clause.iter().any(|literal| self.state.is_true(*literal)) {
            return Some(());
        }
        clause.retain(|literal| !self.state.is_false(*literal));
        match clause[..] {
            [] => return None,
            [only] => self.state.set(only, Reason::None).ok()?,
            _ => {
                self.clauses.keep(&clause);
            }
        }
        Some(())
    }

    /// Forbids that the cells have all of these values, one each; returns whether that is possible. No decision may be open.
    pub(super) fn forbid(&mut self, solution: &[Mask]) -> bool {
        let has = |(cell, mask): (usize, &Mask)| self.state.candidate(cell as u32, mask.trailing_zeros() as u8);
        let others = solution.iter().enumerate().map(has).map(|candidate| literal(candidate, false)).collect();
        self.require(others).is_some()
    }

    /// Undoes everything above a level; `undone` gets each literal, the latest first.
    pub(super) fn go_back(&mut self, level: u32, undone: impl FnMut(Literal)) {
        if level >= self.state.depth() {
            return;
        }
        self.state.go_back(level, undone);
        let tables = self.tables.len();
        self.waiting[0].drain(..).for_each(|number| self.is_waiting[number as usize] = false);
        self.waiting[1].drain(..).for_each(|number| self.is_waiting[tables + number as usize] = false);
    }

    /// Draws all consequences, the cheap ones first.
    pub(super) fn propagate(&mut self) -> Result<(), Conflict> {
        loop {
            while let Some(literal) = self.state.trail.get(self.state.head).copied() {
                self.state.head += 1;
                if !literal.is_negated() {
                    self.true_candidate(literal)?;
                }
                self.exclude_others(literal)?;
                self.clauses.follow(!literal, &mut self.state).map_err(Conflict::Clause)?;
                for table in self.tables_of.get(literal.variable()) {
                    if !std::mem::replace(&mut self.is_waiting[*table as usize], true) {
                        self.waiting[0].push(*table);
                    }
                }
            }
            if let Some(variable) = self.state.changed.pop() {
                self.state.is_changed[variable as usize] = false;
                self.look_at_pairs(variable)?;
            } else if let Some(number) = self.waiting[0].pop() {
                self.is_waiting[number as usize] = false;
                self.look_at_table(number)?;
            } else if let Some(number) = self.waiting[1].pop() {
                self.is_waiting[self.tables.len() + number as usize] = false;
                self.look_at_layers(number)?;
            } else {
                return Ok(());
            }
        }
    }

    fn true_candidate(&mut self, set: Literal) -> Result<(), Conflict> {
        let candidate = candidate_of(set) as usize;
        let (variable, bit) = (self.state.variable[candidate], self.state.bit[candidate]);
        if variable == NO_VARIABLE {
            return Ok(());
        }
        let others = self.state.masks[variable as usize] & !(1 << bit);
        let reason = Reason::Literal(set);
        self.state.remove(variable, others, reason)?;
        if variable < self.cells {
            for peer in self.peers.get(variable as usize) {
                if self.state.masks[*peer as usize] >> bit & 1 == 1 {
                    let other = self.state.candidate(*peer, bit);
                    self.state.set(literal(other, false), reason)?;
                }
            }
        }
        Ok(())
    }

    /// Makes the other literals of exclusive lists false, when one has become true.
    #[inline]
    fn exclude_others(&mut self, set: Literal) -> Result<(), Conflict> {
        for list in self.exclusive_of.get(set.index()) {
            for code in self.exclusive.get(*list as usize) {
                let other = Literal::from_code(*code);
                if other != set {
                    self.state.set(!other, Reason::Literal(set))?;
                }
            }
        }
        Ok(())
    }

    fn look_at_pairs(&mut self, variable: u32) -> Result<(), Conflict> {
        let tables = self.tables.len();
        for number in self.layered_of.get(variable as usize) {
            if !std::mem::replace(&mut self.is_waiting[tables + *number as usize], true) {
                self.waiting[1].push(*number);
            }
        }
        let values = self.state.masks[variable as usize];
        for code in self.pairs_of.get(variable as usize) {
            let (number, forward) = (code / 2, code % 2 == 0);
            let Pair { one, other, relation } = &self.pairs[number as usize];
            let other = if forward { *other } else { *one };
            let removed = self.state.masks[other as usize] & !relation.allowed(forward, values);
            if removed != 0 {
                self.state.remove(other, removed, Reason::Pair { pair: number, forward })?;
            }
        }
        Ok(())
    }

    fn look_at_table(&mut self, number: u32) -> Result<(), Conflict> {
        let table = &self.tables[number as usize];
        let known = table.follow(&self.state).ok_or(Conflict::Table(number))?;
        for literal in table.literals(known) {
            self.state.set(literal, Reason::Table(number))?;
        }
        Ok(())
    }

    fn look_at_layers(&mut self, number: u32) -> Result<(), Conflict> {
        let layered = &mut self.layered[number as usize];
        let masks = &self.state.masks;
        self.values.clear();
        self.values.extend(layered.variables().iter().map(|variable| masks[*variable as usize]));
        if !layered.narrow(&mut self.values) {
            return Err(Conflict::Layered(number));
        }
        for (variable, left) in layered.variables().iter().zip(&self.values) {
            let removed = self.state.masks[*variable as usize] & !left;
            if removed != 0 {
                self.state.remove(*variable, removed, Reason::Layered(number))?;
            }
        }
        Ok(())
    }

    /// Forgets some of the learned clauses.
    pub(super) fn forget(&mut self) {
        let state = &self.state;
        let moves = self.clauses.reduce(
            |clause, literal| state.is_true(literal) && state.reason_of(literal) == Reason::Clause(clause),
            |literal| state.is_true(literal) && state.level_of(literal) == 0,
        );
        self.state.move_clauses(&moves);
    }

    /// The learned clause from which a literal followed, if it was one.
    pub(super) fn learned_reason(&self, literal: Literal) -> Option<ClauseId> {
        match self.state.reason_of(literal) {
            Reason::Clause(clause) if !self.clauses.is_kept(clause) => Some(clause),
            _ => None,
        }
    }

    /// How tight the choices are that each candidate is part of (those of its variable and its groups), for the first decisions.
    pub(super) fn tightness(&self, model: &Model) -> Vec<f64> {
        let share = |count: usize| (1.0 / count.max(1) as f64).powi(2);
        let of_variable = |candidate: usize| match self.state.variable[candidate] {
            NO_VARIABLE => 0.0,
            variable => share(self.state.masks[variable as usize].count_ones() as usize),
        };
        let mut tightness: Vec<f64> = (0..self.state.count()).map(of_variable).collect();
        for group in model.groups.iter().filter(|group| group.at_least) {
            let members = || group.members.iter().map(|member| self.state.literal(*member));
            let left = members().filter(|member| !self.state.is_false(*member)).count();
            members().for_each(|member| tightness[member.variable()] += share(left));
        }
        tightness
    }
}
