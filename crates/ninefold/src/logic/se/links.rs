//! What follows from what in one step, for chains: the links of a position, in the order in which Sudoku Explainer follows
//! them.
//!
//! ```text
//!   true   -> false   the other digits of the cell, upwards; then the digit in the box, the row, the column
//!   false  -> true    the other digit of a cell with two; then the other of two places in the box, the row, the column
//! ```

use super::super::bits::Bits;
use super::nets::Cause;
use super::position::{CELLS, HOUSES, Marks, PEERS};

/// Which links are followed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// One digit only: houses with two places.
    X,
    /// Cells with two digits only.
    Y,
    /// Both.
    XY,
}

/// Candidates numbered by cell and digit.
#[derive(Debug)]
pub(super) struct Numbers {
    /// Per number: cell and digit.
    pub(super) candidates: Vec<(u8, u8)>,
    /// Per cell and digit: the number.
    pub(super) numbers: [[u16; 9]; 81],
}

impl Default for Numbers {
    fn default() -> Numbers {
        Numbers { candidates: Vec::new(), numbers: [[u16::MAX; 9]; 81] }
    }
}

impl Numbers {
    /// Numbers some of the candidates.
    pub(super) fn fill(&mut self, marks: &Marks, is_among: impl Fn(usize, usize) -> bool) {
        self.candidates.clear();
        self.numbers = [[u16::MAX; 9]; 81];
        for cell in 0..81 {
            for digit in marks.cells[cell].iter().filter(|digit| is_among(cell, *digit)) {
                self.numbers[cell][digit] = self.candidates.len() as u16;
                self.candidates.push((cell as u8, digit as u8));
            }
        }
    }

    /// Cell and digit of a literal: a candidate's number, twice, and one if it is true.
    #[inline]
    pub(super) fn of_literal(&self, literal: u16) -> (usize, usize) {
        let (cell, digit) = self.candidates[usize::from(literal / 2)];
        (usize::from(cell), usize::from(digit))
    }
}

/// Visits the candidates of which one is true if this one is false, each once, in order.
#[inline]
pub(super) fn for_each_strong(marks: &Marks, cell: usize, digit: usize, mut visit: impl FnMut(usize, usize)) {
    let here = marks.cells[cell];
    if here.count_ones() == 2 {
        visit(cell, (here & !(1 << digit)).trailing_zeros() as usize);
    }
    let mut visited = [u8::MAX; 2];
    for (kind, (house, place)) in HOUSES[cell].into_iter().enumerate() {
        let places = marks.places[usize::from(house)][digit];
        if places.count_ones() == 2 {
            let other = CELLS[usize::from(house)][(places & !(1 << place)).trailing_zeros() as usize];
            if !visited.contains(&other) {
                visit(usize::from(other), digit);
                visited[kind.min(1)] = other;
            }
        }
    }
}

/// The links between candidates, which are numbered by cell and digit.
#[derive(Default, Debug)]
pub(super) struct Links {
    pub(super) numbers: Numbers,
    /// Per candidate: which follow to be true if it is false.
    strong: Vec<([u16; 4], u8)>,
    /// Where the list of each candidate begins in `weak`.
    starts: Vec<u32>,
    /// Which follow to be false if it is true.
    weak: Vec<u16>,
    /// The same as bits, so many words for each candidate.
    sets: Vec<u64>,
}

impl Links {
    /// The links of some candidates. Of those that are false only those are listed from which something follows, unless
    /// all are wanted.
    pub(super) fn fill(&mut self, marks: &Marks, kind: Kind, all: bool, is_among: impl Fn(usize, usize) -> bool) {
        self.numbers.fill(marks, is_among);
        let Numbers { candidates, numbers } = &self.numbers;
        self.strong.clear();
        for &(cell, digit) in candidates {
            let (cell, digit) = (usize::from(cell), usize::from(digit));
            let (mut list, mut count) = ([0; 4], 0);
            for_each_strong(marks, cell, digit, |there, other| {
                let is_link = if there == cell { kind != Kind::X } else { kind != Kind::Y };
                if is_link && numbers[there][other] != u16::MAX {
                    list[count] = numbers[there][other];
                    count += 1;
                }
            });
            self.strong.push((list, count as u8));
        }
        self.weak.clear();
        self.starts.clear();
        for &(cell, digit) in candidates {
            self.starts.push(self.weak.len() as u32);
            let (cell, digit) = (usize::from(cell), usize::from(digit));
            let mut add = |other: u16| {
                if other != u16::MAX && (all || self.strong[usize::from(other)].1 > 0) {
                    self.weak.push(other);
                }
            };
            if kind != Kind::X {
                (marks.cells[cell] & !(1 << digit)).iter().for_each(|other| add(numbers[cell][other]));
            }
            PEERS[cell].into_iter().for_each(|peer| add(numbers[usize::from(peer)][digit]));
        }
        self.starts.push(self.weak.len() as u32);
        if all {
            let words = self.words();
            self.sets.clear();
            self.sets.resize(words * self.numbers.candidates.len(), 0);
            for number in 0..self.numbers.candidates.len() {
                let set = &mut self.sets[words * number..][..words];
                for other in &self.weak[self.starts[number] as usize..self.starts[number + 1] as usize] {
                    set[usize::from(other / 64)] |= 1 << (other % 64);
                }
            }
        }
    }

    /// How many words a set of candidates has.
    pub(super) fn words(&self) -> usize {
        self.numbers.candidates.len().div_ceil(64)
    }

    /// Which follow to be false if one is true, as bits, if all were wanted.
    #[inline]
    pub(super) fn weak_set(&self, candidate: u16) -> &[u64] {
        let words = self.words();
        &self.sets[words * usize::from(candidate)..][..words]
    }

    #[inline]
    pub(super) fn strong(&self, candidate: u16) -> &[u16] {
        let (list, count) = &self.strong[usize::from(candidate)];
        &list[..usize::from(*count)]
    }

    #[inline]
    pub(super) fn weak(&self, candidate: u16) -> &[u16] {
        let at = usize::from(candidate);
        &self.weak[self.starts[at] as usize..self.starts[at + 1] as usize]
    }

    /// Why one is false if the other is true.
    #[inline]
    pub(super) fn weak_cause(&self, one: u16, other: u16) -> Cause {
        let (cell, _) = self.numbers.candidates[usize::from(one)];
        let (there, _) = self.numbers.candidates[usize::from(other)];
        if cell == there {
            return Cause::Cell;
        }
        let (houses, its) = (&HOUSES[usize::from(cell)], &HOUSES[usize::from(there)]);
        Cause::House((0..3).find(|kind| houses[*kind].0 == its[*kind].0).unwrap_or(0) as u8)
    }

    /// Whether one is false if the other is true.
    #[inline]
    pub(super) fn exclude_each_other(&self, one: u16, other: u16, kind: Kind) -> bool {
        let ((cell, digit), (there, its_digit)) =
            (self.numbers.candidates[usize::from(one)], self.numbers.candidates[usize::from(other)]);
        if cell == there {
            kind != Kind::X && digit != its_digit
        } else {
            digit == its_digit && super::super::cells::CellSet::peers(usize::from(cell)).contains(usize::from(there))
        }
    }
}
