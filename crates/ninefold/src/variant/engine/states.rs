//! Automata: which states can be reached, and from which the end, place by place.
//!
//! Both are kept from call to call. What has changed are the values of a few places, whether they became fewer or the search
//! went back: states are worked out again from there on, until they are as they were.

use super::super::model::{Automaton, Edge, Mask, bits};
use std::ops::Range;
use std::rc::Rc;

/// An automaton, with one bit for each state of each place.
#[derive(Clone, Debug)]
pub(super) struct States {
    automaton: Rc<Automaton>,
    /// Per place and bit: its ways in the automaton's list.
    ways: Vec<Vec<Range<usize>>>,
    /// Per place: the states that can be reached before it, and those from which the end can be reached.
    forward: Vec<Vec<u64>>,
    backward: Vec<Vec<u64>>,
    /// Per place: the values for which the states behind it, and those before it, were found; what was left then of them.
    forward_values: Vec<Mask>,
    backward_values: Vec<Mask>,
    left: Vec<Mask>,
    /// Per place: states on one of its sides have changed since.
    is_stale: Vec<bool>,
    scratch: [Vec<u64>; 2],
}

impl States {
    pub(super) fn new(automaton: &Rc<Automaton>) -> States {
        let places = automaton.edges.len();
        let words = |states: &usize| states.div_ceil(64);
        let none: Vec<Vec<u64>> = automaton.states.iter().map(|states| vec![0; words(states)]).collect();
        let most = none.iter().map(Vec::len).max().unwrap_or(0);
        let ways = |edges: &Vec<Edge>| {
            let start = |bit: u8| edges.partition_point(|edge| edge.bit < bit);
            let most = edges.last().map_or(0, |edge| edge.bit + 1);
            (0..most).map(|bit| start(bit)..start(bit + 1)).collect()
        };
        let mut states = States {
            ways: automaton.edges.iter().map(ways).collect(),
            forward: none.clone(),
            backward: none,
            forward_values: vec![0; places],
            backward_values: vec![0; places],
            left: vec![0; places],
            is_stale: vec![true; places],
            scratch: [vec![0; most], vec![0; most]],
            automaton: Rc::clone(automaton),
        };
        if automaton.states[0] > 0 && automaton.states[places] > 0 {
            states.forward[0][0] = 1;
            states.backward[places][0] = 1;
        }
        states
    }

    pub(super) fn variables(&self) -> &[u32] {
        &self.automaton.variables
    }

    /// The ways of a place by a value.
    #[inline]
    fn ways<'a>(automaton: &'a Automaton, ways: &[Vec<Range<usize>>], place: usize, bit: u32) -> &'a [Edge] {
        ways[place].get(bit as usize).map_or(&[], |range| &automaton.edges[place][range.clone()])
    }

    fn go_back(&mut self, values: &[Mask]) {
        let mut has_changed = false;
        for place in (0..values.len()).rev() {
            if !has_changed && self.backward_values[place] == values[place] {
                continue;
            }
            self.backward_values[place] = values[place];
            let before = &mut self.scratch[0];
            before.clear();
            before.resize(self.backward[place].len(), 0);
            for bit in bits(values[place]) {
                for edge in States::ways(&self.automaton, &self.ways, place, bit) {
                    if contains(&self.backward[place + 1], edge.to) {
                        insert(before, edge.from);
                    }
                }
            }
            has_changed = *before != self.backward[place];
            if has_changed {
                std::mem::swap(before, &mut self.backward[place]);
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
            let after = &mut self.scratch[0];
            after.clear();
            after.resize(self.forward[place + 1].len(), 0);
            for bit in bits(*mask) {
                for edge in States::ways(&self.automaton, &self.ways, place, bit) {
                    if contains(&self.forward[place], edge.from) {
                        insert(after, edge.to);
                    }
                }
            }
            has_changed = *after != self.forward[place + 1];
            if has_changed {
                std::mem::swap(after, &mut self.forward[place + 1]);
            }
        }
    }

    pub(super) fn narrow(&mut self, values: &mut [Mask]) -> bool {
        self.go_back(values);
        if self.backward[0].first().is_none_or(|states| states & 1 == 0) {
            return false;
        }
        self.go_forward(values);
        for (place, values) in values.iter_mut().enumerate() {
            if std::mem::take(&mut self.is_stale[place]) {
                let (from, to) = (&self.forward[place], &self.backward[place + 1]);
                let leads = |edge: &Edge| contains(from, edge.from) && contains(to, edge.to);
                let is_left = |bit: &u32| States::ways(&self.automaton, &self.ways, place, *bit).iter().any(leads);
                self.left[place] = bits(*values).filter(is_left).fold(0, |left, bit| left | 1 << bit);
            }
            *values = self.left[place];
        }
        true
    }

    pub(super) fn reason(&mut self, values: &[Mask], removed: &mut [Mask]) {
        self.go_back(values);
        let [from, to] = &mut self.scratch;
        from.clear();
        from.push(1);
        for place in 0..values.len() {
            to.clear();
            to.resize(self.backward[place + 1].len(), 0);
            let put = |bit: u32, from: &[u64], to: &mut [u64]| {
                for edge in States::ways(&self.automaton, &self.ways, place, bit) {
                    if contains(from, edge.from) {
                        insert(to, edge.to);
                    }
                }
            };
            bits(values[place]).for_each(|bit| put(bit, from, to));
            // Values of which one way leads to the end cannot be put back.
            for bit in bits(removed[place]) {
                let leads = |edge: &Edge| contains(from, edge.from) && contains(&self.backward[place + 1], edge.to);
                if !States::ways(&self.automaton, &self.ways, place, bit).iter().any(leads) {
                    removed[place] &= !(1 << bit);
                    put(bit, from, to);
                }
            }
            std::mem::swap(from, to);
        }
    }
}

#[inline]
fn contains(states: &[u64], state: u16) -> bool {
    states[state as usize / 64] >> (state % 64) & 1 == 1
}

#[inline]
fn insert(states: &mut [u64], state: u16) {
    states[state as usize / 64] |= 1 << (state % 64);
}
