//! Sixteen lanes in AVX-512 registers; logic of three operands is one instruction, and so is, where there is VBMI2, a shift
//! across two words.
#![allow(unsafe_code, reason = "the intrinsics of an instruction set are unsafe where it might be missing")]

use super::super::kernel::Kernel;
use super::super::layout::{FULL, Words};
use super::super::task::Task;
use super::{Vector, Wide, cells};
use std::arch::x86_64::*;

// SAFETY, for every block of this file: the type is private to the solver and only used below
// `run` functions that are compiled for AVX-512 and called after the processor was asked for it. The
// intrinsics take and return registers only.

/// Words of sixteen boards, for processors with VBMI and VBMI2 (Ice Lake, Zen 4) or those that need not have them
/// (Skylake, Cascade Lake).
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub(in crate::solve) struct Avx512<const VBMI: bool>(__m512i);

/// Whether the processor has what this file is made of.
pub(super) fn is_available(vbmi: bool) -> bool {
    macro_rules! all { ($($feature:tt)*) => { $(is_x86_feature_detected!($feature))&&* }; }
    all!("avx2" "avx512f" "avx512bw" "avx512dq" "avx512vl" "bmi1" "bmi2" "lzcnt" "popcnt")
        && (!vbmi || all!("avx512vbmi" "avx512vbmi2"))
}

/// What a function with such arguments does, compiled for AVX-512 with VBMI or without.
macro_rules! compiled {
    ($has_vbmi:ident, |$($name:ident: $type:ty),*| -> $result:ty $body:block) => {{
        #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,bmi1,bmi2,lzcnt,popcnt")]
        fn without<const VBMI: bool>($($name: $type),*) -> $result $body
        #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,lzcnt,popcnt")]
        fn with<const VBMI: bool>($($name: $type),*) -> $result $body
        assert!($crate::solve::nine::arch::avx512::is_available($has_vbmi));
        // SAFETY: the processor has all of these.
        unsafe { if $has_vbmi { with::<$has_vbmi>($($name),*) } else { without::<$has_vbmi>($($name),*) } }
    }};
}
pub(super) use compiled;

/// [`Wide::words_of`], compiled for AVX-512.
pub(super) fn words_of<const HAS_VBMI: bool>(digits: &[u8; 81]) -> Words {
    compiled!(HAS_VBMI, |digits: &[u8; 81]| -> Words { Avx512::<VBMI>::words_of(digits) })
}

impl<const VBMI: bool> Vector for Avx512<VBMI> {
    basic!(
        _mm512_set1_epi32,
        _mm512_and_si512,
        _mm512_andnot_si512,
        _mm512_or_si512,
        _mm512_xor_si512,
        _mm512_add_epi32,
        _mm512_slli_epi32,
        _mm512_srli_epi32
    );

    logic!(_mm512_ternarylogic_epi32);

    across_words!(VBMI, _mm512_slli_epi32, _mm512_shldi_epi32);
}

impl<const VBMI: bool> Wide for Avx512<VBMI> {
    const LANES: usize = 16;
    // What a round in slices saves, handing boards over costs.
    const SIEVED_FROM: usize = 101;
    type Mask = __mmask16;

    memory!(16);

    #[inline(always)]
    fn lowest(self) -> Self {
        // SAFETY: AVX-512 is there, see above.
        Self(unsafe { _mm512_and_si512(self.0, _mm512_sub_epi32(_mm512_setzero_si512(), self.0)) })
    }

    #[inline(always)]
    fn where_zero(self, other: Self) -> Self {
        // SAFETY: AVX-512 is there, see above.
        Self(unsafe { _mm512_maskz_mov_epi32(_mm512_testn_epi32_mask(other.0, other.0), self.0) })
    }

    #[inline(always)]
    fn nonzero(self) -> u32 {
        // SAFETY: AVX-512 is there, see above.
        u32::from(unsafe { _mm512_test_epi32_mask(self.0, self.0) })
    }

    #[inline(always)]
    fn mask(lanes: u32) -> __mmask16 {
        lanes as __mmask16
    }

    #[inline(always)]
    fn blend(self, mask: __mmask16, other: Self) -> Self {
        // SAFETY: AVX-512 is there, see above.
        Self(unsafe { _mm512_mask_mov_epi32(other.0, mask, self.0) })
    }

    #[inline(always)]
    fn words_of(digits: &[u8; 81]) -> Words {
        // SAFETY: AVX-512 is there, see above; the loads stay within the arrays.
        unsafe {
            // Two words of each D2 at a time: bit b of the pair is set if the cell there has the digit.
            let mut pairs = [[0u64; 5]; 3];
            for (pair, cells) in cells::by_bits::<VBMI>(digits).into_iter().enumerate() {
                for d in 0..3 {
                    let digit = cells::load(&cells::DIGIT_OF_BIT[d]);
                    pairs[d][pair] = _mm512_cmpeq_epi8_mask(cells, digit);
                }
            }
            let mut words = Words { candidates: [[0; 9]; 3], open: [0; 3] };
            for d in 0..3 {
                let any = pairs[d].iter().fold(0, |any, pair| any | pair);
                let open = FULL & !((any | any >> 32) as u32);
                for pair in 0..4 {
                    words.candidates[d][2 * pair] = pairs[d][pair] as u32 | open;
                    words.candidates[d][2 * pair + 1] = (pairs[d][pair] >> 32) as u32 | open;
                }
                words.candidates[d][8] = pairs[d][4] as u32 | open;
                words.open[d] = open;
            }
            words
        }
    }

    #[inline(always)]
    fn digits_of(candidates: &[[Self; 9]; 3], lane: usize, digits: &mut [u8; 81]) {
        // SAFETY: AVX-512 is there, see above, and with it AVX2.
        unsafe { cells::write(|d, word| candidates[d][word].words()[lane], digits) }
    }

    fn run(kernel: &mut Kernel<Self>, begun: &[Words], task: &mut Task<'_>) {
        compiled!(VBMI, |kernel: &mut Kernel<Avx512<VBMI>>, begun: &[Words], task: &mut Task<'_>| -> () {
            kernel.run(begun, task)
        });
    }
}
