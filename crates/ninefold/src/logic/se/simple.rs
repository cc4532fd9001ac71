//! Singles, locked candidates, subsets, fish and wings, in the order and with the gates of Sudoku Explainer.
//!
//! Its *direct* forms are single hints that place a digit: pointing, claiming, or a hidden pair or triplet, after which a
//! house has one place left for a digit. The candidates in between stay on the board. A house must have at least twice as many
//! open cells as a subset has digits, and a digit must be missing at least twice as often as a fish has lines: smaller
//! patterns are found from the other side. All sets of a tuple have at least two members.

use super::super::bits::Bits;
use super::super::cells::{CellSet, digits};
use super::hint::{Hint, Removed, Sight};
use super::position::{
    BOX_COLUMN_ROW, BOXES, CELLS, COLUMNS, CROSSING, HOUSES, Marks, Position, ROWS, has_two, subsets_of,
};
use super::scope::Scope;
use std::ops::ControlFlow::{self, Break, Continue};

/// What is done with each pattern that a rule finds, until this breaks.
type Visit<'a, B> = &'a mut dyn FnMut(Sight, Removed) -> ControlFlow<B>;

fn is_single(mask: u16) -> bool {
    mask.is_power_of_two()
}

/// Finds the last place of a digit in a house: last open cells first.
pub(super) fn hidden_single(position: &Position) -> Option<Hint> {
    for is_last in [true, false] {
        for kind in BOX_COLUMN_ROW {
            for (house, cells) in CELLS.iter().enumerate().skip(kind).take(9) {
                if is_single(position.open[house]) != is_last || position.open[house] == 0 {
                    continue;
                }
                for digit in 0..9 {
                    let places = position.marks.places[house][digit];
                    if is_single(places) {
                        let cell = usize::from(cells[places.trailing_zeros() as usize]);
                        let rating = if is_last { 1.0 } else { [1.5, 1.5, 1.2][kind / 9] };
                        let sight = Sight::Single { house: Some(house as u8), is_last };
                        return Some(Hint::placing(rating, cell, digit, sight));
                    }
                }
            }
        }
    }
    None
}

/// Finds the last digit of a cell.
pub(super) fn naked_single(position: &Position) -> Option<Hint> {
    let cell = position.marks.cells.iter().position(|digits| is_single(*digits))?;
    let digit = position.marks.cells[cell].trailing_zeros() as usize;
    Some(Hint::placing(2.3, cell, digit, Sight::Single { house: None, is_last: false }))
}

/// Visits base and cover of each digit whose places in the base all lie in the cover, if there are several.
fn for_each_locked<B>(
    marks: &Marks,
    scope: Scope,
    mut visit: impl FnMut(usize, usize, usize) -> ControlFlow<B>,
) -> ControlFlow<B> {
    if scope.digits == 0 {
        return Continue(());
    }
    for (bases, covers) in [(BOXES, COLUMNS), (BOXES, ROWS), (COLUMNS, BOXES), (ROWS, BOXES)] {
        let within = if (bases, covers) == (BOXES, COLUMNS) { 0b001_001_001 } else { 0b111 };
        let apart = if within == 0b111 { 3 } else { 1 };
        for (base, crossing) in CROSSING.iter().enumerate().skip(bases).take(9) {
            // For each cover that crosses the base, the digits.
            let mut locked = [0u16; 3];
            for digit in digits(scope.digits) {
                let places = marks.places[base][digit];
                if places & places.wrapping_sub(1) != 0 {
                    for (third, locked) in locked.iter_mut().enumerate() {
                        *locked |= u16::from(places & !(within << (apart * third)) == 0) << digit;
                    }
                }
            }
            if locked == [0; 3] {
                continue;
            }
            let crossed = (covers..covers + 9).filter(|cover| crossing[*cover] != 0);
            for (cover, locked) in crossed.zip(locked) {
                for digit in digits(locked) {
                    visit(base, cover, digit)?;
                }
            }
        }
    }
    Continue(())
}

/// Finds pointing or claiming that leaves one place for the digit in a house of the base's kind.
pub(super) fn direct_locked(position: &Position, scope: Scope) -> Option<Hint> {
    let places = &position.marks.places;
    let found = for_each_locked(&position.marks, scope, |base, cover, digit| {
        let bases = base / 9 * 9;
        for house in (bases..bases + 9).filter(|house| *house != base && CROSSING[*house][cover] != 0) {
            let rest = places[house][digit] & !CROSSING[house][cover];
            if is_single(rest) && !is_single(places[house][digit]) {
                let cell = usize::from(CELLS[house][rest.trailing_zeros() as usize]);
                let sight = Sight::DirectLocked {
                    digit: digit as u8,
                    base: base as u8,
                    cover: cover as u8,
                    house: house as u8,
                };
                return Break(Hint::placing(if bases == BOXES { 1.7 } else { 1.9 }, cell, digit, sight));
            }
        }
        Continue(())
    });
    found.break_value()
}

/// Finds pointing and claiming.
pub(super) fn locked<B>(marks: &Marks, scope: Scope, visit: Visit<'_, B>) -> ControlFlow<B> {
    for_each_locked(marks, scope, |base, cover, digit| {
        let out = marks.places[cover][digit] & !CROSSING[cover][base];
        if out == 0 {
            return Continue(());
        }
        let removed = out.iter().map(|place| (CELLS[cover][place], 1 << digit)).collect();
        visit(Sight::Locked { digit: digit as u8, base: base as u8, cover: cover as u8 }, removed)
    })
}

/// The union of the sets of a tuple, if it has as many members as there are sets, and each set has at least two.
fn common(size: u32, sets: impl Iterator<Item = u16>) -> Option<u16> {
    let mut union = 0;
    for set in sets {
        if set & set.wrapping_sub(1) == 0 {
            return None;
        }
        union |= set;
    }
    (union.count_ones() == size).then_some(union)
}

/// Visits digits of a house that have equally many places: `visit` receives the house, the digits and the places.
fn for_each_hidden<B>(
    marks: &Marks,
    size: u32,
    is_open_enough: impl Fn(usize) -> bool,
    mut visit: impl FnMut(usize, u16, u16) -> ControlFlow<B>,
) -> ControlFlow<B> {
    for kind in BOX_COLUMN_ROW {
        for house in (kind..kind + 9).filter(|house| is_open_enough(*house)) {
            let places = &marks.places[house];
            let fits = |digit: &usize| (2..=size).contains(&places[*digit].count_ones());
            let fitting = (0..9).filter(fits).fold(0u16, |fitting, digit| fitting | 1 << digit);
            if fitting.count_ones() < size {
                continue;
            }
            for tuple in subsets_of(fitting, size) {
                if let Some(union) = common(size, digits(tuple).map(|digit| places[digit])) {
                    visit(house, tuple, union)?;
                }
            }
        }
    }
    Continue(())
}

/// Finds a hidden subset that leaves one place for another digit of its house.
pub(super) fn direct_hidden(position: &Position, scope: Scope, size: u32) -> Option<Hint> {
    let is_open_enough = |house: usize| scope.has_house(house) && position.open[house].count_ones() > size;
    let found = for_each_hidden(&position.marks, size, is_open_enough, |house, tuple, places| {
        for digit in digits(!tuple & 0x1ff) {
            let of_digit = position.marks.places[house][digit];
            let rest = of_digit & !places;
            if is_single(rest) && !is_single(of_digit) {
                let cell = usize::from(CELLS[house][rest.trailing_zeros() as usize]);
                let sight = Sight::DirectHidden { house: house as u8, places, digits: tuple };
                return Break(Hint::placing(if size == 2 { 2.0 } else { 2.5 }, cell, digit, sight));
            }
        }
        Continue(())
    });
    found.break_value()
}

/// Finds hidden pairs, triplets, quads.
pub(super) fn hidden<B>(
    position: &Position,
    marks: &Marks,
    scope: Scope,
    size: u32,
    visit: Visit<'_, B>,
) -> ControlFlow<B> {
    let is_open_enough = |house: usize| scope.has_house(house) && position.open[house].count_ones() > 2 * size;
    for_each_hidden(marks, size, is_open_enough, |house, tuple, places| {
        let out = |place: usize| marks.cells[usize::from(CELLS[house][place])] & !tuple;
        let removed: Removed =
            places.iter().map(|place| (CELLS[house][place], out(place))).filter(|(_, digits)| *digits != 0).collect();
        if removed.is_empty() {
            return Continue(());
        }
        visit(Sight::Hidden { house: house as u8, places, digits: tuple }, removed)
    })
}

/// Finds naked pairs, triplets, quads.
pub(super) fn naked<B>(
    position: &Position,
    marks: &Marks,
    scope: Scope,
    size: u32,
    visit: Visit<'_, B>,
) -> ControlFlow<B> {
    let is_open_enough = |house: usize| scope.has_house(house) && position.open[house].count_ones() >= 2 * size;
    for kind in BOX_COLUMN_ROW {
        for house in (kind..kind + 9).filter(|house| is_open_enough(*house)) {
            let digits_at = |place: usize| marks.cells[usize::from(CELLS[house][place])];
            let fits = |place: &usize| (2..=size).contains(&digits_at(*place).count_ones());
            let fitting = (0..9).filter(fits).fold(0u16, |fitting, place| fitting | 1 << place);
            if fitting.count_ones() < size {
                continue;
            }
            for tuple in subsets_of(fitting, size) {
                let Some(union) = common(size, tuple.iter().map(digits_at)) else { continue };
                let removed: Removed = (!tuple & 0x1ff)
                    .iter()
                    .map(|place| (CELLS[house][place], digits_at(place) & union))
                    .filter(|(_, digits)| *digits != 0)
                    .collect();
                if !removed.is_empty() {
                    visit(Sight::Naked { house: house as u8, places: tuple, digits: union }, removed)?;
                }
            }
        }
    }
    Continue(())
}

/// Finds X-wings, swordfish, jellyfish.
pub(super) fn fish<B>(
    position: &Position,
    marks: &Marks,
    scope: Scope,
    size: u32,
    visit: Visit<'_, B>,
) -> ControlFlow<B> {
    for (bases, covers) in [(COLUMNS, ROWS), (ROWS, COLUMNS)] {
        // For each digit, the lines that can be part of a fish.
        let fitting: [u16; 9] = std::array::from_fn(|digit| {
            if scope.digits >> digit & 1 == 0 || u32::from(position.placed[digit]) + 2 * size > 9 {
                return 0;
            }
            let fits = |line: &usize| (2..=size).contains(&marks.places[bases + line][digit].count_ones());
            (0..9).filter(fits).fold(0, |fitting, line| fitting | 1 << line)
        });
        let lines = fitting.iter().filter(|lines| lines.count_ones() >= size).fold(0, |all, lines| all | lines);
        for tuple in subsets_of(lines, size) {
            for digit in (0..9).filter(|digit| tuple & !fitting[*digit] == 0) {
                let Some(union) = common(size, tuple.iter().map(|line| marks.places[bases + line][digit])) else {
                    continue;
                };
                let mut removed = Removed::new();
                for line in union.iter() {
                    let out = marks.places[covers + line][digit] & !tuple;
                    removed.extend(out.iter().map(|place| (CELLS[covers + line][place], 1 << digit)));
                }
                if !removed.is_empty() {
                    let (base, is_in_columns) = (tuple, bases == COLUMNS);
                    visit(Sight::Fish { digit: digit as u8, is_in_columns, base, cover: union }, removed)?;
                }
            }
        }
    }
    Continue(())
}

/// The first pattern of a rule, as a hint.
pub(super) fn first(
    rating: impl FnOnce(&Sight) -> f64,
    rule: impl FnOnce(Visit<'_, (Sight, Removed)>) -> ControlFlow<(Sight, Removed)>,
) -> Option<Hint> {
    let (sight, removed) = rule(&mut |sight, removed| Break((sight, removed))).break_value()?;
    Some(Hint::removing(rating(&sight), removed, sight))
}

/// Finds XY-wings, or XYZ-wings.
pub(super) fn wing(position: &Position, scope: Scope, is_xyz: bool) -> Option<Hint> {
    let cells = &position.marks.cells;
    let size = if is_xyz { 3 } else { 2 };
    let near = scope.cells.iter().fold(scope.cells, |near, cell| near | CellSet::peers(cell));
    let of_two: CellSet = (0..81).filter(|cell| has_two(cells[*cell])).collect();
    for pivot in near.iter().filter(|cell| cells[*cell].count_ones() == size) {
        let (mut pincers, mut count) = ([0; 20], 0);
        let mut left = of_two & CellSet::peers(pivot);
        for (house, _) in HOUSES[pivot] {
            let now = left & CellSet::house(usize::from(house));
            left -= now;
            // At least one of its two digits must be one of the pivot's.
            for cell in now.iter().filter(|cell| cells[*cell] & cells[pivot] != 0) {
                pincers[count] = cell as u8;
                count += 1;
            }
        }
        let pincers = &pincers[..count];
        for &one in pincers.iter().filter(|one| (cells[pivot] & !cells[usize::from(**one)]).count_ones() == 1) {
            for &other in pincers {
                let (x, y, z) = (cells[pivot], cells[usize::from(one)], cells[usize::from(other)]);
                let is_wing = (x | y | z).count_ones() == 3 && (x & y & z).count_ones() == u32::from(is_xyz);
                if !is_wing || (y & z).count_ones() != 1 {
                    continue;
                }
                let digit = y & z;
                let mut victims = peers(one) & peers(other);
                if is_xyz {
                    victims &= peers(pivot as u8);
                }
                victims.remove(pivot);
                let removed: Removed =
                    victims.iter().filter(|cell| cells[*cell] & digit != 0).map(|cell| (cell as u8, digit)).collect();
                if !removed.is_empty() {
                    let digit = digit.trailing_zeros() as u8;
                    let sight = Sight::Wing { pivot: pivot as u8, pincers: [one, other], digit };
                    return Some(Hint::removing(if is_xyz { 4.4 } else { 4.2 }, removed, sight));
                }
            }
        }
    }
    None
}

fn peers(cell: u8) -> CellSet {
    CellSet::peers(usize::from(cell))
}

/// The house of a kind (0: box, 1: row, 2: column) that contains the cell.
pub(super) fn house_of(cell: u8, kind: usize) -> u8 {
    HOUSES[usize::from(cell)][kind].0
}
