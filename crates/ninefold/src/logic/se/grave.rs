//! Bivalue universal graves, types 1 to 4, as Sudoku Explainer searches for them.
//!
//! Houses are examined in the order of boxes, rows and columns. If a digit does not have two places in a house, and exactly
//! one of its places is a cell with at least three digits, the digit is in excess of the grave there; if none is, there is no
//! grave. What is left must have two digits in each open cell, and two places for each digit. The search ends as soon as
//! there are excess cells with different digits and no cell sees them all.

use super::super::bits::Bits;
use super::super::cells::CellSet;
use super::hint::{Hint, Removed, Rescue, Sight};
use super::position::{BOX_ROW_COLUMN, CELLS, PEERS, Position, has_two, subsets};
use super::simple::house_of;

/// Finds the first hint from a grave.
pub(super) fn find(position: &Position) -> Option<Hint> {
    let marks = &position.marks;
    let mut grave = Grave { extra: Vec::new(), seen: CellSet::ALL, digits: 0 };
    let mut rest = marks.clone();
    for house in BOX_ROW_COLUMN.into_iter().flat_map(|kind| kind..kind + 9) {
        for digit in 0..9 {
            let places = marks.places[house][digit];
            if matches!(places.count_ones(), 0 | 2) {
                continue;
            }
            let mut rich = places
                .iter()
                .map(|place| usize::from(CELLS[house][place]))
                .filter(|cell| marks.cells[*cell].count_ones() >= 3);
            let cell = rich.next()?;
            if rich.next().is_some() {
                continue;
            }
            if rest.has(cell, digit) {
                rest.remove(cell, digit);
            }
            grave.add(cell, digit);
            if grave.extra.len() > 1 && grave.digits.count_ones() > 1 && grave.seen.is_empty() {
                return None;
            }
        }
    }
    let is_grave = (0..81).all(|cell| !position.is_open(cell) || has_two(rest.cells[cell]))
        && rest.places.iter().flatten().all(|places| *places == 0 || has_two(*places));
    if !is_grave {
        return None;
    }
    match grave.extra[..] {
        [] => None,
        [(cell, digits)] => {
            let removed = vec![(cell, marks.cells[usize::from(cell)] & !digits)];
            Some(grave.hint(5.6, removed, Rescue::OneCell))
        }
        _ if grave.digits.is_power_of_two() => grave.same_digit(position).or_else(|| grave.locked(position)),
        _ if grave.seen.is_empty() => None,
        _ => grave.locked(position).or_else(|| grave.with_subset(position)),
    }
}

struct Grave {
    /// The cells with excess digits, in the order in which they were found.
    extra: Vec<(u8, u16)>,
    /// The cells that see all of these.
    seen: CellSet,
    digits: u16,
}

impl Grave {
    fn add(&mut self, cell: usize, digit: usize) {
        match self.extra.iter_mut().find(|(known, _)| usize::from(*known) == cell) {
            Some((_, digits)) => *digits |= 1 << digit,
            None => self.extra.push((cell as u8, 1 << digit)),
        }
        self.digits |= 1 << digit;
        self.seen &= CellSet::peers(cell);
        self.seen -= self.extra.iter().map(|(cell, _)| usize::from(*cell)).collect::<CellSet>();
    }

    fn hint(&self, rating: f64, removed: Removed, by: Rescue) -> Hint {
        Hint::removing(rating, removed, Sight::Grave { extra: self.extra.clone(), by })
    }

    /// Type 2: all excess digits are the same.
    fn same_digit(&self, position: &Position) -> Option<Hint> {
        let has = |cell: &usize| position.marks.cells[*cell] & self.digits != 0;
        let removed: Removed = self.seen.iter().filter(has).map(|cell| (cell as u8, self.digits)).collect();
        (!removed.is_empty()).then(|| self.hint(5.7, removed, Rescue::OneDigit))
    }

    /// The houses that contain all these cells, by kind.
    fn shared_houses(&self) -> impl Iterator<Item = usize> {
        (0..3).filter_map(|kind| {
            let house = house_of(self.extra[0].0, kind);
            self.extra.iter().all(|(cell, _)| house_of(*cell, kind) == house).then_some(usize::from(house))
        })
    }

    /// Type 4: two cells of a house share one digit of the grave.
    fn locked(&self, position: &Position) -> Option<Hint> {
        let [(one, with_one), (other, with_other)] = self.extra[..] else { return None };
        let digits_of = |cell: u8| position.marks.cells[usize::from(cell)];
        let shared = digits_of(one) & digits_of(other) & !self.digits;
        let house = self.shared_houses().next()?;
        if !shared.is_power_of_two() {
            return None;
        }
        let removed =
            vec![(one, digits_of(one) & !with_one & !shared), (other, digits_of(other) & !with_other & !shared)];
        let by = Rescue::Locked { house: house as u8, digit: shared.trailing_zeros() as u8 };
        Some(self.hint(5.7, removed, by))
    }

    /// Type 3: the excess digits are a naked subset with other cells of a house.
    fn with_subset(&self, position: &Position) -> Option<Hint> {
        let cells = &position.marks.cells;
        for house in self.shared_houses() {
            // In the order of the first cell's peers, which for lines differs from that of the places.
            let others: Vec<u8> = ordered(self.extra[0].0, self.seen & CellSet::house(house));
            for size in (2..=6u32).filter(|size| others.len() >= *size as usize) {
                for tuple in subsets(size - 1, others.len() as u32) {
                    let chosen = || tuple.iter().map(|i| others[i]);
                    let union = chosen().fold(0, |union, cell| union | cells[usize::from(cell)]);
                    let are_several = chosen().all(|cell| cells[usize::from(cell)].count_ones() > 1);
                    if union.count_ones() != size || self.digits & !union != 0 || !are_several {
                        continue;
                    }
                    let removed: Removed = (0..others.len())
                        .filter(|i| tuple >> i & 1 == 0)
                        .map(|i| (others[i], cells[usize::from(others[i])] & union))
                        .filter(|(_, digits)| *digits != 0)
                        .collect();
                    if !removed.is_empty() {
                        let set: CellSet = chosen().map(usize::from).collect();
                        let place = |place: &usize| set.contains(usize::from(CELLS[house][*place]));
                        let places = (0..9).filter(place).fold(0, |places, place| places | 1 << place);
                        let rating = 5.7 + f64::from(size - 1) * 0.1;
                        return Some(self.hint(
                            rating,
                            removed,
                            Rescue::Naked { house: house as u8, places, digits: union },
                        ));
                    }
                }
            }
        }
        None
    }
}

/// The cells in the order of the peers of a cell.
fn ordered(cell: u8, cells: CellSet) -> Vec<u8> {
    PEERS[usize::from(cell)].into_iter().filter(|peer| cells.contains(usize::from(*peer))).collect()
}
