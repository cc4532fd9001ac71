//! Sums of rows that are derived before the search, since unit propagation alone would not find what follows from them.
//!
//! ```text
//!   cage of 3 cells, 17     its digits d have the sum 17, counted by "the cage has d"; they are 3
//!   row without its cages   the cells that are left have the sum 45 - ... ("innies"); those beyond likewise ("outies")
//! ```

use super::encode::{Encoder, Set, Sum};
use super::formula::Formula;
use super::log::Log;
use super::state::State;
use crate::solve::literal::Literal;
use std::collections::{BTreeMap, BTreeSet};

/// An equation as a sum of rows that are equations, each with its multiplicity.
type Combination = BTreeMap<usize, i64>;

/// The most houses that are taken together, and the most cells whose sum is worth knowing.
const MOST_HOUSES: usize = 4;
const MOST_CELLS: usize = 6;

/// Combinations of the equations of a formula.
#[derive(Clone, Debug, Default)]
pub(super) struct Lemmas {
    combinations: Vec<Combination>,
}

impl Lemmas {
    /// Finds what follows from cages and other sums; adds to the formula the definitions of the variables that this needs.
    pub(super) fn of(encoder: &mut Encoder<'_>) -> Lemmas {
        let mut lemmas = Lemmas::default();
        let cages: Vec<Sum> =
            encoder.sums.iter().filter(|sum| sum.terms.iter().all(|term| term.0 == 1)).cloned().collect();
        for sum in &cages {
            lemmas.add_cage(by_digits(sum, encoder), &cells_of(sum), encoder);
        }
        let sets: Vec<Set> = encoder.sets.values().cloned().collect();
        lemmas.combinations.extend(sets.iter().map(|set| size(set, encoder)));
        lemmas.add_rests(&cages, encoder);
        lemmas.add_parts(encoder);
        lemmas
    }

    /// Adds the sum of cells that differ in terms of the digits that they have together; `digits` is the sum in terms of the
    /// digits of each cell.
    fn add_cage(&mut self, digits: Combination, cells: &[usize], encoder: &Encoder<'_>) {
        if let Some(set) = encoder.sets.get(cells) {
            let has = set.rows.iter().enumerate().map(|(place, row)| (*row, place as i64)).collect();
            self.combinations.push(plus(digits, &has, 1));
        }
    }

    /// Adds sums of the cells of houses that cages leave uncovered, and of the cells of cages outside the houses.
    fn add_rests(&mut self, cages: &[Sum], encoder: &mut Encoder<'_>) {
        let cages = disjoint(cages);
        let mut known: BTreeSet<Vec<usize>> = cages.iter().map(|cage| cells_of(cage)).collect();
        let mut number = 0;
        for houses in unions(encoder) {
            let inside: BTreeSet<usize> =
                houses.iter().flat_map(|house| encoder.houses[*house].cells.clone()).collect();
            let touched: Vec<&Sum> =
                cages.iter().copied().filter(|cage| cage.terms.iter().any(|(_, cell)| inside.contains(cell))).collect();
            let is_within = |cage: &&Sum| cage.terms.iter().all(|(_, cell)| inside.contains(cell));
            let within: Vec<&Sum> = touched.iter().copied().filter(is_within).collect();
            for (taken, sign) in [(within, 1), (touched, -1)] {
                let covered: BTreeSet<usize> = taken.iter().flat_map(|cage| cells_of(cage)).collect();
                let cells: Vec<usize> = match sign {
                    1 => inside.difference(&covered).copied().collect(),
                    _ if inside.is_subset(&covered) => covered.difference(&inside).copied().collect(),
                    _ => continue,
                };
                if taken.is_empty() || cells.is_empty() || cells.len() > MOST_CELLS || !known.insert(cells.clone()) {
                    continue;
                }
                let mut digits = Combination::new();
                for house in &houses {
                    let rows = encoder.houses[*house].rows.iter().enumerate();
                    digits = plus(digits, &rows.map(|(place, row)| (*row, place as i64)).collect(), sign);
                }
                for cage in taken {
                    digits = plus(digits, &by_digits(cage, encoder), -sign);
                }
                number += 1;
                self.add_rest(digits, &cells, number, encoder);
            }
        }
    }

    /// Adds one such sum of cells.
    fn add_rest(&mut self, digits: Combination, cells: &[usize], number: usize, encoder: &mut Encoder<'_>) {
        encoder.begin_lemma(number, cells);
        let mut order = digits.clone();
        for cell in cells {
            order = plus(order, &steps(*cell, encoder), 1);
        }
        self.combinations.push(order);
        if cells.len() > 1 && crate::variant::kinds::reading::differ_anyway(cells, encoder.puzzle) {
            let is_new = !encoder.sets.contains_key(cells);
            encoder.has(cells);
            self.add_cage(digits, cells, encoder);
            if is_new {
                self.combinations.push(size(&encoder.sets[cells], encoder));
            }
        }
    }

    /// Adds sums in which cells of one house, which differ, are measured against the lowest different digits that they can
    /// have, or the highest.
    fn add_parts(&mut self, encoder: &mut Encoder<'_>) {
        let sums = encoder.sums.iter().filter(|sum| !encoder.sets.contains_key(&cells_of(sum)));
        for sum in sums.cloned().collect::<Vec<_>>() {
            for is_from_low in [true, false] {
                let (mut whole, mut rest) = (Combination::from([(sum.row, 1)]), sum.terms.clone());
                while let Some((house, factor, part)) = largest_part(&rest, encoder) {
                    for count in 1..part.len() {
                        let cut = cut(&part, house, count, (factor > 0) == is_from_low, encoder);
                        whole = plus(whole, &cut, -factor);
                    }
                    rest.retain(|(_, cell)| !part.contains(cell));
                }
                if rest.len() < sum.terms.len() {
                    self.combinations.push(whole);
                }
            }
        }
    }

    /// Writes all combinations into the proof, and adds them to the search; returns whether there may still be a solution.
    pub(super) fn add(&self, formula: &Formula, state: &mut State, log: &mut Log<'_>) -> bool {
        let firsts: Vec<u64> = formula
            .rows()
            .iter()
            .scan(1, |next, row| Some(std::mem::replace(next, *next + 1 + u64::from(row.is_equation))))
            .collect();
        for combination in &self.combinations {
            for sign in [1, -1] {
                let part = |(row, times): (&usize, &i64)| {
                    let is_upper = (times * sign < 0) as u64;
                    (firsts[*row] + is_upper, times.abs())
                };
                log.combination(&combination.iter().map(part).collect::<Vec<_>>());
                let (terms, degree) = total(combination, formula, sign);
                if state.add(&terms, degree).is_none() {
                    return false;
                }
            }
        }
        true
    }
}

/// The terms and the degree of a combination.
fn total(combination: &Combination, formula: &Formula, sign: i64) -> (Vec<(i64, Literal)>, i64) {
    let (mut factors, mut degree) = (BTreeMap::new(), 0);
    for (row, times) in combination {
        let row = &formula.rows()[*row];
        degree += sign * times * row.degree;
        for (factor, literal) in &row.terms {
            *factors.entry(*literal).or_insert(0) += sign * times * factor;
        }
    }
    factors.retain(|_, factor| *factor != 0);
    (factors.into_iter().map(|(literal, factor)| (factor, literal)).collect(), degree)
}

fn plus(mut one: Combination, other: &Combination, times: i64) -> Combination {
    other.iter().for_each(|(row, factor)| *one.entry(*row).or_insert(0) += times * factor);
    one.retain(|_, factor| *factor != 0);
    one
}

fn cells_of(sum: &Sum) -> Vec<usize> {
    sum.terms.iter().map(|(_, cell)| *cell).collect()
}

/// The equation that a cell's digit is as far above the lowest as the number of its true "at least" variables.
fn steps(cell: usize, encoder: &mut Encoder<'_>) -> Combination {
    let rows = encoder.order(cell).iter().zip(1..);
    rows.filter_map(|((_, row), place)| row.map(|row| (row, place))).collect()
}

/// A sum in terms of "at least" variables, converted to the digits of each cell.
fn by_digits(sum: &Sum, encoder: &mut Encoder<'_>) -> Combination {
    let start = Combination::from([(sum.row, 1)]);
    cells_of(sum).into_iter().fold(start, |sum, cell| plus(sum, &steps(cell, encoder), -1))
}

/// The equation that the cells of a set have as many digits as there are cells.
fn size(set: &Set, encoder: &Encoder<'_>) -> Combination {
    let cells = set.cells.iter().map(|cell| (encoder.cell_rows[*cell], 1));
    set.rows.iter().map(|row| (*row, 1)).chain(cells).collect()
}

/// The largest part of the terms, at least two, in one house and with the same factor: the house, the factor, the cells.
fn largest_part(terms: &[(i64, usize)], encoder: &Encoder<'_>) -> Option<(usize, i64, Vec<usize>)> {
    let mut largest: Option<(usize, i64, Vec<usize>)> = None;
    let factors: BTreeSet<i64> = terms.iter().map(|(factor, _)| *factor).collect();
    for (number, house) in encoder.houses.iter().enumerate() {
        for factor in &factors {
            let is_in = |(own, cell): &&(i64, usize)| own == factor && house.cells.contains(cell);
            let part: Vec<usize> = terms.iter().filter(is_in).map(|(_, cell)| *cell).collect();
            if part.len() > largest.as_ref().map_or(1, |(.., part)| part.len()) {
                largest = Some((number, *factor, part));
            }
        }
    }
    largest
}

/// How many of some cells of a house have at least the digit that is `count` above the lowest: all but `count`, plus one for
/// each of the house's other cells with a lower digit. Or, from the highest: at most `count`.
fn cut(part: &[usize], house: usize, count: usize, is_from_low: bool, encoder: &mut Encoder<'_>) -> Combination {
    let digits = encoder.puzzle.digit_count();
    let step = if is_from_low { count } else { digits - count };
    let mut cut = Combination::new();
    for cell in part {
        let rows = encoder.order(*cell)[step - 1..].iter().filter_map(|(_, row)| row.map(|row| (row, 1)));
        cut = plus(cut, &rows.collect(), 1);
        if is_from_low {
            cut = plus(cut, &Combination::from([(encoder.cell_rows[*cell], 1)]), 1);
        }
    }
    let rows = &encoder.houses[house].rows;
    match is_from_low {
        true => plus(cut, &rows[..step].iter().map(|row| (*row, 1)).collect(), -1),
        false => plus(cut, &rows[step..].iter().map(|row| (*row, 1)).collect(), 1),
    }
}

/// Cages without a common cell, chosen greedily, small ones first.
fn disjoint(cages: &[Sum]) -> Vec<&Sum> {
    let mut by_size: Vec<&Sum> = cages.iter().collect();
    by_size.sort_by_key(|cage| cage.terms.len());
    let mut taken = BTreeSet::new();
    by_size.retain(|cage| {
        let is_free = cage.terms.iter().all(|(_, cell)| !taken.contains(cell));
        taken.extend(cage.terms.iter().filter(|_| is_free).map(|(_, cell)| *cell));
        is_free
    });
    by_size
}

/// Houses, and runs of up to four without a common cell, by their numbers.
fn unions(encoder: &Encoder<'_>) -> Vec<Vec<usize>> {
    let houses = &encoder.houses;
    let mut unions = Vec::new();
    for first in 0..houses.len() {
        let mut inside = BTreeSet::new();
        for (last, house) in houses.iter().enumerate().skip(first).take(MOST_HOUSES) {
            if !house.cells.iter().all(|cell| inside.insert(*cell)) {
                break;
            }
            unions.push((first..=last).collect());
        }
    }
    unions
}
