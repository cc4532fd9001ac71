//! Vectors as SSE2 registers, which every x86-64 processor has.
#![allow(unsafe_code, reason = "the intrinsics of an instruction set are unsafe where it might be missing")]

use super::Lanes;
use std::arch::x86_64::*;

// SAFETY, for every block of this file: x86-64 includes SSE2, so that the compiler assumes it for the
// whole program and the intrinsics are never called without it. They take and return registers only,
// except where memory is said to be touched.

#[derive(Clone, Copy, Debug)]
pub(in crate::solve) struct Sse2(__m128i);

impl Lanes for Sse2 {
    #[inline(always)]
    fn all(word: u32) -> Sse2 {
        // SAFETY: SSE2 is there, see above.
        Sse2(unsafe { _mm_set1_epi32(word as i32) })
    }

    #[inline(always)]
    fn from_words(words: [u32; 3]) -> Sse2 {
        // SAFETY: SSE2 is there, see above.
        Sse2(unsafe { _mm_set_epi32(0, words[2] as i32, words[1] as i32, words[0] as i32) })
    }

    #[inline(always)]
    fn words(self) -> [u32; 3] {
        let mut words = [0u32; 4];
        // SAFETY: SSE2 is there, see above; the store needs no alignment and writes the 16 bytes of the array.
        unsafe { _mm_storeu_si128(words.as_mut_ptr().cast(), self.0) };
        [words[0], words[1], words[2]]
    }

    #[inline(always)]
    fn and(self, other: Sse2) -> Sse2 {
        // SAFETY: SSE2 is there, see above.
        Sse2(unsafe { _mm_and_si128(self.0, other.0) })
    }

    #[inline(always)]
    fn without(self, other: Sse2) -> Sse2 {
        // SAFETY: SSE2 is there, see above.
        Sse2(unsafe { _mm_andnot_si128(other.0, self.0) })
    }

    #[inline(always)]
    fn or(self, other: Sse2) -> Sse2 {
        // SAFETY: SSE2 is there, see above.
        Sse2(unsafe { _mm_or_si128(self.0, other.0) })
    }

    #[inline(always)]
    fn xor(self, other: Sse2) -> Sse2 {
        // SAFETY: SSE2 is there, see above.
        Sse2(unsafe { _mm_xor_si128(self.0, other.0) })
    }

    #[inline(always)]
    fn up<const BITS: i32>(self) -> Sse2 {
        // SAFETY: SSE2 is there, see above.
        Sse2(unsafe { _mm_slli_epi32::<BITS>(self.0) })
    }

    #[inline(always)]
    fn down<const BITS: i32>(self) -> Sse2 {
        // SAFETY: SSE2 is there, see above.
        Sse2(unsafe { _mm_srli_epi32::<BITS>(self.0) })
    }

    #[inline(always)]
    fn rotate(self) -> Sse2 {
        // Lane i takes the word whose number stands at place i, lane 0 on the right.
        // SAFETY: SSE2 is there, see above.
        Sse2(unsafe { _mm_shuffle_epi32::<0b11_00_10_01>(self.0) })
    }
}
