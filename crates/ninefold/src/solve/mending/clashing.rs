//! The cells that clash, and what each of them might do about it.

use super::blocks::{BARRED, BLOCK, Block, Random, least_of, one_of_least, with_shared};

/// No place in the list.
const NOWHERE: u32 = u32::MAX;

/// The number of no house.
pub(super) const NO_HOUSE: u8 = u8::MAX;

/// The open cells that clash, in any order. What follows is kept per place in that order; lines of blocks have a byte
/// for each digit.
#[derive(Clone, Debug)]
pub(super) struct Clashing {
    cells: Vec<u32>,
    /// Per open cell: its place, or [`NOWHERE`].
    places: Vec<u32>,
    /// Lines: with how many cells it would clash, or [`BARRED`]; and the least of them.
    values: Vec<Block>,
    width: usize,
    least: Vec<u8>,
    /// With how many cells it clashes.
    clashes: Vec<u8>,
    /// [`difference`] of both; beyond the last place [`BARRED`].
    differences: Vec<Block>,
    /// Its row, column and box; beyond the last place [`NO_HOUSE`].
    houses: Vec<[Block; 3]>,
    /// Room for the places to look at, and for cells that clash no more.
    looks: Vec<u32>,
    left: Vec<u32>,
}

impl Clashing {
    /// None yet of so many open cells, their lines of so many blocks.
    pub(super) fn new(cells: usize, width: usize) -> Clashing {
        let blocks = cells.div_ceil(BLOCK);
        Clashing {
            cells: Vec::new(),
            places: vec![NOWHERE; cells],
            values: vec![[BARRED; BLOCK]; cells * width],
            width,
            least: vec![BARRED; cells],
            clashes: vec![0; cells],
            differences: vec![[BARRED; BLOCK]; blocks],
            houses: vec![[[NO_HOUSE; BLOCK]; 3]; blocks],
            looks: vec![0; BLOCK],
            left: vec![0; cells],
        }
    }

    pub(super) fn count(&self) -> usize {
        self.cells.len()
    }

    /// Where the cell is, if it clashes.
    #[inline]
    pub(super) fn place_of(&self, cell: usize) -> Option<usize> {
        let place = self.places[cell];
        (place != NOWHERE).then_some(place as usize)
    }

    /// The place of a cell and its candidate that leaves the fewest clashing pairs; chance decides between the cells
    /// with such a candidate, and then between the cell's candidates. `None` if all are barred.
    #[inline]
    pub(super) fn choose(&self, random: &mut Random) -> Option<(usize, usize)> {
        let (place, least) = one_of_least(&self.differences[..self.cells.len().div_ceil(BLOCK)], random);
        if least == BARRED {
            return None;
        }
        let (digit, _) = one_of_least(&self.values[place * self.width..][..self.width], random);
        Some((place, digit))
    }

    #[inline]
    pub(super) fn cell_at(&self, place: usize) -> usize {
        self.cells[place] as usize
    }

    #[inline]
    pub(super) fn clashes_at(&self, place: usize) -> u8 {
        self.clashes[place]
    }

    /// A cell may take a digit now, with so many clashes.
    #[inline]
    pub(super) fn permit(&mut self, place: usize, digit: usize, clashes: u8) {
        self.values[place * self.width..].as_flattened_mut()[digit] = clashes;
        self.note(place, self.least[place].min(clashes), self.clashes[place]);
    }

    /// The cell at a place has another digit now than before, with so many clashes; the current digits of all. What clashes
    /// no more leaves the list.
    #[inline]
    pub(super) fn change(&mut self, place: usize, before: usize, clashes: u8, current: &[u8]) {
        let digit = usize::from(current[self.cell_at(place)]);
        let left = self.tell(self.houses_at(place), before, digit, current);
        // It has told itself, too.
        self.values[place * self.width..].as_flattened_mut()[digit] = BARRED;
        self.clashes[place] = clashes;
        self.look(place);
        if clashes == 0 {
            self.leave(place);
        }
        for i in 0..left {
            self.leave(self.places[self.left[i] as usize] as usize);
        }
    }

    /// Tells all that clash in these houses that a cell there has a digit now instead of another. So many of them clash no
    /// more, and are noted.
    #[inline]
    fn tell(&mut self, houses: [u8; 3], before: usize, digit: usize, current: &[u8]) -> usize {
        let mut left = 0;
        for block in 0..self.cells.len().div_ceil(BLOCK) {
            let mut flags = with_shared(&self.houses[block], houses);
            let mut looks = 0;
            while flags != 0 {
                let place = BLOCK * block + flags.trailing_zeros() as usize;
                flags &= flags - 1;
                let values = self.values[place * self.width..][..self.width].as_flattened_mut();
                values[before] -= u8::from(values[before] != BARRED);
                let least = self.least[place].min(values[before]);
                // No branches: nobody could foretell them. And those that have lost their best candidate, perhaps, are
                // looked at together, for vectors wait until all bytes of theirs have been written.
                self.looks[looks] = place as u32;
                looks += usize::from(values[digit] == least);
                values[digit] += u8::from(values[digit] != BARRED);
                let other = self.cells[place];
                let own = usize::from(current[other as usize]);
                let clashes = self.clashes[place] + u8::from(own == digit) - u8::from(own == before);
                self.left[left] = other;
                left += usize::from(clashes == 0);
                self.note(place, least, clashes);
            }
            for i in 0..looks {
                self.look(self.looks[i] as usize);
            }
        }
        left
    }

    /// A cell clashes with so many others now, in these houses; what its digits would be, block by block.
    #[inline]
    pub(super) fn enter(&mut self, cell: usize, houses: [u8; 3], clashes: u8, values: impl Fn(usize) -> Block) {
        let place = self.cells.len();
        self.cells.push(cell as u32);
        self.places[cell] = place as u32;
        self.clashes[place] = clashes;
        for (i, block) in self.values[place * self.width..][..self.width].iter_mut().enumerate() {
            *block = values(i);
        }
        self.put_houses(place, houses);
        self.look(place);
    }

    /// The cell at a place clashes no more; the last one takes its place.
    fn leave(&mut self, place: usize) {
        let last = self.cells.len() - 1;
        self.places[self.cells.swap_remove(place) as usize] = NOWHERE;
        if place < last {
            self.places[self.cells[place] as usize] = place as u32;
            self.values.copy_within(last * self.width..(last + 1) * self.width, place * self.width);
            self.note(place, self.least[last], self.clashes[last]);
            self.put_houses(place, self.houses_at(last));
        }
        self.differences.as_flattened_mut()[last] = BARRED;
        self.put_houses(last, [NO_HOUSE; 3]);
    }

    /// Looks for the best candidate of the cell at a place.
    #[inline]
    fn look(&mut self, place: usize) {
        self.note(place, least_of(&self.values[place * self.width..][..self.width]), self.clashes[place]);
    }

    /// Notes with how many the cell at a place clashes, and would with its best candidate.
    #[inline]
    fn note(&mut self, place: usize, least: u8, clashes: u8) {
        (self.least[place], self.clashes[place]) = (least, clashes);
        self.differences.as_flattened_mut()[place] = difference(least, clashes);
    }

    #[inline]
    fn houses_at(&self, place: usize) -> [u8; 3] {
        let [rows, columns, boxes] = &self.houses[place / BLOCK];
        [rows[place % BLOCK], columns[place % BLOCK], boxes[place % BLOCK]]
    }

    #[inline]
    fn put_houses(&mut self, place: usize, houses: [u8; 3]) {
        for (block, house) in self.houses[place / BLOCK].iter_mut().zip(houses) {
            block[place % BLOCK] = house;
        }
    }
}

/// How many more clashes the best candidate brings with so many than there are now, so much more that it is never
/// negative. [`BARRED`] remains that. (What goes beyond a byte is cut off: nothing is so bad for long.)
#[inline]
fn difference(least: u8, clashes: u8) -> u8 {
    least.saturating_add(128_u8.saturating_sub(clashes))
}

#[cfg(test)]
impl Clashing {
    /// Whether the cells that clash are in the list and have these values, digit by digit: with how many cells they
    /// clash, in which houses, and what their digits would be.
    pub(super) fn validate(&self, expected: &[(u8, [u8; 3], Vec<u8>)]) {
        for (cell, (clashes, houses, values)) in expected.iter().enumerate() {
            assert_eq!(self.place_of(cell).is_some(), *clashes > 0);
            let Some(place) = self.place_of(cell) else { continue };
            assert_eq!((self.cell_at(place), self.houses_at(place)), (cell, *houses));
            assert_eq!(self.clashes[place], *clashes);
            let least = *values.iter().min().unwrap();
            assert_eq!(self.least[place], least);
            assert_eq!(self.differences.as_flattened()[place], difference(least, *clashes));
            let line = self.values[place * self.width..][..self.width].as_flattened();
            let (line, beyond) = line.split_at(values.len());
            assert_eq!(line, values);
            assert!(beyond.iter().all(|value| *value == BARRED));
        }
        assert_eq!(self.count(), expected.iter().filter(|(clashes, ..)| *clashes > 0).count());
        for beyond in self.count()..self.differences.len() * BLOCK {
            assert_eq!(self.differences.as_flattened()[beyond], BARRED);
            assert_eq!(self.houses_at(beyond), [NO_HOUSE; 3]);
        }
    }
}
