//! When the search for a hint stops: the caller is asked again and again, with what is known by then.

use super::rating::tenths;

/// Work between two questions, of some fifty nanoseconds each: half a millisecond.
const BETWEEN: usize = 10_000;

/// Watches over the search for one hint.
pub(super) struct Watch<'a> {
    /// Whether the hint is wanted, which is rated as much as this in tenths, or more.
    is_wanted: &'a mut dyn FnMut(u16) -> bool,
    at_least: u16,
    left: usize,
    is_over: bool,
}

impl<'a> Watch<'a> {
    /// Asks at once, and then as often as there was some work.
    pub(super) fn new(is_wanted: &'a mut dyn FnMut(u16) -> bool) -> Watch<'a> {
        let is_over = !is_wanted(0);
        Watch { is_wanted, at_least: 0, left: BETWEEN, is_over }
    }

    /// Whether a hint is to be looked for that is rated so much or more, as all that is left to be looked at is.
    pub(super) fn goes_on_from(&mut self, rating: f64) -> bool {
        self.at_least = tenths(rating);
        self.spend(BETWEEN + 1)
    }

    /// Takes work into account. Whether the search goes on.
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

    /// Whether the search has to stop. What it found by then is not to be used.
    #[inline]
    pub(super) fn is_over(&self) -> bool {
        self.is_over
    }
}

/// A search that nobody stops.
pub(super) fn unwatched<T>(search: impl FnOnce(&mut Watch<'_>) -> T) -> T {
    search(&mut Watch::new(&mut |_| true))
}
