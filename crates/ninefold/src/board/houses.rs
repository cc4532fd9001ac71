//! The houses of a board as plain lists: the one table that engines and explanations work on.

use super::{Cell, House, Shape};
use std::ops::Range;
use std::sync::{Arc, LazyLock};

/// Which cells each house has, and which houses each cell is in.
///
/// A house is any set of at most N cells on a board with N digits; no digit appears twice in it, and with N cells it
/// holds every digit. Nothing in this table depends on rows, columns or boxes, so code that uses it works for an
/// irregular region or a diagonal as well as for a box. Houses are numbered in the order in which they were given:
///
/// ```text
///   house      0        1        2                     cell      0      1      2
///            +--------+--------+--------+--            +------+------+------+--
///   cells    | 0 1 2  | 3 4 5  | 0 3 6  |     houses   | 0 2  | 0 3  | 0 4  |
///            +--------+--------+--------+--            +------+------+------+--
///   starts   0        3        6        9     places   | 0 0  | 1 0  | 2 0  |
/// ```
///
/// A cell's places say where it is in each of its houses: `cells(of_cell(c)[i])[places_of(c)[i]] == c`.
///
/// ```
/// use ninefold::{Cell, House, Shape, board::Houses};
/// let houses = Houses::of(Shape::NINE);
/// assert_eq!(houses.len(), 27);
/// assert_eq!(houses.kind(26), House::Box(8));
/// assert_eq!(houses.of_cell(Cell::new(80)), [8, 17, 26]);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Houses {
    side: usize,
    kinds: Vec<House>,
    /// The cells of all houses, one house after the other, and where each begins.
    cells: Vec<Cell>,
    starts: Vec<u32>,
    /// The houses of all cells, one cell after the other, the cell's place in each, and where each cell's list begins.
    of_cells: Vec<u16>,
    places: Vec<u16>,
    cell_starts: Vec<u32>,
}

impl Houses {
    /// The rows, columns and boxes of a shape, in the order of [`Shape::houses`]. The table for 9x9 boards is made only once.
    pub fn of(shape: Shape) -> Arc<Houses> {
        static NINE: LazyLock<Arc<Houses>> = LazyLock::new(|| Arc::new(Houses::boxes(Shape::NINE)));
        if shape.is_classic_nine() { Arc::clone(&NINE) } else { Arc::new(Houses::boxes(shape)) }
    }

    fn boxes(shape: Shape) -> Houses {
        Houses::new(shape.side(), shape.houses().map(|house| (house, shape.cells_of(house))))
    }

    /// The table for any list of houses on a board of `side` x `side` cells. The cells of each house are sorted.
    ///
    /// # Panics
    /// If a house has a cell twice, a cell outside the board, or more than `side` cells.
    pub fn new<C: IntoIterator<Item = Cell>>(side: usize, houses: impl IntoIterator<Item = (House, C)>) -> Houses {
        let (mut kinds, mut cells, mut starts) = (Vec::new(), Vec::<Cell>::new(), vec![0]);
        let mut cell_starts = vec![0; side * side + 1];
        for (kind, members) in houses {
            let first = cells.len();
            cells.extend(members);
            cells[first..].sort_unstable();
            assert!(cells.len() - first <= side, "{kind} has at most {side} cells");
            assert!(cells[first..].is_sorted_by(|a, b| a < b), "{kind} has each cell once");
            cells[first..].iter().for_each(|cell| cell_starts[cell.index() + 1] += 1);
            kinds.push(kind);
            starts.push(cells.len() as u32);
        }
        for cell in 0..side * side {
            cell_starts[cell + 1] += cell_starts[cell];
        }
        let mut next = cell_starts.clone();
        let (mut of_cells, mut places) = (vec![0; cells.len()], vec![0; cells.len()]);
        for house in 0..kinds.len() {
            for (place, cell) in cells[starts[house] as usize..starts[house + 1] as usize].iter().enumerate() {
                let at = &mut next[cell.index()];
                of_cells[*at as usize] = u16::try_from(house).expect("the number of a house fits into 16 bits");
                places[*at as usize] = place as u16;
                *at += 1;
            }
        }
        Houses { side, kinds, cells, starts, of_cells, places, cell_starts }
    }

    /// The number N of digits.
    #[inline]
    pub fn side(&self) -> usize {
        self.side
    }

    /// The number of cells of the board.
    #[inline]
    pub fn cell_count(&self) -> usize {
        self.cell_starts.len() - 1
    }

    /// The number of houses.
    #[inline]
    #[allow(clippy::len_without_is_empty, reason = "a board without houses is of no use")]
    pub fn len(&self) -> usize {
        self.kinds.len()
    }

    /// What the house with this number is called: a row, a column or a box.
    ///
    /// # Panics
    /// This and the methods below panic if there is no such house or cell.
    #[inline]
    pub fn kind(&self, house: usize) -> House {
        self.kinds[house]
    }

    /// The number of a house, if the board has it.
    pub fn number(&self, kind: House) -> Option<usize> {
        self.kinds.iter().position(|known| *known == kind)
    }

    /// The cells of a house, in ascending order.
    #[inline]
    pub fn cells(&self, house: usize) -> &[Cell] {
        &self.cells[self.starts[house] as usize..self.starts[house + 1] as usize]
    }

    /// Whether the house holds every digit, that is, whether it has as many cells as there are digits.
    #[inline]
    pub fn is_full(&self, house: usize) -> bool {
        self.cells(house).len() == self.side
    }

    /// The numbers of the houses that contain a cell, in ascending order.
    #[inline]
    pub fn of_cell(&self, cell: Cell) -> &[u16] {
        &self.of_cells[self.range_of(cell)]
    }

    /// The position of a cell in the list of each of its houses, in the order of [`Houses::of_cell`].
    #[inline]
    pub fn places_of(&self, cell: Cell) -> &[u16] {
        &self.places[self.range_of(cell)]
    }

    #[inline]
    fn range_of(&self, cell: Cell) -> Range<usize> {
        self.cell_starts[cell.index()] as usize..self.cell_starts[cell.index() + 1] as usize
    }

    /// The other cells of a cell's houses, each once.
    pub fn peers(&self, cell: Cell) -> impl Iterator<Item = Cell> + '_ {
        let houses = self.of_cell(cell);
        houses.iter().enumerate().flat_map(move |(i, house)| {
            let is_new = move |peer: &Cell| !self.of_cell(*peer).iter().any(|other| houses[..i].contains(other));
            self.cells(usize::from(*house)).iter().copied().filter(move |peer| *peer != cell && is_new(peer))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_agrees_with_the_shape() {
        for (rows, columns) in [(1, 1), (2, 2), (2, 3), (3, 2), (3, 3), (2, 5), (4, 3), (1, 5), (5, 1), (6, 6)] {
            let shape = Shape::new(rows, columns).unwrap();
            let houses = Houses::of(shape);
            assert_eq!((houses.side(), houses.cell_count()), (shape.side(), shape.cell_count()));
            assert!((0..houses.len()).map(|house| houses.kind(house)).eq(shape.houses()));
            for (i, house) in shape.houses().enumerate() {
                assert!(houses.is_full(i) && houses.number(house) == Some(i));
                assert!(houses.cells(i).iter().copied().eq(shape.cells_of(house)), "{shape} {house}");
            }
            for cell in shape.cells() {
                let of_cell = houses.of_cell(cell);
                assert!(of_cell.iter().map(|house| usize::from(*house)).eq(shape.house_numbers(cell)));
                assert!(houses.peers(cell).eq(shape.peers(cell)), "{shape} {cell:?}");
            }
            check(&houses);
        }
    }

    /// Each place is where its cell is, each cell has exactly the houses that list it, and peers share a house.
    fn check(houses: &Houses) {
        for cell in (0..houses.cell_count()).map(Cell::new) {
            let (of_cell, places) = (houses.of_cell(cell), houses.places_of(cell));
            assert!(of_cell.is_sorted());
            for (house, place) in of_cell.iter().zip(places) {
                assert_eq!(houses.cells(usize::from(*house))[usize::from(*place)], cell);
            }
            let lists = (0..houses.len()).filter(|house| houses.cells(*house).contains(&cell));
            assert!(lists.eq(of_cell.iter().map(|house| usize::from(*house))));
            let mut peers: Vec<Cell> = houses.peers(cell).collect();
            peers.sort_unstable();
            let shared = |a: Cell, b: Cell| houses.of_cell(a).iter().any(|house| houses.of_cell(b).contains(house));
            let expected =
                (0..houses.cell_count()).map(Cell::new).filter(|other| *other != cell && shared(cell, *other));
            assert!(expected.eq(peers));
        }
    }

    /// Irregular regions and diagonals are houses like others, and so is a house with fewer cells than digits.
    #[test]
    fn any_list_of_cells_is_a_house() {
        let map = ["AABB", "ACCB", "ACDB", "CDDD"];
        let region = |name| {
            let cells = map.iter().flat_map(|row| row.bytes()).enumerate();
            cells.filter(move |(_, region)| *region == name).map(|(cell, _)| Cell::new(cell))
        };
        let shape = Shape::new(2, 2).unwrap();
        let lines = shape.houses().take(8).map(|house| (house, shape.cells_of(house).collect::<Vec<_>>()));
        let regions = (0..4).map(|i| (House::Box(i), region(b'A' + i as u8).collect()));
        let falling = (House::Box(4), (0..4).map(|i| shape.cell(i, i)).collect());
        let rising = (House::Box(5), (0..4).map(|i| shape.cell(i, 3 - i)).collect());
        let pair = (House::Box(6), vec![shape.cell(3, 0), shape.cell(0, 0)]);
        let houses = Houses::new(4, lines.chain(regions).chain([falling, rising, pair]));
        assert_eq!(houses.len(), 15);
        assert_eq!(houses.of_cell(shape.cell(0, 0)), [0, 4, 8, 12, 14]);
        assert_eq!(houses.cells(14), [shape.cell(0, 0), shape.cell(3, 0)]);
        assert_eq!(houses.of_cell(shape.cell(3, 0)), [3, 4, 10, 13, 14]);
        check(&houses);
    }

    #[test]
    #[should_panic(expected = "box 1 has each cell once")]
    fn a_house_has_a_cell_once() {
        _ = Houses::new(2, [(House::Box(0), [Cell::new(1), Cell::new(1)])]);
    }
}
