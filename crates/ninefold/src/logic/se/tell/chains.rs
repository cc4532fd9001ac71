//! Static chains and cycles as steps, and as rows of a net around them.

use super::super::super::cells::CellSet;
use super::super::super::nine::candidate;
use super::super::super::step::{Chain, Node, Pattern, Step};
use super::super::super::techniques::parts::Premises;
use super::super::super::{Constraint, Technique};
use super::super::hint::Hint;
use super::super::links::link_of;
use super::super::position::{Marks, Position};
use super::proofs::{By, Layer, Row, constraint};
use super::removed;

/// The reason why a candidate of a chain follows from the one before it.
fn link(marks: &Marks, from: (u8, u8), to: (u8, u8), is_strong: bool) -> By {
    let has_two = |house: usize| marks.places[house][usize::from(to.1)].count_ones() == 2;
    By::cause(link_of(from.0, to.0, |house| !is_strong || has_two(house)), to.0)
}

/// A chain or cycle as a step without conclusions. A cycle starts with a false candidate.
pub(super) fn step(position: &Position, hint: &Hint, nodes: &[(u8, u8)], starts_true: bool, is_cycle: bool) -> Step {
    let marks = &position.marks;
    let mut nodes = nodes.to_vec();
    if is_cycle {
        nodes.rotate_left(1);
    }
    let is_true = |i: usize| i.is_multiple_of(2) == (starts_true && !is_cycle);
    let mut premises = Premises::default();
    let mut chain: Vec<Node> = Vec::new();
    for (i, (cell, digit)) in nodes.iter().copied().enumerate() {
        let by = i.checked_sub(1).map(|before| {
            let by = constraint(&link(marks, nodes[before], nodes[i], is_true(i)), (cell, digit));
            by.expect("a link is a constraint")
        });
        if let Some(by) = by {
            add(&mut premises, by, is_true(i));
        }
        chain.push(Node {
            candidates: vec![candidate(cell.into(), digit.into())],
            is_true: is_true(i),
            by,
            set: Vec::new(),
            after: i.checked_sub(1).into_iter().collect(),
        });
    }
    let is_of_one_digit = nodes.iter().all(|(_, digit)| *digit == nodes[0].1);
    let technique = match is_of_one_digit {
        _ if is_cycle => Technique::ContinuousNiceLoop,
        true => Technique::XChain,
        false => Technique::DiscontinuousNiceLoop,
    };
    if is_cycle {
        let (last, first) = (nodes[nodes.len() - 1], nodes[0]);
        if let Some(by) = constraint(&link(marks, last, first, false), first) {
            add(&mut premises, by, false);
        }
        for out in removed(position, hint) {
            let (cell, digit) = (out.cell.index(), out.digit.index());
            for parity in 0..2 {
                if let Some(seen) = seen(&nodes, (cell as u8, digit as u8), parity).next() {
                    premises.sight(cell, usize::from(nodes[seen].0), digit);
                }
            }
        }
    }
    let pattern = Pattern::Chains { chains: vec![Chain { nodes: chain, is_loop: is_cycle }], source: None };
    Step::new(technique, pattern, premises.list())
}

fn add(premises: &mut Premises, by: Constraint, is_strong: bool) {
    if is_strong { premises.strong(by) } else { premises.weak(by) }
}

/// The nodes at even or odd places that a candidate of their digit sees.
fn seen(nodes: &[(u8, u8)], (cell, digit): (u8, u8), parity: usize) -> impl Iterator<Item = usize> {
    let sees = move |other: u8| CellSet::peers(cell.into()).contains(other.into());
    let places =
        nodes.iter().enumerate().filter(move |(i, (other, of))| i % 2 == parity && *of == digit && sees(*other));
    places.map(|(i, _)| i)
}

/// A chain or cycle on a board at rest, as a net from a candidate that it removes to a contradiction; with the two ends of this.
pub(super) fn layer(base: std::rc::Rc<Marks>, found: &super::super::chains::Found, out: (u8, u8)) -> (Layer, [u16; 2]) {
    let mut layer = Layer::new(base.clone());
    layer.add(Row::start(out, true));
    let nodes = &found.nodes;
    let count = nodes.len();
    let follow = |layer: &mut Layer, from: usize, is_true: bool| {
        let (before, here) = (nodes[from % count], nodes[(from + 1) % count]);
        let last = layer.last();
        layer.add(Row { of: here, is_true, by: link(&base, before, here, is_true), after: vec![last] })
    };
    if found.is_cycle {
        // Nodes at even places are true; take the nearest true one that is seen after a false one that is seen.
        let pairs = seen(nodes, out, 1).flat_map(|off| seen(nodes, out, 0).map(move |on| (off, on)));
        let (off, on) = pairs.min_by_key(|(off, on)| (on + count - off) % count).expect("it sees two nodes");
        let shut =
            layer.add(Row { of: nodes[on], is_true: false, by: link(&base, out, nodes[on], false), after: vec![0] });
        layer.add(Row { of: nodes[off], is_true: false, by: link(&base, out, nodes[off], false), after: vec![0] });
        for i in 0..(on + count - off) % count {
            follow(&mut layer, off + i, i % 2 == 0);
        }
        let ends = [layer.last(), shut];
        return (layer, ends);
    }
    if found.starts_true {
        (0..count - 1).for_each(|i| {
            follow(&mut layer, i, i % 2 == 1);
        });
        let end = layer.last();
        return (layer, [0, end]);
    }
    let shut = layer.add(Row { of: nodes[0], is_true: false, by: By::Cell, after: vec![0] });
    // The chain may contain the assumed candidate itself; then it continues from there.
    match (0..count).rfind(|i| i % 2 == 1 && nodes[*i] == out) {
        Some(place) => {
            let (here, next) = (nodes[place], nodes[place + 1]);
            layer.add(Row { of: next, is_true: false, by: link(&base, here, next, false), after: vec![0] });
            (place + 1..count - 1).for_each(|i| {
                follow(&mut layer, i, i % 2 == 0);
            });
        }
        None => (0..count - 1).for_each(|i| {
            follow(&mut layer, i, i % 2 == 0);
        }),
    }
    let end = layer.last();
    (layer, [end, shut])
}
