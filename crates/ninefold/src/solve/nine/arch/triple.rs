//! Short vectors: three words of one board.

/// Three words side by side, one for each value of D2 (see [`layout`](super::super::layout)). A fourth,
/// which is ignored, fills the 128 bits that vector registers have everywhere.
pub(in crate::solve) trait Triple: Copy + std::fmt::Debug {
    /// The same word in every lane.
    fn all(word: u32) -> Self;

    /// One word per lane.
    fn from_words(words: [u32; 3]) -> Self;

    /// The three words.
    fn words(self) -> [u32; 3];

    fn and(self, other: Self) -> Self;

    /// The bits of `self` that `other` has not.
    fn without(self, other: Self) -> Self;

    fn or(self, other: Self) -> Self;

    fn xor(self, other: Self) -> Self;

    /// Every word shifted towards higher bits.
    fn up<const BITS: i32>(self) -> Self;

    /// Every word shifted towards lower bits.
    fn down<const BITS: i32>(self) -> Self;

    /// Triple 0, 1, 2 with the words of lanes 1, 2, 0.
    fn rotate(self) -> Self;

    /// No bit at all.
    #[inline(always)]
    fn none() -> Self {
        Self::all(0)
    }

    /// A word in one lane and nothing in the others.
    #[inline(always)]
    fn only(lane: usize, word: u32) -> Self {
        let mut words = [0; 3];
        words[lane] = word;
        Self::from_words(words)
    }

    /// Bits that are set in two or three of the arguments.
    #[inline(always)]
    fn majority(a: Self, b: Self, c: Self) -> Self {
        a.and(b).or(a.or(b).and(c))
    }

    /// The bits of `a` where the mask is set, those of `b` elsewhere.
    #[inline(always)]
    fn select(mask: u32, a: Self, b: Self) -> Self {
        let mask = Self::all(mask);
        a.and(mask).or(b.without(mask))
    }
}
