//! Depth-first search without learning: sets of values as bits, and a trail of their earlier states.
//!
//! ```text
//!   values     the values left of each variable, and a trail of earlier values
//!   rules      from a model to rules that narrow their variables whenever one has changed
//!   houses, cages, sums, bounds, special, lines, same, areas    the rules
//!   beside     cells outside a rule that differ from several of its cells
//!   cliques    cells of which at most one has a digit, for counts
//!   waiting    which rules must be applied again
//!   order      which decision comes next
//! ```
//!
//! A step costs a small fraction of a step of the search that learns, and there is next to no set-up. So this search comes
//! first, and most puzzles are solved here. If there are very many solutions, nothing else is as fast, and the solutions found
//! need not be remembered.
//!
//! These rules need not give reasons. So they can work on whole sets of digits where the other search, to have something to
//! learn from, needs automata: the filling of a sandwich, how often a digit appears, which line is lower, what is seen from an
//! end. Such a rule takes a fraction of a microsecond where the automaton takes several, and uses the fact that digits differ.
//!
//! # Cages and houses together
//!
//! If a cage must have a digit, no cell that differs from all possible places of it in the cage has this digit. If all
//! possible places of a digit in a house are in a cage, the cage has it there, and not in its cells outside the house
//! (`cages.rs`). With these rules, and differences of up to six cells, killers with large cages take a fifth as many decisions.
//!
//! If a sum must be near its least or its greatest value, its cells that differ need certain digits, which cells beside all of
//! them cannot have (`bounds.rs`). Sums of lines are combined if that brings them near a bound (`model/combined.rs`).
//!
//! In a short search, rules of a tier wait until earlier tiers find nothing more (`rules.rs`): killers take a quarter less
//! time and the same number of decisions. In a long search it would cost two thirds more decisions, since a broken cage would
//! be found, and blamed, before broken derived sums, and the decisions that follow would be worse.
//!
//! Crossings of houses find something once in fifty times. So they wait until one of their cells is known, or nothing else is
//! waiting. In the same way, sums by bounds wait until a cell has lost its least or greatest value; hard killers then take an
//! eighth fewer decisions, and less time for each. In a long search, after a wrong decision about a variable with many values,
//! the next decision comes before the lost value is propagated. Both ideas are from Interactive Sudoku Solver (sigh, 2023).
//!
//! # Tried and dropped
//!
//! * No crossings of houses (all places of a digit in one house are also in another): more than twice as many nodes.
//! * Deciding cells only, never between a digit's two places in a house: a tenth more nodes.
//! * Restarts that keep the record of failures so far: no fewer nodes.
//! * Deciding the variable that failed last again (Lecoutre and others 2009, "Reasoning from last conflict(s) in constraint
//!   programming"): no fewer nodes.
//! * Naked pairs in houses: a tenth fewer nodes, but the time for each rises by more than that.
//! * Derived sums with the sets of digits of their cells, like given sums: fewer nodes, but each costs several times as much.
//! * Sums of houses and cages after 4 wrong decisions, or none, instead of 10: killers take 4 % less, but easy ones that would
//!   be solved before then take twice as long.
//! * The cells left over between runs of lines and irregular regions ("law of leftovers"): nothing beyond pairs of houses.
//! * Applying a cage again when the rest of a house that it crosses has changed: as many nodes, twice as many applications.
//! * Cages within one house, with what the rest of the house needs: a fiftieth fewer nodes.
//! * Looking for a digit's last place in a house whenever a cell has lost it, on bitboards: no faster than scanning the nine
//!   cells later.
//! * Bitboards to find the cells that lose a digit: keeping them costs as much as they save.
//! * Not applying rules again to their own changes: the extra nodes cost as much as is saved.
//! * The masks of all houses side by side, processed together in vectors: keeping them costs as much as they save.
//! * Cages that exclude digits by their houses' view of them, not by pairs of houses: a fifth cheaper, a sixth more nodes.
//! * Choosing among the best few decisions by propagating each ("look-ahead"): half the nodes for pencilmark puzzles, but as many
//!   as before for killers, and each trial costs as much as a node.

mod areas;
mod beside;
mod bounds;
mod cages;
mod cliques;
mod houses;
mod lines;
mod order;
mod rules;
mod same;
mod special;
mod sums;
mod values;
mod waiting;

use super::super::model::{Mask, Model};
use super::pairs::{self, Implied, Related};
use super::search::{Budget, Progress};
use crate::solve::lists::Lists;
use houses::{Houses, house_sets};
use order::{Best, Order};
use rules::Rule;
use values::{Values, is_single};
use waiting::{Waiting, Wakes};

/// In a long search, if a variable has at least this many values left after a wrong decision, the next decision follows at
/// once. In a short search every conclusion counts.
const MANY: u32 = 3;

/// A search counts as long after this many wrong decisions.
const LONG: u64 = 2_000;

/// A decision: the place in the trail before it, the variable, and the values that were tried.
#[derive(Clone, Copy, Debug)]
struct Decision {
    place: usize,
    variable: u32,
    tried: Mask,
}

/// A depth-first search for the solutions of a model, each found once.
#[derive(Clone, Debug)]
pub(in crate::variant) struct Dive {
    values: Values,
    cells: usize,
    lowest: i64,
    /// The cells do not determine all variables: decisions about others are undone after a solution, so that it is found once.
    has_free_variables: bool,
    peers: Lists,
    related: Lists<Related>,
    implied: Lists<Implied>,
    houses: Houses,
    rules: Vec<Rule>,
    /// Where each tier of the rules ends.
    tiers: [usize; rules::TIERS],
    wakes: Wakes,
    waiting: Waiting,
    decisions: Vec<Decision>,
    order: Order,
    /// Wrong decisions so far.
    wrong: u64,
    is_begun: bool,
}

impl Dive {
    /// Makes the search; `None` if single constraints show that the model has no solution.
    pub(in crate::variant) fn new(model: &Model) -> Option<Dive> {
        if model.is_impossible || model.domains.contains(&0) {
            return None;
        }
        let sets = house_sets(model);
        let houses = Houses::new(model, &sets);
        let rules = rules::of_model(model, &sets);
        Some(Dive {
            values: Values::new(&model.domains),
            cells: model.cells,
            lowest: model.lowest[0],
            has_free_variables: model.has_free_variables,
            peers: model.peers(),
            related: pairs::related(model),
            implied: pairs::implied(model),
            order: Order::new(model, &rules),
            wakes: Wakes::new(model.domains.len(), &houses, &rules),
            waiting: Waiting::all(&houses, &rules),
            houses,
            tiers: rules::tiers(&rules),
            rules,
            decisions: Vec::new(),
            wrong: 0,
            is_begun: false,
        })
    }

    /// Advances to the next solution. A node is a wrong decision.
    pub(in crate::variant) fn advance(&mut self, budget: &mut Budget<'_>) -> Progress {
        if std::mem::replace(&mut self.is_begun, true) {
            self.forget_free_decisions();
            if self.turn().is_none() {
                return Progress::Exhausted;
            }
        }
        // The rest before the latest decision, unless something has gone wrong since: how much it has shrunk is the gain.
        let mut before = None;
        loop {
            while !self.propagate() {
                before = None;
                self.waiting.clear();
                if let Some(latest) = self.decisions.last() {
                    self.order.failed(latest.variable);
                }
                let Some(left) = self.turn() else { return Progress::Exhausted };
                if !budget.spend() {
                    self.is_begun = false;
                    return Progress::Stopped;
                }
                // Next to nothing follows from the loss of one value among many: it is propagated with the next decision.
                self.wrong += 1;
                if self.wrong > LONG && left.count_ones() >= MANY {
                    break;
                }
            }
            let Some((next, rest)) = self.decision() else { return Progress::Found };
            if let (Some(before), Some(latest)) = (before, self.decisions.last())
                && before > rest
            {
                self.order.gained(latest.variable, before - rest, self.decisions.len());
            }
            before = Some(rest);
            self.decisions.push(next);
            self.values.keep(next.variable, next.tried);
        }
    }

    /// Whether the latest step found a solution and there may be others.
    pub(in crate::variant) fn is_at_solution(&self) -> bool {
        self.is_begun && !self.decisions.is_empty()
    }

    /// After a solution: undoes the decisions about variables that are not cells, so that the same cells are not found again.
    fn forget_free_decisions(&mut self) {
        let is_free = |decision: &Decision| decision.variable as usize >= self.cells;
        if let Some(level) = self.decisions.iter().position(is_free).filter(|_| self.has_free_variables) {
            self.values.go_back(self.decisions[level].place);
            self.decisions.truncate(level);
        }
    }

    /// Goes back to the latest decision whose variable has untried values left. Returns these; `None` if there is none.
    fn turn(&mut self) -> Option<Mask> {
        while let Some(Decision { place, variable, tried }) = self.decisions.pop() {
            self.values.go_back(place);
            if self.values.keep(variable, !tried) {
                return Some(self.values.of(variable));
            }
        }
        None
    }

    /// What is left of each cell, given only these values; `None` if there is no solution. No decision may have been made.
    pub(in crate::variant) fn narrowed(&self, left: &[Mask]) -> Option<Vec<Mask>> {
        let mut dive = self.clone();
        let mut cells = (0..).zip(left);
        let has_any = cells.all(|(cell, mask)| dive.values.keep(cell, *mask)) && dive.propagate();
        has_any.then(|| dive.values.masks()[..dive.cells].to_vec())
    }

    /// The cells that houses, rules, pairs and clauses apply to, without those that only differ from others.
    pub(in crate::variant) fn cells_of_rules(&self) -> Vec<usize> {
        let is_in_any = |cell: &usize| {
            !self.wakes.houses.get(*cell).is_empty()
                || !self.wakes.rules.get(*cell).is_empty()
                || !self.wakes.bounded.get(*cell).is_empty()
                || !self.related.get(*cell).is_empty()
                || !self.implied.get(*cell).is_empty()
        };
        (0..self.cells).filter(is_in_any).collect()
    }

    /// Propagates until nothing more follows; returns whether there may be a solution.
    fn propagate(&mut self) -> bool {
        loop {
            while let Some((variable, before)) = self.values.next_changed() {
                if !self.follow(variable, before) {
                    return false;
                }
            }
            // Cheap rules come first. All rules of a sort are applied before their changes are followed: so a contradiction
            // close at hand is found before remote consequences.
            if !self.look_at_houses() || !self.look_at_rules() {
                return false;
            }
            if self.values.has_changed() {
                continue;
            }
            if !self.look_at_crossings() {
                return false;
            }
            if !self.values.has_changed() && !self.waiting.take_late() {
                return true;
            }
        }
    }

    fn look_at_houses(&mut self) -> bool {
        while let Some(house) = self.waiting.houses.next() {
            if !self.houses.narrow(house, &mut self.values) {
                self.order.broken(self.houses.cells(house), 1.0);
                return false;
            }
        }
        true
    }

    /// Applies rules tier by tier, until something has changed. In a long search all tiers are applied at once: broken derived
    /// sums also show where the trouble is, which is then worth more than the work saved.
    fn look_at_rules(&mut self) -> bool {
        let first = if self.wrong > LONG { self.tiers.len() - 1 } else { 0 };
        for end in &self.tiers[first..] {
            if self.values.has_changed() {
                break;
            }
            while let Some(number) = self.waiting.rules.next_below(*end) {
                let rule = &mut self.rules[number];
                if !rule.narrow(&mut self.values) {
                    self.order.broken(&rule.variables(), rule.blame());
                    return false;
                }
            }
        }
        true
    }

    fn look_at_crossings(&mut self) -> bool {
        while let Some(crossing) = self.waiting.crossings.next() {
            if !self.houses.cross(crossing, &mut self.values) {
                self.order.broken(self.houses.outside(crossing), 1.0);
                return false;
            }
        }
        true
    }

    /// Propagates a variable's values to others, and wakes the rules that it is in; `before` are its earlier values.
    #[inline]
    fn follow(&mut self, variable: u32, before: Mask) -> bool {
        let mask = self.values.of(variable);
        let is_known = is_single(mask) && (variable as usize) < self.cells;
        if is_known && !self.values.remove_of_all(self.peers.get(variable as usize), mask) {
            return false;
        }
        for Related { other, is_forward, relation } in self.related.get(variable as usize) {
            if !self.values.keep(*other, relation.allowed(*is_forward, mask)) {
                return false;
            }
        }
        for implied in self.implied.get(variable as usize) {
            if implied.is_due(mask) && !self.values.keep(implied.other, implied.allowed) {
                return false;
            }
        }
        self.waiting.wake(&self.wakes, variable, before, mask);
        true
    }

    /// The next decision, and how much is left to decide before it; `None` if all variables have one value.
    fn decision(&self) -> Option<(Decision, u32)> {
        let masks = self.values.masks();
        let of_cells = self.order.best(masks, 0..self.cells);
        let Best { variable, score, rest } = of_cells.or_else(|| self.order.best(masks, self.cells..masks.len()))?;
        let mask = masks[variable as usize];
        let has_place = of_cells.is_some() && mask.count_ones() > 2;
        let place = if has_place { self.order.better_place(score, &self.houses, masks) } else { None };
        let (variable, tried) = place.unwrap_or((variable, mask & mask.wrapping_neg()));
        Some((Decision { place: self.values.place(), variable, tried }, rest))
    }

    /// What is left of each variable without any decision.
    pub(in crate::variant) fn root(mut self) -> Vec<Mask> {
        if let Some(first) = self.decisions.first() {
            self.values.go_back(first.place);
        }
        self.values.masks().to_vec()
    }

    /// The digits of the latest solution.
    pub(in crate::variant) fn digits(&self) -> Vec<i64> {
        let masks: &[Mask] = &self.values.masks()[..self.cells];
        masks.iter().map(|mask| self.lowest + i64::from(mask.trailing_zeros())).collect()
    }
}
