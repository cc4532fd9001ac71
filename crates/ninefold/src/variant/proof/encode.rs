//! Rules as inequalities: the variables of a puzzle, and the building blocks of most rules.
//!
//! ```text
//!   r1c1_5          the digit of r1c1 is 5
//!   r1c1_ge5        the digit of r1c1 is at least 5: a digit is the lowest one plus the number of these that are 1
//!   c3_has5         some cell of constraint 3, whose cells differ, has a 5
//!   c3_...          further variables of constraint 3; its rows define them
//! ```
//!
//! Each variable except those of digits is defined by rows: the digits determine its value, except for a few variables of
//! lines whose ends may be the same.

use super::formula::Formula;
use crate::solve::literal::Literal;
use crate::variant::VariantPuzzle;
use std::collections::{BTreeMap, BTreeSet};

/// A sum of cells, with factors, and the row that gives its total.
#[derive(Clone, Debug)]
pub(super) struct Sum {
    pub(super) terms: Vec<(i64, usize)>,
    pub(super) row: usize,
}

/// Cells that differ: for each digit, the variable for "one of them has it" and the row that defines it.
#[derive(Clone, Debug)]
pub(super) struct Set {
    pub(super) cells: Vec<usize>,
    pub(super) has: Vec<Literal>,
    pub(super) rows: Vec<usize>,
}

/// Cells that hold each digit, with the row that states this for each digit.
#[derive(Clone, Debug)]
pub(super) struct House {
    pub(super) cells: Vec<usize>,
    pub(super) rows: Vec<usize>,
}

/// Writes rules into a formula, and records the rows that lemmas need.
#[derive(Clone, Debug)]
pub(super) struct Encoder<'a> {
    pub(super) puzzle: &'a VariantPuzzle,
    pub(super) formula: Formula,
    /// Per cell and digit: the literal for "the cell has it".
    digits: Vec<Vec<Literal>>,
    /// Per cell: the row which states that it has one digit.
    pub(super) cell_rows: Vec<usize>,
    /// Per cell, if needed: for each digit but the lowest, the literal for "the cell's digit is at least this", and its row.
    orders: Vec<Vec<(Literal, Option<usize>)>>,
    pub(super) houses: Vec<House>,
    pub(super) sums: Vec<Sum>,
    pub(super) sets: BTreeMap<Vec<usize>, Set>,
    /// The prefix of the names of variables of the constraint that is being written.
    prefix: String,
    /// The number of paths so far.
    paths: usize,
}

/// A literal that is always true and stands for no variable. Rows are written without it.
pub(super) fn truth() -> Literal {
    Literal::from_code(u32::MAX - 1)
}

impl<'a> Encoder<'a> {
    /// Writes the board: digits of cells, rows, columns and regions, givens and marks.
    pub(super) fn new(puzzle: &'a VariantPuzzle) -> Encoder<'a> {
        let mut formula = Formula::default();
        let mut variables = |cell| {
            let name = puzzle.name_of(cell);
            puzzle.digits().map(|digit| formula.variable(format!("{name}_{digit}"))).collect()
        };
        let digits: Vec<Vec<Literal>> = (0..puzzle.cell_count()).map(&mut variables).collect();
        let mut encoder = Encoder {
            puzzle,
            formula,
            cell_rows: Vec::new(),
            orders: vec![Vec::new(); digits.len()],
            digits,
            houses: Vec::new(),
            sums: Vec::new(),
            sets: BTreeMap::new(),
            prefix: String::new(),
            paths: 0,
        };
        encoder.formula.note("Each cell has one digit.".to_owned());
        for cell in 0..puzzle.cell_count() {
            let terms = encoder.digits[cell].iter().map(|digit| (1, *digit)).collect();
            let row = encoder.formula.add(terms, 1, true);
            encoder.cell_rows.push(row);
        }
        encoder.formula.note("Rows, columns and regions hold no digit twice.".to_owned());
        puzzle.houses().for_each(|house| encoder.different(&house));
        encoder.formula.note("What is given.".to_owned());
        for cell in 0..puzzle.cell_count() {
            if puzzle.is_gap(cell) {
                encoder.only(cell, |digit| digit == *puzzle.digits().start());
            }
            if let Some(given) = puzzle.givens[cell] {
                let literal = encoder.is(cell, given);
                encoder.clause([literal]);
            }
            if let Some(marks) = &puzzle.marks[cell] {
                encoder.only(cell, |digit| marks.contains(&digit));
            }
        }
        encoder
    }

    /// Begins a constraint, by its number from 1.
    pub(super) fn begin(&mut self, number: usize, words: &str) {
        self.prefix = format!("c{number}_");
        self.formula.note(format!("Constraint {number}: {}", words.replace('\n', " ")));
    }

    /// Writes rules that must hold if the returned literal is true; their variables are named after the number.
    pub(super) fn conditional(
        &mut self,
        number: usize,
        write: impl FnOnce(&mut Encoder<'a>) -> Result<(), String>,
    ) -> Result<Literal, String> {
        // The definitions of "at least" must hold unconditionally, so they come first.
        (0..self.puzzle.cell_count()).for_each(|cell| _ = self.order(cell));
        let prefix = format!("{}a{number}_", self.prefix.trim_end_matches('_'));
        let before = std::mem::replace(&mut self.prefix, prefix);
        let holds = self.variable("holds");
        let (rows, houses, sums) = (self.formula.rows().len(), self.houses.len(), self.sums.len());
        let sets = self.sets.clone();
        write(self)?;
        // Lemmas may use only rows that always hold.
        self.houses.truncate(houses);
        self.sums.truncate(sums);
        self.sets = sets;
        self.formula.relax(rows, !holds);
        self.prefix = before;
        Ok(holds)
    }

    /// Writes one of several things that are written alike; its variables are named after the number.
    pub(super) fn part(
        &mut self,
        number: usize,
        write: impl FnOnce(&mut Encoder<'a>) -> Result<(), String>,
    ) -> Result<(), String> {
        let prefix = format!("{}p{number}_", self.prefix.trim_end_matches('_'));
        let before = std::mem::replace(&mut self.prefix, prefix);
        write(self)?;
        self.prefix = before;
        Ok(())
    }

    /// Begins rows that only the proof needs.
    pub(super) fn begin_lemma(&mut self, number: usize, cells: &[usize]) {
        let names: Vec<String> = cells.iter().map(|cell| self.puzzle.name_of(*cell)).collect();
        self.prefix = format!("l{number}_");
        self.formula.note(format!("Used only by the proof: {}.", names.join(" ")));
    }

    pub(super) fn low(&self) -> i64 {
        *self.puzzle.digits().start()
    }

    /// The literal for "the cell has this digit".
    pub(super) fn is(&self, cell: usize, digit: i64) -> Literal {
        match self.puzzle.digits().contains(&digit) {
            true => self.digits[cell][(digit - self.low()) as usize],
            false => !truth(),
        }
    }

    /// The literal for "the cell's digit is at least this".
    pub(super) fn at_least(&mut self, cell: usize, digit: i64) -> Literal {
        if digit <= self.low() {
            return truth();
        }
        if !self.puzzle.digits().contains(&digit) {
            return !truth();
        }
        let place = digit - self.low() - 1;
        self.order(cell)[place as usize].0
    }

    /// For each digit but the lowest: the literal for "the cell's digit is at least this", and the row that defines it, unless it
    /// is the highest digit.
    pub(super) fn order(&mut self, cell: usize) -> &[(Literal, Option<usize>)] {
        if self.orders[cell].is_empty() && self.puzzle.digit_count() > 1 {
            let (name, highest) = (self.puzzle.name_of(cell), *self.puzzle.digits().end());
            let mut above = self.is(cell, highest);
            let mut order = vec![(above, None)];
            for digit in (self.low() + 1..highest).rev() {
                let own = self.formula.variable(format!("{name}_ge{digit}"));
                let row = self.formula.add(vec![(1, own), (-1, self.is(cell, digit)), (-1, above)], 0, true);
                order.push((own, Some(row)));
                above = own;
            }
            order.reverse();
            self.orders[cell] = order;
        }
        &self.orders[cell]
    }

    /// Adds a variable to the constraint.
    pub(super) fn variable(&mut self, name: &str) -> Literal {
        self.formula.variable(format!("{}{name}", self.prefix))
    }

    /// Adds a row, without literals known to be true or false, and with each variable once; `None` if it would always hold.
    pub(super) fn row(&mut self, terms: &[(i64, Literal)], mut degree: i64, is_equation: bool) -> Option<usize> {
        let mut factors: BTreeMap<usize, i64> = BTreeMap::new();
        for (factor, literal) in terms {
            if *literal == truth() {
                degree -= factor;
            } else if *literal != !truth() {
                let sign = if literal.is_negated() { -1 } else { 1 };
                degree -= if literal.is_negated() { *factor } else { 0 };
                *factors.entry(literal.variable()).or_insert(0) += sign * factor;
            }
        }
        factors.retain(|_, factor| *factor != 0);
        let least: i64 = factors.values().map(|factor| factor.min(&0)).sum();
        let most: i64 = factors.values().map(|factor| factor.max(&0)).sum();
        if most < degree || is_equation && least > degree {
            return Some(self.impossible());
        }
        if least >= degree && (!is_equation || least == most) {
            return None;
        }
        let terms = factors.into_iter().map(|(variable, factor)| match factor < 0 && !is_equation {
            true => {
                degree -= factor;
                (-factor, !Literal::new(variable))
            }
            false => (factor, Literal::new(variable)),
        });
        let terms = terms.collect();
        Some(self.formula.add(terms, degree, is_equation))
    }

    /// Makes the formula unsatisfiable.
    pub(super) fn impossible(&mut self) -> usize {
        let some = self.digits[0][0];
        self.formula.add(vec![(1, some)], 1, false);
        self.formula.add(vec![(1, !some)], 1, false)
    }

    /// Adds the rule that one of the literals is true.
    pub(super) fn clause(&mut self, literals: impl IntoIterator<Item = Literal>) {
        let literals: BTreeSet<Literal> = literals.into_iter().collect();
        if !literals.iter().any(|literal| literals.contains(&!*literal)) {
            let terms: Vec<(i64, Literal)> = literals.into_iter().map(|literal| (1, literal)).collect();
            self.row(&terms, 1, false);
        }
    }

    /// Adds the rule that the cell's digit is accepted.
    pub(super) fn only(&mut self, cell: usize, is_allowed: impl Fn(i64) -> bool) {
        for digit in self.puzzle.digits().filter(|digit| !is_allowed(*digit)) {
            self.clause([!self.is(cell, digit)]);
        }
    }

    /// Adds the rule that the cells differ; if there are as many cells as digits, each digit is in one of them.
    pub(super) fn different(&mut self, cells: &[usize]) {
        let mut rows = Vec::new();
        let is_house = cells.len() == self.puzzle.digit_count();
        for digit in self.puzzle.digits() {
            let factor = if is_house { 1 } else { -1 };
            let terms: Vec<(i64, Literal)> = cells.iter().map(|cell| (factor, self.is(*cell, digit))).collect();
            rows.extend(self.row(&terms, factor, is_house));
        }
        if is_house && rows.len() == self.puzzle.digit_count() {
            self.houses.push(House { cells: cells.to_vec(), rows });
        }
    }

    /// Adds the rule that, if all conditions are true, the digits of the two cells fit each other.
    pub(super) fn relate(&mut self, conditions: &[Literal], one: usize, other: usize, fits: impl Fn(i64, i64) -> bool) {
        // One copy of the code for all kinds is a sixtieth of what the whole library compiles to.
        self.relate_by(conditions, one, other, &fits);
    }

    fn relate_by(&mut self, conditions: &[Literal], one: usize, other: usize, fits: &dyn Fn(i64, i64) -> bool) {
        let unless: Vec<Literal> = conditions.iter().map(|condition| !*condition).collect();
        let with = |literals: &[Literal]| unless.iter().chain(literals).copied().collect::<Vec<_>>();
        if one == other {
            let out: Vec<i64> = self.puzzle.digits().filter(|digit| !fits(*digit, *digit)).collect();
            return out.into_iter().for_each(|digit| self.clause(with(&[!self.is(one, digit)])));
        }
        let mut said = BTreeSet::new();
        for (from, to, is_forward) in [(one, other, true), (other, one, false)] {
            for digit in self.puzzle.digits() {
                let can = |found: &i64| if is_forward { fits(digit, *found) } else { fits(*found, digit) };
                let (allowed, out): (Vec<i64>, Vec<i64>) = self.puzzle.digits().partition(can);
                let not_from = !self.is(from, digit);
                if out.len() > FEW {
                    let some = allowed.iter().map(|digit| self.is(to, *digit));
                    self.clause(with(&some.chain([not_from]).collect::<Vec<_>>()));
                    continue;
                }
                for found in out {
                    let pair = [not_from, !self.is(to, found)];
                    if said.insert(BTreeSet::from(pair)) {
                        self.clause(with(&pair));
                    }
                }
            }
        }
    }

    /// Adds a factor times a cell's digit to terms; returns the constant part, which comes from the lowest digit.
    fn add_value(&mut self, factor: i64, cell: usize, terms: &mut Vec<(i64, Literal)>) -> i64 {
        terms.extend(self.order(cell).iter().map(|(at_least, _)| (factor, *at_least)));
        factor * self.low()
    }

    /// Adds the rule that the sum of cells with factors and of further literals is the total.
    pub(super) fn sum_with(&mut self, cells: &[(i64, usize)], literals: &[(i64, Literal)], total: i64) {
        let mut terms = literals.to_vec();
        let known: i64 = cells.iter().map(|(factor, cell)| self.add_value(*factor, *cell, &mut terms)).sum();
        let row = self.row(&terms, total - known, true);
        let mut factors = BTreeMap::new();
        cells.iter().for_each(|(factor, cell)| *factors.entry(*cell).or_insert(0) += factor);
        factors.retain(|_, factor| *factor != 0);
        if let Some(row) = row.filter(|row| literals.is_empty() && self.formula.rows()[*row].is_equation) {
            let terms = factors.into_iter().map(|(cell, factor)| (factor, cell)).collect();
            self.sums.push(Sum { terms, row });
        }
    }

    /// Adds the rule that the sum of a few cells with factors is the total: two cells as pairs of digits, more cells as a path
    /// through the partial sums, if these are few.
    pub(super) fn short_sum(&mut self, cells: &[(i64, usize)], total: i64) {
        let mut factors = BTreeMap::new();
        cells.iter().for_each(|(factor, cell)| *factors.entry(*cell).or_insert(0) += factor);
        let terms: Vec<(i64, usize)> = cells
            .iter()
            .filter_map(|(_, cell)| Some((factors.remove(cell).filter(|factor| *factor != 0)?, *cell)))
            .collect();
        if let [(a, one), (b, other)] = terms[..] {
            return self.relate(&[], one, other, |x, y| a * x + b * y == total);
        }
        let ends = [self.low(), *self.puzzle.digits().end()];
        let reach = |terms: &[(i64, usize)]| -> i64 {
            terms.iter().map(|(factor, _)| (factor * (ends[1] - ends[0])).abs()).sum::<i64>() + 1
        };
        let states = (0..terms.len()).map(|place| reach(&terms[..place]).min(reach(&terms[place..])));
        if terms.len() < 3 || states.sum::<i64>() * self.puzzle.digit_count() as i64 > MOST_STEPS {
            return self.sum_with(&terms, &[], total);
        }
        let step = |(place, sum): &(usize, i64), digit: i64| Some((place + 1, sum + terms[*place].0 * digit));
        let cells: Vec<usize> = terms.iter().map(|(_, cell)| *cell).collect();
        self.path(&cells, (0, 0), step, |(_, sum)| *sum == total).expect("the sums are few");
    }

    /// Adds the rule that the sum of the cells is the total.
    pub(super) fn sum(&mut self, cells: &[usize], total: i64) {
        let terms: Vec<(i64, usize)> = cells.iter().map(|cell| (1, *cell)).collect();
        self.sum_with(&terms, &[], total);
    }

    /// Adds the rule that the two lists of cells have the same sum.
    pub(super) fn same_sums(&mut self, one: &[usize], other: &[usize]) {
        let terms = one.iter().map(|cell| (1, *cell)).chain(other.iter().map(|cell| (-1, *cell)));
        let terms: Vec<(i64, usize)> = terms.collect();
        self.short_sum(&terms, 0);
    }

    /// Per digit: the literal for "one of the cells, which differ, has it".
    pub(super) fn has(&mut self, cells: &[usize]) -> Vec<Literal> {
        let mut sorted = cells.to_vec();
        sorted.sort_unstable();
        if let Some(set) = self.sets.get(&sorted) {
            return set.has.clone();
        }
        let (mut has, mut rows) = (Vec::new(), Vec::new());
        for digit in self.puzzle.digits() {
            let own = self.variable(&format!("has{digit}"));
            let places = cells.iter().map(|cell| (-1, self.is(*cell, digit)));
            let terms = places.chain([(1, own)]).collect();
            rows.push(self.formula.add(terms, 0, true));
            has.push(own);
        }
        self.sets.insert(sorted.clone(), Set { cells: sorted, has: has.clone(), rows });
        has
    }

    /// Adds the rule that at least, or exactly, `count` of the cells have the digit.
    pub(super) fn count(&mut self, cells: &[usize], digit: i64, count: i64, is_exact: bool) {
        let terms: Vec<(i64, Literal)> = cells.iter().map(|cell| (1, self.is(*cell, digit))).collect();
        self.row(&terms, count, is_exact);
    }

    /// A literal that is true if both literals are true, and only then.
    pub(super) fn both(&mut self, one: Literal, other: Literal, name: &str) -> Literal {
        match (one, other) {
            (one, other) if one == truth() || one == other => other,
            (one, other) if other == truth() => one,
            (one, other) if [one, other].contains(&!truth()) || one == !other => !truth(),
            _ => {
                let own = self.variable(name);
                self.clause([!own, one]);
                self.clause([!own, other]);
                self.clause([own, !one, !other]);
                own
            }
        }
    }

    /// A literal that is true if at least one of the two literals is true, and only then.
    pub(super) fn either(&mut self, one: Literal, other: Literal, name: &str) -> Literal {
        match (one, other) {
            (one, other) if one == !truth() || one == other => other,
            (one, other) if other == !truth() => one,
            (one, other) if [one, other].contains(&truth()) || one == !other => truth(),
            _ => {
                let own = self.variable(name);
                self.clause([own, !one]);
                self.clause([own, !other]);
                self.clause([!own, one, other]);
                own
            }
        }
    }

    /// Adds the rule that the digits of the cells whose literal is true have this sum.
    pub(super) fn sum_where(&mut self, cells: &[(Literal, usize)], total: i64) {
        let mut terms = Vec::new();
        for (place, (counts, cell)) in cells.iter().enumerate() {
            terms.push((self.low(), *counts));
            for digit in self.puzzle.digits().skip(1) {
                let at_least = self.at_least(*cell, digit);
                terms.push((1, self.both(*counts, at_least, &format!("counts{}_ge{digit}", place + 1))));
            }
        }
        self.row(&terms, total, true);
    }

    /// Adds the rule that the cells, read in this order, are an accepted path through states. There is a variable for each step
    /// from a state by a digit; as many true steps lead into a state as out of it.
    pub(super) fn path<S: Clone + Ord>(
        &mut self,
        cells: &[usize],
        start: S,
        step: impl Fn(&S, i64) -> Option<S>,
        accepts: impl Fn(&S) -> bool,
    ) -> Result<(), String> {
        let mut layers = vec![BTreeSet::from([start])];
        for place in 0..cells.len() {
            let next = |state: &S| self.puzzle.digits().filter_map(|digit| step(state, digit)).collect::<Vec<_>>();
            layers.push(layers[place].iter().flat_map(next).collect());
            if layers[place + 1].len() > MOST_STATES {
                return Err(format!("more than {MOST_STATES} cases after {} cells", place + 1));
            }
        }
        layers[cells.len()].retain(&accepts);
        for place in (0..cells.len()).rev() {
            let later = std::mem::take(&mut layers[place + 1]);
            let leads = |state: &S, digit| step(state, digit).is_some_and(|next| later.contains(&next));
            layers[place].retain(|state| self.puzzle.digits().any(|digit| leads(state, digit)));
            layers[place + 1] = later;
        }
        if layers[0].is_empty() {
            self.impossible();
            return Ok(());
        }
        self.paths += 1;
        let mut into: Vec<Vec<(i64, Literal)>> = vec![Vec::new()];
        for (place, cell) in cells.iter().enumerate() {
            let mut of_digits = vec![Vec::new(); self.puzzle.digit_count()];
            let mut next = vec![Vec::new(); layers[place + 1].len()];
            for (from, state) in layers[place].iter().enumerate() {
                let mut out = std::mem::take(&mut into[from]);
                for digit in self.puzzle.digits() {
                    let Some(reached) = step(state, digit).filter(|reached| layers[place + 1].contains(reached)) else {
                        continue;
                    };
                    let to = layers[place + 1].range(..&reached).count();
                    let own = self.variable(&format!("path{}_{}_{}_{digit}", self.paths, place + 1, from + 1));
                    out.push((-1, own));
                    next[to].push((1, own));
                    of_digits[(digit - self.low()) as usize].push((1, own));
                }
                self.row(&out, if place == 0 { -1 } else { 0 }, true);
            }
            for (digit, mut steps) in self.puzzle.digits().zip(of_digits) {
                steps.push((-1, self.is(*cell, digit)));
                self.row(&steps, 0, true);
            }
            into = next;
        }
        Ok(())
    }
}

/// A digit that excludes at most this many digits of another cell excludes them one by one.
const FEW: usize = 2;

/// The largest number of states after a cell.
const MOST_STATES: usize = 5000;

/// The largest number of steps of a path for a sum, including those that lead nowhere, which are left out later.
const MOST_STEPS: i64 = 600;
