//! Another solution than the grid: whether there is one, and if so one that is near.
//!
//! The board is a set of cells for each digit, three words for the bands. Rounds find naked and hidden singles until nothing is
//! left to find; then a cell takes the grid's digit first, and another later. So the search goes down beside the grid and looks for
//! another solution from below, where most is decided: the cells in which that differs are few, and they are what the
//! caller learns from.

use super::Cells;

/// The cells of a band.
const FULL: u32 = (1 << 27) - 1;

const ROW: u32 = 0x1ff;

const BOX: u32 = 0x001c_0e07;

/// Per cell and band, the cells that stay possible for its digit.
const OTHERS: [[u32; 3]; 81] = {
    let mut others = [[FULL; 3]; 81];
    let mut cell = 0;
    while cell < 81 {
        let mut other = 0;
        while other < 81 {
            let (row, column) = (cell / 9, cell % 9);
            let same_box = row / 3 == other / 27 && column / 3 == other % 9 / 3;
            if other != cell && (other / 9 == row || other % 9 == column || same_box) {
                others[cell][other / 27] &= !(1 << (other % 27));
            }
            other += 1;
        }
        cell += 1;
    }
    others
};

#[derive(Clone, Copy)]
struct Board {
    /// Per digit and band the cells where it is possible.
    possible: [[u32; 3]; 9],
    filled: [u32; 3],
}

/// A grid, of whose puzzles other solutions are sought.
pub(super) struct Second {
    digits: [u8; 81],
    /// Per digit and band the cells of the grid.
    grid: [[u32; 3]; 9],
}

impl Second {
    /// For a grid of digits from 0.
    pub(super) fn new(digits: &[u8; 81]) -> Second {
        let mut grid = [[0; 3]; 9];
        for (cell, digit) in digits.iter().enumerate() {
            grid[usize::from(*digit)][cell / 27] |= 1 << (cell % 27);
        }
        Second { digits: *digits, grid }
    }

    /// The cells in which some other solution differs of the puzzle with these givens, if there is one.
    pub(super) fn differs(&self, givens: Cells) -> Option<Cells> {
        let mut board = Board { possible: [[FULL; 3]; 9], filled: [0; 3] };
        for cell in super::bits128(givens) {
            board.place(usize::from(self.digits[cell]), cell);
        }
        self.search(board)
    }

    fn search(&self, mut board: Board) -> Option<Cells> {
        if !board.rounds() {
            return None;
        }
        let Some(cell) = board.guess() else {
            let differs = |band: usize| (0..9).fold(0, |all, d| all | self.grid[d][band] & !board.possible[d][band]);
            let cells = (0..3).map(|band| Cells::from(differs(band)) << (27 * band)).sum();
            return (cells != 0).then_some(cells);
        };
        let (band, bit) = (cell / 27, 1 << (cell % 27));
        let first = usize::from(self.digits[cell]);
        for digit in [first].into_iter().chain((0..9).filter(|digit| *digit != first)) {
            if board.possible[digit][band] & bit != 0 {
                let mut next = board;
                next.place(digit, cell);
                let found = self.search(next);
                if found.is_some() {
                    return found;
                }
            }
        }
        None
    }
}

impl Board {
    #[inline]
    fn place(&mut self, digit: usize, cell: usize) {
        let (band, bit) = (cell / 27, 1 << (cell % 27));
        let is_possible = self.possible[digit][band] & bit;
        self.possible.iter_mut().for_each(|possible| possible[band] &= !bit);
        // What was not possible any more leaves the cell empty, which the next round sees.
        self.possible[digit][band] |= is_possible;
        self.possible[digit].iter_mut().zip(OTHERS[cell]).for_each(|(possible, others)| *possible &= others);
        self.filled[band] |= bit;
    }

    /// Fills in all singles; false if that is impossible.
    fn rounds(&mut self) -> bool {
        loop {
            let before = self.filled;
            for band in 0..3 {
                let (mut one, mut two) = (0, 0);
                for possible in &self.possible {
                    two |= one & possible[band];
                    one |= possible[band];
                }
                if one != FULL {
                    return false;
                }
                let singles = !two & !self.filled[band] & FULL;
                if singles != 0 {
                    for digit in 0..9 {
                        // What one single takes from another is seen in the next round.
                        let mut cells = self.possible[digit][band] & singles;
                        while cells != 0 {
                            self.place(digit, 27 * band + cells.trailing_zeros() as usize);
                            cells &= cells - 1;
                        }
                    }
                }
            }
            if before == self.filled && !self.hidden() {
                return false;
            }
            if before == self.filled {
                return true;
            }
        }
    }

    /// Fills in hidden singles; false if a digit has no place in some house.
    fn hidden(&mut self) -> bool {
        for digit in 0..9 {
            let (mut one, mut two) = (0, 0);
            for band in 0..3 {
                let word = self.possible[digit][band];
                let open = word & !self.filled[band];
                for part in 0..3 {
                    let row = word >> (9 * part) & ROW;
                    two |= one & row;
                    one |= row;
                    let (row, in_box) = (word & ROW << (9 * part), word & BOX << (3 * part));
                    if row == 0 || in_box == 0 {
                        return false;
                    }
                    for house in [row, in_box] {
                        if house & (house - 1) == 0 && house & open & !self.filled[band] != 0 {
                            self.place(digit, 27 * band + house.trailing_zeros() as usize);
                        }
                    }
                }
            }
            if one != ROW {
                return false;
            }
            let mut columns = one & !two;
            while columns != 0 {
                let column = columns.trailing_zeros();
                columns &= columns - 1;
                for band in 0..3 {
                    let cells = self.possible[digit][band] & 0x4_0201 << column & !self.filled[band];
                    if cells != 0 && cells & (cells - 1) == 0 {
                        self.place(digit, 27 * band + cells.trailing_zeros() as usize);
                    }
                }
            }
        }
        true
    }

    /// An open cell with few candidates; none if the board is full.
    fn guess(&self) -> Option<usize> {
        let mut any = None;
        for band in 0..3 {
            let open = FULL & !self.filled[band];
            if open == 0 {
                continue;
            }
            let (mut one, mut two, mut three) = (0, 0, 0);
            for possible in &self.possible {
                three |= two & possible[band];
                two |= one & possible[band];
                one |= possible[band];
            }
            let pairs = open & !three;
            if pairs != 0 {
                return Some(27 * band + pairs.trailing_zeros() as usize);
            }
            any = any.or(Some(27 * band + open.trailing_zeros() as usize));
        }
        any
    }
}
