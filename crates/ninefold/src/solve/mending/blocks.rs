//! Sixty-four numbers at once.

use std::array;

/// So many numbers are worked on at once, for a word has as many flags.
pub(super) const BLOCK: usize = 64;
pub(super) type Block = [u8; BLOCK];

/// The value of what a cell may not take; any other is a number of clashes.
pub(super) const BARRED: u8 = u8::MAX;

/// The place of one of the least numbers, chance deciding between them, and that number.
pub(super) fn one_of_least(blocks: &[Block], random: &mut Random) -> (usize, u8) {
    let least = least_of(blocks);
    let (mut chosen, mut equals) = (0, 0);
    for (i, block) in blocks.iter().enumerate() {
        let mut flags = bits_of(&equal(block, least));
        let count = u64::from(flags.count_ones());
        equals += count;
        // Each of those so far with the same chance.
        let nth = random.below(equals);
        if nth < count {
            for _ in 0..nth {
                flags &= flags - 1;
            }
            chosen = BLOCK * i + flags.trailing_zeros() as usize;
        }
    }
    (chosen, least)
}

#[inline]
pub(super) fn least_of(blocks: &[Block]) -> u8 {
    let mut least = BARRED;
    for block in blocks {
        least = least.min(least_of_block(block));
    }
    least
}

/// Flags of the places where one of the houses is the same.
#[inline]
pub(super) fn with_shared(houses: &[Block; 3], wanted: [u8; 3]) -> u64 {
    bits_of(&shared(houses, wanted))
}

/// Bytes that are 0 or 1, as bits: byte i of a word, at bit 8i, comes to bit 56 + i.
#[inline]
fn bits_of(bytes: &Block) -> u64 {
    let mut bits = 0;
    for eight in bytes.as_chunks().0 {
        bits = bits >> 8 | (u64::from_le_bytes(*eight).wrapping_mul(0x0102_0408_1020_4080) & 0xff << 56);
    }
    bits
}

// These are functions of their own, for inlined into others the compiler takes vectors apart, one byte after the other.

#[inline(never)]
fn least_of_block(block: &Block) -> u8 {
    block.iter().copied().fold(BARRED, u8::min)
}

/// 1 where the numbers are equal to this one, else 0.
#[inline(never)]
fn equal(numbers: &Block, number: u8) -> Block {
    numbers.map(|other| u8::from(other == number))
}

/// 1 where one of the houses is the same, else 0.
#[inline(never)]
fn shared([rows, columns, boxes]: &[Block; 3], [row, column, block]: [u8; 3]) -> Block {
    array::from_fn(|i| u8::from((rows[i] == row) | (columns[i] == column) | (boxes[i] == block)))
}

/// What each digit would be to a cell: barred, or as many clashes as its houses have cells with the digit, those in two
/// of them counted once.
#[inline(never)]
pub(super) fn values_of([row, column, block, row_part, column_part]: [&Block; 5], barred: &Block) -> Block {
    let mut values = [0; BLOCK];
    for (i, value) in values.iter_mut().enumerate() {
        let clashes = row[i].wrapping_add(column[i]).wrapping_add(block[i]);
        *value = clashes.wrapping_sub(row_part[i]).wrapping_sub(column_part[i]) | barred[i];
    }
    values
}

/// Marsaglia's xorshift (2003), multiplied (Vigna 2016): without that a step's few numbers depend on one another, and
/// boards seemed to take half as many steps again.
#[derive(Clone, Debug)]
pub(super) struct Random(u64);

impl Random {
    pub(super) fn new() -> Random {
        Random(0x9e37_79b9_7f4a_7c15)
    }

    #[inline]
    pub(super) fn below(&mut self, limit: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 32) * limit) >> 32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Wherever the least numbers are, one of them is found, and each of them now and then.
    #[test]
    fn the_least_is_found() {
        let mut random = Random::new();
        for _ in 0..200 {
            let count = 1 + random.below(3) as usize;
            let mut blocks = vec![[0; BLOCK]; count];
            blocks.as_flattened_mut().iter_mut().for_each(|number| *number = 250 + random.below(6) as u8);
            let numbers = blocks.as_flattened();
            let least = *numbers.iter().min().unwrap();
            let mut times = vec![0; numbers.len()];
            for _ in 0..5000 {
                let (place, number) = one_of_least(&blocks, &mut random);
                assert_eq!((number, numbers[place]), (least, least));
                times[place] += 1;
            }
            assert!(numbers.iter().zip(times).all(|(number, times)| (*number == least) == (times > 0)));
        }
    }

    #[test]
    fn shared_houses_are_flagged() {
        let mut random = Random::new();
        for _ in 0..200 {
            let mut any = || array::from_fn(|_| random.below(9) as u8);
            let houses @ [rows, columns, boxes]: [Block; 3] = [any(), any(), any()];
            let flags = with_shared(&houses, [1, 5, 8]);
            for (i, ((row, column), block)) in rows.iter().zip(columns).zip(boxes).enumerate() {
                assert_eq!(flags >> i & 1 == 1, *row == 1 || column == 5 || block == 8);
            }
        }
    }
}
