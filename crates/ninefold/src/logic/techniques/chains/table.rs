//! Everything that follows from one assumption, with the shortest way to each consequence.

use super::super::super::nine::CellSet;
use super::graph::{Graph, Kind, is_on};

const UNKNOWN: u16 = u16::MAX;

/// All states that follow from one, with the state that each follows from.
///
/// States are followed in the order in which they are reached. So the ways are the shortest, and of several of the same
/// length, the one through the states that were reached first. With almost locked sets, whose links are longer, a way may
/// still be replaced by a shorter one.
pub(super) struct Table {
    /// The states, in the order in which they were reached; the assumption first.
    pub(super) order: Vec<u16>,
    from: Vec<u16>,
    distances: Vec<u16>,
}

impl Table {
    pub(super) fn new(graph: &Graph<'_>) -> Table {
        let states = 2 * graph.nodes.len();
        Table { order: Vec::with_capacity(states), from: vec![UNKNOWN; states], distances: vec![0; states] }
    }

    pub(super) fn fill(&mut self, graph: &Graph<'_>, start: usize) {
        self.order.iter().for_each(|state| self.from[usize::from(*state)] = UNKNOWN);
        self.order.clear();
        self.order.push(start as u16);
        self.from[start] = start as u16;
        self.distances[start] = 0;
        let mut next = 0;
        while let Some(state) = self.order.get(next).copied() {
            let (number, state) = (state, usize::from(state));
            let distance = self.distances[state];
            for to in graph.after(state) {
                let after = usize::from(*to);
                if self.from[after] == UNKNOWN {
                    self.order.push(*to);
                } else if usize::from(self.from[after]) == start
                    || self.distances[after] <= distance + graph.cost(state, after) as u16
                {
                    continue;
                }
                self.from[after] = number;
                self.distances[after] = distance + graph.cost(state, after) as u16;
            }
            next += 1;
        }
    }

    /// The states from the assumption to this one.
    pub(super) fn path(&self, state: usize) -> Vec<usize> {
        let mut path = vec![state];
        let mut at = state;
        while usize::from(self.from[at]) != at {
            at = usize::from(self.from[at]);
            path.push(at);
        }
        path.reverse();
        path
    }

    /// Whether the state follows in one link.
    pub(super) fn is_direct(&self, state: usize) -> bool {
        self.from[state] == self.order[0]
    }
}

/// Whether a chain back to its first cell is a nice loop: it leaves the cell at once and returns to it from outside,
/// and crosses itself nowhere.
pub(super) fn is_loop(graph: &Graph<'_>, path: &[usize]) -> bool {
    let [first, second, .., before, last] = path else { return false };
    graph.cell(*first) != graph.cell(*second)
        && graph.cell(*before) != graph.cell(*last)
        && !crosses_itself(graph, path, Some(graph.cell(*first)))
}

/// Whether a chain returns to a cell that it has left; two successive nodes may lie in one cell.
pub(super) fn crosses_itself(graph: &Graph<'_>, path: &[usize], may_return_to: Option<usize>) -> bool {
    let mut left = CellSet::EMPTY;
    for (at, state) in path.iter().enumerate() {
        if left.contains(graph.cell(*state)) {
            return true;
        }
        if at > 0 && may_return_to != Some(graph.cell(path[at - 1])) {
            left |= graph.body(path[at - 1]);
        }
    }
    false
}

/// The reported length of a chain: its nodes, and more for almost locked sets.
pub(super) fn length(graph: &Graph<'_>, path: &[usize]) -> usize {
    let extra = |state: &usize| match graph.node(*state).kind {
        Kind::Set(number) => graph.sets[number].penalty(),
        _ => 0,
    };
    path.len() + path.iter().map(extra).sum::<usize>()
}

/// Whether a chain has nodes of several cells.
pub(super) fn is_grouped(graph: &Graph<'_>, path: &[usize]) -> bool {
    path.iter().any(|state| graph.node(*state).kind != Kind::Candidate)
}

/// The cells of all nodes of a chain except the last.
pub(super) fn cells_on_the_way(graph: &Graph<'_>, path: &[usize]) -> CellSet {
    path[..path.len() - 1].iter().fold(CellSet::EMPTY, |cells, state| cells | graph.body(*state))
}

/// Whether a state is that of a single candidate which is on.
pub(super) fn is_placed(graph: &Graph<'_>, state: usize) -> bool {
    is_on(state) && graph.node(state).kind == Kind::Candidate
}
