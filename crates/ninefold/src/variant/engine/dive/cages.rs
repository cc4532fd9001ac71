//! Cells that differ and whose digits are one of a few sets.

use super::super::super::model::{CellSet, Mask, Model, bits};
use super::beside::Beside;
use super::houses::hold_each;
use super::values::{Values, is_single};

/// Cells that differ, and whose digits are one of some sets.
#[derive(Clone, Debug)]
pub(super) struct Cage {
    pub(super) cells: Box<[u32]>,
    pub(super) sets: Box<[Mask]>,
    /// Looks up sets by their digits, if there are few sets.
    index: Option<Index>,
    pub(super) beside: Beside,
    /// For each house that has several of the cells but not all, one after the other: the number of its cells outside the cage,
    /// the number of the cage's cells outside the house, then the former cells and the latter.
    across: Vec<u32>,
    /// All digits.
    digits: Mask,
}

/// Which of a few sets have given digits: bit i stands for the i-th set. Each table has one half for the lower digits and one
/// for the upper.
#[derive(Clone, Debug)]
struct Index {
    /// The sets that have at least one of the digits, and those that lack at least one.
    with_any: [[u16; HALF]; 2],
    without_any: [[u16; HALF]; 2],
    all: u16,
}

/// The number of subsets of five digits, half of the ten of an index.
const HALF: usize = 32;

impl Index {
    /// `None` if there are too many sets or digits.
    fn of(sets: &[Mask]) -> Option<Index> {
        if sets.is_empty() || sets.len() > 16 || sets.iter().any(|set| *set >= (HALF * HALF) as Mask) {
            return None;
        }
        let all = u16::MAX >> (16 - sets.len());
        let mut index = Index { with_any: [[0; HALF]; 2], without_any: [[0; HALF]; 2], all };
        let tables = index.with_any.iter_mut().zip(&mut index.without_any);
        for ((with_any, without_any), first) in tables.zip([0, HALF.trailing_zeros()]) {
            for digits in 1_usize..HALF {
                let (lowest, rest) = (digits & digits.wrapping_neg(), digits & (digits - 1));
                if rest == 0 {
                    let has = |set: &Mask| (set >> (first + digits.trailing_zeros()) & 1) as u16;
                    with_any[digits] = sets.iter().rfold(0, |with, set| with << 1 | has(set));
                    without_any[digits] = all & !with_any[digits];
                } else {
                    with_any[digits] = with_any[lowest] | with_any[rest];
                    without_any[digits] = without_any[lowest] | without_any[rest];
                }
            }
        }
        Some(index)
    }

    /// Looks up digits in both halves; digits above the tenth are ignored.
    #[inline]
    fn look_up(halves: &[[u16; HALF]; 2], digits: Mask) -> u16 {
        halves[0][digits as usize % HALF] | halves[1][digits as usize / HALF % HALF]
    }

    /// The sets that have at least one of these digits.
    #[inline]
    fn with_any(&self, digits: Mask) -> u16 {
        Index::look_up(&self.with_any, digits)
    }

    /// The sets that have all of `digits` and none of `gone`.
    #[inline]
    fn with_all(&self, digits: Mask, gone: Mask) -> u16 {
        self.all & !Index::look_up(&self.without_any, digits) & !self.with_any(gone)
    }
}

/// The state of a cage's cells, as far as it matters for its sets.
pub(super) struct Open {
    /// The digits of known cells, all digits that any cell can have, and those that two or more can have.
    pub(super) known: Mask,
    pub(super) some: Mask,
    again: Mask,
    /// The first three open cells, their masks, and how many cells are open in all.
    cells: [u32; 3],
    masks: [Mask; 3],
    count: usize,
}

impl Cage {
    /// Makes a cage; `houses` are those that may have several of its cells but not all.
    pub(super) fn new(cells: &[usize], sets: Vec<Mask>, model: &Model, houses: &[CellSet]) -> Cage {
        let set = CellSet::of(cells, model.cells);
        let mut across = Vec::new();
        for house in houses {
            let common = set.common(house);
            if (2..cells.len()).contains(&common) {
                across.extend([model.digits - common, cells.len() - common].map(|count| count as u32));
                across.extend(house.without(&set).chain(set.without(house)).map(|cell| cell as u32));
            }
        }
        Cage {
            cells: cells.iter().map(|cell| *cell as u32).collect(),
            index: None,
            sets: sets.into(),
            beside: Beside::new(cells, model),
            across,
            digits: Mask::MAX >> (64 - model.digits),
        }
    }

    /// Adds an index of the sets, if they are few.
    pub(super) fn indexed(self) -> Cage {
        Cage { index: Index::of(&self.sets), ..self }
    }

    /// The state of the cells; `None` if two cells are known to have the same digit.
    pub(super) fn open(&self, values: &Values) -> Option<Open> {
        let mut open = Open { known: 0, some: 0, again: 0, cells: [0; 3], masks: [0; 3], count: 0 };
        for cell in &self.cells {
            let mask = values.of(*cell);
            open.again |= open.some & mask;
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

    /// Narrows the cells to the sets that are still possible.
    #[inline(never)]
    pub(super) fn narrow(&self, values: &mut Values) -> bool {
        let Some(mut open) = self.open(values) else { return false };
        let place = values.place();
        let Some(needed) = self.needed(open.known, values) else { return false };
        if values.place() != place {
            match self.open(values) {
                Some(now) => open = now,
                None => return false,
            }
        }
        // The set has all digits that are known or needed, and none that no cell can have.
        let (has, gone) = (open.known | needed, !open.some);
        let agrees = |set: &&Mask| has & !**set == 0 && **set & gone == 0;
        let all = match &self.index {
            Some(index) => self.narrow_by(index, index.with_all(has, gone), &open, values),
            None => self.narrow_cells(&open, self.sets.iter().filter(agrees).copied(), values),
        };
        all.is_some_and(|all| self.beside.exclude(&self.cells, all & !open.known, values))
    }

    /// The digits, except known ones, for which a house has places only in the cage. They are removed from the cells of the cage
    /// outside the house; `None` if one of these has nothing left.
    #[inline]
    fn needed(&self, known: Mask, values: &mut Values) -> Option<Mask> {
        let mut needed = 0;
        let mut across = &self.across[..];
        while let [rest, apart, cells @ ..] = across {
            let (rest, cells) = cells.split_at(*rest as usize);
            let (apart, others) = cells.split_at(*apart as usize);
            across = others;
            let here = self.digits & !rest.iter().fold(known, |all, cell| all | values.of(*cell));
            needed |= here;
            if here != 0 && !apart.iter().all(|cell| values.keep(*cell, !here)) {
                return None;
            }
        }
        Some(needed)
    }

    /// Narrows the cells to the sets with these numbers, as far as the cells' values allow. Returns the digits that all possible
    /// sets have.
    #[inline]
    fn narrow_by(&self, index: &Index, mut sets: u16, open: &Open, values: &mut Values) -> Option<Mask> {
        let of = |sets: u16| bits(sets.into()).map(|set| self.sets[set as usize]);
        if open.count <= 3 {
            return Cage::narrow_few(open, of(sets), values);
        }
        for cell in &self.cells {
            sets &= index.with_any(values.of(*cell));
        }
        self.narrow_many(open, of_all_and_any(of(sets)), values)
    }

    /// The same for sets without an index.
    pub(super) fn narrow_cells(
        &self,
        open: &Open,
        sets: impl Iterator<Item = Mask>,
        values: &mut Values,
    ) -> Option<Mask> {
        match open.count {
            0..=3 => Cage::narrow_few(open, sets, values),
            _ => {
                let fits = |set: &Mask| self.cells.iter().all(|cell| values.of(*cell) & set != 0);
                self.narrow_many(open, of_all_and_any(sets.filter(fits)), values)
            }
        }
    }

    /// Narrows up to three open cells to exactly what they can have. Returns the digits that all possible sets have.
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

    /// Calls `put` for each way of putting two digits into two cells; returns whether there is one.
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

    /// Narrows the cells given `all`, the digits that every possible set has, and `some`, those that any has: cells have only
    /// digits in `some`, and each digit in `all` is in a cell. Returns `all`.
    #[inline]
    fn narrow_many(&self, open: &Open, (all, some): (Mask, Mask), values: &mut Values) -> Option<Mask> {
        if some == 0 {
            return None;
        }
        // Usually no digit is lost, and none has only one place.
        let is_settled = open.some & !some == 0 && all & !(open.again | open.known) == 0;
        let is_possible =
            is_settled || self.cells.iter().all(|cell| values.keep(*cell, some)) && hold_each(&self.cells, all, values);
        is_possible.then_some(all)
    }
}

/// The digits that all sets have, and those that any has.
#[inline]
fn of_all_and_any(sets: impl Iterator<Item = Mask>) -> (Mask, Mask) {
    sets.fold((Mask::MAX, 0), |(all, any), set| (all & set, any | set))
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
        // Pair by pair, since a cage of four cells would count as a house.
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
            let plain = Cage::new(&cells, sets.clone(), &model, &house_sets(&model));
            let cage = if random.below(2) == 0 { plain } else { plain.indexed() };
            kinds[assert_kept(&masks, holds, |values| cage.narrow(values)).0] += 1;
        }
        assert!(kinds.iter().all(|count| *count > 100), "{kinds:?}");
    }

    #[test]
    fn an_index_names_the_sets() {
        let mut random = Random::new(12, 0);
        for count in 1..=16 {
            let sets: Vec<Mask> = (0..count).map(|_| random.below(1024) as Mask).collect();
            let index = Index::of(&sets).expect("they are few");
            let numbers =
                |is_in: &dyn Fn(Mask) -> bool| sets.iter().rfold(0, |all, set| all << 1 | u16::from(is_in(*set)));
            for _ in 0..200 {
                let [has, gone] = [(); 2].map(|()| (random.below(1024) & random.below(1024)) as Mask);
                assert_eq!(index.with_any(has), numbers(&|set| set & has != 0), "{sets:?} {has}");
                assert_eq!(
                    index.with_all(has, gone),
                    numbers(&|set| has & !set == 0 && set & gone == 0),
                    "{sets:?} {has} {gone}"
                );
            }
        }
        assert!(Index::of(&[0; 17]).is_none() && Index::of(&[1 << 10]).is_none() && Index::of(&[]).is_none());
    }

    #[test]
    fn cages_and_houses_say_more_together() {
        let all = 0b1111;
        // The house can have the lowest digit only in the cage, so the cage's other cell does not have it; the next digit,
        // which both remaining sets have, is excluded from the cell beside all of the cage's cells.
        let model = house_and_cage(&[2, 3, 4], &[[5, 2], [5, 3], [5, 4]]);
        let cage = Cage::new(&[2, 3, 4], vec![0b0111, 0b1011, 0b1110], &model, &house_sets(&model));
        let mut values = Values::new(&[0b1110, 0b1110, all, all, all, all]);
        assert!(cage.narrow(&mut values));
        assert_eq!(values.masks(), [0b1110, 0b1110, all, all, 0b1110, 0b1100]);
    }
}
