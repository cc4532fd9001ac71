//! Steps made from chains: the nodes, the links between them, and everything that the conclusions rest on.

use super::super::prelude::*;
use super::graph::{Graph, Kind, is_on};
use super::judge::Judged;

/// The house that has the digit in these places and nowhere else.
pub(in super::super) fn only_places(nine: &Nine, cells: CellSet, digit: usize) -> Option<usize> {
    cells.common_houses().find(|house| nine.places(*house, digit) == cells)
}

/// The step that a chain gives.
pub(super) fn step(graph: &Graph<'_>, judged: &Judged) -> Step {
    let mut premises = Premises::default();
    let path = &judged.path;
    let mut nodes = vec![node(graph, path[0])];
    for pair in path.windows(2) {
        let [before, state] = [pair[0], pair[1]];
        let mut node = node(graph, state);
        node.by = match graph.node(before).kind {
            Kind::Set(_) => {
                node.set = graph.body(before).cells();
                from_set(graph, before, state, &mut premises);
                None
            }
            _ => link(graph, before, state, &mut premises),
        };
        node.after = vec![nodes.len() - 1];
        nodes.push(node);
    }
    let (first, last) = (path[0], path[path.len() - 1]);
    let is_closed = judged.technique.is_continuous();
    if graph.cell(first) == graph.cell(last) && graph.node(first).digit != graph.node(last).digit {
        premises.weak(in_cell(graph.cell(first)));
    }
    for out in &judged.outs {
        if out.in_cell {
            premises.weak(in_cell(out.cell));
        }
        for cell in out.seen.iter() {
            premises.see(CellSet::only(out.cell), CellSet::only(cell), out.digit);
        }
    }
    let eliminations: Vec<Candidate> = judged.outs.iter().map(|out| candidate(out.cell, out.digit)).collect();
    let pattern = Pattern::Chains { chains: vec![Chain { nodes, is_loop: is_closed }], source: None };
    Step::removing(judged.technique, pattern, premises.list(), eliminations)
}

fn node(graph: &Graph<'_>, state: usize) -> Node {
    let node = graph.node(state);
    let candidates = node.cells.iter().map(|cell| candidate(cell, node.digit)).collect();
    Node { candidates, is_true: is_on(state), by: None, set: Vec::new(), after: Vec::new() }
}

/// The link between two nodes, of which the first is not an almost locked set.
fn link(graph: &Graph<'_>, before: usize, state: usize, premises: &mut Premises) -> Option<Constraint> {
    let [from, to] = [before, state].map(|state| graph.node(state));
    let constraint = match from.digit == to.digit {
        false => in_cell(graph.cell(before)),
        true if is_on(state) => {
            let house = only_places(graph.nine, from.cells | to.cells, from.digit).expect("the link is strong");
            in_house(house, from.digit)
        }
        true => return premises.see(from.cells, to.cells, from.digit),
    };
    match is_on(state) {
        true => premises.strong(constraint),
        false => premises.weak(constraint),
    }
    Some(constraint)
}

/// What follows from an almost locked set that has lost a digit.
fn from_set(graph: &Graph<'_>, before: usize, state: usize, premises: &mut Premises) {
    let Kind::Set(number) = graph.node(before).kind else { return };
    let set = graph.sets[number];
    let kept = set.digits & !(1 << graph.node(before).digit);
    let home = set.cells.common_houses().next().expect("a set lies in a house");
    set.cells.iter().for_each(|cell| premises.strong(in_cell(cell)));
    digits(kept).for_each(|digit| premises.weak(in_house(home, digit)));
    let to = graph.node(state);
    if !is_on(state) {
        premises.see(set.places(graph.nine, to.digit), to.cells, to.digit);
        return;
    }
    let cell = graph.cell(state);
    premises.strong(in_cell(cell));
    for digit in digits(graph.nine.candidates[cell] & !(1 << to.digit)) {
        premises.see(set.places(graph.nine, digit), CellSet::only(cell), digit);
    }
}
