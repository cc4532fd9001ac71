//! [batsat](https://docs.rs/batsat), a MiniSat in Rust, as a [`Cdcl`] solver.
//!
//! With every decision, batsat asks its callbacks whether to stop, but callbacks are part of the solver and cannot borrow the
//! budget. A theory can: it is passed with each call and asked at the same points. So the theory here decides nothing and only
//! checks the cancel flag; the callbacks count conflicts and say when to stop.

use super::super::engine::Budget;
use super::super::literal::Literal;
use super::cdcl::{Cdcl, Outcome};
use batsat::theory::{Theory, TheoryArg};
use batsat::{Callbacks, ClauseKind, Lit, Solver, SolverInterface, Var, lbool};
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

#[derive(Default)]
pub(super) struct Batsat {
    solver: Solver<Brake>,
    /// The solver's name of each variable.
    variables: Vec<Var>,
    clause: Vec<Lit>,
}

impl fmt::Debug for Batsat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (variables, clauses) = (self.solver.num_vars(), self.solver.num_clauses());
        f.debug_struct("Batsat").field("variables", &variables).field("clauses", &clauses).finish_non_exhaustive()
    }
}

impl Cdcl for Batsat {
    fn add_clause(&mut self, clause: &[Literal]) {
        self.clause.clear();
        for literal in clause {
            let variable = literal.variable();
            while self.variables.len() <= variable {
                self.variables.push(self.solver.new_var_default());
            }
            self.clause.push(Lit::new(self.variables[variable], !literal.is_negated()));
        }
        self.solver.add_clause_reuse(&mut self.clause);
    }

    fn solve(&mut self, budget: &mut Budget<'_>) -> Outcome {
        let before = self.solver.num_conflicts();
        let brake = self.solver.cb_mut();
        (brake.conflicts, brake.most) = (0, budget.nodes_left());
        brake.cancelled.store(budget.is_cancelled(), Ordering::Relaxed);
        let cancelled = Arc::clone(&brake.cancelled);
        let result = self.solver.solve_limited_th(&mut Lookout { budget, cancelled, levels: 0 }, &[]);
        budget.spend_nodes(self.solver.num_conflicts() - before);
        if result == lbool::TRUE {
            Outcome::Found
        } else if result == lbool::FALSE {
            Outcome::Refuted
        } else {
            Outcome::Interrupted
        }
    }

    fn is_true(&self, variable: usize) -> bool {
        self.solver.value_var(self.variables[variable]) == lbool::TRUE
    }
}

/// Ends a search when it has had more conflicts than it may, or is cancelled.
#[derive(Default)]
struct Brake {
    conflicts: u64,
    most: u64,
    /// Set by the [`Lookout`]. Only one thread is ever at work; this is atomic so that the solver can be sent to another thread.
    cancelled: Arc<AtomicBool>,
}

impl Callbacks for Brake {
    fn on_new_clause(&mut self, _clause: &[Lit], kind: ClauseKind) {
        self.conflicts += u64::from(kind == ClauseKind::Learnt);
    }

    fn stop(&self) -> bool {
        self.conflicts > self.most || self.cancelled.load(Ordering::Relaxed)
    }
}

/// A theory without rules that only checks the cancel flag.
struct Lookout<'b, 'a> {
    budget: &'b mut Budget<'a>,
    cancelled: Arc<AtomicBool>,
    levels: usize,
}

impl Theory for Lookout<'_, '_> {
    fn partial_check(&mut self, _acts: &mut TheoryArg<'_>) {
        if self.budget.is_cancelled() {
            self.cancelled.store(true, Ordering::Relaxed);
        }
    }

    fn final_check(&mut self, _acts: &mut TheoryArg<'_>) {}

    fn create_level(&mut self) {
        self.levels += 1;
    }

    fn pop_levels(&mut self, n: usize) {
        self.levels -= n;
    }

    fn n_levels(&self) -> usize {
        self.levels
    }

    fn explain_propagation(&mut self, _p: Lit) -> &[Lit] {
        unreachable!("this theory propagates nothing")
    }
}
