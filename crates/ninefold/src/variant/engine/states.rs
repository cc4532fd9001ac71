//! Automata: the states that can be reached, and those from which the end can be reached, place by place.
//!
//! Both are kept from call to call. Between calls only the values of a few places change, whether values were removed or the
//! search went back: states are recomputed from there on, until they no longer differ.

use super::super::model::{Automaton, Edge, Layers, Mask, bits};
use std::ops::Range;
use std::sync::Arc;

/// An automaton, with one bit for each state of each place.
#[derive(Clone, Debug)]
pub(super) struct States {
    variables: Vec<u32>,
    layers: Arc<Layers>,
    /// For each place, and after the last: the states before it that can be reached, and those from which the end can be
    /// reached. The words of a place begin at `starts`.
    forward: Vec<u64>,
    backward: Vec<u64>,
    starts: Vec<u32>,
    /// Per place: the values for which the states after it, and those before it, were computed; and the values left then.
    forward_values: Vec<Mask>,
    backward_values: Vec<Mask>,
    left: Vec<Mask>,
    /// Per place: whether states on one of its sides have changed since.
    is_stale: Vec<bool>,
    scratch: Vec<u64>,
}

impl States {
    pub(super) fn new(automaton: &Automaton) -> States {
        let layers = Arc::clone(&automaton.layers);
        let places = layers.edges.len();
        let mut starts = vec![0];
        for states in &layers.states {
            starts.push(starts[starts.len() - 1] + states.div_ceil(64) as u32);
        }
        let words = starts[places + 1] as usize;
        let mut states = States {
            variables: automaton.variables.clone(),
            forward: vec![0; words],
            backward: vec![0; words],
            starts,
            forward_values: vec![0; places],
            backward_values: vec![0; places],
            left: vec![0; places],
            is_stale: vec![true; places],
            scratch: Vec::new(),
            layers,
        };
        if states.layers.states[0] > 0 && states.layers.states[places] > 0 {
            states.forward[0] = 1;
            let end = states.at(places).start;
            states.backward[end] = 1;
        }
        states
    }

    /// Where the words of a place are.
    #[inline]
    fn at(&self, place: usize) -> Range<usize> {
        self.starts[place] as usize..self.starts[place + 1] as usize
    }

    pub(super) fn variables(&self) -> &[u32] {
        &self.variables
    }

    fn go_back(&mut self, values: &[Mask]) {
        let mut has_changed = false;
        for place in (0..values.len()).rev() {
            if !has_changed && self.backward_values[place] == values[place] {
                continue;
            }
            self.backward_values[place] = values[place];
            let (at, behind) = (self.at(place), &self.backward[self.at(place + 1)]);
            let before = &mut self.scratch;
            before.clear();
            before.resize(at.len(), 0);
            for bit in bits(values[place]) {
                for edge in self.layers.ways(place, bit) {
                    put_if(contains(behind, edge.to), before, edge.from);
                }
            }
            let known = &mut self.backward[at];
            has_changed = *before != known;
            if has_changed {
                known.copy_from_slice(before);
                if place > 0 {
                    self.is_stale[place - 1] = true;
                }
            }
        }
    }

    fn go_forward(&mut self, values: &[Mask]) {
        let mut has_changed = false;
        for (place, mask) in values.iter().enumerate() {
            if !has_changed && self.forward_values[place] == *mask {
                continue;
            }
            self.forward_values[place] = *mask;
            self.is_stale[place] = true;
            let (at, before) = (self.at(place + 1), &self.forward[self.at(place)]);
            let after = &mut self.scratch;
            after.clear();
            after.resize(at.len(), 0);
            for bit in bits(*mask) {
                for edge in self.layers.ways(place, bit) {
                    put_if(contains(before, edge.from), after, edge.to);
                }
            }
            let known = &mut self.forward[at];
            has_changed = *after != known;
            if has_changed {
                known.copy_from_slice(after);
            }
        }
    }

    pub(super) fn narrow(&mut self, values: &mut [Mask]) -> bool {
        self.go_back(values);
        if self.backward[self.at(0)].first().is_none_or(|states| states & 1 == 0) {
            return false;
        }
        self.go_forward(values);
        for (place, values) in values.iter_mut().enumerate() {
            if self.is_stale[place] {
                self.is_stale[place] = false;
                let (from, to) = (&self.forward[self.at(place)], &self.backward[self.at(place + 1)]);
                let leads = |edge: &Edge| contains(from, edge.from) && contains(to, edge.to);
                let is_left = |bit: &u32| self.layers.ways(place, *bit).iter().any(leads);
                self.left[place] = bits(*values).filter(is_left).fold(0, |left, bit| left | 1 << bit);
            }
            *values = self.left[place];
        }
        true
    }

    pub(super) fn reason(&mut self, values: &[Mask], removed: &mut [Mask]) {
        self.go_back(values);
        let mut from = vec![1];
        for place in 0..values.len() {
            let behind = &self.backward[self.at(place + 1)];
            let mut to = vec![0; behind.len()];
            let put = |bit: u32, to: &mut [u64]| {
                for edge in self.layers.ways(place, bit) {
                    put_if(contains(&from, edge.from), to, edge.to);
                }
            };
            bits(values[place]).for_each(|bit| put(bit, &mut to));
            // Values with an edge that leads to the end cannot be put back.
            for bit in bits(removed[place]) {
                let leads = |edge: &Edge| contains(&from, edge.from) && contains(behind, edge.to);
                if !self.layers.ways(place, bit).iter().any(leads) {
                    removed[place] &= !(1 << bit);
                    put(bit, &mut to);
                }
            }
            from = to;
        }
    }
}

#[inline]
fn contains(states: &[u64], state: u16) -> bool {
    states[state as usize / 64] >> (state % 64) & 1 == 1
}

/// Adds a state if the condition holds, without a branch: it is as likely as not.
#[inline]
fn put_if(holds: bool, states: &mut [u64], state: u16) {
    states[state as usize / 64] |= u64::from(holds) << (state % 64);
}
