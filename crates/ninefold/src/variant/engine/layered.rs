//! Sums and automata: sets of states, place by place, forwards and backwards.
//!
//! A state between two places may be reachable from the start, may lead to the end, or both. A value stays if it leads from a
//! reachable state to one that can lead to the end.
//!
//! The reason for the loss of a value is a set of removed values that suffices to exclude it. It is found in one pass: place by
//! place, each removed value is put back if the states that it then reaches cannot lead to the end with the values left at
//! later places; otherwise it belongs to the reason.

use super::super::model::{Mask, Sum, bits};
use super::states::States;

/// A constraint that reads its variables place by place.
#[derive(Clone, Debug)]
pub(super) enum Layered {
    Sum(Totals),
    Bounds(Bounds),
    Automaton(States),
}

impl Layered {
    /// Makes a sum, place by place if its totals are few enough.
    pub(super) fn sum(sum: &Sum, domains: &[Mask]) -> Layered {
        Totals::new(sum, domains).map_or_else(|| Layered::Bounds(Bounds::new(sum)), Layered::Sum)
    }

    pub(super) fn variables(&self) -> &[u32] {
        match self {
            Layered::Sum(sum) => &sum.variables,
            Layered::Bounds(sum) => &sum.variables,
            Layered::Automaton(automaton) => automaton.variables(),
        }
    }

    /// Each variable once, however often it is read.
    pub(super) fn each_once(&self) -> impl Iterator<Item = u32> + '_ {
        let variables = self.variables();
        let is_new = |i: &usize| !variables[..*i].contains(&variables[*i]);
        (0..variables.len()).filter(is_new).map(|i| variables[i])
    }

    /// Narrows the values of each place to those in some solution; returns whether there is one. `Bounds` may keep more.
    pub(super) fn narrow(&mut self, values: &mut [Mask]) -> bool {
        match self {
            Layered::Sum(sum) => sum.narrow(values),
            Layered::Bounds(sum) => sum.narrow(values),
            Layered::Automaton(automaton) => automaton.narrow(values),
        }
    }

    /// For values without a solution: reduces the `removed` values to some that suffice as the reason.
    pub(super) fn reason(&mut self, values: &[Mask], removed: &mut [Mask]) {
        match self {
            Layered::Sum(sum) => sum.reason(values, removed),
            Layered::Bounds(sum) => sum.reason(values, removed),
            Layered::Automaton(automaton) => automaton.reason(values, removed),
        }
    }
}

/// A sum whose states are the totals of the terms so far, as a window of at most 128 numbers for each place.
#[derive(Clone, Debug)]
pub(super) struct Totals {
    variables: Vec<u32>,
    factors: Vec<i64>,
    /// For each place, and after the last: the number that bit 0 stands for, and the bits in use.
    offsets: Vec<i64>,
    widths: Vec<u128>,
    backward: Vec<u128>,
}

impl Totals {
    /// Makes the sum, if no place has more than 128 numbers.
    pub(super) fn new(sum: &Sum, domains: &[Mask]) -> Option<Totals> {
        let mut terms = sum.terms.clone();
        // Terms with large factors come first, subtracted terms last: this keeps the numbers few.
        terms.sort_by_key(|(factor, variable)| (-factor.signum(), -factor.abs(), *variable));
        let extent = |(factor, variable): &(i64, u32)| {
            let domain = domains[*variable as usize];
            let (low, high) =
                (i64::from(domain.trailing_zeros().min(63)), 63 - i64::from(domain.leading_zeros().min(63)));
            (factor * low.min(high), factor * low.max(high))
        };
        let extents: Vec<(i64, i64)> = terms.iter().map(extent).map(|(a, b)| (a.min(b), a.max(b))).collect();
        let (mut offsets, mut widths) = (Vec::new(), Vec::new());
        for place in 0..=terms.len() {
            let sum_of = |part: &[(i64, i64)]| part.iter().fold((0, 0), |(low, high), (a, b)| (low + a, high + b));
            let (before, after) = (sum_of(&extents[..place]), sum_of(&extents[place..]));
            let (low, high) = (before.0.max(sum.total - after.1), before.1.min(sum.total - after.0));
            if high - low >= 128 {
                return None;
            }
            offsets.push(low);
            widths.push(if high < low { 0 } else { u128::MAX >> (127 - (high - low)) });
        }
        let (factors, variables) = terms.into_iter().unzip();
        Some(Totals { variables, factors, backward: vec![0; offsets.len()], offsets, widths })
    }

    #[inline]
    fn shifted(states: u128, by: i64) -> u128 {
        match by {
            0..128 => states << by,
            -127..0 => states >> -by,
            _ => 0,
        }
    }

    /// The states after the place that a value leads to from these states before it.
    #[inline]
    fn after(&self, place: usize, states: u128, bit: u32) -> u128 {
        let by = self.factors[place] * i64::from(bit) + self.offsets[place] - self.offsets[place + 1];
        Totals::shifted(states, by) & self.widths[place + 1]
    }

    /// The states before the place from which a value leads to these states after it.
    #[inline]
    fn before(&self, place: usize, states: u128, bit: u32) -> u128 {
        let by = self.factors[place] * i64::from(bit) + self.offsets[place] - self.offsets[place + 1];
        Totals::shifted(states, -by) & self.widths[place]
    }

    fn go_back(&mut self, values: &[Mask]) {
        let last = values.len();
        self.backward[last] = self.widths[last];
        for place in (0..last).rev() {
            self.backward[place] =
                bits(values[place]).fold(0, |states, bit| states | self.before(place, self.backward[place + 1], bit));
        }
    }

    fn narrow(&mut self, values: &mut [Mask]) -> bool {
        self.go_back(values);
        let mut states = self.widths[0] & self.backward[0];
        for (place, values) in values.iter_mut().enumerate() {
            let (mut next, mut left) = (0, 0);
            for bit in bits(*values) {
                let after = self.after(place, states, bit) & self.backward[place + 1];
                if after != 0 {
                    left |= 1 << bit;
                    next |= after;
                }
            }
            *values = left;
            states = next;
        }
        states != 0
    }

    fn reason(&mut self, values: &[Mask], removed: &mut [Mask]) {
        self.go_back(values);
        let mut states = self.widths[0];
        for place in 0..values.len() {
            let mut next = bits(values[place]).fold(0, |next, bit| next | self.after(place, states, bit));
            for bit in bits(removed[place]) {
                let after = self.after(place, states, bit);
                if after & self.backward[place + 1] == 0 {
                    removed[place] &= !(1 << bit);
                    next |= after;
                }
            }
            states = next;
        }
    }
}

/// A sum with very many possible totals: only the least and the greatest are used.
#[derive(Clone, Debug)]
pub(super) struct Bounds {
    variables: Vec<u32>,
    factors: Vec<i64>,
    total: i64,
}

impl Bounds {
    fn new(sum: &Sum) -> Bounds {
        let (factors, variables) = sum.terms.iter().copied().unzip();
        Bounds { variables, factors, total: sum.total }
    }

    /// The least and the greatest value of a term.
    fn extent(factor: i64, values: Mask) -> (i64, i64) {
        let (low, high) = (i64::from(values.trailing_zeros()), 63 - i64::from(values.leading_zeros()));
        ((factor * low).min(factor * high), (factor * low).max(factor * high))
    }

    fn extents(&self, values: &[Mask]) -> (i64, i64) {
        let extents = self.factors.iter().zip(values).map(|(factor, values)| Bounds::extent(*factor, *values));
        extents.fold((0, 0), |(low, high), (least, most)| (low + least, high + most))
    }

    fn narrow(&self, values: &mut [Mask]) -> bool {
        let (low, high) = self.extents(values);
        if !(low..=high).contains(&self.total) {
            return false;
        }
        for (factor, values) in self.factors.iter().zip(values.iter_mut()) {
            let (least, most) = Bounds::extent(*factor, *values);
            let fits = (self.total - high + most)..=(self.total - low + least);
            *values = bits(*values)
                .filter(|bit| fits.contains(&(factor * i64::from(*bit))))
                .fold(0, |left, bit| left | 1 << bit);
        }
        values.iter().all(|values| *values != 0)
    }

    /// Either the least total is too large or the greatest too small; the surplus allows values to be put back.
    fn reason(&self, values: &[Mask], removed: &mut [Mask]) {
        let (low, high) = self.extents(values);
        let is_too_much = low > self.total;
        let mut spare = if is_too_much { low - self.total - 1 } else { self.total - high - 1 };
        for ((factor, values), removed) in self.factors.iter().zip(values).zip(removed) {
            let (least, most) = Bounds::extent(*factor, *values);
            let cost = |bit: u32| {
                let term = factor * i64::from(bit);
                if is_too_much { least - term } else { term - most }
            };
            let affordable = bits(*removed).map(cost).filter(|cost| *cost <= spare).max().unwrap_or(0).max(0);
            *removed = bits(*removed).filter(|bit| cost(*bit) > affordable).fold(0, |needed, bit| needed | 1 << bit);
            spare -= affordable;
        }
    }
}
