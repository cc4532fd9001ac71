//! Random numbers that are the same on every platform for the same seed and index.
//!
//! The generator is xoshiro256++ (Blackman and Vigna, "Scrambled linear pseudorandom number generators", 2021); its
//! state is filled by SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014).
//! Numbers below a limit are drawn by Lemire's method ("Fast random integer generation in an interval", 2019): the
//! upper half of a product, rejecting the few products that would make some numbers likelier than others.

/// A stream of random numbers.
#[derive(Clone, Debug)]
pub(crate) struct Random {
    state: [u64; 4],
    /// Unused bits for [`Random::coin`], below a bit that is set to mark their end.
    coins: u64,
}

/// The step of SplitMix64's counter.
const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

/// How SplitMix64 turns its counter into a number; no two counters give the same number.
const fn mix(counter: u64) -> u64 {
    let z = (counter ^ (counter >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

impl Random {
    /// The stream with this index among those of the seed. All streams of a seed differ.
    pub(crate) fn new(seed: u64, index: u64) -> Random {
        let mut counter = mix(seed.wrapping_add(STEP)).wrapping_add(index);
        let state = std::array::from_fn(|_| {
            counter = counter.wrapping_add(STEP);
            mix(counter)
        });
        Random { state, coins: 1 }
    }

    /// One of many streams for a seed and an index; number 0 is that of [`Random::new`].
    pub(super) fn nth(seed: u64, index: u64, number: u64) -> Random {
        Random::new(seed ^ mix(number.wrapping_mul(STEP)), index)
    }

    /// 64 random bits.
    pub(crate) fn next(&mut self) -> u64 {
        let [a, b, c, d] = &mut self.state;
        let number = a.wrapping_add(*d).rotate_left(23).wrapping_add(*a);
        let shifted = *b << 17;
        *c ^= *a;
        *d ^= *b;
        *b ^= *c;
        *a ^= *d;
        *c ^= shifted;
        *d = d.rotate_left(45);
        number
    }

    /// One of the numbers below the limit, all equally likely.
    ///
    /// # Panics
    /// If the limit is 0.
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        let limit = limit as u64;
        let unfair = limit.wrapping_neg() % limit;
        loop {
            let product = u128::from(self.next()) * u128::from(limit);
            if product as u64 >= unfair {
                return (product >> 64) as usize;
            }
        }
    }

    /// One number below each of several limits, all combinations equally likely. They are drawn from one random number,
    /// whose product with a limit leaves another random number in its lower half (Brackett-Rozinsky and Lemire, "Batched
    /// ranged random integer generation", 2024).
    #[inline(always)]
    pub(super) fn below_each<const N: usize>(&mut self, limits: &Limits<N>) -> [u64; N] {
        loop {
            let mut rest = self.next();
            let numbers = limits.limits.map(|limit| {
                let product = u128::from(rest) * u128::from(limit);
                rest = product as u64;
                (product >> 64) as u64
            });
            if rest >= limits.unfair {
                return numbers;
            }
        }
    }

    /// Yes or no, equally likely.
    pub(crate) fn coin(&mut self) -> bool {
        if self.coins == 1 {
            self.coins = self.next() | 1 << 63;
        }
        let coin = self.coins & 1 == 1;
        self.coins >>= 1;
        coin
    }

    /// Shuffles a list; all orders are equally likely (Fisher and Yates).
    pub(crate) fn shuffle<T>(&mut self, list: &mut [T]) {
        for last in (1..list.len()).rev() {
            list.swap(last, self.below(last + 1));
        }
    }
}

/// Limits for numbers that are drawn together.
pub(super) struct Limits<const N: usize> {
    limits: [u64; N],
    unfair: u64,
}

impl<const N: usize> Limits<N> {
    /// # Panics
    /// If a limit is 0, or their product does not fit into 64 bits.
    pub(super) const fn new(limits: [u64; N]) -> Limits<N> {
        let (mut product, mut i) = (1_u64, 0);
        while i < N {
            product *= limits[i];
            i += 1;
        }
        Limits { limits, unfair: product.wrapping_neg() % product }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The numbers that the authors' own programs print.
    #[test]
    fn published_numbers() {
        let splitmix: Vec<u64> = (1..=3).map(|i| mix(1_234_567u64.wrapping_add(STEP.wrapping_mul(i)))).collect();
        assert_eq!(splitmix, [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]);
        let mut random = Random { state: [1, 2, 3, 4], coins: 1 };
        let numbers: Vec<u64> = (0..5).map(|_| random.next()).collect();
        let expected =
            [41_943_041, 58_720_359, 3_588_806_011_781_223, 3_591_011_842_654_386, 9_228_616_714_210_784_205];
        assert_eq!(numbers, expected);
    }

    #[test]
    fn numbers_below_a_limit_are_equally_likely() {
        let mut random = Random::new(1, 2);
        let mut counts = [0_i32; 6];
        (0..60_000).for_each(|_| counts[random.below(6)] += 1);
        assert!(counts.iter().all(|count| (count - 10_000).abs() < 400), "{counts:?}");
        let heads = (0..60_000).filter(|_| random.coin()).count();
        assert!(heads.abs_diff(30_000) < 500, "{heads}");
        assert_eq!(random.below(1), 0);
        // With this limit nearly half of all products are rejected, if `usize` has 64 bits.
        let large = usize::MAX / 2 + 2;
        assert!((0..1000).all(|_| random.below(large) < large));
    }

    #[test]
    fn every_order_is_reached() {
        let mut random = Random::new(0, 0);
        let mut counts = std::collections::BTreeMap::new();
        for _ in 0..24_000 {
            let mut list = [0, 1, 2, 3];
            random.shuffle(&mut list);
            *counts.entry(list).or_insert(0_i32) += 1;
        }
        assert!(counts.len() == 24 && counts.values().all(|count| (count - 1000).abs() < 130), "{counts:?}");
    }

    #[test]
    fn streams_differ() {
        let mut first: Vec<u64> = (0..100).flat_map(|s| (0..100).map(move |i| Random::new(s, i).next())).collect();
        first.sort_unstable();
        first.dedup();
        assert_eq!(first.len(), 10_000);
    }
}
