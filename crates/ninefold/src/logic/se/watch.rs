//! When the search for a hint stops: the caller is asked again and again, with what is known so far.

use super::rating::tenths;

/// The work between two questions, in units of some fifty nanoseconds: half a millisecond.
const BETWEEN: usize = 10_000;

/// Watches over the search for one hint.
pub(super) struct Watch<'a> {
    /// Whether a hint is wanted that is rated at least this much, in tenths.
    is_wanted: &'a mut dyn FnMut(u16) -> bool,
    at_least: u16,
    left: usize,
    is_over: bool,
}

impl<'a> Watch<'a> {
    /// Asks at once, and then every time a certain amount of work was done.
    pub(super) fn new(is_wanted: &'a mut dyn FnMut(u16) -> bool) -> Watch<'a> {
        let is_over = !is_wanted(0);
        Watch { is_wanted, at_least: 0, left: BETWEEN, is_over }
    }

    /// Whether the search should go on when every hint that is still possible is rated at least this much.
    pub(super) fn goes_on_from(&mut self, rating: f64) -> bool {
        self.at_least = tenths(rating);
        self.spend(BETWEEN + 1)
    }

    /// Takes work into account; returns whether the search goes on.
    #[inline]
    pub(super) fn spend(&mut self, work: usize) -> bool {
        match self.left.checked_sub(work) {
            Some(left) => self.left = left,
            None => self.ask(),
        }
        !self.is_over
    }

    #[cold]
    fn ask(&mut self) {
        self.left = BETWEEN;
        self.is_over = self.is_over || !(self.is_wanted)(self.at_least);
    }

    /// Whether the search must stop. What it has found by then must not be used.
    #[inline]
    pub(super) fn is_over(&self) -> bool {
        self.is_over
    }
}

/// A search that nobody stops.
pub(super) fn unwatched<T>(search: impl FnOnce(&mut Watch<'_>) -> T) -> T {
    search(&mut Watch::new(&mut |_| true))
}
