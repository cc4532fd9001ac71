//! Counting solutions without enumerating them: cells are filled in reading order, and partial fillings that leave the same
//! possibilities to the remaining cells are counted together.
//!
//! The state of a partial filling has, for each remaining cell, the digits that are not yet excluded, and, for each rule that
//! applies to several cells at once, its progress: the sum so far, the state of an automaton, whether a clause is true. Two
//! fillings with the same state have the same completions, so a layer of states, each with the number of its fillings,
//! replaces all fillings:
//!
//! ```text
//!   1 2 3 4   the digits that are left to the cells below     1 2 4 3     the same is left: columns, boxes and knights see
//!   3 4 1 2   .  .  .  .                                      3 4 2 1     the same digits in the same cells
//! ```
//!
//! Rules that span no more than a few rows (houses, chess moves, dots, whispers) give few states. If no rule distinguishes
//! between digits, the first row, whose digits differ, is filled in one way only, since all others are renamings of it.
//!
//! Source: frontier methods, also called transfer matrices; for paths and cuts of graphs K. Sekine, H. Imai and S. Tani,
//! "Computing the Tutte polynomial of a graph of moderate size" (1995), for Latin rectangles counted by columns B. D. McKay
//! and E. Rogoyski, "Latin squares of order 10" (1995).

use super::super::model::{Automaton, Group, Mask, Model, Statement, Sum};
use super::search::Budget;
use crate::solve::Natural;
use std::collections::HashMap;

/// The largest number of states in a layer, to limit memory.
const MOST_STATES: usize = 1 << 20;

/// The largest number of cells of a board for which the attempt is worthwhile.
const MOST_CELLS: usize = 256;

/// The digits left to the remaining cells, and the progress of rules, in an order that depends on the step.
type State = Box<[u32]>;

type Layer = HashMap<State, u128>;

/// What an entry of a state stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Place {
    /// The digits that are left to a cell.
    Cell(usize),
    /// The sum so far of the sum with this number.
    Sum(usize),
    /// The state of the automaton with this number.
    Automaton(usize),
    /// Whether the clause with this number is true.
    Clause(usize),
}

/// The rules in the form that steps need.
struct Frontier<'a> {
    model: &'a Model,
    /// The model's clauses, and the groups (at least one member is true) that are not implied by houses.
    all_clauses: Vec<Vec<Statement>>,
    /// Per cell: the later cells that it is related to, with the digits that they may have for each of its own.
    filters: Vec<Vec<(usize, Vec<u32>)>>,
    /// Per sum, automaton and clause: its first and its last cell.
    sums: Vec<(usize, usize)>,
    automata: Vec<(usize, usize)>,
    clauses: Vec<(usize, usize)>,
}

/// The number of solutions of a model whose variables are all cells.
///
/// `None` if the model has rules that this method does not support, if there are too many states, or if the budget is spent;
/// each state takes a node.
pub(in crate::variant) fn count(mut model: Model, row: usize, budget: &mut Budget<'_>) -> Option<Natural> {
    if model.is_impossible || model.domains.contains(&0) {
        return Some(Natural::ZERO);
    }
    model.elaborate();
    let frontier = Frontier::of(&model)?;
    let free = (0..model.cells).filter(|cell| frontier.is_free(*cell));
    let ways = |cell: usize| Natural::from(model.domains[cell].count_ones());
    let mut number: Natural = free.map(ways).product();
    let fixed = frontier.first_row(row);
    number *= &(1..=fixed as u32).map(Natural::from).product();
    let mut layer = Layer::from([(State::default(), 1)]);
    let mut places = Vec::new();
    for cell in (0..model.cells).filter(|cell| !frontier.is_free(*cell)) {
        let next = frontier.places_after(cell);
        let only = if cell < fixed { 1 << cell } else { Mask::MAX };
        layer = frontier.step(cell, only, &layer, &places, &next, budget)?;
        places = next;
    }
    number *= &Natural::from(layer.into_values().sum::<u128>());
    Some(number)
}

impl Frontier<'_> {
    fn of(model: &Model) -> Option<Frontier<'_>> {
        let ends = |cells: &mut dyn Iterator<Item = u32>| {
            let cells: Vec<usize> = cells.map(|cell| cell as usize).collect();
            cells.iter().min().copied().zip(cells.iter().max().copied())
        };
        // An automaton must read its cells in reading order. It must be deterministic, so that each filling is in one state.
        let is_in_order = |automaton: &Automaton| {
            automaton.variables.is_sorted_by(|one, other| one < other) && automaton.layers.is_deterministic()
        };
        let is_known = model.cells <= MOST_CELLS && model.digits <= 32 && model.domains.len() == model.cells;
        if !is_known || !model.automata.iter().all(is_in_order) || model.groups.iter().any(|group| group.at_most) {
            return None;
        }
        let groups = model.groups.iter().filter(|group| !is_of_house(model, group));
        let groups = groups.map(|group| group.members.clone());
        let all_clauses: Vec<Vec<Statement>> = model.clauses.iter().cloned().chain(groups).collect();
        let sums = model.sums.iter().map(|sum| ends(&mut sum.terms.iter().map(|(_, cell)| *cell)));
        let automata = model.automata.iter().map(|automaton| ends(&mut automaton.variables.iter().copied()));
        let clauses = all_clauses.iter().map(|clause| ends(&mut clause.iter().map(|statement| statement.variable)));
        Some(Frontier {
            model,
            filters: (0..model.cells).map(|cell| filters(model, cell)).collect(),
            sums: sums.collect::<Option<_>>()?,
            automata: automata.collect::<Option<_>>()?,
            clauses: clauses.collect::<Option<_>>()?,
            all_clauses,
        })
    }

    /// Whether no rule applies to a cell.
    fn is_free(&self, cell: usize) -> bool {
        let is_within = |ends: &[(usize, usize)]| ends.iter().any(|(first, last)| (*first..=*last).contains(&cell));
        self.filters[cell].is_empty()
            && !self.filters.iter().any(|filters| filters.iter().any(|(other, _)| *other == cell))
            && !is_within(&self.sums)
            && !is_within(&self.automata)
            && !is_within(&self.clauses)
    }

    /// The number of cells of the first row, if they have all digits and the only rules are that cells differ; otherwise 0.
    fn first_row(&self, row: usize) -> usize {
        let (model, digits) = (self.model, self.model.digits);
        let all = Mask::MAX >> (64 - digits);
        let differ = |(_, allowed): &(usize, Vec<u32>)| {
            allowed.iter().enumerate().all(|(bit, mask)| Mask::from(*mask) == all & !(1 << bit))
        };
        let is_row = row == digits && (1..row).all(|one| (0..one).all(|other| model.differ(one, other)));
        let tells_nothing = self.sums.is_empty() && self.automata.is_empty() && self.clauses.is_empty();
        let is_even = model.domains.iter().all(|domain| *domain == all) && self.filters.iter().flatten().all(differ);
        if is_row && tells_nothing && is_even { row } else { 0 }
    }

    /// The entries of a state after a cell is filled.
    fn places_after(&self, cell: usize) -> Vec<Place> {
        let mut cells: Vec<usize> =
            (0..=cell).flat_map(|one| self.filters[one].iter().map(|(other, _)| *other)).collect();
        cells.retain(|other| *other > cell);
        cells.sort_unstable();
        cells.dedup();
        let open = |ends: &[(usize, usize)]| {
            let is_open = |(_, (first, last)): &(usize, &(usize, usize))| *first <= cell && cell < *last;
            ends.iter().enumerate().filter(is_open).map(|(number, _)| number).collect::<Vec<_>>()
        };
        let places = cells.into_iter().map(Place::Cell);
        let places = places.chain(open(&self.sums).into_iter().map(Place::Sum));
        let places = places.chain(open(&self.automata).into_iter().map(Place::Automaton));
        places.chain(open(&self.clauses).into_iter().map(Place::Clause)).collect()
    }

    /// Fills a cell in every state.
    fn step(
        &self,
        cell: usize,
        only: Mask,
        layer: &Layer,
        places: &[Place],
        next: &[Place],
        budget: &mut Budget<'_>,
    ) -> Option<Layer> {
        // Where each entry of the next state comes from in the previous one, and how each digit of the cell changes it.
        let before = |place: &Place| places.iter().position(|known| known == place);
        let own = before(&Place::Cell(cell));
        let moves: Vec<Move<'_>> = next.iter().map(|place| self.moved(cell, *place, before(place))).collect();
        let ends = self.ends(cell, &before);
        let mut found = Layer::with_capacity(layer.len());
        let mut buffer = vec![0; next.len()];
        #[expect(clippy::iter_over_hash_type, reason = "sums are the same in any order")]
        for (state, count) in layer {
            if !budget.spend() {
                return None;
            }
            let left = own.map_or(self.model.domains[cell], |place| Mask::from(state[place])) & only;
            for bit in (0..self.model.digits).filter(|bit| left >> bit & 1 == 1) {
                let is_possible = moves.iter().zip(&mut buffer).all(|(way, value)| match way.value(state, bit) {
                    Some(new) => {
                        *value = new;
                        true
                    }
                    None => false,
                });
                if !is_possible || !ends.iter().all(|end| end.holds(state, bit)) {
                    continue;
                }
                if let Some(known) = found.get_mut(&buffer[..]) {
                    *known = known.checked_add(*count)?;
                    continue;
                }
                found.insert(buffer.clone().into_boxed_slice(), *count);
                if found.len() > MOST_STATES {
                    return None;
                }
            }
        }
        Some(found)
    }

    /// How an entry of the next state is computed.
    fn moved(&self, cell: usize, place: Place, from: Option<usize>) -> Move<'_> {
        let rule = match place {
            Place::Cell(other) => {
                let filter = self.filters[cell].iter().find(|(known, _)| *known == other);
                Rule::Filter(filter.map(|(_, allowed)| &allowed[..]))
            }
            Place::Sum(number) => Rule::Sum(factor(&self.model.sums[number], cell)),
            Place::Automaton(number) => Rule::Automaton(&self.model.automata[number], cell),
            Place::Clause(number) => Rule::Clause(self.satisfied(number, cell)),
        };
        let begin = match place {
            Place::Cell(other) => self.model.domains[other] as u32,
            _ => 0,
        };
        Move { from, begin, rule }
    }

    /// The rules whose last cell this is.
    fn ends(&self, cell: usize, before: &dyn Fn(&Place) -> Option<usize>) -> Vec<End<'_>> {
        let last = |ends: &[(usize, usize)]| {
            let is_last = |(_, (_, last)): &(usize, &(usize, usize))| *last == cell;
            ends.iter().enumerate().filter(is_last).map(|(number, _)| number).collect::<Vec<_>>()
        };
        let end = |place: Place, wanted: u32| End { way: self.moved(cell, place, before(&place)), wanted };
        let total = |number: usize| self.model.sums[number].total as i32 as u32;
        let sums = last(&self.sums).into_iter().map(|number| end(Place::Sum(number), total(number)));
        let automata = last(&self.automata).into_iter().map(|number| end(Place::Automaton(number), 0));
        let clauses = last(&self.clauses).into_iter().map(|number| end(Place::Clause(number), 1));
        sums.chain(automata).chain(clauses).collect()
    }

    /// The digits of a cell that make a clause true.
    fn satisfied(&self, number: usize, cell: usize) -> Mask {
        let statements = self.all_clauses[number].iter().filter(|statement| statement.variable as usize == cell);
        statements.fold(0, |mask, statement| {
            let bit = 1 << statement.bit;
            mask | if statement.is { bit } else { !bit }
        })
    }
}

/// Whether a group is implied by a house: as many cells as there are digits, all of which differ.
fn is_of_house(model: &Model, group: &Group) -> bool {
    let first = group.members[0];
    let cells: Vec<usize> = group.members.iter().map(|statement| statement.variable as usize).collect();
    let differ = |i: usize| (0..i).all(|j| model.differ(cells[i], cells[j]));
    let is_alike = |statement: &Statement| statement.is && statement.bit == first.bit;
    cells.len() == model.digits && group.members.iter().all(is_alike) && (1..cells.len()).all(differ)
}

/// The later cells that a cell is related to, with the digits that they may have for each of its own.
fn filters(model: &Model, cell: usize) -> Vec<(usize, Vec<u32>)> {
    let all = (Mask::MAX >> (64 - model.digits)) as u32;
    let mut filters: Vec<(usize, Vec<u32>)> = Vec::new();
    let mut add = |other: usize, allowed: &dyn Fn(usize) -> Mask| {
        let place = filters.iter().position(|(known, _)| *known == other).unwrap_or_else(|| {
            filters.push((other, vec![all; model.digits]));
            filters.len() - 1
        });
        filters[place].1.iter_mut().enumerate().for_each(|(bit, mask)| *mask &= allowed(bit) as u32);
    };
    (cell + 1..model.cells).filter(|other| model.differ(cell, *other)).for_each(|other| add(other, &|bit| !(1 << bit)));
    for pair in &model.pairs {
        let (one, other) = (pair.one as usize, pair.other as usize);
        let is_forward = one < other;
        if one.min(other) == cell {
            add(one.max(other), &|bit| pair.relation.allowed(is_forward, 1 << bit));
        }
    }
    filters
}

fn factor(sum: &Sum, cell: usize) -> i32 {
    sum.terms.iter().find(|(_, known)| *known as usize == cell).map_or(0, |(factor, _)| *factor as i32)
}

/// How an entry of a state changes when a cell is filled.
struct Move<'a> {
    /// Its index in the previous state; `None` if it begins here.
    from: Option<usize>,
    begin: u32,
    rule: Rule<'a>,
}

enum Rule<'a> {
    /// The digits that are left for each digit of the cell, if it has an influence.
    Filter(Option<&'a [u32]>),
    /// The cell's factor.
    Sum(i32),
    /// The automaton, and the cell, which it reads if that is one of its own.
    Automaton(&'a Automaton, usize),
    /// The digits of the cell that make the clause true.
    Clause(Mask),
}

impl Move<'_> {
    /// The entry's value after a digit; `None` if nothing is left.
    fn value(&self, state: &State, bit: usize) -> Option<u32> {
        let known = self.from.map_or(self.begin, |from| state[from]);
        match &self.rule {
            Rule::Filter(None) => Some(known),
            Rule::Filter(Some(allowed)) => Some(known & allowed[bit]).filter(|left| *left != 0),
            Rule::Sum(factor) => Some((known as i32 + factor * bit as i32) as u32),
            Rule::Automaton(automaton, cell) => {
                let Some(place) = automaton.variables.iter().position(|known| *known as usize == *cell) else {
                    return Some(known);
                };
                let mut edges = automaton.layers.edges[place].iter();
                let way = edges.find(|edge| usize::from(edge.bit) == bit && u32::from(edge.from) == known);
                way.map(|edge| u32::from(edge.to))
            }
            Rule::Clause(satisfied) => Some(u32::from(known == 1 || satisfied >> bit & 1 == 1)),
        }
    }
}

/// A rule that ends with a cell, and the value that it must reach.
struct End<'a> {
    way: Move<'a>,
    wanted: u32,
}

impl End<'_> {
    fn holds(&self, state: &State, bit: usize) -> bool {
        self.way.value(state, bit) == Some(self.wanted)
    }
}
