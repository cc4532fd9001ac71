//! Connected cells: what cannot be reached is outside, and what all ways lead through is inside.
//!
//! Source of the search for cut vertices: R. Tarjan, "Depth-first search and linear graph algorithms" (1972).

use super::values::Values;
use crate::solve::lists::Lists;
use crate::variant::model::Mask;
use std::collections::VecDeque;
use std::ops::Range;

/// The cells that have some digits are connected along edges; there is at least one.
#[derive(Clone, Debug)]
pub(super) struct Area {
    pub(super) cells: Box<[u32]>,
    digits: Mask,
    /// The number of cells that have the digits, if it is given.
    size: Option<u32>,
    /// Per place in `cells`: the places that share an edge with it.
    beside: Lists,
    /// Space for the search.
    visits: Vec<Visit>,
    path: Vec<(u32, u32)>,
    open: VecDeque<(u32, u32)>,
}

/// What depth-first search finds at a place.
#[derive(Clone, Copy, Default, Debug)]
struct Visit {
    /// Its number in the order of visits, from 1; 0 before.
    number: u32,
    /// The lowest number that it or a later place on its branch is beside.
    low: u32,
    /// How many places are on its branch, how many of them are certainly inside, and how many are cut off without it.
    places: u32,
    inside: u32,
    cut_off: u32,
    /// Without it, places that are certainly inside would be cut off.
    is_needed: bool,
}

impl Area {
    pub(super) fn new(cells: &[usize], beside: &[Vec<usize>], digits: Mask, size: Option<usize>) -> Area {
        let mut lists = Lists::with_room(beside.len(), 4 * beside.len());
        beside.iter().for_each(|list| lists.push(list.iter().map(|place| *place as u32)));
        Area {
            cells: cells.iter().map(|cell| *cell as u32).collect(),
            digits,
            size: size.map(|size| size as u32),
            beside: lists,
            visits: Vec::new(),
            path: Vec::new(),
            open: VecDeque::new(),
        }
    }

    pub(super) fn narrow(&mut self, values: &mut Values) -> bool {
        self.visits.clear();
        self.visits.resize(self.cells.len(), Visit::default());
        match self.places().find(|place| self.is_inside(*place, values)) {
            Some(first) => self.narrow_around(first, values),
            None => self.narrow_anywhere(values),
        }
    }

    fn places(&self) -> Range<u32> {
        0..self.cells.len() as u32
    }

    fn can_be_inside(&self, place: u32, values: &Values) -> bool {
        values.of(self.cells[place as usize]) & self.digits != 0
    }

    fn is_inside(&self, place: u32, values: &Values) -> bool {
        values.of(self.cells[place as usize]) & !self.digits == 0
    }

    fn put(&self, place: u32, is_inside: bool, values: &mut Values) -> bool {
        values.keep(self.cells[place as usize], if is_inside { self.digits } else { !self.digits })
    }

    /// No cell is certainly inside: pieces that are too small are outside, and one must be left.
    fn narrow_anywhere(&mut self, values: &mut Values) -> bool {
        let least = self.size.unwrap_or(1);
        let (mut next, mut left, mut only) = (0, 0, 0);
        for place in self.places() {
            if self.visits[place as usize].number > 0 || !self.can_be_inside(place, values) {
                continue;
            }
            let begin = next;
            next = self.visit(place, begin, values);
            if next - begin >= least {
                (left, only) = (left + 1, next - begin);
                continue;
            }
            let is_of_it = |visit: &Visit| visit.number > begin;
            for other in self.places() {
                if is_of_it(&self.visits[other as usize]) && !self.put(other, false, values) {
                    return false;
                }
            }
        }
        let is_all = left == 1 && (only == 1 || self.size == Some(only));
        let mut possible = self.places();
        left > 0
            && (!is_all || possible.all(|place| !self.can_be_inside(place, values) || self.put(place, true, values)))
    }

    /// The cell at this place is certainly inside.
    fn narrow_around(&mut self, first: u32, values: &mut Values) -> bool {
        self.visit(first, 0, values);
        let Visit { places, inside, .. } = self.visits[first as usize];
        let all = self.places();
        let is_reached = |area: &Area, place: u32| area.visits[place as usize].number > 0;
        // If all that is inside has not been reached, it is lost here, too.
        if !all.clone().all(|place| is_reached(self, place) || self.put(place, false, values)) {
            return false;
        }
        let size = self.size.unwrap_or(places);
        if places < size || inside > size {
            return false;
        }
        let least = self.size.unwrap_or(1);
        for place in all.filter(|place| is_reached(self, *place)) {
            let visit = self.visits[place as usize];
            let is_needed = visit.is_needed || places - visit.cut_off <= least;
            if place != first && is_needed && !self.put(place, true, values) {
                return false;
            }
        }
        self.size.is_none() || self.narrow_by_distance(size, values)
    }

    /// Cells are outside if the way to the nearest cell that is inside has more cells than are left.
    fn narrow_by_distance(&mut self, size: u32, values: &mut Values) -> bool {
        self.open.clear();
        for place in self.places() {
            let is_inside = self.is_inside(place, values);
            self.visits[place as usize].number = u32::from(is_inside);
            if is_inside {
                self.open.push_back((place, 0));
            }
        }
        let Some(left) = size.checked_sub(self.open.len() as u32) else { return false };
        while let Some((place, distance)) = self.open.pop_front() {
            for other in self.beside.get(place as usize) {
                if self.visits[*other as usize].number > 0 || !self.can_be_inside(*other, values) {
                    continue;
                }
                self.visits[*other as usize].number = 1;
                if distance < left {
                    self.open.push_back((*other, distance + 1));
                } else if !self.put(*other, false, values) {
                    return false;
                }
            }
        }
        self.places().all(|place| self.visits[place as usize].number > 0 || self.put(place, false, values))
    }

    /// Visits all places that can be reached from one. `last` is the number of the latest visit before; returns the latest.
    fn visit(&mut self, first: u32, last: u32, values: &Values) -> u32 {
        let mut last = last;
        let mut begin = |area: &mut Area, place: u32| {
            last += 1;
            let inside = u32::from(area.is_inside(place, values));
            area.visits[place as usize] = Visit { number: last, low: last, places: 1, inside, ..Visit::default() };
            area.path.push((place, 0));
        };
        begin(self, first);
        while let Some((place, next)) = self.path.last_mut() {
            let place = *place as usize;
            let Some(other) = self.beside.get(place).get(*next as usize).copied() else {
                self.path.pop();
                if let Some((before, _)) = self.path.last() {
                    let visit = self.visits[place];
                    self.visits[*before as usize].end(visit);
                }
                continue;
            };
            *next += 1;
            if !self.can_be_inside(other, values) {
                continue;
            }
            match self.visits[other as usize].number {
                0 => begin(self, other),
                number => self.visits[place].low = self.visits[place].low.min(number),
            }
        }
        last
    }
}

impl Visit {
    /// Adds what was found on a branch that ends.
    fn end(&mut self, branch: Visit) {
        self.places += branch.places;
        self.inside += branch.inside;
        self.low = self.low.min(branch.low);
        if branch.low >= self.number {
            self.cut_off += branch.places;
            self.is_needed |= branch.inside > 0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;
    use crate::variant::engine::dive::bounds::tests::{assert_kept, random_masks_of};

    /// A board of 3x4 cells.
    fn beside() -> Vec<Vec<usize>> {
        let is_beside = |one: usize, other: usize| (one / 4).abs_diff(other / 4) + (one % 4).abs_diff(other % 4) == 1;
        (0..12).map(|one| (0..12).filter(|other| is_beside(one, *other)).collect()).collect()
    }

    fn is_connected(inside: &[usize], beside: &[Vec<usize>]) -> bool {
        let mut found: Vec<usize> = inside.first().copied().into_iter().collect();
        let mut at = 0;
        while let Some(place) = found.get(at).copied() {
            at += 1;
            let next = beside[place].iter().filter(|next| inside.contains(next));
            next.for_each(|next| {
                if !found.contains(next) {
                    found.push(*next)
                }
            });
        }
        !found.is_empty() && found.len() == inside.len()
    }

    #[test]
    fn no_connected_cells_are_lost() {
        let (mut random, beside) = (Random::new(7, 0), beside());
        let cells: Vec<usize> = (0..12).collect();
        let (mut kinds, mut exact) = ([0; 3], 0);
        for _ in 0..1500 {
            let mut masks = random_masks_of(&mut random, 12, 2);
            masks.iter_mut().filter(|mask| **mask == 2).for_each(|mask| *mask = 2 + random.below(2) as Mask);
            let size = [None, Some(1 + random.below(9))][random.below(2)];
            let holds = |chosen: &[u32]| {
                let inside: Vec<usize> = (0..12).filter(|place| chosen[*place] == 0).collect();
                size.is_none_or(|size| size == inside.len()) && is_connected(&inside, &beside)
            };
            let mut area = Area::new(&cells, &beside, 1, size);
            let narrow = |values: &mut Values| (0..4).all(|_| area.narrow(values));
            let (kind, compared) = assert_kept(&masks, holds, narrow);
            kinds[kind] += 1;
            exact += usize::from(compared.is_some_and(|(left, needed)| size.is_none() && left == needed));
        }
        assert!(kinds.iter().all(|count| *count > 100), "{kinds:?}");
        // Without a size, every value that is left is in a solution, if some cell is certainly inside.
        assert!(exact > 300, "{exact}");
    }
}
