//! Aligned pair and triplet exclusion: digits that cells cannot have together, because another cell would be left
//! without any.

use super::super::cells::{CellSet, digits};
use super::hint::{Hint, Removed, Sight};
use super::position::{PEERS, Position};
use super::watch::Watch;

/// What cells with few digits forbid in cells that they all see.
struct Forbidden {
    /// Per digit: those that it cannot be together with.
    pairs: [u16; 9],
    /// Three digits that cannot be together.
    triples: [u16; 20],
    count: usize,
}

impl Forbidden {
    fn new(position: &Position, excluders: CellSet) -> Forbidden {
        let mut forbidden = Forbidden { pairs: [0; 9], triples: [0; 20], count: 0 };
        for cell in excluders.iter() {
            let mask = position.marks.cells[cell];
            if mask.count_ones() == 2 {
                digits(mask).for_each(|digit| forbidden.pairs[digit] |= mask & !(1 << digit));
            } else {
                forbidden.triples[forbidden.count] = mask;
                forbidden.count += 1;
            }
        }
        forbidden
    }
}

/// The cells that may be excluded from, in order, each with those that exclude: peers with two digits up to `most`.
fn bases(position: &Position, most: u32) -> (Vec<usize>, [CellSet; 81]) {
    let counts = position.marks.cells.map(u16::count_ones);
    let few: CellSet = (0..81).filter(|cell| (2..=most).contains(&counts[*cell])).collect();
    let excluders: [CellSet; 81] = std::array::from_fn(|cell| CellSet::peers(cell) & few);
    ((0..81).filter(|cell| counts[*cell] >= 2 && !excluders[*cell].is_empty()).collect(), excluders)
}

/// The digits of each cell that no allowed combination has.
fn impossible<const N: usize>(position: &Position, cells: [usize; N], excluders: CellSet) -> Removed {
    let forbidden = Forbidden::new(position, excluders);
    let options = cells.map(|cell| position.marks.cells[cell]);
    // What a cell can have beside a digit of another one.
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

/// What was looked at in vain, so that only what has changed since is looked at again.
#[derive(Default, Debug)]
pub(super) struct Aligned {
    without_pairs: Option<[u16; 81]>,
    without_triplets: Option<[u16; 81]>,
}

/// The cells that have changed.
fn changed(position: &Position, known: &Option<[u16; 81]>) -> CellSet {
    let Some(known) = known else { return CellSet::ALL };
    (0..81).filter(|cell| known[*cell] != position.marks.cells[*cell]).collect()
}

impl Aligned {
    /// Aligned pair exclusion.
    pub(super) fn pair(&mut self, position: &Position) -> Option<Hint> {
        let changed = changed(position, &self.without_pairs);
        self.without_pairs = None;
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
        self.without_pairs = Some(position.marks.cells);
        None
    }

    /// Aligned triplet exclusion. The third cell has few digits and sees one of the other two.
    pub(super) fn triplet(&mut self, position: &Position, watch: &mut Watch<'_>) -> Option<Hint> {
        let changed = changed(position, &self.without_triplets);
        self.without_triplets = None;
        let (bases, excluders) = bases(position, 3);
        let all: CellSet = bases.iter().copied().collect();
        for (j, two) in bases.iter().enumerate() {
            for one in &bases[..j] {
                let by_both = excluders[*one] & excluders[*two];
                let thirds = (excluders[*one] | excluders[*two]) & all;
                let is_pair_new = changed.contains(*one) || changed.contains(*two);
                if by_both.len() < 2 || !is_pair_new && (by_both | thirds).is_disjoint(changed) {
                    continue;
                }
                let mut seen = CellSet::only(*one) | CellSet::only(*two);
                for third in PEERS[*one].into_iter().chain(PEERS[*two]).map(usize::from) {
                    if !thirds.contains(third) || seen.contains(third) {
                        continue;
                    }
                    seen.insert(third);
                    let common = by_both & excluders[third];
                    let is_new = is_pair_new || changed.contains(third) || !common.is_disjoint(changed);
                    if !is_new || common.len() < 2 {
                        continue;
                    }
                    let hint = hint(position, [*one, *two, third], common, 7.5);
                    if hint.is_some() || !watch.spend(50) {
                        return hint;
                    }
                }
            }
        }
        self.without_triplets = Some(position.marks.cells);
        None
    }
}
