//! The values that are left of each variable, and their earlier states.

use super::super::super::model::{CellPairs, Mask, bits};

/// The values that are left, and a trail of their earlier states.
#[derive(Clone, Debug)]
pub(super) struct Values {
    masks: Vec<Mask>,
    /// Variables with their values before each change.
    trail: Vec<(u32, Mask)>,
    /// The variables that have changed since their rules were last woken, each once, with their values before.
    changed: Vec<(u32, Mask)>,
    is_changed: Vec<bool>,
}

impl Values {
    pub(super) fn new(domains: &[Mask]) -> Values {
        Values {
            masks: domains.to_vec(),
            trail: Vec::new(),
            changed: (0..domains.len() as u32).map(|variable| (variable, Mask::MAX)).collect(),
            is_changed: vec![true; domains.len()],
        }
    }

    #[inline]
    pub(super) fn of(&self, variable: u32) -> Mask {
        self.masks[variable as usize]
    }

    pub(super) fn masks(&self) -> &[Mask] {
        &self.masks
    }

    /// Keeps only these values of a variable; returns whether one is left.
    #[inline]
    pub(super) fn keep(&mut self, variable: u32, allowed: Mask) -> bool {
        let before = self.masks[variable as usize];
        let after = before & allowed;
        if after == before {
            return true;
        }
        self.trail.push((variable, before));
        self.masks[variable as usize] = after;
        if !std::mem::replace(&mut self.is_changed[variable as usize], true) {
            self.changed.push((variable, before));
        }
        after != 0
    }

    /// Removes these values of all the variables; returns whether each has one left.
    #[inline]
    pub(super) fn remove_of_all(&mut self, variables: &[u32], gone: Mask) -> bool {
        for variables in variables.chunks(64) {
            // Whether a variable has one is unpredictable: so this avoids a branch.
            let has = |variable: &u32| u64::from(self.masks[*variable as usize] & gone != 0);
            let having = variables.iter().rfold(0, |having, variable| having << 1 | has(variable));
            if !bits(having).all(|i| self.keep(variables[i as usize], !gone)) {
                return false;
            }
        }
        true
    }

    /// Makes one of the cells have a digit: if only one can, it has it, otherwise no cell has it that differs from all that can.
    /// Returns whether each cell has a value left.
    pub(super) fn must_have(&mut self, cells: &[u32], digit: Mask, differs: &CellPairs) -> bool {
        let can = |masks: &[Mask], cell: &&u32| masks[**cell as usize] & digit != 0;
        let mut places = cells.iter().filter(|cell| can(&self.masks, cell));
        match (places.next(), places.next()) {
            (None, _) => true,
            (Some(only), None) => self.keep(*only, digit),
            _ => (0..differs.words()).all(|word| {
                let places = cells.iter().filter(|cell| can(&self.masks, cell));
                let others = differs.common(word, places.map(|cell| *cell as usize));
                bits(others).all(|cell| self.keep(64 * word as u32 + cell, !digit))
            }),
        }
    }

    /// Whether there is a changed variable that has not been followed up.
    #[inline]
    pub(super) fn has_changed(&self) -> bool {
        !self.changed.is_empty()
    }

    /// Takes a changed variable that has not been followed up, with its values before.
    #[inline]
    pub(super) fn next_changed(&mut self) -> Option<(u32, Mask)> {
        let (variable, before) = self.changed.pop()?;
        self.is_changed[variable as usize] = false;
        Some((variable, before))
    }

    /// The length of the trail.
    #[inline]
    pub(super) fn place(&self) -> usize {
        self.trail.len()
    }

    /// Undoes everything after a place of the trail.
    pub(super) fn go_back(&mut self, place: usize) {
        for (variable, before) in self.trail.drain(place..).rev() {
            self.masks[variable as usize] = before;
        }
        self.changed.drain(..).for_each(|(variable, _)| self.is_changed[variable as usize] = false);
    }
}

/// Whether at most one value is left.
#[inline]
pub(super) fn is_single(mask: Mask) -> bool {
    mask & mask.wrapping_sub(1) == 0
}
