//! Cells that differ and whose digits are one of a few sets.

use super::super::super::model::{CellSet, Mask, Model, bits};
use super::houses::hold_each;
use super::values::{Values, is_single};

/// Cells that differ and have the digits of one of some sets.
#[derive(Clone, Debug)]
pub(super) struct Cage {
    pub(super) cells: Box<[u32]>,
    pub(super) sets: Box<[Mask]>,
    /// Who differs from which of the cells, as [`beside`] has it.
    pub(super) beside: Box<[u32]>,
    /// The houses that have several of the cells but not all, and the digits of a house.
    houses: Box<[Across]>,
    digits: Mask,
}

/// A house that has several cells of a cage but not all.
#[derive(Clone, Debug)]
struct Across {
    /// The cells of the house that the cage has not.
    rest: Box<[u32]>,
    /// The cells of the cage that the house has not.
    apart: Box<[u32]>,
}

/// The cells outside a cage that differ from two or more of its cells, those together that differ from the same ones: each time
/// the number of cells of the cage that they may be like, their own number, then those cells and these.
pub(super) fn beside(cells: &[usize], model: &Model) -> Box<[u32]> {
    let seen = |other: usize| {
        cells.iter().enumerate().fold(0, |seen: u64, (i, cell)| seen | u64::from(model.differ(*cell, other)) << i)
    };
    let others = model.differs.of_several(cells).filter(|other| !cells.contains(other));
    let mut others: Vec<(u64, u32)> = others.map(|other| (seen(other), other as u32)).collect();
    others.sort_unstable();
    let mut lists = Vec::with_capacity((cells.len() + 2) * others.len());
    for others in others.chunk_by(|(one, _), (other, _)| one == other) {
        let seen = others[0].0;
        lists.extend([cells.len() as u32 - seen.count_ones(), others.len() as u32]);
        lists.extend((0..).zip(cells).filter(|(i, _)| seen >> i & 1 == 0).map(|(_, cell)| *cell as u32));
        lists.extend(others.iter().map(|(_, other)| *other));
    }
    lists.into()
}

/// Some cells have these digits, so that no cell that differs from all their places has them; with who is [`beside`] them.
pub(super) fn exclude(mut beside: &[u32], digits: Mask, values: &mut Values) -> bool {
    while let [apart, cells, rest @ ..] = beside {
        let (apart, rest) = rest.split_at(*apart as usize);
        let (cells, rest) = rest.split_at(*cells as usize);
        let gone = digits & !apart.iter().fold(0, |all, cell| all | values.of(*cell));
        if gone != 0 && !cells.iter().all(|cell| values.keep(*cell, !gone)) {
            return false;
        }
        beside = rest;
    }
    true
}

/// What a cage's cells are, as far as its sets need to know.
pub(super) struct Open {
    /// The digits of cells that are known, and all that cells can have.
    pub(super) known: Mask,
    pub(super) some: Mask,
    /// The first cells that are not known, and how many there are in all.
    cells: [u32; 3],
    masks: [Mask; 3],
    count: usize,
}

impl Cage {
    /// `houses` are those that may have several of the cells but not all.
    pub(super) fn new(cells: &[usize], sets: Vec<Mask>, model: &Model, houses: &[CellSet]) -> Cage {
        let set = CellSet::of(cells, model.cells);
        let numbers = |cells: &mut dyn Iterator<Item = usize>| cells.map(|cell| cell as u32).collect();
        let across = |house: &CellSet| {
            let is_several = (2..cells.len()).contains(&set.common(house));
            is_several
                .then(|| Across { rest: numbers(&mut house.without(&set)), apart: numbers(&mut set.without(house)) })
        };
        Cage {
            cells: numbers(&mut cells.iter().copied()),
            sets: sets.into(),
            beside: beside(cells, model),
            houses: houses.iter().filter_map(across).collect(),
            digits: Mask::MAX >> (64 - model.digits),
        }
    }

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
    #[inline(never)]
    pub(super) fn narrow(&self, values: &mut Values) -> bool {
        let Some(needed) = self.needed(values) else { return false };
        let Some(open) = self.open(values) else { return false };
        // It has all digits that are known or needed, and none that no cell can have.
        let (has, gone) = (open.known | needed, !open.some);
        let agrees = |set: &Mask| has & !set == 0 && set & gone == 0;
        self.narrow_to(&open, self.sets.iter().copied().filter(agrees), values)
    }

    /// The digits that a house has in the cage only, so that no cell of the cage outside that house has them; `None` if
    /// that leaves nothing for one.
    #[inline]
    fn needed(&self, values: &mut Values) -> Option<Mask> {
        let mut needed = 0;
        for Across { rest, apart } in &self.houses {
            let here = self.digits & !rest.iter().fold(0, |all, cell| all | values.of(*cell));
            needed |= here;
            if here != 0 && !apart.iter().all(|cell| values.keep(*cell, !here)) {
                return None;
            }
        }
        Some(needed)
    }

    /// Narrows the cells to what one of these sets gives them, which agree with what is open.
    fn narrow_to(&self, open: &Open, sets: impl Iterator<Item = Mask>, values: &mut Values) -> bool {
        self.narrow_cells(open, sets, values).is_some_and(|all| exclude(&self.beside, all & !open.known, values))
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

#[cfg(test)]
mod tests {
    use super::super::houses::house_sets;
    use super::*;
    use crate::random::Random;
    use crate::variant::VariantPuzzle;
    use crate::variant::engine::dive::bounds::tests::{assert_kept, random_masks_of};

    /// A house of four cells, two further cells, and a cage of some of them.
    fn house_and_cage(cage: &[usize], pairs: &[[usize; 2]]) -> Model {
        let mut model = Model::of_cells(&VariantPuzzle::sudoku(2, 2));
        model.different(&[0, 1, 2, 3]);
        // A cage of four cells would be a house.
        for (i, one) in cage.iter().enumerate() {
            cage[..i].iter().for_each(|other| model.different(&[*one, *other]));
        }
        pairs.iter().for_each(|pair| model.different(pair));
        model
    }

    #[test]
    fn no_filling_of_a_cage_is_lost() {
        let mut random = Random::new(11, 0);
        let mut kinds = [0; 3];
        for _ in 0..2000 {
            let masks = random_masks_of(&mut random, 6, 4);
            let mut cells: Vec<usize> = (0..6).collect();
            (1..6).rev().for_each(|i| cells.swap(i, random.below(i + 1)));
            cells.truncate(2 + random.below(3));
            let pairs: Vec<[usize; 2]> =
                (0..3).map(|_| [random.below(6), random.below(6)]).filter(|[one, other]| one != other).collect();
            let model = house_and_cage(&cells, &pairs);
            let of_size = |set: &Mask| set.count_ones() as usize == cells.len();
            let sets: Vec<Mask> = (0..16).filter(of_size).filter(|_| random.below(2) == 0).collect();
            let holds = |chosen: &[u32]| {
                let set = cells.iter().fold(0, |set: Mask, cell| set | 1 << chosen[*cell]);
                let differ = |one: usize, other: usize| !model.differ(one, other) || chosen[one] != chosen[other];
                sets.contains(&set) && (0..6).all(|one| (0..one).all(|other| differ(one, other)))
            };
            let cage = Cage::new(&cells, sets.clone(), &model, &house_sets(&model));
            kinds[assert_kept(&masks, holds, |values| cage.narrow(values)).0] += 1;
        }
        assert!(kinds.iter().all(|count| *count > 100), "{kinds:?}");
    }

    #[test]
    fn cages_and_houses_say_more_together() {
        let all = 0b1111;
        // The house has the lowest digit in the cage, so that the cage's other cell has not; the next digit, which both
        // sets have, is nowhere beside the cage's cells.
        let model = house_and_cage(&[2, 3, 4], &[[5, 2], [5, 3], [5, 4]]);
        let cage = Cage::new(&[2, 3, 4], vec![0b0111, 0b1011, 0b1110], &model, &house_sets(&model));
        let mut values = Values::new(&[0b1110, 0b1110, all, all, all, all]);
        assert!(cage.narrow(&mut values));
        assert_eq!(values.masks(), [0b1110, 0b1110, all, all, 0b1110, 0b1100]);
    }
}
