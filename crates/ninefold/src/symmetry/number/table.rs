//! How many grids there are for each band and fourth row: a table that `bench/numbers` makes.
//!
//! ```text
//!   416 times   how many grids (4 bytes), in how many slots (2), the least of a slot (4), bits for a slot (1)
//!   bits        for each band and slot how much more than the least of the band it has
//! ```
//!
//! A slot is one fourth row, or several consecutive ones where grids are few; the time goes into searching the grids of one
//! slot. Numbers begin with the lowest byte, bits with the lowest bit.

use super::bands::CLASSES;

static BYTES: &[u8] = include_bytes!("counts.bin");

const ENTRY: usize = 11;

/// How many fourth rows share a slot in the band of this class.
pub(super) const fn rows_of_slot(class: usize) -> usize {
    1 << (class / 75).saturating_sub(1)
}

/// What is known about one band.
struct Entry {
    grids: u32,
    slots: usize,
    least: u32,
    bits: usize,
}

fn entry(class: usize) -> Entry {
    let bytes = &BYTES[ENTRY * class..][..ENTRY];
    let number = |start: usize| u32::from_le_bytes([0, 1, 2, 3].map(|place| bytes[start + place]));
    Entry {
        grids: number(0),
        slots: usize::from(u16::from_le_bytes([bytes[4], bytes[5]])),
        least: number(6),
        bits: usize::from(bytes[10]),
    }
}

/// The number of grids that begin with the band of a class.
pub(super) fn grids(class: usize) -> u64 {
    u64::from(entry(class).grids)
}

/// The number of grids in each slot of a band.
pub(super) fn slots(class: usize) -> impl Iterator<Item = u64> {
    let before: usize = (0..class).map(entry).map(|entry| entry.slots * entry.bits).sum();
    let Entry { slots, least, bits, .. } = entry(class);
    (0..slots).map(move |slot| {
        let at = 8 * ENTRY * CLASSES + before + slot * bits;
        let bytes = BYTES[at / 8..].iter().take(8).rev();
        let word = bytes.fold(0, |word, byte| word << 8 | u64::from(*byte));
        u64::from(least) + (word >> (at % 8) & ((1 << bits) - 1))
    })
}
