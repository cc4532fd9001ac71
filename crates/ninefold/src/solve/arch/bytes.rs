//! Sixty-four bytes at once: what local search adds, compares and searches.
#![allow(unsafe_code, reason = "registers are read from memory, and intrinsics are unsafe where they might be missing")]

#[cfg(target_arch = "aarch64")]
use std::arch::aarch64::*;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
use std::arch::wasm32::*;
#[cfg(target_arch = "x86_64")]
use std::arch::x86_64::*;

/// The number of bytes in a block: as many as a word has bits.
pub(crate) const BLOCK: usize = 64;

/// A block of bytes in memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C, align(64))]
pub(crate) struct Block(pub(crate) [u8; BLOCK]);

/// A block of bytes in registers.
pub(crate) trait Bytes: Copy {
    fn load(block: &Block) -> Self;

    fn store(self, block: &mut Block);

    /// The same byte everywhere.
    fn all(byte: u8) -> Self;

    fn and(self, other: Self) -> Self;

    fn or(self, other: Self) -> Self;

    /// `self & !other`.
    fn without(self, other: Self) -> Self;

    /// The sums, modulo 256.
    fn add(self, other: Self) -> Self;

    /// The differences, modulo 256.
    fn sub(self, other: Self) -> Self;

    /// The sums, or 255 if they are greater.
    fn add_up_to_most(self, other: Self) -> Self;

    /// The differences, or 0 if they are negative.
    fn sub_down_to_zero(self, other: Self) -> Self;

    /// The lesser byte at each place.
    fn min(self, other: Self) -> Self;

    /// 255 where both bytes are equal, otherwise 0.
    fn equal(self, other: Self) -> Self;

    /// The highest bit of every byte.
    fn bits(self) -> u64;

    /// The least of all bytes.
    fn least(self) -> u8;

    /// The place of the bit that has `nth` bits below it; more than `nth` bits must be set.
    #[inline(always)]
    fn nth_bit(mut bits: u64, nth: u64) -> usize {
        for _ in 0..nth {
            bits &= bits - 1;
        }
        bits.trailing_zeros() as usize
    }
}

/// Operations with a second operand, register by register.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64", all(target_arch = "wasm32", target_feature = "simd128")))]
macro_rules! part_by_part {
    ($count:literal, $($name:ident: $instruction:ident),*) => {
        $(
            #[inline(always)]
            fn $name(mut self, other: Self) -> Self {
                let mut i = 0;
                while i < $count {
                    // SAFETY: the instruction set is available, as the type says; registers only.
                    #[allow(unused_unsafe, reason = "not all instruction sets may be missing")]
                    { self.0[i] = unsafe { $instruction(self.0[i], other.0[i]) }; }
                    i += 1;
                }
                self
            }
        )*
    };
}

/// Loading, storing, and the same byte everywhere, register by register.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64", all(target_arch = "wasm32", target_feature = "simd128")))]
macro_rules! memory_of_parts {
    ($part:ty, $count:literal, $byte:ident => $all:expr) => {
        #[inline(always)]
        fn load(block: &Block) -> Self {
            // SAFETY: a block is as long as the parts together, aligned at least as they are, and any bytes are a part.
            Self(unsafe { *std::ptr::from_ref(block).cast::<[$part; $count]>() })
        }

        #[inline(always)]
        fn store(self, block: &mut Block) {
            // SAFETY: as for loads; any parts are bytes.
            unsafe { *std::ptr::from_mut(block).cast::<[$part; $count]>() = self.0 };
        }

        #[inline(always)]
        fn all($byte: u8) -> Self {
            // SAFETY: the instruction set is available, as the type says.
            #[allow(unused_unsafe, reason = "not all instruction sets may be missing")]
            Self([unsafe { $all }; $count])
        }
    };
}

/// Two AVX2 registers: only used in functions that are compiled for AVX2 and BMI2.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy)]
pub(crate) struct Avx2Bytes([__m256i; 2]);

#[cfg(target_arch = "x86_64")]
impl Bytes for Avx2Bytes {
    memory_of_parts!(__m256i, 2, byte => _mm256_set1_epi8(byte as i8));
    part_by_part!(2, and: _mm256_and_si256, or: _mm256_or_si256, add: _mm256_add_epi8, sub: _mm256_sub_epi8,
        add_up_to_most: _mm256_adds_epu8, sub_down_to_zero: _mm256_subs_epu8, min: _mm256_min_epu8, equal: _mm256_cmpeq_epi8);

    #[inline(always)]
    fn without(self, other: Self) -> Self {
        let ([a, b], [c, d]) = (self.0, other.0);
        // SAFETY: AVX2 is available, see the type.
        Self(unsafe { [_mm256_andnot_si256(c, a), _mm256_andnot_si256(d, b)] })
    }

    #[inline(always)]
    fn bits(self) -> u64 {
        let [low, high] = self.0;
        // SAFETY: AVX2 is available, see the type.
        let (low, high) = unsafe { (_mm256_movemask_epi8(low), _mm256_movemask_epi8(high)) };
        u64::from(low as u32) | u64::from(high as u32) << 32
    }

    #[inline(always)]
    fn least(self) -> u8 {
        let [low, high] = self.0;
        // SAFETY: AVX2 is available, see the type, and with it SSE4.1.
        unsafe {
            let least = _mm256_min_epu8(low, high);
            let least = _mm_min_epu8(_mm256_castsi256_si128(least), _mm256_extracti128_si256::<1>(least));
            // The lesser of each two neighbours, as a number of two bytes.
            let least = _mm_min_epu8(least, _mm_srli_epi16::<8>(least));
            _mm_cvtsi128_si32(_mm_minpos_epu16(least)) as u8
        }
    }

    #[inline(always)]
    fn nth_bit(bits: u64, nth: u64) -> usize {
        // SAFETY: BMI2 is available, see the type.
        unsafe { _pdep_u64(1 << nth, bits).trailing_zeros() as usize }
    }
}

/// Four SSE2 registers, which every x86-64 processor has.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy)]
pub(crate) struct Sse2Bytes([__m128i; 4]);

#[cfg(target_arch = "x86_64")]
impl Bytes for Sse2Bytes {
    memory_of_parts!(__m128i, 4, byte => _mm_set1_epi8(byte as i8));
    part_by_part!(4, and: _mm_and_si128, or: _mm_or_si128, add: _mm_add_epi8, sub: _mm_sub_epi8,
        add_up_to_most: _mm_adds_epu8, sub_down_to_zero: _mm_subs_epu8, min: _mm_min_epu8, equal: _mm_cmpeq_epi8);

    #[inline(always)]
    fn without(self, other: Self) -> Self {
        let ([a, b, c, d], [e, f, g, h]) = (self.0, other.0);
        // SAFETY: SSE2 is available, see the type.
        Self(unsafe {
            [_mm_andnot_si128(e, a), _mm_andnot_si128(f, b), _mm_andnot_si128(g, c), _mm_andnot_si128(h, d)]
        })
    }

    #[inline(always)]
    fn bits(self) -> u64 {
        let (mut bits, mut i) = (0, 4);
        while i > 0 {
            i -= 1;
            // SAFETY: SSE2 is available, see the type.
            bits = bits << 16 | unsafe { _mm_movemask_epi8(self.0[i]) } as u64;
        }
        bits
    }

    #[inline(always)]
    fn least(self) -> u8 {
        let [a, b, c, d] = self.0;
        // SAFETY: SSE2 is available, see the type.
        unsafe {
            let least = _mm_min_epu8(_mm_min_epu8(a, b), _mm_min_epu8(c, d));
            let least = _mm_min_epu8(least, _mm_srli_si128::<8>(least));
            let least = _mm_min_epu8(least, _mm_srli_si128::<4>(least));
            let least = _mm_min_epu8(least, _mm_srli_si128::<2>(least));
            _mm_cvtsi128_si32(_mm_min_epu8(least, _mm_srli_si128::<1>(least))) as u8
        }
    }
}

/// Four NEON registers, which every AArch64 processor has.
#[cfg(target_arch = "aarch64")]
#[derive(Clone, Copy)]
pub(crate) struct NeonBytes([uint8x16_t; 4]);

#[cfg(target_arch = "aarch64")]
impl Bytes for NeonBytes {
    memory_of_parts!(uint8x16_t, 4, byte => vdupq_n_u8(byte));
    part_by_part!(4, and: vandq_u8, or: vorrq_u8, without: vbicq_u8, add: vaddq_u8, sub: vsubq_u8,
        add_up_to_most: vqaddq_u8, sub_down_to_zero: vqsubq_u8, min: vminq_u8, equal: vceqq_u8);

    #[inline(always)]
    fn bits(self) -> u64 {
        const PLACES: [u8; 16] = [1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128];
        // SAFETY: NEON is available, see the type; sixteen bytes are read from an array of sixteen.
        unsafe {
            let places = vld1q_u8(PLACES.as_ptr());
            let [a, b, c, d] = self.0;
            // Each byte gets its own bit of eight; neighbours are added up three times, until eight bytes are one.
            let bit = |part| vandq_u8(vreinterpretq_u8_s8(vshrq_n_s8::<7>(vreinterpretq_s8_u8(part))), places);
            let sums = vpaddq_u8(vpaddq_u8(bit(a), bit(b)), vpaddq_u8(bit(c), bit(d)));
            vgetq_lane_u64::<0>(vreinterpretq_u64_u8(vpaddq_u8(sums, sums)))
        }
    }

    #[inline(always)]
    fn least(self) -> u8 {
        let [a, b, c, d] = self.0;
        // SAFETY: NEON is available, see the type.
        unsafe { vminvq_u8(vminq_u8(vminq_u8(a, b), vminq_u8(c, d))) }
    }
}

/// Four WebAssembly vectors.
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
#[derive(Clone, Copy)]
pub(crate) struct Simd128Bytes([v128; 4]);

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
impl Bytes for Simd128Bytes {
    memory_of_parts!(v128, 4, byte => u8x16_splat(byte));
    part_by_part!(4, and: v128_and, or: v128_or, without: v128_andnot, add: u8x16_add, sub: u8x16_sub,
        add_up_to_most: u8x16_add_sat, sub_down_to_zero: u8x16_sub_sat, min: u8x16_min, equal: u8x16_eq);

    #[inline(always)]
    fn bits(self) -> u64 {
        let [a, b, c, d] = self.0;
        let (a, b, c, d) = (u8x16_bitmask(a), u8x16_bitmask(b), u8x16_bitmask(c), u8x16_bitmask(d));
        u64::from(a) | u64::from(b) << 16 | u64::from(c) << 32 | u64::from(d) << 48
    }

    #[inline(always)]
    fn least(self) -> u8 {
        let [a, b, c, d] = self.0;
        let least = u8x16_min(u8x16_min(a, b), u8x16_min(c, d));
        let least = u8x16_min(least, i64x2_shuffle::<1, 0>(least, least));
        let least = u8x16_min(least, i32x4_shuffle::<1, 0, 3, 2>(least, least));
        let least = u8x16_min(least, u32x4_shr(least, 16));
        u8x16_extract_lane::<0>(u8x16_min(least, u16x8_shr(least, 8)))
    }
}

/// Byte by byte, for everything else.
#[derive(Clone, Copy)]
pub(crate) struct PlainBytes([u8; BLOCK]);

/// The same operation on every byte.
macro_rules! byte_by_byte {
    ($($name:ident: |$one:ident, $other:ident| $result:expr),*) => {
        $(
            // A function of its own, which the compiler vectorises if it can.
            #[inline(never)]
            fn $name(mut self, other: Self) -> Self {
                for ($one, $other) in self.0.iter_mut().zip(other.0) {
                    *$one = $result;
                }
                self
            }
        )*
    };
}

impl Bytes for PlainBytes {
    byte_by_byte! {
        and: |one, other| *one & other,
        or: |one, other| *one | other,
        without: |one, other| *one & !other,
        add: |one, other| one.wrapping_add(other),
        sub: |one, other| one.wrapping_sub(other),
        add_up_to_most: |one, other| one.saturating_add(other),
        sub_down_to_zero: |one, other| one.saturating_sub(other),
        min: |one, other| other.min(*one),
        equal: |one, other| if *one == other { u8::MAX } else { 0 }
    }

    fn load(block: &Block) -> Self {
        Self(block.0)
    }

    fn store(self, block: &mut Block) {
        block.0 = self.0;
    }

    fn all(byte: u8) -> Self {
        Self([byte; BLOCK])
    }

    fn bits(self) -> u64 {
        self.0.iter().rev().fold(0, |bits, byte| bits << 1 | u64::from(byte >> 7))
    }

    fn least(self) -> u8 {
        self.0.into_iter().fold(u8::MAX, u8::min)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Every operation, with these bytes.
    fn check<V: Bytes>(one: &Block, other: &Block, byte: u8) {
        let (a, b) = (V::load(one), V::load(other));
        let stored = |v: V| {
            let mut block = Block([0; BLOCK]);
            v.store(&mut block);
            block.0.to_vec()
        };
        let each = |f: fn(u8, u8) -> u8| one.0.iter().zip(other.0).map(|(a, b)| f(*a, b)).collect::<Vec<u8>>();
        assert_eq!(stored(a), one.0);
        assert_eq!(stored(V::all(byte)), [byte; BLOCK]);
        assert_eq!(stored(a.and(b)), each(|a, b| a & b));
        assert_eq!(stored(a.or(b)), each(|a, b| a | b));
        assert_eq!(stored(a.without(b)), each(|a, b| a & !b));
        assert_eq!(stored(a.add(b)), each(u8::wrapping_add));
        assert_eq!(stored(a.sub(b)), each(u8::wrapping_sub));
        assert_eq!(stored(a.add_up_to_most(b)), each(u8::saturating_add));
        assert_eq!(stored(a.sub_down_to_zero(b)), each(u8::saturating_sub));
        assert_eq!(stored(a.min(b)), each(u8::min));
        assert_eq!(stored(a.equal(b)), each(|a, b| if a == b { 255 } else { 0 }));
        assert_eq!(a.least(), *one.0.iter().min().unwrap());
        let bits = a.bits();
        let set: Vec<usize> = (0..BLOCK).filter(|i| one.0[*i] > 127).collect();
        assert_eq!(bits.count_ones() as usize, set.len());
        for (nth, place) in set.iter().enumerate() {
            assert_eq!(V::nth_bit(bits, nth as u64), *place);
        }
    }

    #[cfg(target_arch = "x86_64")]
    fn check_avx2(one: &Block, other: &Block, byte: u8) {
        #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
        fn compiled(one: &Block, other: &Block, byte: u8) {
            check::<Avx2Bytes>(one, other, byte);
        }
        if super::super::avx2::is_available() {
            // SAFETY: the processor has all of these.
            unsafe { compiled(one, other, byte) }
        }
    }

    proptest! {
        #[test]
        fn operations_do_what_they_say(one: [[u8; 32]; 2], other: [[u8; 32]; 2], alike: [[bool; 32]; 2], byte: u8) {
            let block = |halves: [[u8; 32]; 2]| Block(halves.as_flattened().try_into().unwrap());
            let (one, mut other) = (block(one), block(other));
            for (i, is_alike) in alike.as_flattened().iter().enumerate() {
                if *is_alike {
                    other.0[i] = one.0[i];
                }
            }
            check::<PlainBytes>(&one, &other, byte);
            #[cfg(target_arch = "x86_64")]
            check::<Sse2Bytes>(&one, &other, byte);
            #[cfg(target_arch = "x86_64")]
            check_avx2(&one, &other, byte);
            #[cfg(target_arch = "aarch64")]
            check::<NeonBytes>(&one, &other, byte);
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            check::<Simd128Bytes>(&one, &other, byte);
        }
    }
}
