//! Wide vectors: one word of many puzzles, a puzzle per lane.

use super::Vector;
use super::layout::Words;

/// One word for each of [`LANES`](Wide::LANES) puzzles.
///
/// Sets of lanes are bit sets, lane 0 lowest.
pub(crate) trait Wide: Vector {
    /// The number of words, at most 16.
    const LANES: usize;

    /// The set of all lanes.
    const ALL: u32 = u32::MAX >> (32 - Self::LANES);

    /// How many of a hundred boards rounds alone must solve for a list to be worth sieving; more than a hundred if no list is.
    /// WebAssembly is sent over networks: for long lists, which pages seldom have, twenty kilobytes more are too much.
    const SIEVED_FROM: usize = if cfg!(target_arch = "wasm32") { 101 } else { 12 };

    /// A set of lanes in the form that [`Wide::blend`] takes.
    type Mask: Copy;

    /// The words, lane by lane.
    fn words(&self) -> &[u32];

    /// The words, lane by lane.
    fn words_mut(&mut self) -> &mut [u32];

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

    /// Writes the digits of a solved board, given a function that returns its words by D2 and cell; see [`Words::digits`].
    #[inline(always)]
    fn write(word: impl Fn(usize, usize) -> u32, digits: &mut [u8; 81]) {
        let mut words = [[0; 9]; 3];
        for d in 0..3 {
            for cell in 0..9 {
                words[d][cell] = word(d, cell);
            }
        }
        *digits = Words::digits(&words);
    }

    /// Writes the digits of the solved board in a lane.
    #[inline(always)]
    fn digits_of(candidates: &[[Self; 9]; 3], lane: usize, digits: &mut [u8; 81]) {
        Self::write(|d, word| candidates[d][word].words()[lane], digits);
    }
}
