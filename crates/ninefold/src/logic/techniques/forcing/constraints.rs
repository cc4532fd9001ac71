//! The constraints of a 9x9 board by number, and sets of them.

use super::super::prelude::*;

/// The number of constraints: 81 cells, and 9 digits in each of 27 houses.
pub(super) const CONSTRAINTS: usize = 81 + 27 * 9;

/// A constraint by its number.
pub(super) fn constraint(number: usize) -> Constraint {
    match number.checked_sub(81) {
        None => in_cell(number),
        Some(place) => in_house(place / 9, place % 9),
    }
}

/// The number of the constraint that the house has the digit exactly once.
pub(super) fn number_of_place(house: usize, digit: usize) -> usize {
    81 + 9 * house + digit
}

/// The constraints that a candidate is in: its cell, and the digit in its three houses.
pub(super) fn constraints_of(cell: usize, digit: usize) -> [usize; 4] {
    let [row, column, block] = houses_of(cell);
    [cell, number_of_place(row, digit), number_of_place(column, digit), number_of_place(block, digit)]
}

/// The candidates of a constraint, as cell and digit.
pub(super) fn members(nine: &Nine, number: usize) -> impl Iterator<Item = (usize, usize)> {
    let (mask, places) = match number.checked_sub(81) {
        None => (nine.candidates[number], CellSet::EMPTY),
        Some(place) => (0, nine.places(place / 9, place % 9)),
    };
    let digit = number.wrapping_sub(81) % 9;
    digits(mask).map(move |digit| (number, digit)).chain(places.iter().map(move |cell| (cell, digit)))
}

/// The constraints that an argument uses, as strong links and as weak links.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub(super) struct Premises {
    strong: [u64; CONSTRAINTS.div_ceil(64)],
    weak: [u64; CONSTRAINTS.div_ceil(64)],
}

impl Premises {
    fn half(&mut self, is_strong: bool) -> &mut [u64] {
        if is_strong { &mut self.strong } else { &mut self.weak }
    }

    pub(super) fn add(&mut self, number: usize, is_strong: bool) {
        self.half(is_strong)[number / 64] |= 1 << (number % 64);
    }

    pub(super) fn remove(&mut self, number: usize, is_strong: bool) {
        self.half(is_strong)[number / 64] &= !(1 << (number % 64));
    }

    pub(super) fn contains(&self, number: usize, is_strong: bool) -> bool {
        let half = if is_strong { &self.strong } else { &self.weak };
        half[number / 64] >> (number % 64) & 1 == 1
    }

    pub(super) fn add_all(&mut self, other: &Premises) {
        self.strong.iter_mut().zip(other.strong).for_each(|(word, other)| *word |= other);
        self.weak.iter_mut().zip(other.weak).for_each(|(word, other)| *word |= other);
    }

    pub(super) fn len(&self) -> usize {
        self.strong.iter().chain(&self.weak).map(|word| word.count_ones() as usize).sum()
    }

    /// The links, strong ones first, each as number and whether it is strong.
    pub(super) fn links(&self) -> impl Iterator<Item = (usize, bool)> {
        let kinds = [true, false].into_iter();
        kinds
            .flat_map(|is_strong| (0..CONSTRAINTS).map(move |number| (number, is_strong)))
            .filter(|(number, is_strong)| self.contains(*number, *is_strong))
    }

    pub(super) fn list(&self) -> Vec<Premise> {
        let premise = |(number, is_strong): (usize, bool)| match is_strong {
            true => Premise::Strong(constraint(number)),
            false => Premise::Weak(constraint(number)),
        };
        self.links().map(premise).collect()
    }
}
