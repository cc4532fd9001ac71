//! A search in which every learned clause is a line of the proof. It propagates as a checker does, and a checker can derive
//! each clause by unit propagation, so no step needs a reason.

use super::formula::Formula;
use super::log::Log;
use super::state::{Conflict, Reason, State};
use crate::solve::learning::clauses::ClauseId;
use crate::solve::learning::marks::{Levels, Marks};
use crate::solve::learning::order::Order;
use crate::solve::learning::schedule::Schedule;
use crate::solve::literal::Literal;
use crate::variant::engine::Budget;
use std::cmp::Reverse;

/// The outcome of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Outcome {
    /// All variables have a value, and all rows hold.
    Model,
    /// Nothing can satisfy the rows; the last step of the proof states this.
    Refuted,
    /// The budget ended first.
    Stopped,
}

/// The search for a model of a formula.
#[derive(Clone, Debug)]
pub(super) struct Prover {
    pub(super) state: State,
    order: Order,
    schedule: Schedule,
    /// Per variable: whether it was true when it last had a value; it is decided the same way.
    phases: Vec<bool>,
    assigned: u64,
    /// The clauses' numbers in the proof, in the order of the clauses.
    numbers: Vec<(ClauseId, u64)>,
    learned: Vec<Literal>,
    seen: Marks,
    /// The literals of one level while they are replaced by one.
    block: Marks,
    levels: Levels,
    causes: Vec<Literal>,
}

impl Prover {
    /// Makes a search for a model of the rows; `None` if they contradict each other at once. The `first` variables of the
    /// formula are decided first.
    pub(super) fn new(formula: &Formula, first: usize) -> Option<Prover> {
        let state = State::new(formula)?;
        let count = formula.variables();
        let activities = (0..count).map(|variable| if variable < first { 1.0 } else { 0.0 }).collect();
        Some(Prover {
            state,
            order: Order::new(activities),
            schedule: Schedule::new(),
            phases: vec![true; count],
            assigned: 0,
            numbers: Vec::new(),
            learned: Vec::new(),
            seen: Marks::new(count),
            block: Marks::new(count),
            levels: Levels::new(count + 1),
            causes: Vec::new(),
        })
    }

    /// Continues the search, with these literals as the first decisions.
    pub(super) fn run(&mut self, wanted: &[Literal], log: &mut Log<'_>, budget: &mut Budget<'_>) -> Outcome {
        loop {
            let before = self.state.trail().len();
            let outcome = self.state.propagate();
            self.assigned += (self.state.trail().len() - before) as u64;
            if let Err(conflict) = outcome {
                if self.state.level() == 0 {
                    log.clause(&[]);
                    return Outcome::Refuted;
                }
                self.learn(conflict, log);
                if !budget.spend() {
                    return Outcome::Stopped;
                }
                continue;
            }
            if self.schedule.reduce() {
                self.forget(log);
            }
            if self.schedule.restart(self.assigned, self.state.trail().len()) {
                self.go_back(0);
                continue;
            }
            let Some(literal) =
                wanted.iter().copied().find(|literal| self.state.is_open(*literal)).or_else(|| self.choose())
            else {
                return Outcome::Model;
            };
            self.state.decide(literal);
        }
    }

    pub(super) fn go_back(&mut self, level: u32) {
        let Prover { state, order, phases, .. } = self;
        state.go_back(level, |literal| {
            phases[literal.variable()] = !literal.is_negated();
            order.insert(literal.variable());
        });
    }

    fn choose(&mut self) -> Option<Literal> {
        loop {
            let literal = Literal::new(self.order.pop()?);
            if self.state.is_open(literal) {
                return Some(if self.phases[literal.variable()] { literal } else { !literal });
            }
        }
    }

    /// Learns a clause from a conflict, and goes back to the level at which it implies its first literal.
    fn learn(&mut self, conflict: Conflict, log: &mut Log<'_>) {
        self.analyse(conflict);
        let learned = std::mem::take(&mut self.learned);
        let glue = self.levels.count(learned.iter().map(|literal| self.state.level_of(*literal)));
        self.schedule.add_conflict(glue);
        self.order.decay(self.schedule.decay());
        self.go_back(learned.get(1).map_or(0, |literal| self.state.level_of(*literal)));
        let number = log.clause(&learned);
        let reason = match learned.len() {
            1 => Reason::None,
            _ => {
                let clause = self.state.clauses.add(&learned, glue);
                self.numbers.push((clause, number));
                Reason::Clause(clause)
            }
        };
        self.state.set(learned[0], reason);
        self.learned = learned;
    }

    /// Derives a clause from a conflict, up to the first unique implication point, and drops literals that follow from the
    /// others.
    fn analyse(&mut self, conflict: Conflict) {
        let mut causes = std::mem::take(&mut self.causes);
        causes.clear();
        self.learned.clear();
        self.learned.push(Literal::from_code(0));
        let reason = match conflict {
            Conflict::Clause(clause) => Reason::Clause(clause),
            Conflict::Row(row) => Reason::Row(row),
        };
        self.use_again(reason);
        self.state.causes(reason, None, &mut causes);
        let latest = causes.iter().map(|cause| self.state.level_of(*cause)).max().unwrap_or(0);
        self.go_back_to_conflict(latest);
        let (mut open, mut place) = (0, self.state.trail().len());
        let point = loop {
            for cause in causes.drain(..) {
                let level = self.state.level_of(cause);
                if level > 0 && self.seen.insert(cause) {
                    self.order.bump(cause.variable());
                    if level == latest {
                        open += 1;
                    } else {
                        self.learned.push(!cause);
                    }
                }
            }
            let literal = loop {
                place -= 1;
                let literal = self.state.trail()[place];
                if self.seen.contains(literal) && self.state.level_of(literal) == latest {
                    break literal;
                }
            };
            if open == 1 {
                break literal;
            }
            open -= 1;
            let reason = self.state.reason_of(literal);
            self.use_again(reason);
            self.state.causes(reason, Some(literal), &mut causes);
        };
        self.learned[0] = !point;
        self.minimise(&mut causes);
        self.seen.shorten(0);
        self.causes = causes;
        self.learned[1..].sort_unstable_by_key(|literal| Reverse(self.state.place_of(*literal)));
    }

    /// A conflict may be at a lower level than the current one; later levels then play no part.
    fn go_back_to_conflict(&mut self, level: u32) {
        if level < self.state.level() {
            self.go_back(level);
        }
    }

    fn use_again(&mut self, reason: Reason) {
        if let Reason::Clause(clause) = reason
            && !self.state.clauses.is_kept(clause)
        {
            let glue =
                self.levels.count(self.state.clauses.literals(clause).map(|literal| self.state.level_of(literal)));
            self.state.clauses.use_again(clause, glue);
        }
    }

    /// Goes through the clause level by level, from the highest: replaces all literals of a level by a single one that implies
    /// them (Fleury and Biere 2021), or otherwise drops those that follow from the others, through literals of their levels only
    /// (Sörensson and Biere 2009).
    fn minimise(&mut self, causes: &mut Vec<Literal>) {
        let mut learned = std::mem::take(&mut self.learned);
        learned[1..].sort_unstable_by_key(|literal| Reverse(self.state.place_of(*literal)));
        self.levels.count(learned.iter().map(|literal| self.state.level_of(*literal)));
        let mut kept = vec![learned[0]];
        let mut rest = &learned[1..];
        while let Some(first) = rest.first() {
            let level = self.state.level_of(*first);
            let count = rest.iter().take_while(|literal| self.state.level_of(**literal) == level).count();
            let block;
            (block, rest) = rest.split_at(count);
            match self.shrink(block, causes) {
                Some(point) => kept.push(point),
                None => kept.extend(block.iter().filter(|literal| !self.is_redundant(!**literal, causes))),
            }
        }
        self.learned = kept;
    }

    /// The false literal of a level that, together with the rest of the clause, implies these literals of the level.
    fn shrink(&mut self, block: &[Literal], causes: &mut Vec<Literal>) -> Option<Literal> {
        if block.len() == 1 {
            return None;
        }
        let level = self.state.level_of(block[0]);
        let mut open = block.iter().filter(|literal| self.block.insert(**literal)).count();
        let mut place = self.state.place_of(block[0]) as usize + 1;
        let point = loop {
            place -= 1;
            let literal = self.state.trail()[place];
            if !self.block.contains(literal) {
                continue;
            }
            if open == 1 {
                break Some(!literal);
            }
            open -= 1;
            let mut own = Vec::new();
            self.state.causes(self.state.reason_of(literal), Some(literal), &mut own);
            open +=
                own.iter().filter(|cause| self.state.level_of(**cause) == level && self.block.insert(**cause)).count();
            let is_lower = |cause: &&Literal| ![0, level].contains(&self.state.level_of(**cause));
            let lower: Vec<Literal> = own.iter().filter(is_lower).copied().collect();
            if !lower.into_iter().all(|cause| self.seen.contains(cause) || self.is_redundant(cause, causes)) {
                break None;
            }
        };
        self.block.shorten(0);
        point.inspect(|point| {
            self.seen.insert(*point);
        })
    }

    fn is_redundant(&mut self, literal: Literal, causes: &mut Vec<Literal>) -> bool {
        if self.state.reason_of(literal) == Reason::None {
            return false;
        }
        let before = self.seen.len();
        let mut stack = vec![literal];
        while let Some(literal) = stack.pop() {
            causes.clear();
            self.state.causes(self.state.reason_of(literal), Some(literal), causes);
            for cause in causes.drain(..) {
                let level = self.state.level_of(cause);
                if level == 0 || self.seen.contains(cause) {
                    continue;
                }
                if !self.levels.contains(level) || self.state.reason_of(cause) == Reason::None {
                    self.seen.shorten(before);
                    return false;
                }
                self.seen.insert(cause);
                stack.push(cause);
            }
        }
        true
    }

    /// Forgets clauses, and deletes them in the proof.
    fn forget(&mut self, log: &mut Log<'_>) {
        let moves = self.state.forget();
        let mut gone = Vec::new();
        self.numbers.retain_mut(|(clause, number)| match moves.binary_search_by_key(clause, |(from, _)| *from) {
            Ok(place) => {
                *clause = moves[place].1;
                true
            }
            Err(_) => {
                gone.push(*number);
                false
            }
        });
        log.delete(&gone);
    }
}
