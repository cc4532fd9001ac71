//! The collection of what finders find.

use super::step::Step;
use std::ops::ControlFlow;

/// What a finder should find.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Want {
    /// One step: the first, or the best if the finder searches for that.
    One,
    /// One step of which only the conclusions count. Finders for which pattern and premises are much work may leave them
    /// out.
    Conclusion,
    /// Every step.
    All,
}

/// The steps that have been found, and whether more are wanted.
#[derive(Debug)]
pub(super) struct Finds {
    pub(super) steps: Vec<Step>,
    want: Want,
}

impl Finds {
    pub(super) fn new(want: Want) -> Finds {
        Finds { steps: Vec::new(), want }
    }

    /// Whether every step is wanted, not just one.
    pub(super) fn wants_all(&self) -> bool {
        self.want == Want::All
    }

    /// Whether pattern and premises are wanted.
    pub(super) fn wants_reasons(&self) -> bool {
        self.want != Want::Conclusion
    }

    /// Takes a step, if there is one; returns whether to continue.
    pub(super) fn add_any(&mut self, step: Option<Step>) -> ControlFlow<()> {
        step.map_or(ControlFlow::Continue(()), |step| self.add(step))
    }

    /// Takes a step; returns whether to continue.
    pub(super) fn add(&mut self, step: Step) -> ControlFlow<()> {
        debug_assert!(!step.placements.is_empty() || !step.eliminations.is_empty(), "a step concludes something");
        self.steps.push(step);
        if self.wants_all() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }
}
