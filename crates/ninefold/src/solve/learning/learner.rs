//! The search itself: decide, propagate, learn.

use super::super::engine::{Budget, Progress};
use super::super::literal::Literal;
use super::analysis::{Analysis, View};
use super::assignment::{Assignment, Conflict, Reason};
use super::clauses::{Clauses, Values};
use super::groups::Groups;
use super::order::Order;
use super::schedule::Schedule;
use crate::board::Digit;

/// A search among the candidates that propagation leaves.
#[derive(Clone, Debug)]
pub(super) struct Learner {
    groups: Groups,
    assignment: Assignment,
    clauses: Clauses,
    analysis: Analysis,
    order: Order,
    schedule: Schedule,
    /// Per variable: whether it was true when it was last assigned; the next decision on it repeats this.
    phases: Vec<bool>,
    /// How many literals have been set so far.
    assigned: u64,
    stage: Stage,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    /// The search for the next solution has not begun; it costs a node.
    Waiting,
    Searching,
    /// The assignment is a solution that has been reported.
    Reported,
    Over,
}

impl Learner {
    pub(super) fn new(groups: Groups) -> Learner {
        let mut learner = Learner {
            assignment: Assignment::new(groups.variables()),
            clauses: groups.clauses(),
            analysis: Analysis::new(groups.variables()),
            order: Order::new(tightness(&groups)),
            schedule: Schedule::new(),
            // True decides more: all other members of the variable's groups become false.
            phases: vec![true; groups.variables()],
            assigned: 0,
            stage: Stage::Waiting,
            groups,
        };
        for group in 0..learner.groups.len() as u32 {
            let count = learner.groups.members(group).len();
            let only = learner.groups.members(group).next().filter(|_| count == 1);
            match only {
                Some(only) => learner.require(only),
                None if count == 0 => learner.stage = Stage::Over,
                None => {}
            }
        }
        learner
    }

    /// The digits of the cells that propagation left undecided, in the solution just found.
    pub(super) fn decided(&self) -> impl Iterator<Item = (usize, Digit)> {
        let candidates = self.groups.candidates();
        candidates.filter(|(_, _, literal)| self.assignment.is_true(*literal)).map(|(cell, digit, _)| (cell, digit))
    }

    /// See [`Schedule::usual_glue`].
    pub(super) fn usual_glue(&self) -> f64 {
        self.schedule.usual_glue()
    }

    /// Searches for the next solution.
    pub(super) fn advance(&mut self, budget: &mut Budget<'_>) -> Progress {
        if self.stage == Stage::Reported {
            self.forbid();
        }
        if self.stage == Stage::Over {
            return Progress::Exhausted;
        }
        if self.stage == Stage::Waiting && !budget.spend_node() {
            return Progress::Stopped;
        }
        self.stage = Stage::Searching;
        loop {
            if let Err(conflict) = self.propagate() {
                if self.assignment.level() == 0 {
                    self.stage = Stage::Over;
                    return Progress::Exhausted;
                }
                self.learn(conflict);
                if !budget.spend_node() {
                    return Progress::Stopped;
                }
                continue;
            }
            if self.schedule.reduce() {
                self.reduce();
            }
            if self.schedule.restart(self.assigned, self.assignment.trail().len()) {
                self.backtrack(0);
                continue;
            }
            if budget.is_cancelled() {
                return Progress::Stopped;
            }
            let Some(variable) = self.choose() else {
                self.stage = Stage::Reported;
                return Progress::Found;
            };
            let literal = Literal::new(variable);
            self.assignment.decide(if self.phases[variable] { literal } else { !literal });
        }
    }

    fn propagate(&mut self) -> Result<(), Conflict> {
        let before = self.assignment.trail().len();
        let outcome = self.assignment.propagate(&self.groups, &mut self.clauses);
        self.assigned += (self.assignment.trail().len() - before) as u64;
        outcome
    }

    /// Makes a literal true for good; on level 0.
    fn require(&mut self, literal: Literal) {
        if self.assignment.is_false(literal) {
            self.stage = Stage::Over;
        } else if !self.assignment.is_true(literal) {
            self.assignment.set(literal, Reason::None);
        }
    }

    fn backtrack(&mut self, level: u32) {
        let Learner { assignment, order, phases, .. } = self;
        assignment.backtrack(level, |literal| {
            phases[literal.variable()] = !literal.is_negated();
            order.insert(literal.variable());
        });
    }

    /// The open variable with the highest activity.
    fn choose(&mut self) -> Option<usize> {
        std::iter::from_fn(|| self.order.pop()).find(|variable| self.assignment.is_open(*variable))
    }

    fn learn(&mut self, conflict: Conflict) {
        let view = View { clauses: &self.clauses, assignment: &self.assignment };
        self.analysis.analyze(conflict, self.schedule.depth(), view);
        self.schedule.add_conflict(self.analysis.glue);
        self.analysis.involved.iter().for_each(|variable| self.order.bump(*variable as usize));
        self.order.decay(self.schedule.decay());
        self.analysis.used.iter().for_each(|(clause, glue)| self.clauses.use_again(*clause, *glue));
        let level = self.analysis.learned.get(1).map_or(0, |second| self.assignment.level_of(*second));
        self.backtrack(level);
        let learned = &self.analysis.learned;
        let reason = match learned.len() {
            1 => Reason::None,
            _ => Reason::Clause(self.clauses.add(learned, self.analysis.glue)),
        };
        self.assignment.set(learned[0], reason);
    }

    /// Excludes the solution just reported: the same decisions would lead to it again.
    fn forbid(&mut self) {
        let level = self.assignment.level();
        let other: Vec<Literal> = (1..=level).rev().map(|level| !self.assignment.decision(level)).collect();
        self.stage = Stage::Waiting;
        match other[..] {
            [] => self.stage = Stage::Over,
            [only] => {
                self.backtrack(0);
                self.require(only);
            }
            [last, ..] => {
                self.backtrack(level - 1);
                let clause = self.clauses.keep(&other);
                self.assignment.set(last, Reason::Clause(clause));
            }
        }
    }

    /// Excludes a solution before the search has begun.
    pub(super) fn forbid_solution(&mut self, solution: &[Digit]) {
        let parts = self.groups.candidates().filter(|(cell, digit, _)| solution[*cell] == *digit);
        let mut other: Vec<Literal> = parts.map(|(_, _, literal)| !literal).collect();
        other.sort_unstable();
        other.dedup();
        match other[..] {
            [] => self.stage = Stage::Over,
            [only] => self.require(only),
            _ => {
                self.clauses.keep(&other);
            }
        }
    }

    fn reduce(&mut self) {
        let assignment = &self.assignment;
        let moves = self.clauses.reduce(
            |clause, literal| assignment.is_true(literal) && assignment.reason_of(literal) == Reason::Clause(clause),
            |literal| assignment.is_true(literal) && assignment.level_of(literal) == 0,
        );
        self.assignment.move_clauses(&moves);
    }
}

/// How tight the groups of each variable are: its first activity, for the first decisions.
fn tightness(groups: &Groups) -> Vec<f64> {
    let mut tightness = vec![0.0; groups.variables()];
    for group in 0..groups.len() as u32 {
        let members = groups.members(group);
        let share = 1.0 / members.len() as f64;
        members.for_each(|literal| tightness[literal.variable()] += share * share);
    }
    tightness
}
