//! The almost locked sets of a position, and what connects them: listed once for all techniques that use them.
//!
//! For each digit d and each cell there is a row of bits, one per almost locked set: the sets all of whose places for d the cell
//! sees. Everything else combines such rows:
//!
//! ```text
//!   row(d, cell)                       100101...   sets 0, 3 and 5 lose d if the cell has it
//!   and, over the cells of A with d    000101...   sets that have the restricted common d with A
//!   or, over cells that see A's z      011101...   sets with which A can remove z somewhere
//! ```

use super::super::step::AlmostLockedSet;
use super::prelude::*;

/// One almost locked set.
#[derive(Clone, Debug)]
pub(super) struct Als {
    pub(super) cells: CellSet,
    pub(super) digits: u16,
    /// A house that has all of the cells.
    pub(super) house: usize,
    /// For each digit: the cells of the set that have it as a candidate.
    pub(super) places: [CellSet; 9],
    /// For each digit: the cells that have it as a candidate and see all of those places.
    pub(super) seen: [CellSet; 9],
}

/// Two sets, the first of which comes earlier in the list, and their restricted commons.
#[derive(Clone, Copy, Debug)]
pub(super) struct Common {
    pub(super) one: usize,
    pub(super) two: usize,
    pub(super) digits: u16,
}

/// The almost locked sets of a position, and what connects them.
#[derive(Clone, Debug)]
pub(super) struct Sets {
    pub(super) list: Vec<Als>,
    /// Restricted commons, ordered by the first set, then by the second.
    pub(super) commons: Vec<Common>,
    /// For each set, where its commons start; and at the end, their number.
    pub(super) starts: Vec<usize>,
    /// The numbers of the commons, ordered by the second set; then for each set, where its numbers start, and their total.
    incoming: Vec<u32>,
    incoming_starts: Vec<u32>,
    pub(super) overlap: bool,
    /// Words of 64 bits in a row.
    width: usize,
    /// A row for each digit and cell: the sets all of whose places for the digit the cell sees.
    seeing: Vec<u64>,
    /// A row for each set: the sets with which it could remove something.
    partners: Vec<u64>,
}

impl Sets {
    /// Lists the sets. Sets with cells in common are connected only if they may overlap.
    pub(super) fn new(nine: &Nine, overlap: bool) -> Sets {
        let mut list = Vec::with_capacity(256);
        for house in 0..27 {
            let mut cells = [0; 9];
            let open = CellSet::house(house) & nine.open;
            open.iter().zip(&mut cells).for_each(|(cell, place)| *place = cell);
            collect(nine, house, &cells[..open.len()], CellSet::EMPTY, 0, 0, &mut list);
        }
        let width = list.len().div_ceil(64);
        let mut sets = Sets {
            commons: Vec::with_capacity(list.len() * 8),
            starts: Vec::with_capacity(list.len() + 1),
            incoming: Vec::new(),
            incoming_starts: vec![0; list.len() + 1],
            overlap,
            width,
            seeing: vec![0; 9 * 81 * width],
            partners: vec![0; list.len() * width],
            list,
        };
        sets.connect();
        sets
    }

    fn connect(&mut self) {
        let width = self.width;
        let mut holders = vec![0; 81 * width];
        for (number, set) in self.list.iter().enumerate() {
            let (word, bit) = (number / 64, 1u64 << (number % 64));
            set.cells.iter().for_each(|cell| holders[cell * width + word] |= bit);
            for digit in digits(set.digits) {
                set.seen[digit].iter().for_each(|cell| self.seeing[(digit * 81 + cell) * width + word] |= bit);
            }
        }
        // For each digit, the sets that share it as a restricted common; and those that share any.
        let (mut found, mut shared) = (vec![0u64; 9 * width], vec![0u64; width]);
        for (number, set) in self.list.iter().enumerate() {
            self.starts.push(self.commons.len());
            shared.fill(0);
            for digit in digits(set.digits) {
                let common = &mut found[digit * width..][..width];
                let row = |cell: usize| &self.seeing[(digit * 81 + cell) * width..][..width];
                common.fill(u64::MAX);
                for place in set.places[digit].iter() {
                    common.iter_mut().zip(row(place)).for_each(|(common, row)| *common &= row);
                }
                shared.iter_mut().zip(&*common).for_each(|(shared, common)| *shared |= common);
                let partners = &mut self.partners[number * width..][..width];
                for cell in set.seen[digit].iter() {
                    partners.iter_mut().zip(row(cell)).for_each(|(partners, row)| *partners |= row);
                }
            }
            // Only later sets.
            for word in number / 64..width {
                let mut any = shared[word];
                if word == number / 64 {
                    any &= (u64::MAX - 1) << (number % 64);
                }
                if !self.overlap && any != 0 {
                    any = set.cells.iter().fold(any, |any, cell| any & !holders[cell * width + word]);
                }
                while any != 0 {
                    let bit = any.trailing_zeros() as usize;
                    any &= any - 1;
                    let has = |digit: &usize| found[digit * width + word] >> bit & 1 == 1;
                    let digits = digits(set.digits).filter(has).fold(0, |mask, digit| mask | 1 << digit);
                    let two = word * 64 + bit;
                    self.incoming_starts[two + 1] += 1;
                    self.commons.push(Common { one: number, two, digits });
                }
            }
        }
        self.starts.push(self.commons.len());
        for set in 1..self.incoming_starts.len() {
            self.incoming_starts[set] += self.incoming_starts[set - 1];
        }
        let mut places = self.incoming_starts.clone();
        self.incoming.resize(self.commons.len(), 0);
        for (number, common) in self.commons.iter().enumerate() {
            self.incoming[places[common.two] as usize] = number as u32;
            places[common.two] += 1;
        }
    }

    /// The numbers of the commons in which the set comes first.
    pub(super) fn outgoing(&self, set: usize) -> std::ops::Range<usize> {
        self.starts[set]..self.starts[set + 1]
    }

    /// The numbers of the commons in which the set comes second.
    pub(super) fn incoming_numbers(&self, set: usize) -> impl Iterator<Item = usize> {
        let [start, end] = [set, set + 1].map(|set| self.incoming_starts[set] as usize);
        self.incoming[start..end].iter().map(|number| *number as usize)
    }

    /// The commons in which the set comes second.
    pub(super) fn incoming(&self, set: usize) -> impl Iterator<Item = Common> {
        self.incoming_numbers(set).map(|number| self.commons[number])
    }

    /// The numbers of the sets all of whose places of the digit the cell sees.
    pub(super) fn seeing(&self, digit: usize, cell: usize) -> impl Iterator<Item = usize> {
        ones_of(&self.seeing[(digit * 81 + cell) * self.width..][..self.width])
    }

    /// Whether the two sets have a digit that they could remove somewhere together.
    #[inline]
    pub(super) fn are_partners(&self, one: usize, two: usize) -> bool {
        self.partners[one * self.width + two / 64] >> (two % 64) & 1 == 1
    }

    /// The sets with which a set could remove something.
    pub(super) fn partners(&self, set: usize) -> impl Iterator<Item = usize> {
        ones_of(&self.partners[set * self.width..][..self.width])
    }

    /// What follows if one of the two sets keeps all its digits except those left out.
    pub(super) fn conclusions(&self, one: usize, two: usize, without: u16) -> impl Iterator<Item = (usize, CellSet)> {
        let (one, two) = (&self.list[one], &self.list[two]);
        digits(one.digits & two.digits & !without)
            .map(|digit| (digit, one.seen[digit] & two.seen[digit]))
            .filter(|(_, cells)| !cells.is_empty())
    }
}

/// Adds the sets that `size` chosen cells make with more of the house's cells. What lies in two houses is listed in the first.
fn collect(nine: &Nine, house: usize, cells: &[usize], chosen: CellSet, size: usize, union: u16, list: &mut Vec<Als>) {
    for (i, cell) in cells.iter().enumerate() {
        let rest = &cells[i + 1..];
        let chosen = chosen | CellSet::only(*cell);
        let union = union | nine.candidates[*cell];
        let (size, count) = (size + 1, count(union));
        if count > size + 1 + rest.len() {
            continue;
        }
        let [row, column, _] = houses_of(*cell);
        let is_in = |line: usize| chosen.is_subset(CellSet::house(line));
        let is_listed = house >= 9 && is_in(row) || house >= 18 && is_in(column);
        if count == size + 1 && !is_listed {
            let mut set =
                Als { cells: chosen, digits: union, house, places: [CellSet::EMPTY; 9], seen: [CellSet::EMPTY; 9] };
            for digit in digits(union) {
                set.places[digit] = chosen & nine.cells[digit];
                set.seen[digit] = set.places[digit].common_peers() & nine.cells[digit];
            }
            list.push(set);
        }
        collect(nine, house, rest, chosen, size, union, list);
    }
}

impl Als {
    pub(super) fn named(&self) -> AlmostLockedSet {
        AlmostLockedSet { cells: self.cells.cells(), digits: digits(self.digits).map(Digit::from_index).collect() }
    }
}
