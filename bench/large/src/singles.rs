//! Boards with few givens that naked and hidden singles solve.
//!
//! A given may be removed if its cell is a single on the board without it: then that cell can be filled first, and what remains
//! is the board from before. So cells are emptied in the reverse order of solving, and each is examined once.
//!
//! How far this leads depends on the order and the grid. On large boards, random cells of a random grid are no longer singles
//! once three quarters are left, for all houses become empty at the same time. But the cyclic Latin square, each of whose rows
//! is the previous one shifted by one, is solved by singles from a quarter of its cells in two corners (Curran and van Rees,
//! "Critical sets in Latin squares", 1979): row by row, from the outermost to the middle, each from left to right.
//!
//! ```text
//!   1 2 3 . . . .    first row: 4 stands in the columns of all blanks but the leftmost
//!   2 3 . . . . .
//!   3 . . . . . .
//!   . . . . . . .
//!   . . . . . . 4
//!   . . . . . 4 5
//!   . . . . 4 5 6
//! ```
//!
//! The canonical grid has the rows of that square in another order. So the board is made from it by emptying all cells outside
//! the corners, in the reverse of this order; some are given back at random. (Emptying cells of the corners too, where boxes
//! allow it, makes matters worse: then more of the others must stay.)

use ninefold::{Cell, Digit, Grid, House, Puzzle, Shape};
use protocol::Random;

/// A board with this many givens, or with as few as this method reaches.
pub(crate) fn puzzle(shape: Shape, givens: usize, random: &mut Random) -> Puzzle {
    let (n, rows, columns) = (shape.side(), shape.box_rows(), shape.box_columns());
    // The row that begins with this digit.
    let row_of = |first: usize| first % columns * rows + first / columns;
    let mut digits = vec![Digit::from_index(0); n * n];
    for first in 0..n {
        (0..n).for_each(|column| digits[row_of(first) * n + column] = Digit::from_index((first + column) % n));
    }
    let grid = Grid::new(shape, digits).expect("the canonical grid");
    let mut board = Board::new(&grid);
    let mut empty = Vec::new();
    let outermost_first = (0..n).map(|i| if i % 2 == 0 { i / 2 } else { n - 1 - i / 2 });
    for first in outermost_first.rev() {
        let is_corner = |column: &usize| {
            let half = (n - 1) / 2;
            first + column + 1 < n - half || (first > half && first + column >= n + half)
        };
        for column in (0..n).rev().filter(|column| !is_corner(column)) {
            let cell = shape.cell(row_of(first), column);
            board.take(cell);
            assert!(board.is_single(cell), "the corners are enough for all others");
            empty.push(cell);
        }
    }
    random.shuffle(&mut empty);
    empty.iter().skip(n * n - givens).for_each(|cell| board.put_back(*cell));
    board.puzzle
}

/// A puzzle, its solution, and the digits in its houses.
struct Board<'a> {
    grid: &'a Grid,
    puzzle: Puzzle,
    /// For each house and digit, whether it is there: rows, columns, boxes.
    has: Vec<bool>,
}

impl<'a> Board<'a> {
    /// The full board.
    fn new(grid: &'a Grid) -> Board<'a> {
        let shape = grid.shape();
        Board { grid, puzzle: grid.to_puzzle(), has: vec![true; 3 * shape.side() * shape.side()] }
    }

    fn take(&mut self, cell: Cell) {
        self.puzzle.clear(cell);
        self.note(cell, false);
    }

    fn put_back(&mut self, cell: Cell) {
        self.puzzle.give(cell, self.grid.digit(cell));
        self.note(cell, true);
    }

    fn note(&mut self, cell: Cell, is_there: bool) {
        let (n, digit) = (self.grid.shape().side(), self.grid.digit(cell).index());
        houses(self.grid.shape(), cell).iter().for_each(|house| self.has[house * n + digit] = is_there);
    }

    /// Which digits the houses of a cell have, house by house.
    fn seen(&self, cell: Cell) -> [&[bool]; 3] {
        let n = self.grid.shape().side();
        houses(self.grid.shape(), cell).map(|house| &self.has[house * n..][..n])
    }

    /// Whether an empty cell is a naked or a hidden single.
    fn is_single(&self, cell: Cell) -> bool {
        let (shape, digit) = (self.grid.shape(), self.grid.digit(cell).index());
        let [row, column, in_box] = self.seen(cell);
        let is_open = |other: usize| !(row[other] || column[other] || in_box[other]);
        if (0..shape.side()).all(|other| other == digit || !is_open(other)) {
            return true;
        }
        let has_room = |other: Cell| {
            other != cell && self.puzzle.digit(other).is_none() && !self.seen(other).iter().any(|house| house[digit])
        };
        shape.houses_of(cell).into_iter().any(|house: House| !shape.cells_of(house).any(has_room))
    }
}

/// The numbers of a cell's row, column and box, all houses numbered one after the other.
fn houses(shape: Shape, cell: Cell) -> [usize; 3] {
    let n = shape.side();
    [shape.row(cell), n + shape.column(cell), 2 * n + shape.box_of(cell)]
}
