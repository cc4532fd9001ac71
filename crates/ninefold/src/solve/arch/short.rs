//! Short vectors with the instructions of AVX-512.
#![allow(unsafe_code, reason = "the intrinsics of an instruction set are unsafe where it might be missing")]

use super::sse2::Sse2;
use super::{Triple, Vector};
use std::arch::x86_64::*;

// SAFETY, for every block of this file: the type is private to the solver and only used in jobs that
// are compiled for AVX-512 and only called on a processor that was found to have it. The intrinsics
// take and return registers only.

/// Three words of a board, for processors with VBMI2, or for those that may lack it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Short<const VBMI: bool>(__m128i);

impl<const VBMI: bool> Vector for Short<VBMI> {
    basic!(
        _mm_set1_epi32,
        _mm_and_si128,
        _mm_andnot_si128,
        _mm_or_si128,
        _mm_xor_si128,
        _mm_add_epi32,
        _mm_slli_epi32,
        _mm_srli_epi32
    );

    logic!(_mm_ternarylogic_epi32);

    across_words!(VBMI, _mm_slli_epi32, _mm_shldi_epi32);
}

impl<const VBMI: bool> Triple for Short<VBMI> {
    #[inline(always)]
    fn from_words(words: [u32; 3]) -> Self {
        Self(Sse2::from_words(words).0)
    }

    #[inline(always)]
    fn words(self) -> [u32; 3] {
        Sse2(self.0).words()
    }

    #[inline(always)]
    fn rotate(self) -> Self {
        Self(Sse2(self.0).rotate().0)
    }

    #[inline(always)]
    fn only(lane: usize, word: u32) -> Self {
        // SAFETY: AVX-512 is available, see above.
        Self(unsafe { _mm_maskz_set1_epi32(1 << lane, word as i32) })
    }

    #[inline(always)]
    fn is_none(self) -> bool {
        // SAFETY: AVX-512 is available, see above.
        unsafe { _mm_test_epi32_mask(self.0, self.0) & 7 == 0 }
    }
}
