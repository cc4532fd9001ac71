//! One 9x9 board in nine short vectors, and the round of rules that narrows it.
//!
//! The words of the three values of D2 ([`layout`](super::layout)) stand side by side in one vector
//! ([`Triple`]), so that a round takes a third of the instructions it would take word by word.

use super::arch::Triple;
use super::layout::{ALL_DIGITS, BOXES, FULL, Words};
use super::lines::matching;

/// The candidates of a 9x9 board.
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
    pub(super) word: usize,
    /// 3 * R1 + C1.
    pub(super) block: usize,
    pub(super) digit: usize,
}

impl<L: Triple> Position<L> {
    #[inline(always)]
    pub(super) fn new(words: &Words) -> Position<L> {
        let [x, y, z] = &words.candidates;
        Position {
            candidates: std::array::from_fn(|cell| L::from_words([x[cell], y[cell], z[cell]])),
            open: L::from_words(words.open),
        }
    }

    pub(super) fn words(&self) -> Words {
        let words = self.candidates.map(L::words);
        Words { candidates: std::array::from_fn(|d| words.map(|word| word[d])), open: self.open.words() }
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
            let (a, b) = any.rotate_digits();
            let other_d1 = a.or(b);
            many[cell] = x.majority(y, z).or(other_d1);
            complete = complete.and(any.or(other_d1));
            let single = x.without(self.open);
            let single = single.or(single.rotate()).or(single.rotate().rotate());
            let (a, b) = single.rotate_digits();
            decided[cell] = single.or3(a, b);
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
        let rows = matching([
            new[0].or3(new[1], new[2]).rotate_stacks(),
            new[3].or3(new[4], new[5]).rotate_stacks(),
            new[6].or3(new[7], new[8]).rotate_stacks(),
        ]);
        for cell in 0..9 {
            new[cell] = new[cell].and(rows[cell / 3]);
        }
        let columns = [0, 1, 2].map(|c| new[c].or(new[c + 3]).or(new[c + 6]));
        let kept = matching([columns[0].rotate_bands(), columns[1].rotate_bands(), columns[2].rotate_bands()]);
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
        // A digit that was naked in a box has no place there but in cells that have nothing else.
        complete = complete.without(open.and(naked));
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

    /// The digits of a solved position, cell by cell, from 1.
    pub(super) fn digits(&self) -> [u8; 81] {
        Words::digits(&self.words().candidates)
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

    /// The candidate to try next in a stable position that is not solved.
    ///
    /// A cell with two candidates comes first, best of all one whose digits each have three or more
    /// places in the box: a digit with two places would be settled by its other place just as well, so
    /// such a cell brings less news. Then a digit with two places in a box, then a cell with three
    /// candidates, then the cell with the fewest.
    ///
    /// Guesses per puzzle on hard lists are a third of those of "fewest candidates first". The digit with
    /// two places matters for boards with few givens: a contradiction in one corner is searched there
    /// instead of everywhere (23 guesses instead of 1.8 million on Norvig's "impossible" puzzle).
    pub(super) fn choose(&self) -> Guess {
        let places = count_places(&self.candidates);
        let mut best = (Kind::Fewest, 0, 0);
        for (word, candidates) in self.candidates.iter().enumerate() {
            let [two, three] = count_candidates(*candidates);
            let few = any_digit(candidates.without(places.many));
            for (kind, blocks) in [(Kind::TwoFresh, two & !few), (Kind::Two, two), (Kind::Three, three)] {
                if blocks != 0 && kind < best.0 {
                    best = (kind, word, blocks.trailing_zeros() as usize);
                }
            }
            if best.0 == Kind::TwoFresh {
                break;
            }
        }
        if best.0 > Kind::Two
            && let Some((d2, two)) = places.two.words().into_iter().enumerate().find(|(_, two)| *two != 0)
        {
            let bit = two.trailing_zeros() as usize;
            let word = self.candidates.iter().position(|candidates| candidates.words()[d2] >> bit & 1 == 1);
            let word = word.expect("the digit has two places in the box");
            return Guess { word, block: bit % 9, digit: 3 * (bit / 9) + d2 };
        }
        let (word, block) = if best.0 == Kind::Fewest { self.fewest_candidates() } else { (best.1, best.2) };
        let words = self.candidates[word].words();
        let digit = (0..9).find(|d| words[d % 3] >> (9 * (d / 3) + block) & 1 == 1);
        Guess { word, block, digit: digit.expect("the cell has several candidates") }
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
    fn bit<L: Triple>(self) -> L {
        L::only(self.digit % 3, 1 << (9 * (self.digit / 3) + self.block))
    }
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
fn count_places<L: Triple>(candidates: &[L; 9]) -> Places<L> {
    let [mut one, mut two, mut three] = [L::none(); 3];
    for cell in candidates {
        three = three.or(two.and(*cell));
        two = two.or(one.and(*cell));
        one = one.or(*cell);
    }
    Places { two: two.without(three), many: three }
}

/// The boxes whose cell has exactly two and three candidates.
#[inline(always)]
fn count_candidates<L: Triple>(x: L) -> [u32; 2] {
    let (y, z) = (x.rotate(), x.rotate().rotate());
    // Of the three digits with the same D1: one or three candidates, two or three candidates.
    let odd = x.xor(y).xor(z).words()[0];
    let pair = L::majority(x, y, z).words()[0];
    let (odd, pair) = ([odd, odd >> 9, odd >> 18], [pair, pair >> 9, pair >> 18]);
    let majority = |x: [u32; 3]| x[0] & x[1] | (x[0] | x[1]) & x[2];
    let ones = odd[0] ^ odd[1] ^ odd[2];
    let twos = (majority(odd) ^ (pair[0] | pair[1] | pair[2])) & !majority(pair) & BOXES;
    [twos & !ones, twos & ones]
}

/// The boxes where any digit is set.
#[inline(always)]
fn any_digit<L: Triple>(x: L) -> u32 {
    let any = x.or(x.rotate()).or(x.rotate().rotate()).words()[0];
    (any | any >> 9 | any >> 18) & BOXES
}

#[cfg(test)]
mod tests {
    use super::super::arch::Best;
    use super::*;

    #[test]
    fn two_cells_with_the_same_digit_notice_each_other() {
        for second in [1, 9, 10, 20] {
            let given = |cell| if cell == 0 || cell == second { 1 } else { 0x1ff };
            let mut position = Position::<Best>::new(&Words::from_candidates(&std::array::from_fn(given)));
            let end = loop {
                match position.round() {
                    Round::Changed => {}
                    end => break end,
                }
            };
            assert_eq!(end, Round::Contradiction, "{second}");
        }
    }
}
