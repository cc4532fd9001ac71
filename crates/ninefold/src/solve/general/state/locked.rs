//! Locked candidates: the counters of segments, which are made the first time that singles are not enough, and the rule that
//! they reveal.

use super::{Contradiction, Layout, State, events, lines_of};
use crate::board::ones_of;

impl<L: Layout> State<L> {
    /// Makes and fills the counters of locked candidates.
    pub(super) fn count_segments(&mut self) {
        let (n, layout) = (self.side(), &self.layout);
        self.segments = vec![0; layout.segment_count() * n];
        self.parts = lines_of(n, layout.part_count(), |part| layout.is_whole(part));
        for cell in 0..self.left.len() {
            let place = layout.place(cell);
            for digit in ones_of(&self.candidates[cell * self.words..][..self.words]) {
                place.segments.into_iter().for_each(|segment| self.segments[segment as usize + digit] += 1);
            }
        }
        for segment in 0..layout.segment_count() {
            for part in layout.parts(segment) {
                (0..n).for_each(|digit| self.parts[part + digit] += u16::from(self.segments[segment * n + digit] > 0));
            }
        }
    }

    #[inline]
    pub(super) fn has_segments(&self) -> bool {
        !self.segments.is_empty()
    }

    /// Begins to look for locked candidates, if this is the first time. Returns whether this may lead anywhere.
    pub(super) fn begin_locked(&mut self) -> bool {
        let begins = !self.has_segments() && self.left.iter().any(|left| *left > 1);
        if begins {
            self.count_segments();
            self.locked = events(&self.parts, |counter| counter);
        }
        begins
    }

    /// Called when the digit's places in the part all lie in one segment: the rest of the house across loses the digit.
    pub(super) fn lock(&mut self, counter: usize) -> Result<(), Contradiction> {
        let n = self.side();
        let (part, digit) = (counter / n, counter % n);
        let mut segments = self.layout.segments_of(part);
        let segment = segments.find(|segment| self.segments[segment * n + digit] > 0).expect("the counter says one");
        drop(segments);
        let house = self.layout.house_across(part, segment);
        if self.places[house * n + digit] == self.segments[segment * n + digit] {
            return Ok(());
        }
        let segment = (segment * n) as u32;
        self.remove_from_house(house, digit, |layout, cell| {
            layout.place(cell).segments.into_iter().any(|of_cell| of_cell == segment)
        })
    }

    pub(super) fn segment_emptied(&mut self, segment: usize, digit: usize) {
        for i in self.layout.parts(segment).map(|part| part + digit) {
            self.parts[i] -= 1;
            if self.parts[i] == 1 {
                self.locked.push(i as u32);
            }
        }
    }
}
