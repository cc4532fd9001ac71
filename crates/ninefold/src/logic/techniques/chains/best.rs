//! The best chain of a position, without looking at every chain.
//!
//! Words of bits say in a few operations what a whole level of links leads to: first the candidates that go off because
//! of those that are on, then the ones that come on. From each candidate that is assumed to be off, this tells how far
//! away every possible conclusion is; what a chain rules out is known from its ends alone (only continuous loops have to
//! be looked at). Then the few that could be best are followed link by link, best first, until one holds: a
//! chain may cross itself, and then it is none.
//!
//! Chains from a candidate that is assumed to be on need no levels of their own: such a chain back to the candidate
//! goes off somewhere with its first link, and from there the levels are known.

use super::super::super::Technique;
use super::super::super::nine::{CellSet, digits};
use super::graph::{Graph, is_on, off, on};
use super::judge::{self, Judged, Key};
use std::cmp::Reverse;

/// The best chain of one of these techniques.
pub(super) fn best(graph: &Graph<'_>, wanted: &[Technique]) -> Option<Judged> {
    match graph.nodes.len() {
        0..=128 => Search::<2>::new(graph, wanted).run(),
        129..=256 => Search::<4>::new(graph, wanted).run(),
        257..=512 => Search::<8>::new(graph, wanted).run(),
        _ => Search::<20>::new(graph, wanted).run(),
    }
}

/// A set of nodes.
type Row<const W: usize> = [u64; W];

fn insert<const W: usize>(row: &mut Row<W>, number: usize) {
    row[number / 64] |= 1 << (number % 64);
}

fn contains<const W: usize>(row: &Row<W>, number: usize) -> bool {
    row[number / 64] >> (number % 64) & 1 == 1
}

fn both<const W: usize>(a: &Row<W>, b: &Row<W>) -> Row<W> {
    std::array::from_fn(|at| a[at] & b[at])
}

fn each<const W: usize>(row: Row<W>) -> impl Iterator<Item = usize> {
    row.into_iter().enumerate().flat_map(|(at, word)| {
        std::iter::successors((word != 0).then_some(word), |rest| {
            let rest = rest & (rest - 1);
            (rest != 0).then_some(rest)
        })
        .map(move |rest| 64 * at + rest.trailing_zeros() as usize)
    })
}

struct Search<'a, const W: usize> {
    graph: &'a Graph<'a>,
    wanted: &'a [Technique],
    /// Per node: what goes off when it comes on.
    weak: Vec<Row<W>>,
    /// The nodes that bring something on when they go off.
    has_strong: Row<W>,
    /// Per digit: the candidates of it. Per digit: the candidates of cells that have it.
    of_digit: [Row<W>; 9],
    beside_digit: [Row<W>; 9],
    best: Option<(Key, Judged)>,
    /// Chains that rule out several candidates, if they hold; or other digits of a cell with a certain one.
    hopes: Vec<Hope>,
    /// Per candidate: the length of the shortest chain that could rule it out alone.
    alone: Vec<usize>,
    /// Two candidates of one cell, the length of the chain by which the second is off if the first is.
    inside: Vec<(usize, usize, usize)>,
    /// For [`Search::path`]: the states in the order in which they are reached, and what each follows from.
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

impl<'a, const W: usize> Search<'a, W> {
    fn new(graph: &'a Graph<'a>, wanted: &'a [Technique]) -> Search<'a, W> {
        let nodes = graph.nodes.len();
        let mut search = Search {
            graph,
            wanted,
            weak: vec![[0; W]; nodes],
            has_strong: [0; W],
            of_digit: [[0; W]; 9],
            beside_digit: [[0; W]; 9],
            best: None,
            hopes: Vec::new(),
            alone: vec![usize::MAX; graph.candidates],
            inside: Vec::new(),
            order: Vec::with_capacity(2 * nodes),
            from: vec![0; 2 * nodes],
        };
        for number in 0..nodes {
            for to in graph.after(on(number)) {
                insert(&mut search.weak[number], usize::from(*to) / 2);
            }
            if !graph.after(off(number)).is_empty() {
                insert(&mut search.has_strong, number);
            }
        }
        for number in 0..graph.candidates {
            insert(&mut search.of_digit[graph.nodes[number].digit], number);
            for digit in digits(graph.nine.candidates[graph.cell(on(number))]) {
                insert(&mut search.beside_digit[digit], number);
            }
        }
        search
    }

    fn run(mut self) -> Option<Judged> {
        let mut loops = Vec::new();
        for start in each(self.has_strong) {
            self.spread(start, &mut loops);
        }
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

    /// Finds out level by level what follows if a candidate is off, and what conclusions that could give.
    fn spread(&mut self, start: usize, loops: &mut Vec<(usize, usize)>) {
        let graph = self.graph;
        let digit = graph.nodes[start].digit;
        let cell = graph.cell(on(start));
        let is_candidate = start < graph.candidates;
        // The ends that make a chain of it: of the same digit, or with each other's digit in cells that see each other.
        let mut ends = self.of_digit[digit];
        let mine = digits(graph.nine.candidates[cell] & !(1 << digit)).map(|digit| self.of_digit[digit]);
        let others = mine.fold([0; W], |all, row| std::array::from_fn(|at| all[at] | row[at]));
        for at in 0..W {
            ends[at] |= others[at] & self.beside_digit[digit][at];
        }
        if !is_candidate {
            // No chain ends with a group, but one may lead from a candidate to it with its first link.
            ends = [0; W];
        }
        let mut seen_on: Row<W> = [0; W];
        let mut seen_off: Row<W> = [0; W];
        insert(&mut seen_off, start);
        let mut new_on: Row<W> = [0; W];
        graph.after(off(start)).iter().for_each(|to| insert(&mut new_on, usize::from(*to) / 2));
        // The number of links up to the nodes that have just come on.
        let mut links = 1;
        while new_on.iter().any(|word| *word != 0) {
            let mut new_off: Row<W> = [0; W];
            for number in each(new_on) {
                let weak = &self.weak[number];
                for at in 0..W {
                    new_off[at] |= weak[at];
                }
            }
            for at in 0..W {
                seen_on[at] |= new_on[at];
                new_off[at] &= !seen_off[at];
                seen_off[at] |= new_off[at];
            }
            for number in each(both(&new_off, &self.weak[start])) {
                if number < graph.candidates {
                    self.alone[number] = self.alone[number].min(links + 3);
                    if is_candidate && graph.cell(on(number)) == cell {
                        self.inside.push((start, number, links + 2));
                    }
                }
            }
            new_on = [0; W];
            for number in each(both(&new_off, &self.has_strong)) {
                graph.after(off(number)).iter().for_each(|to| insert(&mut new_on, usize::from(*to) / 2));
            }
            links += 2;
            for at in 0..W {
                new_on[at] &= !seen_on[at];
            }
            for number in each(both(&new_on, &ends)) {
                self.hope(start, number, links + 1, loops);
            }
        }
    }

    /// Notes a possible conclusion: if the one candidate is off, the other is on.
    fn hope(&mut self, start: usize, end: usize, length: usize, loops: &mut Vec<(usize, usize)>) {
        let graph = self.graph;
        let nine = graph.nine;
        let [from, to] = [start, end].map(|number| (graph.cell(on(number)), graph.nodes[number].digit));
        let (rank, count, sum) = if start == end {
            let others = digits(nine.candidates[from.0] & !(1 << from.1));
            (1, nine.count(from.0) - 1, judge::sum(others.map(|digit| (digit, from.0))))
        } else if from.0 == to.0 {
            loops.push((start, end));
            return;
        } else if from.1 == to.1 {
            let cells = CellSet::peers(from.0) & CellSet::peers(to.0) & nine.cells[from.1];
            if cells.len() < 2 {
                return;
            }
            (2, cells.len(), judge::sum(cells.iter().map(|cell| (from.1, cell))))
        } else if CellSet::peers(from.0).contains(to.0) {
            let mut outs = [(from.1, to.0), (to.1, from.0)];
            outs.sort_unstable();
            (2, 2, judge::sum(outs.into_iter()))
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

    /// Follows the chains in the order of what they promise, until one keeps it.
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

    /// The shortest way from one state to another, the one that [`Table`](super::table::Table) has.
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
            let number = usize::from(state);
            if is_on(number) {
                // Most of the time everything that goes off has gone off before.
                let weak = &self.weak[number / 2];
                if (0..W).all(|at| weak[at] & !seen_off[at] == 0) {
                    continue;
                }
                (0..W).for_each(|at| seen_off[at] |= weak[at]);
            }
            for to in graph.after(number) {
                if self.from[usize::from(*to)] == UNKNOWN {
                    self.from[usize::from(*to)] = state;
                    self.order.push(*to);
                }
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
