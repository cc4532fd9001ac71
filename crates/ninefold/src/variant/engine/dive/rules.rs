//! Rules, and how a model is compiled to them.

use super::areas::Area;
use super::beside::Beside;
use super::bounds::{Alike, Bounded, MOST_PARTS};
use super::cages::Cage;
use super::cliques::Cliques;
use super::lines::{Ends, FirstSum, Skyline};
use super::same::{Alike as AlikeCells, Same};
use super::special::{Count, Filling, Rank, fillings};
use super::sums::{Part, PartedSum};
use super::values::Values;
use crate::variant::engine::layered::Layered;
use crate::variant::engine::pairs::of_two;
use crate::variant::engine::states::States;
use crate::variant::model::{
    CellSet, CellSets, Combined, Mask, Model, Special, Statement, Sum, bits, leave_out, of_part,
};
use std::sync::Arc;

/// A rule that narrows its variables whenever one has changed.
#[derive(Clone, Debug)]
pub(super) enum Rule {
    /// At least one of these variables has one of the values listed for it.
    Clause(Box<[(u32, Mask)]>),
    Cage(Cage),
    Bounded(Bounded),
    Count(Count),
    Sum(PartedSum),
    Filling(Filling, Vec<Mask>),
    Rank(Rank),
    Skyline(Skyline),
    FirstSum(FirstSum),
    Same(Same),
    Area(Area),
    Ends(Ends),
    Layered(Layered, Vec<Mask>),
}

/// The number of tiers of rules.
pub(super) const TIERS: usize = 3;

/// Where each tier ends in the list of rules.
pub(super) fn tiers(rules: &[Rule]) -> [usize; TIERS] {
    std::array::from_fn(|tier| rules.partition_point(|rule| rule.tier() <= tier))
}

impl Rule {
    /// Rules of a tier are applied once those of earlier tiers find nothing more. Cages are cheap, and one application in three
    /// finds something; of derived sums, only one in twenty.
    fn tier(&self) -> usize {
        match self {
            Rule::Clause(_) | Rule::Cage(_) => 0,
            Rule::Bounded(_) => 2,
            _ => 1,
        }
    }

    /// Whether it depends mostly on the least and the greatest value of each variable.
    pub(super) fn is_bounded(&self) -> bool {
        matches!(self, Rule::Bounded(_))
    }

    /// The factor for a broken rule's weight. The cause of a broken cage is mostly elsewhere.
    pub(super) fn blame(&self) -> f32 {
        if let Rule::Cage(_) = self { 0.5 } else { 1.0 }
    }

    /// Removes values that the rule excludes; returns whether there may be a solution. Long rules are not inlined here, so that
    /// short ones do not pay for their registers.
    #[inline]
    pub(super) fn narrow(&mut self, values: &mut Values) -> bool {
        match self {
            Rule::Clause(clause) => narrow_clause(clause, values),
            Rule::Cage(cage) => cage.narrow(values),
            Rule::Bounded(sum) => sum.narrow(values),
            Rule::Count(count) => count.narrow(values),
            Rule::Sum(sum) => sum.narrow(values),
            Rule::Filling(filling, left) => filling.narrow(values, left),
            Rule::Rank(rank) => rank.narrow(values),
            Rule::Skyline(line) => line.narrow(values),
            Rule::FirstSum(line) => line.narrow(values),
            Rule::Same(same) => same.narrow(values),
            Rule::Area(area) => area.narrow(values),
            Rule::Ends(line) => line.narrow(values),
            Rule::Layered(layered, masks) => {
                masks.clear();
                masks.extend(layered.variables().iter().map(|variable| values.of(*variable)));
                layered.narrow(masks)
                    && layered.variables().iter().zip(masks).all(|(variable, mask)| values.keep(*variable, *mask))
            }
        }
    }

    /// The rule's variables, each once.
    pub(super) fn variables(&self) -> Vec<u32> {
        let mut variables = Vec::new();
        self.for_each_variable(|variable| variables.push(variable));
        variables
    }

    /// Calls `each` for each of the rule's variables, once.
    pub(super) fn for_each_variable(&self, mut each: impl FnMut(u32)) {
        match self {
            Rule::Clause(clause) => clause.iter().for_each(|(variable, _)| each(*variable)),
            Rule::Cage(cage) => cage.cells.iter().for_each(|cell| each(*cell)),
            Rule::Bounded(sum) => sum.cells().for_each(each),
            Rule::Count(count) => count.cells().chain(count.flag).for_each(each),
            Rule::Sum(sum) => {
                let cells = sum.parts.iter().flat_map(|part| part.cage.cells.iter());
                cells.chain(&sum.others).for_each(|cell| each(*cell));
            }
            Rule::Filling(filling, _) => filling.cells.iter().for_each(|cell| each(*cell)),
            Rule::Rank(rank) => rank.cells.iter().for_each(|cell| each(*cell)),
            Rule::Skyline(line) => line.cells.iter().for_each(|cell| each(*cell)),
            Rule::FirstSum(line) => line.cells.iter().for_each(|cell| each(*cell)),
            Rule::Ends(line) => line.ends.iter().chain(&line.inner).for_each(|cell| each(*cell)),
            Rule::Same(same) => same.sets.iter().flat_map(|set| &set.cells).for_each(|cell| each(*cell)),
            Rule::Area(area) => area.cells.iter().for_each(|cell| each(*cell)),
            Rule::Layered(layered, _) => layered.each_once().for_each(each),
        }
    }
}

/// At least one of these variables has one of the values listed for it.
fn narrow_clause(clause: &[(u32, Mask)], values: &mut Values) -> bool {
    let mut only = None;
    for (variable, wanted) in clause {
        let mask = values.of(*variable);
        if mask & !wanted == 0 {
            return true;
        }
        if mask & wanted != 0 && only.replace((*variable, *wanted)).is_some() {
            return true;
        }
    }
    only.is_some_and(|(variable, wanted)| values.keep(variable, wanted))
}

/// The clause as a rule: per variable, the values that make one of the statements true.
fn merged(clause: &[Statement]) -> Rule {
    let mut wanted: Vec<(u32, Mask)> = Vec::with_capacity(clause.len());
    for Statement { variable, bit, is } in clause {
        let mask = if *is { 1 << bit } else { !(1 << bit) };
        match wanted.iter_mut().find(|(known, _)| known == variable) {
            Some((_, known)) => *known |= mask,
            None => wanted.push((*variable, mask)),
        }
    }
    Rule::Clause(wanted.into())
}

/// The rules of a model except its houses, tier by tier; within each tier, cheap rules come first.
pub(super) fn of_model(model: &Model, houses: &[CellSet]) -> Vec<Rule> {
    let clauses = model.clauses.iter().filter(|clause| of_two(clause).is_none());
    let mut rules: Vec<Rule> = clauses.map(|clause| merged(clause)).collect();
    let mut sets: Vec<&CellSets> = model.sets.iter().collect();
    sets.sort_by_key(|sets| sets.cells.len());
    let cage = |sets: &CellSets| Cage::new(&sets.cells, sets.sets.clone(), model, houses).indexed();
    rules.extend(sets.into_iter().map(|sets| Rule::Cage(cage(sets))));
    if !model.specials.is_empty() {
        let cliques = Cliques::new(model);
        rules.extend(model.specials.iter().map(|(special, _)| special_rule(special, model, &cliques)));
    }
    rules.extend(model.sums.iter().map(|sum| parted(sum, model)));
    rules.extend(model.combined.iter().filter_map(|lines| combined(lines, model)));
    let automata = model.automata.iter().map(|automaton| Layered::Automaton(States::new(automaton)));
    rules.extend(automata.map(|automaton| Rule::Layered(automaton, Vec::new())));
    rules.sort_by_key(Rule::tier);
    rules
}

fn numbers(cells: &[usize]) -> Box<[u32]> {
    cells.iter().map(|cell| *cell as u32).collect()
}

fn special_rule(special: &Special, model: &Model, cliques: &Cliques<'_>) -> Rule {
    match special {
        Special::Count { cells, bit, counts, flag } => {
            let (ways, flag) = (cliques.ways(cells), flag.map(|flag| flag as u32));
            Rule::Count(Count { ways, digit: 1 << bit, counts: *counts, flag, differs: Arc::clone(&model.differs) })
        }
        Special::Filling { cells, sum } => {
            let digits = Mask::MAX >> (64 - model.digits);
            let ends = (cells.len() == model.digits).then_some([1, 1 << (model.digits - 1)]);
            let sets = fillings(digits, model.lowest[cells[0]], cells.len(), *sum);
            Rule::Filling(Filling { cells: numbers(cells), ends, sets }, Vec::new())
        }
        Special::Rank { own, lines, lower, first } => Rule::Rank(Rank {
            cells: numbers(&CellSet::of(&[&own[..], &lines.concat()].concat(), model.cells).to_vec()),
            own: numbers(own),
            lines: lines.iter().map(|line| (numbers(line), known_order(line, (own, *lower, *first), model))).collect(),
            lower: *lower,
            first: first.map(|bit| 1 << bit),
            differ: model.all_differ(own) && lines.iter().all(|line| model.all_differ(line)),
            orders: Vec::new(),
        }),
        Special::Skyline { cells, seen } => Rule::Skyline(Skyline::new(numbers(cells), *seen, model.all_differ(cells))),
        Special::FirstSum { cells, sum } => {
            let digits = Mask::MAX >> (64 - model.digits);
            let all = (cells.len() == model.digits).then_some(digits);
            Rule::FirstSum(FirstSum { cells: numbers(cells), ways: first_sums(model, cells.len(), *sum), all })
        }
        Special::Ends { ends, inner, ways } => Rule::Ends(Ends {
            ends: ends.map(|end| end as u32),
            inner: numbers(inner),
            ways: ways.iter().map(|(one, other, allowed)| (1 << one, 1 << other, *allowed)).collect(),
        }),
        Special::Same { sets } => {
            let alike = |cells: &Vec<usize>| AlikeCells { cells: numbers(cells), ways: cliques.ways(cells) };
            let (sets, size) = (sets.iter().map(alike).collect(), sets[0].len());
            Rule::Same(Same { sets, size, differs: Arc::clone(&model.differs) })
        }
        Special::Connected { cells, beside, digits, size } => Rule::Area(Area::new(cells, beside, *digits, *size)),
    }
}

/// Per first digit: the number of cells that it means, and the sets of digits that contain it and have the sum.
fn first_sums(model: &Model, cells: usize, sum: i64) -> Vec<(usize, Vec<Mask>)> {
    let sets = fillings(Mask::MAX >> (64 - model.digits), model.lowest[0], cells + 2, sum);
    let of_first = |bit: usize| match usize::try_from(model.lowest[0] + bit as i64) {
        Ok(length) if (1..=cells).contains(&length) => {
            (length, sets[length].iter().copied().filter(|set| set >> bit & 1 == 1).collect())
        }
        _ => (1, Vec::new()),
    };
    (0..model.digits).map(of_first).collect()
}

/// Whether a line is lower than the own line of a rank clue, if it has a comparable rank clue itself.
fn known_order(line: &[usize], (own, lower, first): (&[usize], usize, Option<u8>), model: &Model) -> Option<bool> {
    model.specials.iter().find_map(|(special, _)| match special {
        Special::Rank { own: other, lower: its, first: begins, .. } if *other == line && own != line => {
            (*begins == first && *its != lower).then_some(*its < lower)
        }
        _ => None,
    })
}

/// The rule for a sum, with cells that differ taken together in parts if possible.
fn parted(sum: &Sum, model: &Model) -> Rule {
    if let Some(bounded) = sum.is_derived.then(|| bounded(sum, model)).flatten() {
        return Rule::Bounded(bounded);
    }
    let Sum { mut terms, mut total, .. } = sum.clone();
    let (mut parts, mut factors) = (Vec::new(), Vec::new());
    while let Some(places) = model.part(&terms, 2) {
        let (factor, cells) = of_part(&terms, &places);
        let Some((_, sets)) = model.sets_of(&cells) else { break };
        let sums: Vec<u32> = sets.iter().map(|set| bits(*set).sum()).collect();
        let least = sums.iter().min().copied().unwrap_or(0);
        if sums.iter().any(|sum| sum - least > 63) {
            break;
        }
        leave_out(&mut terms, &places);
        total -= factor * i64::from(least);
        factors.push(factor);
        let sums = sums.iter().map(|sum| (sum - least) as u8).collect();
        parts.push(Part::new(Cage::new(&cells, sets, model, &[]), sums));
    }
    if parts.is_empty() {
        return Rule::Layered(Layered::sum(sum, &model.domains), Vec::new());
    }
    let sums_of = |part: &Part| part.sums.iter().fold(0, |all: Mask, sum| all | 1 << sum);
    let others: Box<[u32]> = terms.iter().map(|(_, variable)| *variable).collect();
    let domains: Vec<Mask> =
        parts.iter().map(sums_of).chain(others.iter().map(|variable| model.domains[*variable as usize])).collect();
    let factors: Vec<i64> = factors.into_iter().chain(terms.iter().map(|(factor, _)| *factor)).collect();
    let is_few = (2..=3).contains(&factors.len()) && factors.iter().all(|factor| factor.abs() == 1);
    let few = is_few.then(|| (factors.clone(), total));
    let sum = Sum { terms: factors.into_iter().zip(0..).collect(), total, is_derived: false };
    let total = Layered::sum(&sum, &domains);
    Rule::Sum(PartedSum { parts, others, total, scratch: Vec::new(), ordered: Vec::new(), few })
}

/// The rule for a sum by its bounds; `None` if it has too many parts.
fn bounded(sum: &Sum, model: &Model) -> Option<Bounded> {
    let mut terms = sum.terms.clone();
    let mut parts = Vec::new();
    while let Some(places) = model.part(&terms, 1) {
        let (factor, cells) = of_part(&terms, &places);
        leave_out(&mut terms, &places);
        parts.push(alike(&cells, factor, model));
    }
    parts.extend(terms.iter().map(|(factor, variable)| alike(&[*variable as usize], *factor, model)));
    let is_plain = parts.iter().all(|part| part.factor.abs() == 1);
    (parts.len() <= MOST_PARTS).then(|| Bounded { parts: parts.into(), total: sum.total, is_plain })
}

/// The rule for combined lines by their bounds; `None` if they have too many parts.
fn combined(lines: &Combined, model: &Model) -> Option<Rule> {
    let parts = lines.parts.iter().map(|cells| alike(cells, 1, model)).collect();
    let rule = Rule::Bounded(Bounded { parts, total: lines.total, is_plain: true });
    (lines.parts.len() <= MOST_PARTS).then_some(rule)
}

fn alike(cells: &[usize], factor: i64, model: &Model) -> Alike {
    let beside = if cells.len() > 1 { Beside::new(cells, model) } else { Beside::default() };
    Alike { cells: numbers(cells), factor, beside }
}
