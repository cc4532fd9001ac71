//! Sets of the cells of a 9x9 board, and the cells of each house.

use crate::board::Cell;
use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not, Sub, SubAssign};

/// A set of the 81 cells, bit by bit in reading order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub(super) struct CellSet(u128);

impl CellSet {
    pub(super) const EMPTY: CellSet = CellSet(0);
    pub(super) const ALL: CellSet = CellSet((1 << 81) - 1);

    pub(super) const fn only(cell: usize) -> CellSet {
        CellSet(1 << cell)
    }

    /// The cells of a house, by its number: rows from 0, columns from 9, boxes from 18.
    #[inline]
    pub(super) const fn house(house: usize) -> CellSet {
        HOUSES[house]
    }

    /// The cells after a cell in reading order.
    #[inline]
    pub(super) const fn after(cell: usize) -> CellSet {
        CellSet(CellSet::ALL.0 & !((2 << cell) - 1))
    }

    /// The cells that see a cell.
    #[inline]
    pub(super) const fn peers(cell: usize) -> CellSet {
        PEERS[cell]
    }

    #[inline]
    pub(super) const fn contains(self, cell: usize) -> bool {
        self.0 >> cell & 1 == 1
    }

    #[inline]
    pub(super) fn insert(&mut self, cell: usize) {
        self.0 |= 1 << cell;
    }

    #[inline]
    pub(super) fn remove(&mut self, cell: usize) {
        self.0 &= !(1 << cell);
    }

    #[inline]
    pub(super) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    #[inline]
    pub(super) const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The first cell in reading order.
    #[inline]
    pub(super) const fn first(self) -> Option<usize> {
        if self.0 == 0 { None } else { Some(self.0.trailing_zeros() as usize) }
    }

    /// The last cell in reading order.
    #[inline]
    pub(super) const fn last(self) -> Option<usize> {
        if self.0 == 0 { None } else { Some(127 - self.0.leading_zeros() as usize) }
    }

    /// The cell, if there is exactly one.
    #[inline]
    pub(super) const fn single(self) -> Option<usize> {
        if self.0 & self.0.wrapping_sub(1) == 0 { self.first() } else { None }
    }

    /// The two cells, if there are exactly two.
    #[inline]
    pub(super) const fn pair(self) -> Option<[usize; 2]> {
        let rest = self.0 & self.0.wrapping_sub(1);
        if rest == 0 || rest & (rest - 1) != 0 {
            return None;
        }
        Some([self.0.trailing_zeros() as usize, rest.trailing_zeros() as usize])
    }

    #[inline]
    pub(super) const fn is_subset(self, other: CellSet) -> bool {
        self.0 & !other.0 == 0
    }

    #[inline]
    pub(super) const fn is_disjoint(self, other: CellSet) -> bool {
        self.0 & other.0 == 0
    }

    /// The cells at these places of the nine rows.
    pub(super) fn of_rows(rows: [u16; 9]) -> CellSet {
        let word = |rows: &[u16]| rows.iter().rev().fold(0, |cells: u64, row| cells << 9 | u64::from(*row));
        CellSet(u128::from(word(&rows[..7])) | u128::from(word(&rows[7..])) << 63)
    }

    /// The places in each row.
    #[inline]
    pub(super) fn rows(self) -> [u16; 9] {
        // Shifts of machine words are faster than those of wider integers.
        let (first, last) = (self.0 as u64, (self.0 >> 63) as u64);
        std::array::from_fn(|row| if row < 7 { first >> (9 * row) } else { last >> (9 * (row - 7)) } as u16 & 511)
    }

    /// The cells that see every one of these.
    pub(super) fn common_peers(self) -> CellSet {
        self.iter().fold(CellSet::ALL, |common, cell| common & CellSet::peers(cell))
    }

    /// The houses, by number, that contain all of these cells; all houses if there are no cells.
    pub(super) fn common_houses(self) -> impl Iterator<Item = usize> {
        (0..27).filter(move |house| self.is_subset(CellSet::house(*house)))
    }

    /// Those of the cells that are the only one in their row, column or box; and the houses, as bits, that contain any.
    ///
    /// ```text
    ///   a band      . 4 4 | . . . | . . 4     in any of its rows       . 4 4 | 4 . . | . . 4
    ///               . . . | 4 . . | . . .     in several of them       . . . | . . . | . . 4
    ///               . . . | . . . | . . 4     so the middle box has a lone cell: one column, once
    /// ```
    pub(super) fn survey(self) -> (CellSet, u32) {
        let rows = self.rows();
        let mut lone = [0u16; 9];
        let (mut once, mut twice, mut houses) = (0, 0, 0);
        for (band, rows) in rows.chunks_exact(3).enumerate() {
            let any = rows[0] | rows[1] | rows[2];
            let several = rows[0] & rows[1] | rows[2] & (rows[0] | rows[1]);
            twice |= several | once & any;
            once |= any;
            let boxes = LONE_BOXES[usize::from(any)] & !WHOLE_BOXES[usize::from(several)];
            let filled = u32::from(WHOLE_BOXES[usize::from(any)] & 0b001_001_001);
            houses |= ((filled | filled >> 2 | filled >> 4) & 0b111) << (18 + 3 * band);
            for (i, row) in rows.iter().copied().enumerate() {
                let is_one = row & row.wrapping_sub(1) == 0;
                lone[3 * band + i] = if is_one { row } else { row & boxes };
                houses |= u32::from(row != 0) << (3 * band + i);
            }
        }
        let columns = once & !twice;
        lone.iter_mut().zip(rows).for_each(|(lone, row)| *lone |= row & columns);
        (CellSet::of_rows(lone), houses | u32::from(once) << 9)
    }

    /// Calls a function for each cell in reading order, for places where every instruction counts: machine words are
    /// faster than wider integers.
    #[inline]
    pub(super) fn for_each(self, mut act: impl FnMut(usize)) {
        for (first, mut rest) in [(0, self.0 as u64), (64, (self.0 >> 64) as u64)] {
            while rest != 0 {
                act(first + rest.trailing_zeros() as usize);
                rest &= rest - 1;
            }
        }
    }

    /// The cells in reading order.
    pub(super) fn iter(self) -> impl Iterator<Item = usize> + Clone {
        std::iter::successors((self.0 != 0).then_some(self.0), |rest| {
            let rest = rest & (rest - 1);
            (rest != 0).then_some(rest)
        })
        .map(|rest| rest.trailing_zeros() as usize)
    }

    /// The cells as the board's type.
    pub(super) fn cells(self) -> Vec<Cell> {
        self.iter().map(Cell::new).collect()
    }
}

macro_rules! operators {
    ($($of:ident $name:ident, $assign:ident $assign_name:ident = |$one:ident, $other:ident| $result:expr;)*) => {$(
        impl $of for CellSet {
            type Output = CellSet;

            #[inline]
            fn $name(self, other: CellSet) -> CellSet {
                let ($one, $other) = (self.0, other.0);
                CellSet($result)
            }
        }

        impl $assign for CellSet {
            #[inline]
            fn $assign_name(&mut self, other: CellSet) {
                *self = (*self).$name(other);
            }
        }
    )*};
}

operators! {
    BitAnd bitand, BitAndAssign bitand_assign = |one, other| one & other;
    BitOr bitor, BitOrAssign bitor_assign = |one, other| one | other;
    Sub sub, SubAssign sub_assign = |one, other| one & !other;
}

impl Not for CellSet {
    type Output = CellSet;

    #[inline]
    fn not(self) -> CellSet {
        CellSet::ALL - self
    }
}

impl FromIterator<usize> for CellSet {
    fn from_iter<I: IntoIterator<Item = usize>>(cells: I) -> CellSet {
        cells.into_iter().fold(CellSet::EMPTY, |set, cell| set | CellSet::only(cell))
    }
}

impl fmt::Debug for CellSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(|cell| format!("r{}c{}", cell / 9 + 1, cell % 9 + 1))).finish()
    }
}

/// The number of digits of a mask, or of any nine bits: many processors for which this is compiled have no
/// instruction that counts them.
const COUNTS: [u8; 512] = {
    let mut counts = [0; 512];
    let mut mask = 1;
    while mask < 512 {
        counts[mask] = counts[mask / 2] + (mask % 2) as u8;
        mask += 1;
    }
    counts
};

/// The number of digits of a mask.
#[inline]
pub(super) const fn count(mask: u16) -> usize {
    COUNTS[mask as usize & 511] as usize
}

/// For each row of nine places, the thirds that have any, with all three places of each.
const WHOLE_BOXES: [u16; 512] = of_thirds(false);

/// For each row of nine places, the thirds that have exactly one, with all three places of each.
const LONE_BOXES: [u16; 512] = of_thirds(true);

const fn of_thirds(is_lone: bool) -> [u16; 512] {
    let mut masks = [0; 512];
    let mut row = 0;
    while row < 512 {
        let mut third = 0;
        while third < 9 {
            let count = COUNTS[row >> third & 0b111];
            if count == 1 || (count > 1 && !is_lone) {
                masks[row] |= 0b111 << third;
            }
            third += 3;
        }
        row += 1;
    }
    masks
}

const HOUSES: [CellSet; 27] = {
    let mut houses = [CellSet(0); 27];
    let mut cell = 0;
    while cell < 81 {
        let of = houses_of(cell);
        let mut kind = 0;
        while kind < 3 {
            houses[of[kind]] = CellSet(houses[of[kind]].0 | 1 << cell);
            kind += 1;
        }
        cell += 1;
    }
    houses
};

const PEERS: [CellSet; 81] = {
    let mut peers = [CellSet(0); 81];
    let mut cell = 0;
    while cell < 81 {
        let [row, column, block] = houses_of(cell);
        let seen = HOUSES[row].0 | HOUSES[column].0 | HOUSES[block].0;
        peers[cell] = CellSet(seen & !(1 << cell));
        cell += 1;
    }
    peers
};

/// Row, column and box of a cell, as numbers of houses.
#[inline]
pub(super) const fn houses_of(cell: usize) -> [usize; 3] {
    let (row, column) = (cell / 9, cell % 9);
    [row, 9 + column, 18 + row / 3 * 3 + column / 3]
}

/// The digits (from 0) of a mask in ascending order.
pub(super) fn digits(mask: u16) -> impl Iterator<Item = usize> + Clone {
    std::iter::successors((mask != 0).then_some(mask), |rest| {
        let rest = rest & (rest - 1);
        (rest != 0).then_some(rest)
    })
    .map(|rest| rest.trailing_zeros() as usize)
}

#[cfg(test)]
mod tests {
    use super::super::nine::house;
    use super::*;
    use crate::board::{Houses, Shape};

    #[test]
    fn sets_of_cells_agree_with_the_houses() {
        let houses = Houses::of(Shape::NINE);
        for cell in Shape::NINE.cells() {
            let peers: CellSet = houses.peers(cell).map(Cell::index).collect();
            assert_eq!(CellSet::peers(cell.index()), peers);
            assert_eq!(peers.len(), 20);
            assert_eq!(CellSet::after(cell.index()), (cell.index() + 1..81).collect());
            assert_eq!(houses_of(cell.index()).map(|house| house as u16), houses.of_cell(cell));
        }
        for number in 0..27 {
            let cells: CellSet = houses.cells(number).iter().copied().map(Cell::index).collect();
            assert_eq!((house(number), CellSet::house(number)), (houses.kind(number), cells));
        }
        let pair: CellSet = [0, 1].into_iter().collect();
        assert_eq!(pair.common_houses().collect::<Vec<_>>(), [0, 18]);
        assert_eq!((!pair).len(), 79);
        assert_eq!((pair.single(), CellSet::only(3).single()), (None, Some(3)));
        assert_eq!(
            [CellSet::EMPTY, CellSet::only(3), pair, !pair].map(CellSet::pair),
            [None, None, Some([0, 1]), None]
        );
        assert_eq!(pair.common_peers().len(), 13);
        assert_eq!(format!("{pair:?}"), "{\"r1c1\", \"r1c2\"}");
    }

    #[test]
    fn a_survey_says_what_houses_say() {
        let mut random = crate::random::Random::new(1, 0);
        let mut next = || CellSet(u128::from(random.next()) << 64 | u128::from(random.next())) & CellSet::ALL;
        for i in 0..1000 {
            let cells = (0..i % 5).fold(CellSet::ALL, |cells, _| cells & next());
            let places = |house: usize| cells & CellSet::house(house);
            let lone: CellSet = (0..27).filter_map(|house| places(house).single()).collect();
            let houses =
                (0..27).filter(|house| !places(*house).is_empty()).fold(0, |houses, house| houses | 1 << house);
            assert_eq!(cells.survey(), (lone, houses));
        }
    }
}
