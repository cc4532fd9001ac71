//! Wide vectors: one word of many puzzles, a puzzle per lane.

use super::Vector;
use super::layout::Words;

/// One word for each of [`LANES`](Wide::LANES) puzzles.
///
/// Sets of lanes are bit sets, lane 0 lowest.
pub(crate) trait Wide: Vector {
    /// How many words there are, at most 16.
    const LANES: usize;

    /// The set of all lanes.
    const ALL: u32 = u32::MAX >> (32 - Self::LANES);

    /// How many of a hundred boards must be solved by rounds alone for a list to be worth being sieved; more than a hundred
    /// if no list is. WebAssembly travels over networks: twenty kilobytes more for long lists, which pages seldom have,
    /// are too many.
    const SIEVED_FROM: usize = if cfg!(target_arch = "wasm32") { 101 } else { 12 };

    /// A set of lanes in the form that [`Wide::blend`] wants.
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

    /// Writes the digits of a solved board whose words the function gives, by D2 and cell; see [`Words::digits`].
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
