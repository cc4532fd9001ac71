//! Rules for which depth-first search has its own propagation; the search that learns gets automata instead.

use super::{Mask, Model};
use std::fmt;
use std::sync::Arc;

/// The largest number of digits for which all sets are listed.
pub(in crate::variant) const MOST_DIGITS: usize = 16;

/// A rule in its original form, not compiled.
#[derive(Clone, Debug)]
pub(in crate::variant) enum Special {
    /// Limits how many of the cells have the value with this bit: bit n of `counts` is set if n cells may. The flag, a
    /// variable with values 0 and 1, says whether any of them has it.
    Count { cells: Vec<usize>, bit: u8, counts: Mask, flag: Option<usize> },
    /// The cells differ, and the cells between those with the lowest and the highest digit have this sum.
    Filling { cells: Vec<usize>, sum: i64 },
    /// Read as numbers, this many of the lines are lower than the clue's own, and none is equal to it. If a first value is
    /// given, by its bit, the own line begins with it, and only lines that also begin with it count as lower.
    Rank { own: Vec<usize>, lines: Vec<Vec<usize>>, lower: usize, first: Option<u8> },
    /// This many digits of the line are higher than all before them.
    Skyline { cells: Vec<usize>, seen: usize },
    /// The cells differ, and the digit of the first says how many of them, starting with itself, have the sum. No digit is
    /// below 1.
    FirstSum { cells: Vec<usize>, sum: i64 },
    /// The values at the ends of a line limit its inner cells: each way has the bits of both ends and the inner values.
    Ends { ends: [usize; 2], inner: Vec<usize>, ways: Vec<(u8, u8, Mask)> },
    /// The sets have the same digits, each equally often.
    Same { sets: Vec<Vec<usize>> },
    /// The cells with one of these values are connected, and there is at least one, or as many as `size` says. `beside` has
    /// for each place in `cells` the places that share an edge with it.
    Connected { cells: Vec<usize>, beside: Vec<Vec<usize>>, digits: Mask, size: Option<usize> },
}

/// Compiles a rule for the search that learns.
#[derive(Clone)]
pub(in crate::variant) struct Later(Arc<dyn Fn(&mut Model) + Send + Sync>);

impl fmt::Debug for Later {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Later")
    }
}

impl Model {
    /// Adds a special rule; `compile` compiles it where special rules are not supported.
    pub(in crate::variant) fn special(
        &mut self,
        special: Special,
        compile: impl Fn(&mut Model) + Send + Sync + 'static,
    ) {
        match self.is_conditional {
            true => compile(self),
            false => self.specials.push((special, Later(Arc::new(compile)))),
        }
    }

    /// Adds the rule that `is_allowed` accepts the number of these cells that have a value.
    pub(in crate::variant) fn count(&mut self, cells: &[usize], value: i64, is_allowed: impl Fn(usize) -> bool) {
        let Some(most) = (0..=cells.len()).rev().find(|count| is_allowed(*count)) else {
            return self.is_impossible = true;
        };
        let list = cells.to_vec();
        let allowed: Vec<bool> = (0..=most).map(&is_allowed).collect();
        let is_any = !allowed[0] && allowed[1..].iter().all(|is_allowed| *is_allowed) && most == cells.len();
        let compile = move |model: &mut Model| {
            if is_any {
                return model.clause(&list.iter().map(|cell| (*cell, value, true)).collect::<Vec<_>>());
            }
            let step = |seen: &usize, _: usize, found: i64| {
                Some(seen + usize::from(found == value)).filter(|seen| *seen <= most)
            };
            model.automaton(&list, 0, step, |seen| allowed[*seen]);
        };
        let bit = u8::try_from(value - self.lowest[cells[0]]).ok().filter(|bit| usize::from(*bit) < self.digits);
        match bit.filter(|_| most < 64) {
            Some(bit) => {
                let counts = (0..=most).filter(|count| is_allowed(*count)).fold(0, |counts, count| counts | 1 << count);
                self.special(Special::Count { cells: cells.to_vec(), bit, counts, flag: None }, compile);
            }
            None => compile(self),
        }
    }

    /// The cells differ, and the cells between those with the lowest and the highest digit have this sum.
    pub(in crate::variant) fn filling(
        &mut self,
        cells: &[usize],
        sum: i64,
        compile: impl Fn(&mut Model) + Send + Sync + 'static,
    ) {
        match self.digits <= MOST_DIGITS {
            true => self.special(Special::Filling { cells: cells.to_vec(), sum }, compile),
            false => compile(self),
        }
    }

    /// Adds the rule that the first digit says how many cells, starting with its own, have the sum.
    pub(in crate::variant) fn first_sum(
        &mut self,
        cells: &[usize],
        sum: i64,
        compile: impl Fn(&mut Model) + Send + Sync + 'static,
    ) {
        match self.digits <= MOST_DIGITS && self.lowest[cells[0]] >= 1 && self.all_differ(cells) {
            true => self.special(Special::FirstSum { cells: cells.to_vec(), sum }, compile),
            false => compile(self),
        }
    }

    pub(super) fn compile_specials(&mut self) {
        for (_, Later(compile)) in std::mem::take(&mut self.specials) {
            compile(self);
        }
    }
}
