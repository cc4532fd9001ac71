//! What is forbidden, and until when.

/// A digit stays forbidden for two fifths of a step per clashing cell, plus a random number of steps below this one.
pub(super) const BY_CHANCE: u64 = 15;

/// In place of a step: none.
const NEVER: u32 = u32::MAX;

/// What each step has forbidden: a ring, indexed by the step modulo its length.
#[derive(Clone, Debug)]
pub(super) struct Tabu {
    slots: Vec<Slot>,
    steps: u64,
}

/// A step: what it has forbidden, and what it permits again.
#[derive(Clone, Copy, Debug)]
struct Slot {
    cell: u32,
    digit: u8,
    /// Another step whose prohibition ends at the same step, or [`NEVER`].
    next: u32,
    /// A step whose prohibition ends at this one, or [`NEVER`].
    ending: u32,
}

/// For how many steps a digit is forbidden, apart from chance, given the number of clashing cells.
fn duration(clashing: usize) -> u64 {
    clashing as u64 * 2 / 5
}

impl Tabu {
    /// Nothing is forbidden yet, on a board with this many open cells.
    pub(super) fn new(cells: usize) -> Tabu {
        let ring = (duration(cells) + BY_CHANCE + 2).next_power_of_two();
        Tabu { slots: vec![Slot { cell: 0, digit: 0, next: NEVER, ending: NEVER }; ring as usize], steps: 0 }
    }

    #[inline(always)]
    fn slot(&self, step: u64) -> usize {
        step as usize & (self.slots.len() - 1)
    }

    /// Begins a step: the prohibitions that end with it, which [`Tabu::permitted`] lists, no longer hold.
    #[inline(always)]
    pub(super) fn begin_step(&mut self) {
        self.steps += 1;
    }

    /// The next cell and digit that the step permits again.
    #[inline(always)]
    pub(super) fn permitted(&mut self) -> Option<(usize, u8)> {
        let now = self.slot(self.steps);
        let ending = self.slots[now].ending;
        if ending == NEVER {
            return None;
        }
        let Slot { cell, digit, next, .. } = self.slots[ending as usize];
        self.slots[now].ending = next;
        Some((cell as usize, digit))
    }

    /// Forbids a digit to a cell from the next step on; `clashing` cells clash, and `chance` is below [`BY_CHANCE`].
    #[inline(always)]
    pub(super) fn forbid(&mut self, cell: usize, digit: u8, clashing: usize, chance: u64) {
        let steps = (duration(clashing) + chance).max(1);
        let (now, end) = (self.slot(self.steps), self.slot(self.steps + steps));
        let next = std::mem::replace(&mut self.slots[end].ending, now as u32);
        let slot = &mut self.slots[now];
        (slot.cell, slot.digit, slot.next) = (cell as u32, digit, next);
    }

    #[cfg(test)]
    pub(super) fn steps(&self) -> u64 {
        self.steps
    }

    /// All cells and digits that are forbidden.
    #[cfg(test)]
    pub(super) fn forbidden(&self) -> std::collections::BTreeSet<(usize, u8)> {
        let mut forbidden = std::collections::BTreeSet::new();
        for slot in &self.slots {
            let mut ending = slot.ending;
            while ending != NEVER {
                let Slot { cell, digit, next, .. } = self.slots[ending as usize];
                assert!(forbidden.insert((cell as usize, digit)), "forbidden twice");
                ending = next;
            }
        }
        forbidden
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each digit is permitted again once, after as many steps as it was forbidden for.
    #[test]
    fn all_is_permitted_again_in_time() {
        let mut tabu = Tabu::new(40);
        let mut until = std::collections::BTreeMap::new();
        for step in 1..2000_u64 {
            tabu.begin_step();
            while let Some(key) = tabu.permitted() {
                assert_eq!(until.remove(&key), Some(step));
            }
            assert!(until.values().all(|end| *end > step), "something was forgotten");
            let (clashing, chance) = ((step * 7 % 41) as usize, step * 5 % BY_CHANCE);
            tabu.forbid(step as usize, 3, clashing, chance);
            assert!(tabu.forbidden().contains(&(step as usize, 3)));
            until.insert((step as usize, 3), step + (clashing as u64 * 2 / 5 + chance).max(1));
        }
    }
}
