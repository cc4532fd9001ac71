//! Many boards side by side, one per lane, with the round of rules that narrows them all, and the guess.
//!
//! A vector holds one word of the [`layout`](super::layout) for each of the boards. All boards go through the same
//! instructions: there are no tables, no branches, and nothing that depends on a board's content. A round is about 470 vector
//! operations, or 830 if an operation has only two operands: 29 for each board with 16 lanes, 104 with the eight of AVX2.
//!
//! # The round
//!
//! *Cells.* The nine digits of a cell are three bits of three words. Whether a cell has a second candidate is the majority of
//! the three words, or a candidate in one of the other two groups of bits: one rotation of the union. A digit that has its only
//! place of the box in a cell (its bit is not *open*) decides this cell, whatever its group: another rotation. Then a decided
//! cell loses the digits that are open, and a digit that is the only one of a cell is removed from the other cells of the box.
//! This covers the hidden and naked singles of boxes.
//!
//! *Lines.* All that matters of a row within a box is whether a digit can be there at all: the union of three cells, a
//! *minirow*. A band has three rows and three boxes, so the minirows of a digit in it form a 3x3 matrix of bits, and each row
//! and each box needs the digit exactly once: a minirow is possible if some permutation of three uses it. That is the case if
//! the other two rows can have the other two boxes, one way or the other:
//! is, if the other two rows can have the other two boxes, this way or that:
//!
//! ```text
//!     keep(row 0, box b) = (row 1, b+1) and (row 2, b+2)  or  (row 1, b+2) and (row 2, b+1)
//! ```
//!
//! The permutations express exactly what can be said about one digit in one band. Locked candidates of both kinds are special
//! cases (a row left with one box, a box left with one row), and so are hidden singles and peers in rows; with the same for
//! stacks, the round is complete for all of them.
//!
//! *End.* There is no solution if a digit has no place in a box, a cell has no candidate, or two cells of a box both have the
//! same digit as their only one. A board that is unchanged and has nothing open is solved.
//!
//! *Changes.* To compare words, the old ones would have to be kept or read again, which costs more than it seems; and not every
//! removal in a round has consequences. So a sum shows whether anything follows: see [`UNKNOWN`]. A board that has just been
//! taken has no sum yet, so its first round counts as a change. (With the sum of all words instead, a round took twenty more
//! operations, or nine with three operands, and 1 to 3 of 100 rounds were in vain.)
//!
//! The rules only remove candidates, so the rounds come to an end; and lanes and single [positions](super::position) have the
//! same rounds, so they make the same guesses. With another order of the rules a board that has a solution ends in the same
//! way, because for such boards each rule is monotone. A board without a solution may not: if two digits both have their only
//! place of a box in one cell, neither leaves it; but if the first excludes the second while the second still seems to have
//! other places, the contradiction is found.
//!
//! # The guess
//!
//! The guess is made in a cell with two candidates, so that a wrong guess decides the cell too. Best is a *fresh* one, whose
//! digits both have three or more places in the box: a digit with only two places there would be decided just as well by its
//! other place. If no cell has two candidates (1 to 4 guesses of 100), a digit with two places in a box comes next: see
//! [`Position::choose`](super::position::Position::choose). Without the preference for digits with more places there are three
//! times as many guesses on hard lists.
//!
//! As long as all guesses for a puzzle have held, two are made at once: the second in a cell of the last three words, which is
//! probably far from the first. If there are many solutions nearly all guesses are right, and every pair saves a few rounds and
//! a pass; the price is that one more contradiction may have to be searched. Whether this applies to a board follows from its
//! place in the search tree (no search has gone back on the way to it), so it depends on nothing else.
//!
//! To prove that the solution is the only one takes 1.1 guesses for a puzzle with 17 clues, 1.8 for other minimal puzzles, 14
//! on the magictour list and 94 on the hardest known puzzles (0.9, 1.4, 13 and 94 with single guesses, but no fewer rounds);
//! two solutions of a puzzle with many take 27 rounds instead of 32. The study from which the layout comes, which differs in
//! the rare cases, needs 1.4, -, 16 and 102 guesses.
//!
//! # Tried and dropped
//!
//! * Minirows with three digits left, or with three digits that have no other place (the triads of other solvers): half of the
//!   guesses on 17-clue puzzles, two thirds on magictour, but nine tenths on the hardest and no fewer elsewhere. They take 340
//!   operations before each guess, which saves nothing on the former and costs 8 to 25 % on the latter, even if only the first
//!   two or three guesses of a puzzle are treated like this.
//! * Choosing a cell from the first three words that offer one at all, instead of all nine: 10 to 30 % more guesses.
//! * Stopping a round early when it has found no single: 0.4 % fewer rounds, no time saved.
//! * Using the naked digits of the previous round, so that each cell can be finished at once: 19 to 45 % more rounds.
//! * The rows of one D2 beside the columns of the previous one, all three D2 stage by stage, or two halves of eight lanes, to
//!   keep a processor busy while it waits (Zen 4): from 1 % faster to 6 % slower, because more has to be stored.
//! * The singles of all three D2 while a cell's words are loaded, so that decided cells need no vectors of their own: fifty
//!   loads fewer but not one store fewer, because two D2 have to wait in memory: 1 to 2 % slower (Zen 4), 3 to 14 % with AVX2.
//! * No sum: nothing follows if neither rows nor columns have removed anything and each digit is as open as it was, which the
//!   round itself knows, at times a round earlier: 0.6 (17 clues) to 1.7 % fewer rounds, but as many more operations; the same
//!   time, or 2 % more with AVX-512 and 17 clues.
//! * Guessing in the box with the most cells of two candidates: 5 % fewer rounds on the hardest, 8 on magictour, 1 with 17
//!   clues, but 4 % more if there are many solutions; box after box along diagonals: 5, 3, 1 and 1.5. Both would need all nine
//!   words for each guess and thirty more operations.

use super::counts::{many_places, two_candidates};
use super::position::Guess;
use super::rules::{UNKNOWN, narrow};
use crate::solve::arch::layout::{ALL_DIGITS, BOXES, FULL, Words};
use crate::solve::arch::{Wide, any_digit, at_place};

/// The largest number of lanes.
pub(super) const LANES: usize = 16;

/// The lanes of a set, the lowest first.
#[inline(always)]
pub(super) fn lanes(set: u32) -> impl Iterator<Item = usize> {
    let mut left = set;
    std::iter::from_fn(move || {
        let lane = left.trailing_zeros() as usize;
        let some = left != 0;
        left &= left.wrapping_sub(1);
        some.then_some(lane)
    })
}

/// The candidates of as many boards as there are lanes; see [`layout`](super::layout) for each board's words.
#[derive(Clone, Copy, Debug)]
pub(super) struct Boards<W> {
    /// `candidates[D2][3 * R2 + C2]`.
    candidates: [[W; 9]; 3],
    /// Digits with two or more places in the box after the last round.
    open: [W; 3],
    /// The sum of what was left after the last round, or [`UNKNOWN`].
    sum: W,
}

/// At most one cell to guess in for each lane: bit 9 * (word % 3) + block of the vector word / 3.
#[derive(Clone, Copy, Debug)]
pub(super) struct Picks<W>([W; 3]);

impl<W: Wide> Picks<W> {
    /// The lanes that have a cell.
    #[inline(always)]
    pub(super) fn lanes(&self) -> u32 {
        self.0[0].or3(self.0[1], self.0[2]).nonzero()
    }

    /// The same picks, in these lanes only.
    #[inline(always)]
    pub(super) fn only(&self, lanes: u32) -> Picks<W> {
        let mask = W::mask(lanes);
        Picks(self.0.map(|pick| pick.blend(mask, W::none())))
    }
}

/// The lanes that a round has changed, those that it has shown to have no solution, and those that are not solved.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outcome {
    pub(super) changed: u32,
    pub(super) contradictory: u32,
    /// The lanes whose board has a digit with two or more places in a box.
    pub(super) unsolved: u32,
}

impl<W: Wide> Boards<W> {
    pub(super) fn new() -> Boards<W> {
        Boards { candidates: [[W::none(); 9]; 3], open: [W::none(); 3], sum: W::all(UNKNOWN) }
    }

    /// One round on every lane.
    #[inline(always)]
    pub(super) fn round(&mut self) -> Outcome {
        let full = W::all(FULL);
        let mut complete = full;
        let (mut many, mut decided, mut naked) = ([W::none(); 9], [W::none(); 9], [W::none(); 3]);
        let [open0, open1, open2] = self.open;
        for cell in 0..9 {
            let x = self.cell(cell);
            let any = x[0].or3(x[1], x[2]);
            many[cell] = x[0].majority(x[1], x[2]).or_other_digits(any);
            complete = complete.and_or(many[cell], any);
            for d in 0..3 {
                naked[d] = naked[d].or_without(x[d], many[cell]);
            }
        }
        // In a loop of its own, for work to do while the last naked digits are computed, which all that follows needs.
        for cell in 0..9 {
            let x = self.cell(cell);
            let single = x[0].without(open0).or_without(x[1], open1).or_without(x[2], open2);
            decided[cell] = single.or_other_digits(single);
        }
        let mut sum = W::none();
        for d in 0..3 {
            let narrowed = narrow(&self.candidates[d], self.open[d], naked[d], &many, &decided);
            sum = sum.add(narrowed.sum);
            complete = complete.and(narrowed.complete);
            self.candidates[d] = narrowed.candidates;
            self.open[d] = narrowed.open;
        }
        let before = std::mem::replace(&mut self.sum, sum);
        Outcome {
            changed: sum.xor(before).nonzero(),
            contradictory: full.without(complete).nonzero(),
            unsolved: self.open[0].or3(self.open[1], self.open[2]).and(full).nonzero(),
        }
    }

    /// Puts a board into a lane, word by word.
    #[inline(always)]
    pub(super) fn put(&mut self, lane: usize, board: &Words) {
        for d in 0..3 {
            for cell in 0..9 {
                self.candidates[d][cell].words_mut()[lane] = board.candidates[d][cell];
            }
            self.open[d].words_mut()[lane] = board.open[d];
        }
        self.sum.words_mut()[lane] = UNKNOWN;
    }

    /// The same for words that are in memory.
    #[inline(never)]
    pub(super) fn put_whole(&mut self, lane: usize, board: &Words) {
        self.put(lane, board);
    }

    /// Takes the board of a lane from the same lane of other boards, word by word. (Making a board of words and putting that is
    /// equivalent, but 2 to 6 % slower.)
    #[inline(always)]
    pub(super) fn take(&mut self, lane: usize, from: &Boards<W>) {
        for d in 0..3 {
            for cell in 0..9 {
                self.candidates[d][cell].words_mut()[lane] = from.candidates[d][cell].words()[lane];
            }
            self.open[d].words_mut()[lane] = from.open[d].words()[lane];
        }
        self.sum.words_mut()[lane] = UNKNOWN;
    }

    /// The board in a lane.
    pub(super) fn words(&self, lane: usize) -> Words {
        let word = |w: &W| w.words()[lane];
        let [x, y, z] = &self.candidates;
        Words {
            candidates: [x, y, z].map(|words| std::array::from_fn(|cell| word(&words[cell]))),
            open: std::array::from_fn(|d| word(&self.open[d])),
        }
    }

    /// Writes the digits of the solved board in a lane.
    #[inline(always)]
    pub(super) fn digits(&self, lane: usize, digits: &mut [u8; 81]) {
        W::digits_of(&self.candidates, lane, digits);
    }

    /// Assigns its lower digit to each lane's picked cell here, and excludes that digit in the copy. Boards without a pick are
    /// copied unchanged.
    #[inline(always)]
    pub(super) fn guess(&mut self, picks: &Picks<W>, copy: &mut Boards<W>) {
        for third in 0..3 {
            // Mostly, all lanes guess in the same third.
            if picks.0[third].nonzero() == 0 {
                for d in 0..3 {
                    let cells = 3 * third..3 * third + 3;
                    copy.candidates[d][cells.clone()].copy_from_slice(&self.candidates[d][cells]);
                }
                continue;
            }
            for place in 0..3 {
                let cell = 3 * third + place;
                let all = spread(picks.0[third], place);
                let x = self.cell(cell);
                let bit = x[0].or3(x[1], x[2]).and(all).lowest();
                let first = x[0].and(bit);
                let second = x[1].and_without(bit, first);
                let chosen = [first, second, bit.without_any(first, second)];
                for d in 0..3 {
                    copy.candidates[d][cell] = x[d].without(chosen[d]);
                    self.candidates[d][cell] = x[d].keep(all, chosen[d]);
                }
            }
        }
        copy.open = self.open;
    }

    /// Where to guess in each of some lanes with stable, unsolved positions, if there is a cell with two candidates; and for
    /// lanes that make two guesses at once, where to make the second: in the last third of the words, if there is another such
    /// cell.
    #[inline(always)]
    pub(super) fn choose(&self, lanes: u32, two_guesses: u32) -> (Picks<W>, Picks<W>) {
        let many =
            [many_places(&self.candidates[0]), many_places(&self.candidates[1]), many_places(&self.candidates[2])];
        let (mut fresh, mut two) = ([W::none(); 3], [W::none(); 3]);
        for third in 0..3 {
            for place in 0..3 {
                let x = self.cell(3 * third + place);
                let exactly = two_candidates(x[0], x[1], x[2]);
                let rare = x[0].without(many[0]).or_without(x[1], many[1]).or_without(x[2], many[2]);
                let good = exactly.without(any_digit(rare));
                two[third] = two[third].or(at_place(exactly, place));
                fresh[third] = fresh[third].or(at_place(good, place));
            }
            if third == 0 && fresh[0].nonzero() & lanes == lanes {
                if two_guesses != 0 {
                    for place in 0..3 {
                        let x = self.cell(6 + place);
                        two[2] = two[2].or(at_place(two_candidates(x[0], x[1], x[2]), place));
                    }
                }
                break;
            }
        }
        let any = fresh[0].or3(fresh[1], fresh[2]);
        let best = [
            fresh[0].or(two[0].where_zero(any)),
            fresh[1].or(two[1].where_zero(any)),
            fresh[2].or(two[2].where_zero(any)),
        ];
        let chosen = W::mask(lanes);
        let first = [
            best[0].lowest().blend(chosen, W::none()),
            best[1].lowest().where_zero(best[0]).blend(chosen, W::none()),
            best[2].lowest().where_zero(best[0].or(best[1])).blend(chosen, W::none()),
        ];
        let second = two[2].without(first[2]).lowest().blend(W::mask(two_guesses), W::none());
        (Picks(first), Picks([W::none(), W::none(), second]))
    }

    /// The three words of a cell's place in the box.
    #[inline(always)]
    fn cell(&self, cell: usize) -> [W; 3] {
        [self.candidates[0][cell], self.candidates[1][cell], self.candidates[2][cell]]
    }

    /// Makes a given guess in one lane: assigns the digit here and excludes it in the copy.
    pub(super) fn guess_at(&mut self, copy: &mut Boards<W>, lane: usize, guess: Guess) {
        let d2 = guess.digit % 3;
        let bit = 1 << (9 * (guess.digit / 3) + guess.block);
        for candidates in &mut self.candidates {
            candidates[guess.word].words_mut()[lane] &= !(ALL_DIGITS << guess.block);
        }
        self.candidates[d2][guess.word].words_mut()[lane] |= bit;
        copy.candidates[d2][guess.word].words_mut()[lane] &= !bit;
    }
}

/// The bits of all digits in a picked cell at one of three places.
#[inline(always)]
fn spread<W: Wide>(pick: W, place: usize) -> W {
    let pick = pick.and(W::all(BOXES << (9 * place)));
    match place {
        0 => pick.or3(pick.up::<9>(), pick.up::<18>()),
        1 => pick.or3(pick.up::<9>(), pick.down::<9>()),
        _ => pick.or3(pick.down::<9>(), pick.down::<18>()),
    }
}
