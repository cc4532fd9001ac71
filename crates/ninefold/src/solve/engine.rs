//! What every engine has in common: a budget to spend, and three ways to return.

use std::sync::atomic::{AtomicBool, Ordering};

/// How far a search may go.
#[derive(Clone, Copy, Debug)]
pub(super) struct Budget<'a> {
    nodes_left: u64,
    cancel: Option<&'a AtomicBool>,
    cancelled: bool,
}

impl<'a> Budget<'a> {
    pub(super) fn new(nodes: Option<u64>, cancel: Option<&'a AtomicBool>) -> Budget<'a> {
        Budget { nodes_left: nodes.unwrap_or(u64::MAX), cancel, cancelled: false }
    }

    /// Takes one node of the search tree (a guess) from the budget; `false` if the search has to stop.
    #[inline]
    pub(super) fn spend_node(&mut self) -> bool {
        if self.is_cancelled() || self.nodes_left == 0 {
            return false;
        }
        self.nodes_left -= 1;
        true
    }

    /// Runs a part of a search that may spend `nodes`, or what is left if that is less; also returns how many it spent.
    pub(super) fn lend<T>(&mut self, nodes: u64, part: impl FnOnce(&mut Budget<'a>) -> T) -> (T, u64) {
        let lent = nodes.min(self.nodes_left);
        let mut budget = Budget { nodes_left: lent, ..*self };
        let result = part(&mut budget);
        let spent = lent - budget.nodes_left;
        self.nodes_left -= spent;
        self.cancelled |= budget.cancelled;
        (result, spent)
    }

    /// The nodes that may still be spent, for engines that search many at a time.
    #[cfg(feature = "sat")]
    pub(super) fn nodes_left(&self) -> u64 {
        self.nodes_left
    }

    /// Takes nodes that have already been searched, possibly a few more than were left.
    #[cfg(feature = "sat")]
    pub(super) fn spend_nodes(&mut self, nodes: u64) {
        self.nodes_left = self.nodes_left.saturating_sub(nodes);
    }

    /// Takes several nodes at once, the equivalent of work that is not a search. `false` if it has to stop.
    pub(super) fn spend(&mut self, nodes: u64) -> bool {
        let is_enough = !self.is_cancelled() && self.nodes_left >= nodes;
        self.nodes_left = self.nodes_left.saturating_sub(nodes);
        is_enough
    }

    /// Checks the cancel flag. Engines that may work long between two nodes also check it in between.
    #[inline]
    pub(super) fn is_cancelled(&mut self) -> bool {
        self.cancelled |= self.cancel.is_some_and(|flag| flag.load(Ordering::Relaxed));
        self.cancelled
    }

    /// Whether the cancel flag ended the search.
    pub(super) fn was_cancelled(&self) -> bool {
        self.cancelled
    }
}

/// How an attempt to find the next solution ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Progress {
    /// The next solution.
    Found,
    /// There is no further solution.
    Exhausted,
    /// The budget ran out first. The engine keeps its state and could continue with another budget, as the tests do;
    /// [`Solutions`](super::Solutions) stay stopped.
    Stopped,
}
