//! Locked candidates: the counters of segments, which are made when singles have not been enough for the first time, and
//! the two rules that they show.

use super::{Contradiction, Locked, State, events};
use crate::board::ones_of;

impl State {
    /// Makes and fills the counters of locked candidates.
    pub(super) fn count_segments(&mut self) {
        let n = self.layout.side;
        self.segment = vec![0; self.layout.segment_count() * n];
        self.line_parts = vec![0; 2 * n * n];
        self.box_parts = vec![0; 2 * n * n];
        for cell in 0..self.left.len() {
            let place = self.layout.place(cell);
            for digit in ones_of(&self.candidates[cell * self.words..][..self.words]) {
                place.segments.iter().for_each(|segment| self.segment[*segment as usize + digit] += 1);
            }
        }
        for segment in 0..self.layout.segment_count() {
            let [line, box_side] = self.layout.parts(segment);
            for digit in 0..n {
                let used = u16::from(self.segment[segment * n + digit] > 0);
                self.line_parts[line + digit] += used;
                self.box_parts[box_side + digit] += used;
            }
        }
    }

    pub(super) fn has_segments(&self) -> bool {
        !self.segment.is_empty()
    }

    /// Goes on to locked candidates for the first time. Whether that may lead anywhere.
    pub(super) fn begin_locked(&mut self) -> bool {
        let begins = !self.has_segments() && self.left.iter().any(|left| *left > 1);
        if begins {
            self.count_segments();
            self.locked = events(&self.line_parts, Locked::Claiming);
            self.locked.extend(events(&self.box_parts, Locked::Pointing));
        }
        begins
    }

    pub(super) fn claiming(&mut self, counter: usize) -> Result<(), Contradiction> {
        let (line, digit) = (counter / self.layout.side, counter % self.layout.side);
        let n = self.layout.side;
        let mut segments = self.layout.segments_of_line(line);
        let segment = segments.find(|segment| self.segment[segment * n + digit] > 0).expect("the counter says one");
        let block = self.layout.parts(segment)[1] / n % n;
        self.keep_segment_only(2 * n + block, segment, digit)
    }

    pub(super) fn pointing(&mut self, counter: usize) -> Result<(), Contradiction> {
        let (box_side, digit) = (counter / self.layout.side, counter % self.layout.side);
        let n = self.layout.side;
        let mut segments = self.layout.segments_of_box_side(box_side);
        let segment = segments.find(|segment| self.segment[segment * n + digit] > 0).expect("the counter says one");
        self.keep_segment_only(self.layout.parts(segment)[0] / n, segment, digit)
    }

    /// Removes the digit from the cells of the house that lie outside the segment.
    fn keep_segment_only(&mut self, house: usize, segment: usize, digit: usize) -> Result<(), Contradiction> {
        let n = self.layout.side;
        if self.places[house * n + digit] == self.segment[segment * n + digit] {
            return Ok(());
        }
        let segment = (segment * n) as u32;
        self.remove_from_house(house, digit, |layout, cell| layout.place(cell).segments.contains(&segment))
    }

    pub(super) fn segment_emptied(&mut self, segment: usize, digit: usize) {
        let [line, box_side] = self.layout.parts(segment).map(|part| part + digit);
        self.line_parts[line] -= 1;
        if self.line_parts[line] == 1 {
            self.locked.push(Locked::Claiming(line as u32));
        }
        self.box_parts[box_side] -= 1;
        if self.box_parts[box_side] == 1 {
            self.locked.push(Locked::Pointing(box_side as u32));
        }
    }
}
