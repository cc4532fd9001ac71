//! What the analysis of conflicts uses: sets of variables, and sets of levels.

use super::super::literal::Literal;

/// A set of variables that is cheap to empty.
#[derive(Clone, Debug)]
pub(crate) struct Marks {
    is_marked: Vec<bool>,
    marked: Vec<u32>,
}

impl Marks {
    pub(crate) fn new(variables: usize) -> Marks {
        Marks { is_marked: vec![false; variables], marked: Vec::new() }
    }

    #[inline]
    pub(crate) fn contains(&self, literal: Literal) -> bool {
        self.is_marked[literal.variable()]
    }

    /// Adds a variable; returns whether it was new.
    #[inline]
    pub(crate) fn insert(&mut self, literal: Literal) -> bool {
        let is_new = !std::mem::replace(&mut self.is_marked[literal.variable()], true);
        if is_new {
            self.marked.push(literal.variable() as u32);
        }
        is_new
    }

    pub(crate) fn len(&self) -> usize {
        self.marked.len()
    }

    /// Removes all but the first `length`.
    pub(crate) fn shorten(&mut self, length: usize) {
        self.marked.drain(length..).for_each(|variable| self.is_marked[variable as usize] = false);
    }
}

/// Counts how many levels are different.
#[derive(Clone, Debug)]
pub(crate) struct Levels {
    /// Per level: the number of the latest count that included it.
    stamps: Vec<u64>,
    stamp: u64,
}

impl Levels {
    /// For levels up to `most`.
    pub(crate) fn new(most: usize) -> Levels {
        Levels { stamps: vec![0; most + 1], stamp: 0 }
    }

    /// The number of different levels.
    pub(crate) fn count(&mut self, levels: impl Iterator<Item = u32>) -> u32 {
        self.stamp += 1;
        levels
            .map(|level| u32::from(std::mem::replace(&mut self.stamps[level as usize], self.stamp) != self.stamp))
            .sum()
    }

    /// Whether the latest count included the level.
    #[inline]
    pub(crate) fn contains(&self, level: u32) -> bool {
        self.stamps[level as usize] == self.stamp
    }
}
