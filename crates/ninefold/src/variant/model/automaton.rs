//! Automata: which sequences of values some variables can have.
//!
//! A value may lead to several states (the automaton may be nondeterministic). If something unknown at the beginning is found
//! out only at the end, such as where a loop is cut, this needs far fewer states than a deterministic automaton over sets.

use super::Mask;
use crate::variant::Constraint;
use std::collections::BTreeMap;
use std::sync::Arc;

/// An automaton that reads the values of some variables, one after the other.
///
/// It is layered: each place has its own states. Only states that can be reached and can lead to acceptance are kept, and
/// states that accept the same continuations are merged.
#[derive(Clone, Debug)]
pub(in crate::variant) struct Automaton {
    pub(in crate::variant) variables: Vec<u32>,
    pub(in crate::variant) layers: Arc<Layers>,
}

/// What an automaton does, whatever variables it reads.
#[derive(Debug)]
pub(in crate::variant) struct Layers {
    /// For each place, and once more after the last: the number of states. The first state of place 0 is the start.
    pub(in crate::variant) states: Vec<usize>,
    /// For each place: edges to states of the next place, sorted by bit.
    pub(in crate::variant) edges: Vec<Vec<Edge>>,
    /// Place by place, for each bit and once more after the last: where its edges begin.
    starts: Vec<u32>,
    /// The number of bits: one more than the highest that an edge has.
    bits: usize,
}

/// An edge from a state to a state of the next place, by a value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(in crate::variant) struct Edge {
    pub(in crate::variant) bit: u8,
    pub(in crate::variant) from: u16,
    pub(in crate::variant) to: u16,
}

/// The number of states of a place, and the edges from them: from, bit of the value, to.
type Ways = (usize, Vec<(usize, u8, usize)>);

/// The largest number of states at a place.
pub(in crate::variant) const MOST_STATES: usize = 1 << 15;

/// The largest number of sets of states at a place, before single states are explored instead.
pub(super) const MOST_SETS: usize = 1 << 11;

/// Explores the states that can be reached from `start`; `None` if there are too many.
///
/// `values` gives the values of each place, as bits and as numbers.
pub(super) fn explore<S: Clone + Ord, I: IntoIterator<Item = S>>(
    values: &[Vec<(u8, i64)>],
    start: S,
    step: impl Fn(&S, usize, i64) -> I,
    accepts: impl Fn(&S) -> bool,
) -> Option<Layers> {
    explore_within(MOST_STATES, values, start, step, accepts)
}

/// The same with at most this many states at each place.
pub(super) fn explore_within<S: Clone + Ord, I: IntoIterator<Item = S>>(
    most: usize,
    values: &[Vec<(u8, i64)>],
    start: S,
    step: impl Fn(&S, usize, i64) -> I,
    accepts: impl Fn(&S) -> bool,
) -> Option<Layers> {
    let mut layer = vec![start];
    let mut edges: Vec<Ways> = Vec::new();
    for (place, values) in values.iter().enumerate() {
        let mut numbers: BTreeMap<S, usize> = BTreeMap::new();
        let mut next = Vec::new();
        let mut ways = Vec::new();
        for (from, state) in layer.iter().enumerate() {
            for (bit, value) in values {
                for to in step(state, place, *value) {
                    let number = *numbers.entry(to).or_insert_with_key(|to| {
                        next.push(to.clone());
                        next.len() - 1
                    });
                    ways.push((from, *bit, number));
                }
            }
        }
        if next.len() > most {
            return None;
        }
        edges.push((layer.len(), ways));
        layer = next;
    }
    let last = layer.iter().map(|state| accepts(state).then_some(0)).collect();
    Some(reduced(edges, last))
}

/// Merges states with the same continuations, from the last place backwards. `names` has the new number of each state after
/// the last place, `None` if the state does not accept.
fn reduced(edges: Vec<Ways>, mut names: Vec<Option<usize>>) -> Layers {
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
            .map(|mut continuation| {
                let next = known.len();
                // Edges may have become equal.
                continuation.sort_unstable();
                continuation.dedup();
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
    Layers::new(states, layers)
}

impl Layers {
    pub(super) fn new(states: Vec<usize>, edges: Vec<Vec<Edge>>) -> Layers {
        let bits = edges.iter().filter_map(|edges| edges.last()).map(|edge| edge.bit as usize + 1).max().unwrap_or(0);
        let mut starts = Vec::with_capacity(edges.len() * (bits + 1));
        for edges in &edges {
            let mut at = 0;
            for bit in 0..=bits {
                at += edges[at..].iter().take_while(|edge| (edge.bit as usize) < bit).count();
                starts.push(at as u32);
            }
        }
        Layers { states, edges, starts, bits }
    }

    /// The edges of a place for a value.
    #[inline]
    pub(in crate::variant) fn ways(&self, place: usize, bit: u32) -> &[Edge] {
        if bit as usize >= self.bits {
            return &[];
        }
        let at = place * (self.bits + 1) + bit as usize;
        &self.edges[place][self.starts[at] as usize..self.starts[at + 1] as usize]
    }

    /// Whether each value leads from each state to at most one state.
    pub(in crate::variant) fn is_deterministic(&self) -> bool {
        let is_same_way = |pair: &[Edge]| (pair[0].bit, pair[0].from) == (pair[1].bit, pair[1].from);
        !self.edges.iter().any(|edges| edges.windows(2).any(is_same_way))
    }

    /// The values that are possible at each place in some accepted sequence.
    pub(super) fn values(&self) -> impl Iterator<Item = Mask> + '_ {
        self.edges.iter().map(|edges| edges.iter().fold(0, |mask, edge| mask | 1 << edge.bit))
    }
}

/// The automata so far, by rule: puzzles have few kinds of clues, but many clues of each kind.
#[derive(Clone, Debug, Default)]
pub(super) struct Known(BTreeMap<Rule, Arc<Layers>>);

/// A rule whose automaton does not depend on which cells it has: its kind, its text, its numbers and the lengths of its
/// further lists, and the lowest value and number of values of each variable.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Rule {
    kind: &'static str,
    text: String,
    numbers: Vec<i64>,
    extents: Vec<(i64, u8)>,
}

impl Rule {
    pub(super) fn of(constraint: &Constraint, extents: Vec<(i64, u8)>) -> Rule {
        let lists = constraint.others.iter().map(|list| list.len() as i64);
        let numbers = constraint.values.iter().copied().chain(lists).chain(constraint.value);
        let ends = [constraint.values.len() as i64, constraint.others.len() as i64];
        Rule {
            kind: constraint.kind.name(),
            text: constraint.text.clone(),
            numbers: numbers.chain(ends).collect(),
            extents,
        }
    }

    /// All values of each variable, as bits and as numbers.
    fn values(&self) -> Vec<Vec<(u8, i64)>> {
        let values = |(lowest, count): &(i64, u8)| (0..*count).map(|bit| (bit, lowest + i64::from(bit))).collect();
        self.extents.iter().map(values).collect()
    }
}

impl Known {
    /// The automaton of a rule; the first time, `explore` builds it from the values of each place.
    pub(super) fn of(
        &mut self,
        rule: Rule,
        explore: impl FnOnce(&[Vec<(u8, i64)>]) -> Option<Layers>,
    ) -> Option<Arc<Layers>> {
        if let Some(layers) = self.0.get(&rule) {
            return Some(Arc::clone(layers));
        }
        let layers = Arc::new(explore(&rule.values())?);
        self.0.insert(rule, Arc::clone(&layers));
        Some(layers)
    }
}
