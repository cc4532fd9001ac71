//! Searches of all grids that have a pair of bands: the two bands are searched once for all of them.
//!
//! A puzzle with at most 16 givens has a band with as many as any other, and at most ten in the other two. So the theorem is
//! proved if, for every pair of bands up to symmetry and each third band beside it, no puzzle is found in which the third band
//! has the most clues. There are 983,959,110 pairs (`symmetry/number/pairs.rs`) with 33 third bands each, half of which are
//! needed: a grid's mirror image has the same puzzles, so of its bands and its stacks only those whose classes come first are
//! searched.
//!
//! ```text
//!   pair          sets within two bands; clues that hit them all, none of which leaves another solution there, are gathered
//!   third band    sets that reach it, up to ten cells; for each of the gathered clues the third band's, as in a search of one grid
//! ```

use super::numbered::{Found, Hunt, digest};
use super::search::{Leaves, TwoBands};
use super::task::Task;
use super::{Advance, Cells, Work, bits128, sets, with};
use crate::board::{Cell, Digit, Grid, Puzzle, Shape};
use crate::random::Random;
use crate::solve::{Job, Set};
use crate::symmetry::{NoNumber, Pair, is_upright, pairs_of_beginning, third_bands};
use crate::unavoidable::changes::Changes;
use crate::unavoidable::minimal;
use std::ops::RangeInclusive;

/// The cells of the two bands.
const BOTH: Cells = (1 << 54) - 1;
const ALL: Cells = (1 << 81) - 1;

/// The most cells of a set within the two bands, and of a set that reaches the third, before any are learnt.
const WITHIN: u32 = 18;
const REACHING: usize = 10;

impl Hunt {
    /// Searches the grids that have a pair of bands with one of these beginnings, from 1 to
    /// [`beginnings`](crate::symmetry::beginnings).
    ///
    /// Up to sixteen givens this takes a third of the time of [`Hunt::within`] for all grids, or less, as the two
    /// bands are searched once for all of them. It finds those of a grid's puzzles in which the third band has the most
    /// givens, so all puzzles are found only if all beginnings are searched; those in which another band has as many are
    /// found with that band, too.
    ///
    /// ```
    /// use ninefold::{clues::Hunt, solve::Isa, symmetry::beginnings};
    /// let hunt = Hunt { most: 10, minimal: false, isa: Isa::best() };
    /// let found = hunt.beside_pairs(beginnings() - 1..=beginnings())?;
    /// assert!(found.puzzles.is_empty());
    /// # Ok::<(), ninefold::symmetry::NoNumber>(())
    /// ```
    ///
    /// # Errors
    /// If there are no such beginnings.
    pub fn beside_pairs(&self, numbers: RangeInclusive<u64>) -> Result<Found, NoNumber> {
        let mut all = Found::default();
        for number in numbers {
            for pair in pairs_of_beginning(number)? {
                all.add(self.beside(&pair));
            }
        }
        Ok(all)
    }

    /// Searches beside one random pair of bands: a beginning is drawn from the range, each with the same probability,
    /// then one of its pairs. The answer starts with the number of the beginning's pairs, which may be 0: the weight of
    /// what was found in estimates of the cost of a whole range.
    ///
    /// # Errors
    /// If there are no such beginnings.
    pub fn sample_pairs(&self, numbers: &RangeInclusive<u64>, seed: u64, index: u64) -> Result<(u64, Found), NoNumber> {
        let mut random = Random::new(seed, index);
        let count = numbers.end().saturating_sub(*numbers.start()).saturating_add(1);
        let offset = (u128::from(random.next()) * u128::from(count)) >> 64;
        let pairs = pairs_of_beginning(numbers.start() + offset as u64)?;
        if pairs.is_empty() {
            return Ok((0, Found::default()));
        }
        let pair = &pairs[random.below(pairs.len())];
        Ok((pairs.len() as u64, self.beside(pair)))
    }

    fn beside(&self, pair: &Pair) -> Found {
        let thirds: Vec<[u8; 81]> = third_bands(pair)
            .iter()
            .filter_map(|third| {
                let grid: [[u8; 9]; 9] = std::array::from_fn(|row| if row < 6 { pair[row] } else { third[row - 6] });
                is_upright(&grid).then(|| std::array::from_fn(|cell| grid[cell / 9][cell % 9]))
            })
            .collect();
        let mut found = Found { pairs: 1, ..Found::default() };
        if let Some(first) = thirds.first() {
            let leaves = self.in_pair(first, &mut found.work);
            for grid in &thirds {
                found.grids += 1;
                self.in_third(grid, &leaves, &mut found);
            }
        }
        found.puzzles.sort_by_cached_key(Puzzle::to_string);
        let digits: String = pair.iter().flatten().map(|digit| char::from(b'1' + digit)).collect();
        found.digest = digest(&digits, found.work, &found.puzzles);
        found
    }

    /// Gathers the clues of the two bands.
    fn in_pair(&self, digits: &[u8; 81], work: &mut Work) -> Leaves {
        let grid = grid_of(digits);
        let small = Changes::new(&grid, 12).within(BOTH);
        let sets = sets::in_two_bands(digits, WITHIN).into_iter().map(Cells::from).chain(small);
        let known: Vec<u64> = minimal(sets.collect()).into_iter().map(|set| set as u64).collect();
        work.sets += known.len() as u64;
        let task = Task { known, ..Task::of_pair(digits) };
        let mut search = TwoBands::new(&task, self.most, false, self.isa);
        search.gather();
        while !self.isa.run_words(&mut Advance(&mut search), u64::MAX >> 1) {}
        *work = with(*work, search.counts);
        search.gathered()
    }

    fn in_third(&self, digits: &[u8; 81], leaves: &Leaves, found: &mut Found) {
        let grid = grid_of(digits);
        let mut changes = Changes::new(&grid, REACHING);
        let mut reaching = Vec::new();
        for first in 54..81 {
            reaching.extend(changes.from(first, ALL & (BOTH | Cells::MAX << first)));
        }
        let outer: Vec<(u64, u32)> =
            minimal(reaching).into_iter().map(|set| ((set & BOTH) as u64, (set >> 54) as u32)).collect();
        found.work.sets += outer.len() as u64;
        let task = Task { outer, ..Task::of_pair(digits) };
        let mut search = TwoBands::new(&task, self.most, self.minimal, self.isa);
        self.isa.run_words(&mut LookAtAll(&mut search), leaves);
        found.work = with(found.work, search.counts);
        for givens in search.found {
            let mut puzzle = Puzzle::empty(Shape::NINE);
            for cell in bits128(givens).map(Cell::new) {
                puzzle.give(cell, grid.digit(cell));
            }
            found.puzzles.push(puzzle);
        }
    }
}

fn grid_of(digits: &[u8; 81]) -> Grid {
    let digits = digits.iter().map(|digit| Digit::from_index(usize::from(*digit))).collect();
    Grid::new(Shape::NINE, digits).expect("bands that fit are a grid")
}

/// A job: all clues of two bands, searched beside a third band.
struct LookAtAll<'s>(&'s mut TwoBands);

impl Job<&Leaves> for LookAtAll<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Set>(&mut self, leaves: &Leaves) {
        self.0.look_at_all(leaves);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clues::Clues;
    use crate::solve::Isa;
    use crate::symmetry::beginnings;
    use std::collections::BTreeSet;

    const HUNT: Hunt = Hunt { most: 17, minimal: false, isa: Isa::Portable };

    /// The puzzles that are found beside each pair of a grid's bands are those that a search of the grid finds.
    #[test]
    fn beside_its_pairs_of_bands_all_puzzles_of_a_grid_are_found() {
        let rich = "123456789456789123789132564264918357875324691931675248392861475547293816618547932";
        let grid = Grid::try_from(&rich.parse::<Puzzle>().unwrap()).unwrap();
        let expected: BTreeSet<String> = Clues::new(&grid, 17).map(|puzzle| puzzle.to_string()).collect();
        assert_eq!(expected.len(), 20);
        let mut found = BTreeSet::new();
        for third in 0..3 {
            let order: Vec<usize> = (0..3).filter(|band| *band != third).chain([third]).collect();
            let from = |cell: usize| 27 * order[cell / 27] + cell % 27;
            let digits: [u8; 81] = std::array::from_fn(|cell| grid.digits()[from(cell)].index() as u8);
            let mut beside = Found::default();
            let hunt = Hunt { isa: Isa::best(), ..HUNT };
            let leaves = hunt.in_pair(&digits, &mut beside.work);
            hunt.in_third(&digits, &leaves, &mut beside);
            assert!(beside.work.nodes > 0 && beside.work.sets > 0);
            for puzzle in beside.puzzles {
                let mut there = Puzzle::empty(Shape::NINE);
                puzzle.givens().for_each(|(cell, digit)| there.give(Cell::new(from(cell.index())), digit));
                let clues = |band: usize| there.givens().filter(|(cell, _)| cell.index() / 27 == band).count();
                assert!((0..3).all(|band| clues(band) <= clues(third)), "{there}");
                found.insert(there.to_string());
            }
        }
        assert_eq!(found, expected);
    }

    #[test]
    fn digests_depend_on_nothing_but_the_pairs() {
        let hunt = Hunt { most: 11, ..HUNT };
        let (first, last) = (3_200_000, beginnings());
        let whole = hunt.beside_pairs(first..=first + 3).unwrap();
        assert!(whole.pairs > 3 && whole.grids > whole.pairs, "{whole:?}");
        let mut parts = Hunt { isa: Isa::best(), ..hunt }.beside_pairs(first..=first).unwrap();
        parts.add(hunt.beside_pairs(first + 1..=first + 3).unwrap());
        assert_eq!(whole, parts);
        assert!(hunt.beside_pairs(0..=1).is_err() && hunt.beside_pairs(last..=last + 1).is_err());
        let drawn: Vec<_> = (0..20).map(|index| hunt.sample_pairs(&(1..=last), 1, index).unwrap()).collect();
        assert!(drawn.iter().all(|(weight, found)| found.pairs == u64::from(*weight > 0)));
        assert!(drawn.iter().any(|(weight, _)| *weight > 100));
    }
}
