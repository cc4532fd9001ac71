//! Tables of sets: some flags, and the few sets of them that can be true together.

use super::super::model::{Mask, Table, bits};
use super::state::{Literal, State, candidate_of, literal};
use crate::solve::learning::clauses::Values;

/// Flags, and the sets of them that can be true together.
#[derive(Clone, Debug)]
pub(super) struct Sets {
    /// The flags' candidates; bit i of a set stands for the i-th.
    pub(super) flags: Vec<u32>,
    sets: Vec<Mask>,
}

impl Sets {
    pub(super) fn new(table: &Table, state: &State) -> Sets {
        Sets {
            flags: table.flags.iter().map(|flag| candidate_of(state.literal(*flag))).collect(),
            sets: table.sets.clone(),
        }
    }

    /// The flags that are true, and those that are false.
    fn known(&self, state: &State) -> (Mask, Mask) {
        let (mut is, mut is_not) = (0, 0);
        for (i, flag) in self.flags.iter().enumerate() {
            let flag = literal(*flag, true);
            is |= Mask::from(state.is_true(flag)) << i;
            is_not |= Mask::from(state.is_false(flag)) << i;
        }
        (is, is_not)
    }

    /// The open flags that are true, and those that are false, in all sets that are left; `None` if no set is left.
    pub(super) fn follow(&self, state: &State) -> Option<(Mask, Mask)> {
        let (is, is_not) = self.known(state);
        let (mut all, mut some) = (Mask::MAX, 0);
        for set in self.sets.iter().filter(|set| is & !**set == 0 && is_not & **set == 0) {
            all &= set;
            some |= set;
        }
        let flags = Mask::MAX >> (64 - self.flags.len());
        (all & !some == 0).then_some((all & !is, flags & !some & !is_not))
    }

    /// Adds literals, all true before a place of the trail, such that each set which agrees with the target's negation (any set
    /// if there is no target) is excluded by one of them. Literals that exclude many sets are preferred, then early ones.
    pub(super) fn reason(&self, target: Option<Literal>, place: u32, state: &State, causes: &mut Vec<Literal>) {
        // The usable literals, the earliest first; the flags that are true, and false, at level 0 or by the target's negation.
        let mut known: Vec<(u32, Literal, Mask)> = Vec::with_capacity(self.flags.len());
        let (mut is, mut is_not) = (0, 0);
        for (i, flag) in self.flags.iter().enumerate() {
            let bit = 1 << i;
            let flag = literal(*flag, true);
            if let Some(target) = target.filter(|target| target.variable() == flag.variable()) {
                if target.is_negated() {
                    is |= bit
                } else {
                    is_not |= bit
                }
                continue;
            }
            let truth = if state.is_true(flag) { flag } else { !flag };
            if !state.is_true(truth) {
                continue;
            }
            if state.level_of(truth) == 0 {
                if truth.is_negated() { is_not |= bit } else { is |= bit }
            } else if state.place_of(truth) < place {
                known.push((state.place_of(truth), truth, bit));
            }
        }
        known.sort_unstable();
        let mut left: Vec<Mask> = self.sets.iter().copied().filter(|set| is & !set == 0 && is_not & set == 0).collect();
        while !left.is_empty() {
            let mut best = (0, 0);
            for (at, (_, truth, bit)) in known.iter().enumerate() {
                let count = left.iter().filter(|set| (**set & bit == 0) != truth.is_negated()).count();
                if count > best.0 {
                    best = (count, at);
                }
            }
            assert!(best.0 > 0, "something excludes each set");
            let (_, truth, bit) = known[best.1];
            left.retain(|set| (set & bit == 0) == truth.is_negated());
            causes.push(truth);
        }
    }

    /// The literals for flags that are true and for flags that are false.
    pub(super) fn literals(&self, (is, is_not): (Mask, Mask)) -> impl Iterator<Item = Literal> + '_ {
        let some = |mask: Mask, truth: bool| bits(mask).map(move |i| literal(self.flags[i as usize], truth));
        some(is, true).chain(some(is_not, false))
    }
}
