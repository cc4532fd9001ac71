//! Where a rule must search: what has changed since it last found nothing, or since a net began.
//!
//! A subset depends on its house alone, locked candidates and fish on their digit, and a wing on its three cells. So a rule
//! that found nothing will find nothing where none of these has changed.

use super::super::cells::CellSet;
use super::hint::Hint;
use super::position::{Marks, Position};

/// Houses by number, digits and cells.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scope {
    houses: u32,
    pub(super) digits: u16,
    pub(super) cells: CellSet,
}

impl Scope {
    const EMPTY: Scope = Scope { houses: 0, digits: 0, cells: CellSet::EMPTY };
    pub(super) const ALL: Scope = Scope { houses: (1 << 27) - 1, digits: 0x1ff, cells: CellSet::ALL };

    /// What has changed.
    pub(super) fn between(before: &Marks, now: &Marks) -> Scope {
        let mut scope = Scope::EMPTY;
        let mut by_digit = [0; 9];
        for (house, (before, now)) in before.places.iter().zip(&now.places).enumerate() {
            let mut changed = 0;
            for ((before, now), by_digit) in before.iter().zip(now).zip(&mut by_digit) {
                let change = before ^ now;
                changed |= change;
                *by_digit |= change;
            }
            scope.houses |= u32::from(changed != 0) << house;
        }
        scope.digits = by_digit.iter().enumerate().fold(0, |set, (i, changed)| set | u16::from(*changed != 0) << i);
        if scope.houses != 0 {
            scope.cells = (0..81).filter(|cell| before.cells[*cell] != now.cells[*cell]).collect();
        }
        scope
    }

    #[inline]
    pub(super) fn has_house(self, house: usize) -> bool {
        self.houses >> house & 1 == 1
    }

    fn add(&mut self, other: Scope) {
        self.houses |= other.houses;
        self.digits |= other.digits;
        self.cells |= other.cells;
    }
}

/// The rules that remember where they searched in vain.
#[derive(Clone, Copy, Debug)]
pub(super) enum Looked {
    DirectLocked,
    DirectHidden2,
    DirectHidden3,
    Locked,
    Naked2,
    Naked3,
    Naked4,
    Hidden2,
    Hidden3,
    Hidden4,
    Fish2,
    Fish3,
    Fish4,
    Wing,
    WideWing,
    Loops,
    AlignedPair,
    AlignedTriplet,
}

const RULES: usize = Looked::AlignedTriplet as usize + 1;

/// For each rule, what it has not yet searched in vain.
#[derive(Debug)]
pub(super) struct Unseen {
    /// The board for which this holds.
    known: Option<Marks>,
    scopes: [Scope; RULES],
}

impl Default for Unseen {
    fn default() -> Unseen {
        Unseen { known: None, scopes: [Scope::ALL; RULES] }
    }
}

impl Unseen {
    /// Moves on to a position.
    pub(super) fn update(&mut self, position: &Position) {
        let now = &position.marks;
        let has_less = |known: &&Marks| known.cells.iter().zip(&now.cells).all(|(known, now)| now & !known == 0);
        // Nothing is known about another puzzle.
        let known = self.known.as_ref().filter(has_less);
        let changed = known.map_or(Scope::ALL, |known| Scope::between(known, now));
        self.scopes.iter_mut().for_each(|scope| scope.add(changed));
        match &mut self.known {
            Some(known) => known.clone_from(now),
            None => self.known = Some(now.clone()),
        }
    }

    /// Where a rule must search, for rules that remember more by themselves.
    pub(super) fn take(&mut self, rule: Looked) -> Scope {
        std::mem::replace(&mut self.scopes[rule as usize], Scope::EMPTY)
    }

    /// Applies a rule where it must search.
    pub(super) fn ask(&mut self, rule: Looked, find: impl FnOnce(Scope) -> Option<Hint>) -> Option<Hint> {
        let scope = &mut self.scopes[rule as usize];
        let found = find(*scope);
        if found.is_none() {
            *scope = Scope::EMPTY;
        }
        found
    }
}
