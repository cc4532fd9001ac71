//! Counting bits across words, in vectors of all kinds.

use crate::solve::arch::Vector;
use crate::solve::arch::layout::BOXES;

/// The digits that have three or more places in a box: the bits that are set in three or more of nine words.
#[inline(always)]
pub(super) fn many_places<V: Vector>(x: &[V; 9]) -> V {
    // Each three of nine bits are added to a bit of weight 1 and one of weight 2, then the three bits of weight 1.
    let ones = [x[0].xor3(x[1], x[2]), x[3].xor3(x[4], x[5]), x[6].xor3(x[7], x[8])];
    let twos = [x[0].majority(x[1], x[2]), x[3].majority(x[4], x[5]), x[6].majority(x[7], x[8])];
    let carry = ones[0].majority(ones[1], ones[2]);
    let any_two = twos[0].or3(twos[1], twos[2]);
    // Two of the four of weight 2, or one of them and an odd sum.
    let many = twos[0].majority(twos[1], twos[2]).or_and(carry, any_two);
    many.or_and(carry.or(any_two), ones[0].xor3(ones[1], ones[2]))
}

/// The cells of a place in the box, a bit for each box, that have exactly two candidates. Takes the three words of
/// the place.
#[inline(always)]
pub(super) fn two_candidates<V: Vector>(x: V, y: V, z: V) -> V {
    // Each group of nine bits adds up to a bit of weight 1 and a bit of weight 2.
    let (odd, pair) = (x.xor3(y, z), x.majority(y, z));
    let (odd_a, odd_b) = (odd.down::<9>(), odd.down::<18>());
    let (pair_a, pair_b) = (pair.down::<9>(), pair.down::<18>());
    let ones = odd.xor3(odd_a, odd_b);
    let carry = odd.majority(odd_a, odd_b);
    let any_pair = pair.or3(pair_a, pair_b);
    let two_pairs = pair.majority(pair_a, pair_b);
    carry.xor(any_pair).without_any(two_pairs, ones).and(V::all(BOXES))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::arch::layout::ALL_DIGITS;
    use crate::solve::arch::{Best, Triple, any_digit};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn places_are_counted(words in prop::array::uniform9(0u32..1 << 27)) {
            let many = Triple::words(many_places(&words.map(Best::all)))[0];
            for bit in 0..27 {
                let places = words.iter().filter(|word| **word >> bit & 1 == 1).count();
                prop_assert_eq!(many >> bit & 1 == 1, places >= 3);
            }
        }

        /// This also holds with few candidates, which is what matters.
        #[test]
        fn candidates_are_counted(words: [u32; 3], mask: u32, few: bool) {
            let words = words.map(|word| word & if few { mask & mask.rotate_left(7) } else { (1 << 27) - 1 } & ((1 << 27) - 1));
            let two = Triple::words(two_candidates(Best::all(words[0]), Best::all(words[1]), Best::all(words[2])))[0];
            let any = Triple::words(any_digit(Best::all(words[0])))[0];
            for block in 0..9 {
                let count: u32 = words.iter().map(|word| (word >> block & ALL_DIGITS).count_ones()).sum();
                prop_assert_eq!(two >> block & 1 == 1, count == 2);
                prop_assert_eq!(any >> block & 1 == 1, words[0] >> block & ALL_DIGITS != 0);
            }
            prop_assert_eq!(two & !BOXES, 0);
        }
    }
}
