//! The shape of a board and everything that follows from it: side, houses, peers, names of cells.

use super::{Cell, House};
use std::fmt;
use std::str::FromStr;

/// The shape of a board: boxes of `box_rows` x `box_columns` cells on a square board whose side is
/// the product of the two.
///
/// ```text
///   2x3: boxes of 2 rows and 3 columns, side 6       the boxes' numbers (from 1)
///     . . . | . . .                                      1 | 2
///     . . . | . . .                                     ---+---
///     ------+------                                      3 | 4
///     . . . | . . .                                     ---+---
///     . . . | . . .                                      5 | 6
///     ------+------
///     . . . | . . .
///     . . . | . . .
/// ```
///
/// There are `box_columns` boxes above one another and `box_rows` boxes side by side.
///
/// # Panics
/// Every method that takes a cell or a house panics if it lies outside the board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Shape {
    box_rows: u16,
    box_columns: u16,
}

impl Shape {
    /// The board of newspaper puzzles: 9x9 cells in boxes of 3x3.
    pub const NINE: Shape = Shape { box_rows: 3, box_columns: 3 };

    /// The largest side a board can have.
    pub const MAX_SIDE: usize = 1024;

    /// The shape with boxes of `box_rows` rows and `box_columns` columns.
    ///
    /// # Errors
    /// If one of them is zero or the side is larger than [`Shape::MAX_SIDE`].
    pub const fn new(box_rows: usize, box_columns: usize) -> Result<Shape, ShapeError> {
        if box_rows == 0 || box_columns == 0 {
            return Err(ShapeError::Empty);
        }
        match box_rows.checked_mul(box_columns) {
            Some(side) if side <= Shape::MAX_SIDE => {
                Ok(Shape { box_rows: box_rows as u16, box_columns: box_columns as u16 })
            }
            _ => Err(ShapeError::TooLarge),
        }
    }

    /// Whether this is the usual shape for its side ([`Shape::for_side`]), which boards have unless another is named.
    pub fn is_usual(self) -> bool {
        Shape::for_side(self.side()) == Ok(self)
    }

    /// The usual shape of a board with this side: the one with the squarest boxes, wider than tall if they cannot be
    /// square (6 gives 2x3, 12 gives 3x4, 16 gives 4x4).
    ///
    /// # Errors
    /// If the side is zero, too large, or a prime number, whose only boxes would be whole rows or columns.
    pub fn for_side(side: usize) -> Result<Shape, ShapeError> {
        match side {
            0 => Err(ShapeError::Empty),
            1 => Shape::new(1, 1),
            _ if side > Shape::MAX_SIDE => Err(ShapeError::TooLarge),
            _ => Shape::all_for_side(side).next().ok_or(ShapeError::NoBoxes { side }),
        }
    }

    /// Whether this is [`Shape::NINE`]. Code that has a puzzle and solves only this board should use
    /// [`Puzzle::classic_nine`](super::Puzzle::classic_nine).
    #[inline]
    pub const fn is_classic_nine(self) -> bool {
        self.box_rows == 3 && self.box_columns == 3
    }

    /// Every shape with this side, except those whose boxes are whole rows or columns: the usual one
    /// ([`Shape::for_side`]) first, then the others, the squarest first.
    pub fn all_for_side(side: usize) -> impl Iterator<Item = Shape> {
        let rows = (2..=side.isqrt()).rev().filter(move |r| side.is_multiple_of(*r));
        rows.flat_map(move |rows| {
            let columns = side / rows;
            let other = (columns != rows).then(|| Shape::new(columns, rows));
            [Some(Shape::new(rows, columns)), other].into_iter().flatten().flatten()
        })
    }

    /// The number N of digits, which is also the number of cells in a row, in a column and in a box.
    #[inline]
    pub const fn side(self) -> usize {
        self.box_rows as usize * self.box_columns as usize
    }

    /// The number of rows of a box; also the number of boxes side by side.
    #[inline]
    pub const fn box_rows(self) -> usize {
        self.box_rows as usize
    }

    /// The number of columns of a box; also the number of boxes above one another.
    #[inline]
    pub const fn box_columns(self) -> usize {
        self.box_columns as usize
    }

    /// The number of cells, N x N.
    #[inline]
    pub const fn cell_count(self) -> usize {
        self.side() * self.side()
    }

    /// All cells, row by row.
    pub fn cells(self) -> impl ExactSizeIterator<Item = Cell> + Clone {
        // A range of u32 is exact and holds every board: MAX_SIDE squared is far below its end.
        (0..self.cell_count() as u32).map(|i| Cell::new(i as usize))
    }

    /// All digits, from 1 to N.
    pub fn digits(self) -> impl ExactSizeIterator<Item = super::Digit> + Clone {
        (0..self.side() as u16).map(|i| super::Digit::from_index(i as usize))
    }

    /// The 3N houses: rows, then columns, then boxes.
    pub fn houses(self) -> impl Iterator<Item = House> + Clone {
        let n = self.side() as u16;
        let (rows, columns) = ((0..n).map(House::Row), (0..n).map(House::Column));
        rows.chain(columns).chain((0..n).map(House::Box))
    }

    /// The cell in this row and column, both from 0.
    ///
    /// # Panics
    /// If either lies outside the board.
    #[inline]
    pub const fn cell(self, row: usize, column: usize) -> Cell {
        assert!(row < self.side() && column < self.side(), "row and column lie on the board");
        Cell::new(row * self.side() + column)
    }

    /// The row of a cell, from 0.
    #[inline]
    pub const fn row(self, cell: Cell) -> usize {
        assert!(cell.index() < self.cell_count(), "the cell lies on the board");
        cell.index() / self.side()
    }

    /// The column of a cell, from 0.
    #[inline]
    pub const fn column(self, cell: Cell) -> usize {
        assert!(cell.index() < self.cell_count(), "the cell lies on the board");
        cell.index() % self.side()
    }

    /// The box of a cell, from 0, counted row by row.
    #[inline]
    pub const fn box_of(self, cell: Cell) -> usize {
        let (band, stack) = (self.row(cell) / self.box_rows(), self.column(cell) / self.box_columns());
        band * self.box_rows() + stack
    }

    /// The row, the column and the box of a cell.
    pub const fn houses_of(self, cell: Cell) -> [House; 3] {
        [
            House::Row(self.row(cell) as u16),
            House::Column(self.column(cell) as u16),
            House::Box(self.box_of(cell) as u16),
        ]
    }

    /// The numbers of a cell's row, column and box in the order of [`Shape::houses`], for tables.
    #[inline]
    pub(crate) const fn house_numbers(self, cell: Cell) -> [usize; 3] {
        let n = self.side();
        [self.row(cell), n + self.column(cell), 2 * n + self.box_of(cell)]
    }

    /// The N cells of a house, from left to right and top to bottom.
    ///
    /// # Panics
    /// If the house's number is N or more.
    pub fn cells_of(self, house: House) -> impl ExactSizeIterator<Item = Cell> + Clone {
        let n = self.side();
        let (first, columns) = match house {
            House::Row(i) => (self.cell(i as usize, 0), n),
            House::Column(i) => (self.cell(0, i as usize), 1),
            House::Box(i) => {
                let (band, stack) = (i as usize / self.box_rows(), i as usize % self.box_rows());
                (self.cell(band * self.box_rows(), stack * self.box_columns()), self.box_columns())
            }
        };
        (0..n as u16).map(move |i| {
            let i = i as usize;
            Cell::new(first.index() + i / columns * n + i % columns)
        })
    }

    /// The peers of a cell, each once: the other cells of its row, its column and its box
    /// (20 on a 9x9 board).
    pub fn peers(self, cell: Cell) -> impl Iterator<Item = Cell> {
        let (row, column, block) = (self.row(cell), self.column(cell), self.box_of(cell));
        let in_row = self.cells_of(House::Row(row as u16)).filter(move |c| *c != cell);
        let in_column = self.cells_of(House::Column(column as u16)).filter(move |c| *c != cell);
        let in_box = self.cells_of(House::Box(block as u16));
        in_row.chain(in_column).chain(in_box.filter(move |c| self.row(*c) != row && self.column(*c) != column))
    }

    /// Whether two different cells share a house.
    pub fn see_each_other(self, a: Cell, b: Cell) -> bool {
        let same_line = self.row(a) == self.row(b) || self.column(a) == self.column(b);
        a != b && (same_line || self.box_of(a) == self.box_of(b))
    }

    /// The name of a cell: `r1c1` is the top left one.
    pub fn name(self, cell: Cell) -> CellName {
        CellName { row: self.row(cell), column: self.column(cell) }
    }

    /// Finds a cell by its name, `r4c7` or `D7`, in upper or lower case.
    ///
    /// # Errors
    /// If the text has neither form, or names a place outside the board.
    pub fn cell_named(self, name: &str) -> Result<Cell, NoSuchCell> {
        let place = row_column_name(name).or_else(|| letter_name(name));
        let on_board = place.filter(|&(row, column)| row < self.side() && column < self.side());
        on_board
            .map(|(row, column)| self.cell(row, column))
            .ok_or_else(|| NoSuchCell { name: name.to_owned(), side: self.side() })
    }
}

/// Reads `r4c7` as (3, 6).
fn row_column_name(name: &str) -> Option<(usize, usize)> {
    let (row, column) = name.strip_prefix(['r', 'R'])?.split_once(['c', 'C'])?;
    Some((row.parse::<usize>().ok()?.checked_sub(1)?, column.parse::<usize>().ok()?.checked_sub(1)?))
}

/// Reads `D7` as (3, 6); rows after Z are AA, AB and so on, as in a spreadsheet.
fn letter_name(name: &str) -> Option<(usize, usize)> {
    let letters = name.bytes().take_while(u8::is_ascii_alphabetic).count();
    let (row, column) = name.split_at_checked(letters)?;
    if !(1..=3).contains(&letters) {
        return None;
    }
    let row = row.bytes().fold(0, |n, b| 26 * n + usize::from(b.to_ascii_uppercase() - b'A') + 1);
    Some((row - 1, column.parse::<usize>().ok()?.checked_sub(1)?))
}

/// The name of a cell, made by [`Shape::name`]: prints as `r4c7`, or as `D7` with `{:#}`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct CellName {
    row: usize,
    column: usize,
}

impl fmt::Display for CellName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !f.alternate() {
            return write!(f, "r{}c{}", self.row + 1, self.column + 1);
        }
        let mut letters = Vec::new();
        let mut rest = self.row + 1;
        while rest > 0 {
            letters.push(char::from(b'A' + ((rest - 1) % 26) as u8));
            rest = (rest - 1) / 26;
        }
        write!(f, "{}{}", letters.iter().rev().collect::<String>(), self.column + 1)
    }
}

/// Written as `3x3`, which [`FromStr`] reads.
impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.box_rows, self.box_columns)
    }
}

/// Reads `2x3` (boxes of 2 rows and 3 columns), or a side alone (`16`), which means its usual shape.
impl FromStr for Shape {
    type Err = ShapeError;

    fn from_str(text: &str) -> Result<Shape, ShapeError> {
        let number = |s: &str| s.trim().parse::<usize>().map_err(|_| ShapeError::NotAShape { text: text.to_owned() });
        match text.split_once(['x', 'X', '×', '*', ',']) {
            Some((rows, columns)) => Shape::new(number(rows)?, number(columns)?),
            None => Shape::for_side(number(text)?),
        }
    }
}

/// Why a shape does not exist.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ShapeError {
    /// A box without rows or columns.
    Empty,
    /// The side would be larger than [`Shape::MAX_SIDE`].
    TooLarge,
    /// The side is prime: its only boxes are whole rows or columns, and those must be asked for explicitly.
    NoBoxes {
        /// The side of the board.
        side: usize,
    },
    /// The text is neither `RxC` nor a side.
    NotAShape {
        /// The text.
        text: String,
    },
}

impl fmt::Display for ShapeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ShapeError::Empty => f.write_str("a box needs at least one row and one column"),
            ShapeError::TooLarge => write!(f, "the side of a board is at most {}", Shape::MAX_SIDE),
            ShapeError::NoBoxes { side } => write!(
                f,
                "a {side}x{side} board cannot be divided into boxes ({side} is a prime number); \
                 shape 1x{side} would make every row its own box"
            ),
            ShapeError::NotAShape { text } => {
                write!(
                    f,
                    "'{text}' is not a shape; expected box rows x box columns, like 3x3 or 2x3, or a side, like 16"
                )
            }
        }
    }
}

impl std::error::Error for ShapeError {}

/// The error for a text that does not name a cell of the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NoSuchCell {
    name: String,
    side: usize,
}

impl fmt::Display for NoSuchCell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "'{}' names no cell; expected r1c1 to r{n}c{n}, or A1 and so on", self.name, n = self.side)
    }
}

impl std::error::Error for NoSuchCell {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn usual_shapes() {
        let shape = |n| Shape::for_side(n).map(|s| s.to_string());
        for (side, expected) in
            [(1, "1x1"), (4, "2x2"), (6, "2x3"), (8, "2x4"), (9, "3x3"), (12, "3x4"), (15, "3x5"), (400, "20x20")]
        {
            assert_eq!(shape(side).as_deref(), Ok(expected));
        }
        for prime in [2, 3, 5, 7, 11, 97] {
            assert_eq!(Shape::for_side(prime), Err(ShapeError::NoBoxes { side: prime }));
        }
        assert_eq!(Shape::for_side(0), Err(ShapeError::Empty));
        assert_eq!(Shape::for_side(1025), Err(ShapeError::TooLarge));
        assert_eq!(Shape::new(usize::MAX, 2), Err(ShapeError::TooLarge));
        let twelve: Vec<String> = Shape::all_for_side(12).map(|s| s.to_string()).collect();
        assert_eq!(twelve, ["3x4", "4x3", "2x6", "6x2"]);
    }

    #[test]
    fn shapes_are_read() {
        assert_eq!("3x3".parse(), Ok(Shape::NINE));
        assert_eq!("2X3".parse::<Shape>(), Shape::new(2, 3));
        assert_eq!("16".parse::<Shape>(), Shape::new(4, 4));
        assert!("3x".parse::<Shape>().unwrap_err().to_string().contains("'3x' is not a shape"));
        for text in ["2x3", "2X3", "2×3", "2*3", "2,3", " 2 x 3 "] {
            assert_eq!(text.parse(), Shape::new(2, 3));
        }
        assert!("7".parse::<Shape>().unwrap_err().to_string().contains("prime"));
    }

    #[test]
    fn every_cell_lies_in_its_three_houses_and_peers_agree() {
        for (rows, columns) in [(1, 1), (2, 2), (2, 3), (3, 2), (3, 3), (2, 5), (3, 4), (1, 7)] {
            let shape = Shape::new(rows, columns).unwrap();
            let n = shape.side();
            assert_eq!(shape.houses().count(), 3 * n);
            for house in shape.houses() {
                let cells: Vec<Cell> = shape.cells_of(house).collect();
                assert_eq!(cells.len(), n);
                assert!(cells.is_sorted());
                assert!(cells.iter().all(|c| shape.houses_of(*c).contains(&house)), "{shape} {house}");
            }
            let houses: Vec<House> = shape.houses().collect();
            for cell in shape.cells() {
                assert_eq!(shape.house_numbers(cell).map(|number| houses[number]), shape.houses_of(cell));
                let mut peers: Vec<Cell> = shape.peers(cell).collect();
                peers.sort();
                let expected: Vec<Cell> = shape.cells().filter(|c| shape.see_each_other(cell, *c)).collect();
                assert_eq!(peers, expected);
            }
        }
        assert!(Shape::NINE.cells().all(|c| Shape::NINE.peers(c).count() == 20));
    }

    /// Every method panics if it gets a cell of another board.
    #[test]
    fn cells_of_other_boards_are_refused() {
        let (nine, inside, outside) = (Shape::NINE, Cell::new(80), Cell::new(81));
        let panics = |ask: &dyn Fn(Cell)| {
            let ask = std::panic::AssertUnwindSafe(ask);
            ask(inside);
            std::panic::catch_unwind(|| ask(outside)).is_err()
        };
        assert!(panics(&|cell| _ = nine.row(cell)));
        assert!(panics(&|cell| _ = nine.column(cell)));
        assert!(panics(&|cell| _ = nine.box_of(cell)));
        assert!(panics(&|cell| _ = nine.houses_of(cell)));
        assert!(panics(&|cell| _ = nine.name(cell)));
        assert!(panics(&|cell| _ = nine.peers(cell)));
        assert!(panics(&|cell| _ = nine.see_each_other(cell, Cell::new(0))));
        assert!(panics(&|cell| _ = nine.see_each_other(Cell::new(0), cell)));
    }

    #[test]
    fn cells_have_two_names() {
        let shape = Shape::new(6, 6).unwrap();
        for cell in shape.cells() {
            let name = shape.name(cell);
            assert_eq!(shape.cell_named(&name.to_string()), Ok(cell));
            assert_eq!(shape.cell_named(&format!("{name:#}")), Ok(cell));
        }
        let nine = Shape::NINE;
        assert_eq!(format!("{:#}", nine.name(nine.cell(2, 1))), "C2");
        assert_eq!(format!("{:#}", shape.name(shape.cell(27, 0))), "AB1");
        for wrong in ["", "r0c1", "r10c1", "J1", "A0", "A", "r1", "1A", "r1c", "AAAA1", "é1"] {
            assert!(nine.cell_named(wrong).is_err(), "{wrong}");
        }
    }

    /// Source: the worked example of the MoonBit article (C2's twenty peers).
    #[test]
    fn the_peers_of_c2() {
        let nine = Shape::NINE;
        let peers: Vec<String> =
            nine.peers(nine.cell_named("C2").unwrap()).map(|c| format!("{:#}", nine.name(c))).collect();
        let mut expected: Vec<String> =
            "C1 C3 C4 C5 C6 C7 C8 C9 A2 B2 D2 E2 F2 G2 H2 I2 A1 A3 B1 B3".split(' ').map(str::to_owned).collect();
        let mut sorted = peers.clone();
        sorted.sort();
        expected.sort();
        assert_eq!(sorted, expected);
    }
}
