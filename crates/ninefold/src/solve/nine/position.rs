//! One 9x9 board in nine short vectors, and the round of rules that narrows it.
//!
//! The words of the three values of D2 ([`layout`](super::layout)) lie side by side in one vector ([`Triple`]), so a round
//! takes a third of the instructions that it would take word by word.

use super::counts::{many_places, two_candidates};
use super::rules::{UNKNOWN, narrow};
use crate::solve::arch::layout::{ALL_DIGITS, FULL, Words};
use crate::solve::arch::{Triple, any_digit, at_place};

/// The candidates of a 9x9 board.
#[derive(Clone, Copy, Debug)]
pub(super) struct Position<L> {
    /// `candidates[3 * R2 + C2]`, a lane per D2.
    candidates: [L; 9],
    /// Digits with two or more places in the box after the last round.
    open: L,
    /// The sum of what was left after the last round, or [`UNKNOWN`].
    sum: L,
}

/// What a round has done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Round {
    /// Something was removed that may have consequences: another round may remove more.
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
            sum: L::all(UNKNOWN),
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
    /// 2. In each band, a digit's minirows must be a matching of rows and boxes: a minirow stays only if the other two rows can
    ///    use the other two boxes. This covers everything about one digit in one band: locked candidates of both kinds, hidden
    ///    singles in rows, and peers in rows all follow from it.
    /// 3. The same in each stack with minicolumns.
    ///
    /// If there is a solution, the rules, repeated until [`Round::Stable`], reach the same position in whatever order they run
    /// (if not, see [`boards`](super::boards)).
    #[inline(always)]
    pub(super) fn round(&mut self) -> Round {
        // Per cell: whether it has two or more candidates, and whether it is the only place of some digit in the box. Both are
        // the same in all lanes and for each D1, so they can be used for any digit.
        let (mut many, mut decided, mut naked) = ([L::none(); 9], [L::none(); 9], L::none());
        let mut complete = L::all(FULL);
        for cell in 0..9 {
            let x = self.candidates[cell];
            let (y, z) = (x.rotate(), x.rotate().rotate());
            let any = x.or3(y, z);
            many[cell] = x.majority(y, z).or_other_digits(any);
            complete = complete.and_or(many[cell], any);
            naked = naked.or_without(x, many[cell]);
            let single = x.without(self.open);
            let single = single.or3(single.rotate(), single.rotate().rotate());
            decided[cell] = single.or_other_digits(single);
        }
        let narrowed = narrow(&self.candidates, self.open, naked, &many, &decided);
        complete = complete.and(narrowed.complete);
        let before = self.sum;
        *self = Position { candidates: narrowed.candidates, open: narrowed.open, sum: narrowed.sum };
        match (L::all(FULL).without(complete).is_none(), narrowed.sum.xor(before).is_none()) {
            (false, _) => Round::Contradiction,
            (true, false) => Round::Changed,
            (true, true) => Round::Stable,
        }
    }

    /// Whether every digit has one place in every box. A stable position is then a solution: its lines are matched, and each of
    /// the 81 placements needs a cell of its own.
    #[inline(always)]
    pub(super) fn is_solved(&self) -> bool {
        self.open.is_none()
    }

    /// Decides the cell, and returns the other branch, without the candidate. Both have yet to be narrowed by rounds.
    #[inline(always)]
    pub(super) fn split(&mut self, guess: Guess) -> Position<L> {
        let bit = L::only(guess.digit % 3, 1 << (9 * (guess.digit / 3) + guess.block));
        let mut without = *self;
        let cell = &mut self.candidates[guess.word];
        without.candidates[guess.word] = cell.without(bit);
        *cell = cell.keep(L::all(ALL_DIGITS << guess.block), bit);
        without
    }

    /// The candidate to try next in a stable position that is not solved.
    ///
    /// A cell with two candidates comes first, best of all one whose digits each have three or more places in the box: a digit
    /// with two places would be decided just as well by its other place, so such a cell reveals less. Then a digit with two
    /// places in a box, then the cell with the fewest candidates.
    ///
    /// On hard lists this takes a third of the guesses of "fewest candidates first". The digit with two places matters for
    /// boards with few givens: it keeps the search for a contradiction in one corner of the board (23 guesses instead of 1.8
    /// million on Norvig's "impossible" puzzle).
    #[inline(always)]
    pub(super) fn choose(&self) -> Guess {
        let many = many_places(&self.candidates);
        let mut settled = None;
        for third in 0..3 {
            let (mut two, mut fresh) = (L::none(), L::none());
            for place in 0..3 {
                let x = self.candidates[3 * third + place];
                let exactly = two_candidates(x, x.rotate(), x.rotate().rotate());
                let rare = any_digit(x.without(many));
                let good = exactly.without(rare.or3(rare.rotate(), rare.rotate().rotate()));
                (two, fresh) = (two.or(at_place(exactly, place)), fresh.or(at_place(good, place)));
            }
            if !fresh.is_none() {
                return self.lowest_digit(third, fresh.words()[0]);
            }
            if settled.is_none() && !two.is_none() {
                settled = Some((third, two.words()[0]));
            }
        }
        match settled {
            Some((third, cells)) => self.lowest_digit(third, cells),
            None => self.choose_rarely(),
        }
    }

    /// The candidate to try together with the first: in another cell with two candidates in the last third of the words, which
    /// is probably far from the first.
    #[inline(always)]
    pub(super) fn choose_second(&self, first: Guess) -> Option<Guess> {
        let mut two = L::none();
        for place in 0..3 {
            let x = self.candidates[6 + place];
            two = two.or(at_place(two_candidates(x, x.rotate(), x.rotate().rotate()), place));
        }
        let own = if first.word < 6 { 0 } else { 1 << (9 * (first.word - 6) + first.block) };
        let cells = two.words()[0] & !own;
        (cells != 0).then(|| self.lowest_digit(2, cells))
    }

    /// The lowest digit of the first of some cells, which are given as a bit for each of three words and each box.
    #[inline(always)]
    fn lowest_digit(&self, third: usize, cells: u32) -> Guess {
        let cell = cells.trailing_zeros() as usize;
        let (word, block) = (3 * third + cell / 9, cell % 9);
        let words = self.candidates[word].words().map(|word| word >> block & ALL_DIGITS);
        let group = (words[0] | words[1] | words[2]).trailing_zeros() as usize / 9;
        let d2 = words.iter().position(|word| word >> (9 * group) & 1 == 1).expect("the cell has candidates");
        Guess { word, block, digit: 3 * group + d2 }
    }

    /// The same if no cell has two candidates.
    #[cold]
    #[inline(never)]
    fn choose_rarely(&self) -> Guess {
        let words = self.words().candidates;
        for d in 0..3 {
            let (mut one, mut two, mut many) = (0, 0, 0);
            for word in words[d] {
                (one, two, many) = (one | word, two | one & word, many | two & word);
            }
            let two = two & !many;
            if two != 0 {
                let bit = two.trailing_zeros() as usize;
                let word = words[d].iter().position(|word| word >> bit & 1 == 1);
                let word = word.expect("the digit has two places in the box");
                return Guess { word, block: bit % 9, digit: 3 * (bit / 9) + d };
            }
        }
        let cells = (0..81).map(|cell| (cell / 9, cell % 9));
        let open = cells.filter(|(word, block)| count(&words, *word, *block) > 1);
        let fewest = open.min_by_key(|(word, block)| count(&words, *word, *block));
        let (word, block) = fewest.expect("a position that is not solved has an undecided cell");
        self.lowest_digit(word / 3, 1 << (9 * (word % 3) + block))
    }
}

/// The number of candidates of a cell.
fn count(words: &[[u32; 9]; 3], word: usize, block: usize) -> u32 {
    words.iter().map(|words| (words[word] >> block & ALL_DIGITS).count_ones()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::arch::Best;
    use proptest::prelude::*;

    proptest! {
        /// When a round reports that no rule applies any more, the next one changes nothing; and every round but the first
        /// reports this as soon as it has changed nothing itself.
        #[test]
        fn rounds_know_when_nothing_follows(clues in prop::collection::vec((0usize..81, 1u8..10), 0..40), wrong: bool) {
            let mut digits = [0; 81];
            for (cell, digit) in clues {
                let right = (3 * (cell / 9) + cell / 27 + cell % 9) % 9 + 1;
                digits[cell] = if wrong { digit } else { right as u8 };
            }
            let mut left = vec![Position::<Best>::new(&Words::from_digits(&digits))];
            // Including the branches of some guesses.
            for _ in 0..20 {
                let Some(mut position) = left.pop() else { break };
                let mut before = None;
                loop {
                    let outcome = position.round();
                    let after = position.words();
                    match outcome {
                        Round::Contradiction => break,
                        Round::Changed => prop_assert_ne!(before, Some(after)),
                        Round::Stable => {
                            prop_assert_eq!(position.round(), Round::Stable);
                            prop_assert_eq!(position.words(), after);
                            if !position.is_solved() {
                                let without = position.split(position.choose());
                                left.extend([without, position]);
                            }
                            break;
                        }
                    }
                    before = Some(after);
                }
            }
        }
    }

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
