//! All solutions, by depth-first search without learning: where there are very many, nothing else is as quick, and
//! nothing has to be remembered of those that have been found.

use super::super::model::{Mask, Model};
use super::propagate::Engine;
use super::search::{Budget, Progress};
use super::state::{Literal, Reason, literal};

/// A depth-first search for the solutions of a model, each found once.
#[derive(Clone, Debug)]
pub(in crate::variant) struct Enumeration {
    engine: Engine,
    /// The decision of each level, while its other side is still to be searched.
    open: Vec<Option<Literal>>,
    cells: usize,
    lowest: i64,
    /// Cells are decided first, and only once: they do not decide all variables.
    has_free_variables: bool,
    is_begun: bool,
}

impl Enumeration {
    /// The search; `None` if the model has no solution, as its constraints one by one show.
    pub(in crate::variant) fn new(model: &Model) -> Option<Enumeration> {
        let engine = Engine::new(model)?;
        Some(Enumeration {
            engine,
            open: Vec::new(),
            cells: model.cells,
            lowest: model.lowest[0],
            has_free_variables: model.has_free_variables,
            is_begun: false,
        })
    }

    /// Goes on to the next solution. A node is a decision.
    pub(in crate::variant) fn advance(&mut self, budget: &mut Budget<'_>) -> Progress {
        if std::mem::replace(&mut self.is_begun, true) {
            self.forget_free_decisions();
            if !self.turn() {
                return Progress::Exhausted;
            }
        }
        loop {
            if self.engine.propagate().is_err() {
                if !self.turn() {
                    return Progress::Exhausted;
                }
                continue;
            }
            let Some(decision) = self.decision() else { return Progress::Found };
            if !budget.spend() {
                self.is_begun = false;
                return Progress::Stopped;
            }
            self.open.push(Some(decision));
            self.engine.state.decide(decision);
        }
    }

    /// After a solution: leaves the decisions about what is no cell, so that these cells are not found again.
    fn forget_free_decisions(&mut self) {
        let state = &self.engine.state;
        let is_free = |start: &u32| state.variable[state.trail[*start as usize].variable()] as usize >= self.cells;
        if let Some(level) = state.levels.iter().position(is_free).filter(|_| self.has_free_variables) {
            self.open.truncate(level);
        }
    }

    /// Turns to the other side of the latest decision that has one; whether there is one.
    fn turn(&mut self) -> bool {
        while let Some(latest) = self.open.pop() {
            let level = self.open.len() as u32;
            self.engine.go_back(level, |_| {});
            let Some(decision) = latest else { continue };
            // The other side has a level of its own, so that going back takes it back.
            self.engine.state.levels.push(self.engine.state.trail.len() as u32);
            self.open.push(None);
            if self.engine.state.set(!decision, Reason::None).is_ok() {
                return true;
            }
        }
        false
    }

    fn decision(&self) -> Option<Literal> {
        let state = &self.engine.state;
        let open = state.masks.iter().enumerate().filter(|(_, mask)| mask.count_ones() > 1);
        let is_late = |variable: usize| self.has_free_variables && variable >= self.cells;
        let (variable, mask) = open.min_by_key(|(variable, mask)| (is_late(*variable), mask.count_ones()))?;
        Some(literal(state.candidate(variable as u32, mask.trailing_zeros() as u8), true))
    }

    /// The digits of the latest solution.
    pub(in crate::variant) fn digits(&self) -> Vec<i64> {
        let masks: &[Mask] = &self.engine.state.masks[..self.cells];
        masks.iter().map(|mask| self.lowest + i64::from(mask.trailing_zeros())).collect()
    }
}
