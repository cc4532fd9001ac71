//! Solutions other than a grid: whether there is one, and if so one that is near the grid.
//!
//! The board is a set of cells for each digit, with one word for each band. Rounds find singles and locked candidates, of
//! changed digits only, until there are no more; then a cell is given the grid's digit first, and other digits later. So the
//! search first descends along the grid and then looks for another solution from the bottom up, where most is decided: such
//! a solution differs in few cells, and these are what the caller learns from.

use super::Cells;

/// The cells of a band.
const FULL: u32 = (1 << 27) - 1;

const ROW: u32 = 0x1ff;

/// For each cell and band, the cells that stay possible for its digit.
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

/// The lowest bit of each row of a band.
const LOW: u32 = 0x0004_0201;

/// For nine bits, three groups of three places: which of the groups have a bit.
const GROUPS: [u8; 512] = {
    let mut groups = [0; 512];
    let mut bits = 0;
    while bits < 512 {
        let mut group = 0;
        while group < 3 {
            if bits >> (3 * group) & 7 != 0 {
                groups[bits] |= 1 << group;
            }
            group += 1;
        }
        bits += 1;
    }
    groups
};

/// For the minirows of a band in which a digit is possible, three of each row: the cells of those minirows that belong to some
/// choice of one minirow in each row and box. Other cells are not possible.
const KEPT: [u32; 512] = {
    let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    let mut kept = [0; 512];
    let mut minirows = 0;
    while minirows < 512 {
        let mut order = 0;
        while order < 6 {
            let [one, two, three] = orders[order];
            let chosen = 1 << one | 8 << two | 64 << three;
            if minirows & chosen == chosen {
                kept[minirows] |= 7 << (3 * one) | 7 << (9 + 3 * two) | 7 << (18 + 3 * three);
            }
            order += 1;
        }
        minirows += 1;
    }
    kept
};

#[derive(Clone, Copy)]
struct Board {
    /// Per digit and band the cells where it is possible.
    possible: [[u32; 3]; 9],
    /// The same when the digit was last examined.
    seen: [[u32; 3]; 9],
    filled: [u32; 3],
}

/// A grid for whose puzzles other solutions are sought.
#[derive(Clone)]
pub(crate) struct Second {
    digits: [u8; 81],
    /// Per digit and band the cells of the grid.
    grid: [[u32; 3]; 9],
}

impl Second {
    /// For a grid of digits from 0.
    pub(crate) fn new(digits: &[u8; 81]) -> Second {
        let mut grid = [[0; 3]; 9];
        for (cell, digit) in digits.iter().enumerate() {
            grid[usize::from(*digit)][cell / 27] |= 1 << (cell % 27);
        }
        Second { digits: *digits, grid }
    }

    /// The cells in which some other solution of the puzzle with these givens differs; `None` if there is none.
    pub(crate) fn differs(&self, givens: Cells) -> Option<Cells> {
        let filled = [0, 27, 54].map(|first| (givens >> first) as u32 & FULL);
        let mut board = Board { possible: [[FULL; 3]; 9], seen: [[0; 3]; 9], filled };
        for (band, mut cells) in filled.into_iter().enumerate() {
            while cells != 0 {
                let cell = 27 * band + cells.trailing_zeros() as usize;
                cells &= cells - 1;
                board.exclude(usize::from(self.digits[cell]), cell);
            }
        }
        for (possible, grid) in board.possible.iter_mut().zip(&self.grid) {
            for band in 0..3 {
                possible[band] &= !filled[band] | grid[band];
            }
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
                next.place(digit, band, bit);
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
    /// Excludes a digit from the cells that see a cell which has it.
    #[inline(always)]
    fn exclude(&mut self, digit: usize, cell: usize) {
        self.possible[digit].iter_mut().zip(OTHERS[cell]).for_each(|(possible, others)| *possible &= others);
    }

    /// Fills cells of a band with a digit that is possible there. If it no longer is, because of another cell, no digit is left.
    #[inline(always)]
    fn place(&mut self, digit: usize, band: usize, cells: u32) {
        let left = self.possible[digit][band] & cells;
        self.possible.iter_mut().for_each(|possible| possible[band] &= !cells);
        self.possible[digit][band] |= left;
        self.filled[band] |= cells;
        let mut rest = cells;
        while rest != 0 {
            self.exclude(digit, 27 * band + rest.trailing_zeros() as usize);
            rest &= rest - 1;
        }
    }

    /// Finds singles and locked candidates until there are no more; false if this shows that there is no solution.
    fn rounds(&mut self) -> bool {
        loop {
            for digit in 0..9 {
                if self.seen[digit] != self.possible[digit] && !self.look_at(digit) {
                    return false;
                }
            }
            let mut is_changed = false;
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
                        let cells = self.possible[digit][band] & singles;
                        if cells != 0 {
                            self.place(digit, band, cells);
                        }
                    }
                }
                is_changed |= singles != 0;
            }
            if !is_changed && self.seen == self.possible {
                return true;
            }
        }
    }

    /// Finds locked candidates and hidden singles of a digit; false if it has no place in some house.
    #[inline(always)]
    fn look_at(&mut self, digit: usize) -> bool {
        let (mut one, mut two, mut singles) = (0, 0, [0; 3]);
        for (band, singles) in singles.iter_mut().enumerate() {
            let word = self.possible[digit][band];
            let group = |row: u32| u32::from(GROUPS[(word >> (9 * row) & ROW) as usize]) << (3 * row);
            let word = word & KEPT[(group(0) | group(1) | group(2)) as usize];
            if word == 0 {
                return false;
            }
            self.possible[digit][band] = word;
            for row in [word & ROW, word >> 9 & ROW, word >> 18] {
                two |= one & row;
                one |= row;
            }
            // Each row has a place, so nothing is borrowed from the next.
            let more = word & (word - LOW);
            let carries = (more & (0xff * LOW)) + 0xff * LOW;
            let rows = (carries | more) >> 8 & LOW;
            *singles = word & !(rows * ROW);
        }
        if one != ROW {
            return false;
        }
        let columns = (one & !two) * LOW;
        for (band, singles) in singles.into_iter().enumerate() {
            let new = (singles | self.possible[digit][band] & columns) & !self.filled[band];
            if new != 0 {
                self.place(digit, band, new);
            }
        }
        self.seen[digit] = self.possible[digit];
        true
    }

    /// An open cell with few candidates; `None` if the board is full.
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
