//! How many classes the complete 9x9 grids fall into, by Burnside's lemma (the method of Russell and Jarvis 2006), from nothing
//! but the rules and the number of all grids.
//!
//! ```text
//!   cargo run --release -p classes
//! ```
//!
//! Two grids are the same up to their digits if relabelling turns one into the other. The number of classes is the mean, over
//! the 3,359,232 symmetries of the cells, of the number of grids, up to their digits, that a symmetry maps to themselves.
//! Conjugate symmetries fix equally many grids, so 275 symmetries are enough. Takes eleven minutes of processor time
//! (bench/record/archive/2026-11-21-classes.md); the library's tests do the same for small boards by making all grids.

use std::collections::BTreeSet;
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::Instant;

/// Where each row (or column) goes.
type Lines = [u8; 9];

/// All grids (Felgenhauer and Jarvis 2005; `ninefold count` finds the same) by all orders of the digits.
const UP_TO_DIGITS: u128 = 6_670_903_752_021_072_936_960 / 362_880;
const SYMMETRIES: u128 = 3_359_232;
const KNOWN: u128 = 5_472_730_538;

fn main() -> ExitCode {
    let start = Instant::now();
    let lines = all_lines();
    let classes = conjugates(&lines);
    assert_eq!((lines.len(), classes.len()), (1296, 22));
    let mut kinds = Vec::new();
    for (i, one) in classes.iter().enumerate() {
        for (j, other) in classes.iter().enumerate().skip(i) {
            // Rows permuted as in one, columns as in the other, or the other way round.
            let ways = (one.len() * other.len()) as u128 * if i == j { 1 } else { 2 };
            let (rows, columns) = (one[0], other[0]);
            kinds.push((ways, cells(|row, column| (rows[row], columns[column]))));
        }
        // With transposition: all symmetries whose square permutes the rows like this one.
        let rows = one[0];
        kinds.push(((one.len() * lines.len()) as u128, cells(|row, column| (rows[column], row as u8))));
    }
    assert_eq!(kinds.len(), 275);
    assert_eq!(kinds.iter().map(|(ways, _)| ways).sum::<u128>(), SYMMETRIES);

    let mut sum = 0;
    for (ways, to) in &kinds {
        let is_identity = to.iter().enumerate().all(|(cell, goes)| cell == usize::from(*goes));
        let fixed = if is_identity { UP_TO_DIGITS } else { u128::from(fixed(to)) };
        if fixed > 0 {
            println!("{ways} symmetries like one of order {} map {fixed} grids to themselves", order(to));
        }
        sum += ways * fixed;
    }
    println!("{} classes, remainder {}; {:.0} s", sum / SYMMETRIES, sum % SYMMETRIES, start.elapsed().as_secs_f64());
    if sum == KNOWN * SYMMETRIES { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// All orders of nine rows that keep bands together.
fn all_lines() -> Vec<Lines> {
    let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    let mut all = Vec::new();
    for bands in orders {
        for number in 0..216 {
            let inner = [orders[number / 36], orders[number / 6 % 6], orders[number % 6]];
            all.push(std::array::from_fn(|row| bands[row / 3] * 3 + inner[row / 3][row % 3]));
        }
    }
    all
}

/// Divides them into conjugacy classes.
fn conjugates(lines: &[Lines]) -> Vec<Vec<Lines>> {
    let mut left: BTreeSet<Lines> = lines.iter().copied().collect();
    let mut classes = Vec::new();
    while let Some(one) = left.first().copied() {
        let conjugate = |by: &Lines| {
            let mut result = [0; 9];
            for row in 0..9 {
                result[usize::from(by[row])] = by[usize::from(one[row])];
            }
            result
        };
        let class: BTreeSet<Lines> = lines.iter().map(conjugate).collect();
        left.retain(|other| !class.contains(other));
        classes.push(class.into_iter().collect());
    }
    classes
}

/// Where each cell goes.
fn cells(to: impl Fn(usize, usize) -> (u8, u8)) -> [u8; 81] {
    std::array::from_fn(|cell| {
        let (row, column) = to(cell / 9, cell % 9);
        row * 9 + column
    })
}

fn order(to: &[u8; 81]) -> u32 {
    let mut now = *to;
    let mut order = 1;
    while now.iter().enumerate().any(|(cell, goes)| cell != usize::from(*goes)) {
        now = now.map(|cell| to[usize::from(cell)]);
        order += 1;
    }
    order
}

/// How many grids up to their digits a symmetry maps to themselves: grids whose first box holds 1 to 9 in order and on which
/// the symmetry acts as a permutation of the digits.
fn fixed(to: &[u8; 81]) -> u64 {
    let mut from = [0; 81];
    for (cell, goes) in to.iter().enumerate() {
        from[usize::from(*goes)] = cell as u8;
    }
    let symmetry = Symmetry { to: *to, from };
    let mut first = State { digits: [0; 81], free: [[0x3fe; 9]; 3], image: [0; 10], origin: [0; 10], open: 81 };
    let is_possible = (0..9).all(|cell| symmetry.put(&mut first, (cell / 3 * 9 + cell % 3) as u8, cell as u8 + 1));
    if !is_possible || !symmetry.is_possible(&first) {
        return 0;
    }
    // Enough parts for all threads to be busy until the end.
    let mut parts = vec![first];
    while parts.len() < 1000 && parts.iter().any(|part| part.open > 0) {
        let ready = |part: &State| part.open == 0;
        let (mut next, open): (Vec<State>, Vec<State>) = parts.into_iter().partition(ready);
        for part in open {
            symmetry.children(&part, |child| next.push(*child));
        }
        parts = next;
    }
    let (next, sum) = (AtomicUsize::new(0), AtomicU64::new(0));
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some(part) = parts.get(next.fetch_add(1, Ordering::Relaxed)) {
                    sum.fetch_add(symmetry.count(part), Ordering::Relaxed);
                }
            });
        }
    });
    sum.into_inner()
}

/// A symmetry of the cells, and its inverse.
struct Symmetry {
    to: [u8; 81],
    from: [u8; 81],
}

/// A partly filled grid.
#[derive(Clone, Copy)]
struct State {
    digits: [u8; 81],
    /// The digits missing from each row, column and box, as bits.
    free: [[u16; 9]; 3],
    /// The digit that each digit becomes, and the digit that becomes it; 0 where this is open.
    image: [u8; 10],
    origin: [u8; 10],
    open: u8,
}

impl State {
    fn candidates(&self, cell: usize) -> u16 {
        self.free[0][cell / 9] & self.free[1][cell % 9] & self.free[2][box_of(cell)]
    }
}

fn box_of(cell: usize) -> usize {
    cell / 27 * 3 + cell % 9 / 3
}

impl Symmetry {
    /// Puts a digit into a cell, and fills in everything that the symmetry implies; false if that contradicts the rules.
    fn put(&self, state: &mut State, cell: u8, digit: u8) -> bool {
        let place = usize::from(cell);
        if state.digits[place] != 0 {
            return state.digits[place] == digit;
        }
        let bit = 1 << digit;
        if state.candidates(place) & bit == 0 {
            return false;
        }
        state.digits[place] = digit;
        state.open -= 1;
        state.free[0][place / 9] &= !bit;
        state.free[1][place % 9] &= !bit;
        state.free[2][box_of(place)] &= !bit;
        let (next, before) = (self.to[place], self.from[place]);
        let image = match state.digits[usize::from(next)] {
            0 => state.image[usize::from(digit)],
            there => there,
        };
        if image != 0 && !(self.map(state, digit, image) && self.put(state, next, image)) {
            return false;
        }
        let origin = match state.digits[usize::from(before)] {
            0 => state.origin[usize::from(digit)],
            there => there,
        };
        origin == 0 || self.map(state, origin, digit) && self.put(state, before, origin)
    }

    /// Maps a digit to its image wherever it appears.
    fn map(&self, state: &mut State, digit: u8, image: u8) -> bool {
        let (known, origin) = (state.image[usize::from(digit)], state.origin[usize::from(image)]);
        if known != 0 || origin != 0 {
            return known == image && origin == digit;
        }
        state.image[usize::from(digit)] = image;
        state.origin[usize::from(image)] = digit;
        (0..81).all(|cell| {
            let there = state.digits[cell];
            (there != digit || self.put(state, self.to[cell], image))
                && (there != image || self.put(state, self.from[cell], digit))
        })
    }

    /// Whether every open cell has a candidate. Checked whenever more images become known; otherwise contradictions that follow
    /// from these would be found again and again, deep in the search.
    fn is_possible(&self, state: &State) -> bool {
        (0..81).filter(|cell| state.digits[*cell] == 0).all(|cell| {
            let candidates = state.candidates(cell);
            (1..10).any(|digit| candidates >> digit & 1 != 0 && self.put(&mut { *state }, cell as u8, digit))
        })
    }

    /// All ways to fill the cell with the fewest candidates.
    fn children(&self, state: &State, mut visit: impl FnMut(&State)) {
        let mut best = (10, 0, 0);
        for cell in (0..81).filter(|cell| state.digits[*cell] == 0) {
            let candidates = state.candidates(cell);
            let count = candidates.count_ones();
            if count < best.0 {
                best = (count, cell, candidates);
                if count <= 1 {
                    break;
                }
            }
        }
        let (_, cell, mut candidates) = best;
        while candidates != 0 {
            let mut child = *state;
            if self.put(&mut child, cell as u8, candidates.trailing_zeros() as u8)
                && (child.image == state.image || self.is_possible(&child))
            {
                visit(&child);
            }
            candidates &= candidates - 1;
        }
    }

    fn count(&self, state: &State) -> u64 {
        if state.open == 0 {
            return 1;
        }
        let mut sum = 0;
        self.children(state, |child| sum += self.count(child));
        sum
    }
}
