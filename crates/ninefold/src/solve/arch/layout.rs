//! Which bit stands for each candidate of a 9x9 board.
//!
//! Number rows, columns and digits from 0 and write each in base three:
//!
//! ```text
//!     row = 3 * R1 + R2      R1: the band,        R2: the row within the band
//!     col = 3 * C1 + C2      C1: the stack,       C2: the column within the stack
//!     digit = 3 * D1 + D2    D1: 123 / 456 / 789, D2: the place within the three
//! ```
//!
//! Word (D2, R2, C2) holds the candidates of three digits for the nine cells at the same place (R2, C2) of their boxes; bit 9 *
//! D1 + 3 * R1 + C1 is set if the cell can have the digit:
//!
//! ```text
//!     bit   26 25 24 23 22 21 20 19 18 | 17 ... 9 | 8  7  6  5  4  3  2  1  0
//!     box    9  8  7  6  5  4  3  2  1 |          | 9  8  7  6  5  4  3  2  1
//!           ------- D1 = 2 ------------  D1 = 1     ------- D1 = 0 ----------
//! ```
//!
//! So the nine cells of a box are nine different words at one bit position, and everything that concerns a box is plain logic
//! across words: no shift, no table, for nine boxes and three digits at once. A row or column of boxes lies within a word, side
//! by side or three bits apart, and needs a rotation in groups of three bits. The nine digits of a cell are three bits of three
//! words.
//!
//! The layout comes from a study that solves 16 puzzles in lockstep.

/// One bit for each box and each of three digits.
pub(crate) const FULL: u32 = (1 << 27) - 1;

/// One bit for each box.
pub(crate) const BOXES: u32 = (1 << 9) - 1;

/// The bits of the first stack and of the first band.
pub(crate) const STACK_0: u32 = 0o111_111_111;
pub(crate) const BAND_0: u32 = 0o007_007_007;

/// Copies nine bits to the places of all three digits of a word.
pub(crate) const ALL_DIGITS: u32 = 0o001_001_001;

/// A board as words.
///
/// Aligned because the compiler aligns a stack for the values that it expects there, but not for vectors that it has to put
/// there when registers run out: without a board on its stack, the search in lanes takes 3 to 6 % longer.
#[repr(align(64))]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Words {
    /// `candidates[D2][3 * R2 + C2]`.
    pub(crate) candidates: [[u32; 9]; 3],
    /// `open[D2]`: digits that have two or more places in a box.
    pub(crate) open: [u32; 3],
}

/// The digits that have two or more places in a box.
#[inline(always)]
fn open(words: &[u32; 9]) -> u32 {
    let (_, open) = words.iter().fold((0, 0), |(some, open), word| (some | word, open | some & word));
    open
}

impl Words {
    /// The board with these givens; 0 is a blank, and so is anything above 9.
    #[inline(always)]
    pub(crate) fn from_digits(digits: &[u8; 81]) -> Words {
        let mut candidates = [[0; 9]; 3];
        for word in 0..9 {
            let mut given = [0; 4];
            for block in 0..9 {
                let digit = usize::from(digits[usize::from(CELLS[word][block])]).min(15);
                for (given, bits) in given.iter_mut().zip(GIVEN[digit][block]) {
                    *given |= bits;
                }
            }
            for d in 0..3 {
                candidates[d][word] = given[d];
            }
        }
        Words::from_givens(candidates)
    }

    /// The board with these givens, as bits at the places of candidates.
    #[inline(always)]
    pub(crate) fn from_givens(mut candidates: [[u32; 9]; 3]) -> Words {
        // A digit that is given in a box has no other place there. What else it excludes in its own cell, row and
        // column is left to the first round.
        let mut open = [0; 3];
        for d in 0..3 {
            open[d] = FULL & !candidates[d].iter().fold(0, |any, word| any | word);
            candidates[d].iter_mut().for_each(|word| *word |= open[d]);
        }
        Words { candidates, open }
    }

    /// The board with these candidates: a bit for each digit of a cell, digit 1 lowest.
    #[inline(always)]
    pub(crate) fn from_candidates(cells: &[u16; 81]) -> Words {
        let mut candidates = [[0; 9]; 3];
        for (digits, (word, block)) in cells.iter().zip(PLACES) {
            let digits = u32::from(*digits);
            for d in 0..3 {
                let three = digits >> d;
                let bits = three & 1 | (three >> 3 & 1) << 9 | (three >> 6 & 1) << 18;
                candidates[d][usize::from(word)] |= bits << block;
            }
        }
        Words { candidates, open: candidates.each_ref().map(open) }
    }

    /// The same board, with a cell that cannot have a certain digit, a number from 1 to 9.
    #[inline(always)]
    pub(crate) fn without(mut self, (cell, digit): (u8, u8)) -> Words {
        let (word, block) = PLACES[usize::from(cell)];
        let digit = digit - 1;
        let d = usize::from(digit % 3);
        self.candidates[d][usize::from(word)] &= !(1 << (9 * (digit / 3) + block));
        self.open[d] = open(&self.candidates[d]);
        self
    }

    /// Finds out which digits are open, after the candidates have been set from elsewhere.
    #[inline(always)]
    pub(crate) fn look_for_open(&mut self) {
        self.open = self.candidates.each_ref().map(open);
    }

    /// The digits of a solved board, cell by cell, from 1 to 9.
    #[inline(always)]
    pub(crate) fn digits(candidates: &[[u32; 9]; 3]) -> [u8; 81] {
        let mut digits = [0; 81];
        for word in 0..9 {
            let [x, y, z] = [candidates[0][word], candidates[1][word], candidates[2][word]];
            let any = x | y | z;
            // A bit for each box: whether D2 is 1, D2 is 2, D1 is 1, D1 is 2.
            let planes = [y | y >> 9 | y >> 18, z | z >> 9 | z >> 18, any >> 9, any >> 18];
            let bytes = planes.map(|plane| BYTES[(plane & 0xff) as usize]);
            let bytes = BYTES[0xff] + bytes[0] + 2 * bytes[1] + 3 * bytes[2] + 6 * bytes[3];
            for block in 0..8 {
                digits[usize::from(CELLS[word][block])] = (bytes >> (8 * block)) as u8;
            }
            let last = planes.map(|plane| (plane >> 8 & 1) as u8);
            digits[usize::from(CELLS[word][8])] = 1 + last[0] + 2 * last[1] + 3 * last[2] + 6 * last[3];
        }
        digits
    }
}

/// The word 3 * R2 + C2 and the bit 3 * R1 + C1 (for D1 = 0) of each cell.
pub(crate) const PLACES: [(u8, u8); 81] = {
    let mut places = [(0, 0); 81];
    let mut cell = 0;
    while cell < 81 {
        let (row, column) = (cell as u8 / 9, cell as u8 % 9);
        places[cell] = (row % 3 * 3 + column % 3, row / 3 * 3 + column / 3);
        cell += 1;
    }
    places
};

/// The cell for each word and bit: the reverse of [`PLACES`].
pub(crate) const CELLS: [[u8; 9]; 9] = {
    let mut cells = [[0; 9]; 9];
    let mut cell = 0;
    while cell < 81 {
        let (word, block) = PLACES[cell];
        cells[word as usize][block as usize] = cell as u8;
        cell += 1;
    }
    cells
};

/// The bit of each digit in each box, in the word of its D2; the fourth word fills a vector register.
static GIVEN: [[[u32; 4]; 9]; 16] = {
    let mut table = [[[0; 4]; 9]; 16];
    let mut digit = 1;
    while digit < 10 {
        let mut block = 0;
        while block < 9 {
            table[digit][block][(digit - 1) % 3] = 1 << (9 * ((digit - 1) / 3) + block);
            block += 1;
        }
        digit += 1;
    }
    table
};

/// Eight bits as eight bytes.
static BYTES: [u64; 256] = {
    let mut table = [0; 256];
    let mut bits = 0;
    while bits < 256 {
        let mut i = 0;
        while i < 8 {
            table[bits] |= (bits as u64 >> i & 1) << (8 * i);
            i += 1;
        }
        bits += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;

    /// Row r of the canonical grid is 1 to 9 shifted by 3r, and by one more for each band.
    fn canonical_digit(cell: usize) -> usize {
        (3 * (cell / 9) + cell / 27 + cell % 9) % 9
    }

    #[test]
    fn every_cell_has_its_own_bit() {
        for (cell, (word, block)) in PLACES.into_iter().enumerate() {
            assert_eq!(usize::from(CELLS[usize::from(word)][usize::from(block)]), cell);
        }
    }

    #[test]
    fn digits_become_words_and_words_digits() {
        let grid: [u8; 81] = std::array::from_fn(|cell| canonical_digit(cell) as u8 + 1);
        let words = Words::from_digits(&grid);
        assert_eq!(words.open, [0; 3]);
        assert_eq!(Words::digits(&words.candidates), grid);
        let from_candidates = Words::from_candidates(&std::array::from_fn(|cell| 1 << canonical_digit(cell)));
        assert_eq!(from_candidates.candidates, words.candidates);
    }

    /// A digit with one place in a box is not open, whatever has left it only one: the first round sees the single.
    #[test]
    fn what_is_open_has_two_places() {
        let mut cells = [0x1ff; 81];
        (0..3).flat_map(|row| [9 * row, 9 * row + 1, 9 * row + 2]).skip(2).for_each(|cell| cells[cell] &= !0x100);
        let two = Words::from_candidates(&cells);
        assert_eq!(two.open, [FULL; 3]);
        let one = two.without((1, 9));
        assert_eq!(one.open, [FULL, FULL, FULL & !(1 << 18)]);
        cells[1] &= !0x100;
        assert_eq!(one, Words::from_candidates(&cells));
        assert_eq!(
            Words::from_digits(&[0; 81]).without((1, 9)),
            Words::from_candidates(&std::array::from_fn(|cell| { if cell == 1 { 0xff } else { 0x1ff } }))
        );
    }

    #[test]
    fn a_given_leaves_its_digit_no_other_place_in_the_box() {
        for cell in 0..81 {
            for digit in 0..9 {
                let mut digits = [0; 81];
                digits[cell] = digit as u8 + 1;
                let words = Words::from_digits(&digits);
                for (other, (word, block)) in PLACES.into_iter().enumerate() {
                    let same_box = other / 27 == cell / 27 && other % 9 / 3 == cell % 9 / 3;
                    for d in 0..9 {
                        let bit = words.candidates[d % 3][usize::from(word)] >> (9 * (d / 3) + usize::from(block)) & 1;
                        assert_eq!(bit == 1, d != digit || other == cell || !same_box, "{digit} at {cell}");
                    }
                }
            }
        }
        // Numbers above nine are not digits.
        assert_eq!(Words::from_digits(&[255; 81]), Words::from_digits(&[0; 81]));
    }
}
