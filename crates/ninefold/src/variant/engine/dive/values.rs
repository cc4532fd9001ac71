//! The values that are left of each variable, and what they were before.

use super::super::super::model::{CellPairs, Mask, bits};

/// The values that are left, and a trail of what they were.
#[derive(Clone, Debug)]
pub(super) struct Values {
    masks: Vec<Mask>,
    /// Variables with what they were before each change.
    trail: Vec<(u32, Mask)>,
    /// The variables that have changed since rules have looked, each once, with what they were before.
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

    /// Only these values are left of a variable; whether there is one.
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

    /// None of the variables has any of these values; whether each has one left.
    #[inline]
    pub(super) fn remove_of_all(&mut self, variables: &[u32], gone: Mask) -> bool {
        for variables in variables.chunks(64) {
            // Whether one has it cannot be foreseen: so no jump is made of it.
            let has = |variable: &u32| u64::from(self.masks[*variable as usize] & gone != 0);
            let having = variables.iter().rfold(0, |having, variable| having << 1 | has(variable));
            if !bits(having).all(|i| self.keep(variables[i as usize], !gone)) {
                return false;
            }
        }
        true
    }

    /// Cells that can have a digit have it: the only one that can, and none that differs from all that can. Whether each cell
    /// has a value left.
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

    /// Whether a variable has changed that has not been looked at.
    #[inline]
    pub(super) fn has_changed(&self) -> bool {
        !self.changed.is_empty()
    }

    /// A variable that has changed and has not been looked at, with what it was before.
    #[inline]
    pub(super) fn next_changed(&mut self) -> Option<(u32, Mask)> {
        let (variable, before) = self.changed.pop()?;
        self.is_changed[variable as usize] = false;
        Some((variable, before))
    }

    /// How far the trail is.
    #[inline]
    pub(super) fn place(&self) -> usize {
        self.trail.len()
    }

    /// Takes back what came after a place of the trail.
    pub(super) fn go_back(&mut self, place: usize) {
        for (variable, before) in self.trail.drain(place..).rev() {
            self.masks[variable as usize] = before;
        }
        self.changed.drain(..).for_each(|(variable, _)| self.is_changed[variable as usize] = false);
    }
}

/// Whether exactly one value is left.
#[inline]
pub(super) fn is_single(mask: Mask) -> bool {
    mask & mask.wrapping_sub(1) == 0
}
