//! Short vectors with the instructions of AVX-512.
#![allow(unsafe_code, reason = "the intrinsics of an instruction set are unsafe where it might be missing")]

use super::super::super::engine::{Budget, Progress};
use super::super::search::Search;
use super::sse2::Sse2;
use super::{Triple, Vector, avx512};
use std::arch::x86_64::*;

// SAFETY, for every block of this file: the type is private to the solver and only used below `advance`,
// which is compiled for AVX-512 and called after the processor was asked for it. The intrinsics take and
// return registers only.

#[derive(Clone, Copy, Debug)]
pub(in crate::solve) struct Short(__m128i);

impl Vector for Short {
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

    #[inline(always)]
    fn rotate_digits(self) -> (Self, Self) {
        // A shift across two words takes the bits that come in from the top of the second one.
        // SAFETY: AVX-512 is there, see above.
        unsafe {
            let top = _mm_slli_epi32::<5>(self.0);
            (Short(_mm_shldi_epi32::<9>(self.0, top)), Short(_mm_shldi_epi32::<18>(self.0, top)))
        }
    }
}

impl Triple for Short {
    #[inline(always)]
    fn from_words(words: [u32; 3]) -> Short {
        Short(Sse2::from_words(words).0)
    }

    #[inline(always)]
    fn words(self) -> [u32; 3] {
        Sse2(self.0).words()
    }

    #[inline(always)]
    fn rotate(self) -> Short {
        Short(Sse2(self.0).rotate().0)
    }

    #[inline(always)]
    fn only(lane: usize, word: u32) -> Short {
        // SAFETY: AVX-512 is there, see above.
        Short(unsafe { _mm_maskz_set1_epi32(1 << lane, word as i32) })
    }

    #[inline(always)]
    fn is_none(self) -> bool {
        // SAFETY: AVX-512 is there, see above.
        unsafe { _mm_test_epi32_mask(self.0, self.0) & 7 == 0 }
    }
}

/// [`Search::advance`], compiled for AVX-512.
pub(super) fn advance(search: &mut Search<Short>, budget: &mut Budget<'_>) -> Progress {
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,avx512vbmi2")]
    #[target_feature(enable = "bmi1,bmi2,lzcnt,popcnt")]
    fn compiled(search: &mut Search<Short>, budget: &mut Budget<'_>) -> Progress {
        search.advance(budget)
    }
    assert!(avx512::is_available());
    // SAFETY: the processor has all of these.
    unsafe { compiled(search, budget) }
}
