//! What is derived before the search, since unit propagation alone would not see it: sums of rows.
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

/// An equation as a sum of rows that are equations, each taken so many times.
type Combination = BTreeMap<usize, i64>;

/// The most houses that are taken together, and the most cells whose sum is worth knowing.
const MOST_HOUSES: usize = 4;
const MOST_CELLS: usize = 6;

/// What follows from the equations of a formula.
#[derive(Clone, Debug, Default)]
pub(super) struct Lemmas {
    combinations: Vec<Combination>,
    /// Cells that differ, by "they have the digit" for each digit; and which sets of digits they can have.
    tables: Vec<(Vec<Literal>, Vec<u64>)>,
}

impl Lemmas {
    /// What follows from cages; with what the variables that it is about need, which is added to the formula.
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
        let tables = encoder.tables.iter().filter_map(|(cells, sets)| Some((encoder.sets.get(cells)?, sets)));
        lemmas.tables = tables.map(|(set, sets)| (set.has.clone(), sets.clone())).collect();
        lemmas
    }

    /// The sum of cells that differ, by the digits that they have; `digits` is the sum by the digits of each cell.
    fn add_cage(&mut self, digits: Combination, cells: &[usize], encoder: &Encoder<'_>) {
        if let Some(set) = encoder.sets.get(cells) {
            let has = set.rows.iter().enumerate().map(|(place, row)| (*row, place as i64)).collect();
            self.combinations.push(plus(digits, &has, 1));
        }
    }

    /// Sums of the cells that cages leave of houses, and of those by which they go beyond them.
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
                let all: i64 = encoder.puzzle.digits().sum();
                let total = sign * (all * houses.len() as i64 - taken.iter().map(|cage| cage.total).sum::<i64>());
                for house in &houses {
                    let rows = encoder.houses[*house].rows.iter().enumerate();
                    digits = plus(digits, &rows.map(|(place, row)| (*row, place as i64)).collect(), sign);
                }
                for cage in taken {
                    digits = plus(digits, &by_digits(cage, encoder), -sign);
                }
                number += 1;
                self.add_rest(digits, &cells, total, number, encoder);
            }
        }
    }

    /// A sum of cells that cages leave.
    fn add_rest(&mut self, digits: Combination, cells: &[usize], total: i64, number: usize, encoder: &mut Encoder<'_>) {
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
            encoder.table(cells, |digits| digits.iter().sum::<i64>() == total);
            if is_new {
                self.combinations.push(size(&encoder.sets[cells], encoder));
            }
        }
    }

    /// Writes all into the proof, and lets the search know; whether there may still be a solution.
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
        state.propagate().is_ok() && self.tables.iter().all(|(has, sets)| Sets::new(has, sets).add(state, log))
    }
}

/// Which digits cells that differ can have together.
///
/// What a number in base 3 says of each digit: 0 that they do not have it, 1 that they have it, 2 nothing.
struct Sets<'a> {
    has: &'a [Literal],
    /// Per number: whether some digits of the right number and sum fit it.
    fits: Vec<bool>,
}

impl<'a> Sets<'a> {
    fn new(has: &'a [Literal], sets: &[u64]) -> Sets<'a> {
        let numbers = 3_usize.pow(has.len() as u32);
        let mut fits = vec![false; numbers];
        for number in 0..numbers {
            let parts = parts(number, has.len());
            fits[number] = match parts.iter().position(|part| *part == 2) {
                Some(open) => [1, 2].iter().any(|less| fits[number - less * 3_usize.pow(open as u32)]),
                None => {
                    let set = parts.iter().enumerate().fold(0, |set, (place, part)| set | (*part as u64) << place);
                    sets.binary_search(&set).is_ok()
                }
            };
        }
        Sets { has, fits }
    }

    /// Adds clauses, so that from some digits that are there or not all others follow that must be; whether there may
    /// still be a solution.
    fn add(&self, state: &mut State, log: &mut Log<'_>) -> bool {
        let is_least = |number: &usize| {
            let mut places = parts(*number, self.has.len()).into_iter().enumerate().filter(|(_, part)| *part != 2);
            !self.fits[*number]
                && places.all(|(place, part)| self.fits[number + (2 - part) * 3_usize.pow(place as u32)])
        };
        let mut least: Vec<usize> = (0..self.fits.len()).filter(is_least).collect();
        least.sort_by_key(|number| self.clause(*number).len());
        for number in least {
            let clause = self.clause(number);
            if !state.is_known(&clause) && !self.derive(number, state, log) {
                return false;
            }
        }
        true
    }

    /// That digits are not as the number says.
    fn clause(&self, number: usize) -> Vec<Literal> {
        let parts = parts(number, self.has.len()).into_iter().zip(self.has);
        parts.filter(|(part, _)| *part != 2).map(|(part, has)| if part == 1 { !*has } else { *has }).collect()
    }

    /// Derives that clause, where unit propagation does not see it from both ways that a further digit can be.
    fn derive(&self, number: usize, state: &mut State, log: &mut Log<'_>) -> bool {
        let clause = self.clause(number);
        if !state.follows(&clause) {
            let open = parts(number, self.has.len()).iter().rposition(|part| *part == 2);
            let open = 3_usize.pow(open.expect("all digits together are enough") as u32);
            if !(self.derive(number - open, state, log) && self.derive(number - 2 * open, state, log)) {
                return false;
            }
        }
        log.clause(&clause);
        let terms: Vec<(i64, Literal)> = clause.into_iter().map(|literal| (1, literal)).collect();
        state.add(&terms, 1).is_some() && state.propagate().is_ok()
    }
}

fn parts(number: usize, count: usize) -> Vec<usize> {
    (0..count as u32).map(|place| number / 3_usize.pow(place) % 3).collect()
}

/// What a combination says.
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

/// That the number of steps up to a cell's digit is how far it is above the lowest.
fn steps(cell: usize, encoder: &mut Encoder<'_>) -> Combination {
    let rows = encoder.order(cell).iter().zip(1..);
    rows.filter_map(|((_, row), place)| row.map(|row| (row, place))).collect()
}

/// A sum that is said by steps, by the digits of each cell.
fn by_digits(sum: &Sum, encoder: &mut Encoder<'_>) -> Combination {
    let start = Combination::from([(sum.row, 1)]);
    cells_of(sum).into_iter().fold(start, |sum, cell| plus(sum, &steps(cell, encoder), -1))
}

/// That there are as many digits as cells.
fn size(set: &Set, encoder: &Encoder<'_>) -> Combination {
    let cells = set.cells.iter().map(|cell| (encoder.cell_rows[*cell], 1));
    set.rows.iter().map(|row| (*row, 1)).chain(cells).collect()
}

/// As many of the cages as have no cell in common, the small ones first.
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

/// Houses, and runs of a few of them that have no cell in common, by their numbers.
fn unions(encoder: &Encoder<'_>) -> Vec<Vec<usize>> {
    let houses = &encoder.houses;
    let mut unions = Vec::new();
    for first in 0..houses.len() {
        let mut inside = BTreeSet::new();
        for last in first..houses.len().min(first + MOST_HOUSES) {
            if !houses[last].cells.iter().all(|cell| inside.insert(*cell)) {
                break;
            }
            unions.push((first..=last).collect());
        }
    }
    unions
}
