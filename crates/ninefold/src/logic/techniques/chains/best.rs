//! The best chain of a position, without looking at every chain.
//!
//! With words of bits, a few operations give everything that a whole level of links leads to: first the candidates that go off
//! because others are on, then the candidates that come on. For each candidate that is assumed to be off, this gives the
//! distance to every possible conclusion; what a chain rules out is known from its ends alone (only continuous loops have to be
//! followed). Then the few chains that could be the best are followed link by link, best first, until one holds: a chain that
//! crosses itself does not count.
//!
//! Chains from a candidate that is assumed to be on need no levels of their own: the first link of such a chain turns some
//! candidate off, and from there the levels are known.

use super::super::prelude::*;
use super::graph::{Graph, is_on, off, on};
use super::judge::{self, Judged, Key};
use super::rows::{Row, Rows, both, each, insert, is_empty, join, without};

/// The best chain of one of these techniques.
pub(super) fn best(graph: &Graph<'_>, wanted: &[Technique]) -> Option<Judged> {
    match graph.nodes.len() {
        0..=128 => BestChain::<2>::new(graph, wanted).run(),
        129..=256 => BestChain::<4>::new(graph, wanted).run(),
        257..=512 => BestChain::<8>::new(graph, wanted).run(),
        _ => BestChain::<20>::new(graph, wanted).run(),
    }
}

struct BestChain<'a, const W: usize> {
    graph: &'a Graph<'a>,
    wanted: &'a [Technique],
    rows: Rows<W>,
    /// For each digit, its candidates; and the candidates of the cells that have it.
    of_digit: [Row<W>; 9],
    beside_digit: [Row<W>; 9],
    best: Option<(Key, Judged)>,
    /// Chains that, if they hold, rule out several candidates, or the other digits of a cell whose digit they prove.
    hopes: Vec<Hope>,
    /// For each candidate: the length of the shortest chain that could rule out only this one.
    alone: Vec<usize>,
    /// Two candidates of one cell, and the length of the chain by which the second is off if the first is.
    inside: Vec<(usize, usize, usize)>,
    /// For [`BestChain::path`]: the states in the order in which they are reached, and what each follows from.
    order: Vec<u16>,
    from: Vec<u16>,
}

/// A chain that is known to exist, between these states, but which may cross itself.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Hope {
    key: Key,
    start: usize,
    end: usize,
}

impl<'a, const W: usize> BestChain<'a, W> {
    fn new(graph: &'a Graph<'a>, wanted: &'a [Technique]) -> BestChain<'a, W> {
        let nodes = graph.nodes.len();
        let rows = Rows::new(graph);
        BestChain {
            of_digit: std::array::from_fn(|digit| rows.of_digit(digit)),
            beside_digit: std::array::from_fn(|digit| rows.beside(graph, digit)),
            graph,
            wanted,
            rows,
            best: None,
            hopes: Vec::new(),
            alone: vec![usize::MAX; graph.candidates],
            inside: Vec::new(),
            order: Vec::with_capacity(2 * nodes),
            from: vec![0; 2 * nodes],
        }
    }

    fn run(mut self) -> Option<Judged> {
        let mut loops = Vec::new();
        let has_strong = self.rows.has_strong;
        each(&has_strong, |start| self.spread(start, &mut loops));
        for (start, end) in loops {
            let judged = self.path(off(start), on(end)).and_then(|path| judge::nice_loop(self.graph, path));
            self.take(judged, (1, start, end));
        }
        let hopes = std::mem::take(&mut self.hopes);
        self.follow(hopes);
        if self.best.as_ref().is_none_or(|(key, _)| key.outs == Reverse(1)) {
            let singles = self.singles();
            self.follow(singles);
        }
        self.best.map(|(_, judged)| judged)
    }

    /// Finds level by level what follows if a node is off, and what conclusions this could give.
    fn spread(&mut self, start: usize, loops: &mut Vec<(usize, usize)>) {
        let graph = self.graph;
        // No chain ends with a group, but one may lead from a candidate to a group with its first link.
        let is_candidate = start < graph.candidates;
        let (ends, cell) = match is_candidate {
            true => (self.rows.ends(graph, start, &self.of_digit, &self.beside_digit), graph.cell(on(start))),
            false => ([0; W], usize::MAX),
        };
        let mut seen_on: Row<W> = [0; W];
        let mut seen_off: Row<W> = [0; W];
        insert(&mut seen_off, start);
        let mut new_on: Row<W> = [0; W];
        self.rows.strong(start).iter().for_each(|to| insert(&mut new_on, usize::from(*to)));
        // The number of links up to the nodes that have just come on.
        let mut links = 1;
        while !is_empty(&new_on) {
            let mut new_off: Row<W> = [0; W];
            each(&new_on, |number| join(&mut new_off, &self.rows.weak[number]));
            join(&mut seen_on, &new_on);
            new_off = without(&new_off, &seen_off);
            join(&mut seen_off, &new_off);
            each(&both(&new_off, &self.rows.weak[start]), |number| {
                if number < graph.candidates {
                    self.alone[number] = self.alone[number].min(links + 3);
                    if is_candidate && graph.cell(on(number)) == cell {
                        self.inside.push((start, number, links + 2));
                    }
                }
            });
            new_on = [0; W];
            each(&both(&new_off, &self.rows.has_strong), |number| {
                self.rows.strong(number).iter().for_each(|to| insert(&mut new_on, usize::from(*to)));
            });
            new_on = without(&new_on, &seen_on);
            links += 2;
            each(&both(&new_on, &ends), |number| self.hope(start, number, links + 1, loops));
        }
    }

    /// Notes a possible conclusion: if one candidate is off, the other is on.
    fn hope(&mut self, start: usize, end: usize, length: usize, loops: &mut Vec<(usize, usize)>) {
        let graph = self.graph;
        let nine = graph.nine;
        let [from, to] = [start, end].map(|number| (graph.cell(on(number)), graph.nodes[number].digit));
        let (rank, count, sum) = if start == end {
            let others = digits(nine.candidates[from.0] & !(1 << from.1));
            (1, nine.count(from.0) - 1, weight(others.map(|digit| (from.0, digit))))
        } else if from.0 == to.0 {
            loops.push((start, end));
            return;
        } else if from.1 == to.1 {
            let cells = CellSet::peers(from.0) & CellSet::peers(to.0) & nine.cells[from.1];
            if cells.len() < 2 {
                return;
            }
            (2, cells.len(), weight(cells.iter().map(|cell| (cell, from.1))))
        } else if CellSet::peers(from.0).contains(to.0) {
            let mut outs = [(from.1, to.0), (to.1, from.0)];
            outs.sort_unstable();
            (2, 2, weight(outs.into_iter().map(|(digit, cell)| (cell, digit))))
        } else {
            return;
        };
        let key = Key { outs: Reverse(count), length, sum, order: (rank, start, end) };
        self.hopes.push(Hope { key, start: off(start), end: on(end) });
    }

    /// The loops that rule out one candidate, unless a continuous one has been found.
    fn singles(&mut self) -> Vec<Hope> {
        let graph = self.graph;
        let hope = |number: usize, length: usize, rank: usize, start: usize, end: usize| {
            let sum = graph.cell(on(number)) + graph.nodes[number].digit + 1;
            Hope { key: Key { outs: Reverse(1), length, sum, order: (rank, start / 2, end) }, start, end }
        };
        let alone = self.alone.iter().enumerate().filter(|(_, length)| **length != usize::MAX);
        let mut hopes: Vec<Hope> =
            alone.map(|(number, length)| hope(number, *length, 0, on(number), off(number))).collect();
        for (start, end, length) in std::mem::take(&mut self.inside) {
            hopes.push(hope(end, length, 0, on(end), on(start)));
            hopes.push(hope(end, length, 1, off(start), off(end)));
        }
        hopes
    }

    /// Follows the chains, the most promising first, until one holds.
    fn follow(&mut self, mut hopes: Vec<Hope>) {
        hopes.sort_unstable();
        for Hope { key, start, end } in hopes {
            if self.best.as_ref().is_some_and(|(best, _)| *best <= key) {
                return;
            }
            let judged = self.path(start, end).and_then(|path| match key.order.0 {
                2 => judge::chain(self.graph, path),
                _ => judge::nice_loop(self.graph, path),
            });
            self.take(judged, key.order);
        }
    }

    /// The shortest way from one state to another, the same that [`Table`](super::table::Table) has.
    fn path(&mut self, start: usize, end: usize) -> Option<Vec<usize>> {
        const UNKNOWN: u16 = u16::MAX;
        let graph = self.graph;
        self.from.fill(UNKNOWN);
        self.order.clear();
        self.order.push(start as u16);
        self.from[start] = start as u16;
        let mut seen_off: Row<W> = [0; W];
        if !is_on(start) {
            insert(&mut seen_off, start / 2);
        }
        let mut next = 0;
        while self.from[end] == UNKNOWN {
            let state = *self.order.get(next)?;
            next += 1;
            let number = usize::from(state) / 2;
            let (order, from) = (&mut self.order, &mut self.from);
            let mut reach = |after: usize| {
                if from[after] == UNKNOWN {
                    from[after] = state;
                    order.push(after as u16);
                }
            };
            if is_on(usize::from(state)) {
                // Usually, everything that goes off has gone off before.
                let new = without(&self.rows.weak[number], &seen_off);
                if !is_empty(&new) {
                    join(&mut seen_off, &new);
                    self.rows.each_in_order(graph, number, new, |number| reach(off(number)));
                }
            } else {
                self.rows.strong(number).iter().for_each(|to| reach(on(usize::from(*to))));
            }
        }
        let mut path = vec![end];
        let mut at = end;
        while at != start {
            at = usize::from(self.from[at]);
            path.push(at);
        }
        path.reverse();
        Some(path)
    }

    /// Keeps a chain if it is the best so far.
    fn take(&mut self, judged: Option<Judged>, order: (usize, usize, usize)) {
        let Some(judged) = judged.filter(|judged| self.wanted.contains(&judged.technique)) else { return };
        let key = judged.key(order);
        if self.best.as_ref().is_none_or(|(best, _)| key < *best) {
            self.best = Some((key, judged));
        }
    }
}
