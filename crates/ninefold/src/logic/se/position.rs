//! A 9x9 position in the form in which Sudoku Explainer searches it: candidates by cell and by house, and the orders of houses
//! and peers that decide which of several hints comes first.

use super::super::bits::Bits;
use super::super::cells::{CellSet, digits, houses_of};
use crate::board::ClassicNine;

/// Where each kind of houses begins in the numbering of [`houses_of`].
pub(super) const ROWS: usize = 0;
pub(super) const COLUMNS: usize = 9;
pub(super) const BOXES: usize = 18;

/// The kinds in the order of chains, loops and graves.
pub(super) const BOX_ROW_COLUMN: [usize; 3] = [BOXES, ROWS, COLUMNS];
/// The kinds in the order of singles and subsets.
pub(super) const BOX_COLUMN_ROW: [usize; 3] = [BOXES, COLUMNS, ROWS];

/// For each house, its cells, by place.
pub(super) static CELLS: [[u8; 9]; 27] = {
    let mut cells = [[0; 9]; 27];
    let mut house = 0;
    while house < 27 {
        let mut place = 0;
        while place < 9 {
            let i = house % 9;
            let cell = match house / 9 {
                0 => 9 * i + place,
                1 => 9 * place + i,
                _ => 27 * (i / 3) + 9 * (place / 3) + 3 * (i % 3) + place % 3,
            };
            cells[house][place] = cell as u8;
            place += 1;
        }
        house += 1;
    }
    cells
};

/// For each cell, its box, row and column, and its place in each.
pub(super) static HOUSES: [[(u8, u8); 3]; 81] = {
    let mut houses = [[(0, 0); 3]; 81];
    let mut cell = 0;
    while cell < 81 {
        let [row, column, square] = houses_of(cell);
        let (i, j) = (cell / 9, cell % 9);
        let within = (i % 3) * 3 + j % 3;
        houses[cell] = [(square as u8, within as u8), (row as u8, j as u8), (column as u8, i as u8)];
        cell += 1;
    }
    houses
};

/// For each cell, those in its box, the others in its row, the others in its column.
pub(super) static PEERS: [[u8; 20]; 81] = {
    let mut peers = [[0; 20]; 81];
    let mut cell = 0;
    while cell < 81 {
        let (mut found, mut kind) = (0, 0);
        while kind < 3 {
            let (house, _) = HOUSES[cell][kind];
            let mut place = 0;
            while place < 9 {
                let other = CELLS[house as usize][place] as usize;
                let is_in_box = HOUSES[other][0].0 == HOUSES[cell][0].0;
                if other != cell && (kind == 0 || !is_in_box) {
                    peers[cell][found] = other as u8;
                    found += 1;
                }
                place += 1;
            }
            kind += 1;
        }
        cell += 1;
    }
    peers
};

/// For each two houses, the places of the first that lie in the second.
pub(super) static CROSSING: [[u16; 27]; 27] = {
    let mut crossing = [[0; 27]; 27];
    let mut house = 0;
    while house < 27 {
        let mut place = 0;
        while place < 9 {
            let cell = CELLS[house][place] as usize;
            let mut kind = 0;
            while kind < 3 {
                crossing[house][HOUSES[cell][kind].0 as usize] |= 1 << place;
                kind += 1;
            }
            place += 1;
        }
        house += 1;
    }
    crossing
};

/// Whether a set has two members, without counting bits, which not every processor can do.
#[inline]
pub(super) fn has_two(set: u16) -> bool {
    (set & set.wrapping_sub(1)).is_power_of_two()
}

/// The candidates of a position, seen in two ways.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Marks {
    /// For each cell, its digits, from 0; none if a digit is placed.
    pub(super) cells: [u16; 81],
    /// For each house and digit, its places.
    pub(super) places: [[u16; 9]; 27],
}

impl Marks {
    #[inline]
    pub(super) fn has(&self, cell: usize, digit: usize) -> bool {
        self.cells[cell] >> digit & 1 == 1
    }

    #[inline]
    pub(super) fn remove(&mut self, cell: usize, digit: usize) {
        self.cells[cell] &= !(1 << digit);
        for (house, place) in HOUSES[cell] {
            self.places[house as usize][digit] &= !(1 << place);
        }
    }

    /// The cells that have the digit.
    pub(super) fn of_digit(&self, digit: usize) -> CellSet {
        CellSet::of_rows(std::array::from_fn(|row| self.places[ROWS + row][digit]))
    }
}

/// A position: candidates, and placed digits.
#[derive(Clone, Debug)]
pub(super) struct Position {
    pub(super) marks: Marks,
    /// For each house, the places without a digit.
    pub(super) open: [u16; 27],
    /// For each digit, how many cells have it.
    pub(super) placed: [u8; 9],
    /// How many cells have no digit.
    pub(super) left: usize,
}

impl Position {
    /// The position of a puzzle: its digits, and what they and the removed candidates leave.
    pub(super) fn new(nine: ClassicNine<'_>) -> Position {
        let puzzle = nine.puzzle();
        let mut position = Position {
            marks: Marks { cells: [0x1ff; 81], places: [[0x1ff; 9]; 27] },
            open: [0x1ff; 27],
            placed: [0; 9],
            left: 81,
        };
        let candidates = puzzle.candidates();
        for cell in puzzle.shape().cells() {
            match puzzle.entry(cell).digit() {
                Some(digit) => position.place(cell.index(), digit.index()),
                None => {
                    for digit in puzzle.shape().digits().filter(|digit| !candidates.contains(cell, *digit)) {
                        position.marks.remove(cell.index(), digit.index());
                    }
                }
            }
        }
        position
    }

    /// Whether the cell has no digit.
    pub(super) fn is_open(&self, cell: usize) -> bool {
        let (house, place) = HOUSES[cell][0];
        self.open[usize::from(house)] >> place & 1 == 1
    }

    /// Places a digit: the cell has no candidates from then on, and none of its peers has the digit.
    pub(super) fn place(&mut self, cell: usize, digit: usize) {
        self.placed[digit] += 1;
        self.left -= 1;
        for other in digits(self.marks.cells[cell]) {
            self.marks.remove(cell, other);
        }
        for (house, place) in HOUSES[cell] {
            self.open[house as usize] &= !(1 << place);
        }
        for peer in PEERS[cell] {
            if self.marks.has(usize::from(peer), digit) {
                self.marks.remove(usize::from(peer), digit);
            }
        }
    }
}

/// The subsets of `size` of the first `of` numbers, as bits, in ascending order of these bits as numbers.
pub(super) fn subsets(size: u32, of: u32) -> impl Iterator<Item = u64> {
    let mut next = (size <= of && of > 0).then(|| (1u64 << size) - 1);
    std::iter::from_fn(move || {
        let now = next?;
        // The lowest bits move up by one, and those below them fall to the bottom (Henry S. Warren, "Hacker's Delight",
        // 2002, where it is said to be Bill Gosper's).
        next = (now != 0).then(|| {
            let lowest = now & now.wrapping_neg();
            let ripple = now + lowest;
            ripple | ((now ^ ripple) >> 2 >> lowest.trailing_zeros())
        });
        next = next.filter(|next| next >> of == 0);
        Some(now)
    })
}

/// The subsets of `size` of the members of a set, in ascending order as numbers.
pub(super) fn subsets_of(set: u16, size: u32) -> impl Iterator<Item = u16> {
    let (mut members, mut count) = ([0; 16], 0);
    for member in set.iter() {
        members[count] = 1 << member;
        count += 1;
    }
    subsets(size, count as u32).map(move |chosen| chosen.iter().fold(0, |subset, i| subset | members[i]))
}
