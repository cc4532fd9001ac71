//! Eight lanes in AVX2 registers.
#![allow(unsafe_code, reason = "the intrinsics of an instruction set are unsafe where it might be missing")]

use super::bytes::Avx2Bytes;
use super::layout::Words;
use super::sse2::Sse2;
use super::{Job, Products, Set, Vector, Wide, cells};
use std::arch::x86_64::*;

// SAFETY, for every block of this file: the type is private to the solver and only used below
// `run` functions that are compiled for AVX2 and only called on a processor that was found to have it.
// The intrinsics take and return registers only.

#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub(crate) struct Avx2(__m256i);

impl Vector for Avx2 {
    basic!(
        _mm256_set1_epi32,
        _mm256_and_si256,
        _mm256_andnot_si256,
        _mm256_or_si256,
        _mm256_xor_si256,
        _mm256_add_epi32,
        _mm256_slli_epi32,
        _mm256_srli_epi32
    );
}

impl Wide for Avx2 {
    const LANES: usize = 8;
    // In lanes, loading and rounds are not much more expensive.
    const SIEVED_FROM: usize = 55;
    type Mask = __m256i;

    memory!(8);

    #[inline(always)]
    fn lowest(self) -> Self {
        // SAFETY: AVX2 is available, see above.
        Avx2(unsafe { _mm256_and_si256(self.0, _mm256_sub_epi32(_mm256_setzero_si256(), self.0)) })
    }

    #[inline(always)]
    fn where_zero(self, other: Self) -> Self {
        // SAFETY: AVX2 is available, see above.
        Avx2(unsafe { _mm256_and_si256(self.0, _mm256_cmpeq_epi32(other.0, _mm256_setzero_si256())) })
    }

    #[inline(always)]
    fn nonzero(self) -> u32 {
        // SAFETY: AVX2 is available, see above.
        let zero =
            unsafe { _mm256_movemask_ps(_mm256_castsi256_ps(_mm256_cmpeq_epi32(self.0, _mm256_setzero_si256()))) };
        !(zero as u32) & 0xff
    }

    #[inline(always)]
    fn mask(lanes: u32) -> __m256i {
        // SAFETY: AVX2 is available, see above.
        unsafe {
            let bit = _mm256_setr_epi32(1, 2, 4, 8, 16, 32, 64, 128);
            _mm256_cmpeq_epi32(_mm256_and_si256(_mm256_set1_epi32(lanes as i32), bit), bit)
        }
    }

    #[inline(always)]
    fn blend(self, mask: __m256i, other: Self) -> Self {
        // SAFETY: AVX2 is available, see above.
        Avx2(unsafe { _mm256_blendv_epi8(other.0, self.0, mask) })
    }

    #[inline(always)]
    fn words_of(digits: &[u8; 81]) -> Words {
        // SAFETY: AVX2 is available, see above.
        unsafe { cells::words(digits) }
    }

    #[inline(always)]
    fn write(word: impl Fn(usize, usize) -> u32, digits: &mut [u8; 81]) {
        // SAFETY: AVX2 is available, see above.
        unsafe { cells::write(word, digits) }
    }
}

impl Set for Avx2 {
    // Compiled for AVX2, whose instructions do not overwrite their operands.
    type Short = Sse2;
    type Wide = Avx2;
    type Bytes = Avx2Bytes;
    type Products = Avx2;

    fn compiled<J: Job<I>, I>(job: &mut J, input: I) -> J::Output {
        #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
        fn compiled<J: Job<I>, I>(job: &mut J, input: I) -> J::Output {
            job.run::<Avx2>(input)
        }
        assert!(is_available());
        // SAFETY: the processor has all of these.
        unsafe { compiled(job, input) }
    }
}

/// Whether the processor has all that this file uses.
pub(super) fn is_available() -> bool {
    macro_rules! all { ($($feature:tt)*) => { $(is_x86_feature_detected!($feature))&&* }; }
    all!("avx2" "bmi1" "bmi2" "lzcnt" "popcnt")
}

impl Avx2 {
    /// Multiplies number by number and adds the products to the lanes, two to each.
    #[inline(always)]
    fn plus_products(self, one: &[[i16; 8]; 2], other: &[[i16; 8]; 2]) -> Avx2 {
        // SAFETY: as above; the loads need no alignment and read the 32 bytes of each array.
        Avx2(unsafe {
            let (one, other) = (_mm256_loadu_si256(one.as_ptr().cast()), _mm256_loadu_si256(other.as_ptr().cast()));
            _mm256_add_epi32(self.0, _mm256_madd_epi16(one, other))
        })
    }

    /// The same with half as many numbers, for the lower lanes.
    #[inline(always)]
    fn plus_few_products(self, one: &[i16; 8], other: &[i16; 8]) -> Avx2 {
        // SAFETY: as above; the loads need no alignment and read the 16 bytes of each array.
        Avx2(unsafe {
            let (one, other) = (_mm_loadu_si128(one.as_ptr().cast()), _mm_loadu_si128(other.as_ptr().cast()));
            _mm256_add_epi32(self.0, _mm256_zextsi128_si256(_mm_madd_epi16(one, other)))
        })
    }
}

/// Sixteen numbers at a time.
impl Products for Avx2 {
    #[inline(always)]
    fn none() -> Avx2 {
        Avx2::all(0)
    }

    #[inline(always)]
    fn plus(self, one: &[[i16; 8]], other: &[[i16; 8]]) -> Avx2 {
        let ((ones, few), (others, other_few)) = (one.as_chunks::<2>(), other.as_chunks::<2>());
        let sum = ones.iter().zip(others).fold(self, |sum, (one, other)| sum.plus_products(one, other));
        few.iter().zip(other_few).fold(sum, |sum, (one, other)| sum.plus_few_products(one, other))
    }

    #[inline(always)]
    fn total(self) -> u64 {
        Wide::words(&self).iter().map(|lane| u64::from(*lane)).sum()
    }
}
