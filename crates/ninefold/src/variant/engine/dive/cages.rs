//! Cells that differ and whose digits are one of a few sets.

use super::super::super::model::{Mask, bits};
use super::houses::hold_each;
use super::values::{Values, is_single};

/// Cells that differ and have the digits of one of some sets.
#[derive(Clone, Debug)]
pub(super) struct Cage {
    pub(super) cells: Box<[u32]>,
    pub(super) sets: Box<[Mask]>,
    /// Cells that differ from all of these: what the cage has, they have not.
    pub(super) outside: Box<[u32]>,
}

/// What a cage's cells are, as far as its sets need to know.
pub(super) struct Open {
    /// The digits of cells that are known, and all that cells can have.
    pub(super) known: Mask,
    pub(super) some: Mask,
    /// The first cells that are not known, and how many there are.
    cells: [u32; 3],
    masks: [Mask; 3],
    count: usize,
}

impl Cage {
    /// `None` if two cells are known to have the same digit.
    pub(super) fn open(&self, values: &Values) -> Option<Open> {
        let mut open = Open { known: 0, some: 0, cells: [0; 3], masks: [0; 3], count: 0 };
        for cell in &self.cells {
            let mask = values.of(*cell);
            open.some |= mask;
            if is_single(mask) {
                if open.known & mask != 0 {
                    return None;
                }
                open.known |= mask;
            } else {
                if open.count < 3 {
                    open.cells[open.count] = *cell;
                    open.masks[open.count] = mask;
                }
                open.count += 1;
            }
        }
        Some(open)
    }

    /// Narrows the cells to what some set gives them.
    pub(super) fn narrow(&self, values: &mut Values) -> bool {
        let Some(open) = self.open(values) else { return false };
        // It has all digits that are known, and none that no cell can have.
        let agrees = |set: &Mask| open.known & !set == 0 && set & !open.some == 0;
        self.narrow_to(&open, self.sets.iter().copied().filter(agrees), values)
    }

    /// Narrows the cells to what one of these sets gives them, which agree with what is open.
    fn narrow_to(&self, open: &Open, sets: impl Iterator<Item = Mask>, values: &mut Values) -> bool {
        self.narrow_cells(open, sets, values).is_some_and(|all| self.exclude(all, values))
    }

    /// The same; returns the digits that all sets have.
    pub(super) fn narrow_cells(
        &self,
        open: &Open,
        sets: impl Iterator<Item = Mask>,
        values: &mut Values,
    ) -> Option<Mask> {
        match open.count {
            0..=3 => Cage::narrow_few(open, sets, values),
            _ => self.narrow_many(sets, values),
        }
    }

    /// The cage has these digits, so that no cell outside has.
    pub(super) fn exclude(&self, digits: Mask, values: &mut Values) -> bool {
        digits == 0 || values.remove_of_all(&self.outside, digits)
    }

    /// Exactly what up to three open cells can have. Returns the digits that all sets have.
    fn narrow_few(open: &Open, sets: impl Iterator<Item = Mask>, values: &mut Values) -> Option<Mask> {
        let mut left = [0; 3];
        let mut all = Mask::MAX;
        for set in sets {
            let rest = set & !open.known;
            let fits = match open.count {
                0 => rest == 0,
                1 => {
                    let here = rest & open.masks[0];
                    left[0] |= here;
                    here != 0
                }
                2 => Cage::put_two(rest, [open.masks[0], open.masks[1]], |a, b| {
                    left[0] |= a;
                    left[1] |= b;
                }),
                _ => {
                    let mut fits = false;
                    for bit in bits(rest & open.masks[0]) {
                        let first = 1 << bit;
                        fits |= Cage::put_two(rest & !first, [open.masks[1], open.masks[2]], |a, b| {
                            left[0] |= first;
                            left[1] |= a;
                            left[2] |= b;
                        });
                    }
                    fits
                }
            };
            if fits {
                all &= set;
            }
        }
        if all == Mask::MAX {
            return None;
        }
        (0..open.count).all(|i| values.keep(open.cells[i], left[i])).then_some(all)
    }

    /// The ways of putting two digits into two cells; whether there is one.
    #[inline]
    fn put_two(two: Mask, [one, other]: [Mask; 2], mut put: impl FnMut(Mask, Mask)) -> bool {
        let low = two & two.wrapping_neg();
        let high = two ^ low;
        let (rises, falls) = (one & low != 0 && other & high != 0, one & high != 0 && other & low != 0);
        if rises {
            put(low, high);
        }
        if falls {
            put(high, low);
        }
        rises || falls
    }

    /// What each cell can have in some set; what all sets have is in some cell. Returns that.
    fn narrow_many(&self, sets: impl Iterator<Item = Mask>, values: &mut Values) -> Option<Mask> {
        let (mut all, mut some) = (Mask::MAX, 0);
        for set in sets.filter(|set| self.cells.iter().all(|cell| values.of(*cell) & set != 0)) {
            all &= set;
            some |= set;
        }
        let is_possible =
            some != 0 && self.cells.iter().all(|cell| values.keep(*cell, some)) && hold_each(&self.cells, all, values);
        is_possible.then_some(all)
    }
}
