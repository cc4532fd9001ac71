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
use super::table::Table;
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
    table: Table,
    best: Option<(Key, Judged)>,
    /// Chains that rule out several candidates, if they hold; or other digits of a cell with a certain one.
    hopes: Vec<(Key, usize, usize)>,
    /// Per candidate: the length of the shortest chain that could rule it out alone.
    alone: Vec<usize>,
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
            table: Table::new(graph),
            best: None,
            hopes: Vec::new(),
            alone: vec![usize::MAX; graph.candidates],
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
        self.follow_loops(&loops);
        self.follow_hopes();
        if self.best.as_ref().is_none_or(|(key, _)| key.outs == Reverse(1)) {
            self.follow_single();
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
                    let is_inside = is_candidate && graph.cell(on(number)) == cell;
                    let length = links + 3 - usize::from(is_inside);
                    self.alone[number] = self.alone[number].min(length);
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
        self.hopes.push((Key { outs: Reverse(count), length, sum, order: (rank, start, end) }, start, end));
    }

    fn follow_loops(&mut self, loops: &[(usize, usize)]) {
        let mut filled = usize::MAX;
        for (start, end) in loops.iter().copied() {
            if filled != start {
                self.table.fill(self.graph, off(start));
                filled = start;
            }
            let judged = judge::nice_loop(self.graph, self.table.path(on(end)));
            self.take(judged, (1, start, end));
        }
    }

    /// Follows the chains in the order of what they promise, until one keeps it.
    fn follow_hopes(&mut self) {
        let mut hopes = std::mem::take(&mut self.hopes);
        hopes.sort_unstable();
        for (key, start, end) in hopes {
            if self.best.as_ref().is_some_and(|(best, _)| *best <= key) {
                return;
            }
            self.table.fill(self.graph, off(start));
            let path = self.table.path(on(end));
            let judged = match key.order.0 {
                1 => judge::nice_loop(self.graph, path),
                _ => judge::chain(self.graph, path),
            };
            self.take(judged, key.order);
        }
    }

    /// Follows the loops that rule out one candidate, the shortest first.
    fn follow_single(&mut self) {
        let graph = self.graph;
        let key = |number: usize, length: usize| Key {
            outs: Reverse(1),
            length,
            sum: graph.cell(on(number)) + graph.nodes[number].digit + 1,
            order: (0, number, 0),
        };
        let mut hopes: Vec<(Key, usize)> = (0..graph.candidates)
            .filter(|number| self.alone[*number] != usize::MAX)
            .map(|number| (key(number, self.alone[number]), number))
            .collect();
        hopes.sort_unstable();
        for (key, number) in hopes {
            if self.best.as_ref().is_some_and(|(best, _)| *best <= key) {
                return;
            }
            let cell = graph.cell(on(number));
            self.from_start(on(number), |to| to == off(number) || is_on(to));
            for other in digits(graph.nine.candidates[cell] & !(1 << graph.nodes[number].digit)) {
                let start = graph.number(cell, other);
                if contains(&self.has_strong, start) {
                    self.from_start(off(start), |to| to == off(number));
                }
            }
        }
    }

    /// Looks at the loops from a state back to candidates of its cell.
    fn from_start(&mut self, start: usize, is_end: impl Fn(usize) -> bool) {
        let graph = self.graph;
        self.table.fill(graph, start);
        let cell = graph.cell(start);
        for digit in digits(graph.nine.candidates[cell]) {
            for end in [off(graph.number(cell, digit)), on(graph.number(cell, digit))] {
                if end != start && is_end(end) && self.table.has(end) && !self.table.is_direct(end) {
                    let judged = judge::nice_loop(graph, self.table.path(end));
                    let rank = usize::from(!is_on(start));
                    self.take(judged, (rank, start / 2, end));
                }
            }
        }
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
