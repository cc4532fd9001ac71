//! Moving cells between the bytes of a board and the bits of its words, in registers.
//!
//! *Loading*, with AVX-512. With VBMI, any byte can go anywhere in one instruction. Without it, bytes only move within a
//! quarter of a register, and words of two or four bytes across quarters. Tried and dropped: moving bytes by permuting words
//! twice, for even bytes and for odd ones, five instructions instead of one (easy puzzles took a tenth longer than with the
//! moves of four-byte words used here); each row in all quarters at once, three shuffles for each register (2 % longer).
//!
//! With AVX2, each word has a register of its own, and bits come from comparing bytes. The cells of a word lie in three rows,
//! each of which is read into both halves; each row is shuffled, and the results are combined. Using a table, digit by digit,
//! took three times as long (60 ns instead of 18).
//!
//! *Writing*, with AVX2, even if there is AVX-512. With its wider registers, and bytes that can go anywhere, it took longer
//! (Cascade Lake: 1 to 4 % of the total time), because the words of a lane have to be put side by side one by one, which is
//! less work with three to a register. Gathering the words takes five times as long on some processors (75 cycles instead of 15
//! on Zen 4).
#![allow(unsafe_code, reason = "the intrinsics of an instruction set are unsafe where it might be missing")]

use super::layout::{BOXES, CELLS, PLACES, Words};
use super::sse2::Sse2;
use super::vector::{any_digit, at_place};
use super::{Triple, Vector};
use std::arch::x86_64::*;

// SAFETY, for every function and block of this file: they are only called from functions that are compiled for AVX-512, with
// VBMI if the parameter says so, or, for `words` and `write`, for AVX2, on a processor that was found to have these.

/// The first of the last 64 cells.
const HIGH: usize = 81 - 64;

/// Loads a register.
#[inline(always)]
pub(super) unsafe fn load<T, const LEN: usize>(array: &[T; LEN]) -> __m512i {
    const { assert!(size_of::<[T; LEN]>() == size_of::<__m512i>()) };
    // SAFETY: see above; the array fills a register.
    unsafe { _mm512_loadu_si512(array.as_ptr().cast()) }
}

/// The digits of a board arranged like the bits of words, two words in each register, 32 bytes each: byte b is the digit of the
/// cell that bit b belongs to, for the lowest 27. The last word is there twice.
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
        // The same row of each band. The last row of the board is read with a few cells before it.
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

/// Three rows, starting at these cells, each arranged in a quarter of a register.
#[inline(always)]
unsafe fn rows(digits: &[u8; 81], from: [usize; 3], columns: &[u8; 64]) -> __m512i {
    // SAFETY: see above; the loads stay within the array.
    unsafe {
        let [a, b, c] = from.map(|cell| digits[cell..cell + 16].as_ptr().cast());
        let two = _mm512_inserti32x4::<1>(_mm512_castsi128_si512(_mm_loadu_si128(a)), _mm_loadu_si128(b));
        _mm512_shuffle_epi8(_mm512_inserti32x4::<2>(two, _mm_loadu_si128(c)), load(columns))
    }
}

/// [`Words::from_digits`] with AVX2.
#[inline(always)]
pub(super) unsafe fn words(digits: &[u8; 81]) -> Words {
    let mut givens = [[0; 9]; 3];
    for r in 0..3 {
        // The last row of the board is read with a few cells before it.
        let (last, table) = if r == 2 { (81 - 16, 3) } else { (54 + 9 * r, 2) };
        // SAFETY: see above; the loads stay within the arrays.
        unsafe {
            let rows = [9 * r, 27 + 9 * r, last].map(|from| {
                let row = digits[from..from + 16].as_ptr().cast();
                _mm256_broadcastsi128_si256(_mm_loadu_si128(row))
            });
            let load = |bytes: &[u8]| _mm256_loadu_si256(bytes[..32].as_ptr().cast());
            for c in 0..3 {
                let tables = [&ROW_OF_BIT[0][c], &ROW_OF_BIT[1][c], &ROW_OF_BIT[table][c]];
                let [x, y, z] = [0, 1, 2].map(|band| _mm256_shuffle_epi8(rows[band], load(tables[band])));
                let cells = _mm256_or_si256(_mm256_or_si256(x, y), z);
                for d in 0..3 {
                    let equal = _mm256_cmpeq_epi8(cells, load(&DIGIT_OF_BIT[d]));
                    givens[d][3 * r + c] = _mm256_movemask_epi8(equal) as u32;
                }
            }
        }
    }
    Words::from_givens(givens)
}

/// Writes the digits of a solved board, given its words for each D2.
#[inline(always)]
pub(super) unsafe fn write(word: impl Fn(usize, usize) -> u32, digits: &mut [u8; 81]) {
    // D2 is 1, D2 is 2, D1 is 1, D1 is 2: a word for each R2, with nine bits in it for each C2.
    let mut planes = [Sse2::none(); 4];
    for c in 0..3 {
        let column = |d| Sse2::from_words([word(d, c), word(d, 3 + c), word(d, 6 + c)]);
        let (x, y, z) = (column(0), column(1), column(2));
        let any = x.or3(y, z);
        let parts = [any_digit(y), any_digit(z), any.down::<9>(), any.down::<18>()];
        for plane in 0..4 {
            planes[plane] = planes[plane].or(at_place(parts[plane].and(Sse2::all(BOXES)), c));
        }
    }
    // The last cells are written again, together with some before them.
    for first in [0, 32, 81 - 32] {
        // SAFETY: AVX2 is available, see above. The loads and the store stay within the arrays.
        unsafe {
            let load = |table: &[u8; 81]| _mm256_loadu_si256(table[first..first + 32].as_ptr().cast());
            let (byte, bit) = (load(&BYTE), load(&BIT));
            let mut sum = _mm256_set1_epi8(1);
            for (plane, worth) in planes.into_iter().zip([1, 2, 3, 6]) {
                let bytes = _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(plane.0), byte);
                let set = _mm256_cmpeq_epi8(_mm256_and_si256(bytes, bit), bit);
                sum = _mm256_add_epi8(sum, _mm256_and_si256(set, _mm256_set1_epi8(worth)));
            }
            _mm256_storeu_si256(digits[first..first + 32].as_mut_ptr().cast(), sum);
        }
    }
}

/// With VBMI: the cell for each byte of [`by_bits`].
static CELL_OF_BIT: [[u8; 64]; 5] = {
    let mut table = [[0; 64]; 5];
    let mut word = 0;
    while word < 10 {
        let mut bit = 0;
        while bit < 27 {
            // The bytes to choose from are the first 64 cells and the last 64.
            let cell = CELLS[if word < 9 { word } else { 8 }][bit % 9];
            table[word / 2][word % 2 * 32 + bit] = if cell < 64 { cell } else { cell - HIGH as u8 + 64 };
            bit += 1;
        }
        word += 1;
    }
    table
};

/// Without VBMI, for a row of each band in a quarter of its own: its cells, with those of one word side by side, starting at
/// every fourth byte.
static COLUMNS: [u8; 64] = columns(0);

/// The same if the third row is read with seven cells before it.
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

/// Makes a shuffle write zero.
const ZERO: u8 = 0x80;

/// The cells of two words, taken from rows arranged by [`COLUMNS`]; each word fills either half of a register.
static WORDS_01: [u32; 16] = two_words(0, 1);
static WORDS_23: [u32; 16] = two_words(2, 16);
static WORDS_45: [u32; 16] = two_words(1, 2);
static WORD_8: [u32; 16] = two_words(2, 2);

/// Where the cells of two words are in the first row; four bytes each. Those of the other rows come a quarter later.
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

/// The index of each byte of [`by_bits`] among the cells of its word.
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

/// The digit for each bit of two words, for each D2.
pub(super) static DIGIT_OF_BIT: [[u8; 64]; 3] = {
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

/// For [`words`]: which byte of a row of the first, second or third band, or of the last row of the board with seven cells
/// before it, belongs to each bit of the word C2.
static ROW_OF_BIT: [[[u8; 32]; 3]; 4] = {
    let mut table = [[[ZERO; 32]; 3]; 4];
    let mut bit = 0;
    while bit < 27 {
        let (band, stack) = (bit % 9 / 3, bit as u8 % 3);
        let mut c = 0;
        while c < 3 {
            table[band][c][bit] = 3 * stack + c as u8;
            if band == 2 {
                table[3][c][bit] = 7 + 3 * stack + c as u8;
            }
            c += 1;
        }
        bit += 1;
    }
    table
};

/// Where each cell is in a plane of [`write`]: the byte, and the bit in it.
static BYTE: [u8; 81] = planes().0;
static BIT: [u8; 81] = planes().1;

const fn planes() -> ([u8; 81], [u8; 81]) {
    let mut table = ([0; 81], [0; 81]);
    let mut cell = 0;
    while cell < 81 {
        let (word, block) = PLACES[cell];
        let bit = word % 3 * 9 + block;
        table.0[cell] = word / 3 * 4 + bit / 8;
        table.1[cell] = 1 << (bit % 8);
        cell += 1;
    }
    table
}
