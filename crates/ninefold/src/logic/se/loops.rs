//! Unique rectangles and loops, types 1 to 4, as Sudoku Explainer searches for them.
//!
//! From every cell with two digits, a path goes through cells that have both; each step must leave a cell by a house of a
//! kind other than the one by which it came. Back at the start it is a loop. It is unique if each house has either none
//! of its cells, or two: at an even and an odd place of the path.
//!
//! Kept, because it decides what is found: further digits are collected over all cells that were *examined* from a cell
//! of the path, including those not taken; so a third cell with the one further digit may be refused because a neighbour
//! had a different one. Type 3 starts with as many digits as there are further ones and, for each size and house, tries the
//! naked subset before the hidden one. Of all hints, the one with the lowest rating, then type, is taken.

use super::super::bits::Bits;
use super::super::cells::CellSet;
use super::super::cells::digits;
use super::hint::{Hint, Loop, Removed, Rescue, Sight};
use super::position::{CELLS, HOUSES, Position, has_two, subsets};
use super::simple::house_of;
use super::watch::Watch;

/// Finds unique rectangles and loops, and remembers for which pairs of digits there was no hint.
#[derive(Default, Debug)]
pub(super) struct Loops {
    pairs: Vec<Pair>,
}

/// Two digits that are the only ones of some cell.
#[derive(Debug)]
struct Pair {
    digits: u16,
    /// The cells that could be on a loop when it was searched for.
    core: CellSet,
    /// The houses shared by two cells of a loop with further digits: their candidates decide types 3 and 4.
    watched: CellSet,
    has_hints: bool,
}

impl Loops {
    /// The best unique rectangle or loop. `changed`: the cells that have changed since the last search; all cells if
    /// candidates were added. (Removed ones make a new hint only if they were on the loop or are watched.)
    pub(super) fn find(&mut self, position: &Position, changed: CellSet, watch: &mut Watch<'_>) -> Option<Hint> {
        let marks = &position.marks;
        self.pairs.retain(|pair| {
            let [one, other] = two_digits(pair.digits);
            let both = marks.of_digit(one) & marks.of_digit(other);
            !pair.has_hints && (both | pair.watched).is_disjoint(changed)
        });
        let known = self.pairs.len();
        let mut search = Search::new(position, watch);
        for start in (0..81).filter(|cell| has_two(marks.cells[*cell])) {
            let digits = marks.cells[start];
            let at = self.pairs.iter().position(|pair| pair.digits == digits).unwrap_or_else(|| {
                let core = core_of(position, digits);
                self.pairs.push(Pair { digits, core, watched: CellSet::EMPTY, has_hints: false });
                self.pairs.len() - 1
            });
            let pair = &mut self.pairs[at];
            search.pair = digits;
            search.core = pair.core;
            if at >= known && search.core.contains(start) {
                search.extend(start, 2, 0, None);
                pair.watched |= std::mem::take(&mut search.watched);
                pair.has_hints |= std::mem::take(&mut search.has_hints);
            }
        }
        search.best.map(|(_, hint)| hint)
    }
}

fn two_digits(pair: u16) -> [usize; 2] {
    [pair.trailing_zeros(), 15 - pair.leading_zeros()].map(|digit| digit as usize)
}

/// The cells with both digits that may lie on a loop: each has another such cell in its row, column and box.
fn core_of(position: &Position, pair: u16) -> CellSet {
    let [one, other] = two_digits(pair);
    let mut core = position.marks.of_digit(one) & position.marks.of_digit(other);
    loop {
        let alone = |cell: &usize| {
            HOUSES[*cell].iter().any(|(house, _)| (core & CellSet::house(usize::from(*house))).single().is_some())
        };
        let lost: CellSet = core.iter().filter(alone).collect();
        if lost.is_empty() {
            return core;
        }
        core -= lost;
    }
}

struct Search<'a, 'b> {
    position: &'a Position,
    watch: &'a mut Watch<'b>,
    /// The two digits of the loop.
    pair: u16,
    /// The cells that may be on the loop.
    core: CellSet,
    path: Vec<u8>,
    /// The houses of the cells at even places of the path, and of those at odd places.
    at_even: u32,
    at_odd: u32,
    /// The houses shared by two cells with further digits, for all loops that were found since this was last taken.
    watched: CellSet,
    /// Whether one of them had a hint.
    has_hints: bool,
    /// The best hint, and its type.
    best: Option<(u8, Hint)>,
}

impl<'a, 'b> Search<'a, 'b> {
    fn new(position: &'a Position, watch: &'a mut Watch<'b>) -> Search<'a, 'b> {
        let (core, watched) = (CellSet::EMPTY, CellSet::EMPTY);
        let (path, best) = (Vec::new(), None);
        Search { position, watch, pair: 0, core, path, at_even: 0, at_odd: 0, watched, has_hints: false, best }
    }

    /// Continues from a cell. `allowed`: how many more cells may have further digits; `extra`: the further digits so far.
    fn extend(&mut self, cell: usize, allowed: i32, mut extra: u16, came_by: Option<usize>) {
        let houses = HOUSES[cell].iter().fold(0, |houses, (house, _)| houses | 1u32 << house);
        let is_even = self.path.len().is_multiple_of(2);
        let visited = if is_even { &mut self.at_even } else { &mut self.at_odd };
        // If cells of one house are at two even or two odd places, the loop cannot have each house once at both.
        if *visited & houses != 0 || !self.watch.spend(2) {
            return;
        }
        *visited |= houses;
        self.path.push(cell as u8);
        let pair = two_digits(self.pair);
        for kind in (0..3).filter(|kind| Some(*kind) != came_by) {
            let house = usize::from(HOUSES[cell][kind].0);
            let places = &self.position.marks.places[house];
            for place in (places[pair[0]] & places[pair[1]]).iter() {
                let next = CELLS[house][place];
                if self.path[0] == next && self.path.len() >= 4 {
                    if self.at_even == self.at_odd {
                        self.judge();
                    }
                } else if !self.path.contains(&next) {
                    let there = self.position.marks.cells[usize::from(next)];
                    extra = (extra | there) & !self.pair;
                    let has_extra = there != self.pair;
                    let is_allowed = !has_extra || extra.count_ones() == 1 || allowed > 0;
                    if is_allowed && self.core.contains(usize::from(next)) {
                        self.extend(usize::from(next), allowed - i32::from(has_extra), extra, Some(kind));
                    }
                }
            }
        }
        self.path.pop();
        *(if is_even { &mut self.at_even } else { &mut self.at_odd }) &= !houses;
    }

    /// Draws the conclusions from the loop.
    fn judge(&mut self) {
        let cells = &self.position.marks.cells;
        let beyond = |cell: u8| cells[usize::from(cell)] & !self.pair;
        let extra: Vec<u8> = self.path.iter().copied().filter(|cell| beyond(*cell) != 0).collect();
        match extra[..] {
            [] => {}
            [one] => self.add(1, 0.0, vec![(one, self.pair)], &extra, Rescue::OneCell),
            [one, other] => {
                let both = CellSet::only(usize::from(one)) | CellSet::only(usize::from(other));
                both.common_houses().for_each(|house| self.watched |= CellSet::house(house));
                let further = beyond(one) | beyond(other);
                if further.is_power_of_two() {
                    self.same_digit(&extra);
                } else {
                    self.with_subsets([one, other], further);
                }
                self.locked([one, other]);
            }
            _ => self.same_digit(&extra),
        }
    }

    fn add(&mut self, kind: u8, further: f64, removed: Removed, extra: &[u8], by: Rescue) {
        if removed.is_empty() {
            return;
        }
        self.has_hints = true;
        let mut rating = 4.5;
        if self.path.len() >= 10 {
            rating += 0.3;
        }
        if self.path.len() >= 8 {
            rating += 0.2;
        } else if self.path.len() >= 6 {
            rating += 0.1;
        }
        rating += further;
        if self.best.as_ref().is_none_or(|(best, hint)| (rating, kind) < (hint.rating, *best)) {
            let digits = two_digits(self.pair).map(|digit| digit as u8);
            let sight = Sight::Loop(Box::new(Loop { cells: self.path.clone(), digits, extra: extra.to_vec(), by }));
            self.best = Some((kind, Hint::removing(rating, removed, sight)));
        }
    }

    /// Type 2: there is one further digit, so the cells that see all its cells lose it.
    fn same_digit(&mut self, extra: &[u8]) {
        let cells = &self.position.marks.cells;
        let digit = cells[usize::from(extra[0])] & !self.pair;
        let digit = digit & digit.wrapping_neg();
        let set: CellSet = extra.iter().map(|cell| usize::from(*cell)).collect();
        let seen = set.common_peers() - set;
        let removed = seen.iter().filter(|cell| cells[*cell] & digit != 0).map(|cell| (cell as u8, digit)).collect();
        self.add(2, 0.0, removed, extra, Rescue::OneDigit);
    }

    /// Type 3: the further digits and other cells of a house are a naked subset, or the pair and other digits a hidden one.
    fn with_subsets(&mut self, [one, other]: [u8; 2], further: u16) {
        let cells = &self.position.marks.cells;
        for size in further.count_ones()..=7 {
            for kind in (0..3).filter(|kind| house_of(one, *kind) == house_of(other, *kind)) {
                let house = usize::from(house_of(one, kind));
                let (place, twin) = (HOUSES[usize::from(one)][kind].1, HOUSES[usize::from(other)][kind].1);
                let of_pair = 1 << place | 1 << twin;
                let open = self.position.open[house].count_ones();
                if 2 * size <= open {
                    let both = cells[usize::from(one)] & cells[usize::from(other)] & further;
                    let with_one = |tuple: &u64| tuple & of_pair == 1 << place;
                    for tuple in subsets(size, 9).filter(with_one) {
                        let others = tuple as u16 & !(of_pair as u16);
                        let digits_at = |place: usize| cells[usize::from(CELLS[house][place])];
                        let in_others = others.iter().fold(0, |union, place| union | digits_at(place));
                        let are_several = others.iter().all(|place| digits_at(place).count_ones() > 1);
                        if (both | in_others).count_ones() != size
                            || (further | in_others).count_ones() != size
                            || !are_several
                        {
                            continue;
                        }
                        let set = further | in_others;
                        let removed: Removed = (u64::from(!others) & !of_pair & 0x1ff)
                            .iter()
                            .map(|place| (CELLS[house][place], digits_at(place) & set))
                            .filter(|(_, digits)| *digits != 0)
                            .collect();
                        let by = Rescue::Naked { house: house as u8, places: others, digits: set };
                        self.add(3, f64::from(size - 1) * 0.1, removed, &[one, other], by);
                    }
                }
                if 2 * size < open {
                    self.hidden([one, other], further, size, house, [place, twin]);
                }
            }
        }
    }

    /// The pair and further digits form a hidden subset if they have few enough places in a house.
    fn hidden(&mut self, extra: [u8; 2], further: u16, size: u32, house: usize, [place, twin]: [u8; 2]) {
        let marks = &self.position.marks;
        let free: Vec<usize> = digits(!(self.pair | further) & 0x1ff).collect();
        for tuple in subsets(size - 2, free.len() as u32) {
            let set = tuple.iter().fold(self.pair, |set, i| set | 1 << free[i]);
            let places = |digit: usize| marks.places[house][digit] & !(1 << twin);
            let union = digits(set).fold(0, |union, digit| union | places(digit));
            if union.count_ones() != size || digits(set).any(|digit| places(digit) == 0) {
                continue;
            }
            let others = union & !(1 << place | 1 << twin);
            let removed: Removed = others
                .iter()
                .map(|place| (CELLS[house][place], marks.cells[usize::from(CELLS[house][place])] & !set))
                .filter(|(_, digits)| *digits != 0)
                .collect();
            let by = Rescue::Hidden { house: house as u8, places: others, digits: set };
            self.add(3, (f64::from(others.count_ones()) - 1.0) * 0.1, removed, &extra, by);
        }
    }

    /// Type 4: in a house, one digit of the pair is possible in the two cells only, so they lose the other digit.
    fn locked(&mut self, extra: [u8; 2]) {
        let [one, other] = extra;
        let both = two_digits(self.pair);
        // The last house counts, and the lower digit.
        let locked = both.map(|digit| {
            let is_locked = |kind: &usize| {
                let ((house, place), (_, twin)) = (HOUSES[usize::from(one)][*kind], HOUSES[usize::from(other)][*kind]);
                let places = self.position.marks.places[usize::from(house)][digit];
                house == house_of(other, *kind) && places & !(1 << place | 1 << twin) == 0
            };
            (0..3).rfind(is_locked)
        });
        let found = [0, 1].into_iter().find_map(|i| Some((both[i], both[1 - i], locked[i]?)));
        if let Some((digit, lost, kind)) = found {
            let removed = vec![(one, 1 << lost), (other, 1 << lost)];
            let by = Rescue::Locked { house: house_of(one, kind), digit: digit as u8 };
            self.add(4, 0.0, removed, &extra, by);
        }
    }
}
