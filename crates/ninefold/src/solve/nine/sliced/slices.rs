//! Many more boards side by side: each candidate is one bit of a vector of its own.
//!
//! Each bit of a vector belongs to one board: 32 boards for each lane, 256 with AVX2. So a board is one bit in each of 729
//! vectors, no bit ever has to move, and the rules of [`Boards`](super::super::boards::Boards) are nothing but and, or and not.
//!
//! # The round
//!
//! *Cells and boxes.* For each cell, whether it has `many` candidates, and whether it is `decided`, that is, the only place of
//! some digit in the box (one that is not *open* there). For each digit and box, whether it is `placed`: the only candidate of
//! some cell. A cell then loses an open digit if it has many and is decided, or if the digit is placed. Since placed digits are
//! found before decided cells have lost anything, a round does a little less than that of
//! [`Boards`](super::super::boards::Boards); repeated, both end at the same board if it has a solution. If it has none, one of
//! them may show this where the other has to guess.
//!
//! *Lines.* The minirows of a digit in a band are nine vectors. Six products, one for each permutation, show which of them can
//! be kept: 21 operations, including the removal of lost minirows.
//!
//! *Open.* Two places of a digit in a box lie in two minirows or in two minicolumns: the majority of those that are left.
//!
//! This takes 12,000 operations, 47 for each of 256 boards; [`Boards`](super::super::boards::Boards) takes 104 with the same
//! instructions (AVX2), mostly for rotations.
//!
//! All of it has to be compiled with the kernel, for its instruction set, down to the last closure. Sums are plain loops,
//! because an iterator's `fold` that became a function of its own made every operation in it a call.

use super::transpose::{WORDS, transpose};
use crate::solve::arch::Wide;

/// The boards' candidates.
#[derive(Clone, Debug)]
pub(super) struct Slices<W> {
    /// `candidates[digit][3 * R1 + C1][3 * R2 + C2]`, see [`layout`](super::super::layout).
    candidates: [[[W; 9]; 9]; 9],
    /// `open[digit][3 * R1 + C1]`: whether the digit may have two or more places in the box; exact once nothing changes.
    open: [[W; 9]; 9],
    /// The minirows of a round, `rows[digit][3 * R1 + C1][R2]`.
    rows: [[[W; 3]; 9]; 9],
    /// The digits that are the only candidate of a cell, indexed like `open`.
    placed: [[W; 9]; 9],
}

/// What a round has shown.
#[derive(Clone, Copy, Debug)]
pub(super) struct Flags<W> {
    /// Boards that the round has changed.
    pub(super) changed: W,
    /// Boards without solution.
    pub(super) contradictory: W,
    /// Boards with a digit that has two places in a box.
    pub(super) unsolved: W,
}

impl<W: Wide> Slices<W> {
    pub(super) fn new() -> Slices<W> {
        Slices {
            candidates: [[[W::none(); 9]; 9]; 9],
            open: [[W::none(); 9]; 9],
            rows: [[[W::none(); 3]; 9]; 9],
            placed: [[W::none(); 9]; 9],
        }
    }

    /// Does some rounds on every board. The flags are those of the last round.
    #[inline(always)]
    pub(super) fn rounds(&mut self, count: u32) -> Flags<W> {
        for _ in 1..count {
            self.round::<false>();
        }
        let (changed, contradictory) = self.round::<true>();
        let mut unsolved = W::none();
        for open in self.open.as_flattened() {
            unsolved = unsolved.or(*open);
        }
        Flags { changed, contradictory: contradictory.or(self.empty()), unsolved }
    }

    /// Does one round; if `LOOKED`, returns which boards have changed and which are contradictory.
    #[inline(always)]
    fn round<const LOOKED: bool>(&mut self) -> (W, W) {
        let (mut changed, mut contradictory) = (W::none(), W::none());
        for band in 0..3 {
            for block in 3 * band..3 * band + 3 {
                changed = changed.or(self.singles::<LOOKED>(block));
            }
            for digit in 0..9 {
                let blocks = &mut self.rows[digit][3 * band..3 * band + 3];
                let kept = matching([blocks[0], blocks[1], blocks[2]]);
                blocks.copy_from_slice(&kept);
            }
        }
        for stack in 0..3 {
            for digit in 0..9 {
                let (change, contradiction) = self.lines::<LOOKED>(stack, digit);
                (changed, contradictory) = (changed.or(change), contradictory.or(contradiction));
            }
        }
        (changed, contradictory)
    }

    /// Hidden and naked singles of a box; stores its minirows. If `LOOKED`, returns what has changed.
    #[inline(always)]
    fn singles<const LOOKED: bool>(&mut self, block: usize) -> W {
        let (mut many, mut decided) = ([W::none(); 9], [W::none(); 9]);
        let open: [W; 9] = std::array::from_fn(|digit| self.open[digit][block]);
        for cell in 0..9 {
            let x: [W; 9] = std::array::from_fn(|digit| self.candidates[digit][block][cell]);
            let two = [x[0].majority(x[1], x[2]), x[3].majority(x[4], x[5]), x[6].majority(x[7], x[8])];
            let any = [x[0].or3(x[1], x[2]), x[3].or3(x[4], x[5]), x[6].or3(x[7], x[8])];
            many[cell] = two[0].or3(two[1], two[2]).or(any[0].majority(any[1], any[2]));
            for digit in 0..9 {
                decided[cell] = decided[cell].or_without(x[digit], open[digit]);
            }
        }
        let mut changed = W::none();
        for digit in 0..9 {
            let (x, open) = (&mut self.candidates[digit][block], open[digit]);
            let mut placed = W::none();
            for cell in 0..9 {
                placed = placed.or_without(x[cell], many[cell]);
            }
            for cell in 0..9 {
                let new = x[cell].without_both(many[cell], open.and_or(decided[cell], placed));
                if LOOKED {
                    changed = changed.or_xor(new, x[cell]);
                }
                x[cell] = new;
            }
            self.rows[digit][block] = [x[0].or3(x[1], x[2]), x[3].or3(x[4], x[5]), x[6].or3(x[7], x[8])];
            if LOOKED {
                self.placed[digit][block] = placed;
            }
        }
        changed
    }

    /// The minirows and minicolumns of a digit in a stack. If `LOOKED`, returns what has changed and what is contradictory.
    #[inline(always)]
    fn lines<const LOOKED: bool>(&mut self, stack: usize, digit: usize) -> (W, W) {
        let mut columns = [[W::none(); 3]; 3];
        for band in 0..3 {
            let (x, rows) = (&self.candidates[digit][3 * band + stack], &self.rows[digit][3 * band + stack]);
            columns[band] =
                std::array::from_fn(|c| x[c].and(rows[0]).or_and(x[c + 3], rows[1]).or_and(x[c + 6], rows[2]));
        }
        let kept = matching(columns);
        let (mut changed, mut contradictory) = (W::none(), W::none());
        for band in 0..3 {
            let block = 3 * band + stack;
            let (x, rows, kept) = (&mut self.candidates[digit][block], &self.rows[digit][block], &kept[band]);
            for cell in 0..9 {
                let new = x[cell].and3(rows[cell / 3], kept[cell % 3]);
                if LOOKED {
                    changed = changed.or_xor(new, x[cell]);
                }
                x[cell] = new;
            }
            let open = rows[0].majority(rows[1], rows[2]).or(kept[0].majority(kept[1], kept[2]));
            if LOOKED {
                changed = changed.or_xor(open, self.open[digit][block]);
                // A placed digit has gone from all other cells, even from others in which it was the only one.
                let complete = kept[0].or3(kept[1], kept[2]).without_both(open, self.placed[digit][block]);
                contradictory = contradictory.or_without(W::all(u32::MAX), complete);
            }
            self.open[digit][block] = open;
        }
        (changed, contradictory)
    }

    /// The boards with a cell that has no candidate.
    #[inline(always)]
    fn empty(&self) -> W {
        let mut complete = W::all(u32::MAX);
        for block in 0..9 {
            for cell in 0..9 {
                let mut some = W::none();
                for digit in 0..9 {
                    some = some.or(self.candidates[digit][block][cell]);
                }
                complete = complete.and(some);
            }
        }
        W::all(u32::MAX).without(complete)
    }

    /// Takes new boards: those of `which`, whose cells are [packed](super::transpose::pack) into words, `packed[word][bit of
    /// the lane]`.
    #[inline(always)]
    pub(super) fn load(&mut self, which: W, packed: &[[W; 32]; WORDS]) {
        // The digits as numbers of four bits, lowest bit first.
        let mut numbers = [[W::none(); 4]; 8 * WORDS];
        for (eight, packed) in numbers.as_chunks_mut::<8>().0.iter_mut().zip(packed) {
            let mut bits = *packed;
            transpose(&mut bits);
            for (number, bits) in eight.iter_mut().zip(bits.as_chunks::<4>().0) {
                *number = bits.map(|bit| bit.and(which));
            }
        }
        for block in 0..9 {
            let mut given = [[W::none(); 9]; 9];
            for cell in 0..9 {
                let [a, b, c, d] = numbers[super::cell(block, cell)];
                let (three, two, one) = (a.and(b), b.without(a), a.without(b));
                let digits = [
                    one.without_any(c, d),
                    two.without(c),
                    three.without(c),
                    c.without_any(a, b),
                    one.and(c),
                    two.and(c),
                    three.and(c),
                    d.without(a),
                    one.and(d),
                ];
                for digit in 0..9 {
                    given[digit][cell] = digits[digit];
                }
            }
            for digit in 0..9 {
                let given = &given[digit];
                // A digit that is given in a box has no other place there.
                let mut any = W::none();
                for cell in 0..9 {
                    any = any.or(given[cell]);
                }
                let open = which.without(any);
                for cell in 0..9 {
                    let x = &mut self.candidates[digit][block][cell];
                    *x = x.without(which).or3(given[cell], open);
                }
                self.open[digit][block] = self.open[digit][block].without(which).or(open);
            }
        }
    }

    /// The digits of the boards, [packed](super::transpose::pack) into words: `packed[word][bit of the lane]`. For boards that
    /// are not solved they are arbitrary.
    #[inline(always)]
    pub(super) fn digits(&self, packed: &mut [[W; 32]; WORDS]) {
        let mut numbers = [[W::none(); 4]; 8 * WORDS];
        for block in 0..9 {
            for cell in 0..9 {
                let x: [W; 9] = std::array::from_fn(|digit| self.candidates[digit][block][cell]);
                let (three, five) = (x[2].or(x[6]), x[5].or(x[6]));
                numbers[super::cell(block, cell)] =
                    [x[0].or3(x[4], x[8]).or(three), x[1].or3(three, x[5]), x[3].or3(x[4], five), x[7].or(x[8])];
            }
        }
        for (packed, eight) in packed.iter_mut().zip(numbers.as_chunks::<8>().0) {
            for (bits, number) in packed.as_chunks_mut::<4>().0.iter_mut().zip(eight) {
                *bits = *number;
            }
            transpose(packed);
        }
    }

    /// A word of the [`layout`](super::super::layout) for all boards: vector i holds the words of the boards at bit i, lane by
    /// lane.
    #[inline(always)]
    pub(super) fn words(&self, d2: usize, cell: usize) -> [W; 32] {
        let mut bits = [W::none(); 32];
        for d1 in 0..3 {
            for block in 0..9 {
                bits[9 * d1 + block] = self.candidates[3 * d1 + d2][block][cell];
            }
        }
        transpose(&mut bits);
        bits
    }
}

/// Which minirows of a digit in a band, `lines[box][row]`, can be kept: those that some permutation uses, with each row in a
/// different box. With `lines[band][column]`, the same for the minicolumns of a stack.
#[inline(always)]
fn matching<W: Wide>([a, b, c]: [[W; 3]; 3]) -> [[W; 3]; 3] {
    let even = [a[0].and3(b[1], c[2]), a[1].and3(b[2], c[0]), a[2].and3(b[0], c[1])];
    let odd = [a[0].and3(b[2], c[1]), a[1].and3(b[0], c[2]), a[2].and3(b[1], c[0])];
    [
        [even[0].or(odd[0]), even[1].or(odd[1]), even[2].or(odd[2])],
        [even[2].or(odd[1]), even[0].or(odd[2]), even[1].or(odd[0])],
        [even[1].or(odd[2]), even[2].or(odd[0]), even[0].or(odd[1])],
    ]
}

#[cfg(test)]
mod tests {
    use super::super::super::boards::lanes as bits;
    use super::super::super::position::{Position, Round};
    use super::super::transpose::{pack, unpack};
    use super::*;
    use crate::solve::arch::layout::Words;
    use crate::solve::arch::{Best, Plain, Vector};
    use proptest::prelude::*;

    /// The result of all rounds on one board, or nothing if it has no solution; and whether it is solved.
    fn alone(digits: &[u8; 81]) -> Option<(Words, bool)> {
        let mut position = Position::<Plain>::new(&Words::from_digits(digits));
        loop {
            match position.round() {
                Round::Changed => {}
                Round::Contradiction => return None,
                Round::Stable => return Some((position.words(), position.is_solved())),
            }
        }
    }

    /// Whether two digits have the same cell as their only place in a box. No board with a solution has this.
    fn is_decided_twice(board: &Words) -> bool {
        let single = |d: usize, cell: usize| board.candidates[d][cell] & !board.open[d];
        (0..81).any(|place| {
            let (block, cell) = (place / 9, place % 9);
            (0..9).filter(|digit| single(digit % 3, cell) >> (9 * (digit / 3) + block) & 1 == 1).count() > 1
        })
    }

    /// Every board ends in slices as it does on its own, whatever was there before; except that where one of the two shows a
    /// contradiction, the other may end with a cell that is decided twice.
    fn check<W: Wide>(slices: &mut Slices<W>, boards: &[[u8; 81]]) {
        let mut packed = [[W::none(); 32]; WORDS];
        let mut which = W::none();
        let places = || (0..W::LANES).flat_map(|lane| bits(0xffff_0f0f).map(move |bit| (lane, bit)));
        for ((lane, bit), digits) in places().zip(boards) {
            which.words_mut()[lane] |= 1 << bit;
            for (packed, word) in packed.iter_mut().zip(pack(digits)) {
                packed[bit].words_mut()[lane] = word;
            }
        }
        slices.load(which, &packed);
        let flags = loop {
            let flags = slices.rounds(3);
            if flags.changed.without(flags.contradictory).words() == W::none().words() {
                break flags;
            }
        };
        slices.digits(&mut packed);
        let words: Vec<_> = (0..27).map(|word| slices.words(word / 9, word % 9)).collect();
        for ((lane, bit), digits) in places().zip(boards) {
            let has = |set: W| set.words()[lane] >> bit & 1 == 1;
            let word = |d2: usize, cell: usize| words[9 * d2 + cell][bit].words()[lane];
            let candidates = std::array::from_fn(|d2| std::array::from_fn(|cell| word(d2, cell)));
            let mut found = Words { candidates, open: [0; 3] };
            found.look_for_open();
            let (is_contradictory, alone) = (has(flags.contradictory), alone(digits));
            let Some((expected, is_solved)) = alone else {
                assert!(is_contradictory || is_decided_twice(&found), "{digits:?}");
                continue;
            };
            if is_contradictory {
                assert!(is_decided_twice(&expected), "{digits:?}");
                continue;
            }
            assert_eq!(has(flags.unsolved), !is_solved, "{digits:?}");
            assert_eq!(candidates, expected.candidates, "{digits:?}");
            if is_solved {
                let mut written = [0; 81];
                unpack(&std::array::from_fn(|word| packed[word][bit].words()[lane]), &mut written);
                assert_eq!(written, Words::digits(&candidates));
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(32))]

        /// Boards with some of the clues of a grid, and perhaps a wrong one.
        #[test]
        fn boards_end_in_slices_as_they_do_alone(
            boards in prop::collection::vec((prop::bits::u128::between(0, 81), prop::option::of((0usize..81, 1u8..10)), 1usize..5), 1..96),
        ) {
            let boards: Vec<[u8; 81]> = boards.iter().map(|(given, wrong, shift)| {
                let digit = |cell: usize| ((3 * (cell / 9) + cell / 27 + cell % 9) * shift % 9 + 1) as u8;
                let mut board = std::array::from_fn(|cell| if given >> cell & 1 == 1 { digit(cell) } else { 0 });
                if let Some((cell, digit)) = wrong {
                    board[*cell] = *digit;
                }
                board
            }).collect();
            let (mut plain, mut best) = (Slices::<Plain>::new(), Slices::<Best>::new());
            for part in [&boards[..], &boards[boards.len() / 2..]] {
                check(&mut plain, part);
                check(&mut best, part);
            }
        }
    }

    /// The second board on its own ends with a cell that is decided twice, and slices show the contradiction; with the last
    /// board it is the other way round.
    #[test]
    fn a_contradiction_may_show_in_slices_only_or_alone_only() {
        let texts = [
            "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9",
            "..........8.7..159......483..4.3.2...3.261.94.6.59..37....72..57.2.....86...483..",
            "..5...............4..........7........4...35....35.....79...........3......5...43",
        ];
        let boards = texts.map(|text| std::array::from_fn(|cell| text.as_bytes()[cell].saturating_sub(b'0')));
        let ends = boards.each_ref().map(|board| alone(board).map(|(board, _)| is_decided_twice(&board)));
        assert_eq!(ends, [Some(false), Some(true), None]);
        check(&mut Slices::<Plain>::new(), &boards);
        check(&mut Slices::<Best>::new(), &boards);
    }

    /// In each of the 512 ways in which minirows can be open, those that a permutation uses are kept.
    #[test]
    fn minirows_are_kept_by_permutations() {
        const PERMUTATIONS: [[usize; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
        for first in (0..512u32).step_by(32) {
            let lines: [[Plain; 3]; 3] = std::array::from_fn(|block| {
                std::array::from_fn(|row| {
                    let has = |open: u32| open >> (3 * block + row) & 1;
                    Plain::all((0..32).fold(0, |word, bit| word | has(first + bit) << bit))
                })
            });
            let kept = matching(lines);
            for bit in 0..32 {
                let open = |block: usize, row: usize| (first + bit) >> (3 * block + row) & 1 == 1;
                for block in 0..3 {
                    for row in 0..3 {
                        let uses = |p: &[usize; 3]| p[block] == row && (0..3).all(|block| open(block, p[block]));
                        let is_kept = Wide::words(&kept[block][row])[0] >> bit & 1 == 1;
                        assert_eq!(is_kept, PERMUTATIONS.iter().any(uses), "{} {block} {row}", first + bit);
                    }
                }
            }
        }
    }
}
