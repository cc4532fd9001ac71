//! Aligned pair and triplet exclusion: digits that cells cannot have together, because another cell would be left
//! without any candidate.

use super::super::cells::{CellSet, digits};
use super::hint::{Hint, Removed, Sight};
use super::position::{HOUSES, Position, has_two};
use super::scope::Scope;
use super::watch::Watch;

/// The combinations that cells with few digits forbid in cells that they all see.
struct Forbidden {
    /// For each digit, those with which it cannot be combined.
    pairs: [u16; 9],
    /// Three digits that cannot be combined.
    triples: [u16; 20],
    count: usize,
}

impl Forbidden {
    fn new(position: &Position, excluders: CellSet) -> Forbidden {
        let mut forbidden = Forbidden { pairs: [0; 9], triples: [0; 20], count: 0 };
        for cell in excluders.iter() {
            let mask = position.marks.cells[cell];
            if has_two(mask) {
                digits(mask).for_each(|digit| forbidden.pairs[digit] |= mask & !(1 << digit));
            } else {
                forbidden.triples[forbidden.count] = mask;
                forbidden.count += 1;
            }
        }
        forbidden
    }
}

/// The cells that may lose digits, in order, each with its excluders: peers with two to `most` digits.
fn bases(position: &Position, most: u32) -> (Vec<usize>, [CellSet; 81]) {
    let counts = position.marks.cells.map(u16::count_ones);
    let few: CellSet = (0..81).filter(|cell| (2..=most).contains(&counts[*cell])).collect();
    let excluders: [CellSet; 81] = std::array::from_fn(|cell| CellSet::peers(cell) & few);
    ((0..81).filter(|cell| counts[*cell] >= 2 && !excluders[*cell].is_empty()).collect(), excluders)
}

/// The digits of each cell that are in no allowed combination.
fn impossible<const N: usize>(position: &Position, cells: [usize; N], excluders: CellSet) -> Removed {
    let forbidden = Forbidden::new(position, excluders);
    let options = cells.map(|cell| position.marks.cells[cell]);
    // The digits that a cell can have beside a digit of another cell.
    let beside = |i: usize, digit: usize, j: usize| {
        let same = if CellSet::peers(cells[i]).contains(cells[j]) { 1 << digit } else { 0 };
        options[j] & !forbidden.pairs[digit] & !same
    };
    let is_possible = |i: usize, digit: usize| {
        let j = (i + 1) % N;
        let mut fitting = beside(i, digit, j);
        if N == 2 {
            return fitting != 0;
        }
        let k = (i + 2) % N;
        let third = beside(i, digit, k);
        while fitting != 0 {
            let next = fitting.trailing_zeros() as usize;
            fitting &= fitting - 1;
            let both = 1 << digit | 1 << next;
            let mut left = third & beside(j, next, k);
            if digit != next {
                for triple in forbidden.triples[..forbidden.count].iter().filter(|triple| **triple & both == both) {
                    left &= both | !triple;
                }
            }
            if left != 0 {
                return true;
            }
        }
        false
    };
    let mut removed = Removed::new();
    for i in 0..N {
        let out = digits(options[i]).filter(|digit| !is_possible(i, *digit)).fold(0, |out, digit| out | 1 << digit);
        if out != 0 {
            removed.push((cells[i] as u8, out));
        }
    }
    removed
}

fn hint<const N: usize>(position: &Position, cells: [usize; N], excluders: CellSet, rating: f64) -> Option<Hint> {
    let removed = impossible(position, cells, excluders);
    let sight = || Sight::Aligned { cells: cells.iter().map(|cell| *cell as u8).collect() };
    (!removed.is_empty()).then(|| Hint::removing(rating, removed, sight()))
}

/// Finds aligned pair exclusions of cells that have changed or that have an excluder that has.
pub(super) fn pair(position: &Position, scope: Scope) -> Option<Hint> {
    let changed = scope.cells;
    let (bases, excluders) = bases(position, 2);
    for (j, other) in bases.iter().enumerate() {
        for one in &bases[..j] {
            let common = excluders[*one] & excluders[*other];
            let is_new = changed.contains(*one) || changed.contains(*other) || !common.is_disjoint(changed);
            if is_new
                && common.len() >= 2
                && let Some(hint) = hint(position, [*one, *other], common, 6.2)
            {
                return Some(hint);
            }
        }
    }
    None
}

/// Finds aligned triplet exclusions. The third cell has few digits and sees one of the other two.
pub(super) fn triplet(position: &Position, scope: Scope, watch: &mut Watch<'_>) -> Option<Hint> {
    let changed = scope.cells;
    let (bases, excluders) = bases(position, 3);
    let all: CellSet = bases.iter().copied().collect();
    for (j, two) in bases.iter().enumerate() {
        for one in &bases[..j] {
            let by_both = excluders[*one] & excluders[*two];
            let mut thirds = (excluders[*one] | excluders[*two]) & all & seen_by_two(by_both);
            if !(changed.contains(*one) || changed.contains(*two)) {
                let near = (by_both & changed).iter().fold(changed, |near, cell| near | CellSet::peers(cell));
                thirds &= near;
            }
            thirds.remove(*one);
            thirds.remove(*two);
            // In the order in which they are peers of the two cells.
            for part in parts(*one).into_iter().chain(parts(*two)) {
                let now = thirds & part;
                thirds -= now;
                for third in now.iter() {
                    let hint = hint(position, [*one, *two, third], by_both & excluders[third], 7.5);
                    if hint.is_some() || !watch.spend(50) {
                        return hint;
                    }
                }
            }
        }
    }
    None
}

/// The cells that see at least two of these.
fn seen_by_two(cells: CellSet) -> CellSet {
    let (mut by_one, mut by_two) = (CellSet::EMPTY, CellSet::EMPTY);
    for cell in cells.iter() {
        by_two |= by_one & CellSet::peers(cell);
        by_one |= CellSet::peers(cell);
    }
    by_two
}

/// The box, the row and the column of a cell.
fn parts(cell: usize) -> [CellSet; 3] {
    HOUSES[cell].map(|(house, _)| CellSet::house(usize::from(house)))
}
