//! Single steps of chains: the links between the candidates of a position, in the order in which Sudoku Explainer follows
//! them.
//!
//! ```text
//!   true   -> false   the other digits of the cell, upwards; then the digit in the box, the row, the column
//!   false  -> true    the other digit of a cell with two; then the other of two places in the box, the row, the column
//! ```

use super::super::bits::Bits;
use super::super::cells::CellSet;
use super::nets::Cause;
use super::position::{CELLS, CROSSING, HOUSES, Marks, has_two};

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

impl Kind {
    /// Whether a strong link with this cause is one of them.
    fn has(self, cause: Cause) -> bool {
        self == Kind::XY || (self == Kind::Y) == (cause == Cause::Cell)
    }
}

/// Candidates numbered by cell and digit.
#[derive(Debug)]
pub(super) struct Numbers {
    /// For each number, cell and digit.
    pub(super) candidates: Vec<(u8, u8)>,
    /// For each cell and digit, the number.
    pub(super) numbers: [[u16; 9]; 81],
}

impl Default for Numbers {
    fn default() -> Numbers {
        Numbers { candidates: Vec::new(), numbers: [[u16::MAX; 9]; 81] }
    }
}

impl Numbers {
    /// Cell and digit of a literal, which is twice a candidate's number, plus one if it is true.
    #[inline]
    pub(super) fn of_literal(&self, literal: u16) -> (usize, usize) {
        let (cell, digit) = self.candidates[usize::from(literal / 2)];
        (usize::from(cell), usize::from(digit))
    }

    /// Why one candidate is false if the other is true.
    pub(super) fn weak_cause(&self, one: u16, other: u16) -> Cause {
        let [(cell, _), (there, _)] = [one, other].map(|number| self.candidates[usize::from(number)]);
        link_of(cell, there, |_| true)
    }
}

/// Adds a candidate's number to a set of numbers as bits.
#[inline]
pub(super) fn insert(set: &mut [u64], number: impl Into<usize>) {
    let number = number.into();
    set[number / 64] |= 1 << (number % 64);
}

/// Whether a set of numbers as bits contains this one.
#[inline]
pub(super) fn contains(set: &[u64], number: impl Into<usize>) -> bool {
    let number = number.into();
    set[number / 64] >> (number % 64) & 1 == 1
}

/// Visits the candidates that are true if this one is false, each once, in order, with the cause.
#[inline]
pub(super) fn for_each_strong(marks: &Marks, cell: usize, digit: usize, mut visit: impl FnMut(usize, usize, Cause)) {
    let here = marks.cells[cell];
    if has_two(here) {
        visit(cell, (here & !(1 << digit)).trailing_zeros() as usize, Cause::Cell);
    }
    let mut visited = [u8::MAX; 2];
    for (kind, (house, place)) in HOUSES[cell].into_iter().enumerate() {
        let places = marks.places[usize::from(house)][digit];
        if has_two(places) {
            let other = CELLS[usize::from(house)][(places & !(1 << place)).trailing_zeros() as usize];
            if !visited.contains(&other) {
                visit(usize::from(other), digit, Cause::House(kind as u8));
                visited[kind.min(1)] = other;
            }
        }
    }
}

/// The cell if two candidates share it, otherwise the first house that has both cells and in which they are linked.
pub(super) fn link_of(cell: u8, other: u8, is_link: impl Fn(usize) -> bool) -> Cause {
    if cell == other {
        return Cause::Cell;
    }
    let (houses, others) = (&HOUSES[usize::from(cell)], &HOUSES[usize::from(other)]);
    let shared = |kind: &usize| houses[*kind].0 == others[*kind].0 && is_link(usize::from(houses[*kind].0));
    Cause::House((0..3).find(shared).expect("linked candidates share a cell or a house") as u8)
}

/// The links between candidates, which are numbered by cell and digit, starting with those that have strong links.
#[derive(Default, Debug)]
pub(super) struct Links {
    pub(super) numbers: Numbers,
    /// How many have strong links; if one of the others is false, nothing follows.
    pub(super) live: usize,
    /// For each candidate, those that are true if it is false.
    strong: Vec<([u16; 4], u8)>,
    /// Where the list of each candidate begins in `weak`.
    starts: Vec<u32>,
    /// Those that are false if it is true.
    weak: Vec<u16>,
    /// The same as bits, with equally many words for each candidate.
    sets: Vec<u64>,
}

/// For each cell, the digits whose candidates have strong links of a kind.
fn with_strong_links(marks: &Marks, kind: Kind) -> [u16; 81] {
    let mut sets = [0; 81];
    if kind != Kind::Y {
        for (house, places) in marks.places.iter().enumerate() {
            for (digit, places) in places.iter().enumerate().filter(|(_, places)| has_two(**places)) {
                places.iter().for_each(|place| sets[usize::from(CELLS[house][place])] |= 1 << digit);
            }
        }
    }
    if kind != Kind::X {
        for (cell, digits) in marks.cells.iter().enumerate().filter(|(_, digits)| has_two(**digits)) {
            sets[cell] |= digits;
        }
    }
    sets
}

/// For each house and digit, the places of candidates.
fn places_of(candidates: &[(u8, u8)]) -> [[u16; 9]; 27] {
    let mut places = [[0; 9]; 27];
    for (cell, digit) in candidates {
        for (house, place) in HOUSES[usize::from(*cell)] {
            places[usize::from(house)][usize::from(*digit)] |= 1 << place;
        }
    }
    places
}

impl Links {
    /// Makes the links of some candidates (`among` gives the digits of a cell) and of all to which they have links of the kind.
    /// Of the candidates that become false, only those from which something follows are listed, unless `all` are wanted.
    pub(super) fn fill(&mut self, marks: &Marks, kind: Kind, all: bool, among: impl Fn(usize) -> u16) {
        let live = with_strong_links(marks, kind);
        let Numbers { candidates, numbers } = &mut self.numbers;
        for (cell, digit) in candidates.drain(..) {
            numbers[usize::from(cell)][usize::from(digit)] = u16::MAX;
        }
        for is_live in [true, false] {
            for (cell, digits) in marks.cells.iter().enumerate() {
                let fitting = digits & if is_live { live[cell] } else { !live[cell] };
                for digit in (fitting & among(cell)).iter() {
                    numbers[cell][digit] = candidates.len() as u16;
                    candidates.push((cell as u8, digit as u8));
                }
            }
            if is_live {
                self.live = candidates.len();
            }
        }
        let live_places;
        let (wanted, wanted_places) = if all {
            (&marks.cells, &marks.places)
        } else {
            live_places = places_of(&candidates[..self.live]);
            (&live, &live_places)
        };
        self.strong.clear();
        self.weak.clear();
        self.starts.clear();
        for (number, &(cell, digit)) in candidates.iter().enumerate() {
            let (cell, digit) = (usize::from(cell), usize::from(digit));
            self.starts.push(self.weak.len() as u32);
            let mut add = |other: u16| {
                if other != u16::MAX {
                    self.weak.push(other);
                }
            };
            if kind != Kind::X {
                (wanted[cell] & !(1 << digit)).iter().for_each(|other| add(numbers[cell][other]));
            }
            let [(square, own), (row, _), (column, _)] = HOUSES[cell].map(|(house, place)| (usize::from(house), place));
            for (house, known) in [(square, 1 << own), (row, CROSSING[row][square]), (column, CROSSING[column][square])]
            {
                let peers = wanted_places[house][digit] & !known;
                peers.iter().for_each(|place| add(numbers[usize::from(CELLS[house][place])][digit]));
            }
            let (mut list, mut count) = ([0; 4], 0);
            if number < self.live {
                for_each_strong(marks, cell, digit, |there, other, cause| {
                    if kind.has(cause) {
                        list[count] = numbers[there][other];
                        count += 1;
                    }
                });
            }
            self.strong.push((list, count as u8));
        }
        self.starts.push(self.weak.len() as u32);
        self.sets.clear();
        if all {
            let words = self.words();
            self.sets.resize(words * self.numbers.candidates.len(), 0);
            for number in 0..self.numbers.candidates.len() {
                let set = &mut self.sets[words * number..][..words];
                for other in &self.weak[self.starts[number] as usize..self.starts[number + 1] as usize] {
                    insert(set, *other);
                }
            }
        }
    }

    /// Takes candidates out; the others keep their numbers. After that, only what follows if a candidate is true is correct.
    pub(super) fn take_out(&mut self, gone: &[(u8, u8)]) {
        let words = self.words();
        let mut set = vec![0; words];
        for (cell, digit) in gone {
            let number = &mut self.numbers.numbers[usize::from(*cell)][usize::from(*digit)];
            insert(&mut set, std::mem::replace(number, u16::MAX));
        }
        let (mut from, mut count) = (0, 0);
        for start in &mut self.starts[1..] {
            let upto = *start as usize;
            for at in from..upto {
                let other = self.weak[at];
                self.weak[count] = other;
                count += usize::from(!contains(&set, other));
            }
            (*start, from) = (count as u32, upto);
        }
        self.weak.truncate(count);
        for row in self.sets.chunks_exact_mut(words.max(1)) {
            row.iter_mut().zip(&set).for_each(|(word, gone)| *word &= !gone);
        }
    }

    /// The number of words of a set of candidates.
    pub(super) fn words(&self) -> usize {
        self.numbers.candidates.len().div_ceil(64)
    }

    /// Those that are false if a candidate is true, as bits; only if all were wanted.
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

    /// Those of these that have strong links.
    #[inline]
    pub(super) fn weak_live(&self, candidate: usize) -> impl Iterator<Item = usize> + '_ {
        self.weak(candidate as u16).iter().map(|other| usize::from(*other)).filter(|other| *other < self.live)
    }

    /// The cell and digit of a candidate.
    pub(super) fn candidate(&self, number: usize) -> (usize, usize) {
        let (cell, digit) = self.numbers.candidates[number];
        (usize::from(cell), usize::from(digit))
    }

    /// Whether each candidate is false if the other is true.
    #[inline]
    pub(super) fn exclude_each_other(&self, one: u16, other: u16, kind: Kind) -> bool {
        let [(cell, digit), (there, its_digit)] =
            [one, other].map(|number| self.numbers.candidates[usize::from(number)]);
        if cell == there {
            kind != Kind::X && digit != its_digit
        } else {
            digit == its_digit && CellSet::peers(usize::from(cell)).contains(usize::from(there))
        }
    }
}
