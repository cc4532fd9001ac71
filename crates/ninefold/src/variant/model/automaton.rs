//! Automata: which sequences of values some variables can have.

use super::Mask;
use std::collections::BTreeMap;

/// An automaton that reads the values of some variables, one after the other.
///
/// It is layered: each place has states of its own. Only states that can be reached and from which it can accept are
/// kept, and those from which the same continuations are accepted are one.
#[derive(Clone, Debug)]
pub(in crate::variant) struct Automaton {
    pub(in crate::variant) variables: Vec<u32>,
    /// Per place, and one more after the last: the number of states. The first state of place 0 is the start.
    pub(in crate::variant) states: Vec<usize>,
    /// Per place: from state, bit of the value, to state of the next place; sorted by bit.
    pub(in crate::variant) edges: Vec<Vec<Edge>>,
}

/// A way from a state to one of the next place.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(in crate::variant) struct Edge {
    pub(in crate::variant) bit: u8,
    pub(in crate::variant) from: u16,
    pub(in crate::variant) to: u16,
}

/// The number of states of a place, and the ways from them: from, bit of the value, to.
type Layer = (usize, Vec<(usize, u8, usize)>);

/// The most states of a place.
pub(in crate::variant) const MOST_STATES: usize = 1 << 15;

/// Explores the states that are reached from `start`; `None` if there are too many.
///
/// `values` gives the values of each place, as bits and as numbers.
pub(super) fn explore<S: Clone + Ord>(
    variables: Vec<u32>,
    values: &[Vec<(u8, i64)>],
    start: S,
    step: impl Fn(&S, usize, i64) -> Option<S>,
    accepts: impl Fn(&S) -> bool,
) -> Option<Automaton> {
    let mut layer = vec![start];
    let mut edges: Vec<Layer> = Vec::new();
    for (place, values) in values.iter().enumerate() {
        let mut numbers: BTreeMap<S, usize> = BTreeMap::new();
        let mut next = Vec::new();
        let mut ways = Vec::new();
        for (from, state) in layer.iter().enumerate() {
            for (bit, value) in values {
                if let Some(to) = step(state, place, *value) {
                    let number = *numbers.entry(to).or_insert_with_key(|to| {
                        next.push(to.clone());
                        next.len() - 1
                    });
                    ways.push((from, *bit, number));
                }
            }
        }
        if next.len() > MOST_STATES {
            return None;
        }
        edges.push((layer.len(), ways));
        layer = next;
    }
    let last = layer.iter().map(|state| accepts(state).then_some(0)).collect();
    Some(reduced(variables, edges, last))
}

/// Joins states with the same continuations, from the last place backwards. `names` gives each state of the place after
/// the last its new number, `None` if it does not accept.
fn reduced(variables: Vec<u32>, edges: Vec<Layer>, mut names: Vec<Option<usize>>) -> Automaton {
    let mut states = vec![usize::from(names.iter().any(Option::is_some))];
    let mut layers = Vec::new();
    for (count, ways) in edges.into_iter().rev() {
        let mut continuations: Vec<Vec<(u8, usize)>> = vec![Vec::new(); count];
        for (from, bit, to) in ways {
            continuations[from].extend(names[to].map(|to| (bit, to)));
        }
        let mut known: BTreeMap<Vec<(u8, usize)>, usize> = BTreeMap::new();
        names = continuations
            .into_iter()
            .map(|continuation| {
                let next = known.len();
                (!continuation.is_empty()).then(|| *known.entry(continuation).or_insert(next))
            })
            .collect();
        states.push(known.len());
        let edge = |from: usize, (bit, to): (u8, usize)| Edge { bit, from: from as u16, to: to as u16 };
        let mut layer: Vec<Edge> =
            known.into_iter().flat_map(|(ways, from)| ways.into_iter().map(move |way| edge(from, way))).collect();
        layer.sort_unstable();
        layers.push(layer);
    }
    states.reverse();
    layers.reverse();
    Automaton { variables, states, edges: layers }
}

impl Automaton {
    /// The values that each place can have in some accepted sequence.
    pub(super) fn values(&self) -> impl Iterator<Item = (u32, Mask)> + '_ {
        let mask = |edges: &Vec<Edge>| edges.iter().fold(0, |mask, edge| mask | 1 << edge.bit);
        self.variables.iter().copied().zip(self.edges.iter().map(mask))
    }
}
