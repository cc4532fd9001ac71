//! Vectors, one file per instruction set: the only place in the library with unsafe code.
//!
//! An instruction set is a [`Set`] of vectors: a [`Triple`] holds three words of one board, a [`Wide`] one word each of many
//! boards, and both are a [`Vector`] of words whose bits [`layout`] explains; [`Bytes`] are for local search on large boards,
//! [`Products`] for counting. Work for them is a [`Job`], which [`Isa::run`] does with the set chosen at run time. The jobs
//! themselves are in other folders.

#![allow(clippy::needless_range_loop, reason = "one index goes through several arrays of the layout at once")]

/// A shift by a constant, for instructions that want the constant in another type.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
macro_rules! shift {
    ($instruction:ident, $bits:ident, $vector:expr) => {
        match $bits {
            1 => $instruction::<1>($vector),
            2 => $instruction::<2>($vector),
            3 => $instruction::<3>($vector),
            4 => $instruction::<4>($vector),
            6 => $instruction::<6>($vector),
            8 => $instruction::<8>($vector),
            9 => $instruction::<9>($vector),
            16 => $instruction::<16>($vector),
            18 => $instruction::<18>($vector),
            _ => unreachable!("the shifts that are used are listed"),
        }
    };
}

/// The operations that every [`Vector`] must have, each one instruction; `@each` and `@shifts` make only some of them.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64", all(target_arch = "wasm32", target_feature = "simd128")))]
macro_rules! basic {
    ($all:ident, $and:ident, $andnot:ident, $or:ident, $xor:ident, $add:ident, $up:ident, $down:ident) => {
        #[inline(always)]
        fn all(word: u32) -> Self {
            // SAFETY: the instruction set is available, as the files that use this say.
            Self(unsafe { $all(word as i32) })
        }

        #[inline(always)]
        fn without(self, other: Self) -> Self {
            // SAFETY: the same.
            Self(unsafe { $andnot(other.0, self.0) })
        }

        basic!(@each and $and, or $or, xor $xor, add $add);
        basic!(@shifts up $up, down $down);
    };
    (@each $($name:ident $instruction:ident),*) => {$(
        #[inline(always)]
        fn $name(self, other: Self) -> Self {
            // SAFETY: the instruction set is available, as the files that use this say.
            Self(unsafe { $instruction(self.0, other.0) })
        }
    )*};
    (@shifts $($name:ident $instruction:ident),*) => {$(
        #[inline(always)]
        fn $name<const BITS: u32>(self) -> Self {
            // SAFETY: the instruction set is available, as the files that use this say.
            Self(unsafe { shift!($instruction, BITS, self.0) })
        }
    )*};
}

/// The words of a register in memory.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64", all(target_arch = "wasm32", target_feature = "simd128")))]
macro_rules! memory {
    ($lanes:literal) => {
        #[inline(always)]
        fn words(&self) -> &[u32] {
            // SAFETY: the register in memory is `$lanes` words without padding.
            unsafe { &*std::ptr::from_ref(self).cast::<[u32; $lanes]>() }
        }

        #[inline(always)]
        fn words_mut(&mut self) -> &mut [u32] {
            // SAFETY: the register in memory is `$lanes` words without padding, and any words are a register.
            unsafe { &mut *std::ptr::from_mut(self).cast::<[u32; $lanes]>() }
        }
    };
}

/// The operations with three operands, each a single instruction that takes a truth table.
#[cfg(target_arch = "x86_64")]
macro_rules! logic {
    ($instruction:ident) => {
        const TERNARY: bool = true;
        logic!($instruction, or3, a, b, c, a | b | c);
        logic!($instruction, and3, a, b, c, a & b & c);
        logic!($instruction, xor3, a, b, c, a ^ b ^ c);
        logic!($instruction, majority, a, b, c, a & b | a & c | b & c);
        logic!($instruction, without_both, a, b, c, a & !(b & c));
        logic!($instruction, and_without, a, b, c, a & b & !c);
        logic!($instruction, keep, a, b, c, a & !(b & !c));
        logic!($instruction, without_any, a, b, c, a & !(b | c));
        logic!($instruction, or_without, a, b, c, a | b & !c);
        logic!($instruction, or_and, a, b, c, a | b & c);
        logic!($instruction, and_or, a, b, c, a & (b | c));
        logic!($instruction, or_xor, a, b, c, a | b ^ c);
        logic!($instruction, select, a, b, c, a & b | c & !b);
    };
    ($instruction:ident, $name:ident, $a:ident, $b:ident, $c:ident, $f:expr) => {
        #[inline(always)]
        fn $name(self, b: Self, c: Self) -> Self {
            const TABLE: i32 = {
                let (mut table, mut i) = (0, 0);
                while i < 8 {
                    let ($a, $b, $c) = (i >> 2 & 1, i >> 1 & 1, i & 1);
                    table |= ($f & 1) << i;
                    i += 1;
                }
                table
            };
            // SAFETY: AVX-512 is available, as the files that use this say.
            Self(unsafe { $instruction::<TABLE>(self.0, b.0, c.0) })
        }
    };
}

/// The operation for which a shift across two words is useful, if there is VBMI2.
#[cfg(target_arch = "x86_64")]
macro_rules! across_words {
    ($vbmi:ident, $up:ident, $across:ident) => {
        #[inline(always)]
        fn or_other_digits(self, digits: Self) -> Self {
            if !$vbmi {
                return super::vector::or_shifted(self, digits);
            }
            // The bits that come in are taken from the top of the second word.
            // SAFETY: AVX-512 with VBMI2 is available, as the files that use this say.
            unsafe {
                let top = $up::<5>(digits.0);
                self.or3(Self($across::<9>(digits.0, top)), Self($across::<18>(digits.0, top)))
            }
        }
    };
}

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg_attr(
    all(target_arch = "wasm32", target_feature = "simd128"),
    allow(dead_code, reason = "only tests use all of it there")
)]
mod bytes;
#[cfg(target_arch = "x86_64")]
mod cells;
mod isa;
pub(crate) mod layout;
#[cfg(target_arch = "aarch64")]
mod neon;
#[cfg_attr(
    all(target_arch = "wasm32", target_feature = "simd128"),
    allow(dead_code, reason = "only tests use it there")
)]
mod plain;
mod set;
#[cfg(target_arch = "x86_64")]
mod short;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod simd128;
#[cfg(target_arch = "x86_64")]
mod sse2;
mod triple;
mod vector;
mod wide;

pub(crate) use bytes::{BLOCK, Block, Bytes};
pub use isa::Isa;
#[cfg(test)]
pub(crate) use plain::Plain;
pub(crate) use set::{Job, Products, Set, Unload};
pub(crate) use triple::Triple;
pub(crate) use vector::{Vector, any_digit, at_place};
pub(crate) use wide::Wide;

/// Prefetches a board that will be read soon, where this is cheap.
#[inline(always)]
pub(crate) fn prefetch(_board: &[u8; 81]) {
    #[cfg(target_arch = "x86_64")]
    sse2::prefetch(_board);
}

/// The fastest vectors that every processor of this kind has, short ones and blocks of bytes.
#[cfg(target_arch = "x86_64")]
pub(crate) use {bytes::Sse2Bytes as BestBytes, sse2::Sse2 as Best};

#[cfg(target_arch = "aarch64")]
pub(crate) use {bytes::NeonBytes as BestBytes, neon::Neon as Best};

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
pub(crate) use {bytes::Simd128Bytes as BestBytes, simd128::Simd128 as Best};

#[cfg(not(any(
    target_arch = "x86_64",
    target_arch = "aarch64",
    all(target_arch = "wasm32", target_feature = "simd128")
)))]
pub(crate) use {bytes::PlainBytes as BestBytes, plain::Plain as Best};

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn agree<A: Triple, B: Triple>(x: [u32; 3], y: [u32; 3], z: [u32; 3], mask: u32, lane: usize) {
        let (a, b, c) = (A::from_words(x), A::from_words(y), A::from_words(z));
        let (d, e, f) = (B::from_words(x), B::from_words(y), B::from_words(z));
        assert_eq!(a.words(), x);
        for (one, other) in [
            (a.and(b), d.and(e)),
            (a.without(b), d.without(e)),
            (a.or(b), d.or(e)),
            (a.xor(b), d.xor(e)),
            (a.add(b), d.add(e)),
            (a.up::<9>(), d.up::<9>()),
            (a.down::<18>(), d.down::<18>()),
            (a.rotate(), d.rotate()),
            (A::all(mask), B::all(mask)),
            (A::only(lane, mask), B::only(lane, mask)),
            (A::majority(a, b, c), B::majority(d, e, f)),
            (a.select(A::all(mask), b), d.select(B::all(mask), e)),
            (a.or3(b, c), d.or3(e, f)),
            (a.or_without(b, c), d.or_without(e, f)),
        ] {
            assert_eq!(one.words(), other.words());
        }
        let full = (1 << 27) - 1;
        let (a27, d27) = (a.and(A::all(full)), d.and(B::all(full)));
        for (one, other) in [(a27.rotate_bands(), d27.rotate_bands()), (a27.rotate_stacks(), d27.rotate_stacks())] {
            let words = |words: [u32; 3]| words.map(|word| word & full);
            assert_eq!((words(one.0.words()), words(one.1.words())), (words(other.0.words()), words(other.1.words())));
        }
        assert_eq!(
            a.or_other_digits(a27).words().map(|word| word & full),
            d.or_other_digits(d27).words().map(|word| word & full)
        );
        assert_eq!([a.is_none(), d.is_none()], [x == [0; 3]; 2]);
        let [p, q, r] = x;
        assert_eq!(a.rotate().words(), [q, r, p]);
        assert_eq!(a.without(b).words(), std::array::from_fn(|i| x[i] & !y[i]));
    }

    proptest! {
        /// Every instruction set computes the same results.
        #[test]
        fn vectors_agree(x: [u32; 3], y: [u32; 3], z: [u32; 3], mask: u32, lane in 0usize..3) {
            agree::<Plain, Best>(x, y, z, mask, lane);
            agree::<Plain, Best>([0; 3], y, z, mask, lane);
            #[cfg(target_arch = "x86_64")]
            {
                if avx512::is_available(false) {
                    agree::<Plain, short::Short<false>>(x, y, z, mask, lane);
                    agree::<Plain, short::Short<false>>([0; 3], y, z, mask, lane);
                }
                if avx512::is_available(true) {
                    agree::<Plain, short::Short<true>>(x, y, z, mask, lane);
                    agree::<Plain, short::Short<true>>([0; 3], y, z, mask, lane);
                }
            }
        }
    }

    /// The results of every operation of wide vectors on three vectors, lane by lane.
    fn wide<W: Wide>(x: &[u32], y: &[u32], z: &[u32], lanes: u32) -> Vec<Vec<u32>> {
        let vector = |words: &[u32]| {
            let mut vector = W::none();
            vector.words_mut().copy_from_slice(&words[..W::LANES]);
            vector
        };
        let (a, b, c) = (vector(x), vector(y), vector(z));
        let full = W::all((1 << 27) - 1);
        let sets = [W::none(), W::all(7), a.lowest(), a.where_zero(b), a.blend(W::mask(lanes), b)];
        let pairs = [a.and(b), a.without(b), a.or(b), a.xor(b), a.add(b)];
        let triples = [
            a.or3(b, c),
            a.and3(b, c),
            a.xor3(b, c),
            a.majority(b, c),
            a.without_both(b, c),
            a.and_without(b, c),
            a.keep(b, c),
            a.without_any(b, c),
            a.or_without(b, c),
            a.or_and(b, c),
            a.and_or(b, c),
            a.or_xor(b, c),
            a.select(b, c),
        ];
        let up = [a.up::<1>(), a.up::<2>(), a.up::<3>(), a.up::<6>(), a.up::<9>(), a.up::<18>()];
        let down = [a.down::<1>(), a.down::<2>(), a.down::<3>(), a.down::<6>(), a.down::<9>(), a.down::<18>()];
        let a27 = a.and(full);
        let rotated = [a27.rotate_bands(), a27.rotate_stacks()];
        let rotated: Vec<W> = rotated.into_iter().flat_map(|(once, twice)| [once.and(full), twice.and(full)]).collect();
        let all = [&sets[..], &pairs, &triples, &up, &down, &rotated, &[b.or_other_digits(a27).and(full)]].concat();
        let mut results: Vec<Vec<u32>> = all.iter().map(|vector| vector.words().to_vec()).collect();
        results.push((0..W::LANES).map(|lane| a.nonzero() >> lane & 1).collect());
        results
    }

    /// The same for vectors of 16 lanes, put together from narrower ones.
    fn wide_in_parts<W: Wide>(x: &[u32; 16], y: &[u32; 16], z: &[u32; 16], lanes: u32) -> Vec<Vec<u32>> {
        let mut whole: Vec<Vec<u32>> = Vec::new();
        for first in (0..16).step_by(W::LANES) {
            let part = wide::<W>(&x[first..], &y[first..], &z[first..], lanes >> first);
            whole.resize(part.len(), Vec::new());
            whole.iter_mut().zip(part).for_each(|(whole, part)| whole.extend(part));
        }
        whole
    }

    proptest! {
        #[test]
        fn wide_vectors_agree(
            x: [u32; 16],
            y in prop::array::uniform16(prop_oneof![Just(0), any::<u32>()]),
            z: [u32; 16],
            lanes in 0u32..1 << 16,
        ) {
            let expected = wide_in_parts::<Plain>(&x, &y, &z, lanes);
            // Spot checks of the plain vectors.
            prop_assert_eq!(expected[2][3], x[3] & x[3].wrapping_neg());
            prop_assert_eq!(expected[13][5], x[5] & y[5] | x[5] & z[5] | y[5] & z[5]);
            prop_assert_eq!(&wide_in_parts::<Best>(&x, &y, &z, lanes), &expected);
            #[cfg(target_arch = "x86_64")]
            {
                if avx2::is_available() {
                    prop_assert_eq!(&wide_in_parts::<avx2::Avx2>(&x, &y, &z, lanes), &expected);
                }
                if avx512::is_available(false) {
                    prop_assert_eq!(&wide_in_parts::<avx512::Avx512<false>>(&x, &y, &z, lanes), &expected);
                }
                if avx512::is_available(true) {
                    prop_assert_eq!(&wide_in_parts::<avx512::Avx512<true>>(&x, &y, &z, lanes), &expected);
                }
            }
        }

        /// Loading and unloading with vectors gives the same as with plain words.
        #[cfg(target_arch = "x86_64")]
        #[test]
        fn boards_are_loaded_and_unloaded_alike(
            digits in prop::collection::vec(0u8..=9, 81),
            grid in prop::collection::vec(1u8..=9, 81),
            lane in 0usize..16,
        ) {
            let (digits, grid) = (digits.try_into().unwrap(), grid.try_into().unwrap());
            if avx2::is_available() {
                load_and_unload::<avx2::Avx2>(&digits, &grid, lane % 8);
            }
            if avx512::is_available(false) {
                load_and_unload::<avx512::Avx512<false>>(&digits, &grid, lane);
            }
            if avx512::is_available(true) {
                load_and_unload::<avx512::Avx512<true>>(&digits, &grid, lane);
            }
        }
    }

    #[cfg(target_arch = "x86_64")]
    fn load_and_unload<W: Wide>(digits: &[u8; 81], grid: &[u8; 81], lane: usize) {
        use super::layout::{PLACES, Words};
        assert_eq!(W::words_of(digits), Words::from_digits(digits));
        // Any digit in any cell: the board need not be a solution.
        let mut candidates = [[W::all(u32::MAX); 9]; 3];
        candidates.iter_mut().flatten().for_each(|vector| vector.words_mut()[lane] = 0);
        for (digit, (word, block)) in grid.iter().zip(PLACES) {
            let digit = usize::from(digit - 1);
            let bit = 1 << (9 * (digit / 3) + usize::from(block));
            candidates[digit % 3][usize::from(word)].words_mut()[lane] |= bit;
        }
        let mut digits = [0; 81];
        W::digits_of(&candidates, lane, &mut digits);
        assert_eq!(digits, *grid);
    }
}
