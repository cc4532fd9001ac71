//! Short vectors: three words of one board.

use super::Vector;

/// Three words side by side, one for each value of D2 (see [`layout`](super::layout)). A fourth, which is ignored, fills the
/// 128 bits of a vector register.
pub(crate) trait Triple: Vector {
    /// One word per lane.
    fn from_words(words: [u32; 3]) -> Self;

    /// The three words.
    fn words(self) -> [u32; 3];

    /// Lanes 0, 1, 2 with the words of lanes 1, 2, 0.
    fn rotate(self) -> Self;

    /// Whether no bit is set in the three words.
    #[inline(always)]
    fn is_none(self) -> bool {
        self.words() == [0; 3]
    }

    /// A word in one lane and nothing in the others.
    #[inline(always)]
    fn only(lane: usize, word: u32) -> Self {
        let mut words = [0; 3];
        words[lane] = word;
        Self::from_words(words)
    }
}
