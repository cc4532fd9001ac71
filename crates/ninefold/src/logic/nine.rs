//! A 9x9 position as sets of cells: what the finders of all but the simplest techniques look at.

use super::Technique;
use super::memory::Memory;
use super::state::State;
use super::step::{Candidate, Constraint};
use super::techniques::als::Sets;
use super::techniques::forcing::Chained;
use super::techniques::rectangles::{self, Rectangle};
use crate::board::{Cell, Digit, Entry, House};
use std::cell::{OnceCell, RefCell};
use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not, Sub, SubAssign};

/// A set of the 81 cells, bit by bit in reading order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub(super) struct CellSet(u128);

impl CellSet {
    pub(super) const EMPTY: CellSet = CellSet(0);
    pub(super) const ALL: CellSet = CellSet((1 << 81) - 1);

    pub(super) const fn only(cell: usize) -> CellSet {
        CellSet(1 << cell)
    }

    /// The cells of a house, by its number: rows from 0, columns from 9, boxes from 18.
    #[inline]
    pub(super) const fn house(house: usize) -> CellSet {
        HOUSES[house]
    }

    /// The cells after a cell in reading order.
    #[inline]
    pub(super) const fn after(cell: usize) -> CellSet {
        CellSet(CellSet::ALL.0 & !((2 << cell) - 1))
    }

    /// The cells that see a cell.
    #[inline]
    pub(super) const fn peers(cell: usize) -> CellSet {
        PEERS[cell]
    }

    #[inline]
    pub(super) const fn contains(self, cell: usize) -> bool {
        self.0 >> cell & 1 == 1
    }

    #[inline]
    pub(super) fn insert(&mut self, cell: usize) {
        self.0 |= 1 << cell;
    }

    #[inline]
    pub(super) fn remove(&mut self, cell: usize) {
        self.0 &= !(1 << cell);
    }

    #[inline]
    pub(super) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    #[inline]
    pub(super) const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The first cell in reading order.
    #[inline]
    pub(super) const fn first(self) -> Option<usize> {
        if self.0 == 0 { None } else { Some(self.0.trailing_zeros() as usize) }
    }

    /// The cell, if there is exactly one.
    #[inline]
    pub(super) const fn single(self) -> Option<usize> {
        if self.0 & self.0.wrapping_sub(1) == 0 { self.first() } else { None }
    }

    /// The two cells, if there are exactly two.
    #[inline]
    pub(super) const fn pair(self) -> Option<[usize; 2]> {
        let rest = self.0 & self.0.wrapping_sub(1);
        if rest == 0 || rest & (rest - 1) != 0 {
            return None;
        }
        Some([self.0.trailing_zeros() as usize, rest.trailing_zeros() as usize])
    }

    #[inline]
    pub(super) const fn is_subset(self, other: CellSet) -> bool {
        self.0 & !other.0 == 0
    }

    #[inline]
    pub(super) const fn is_disjoint(self, other: CellSet) -> bool {
        self.0 & other.0 == 0
    }

    /// The cells at these places of the nine rows.
    pub(super) fn of_rows(rows: [u16; 9]) -> CellSet {
        let word = |rows: &[u16]| rows.iter().rev().fold(0, |cells: u64, row| cells << 9 | u64::from(*row));
        CellSet(u128::from(word(&rows[..7])) | u128::from(word(&rows[7..])) << 63)
    }

    /// The places in each row.
    #[inline]
    pub(super) fn rows(self) -> [u16; 9] {
        // Words of the processor are shifted faster than wider ones.
        let (first, last) = (self.0 as u64, (self.0 >> 63) as u64);
        std::array::from_fn(|row| if row < 7 { first >> (9 * row) } else { last >> (9 * (row - 7)) } as u16 & 511)
    }

    /// The cells that see every one of these.
    pub(super) fn common_peers(self) -> CellSet {
        self.iter().fold(CellSet::ALL, |common, cell| common & CellSet::peers(cell))
    }

    /// The houses, by number, that have all of these cells; all houses if there are none.
    pub(super) fn common_houses(self) -> impl Iterator<Item = usize> {
        (0..27).filter(move |house| self.is_subset(CellSet::house(*house)))
    }

    /// Those of the cells that are the only one in their row, column or box; and the houses, as bits, that have any.
    ///
    /// ```text
    ///   a band      . 4 4 | . . . | . . 4     in any of its rows       . 4 4 | 4 . . | . . 4
    ///               . . . | 4 . . | . . .     in several of them       . . . | . . . | . . 4
    ///               . . . | . . . | . . 4     so the middle box has a lone cell: one column, once
    /// ```
    pub(super) fn survey(self) -> (CellSet, u32) {
        let rows = self.rows();
        let mut lone = [0u16; 9];
        let (mut once, mut twice, mut houses) = (0, 0, 0);
        for (band, rows) in rows.chunks_exact(3).enumerate() {
            let any = rows[0] | rows[1] | rows[2];
            let several = rows[0] & rows[1] | rows[2] & (rows[0] | rows[1]);
            twice |= several | once & any;
            once |= any;
            let boxes = LONE_BOXES[usize::from(any)] & !WHOLE_BOXES[usize::from(several)];
            let filled = u32::from(WHOLE_BOXES[usize::from(any)] & 0b001_001_001);
            houses |= ((filled | filled >> 2 | filled >> 4) & 0b111) << (18 + 3 * band);
            for (i, row) in rows.iter().copied().enumerate() {
                let is_one = row & row.wrapping_sub(1) == 0;
                lone[3 * band + i] = if is_one { row } else { row & boxes };
                houses |= u32::from(row != 0) << (3 * band + i);
            }
        }
        let columns = once & !twice;
        lone.iter_mut().zip(rows).for_each(|(lone, row)| *lone |= row & columns);
        (CellSet::of_rows(lone), houses | u32::from(once) << 9)
    }

    /// The cells in reading order.
    pub(super) fn iter(self) -> impl Iterator<Item = usize> + Clone {
        std::iter::successors((self.0 != 0).then_some(self.0), |rest| {
            let rest = rest & (rest - 1);
            (rest != 0).then_some(rest)
        })
        .map(|rest| rest.trailing_zeros() as usize)
    }

    /// The cells as the board's type.
    pub(super) fn cells(self) -> Vec<Cell> {
        self.iter().map(Cell::new).collect()
    }
}

impl BitAnd for CellSet {
    type Output = CellSet;

    #[inline]
    fn bitand(self, other: CellSet) -> CellSet {
        CellSet(self.0 & other.0)
    }
}

impl BitOr for CellSet {
    type Output = CellSet;

    #[inline]
    fn bitor(self, other: CellSet) -> CellSet {
        CellSet(self.0 | other.0)
    }
}

impl Sub for CellSet {
    type Output = CellSet;

    #[inline]
    fn sub(self, other: CellSet) -> CellSet {
        CellSet(self.0 & !other.0)
    }
}

impl Not for CellSet {
    type Output = CellSet;

    #[inline]
    fn not(self) -> CellSet {
        CellSet::ALL - self
    }
}

impl BitAndAssign for CellSet {
    fn bitand_assign(&mut self, other: CellSet) {
        *self = *self & other;
    }
}

impl BitOrAssign for CellSet {
    fn bitor_assign(&mut self, other: CellSet) {
        *self = *self | other;
    }
}

impl SubAssign for CellSet {
    fn sub_assign(&mut self, other: CellSet) {
        *self = *self - other;
    }
}

impl FromIterator<usize> for CellSet {
    fn from_iter<I: IntoIterator<Item = usize>>(cells: I) -> CellSet {
        cells.into_iter().fold(CellSet::EMPTY, |set, cell| set | CellSet::only(cell))
    }
}

impl fmt::Debug for CellSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(|cell| format!("r{}c{}", cell / 9 + 1, cell % 9 + 1))).finish()
    }
}

/// The number of digits of a mask, or of bits in any nine: many processors that this is compiled for have no
/// instruction to count them.
const COUNTS: [u8; 512] = {
    let mut counts = [0; 512];
    let mut mask = 1;
    while mask < 512 {
        counts[mask] = counts[mask / 2] + (mask % 2) as u8;
        mask += 1;
    }
    counts
};

/// The number of digits of a mask.
#[inline]
pub(super) const fn count(mask: u16) -> usize {
    COUNTS[mask as usize & 511] as usize
}

/// Per row of nine: the thirds of it that have anything, all three places of each.
const WHOLE_BOXES: [u16; 512] = of_thirds(false);

/// Per row of nine: the thirds of it that have one place, all three places of each.
const LONE_BOXES: [u16; 512] = of_thirds(true);

const fn of_thirds(is_lone: bool) -> [u16; 512] {
    let mut masks = [0; 512];
    let mut row = 0;
    while row < 512 {
        let mut third = 0;
        while third < 9 {
            let count = COUNTS[row >> third & 0b111];
            if count == 1 || (count > 1 && !is_lone) {
                masks[row] |= 0b111 << third;
            }
            third += 3;
        }
        row += 1;
    }
    masks
}

const HOUSES: [CellSet; 27] = {
    let mut houses = [CellSet(0); 27];
    let mut cell = 0;
    while cell < 81 {
        let of = houses_of(cell);
        let mut kind = 0;
        while kind < 3 {
            houses[of[kind]] = CellSet(houses[of[kind]].0 | 1 << cell);
            kind += 1;
        }
        cell += 1;
    }
    houses
};

const PEERS: [CellSet; 81] = {
    let mut peers = [CellSet(0); 81];
    let mut cell = 0;
    while cell < 81 {
        let [row, column, block] = houses_of(cell);
        let seen = HOUSES[row].0 | HOUSES[column].0 | HOUSES[block].0;
        peers[cell] = CellSet(seen & !(1 << cell));
        cell += 1;
    }
    peers
};

/// Row, column and box of a cell, as numbers of houses.
#[inline]
pub(super) const fn houses_of(cell: usize) -> [usize; 3] {
    let (row, column) = (cell / 9, cell % 9);
    [row, 9 + column, 18 + row / 3 * 3 + column / 3]
}

/// The house with this number, as people know it.
pub(super) fn house(number: usize) -> House {
    let i = (number % 9) as u16;
    [House::Row(i), House::Column(i), House::Box(i)][number / 9]
}

/// The digit (from 0) in the cell.
pub(super) fn candidate(cell: usize, digit: usize) -> Candidate {
    Candidate::new(Cell::new(cell), Digit::from_index(digit))
}

/// That the cell has one digit.
pub(super) fn in_cell(cell: usize) -> Constraint {
    Constraint::Cell(Cell::new(cell))
}

/// That the house has the digit in one place.
pub(super) fn in_house(house_number: usize, digit: usize) -> Constraint {
    Constraint::Place(house(house_number), Digit::from_index(digit))
}

/// The constraints by which a digit in the cell excludes it from these cells.
pub(super) fn links(cell: usize, cells: CellSet, digit: usize) -> impl Iterator<Item = Constraint> {
    let shared = houses_of(cell).into_iter().filter(move |house| !CellSet::house(*house).is_disjoint(cells));
    shared.map(move |house| in_house(house, digit))
}

/// The digits (from 0) of a mask in ascending order.
pub(super) fn digits(mask: u16) -> impl Iterator<Item = usize> + Clone {
    std::iter::successors((mask != 0).then_some(mask), |rest| {
        let rest = rest & (rest - 1);
        (rest != 0).then_some(rest)
    })
    .map(|rest| rest.trailing_zeros() as usize)
}

/// A 9x9 position. Digits are numbered from 0; a set of them is a mask of nine bits.
#[derive(Clone, Debug)]
pub(super) struct Nine {
    /// Per cell: its candidates; none if it has a digit.
    pub(super) candidates: [u16; 81],
    /// Per digit: the cells without a digit that it is a candidate of.
    pub(super) cells: [CellSet; 9],
    /// Per house and digit: where in the house it is a candidate, as places 0 to 8 of the house.
    pub(super) places: [[u16; 9]; 27],
    /// The cells without a digit.
    pub(super) open: CellSet,
    /// The cells with exactly two candidates.
    pub(super) bivalue: CellSet,
    /// The cells that are givens.
    pub(super) givens: CellSet,
    /// Per cell: the digit that it has, given or placed.
    pub(super) values: [Option<u8>; 81],
    /// What is known from earlier positions, and what has been asked for since.
    memory: RefCell<Memory>,
    /// The almost locked sets, once someone has asked for them.
    sets: OnceCell<Box<Sets>>,
    /// The same for unique rectangles.
    rectangles: OnceCell<Vec<Rectangle>>,
    /// The same for forcing chains.
    chained: OnceCell<Box<Chained>>,
}

impl Nine {
    #[cfg(test)]
    pub(super) fn of(state: &State<u16>) -> Nine {
        Nine::after(state, Memory::default())
    }

    /// The position of a state; one later than that which the memory is from: only candidates have gone since.
    ///
    /// # Panics
    /// If the state is not that of a 9x9 board with boxes of 3x3.
    pub(super) fn after(state: &State<u16>, memory: Memory) -> Nine {
        assert_eq!(state.houses.shape, crate::board::Shape::NINE);
        let mut nine = Nine {
            candidates: [0; 81],
            cells: [CellSet::EMPTY; 9],
            places: [[0; 9]; 27],
            open: CellSet::EMPTY,
            bivalue: CellSet::EMPTY,
            givens: CellSet::EMPTY,
            values: [None; 81],
            memory: RefCell::default(),
            sets: OnceCell::new(),
            rectangles: OnceCell::new(),
            chained: OnceCell::new(),
        };
        for cell in 0..81 {
            nine.candidates[cell] = state.digits(cell);
            nine.values[cell] = state.entry(cell).and_then(Entry::digit).map(|digit| digit.index() as u8);
            if state.is_open(cell) {
                nine.open.insert(cell);
            }
            if count(state.digits(cell)) == 2 {
                nine.bivalue.insert(cell);
            }
            if matches!(state.entry(cell), Some(Entry::Given(_))) {
                nine.givens.insert(cell);
            }
        }
        for house in 0..27 {
            nine.places[house] = std::array::from_fn(|digit| state.places(house, digit));
        }
        for digit in 0..9 {
            nine.cells[digit] = CellSet::of_rows(std::array::from_fn(|row| nine.places[row][digit]));
        }
        nine.memory = RefCell::new(memory.of_later(nine.cells));
        nine
    }

    /// What later positions may know.
    pub(super) fn into_memory(self) -> Memory {
        self.memory.into_inner()
    }

    /// Where in the house the digit is a candidate.
    #[inline]
    pub(super) fn places(&self, house: usize, digit: usize) -> CellSet {
        self.cells[digit] & CellSet::house(house)
    }

    /// The candidates of a digit that are in no way of placing the digit in all rows, columns and boxes at once.
    ///
    /// What any argument about this digit alone rules out (fish, X-chains, colours) is stranded. So where nothing is,
    /// there is nothing to look for: a cheap filter before a costly search.
    pub(super) fn stranded(&self, digit: usize) -> CellSet {
        let mut memory = self.memory.borrow_mut();
        *memory.stranded[digit].get_or_insert_with(|| self.cells[digit] - self.placements(digit, CellSet::EMPTY))
    }

    /// The digits of which something is stranded.
    pub(super) fn stranded_digits(&self) -> impl Iterator<Item = usize> {
        (0..9).filter(|digit| !self.stranded(*digit).is_empty())
    }

    /// Whether a technique that looks at this digit alone was not found since the digit changed.
    pub(super) fn is_not_found(&self, technique: Technique, digit: usize) -> bool {
        self.memory.borrow().not_found[digit] >> (technique as u32) & 1 == 1
    }

    /// Notes that all was done to find the technique.
    pub(super) fn note_not_found(&self, technique: Technique, digit: usize) {
        self.memory.borrow_mut().not_found[digit] |= 1 << (technique as u32);
    }

    /// Does something about what is known.
    pub(super) fn remember<T>(&self, what: impl FnOnce(&mut Memory) -> T) -> T {
        what(&mut self.memory.borrow_mut())
    }

    /// The sizes, as bits, of the sets of cells of a house that have no more digits than cells, if the digits are
    /// candidates of further cells, too: a filter for subsets. The other cells of the house are a hidden subset.
    pub(super) fn tight(&self, house: usize) -> u16 {
        *self.memory.borrow_mut().tight[house].get_or_insert_with(|| self.find_tight(house))
    }

    fn find_tight(&self, house: usize) -> u16 {
        let open = CellSet::house(house) & self.open;
        let (mut cells, mut count) = ([0; 9], 0);
        for cell in open.iter() {
            cells[count] = cell;
            count += 1;
        }
        // Per set of open cells, by their places among these: the digits.
        let mut unions = [0u16; 512];
        for set in 1..1 << count {
            unions[set] = unions[set & (set - 1)] | self.candidates[cells[set.trailing_zeros() as usize]];
        }
        let all = (1 << count) - 1;
        if COUNTS[usize::from(unions[all])] != count as u8 {
            // A contradiction.
            return u16::MAX;
        }
        let mut sizes = 0;
        for set in 1..all {
            let (digits, size) = (unions[set], COUNTS[set]);
            if COUNTS[usize::from(digits)] <= size && sizes >> size & 1 == 0 {
                let mut others = unions[all & !set];
                if house >= 18 {
                    // The cells may lie in one line, and rule out more there.
                    let chosen: CellSet = (0..count).filter(|i| set >> i & 1 == 1).map(|i| cells[i]).collect();
                    let line = chosen.common_houses().find(|house| *house < 18);
                    let in_line = line.map_or(CellSet::EMPTY, |line| (CellSet::house(line) & self.open) - chosen);
                    others = in_line.iter().fold(others, |others, cell| others | self.candidates[cell]);
                }
                if digits & others != 0 || COUNTS[usize::from(digits)] < size {
                    sizes |= 1 << size;
                }
            }
        }
        sizes
    }

    /// Whether the digit can be placed in all rows, columns and boxes at once without some cells.
    pub(super) fn has_placement_without(&self, digit: usize, cells: CellSet) -> bool {
        !self.placements(digit, cells).is_empty() || self.cells[digit].is_empty()
    }

    /// The cells of all ways to place the digit everywhere without some cells.
    ///
    /// ```text
    ///   each band by itself: one place in each of its rows,     the columns used
    ///     . 4 4 | . . . | . . 4      r1c2 r2c4 r3c9             . 1 . 1 . . . . 1
    ///     . . . | 4 . . | . . .      r1c3 r2c4 r3c9             . . 1 1 . . . . 1
    ///     . . . | . . . | . . 4
    ///   three bands go together if their columns are all columns, each once
    /// ```
    fn placements(&self, digit: usize, without: CellSet) -> CellSet {
        let columns = (0..9).fold(0, |columns, row| columns | self.places[row][digit]);
        let barred = without.rows();
        let rows: [u16; 9] = std::array::from_fn(|row| self.places[row][digit] & !barred[row]);
        // Per band: columns used, and the cells of the ways that use them, row by row; at most 27 of them.
        let mut ways = [[(0u16, [0u16; 3]); 27]; 3];
        let mut counts = [0; 3];
        for band in 0..3 {
            let rows = &rows[3 * band..][..3];
            let (list, count) = (&mut ways[band], &mut counts[band]);
            for_each_place(rows[0], 0, |first| {
                for_each_place(rows[1], first, |second| {
                    for_each_place(rows[2], first | second, |third| {
                        let used = first | second | third;
                        let at = list[..*count].iter().position(|way| way.0 == used).unwrap_or_else(|| {
                            list[*count] = (used, [0; 3]);
                            *count += 1;
                            *count - 1
                        });
                        let cells = &mut list[at].1;
                        cells.iter_mut().zip([first, second, third]).for_each(|(row, place)| *row |= place);
                    });
                });
            });
        }
        let mut live = [0u16; 9];
        for (first_used, first) in &ways[0][..counts[0]] {
            for (second_used, second) in &ways[1][..counts[1]] {
                if first_used & second_used == 0 {
                    let rest = columns & !(first_used | second_used);
                    for (_, third) in ways[2][..counts[2]].iter().filter(|way| way.0 == rest) {
                        let cells = first.iter().chain(second).chain(third);
                        live.iter_mut().zip(cells).for_each(|(row, places)| *row |= places);
                    }
                }
            }
        }
        CellSet::of_rows(live)
    }

    /// Whether the digit is a candidate of the cell.
    #[inline]
    pub(super) fn has(&self, cell: usize, digit: usize) -> bool {
        self.candidates[cell] >> digit & 1 == 1
    }

    /// The almost locked sets, with restricted commons between those that do not overlap.
    pub(super) fn sets(&self) -> &Sets {
        self.sets.get_or_init(|| Box::new(Sets::new(self, false)))
    }

    /// The rectangles that could be unique ones.
    pub(super) fn rectangles(&self) -> &[Rectangle] {
        self.rectangles.get_or_init(|| rectangles::list(self))
    }

    /// All that forcing chains conclude.
    pub(super) fn chained(&self) -> &Chained {
        self.chained.get_or_init(|| Box::new(Chained::new(self)))
    }

    /// Per digit: the cells without a digit that see no cell which has it. The digit is a candidate there, or was
    /// until some step removed it.
    pub(super) fn allowed(&self) -> [CellSet; 9] {
        let mut allowed = [self.open; 9];
        for (cell, value) in self.values.iter().enumerate() {
            if let Some(value) = value {
                allowed[usize::from(*value)] -= CellSet::peers(cell);
            }
        }
        allowed
    }

    /// The number of candidates of a cell.
    #[inline]
    pub(super) fn count(&self, cell: usize) -> usize {
        count(self.candidates[cell])
    }
}

/// Visits the places of a row whose stack none of the places taken so far is in; nothing once if the row has none.
fn for_each_place(row: u16, taken: u16, mut visit: impl FnMut(u16)) {
    if row == 0 {
        visit(0);
    }
    let stacks = [0b111, 0b111_000, 0b111_000_000].into_iter().filter(|stack| taken & stack == 0);
    let mut rest = row & stacks.fold(0, |free, stack| free | stack);
    while rest != 0 {
        visit(rest & rest.wrapping_neg());
        rest &= rest - 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Puzzle, Shape};

    /// Places a digit in the rows from `row` on in every way, and notes the cells.
    fn place_everywhere(nine: &Nine, digit: usize, row: usize, placed: CellSet, live: &mut CellSet) {
        if row == 9 {
            *live |= placed;
        } else if nine.places[row][digit] == 0 {
            place_everywhere(nine, digit, row + 1, placed, live);
        }
        for cell in (nine.cells[digit] & CellSet::house(row.min(8))).iter().filter(|_| row < 9) {
            if placed.is_disjoint(CellSet::peers(cell)) {
                place_everywhere(nine, digit, row + 1, placed | CellSet::only(cell), live);
            }
        }
    }

    #[test]
    fn stranded_candidates_are_in_no_placement() {
        let line = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";
        let mut puzzle: Puzzle = line.parse().unwrap();
        let mut stranded = 0;
        for removed in 0..60usize {
            let nine = Nine::of(&State::new(&puzzle));
            for digit in 0..9 {
                let mut live = CellSet::EMPTY;
                place_everywhere(&nine, digit, 0, CellSet::EMPTY, &mut live);
                assert_eq!(nine.stranded(digit), nine.cells[digit] - live);
                stranded += nine.stranded(digit).len();
            }
            let (cell, digit) = (removed * 37 % 81, removed * 5 % 9);
            if puzzle.digit(Cell::new(cell)).is_none() {
                puzzle.remove_candidate(Cell::new(cell), Digit::from_index(digit));
            }
        }
        assert!(stranded > 0);
    }

    #[test]
    fn sets_of_cells_agree_with_the_shape() {
        for cell in Shape::NINE.cells() {
            let peers: CellSet = Shape::NINE.peers(cell).map(Cell::index).collect();
            assert_eq!(CellSet::peers(cell.index()), peers);
            assert_eq!(peers.len(), 20);
            assert_eq!(CellSet::after(cell.index()), (cell.index() + 1..81).collect());
            let names = Shape::NINE.houses_of(cell);
            assert_eq!(houses_of(cell.index()).map(house), names);
        }
        for number in 0..27 {
            let cells: CellSet = Shape::NINE.cells_of(house(number)).map(Cell::index).collect();
            assert_eq!(CellSet::house(number), cells);
        }
        let pair: CellSet = [0, 1].into_iter().collect();
        assert_eq!(pair.common_houses().collect::<Vec<_>>(), [0, 18]);
        assert_eq!((!pair).len(), 79);
        assert_eq!((pair.single(), CellSet::only(3).single()), (None, Some(3)));
        assert_eq!(
            [CellSet::EMPTY, CellSet::only(3), pair, !pair].map(CellSet::pair),
            [None, None, Some([0, 1]), None]
        );
        assert_eq!(pair.common_peers().len(), 13);
        assert_eq!(format!("{pair:?}"), "{\"r1c1\", \"r1c2\"}");
    }

    #[test]
    fn a_survey_says_what_houses_say() {
        let mut random = 1u64;
        let mut next = || {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            CellSet(u128::from(random >> 20) << 40 ^ u128::from(random >> 23)) & CellSet::ALL
        };
        for i in 0..1000 {
            let cells = (0..i % 5).fold(CellSet::ALL, |cells, _| cells & next());
            let places = |house: usize| cells & CellSet::house(house);
            let lone: CellSet = (0..27).filter_map(|house| places(house).single()).collect();
            let houses =
                (0..27).filter(|house| !places(*house).is_empty()).fold(0, |houses, house| houses | 1 << house);
            assert_eq!(cells.survey(), (lone, houses));
        }
    }

    /// The sets say what the puzzle's candidates say.
    #[test]
    fn a_position_agrees_with_its_puzzle() {
        let line = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";
        let mut puzzle: Puzzle = line.parse().unwrap();
        puzzle.place(Cell::new(1), Digit::from_index(0));
        puzzle.remove_candidate(Cell::new(80), Digit::from_index(1));
        let nine = Nine::of(&State::new(&puzzle));
        let candidates = puzzle.candidates();
        for cell in Shape::NINE.cells() {
            assert_eq!(nine.open.contains(cell.index()), puzzle.digit(cell).is_none());
            assert_eq!(nine.givens.contains(cell.index()), matches!(puzzle.entry(cell), Entry::Given(_)));
            assert_eq!(nine.bivalue.contains(cell.index()), nine.count(cell.index()) == 2);
            for digit in Shape::NINE.digits() {
                let is_candidate = puzzle.digit(cell).is_none() && candidates.contains(cell, digit);
                assert_eq!(nine.has(cell.index(), digit.index()), is_candidate);
                assert_eq!(nine.cells[digit.index()].contains(cell.index()), is_candidate);
                for house in houses_of(cell.index()) {
                    assert_eq!(nine.places(house, digit.index()).contains(cell.index()), is_candidate);
                }
            }
        }
    }
}
