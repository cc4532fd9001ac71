//! Searches of all grids whose numbers are in a range: the theorem that no puzzle has 16 givens, in units that anybody can
//! repeat.
//!
//! What a search found and how much work it did are functions of the grid, and so is the digest of both. The digest of several
//! grids is the sum of theirs, so ranges may be cut anywhere and searched in any order by anybody, and the results compared.

use super::{Clues, Work};
use crate::board::Puzzle;
use crate::random::Random;
use crate::solve::Isa;
use crate::symmetry::{NoNumber, numbered_grids};
use std::ops::RangeInclusive;

/// A description of what is searched for in each grid.
#[derive(Clone, Copy, Debug)]
pub struct Hunt {
    /// The most givens of a puzzle.
    pub most: usize,
    /// Whether to find only puzzles that need all of their givens.
    pub minimal: bool,
    /// The instruction set to compute with, which changes nothing else.
    pub isa: Isa,
}

/// The results of searches in some grids, with the evidence.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Found {
    /// How many grids were searched, each to the end.
    pub grids: u64,
    /// How many pairs of bands were searched, if each is searched once for all grids that have it.
    pub pairs: u64,
    /// The puzzles, sorted within each grid.
    pub puzzles: Vec<Puzzle>,
    /// The work done in all grids.
    pub work: Work,
    /// The sum, modulo 2^64, of a digest of each grid's number, work and puzzles: FNV-1a of the text
    /// `number,nodes,sets,learnt,solved` and of a comma and 81 characters for each puzzle.
    pub digest: u64,
}

impl Found {
    /// Adds results from other grids; if these come later, the puzzles stay in order.
    pub fn add(&mut self, other: Found) {
        let Found { grids, pairs, puzzles, work, digest } = other;
        self.grids += grids;
        self.pairs += pairs;
        self.puzzles.extend(puzzles);
        self.work.nodes += work.nodes;
        self.work.sets += work.sets;
        self.work.learnt += work.learnt;
        self.work.solved += work.solved;
        self.digest = self.digest.wrapping_add(digest);
    }
}

impl Hunt {
    /// Searches the grids with these numbers, each in minlex form.
    ///
    /// ```
    /// use ninefold::{clues::Hunt, solve::Isa};
    /// let hunt = Hunt { most: 12, minimal: false, isa: Isa::best() };
    /// let mut found = hunt.within(1_000_001..=1_000_001)?;
    /// found.add(hunt.within(1_000_002..=1_000_003)?);
    /// assert_eq!(found, hunt.within(1_000_001..=1_000_003)?);
    /// assert!(found.puzzles.is_empty());
    /// # Ok::<(), ninefold::symmetry::NoNumber>(())
    /// ```
    ///
    /// # Errors
    /// If there are no such numbers.
    pub fn within(&self, numbers: RangeInclusive<u64>) -> Result<Found, NoNumber> {
        let mut all = Found::default();
        for (number, grid) in numbers.clone().zip(numbered_grids(numbers)?) {
            let mut clues = Clues::new(&grid, self.most).isa(self.isa);
            if self.minimal {
                clues = clues.minimal();
            }
            let mut puzzles: Vec<Puzzle> = clues.by_ref().collect();
            puzzles.sort_by_cached_key(Puzzle::to_string);
            let digest = digest(&number.to_string(), clues.work(), &puzzles);
            all.add(Found { grids: 1, pairs: 0, puzzles, work: clues.work(), digest });
        }
        Ok(all)
    }

    /// Searches one random grid; each number of the range has the same probability. Seed and index determine which it is.
    /// This serves to estimate the cost of a whole range.
    ///
    /// # Errors
    /// If there are no such numbers.
    pub fn sample(&self, numbers: &RangeInclusive<u64>, seed: u64, index: u64) -> Result<Found, NoNumber> {
        let count = numbers.end().saturating_sub(*numbers.start()).saturating_add(1);
        let offset = (u128::from(Random::new(seed, index).next()) * u128::from(count)) >> 64;
        let number = numbers.start() + offset as u64;
        self.within(number..=number)
    }
}

/// The digest of a search in one grid, or beside one pair of bands.
pub(super) fn digest(of: &str, work: Work, puzzles: &[Puzzle]) -> u64 {
    let Work { nodes, sets, learnt, solved } = work;
    let mut text = format!("{of},{nodes},{sets},{learnt},{solved}");
    puzzles.iter().for_each(|puzzle| text += &format!(",{puzzle}"));
    text.bytes()
        .fold(0xcbf2_9ce4_8422_2325, |digest: u64, byte| (digest ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digests_depend_on_nothing_but_the_grids() {
        let hunt = Hunt { most: 13, minimal: false, isa: Isa::best() };
        let whole = hunt.within(3_000_000_001..=3_000_000_004).unwrap();
        let mut parts = hunt.within(3_000_000_001..=3_000_000_001).unwrap();
        parts.add(Hunt { isa: Isa::Portable, ..hunt }.within(3_000_000_002..=3_000_000_004).unwrap());
        assert_eq!((whole.grids, &whole), (4, &parts));
        assert_ne!(whole.digest, hunt.within(3_000_000_002..=3_000_000_005).unwrap().digest);
        assert!(hunt.within(0..=1).is_err());
        let one = hunt.sample(&(7..=7), 1, 0).unwrap();
        assert_eq!(one, hunt.within(7..=7).unwrap());
    }
}
