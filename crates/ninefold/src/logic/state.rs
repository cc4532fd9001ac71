//! A position on the path to a solution: candidates by cell and by house, and the singles that are queued.

use super::bits::Bits;
use super::geometry::Geometry;
use super::step::Candidate;
use crate::board::{Cell, Digit, Entry, House, Houses, Puzzle};
use std::ops::Range;
use std::sync::Arc;

/// The candidates of a board on the path to its solution. Cells that have a digit have no candidates here, and houses
/// no places for the digits that they have.
#[derive(Clone, Debug)]
pub(super) struct State<B> {
    geometry: Arc<Geometry>,
    left: Left<B>,
    entries: Vec<Option<Entry>>,
    open: usize,
    /// For each house, the number of its cells without a digit.
    open_in: Vec<u16>,
}

/// The candidates that are left.
#[derive(Clone, Debug)]
struct Left<B> {
    /// For each cell, its candidates.
    digits: Vec<B>,
    /// For each house and digit, the places in the house, by their order there.
    places: Vec<B>,
    /// Singles in the order in which they arose, as HoDoKu keeps them; some of them may already be done.
    naked: Queue,
    hidden: Queue,
    is_broken: bool,
}

/// Cells with a digit each, the oldest first.
#[derive(Clone, Debug)]
struct Queue {
    all: Vec<(u32, u16)>,
    /// How many of them have been dropped.
    done: usize,
}

impl Queue {
    fn with_room(room: usize) -> Queue {
        Queue { all: Vec::with_capacity(room), done: 0 }
    }

    fn waiting(&self) -> &[(u32, u16)] {
        &self.all[self.done..]
    }
}

impl<B: Bits> Left<B> {
    /// Removes a candidate from its cell, but not from the places of its houses.
    #[inline]
    fn lose_digit(&mut self, cell: usize, digit: usize) {
        let digits = &mut self.digits[cell];
        digits.remove(digit);
        match digits.single() {
            Some(last) => self.naked.all.push((cell as u32, last as u16)),
            None => self.is_broken |= digits.is_empty(),
        }
    }

    /// Removes a place of a digit from a house, and notes whether one place is left there, or none.
    #[inline(always)]
    fn lose_place(&mut self, houses: &Houses, house: u16, place: u16, digit: usize) {
        let house = usize::from(house);
        let places = &mut self.places[house * houses.side() + digit];
        places.remove(usize::from(place));
        match places.single() {
            Some(last) if houses.is_full(house) => {
                self.hidden.all.push((houses.cells(house)[last].index() as u32, digit as u16));
            }
            Some(_) => {}
            None => self.is_broken |= places.is_empty() && houses.is_full(house),
        }
    }
}

impl<B: Bits> State<B> {
    /// Digits are placed one after another, so that singles are queued in HoDoKu's order.
    pub(super) fn new(puzzle: &Puzzle) -> State<B> {
        State::on(Geometry::of(puzzle.shape()), puzzle)
    }

    /// The same on a board with other houses.
    pub(super) fn on(geometry: Arc<Geometry>, puzzle: &Puzzle) -> State<B> {
        let houses = &geometry.houses;
        let (n, cells) = (houses.side(), houses.cell_count());
        let first = |count: usize| {
            let mut numbers = B::EMPTY;
            (0..count).for_each(|number| numbers.insert(number));
            numbers
        };
        let mut places = Vec::with_capacity(houses.len() * n);
        for house in 0..houses.len() {
            places.extend(std::iter::repeat_n(first(houses.cells(house).len()), n));
        }
        let mut state = State {
            left: Left {
                digits: vec![first(n); cells],
                places,
                naked: Queue::with_room(n * n),
                hidden: Queue::with_room(n * n),
                is_broken: false,
            },
            entries: vec![None; cells],
            open: cells,
            open_in: (0..houses.len()).map(|house| houses.cells(house).len() as u16).collect(),
            geometry,
        };
        if n == 1 {
            state.left.naked.all.push((0, 0));
            state.left.hidden.all.push((0, 0));
        }
        for (cell, digit) in puzzle.filled() {
            state.place(cell.index(), digit.index());
            state.entries[cell.index()] = Some(puzzle.entry(cell));
        }
        if let Some(removed) = puzzle.removed() {
            for cell in puzzle.shape().cells() {
                removed.digits_of(cell).for_each(|digit| state.eliminate(cell.index(), digit.index()));
            }
        }
        state.forget_done_singles();
        state
    }

    /// A position of a puzzle without singles or contradictions, made from the digit of each cell, given or placed since, the
    /// candidates of each cell, and the places of each digit in each house.
    pub(super) fn without_singles(
        puzzle: &Puzzle,
        digit: impl Fn(usize) -> Option<usize>,
        candidates: impl Fn(usize) -> B,
        places: impl Fn(usize, usize) -> B,
    ) -> State<B> {
        let geometry = Geometry::of(puzzle.shape());
        let houses = &geometry.houses;
        let (n, count) = (houses.side(), houses.cell_count());
        let entry = |cell| match puzzle.entry(Cell::new(cell)) {
            Entry::Blank => digit(cell).map(|digit| Entry::Placed(Digit::from_index(digit))),
            entry => Some(entry),
        };
        let entries: Vec<Option<Entry>> = (0..count).map(entry).collect();
        let is_open = |cell: &&Cell| entries[cell.index()].is_none();
        let open_in = |house| houses.cells(house).iter().filter(is_open).count();
        State {
            left: Left {
                digits: (0..count).map(candidates).collect(),
                places: (0..houses.len() * n).map(|i| places(i / n, i % n)).collect(),
                naked: Queue::with_room(n * n),
                hidden: Queue::with_room(n * n),
                is_broken: false,
            },
            open: entries.iter().filter(|entry| entry.is_none()).count(),
            open_in: (0..houses.len()).map(|house| open_in(house) as u16).collect(),
            entries,
            geometry,
        }
    }

    pub(super) fn side(&self) -> usize {
        self.geometry.houses.side()
    }

    /// The numbers of the rows and columns.
    pub(super) fn lines(&self) -> Range<usize> {
        0..2 * self.side()
    }

    /// The numbers of all other houses.
    pub(super) fn regions(&self) -> Range<usize> {
        2 * self.side()..self.geometry.houses.len()
    }

    /// The most cells that a row or column and another house have in common.
    pub(super) fn most_shared(&self) -> usize {
        self.geometry.most_shared
    }

    /// Whether the house has each digit, rather than only none twice.
    #[inline]
    pub(super) fn is_full(&self, house: usize) -> bool {
        self.geometry.houses.is_full(house)
    }

    /// The house with this number, as the board's type.
    pub(super) fn house(&self, number: usize) -> House {
        self.geometry.houses.kind(number)
    }

    /// The cells of a house in order.
    #[inline]
    pub(super) fn cells(&self, house: usize) -> impl Iterator<Item = usize> {
        self.geometry.houses.cells(house).iter().map(|cell| cell.index())
    }

    /// The cells at these places of a house.
    pub(super) fn cells_at(&self, house: usize, places: B) -> impl Iterator<Item = usize> {
        places.iter().map(move |place| self.geometry.houses.cells(house)[place].index())
    }

    /// The houses of a cell: row, column, others.
    #[inline]
    pub(super) fn houses_of(&self, cell: usize) -> impl Iterator<Item = usize> + Clone {
        self.geometry.houses.of_cell(Cell::new(cell)).iter().map(|house| usize::from(*house))
    }

    /// Whether the cell lies in the house.
    #[inline]
    pub(super) fn is_in(&self, cell: usize, house: usize) -> bool {
        self.geometry.houses.of_cell(Cell::new(cell)).contains(&(house as u16))
    }

    /// The candidates of a cell; none if it has a digit.
    #[inline]
    pub(super) fn digits(&self, cell: usize) -> B {
        self.left.digits[cell]
    }

    /// Where in the house the digit can be, as places from 0; none if the house already has it.
    #[inline]
    pub(super) fn places(&self, house: usize, digit: usize) -> B {
        self.left.places[house * self.side() + digit]
    }

    pub(super) fn entry(&self, cell: usize) -> Option<Entry> {
        self.entries[cell]
    }

    /// Whether the cell has no digit yet.
    #[inline]
    pub(super) fn is_open(&self, cell: usize) -> bool {
        self.entries[cell].is_none()
    }

    pub(super) fn is_solved(&self) -> bool {
        self.open == 0
    }

    /// Whether a cell has no candidate left or a house no place for a digit.
    pub(super) fn is_broken(&self) -> bool {
        self.left.is_broken
    }

    /// Whether the house has exactly one cell without a digit, and must have each digit.
    pub(super) fn is_last_open(&self, house: usize) -> bool {
        self.open_in[house] == 1 && self.is_full(house)
    }

    /// Removes a candidate, if it is there.
    pub(super) fn eliminate(&mut self, cell: usize, digit: usize) {
        if !self.left.digits[cell].contains(digit) {
            return;
        }
        self.left.lose_digit(cell, digit);
        self.lose_places(cell, digit);
    }

    /// Removes a cell from the places of a digit in its houses.
    fn lose_places(&mut self, cell: usize, digit: usize) {
        let (houses, cell) = (&self.geometry.houses, Cell::new(cell));
        for (house, place) in houses.of_cell(cell).iter().zip(houses.places_of(cell)) {
            self.left.lose_place(houses, *house, *place, digit);
        }
    }

    /// Places a digit in an open cell.
    pub(super) fn place(&mut self, cell: usize, digit: usize) {
        let State { geometry, left, .. } = self;
        let houses = &*geometry.houses;
        left.is_broken |= !left.digits[cell].contains(digit);
        let candidates = std::mem::replace(&mut left.digits[cell], B::EMPTY);
        self.entries[cell] = Some(Entry::Placed(Digit::from_index(digit)));
        self.open -= 1;
        let settled = houses.of_cell(Cell::new(cell));
        for house in settled.iter().map(|house| usize::from(*house)) {
            left.places[house * houses.side() + digit] = B::EMPTY;
            self.open_in[house] -= 1;
        }
        // Houses that now have the digit need no update.
        if let Some(peers) = geometry.peers(cell) {
            for (peer, unsettled) in peers {
                if left.digits[peer].contains(digit) {
                    left.lose_digit(peer, digit);
                    for (house, place) in unsettled {
                        left.lose_place(houses, *house, *place, digit);
                    }
                }
            }
        } else {
            for peer in settled.iter().flat_map(|house| houses.cells(usize::from(*house))) {
                if left.digits[peer.index()].contains(digit) {
                    left.lose_digit(peer.index(), digit);
                    let unsettled = houses.of_cell(*peer).iter().zip(houses.places_of(*peer));
                    for (house, place) in unsettled.filter(|(house, _)| !settled.contains(house)) {
                        left.lose_place(houses, *house, *place, digit);
                    }
                }
            }
        }
        candidates.iter().filter(|other| *other != digit).for_each(|other| self.lose_places(cell, other));
    }

    /// The naked singles that are queued, the oldest first.
    pub(super) fn naked_singles(&self) -> impl Iterator<Item = (usize, usize)> {
        let open = self.left.naked.waiting().iter().filter(|(cell, _)| self.is_open(*cell as usize));
        open.map(|(cell, digit)| (*cell as usize, usize::from(*digit)))
    }

    /// The hidden singles that are queued, the oldest first, each with a house in which it is the last place: a
    /// box, where people look first, if possible.
    pub(super) fn hidden_singles(&self) -> impl Iterator<Item = (usize, usize, usize)> {
        let open = self.left.hidden.waiting().iter().filter(|(cell, _)| self.is_open(*cell as usize));
        open.filter_map(|(cell, digit)| {
            let (cell, digit) = (*cell as usize, usize::from(*digit));
            let is_single = |house: &usize| self.is_full(*house) && self.places(*house, digit).single().is_some();
            let (boxes, lines) = (self.regions(), self.lines());
            let boxes = self.houses_of(cell).filter(|house| boxes.contains(house));
            let lines = self.houses_of(cell).filter(|house| lines.contains(house));
            boxes.chain(lines).find(is_single).map(|house| (cell, digit, house))
        })
    }

    /// Drops the oldest singles as long as they are done.
    pub(super) fn forget_done_singles(&mut self) {
        let State { left: Left { naked, hidden, .. }, entries, .. } = self;
        for queue in [naked, hidden] {
            let is_done = |single: &&(u32, u16)| entries[single.0 as usize].is_some();
            queue.done += queue.waiting().iter().take_while(is_done).count();
        }
    }

    /// The candidates of a cell, as the board's type.
    pub(super) fn candidates(&self, cell: usize) -> impl Iterator<Item = Candidate> {
        self.digits(cell).iter().map(move |digit| Candidate::new(Cell::new(cell), Digit::from_index(digit)))
    }
}

#[cfg(test)]
mod tests {
    use super::super::bits::Wide;
    use super::super::check::{Board, check_on};
    use super::super::finds::{Finds, Want};
    use super::super::{Family, Technique, techniques};
    use super::*;
    use crate::board::{Candidates, Shape};
    use crate::variants::{self, Variant};
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    impl<B: Bits> State<B> {
        /// Compares everything with a new state of the same board.
        fn assert_agrees_with(&self, puzzle: &Puzzle) {
            let candidates = puzzle.candidates();
            for cell in puzzle.shape().cells() {
                let i = cell.index();
                assert_eq!(self.is_open(i), puzzle.digit(cell).is_none());
                let digits: Vec<usize> = candidates.digits_of(cell).map(Digit::index).collect();
                let expected = if self.is_open(i) { digits } else { Vec::new() };
                assert_eq!(self.digits(i).iter().collect::<Vec<_>>(), expected);
            }
            for house in 0..self.regions().end {
                for digit in 0..self.side() {
                    let has = |cell: &usize| self.digits(*cell).contains(digit);
                    let expected: Vec<usize> = self.cells(house).filter(has).collect();
                    let places = self.cells_at(house, self.places(house, digit));
                    assert_eq!(places.collect::<Vec<_>>(), expected);
                    if let ([only], false) = (&expected[..], self.left.is_broken) {
                        assert!(self.hidden_singles().any(|(cell, d, _)| (cell, d) == (*only, digit)));
                    }
                }
            }
            for cell in
                (0..puzzle.shape().cell_count()).filter(|cell| !self.left.is_broken && self.digits(*cell).len() == 1)
            {
                assert!(self.naked_singles().any(|(single, _)| single == cell));
            }
            assert_eq!(self.is_solved(), puzzle.is_full());
        }
    }

    fn stays_true<B: Bits>(shape: Shape, moves: &[(usize, usize, bool)]) {
        let mut puzzle = Puzzle::empty(shape);
        let mut state: State<B> = State::new(&puzzle);
        for (cell, digit, places) in moves {
            let (cell, digit) = (cell % shape.cell_count(), digit % shape.side());
            let (at, what) = (Cell::new(cell), Digit::from_index(digit));
            if !state.digits(cell).contains(digit) {
                continue;
            }
            if *places {
                state.place(cell, digit);
                puzzle.place(at, what);
            } else {
                state.eliminate(cell, digit);
                puzzle.remove_candidate(at, what);
            }
            state.forget_done_singles();
            state.assert_agrees_with(&puzzle);
        }
        let fresh: State<B> = State::new(&puzzle);
        fresh.assert_agrees_with(&puzzle);
        assert_eq!(fresh.is_broken(), state.is_broken());
    }

    proptest! {
        #[test]
        fn a_state_stays_true(
            shape in prop::sample::select(vec![(1, 1), (2, 2), (2, 3), (3, 2), (3, 3), (1, 5)]),
            moves in prop::collection::vec((0..1000usize, 0..1000usize, any::<bool>()), 0..60),
        ) {
            let shape = Shape::new(shape.0, shape.1).unwrap();
            stays_true::<u16>(shape, &moves);
            stays_true::<u64>(shape, &moves);
            stays_true::<Wide>(shape, &moves);
        }
    }

    /// The board in the checker's form.
    fn board(variant: &Variant, state: &State<u16>) -> Board {
        let mut candidates = Candidates::none(variant.shape);
        for cell in variant.shape.cells() {
            let digit = state.entry(cell.index()).and_then(Entry::digit);
            let left = state.digits(cell.index()).iter().map(Digit::from_index);
            digit.into_iter().chain(left).for_each(|digit| _ = candidates.insert(cell, digit));
        }
        Board { shape: variant.shape, houses: Arc::clone(&variant.houses), candidates }
    }

    /// On boards with any houses, the steps of the finders that search a state are accepted by the checker, and every
    /// solution agrees with their conclusions. Where they end, no single is left.
    #[test]
    fn houses_may_be_any_cells() {
        let order: Vec<Technique> = Technique::ALL
            .iter()
            .copied()
            .filter(|technique| {
                use Family::{LockedCandidates, Singles, Subsets};
                matches!(technique.family(), Singles | LockedCandidates | Subsets)
                    || matches!(technique, Technique::XWing | Technique::Swordfish | Technique::Jellyfish)
            })
            .collect();
        let mut used = BTreeSet::new();
        for variant in variants::puzzles().iter().filter(|variant| !variant.solutions.is_empty()) {
            let puzzle = Puzzle::from_givens(variant.shape, &variant.givens).unwrap();
            let mut state: State<u16> = State::on(Arc::new(Geometry::new(Arc::clone(&variant.houses))), &puzzle);
            loop {
                let mut finds = Finds::new(Want::All);
                let _ = techniques::find(&state, None, &order, &mut finds);
                let digit_of = |solution: &[Digit], out: &Candidate| solution[out.cell.index()] == out.digit;
                for step in &finds.steps {
                    let board = board(variant, &state);
                    assert_eq!(check_on(board, &puzzle, step, false), Ok(()), "{}: {step:?}", variant.name);
                    for solution in &variant.solutions {
                        assert!(step.placements.iter().all(|placed| digit_of(solution, placed)), "{}", variant.name);
                        assert!(!step.eliminations.iter().any(|out| digit_of(solution, out)), "{}", variant.name);
                    }
                }
                let Some(step) = finds.steps.first() else { break };
                used.insert(step.technique);
                step.placements.iter().for_each(|placed| state.place(placed.cell.index(), placed.digit.index()));
                step.eliminations.iter().for_each(|out| state.eliminate(out.cell.index(), out.digit.index()));
                state.forget_done_singles();
            }
            assert!(!state.is_broken() && state.is_solved() <= (variant.solutions.len() == 1), "{}", variant.name);
            let cells = variant.shape.cells().map(Cell::index);
            assert!(cells.filter(|cell| state.is_open(*cell)).all(|cell| state.digits(cell).len() > 1));
            for house in (0..variant.houses.len()).filter(|house| state.is_full(*house)) {
                assert!((0..state.side()).all(|digit| state.places(house, digit).len() != 1), "{}", variant.name);
            }
        }
        assert!(used.len() > 6, "{used:?}");
    }
}
