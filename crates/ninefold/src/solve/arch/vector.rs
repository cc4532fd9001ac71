//! What all vectors have in common: bitwise operations on words side by side.

use super::layout::{BAND_0, STACK_0};

/// Default definitions of operations with three operands, for sets that have no such instructions.
macro_rules! ternary {
    ($(#[$doc:meta] $name:ident($a:ident, $b:ident, $c:ident) = $result:expr;)*) => {$(
        #[$doc]
        #[inline(always)]
        fn $name($a, $b: Self, $c: Self) -> Self {
            $result
        }
    )*};
}

/// Some words side by side, each in a lane of its own.
pub(crate) trait Vector: Copy + std::fmt::Debug {
    /// Whether any combination of three operands is one instruction.
    const TERNARY: bool = false;

    /// The same word in every lane.
    fn all(word: u32) -> Self;

    fn and(self, other: Self) -> Self;

    /// The bits of `self` that `other` does not have.
    fn without(self, other: Self) -> Self;

    fn or(self, other: Self) -> Self;

    fn xor(self, other: Self) -> Self;

    /// The sums of the words, without carries out of them.
    fn add(self, other: Self) -> Self;

    /// Every word shifted towards higher bits, by 1, 2, 3, 4, 6, 8, 9, 16 or 18.
    fn up<const BITS: u32>(self) -> Self;

    /// Every word shifted towards lower bits, by 1, 2, 3, 4, 6, 8, 9, 16 or 18.
    fn down<const BITS: u32>(self) -> Self;

    /// No bit at all.
    #[inline(always)]
    fn none() -> Self {
        Self::all(0)
    }

    ternary! {
        /// Bits that are set in any of the three.
        or3(self, b, c) = self.or(b).or(c);
        /// Bits that are set in all three.
        and3(self, b, c) = self.and(b).and(c);
        /// Bits that are set in one or in all three.
        xor3(self, b, c) = self.xor(b).xor(c);
        /// Bits that are set in two or three.
        majority(self, b, c) = self.and(b).or(self.or(b).and(c));
        /// `self & !(b & c)`
        without_both(self, b, c) = self.without(b.and(c));
        /// `self & b & !c`
        and_without(self, b, c) = self.and(b).without(c);
        /// `self & !(b & !c)`
        keep(self, b, c) = self.without(b.without(c));
        /// `self & !(b | c)`
        without_any(self, b, c) = self.without(b.or(c));
        /// `self | (b & !c)`
        or_without(self, b, c) = self.or(b.without(c));
        /// `self | (b & c)`
        or_and(self, b, c) = self.or(b.and(c));
        /// `self & (b | c)`
        and_or(self, b, c) = self.and(b.or(c));
        /// `self | (b ^ c)`
        or_xor(self, b, c) = self.or(b.xor(c));
        /// The bits of `self` where those of `bits` are set, those of `other` elsewhere.
        select(self, bits, other) = self.and(bits).or(other.without(bits));
    }

    /// The bits of `self`, and those set in one of the other two groups of nine bits of `digits`. Bits above the 27 may be set.
    #[inline(always)]
    fn or_other_digits(self, digits: Self) -> Self {
        or_shifted(self, digits)
    }

    /// The word with the three bands of each digit rotated by one, and by two. Bits above the 27 may be set.
    #[inline(always)]
    fn rotate_bands(self) -> (Self, Self) {
        let (first, last) = (Self::all(BAND_0), Self::all(BAND_0 << 6));
        (self.up::<6>().select(last, self.down::<3>()), self.down::<6>().select(first, self.up::<3>()))
    }

    /// The word with the three stacks of each band rotated by one, and by two. Bits above the 27 may be set.
    #[inline(always)]
    fn rotate_stacks(self) -> (Self, Self) {
        let (first, last) = (Self::all(STACK_0), Self::all(STACK_0 << 2));
        (self.up::<2>().select(last, self.down::<1>()), self.down::<2>().select(first, self.up::<1>()))
    }
}

/// [`Vector::or_other_digits`] with shifts within words.
#[inline(always)]
pub(super) fn or_shifted<V: Vector>(x: V, digits: V) -> V {
    x.or3(digits.up::<9>(), digits.up::<18>()).or3(digits.down::<9>(), digits.down::<18>())
}

/// Merges the digits: a bit for each box where any is set. Bits above the nine may be set.
#[inline(always)]
pub(crate) fn any_digit<V: Vector>(x: V) -> V {
    x.or3(x.down::<9>(), x.down::<18>())
}

/// Moves the boxes of a cell's word to the cell's place among three words.
#[inline(always)]
pub(crate) fn at_place<V: Vector>(boxes: V, place: usize) -> V {
    match place {
        0 => boxes,
        1 => boxes.up::<9>(),
        _ => boxes.up::<18>(),
    }
}
