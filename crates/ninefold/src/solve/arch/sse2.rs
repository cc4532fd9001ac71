//! Vectors as SSE2 registers, which every x86-64 processor has.
#![allow(unsafe_code, reason = "the intrinsics of an instruction set are unsafe where it might be missing")]

use super::bytes::Sse2Bytes;
use super::{Products, Set, Triple, Vector, Wide};
use std::arch::x86_64::*;

// SAFETY, for every block of this file: x86-64 includes SSE2, so the compiler assumes it for the whole program and the
// intrinsics are never called without it. They take and return registers only, except where access to memory is mentioned.

#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub(crate) struct Sse2(pub(super) __m128i);

impl Vector for Sse2 {
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
}

impl Triple for Sse2 {
    #[inline(always)]
    fn from_words(words: [u32; 3]) -> Sse2 {
        // SAFETY: SSE2 is available, see above.
        Sse2(unsafe { _mm_set_epi32(0, words[2] as i32, words[1] as i32, words[0] as i32) })
    }

    #[inline(always)]
    fn words(self) -> [u32; 3] {
        let mut words = [0u32; 4];
        // SAFETY: SSE2 is available, see above; the store needs no alignment and writes the 16 bytes of the array.
        unsafe { _mm_storeu_si128(words.as_mut_ptr().cast(), self.0) };
        [words[0], words[1], words[2]]
    }

    #[inline(always)]
    fn rotate(self) -> Sse2 {
        // Lane i takes the word whose number is at place i; lane 0 is on the right.
        // SAFETY: SSE2 is available, see above.
        Sse2(unsafe { _mm_shuffle_epi32::<0b11_00_10_01>(self.0) })
    }

    #[inline(always)]
    fn only(lane: usize, word: u32) -> Sse2 {
        // SAFETY: SSE2 is available, see above.
        Sse2(unsafe {
            let lanes = _mm_cmpeq_epi32(_mm_set1_epi32(lane as i32), _mm_setr_epi32(0, 1, 2, 3));
            _mm_and_si128(lanes, _mm_set1_epi32(word as i32))
        })
    }

    #[inline(always)]
    fn is_none(self) -> bool {
        // SAFETY: SSE2 is available, see above.
        let zero = unsafe { _mm_movemask_epi8(_mm_cmpeq_epi32(self.0, _mm_setzero_si128())) };
        zero & 0xfff == 0xfff
    }
}

impl Wide for Sse2 {
    const LANES: usize = 4;
    type Mask = __m128i;

    memory!(4);

    #[inline(always)]
    fn lowest(self) -> Sse2 {
        // SAFETY: SSE2 is available, see above.
        Sse2(unsafe { _mm_and_si128(self.0, _mm_sub_epi32(_mm_setzero_si128(), self.0)) })
    }

    #[inline(always)]
    fn where_zero(self, other: Sse2) -> Sse2 {
        // SAFETY: SSE2 is available, see above.
        Sse2(unsafe { _mm_and_si128(self.0, _mm_cmpeq_epi32(other.0, _mm_setzero_si128())) })
    }

    #[inline(always)]
    fn nonzero(self) -> u32 {
        // SAFETY: SSE2 is available, see above.
        let zero = unsafe { _mm_movemask_ps(_mm_castsi128_ps(_mm_cmpeq_epi32(self.0, _mm_setzero_si128()))) };
        !(zero as u32) & 0xf
    }

    #[inline(always)]
    fn mask(lanes: u32) -> __m128i {
        // SAFETY: SSE2 is available, see above.
        unsafe {
            let bit = _mm_setr_epi32(1, 2, 4, 8);
            _mm_cmpeq_epi32(_mm_and_si128(_mm_set1_epi32(lanes as i32), bit), bit)
        }
    }

    #[inline(always)]
    fn blend(self, mask: __m128i, other: Sse2) -> Sse2 {
        // SAFETY: SSE2 is available, see above.
        Sse2(unsafe { _mm_or_si128(_mm_and_si128(mask, self.0), _mm_andnot_si128(mask, other.0)) })
    }
}

impl Sse2 {
    /// Multiplies number by number and adds the products to the lanes, two to each.
    #[inline(always)]
    fn plus_products(self, (one, other): (&[i16; 8], &[i16; 8])) -> Sse2 {
        // SAFETY: SSE2 is available, see above; the loads need no alignment and read the 16 bytes of each array.
        Sse2(unsafe {
            let (one, other) = (_mm_loadu_si128(one.as_ptr().cast()), _mm_loadu_si128(other.as_ptr().cast()));
            _mm_add_epi32(self.0, _mm_madd_epi16(one, other))
        })
    }
}

impl Set for Sse2 {
    type Short = Sse2;
    type Wide = Sse2;
    type Bytes = Sse2Bytes;
    type Products = Sse2;
}

/// Eight numbers at a time.
impl Products for Sse2 {
    #[inline(always)]
    fn none() -> Sse2 {
        Sse2::all(0)
    }

    #[inline(always)]
    fn plus(self, one: &[[i16; 8]], other: &[[i16; 8]]) -> Sse2 {
        one.iter().zip(other).fold(self, Sse2::plus_products)
    }

    #[inline(always)]
    fn total(self) -> u64 {
        Wide::words(&self).iter().map(|lane| u64::from(*lane)).sum()
    }
}

/// Prefetches a board into the first cache.
#[inline(always)]
pub(super) fn prefetch(board: &[u8; 81]) {
    let (first, last) = (board.as_ptr(), &raw const board[80]);
    // SAFETY: SSE2 is available, see above; nothing is read.
    unsafe {
        _mm_prefetch::<_MM_HINT_T0>(first.cast());
        _mm_prefetch::<_MM_HINT_T0>(last.cast());
    }
}
