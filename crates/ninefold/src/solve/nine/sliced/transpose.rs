//! Moving bits between boards and slices.

use crate::solve::arch::Vector;

/// Transposes the 32 words of every lane, a matrix of 32 by 32 bits: bit q of vector p becomes bit p of vector q.
#[inline(always)]
pub(super) fn transpose<V: Vector>(rows: &mut [V; 32]) {
    swap::<V, 16>(rows, 0x0000_ffff);
    swap::<V, 8>(rows, 0x00ff_00ff);
    swap::<V, 4>(rows, 0x0f0f_0f0f);
    swap::<V, 2>(rows, 0x3333_3333);
    swap::<V, 1>(rows, 0x5555_5555);
}

/// In every square of two by two blocks of `BITS` bits, exchanges the two blocks off the diagonal.
#[inline(always)]
fn swap<V: Vector, const BITS: u32>(rows: &mut [V; 32], low: u32) {
    let (low, step) = (V::all(low), BITS as usize);
    for pair in 0..16 {
        let row = pair / step * 2 * step + pair % step;
        let difference = rows[row].down::<BITS>().xor(rows[row + step]).and(low);
        rows[row + step] = rows[row + step].xor(difference);
        rows[row] = rows[row].xor(difference.up::<BITS>());
    }
}

/// The number of words of a board: eight cells, of four bits each, fill a word.
pub(super) const WORDS: usize = 11;

/// The cells of a board, four bits each, cell 0 lowest in word 0. Numbers are at most 15.
#[inline(always)]
pub(super) fn pack(digits: &[u8; 81]) -> [u32; WORDS] {
    let (eights, last) = digits.as_chunks::<8>();
    let mut words = [0; WORDS];
    for (word, eight) in words.iter_mut().zip(eights) {
        let bits = u64::from_le_bytes(*eight);
        let bits = (bits | bits >> 4) & 0x00ff_00ff_00ff_00ff;
        let bits = (bits | bits >> 8) & 0x0000_ffff_0000_ffff;
        *word = (bits | bits >> 16) as u32;
    }
    words[WORDS - 1] = u32::from(last[0]);
    words
}

/// The reverse of [`pack`].
#[inline(always)]
pub(super) fn unpack(words: &[u32; WORDS], digits: &mut [u8; 81]) {
    let (eights, last) = digits.as_chunks_mut::<8>();
    for (word, eight) in words.iter().zip(eights) {
        let bits = u64::from(*word);
        let bits = (bits | bits << 16) & 0x0000_ffff_0000_ffff;
        let bits = (bits | bits << 8) & 0x00ff_00ff_00ff_00ff;
        *eight = ((bits | bits << 4) & 0x0f0f_0f0f_0f0f_0f0f).to_le_bytes();
    }
    last[0] = (words[WORDS - 1] & 15) as u8;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::arch::{Plain, Wide};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_bit_goes_where_its_place_says(words in prop::collection::vec(any::<u32>(), 128)) {
            let mut rows = [Plain::none(); 32];
            for (row, words) in rows.iter_mut().zip(words.chunks(4)) {
                row.words_mut().copy_from_slice(words);
            }
            let before = rows;
            transpose(&mut rows);
            for p in 0..32 {
                for q in 0..32 {
                    for lane in 0..4 {
                        prop_assert_eq!(rows[q].words()[lane] >> p & 1, before[p].words()[lane] >> q & 1);
                    }
                }
            }
        }

        #[test]
        fn a_board_is_packed_and_unpacked(cells in prop::collection::vec(0u8..=9, 81)) {
            let cells: [u8; 81] = cells.try_into().unwrap();
            let words = pack(&cells);
            for (cell, digit) in cells.into_iter().enumerate() {
                prop_assert_eq!(words[cell / 8] >> (cell % 8 * 4) & 15, u32::from(digit));
            }
            let mut unpacked = [77; 81];
            unpack(&words, &mut unpacked);
            prop_assert_eq!(unpacked, cells);
        }
    }
}
