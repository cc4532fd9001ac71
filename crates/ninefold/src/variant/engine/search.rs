//! The search that learns: decisions, restarts, and solutions one by one.

use super::super::model::{Mask, Model, bits};
use super::analysis::Analysis;
use super::propagate::Engine;
use super::state::{Conflict, Literal, Reason, literal};
use crate::solve::learning::clauses::{ClauseId, Clauses, Values};
use crate::solve::learning::order::Order;
use crate::solve::learning::schedule::Schedule;
use std::cmp::Reverse;
use std::sync::atomic::{AtomicBool, Ordering};

/// The limits of a search.
#[derive(Clone, Copy, Debug)]
pub(in crate::variant) struct Budget<'a> {
    pub(in crate::variant) nodes: u64,
    pub(in crate::variant) cancel: Option<&'a AtomicBool>,
}

impl Budget<'_> {
    /// Takes a node; returns whether there was one.
    #[inline]
    pub(in crate::variant) fn spend(&mut self) -> bool {
        let is_cancelled = self.cancel.is_some_and(|flag| flag.load(Ordering::Relaxed));
        let may = self.nodes > 0 && !is_cancelled;
        self.nodes -= u64::from(may);
        may
    }

    /// Lets a search take up to `most` nodes; returns how it ended, and how many it took.
    pub(in crate::variant) fn lend(
        &mut self,
        most: u64,
        search: impl FnOnce(&mut Budget<'_>) -> Progress,
    ) -> (Progress, u64) {
        let nodes = most.min(self.nodes);
        let mut part = Budget { nodes, ..*self };
        let progress = search(&mut part);
        let taken = nodes - part.nodes;
        self.nodes -= taken;
        (progress, taken)
    }
}

/// The outcome of advancing a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::variant) enum Progress {
    /// A solution was found; [`Search::digits`] returns it.
    Found,
    /// There are no further solutions.
    Exhausted,
    /// The budget ended first; the search can be continued.
    Stopped,
}

/// The number of conflicts after which the search starts again with a deeper model.
const SHALLOW: u32 = 30;

/// A search for the solutions of a model, each found once.
#[derive(Clone, Debug)]
pub(in crate::variant) struct Search {
    model: Model,
    pub(super) engine: Engine,
    analysis: Analysis,
    /// The candidates, ordered by how much they have taken part in conflicts lately.
    order: Order,
    schedule: Schedule,
    /// Per candidate: whether it was true when it last had a value; it is decided the same way.
    phases: Vec<bool>,
    /// The number of literals set so far.
    assigned: u64,
    /// The number of conflicts left until the model is deepened; `None` once it has been, or if it cannot be.
    shallow: Option<u32>,
    /// The solutions forbidden until then.
    forbidden: Vec<Vec<Mask>>,
    /// Whether the latest solution must be forbidden before the search continues.
    is_found: bool,
    is_over: bool,
}

impl Search {
    /// Makes the search, which skips `known` solutions; `None` if single constraints show that the model has no solution, or no
    /// further one.
    pub(in crate::variant) fn new(model: Model, known: &[Vec<i64>]) -> Option<Search> {
        let (mut engine, order) = engine_of(&model)?;
        let bit = |digit: &i64| 1 << (digit - model.lowest[0]);
        let forbidden: Vec<Vec<Mask>> = known.iter().map(|digits| digits.iter().map(bit).collect()).collect();
        if !forbidden.iter().all(|solution| engine.forbid(solution)) {
            return None;
        }
        Some(Search {
            analysis: Analysis::new(engine.state.count()),
            order,
            schedule: Schedule::new(),
            // True decides more: it rules out all other values.
            phases: vec![true; engine.state.count()],
            assigned: 0,
            shallow: model.is_deep().then_some(SHALLOW),
            forbidden,
            is_found: false,
            is_over: false,
            engine,
            model,
        })
    }

    /// Advances to the next solution.
    pub(in crate::variant) fn advance(&mut self, budget: &mut Budget<'_>) -> Progress {
        if self.is_over {
            return Progress::Exhausted;
        }
        if std::mem::take(&mut self.is_found) && !self.forbid() {
            self.is_over = true;
            return Progress::Exhausted;
        }
        let progress = self.run(budget, None);
        self.is_over |= progress == Progress::Exhausted;
        self.is_found = progress == Progress::Found;
        progress
    }

    /// The digits of the latest solution.
    pub(in crate::variant) fn digits(&self) -> Vec<i64> {
        let masks = &self.engine.state.masks[..self.model.cells];
        masks.iter().map(|mask| self.model.lowest[0] + i64::from(mask.trailing_zeros())).collect()
    }

    /// The model as it is now.
    pub(in crate::variant) fn model(&self) -> &Model {
        &self.model
    }

    /// Tries in turn each candidate that no solution has `shown` yet, until `shown` has, as bits, all values of each cell in any
    /// solution; `found` gets each solution. Clauses learned on the way help with all other candidates.
    pub(in crate::variant) fn candidates(
        &mut self,
        shown: &mut [Mask],
        budget: &mut Budget<'_>,
        mut found: impl FnMut(Vec<i64>),
    ) -> Progress {
        for cell in 0..self.model.cells {
            loop {
                self.go_back(0);
                if self.engine.propagate().is_err() {
                    return Progress::Exhausted;
                }
                let open = self.engine.state.masks[cell] & !shown[cell];
                let Some(bit) = bits(open).next() else { break };
                // Values not yet shown come first, so that a solution shows many of them.
                for candidate in 0..self.engine.state.count() {
                    let variable = self.engine.state.variable[candidate] as usize;
                    let is_shown =
                        shown.get(variable).is_some_and(|shown| shown >> self.engine.state.bit[candidate] & 1 == 1);
                    self.phases[candidate] = !is_shown;
                }
                let wanted = literal(self.engine.state.candidate(cell as u32, bit as u8), true);
                match self.run(budget, Some(wanted)) {
                    Progress::Found if self.engine.state.is_true(wanted) => {
                        shown.iter_mut().zip(&self.engine.state.masks).for_each(|(shown, mask)| *shown |= mask);
                        found(self.digits());
                    }
                    // The candidate is now false at level 0.
                    Progress::Found => {}
                    ended => return ended,
                }
            }
        }
        Progress::Found
    }

    /// What is left of each cell without any decision.
    pub(in crate::variant) fn root(&mut self) -> &[Mask] {
        self.go_back(0);
        &self.engine.state.masks[..self.model.cells]
    }

    fn go_back(&mut self, level: u32) {
        let Search { engine, order, phases, .. } = self;
        engine.go_back(level, |literal| {
            phases[literal.variable()] = !literal.is_negated();
            order.insert(literal.variable());
        });
    }

    fn propagate(&mut self) -> Result<(), Conflict> {
        let before = self.engine.state.trail.len();
        let outcome = self.engine.propagate();
        self.assigned += (self.engine.state.trail.len() - before) as u64;
        outcome
    }

    /// Searches until all variables have a value. A wanted literal is decided first, and `Found` is also returned as soon as it
    /// is known to be false.
    fn run(&mut self, budget: &mut Budget<'_>, wanted: Option<Literal>) -> Progress {
        loop {
            if let Err(conflict) = self.propagate() {
                if !self.learn(conflict) {
                    return Progress::Exhausted;
                }
                if !budget.spend() {
                    return Progress::Stopped;
                }
                if let Some(shallow) = &mut self.shallow {
                    *shallow -= 1;
                    if *shallow == 0 && !self.deepen() {
                        return Progress::Exhausted;
                    }
                }
                continue;
            }
            if self.schedule.reduce() {
                self.engine.forget();
            }
            if self.schedule.restart(self.assigned, self.engine.state.trail.len()) {
                self.go_back(0);
                continue;
            }
            let state = &mut self.engine.state;
            if let Some(wanted) = wanted.filter(|wanted| !state.is_true(*wanted) && state.depth() == 0) {
                if state.is_false(wanted) {
                    return Progress::Found;
                }
                state.decide(wanted);
            } else if let Some(literal) = self.decision() {
                self.engine.state.decide(literal);
            } else {
                return Progress::Found;
            }
        }
    }

    /// Starts again with a deeper model and the candidates that are left; returns whether there may still be a solution. The
    /// few clauses learned so far are lost.
    fn deepen(&mut self) -> bool {
        self.shallow = None;
        self.go_back(0);
        if self.engine.propagate().is_err() {
            return false;
        }
        self.model.deepen(&self.engine.state.masks);
        let Some((mut engine, order)) = engine_of(&self.model) else { return false };
        if !self.forbidden.iter().all(|solution| engine.forbid(solution)) {
            return false;
        }
        self.analysis = Analysis::new(engine.state.count());
        self.order = order;
        self.schedule = Schedule::new();
        self.phases.truncate(self.model.cells * self.model.digits);
        self.phases.resize(engine.state.count(), true);
        self.engine = engine;
        true
    }

    /// Learns from a conflict; returns whether there may still be a solution.
    fn learn(&mut self, conflict: Conflict) -> bool {
        if !self.analysis.analyse(conflict, self.schedule.depth(), &mut self.engine) {
            return false;
        }
        self.schedule.add_conflict(self.analysis.glue);
        self.analysis.involved.iter().for_each(|candidate| self.order.bump(*candidate as usize));
        self.order.decay(self.schedule.decay());
        self.analysis.used.iter().for_each(|(clause, glue)| self.engine.clauses.use_again(*clause, *glue));
        let learned = std::mem::take(&mut self.analysis.learned);
        self.assert(&learned, |clauses, learned, glue| clauses.add(learned, glue));
        self.analysis.learned = learned;
        true
    }

    /// Goes back to the level at which a clause implies its first literal, and sets that literal.
    fn assert(&mut self, clause: &[Literal], add: impl Fn(&mut Clauses, &[Literal], u32) -> ClauseId) {
        let level = clause.get(1).map_or(0, |literal| self.engine.state.level_of(*literal));
        self.go_back(level);
        let reason = match clause.len() {
            1 => Reason::None,
            _ => Reason::Clause(add(&mut self.engine.clauses, clause, self.analysis.glue)),
        };
        self.engine.state.set(clause[0], reason).expect("it is open at this level");
    }

    /// Forbids the latest solution, by its decisions; returns whether there may be another.
    fn forbid(&mut self) -> bool {
        if self.shallow.is_some() {
            self.forbidden.push(self.engine.state.masks[..self.model.cells].to_vec());
        }
        if self.model.has_free_variables {
            return self.forbid_cells();
        }
        let state = &self.engine.state;
        let mut clause: Vec<Literal> = state.levels.iter().rev().map(|start| !state.trail[*start as usize]).collect();
        if clause.is_empty() {
            return false;
        }
        clause.dedup();
        self.assert(&clause, |clauses, clause, _| clauses.keep(clause));
        true
    }

    /// Forbids the latest solution by the values of its cells, if these do not determine all variables.
    fn forbid_cells(&mut self) -> bool {
        let state = &self.engine.state;
        let value =
            |cell: u32| literal(state.candidate(cell, state.masks[cell as usize].trailing_zeros() as u8), false);
        let mut clause: Vec<Literal> = (0..self.model.cells as u32).map(value).collect();
        clause.retain(|literal| state.level_of(*literal) > 0);
        clause.sort_unstable_by_key(|literal| Reverse(state.level_of(*literal)));
        let Some(level) = clause.first().map(|literal| state.level_of(*literal)) else { return false };
        if clause.get(1).is_some_and(|literal| state.level_of(*literal) == level) {
            // Several literals are of the latest level: below it, all of them are open again.
            self.go_back(level - 1);
            self.engine.clauses.keep(&clause);
        } else {
            self.assert(&clause, |clauses, clause, _| clauses.keep(clause));
        }
        true
    }

    /// The next decision: the open candidate that has been most involved in conflicts; `None` if all have a value.
    fn decision(&mut self) -> Option<Literal> {
        loop {
            let candidate = self.order.pop()?;
            if self.engine.state.is_open(candidate as u32) {
                return Some(literal(candidate as u32, self.phases[candidate]));
            }
        }
    }
}

/// The engine for a model, and the order of its first decisions.
fn engine_of(model: &Model) -> Option<(Engine, Order)> {
    let mut model = model.clone();
    model.elaborate();
    let engine = Engine::new(&model)?;
    let order = Order::new(engine.tightness(&model));
    Some((engine, order))
}
