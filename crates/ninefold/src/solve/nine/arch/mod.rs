//! Short vectors, one file per instruction set: the only place in the library with unsafe code.

#[cfg(any(test, not(target_arch = "x86_64")))]
mod plain;
#[cfg(target_arch = "x86_64")]
mod sse2;

#[cfg(any(test, not(target_arch = "x86_64")))]
pub(in crate::solve) use plain::Plain;

/// The fastest vectors that every processor of this kind has.
#[cfg(target_arch = "x86_64")]
pub(in crate::solve) type Best = sse2::Sse2;
#[cfg(not(target_arch = "x86_64"))]
pub(in crate::solve) type Best = Plain;

/// Three words side by side, one for each value of D2 (see [`position`](super::position)). A fourth,
/// which is ignored, fills the 128 bits that vector registers have everywhere.
pub(in crate::solve) trait Lanes: Copy + std::fmt::Debug {
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

    /// Lanes 0, 1, 2 with the words of lanes 1, 2, 0.
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

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn agree<A: Lanes, B: Lanes>(x: [u32; 3], y: [u32; 3], z: [u32; 3], mask: u32, lane: usize) {
        let (a, b, c) = (A::from_words(x), A::from_words(y), A::from_words(z));
        let (d, e, f) = (B::from_words(x), B::from_words(y), B::from_words(z));
        assert_eq!(a.words(), x);
        for (one, other) in [
            (a.and(b), d.and(e)),
            (a.without(b), d.without(e)),
            (a.or(b), d.or(e)),
            (a.xor(b), d.xor(e)),
            (a.up::<9>(), d.up::<9>()),
            (a.down::<18>(), d.down::<18>()),
            (a.rotate(), d.rotate()),
            (A::all(mask), B::all(mask)),
            (A::only(lane, mask), B::only(lane, mask)),
            (A::majority(a, b, c), B::majority(d, e, f)),
            (A::select(mask, a, b), B::select(mask, d, e)),
        ] {
            assert_eq!(one.words(), other.words());
        }
        let [p, q, r] = x;
        assert_eq!(a.rotate().words(), [q, r, p]);
        assert_eq!(a.without(b).words(), std::array::from_fn(|i| x[i] & !y[i]));
    }

    proptest! {
        /// Every instruction set computes the same.
        #[test]
        fn vectors_agree(x: [u32; 3], y: [u32; 3], z: [u32; 3], mask: u32, lane in 0usize..3) {
            agree::<Plain, Best>(x, y, z, mask, lane);
        }
    }
}
