//! Wide vectors: one word of many puzzles, a puzzle per lane.

use super::super::kernel::{Kernel, Task};
use super::super::layout::Words;

/// One word for each of [`LANES`](Wide::LANES) puzzles.
///
/// Sets of lanes are bit sets, lane 0 lowest.
pub(in crate::solve) trait Wide: Copy + std::fmt::Debug + Sized {
    /// How many words there are, at most 16.
    const LANES: usize;

    /// A set of lanes in the form that [`Wide::blend`] wants.
    type Mask: Copy;

    /// The same word in every lane.
    fn all(word: u32) -> Self;

    /// The words, lane by lane.
    fn words(&self) -> &[u32];

    /// The words, lane by lane.
    fn words_mut(&mut self) -> &mut [u32];

    fn and(self, other: Self) -> Self;

    /// The bits of `self` that `other` has not.
    fn without(self, other: Self) -> Self;

    fn or(self, other: Self) -> Self;

    fn xor(self, other: Self) -> Self;

    /// Every word shifted towards higher bits, by 1, 2, 3, 6, 9 or 18.
    fn up<const BITS: u32>(self) -> Self;

    /// Every word shifted towards lower bits, by 1, 2, 3, 6, 9 or 18.
    fn down<const BITS: u32>(self) -> Self;

    /// The lowest bit of every word.
    fn lowest(self) -> Self;

    /// The words of the lanes where `other` is zero, and zero elsewhere.
    fn where_zero(self, other: Self) -> Self;

    /// The lanes whose word is not zero.
    fn nonzero(self) -> u32;

    fn mask(lanes: u32) -> Self::Mask;

    /// The words of `self` in the lanes of the mask, those of `other` elsewhere.
    fn blend(self, mask: Self::Mask, other: Self) -> Self;

    /// The board with these givens; see [`Words::from_digits`].
    #[inline(always)]
    fn words_of(digits: &[u8; 81]) -> Words {
        Words::from_digits(digits)
    }

    /// The digits of the solved board in a lane; see [`Words::digits`].
    #[inline(always)]
    fn digits_of(candidates: &[[Self; 9]; 3], lane: usize) -> [u8; 81] {
        let mut words = [[0; 9]; 3];
        for d in 0..3 {
            for cell in 0..9 {
                words[d][cell] = candidates[d][cell].words()[lane];
            }
        }
        Words::digits(&words)
    }

    /// [`Kernel::run`], compiled for the instruction set.
    fn run(kernel: &mut Kernel<Self>, begun: &[Words], task: &mut Task<'_>);

    #[inline(always)]
    fn none() -> Self {
        Self::all(0)
    }

    /// Bits that are set in any of the three.
    #[inline(always)]
    fn or3(self, b: Self, c: Self) -> Self {
        self.or(b).or(c)
    }

    /// Bits that are set in all three.
    #[inline(always)]
    fn and3(self, b: Self, c: Self) -> Self {
        self.and(b).and(c)
    }

    /// Bits that are set in one or in all three.
    #[inline(always)]
    fn xor3(self, b: Self, c: Self) -> Self {
        self.xor(b).xor(c)
    }

    /// Bits that are set in two or three.
    #[inline(always)]
    fn majority(self, b: Self, c: Self) -> Self {
        self.and(b).or(self.or(b).and(c))
    }

    /// `self & !(b & c)`
    #[inline(always)]
    fn without_both(self, b: Self, c: Self) -> Self {
        self.without(b.and(c))
    }

    /// `self & b & !c`
    #[inline(always)]
    fn and_without(self, b: Self, c: Self) -> Self {
        self.and(b).without(c)
    }

    /// `self & !(b & !c)`
    #[inline(always)]
    fn keep(self, b: Self, c: Self) -> Self {
        self.without(b.without(c))
    }

    /// `self & !(b | c)`
    #[inline(always)]
    fn without_any(self, b: Self, c: Self) -> Self {
        self.without(b.or(c))
    }

    /// `self | (b & !c)`
    #[inline(always)]
    fn or_without(self, b: Self, c: Self) -> Self {
        self.or(b.without(c))
    }

    /// `self | (b & c)`
    #[inline(always)]
    fn or_and(self, b: Self, c: Self) -> Self {
        self.or(b.and(c))
    }

    /// `self & (b | c)`
    #[inline(always)]
    fn and_or(self, b: Self, c: Self) -> Self {
        self.and(b.or(c))
    }

    /// `self | (b ^ c)`
    #[inline(always)]
    fn or_xor(self, b: Self, c: Self) -> Self {
        self.or(b.xor(c))
    }

    /// The bits of `self` where those of `bits` are set, those of `other` elsewhere.
    #[inline(always)]
    fn select(self, bits: Self, other: Self) -> Self {
        self.and(bits).or(other.without(bits))
    }

    /// The word with its three groups of nine bits rotated by one and by two. Bits above the 27 may be set.
    #[inline(always)]
    fn rotate_digits(self) -> (Self, Self) {
        (self.up::<9>().or(self.down::<18>()), self.up::<18>().or(self.down::<9>()))
    }
}
