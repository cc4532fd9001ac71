//! A 9x9 board as 27 words, and the round of rules that narrows it.
//!
//! # Layout
//!
//! Number rows, columns and digits from 0 and write each in base three:
//!
//! ```text
//!     row = 3 * R1 + R2      R1: the band,        R2: the row within the band
//!     col = 3 * C1 + C2      C1: the stack,       C2: the column within the stack
//!     digit = 3 * D1 + D2    D1: 123 / 456 / 789, D2: the place within the three
//! ```
//!
//! Word (D2, R2, C2) holds the candidates of three digits for the nine cells that lie at the same
//! place (R2, C2) of their boxes; bit 9 * D1 + 3 * R1 + C1 is set if the digit may stand there:
//!
//! ```text
//!     bit   26 25 24 23 22 21 20 19 18 | 17 ... 9 | 8  7  6  5  4  3  2  1  0
//!     box    9  8  7  6  5  4  3  2  1 |          | 9  8  7  6  5  4  3  2  1
//!           ------- D1 = 2 ------------  D1 = 1     ------- D1 = 0 ----------
//! ```
//!
//! So the nine cells of a box are nine different words at one bit position, and everything that
//! concerns a box is plain logic across words: no shift, no table, for nine boxes and three digits
//! at once. A row or column of boxes lies within a word, three bits apart or side by side, and needs
//! a rotation of three bits in a group. The nine digits of a cell are three words at bits 9 apart.
//!
//! The layout is that of a study of many puzzles in lockstep; the single word per step of this
//! file is its one-puzzle form.

/// One bit for each box and each of three digits.
const FULL: u32 = (1 << 27) - 1;

/// One bit for each box.
const BOXES: u32 = (1 << 9) - 1;

/// The bits of the first stack and of the first band.
const STACK_0: u32 = 0o111_111_111;
const BAND_0: u32 = 0o007_007_007;

/// Copies nine bits to the places of all three digits of a word.
const ALL_DIGITS: u32 = 0o001_001_001;

/// The candidates of a 9x9 board, drawn at the top of this file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Position {
    /// `candidates[D2][3 * R2 + C2]`.
    candidates: [[u32; 9]; 3],
    /// `open[D2]`: the digit had two or more places in the box after the last round.
    open: [u32; 3],
}

/// What a round has done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Round {
    /// Candidates were removed; another round may remove more.
    Changed,
    /// No rule applies any more.
    Stable,
    /// A cell has no candidate or a digit no place in some house.
    Contradiction,
}

/// A cell and a digit to try in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Guess {
    /// 3 * R2 + C2.
    word: usize,
    /// 3 * R1 + C1.
    block: usize,
    digit: usize,
}

impl Position {
    /// The position where a cell's candidates are those whose bits are set, digit 1 lowest.
    pub(super) fn new(cells: &[u16; 81]) -> Position {
        let mut candidates = [[0; 9]; 3];
        for (digits, (word, block)) in cells.iter().zip(PLACES) {
            for (d2, words) in candidates.iter_mut().enumerate() {
                // The bits of digits D2, D2 + 3 and D2 + 6, nine apart.
                let digits = u32::from(digits >> d2);
                words[usize::from(word)] |= (digits & 1 | (digits >> 3 & 1) << 9 | (digits >> 6 & 1) << 18) << block;
            }
        }
        // Whether a box is solved for a digit is found out by the first round.
        Position { candidates, open: [FULL; 3] }
    }

    /// One round: every rule once, for all cells and digits.
    ///
    /// 1. A digit with one place in a box excludes the other digits of that cell (hidden single), and
    ///    a cell with one candidate excludes its digit from the rest of the box (naked single).
    /// 2. In each band, a digit's minirows must be a matching of rows and boxes: a minirow stays only
    ///    if the other two rows can use the other two boxes. That is all there is to know about one
    ///    digit in one band: locked candidates of both kinds, hidden singles in rows, and peers in
    ///    rows all follow from it.
    /// 3. The same in each stack with minicolumns.
    ///
    /// Repeated until [`Round::Stable`], the rules reach the same position in whatever order they run.
    pub(super) fn round(&mut self) -> Round {
        // Per cell: whether it has two or more candidates, and whether some digit has its only place
        // of the box there. Both are repeated for each D1, ready to be used with any digit.
        let (mut many, mut decided) = ([0; 9], [0; 9]);
        let mut complete = FULL;
        let [x, y, z] = &self.candidates;
        let [open_x, open_y, open_z] = self.open;
        for cell in 0..9 {
            let any = x[cell] | y[cell] | z[cell];
            let (any_1, any_2) = rotate_digits(any);
            many[cell] = majority(x[cell], y[cell], z[cell]) | any_1 | any_2;
            complete &= any | any_1 | any_2;
            let single = (x[cell] & !open_x) | (y[cell] & !open_y) | (z[cell] & !open_z);
            let (single_1, single_2) = rotate_digits(single);
            decided[cell] = single | single_1 | single_2;
        }
        let mut changed = 0;
        for (old, open) in self.candidates.iter_mut().zip(&mut self.open) {
            let mut new = [0; 9];
            let mut naked = 0;
            for cell in 0..9 {
                new[cell] = old[cell] & !(*open & decided[cell]);
                naked |= new[cell] & !many[cell];
            }
            for cell in 0..9 {
                new[cell] &= !(many[cell] & naked);
            }
            let rows = matching([0, 3, 6].map(|r| rotate_stacks(new[r] | new[r + 1] | new[r + 2])));
            for cell in 0..9 {
                new[cell] &= rows[cell / 3];
            }
            let columns = [0, 1, 2].map(|c| new[c] | new[c + 3] | new[c + 6]);
            let kept = matching(columns.map(rotate_bands));
            for cell in 0..9 {
                new[cell] &= kept[cell % 3];
                changed |= new[cell] ^ old[cell];
            }
            let in_column = [0, 1, 2].map(|c| columns[c] & kept[c]);
            complete &= in_column[0] | in_column[1] | in_column[2];
            *open = majority(in_column[0], in_column[1], in_column[2]);
            for c in 0..3 {
                *open |= majority(new[c], new[c + 3], new[c + 6]);
            }
            *old = new;
        }
        match (complete == FULL, changed == 0) {
            (false, _) => Round::Contradiction,
            (true, false) => Round::Changed,
            (true, true) => Round::Stable,
        }
    }

    /// Whether every digit has one place in every box; a stable position is then a solution, for its
    /// lines are matched and each of the 81 placements needs a cell of its own.
    pub(super) fn is_solved(&self) -> bool {
        self.open == [0; 3]
    }

    /// The digits (from 0) of a solved position, cell by cell.
    pub(super) fn digits(&self) -> [u8; 81] {
        let mut digits = [0; 81];
        for (d2, words) in self.candidates.iter().enumerate() {
            for (word, bits) in words.iter().enumerate() {
                let mut bits = *bits;
                while bits != 0 {
                    let bit = bits.trailing_zeros() as usize;
                    digits[usize::from(CELLS[word][bit % 9])] = (3 * (bit / 9) + d2) as u8;
                    bits &= bits - 1;
                }
            }
        }
        digits
    }

    /// Decides the cell; the position must be narrowed by rounds afterwards.
    pub(super) fn assign(&mut self, guess: Guess) {
        let keep = guess.bit();
        for (d2, words) in self.candidates.iter_mut().enumerate() {
            let kept = if d2 == guess.digit % 3 { keep } else { 0 };
            words[guess.word] &= !(ALL_DIGITS << guess.block) | kept;
        }
    }

    /// Removes the candidate; the position must be narrowed by rounds afterwards.
    pub(super) fn exclude(&mut self, guess: Guess) {
        self.candidates[guess.digit % 3][guess.word] &= !guess.bit();
    }

    /// The candidate to try next in a stable position that is not solved; `None` if the position has no
    /// solution after all: the rules of a round take a digit from the other cells of a box, but two cells
    /// that are left with the same digit at the same time do not notice each other.
    ///
    /// A cell with two candidates comes first, best of all one whose digits each have three or more
    /// places in the box: a digit with two places would be settled by its other place just as well, so
    /// such a cell brings less news. Then a digit with two places in a box, then a cell with three
    /// candidates, then the cell with the fewest.
    ///
    /// Guesses per puzzle on hard lists are a third of those of "fewest candidates first". The digit with
    /// two places matters for boards with few givens: a contradiction in one corner is searched there
    /// instead of everywhere (23 guesses instead of 1.8 million on Norvig's "impossible" puzzle).
    pub(super) fn choose(&self) -> Option<Guess> {
        let places = self.candidates.map(|words| count_places(&words));
        let mut best = (Kind::Fewest, 0, 0);
        let (mut decided, mut twice) = ([0; 3], 0);
        for word in 0..9 {
            let [x, y, z] = [0, 1, 2].map(|d2| self.candidates[d2][word]);
            let [single, two, three] = count_candidates([x, y, z]);
            for (decided, digits) in decided.iter_mut().zip([x, y, z]) {
                let digits = digits & (single * ALL_DIGITS);
                twice |= *decided & digits;
                *decided |= digits;
            }
            let few = (x & !places[0].many) | (y & !places[1].many) | (z & !places[2].many);
            let few = (few | few >> 9 | few >> 18) & BOXES;
            for (kind, blocks) in [(Kind::TwoFresh, two & !few), (Kind::Two, two), (Kind::Three, three)] {
                if blocks != 0 && kind < best.0 {
                    best = (kind, word, blocks.trailing_zeros() as usize);
                }
            }
        }
        if twice != 0 {
            return None;
        }
        if best.0 > Kind::Two
            && let Some((d2, places)) = places.iter().enumerate().find(|(_, places)| places.two != 0)
        {
            let bit = places.two.trailing_zeros() as usize;
            let word = (0..9).find(|word| self.candidates[d2][*word] >> bit & 1 == 1);
            let word = word.expect("the digit has two places in the box");
            return Some(Guess { word, block: bit % 9, digit: 3 * (bit / 9) + d2 });
        }
        let (word, block) = if best.0 == Kind::Fewest { self.fewest_candidates() } else { (best.1, best.2) };
        let digit = (0..9).find(|d| self.candidates[d % 3][word] >> (9 * (d / 3) + block) & 1 == 1);
        Some(Guess { word, block, digit: digit.expect("the cell has several candidates") })
    }

    /// The undecided cell with the fewest candidates.
    fn fewest_candidates(&self) -> (usize, usize) {
        let cells = (0..9).flat_map(|word| (0..9).map(move |block| (word, block)));
        let count = |&(word, block): &(usize, usize)| {
            self.candidates.iter().map(|words| (words[word] >> block & ALL_DIGITS).count_ones()).sum::<u32>()
        };
        let open = cells.filter(|cell| count(cell) > 1).min_by_key(count);
        open.expect("a stable position that is not solved has an undecided cell")
    }
}

impl Guess {
    fn bit(self) -> u32 {
        1 << (9 * (self.digit / 3) + self.block)
    }
}

/// The word 3 * R2 + C2 and the bit 3 * R1 + C1 (for D1 = 0) of each cell.
const PLACES: [(u8, u8); 81] = {
    let mut places = [(0, 0); 81];
    let mut cell = 0;
    while cell < 81 {
        let (row, column) = (cell as u8 / 9, cell as u8 % 9);
        places[cell] = (row % 3 * 3 + column % 3, row / 3 * 3 + column / 3);
        cell += 1;
    }
    places
};

/// The cell at each word and bit: the reverse of [`PLACES`].
const CELLS: [[u8; 9]; 9] = {
    let mut cells = [[0; 9]; 9];
    let mut cell = 0;
    while cell < 81 {
        let (word, block) = PLACES[cell];
        cells[word as usize][block as usize] = cell as u8;
        cell += 1;
    }
    cells
};

/// Bits that are set in two or three of the words.
fn majority(a: u32, b: u32, c: u32) -> u32 {
    (a & b) | ((a | b) & c)
}

/// The word rotated by one and by two values of D1.
fn rotate_digits(word: u32) -> (u32, u32) {
    ((word << 9 | word >> 18) & FULL, (word << 18 | word >> 9) & FULL)
}

/// The word with the three stacks of each band rotated by one and by two.
fn rotate_stacks(word: u32) -> (u32, u32) {
    const LAST: u32 = STACK_0 << 2;
    ((word << 2 & LAST) | (word >> 1 & !LAST & FULL), (word >> 2 & STACK_0) | (word << 1 & !STACK_0 & FULL))
}

/// The word with the three bands of each digit rotated by one and by two.
fn rotate_bands(word: u32) -> (u32, u32) {
    const LAST: u32 = BAND_0 << 6;
    ((word << 6 & LAST) | (word >> 3 & !LAST & FULL), (word >> 6 & BAND_0) | (word << 3 & !BAND_0 & FULL))
}

/// Which bits of each of three words can be kept if the words are to use three different places of
/// every group of three: the places that the other two words can complete. Takes the words' rotations.
///
/// ```text
///     a bit of word 0 at place p stays if  word 1 has p+1 and word 2 has p+2,
///                                      or  word 1 has p+2 and word 2 has p+1
/// ```
fn matching(rotated: [(u32, u32); 3]) -> [u32; 3] {
    let others = |a: (u32, u32), b: (u32, u32)| (a.0 & b.1) | (a.1 & b.0);
    [others(rotated[1], rotated[2]), others(rotated[0], rotated[2]), others(rotated[0], rotated[1])]
}

/// Kinds of cells to guess in, the best first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Kind {
    /// Two candidates, both with three or more places in the box.
    TwoFresh,
    /// Two candidates.
    Two,
    /// Three candidates.
    Three,
    /// The fewest there are.
    Fewest,
}

/// How many places digits have in boxes.
#[derive(Clone, Copy, Debug)]
struct Places {
    /// Exactly two.
    two: u32,
    /// Three or more.
    many: u32,
}

/// Counts, for three digits and all boxes, in how many of nine words their bits are set.
fn count_places(words: &[u32; 9]) -> Places {
    let [mut one, mut two, mut three] = [0; 3];
    for word in words {
        three |= two & word;
        two |= one & word;
        one |= word;
    }
    Places { two: two & !three, many: three }
}

/// The boxes whose cell in these words has exactly one, two and three candidates.
fn count_candidates(words: [u32; 3]) -> [u32; 3] {
    let [mut one, mut two, mut three, mut four] = [0; 4];
    for digit in words.iter().flat_map(|word| [*word, word >> 9, word >> 18]) {
        four |= three & digit;
        three |= two & digit;
        two |= one & digit;
        one |= digit;
    }
    [one & !two & BOXES, two & !three & BOXES, three & !four & BOXES]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cell_has_its_own_bit() {
        for (cell, (word, block)) in PLACES.into_iter().enumerate() {
            assert_eq!(usize::from(CELLS[usize::from(word)][usize::from(block)]), cell);
        }
    }

    #[test]
    fn rotations_move_one_group_each() {
        for digit in 0..3 {
            for band in 0..3 {
                for stack in 0..3 {
                    let bit = |d: usize, b: usize, s: usize| 1 << (9 * (d % 3) + 3 * (b % 3) + s % 3);
                    let word = bit(digit, band, stack);
                    assert_eq!(rotate_digits(word), (bit(digit + 1, band, stack), bit(digit + 2, band, stack)));
                    assert_eq!(rotate_bands(word), (bit(digit, band + 2, stack), bit(digit, band + 1, stack)));
                    assert_eq!(rotate_stacks(word), (bit(digit, band, stack + 2), bit(digit, band, stack + 1)));
                }
            }
        }
    }

    /// For each of the 512 ways that three minirows can be open in three boxes, a minirow is kept by
    /// itself and its support exactly if some permutation uses it.
    #[test]
    fn a_minirow_stays_if_a_matching_uses_it() {
        const PERMUTATIONS: [[u32; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
        for open in 0..512u32 {
            let rows = [open & 7, open >> 3 & 7, open >> 6];
            let support = matching(rows.map(rotate_stacks));
            for row in 0..3 {
                for stack in 0..3 {
                    let used = PERMUTATIONS.iter().any(|p| p[row] == stack && (0..3).all(|r| rows[r] >> p[r] & 1 == 1));
                    assert_eq!(rows[row] & support[row] & 7 & 1 << stack != 0, used, "{rows:?} {row} {stack}");
                }
            }
        }
    }

    #[test]
    fn two_cells_with_the_same_digit_notice_each_other() {
        for second in [1, 9, 10, 20] {
            let given = |cell| if cell == 0 || cell == second { 1 } else { 0x1ff };
            let mut position = Position::new(&std::array::from_fn(given));
            let end = loop {
                match position.round() {
                    Round::Changed => {}
                    end => break end,
                }
            };
            assert!(end == Round::Contradiction || position.choose().is_none(), "{second}");
        }
    }

    #[test]
    fn digits_of_a_solved_position() {
        // Row r of the canonical grid is 1 to 9 shifted by 3r, and by one more for each band.
        let digit = |cell: usize| (3 * (cell / 9) + cell / 27 + cell % 9) % 9;
        let mut position = Position::new(&std::array::from_fn(|cell| 1 << digit(cell)));
        assert_eq!(position.round(), Round::Stable);
        assert!(position.is_solved());
        assert_eq!(position.digits(), std::array::from_fn(|cell| digit(cell) as u8));
    }
}
