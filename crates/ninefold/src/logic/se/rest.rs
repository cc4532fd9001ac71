//! The further rules that nets apply at rest, by level, and what must have been removed for a rule to apply.
//!
//! ```text
//!   1        locked candidates, hidden pairs, naked pairs, X-wings
//!   2        and static chains and cycles
//!   3        and multiple forcing chains
//!   4        and, instead of these two, dynamic forcing chains
//!   5        and dynamic forcing chains with rules of level 2
//! ```
//!
//! They are applied in this order until one of them shows something that was not so before the net: something on which it
//! rests must have been removed. Each rule reports everything that it finds.

use super::super::bits::Bits;
use super::chains::{self, Chains};
use super::hint::{Removed, Sight};
use super::links::link_of;
use super::mode::Mode;
use super::nets::{AtRest, Cause, Node};
use super::position::{CELLS, COLUMNS, CROSSING, Marks, Position, ROWS, has_two};
use super::scope::Scope;
use super::search::{self, Search};
use super::simple;
use super::watch::Watch;
use std::collections::HashMap;
use std::ops::ControlFlow::{self, Continue};

/// The key by which the program compares chains: their conclusions in the order in which it lists them, chain by chain. Kept
/// as a number that differs for different lists, except for one in 2^64 pairs of lists or fewer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub(super) struct Listing(u128);

impl Listing {
    pub(super) fn push(&mut self, literal: u16) {
        // An odd factor, and a shift: neither step by itself loses information.
        let mixed = (self.0 ^ (u128::from(literal) + 1)).wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835);
        self.0 = mixed ^ mixed >> 67;
    }

    /// Ends a chain.
    pub(super) fn end(&mut self) {
        self.push(u16::MAX);
    }
}

/// The rules of a level, with their memory.
#[derive(Debug)]
pub(super) struct Rest {
    chains: Option<Chains>,
    searches: Vec<Search>,
}

impl Rest {
    pub(super) fn new(level: u8) -> Rest {
        let modes = match level {
            3 => vec![Mode::Multiple],
            4 => vec![Mode::Dynamic(0)],
            5.. => vec![Mode::Dynamic(0), Mode::Dynamic(level - 3)],
            _ => vec![],
        };
        Rest {
            chains: matches!(level, 2 | 3).then(Chains::default),
            searches: modes.into_iter().map(Search::new).collect(),
        }
    }

    /// Applies the rules to a board that was `before`. `note` receives what each of them found and what this removes, and
    /// returns one more than the number of the nested chain, or 0 if there is none.
    pub(super) fn find(
        &mut self,
        position: &Position,
        before: &Marks,
        now: &Marks,
        out: &mut AtRest,
        note: &mut dyn FnMut(Finding<'_>, &Removed) -> u32,
        watch: &mut Watch<'_>,
    ) {
        simple_rules(position, before, now, out, note);
        if out.found.is_empty()
            && let Some(chains) = &mut self.chains
        {
            for found in chains.find_all(now, watch) {
                let mut parents = Vec::new();
                gone_for_chain(before, now, &found, &mut parents);
                if !parents.is_empty() {
                    let nested = note(Finding::Chain(&found), &found.removed);
                    add(out, &found.removed, nested, &parents);
                }
            }
        }
        for search in &mut self.searches {
            if !out.found.is_empty() {
                return;
            }
            for found in search.find_all(position, now, before, watch) {
                if !found.parents.is_empty() {
                    let nested = note(Finding::Nets(search.mode(), &found), &found.removed);
                    add(out, &found.removed, nested, &found.parents);
                }
            }
        }
    }
}

/// A finding of a rule at rest.
pub(super) enum Finding<'a> {
    Pattern(&'a Sight),
    Chain(&'a chains::Found),
    Nets(Mode, &'a search::Found),
}

impl Finding<'_> {
    /// The key by which the program compares nested chains, and how many conclusions they have.
    pub(super) fn nested(&self) -> Option<(Listing, u32)> {
        match self {
            Finding::Pattern(_) => None,
            Finding::Chain(found) => Some((listing(found), found.complexity)),
            Finding::Nets(_, found) => Some((found.listing, found.complexity)),
        }
    }
}

/// The numbers of nested chains.
#[derive(Default, Debug)]
pub(super) struct Numbering {
    numbers: HashMap<Listing, u32>,
    complexities: Vec<u32>,
}

impl Numbering {
    pub(super) fn clear(&mut self) {
        self.numbers.clear();
        self.complexities.clear();
    }

    pub(super) fn is_empty(&self) -> bool {
        self.complexities.is_empty()
    }

    /// One more than the number of the finding if it is a chain; otherwise 0.
    pub(super) fn number(&mut self, finding: &Finding<'_>) -> u32 {
        let Some((listing, complexity)) = finding.nested() else { return 0 };
        *self.numbers.entry(listing).or_insert_with(|| {
            self.complexities.push(complexity);
            self.complexities.len() as u32
        })
    }

    /// How many conclusions there are in the nested chains by which these nodes of nets follow; each chain counts once.
    pub(super) fn complexity<'a>(&self, nodes: impl Iterator<Item = &'a Node>) -> u32 {
        let mut counted = Vec::new();
        for node in nodes.filter(|node| node.nested != 0) {
            if !counted.contains(&node.nested) {
                counted.push(node.nested);
            }
        }
        counted.iter().map(|nested| self.complexities[*nested as usize - 1]).sum()
    }
}

fn add(out: &mut AtRest, removed: &Removed, nested: u32, parents: &[(u8, u8)]) {
    for &(cell, digits) in removed {
        for digit in digits.iter() {
            out.found.push((cell, digit as u8, nested, parents.len() as u16));
            out.parents.extend_from_slice(parents);
        }
    }
}

fn simple_rules(
    position: &Position,
    before: &Marks,
    now: &Marks,
    out: &mut AtRest,
    note: &mut dyn FnMut(Finding<'_>, &Removed) -> u32,
) {
    type Rule = fn(&Position, &Marks, Scope, &mut dyn FnMut(Sight, Removed) -> ControlFlow<()>) -> ControlFlow<()>;
    let rules: [Rule; 4] = [
        |_, now, scope, visit| simple::locked(now, scope, visit),
        |position, now, scope, visit| simple::hidden(position, now, scope, 2, visit),
        |position, now, scope, visit| simple::naked(position, now, scope, 2, visit),
        |position, now, scope, visit| simple::fish(position, now, scope, 2, visit),
    ];
    // Where nothing was removed, their findings were there before.
    let scope = Scope::between(before, now);
    for rule in rules {
        let _ = rule(position, now, scope, &mut |sight, removed| {
            let parents = gone_for(before, now, &sight);
            if !parents.is_empty() {
                let nested = note(Finding::Pattern(&sight), &removed);
                add(out, &removed, nested, &parents);
            }
            Continue(())
        });
        if !out.found.is_empty() {
            return;
        }
    }
}

/// The candidates that must have been removed so that a simple pattern is there.
fn gone_for(before: &Marks, now: &Marks, sight: &Sight) -> Vec<(u8, u8)> {
    let gone_at = |house: usize, digit: usize, outside: u16| {
        let gone = before.places[house][digit] & !now.places[house][digit] & !outside;
        gone.iter().map(move |place| (CELLS[house][place], digit as u8))
    };
    // The candidates of these digits that those places had.
    let before_at = |house: u8, places: u16, digits: u16| {
        let cells = places.iter().map(|place| CELLS[usize::from(house)][place]);
        let had = |cell: u8| (before.cells[usize::from(cell)] & digits).iter();
        cells.flat_map(|cell| had(cell).map(move |digit| (cell, digit as u8))).collect()
    };
    match *sight {
        Sight::Locked { digit, base, cover } => {
            gone_at(usize::from(base), usize::from(digit), CROSSING[usize::from(base)][usize::from(cover)]).collect()
        }
        Sight::Fish { digit, is_in_columns, base, cover } => {
            let lines = if is_in_columns { COLUMNS } else { ROWS };
            base.iter().flat_map(|line| gone_at(lines + line, usize::from(digit), cover)).collect()
        }
        Sight::Hidden { house, places, digits } => before_at(house, !places & 0x1ff, digits),
        Sight::Naked { house, places, digits } => before_at(house, places, !digits),
        _ => Vec::new(),
    }
}

/// Adds the candidates whose removal made a candidate true for this cause.
pub(super) fn add_gone(
    before: &Marks,
    now: &Marks,
    cell: usize,
    digit: usize,
    cause: Cause,
    parents: &mut Vec<(u8, u8)>,
) {
    cause.for_each_gone(before, now, cell, digit, |cell, digit| {
        let parent = (cell as u8, digit as u8);
        if !parents.contains(&parent) {
            parents.push(parent);
        }
    });
}

/// The same for a static chain or cycle. A cycle is read backwards too; what is false in it is then true, for the cause
/// that made it false.
fn gone_for_chain(before: &Marks, now: &Marks, found: &chains::Found, parents: &mut Vec<(u8, u8)>) {
    let nodes = &found.nodes;
    let is_true = |i: usize| i.is_multiple_of(2) == found.starts_true;
    let add = |i: usize, j: usize, is_strong: bool, parents: &mut Vec<(u8, u8)>| {
        let (cell, digit) = nodes[j];
        let is_strong_link = |house: usize| has_two(now.places[house][usize::from(digit)]);
        let cause = link_of(nodes[i].0, cell, |house| !is_strong || is_strong_link(house));
        add_gone(before, now, usize::from(cell), usize::from(digit), cause, parents);
    };
    if found.is_cycle {
        // Starting at the end, which leads to the start.
        let last = nodes.len() - 1;
        add(last, 0, true, parents);
        (1..last).rev().filter(|i| is_true(*i)).for_each(|i| add(i - 1, i, true, parents));
        (1..=last).filter(|i| !is_true(*i)).for_each(|i| add(i - 1, i, false, parents));
    } else {
        (1..nodes.len()).rev().filter(|i| is_true(*i)).for_each(|i| add(i - 1, i, true, parents));
    }
}

/// The key by which the program compares static chains.
fn listing(found: &chains::Found) -> Listing {
    let literal = |i: usize, flipped: bool| {
        let (cell, digit) = found.nodes[i];
        let is_true = (i.is_multiple_of(2) == found.starts_true) != flipped;
        (u16::from(cell) * 9 + u16::from(digit)) * 2 + u16::from(is_true)
    };
    let count = found.nodes.len();
    let mut listing = Listing::default();
    if found.is_cycle {
        listing.push(literal(0, false));
        (1..count).rev().for_each(|i| listing.push(literal(i, false)));
        listing.end();
        (0..count).for_each(|i| listing.push(literal(i, true)));
    } else {
        (0..count).rev().for_each(|i| listing.push(literal(i, false)));
    }
    listing.end();
    listing
}
