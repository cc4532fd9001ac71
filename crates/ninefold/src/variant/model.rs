//! What constraints are compiled to: variables with a few values, and the relations between them.
//!
//! The first variables are the cells, and their values are digits; further variables are added by the compiler. The searches
//! see only this model: no rows, columns or boxes.
//!
//! ```text
//!   houses     cells among which each digit appears
//!   sets       cells that differ, and the few sets of digits that they can have
//!   sums       of variables with factors
//!   clauses    at least one of some statements "x is v" or "x is not v" is true
//!   pairs      which values two variables can have together
//!   automata   which sequences of values some variables can have, read from left to right
//! ```
//!
//! Depth-first search works on this. The search that learns needs more statements to express what it learns, so
//! [`Model::elaborate`] replaces houses, sets and sums by:
//!
//! ```text
//!   groups     at least one, at most one or exactly one of some statements "x is v" is true
//!   tables     which sets of flags can be true together
//! ```
//!
//! A flag is a variable that is true or false, such as "one of these cells has a 5".

mod alternatives;
mod automaton;
mod cell_set;
mod combined;
mod relation;
mod root;
mod sets;
mod special;
mod sums;

use super::{Constraint, VariantPuzzle};
use crate::solve::lists::Lists;
pub(super) use automaton::{Automaton, Edge, Layers};
pub(super) use cell_set::{CellPairs, CellSet, numbers};
pub(super) use combined::Combined;
pub(super) use relation::Relation;
pub(super) use special::Special;
use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::sync::Arc;
pub(super) use sums::{Sum, leave_out, of_part};

/// A variable's values as bits: the value of bit i is the variable's lowest value plus i.
pub(super) type Mask = u64;

/// A statement about a variable: that it has a value, given by its bit, or that it does not.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Statement {
    pub(super) variable: u32,
    pub(super) bit: u8,
    pub(super) is: bool,
}

/// Statements of which at least one is true, or at most one, or both.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Group {
    pub(super) members: Vec<Statement>,
    pub(super) at_least: bool,
    pub(super) at_most: bool,
}

/// Two variables, and which values they can have together.
#[derive(Clone, Debug)]
pub(super) struct Pair {
    pub(super) one: u32,
    pub(super) other: u32,
    pub(super) relation: Arc<Relation>,
}

/// Cells that differ, and whose digits are one of these sets.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct CellSets {
    pub(super) cells: Vec<usize>,
    pub(super) sets: Vec<Mask>,
}

/// Statements, and the sets of them that can be true together: bit i is the i-th statement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Table {
    pub(super) flags: Vec<Statement>,
    pub(super) sets: Vec<Mask>,
}

/// Variables and the relations between them.
#[derive(Clone, Debug)]
pub(super) struct Model {
    /// Per variable: its lowest value, and the values that it can have.
    pub(super) lowest: Vec<i64>,
    pub(super) domains: Vec<Mask>,
    /// Per variable: its initial number of values, and whether it is a flag, which has one value and may be false.
    pub(super) widths: Vec<u8>,
    is_flag: Vec<bool>,
    /// How many variables are cells, and how many values each of these has.
    pub(super) cells: usize,
    pub(super) digits: usize,
    /// If there are cages: the rows, columns and regions with a cell for each digit. Houses of one list have no cell in common.
    families: [Vec<Vec<usize>>; 3],
    pub(super) differs: Arc<CellPairs>,
    /// Cells that differ, with their given sum.
    cages: Vec<(Vec<usize>, i64)>,
    /// The statements that one of some cells, which differ, has a value, by cells and bit.
    has: BTreeMap<(Vec<usize>, u8), Statement>,
    /// Lists of cells among which each digit appears.
    pub(super) houses: Vec<Vec<usize>>,
    pub(super) sets: Vec<CellSets>,
    pub(super) specials: Vec<(Special, special::Later)>,
    pub(super) groups: Vec<Group>,
    pub(super) tables: Vec<Table>,
    pub(super) clauses: Vec<Vec<Statement>>,
    pub(super) pairs: Vec<Pair>,
    pub(super) automata: Vec<Automaton>,
    pub(super) sums: Vec<Sum>,
    /// Several sums taken together, for depth-first search.
    pub(super) combined: Vec<Combined>,
    is_combined: bool,
    relations: relation::Known,
    known: automaton::Known,
    /// Whether the rules being compiled hold only under a condition: see `alternatives`.
    is_conditional: bool,
    /// Whether the cells do not determine all further variables, so that a solution may be found more than once.
    pub(super) has_free_variables: bool,
    /// Whether no filled board can obey all rules.
    pub(super) is_impossible: bool,
    /// Whether a rule needs more states than an automaton may have.
    pub(super) is_too_large: bool,
}

/// The largest number of cells that an automaton may read if a search is to learn early.
const LONGEST_LEARNED: usize = 24;

/// Leads from places of an automaton, by the value read at a place of the list, to others, if there are any.
type PlacesStep<'a> = dyn Fn(&[usize], usize, i64) -> Option<Vec<usize>> + 'a;

impl Model {
    /// The model of a puzzle without mistakes.
    pub(super) fn of(puzzle: &VariantPuzzle) -> Model {
        Model::of_while(puzzle, || true).expect("nothing stops this")
    }

    /// The same, up to a rule that is too large; `None` if `goes_on`, called before each rule, returns false.
    pub(super) fn of_while(puzzle: &VariantPuzzle, mut goes_on: impl FnMut() -> bool) -> Option<Model> {
        let mut model = Model::of_houses(puzzle);
        // Rules for single cells come first: the compilation of others depends on the digits that cells can have.
        let mut constraints: Vec<_> = puzzle.constraints.iter().collect();
        constraints.sort_by_key(|constraint| constraint.named() != 1);
        for constraint in constraints {
            if !goes_on() {
                return None;
            }
            (constraint.kind.spec().compile)(constraint, puzzle, &mut model);
            if model.is_too_large {
                break;
            }
        }
        if model.is_deep() {
            model.families = families(puzzle, model.digits);
        }
        Some(model)
    }

    /// The model of rows, columns and regions, with the givens and marks.
    pub(super) fn of_houses(puzzle: &VariantPuzzle) -> Model {
        let mut model = Model::of_cells(puzzle);
        for house in puzzle.houses() {
            if model.make_different(&house) {
                model.houses.push(house);
            }
        }
        model
    }

    /// The model of one constraint. It includes which cells differ because of rows, columns and regions, but not that these
    /// contain each digit.
    pub(super) fn of_rule(constraint: &Constraint, puzzle: &VariantPuzzle) -> Model {
        let mut model = Model::of_houses(puzzle);
        model.houses.clear();
        (constraint.kind.spec().compile)(constraint, puzzle, &mut model);
        model
    }

    /// The model of the cells with their givens and marks, without rules.
    pub(super) fn of_cells(puzzle: &VariantPuzzle) -> Model {
        let (cells, digits) = (puzzle.cell_count(), puzzle.digit_count());
        let all = if digits == 64 { Mask::MAX } else { (1 << digits) - 1 };
        let low = *puzzle.digits().start();
        let mut model = Model {
            lowest: vec![low; cells],
            domains: vec![all; cells],
            widths: vec![digits as u8; cells],
            is_flag: vec![false; cells],
            cells,
            digits,
            families: Default::default(),
            differs: Arc::new(CellPairs::none(cells)),
            cages: Vec::new(),
            has: BTreeMap::new(),
            houses: Vec::new(),
            sets: Vec::new(),
            specials: Vec::new(),
            groups: Vec::new(),
            tables: Vec::new(),
            clauses: Vec::new(),
            pairs: Vec::new(),
            automata: Vec::new(),
            sums: Vec::new(),
            combined: Vec::new(),
            is_combined: false,
            relations: relation::Known::default(),
            known: automaton::Known::default(),
            is_conditional: false,
            has_free_variables: false,
            is_impossible: false,
            is_too_large: false,
        };
        for cell in 0..cells {
            if puzzle.is_gap(cell) {
                model.only(cell, |digit| digit == low);
            }
            if let Some(given) = puzzle.givens[cell] {
                model.only(cell, |digit| digit == given);
            }
            if let Some(marks) = &puzzle.marks[cell] {
                model.only(cell, |digit| marks.contains(&digit));
            }
        }
        model
    }

    /// Whether [`Model::deepen`] can derive anything from cages.
    pub(super) fn is_deep(&self) -> bool {
        !self.cages.is_empty()
    }

    /// Whether [`Model::deepen`] can derive anything.
    pub(super) fn may_deepen(&self) -> bool {
        self.is_deep() || self.may_combine()
    }

    /// Whether an automaton reads so many cells that the clauses learned from it are long.
    pub(super) fn has_long_lines(&self) -> bool {
        self.automata.iter().any(|automaton| automaton.variables.len() > LONGEST_LEARNED)
    }

    /// Adds what follows from cages and houses together, and from several sums, given the values left of each variable. Most
    /// puzzles are solved before this would pay.
    pub(super) fn deepen(&mut self, left: &[Mask]) {
        for variable in (0..self.domains.len()).filter(|variable| !self.is_flag[*variable]) {
            self.domains[variable] = left[variable];
        }
        let mut families = Vec::from(std::mem::take(&mut self.families));
        let is_other = |house: &&Vec<usize>| !families.iter().flatten().any(|known| known == *house);
        let others: Vec<Vec<usize>> = self.houses.iter().filter(is_other).cloned().collect();
        families.extend(others.into_iter().map(|house| vec![house]));
        self.combine();
        self.derive_sums(&families);
        self.cages.clear();
    }

    /// The values of a variable, with their bits.
    pub(super) fn values(&self, variable: usize) -> Vec<(u8, i64)> {
        let domain = self.domains[variable];
        let mut values = Vec::with_capacity(domain.count_ones() as usize);
        values.extend(bits(domain).map(|bit| (bit as u8, self.lowest[variable] + i64::from(bit))));
        values
    }

    /// All values that a cell can have, with their bits.
    pub(super) fn all_values(&self) -> Vec<(u8, i64)> {
        (0..self.digits as u8).map(|bit| (bit, self.lowest[0] + i64::from(bit))).collect()
    }

    /// Adds a variable with these values.
    pub(super) fn variable(&mut self, values: RangeInclusive<i64>) -> usize {
        let count = values.clone().count();
        self.further(*values.start(), count) as usize
    }

    fn further(&mut self, lowest: i64, count: usize) -> u32 {
        assert!((1..=64).contains(&count), "a variable has 1 to 64 values");
        self.lowest.push(lowest);
        self.domains.push(Mask::MAX >> (64 - count));
        self.widths.push(count as u8);
        self.is_flag.push(false);
        self.lowest.len() as u32 - 1
    }

    fn flag(&mut self) -> Statement {
        let variable = self.further(0, 1);
        self.is_flag[variable as usize] = true;
        Statement { variable, bit: 0, is: true }
    }

    pub(super) fn is_flag(&self, variable: usize) -> bool {
        self.is_flag[variable]
    }

    /// Adds the rule that the variable has a value that `is_allowed` accepts.
    pub(super) fn only(&mut self, variable: usize, is_allowed: impl Fn(i64) -> bool) {
        let (domain, lowest) = (self.domains[variable], self.lowest[variable]);
        let allowed = bits(domain).filter(|bit| is_allowed(lowest + i64::from(*bit)));
        self.domains[variable] = allowed.fold(0, |mask, bit| mask | 1 << bit);
    }

    /// Adds the rule that the cells differ.
    pub(super) fn different(&mut self, cells: &[usize]) {
        if self.make_different(cells) {
            self.houses.push(cells.to_vec());
        }
    }

    /// The same, but returns whether the cells are a house, which the caller must add.
    fn make_different(&mut self, cells: &[usize]) -> bool {
        let differs = Arc::make_mut(&mut self.differs);
        for (i, one) in cells.iter().enumerate() {
            for other in &cells[..i] {
                if one == other {
                    self.is_impossible = true;
                }
                differs.add(*one, *other);
            }
        }
        self.is_impossible |= cells.len() > self.digits;
        let has_each = cells.len() == self.digits && cells.len() > 1;
        if has_each && self.is_conditional {
            self.has_each(cells);
        }
        has_each && !self.is_conditional
    }

    /// Adds a group for each digit: at least one of the cells has it.
    fn has_each(&mut self, cells: &[usize]) {
        let statement = |cell: &usize, bit: usize| Statement { variable: *cell as u32, bit: bit as u8, is: true };
        let group = |bit: usize| Group {
            members: cells.iter().map(|cell| statement(cell, bit)).collect(),
            at_least: true,
            at_most: false,
        };
        self.groups.extend((0..self.digits).map(group));
    }

    /// Replaces houses, sets and sums by relations that a search can learn from, with further variables after the existing ones.
    pub(super) fn elaborate(&mut self) {
        self.compile_specials();
        for house in std::mem::take(&mut self.houses) {
            self.has_each(&house);
        }
        for CellSets { cells, sets } in std::mem::take(&mut self.sets) {
            self.one_of_sets(&cells, sets);
        }
        for Sum { terms, total, .. } in std::mem::take(&mut self.sums) {
            self.sum_of_parts(terms, total);
        }
    }

    /// The cells whose values, or the cells that they differ from, are not the same as in another model of the same cells.
    pub(super) fn cells_beyond(&self, other: &Model) -> impl Iterator<Item = usize> {
        let is_more = |cell: &usize| {
            self.domains[*cell] != other.domains[*cell] || self.differs.of(*cell).ne(other.differs.of(*cell))
        };
        (0..self.cells).filter(is_more)
    }

    /// Whether two cells are known to differ.
    pub(super) fn differ(&self, one: usize, other: usize) -> bool {
        self.differs.contains(one, other)
    }

    pub(super) fn all_differ(&self, cells: &[usize]) -> bool {
        cells.iter().enumerate().all(|(i, one)| cells[..i].iter().all(|other| self.differ(*one, *other)))
    }

    /// Per cell: the cells that differ from it.
    pub(super) fn peers(&self) -> Lists {
        let mut peers = Lists::with_room(self.cells, self.differs.count());
        for cell in 0..self.cells {
            peers.push(self.differs.of(cell).map(|other| other as u32));
        }
        peers
    }

    /// Adds the rule that the two variables have values that `is_allowed` accepts together.
    pub(super) fn pair(&mut self, one: usize, other: usize, is_allowed: impl Fn(i64, i64) -> bool) {
        if one == other {
            return self.only(one, |value| is_allowed(value, value));
        }
        let value = |variable: usize, bit: u32| self.lowest[variable] + i64::from(bit);
        let mut rows = vec![0; self.widths[one] as usize];
        for bit in bits(self.domains[one]) {
            let allowed = bits(self.domains[other]).filter(|its| is_allowed(value(one, bit), value(other, *its)));
            rows[bit as usize] = allowed.fold(0, |row: Mask, its| row | 1 << its);
        }
        self.relate(one as u32, other as u32, rows);
    }

    /// Adds a relation: row i has the values that the second variable can have with value i of the first.
    fn relate(&mut self, one: u32, other: u32, rows: Vec<Mask>) {
        let others = self.widths[other as usize] as usize;
        let relation = self.relations.of(rows, others);
        self.pairs.push(Pair { one, other, relation });
    }

    /// Adds the rule that one of these is true: the variable has the value, or (if `false`) does not have it.
    pub(super) fn clause(&mut self, statements: &[(usize, i64, bool)]) {
        let mut clause = Vec::with_capacity(statements.len());
        for (variable, value, is) in statements {
            let bit = u8::try_from(value - self.lowest[*variable]).ok().filter(|bit| *bit < 64);
            match bit.filter(|bit| self.domains[*variable] >> bit & 1 == 1) {
                Some(bit) => clause.push(Statement { variable: *variable as u32, bit, is: *is }),
                None if *is => {}
                None => return,
            }
        }
        clause.sort_unstable();
        clause.dedup();
        match clause[..] {
            [] => self.is_impossible = true,
            [Statement { variable, bit, is }] => {
                let mask = 1 << bit;
                self.domains[variable as usize] &= if is { mask } else { !mask };
            }
            _ => self.clauses.push(clause),
        }
    }

    /// Adds the rule that an automaton accepts the values of the variables, read in this order. It begins in state `start`;
    /// `step` takes a state, a place in the list and a value, and gives the next state, or none, or several.
    ///
    /// There may be tens of thousands of states at each place, but the fewer, the faster.
    pub(super) fn automaton<S: Clone + Ord, I: IntoIterator<Item = S>>(
        &mut self,
        variables: &[usize],
        start: S,
        step: impl Fn(&S, usize, i64) -> I,
        accepts: impl Fn(&S) -> bool,
    ) {
        let values: Vec<_> = variables.iter().map(|variable| self.values(*variable)).collect();
        self.read_by(variables, automaton::explore(&values, start, step, accepts).map(Arc::new));
    }

    /// The same, if the automaton depends on the number of the constraint's cells, but not on which cells they are. Then it
    /// is explored once for all such constraints, with all values.
    pub(super) fn automaton_of<S: Clone + Ord, I: IntoIterator<Item = S>>(
        &mut self,
        constraint: &Constraint,
        variables: &[usize],
        start: S,
        step: impl Fn(&S, usize, i64) -> I,
        accepts: impl Fn(&S) -> bool,
    ) {
        let rule = self.rule_of(constraint, variables);
        let layers = self.known.of(rule, |values| automaton::explore(values, start.clone(), &step, &accepts));
        match layers {
            Some(layers) => self.read_by(variables, Some(layers)),
            // With only the values that are left there are fewer states.
            // (By reference, so that there is one copy of the exploration's code.)
            None => self.automaton(variables, start, &step, &accepts),
        }
    }

    /// The same for an automaton whose state is a set of places, of which it is in all at once. If there are too many sets, it
    /// is in one place after the other: then a value may lead to several.
    pub(super) fn automaton_of_places(
        &mut self,
        constraint: &Constraint,
        variables: &[usize],
        start: Vec<usize>,
        step: &PlacesStep<'_>,
        accepts: &dyn Fn(&[usize]) -> bool,
    ) {
        let rule = self.rule_of(constraint, variables);
        let layers = self.known.of(rule, |values| {
            let explored = |is_split: bool, most: usize| {
                let next = |places: &Vec<usize>, at: usize, value: i64| -> Vec<Vec<usize>> {
                    let next = step(places, at, value);
                    let split = |places: Vec<usize>| places.into_iter().map(|place| vec![place]).collect();
                    if is_split { next.map_or_else(Vec::new, split) } else { next.into_iter().collect() }
                };
                automaton::explore_within(most, values, start.clone(), next, |places| accepts(places))
            };
            explored(false, automaton::MOST_SETS).or_else(|| explored(true, automaton::MOST_STATES))
        });
        self.read_by(variables, layers);
    }

    /// The rule by which an automaton is known again, with all values of each variable.
    fn rule_of(&self, constraint: &Constraint, variables: &[usize]) -> automaton::Rule {
        let extents = variables.iter().map(|variable| (self.lowest[*variable], self.widths[*variable])).collect();
        automaton::Rule::of(constraint, extents)
    }

    fn read_by(&mut self, variables: &[usize], layers: Option<Arc<Layers>>) {
        let Some(layers) = layers else { return self.is_too_large = true };
        variables.iter().zip(layers.values()).for_each(|(variable, mask)| self.domains[*variable] &= mask);
        if variables.len() > 1 {
            let variables = variables.iter().map(|variable| *variable as u32).collect();
            self.automata.push(Automaton { variables, layers });
        }
    }
}

/// The bits of a mask, lowest first.
#[inline]
pub(super) fn bits(mut mask: Mask) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let bit = mask.trailing_zeros();
        (mask != 0).then(|| {
            mask &= mask - 1;
            bit
        })
    })
}

/// The rows, columns and regions with a cell for each digit. Within each list, no cell is in two houses.
fn families(puzzle: &VariantPuzzle, digits: usize) -> [Vec<Vec<usize>>; 3] {
    let lines: Vec<Vec<usize>> = if puzzle.has_lines { puzzle.lines().collect() } else { Vec::new() };
    let (rows, columns) = lines.split_at(lines.len().min(puzzle.rows()));
    [rows, columns, &puzzle.regions[..]]
        .map(|houses| houses.iter().filter(|house| house.len() == digits).cloned().collect())
}
