//! [CaDiCaL](https://github.com/arminbiere/cadical) by way of the crate rustsat-cadical, as a [`Cdcl`] solver.
//!
//! CaDiCaL calls back to ask whether to stop, but the callback has to live as long as the solver and cannot borrow the cancel
//! flag. So the search runs in slices of a thousand calls or more, and the flag is checked between two slices. Clauses, values
//! and the schedule of simplifications are kept from slice to slice. A slice that ends without a conflict may have been too
//! short to get anywhere, so the next may take twice as long.
//!
//! One thing is not kept: CaDiCaL alternates between a focused mode with many restarts and a stable one with few, and begins
//! every call in the focused mode. In slices it hardly reached the stable mode, which finds solutions: a 64x64 board that takes
//! 3 s in one go took more than 40 s in slices. So it is kept in the stable mode, which solves that board in 0.8 s and refutes
//! no more slowly than the alternation: 25x25 boards took 2 to 8 s for solution and proof, as against 2 to 9 s.

use super::super::engine::Budget;
use super::super::literal::Literal;
use super::cdcl::{Cdcl, Outcome};
use rustsat::solvers::{ControlSignal, GetInternalStats, LimitConflicts, Solve, SolverResult, Terminate};
use rustsat::types::{Clause, Lit, TernaryVal};
use rustsat_cadical::CaDiCaL;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// Callbacks in a slice, one for every ten steps (decisions and conflicts): 0.05 to 0.5 s on 25x25 to 64x64 boards.
const CALLS: u64 = 1000;

#[derive(Debug)]
pub(super) struct Cadical {
    /// Never locked: the mutex is only there to make it `Sync`.
    solver: Mutex<CaDiCaL<'static, 'static>>,
    calls_left: Arc<AtomicU64>,
    /// One more than the greatest variable.
    variables: u32,
    values: Vec<bool>,
}

impl Default for Cadical {
    fn default() -> Cadical {
        let (mut solver, calls_left) = (CaDiCaL::default(), Arc::new(AtomicU64::new(0)));
        let left = Arc::clone(&calls_left);
        // Without this, the lucky phases would be tried again with every call.
        for (option, value) in [("stabilizeonly", 1), ("lucky", 0)] {
            solver.set_option(option, value).expect("CaDiCaL knows this option");
        }
        solver.attach_terminator(move || {
            let calls = left.load(Ordering::Relaxed);
            left.store(calls.saturating_sub(1), Ordering::Relaxed);
            if calls == 0 { ControlSignal::Terminate } else { ControlSignal::Continue }
        });
        Cadical { solver: Mutex::new(solver), calls_left, variables: 0, values: Vec::new() }
    }
}

impl Cadical {
    fn solver(&mut self) -> &mut CaDiCaL<'static, 'static> {
        self.solver.get_mut().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Cdcl for Cadical {
    fn add_clause(&mut self, clause: &[Literal]) {
        self.variables = clause.iter().map(|literal| literal.variable() as u32 + 1).fold(self.variables, u32::max);
        let clause: Clause = clause.iter().map(|literal| lit(*literal)).collect();
        self.solver().add_clause(clause).expect(MEMORY);
    }

    fn solve(&mut self, budget: &mut Budget<'_>) -> Outcome {
        let mut calls = CALLS;
        loop {
            if budget.is_cancelled() {
                return Outcome::Interrupted;
            }
            let left = budget.nodes_left();
            self.calls_left.store(calls, Ordering::Relaxed);
            let solver = self.solver();
            let before = solver.conflicts();
            let most = u32::try_from(left).ok().filter(|most| *most < i32::MAX as u32).map(|most| most + 1);
            solver.limit_conflicts(most).expect("CaDiCaL knows this limit");
            let result = solver.solve().expect(MEMORY);
            let conflicts = (solver.conflicts() - before) as u64;
            budget.spend_nodes(conflicts);
            match result {
                SolverResult::Sat => {
                    self.values = (0..self.variables).map(|variable| self.value(variable)).collect();
                    return Outcome::Found;
                }
                SolverResult::Unsat => return Outcome::Refuted,
                SolverResult::Interrupted if conflicts > left => return Outcome::Interrupted,
                SolverResult::Interrupted if conflicts == 0 => calls *= 2,
                SolverResult::Interrupted => {}
            }
        }
    }

    fn is_true(&self, variable: usize) -> bool {
        self.values[variable]
    }
}

impl Cadical {
    fn value(&mut self, variable: u32) -> bool {
        let value = self.solver().lit_val(Lit::positive(variable)).expect("CaDiCaL has found values");
        value == TernaryVal::True
    }
}

const MEMORY: &str = "CaDiCaL has memory enough";

fn lit(literal: Literal) -> Lit {
    if literal.is_negated() {
        Lit::negative(literal.variable() as u32)
    } else {
        Lit::positive(literal.variable() as u32)
    }
}
