//! The cells that clash, and the values of their digits.

use super::random::{Draw, Random};
use crate::solve::arch::{BLOCK, Block, Bytes};

/// The bit of a value whose digit may not be taken.
pub(super) const BARRED: u8 = 0x80;

/// The greatest value without that bit.
pub(super) const MOST: u8 = BARRED - 1;

/// In place of the number of a house or digit: none.
pub(super) const NEITHER: u8 = u8::MAX;

/// In place of a difference: none.
const NONE: u8 = u8::MAX;

/// How many digits are examined without a branch between them.
const GROUP: usize = 4;

/// The open cells that clash, each at a place; free places are reused, the lowest first.
#[derive(Clone, Debug)]
pub(super) struct Clashing {
    blocks: Vec<Places>,
    /// Per open cell: the last place it had.
    places: Vec<u32>,
    count: usize,
    /// The number of blocks up to the last that is not empty, at least one.
    used: usize,
}

/// Sixty-four places, side by side.
#[derive(Clone, Debug)]
struct Places {
    /// Row, column and box of each cell.
    houses: [Block; 3],
    /// The digit that the cell has, or [`NEITHER`] for a free place.
    own: Block,
    /// With how many others it clashes; 0 for a free place.
    clashes: Block,
    /// How many more clashes the best candidate would bring, plus [`MOST`] so that it is not negative; or [`NONE`].
    differences: Block,
    /// Per digit: with how many cells each cell here would clash if it had the digit, and [`BARRED`]. Digits that do not exist,
    /// up to a multiple of [`GROUP`], are barred.
    values: Vec<Block>,
    taken: u64,
    cells: [u32; BLOCK],
}

/// A new digit for a cell.
#[derive(Clone, Copy, Debug)]
pub(super) struct Change {
    pub(super) place: usize,
    pub(super) before: u8,
    pub(super) digit: u8,
    /// With how many others the cell then clashes.
    pub(super) clashes: u8,
}

impl Places {
    fn new(side: usize) -> Places {
        let (neither, zero) = (Block([NEITHER; BLOCK]), Block([0; BLOCK]));
        Places {
            houses: [neither; 3],
            own: neither,
            clashes: zero,
            differences: Block([NONE; BLOCK]),
            values: vec![Block([BARRED; BLOCK]); side.next_multiple_of(GROUP)],
            taken: 0,
            cells: [0; BLOCK],
        }
    }

    /// Finds the best candidate at every place; returns the best difference.
    #[inline(always)]
    fn look<V: Bytes>(&mut self) -> u8 {
        let mut least = V::all(NONE);
        for [a, b, c, d] in self.values.as_chunks::<GROUP>().0 {
            least = least.min(V::load(a)).min(V::load(b)).min(V::load(c)).min(V::load(d));
        }
        let clashes = V::load(&self.clashes);
        let worse = least.add_up_to_most(V::all(MOST));
        let none = worse.equal(V::all(NONE)).or(clashes.equal(V::all(0)));
        let differences = worse.sub_down_to_zero(clashes).or(none);
        differences.store(&mut self.differences);
        differences.least()
    }

    /// Updates the cells that share a house with a cell that has a new digit; the cell is at place `here`, if it is in this
    /// block. Returns flags of the places where nothing clashes any more.
    #[inline(always)]
    fn update<V: Bytes>(&mut self, houses: [u8; 3], here: u8, change: Change) -> u64 {
        const PLACES: Block = {
            let (mut places, mut i) = ([0; BLOCK], 0);
            while i < BLOCK {
                places[i] = i as u8;
                i += 1;
            }
            Block(places)
        };
        let Places { houses: [rows, columns, boxes], own, clashes, values, .. } = self;
        let in_row = V::load(rows).equal(V::all(houses[0]));
        let in_column = V::load(columns).equal(V::all(houses[1]));
        let in_box = V::load(boxes).equal(V::all(houses[2]));
        let itself = V::load(&PLACES).equal(V::all(here));
        // These are 255, and adding 255 subtracts one.
        let others = in_row.or(in_column).or(in_box).without(itself);

        let (before, digit) = (usize::from(change.before), usize::from(change.digit));
        let of_before = &mut values[before];
        V::load(of_before).add(others).store(of_before);
        // A cell cannot take the digit that it already has.
        let of_digit = &mut values[digit];
        V::load(of_digit).sub(others).or(itself.and(V::all(BARRED))).store(of_digit);

        let digits = V::load(own);
        let less = others.and(digits.equal(V::all(change.before)));
        let more = others.and(digits.equal(V::all(change.digit)));
        let now = V::load(clashes).add(less).sub(more).without(itself).or(itself.and(V::all(change.clashes)));
        now.store(clashes);
        let left = now.equal(V::all(0));
        digits.without(itself).or(itself.and(V::all(change.digit))).or(left).store(own);
        left.bits()
    }
}

impl Clashing {
    /// No clashing cells yet, on a board with this many open cells and digits.
    pub(super) fn new(cells: usize, side: usize) -> Clashing {
        Clashing { blocks: vec![Places::new(side)], places: vec![0; cells], count: 0, used: 1 }
    }

    #[inline(always)]
    pub(super) fn count(&self) -> usize {
        self.count
    }

    /// Whether the cell clashes.
    #[inline(always)]
    pub(super) fn contains(&self, cell: usize) -> bool {
        let place = self.places[cell] as usize;
        let Places { taken, cells, .. } = &self.blocks[place / BLOCK];
        taken >> (place % BLOCK) & 1 == 1 && cells[place % BLOCK] as usize == cell
    }

    /// The place of a cell, and with how many others it would clash with its best candidate: a random one of the changes that
    /// leave the fewest clashing pairs. `None` if all are barred.
    #[inline(always)]
    pub(super) fn choose<V: Bytes>(&mut self, random: &mut Random) -> Option<(usize, u8)> {
        let (mut best, mut i) = (NONE, 0);
        while i < self.used {
            best = best.min(self.blocks[i].look::<V>());
            i += 1;
        }
        if best == NONE {
            return None;
        }
        let (mut draw, mut i) = (Draw::default(), 0);
        while i < self.used {
            let flags = V::load(&self.blocks[i].differences).equal(V::all(best)).bits();
            draw.add::<V>(i, flags, random);
            i += 1;
        }
        let place = draw.drawn();
        Some((place, best.wrapping_sub(MOST).wrapping_add(self.clashes_at(place))))
    }

    #[inline(always)]
    pub(super) fn cell_at(&self, place: usize) -> usize {
        self.blocks[place / BLOCK].cells[place % BLOCK] as usize
    }

    #[inline(always)]
    pub(super) fn clashes_at(&self, place: usize) -> u8 {
        self.blocks[place / BLOCK].clashes.0[place % BLOCK]
    }

    /// Permits a cell to take a digit again, if it is one of those that clash.
    #[inline(always)]
    pub(super) fn permit(&mut self, cell: usize, digit: usize) {
        let place = self.places[cell] as usize;
        let Places { values, taken, cells, .. } = &mut self.blocks[place / BLOCK];
        let is_there = taken.wrapping_shr(place as u32) as u8 & u8::from(cells[place % BLOCK] as usize == cell);
        // No branch: it could not be predicted.
        values[digit].0[place % BLOCK] &= !(is_there << 7);
    }

    /// Updates everything after the cell at a place has taken another digit. Cells that no longer clash are dropped.
    #[inline(always)]
    pub(super) fn change<V: Bytes>(&mut self, change: Change) {
        let place = change.place;
        let [rows, columns, boxes] = &self.blocks[place / BLOCK].houses;
        let houses = [rows.0[place % BLOCK], columns.0[place % BLOCK], boxes.0[place % BLOCK]];
        let mut i = 0;
        while i < self.used {
            let here = if i == place / BLOCK { (place % BLOCK) as u8 } else { NEITHER };
            let block = &mut self.blocks[i];
            let left = block.update::<V>(houses, here, change) & block.taken;
            block.taken &= !left;
            self.count -= left.count_ones() as usize;
            i += 1;
        }
        while self.used > 1 && self.blocks[self.used - 1].taken == 0 {
            self.used -= 1;
        }
    }

    /// Adds a cell in these houses that now clashes with `clashes` others; `line` holds the values of its digits.
    #[inline(always)]
    pub(super) fn enter(&mut self, cell: usize, houses: [u8; 3], own: u8, clashes: u8, line: &[Block]) {
        let mut i = 0;
        while self.blocks[i].taken == u64::MAX {
            i += 1;
            if i == self.blocks.len() {
                self.blocks.push(Places::new(self.blocks[0].values.len()));
            }
        }
        self.used = self.used.max(i + 1);
        let block = &mut self.blocks[i];
        let lane = block.taken.trailing_ones() as usize % BLOCK;
        block.taken |= 1 << lane;
        for (numbers, house) in block.houses.iter_mut().zip(houses) {
            numbers.0[lane] = house;
        }
        block.own.0[lane] = own;
        block.clashes.0[lane] = clashes;
        for (values, new) in block.values.chunks_mut(BLOCK).zip(line) {
            for (values, new) in values.as_chunks_mut::<GROUP>().0.iter_mut().zip(new.0.as_chunks::<GROUP>().0) {
                values[0].0[lane] = new[0];
                values[1].0[lane] = new[1];
                values[2].0[lane] = new[2];
                values[3].0[lane] = new[3];
            }
        }
        block.cells[lane] = cell as u32;
        self.places[cell] = (i * BLOCK + lane) as u32;
        self.count += 1;
    }
}

#[cfg(test)]
impl Clashing {
    /// Checks that exactly the expected clashing cells are there and have these values: with how many others they clash, their
    /// houses, their digit, and the value of each digit.
    pub(super) fn validate(&self, expected: &[(u8, [u8; 3], u8, Vec<u8>)]) {
        for (cell, (clashes, houses, own, values)) in expected.iter().enumerate() {
            assert_eq!(self.contains(cell), *clashes > 0);
            if *clashes == 0 {
                continue;
            }
            let (place, lane) = (self.places[cell] as usize, self.places[cell] as usize % BLOCK);
            let Places { houses: kept_houses, own: kept_own, values: kept, .. } = &self.blocks[place / BLOCK];
            assert_eq!((self.cell_at(place), self.clashes_at(place)), (cell, *clashes));
            assert_eq!((kept_houses.map(|numbers| numbers.0[lane]), kept_own.0[lane]), (*houses, *own));
            let (kept, beyond) = kept.split_at(values.len());
            assert_eq!(&kept.iter().map(|block| block.0[lane]).collect::<Vec<_>>(), values);
            assert!(beyond.iter().all(|block| block.0[lane] >= BARRED));
        }
        assert_eq!(self.count, expected.iter().filter(|(clashes, ..)| *clashes > 0).count());
        assert_eq!(self.count, self.blocks.iter().map(|block| block.taken.count_ones() as usize).sum::<usize>());
        for (i, Places { own, clashes, taken, .. }) in self.blocks.iter().enumerate() {
            assert!(i < self.used || *taken == 0);
            for lane in (0..BLOCK).filter(|lane| taken >> lane & 1 == 0) {
                assert_eq!((own.0[lane], clashes.0[lane]), (NEITHER, 0));
            }
        }
    }
}
