//! Random numbers, and random choices.

use crate::solve::arch::{BLOCK, Bytes};

/// Marsaglia's xorshift (2003), multiplied (Vigna 2016): without the multiplication the few numbers of a step depend on one
/// another, and boards seemed to take half as many steps again.
#[derive(Clone, Debug)]
pub(super) struct Random(u64);

impl Random {
    pub(super) fn new() -> Random {
        Random(0x9e37_79b9_7f4a_7c15)
    }

    #[inline(always)]
    pub(super) fn below(&mut self, limit: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 32) * limit) >> 32
    }
}

/// A random choice of one among many that come block by block, each with the same chance.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Draw {
    count: u64,
    drawn: usize,
}

impl Draw {
    /// Adds the items of a block that have these flags.
    #[inline(always)]
    pub(super) fn add<V: Bytes>(&mut self, block: usize, flags: u64, random: &mut Random) {
        let count = u64::from(flags.count_ones());
        self.count += count;
        let nth = random.below(self.count);
        if nth < count {
            self.drawn = BLOCK * block + V::nth_bit(flags, nth);
        }
    }

    /// The number of the chosen item; the first if there are none.
    #[inline(always)]
    pub(super) fn drawn(self) -> usize {
        self.drawn
    }
}
