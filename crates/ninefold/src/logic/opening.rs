//! The opening of a path on a 9x9 board: all singles before the first other step, counted but not explained.
//!
//! Most puzzles that people are given are solved by singles, and every other puzzle begins and ends with them. A rating only
//! needs to know how many steps of each kind there are, but the kind to which a single belongs depends on the order in
//! which they are taken ([`singles`](super::techniques::singles)). So this does what [`State`] does, in the same order,
//! but leaves out everything that does not decide the order: it is about three times as fast, reading included.
//!
//! ```text
//!   per digit  32 words of 16 bits      | row 1 .. row 9 | column 1 .. column 9 | box 1 .. box 9 | 5 unused |
//!   each word: the places in the house     of them the houses of the cell become empty, and their peers are gone from
//!                                          the others: one mask per cell, taken off 8 words at a time
//! ```
//!
//! All houses in which this leaves one place for a digit are found at the same time; they are queued in the order in which
//! their last other place was lost, cell by cell. A contradiction is not noticed at once: the caller then starts again.

use super::cells::{CellSet, houses_of};
use super::state::State;
use super::{Rating, Technique};
use crate::board::Puzzle;

/// Words per digit: one for each house, and some to fill vectors.
const WORDS: usize = 32;

/// For each cell, the places that a digit keeps in each house when it is placed there.
static KEPT: [[u16; WORDS]; 81] = {
    let mut kept = [[0x1ff; WORDS]; 81];
    let mut cell = 0;
    while cell < 81 {
        let mut other = 0;
        while other < 81 {
            if CellSet::peers(cell).contains(other) {
                let (houses, places) = (houses_of(other), places_of(other));
                let mut kind = 0;
                while kind < 3 {
                    kept[cell][houses[kind]] &= !(1 << places[kind]);
                    kind += 1;
                }
            }
            other += 1;
        }
        let houses = houses_of(cell);
        kept[cell][houses[0]] = 0;
        kept[cell][houses[1]] = 0;
        kept[cell][houses[2]] = 0;
        cell += 1;
    }
    kept
};

/// The places of a cell in its row, column and box.
const fn places_of(cell: usize) -> [usize; 3] {
    let (row, column) = (cell / 9, cell % 9);
    [column, row, row % 3 * 3 + column % 3]
}

/// The cell at a place of a house.
const fn cell_at(house: usize, place: usize) -> usize {
    let number = house % 9;
    match house / 9 {
        0 => 9 * number + place,
        1 => 9 * place + number,
        _ => 27 * (number / 3) + 3 * (number % 3) + 9 * (place / 3) + place % 3,
    }
}

const fn is_single(bits: u16) -> bool {
    bits != 0 && bits & (bits - 1) == 0
}

/// A 9x9 position, as far as singles need it.
pub(super) struct Opening {
    /// For each cell, its candidates; none if it has a digit.
    candidates: [u16; 81],
    /// For each digit, the cells of which it is a candidate.
    cells: [CellSet; 9],
    /// For each digit and house, the places in the house where it is a candidate.
    places: [[u16; WORDS]; 9],
    /// For each cell, its digit, from 1; 0 for none.
    digits: [u8; 81],
    open: CellSet,
    /// For each house, the number of its open cells.
    open_in: [u8; 27],
    /// The houses, as bits, with one open cell.
    last_open: u32,
    /// Cells in the order in which they were left with one candidate.
    naked: Queue<u8, 81>,
    /// For each cell that is or was in this list, its position there.
    naked_since: [u8; 81],
    /// Cell and digit where the cell became the digit's last place in a house, in this order.
    hidden: Queue<(u8, u8), 243>,
    /// Whether a digit was placed where it was not a candidate.
    is_broken: bool,
}

/// A list that is read from the front and written at the end.
struct Queue<T, const MOST: usize> {
    all: [T; MOST],
    done: usize,
    len: usize,
}

impl<T: Copy, const MOST: usize> Queue<T, MOST> {
    fn new(filler: T) -> Queue<T, MOST> {
        Queue { all: [filler; MOST], done: 0, len: 0 }
    }

    #[inline]
    fn push(&mut self, item: T) {
        self.all[self.len] = item;
        self.len += 1;
    }

    /// The oldest item that still counts; those before it are dropped.
    #[inline]
    fn first(&mut self, counts: impl Fn(T) -> bool) -> Option<T> {
        while self.done < self.len {
            let item = self.all[self.done];
            if counts(item) {
                return Some(item);
            }
            self.done += 1;
        }
        None
    }
}

impl Opening {
    /// Takes every single and counts it; `None` for boards that this does not support, and for contradictions.
    pub(super) fn of(puzzle: &Puzzle, rating: &mut Rating) -> Option<Opening> {
        if puzzle.classic_nine().is_none() || puzzle.removed().is_some() {
            return None;
        }
        let mut opening = Opening {
            candidates: [0x1ff; 81],
            cells: [CellSet::ALL; 9],
            places: [[0x1ff; WORDS]; 9],
            digits: [0; 81],
            open: CellSet::ALL,
            open_in: [9; 27],
            last_open: 0,
            naked: Queue::new(0),
            naked_since: [0; 81],
            hidden: Queue::new((0, 0)),
            is_broken: false,
        };
        for (cell, digit) in puzzle.filled() {
            opening.place(cell.index(), digit.index());
        }
        let mut counts = [0; 3];
        let mut first_steps = [0; 3];
        let mut steps = 0;
        while let (Some((kind, cell, digit)), false) = (opening.next(), opening.is_broken) {
            if counts[kind] == 0 {
                first_steps[kind] = steps;
            }
            counts[kind] += 1;
            steps += 1;
            opening.place(cell, digit);
        }
        if opening.is_contradictory() {
            return None;
        }
        let mut kinds: Vec<usize> = (0..3).filter(|kind| counts[*kind] > 0).collect();
        kinds.sort_by_key(|kind| first_steps[*kind]);
        rating.steps.extend(kinds.into_iter().map(|kind| (KINDS[kind], counts[kind])));
        Some(opening)
    }

    pub(super) fn is_solved(&self) -> bool {
        self.open.is_empty()
    }

    /// The same position, for all that comes after singles.
    pub(super) fn into_state(self, puzzle: &Puzzle) -> State<u16> {
        let digit = |cell: usize| self.digits[cell].checked_sub(1).map(usize::from);
        State::without_singles(puzzle, digit, |cell| self.candidates[cell], |house, digit| self.places[digit][house])
    }

    /// The next single, by the number of its kind in [`KINDS`], its cell and its digit.
    #[inline]
    fn next(&mut self) -> Option<(usize, usize, usize)> {
        let open = self.open;
        if self.last_open != 0 {
            let mut first: Option<usize> = None;
            let mut houses = self.last_open;
            while houses != 0 {
                let cell = (open & CellSet::house(houses.trailing_zeros() as usize)).first()?;
                // The only open cell of a house has no candidate, or several: a contradiction.
                if !is_single(self.candidates[cell]) {
                    return None;
                }
                if first.is_none_or(|first| self.naked_since[cell] < self.naked_since[first]) {
                    first = Some(cell);
                }
                houses &= houses - 1;
            }
            return first.map(|cell| (0, cell, self.candidates[cell].trailing_zeros() as usize));
        }
        if let Some(cell) = self.naked.first(|cell| open.contains(cell.into())) {
            let cell = usize::from(cell);
            let left = self.candidates[cell];
            return is_single(left).then_some((1, cell, left.trailing_zeros() as usize));
        }
        let (cell, digit) = self.hidden.first(|(cell, _)| open.contains(cell.into()))?;
        Some((2, cell.into(), digit.into()))
    }

    /// Writes a digit into an open cell.
    fn place(&mut self, cell: usize, digit: usize) {
        let others = self.candidates[cell] & !(1 << digit);
        if others == self.candidates[cell] {
            self.is_broken = true;
            return;
        }
        self.candidates[cell] = 0;
        self.digits[cell] = digit as u8 + 1;
        self.open.remove(cell);
        let (houses, places) = (houses_of(cell), places_of(cell));
        for house in houses {
            self.open_in[house] -= 1;
            let is_last = u32::from(self.open_in[house] == 1);
            self.last_open = self.last_open & !(1 << house) | is_last << house;
        }

        let seen = self.cells[digit] & CellSet::peers(cell);
        self.cells[digit] = self.cells[digit] - seen - CellSet::only(cell);
        let Opening { candidates, naked, naked_since, .. } = self;
        seen.for_each(|peer| {
            candidates[peer] &= !(1 << digit);
            if is_single(candidates[peer]) {
                naked_since[peer] = naked.len as u8;
                naked.push(peer as u8);
            }
        });

        let lone = keep(&mut self.places[digit], &KEPT[cell]);
        if lone != 0 {
            self.note_lone(digit, lone, seen);
        }

        let mut others = others;
        while others != 0 {
            let other = others.trailing_zeros() as usize;
            self.cells[other].remove(cell);
            for (house, place) in houses.into_iter().zip(places) {
                let places = &mut self.places[other][house];
                *places &= !(1 << place);
                if is_single(*places) {
                    self.hidden.push((cell_at(house, places.trailing_zeros() as usize) as u8, other as u8));
                }
            }
            others &= others - 1;
        }
    }

    /// Queues a digit's last places in some houses, in the order in which these houses lost their last other place.
    fn note_lone(&mut self, digit: usize, houses: u32, gone: CellSet) {
        let mut order = [(0, 0); 27];
        let mut len = 0;
        let mut rest = houses;
        while rest != 0 {
            let house = rest.trailing_zeros() as usize;
            let last = (gone & CellSet::house(house)).last().unwrap_or(0);
            // Houses are in ascending order: rows, columns, boxes.
            let mut at = len;
            while at > 0 && order[at - 1].0 > last {
                order[at] = order[at - 1];
                at -= 1;
            }
            order[at] = (last, house);
            len += 1;
            rest &= rest - 1;
        }
        for (_, house) in &order[..len] {
            let place = self.places[digit][*house].trailing_zeros() as usize;
            self.hidden.push((cell_at(*house, place) as u8, digit as u8));
        }
    }

    /// Whether a cell has no candidate, or a house no place for a digit that it lacks.
    fn is_contradictory(&self) -> bool {
        if self.is_broken || self.open.iter().any(|cell| self.candidates[cell] == 0) {
            return true;
        }
        let mut has = [0; 27];
        for cell in (!self.open).iter() {
            houses_of(cell).into_iter().for_each(|house| has[house] |= 1 << self.digits[cell] >> 1);
        }
        (0..27).any(|house| (0..9).any(|digit| self.places[digit][house] == 0 && has[house] >> digit & 1 == 0))
    }
}

/// The kinds of singles, in the order in which they are searched.
pub(super) const KINDS: [Technique; 3] = [Technique::FullHouse, Technique::NakedSingle, Technique::HiddenSingle];

/// Removes places; returns the words, as bits, that lost some and have one left.
#[inline]
fn keep(places: &mut [u16; WORDS], kept: &[u16; WORDS]) -> u32 {
    let mut lone = [0u16; WORDS];
    for i in 0..WORDS {
        let (old, left) = (places[i], places[i] & kept[i]);
        places[i] = left;
        let is_lone = (left != old) & (left != 0) & (left & left.wrapping_sub(1) == 0);
        lone[i] = if is_lone { 1 << (i % 16) } else { 0 };
    }
    let bits = |half: &[u16]| half.iter().fold(0, |bits, word| bits | word);
    u32::from(bits(&lone[..16])) | u32::from(bits(&lone[16..])) << 16
}

#[cfg(test)]
mod tests {
    use super::super::Explainer;
    use super::*;
    use crate::board::{Cell, Digit, Shape};
    use proptest::prelude::*;

    /// Counts the steps of a path one by one.
    fn counted(puzzle: &Puzzle) -> Rating {
        let mut path = Explainer::with(&KINDS).path(puzzle);
        let mut rating = Rating::default();
        path.by_ref().for_each(|step| rating.add(step.technique));
        rating.outcome = path.outcome();
        rating
    }

    const GRID: &str = "483921657967345821251876493548132976729564138136798245372689514814253769695417382";

    proptest! {
        /// Givens of a solution, sometimes with a wrong one.
        #[test]
        fn ratings_are_those_of_the_path(
            is_given in prop::collection::vec(prop::bool::weighted(0.4), 81),
            wrong in prop::option::weighted(0.2, (0..81usize, 0..9usize)),
            turn in 0..9usize,
        ) {
            let mut puzzle = Puzzle::empty(Shape::NINE);
            for (cell, digit) in GRID.bytes().enumerate().filter(|(cell, _)| is_given[*cell]) {
                puzzle.give(Cell::new(cell), Digit::from_index((usize::from(digit - b'1') + turn) % 9));
            }
            if let Some((cell, digit)) = wrong {
                puzzle.place(Cell::new(cell), Digit::from_index(digit));
            }
            prop_assert_eq!(Explainer::with(&KINDS).rate(&puzzle), counted(&puzzle));
        }
    }

    #[test]
    fn a_position_after_singles_is_as_any_other() {
        let line = ".....6...3..52.........197..24......98....2.67....81.9.95..46.1...6.24..6...5....";
        let puzzle: Puzzle = line.parse().unwrap();
        let mut rating = Rating::default();
        let state = Opening::of(&puzzle, &mut rating).unwrap().into_state(&puzzle);
        let mut path = Explainer::with(&KINDS).path(&puzzle);
        assert!(path.by_ref().count() > 0);
        let expected: State<u16> = State::new(path.puzzle());
        for cell in 0..81 {
            assert_eq!(state.digits(cell), expected.digits(cell));
            assert_eq!(
                state.entry(cell),
                path.puzzle().entry(Cell::new(cell)).digit().map(|_| path.puzzle().entry(Cell::new(cell)))
            );
        }
        for (house, digit) in (0..27).flat_map(|house| (0..9).map(move |digit| (house, digit))) {
            assert_eq!(state.places(house, digit), expected.places(house, digit));
        }
        assert_eq!(state.naked_singles().count() + state.hidden_singles().count(), 0);
        assert_eq!((0..27).map(|house| state.is_last_open(house)).collect::<Vec<_>>(), vec![false; 27]);
    }
}
