//! Cells in AVX-512 registers, on their way between the bytes of a board and the bits of its words.
//!
//! With VBMI, any byte goes anywhere at once. Without, bytes only move within a quarter of a register, and words of two
//! or four bytes across. That can be had for bytes by permuting words twice, for even bytes and for odd ones, which takes
//! five instructions instead of one, or nine for two registers: with it, easy puzzles took a tenth longer than the way that
//! words of two and four bytes are led here.
#![allow(unsafe_code, reason = "the intrinsics of an instruction set are unsafe where it might be missing")]

use super::super::layout::{CELLS, PLACES};
use std::arch::x86_64::*;

// SAFETY, for every function and block of this file: they are only called from functions that are compiled for AVX-512,
// with VBMI where the parameter says so, after the processor was asked for it.

/// The first of the last 64 cells.
pub(super) const HIGH: usize = 81 - 64;

/// Loads a register.
#[inline(always)]
pub(super) unsafe fn load<T, const LEN: usize>(array: &[T; LEN]) -> __m512i {
    const { assert!(size_of::<[T; LEN]>() == size_of::<__m512i>()) };
    // SAFETY: see above; the array fills a register.
    unsafe { _mm512_loadu_si512(array.as_ptr().cast()) }
}

/// The digits of a board arranged as bits are in words, two words in each register, 32 bytes each: byte b is the digit of
/// the cell that bit b belongs to, for the lowest 27. The last word is there twice.
#[inline(always)]
pub(super) unsafe fn by_bits<const VBMI: bool>(digits: &[u8; 81]) -> [__m512i; 5] {
    // SAFETY: see above; the loads stay within the array.
    unsafe {
        if VBMI {
            let low = _mm512_loadu_si512(digits.as_ptr().cast());
            let high = _mm512_loadu_si512(digits.as_ptr().add(HIGH).cast());
            let mut words = [_mm512_setzero_si512(); 5];
            for pair in 0..5 {
                words[pair] = _mm512_permutex2var_epi8(low, load(&CELL_OF_BIT[pair]), high);
            }
            return words;
        }
        // The same row of each band. The last one of the board is read with a few cells before it.
        let a = rows(digits, [0, 27, 54], &COLUMNS);
        let b = rows(digits, [9, 36, 63], &COLUMNS);
        let c = rows(digits, [18, 45, 65], &COLUMNS_OF_LAST);
        let pairs = [
            _mm512_permutexvar_epi32(load(&WORDS_01), a),
            _mm512_permutex2var_epi32(a, load(&WORDS_23), b),
            _mm512_permutexvar_epi32(load(&WORDS_45), b),
            _mm512_permutexvar_epi32(load(&WORDS_01), c),
            _mm512_permutexvar_epi32(load(&WORD_8), c),
        ];
        let mut words = [_mm512_setzero_si512(); 5];
        for pair in 0..5 {
            words[pair] = _mm512_shuffle_epi8(pairs[pair], load(&BLOCKS));
        }
        words
    }
}

/// Three rows, from these cells on, each in a quarter of a register and arranged.
#[inline(always)]
unsafe fn rows(digits: &[u8; 81], from: [usize; 3], columns: &[u8; 64]) -> __m512i {
    // SAFETY: see above; the loads stay within the array.
    unsafe {
        let [a, b, c] = from.map(|cell| digits[cell..cell + 16].as_ptr().cast());
        let two = _mm512_inserti32x4::<1>(_mm512_castsi128_si512(_mm_loadu_si128(a)), _mm_loadu_si128(b));
        _mm512_shuffle_epi8(_mm512_inserti32x4::<2>(two, _mm_loadu_si128(c)), load(columns))
    }
}

/// The digits of the first 64 cells of a board and of the last 64. Takes, in the lowest nine bits of nine words, where D2 is
/// 1, where it is 2, where D1 is 1 and where it is 2.
#[inline(always)]
pub(super) unsafe fn digits<const VBMI: bool>(planes: [__m512i; 4]) -> [__m512i; 2] {
    // SAFETY: see above.
    unsafe {
        let mut digits = [_mm512_set1_epi8(1); 2];
        if VBMI {
            for half in 0..2 {
                let (byte, bit) = &BIT_OF_CELL[half];
                for (plane, worth) in planes.into_iter().zip([1, 2, 3, 6]) {
                    let bytes = _mm512_permutexvar_epi8(load(byte), plane);
                    let set = _mm512_test_epi8_mask(bytes, load(bit));
                    digits[half] = _mm512_mask_add_epi8(digits[half], set, digits[half], _mm512_set1_epi8(worth));
                }
            }
            return digits;
        }
        let [d2_is_1, d2_is_2, d1_is_1, d1_is_2] = planes;
        let ones = _mm512_add_epi16(one_or_two(d2_is_1, d2_is_2), _mm512_set1_epi16(0x111));
        let threes = _mm512_mullo_epi16(one_or_two(d1_is_1, d1_is_2), _mm512_set1_epi16(3));
        let triples = _mm512_add_epi16(ones, threes);
        for half in 0..2 {
            let [(even, down), (odd, up)] = &TRIPLES[half];
            let even = _mm512_srlv_epi16(_mm512_permutexvar_epi16(load(even), triples), load(down));
            let odd = _mm512_sllv_epi16(_mm512_permutexvar_epi16(load(odd), triples), load(up));
            let even = _mm512_and_si512(even, _mm512_set1_epi16(0xf));
            digits[half] = _mm512_or_si512(even, _mm512_and_si512(odd, _mm512_set1_epi16(0xf00)));
        }
        digits
    }
}

/// For three cells of a row whose cells belong to the same word, four bits for each: 1 or 2 where that plane has the cell.
#[inline(always)]
unsafe fn one_or_two(one: __m512i, two: __m512i) -> __m512i {
    // SAFETY: see above.
    unsafe {
        let one = _mm512_and_si512(spread(one, 1), _mm512_set1_epi16(0x111));
        _mm512_or_si512(one, _mm512_and_si512(spread(two, 2), _mm512_set1_epi16(0x222)))
    }
}

/// Three bits of a plane for each row and word, as many times as is asked for, and among others three bits further to the
/// left, and six.
#[inline(always)]
unsafe fn spread(plane: __m512i, times: i16) -> __m512i {
    // SAFETY: see above.
    unsafe {
        let rows = _mm512_srlv_epi16(_mm512_permutexvar_epi16(load(&WORD_OF_ROW), plane), load(&BLOCK_OF_ROW));
        _mm512_mullo_epi16(_mm512_and_si512(rows, _mm512_set1_epi16(7)), _mm512_set1_epi16(0o111 * times))
    }
}

/// With VBMI: the cell for each byte of [`by_bits`].
static CELL_OF_BIT: [[u8; 64]; 5] = {
    let mut table = [[0; 64]; 5];
    let mut word = 0;
    while word < 10 {
        let mut bit = 0;
        while bit < 27 {
            // The bytes that are chosen from are the first 64 cells and the last 64.
            let cell = CELLS[if word < 9 { word } else { 8 }][bit % 9];
            table[word / 2][word % 2 * 32 + bit] = if cell < 64 { cell } else { cell - HIGH as u8 + 64 };
            bit += 1;
        }
        word += 1;
    }
    table
};

/// With VBMI, for the first 64 cells and the last: the byte of nine words, and the bit in it, that tells about the cell.
static BIT_OF_CELL: [([u8; 64], [u8; 64]); 2] = {
    let mut table = [([0; 64], [0; 64]); 2];
    let mut half = 0;
    while half < 2 {
        let mut byte = 0;
        while byte < 64 {
            let (word, block) = PLACES[half * HIGH + byte];
            table[half].0[byte] = 4 * word + block / 8;
            table[half].1[byte] = 1 << (block % 8);
            byte += 1;
        }
        half += 1;
    }
    table
};

/// Without VBMI, for a row of each band in a quarter of its own: its cells, those of one word side by side, from every
/// fourth byte on.
static COLUMNS: [u8; 64] = columns(0);

/// The same if seven cells come before the third row.
static COLUMNS_OF_LAST: [u8; 64] = columns(7);

const fn columns(before_third: u8) -> [u8; 64] {
    let mut table = [ZERO; 64];
    let mut byte = 0;
    while byte < 48 {
        let (quarter, column, stack) = (byte / 16, byte % 16 / 4, byte % 4);
        if column < 3 && stack < 3 {
            table[byte] = (3 * stack + column) as u8 + if quarter == 2 { before_third } else { 0 };
        }
        byte += 1;
    }
    table
}

/// Shuffles make a zero of this.
const ZERO: u8 = 0x80;

/// From rows of [`COLUMNS`]: the cells of two words, all in either quarter of each.
static WORDS_01: [u32; 16] = two_words(0, 1);
static WORDS_23: [u32; 16] = two_words(2, 16);
static WORDS_45: [u32; 16] = two_words(1, 2);
static WORD_8: [u32; 16] = two_words(2, 2);

/// Where the first row's cells of two words are; four bytes each, the other rows' come a quarter later.
const fn two_words(first: u32, second: u32) -> [u32; 16] {
    let mut table = [0; 16];
    let mut place = 0;
    while place < 16 {
        let band = if place % 4 < 3 { place as u32 % 4 } else { 0 };
        table[place] = 4 * band + if place < 8 { first } else { second };
        place += 1;
    }
    table
}

/// The cell for each byte of [`by_bits`] among the cells of its word.
static BLOCKS: [u8; 64] = {
    let mut table = [ZERO; 64];
    let mut byte = 0;
    while byte < 64 {
        let bit = byte as u8 % 32;
        if bit < 27 {
            table[byte] = 4 * (bit % 9 / 3) + bit % 3;
        }
        byte += 1;
    }
    table
};

/// Without VBMI, for three cells of a row whose cells belong to the same word, row by row: the lower half of that word, and
/// the lowest block of the row.
static WORD_OF_ROW: [u16; 32] = by_row(true);
static BLOCK_OF_ROW: [u16; 32] = by_row(false);

const fn by_row(word: bool) -> [u16; 32] {
    let mut table = [0; 32];
    let mut place = 0;
    while place < 27 {
        let (row, column) = (place as u16 / 3, place as u16 % 3);
        table[place] = if word { 2 * (row % 3 * 3 + column) } else { row / 3 * 3 };
        place += 1;
    }
    table
}

/// Without VBMI, for the first 64 cells and the last, for even bytes and for odd ones: which three the cell is one of, and how
/// far they are shifted, down for an even byte and up for an odd one.
static TRIPLES: [[([u16; 32], [u16; 32]); 2]; 2] = {
    let mut table = [[([0; 32], [0; 32]); 2]; 2];
    let mut half = 0;
    while half < 2 {
        let mut byte = 0;
        while byte < 64 {
            let cell = (half * HIGH + byte) as u16;
            let (row, column) = (cell / 9, cell % 9);
            let (three, shift) = &mut table[half][byte % 2];
            three[byte / 2] = 3 * row + column % 3;
            shift[byte / 2] = if byte % 2 == 0 { column / 3 * 4 } else { 8 - column / 3 * 4 };
            byte += 1;
        }
        half += 1;
    }
    table
};
