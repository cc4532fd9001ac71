//! A cache for three like columns of ten rows.
//!
//! Ten rows and ten digits, with three digits for each row and three rows for each digit, are a cubic graph; there are only
//! several hundred if the names of rows and digits do not matter. A stack of 2x5 boxes leads to a hundred thousand such
//! graphs, and all stacks of an empty board to fifty million: with the cache they take 20 s instead of 48 s. Finding the best
//! names costs more than filling the columns, but names that depend little on the original ones are found quickly:
//!
//! * Digits are named in the order in which rows mention them, and rows in the order of the digits that they contain: the first
//!   row, then the rows of its first digit, of its second, and so on.
//! * Of two rows, the one with more named digits comes first; of two digits, the one in more named rows.
//!
//! Rows with such names are the exact key of a table: a key that is met again has the same number, and other keys for the same
//! place overwrite it.

/// The largest number of rows, and of digits.
pub(super) const MOST_DIGITS: usize = 10;

/// The digits that each row still needs.
pub(super) type Left = [u16; MOST_DIGITS];

/// The number of places in the table, as a power of 2. The table takes 8 MB; a quarter of the places costs a fifth more time.
const PLACES: u32 = 18;

/// Numbers of ways to fill three columns, by the normal form of the digits that the rows still need.
pub(super) struct Cubics {
    places: Vec<Place>,
}

#[derive(Clone, Copy)]
struct Place {
    key: u128,
    ways: u64,
}

impl Cubics {
    pub(super) fn new() -> Cubics {
        Cubics { places: Vec::new() }
    }

    /// The number known for these rows; otherwise the one that `find` returns.
    pub(super) fn ways(&mut self, left: &Left, find: impl FnOnce() -> u64) -> u64 {
        if self.places.is_empty() {
            self.places = vec![Place { key: 0, ways: 0 }; 1 << PLACES];
        }
        let key = key(left);
        let hash = (key as u64 ^ (key >> 50) as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let place = &mut self.places[(hash >> (64 - PLACES)) as usize];
        if place.key != key {
            *place = Place { key, ways: find() };
        }
        place.ways
    }
}

/// The rows with normal names: ten bits for each row, one for each digit.
fn key(left: &Left) -> u128 {
    let mut rows_of = [0_u16; 16];
    for (row, digits) in left.iter().enumerate() {
        let mut rest = *digits;
        for _ in 0..3 {
            rows_of[rest.trailing_zeros() as usize & 15] |= 1 << row;
            rest &= rest.wrapping_sub(1);
        }
    }
    let mut naming =
        Naming { left, open: (1 << MOST_DIGITS) - 1, named: 0, names: [0; 16], digits: [0; 16], count: 0, key: 0 };
    let mut next = 0;
    naming.row(0);
    loop {
        while next < naming.count {
            let rows = rows_of[usize::from(naming.digits[next])] & naming.open;
            next += 1;
            if rows == 0 {
                continue;
            }
            let (one, other) = (rows.trailing_zeros() as usize, 15 - rows.leading_zeros() as usize);
            let common = |row: usize| (left[row] & naming.named).count_ones();
            let (first, second) = if common(one) < common(other) { (other, one) } else { (one, other) };
            naming.row(first);
            if first != second {
                naming.row(second);
            }
        }
        if naming.open == 0 {
            return naming.key;
        }
        // Rows that are not connected with those before.
        naming.row(naming.open.trailing_zeros() as usize);
    }
}

/// The names while they are being given.
struct Naming<'a> {
    left: &'a Left,
    /// Rows without a name.
    open: u16,
    /// Digits with a name.
    named: u16,
    /// The name of each digit, and the digit of each name.
    names: [u8; 16],
    digits: [u8; 16],
    count: usize,
    key: u128,
}

impl Naming<'_> {
    /// Names a row, and those of its digits that have no name yet. There are no branches: they could not be predicted.
    fn row(&mut self, row: usize) {
        self.open &= !(1 << row);
        let (mut rest, mut names) = (self.left[row], 0);
        for _ in 0..3 {
            let digit = rest.trailing_zeros() as usize & 15;
            rest &= rest.wrapping_sub(1);
            let is_new = self.named >> digit & 1 == 0;
            let count = self.count as u8;
            // A digit that already has a name is written too, but the next new one overwrites it.
            self.digits[usize::from(count) & 15] = digit as u8;
            self.names[digit] = if is_new { count } else { self.names[digit] };
            self.count += usize::from(is_new);
            names |= 1 << self.names[digit];
        }
        self.named |= self.left[row];
        self.key = self.key << MOST_DIGITS | names;
    }
}
