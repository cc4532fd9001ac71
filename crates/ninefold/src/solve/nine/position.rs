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
//! The words of the three values of D2 stand side by side in one vector ([`Lanes`]). So the nine
//! cells of a box are nine different vectors at one bit position, and everything that concerns a box is
//! plain logic across vectors: no shift, no table, for nine boxes and nine digits at once. A row or
//! column of boxes lies within a word, side by side or three bits apart, and needs a rotation in groups
//! of three bits. The nine digits of a cell are three bits of three lanes.
//!
//! The layout is that of a study which solves 16 puzzles in lockstep, one per lane; here the lanes hold
//! one puzzle.

use super::arch::Lanes;

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
#[derive(Clone, Copy, Debug)]
pub(super) struct Position<L> {
    /// `candidates[3 * R2 + C2]`, a lane per D2.
    candidates: [L; 9],
    /// The digit had two or more places in the box after the last round.
    open: L,
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

impl<L: Lanes> Position<L> {
    /// The position where a cell's candidates are those whose bits are set, digit 1 lowest.
    pub(super) fn new(cells: &[u16; 81]) -> Position<L> {
        let mut candidates = [L::all(FULL); 9];
        for (digits, (word, block)) in cells.iter().zip(PLACES) {
            // Most cells of most puzzles have all candidates.
            if *digits != 0x1ff {
                // The bits of digits D2, D2 + 3 and D2 + 6, nine apart.
                let missing = [0, 1, 2].map(|d2| u32::from(!digits >> d2));
                let missing = missing.map(|m| (m & 1 | (m >> 3 & 1) << 9 | (m >> 6 & 1) << 18) << block);
                let cell = &mut candidates[usize::from(word)];
                *cell = cell.without(L::from_words(missing));
            }
        }
        // Whether a box is solved for a digit is found out by the first round.
        Position { candidates, open: L::all(FULL) }
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
    #[inline(never)]
    pub(super) fn round(&mut self) -> Round {
        let old = self.candidates;
        // Per cell: whether it has two or more candidates, and whether some digit has its only place
        // of the box there. Both are the same in all lanes and for each D1, ready for any digit.
        let (mut many, mut decided) = ([L::none(); 9], [L::none(); 9]);
        let mut complete = L::all(FULL);
        for cell in 0..9 {
            let x = old[cell];
            let (y, z) = (x.rotate(), x.rotate().rotate());
            let any = x.or(y).or(z);
            let other_d1 = rotate_digits(any);
            many[cell] = L::majority(x, y, z).or(other_d1);
            complete = complete.and(any.or(other_d1));
            let single = x.without(self.open);
            let single = single.or(single.rotate()).or(single.rotate().rotate());
            decided[cell] = single.or(rotate_digits(single));
        }
        let mut new = [L::none(); 9];
        let mut naked = L::none();
        for cell in 0..9 {
            new[cell] = old[cell].without(self.open.and(decided[cell]));
            naked = naked.or(new[cell].without(many[cell]));
        }
        for cell in 0..9 {
            new[cell] = new[cell].without(many[cell].and(naked));
        }
        let rows = matching([0, 3, 6].map(|r| rotate_stacks(new[r].or(new[r + 1]).or(new[r + 2]))));
        for cell in 0..9 {
            new[cell] = new[cell].and(rows[cell / 3]);
        }
        let columns = [0, 1, 2].map(|c| new[c].or(new[c + 3]).or(new[c + 6]));
        let kept = matching(columns.map(rotate_bands));
        let mut changed = L::none();
        for cell in 0..9 {
            new[cell] = new[cell].and(kept[cell % 3]);
            changed = changed.or(new[cell].xor(old[cell]));
        }
        let in_column = [0, 1, 2].map(|c| columns[c].and(kept[c]));
        complete = complete.and(in_column[0].or(in_column[1]).or(in_column[2]));
        let mut open = L::majority(in_column[0], in_column[1], in_column[2]);
        for c in 0..3 {
            open = open.or(L::majority(new[c], new[c + 3], new[c + 6]));
        }
        *self = Position { candidates: new, open };
        let complete = complete.words().iter().fold(FULL, |all, word| all & word);
        let changed = changed.words().iter().fold(0, |any, word| any | word);
        match (complete == FULL, changed == 0) {
            (false, _) => Round::Contradiction,
            (true, false) => Round::Changed,
            (true, true) => Round::Stable,
        }
    }

    /// Whether every digit has one place in every box; a stable position is then a solution, for its
    /// lines are matched and each of the 81 placements needs a cell of its own.
    pub(super) fn is_solved(&self) -> bool {
        self.open.words() == [0; 3]
    }

    /// The digits (from 0) of a solved position, cell by cell.
    pub(super) fn digits(&self) -> [u8; 81] {
        let mut digits = [0; 81];
        for (words, cells) in self.candidates.iter().zip(CELLS) {
            for (d2, mut bits) in words.words().into_iter().enumerate() {
                while bits != 0 {
                    let bit = bits.trailing_zeros() as usize;
                    digits[usize::from(cells[bit % 9])] = (3 * (bit / 9) + d2) as u8;
                    bits &= bits - 1;
                }
            }
        }
        digits
    }

    /// Decides the cell; the position must be narrowed by rounds afterwards.
    pub(super) fn assign(&mut self, guess: Guess) {
        let others = L::all(ALL_DIGITS << guess.block).without(guess.bit());
        self.candidates[guess.word] = self.candidates[guess.word].without(others);
    }

    /// Removes the candidate; the position must be narrowed by rounds afterwards.
    pub(super) fn exclude(&mut self, guess: Guess) {
        self.candidates[guess.word] = self.candidates[guess.word].without(guess.bit());
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
        let places = count_places(&self.candidates);
        let mut best = (Kind::Fewest, 0, 0);
        let (mut decided, mut twice) = (L::none(), L::none());
        for (word, candidates) in self.candidates.iter().enumerate() {
            let [single, two, three] = count_candidates(*candidates);
            let digits = candidates.and(L::all(single * ALL_DIGITS));
            twice = twice.or(decided.and(digits));
            decided = decided.or(digits);
            let few = candidates.without(places.many).words().into_iter().fold(0, |few, word| few | word);
            let few = (few | few >> 9 | few >> 18) & BOXES;
            for (kind, blocks) in [(Kind::TwoFresh, two & !few), (Kind::Two, two), (Kind::Three, three)] {
                if blocks != 0 && kind < best.0 {
                    best = (kind, word, blocks.trailing_zeros() as usize);
                }
            }
        }
        if twice.words() != [0; 3] {
            return None;
        }
        if best.0 > Kind::Two
            && let Some((d2, two)) = places.two.words().into_iter().enumerate().find(|(_, two)| *two != 0)
        {
            let bit = two.trailing_zeros() as usize;
            let word = self.candidates.iter().position(|candidates| candidates.words()[d2] >> bit & 1 == 1);
            let word = word.expect("the digit has two places in the box");
            return Some(Guess { word, block: bit % 9, digit: 3 * (bit / 9) + d2 });
        }
        let (word, block) = if best.0 == Kind::Fewest { self.fewest_candidates() } else { (best.1, best.2) };
        let words = self.candidates[word].words();
        let digit = (0..9).find(|d| words[d % 3] >> (9 * (d / 3) + block) & 1 == 1);
        Some(Guess { word, block, digit: digit.expect("the cell has several candidates") })
    }

    /// The undecided cell with the fewest candidates.
    fn fewest_candidates(&self) -> (usize, usize) {
        let cells = (0..9).flat_map(|word| (0..9).map(move |block| (word, block)));
        let count = |&(word, block): &(usize, usize)| {
            self.candidates[word].words().iter().map(|w| (w >> block & ALL_DIGITS).count_ones()).sum::<u32>()
        };
        let open = cells.filter(|cell| count(cell) > 1).min_by_key(count);
        open.expect("a stable position that is not solved has an undecided cell")
    }
}

impl Guess {
    fn bit<L: Lanes>(self) -> L {
        L::only(self.digit % 3, 1 << (9 * (self.digit / 3) + self.block))
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

/// The union of the words rotated by one and by two values of D1.
#[inline(always)]
fn rotate_digits<L: Lanes>(x: L) -> L {
    x.up::<9>().or(x.down::<18>()).or(x.up::<18>().or(x.down::<9>())).and(L::all(FULL))
}

/// The words with the three stacks of each band rotated by one and by two. Bits above the 27 may be set.
#[inline(always)]
fn rotate_stacks<L: Lanes>(x: L) -> (L, L) {
    (L::select(STACK_0 << 2, x.up::<2>(), x.down::<1>()), L::select(STACK_0, x.down::<2>(), x.up::<1>()))
}

/// The words with the three bands of each digit rotated by one and by two. Bits above the 27 may be set.
#[inline(always)]
fn rotate_bands<L: Lanes>(x: L) -> (L, L) {
    (L::select(BAND_0 << 6, x.up::<6>(), x.down::<3>()), L::select(BAND_0, x.down::<6>(), x.up::<3>()))
}

/// Which bits of each of three vectors can be kept if they are to use three different places of every
/// group of three: the places that the other two can complete. Takes their rotations.
///
/// ```text
///     a bit of word 0 at place p stays if  word 1 has p+1 and word 2 has p+2,
///                                      or  word 1 has p+2 and word 2 has p+1
/// ```
#[inline(always)]
fn matching<L: Lanes>(rotated: [(L, L); 3]) -> [L; 3] {
    let others = |a: (L, L), b: (L, L)| a.0.and(b.1).or(a.1.and(b.0));
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
struct Places<L> {
    /// Exactly two.
    two: L,
    /// Three or more.
    many: L,
}

/// Counts, for all digits and boxes, in how many of nine vectors their bits are set.
fn count_places<L: Lanes>(candidates: &[L; 9]) -> Places<L> {
    let [mut one, mut two, mut three] = [L::none(); 3];
    for cell in candidates {
        three = three.or(two.and(*cell));
        two = two.or(one.and(*cell));
        one = one.or(*cell);
    }
    Places { two: two.without(three), many: three }
}

/// The boxes whose cell has exactly one, two and three candidates.
fn count_candidates<L: Lanes>(candidates: L) -> [u32; 3] {
    let [mut one, mut two, mut three, mut four] = [0; 4];
    for digit in candidates.words().iter().flat_map(|word| [*word, word >> 9, word >> 18]) {
        four |= three & digit;
        three |= two & digit;
        two |= one & digit;
        one |= digit;
    }
    [one & !two & BOXES, two & !three & BOXES, three & !four & BOXES]
}

#[cfg(test)]
mod tests {
    use super::super::arch::Best;
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
                    let x = Best::all(bit(digit, band, stack));
                    let words = |(a, b): (Best, Best)| (a.words()[0] & FULL, b.words()[0] & FULL);
                    let others = bit(digit + 1, band, stack) | bit(digit + 2, band, stack);
                    assert_eq!(rotate_digits(x).words(), [others; 3]);
                    assert_eq!(words(rotate_bands(x)), (bit(digit, band + 2, stack), bit(digit, band + 1, stack)));
                    assert_eq!(words(rotate_stacks(x)), (bit(digit, band, stack + 2), bit(digit, band, stack + 1)));
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
            let support = matching(rows.map(|row| rotate_stacks(Best::all(row))));
            for row in 0..3 {
                for stack in 0..3 {
                    let used = PERMUTATIONS.iter().any(|p| p[row] == stack && (0..3).all(|r| rows[r] >> p[r] & 1 == 1));
                    let kept = rows[row] & support[row].words()[0] & 7;
                    assert_eq!(kept & 1 << stack != 0, used, "{rows:?} {row} {stack}");
                }
            }
        }
    }

    #[test]
    fn two_cells_with_the_same_digit_notice_each_other() {
        for second in [1, 9, 10, 20] {
            let given = |cell| if cell == 0 || cell == second { 1 } else { 0x1ff };
            let mut position = Position::<Best>::new(&std::array::from_fn(given));
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
        let mut position = Position::<Best>::new(&std::array::from_fn(|cell| 1 << digit(cell)));
        assert_eq!(position.round(), Round::Stable);
        assert!(position.is_solved());
        assert_eq!(position.digits(), std::array::from_fn(|cell| digit(cell) as u8));
    }
}
