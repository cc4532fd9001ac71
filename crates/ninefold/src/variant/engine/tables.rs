//! Tables of sets: of some flags, those that are true are one of a few sets.

use super::super::model::{Mask, Table};
use super::layered::bits;
use super::state::{Literal, State, candidate_of, literal};
use crate::solve::learning::clauses::Values;

/// Flags, those of them that are true being one of some sets.
#[derive(Clone, Debug)]
pub(super) struct Sets {
    /// The candidates that are the flags; bit i of a set is the i-th.
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

    /// What is true and what is false.
    fn known(&self, state: &State) -> (Mask, Mask) {
        let (mut is, mut is_not) = (0, 0);
        for (i, flag) in self.flags.iter().enumerate() {
            let flag = literal(*flag, true);
            is |= Mask::from(state.is_true(flag)) << i;
            is_not |= Mask::from(state.is_false(flag)) << i;
        }
        (is, is_not)
    }

    /// The flags that are true now, and those that are false, in all sets that are left; `None` if there is none.
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

    /// Literals, all true before a place of the trail, of which at least one excludes each set that would agree with the
    /// target's negation; all sets without a target. Those that exclude many are taken, of equals the earliest.
    pub(super) fn reason(&self, target: Option<Literal>, place: u32, state: &State, causes: &mut Vec<Literal>) {
        let mut left: Vec<Mask> = self.sets.clone();
        let mut known: Vec<(Literal, usize)> = Vec::new();
        for (i, flag) in self.flags.iter().enumerate() {
            let flag = literal(*flag, true);
            if let Some(target) = target.filter(|target| target.variable() == flag.variable()) {
                left.retain(|set| (set >> i & 1 == 1) == target.is_negated());
                continue;
            }
            let truth = if state.is_true(flag) { flag } else { !flag };
            if !state.is_true(truth) {
                continue;
            }
            if state.level_of(truth) == 0 {
                left.retain(|set| (set >> i & 1 == 1) != truth.is_negated());
            } else if state.place_of(truth) < place {
                known.push((truth, i));
            }
        }
        known.sort_unstable_by_key(|(truth, _)| state.place_of(*truth));
        while !left.is_empty() {
            let excluded = |(truth, i): &(Literal, usize)| {
                left.iter().filter(|set| (**set >> i & 1 == 1) == truth.is_negated()).count()
            };
            let (best, count) = (known.iter().map(excluded).enumerate())
                .max_by_key(|(at, count)| (*count, std::cmp::Reverse(*at)))
                .expect("something excludes each set");
            debug_assert!(count > 0, "something excludes each set");
            let (truth, i) = known.swap_remove(best);
            known.sort_unstable_by_key(|(truth, _)| state.place_of(*truth));
            left.retain(|set| (set >> i & 1 == 1) != truth.is_negated());
            causes.push(truth);
        }
    }

    /// The literals that follow: flags that are true and those that are false.
    pub(super) fn literals(&self, (is, is_not): (Mask, Mask)) -> impl Iterator<Item = Literal> + '_ {
        let some = |mask: Mask, truth: bool| bits(mask).map(move |i| literal(self.flags[i as usize], truth));
        some(is, true).chain(some(is_not, false))
    }
}
