//! Random numbers.

/// Marsaglia's xorshift (2003), multiplied (Vigna 2016): without that a step's few numbers depend on one another, and
/// boards seemed to take half as many steps again.
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
