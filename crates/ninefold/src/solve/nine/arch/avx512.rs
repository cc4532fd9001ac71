//! Sixteen lanes in AVX-512 registers; logic of three operands and shifts across two words are one
//! instruction each.
#![allow(unsafe_code, reason = "the intrinsics of an instruction set are unsafe where it might be missing")]

use super::super::kernel::Kernel;
use super::super::layout::{CELLS, FULL, PLACES, Words};
use super::super::task::Task;
use super::{Vector, Wide};
use std::arch::x86_64::*;

// SAFETY, for every block of this file: the type is private to the solver and only used below
// `run` functions that are compiled for AVX-512 and called after the processor was asked for it. The
// intrinsics take and return registers only.

#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub(in crate::solve) struct Avx512(__m512i);

/// Whether the processor has what this file is made of.
pub(super) fn is_available() -> bool {
    macro_rules! all { ($($feature:tt)*) => { $(is_x86_feature_detected!($feature))&&* }; }
    all!("avx2" "avx512f" "avx512bw" "avx512dq" "avx512vl" "avx512vbmi" "avx512vbmi2" "bmi1" "bmi2" "lzcnt" "popcnt")
}

/// [`Wide::words_of`], compiled for AVX-512.
pub(super) fn words_of(digits: &[u8; 81]) -> Words {
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,avx512vbmi2")]
    fn compiled(digits: &[u8; 81]) -> Words {
        Avx512::words_of(digits)
    }
    assert!(is_available());
    // SAFETY: the processor has all of these.
    unsafe { compiled(digits) }
}

/// The cell for each bit of two words side by side, 32 bits each; a byte that is no digit for unused bits.
static CELL_OF_BIT: [[u8; 64]; 5] = {
    // The 128 bytes that are chosen from are 81 cells and zeros.
    let mut table = [[127; 64]; 5];
    let mut word = 0;
    while word < 9 {
        let mut bit = 0;
        while bit < 27 {
            table[word / 2][word % 2 * 32 + bit] = CELLS[word][bit % 9];
            bit += 1;
        }
        word += 1;
    }
    table
};

/// The digit for each bit of two words, for each D2.
static DIGIT_OF_BIT: [[u8; 64]; 3] = {
    let mut table = [[255; 64]; 3];
    let mut bit = 0;
    while bit < 27 {
        let mut d = 0;
        while d < 3 {
            table[d][bit] = (3 * (bit / 9) + d + 1) as u8;
            table[d][32 + bit] = table[d][bit];
            d += 1;
        }
        bit += 1;
    }
    table
};

/// For each plane of [`Avx512::digits_of`] and each half of the cells: the byte of nine words, and the bit
/// in it, that tells about the cell.
static BIT_OF_CELL: [[([u8; 64], [u8; 64]); 2]; 4] = {
    let mut table = [[([0; 64], [0; 64]); 2]; 4];
    let mut cell = 0;
    while cell < 81 {
        let (word, block) = (PLACES[cell].0 as usize, PLACES[cell].1 as usize);
        let bits = [block, block, 9 + block, 18 + block];
        let mut plane = 0;
        while plane < 4 {
            let (byte, bit) = &mut table[plane][cell / 64];
            byte[cell % 64] = (4 * word + bits[plane] / 8) as u8;
            bit[cell % 64] = 1 << (bits[plane] % 8);
            plane += 1;
        }
        cell += 1;
    }
    table
};

impl Vector for Avx512 {
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

    #[inline(always)]
    fn rotate_digits(self) -> (Self, Self) {
        // A shift across two words takes the bits that come in from the top of the second one.
        // SAFETY: AVX-512 is there, see above.
        unsafe {
            let top = _mm512_slli_epi32::<5>(self.0);
            (Avx512(_mm512_shldi_epi32::<9>(self.0, top)), Avx512(_mm512_shldi_epi32::<18>(self.0, top)))
        }
    }
}

impl Wide for Avx512 {
    const LANES: usize = 16;
    // What a round in slices saves, handing boards over costs.
    const SIEVES: bool = false;
    type Mask = __mmask16;

    memory!(16);

    #[inline(always)]
    fn lowest(self) -> Self {
        // SAFETY: AVX-512 is there, see above.
        Avx512(unsafe { _mm512_and_si512(self.0, _mm512_sub_epi32(_mm512_setzero_si512(), self.0)) })
    }

    #[inline(always)]
    fn where_zero(self, other: Self) -> Self {
        // SAFETY: AVX-512 is there, see above.
        Avx512(unsafe { _mm512_maskz_mov_epi32(_mm512_testn_epi32_mask(other.0, other.0), self.0) })
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
        Avx512(unsafe { _mm512_mask_mov_epi32(other.0, mask, self.0) })
    }

    #[inline(always)]
    fn words_of(digits: &[u8; 81]) -> Words {
        // SAFETY: AVX-512 is there, see above; the loads stay within the arrays.
        unsafe {
            let low = _mm512_loadu_si512(digits.as_ptr().cast());
            let high = _mm512_maskz_loadu_epi8((1 << 17) - 1, digits.as_ptr().add(64).cast());
            // Two words of each D2 at a time: bit b of the pair is set if the cell there has the digit.
            let mut pairs = [[0u64; 5]; 3];
            for pair in 0..5 {
                let cells = _mm512_permutex2var_epi8(low, _mm512_loadu_si512(CELL_OF_BIT[pair].as_ptr().cast()), high);
                for d in 0..3 {
                    let digit = _mm512_loadu_si512(DIGIT_OF_BIT[d].as_ptr().cast());
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
        assert!(lane < Self::LANES);
        // Word by word: gathering them takes five times as long on some processors (75 cycles instead of 15 on Zen 4).
        let column = |d: usize| {
            let word = |cell: usize| candidates[d][cell].words()[lane] as i32;
            let (a, b, c, e) = (word(0), word(1), word(2), word(3));
            let (f, g, h, i) = (word(4), word(5), word(6), word(7));
            // SAFETY: AVX-512 is there, see above.
            unsafe { _mm512_setr_epi32(a, b, c, e, f, g, h, i, word(8), 0, 0, 0, 0, 0, 0, 0) }
        };
        // SAFETY: AVX-512 is there, see above. The stores stay within the array.
        unsafe {
            let (x, y, z) = (column(0), column(1), column(2));
            let any = _mm512_or_si512(_mm512_or_si512(x, y), z);
            let fold = |v| _mm512_or_si512(_mm512_or_si512(v, _mm512_srli_epi32::<9>(v)), _mm512_srli_epi32::<18>(v));
            for half in 0..2 {
                let mut v = _mm512_set1_epi8(1);
                // Whether D2 is 1, D2 is 2, D1 is 1, D1 is 2, and what that adds.
                for (plane, (source, worth)) in [(fold(y), 1), (fold(z), 2), (any, 3), (any, 6)].into_iter().enumerate()
                {
                    let (byte, bit) = &BIT_OF_CELL[plane][half];
                    let bytes = _mm512_permutexvar_epi8(_mm512_loadu_si512(byte.as_ptr().cast()), source);
                    let set = _mm512_test_epi8_mask(bytes, _mm512_loadu_si512(bit.as_ptr().cast()));
                    v = _mm512_mask_add_epi8(v, set, v, _mm512_set1_epi8(worth));
                }
                if half == 0 {
                    _mm512_storeu_si512(digits.as_mut_ptr().cast(), v);
                } else {
                    _mm512_mask_storeu_epi8(digits.as_mut_ptr().add(64).cast(), (1 << 17) - 1, v);
                }
            }
        }
    }

    fn run(kernel: &mut Kernel<Self>, begun: &[Words], task: &mut Task<'_>) {
        #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,avx512vbmi2")]
        #[target_feature(enable = "bmi1,bmi2,lzcnt,popcnt")]
        fn compiled(kernel: &mut Kernel<Avx512>, begun: &[Words], task: &mut Task<'_>) {
            kernel.run(begun, task);
        }
        assert!(is_available());
        // SAFETY: the processor has all of these.
        unsafe { compiled(kernel, begun, task) }
    }
}
