//! Rules that the search that only dives has its own way with; the search that learns gets automata instead.

use super::{Mask, Model};
use std::fmt;
use std::sync::Arc;

/// The most digits of which all sets are listed.
pub(in crate::variant) const MOST_DIGITS: usize = 16;

/// A rule as it is said.
#[derive(Clone, Debug)]
pub(in crate::variant) enum Special {
    /// So many of the cells have the value with this bit: bit n of `counts` is set if n of them may. The flag, a variable
    /// of the values 0 and 1, says whether any has.
    Count { cells: Vec<usize>, bit: u8, counts: Mask, flag: Option<usize> },
    /// The cells differ; those between the one of the lowest and the one of the highest digit have this sum.
    Filling { cells: Vec<usize>, sum: i64 },
    /// So many of the lines are lower than the clue's own, read as numbers, and none is the same. With a first value, by its
    /// bit, the own line begins with it, and only lines that do so, too, count as lower.
    Rank { own: Vec<usize>, lines: Vec<Vec<usize>>, lower: usize, first: Option<u8> },
    /// So many digits of the line are higher than all before them.
    Skyline { cells: Vec<usize>, seen: usize },
    /// The cells differ, and the first says how many of them, from itself on, have the sum. No digit is below 1.
    FirstSum { cells: Vec<usize>, sum: i64 },
    /// What the ends of a line are says what its inner cells can be: bits of both ends, and the values of the others.
    Ends { ends: [usize; 2], inner: Vec<usize>, ways: Vec<(u8, u8, Mask)> },
    /// The sets have the same digits, each as often.
    Same { sets: Vec<Vec<usize>> },
}

/// What is compiled of a rule for the search that learns.
#[derive(Clone)]
pub(in crate::variant) struct Later(Arc<dyn Fn(&mut Model) + Send + Sync>);

impl fmt::Debug for Later {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Later")
    }
}

impl Model {
    /// A rule of its own, and what is compiled of it where that is not known.
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

    /// So many of the cells as `is_allowed` accepts have a value.
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

    /// The cells differ; those between the one of the lowest and the one of the highest digit have this sum.
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

    /// The first digit says how many cells, from itself on, have the sum.
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
