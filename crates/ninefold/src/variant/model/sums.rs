//! Sums of variables multiplied by factors.

use super::sets::{MOST_SETS, subsets};
use super::{Mask, Model, Statement, Table};

/// Cells that differ become a part of a sum if there are at least this many.
const LEAST_PART: usize = 3;

/// With at least this many terms, parts are also looked for in houses.
const LONG: usize = 5;

/// The sum of factors times variables is a total.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::variant) struct Sum {
    /// Each variable once, with its factor, which is not 0.
    pub(in crate::variant) terms: Vec<(i64, u32)>,
    /// The total of factors times bits, not times values.
    pub(in crate::variant) total: i64,
    /// Whether it follows from other sums.
    pub(in crate::variant) is_derived: bool,
}

impl Model {
    /// Adds the rule that the sum of these factors times variables is the total.
    pub(in crate::variant) fn sum(&mut self, terms: &[(i64, usize)], total: i64) {
        let mut factors: Vec<(i64, u32)> = Vec::new();
        for (factor, variable) in terms {
            match factors.iter_mut().find(|(_, known)| *known == *variable as u32) {
                Some((known, _)) => *known += factor,
                None => factors.push((*factor, *variable as u32)),
            }
        }
        factors.retain(|(factor, _)| *factor != 0);
        let at_lowest: i64 = factors.iter().map(|(factor, variable)| factor * self.lowest[*variable as usize]).sum();
        let total = total - at_lowest;
        match factors[..] {
            [] => self.is_impossible |= total != 0,
            [(factor, variable)] => self.keep(variable as usize, |bit| factor * bit == total),
            [(a, one), (b, other)] => self.relate_sum([(a, one), (b, other)], total),
            _ if self.is_conditional => self.sum_in_order(&factors, total),
            _ => self.sums.push(Sum { terms: factors, total, is_derived: false }),
        }
    }

    /// Adds a sum in which cells that differ are taken together. Each such part has its own total, so that no digit is
    /// counted twice in it.
    pub(super) fn sum_of_parts(&mut self, mut terms: Vec<(i64, u32)>, mut total: i64) {
        while let Some(part) = self.part(&terms, LEAST_PART) {
            let (factor, cells) = of_part(&terms, &part);
            let Some(sum) = self.total(&cells) else { break };
            leave_out(&mut terms, &part);
            terms.push((factor, sum));
            // Totals are sums of bits, which count from the lowest digit for cells and from the lowest value for a part's sum.
            total -= factor * (self.lowest[sum as usize] - cells.len() as i64 * self.lowest[cells[0]]);
        }
        match terms[..] {
            [(factor, variable)] => self.keep(variable as usize, |bit| factor * bit == total),
            [(a, one), (b, other)] => self.relate_sum([(a, one), (b, other)], total),
            _ => self.sums.push(Sum { terms, total, is_derived: false }),
        }
    }

    /// The places of the largest part of the terms that is found, whose cells differ and have the same factor; `None` if it
    /// has fewer than `least` cells.
    pub(in crate::variant) fn part(&self, terms: &[(i64, u32)], least: usize) -> Option<Vec<usize>> {
        let is_cell = |i: &usize| (terms[*i].1 as usize) < self.cells;
        let mut largest = Vec::with_capacity(terms.len());
        let mut part = Vec::with_capacity(terms.len());
        for first in (0..terms.len()).filter(is_cell) {
            part.clear();
            part.push(first);
            for next in (first + 1..terms.len()).filter(is_cell) {
                let fits = |known: &usize| self.differ(terms[*known].1 as usize, terms[next].1 as usize);
                if terms[next].0 == terms[first].0 && part.iter().all(fits) {
                    part.push(next);
                }
            }
            keep_longer(&mut largest, &mut part);
        }
        if terms.len() >= LONG && largest.len() < terms.len() {
            // Above, terms were taken in order: a cell of the same row may come before cells of the same box and exclude them.
            let mut factors: Vec<i64> = terms.iter().map(|(factor, _)| *factor).collect();
            factors.sort_unstable();
            factors.dedup();
            for house in &self.houses {
                for factor in &factors {
                    let is_part = |i: &usize| terms[*i].0 == *factor && house.contains(&(terms[*i].1 as usize));
                    part.clear();
                    part.extend((0..terms.len()).filter(is_part));
                    keep_longer(&mut largest, &mut part);
                }
            }
        }
        (largest.len() >= least).then_some(largest)
    }

    /// The digits that cells that differ can have: their union, and the possible sets; `None` if there are too many sets.
    pub(in crate::variant) fn sets_of(&self, cells: &[usize]) -> Option<(Mask, Vec<Mask>)> {
        let all = cells.iter().fold(0, |all, cell| all | self.domains[*cell]);
        let sets = subsets(all, 0, cells.len(), |_| true).filter(|sets| (1..=MOST_SETS).contains(&sets.len()))?;
        Some((all, sets))
    }

    /// Adds a variable for the sum of cells that differ; `None` if it would have too many values.
    fn total(&mut self, cells: &[usize]) -> Option<u32> {
        let (all, sets) = self.sets_of(cells)?;
        let sum = |set: &Mask| {
            let bits = (0..64).filter(|bit| set >> bit & 1 == 1);
            bits.sum::<i64>() + self.lowest[cells[0]] * cells.len() as i64
        };
        let sums: Vec<i64> = sets.iter().map(sum).collect();
        let (least, most) = (*sums.iter().min()?, *sums.iter().max()?);
        let digits: Vec<u8> = (0..64).filter(|bit| all >> bit & 1 == 1).collect();
        let values = (most - least + 1) as usize;
        if digits.len() + values > 64 {
            return None;
        }
        let total = self.variable(least..=most);
        let flags = digits.iter().map(|bit| self.has(cells, *bit)).collect::<Option<Vec<_>>>()?;
        let value = |bit: usize| Statement { variable: total as u32, bit: bit as u8, is: true };
        let row = |(set, sum): (&Mask, &i64)| {
            let has = digits.iter().enumerate().filter(|(_, bit)| set >> **bit & 1 == 1);
            has.fold(1 << (digits.len() as i64 + sum - least), |row: Mask, (i, _)| row | 1 << i)
        };
        let sets = sets.iter().zip(&sums).map(row).collect();
        let flags = flags.into_iter().chain((0..values).map(value)).collect();
        self.tables.push(Table { flags, sets });
        Some(total as u32)
    }

    /// Keeps only the values of the variable whose bits are accepted.
    fn keep(&mut self, variable: usize, is_allowed: impl Fn(i64) -> bool) {
        let mask = (0..64).filter(|bit| is_allowed(*bit)).fold(0, |mask: Mask, bit| mask | 1 << bit);
        self.domains[variable] &= mask;
    }

    /// Adds a sum of two terms as a relation; the total is of factors times bits.
    fn relate_sum(&mut self, [(a, one), (b, other)]: [(i64, u32); 2], total: i64) {
        let bits = |variable: u32| i64::from(self.widths[variable as usize]);
        let (ones, others) = (bits(one), bits(other));
        let row = |x: i64| (0..others).filter(|y| a * x + b * y == total).fold(0, |row: Mask, y| row | 1 << y);
        let rows = (0..ones).map(row).collect();
        self.relate(one, other, rows);
    }

    /// Adds the rule that the cells differ and have this sum.
    pub(in crate::variant) fn cage(&mut self, cells: &[usize], sum: i64) {
        self.cages.push((cells.to_vec(), sum));
        self.virtual_cage(cells, sum);
    }

    /// The same for cells whose sum follows from other rules.
    pub(super) fn virtual_cage(&mut self, cells: &[usize], sum: i64) {
        if self.digits <= 10 {
            return self.sets_of_sum(cells, sum);
        }
        self.different(cells);
        let terms: Vec<_> = cells.iter().map(|cell| (1, *cell)).collect();
        self.sum(&terms, sum);
    }
}

/// Swaps the lists if the other is longer.
fn keep_longer(longest: &mut Vec<usize>, other: &mut Vec<usize>) {
    if other.len() > longest.len() {
        std::mem::swap(longest, other);
    }
}

/// The factor and the cells of a part of a sum, given the places of its terms.
pub(in crate::variant) fn of_part(terms: &[(i64, u32)], part: &[usize]) -> (i64, Vec<usize>) {
    (terms[part[0]].0, part.iter().map(|place| terms[*place].1 as usize).collect())
}

/// Removes the terms at these places from a sum.
pub(in crate::variant) fn leave_out(terms: &mut Vec<(i64, u32)>, part: &[usize]) {
    let mut at = 0..;
    terms.retain(|_| !part.contains(&at.next().expect("it has no end")));
}
