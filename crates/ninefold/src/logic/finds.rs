//! Where finders leave what they find.

use super::step::Step;
use std::ops::ControlFlow;

/// The steps that have been found, and whether more are wanted.
#[derive(Debug)]
pub(super) struct Finds {
    pub(super) steps: Vec<Step>,
    wants_all: bool,
    wants_reasons: bool,
}

impl Finds {
    /// Wants one step: the first that a finder tells. Finders that look for the best tell that one.
    pub(super) fn one() -> Finds {
        Finds { steps: Vec::new(), wants_all: false, wants_reasons: true }
    }

    /// Wants one step, of which nobody will look at the pattern and the premises: finders to which they are much work
    /// may leave them out.
    pub(super) fn conclusion() -> Finds {
        Finds { wants_reasons: false, ..Finds::one() }
    }

    /// Wants every step that can be found.
    pub(super) fn all() -> Finds {
        Finds { wants_all: true, ..Finds::one() }
    }

    /// Whether every step is wanted, and not just one.
    pub(super) fn wants_all(&self) -> bool {
        self.wants_all
    }

    /// Whether pattern and premises are wanted.
    pub(super) fn wants_reasons(&self) -> bool {
        self.wants_reasons
    }

    /// Takes a step; says whether to go on.
    pub(super) fn add(&mut self, step: Step) -> ControlFlow<()> {
        debug_assert!(!step.placements.is_empty() || !step.eliminations.is_empty(), "a step concludes something");
        self.steps.push(step);
        if self.wants_all { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }
}
