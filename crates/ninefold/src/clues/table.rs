//! Sets that are not hit yet, as bits: for each cell the sets that it hits, for each set those that share a cell with it.

use super::bits;

/// The number of words in a vector of bits, one bit for each set of two bands.
pub(super) const W: usize = 4;

/// The number of sets of a table.
const SETS: usize = 64 * W;

pub(super) type Bits<const N: usize> = [u64; N];

/// The bits of `one` that `other` does not have.
#[inline(always)]
pub(super) fn without<const N: usize>(mut one: Bits<N>, other: &Bits<N>) -> Bits<N> {
    for i in 0..N {
        one[i] &= !other[i];
    }
    one
}

#[inline(always)]
pub(super) fn is_none<const N: usize>(bits: &Bits<N>) -> bool {
    bits.iter().fold(0, |any, word| any | word) == 0
}

#[inline(always)]
pub(super) fn set<const N: usize>(bits: &mut Bits<N>, bit: usize) {
    bits[bit / 64] |= 1 << (bit % 64);
}

/// Sets within two bands that are not hit by the clues so far, without closed cells; small ones first.
pub(super) struct Table {
    /// Per cell the sets that it hits.
    pub(super) hit: [Bits<W>; 54],
    pub(super) sets: [u64; SETS],
    count: usize,
    /// The place of the next learnt set, which replaces another if there is no room.
    gives_way: usize,
    pub(super) all: Bits<W>,
    /// The cells that were closed when the table was made.
    pub(super) dead: u64,
}

/// One step of a transposition: exchanges blocks of `WIDTH` rows and columns.
#[inline(always)]
fn exchange<const WIDTH: usize>(rows: &mut [u64], mask: u64) {
    for pair in rows.chunks_exact_mut(2 * WIDTH) {
        let (one, other) = pair.split_at_mut(WIDTH);
        for (one, other) in one.iter_mut().zip(other) {
            let change = (*one >> WIDTH ^ *other) & mask;
            *one ^= change << WIDTH;
            *other ^= change;
        }
    }
}

/// Turns columns into rows: bit j of word i becomes bit i of word j.
#[inline(always)]
pub(super) fn transpose(rows: &mut [u64; 64]) {
    exchange::<32>(rows, 0x0000_0000_ffff_ffff);
    transpose_halves(rows);
}

/// The same for squares of 32 rows and columns: 32 words hold two of them side by side, and each is transposed by itself.
#[inline(always)]
pub(super) fn transpose_halves(rows: &mut [u64]) {
    exchange::<16>(rows, 0x0000_ffff_0000_ffff);
    exchange::<8>(rows, 0x00ff_00ff_00ff_00ff);
    exchange::<4>(rows, 0x0f0f_0f0f_0f0f_0f0f);
    exchange::<2>(rows, 0x3333_3333_3333_3333);
    exchange::<1>(rows, 0x5555_5555_5555_5555);
}

impl Table {
    pub(super) fn new() -> Table {
        Table { hit: [[0; W]; 54], sets: [0; SETS], count: 0, gives_way: 0, all: [0; W], dead: 0 }
    }

    /// Takes the known sets that the clues do not hit, without dead cells; false if such a set has no cell left. `kept` becomes
    /// the list of all of them, small sets first; the table may hold only the first part of it.
    #[inline(always)]
    pub(super) fn fill(&mut self, known: &[u64], kept: &mut Vec<u64>, clues: u64, dead: u64, room: &mut Room) -> bool {
        room.buckets.iter_mut().for_each(Vec::clear);
        for set in known {
            if set & clues == 0 {
                let left = set & !dead;
                if left == 0 {
                    return false;
                }
                room.buckets[left.count_ones().min(15) as usize].push(left);
            }
        }
        // Sets that contain another of one or two cells are not needed, nor are duplicates.
        let (mut singles, mut pairs) = (0u64, [0u64; 54]);
        room.seen.fill(0);
        kept.clear();
        for size in 1..16 {
            for set in &room.buckets[size] {
                let mut cells = *set;
                let mut contains = set & singles;
                while cells != 0 {
                    contains |= pairs[cells.trailing_zeros() as usize] & set;
                    cells &= cells - 1;
                }
                let slot = &mut room.seen[(set.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 54) as usize];
                if contains != 0 || *slot == *set {
                    continue;
                }
                *slot = *set;
                match size {
                    1 => singles |= set,
                    2 => {
                        let (one, other) = (set.trailing_zeros() as usize, 63 - set.leading_zeros() as usize);
                        pairs[one] |= 1 << other;
                        pairs[other] |= 1 << one;
                    }
                    _ => {}
                }
                kept.push(*set);
            }
        }
        self.hit = [[0; W]; 54];
        (self.dead, self.all) = (dead, [0; W]);
        // Some room is kept for learnt sets.
        self.count = kept.len().min(SETS - 24);
        self.sets[..self.count].copy_from_slice(&kept[..self.count]);
        for word in 0..self.count.div_ceil(64) {
            let count = (self.count - 64 * word).min(64);
            let mut rows = [0; 64];
            rows[..count].copy_from_slice(&kept[64 * word..64 * word + count]);
            transpose(&mut rows);
            for (hit, row) in self.hit.iter_mut().zip(rows) {
                hit[word] = row;
            }
            self.all[word] = u64::MAX >> (64 - count);
        }
        self.gives_way = self.count;
        true
    }

    #[inline(always)]
    fn put(&mut self, place: usize, cells: u64) {
        self.sets[place] = cells;
        set(&mut self.all, place);
        bits(cells).for_each(|cell| set(&mut self.hit[cell], place));
    }

    /// The sets that share a cell with some cells.
    #[inline(always)]
    pub(super) fn met_by(&self, mut cells: u64) -> Bits<W> {
        let mut met = [0; W];
        while cells != 0 {
            let hit = &self.hit[cells.trailing_zeros() as usize];
            (0..W).for_each(|i| met[i] |= hit[i]);
            cells &= cells - 1;
        }
        met
    }

    /// Adds a learnt set and returns its place.
    pub(super) fn learn(&mut self, cells: u64) -> usize {
        let place = self.gives_way;
        self.gives_way = if place + 1 == SETS { SETS - 24 } else { place + 1 };
        if place < self.count {
            let (word, bit) = (place / 64, 1 << (place % 64));
            self.hit.iter_mut().for_each(|hit| hit[word] &= !bit);
        }
        self.count = self.count.max(place + 1);
        self.put(place, cells & !self.dead);
        place
    }

    /// Those of the open sets that these clues do not hit.
    #[inline(always)]
    pub(super) fn left(&self, mut open: Bits<W>, mut clues: u64) -> Bits<W> {
        while clues != 0 {
            open = without(open, &self.hit[clues.trailing_zeros() as usize]);
            clues &= clues - 1;
        }
        open
    }
}

/// Room for making tables.
pub(super) struct Room {
    buckets: [Vec<u64>; 16],
    seen: Vec<u64>,
}

impl Room {
    pub(super) fn new() -> Room {
        Room { buckets: Default::default(), seen: vec![0; 1024] }
    }
}
