//! Finding unavoidable sets by changing cells: from one changed cell to all that must change with it.
//!
//! A cell takes another digit. If a house of the cell already has that digit, the digit's cell must change too. So the set of
//! cells that change grows by what is forced: one cell after another takes each digit that does not force too many others,
//! and when every cell has a new digit, the set is unavoidable. If each step takes the cell with the fewest ways, and the
//! lowest cell of the set is the first (lower ones are closed), nothing is missed and little is met twice.
//!
//! A bound ends most attempts early. In an unavoidable set no row, column, box or digit has just one cell; where one has,
//! another cell must be added, and one cell helps at most one row, one column, one box and one digit:
//!
//! ```text
//!   cells so far + the most houses of one kind with a single cell <= the size that is asked for
//! ```
//!
//! The marks of all four kinds are fields of one word, so the bound is a few operations on words.

use crate::board::{Cell, Grid, Houses};

/// Cells as bits.
pub(crate) type Cells = u128;

/// A search in a grid.
pub(crate) struct Changes {
    side: usize,
    /// For each cell and digit, the cells of its houses that have the digit, without the cell itself.
    forced: Vec<Cells>,
    /// For each cell, its houses and its digit.
    marks: Vec<Marks>,
    /// The most cells of a set.
    most: usize,
    /// For each house, the digits that its cells have newly taken, as bits.
    taken: [u16; 64],
    found: Vec<Cells>,
}

#[derive(Clone, Copy)]
struct Marks {
    /// A bit for the row, column, box and digit, in fields of sixteen.
    fields: u64,
    houses: [u16; 3],
    /// All other digits, as bits.
    others: u16,
}

/// A set that is still growing.
#[derive(Clone, Copy)]
struct Partial {
    cells: Cells,
    size: usize,
    /// Cells of the set that have no new digit yet.
    open: Cells,
    /// Cells that may not change.
    closed: Cells,
    /// Houses and digits with at least one cell of the set, and those with several.
    once: u64,
    twice: u64,
}

impl Changes {
    pub(crate) fn new(grid: &Grid, most: usize) -> Changes {
        let houses = Houses::of(grid.shape());
        let (side, count) = (houses.side(), houses.cell_count());
        let digits: Vec<usize> = grid.digits().iter().map(|digit| digit.index()).collect();
        let mut forced = vec![0; count * side];
        let marks = (0..count).map(|cell| {
            for peer in houses.peers(Cell::new(cell)) {
                forced[cell * side + digits[peer.index()]] |= 1 << peer.index();
            }
            let of_cell = houses.of_cell(Cell::new(cell));
            let houses: [u16; 3] = std::array::from_fn(|kind| of_cell[kind]);
            let fields = (0..3).map(|kind| 1 << (16 * kind + usize::from(houses[kind]) % side)).sum::<u64>();
            let others = ((1 << side) - 1) & !(1 << digits[cell]);
            Marks { fields: fields | 1 << (48 + digits[cell]), houses, others }
        });
        let marks = marks.collect();
        Changes { side, forced, marks, most, taken: [0; 64], found: Vec::new() }
    }

    /// All minimal sets within some cells, and others that contain such a set.
    pub(crate) fn within(&mut self, cells: Cells) -> Vec<Cells> {
        bits(cells).for_each(|first| self.grow(first, cells & Cells::MAX << first));
        std::mem::take(&mut self.found)
    }

    /// The same for sets that contain a certain cell.
    pub(crate) fn from(&mut self, first: usize, cells: Cells) -> Vec<Cells> {
        self.grow(first, cells);
        std::mem::take(&mut self.found)
    }

    fn grow(&mut self, first: usize, cells: Cells) {
        let start = Partial { cells: 0, size: 0, open: 0, closed: !cells, once: 0, twice: 0 };
        self.extend(&self.with(&start, 1 << first, 0));
    }

    /// The set with more cells that must change, after one of its cells has changed.
    #[inline]
    fn with(&self, set: &Partial, cells: Cells, changed: Cells) -> Partial {
        let mut next = Partial { cells: set.cells | cells, open: (set.open | cells) & !changed, ..*set };
        for cell in bits(cells) {
            next.size += 1;
            next.twice |= next.once & self.marks[cell].fields;
            next.once |= self.marks[cell].fields;
        }
        next
    }

    /// Finds the sets that a partial set can grow into.
    fn extend(&mut self, set: &Partial) {
        if set.open == 0 {
            self.found.push(set.cells);
            return;
        }
        if set.size + most_singles(set.once & !set.twice) > self.most {
            return;
        }
        let (mut best, mut ways, mut fewest) = (0, 0, u32::MAX);
        for cell in bits(set.open) {
            let digits = self.ways(set, cell);
            let count = digits.count_ones();
            if count < fewest {
                (best, ways, fewest) = (cell, digits, count);
                if count <= 1 {
                    break;
                }
            }
        }
        let houses = self.marks[best].houses.map(usize::from);
        while ways != 0 {
            let digit = ways.trailing_zeros() as usize;
            ways &= ways - 1;
            let next = self.with(set, self.forced[best * self.side + digit] & !set.cells, 1 << best);
            houses.iter().for_each(|house| self.taken[*house] |= 1 << digit);
            self.extend(&next);
            houses.iter().for_each(|house| self.taken[*house] &= !(1 << digit));
        }
    }

    /// The digits that a cell may take, as bits.
    #[inline]
    fn ways(&self, set: &Partial, cell: usize) -> u16 {
        let marks = self.marks[cell];
        let taken = marks.houses.iter().fold(0, |taken, house| taken | self.taken[usize::from(*house)]);
        let (mut digits, mut ways) = (marks.others & !taken, 0);
        while digits != 0 {
            let digit = digits.trailing_zeros() as usize;
            digits &= digits - 1;
            let forced = self.forced[cell * self.side + digit];
            let new = forced & !set.cells;
            // At most three cells are new.
            let more = usize::from(new != 0) + usize::from(new & new.wrapping_sub(1) != 0);
            if forced & set.closed == 0 && set.size + more <= self.most {
                ways |= 1 << digit;
            }
        }
        ways
    }
}

/// The largest of the numbers of bits in four fields.
fn most_singles(word: u64) -> usize {
    let pairs = word - (word >> 1 & 0x5555_5555_5555_5555);
    let fours = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
    let bytes = (fours + (fours >> 4)) & 0x0f0f_0f0f_0f0f_0f0f;
    let fields = (bytes + (bytes >> 8)) & 0x001f_001f_001f_001f;
    let field = |number: u32| (fields >> (16 * number) & 0x1f) as usize;
    field(0).max(field(1)).max(field(2)).max(field(3))
}

/// The cells of a set, in order.
pub(crate) fn bits(mut cells: Cells) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let cell = cells.trailing_zeros() as usize;
        cells &= cells.wrapping_sub(1);
        (cell < 128).then_some(cell)
    })
}
