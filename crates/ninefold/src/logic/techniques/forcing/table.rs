//! What implies what: a matrix of bits over everything that can be true or false.
//!
//! ```text
//!   row of "r1c1=4":   | is true: 0010001..0 | is false: 1101000..1 |      one bit per candidate, then per group
//! ```
//!
//! Rows and columns are numbered alike: what is true in the first half, what is false in the second. A group is two or three
//! candidates for a digit in the cells that a box shares with a line: true if one of them is, false if none is.

use super::super::prelude::*;
use super::constraints::{CONSTRAINTS, members};
use crate::board::ones;

/// A candidate, or a group of candidates of one digit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Item {
    pub(super) digit: usize,
    pub(super) cells: CellSet,
}

/// The items of a position, and their numbers.
#[derive(Clone, Debug)]
pub(super) struct Items {
    /// Candidates by cell and digit, then groups.
    all: Vec<Item>,
    candidates: usize,
    /// Per cell and digit.
    numbers: [u16; 729],
    /// The number of words that hold a bit for each item: one for which [`at_width`] has a constant.
    pub(super) words: usize,
    /// The constraints that have candidates, each with these as bits.
    masks: Vec<(usize, Vec<u64>)>,
    /// The candidates that are the first of a constraint, as bits; and for each of them the constraints, by their positions in
    /// the list.
    heads: Vec<u64>,
    by_head: Vec<Vec<u16>>,
}

impl Items {
    pub(super) fn of(nine: &Nine) -> Items {
        let mut all = Vec::new();
        let mut numbers = [u16::MAX; 729];
        for cell in nine.open.iter() {
            for digit in digits(nine.candidates[cell]) {
                numbers[9 * cell + digit] = all.len() as u16;
                all.push(Item { digit, cells: CellSet::only(cell) });
            }
        }
        let candidates = all.len();
        for digit in 0..9 {
            for line in (0..18).filter(|line| nine.places[*line][digit].count_ones() >= 2) {
                let places = nine.places(line, digit);
                let groups = (18..27).map(|block| places & CellSet::house(block));
                all.extend(groups.filter(|cells| cells.len() >= 2).map(|cells| Item { digit, cells }));
            }
        }
        let words = at_width!(all.len().div_ceil(64), W => W);
        let (masks, heads, by_head) = (Vec::new(), vec![0; words], vec![Vec::new(); candidates]);
        let mut items = Items { all, candidates, numbers, words, masks, heads, by_head };
        for number in 0..CONSTRAINTS {
            let mut mask = vec![0; words];
            members(nine, number).for_each(|(cell, digit)| insert(&mut mask, items.number(cell, digit)));
            let head = ones_of(&mask).next();
            if let Some(head) = head {
                insert(&mut items.heads, head);
                items.by_head[head].push(items.masks.len() as u16);
                items.masks.push((number, mask));
            }
        }
        items
    }

    /// The number of a candidate that is on the board.
    pub(super) fn number(&self, cell: usize, digit: usize) -> usize {
        usize::from(self.numbers[9 * cell + digit])
    }

    pub(super) fn len(&self) -> usize {
        self.all.len()
    }

    /// The number of candidates; groups have higher numbers.
    pub(super) fn candidates(&self) -> usize {
        self.candidates
    }

    pub(super) fn item(&self, number: usize) -> Item {
        self.all[number]
    }

    /// A candidate as cell and digit.
    pub(super) fn candidate(&self, number: usize) -> (usize, usize) {
        debug_assert!(number < self.candidates);
        (self.all[number].cells.first().expect("it has one"), self.all[number].digit)
    }

    /// The constraints that have candidates, each with these as bits.
    pub(super) fn masks(&self) -> &[(usize, Vec<u64>)] {
        &self.masks
    }

    /// The statement that an item is true, or that it is false, as row and column of tables.
    pub(super) fn statement(&self, number: usize, is_true: bool) -> usize {
        if is_true { number } else { 64 * self.words + number }
    }

    /// The item that a statement is about, and whether it says it is true.
    pub(super) fn meaning(&self, statement: usize) -> (usize, bool) {
        match statement.checked_sub(64 * self.words) {
            None => (statement, true),
            Some(number) => (number, false),
        }
    }

    /// Whether `on` being true and `off` false is a contradiction: a candidate is both, or a constraint has none left.
    pub(super) fn are_contradictory(&self, on: &[u64], off: &[u64]) -> bool {
        let is_both = |i: usize| {
            let below = self.candidates.saturating_sub(64 * i).min(64);
            let mask = if below == 64 { u64::MAX } else { (1 << below) - 1 };
            on[i] & off[i] & mask != 0
        };
        let is_gone = |mask: &u16| self.masks[usize::from(*mask)].1.iter().zip(off).all(|(mask, off)| mask & !off == 0);
        let mut heads_gone = (0..self.words).flat_map(|i| {
            let word = self.heads[i] & off[i];
            ones(word).map(move |bit| 64 * i + bit)
        });
        (0..self.words).any(is_both) || heads_gone.any(|head| self.by_head[head].iter().any(is_gone))
    }

    pub(super) fn opposite(&self, statement: usize) -> usize {
        let (number, is_true) = self.meaning(statement);
        self.statement(number, !is_true)
    }
}

/// Adds the bits of another set.
pub(super) fn unite(bits: &mut [u64], others: &[u64]) {
    bits.iter_mut().zip(others).for_each(|(to, from)| *to |= from);
}

/// Adds a bit.
pub(super) fn insert(bits: &mut [u64], number: usize) {
    bits[number / 64] |= 1 << (number % 64);
}

/// Removes a bit.
pub(super) fn remove(bits: &mut [u64], number: usize) {
    bits[number / 64] &= !(1 << (number % 64));
}

pub(super) fn contains(bits: &[u64], number: usize) -> bool {
    bits[number / 64] >> (number % 64) & 1 == 1
}

/// Runs code with a number of words as a constant, the smallest of a few that suffices: loops over words are much faster if
/// their length is known. There are at most 729 candidates and 486 groups. The code that closes tables is compiled once for
/// each constant, and few positions have more than 512 items: without constants for the sizes between, the page's engine is
/// smaller by 7 kB of 480.
macro_rules! at_width {
    ($width:expr, $w:ident => $what:expr) => {
        at_width!(@each $width, $w => $what; 1 2 3 4 5 6 7 8 10 12 15 19)
    };
    (@each $width:expr, $w:ident => $what:expr; $($n:literal)*) => {
        match $width {
            $(..=$n => { const $w: usize = $n; $what })*
            _ => unreachable!("no position has so many candidates and groups"),
        }
    };
}
pub(super) use at_width;

/// Adds to each row the rows that its bits stand for, and so on. The shortest rows come first: a row that is complete need
/// not be followed further when another row reaches it.
pub(super) fn close<const W: usize>(rows: &mut [[u64; W]]) {
    let mut leads_nowhere = [0; W];
    let mut order: Vec<(u32, usize)> = Vec::with_capacity(rows.len());
    for (number, row) in rows.iter().enumerate() {
        if *row == [0; W] {
            insert(&mut leads_nowhere, number);
        } else {
            order.push((row.iter().map(|word| word.count_ones()).sum(), number));
        }
    }
    order.sort_unstable();
    let mut complete = [0; W];
    for (_, number) in order {
        let mut row = rows[number];
        let mut done = leads_nowhere;
        insert(&mut done, number);
        while let Some(word) = (0..W).find(|word| row[*word] & !done[*word] != 0) {
            let next = 64 * word + (row[word] & !done[word]).trailing_zeros() as usize;
            let more = rows[next];
            (0..W).for_each(|word| row[word] |= more[word]);
            if contains(&complete, next) {
                (0..W).for_each(|word| done[word] |= more[word]);
            }
            insert(&mut done, next);
        }
        rows[number] = row;
        insert(&mut complete, number);
    }
}

/// Per statement: the statements that follow from it.
#[derive(Clone, Debug)]
pub(super) struct Table {
    /// The number of words of half a row.
    words: usize,
    rows: Vec<u64>,
}

impl Table {
    /// Nothing follows from anything.
    pub(super) fn new(items: &Items) -> Table {
        let words = items.words;
        Table { words, rows: vec![0; 128 * words * 2 * words] }
    }

    pub(super) fn add(&mut self, from: usize, to: usize) {
        self.rows[2 * self.words * from + to / 64] |= 1 << (to % 64);
    }

    pub(super) fn row(&self, statement: usize) -> &[u64] {
        &self.rows[2 * self.words * statement..][..2 * self.words]
    }

    /// What becomes true, and what false.
    pub(super) fn halves(&self, statement: usize) -> (&[u64], &[u64]) {
        self.row(statement).split_at(self.words)
    }

    pub(super) fn halves_mut(&mut self, statement: usize) -> (&mut [u64], &mut [u64]) {
        self.rows[2 * self.words * statement..][..2 * self.words].split_at_mut(self.words)
    }

    /// Adds what follows from what follows.
    pub(super) fn close(&mut self) {
        at_width!(self.words, W => close::<{ 2 * W }>(self.rows.as_chunks_mut().0))
    }
}

/// What can be concluded about candidates, as bits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Conclusions {
    pub(super) is_true: Vec<u64>,
    pub(super) is_false: Vec<u64>,
}

impl Conclusions {
    pub(super) fn none(items: &Items) -> Conclusions {
        Conclusions { is_true: vec![0; items.words], is_false: vec![0; items.words] }
    }

    /// The candidates whose opposite is refuted by what follows from it.
    pub(super) fn refuted(items: &Items, table: &Table) -> Conclusions {
        let mut conclusions = Conclusions::none(items);
        for number in 0..items.candidates() {
            for is_true in [true, false] {
                let (on, off) = table.halves(items.statement(number, is_true));
                let is_opposite = contains(if is_true { off } else { on }, number);
                if is_opposite || items.are_contradictory(on, off) {
                    conclusions.add(number, !is_true);
                }
            }
        }
        conclusions
    }

    pub(super) fn add(&mut self, number: usize, is_true: bool) {
        insert(if is_true { &mut self.is_true } else { &mut self.is_false }, number);
    }

    pub(super) fn remove(&mut self, other: &Conclusions) {
        self.is_true.iter_mut().zip(&other.is_true).for_each(|(word, other)| *word &= !other);
        self.is_false.iter_mut().zip(&other.is_false).for_each(|(word, other)| *word &= !other);
    }

    pub(super) fn union(&self, other: &Conclusions) -> Conclusions {
        let union = |a: &[u64], b: &[u64]| a.iter().zip(b).map(|(a, b)| a | b).collect();
        Conclusions { is_true: union(&self.is_true, &other.is_true), is_false: union(&self.is_false, &other.is_false) }
    }

    pub(super) fn contains(&self, number: usize, is_true: bool) -> bool {
        contains(if is_true { &self.is_true } else { &self.is_false }, number)
    }

    /// All conclusions in HoDoKu's order: what is true first, then by cell and digit.
    pub(super) fn in_order(&self) -> impl Iterator<Item = (usize, bool)> {
        ones_of(&self.is_true).map(|number| (number, true)).chain(ones_of(&self.is_false).map(|number| (number, false)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Puzzle;
    use crate::random::Random;
    use std::collections::BTreeSet;

    /// The closure is what a walk along the links reaches.
    #[test]
    fn the_closure_is_what_can_be_reached() {
        let line = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";
        let puzzle: Puzzle = line.parse().unwrap();
        let items = Items::of(&Nine::of_puzzle(&puzzle));
        let mut table = Table::new(&items);
        let mut random = Random::new(1, 0);
        for _ in 0..400 {
            let [from, to] = [(); 2].map(|()| random.below(items.len()));
            table.add(items.statement(from, from % 2 == 0), items.statement(to, to % 3 == 0));
        }
        let mut closed = table.clone();
        closed.close();
        for start in 0..128 * items.words {
            let mut reached = BTreeSet::new();
            let mut new: Vec<usize> = ones_of(table.row(start)).collect();
            while let Some(next) = new.pop() {
                if reached.insert(next) {
                    new.extend(ones_of(table.row(next)));
                }
            }
            assert_eq!(ones_of(closed.row(start)).collect::<BTreeSet<_>>(), reached);
        }
    }
}
