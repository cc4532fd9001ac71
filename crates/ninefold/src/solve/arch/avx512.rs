//! Sixteen lanes in AVX-512 registers. Logic with three operands is one instruction, and so is, with VBMI2, a shift across two
//! words.
#![allow(unsafe_code, reason = "the intrinsics of an instruction set are unsafe where it might be missing")]

use super::avx2::Avx2;
use super::bytes::Avx2Bytes;
use super::layout::{FULL, Words};
use super::short::Short;
use super::{Job, Set, Vector, Wide, cells};
use std::arch::x86_64::*;

// SAFETY, for every block of this file: the type is private to the solver and only used below
// `run` functions that are compiled for AVX-512 and only called on a processor that was found to have it.
// The intrinsics take and return registers only.

/// Words of sixteen boards, for processors with VBMI and VBMI2 (Ice Lake, Zen 4), or for those that may lack them (Skylake,
/// Cascade Lake).
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub(crate) struct Avx512<const VBMI: bool>(__m512i);

/// Whether the processor has all that this file uses.
pub(super) fn is_available(vbmi: bool) -> bool {
    macro_rules! all { ($($feature:tt)*) => { $(is_x86_feature_detected!($feature))&&* }; }
    all!("avx2" "avx512f" "avx512bw" "avx512dq" "avx512vl" "bmi1" "bmi2" "lzcnt" "popcnt")
        && (!vbmi || all!("avx512vbmi" "avx512vbmi2"))
}

/// A job, compiled for AVX-512.
impl<const VBMI: bool> Set for Avx512<VBMI> {
    type Short = Short<VBMI>;
    type Wide = Avx512<VBMI>;
    // Registers of 64 bytes are no faster: the same on Zen 4, 2 to 10 % slower on Cascade Lake.
    type Bytes = Avx2Bytes;
    // Rows are too short for wider vectors to be worth it.
    type Products = Avx2;

    fn compiled<J: Job<I>, I>(job: &mut J, input: I) -> J::Output {
        #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,bmi1,bmi2,lzcnt,popcnt")]
        fn without<J: Job<I>, I>(job: &mut J, input: I) -> J::Output {
            job.run::<Avx512<false>>(input)
        }
        #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,lzcnt,popcnt")]
        fn with<J: Job<I>, I>(job: &mut J, input: I) -> J::Output {
            job.run::<Avx512<true>>(input)
        }
        assert!(is_available(VBMI));
        // SAFETY: the processor has all of these.
        unsafe { if VBMI { with(job, input) } else { without(job, input) } }
    }
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
    // Handing boards over costs what a round in slices saves.
    const SIEVED_FROM: usize = 101;
    type Mask = __mmask16;

    memory!(16);

    #[inline(always)]
    fn lowest(self) -> Self {
        // SAFETY: AVX-512 is available, see above.
        Self(unsafe { _mm512_and_si512(self.0, _mm512_sub_epi32(_mm512_setzero_si512(), self.0)) })
    }

    #[inline(always)]
    fn where_zero(self, other: Self) -> Self {
        // SAFETY: AVX-512 is available, see above.
        Self(unsafe { _mm512_maskz_mov_epi32(_mm512_testn_epi32_mask(other.0, other.0), self.0) })
    }

    #[inline(always)]
    fn nonzero(self) -> u32 {
        // SAFETY: AVX-512 is available, see above.
        u32::from(unsafe { _mm512_test_epi32_mask(self.0, self.0) })
    }

    #[inline(always)]
    fn mask(lanes: u32) -> __mmask16 {
        lanes as __mmask16
    }

    #[inline(always)]
    fn blend(self, mask: __mmask16, other: Self) -> Self {
        // SAFETY: AVX-512 is available, see above.
        Self(unsafe { _mm512_mask_mov_epi32(other.0, mask, self.0) })
    }

    #[inline(always)]
    fn words_of(digits: &[u8; 81]) -> Words {
        // SAFETY: AVX-512 is available, see above; the loads stay within the arrays.
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
    fn write(word: impl Fn(usize, usize) -> u32, digits: &mut [u8; 81]) {
        // SAFETY: AVX-512 is available, see above, and with it AVX2.
        unsafe { cells::write(word, digits) }
    }
}
