//! Removing givens from a complete grid, one after another, as long as exactly one solution is left.
//!
//! Givens are tried in a random order, group by group (cells that mirror each other are one group), each once: a group that
//! could not be removed when there were more givens cannot be removed later. So the result depends on the order only, and
//! with groups of one cell the puzzle is minimal.
//!
//! # How few questions are asked
//!
//! If a puzzle without the next twenty groups has one solution, all twenty can go: that is one question instead of twenty,
//! with the same outcome. So the first question is about all givens down to 45 of 81, and if the answer is no, the next is
//! about half of them, and so on. A 9x9 puzzle takes 51 questions on average, 24 of which keep a given. Every puzzle of a
//! set asks one question at a time, and all questions are answered together, side by side in the processor's vectors
//! ([`Prover`]).
//!
//! Ways to choose the jumps that were compared, in puzzles a second: down to 45, then three at a time down to 34: 96,000;
//! down to 41: 92,000; down to 49: 91,000; single steps from 38 on: 89,000.

use super::prove::{Answer, Prover};

/// A puzzle that is being dug.
#[derive(Clone, Debug)]
pub(super) struct Dig {
    /// Digits from 1.
    pub(super) solution: Vec<u16>,
    /// Digits from 1, 0 for blanks.
    pub(super) givens: Vec<u16>,
    pub(super) clues: usize,
    /// The groups to try, by number.
    pub(super) order: Vec<u32>,
    next: usize,
    /// The most groups in one question.
    jump: usize,
    /// The fewest givens to leave.
    pub(super) least: usize,
    /// If set, digging ends at the first group that is needed. The first question leaves this many givens, and if the
    /// answer is no, the puzzle is lost.
    pub(super) until_needed: Option<usize>,
    pub(super) is_lost: bool,
    /// Whether a given was kept because it could not be determined whether it is needed.
    pub(super) is_open: bool,
    /// Whether this was because the digging had to stop.
    pub(super) is_cut: bool,
}

/// Out of 81 cells: how many givens the first question leaves, and at how many givens groups start to be tried one by one.
const FIRST_LEAVES: usize = 45;
const ONE_BY_ONE: usize = 34;
/// The number of cells in a question between the two.
const SOME: usize = 3;

impl Dig {
    /// Starts with all cells of a solution, or those where `givens` has digits.
    pub(super) fn new(solution: Vec<u16>, givens: Vec<u16>, order: Vec<u32>) -> Dig {
        let clues = givens.iter().filter(|digit| **digit != 0).count();
        Dig {
            solution,
            givens,
            clues,
            order,
            next: 0,
            jump: usize::MAX,
            least: 0,
            until_needed: None,
            is_lost: false,
            is_open: false,
            is_cut: false,
        }
    }

    /// The cells of the next question; none if there is nothing more to ask.
    fn question(&mut self, groups: &[Vec<u32>], cells: &mut Vec<u32>) -> usize {
        let scaled = |count: usize| count * self.givens.len() / 81;
        let (first_leaves, one_by_one) = (scaled(FIRST_LEAVES), scaled(ONE_BY_ONE));
        let want = match self.until_needed {
            Some(leaves) if self.next == 0 => self.clues.saturating_sub(leaves).max(1),
            None if self.clues > one_by_one => self.clues.saturating_sub(first_leaves).max(SOME),
            _ => 1,
        };
        loop {
            cells.clear();
            let mut count = 0;
            for group in &self.order[self.next..] {
                let group = &groups[*group as usize];
                let given = group.iter().filter(|cell| self.givens[**cell as usize] != 0);
                let before = cells.len();
                cells.extend(given);
                if self.clues - cells.len() < self.least {
                    cells.truncate(before);
                    break;
                }
                count += 1;
                if cells.len() >= want || count >= self.jump {
                    break;
                }
            }
            if count > 0 && !cells.is_empty() || self.next + count == self.order.len() {
                return count;
            }
            // A group without givens, or with too many for what must be left.
            self.next += count.max(1);
        }
    }

    fn note_open(&mut self, answer: Answer) {
        self.is_open |= answer.is_open();
        self.is_cut |= answer == Answer::Stopped;
    }

    /// Takes in the answer to a question about the next `count` groups, which have these cells.
    fn learn(&mut self, answer: Answer, count: usize, cells: &[u32]) {
        if answer == Answer::Unique {
            cells.iter().for_each(|cell| self.givens[*cell as usize] = 0);
            self.clues -= cells.len();
            self.next += count;
        } else if self.until_needed.is_some() {
            self.is_lost = self.next == 0 && count > 1;
            self.note_open(answer);
            self.next = self.order.len();
        } else if count == 1 {
            self.note_open(answer);
            self.next += 1;
        } else {
            self.jump = count / 2;
        }
    }
}

/// Digs all puzzles to the end; they have the same groups of cells.
pub(super) fn dig_all(digs: &mut [Dig], groups: &[Vec<u32>], prover: &mut Prover<'_>) {
    let mut open: Vec<usize> = (0..digs.len()).collect();
    let mut asked: Vec<(usize, usize, Vec<u32>)> = Vec::new();
    let mut spare: Vec<Vec<u32>> = Vec::new();
    while !open.is_empty() {
        prover.clear();
        for number in open.drain(..) {
            let mut cells = spare.pop().unwrap_or_default();
            let count = digs[number].question(groups, &mut cells);
            if cells.is_empty() {
                spare.push(cells);
                continue;
            }
            prover.ask(&digs[number].givens, &cells);
            asked.push((number, count, cells));
        }
        for ((number, count, cells), answer) in asked.drain(..).zip(prover.answer()) {
            digs[number].learn(answer, count, &cells);
            spare.push(cells);
            open.push(number);
        }
    }
}

/// Whether no given of each puzzle can be left out; `None` where this takes too long to determine.
pub(super) fn are_minimal<'a>(puzzles: impl Iterator<Item = &'a [u16]>, prover: &mut Prover<'_>) -> Vec<Option<bool>> {
    prover.clear();
    let counts: Vec<usize> = puzzles
        .map(|givens| {
            let cells = (0..givens.len()).filter(|cell| givens[*cell] != 0);
            cells.map(|cell| prover.ask(givens, &[cell as u32])).count()
        })
        .collect();
    let answers = prover.answer();
    let mut answers = answers.as_slice();
    let of_puzzle = |count| {
        let own;
        (own, answers) = answers.split_at(count);
        match own.contains(&Answer::Unique) {
            true => Some(false),
            false => (!own.iter().any(|answer| answer.is_open())).then_some(true),
        }
    };
    counts.into_iter().map(of_puzzle).collect()
}
