//! Depth-first search without learning: sets of values as bits, and nothing kept but what they were before.
//!
//! ```text
//!   values     the values that are left of each variable, and a trail of what they were
//!   rules      from a model to rules that look at their variables whenever one has changed
//!   houses, cages, sums, bounds, special, lines, same    the rules
//!   beside     cells outside a rule that see several of its cells
//!   cliques    cells of which one at most has a digit, for counts
//!   waiting    which of the rules are to look again
//!   order      which decision comes next
//! ```
//!
//! A step costs a small part of what it costs the search that learns, and there is next to nothing to set up. So this comes
//! first, and most puzzles end here. Where there are very many solutions nothing else is as quick, and nothing has to be
//! remembered of those that have been found.
//!
//! Nobody asks these rules for reasons. So they can look at whole sets of digits where the other search, to have something to
//! learn from, reads automata: what a sandwich holds, how often a digit is there, which line is lower, what is seen from an end.
//! Such a rule takes a fraction of a microsecond where the automaton takes several, and sees that digits differ.
//!
//! # What cages and houses say together
//!
//! A digit that a cage must have is nowhere beside all of its cells that can have it. A digit that a house can have in a
//! cage only is in that cage, and not in its cells outside the house (`cages.rs`). Killers with large cages take a fifth of
//! the decisions with that, and with differences of up to six cells.
//!
//! Where a sum must be near its least or its greatest, the cells of it that differ need some digits, which so are nowhere beside
//! them (`bounds.rs`). Lines of sums are taken together where that brings them near (`model/combined.rs`).
//!
//! In a short search, rules of a tier wait until those before have nothing more to say (`rules.rs`): killers take a quarter
//! less time, and as many decisions. In a long one that costs two thirds more of them, for then cages are found to be broken
//! where derived sums would be, and the decisions that follow are worse.
//!
//! Crossings of houses find something once in fifty times. So they wait until one of their cells is known, or nothing else is
//! left to look at; so do sums by their bounds until a cell has lost its least or greatest value, which takes an eighth fewer
//! decisions of hard killers, and less time for each. In a long search, a wrong decision about a variable with many values is followed by the next one before
//! anybody looks at what the loss of one value means. Both are ideas of Interactive Sudoku Solver (sigh, 2023).
//!
//! # Tried and dropped
//!
//! * Without what two houses have in common (a digit that one has only there), there are more than twice as many nodes.
//! * To decide cells only, and not a digit's place where a house has two: a tenth more nodes.
//! * Restarts with the failures so far in mind: no fewer nodes.
//! * To decide the variable again that failed last (Lecoutre and others 2009, "Reasoning from last conflict(s) in constraint
//!   programming"): no fewer nodes.
//! * Naked pairs in houses: a tenth fewer nodes, but each takes longer by more than that.
//! * Derived sums with the sets of digits of their cells, as said ones: fewer nodes, but each is several times as costly.
//! * Sums of houses and cages after 4 wrong decisions, or none, instead of 10: 4 % less for killers, but easy ones that would end
//!   before that take twice as long.
//! * What runs of lines leave over beside irregular regions ("law of leftovers"): nothing that two houses do not say.
//! * Cages that look again when the rest of a house that they cross has changed: as many nodes, twice the looks.
//! * Cages within one house, and what the rest of it needs: a fiftieth fewer nodes.
//! * To look for a digit's last place in a house whenever a cell has lost it, on boards of bits: no quicker than to look at
//!   the nine cells later.
//! * Such boards to find the cells that lose a digit: keeping them costs as much as they save.
//! * Rules that do not look again at what they changed themselves: as many nodes more as are cheaper.
//! * The masks of all houses side by side, looked at together in vectors: keeping them costs as much as they save.
//! * Cages that exclude a digit by what their houses see of it, not by pairs of houses: a fifth cheaper, a sixth more nodes.
//! * To decide by what follows from each of the best few decisions ("look-ahead"): half of the nodes of pencilmark puzzles, but
//!   as many as before of killers, and each trial is as costly as a node.

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
use super::search::{Budget, Progress};
use crate::solve::lists::Lists;
use houses::{Houses, house_sets};
use order::{Best, Order};
use rules::{Implied, Related, Rule};
use values::{Values, is_single};
use waiting::{Waiting, Wakes};

/// With so many values left of a variable, a wrong decision about it is followed by another one at once, in a search that has
/// had so many of them: in a short one each conclusion counts.
const MANY: u32 = 3;

/// A search is long after so many wrong decisions.
const LONG: u64 = 2_000;

/// A decision: where the trail was, and what was tried.
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
    /// Cells are decided first, and only once: they do not decide all variables.
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
    /// The search; `None` if the model has no solution, as its constraints one by one show.
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
            related: rules::related(model),
            implied: rules::implied(model),
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

    /// Goes on to the next solution. A node is a wrong decision.
    pub(in crate::variant) fn advance(&mut self, budget: &mut Budget<'_>) -> Progress {
        if std::mem::replace(&mut self.is_begun, true) {
            self.forget_free_decisions();
            if self.turn().is_none() {
                return Progress::Exhausted;
            }
        }
        // What was left before the latest decision, unless something has gone wrong since: what is less now is its gain.
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
                // Of one value less among many, next to nothing follows: it waits for the next decision.
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

    /// Whether the latest step found a solution, and there may be others.
    pub(in crate::variant) fn is_at_solution(&self) -> bool {
        self.is_begun && !self.decisions.is_empty()
    }

    /// After a solution: leaves the decisions about what is no cell, so that these cells are not found again.
    fn forget_free_decisions(&mut self) {
        let is_free = |decision: &Decision| decision.variable as usize >= self.cells;
        if let Some(level) = self.decisions.iter().position(is_free).filter(|_| self.has_free_variables) {
            self.values.go_back(self.decisions[level].place);
            self.decisions.truncate(level);
        }
    }

    /// Goes back to the latest decision whose other side has something left. Returns that; `None` if there is none.
    fn turn(&mut self) -> Option<Mask> {
        while let Some(Decision { place, variable, tried }) = self.decisions.pop() {
            self.values.go_back(place);
            if self.values.keep(variable, !tried) {
                return Some(self.values.of(variable));
            }
        }
        None
    }

    /// What is left of each cell where only these values are; `None` if that cannot be. Nothing may be decided.
    pub(in crate::variant) fn narrowed(&self, left: &[Mask]) -> Option<Vec<Mask>> {
        let mut dive = self.clone();
        let mut cells = (0..).zip(left);
        let has_any = cells.all(|(cell, mask)| dive.values.keep(cell, *mask)) && dive.propagate();
        has_any.then(|| dive.values.masks()[..dive.cells].to_vec())
    }

    /// The cells that rules and pairs are about, beside those that only differ from others.
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

    /// Draws all consequences; whether there may be a solution.
    fn propagate(&mut self) -> bool {
        loop {
            while let Some((variable, before)) = self.values.next_changed() {
                if !self.follow(variable, before) {
                    return false;
                }
            }
            // Those that cost little come first. All of a sort look before anybody follows what they have changed: so a
            // contradiction that is near is found before what follows from things farther off.
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

    /// Tier by tier, until something has changed. In a long search all look at once: that derived sums are broken, too, tells
    /// where the trouble is, and that is worth more then than the looks that are saved.
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

    /// What a variable's values say of others; the rules that it is in are to look again. Before, it had these.
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

    /// The next decision, and how much is left before it; `None` if all variables have one value.
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
