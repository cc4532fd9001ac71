//! Small sets of numbers below N, as wide as the board is: digits of a cell, places in a house.

use std::fmt::Debug;

/// A set of numbers from 0, one bit each.
pub(super) trait Bits: Copy + Eq + Debug + 'static {
    const EMPTY: Self;

    /// Adds a number.
    fn insert(&mut self, number: usize);

    /// Removes a number.
    fn remove(&mut self, number: usize);

    fn contains(self, number: usize) -> bool;

    fn union(self, other: Self) -> Self;

    fn difference(self, other: Self) -> Self;

    fn len(self) -> usize;

    /// The lowest number.
    fn first(self) -> Option<usize>;

    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    /// The number, if there is exactly one.
    fn single(self) -> Option<usize> {
        let first = self.first()?;
        let mut rest = self;
        rest.remove(first);
        rest.is_empty().then_some(first)
    }

    /// The numbers in ascending order.
    fn iter(self) -> impl Iterator<Item = usize> {
        let mut rest = self;
        std::iter::from_fn(move || {
            let first = rest.first()?;
            rest.remove(first);
            Some(first)
        })
    }
}

macro_rules! bits {
    ($word:ty) => {
        impl Bits for $word {
            const EMPTY: $word = 0;

            #[inline]
            fn insert(&mut self, number: usize) {
                *self |= 1 << number;
            }

            #[inline]
            fn remove(&mut self, number: usize) {
                *self &= !(1 << number);
            }

            #[inline]
            fn contains(self, number: usize) -> bool {
                self >> number & 1 == 1
            }

            #[inline]
            fn union(self, other: $word) -> $word {
                self | other
            }

            #[inline]
            fn difference(self, other: $word) -> $word {
                self & !other
            }

            #[inline]
            fn len(self) -> usize {
                self.count_ones() as usize
            }

            #[inline]
            fn first(self) -> Option<usize> {
                (self != 0).then(|| self.trailing_zeros() as usize)
            }

            #[inline]
            fn single(self) -> Option<usize> {
                (self & self.wrapping_sub(1) == 0 && self != 0).then(|| self.trailing_zeros() as usize)
            }
        }
    };
}

bits!(u16);
bits!(u64);

/// Words for the widest board ([`Shape::MAX_SIDE`](crate::board::Shape::MAX_SIDE)).
pub(super) type Wide = [u64; 16];

impl Bits for Wide {
    const EMPTY: Wide = [0; 16];

    fn insert(&mut self, number: usize) {
        self[number / 64] |= 1 << (number % 64);
    }

    fn remove(&mut self, number: usize) {
        self[number / 64] &= !(1 << (number % 64));
    }

    fn contains(self, number: usize) -> bool {
        self[number / 64] >> (number % 64) & 1 == 1
    }

    fn union(self, other: Wide) -> Wide {
        std::array::from_fn(|i| self[i] | other[i])
    }

    fn difference(self, other: Wide) -> Wide {
        std::array::from_fn(|i| self[i] & !other[i])
    }

    fn len(self) -> usize {
        self.as_slice().iter().map(|word| word.count_ones() as usize).sum()
    }

    fn first(self) -> Option<usize> {
        let word = self.as_slice().iter().position(|word| *word != 0)?;
        Some(64 * word + self[word].trailing_zeros() as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    fn agrees<B: Bits>(a: &BTreeSet<usize>, b: &BTreeSet<usize>, most: usize) {
        let set = |numbers: &BTreeSet<usize>| {
            let mut bits = B::EMPTY;
            numbers.iter().filter(|number| **number < most).for_each(|number| bits.insert(*number));
            bits
        };
        let numbers = |bits: B| bits.iter().collect::<BTreeSet<usize>>();
        let below = |numbers: BTreeSet<usize>| numbers.into_iter().filter(|number| *number < most).collect();
        let (x, y, a, b): (B, B, BTreeSet<usize>, BTreeSet<usize>) =
            (set(a), set(b), below(a.clone()), below(b.clone()));
        assert_eq!(numbers(x.union(y)), &a | &b);
        assert_eq!(numbers(x.difference(y)), &a - &b);
        assert_eq!((x.len(), x.is_empty(), x.first()), (a.len(), a.is_empty(), a.first().copied()));
        assert_eq!(x.single(), a.first().copied().filter(|_| a.len() == 1));
        assert!((0..most).all(|number| x.contains(number) == a.contains(&number)));
    }

    proptest! {
        #[test]
        fn every_width_is_a_set(
            a in prop::collection::btree_set(0usize..1024, 0..20),
            b in prop::collection::btree_set(0usize..1024, 0..20),
            fold in prop::sample::select(vec![9usize, 16, 64, 1024]),
        ) {
            let small = |set: &BTreeSet<usize>| set.iter().map(|number| number % fold).collect::<BTreeSet<_>>();
            let (a, b) = (small(&a), small(&b));
            agrees::<u16>(&a, &b, 16);
            agrees::<u64>(&a, &b, 64);
            agrees::<Wide>(&a, &b, 1024);
        }
    }
}
