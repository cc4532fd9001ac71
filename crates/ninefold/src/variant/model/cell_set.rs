//! Sets of cells as bits.

use super::bits;

/// A set of cells, one bit for each. Only sets for boards of the same size can be combined.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(in crate::variant) struct CellSet(Words);

/// The words of a set. Most boards have few cells, and thousands of sets are made, so two words need no allocation.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Words {
    Two([u64; 2]),
    Many(Box<[u64]>),
}

impl CellSet {
    /// The empty set, for a board of this many cells.
    pub(in crate::variant) fn none(cells: usize) -> CellSet {
        CellSet(match cells.div_ceil(64) {
            0..=2 => Words::Two([0; 2]),
            count => Words::Many(vec![0; count].into()),
        })
    }

    pub(in crate::variant) fn of(list: &[usize], cells: usize) -> CellSet {
        let mut set = CellSet::none(cells);
        let words = set.words_mut();
        list.iter().for_each(|cell| words[cell / 64] |= 1 << (cell % 64));
        set
    }

    #[inline]
    fn words(&self) -> &[u64] {
        match &self.0 {
            Words::Two(words) => words,
            Words::Many(words) => words,
        }
    }

    #[inline]
    fn words_mut(&mut self) -> &mut [u64] {
        match &mut self.0 {
            Words::Two(words) => words,
            Words::Many(words) => words,
        }
    }

    #[inline]
    pub(in crate::variant) fn add_all(&mut self, others: &CellSet) {
        self.words_mut().iter_mut().zip(others.words()).for_each(|(word, other)| *word |= other);
    }

    #[inline]
    pub(in crate::variant) fn remove_all(&mut self, others: &CellSet) {
        self.words_mut().iter_mut().zip(others.words()).for_each(|(word, other)| *word &= !other);
    }

    pub(super) fn is_within(&self, others: &CellSet) -> bool {
        self.words().iter().zip(others.words()).all(|(word, other)| word & !other == 0)
    }

    #[inline]
    pub(in crate::variant) fn count(&self) -> usize {
        self.words().iter().map(|word| word.count_ones() as usize).sum()
    }

    /// How many cells are in both.
    #[inline]
    pub(in crate::variant) fn common(&self, other: &CellSet) -> usize {
        self.words().iter().zip(other.words()).map(|(one, other)| (one & other).count_ones() as usize).sum()
    }

    /// Whether at least two cells are in both.
    #[inline]
    pub(in crate::variant) fn has_two_common(&self, other: &CellSet) -> bool {
        let mut has_one = false;
        for (one, other) in self.words().iter().zip(other.words()) {
            let both = one & other;
            if both & both.wrapping_sub(1) != 0 || both != 0 && has_one {
                return true;
            }
            has_one |= both != 0;
        }
        false
    }

    /// The cells that are not in the other set, in ascending order.
    pub(in crate::variant) fn without(&self, other: &CellSet) -> impl Iterator<Item = usize> {
        numbers(self.words().iter().zip(other.words()).map(|(one, other)| one & !other))
    }

    /// The cells that are in both.
    pub(in crate::variant) fn intersection(&self, other: &CellSet) -> CellSet {
        let mut both = self.clone();
        both.words_mut().iter_mut().zip(other.words()).for_each(|(word, other)| *word &= other);
        both
    }

    /// The cells in ascending order.
    pub(in crate::variant) fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        numbers(self.words().iter().copied())
    }

    pub(in crate::variant) fn to_vec(&self) -> Vec<usize> {
        self.iter().collect()
    }
}

/// The pairs of cells that differ.
#[derive(Clone, Debug)]
pub(in crate::variant) struct CellPairs {
    words: usize,
    /// Row by row: a set for each cell.
    bits: Vec<u64>,
}

impl CellPairs {
    pub(in crate::variant) fn none(cells: usize) -> CellPairs {
        let words = cells.div_ceil(64);
        CellPairs { words, bits: vec![0; words * cells] }
    }

    pub(in crate::variant) fn add(&mut self, one: usize, other: usize) {
        self.bits[one * self.words + other / 64] |= 1 << (other % 64);
        self.bits[other * self.words + one / 64] |= 1 << (one % 64);
    }

    #[inline]
    pub(in crate::variant) fn contains(&self, one: usize, other: usize) -> bool {
        self.bits[one * self.words + other / 64] >> (other % 64) & 1 == 1
    }

    /// The cells that differ from a cell, as bits.
    pub(in crate::variant) fn row(&self, cell: usize) -> &[u64] {
        &self.bits[cell * self.words..(cell + 1) * self.words]
    }

    /// The cells that differ from a cell, in ascending order.
    pub(super) fn of(&self, cell: usize) -> impl Iterator<Item = usize> + '_ {
        numbers(self.row(cell).iter().copied())
    }

    /// How many pairs of cells differ, each counted in both directions.
    pub(in crate::variant) fn count(&self) -> usize {
        self.bits.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The cells that differ from at least two of these, in ascending order.
    pub(in crate::variant) fn of_several(&self, cells: &[usize]) -> impl Iterator<Item = usize> {
        let several = |word: usize| {
            let add = |(once, twice): (u64, u64), cell: &usize| {
                let others = self.bits[cell * self.words + word];
                (once | others, twice | once & others)
            };
            cells.iter().fold((0, 0), add).1
        };
        numbers((0..self.words).map(several))
    }

    /// The number of words in a set of cells.
    pub(in crate::variant) fn words(&self) -> usize {
        self.words
    }

    /// The cells in this word of a set that differ from all of these, of which there is at least one.
    #[inline]
    pub(in crate::variant) fn common(&self, word: usize, cells: impl Iterator<Item = usize>) -> u64 {
        cells.fold(u64::MAX, |common, cell| common & self.bits[cell * self.words + word])
    }
}

/// The numbers whose bits are set in some words, in ascending order.
#[inline]
pub(in crate::variant) fn numbers(words: impl Iterator<Item = u64>) -> impl Iterator<Item = usize> {
    words.enumerate().flat_map(|(i, word)| bits(word).map(move |bit| 64 * i + bit as usize))
}
