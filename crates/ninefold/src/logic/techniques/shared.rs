//! What the finders for 9x9 boards work on: a position, and what several of them need to know about it.

use super::super::Technique;
use super::super::facts::FactCache;
use super::super::nine::{CellSet, Nine};
use super::super::state::State;
use super::corners::{self, Rectangle};
use super::forcing::links::Chained;
use super::sets::Sets;
use crate::board::ClassicNine;
#[cfg(test)]
use crate::board::Puzzle;
use std::cell::{OnceCell, RefCell};
use std::ops::Deref;

// Techniques are bits of a word in `FactCache::absent`.
const _: () = assert!(Technique::ALL.len() <= u128::BITS as usize);

/// A position, with facts about it that are computed once and kept.
#[derive(Clone, Debug)]
pub(in super::super) struct View {
    nine: Nine,
    facts: RefCell<FactCache>,
    sets: OnceCell<Box<Sets>>,
    rectangles: OnceCell<Vec<Rectangle>>,
    chained: OnceCell<Box<Chained>>,
}

impl Deref for View {
    type Target = Nine;

    fn deref(&self) -> &Nine {
        &self.nine
    }
}

impl View {
    #[cfg(test)]
    pub(in super::super) fn of(puzzle: &Puzzle) -> View {
        View::after(puzzle.classic_nine().unwrap(), &State::new(puzzle), FactCache::default())
    }

    /// A state, and facts from an earlier position, from which only candidates have been removed since.
    pub(in super::super) fn after(nine: ClassicNine<'_>, state: &State<u16>, facts: FactCache) -> View {
        let nine = Nine::of(nine, state);
        View {
            facts: RefCell::new(facts.carried_to(nine.cells)),
            nine,
            sets: OnceCell::new(),
            rectangles: OnceCell::new(),
            chained: OnceCell::new(),
        }
    }

    /// The facts, for later positions.
    pub(in super::super) fn into_facts(self) -> FactCache {
        self.facts.into_inner()
    }

    /// Reads or changes the facts.
    pub(super) fn with_cache<T>(&self, what: impl FnOnce(&mut FactCache) -> T) -> T {
        what(&mut self.facts.borrow_mut())
    }

    /// The candidates of a digit that are in no way of placing the digit in all rows, columns and boxes at once.
    ///
    /// Whatever an argument about this digit alone rules out (fish, X-chains, colours) is among them. So if there are
    /// none, there is nothing to look for: a cheap filter before an expensive search.
    pub(super) fn outside_all_templates(&self, digit: usize) -> CellSet {
        let find = || self.nine.cells[digit] - self.nine.placements(digit, CellSet::EMPTY);
        self.with_cache(|facts| *facts.outside_templates[digit].get_or_insert_with(find))
    }

    /// The digits that have candidates outside all templates.
    pub(super) fn digits_outside_templates(&self) -> impl Iterator<Item = usize> {
        (0..9).filter(|digit| !self.outside_all_templates(*digit).is_empty())
    }

    /// Whether a technique that looks at this digit alone was searched in vain since the digit changed.
    pub(super) fn is_known_absent(&self, technique: Technique, digit: usize) -> bool {
        self.with_cache(|facts| facts.absent[digit] >> (technique as u32) & 1 == 1)
    }

    /// Notes that the whole search for the technique was in vain.
    pub(super) fn note_absent(&self, technique: Technique, digit: usize) {
        self.with_cache(|facts| facts.absent[digit] |= 1 << (technique as u32));
    }

    /// See [`Nine::tight_sizes`].
    pub(super) fn tight(&self, house: usize) -> u16 {
        self.with_cache(|facts| *facts.tight[house].get_or_insert_with(|| self.nine.tight_sizes(house)))
    }

    /// The almost locked sets, with restricted commons between those that do not overlap.
    pub(super) fn sets(&self) -> &Sets {
        self.sets.get_or_init(|| Box::new(Sets::new(&self.nine, false)))
    }

    /// The rectangles that could be unique rectangles.
    pub(super) fn rectangles(&self) -> &[Rectangle] {
        self.rectangles.get_or_init(|| corners::list(&self.nine))
    }

    /// Everything that forcing chains conclude.
    pub(super) fn chained(&self) -> &Chained {
        self.chained.get_or_init(|| Box::new(Chained::new(&self.nine)))
    }
}
