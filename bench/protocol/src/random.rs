/// Marsaglia's xorshift generator: the same puzzles everywhere.
pub struct Random(u64);

impl Default for Random {
    fn default() -> Random {
        Random(0x9e37_79b9_7f4a_7c15)
    }
}

impl Random {
    /// A number below the limit, which is not 0.
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 16) as usize % limit
    }

    /// The cells of a board in any order.
    pub fn shuffled(&mut self) -> [usize; 81] {
        let mut cells = std::array::from_fn(|cell| cell);
        (1..81).rev().for_each(|last| cells.swap(last, self.below(last + 1)));
        cells
    }
}
