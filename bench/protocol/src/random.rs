/// Marsaglia's xorshift generator: the same puzzles everywhere.
pub struct Random(u64);

impl Default for Random {
    fn default() -> Random {
        Random(0x9e37_79b9_7f4a_7c15)
    }
}

impl Random {
    /// Makes a generator with different numbers for each seed.
    pub fn seeded(seed: u64) -> Random {
        let mut random = Random(Random::default().0.wrapping_mul(2 * seed + 1) | 1);
        // Similar seeds give similar numbers at first.
        (0..20).for_each(|_| _ = random.below(2));
        random
    }

    /// Returns a number below the limit, which must not be 0.
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 16) as usize % limit
    }

    /// Shuffles a list.
    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        (1..list.len()).rev().for_each(|last| list.swap(last, self.below(last + 1)));
    }

    /// Returns the cells of a board in random order.
    pub fn shuffled(&mut self) -> [usize; 81] {
        let mut cells = std::array::from_fn(|cell| cell);
        self.shuffle(&mut cells);
        cells
    }
}
