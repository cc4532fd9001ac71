//! What a chain proves: which kind of loop or chain it is, and what it rules out.

use super::super::prelude::*;
use super::graph::{Graph, Kind, is_on};
use super::table::{cells_on_the_way, crosses_itself, is_grouped, is_loop, length};

/// A candidate that is ruled out.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Out {
    pub(super) digit: usize,
    pub(super) cell: usize,
    /// The places for its digit, one of which is true, all of which it sees. Empty if it is not ruled out by sight.
    pub(super) seen: CellSet,
    /// Whether it is ruled out by another candidate of its cell.
    pub(super) in_cell: bool,
}

/// A chain that proves something.
#[derive(Clone, Debug)]
pub(super) struct Judged {
    pub(super) technique: Technique,
    pub(super) path: Vec<usize>,
    pub(super) outs: Vec<Out>,
    pub(super) length: usize,
}

/// The rank of a step, the best being the least: most candidates, then shortest, then the first candidates, by HoDoKu's
/// sum over them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Key {
    pub(super) outs: Reverse<usize>,
    pub(super) length: usize,
    pub(super) sum: usize,
    /// What is searched first: chains from an assumed candidate, other loops, other chains; then by their start.
    pub(super) order: (usize, usize, usize),
}

impl Judged {
    pub(super) fn key(&self, order: (usize, usize, usize)) -> Key {
        Key {
            outs: Reverse(self.outs.len()),
            length: self.length,
            sum: weight(self.outs.iter().map(|out| (out.cell, out.digit))),
            order,
        }
    }

    /// The candidates that are ruled out, in order of digit and cell.
    pub(super) fn candidates(&self) -> Vec<(usize, usize)> {
        self.outs.iter().map(|out| (out.digit, out.cell)).collect()
    }
}

fn judged(graph: &Graph<'_>, technique: Technique, path: Vec<usize>, mut outs: Vec<Out>) -> Option<Judged> {
    outs.sort_unstable();
    outs.dedup_by_key(|out| (out.digit, out.cell));
    if outs.is_empty() {
        return None;
    }
    let technique = match technique {
        _ if !is_grouped(graph, &path) => technique,
        Technique::ContinuousNiceLoop => Technique::GroupedContinuousNiceLoop,
        Technique::DiscontinuousNiceLoop => Technique::GroupedDiscontinuousNiceLoop,
        _ => Technique::GroupedAlternatingInferenceChain,
    };
    Some(Judged { technique, length: length(graph, &path), path, outs })
}

/// Judges a chain between two candidates of one cell.
///
/// ```text
///   first on,  last off, same digit   the digit is impossible: it rules itself out
///   first on,  last on                the first digit is impossible: it puts another one in its cell
///   first off, last on,  same digit   the digit must be there: all others go
///   first off, last off               the last digit is impossible: without the first it is out, with it, too
///   first off, last on                one of the two is true: the chain closes to a continuous loop
/// ```
pub(super) fn nice_loop(graph: &Graph<'_>, path: Vec<usize>) -> Option<Judged> {
    if !is_loop(graph, &path) {
        return None;
    }
    let (first, last) = (path[0], path[path.len() - 1]);
    let (from, to, cell) = (graph.node(first).digit, graph.node(last).digit, graph.cell(first));
    let out = |digit, in_cell| Out { digit, cell, seen: CellSet::EMPTY, in_cell };
    let others = |but: u16| digits(graph.nine.candidates[cell] & !but);
    let outs = match (is_on(first), is_on(last)) {
        (true, false) if from == to => vec![out(from, false)],
        (true, true) if from != to => vec![out(from, true)],
        (false, true) if from == to => others(1 << from).map(|digit| out(digit, true)).collect(),
        (false, false) if from != to => vec![out(to, true)],
        (false, true) => {
            let mut outs: Vec<Out> = others(1 << from | 1 << to).map(|digit| out(digit, true)).collect();
            around(graph, &path, &mut outs);
            return judged(graph, Technique::ContinuousNiceLoop, path, outs);
        }
        _ => return None,
    };
    judged(graph, Technique::DiscontinuousNiceLoop, path, outs)
}

/// In a continuous loop, one of two nodes with a weak link is true. Whatever sees both is out.
fn around(graph: &Graph<'_>, path: &[usize], outs: &mut Vec<Out>) {
    let nine = graph.nine;
    let on_the_way = cells_on_the_way(graph, path);
    let places = |state: usize, digit: usize| match graph.node(state).kind {
        Kind::Set(number) => graph.sets[number].places(nine, digit),
        _ => graph.node(state).cells,
    };
    let all = |digit: usize, seen: CellSet, cells: CellSet, outs: &mut Vec<Out>| {
        outs.extend(cells.iter().map(|cell| Out { digit, cell, seen, in_cell: false }));
    };
    for at in 1..path.len() {
        let (before, state) = (path[at - 1], path[at]);
        let digit = graph.node(state).digit;
        if is_on(state) {
            // A cell with both ends of a weak link has one of these digits, and no other.
            if let [after, last, ..] = path[at + 1..] {
                let cell = graph.cell(state);
                let stays = graph.cell(after) == cell && !is_on(after);
                if graph.cell(before) != cell && stays && is_on(last) && graph.cell(last) != cell {
                    let others = nine.candidates[cell] & !(1 << digit | 1 << graph.node(after).digit);
                    outs.extend(digits(others).map(|digit| Out { digit, cell, seen: CellSet::EMPTY, in_cell: true }));
                }
            }
            continue;
        }
        if graph.cell(before) == graph.cell(state) {
            continue;
        }
        let seen = places(before, digit) | places(state, digit);
        all(digit, seen, (seen.common_peers() & nine.cells[digit]) - on_the_way, outs);
        let Kind::Set(number) = graph.node(state).kind else { continue };
        // The digits that the set keeps: it has each of them once.
        let set = graph.sets[number];
        let after = path.get(at + 1).copied();
        let forced = after.filter(|after| is_on(*after));
        let exits = match (after, forced) {
            (_, Some(forced)) => nine.candidates[graph.cell(forced)] & !(1 << graph.node(forced).digit),
            (Some(after), None) => 1 << graph.node(after).digit,
            (None, None) => 0,
        };
        for kept in digits(set.digits & !(1 << digit)) {
            let mut seen = set.places(nine, kept);
            if exits >> kept & 1 == 1 {
                match forced {
                    Some(forced) => seen.insert(graph.cell(forced)),
                    None => continue,
                }
            }
            all(kept, seen, (seen.common_peers() & nine.cells[kept]) - set.cells, outs);
        }
    }
}

/// Judges a chain from a candidate that is off to one that is on: one of the two is true.
///
/// ```text
///   same digit             what sees both ends is out
///   cells that see each    each end rules the digit of the other out of its own cell
///   other, other digits
/// ```
pub(super) fn chain(graph: &Graph<'_>, path: Vec<usize>) -> Option<Judged> {
    let outs = ends(graph, path[0], path[path.len() - 1]);
    if outs.is_empty() || path.len() < 3 || crosses_itself(graph, &path, None) {
        return None;
    }
    judged(graph, Technique::AlternatingInferenceChain, path, outs)
}

/// What a chain between these ends rules out, unless a discontinuous nice loop shows it better.
fn ends(graph: &Graph<'_>, first: usize, last: usize) -> Vec<Out> {
    let nine = graph.nine;
    let [from, to] = [first, last].map(|state| (graph.cell(state), graph.node(state).digit));
    let seen = CellSet::only(from.0) | CellSet::only(to.0);
    if from.0 == to.0 {
        return Vec::new();
    }
    if from.1 == to.1 {
        let cells = seen.common_peers() & nine.cells[from.1];
        if cells.len() < 2 {
            return Vec::new();
        }
        return cells.iter().map(|cell| Out { digit: from.1, cell, seen, in_cell: false }).collect();
    }
    if !CellSet::peers(from.0).contains(to.0) || !nine.has(from.0, to.1) || !nine.has(to.0, from.1) {
        return Vec::new();
    }
    let out = |(cell, _), (other, digit)| Out { digit, cell, seen: CellSet::only(other), in_cell: true };
    vec![out(from, to), out(to, from)]
}
