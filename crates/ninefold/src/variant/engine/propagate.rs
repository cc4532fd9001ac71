//! What follows from what is known.

use super::super::model::{Mask, Model, Pair};
use super::clauses::{Clauses, Watch};
use super::layered::{Layered, States};
use super::state::{Conflict, Literal, Reason, State, Truth};

/// A model with what is known of its candidates.
#[derive(Clone, Debug)]
pub(super) struct Engine {
    pub(super) state: State,
    pub(super) clauses: Clauses,
    /// Per cell: those that differ from it.
    peers: Vec<Vec<u32>>,
    pub(super) groups: Vec<Group>,
    /// Per candidate: its groups.
    groups_of: Lists,
    pub(super) pairs: Vec<Pair>,
    /// Per variable: its pairs, and whether it is the first of each.
    pairs_of: Vec<Vec<(u32, bool)>>,
    pub(super) layered: Vec<Layered>,
    layered_of: Vec<Vec<u32>>,
    /// The sums and automata that are to look again.
    waiting: Vec<u32>,
    is_waiting: Vec<bool>,
    values: Vec<Mask>,
}

/// Candidates of which at least one is true, or at most one.
#[derive(Clone, Debug)]
pub(super) struct Group {
    pub(super) members: Vec<u32>,
    /// Those that are not known to be false.
    left: u32,
    at_least: bool,
    at_most: bool,
}

/// Lists of numbers, one after the other.
#[derive(Clone, Debug)]
struct Lists {
    starts: Vec<u32>,
    all: Vec<u32>,
}

impl Lists {
    fn new(count: usize, entries: impl Iterator<Item = (u32, u32)> + Clone) -> Lists {
        let mut starts = vec![0; count + 1];
        entries.clone().for_each(|(list, _)| starts[list as usize + 1] += 1);
        (0..count).for_each(|list| starts[list + 1] += starts[list]);
        let mut next = starts.clone();
        let mut all = vec![0; *starts.last().expect("there is a first") as usize];
        for (list, entry) in entries {
            all[next[list as usize] as usize] = entry;
            next[list as usize] += 1;
        }
        Lists { starts, all }
    }

    #[inline]
    fn range(&self, list: u32) -> std::ops::Range<usize> {
        self.starts[list as usize] as usize..self.starts[list as usize + 1] as usize
    }
}

impl Engine {
    /// The engine, with all that is said of candidates one by one; `None` if that cannot be.
    pub(super) fn new(model: &Model) -> Option<Engine> {
        if model.is_impossible || model.domains.contains(&0) {
            return None;
        }
        let state = State::new(model);
        let variables = model.domains.len();
        let members =
            |members: &[(u32, u8)]| members.iter().map(|(variable, bit)| (*variable, *bit)).collect::<Vec<_>>();
        let mut groups = Vec::new();
        for group in &model.groups {
            // A member that is no candidate is false from the beginning.
            let is_there = |(variable, bit): &(u32, u8)| model.domains[*variable as usize] >> bit & 1 == 1;
            let members: Vec<u32> = members(&group.members)
                .into_iter()
                .filter(is_there)
                .map(|(variable, bit)| state.candidate(variable, bit))
                .collect();
            if group.at_least && members.is_empty() {
                return None;
            }
            let left = members.len() as u32;
            groups.push(Group { members, left, at_least: group.at_least, at_most: group.at_most });
        }
        let entries = groups
            .iter()
            .enumerate()
            .flat_map(|(i, group)| group.members.iter().map(move |member| (*member, i as u32)));
        let groups_of = Lists::new(state.truth.len(), entries);
        let mut pairs_of = vec![Vec::new(); variables];
        for (number, pair) in model.pairs.iter().enumerate() {
            pairs_of[pair.one as usize].push((number as u32, true));
            pairs_of[pair.other as usize].push((number as u32, false));
        }
        let sums = model.sums.iter().map(|sum| Layered::sum(sum, &model.domains));
        let automata = model.automata.iter().map(|automaton| Layered::Automaton(States::new(automaton)));
        let layered: Vec<Layered> = sums.chain(automata).collect();
        let mut layered_of = vec![Vec::new(); variables];
        for (number, constraint) in layered.iter().enumerate() {
            for variable in constraint.variables() {
                let list: &mut Vec<u32> = &mut layered_of[*variable as usize];
                if list.last() != Some(&(number as u32)) {
                    list.push(number as u32);
                }
            }
        }
        let cells = 0..model.cells;
        let mut engine = Engine {
            clauses: Clauses::new(state.truth.len()),
            peers: cells.map(|cell| model.peers(cell).map(|peer| peer as u32).collect()).collect(),
            groups,
            groups_of,
            pairs: model.pairs.clone(),
            pairs_of,
            is_waiting: vec![false; layered.len()],
            waiting: Vec::new(),
            layered,
            layered_of,
            values: Vec::new(),
            state,
        };
        for clause in &model.clauses {
            let literals: Vec<Literal> = clause
                .iter()
                .map(|said| Literal::new(engine.state.candidate(said.variable, said.bit), said.is))
                .collect();
            engine.clauses.add(&literals, 0);
        }
        engine.begin().ok()?;
        Some(engine)
    }

    /// What holds before anything is decided.
    fn begin(&mut self) -> Result<(), Conflict> {
        for variable in 0..self.state.masks.len() as u32 {
            if let Some(bit) = self.state.value(variable) {
                let candidate = self.state.candidate(variable, bit);
                self.state.set(Literal::new(candidate, true), Reason::None)?;
            }
        }
        for group in 0..self.groups.len() {
            let Group { left, at_least, .. } = self.groups[group];
            if at_least && left == 1 {
                self.state.set(Literal::new(self.groups[group].members[0], true), Reason::None)?;
            }
        }
        // Clauses may have been false or single from the beginning.
        for clause in 0..self.clauses.count() {
            let open = self.clauses.of(clause).iter().copied().filter(|literal| !self.state.is_false(*literal));
            let open: Vec<Literal> = open.collect();
            match open[..] {
                [] => return Err(Conflict::Variable(0)),
                [single] => self.state.set(single, Reason::None)?,
                _ => {
                    let state = &self.state;
                    self.clauses.put_first(clause, |literal| !state.is_false(literal));
                }
            }
        }
        Ok(())
    }

    /// Takes back everything above a level; `undone` is told each literal, the latest first.
    pub(super) fn go_back(&mut self, level: u32, mut undone: impl FnMut(Literal)) {
        if level >= self.state.depth() {
            return;
        }
        let length = self.state.levels[level as usize] as usize;
        self.state.levels.truncate(level as usize);
        let (groups, groups_of) = (&mut self.groups, &self.groups_of);
        self.state.shorten(length, |literal, is_drawn| {
            undone(literal);
            if is_drawn && !literal.is() {
                for at in groups_of.range(literal.candidate()) {
                    groups[groups_of.all[at] as usize].left += 1;
                }
            }
        });
        self.waiting.drain(..).for_each(|number| self.is_waiting[number as usize] = false);
    }

    /// Draws all consequences.
    pub(super) fn propagate(&mut self) -> Result<(), Conflict> {
        loop {
            while let Some(literal) = self.state.trail.get(self.state.head).copied() {
                self.state.head += 1;
                if literal.is() {
                    self.true_candidate(literal)?
                } else {
                    self.false_candidate(literal)?
                }
                self.look_at_clauses(!literal)?;
            }
            if let Some(variable) = self.state.changed.pop() {
                self.state.is_changed[variable as usize] = false;
                self.look_at_pairs(variable)?;
                continue;
            }
            let Some(number) = self.waiting.pop() else { return Ok(()) };
            self.is_waiting[number as usize] = false;
            self.look_at_layers(number)?;
        }
    }

    fn true_candidate(&mut self, literal: Literal) -> Result<(), Conflict> {
        let candidate = literal.candidate();
        let (variable, bit) = (self.state.variable[candidate as usize], self.state.bit[candidate as usize]);
        let others = self.state.masks[variable as usize] & !(1 << bit);
        let reason = Reason::Literal(literal);
        self.state.remove(variable, others, reason)?;
        if let Some(peers) = self.peers.get(variable as usize) {
            for peer in peers {
                if self.state.masks[*peer as usize] >> bit & 1 == 1 {
                    let other = self.state.candidate(*peer, bit);
                    self.state.set(Literal::new(other, false), reason)?;
                }
            }
        }
        for at in self.groups_of.range(candidate) {
            let group = &self.groups[self.groups_of.all[at] as usize];
            if group.at_most {
                for other in group.members.iter().filter(|other| **other != candidate) {
                    self.state.set(Literal::new(*other, false), reason)?;
                }
            }
        }
        Ok(())
    }

    fn false_candidate(&mut self, literal: Literal) -> Result<(), Conflict> {
        let mut conflict = Ok(());
        for at in self.groups_of.range(literal.candidate()) {
            let number = self.groups_of.all[at];
            let group = &mut self.groups[number as usize];
            // All are counted, even after a conflict: all are counted back.
            group.left -= 1;
            if !group.at_least || group.left > 1 || conflict.is_err() {
                continue;
            }
            let left = |member: &&u32| self.state.truth[**member as usize] != Truth::False;
            conflict = match group.members.iter().find(left) {
                None => Err(Conflict::Group(number)),
                Some(member) => self.state.set(Literal::new(*member, true), Reason::Group(number)),
            };
        }
        conflict
    }

    /// Looks at the clauses that watch a literal which has become false.
    fn look_at_clauses(&mut self, literal: Literal) -> Result<(), Conflict> {
        let mut watches = std::mem::take(&mut self.clauses.watches[literal.index()]);
        let mut kept = 0;
        let mut conflict = Ok(());
        for at in 0..watches.len() {
            let watch = watches[at];
            watches[kept] = watch;
            kept += 1;
            if conflict.is_err() || self.state.is_true(watch.blocker) {
                continue;
            }
            let literals = self.clauses.of_mut(watch.clause);
            if literals[0] == literal {
                literals.swap(0, 1);
            }
            let other = literals[0];
            watches[kept - 1].blocker = other;
            if self.state.is_true(other) {
                continue;
            }
            let state = &self.state;
            if let Some(next) = literals[2..].iter().position(|literal| !state.is_false(*literal)) {
                literals.swap(1, next + 2);
                let next = literals[1];
                self.clauses.watches[next.index()].push(Watch { clause: watch.clause, blocker: other });
                kept -= 1;
                continue;
            }
            conflict = self.state.set(other, Reason::Clause(watch.clause));
        }
        watches.truncate(kept);
        self.clauses.watches[literal.index()] = watches;
        conflict
    }

    fn look_at_pairs(&mut self, variable: u32) -> Result<(), Conflict> {
        for number in &self.layered_of[variable as usize] {
            if !std::mem::replace(&mut self.is_waiting[*number as usize], true) {
                self.waiting.push(*number);
            }
        }
        let values = self.state.masks[variable as usize];
        for (pair, forward) in &self.pairs_of[variable as usize] {
            let Pair { one, other, relation } = &self.pairs[*pair as usize];
            let other = if *forward { *other } else { *one };
            let removed = self.state.masks[other as usize] & !relation.allowed(*forward, values);
            if removed != 0 {
                self.state.remove(other, removed, Reason::Pair { pair: *pair, forward: *forward })?;
            }
        }
        Ok(())
    }

    fn look_at_layers(&mut self, number: u32) -> Result<(), Conflict> {
        let layered = &mut self.layered[number as usize];
        let masks = &self.state.masks;
        self.values.clear();
        self.values.extend(layered.variables().iter().map(|variable| masks[*variable as usize]));
        if !layered.narrow(&mut self.values) {
            return Err(Conflict::Propagator(number));
        }
        for (variable, left) in layered.variables().iter().zip(&self.values) {
            let removed = self.state.masks[*variable as usize] & !left;
            self.state.remove(*variable, removed, Reason::Propagator(number))?;
        }
        Ok(())
    }
}

impl Engine {
    /// Forgets some of what was learned. Nothing may be decided.
    pub(super) fn forget(&mut self) {
        debug_assert_eq!(self.state.depth(), 0, "no clause is a reason that anyone asks for");
        self.clauses.forget();
        for clause in 0..self.clauses.count() {
            let open = self.clauses.of(clause).iter().filter(|literal| !self.state.is_false(**literal)).count();
            if open >= 2 {
                let state = &self.state;
                self.clauses.put_first(clause, |literal| !state.is_false(literal));
            }
        }
    }
}

impl Engine {
    /// How tight the choices are that each candidate is in, for the first decisions: its variable's and its groups'.
    pub(super) fn tightness(&self) -> Vec<f64> {
        let share = |count: u32| (1.0 / f64::from(count.max(1))).powi(2);
        let of_variable =
            |candidate: usize| share(self.state.masks[self.state.variable[candidate] as usize].count_ones());
        let mut tightness: Vec<f64> = (0..self.state.truth.len()).map(of_variable).collect();
        for group in self.groups.iter().filter(|group| group.at_least) {
            group.members.iter().for_each(|member| tightness[*member as usize] += share(group.left));
        }
        tightness
    }
}
