//! Sets of digits of any width.

use super::{Digit, Shape};
use std::fmt;
use std::ops::{BitAnd, BitOr, Range, Sub};

/// A set of digits.
///
/// One bit per digit: bit `i` of word `w` stands for the digit 64w + i + 1. Sets for boards up to 64x64 take one word;
/// only those for larger boards allocate memory.
///
/// ```text
///   word 0                         word 1
///   64 63 ... 9 8 7 6 5 4 3 2 1    128 ... 66 65      <- digits, from the lowest bit on the right
///    0  0     1 0 0 0 0 1 0 0 1      0      0  0      = {1, 4, 9}
/// ```
///
/// ```
/// use ninefold::{Digit, DigitSet};
/// let set: DigitSet = [1, 4, 9].into_iter().flat_map(Digit::new).collect();
/// assert_eq!(set.len(), 3);
/// assert_eq!(set.to_string(), "1 4 9");
/// assert_eq!((&set & &DigitSet::only(Digit::try_from(4)?)).single(), Digit::new(4));
/// # Ok::<(), ninefold::ZeroIsNoDigit>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Default)]
pub struct DigitSet {
    first: u64,
    /// The words after the first; the last one is never zero, so that equal sets have equal words.
    rest: Vec<u64>,
}

impl DigitSet {
    /// The empty set.
    pub const EMPTY: DigitSet = DigitSet { first: 0, rest: Vec::new() };

    /// The digits of a board of this shape, 1 to N.
    pub fn all(shape: Shape) -> DigitSet {
        shape.digits().collect()
    }

    /// The set that holds only this digit.
    pub fn only(digit: Digit) -> DigitSet {
        let mut set = DigitSet::EMPTY;
        set.insert(digit);
        set
    }

    pub(super) fn from_words(words: &[u64]) -> DigitSet {
        let used = words.iter().rposition(|w| *w != 0).map_or(0, |i| i + 1);
        match words[..used] {
            [] => DigitSet::EMPTY,
            [first, ref rest @ ..] => DigitSet { first, rest: rest.to_vec() },
        }
    }

    pub(super) fn words(&self) -> impl Iterator<Item = u64> {
        std::iter::once(self.first).chain(self.rest.iter().copied())
    }

    fn zip(&self, other: &DigitSet, combine: impl Fn(u64, u64) -> u64) -> DigitSet {
        let width = 1 + self.rest.len().max(other.rest.len());
        let (a, b) = (self.words().chain(std::iter::repeat(0)), other.words().chain(std::iter::repeat(0)));
        let words: Vec<u64> = a.zip(b).take(width).map(|(a, b)| combine(a, b)).collect();
        DigitSet::from_words(&words)
    }

    /// Whether the set holds the digit.
    pub fn contains(&self, digit: Digit) -> bool {
        let (word, bit) = (digit.index() / 64, digit.index() % 64);
        let word = if word == 0 { self.first } else { self.rest.get(word - 1).copied().unwrap_or(0) };
        word >> bit & 1 == 1
    }

    /// Adds a digit and returns whether it was new.
    pub fn insert(&mut self, digit: Digit) -> bool {
        let (word, bit) = (digit.index() / 64, digit.index() % 64);
        if word > self.rest.len() {
            self.rest.resize(word, 0);
        }
        let word = if word == 0 { &mut self.first } else { &mut self.rest[word - 1] };
        let new = *word >> bit & 1 == 0;
        *word |= 1 << bit;
        new
    }

    /// Removes a digit and returns whether it was there.
    pub fn remove(&mut self, digit: Digit) -> bool {
        let was_there = self.contains(digit);
        if was_there {
            let (word, bit) = (digit.index() / 64, digit.index() % 64);
            let place = if word == 0 { &mut self.first } else { &mut self.rest[word - 1] };
            *place &= !(1 << bit);
            while self.rest.last() == Some(&0) {
                self.rest.pop();
            }
        }
        was_there
    }

    /// The number of digits in the set.
    pub fn len(&self) -> usize {
        self.words().map(|w| w.count_ones() as usize).sum()
    }

    /// Whether the set holds no digit.
    pub fn is_empty(&self) -> bool {
        self.first == 0 && self.rest.is_empty()
    }

    /// The digit, if the set holds exactly one.
    pub fn single(&self) -> Option<Digit> {
        let mut digits = self.iter();
        match (digits.next(), digits.next()) {
            (Some(only), None) => Some(only),
            _ => None,
        }
    }

    /// The digits in either set; also written `a | b`.
    #[must_use]
    pub fn union(&self, other: &DigitSet) -> DigitSet {
        self.zip(other, |a, b| a | b)
    }

    /// The digits in both sets; also written `a & b`.
    #[must_use]
    pub fn intersection(&self, other: &DigitSet) -> DigitSet {
        self.zip(other, |a, b| a & b)
    }

    /// The digits in this set but not in the other; also written `a - b`.
    #[must_use]
    pub fn difference(&self, other: &DigitSet) -> DigitSet {
        self.zip(other, |a, b| a & !b)
    }

    /// Whether every digit of this set is in the other.
    pub fn is_subset(&self, other: &DigitSet) -> bool {
        self.difference(other).is_empty()
    }

    /// Whether the sets share no digit.
    pub fn is_disjoint(&self, other: &DigitSet) -> bool {
        self.intersection(other).is_empty()
    }

    /// The digits in ascending order.
    pub fn iter(&self) -> Digits<'_> {
        Digits { word: self.first, first_index: 0, rest: self.rest.iter() }
    }
}

/// The digits of a set in ascending order; made by [`DigitSet::iter`] and
/// [`Candidates::digits_of`](super::Candidates::digits_of).
#[derive(Clone, Debug)]
#[must_use = "iterators are lazy and do nothing unless consumed"]
pub struct Digits<'a> {
    /// What is left of the current word, and the index of the digit that its lowest bit stands for.
    word: u64,
    first_index: usize,
    rest: std::slice::Iter<'a, u64>,
}

impl<'a> Digits<'a> {
    /// The digits of a set in the form drawn at [`DigitSet`].
    pub(super) fn of_words(words: &'a [u64]) -> Digits<'a> {
        let mut rest = words.iter();
        Digits { word: rest.next().copied().unwrap_or(0), first_index: 0, rest }
    }
}

impl Iterator for Digits<'_> {
    type Item = Digit;

    fn next(&mut self) -> Option<Digit> {
        while self.word == 0 {
            self.word = *self.rest.next()?;
            self.first_index += 64;
        }
        let bit = self.word.trailing_zeros() as usize;
        self.word &= self.word - 1;
        Some(Digit::from_index(self.first_index + bit))
    }
}

impl std::iter::FusedIterator for Digits<'_> {}

impl<'a> IntoIterator for &'a DigitSet {
    type Item = Digit;
    type IntoIter = Digits<'a>;

    fn into_iter(self) -> Digits<'a> {
        self.iter()
    }
}

macro_rules! operators {
    ($($of:ident $name:ident = $method:ident;)*) => {$(
        #[doc = concat!("[`DigitSet::", stringify!($method), "`].")]
        impl $of for &DigitSet {
            type Output = DigitSet;

            fn $name(self, other: &DigitSet) -> DigitSet {
                self.$method(other)
            }
        }
    )*};
}

operators! {
    BitOr bitor = union;
    BitAnd bitand = intersection;
    Sub sub = difference;
}

/// The positions of the bits that are set in a row of words, in ascending order.
#[inline]
pub(crate) fn ones_of(words: &[u64]) -> impl Iterator<Item = usize> {
    words.iter().enumerate().flat_map(|(i, word)| ones(*word).map(move |bit| 64 * i + bit))
}

/// The same for one word.
#[inline]
pub(crate) fn ones(word: u64) -> impl Iterator<Item = usize> {
    let rest = |word: u64| (word != 0).then_some(word);
    std::iter::successors(rest(word), move |w| rest(w & (w - 1))).map(|w| w.trailing_zeros() as usize)
}

/// The words in which a range of bits lies, each with the bits of the range in it.
#[inline]
pub(crate) fn ones_within(range: Range<usize>) -> impl Iterator<Item = (usize, u64)> {
    (range.start / 64..range.end.div_ceil(64)).map(move |word| {
        let from = range.start.saturating_sub(64 * word);
        let to = (range.end - 64 * word).min(64);
        (word, u64::MAX >> (64 - (to - from)) << from)
    })
}

impl FromIterator<Digit> for DigitSet {
    fn from_iter<I: IntoIterator<Item = Digit>>(digits: I) -> DigitSet {
        let mut set = DigitSet::EMPTY;
        set.extend(digits);
        set
    }
}

impl Extend<Digit> for DigitSet {
    fn extend<I: IntoIterator<Item = Digit>>(&mut self, digits: I) {
        for digit in digits {
            self.insert(digit);
        }
    }
}

/// The digits as numbers, separated by spaces.
impl fmt::Display for DigitSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, digit) in self.iter().enumerate() {
            let gap = if i == 0 { "" } else { " " };
            write!(f, "{gap}{digit}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for DigitSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{{self}}}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    fn set(digits: &BTreeSet<u16>) -> DigitSet {
        digits.iter().flat_map(|d| Digit::new(*d)).collect()
    }

    proptest! {
        /// Every operation agrees with that of a set of numbers, across the boundaries of words.
        #[test]
        fn speaks_set_language(
            a in prop::collection::btree_set(1u16..200, 0..40),
            b in prop::collection::btree_set(1u16..200, 0..40),
            out in prop::collection::vec(1u16..200, 0..40),
        ) {
            let (x, y) = (set(&a), set(&b));
            for union in [x.union(&y), &x | &y] {
                prop_assert_eq!(union, set(&(&a | &b)));
            }
            for intersection in [x.intersection(&y), &x & &y] {
                prop_assert_eq!(intersection, set(&(&a & &b)));
            }
            for difference in [x.difference(&y), &x - &y] {
                prop_assert_eq!(difference, set(&(&a - &b)));
            }
            prop_assert!((&x).into_iter().map(u16::from).eq(a.iter().copied()));
            prop_assert_eq!(x.is_subset(&y), a.is_subset(&b));
            prop_assert_eq!(x.is_disjoint(&y), a.is_disjoint(&b));
            prop_assert_eq!(x.len(), a.len());
            prop_assert_eq!(x.is_empty(), a.is_empty());
            prop_assert_eq!(x.iter().map(Digit::number).collect::<Vec<_>>(), a.iter().copied().collect::<Vec<_>>());
            let (mut x, mut a) = (x, a);
            for d in out {
                let digit = Digit::new(d).unwrap();
                prop_assert_eq!(x.contains(digit), a.contains(&d));
                prop_assert_eq!(x.remove(digit), a.remove(&d));
                prop_assert_eq!(&x, &set(&a));
                prop_assert_eq!(x.single().map(Digit::number), if a.len() == 1 { a.first().copied() } else { None });
            }
        }
    }

    #[test]
    fn all_digits() {
        let all = |rows, columns| DigitSet::all(Shape::new(rows, columns).unwrap());
        assert_eq!(all(1, 1), DigitSet::only(Digit::from_index(0)));
        assert_eq!(all(10, 13).len(), 130);
        assert_eq!(format!("{:?}", all(2, 2)), "{1 2 3 4}");
        assert_eq!(DigitSet::EMPTY.iter().next(), None);
    }
}
