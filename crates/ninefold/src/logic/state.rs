//! Where a solution path stands: candidates by cell and by house, and the singles that wait.

use super::bits::Bits;
use super::step::Candidate;
use crate::board::{Cell, Digit, Entry, House, Puzzle, Shape};
use std::sync::{Arc, LazyLock};

/// Which cells which house has. Houses are numbered: N rows, N columns, N boxes.
#[derive(Debug)]
pub(super) struct Houses {
    pub(super) shape: Shape,
    side: usize,
    /// Per house: its cells in order.
    cells: Vec<u32>,
    /// Per cell: its row, column and box.
    houses_of: Vec<[u16; 3]>,
    /// Per cell: its place in each of them.
    places_of: Vec<[u16; 3]>,
    /// Per cell: its peers in ascending order; empty for boards on which that would take much space.
    peers: Vec<Peer>,
}

/// A cell that sees another one, and its houses that the other one is not in.
#[derive(Debug)]
struct Peer {
    cell: u32,
    /// The houses, the peer's place in each, and how many there are.
    houses: [u16; 2],
    places: [u8; 2],
    count: u8,
}

impl Houses {
    fn new(shape: Shape) -> Houses {
        let n = shape.side();
        let cells: Vec<u32> =
            shape.houses().flat_map(|house| shape.cells_of(house)).map(|cell| cell.index() as u32).collect();
        let mut houses_of = vec![[0; 3]; shape.cell_count()];
        let mut places_of = vec![[0; 3]; shape.cell_count()];
        for (i, cell) in cells.iter().enumerate() {
            let (house, kind) = (i / n, i / n / n);
            houses_of[*cell as usize][kind] = house as u16;
            places_of[*cell as usize][kind] = (i % n) as u16;
        }
        let mut houses = Houses { shape, side: n, cells, houses_of, places_of, peers: Vec::new() };
        if n <= 16 {
            for cell in shape.cells() {
                let mut peers: Vec<usize> = shape.peers(cell).map(Cell::index).collect();
                peers.sort_unstable();
                let peers: Vec<Peer> = peers.into_iter().map(|peer| houses.peer(peer, cell.index())).collect();
                houses.peers.extend(peers);
            }
        }
        houses
    }

    fn peer(&self, cell: usize, of: usize) -> Peer {
        let mut peer = Peer { cell: cell as u32, houses: [0; 2], places: [0; 2], count: 0 };
        for (house, place) in self.of_cell(cell).into_iter().zip(self.places_of(cell)) {
            if !self.of_cell(of).contains(&house) {
                peer.houses[usize::from(peer.count)] = house as u16;
                peer.places[usize::from(peer.count)] = place as u8;
                peer.count += 1;
            }
        }
        peer
    }

    /// The houses of a shape; those of 9x9 boards are made once.
    pub(super) fn of(shape: Shape) -> Arc<Houses> {
        static NINE: LazyLock<Arc<Houses>> = LazyLock::new(|| Arc::new(Houses::new(Shape::NINE)));
        if shape.is_classic_nine() { Arc::clone(&NINE) } else { Arc::new(Houses::new(shape)) }
    }

    pub(super) fn side(&self) -> usize {
        self.side
    }

    /// The number of houses.
    pub(super) fn len(&self) -> usize {
        3 * self.side()
    }

    /// The cells of a house in order.
    #[inline]
    pub(super) fn cells(&self, house: usize) -> &[u32] {
        let n = self.side();
        &self.cells[house * n..][..n]
    }

    /// The cells at some places of a house.
    pub(super) fn cells_at<B: Bits>(&self, house: usize, places: B) -> impl Iterator<Item = usize> {
        places.iter().map(move |place| self.cells(house)[place] as usize)
    }

    /// Row, column and box of a cell.
    #[inline]
    pub(super) fn of_cell(&self, cell: usize) -> [usize; 3] {
        self.houses_of[cell].map(usize::from)
    }

    #[inline]
    fn places_of(&self, cell: usize) -> [usize; 3] {
        self.places_of[cell].map(usize::from)
    }

    /// The peers of a cell, in ascending order; none on large boards.
    #[inline]
    fn peers(&self, cell: usize) -> &[Peer] {
        let each = self.peers.len() / self.houses_of.len();
        &self.peers[cell * each..][..each]
    }

    /// The house with this number, as people know it.
    pub(super) fn house(&self, number: usize) -> House {
        let n = self.side();
        let i = (number % n) as u16;
        [House::Row(i), House::Column(i), House::Box(i)][number / n]
    }
}

/// The candidates of a board on the way to its solution. Cells that have a digit have no candidates here, and houses
/// no places for the digits they have.
#[derive(Clone, Debug)]
pub(super) struct State<B> {
    pub(super) houses: Arc<Houses>,
    left: Left<B>,
    entries: Vec<Option<Entry>>,
    open: usize,
    /// Per house: the number of its cells without a digit.
    open_in: Vec<u16>,
}

/// The candidates that are left.
#[derive(Clone, Debug)]
struct Left<B> {
    /// Per cell: its candidates.
    digits: Vec<B>,
    /// Per house and digit: the places in the house, by their order there.
    places: Vec<B>,
    /// Singles in the order in which they arose, as HoDoKu keeps them; some are done already.
    naked: Queue,
    hidden: Queue,
    is_broken: bool,
}

/// Cells with a digit each, the oldest first.
#[derive(Clone, Debug)]
struct Queue {
    all: Vec<(u32, u16)>,
    /// The number of them that are forgotten.
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

    /// Removes a place of a digit from a house, and notes what has become of the digit's places there.
    #[inline]
    fn lose_place(&mut self, houses: &Houses, house: usize, place: usize, digit: usize) {
        let places = &mut self.places[house * houses.side() + digit];
        places.remove(place);
        match places.single() {
            Some(last) => self.hidden.all.push((houses.cells(house)[last], digit as u16)),
            None => self.is_broken |= places.is_empty(),
        }
    }
}

impl<B: Bits> State<B> {
    /// The digits are written in one after the other, so that the singles wait in the order in which HoDoKu has them.
    pub(super) fn new(puzzle: &Puzzle) -> State<B> {
        let houses = Houses::of(puzzle.shape());
        let n = houses.side();
        let mut all = B::EMPTY;
        (0..n).for_each(|number| all.insert(number));
        let mut state = State {
            left: Left {
                digits: vec![all; houses.shape.cell_count()],
                places: vec![all; houses.len() * n],
                naked: Queue::with_room(n * n),
                hidden: Queue::with_room(n * n),
                is_broken: false,
            },
            entries: vec![None; houses.shape.cell_count()],
            open: houses.shape.cell_count(),
            open_in: vec![n as u16; houses.len()],
            houses,
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

    /// A position of a puzzle in which no single waits and nothing contradicts itself: the digit of each cell, given or
    /// placed since, the candidates of each cell, the places in each house of each digit.
    pub(super) fn without_singles(
        puzzle: &Puzzle,
        digit: impl Fn(usize) -> Option<usize>,
        candidates: impl Fn(usize) -> B,
        places: impl Fn(usize, usize) -> B,
    ) -> State<B> {
        let houses = Houses::of(puzzle.shape());
        let (n, count) = (houses.side(), houses.shape.cell_count());
        let entry = |cell| match puzzle.entry(Cell::new(cell)) {
            Entry::Blank => digit(cell).map(|digit| Entry::Placed(Digit::from_index(digit))),
            entry => Some(entry),
        };
        let entries: Vec<Option<Entry>> = (0..count).map(entry).collect();
        let is_open = |cell: &&u32| entries[**cell as usize].is_none();
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
            houses,
        }
    }

    pub(super) fn side(&self) -> usize {
        self.houses.side()
    }

    /// The candidates of a cell; none if it has a digit.
    #[inline]
    pub(super) fn digits(&self, cell: usize) -> B {
        self.left.digits[cell]
    }

    /// Where in the house the digit can be, as places from 0; none if the house has it.
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

    /// Whether the house has one cell without a digit.
    pub(super) fn is_last_open(&self, house: usize) -> bool {
        self.open_in[house] == 1
    }

    /// Removes a candidate, if it is there.
    pub(super) fn eliminate(&mut self, cell: usize, digit: usize) {
        if !self.left.digits[cell].contains(digit) {
            return;
        }
        self.left.lose_digit(cell, digit);
        let (houses, places) = (self.houses.of_cell(cell), self.houses.places_of(cell));
        for (house, place) in houses.into_iter().zip(places) {
            self.left.lose_place(&self.houses, house, place, digit);
        }
    }

    /// Writes a digit into an open cell.
    pub(super) fn place(&mut self, cell: usize, digit: usize) {
        let State { houses, left, .. } = self;
        let n = houses.side();
        left.is_broken |= !left.digits[cell].contains(digit);
        let candidates = std::mem::replace(&mut left.digits[cell], B::EMPTY);
        self.entries[cell] = Some(Entry::Placed(Digit::from_index(digit)));
        self.open -= 1;
        for house in houses.of_cell(cell) {
            left.places[house * n + digit] = B::EMPTY;
            self.open_in[house] -= 1;
        }
        // The houses that now have the digit are not looked at.
        for peer in houses.peers(cell) {
            if left.digits[peer.cell as usize].contains(digit) {
                left.lose_digit(peer.cell as usize, digit);
                for at in 0..usize::from(peer.count) {
                    left.lose_place(houses, peer.houses[at].into(), peer.places[at].into(), digit);
                }
            }
        }
        if houses.peers.is_empty() {
            let settled = houses.of_cell(cell);
            for peer in settled.iter().flat_map(|house| houses.cells(*house)).map(|peer| *peer as usize) {
                if left.digits[peer].contains(digit) {
                    left.lose_digit(peer, digit);
                    let unsettled = houses.of_cell(peer).into_iter().zip(houses.places_of(peer));
                    for (house, place) in unsettled.filter(|(house, _)| !settled.contains(house)) {
                        left.lose_place(houses, house, place, digit);
                    }
                }
            }
        }
        for other in candidates.iter().filter(|other| *other != digit) {
            for (house, place) in houses.of_cell(cell).into_iter().zip(houses.places_of(cell)) {
                left.lose_place(houses, house, place, other);
            }
        }
    }

    /// The naked singles that wait, the oldest first.
    pub(super) fn naked_singles(&self) -> impl Iterator<Item = (usize, usize)> {
        let open = self.left.naked.waiting().iter().filter(|(cell, _)| self.is_open(*cell as usize));
        open.map(|(cell, digit)| (*cell as usize, usize::from(*digit)))
    }

    /// The hidden singles that wait, the oldest first, each with a house it is the last place of: the
    /// box, where people look first, if it is one.
    pub(super) fn hidden_singles(&self) -> impl Iterator<Item = (usize, usize, usize)> {
        let open = self.left.hidden.waiting().iter().filter(|(cell, _)| self.is_open(*cell as usize));
        open.filter_map(|(cell, digit)| {
            let (cell, digit) = (*cell as usize, usize::from(*digit));
            let is_single = |house: &usize| self.places(*house, digit).single().is_some();
            let [row, column, block] = self.houses.of_cell(cell);
            [block, row, column].into_iter().find(is_single).map(|house| (cell, digit, house))
        })
    }

    /// Forgets the singles that are done, as far as they are the oldest.
    pub(super) fn forget_done_singles(&mut self) {
        let State { left: Left { naked, hidden, .. }, entries, .. } = self;
        for queue in [naked, hidden] {
            let is_done = |single: &&(u32, u16)| entries[single.0 as usize].is_some();
            queue.done += queue.waiting().iter().take_while(is_done).count();
        }
    }

    /// The candidates of a cell, as people know them.
    pub(super) fn candidates(&self, cell: usize) -> impl Iterator<Item = Candidate> {
        self.digits(cell).iter().map(move |digit| Candidate::new(Cell::new(cell), Digit::from_index(digit)))
    }
}

#[cfg(test)]
mod tests {
    use super::super::bits::Wide;
    use super::*;
    use proptest::prelude::*;

    impl<B: Bits> State<B> {
        /// Compares everything with what a new state of the same board has.
        fn assert_agrees_with(&self, puzzle: &Puzzle) {
            let candidates = puzzle.candidates();
            for cell in puzzle.shape().cells() {
                let i = cell.index();
                assert_eq!(self.is_open(i), puzzle.digit(cell).is_none());
                let digits: Vec<usize> = candidates.digits_of(cell).map(Digit::index).collect();
                let expected = if self.is_open(i) { digits } else { Vec::new() };
                assert_eq!(self.digits(i).iter().collect::<Vec<_>>(), expected);
            }
            for house in 0..self.houses.len() {
                for digit in 0..self.side() {
                    let cells = self.houses.cells(house).iter().map(|cell| *cell as usize);
                    let has = |cell: &usize| self.digits(*cell).contains(digit);
                    let expected: Vec<usize> = cells.clone().filter(has).collect();
                    let places = self.houses.cells_at(house, self.places(house, digit));
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
}
