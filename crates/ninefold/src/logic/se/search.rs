//! What nets from several starts have in common: multiple and dynamic forcing chains, Nishio, and nested chains.
//!
//! ```text
//!   contradiction   from one candidate, true or false, to both ends of another: it is the other way
//!   double          from one candidate, true and false, to the same
//!   cell            from every digit of a cell to the same
//!   region          from every place of a digit in a house to the same
//! ```
//!
//! The program makes every hint and takes the first by rating, number of conclusions and kind. A house is examined at its
//! first cell with the digit. Nets that end early at a contradiction are compared as far as they got.

use super::super::bits::Bits;
use super::super::cells::CellSet;
use super::chains::{Chained, others};
use super::hint::{Hint, Removed, Sight};
use super::kept::{self, Gone};
use super::links::{Kind, Links, contains};
use super::mode::Mode;
use super::nets::{AtRest, Branch, Cause, Evidence, Net, Source, Spinner};
use super::position::{CELLS, HOUSES, Marks, Position};
use super::rating::by_length;
use super::reach::{Alternatives, Reach};
use super::rest::{Listing, Numbering, Rest, add_gone};
use super::watch::Watch;
use std::collections::HashMap;

/// A hint that was found in a search for all of them.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Found {
    pub(super) complexity: u32,
    key: u32,
    /// How many hints were made before it.
    made: usize,
    pub(super) removed: Removed,
    /// The candidates that must have been removed before it applies.
    pub(super) parents: Vec<(u8, u8)>,
    /// The property by which the program compares nested chains.
    pub(super) listing: Listing,
}

/// The best hint so far.
#[derive(Clone, Debug)]
struct Best {
    rating: f64,
    complexity: u32,
    key: u32,
    removed: Removed,
    placed: Option<(u8, u8)>,
    source: Source,
    /// Literals that are assumed, each with a node of its net.
    ends: Vec<(u16, u16)>,
    /// For Nishio, the start, by cell and digit.
    made: (u8, u8),
}

/// Which of the hints found are kept.
enum Keep<'a> {
    Best(Option<Best>),
    All(All<'a>),
}

/// All hints, but of those with the same conclusion only the best.
struct All<'a> {
    /// The board before the net around them began.
    around: &'a Marks,
    found: HashMap<(u8, u16), Found>,
    made: usize,
}

/// A search with its memory.
#[derive(Debug)]
pub(super) struct Search {
    mode: Mode,
    links: Links,
    spinner: Spinner,
    /// For each number, the net if this candidate is true.
    nets: Vec<Net>,
    is_spun: Vec<bool>,
    /// The board of these nets, if they depend on nothing else.
    spun_on: Option<Marks>,
    /// The net if the current candidate is false.
    off_net: Net,
    rest: Option<Box<Rest>>,
    reach: Reach,
    /// For Nishio, for each digit: its cells when it was last examined, and the best hint then.
    by_digit: [Option<(CellSet, Option<Best>)>; 9],
    nested: Numbering,
}

impl Search {
    pub(super) fn new(mode: Mode) -> Search {
        let rest = match mode {
            Mode::Dynamic(level @ 1..) => Some(Box::new(Rest::new(level))),
            _ => None,
        };
        Search {
            mode,
            links: Links::default(),
            spinner: Spinner::default(),
            nets: Vec::new(),
            is_spun: Vec::new(),
            spun_on: None,
            off_net: Net::default(),
            rest,
            reach: Reach::default(),
            by_digit: Default::default(),
            nested: Numbering::default(),
        }
    }

    pub(super) fn mode(&self) -> Mode {
        self.mode
    }

    /// The hint that the program takes.
    pub(super) fn find(&mut self, position: &Position, watch: &mut Watch<'_>) -> Option<Hint> {
        if !watch.goes_on_from(self.mode.base()) {
            return None;
        }
        let best = if self.mode == Mode::Nishio {
            self.nishio(position, watch)?
        } else {
            let mut keep = Keep::Best(None);
            self.go_through(position, &position.marks, &mut keep, watch);
            let Keep::Best(Some(best)) = keep else { return None };
            best
        };
        let nets =
            Evidence { mode: self.mode, source: best.source, branches: self.branches(position, &best.ends, watch) };
        let sight = Sight::Chains(Chained::Nets(Box::new(nets)));
        Some(Hint { rating: best.rating, removed: best.removed, placed: best.placed, sight })
    }

    /// Every hint, in the program's order, but of those with the same conclusion only the best.
    pub(super) fn find_all(
        &mut self,
        position: &Position,
        marks: &Marks,
        around: &Marks,
        watch: &mut Watch<'_>,
    ) -> Vec<Found> {
        let mut keep = Keep::All(All { around, found: HashMap::new(), made: 0 });
        self.go_through(position, marks, &mut keep, watch);
        let Keep::All(all) = keep else { return Vec::new() };
        let mut found: Vec<Found> = all.found.into_values().collect();
        found.sort_unstable_by_key(|found| (found.complexity, found.key, found.made));
        found
    }

    /// The best Nishio of all digits; each digit is examined again only if it has changed.
    fn nishio(&mut self, position: &Position, watch: &mut Watch<'_>) -> Option<Best> {
        let marks = &position.marks;
        for digit in 0..9 {
            let cells = marks.of_digit(digit);
            if self.by_digit[digit].as_ref().is_some_and(|(known, _)| *known == cells) {
                continue;
            }
            self.begin(marks, 1 << digit);
            let mut keep = Keep::Best(None);
            for number in cells.iter().map(|cell| self.links.numbers.numbers[cell][digit]).collect::<Vec<_>>() {
                self.ensure(position, marks, number, watch);
                self.contradiction_and_double(position, marks, number, false, &mut keep, watch);
            }
            let Keep::Best(mut best) = keep else { return None };
            if watch.is_over() {
                return None;
            }
            if let Some(best) = &mut best {
                best.made = self.links.numbers.candidates[usize::from(best.ends[0].0 / 2)];
            }
            self.by_digit[digit] = Some((cells, best));
        }
        let order = |best: &Best| (best.complexity, best.made);
        let found = self.by_digit.iter().flatten().filter_map(|(_, best)| best.as_ref());
        let mut best = found.min_by_key(|best| order(best))?.clone();
        let (cell, digit) = best.made;
        self.begin(marks, 1 << digit);
        let number = self.links.numbers.numbers[usize::from(cell)][usize::from(digit)];
        best.ends.iter_mut().for_each(|(start, _)| *start = 2 * number + (*start & 1));
        self.ensure(position, marks, number, watch);
        if best.placed.is_some() {
            best.removed = others(marks, cell, digit);
        }
        Some(best)
    }

    fn branches(&mut self, position: &Position, ends: &[(u16, u16)], watch: &mut Watch<'_>) -> Vec<Branch> {
        ends.iter()
            .map(|&(start, end)| {
                if start & 1 == 1 {
                    let net = &mut self.nets[usize::from(start / 2)];
                    net.branch(&self.links.numbers, end)
                } else {
                    let mut net = std::mem::take(&mut self.off_net);
                    self.spin(position, &position.marks, start, &mut net, watch);
                    let branch = net.branch(&self.links.numbers, end);
                    self.off_net = net;
                    branch
                }
            })
            .collect()
    }

    fn spin(&mut self, position: &Position, marks: &Marks, literal: u16, net: &mut Net, watch: &mut Watch<'_>) {
        let (rest, nested) = (&mut self.rest, &mut self.nested);
        let mut at_rest = |now: &Marks, out: &mut AtRest| {
            if let Some(rest) = rest {
                rest.find(position, marks, now, out, &mut |found, _| nested.number(&found), watch);
            }
        };
        self.spinner.spin(marks, &self.links, literal, self.mode, net, &mut at_rest);
        watch.spend(2 * net.nodes.len());
    }

    /// Makes the net of the candidate with this number, if true, unless it exists.
    fn ensure(&mut self, position: &Position, marks: &Marks, number: u16, watch: &mut Watch<'_>) {
        if !std::mem::replace(&mut self.is_spun[usize::from(number)], true) {
            let mut net = std::mem::take(&mut self.nets[usize::from(number)]);
            self.spin(position, marks, 2 * number + 1, &mut net, watch);
            self.nets[usize::from(number)] = net;
        }
    }

    fn go_through(&mut self, position: &Position, marks: &Marks, keep: &mut Keep<'_>, watch: &mut Watch<'_>) {
        let is_dynamic = self.mode.is_dynamic();
        self.begin(marks, 0x1ff);
        let wanted = (!is_dynamic).then(|| self.reach.alternatives(marks, &self.links));
        watch.spend(10 * self.links.numbers.candidates.len());
        if wanted.as_ref().is_some_and(Alternatives::is_empty) {
            return;
        }
        for cell in 0..81 {
            let size = marks.cells[cell].count_ones();
            if size < if is_dynamic { 2 } else { 3 } {
                continue;
            }
            for digit in marks.cells[cell].iter() {
                if watch.is_over() {
                    return;
                }
                if is_dynamic {
                    let number = self.links.numbers.numbers[cell][digit];
                    self.ensure(position, marks, number, watch);
                    self.contradiction_and_double(position, marks, number, size >= 3, keep, watch);
                }
                self.regions(position, marks, (cell, digit), wanted.as_ref(), keep, watch);
            }
            if wanted.as_ref().is_some_and(|wanted| !wanted.cells.contains(cell)) {
                continue;
            }
            let starts: Vec<u16> =
                marks.cells[cell].iter().map(|digit| self.links.numbers.numbers[cell][digit]).collect();
            starts.iter().for_each(|start| self.ensure(position, marks, *start, watch));
            self.compare(marks, &starts, Source::Cell(cell as u8), keep, watch);
        }
    }

    fn begin(&mut self, marks: &Marks, digits: u16) {
        if self.mode == Mode::Dynamic(0) {
            let is_kept = self.keep_nets(marks);
            self.spun_on.get_or_insert_with(|| marks.clone()).clone_from(marks);
            if is_kept {
                return;
            }
        }
        let kind = if self.mode == Mode::Nishio { Kind::X } else { Kind::XY };
        self.links.fill(marks, kind, true, |_| digits);
        let count = self.links.numbers.candidates.len();
        self.nets.resize_with(self.nets.len().max(count), Net::default);
        self.is_spun.clear();
        self.is_spun.resize(count, false);
        self.nested.clear();
    }

    /// Moves on to a board with slightly fewer candidates, keeping the nets that are the same there. Whether this is possible.
    fn keep_nets(&mut self, marks: &Marks) -> bool {
        let Some(gone) = self.spun_on.as_ref().and_then(|known| kept::gone(known, marks)) else { return false };
        let all: Vec<Gone> = gone.iter().map(|candidate| Gone::new(&self.links, marks, *candidate)).collect();
        for (is_spun, net) in self.is_spun.iter_mut().zip(&self.nets) {
            *is_spun = *is_spun && all.iter().all(|gone| gone.leaves(net));
        }
        self.links.take_out(&gone);
        true
    }

    fn contradiction_and_double(
        &mut self,
        position: &Position,
        marks: &Marks,
        number: u16,
        is_double: bool,
        keep: &mut Keep<'_>,
        watch: &mut Watch<'_>,
    ) {
        let (cell, digit) = self.links.numbers.candidates[usize::from(number)];
        let on = 2 * number + 1;
        if let Some([one, other]) = self.nets[usize::from(number)].contradiction {
            let removed = || (vec![(cell, 1 << digit)], None);
            self.consider(marks, Source::Contradiction, &[(on, one), (on, other)], removed, keep);
        }
        let mut net = std::mem::take(&mut self.off_net);
        self.spin(position, marks, on - 1, &mut net, watch);
        self.off_net = net;
        if let Some([one, other]) = self.off_net.contradiction {
            let placed = || (others(marks, cell, digit), Some((cell, digit)));
            self.consider(marks, Source::Contradiction, &[(on - 1, one), (on - 1, other)], placed, keep);
        }
        if !is_double {
            return;
        }
        for is_true in [1, 0] {
            let (true_net, false_net) = (&self.nets[usize::from(number)], &self.off_net);
            let mut pairs = true_net.reached[is_true].iter().zip(&false_net.reached[is_true]);
            if pairs.all(|(one, other)| one & other == 0) {
                continue;
            }
            for node in 0..self.nets[usize::from(number)].nodes.len() as u16 {
                let net = &self.nets[usize::from(number)];
                let literal = net.nodes[usize::from(node)].literal;
                if usize::from(literal & 1) == is_true
                    && net.node(literal) == Some(node)
                    && let Some(other) = self.off_net.node(literal)
                {
                    self.conclude(marks, literal, Source::Double, &[(on, node), (on - 1, other)], keep);
                    watch.spend(40);
                }
            }
        }
    }

    /// Compares in the houses in which the cell is the first with the digit.
    fn regions(
        &mut self,
        position: &Position,
        marks: &Marks,
        (cell, digit): (usize, usize),
        wanted: Option<&Alternatives>,
        keep: &mut Keep<'_>,
        watch: &mut Watch<'_>,
    ) {
        for (kind, (house, place)) in HOUSES[cell].into_iter().enumerate() {
            if wanted.is_some_and(|wanted| wanted.houses[usize::from(house)] >> digit & 1 == 0) {
                continue;
            }
            let places = marks.places[usize::from(house)][digit];
            if places.count_ones() < 2 || places.trailing_zeros() != u32::from(place) {
                continue;
            }
            let number =
                |place: usize| self.links.numbers.numbers[usize::from(CELLS[usize::from(house)][place])][digit];
            let starts: Vec<u16> = places.iter().map(number).collect();
            starts.iter().for_each(|start| self.ensure(position, marks, *start, watch));
            self.compare(marks, &starts, Source::House(kind as u8, house), keep, watch);
        }
    }

    /// Compares what nets from all starts lead to.
    fn compare(&mut self, marks: &Marks, starts: &[u16], source: Source, keep: &mut Keep<'_>, watch: &mut Watch<'_>) {
        let first = usize::from(starts[0]);
        for is_true in [1, 0] {
            let mut common = self.nets[first].reached[is_true].clone();
            for start in &starts[1..] {
                let reached = &self.nets[usize::from(*start)].reached[is_true];
                common.iter_mut().zip(reached).for_each(|(common, reached)| *common &= reached);
            }
            if common.iter().all(|word| *word == 0) {
                continue;
            }
            for node in 0..self.nets[first].nodes.len() as u16 {
                let literal = self.nets[first].nodes[usize::from(node)].literal;
                let is_common = usize::from(literal & 1) == is_true && contains(&common, literal / 2);
                // The last node of a net that ends at a contradiction is not the node of its literal.
                if !is_common || self.nets[first].node(literal) != Some(node) {
                    continue;
                }
                let mut ends = [(0, 0); 9];
                for (end, start) in ends.iter_mut().zip(starts) {
                    let node = self.nets[usize::from(*start)].node(literal).expect("all nets have it");
                    *end = (2 * start + 1, node);
                }
                self.conclude(marks, literal, source, &ends[..starts.len()], keep);
                if !watch.spend(20 * starts.len()) {
                    return;
                }
            }
        }
    }

    /// Draws the conclusion from a literal that all ends share.
    fn conclude(&mut self, marks: &Marks, literal: u16, source: Source, ends: &[(u16, u16)], keep: &mut Keep<'_>) {
        let (cell, digit) = self.links.numbers.of_literal(literal);
        if literal & 1 == 0 {
            self.consider(marks, source, ends, || (vec![(cell as u8, 1 << digit)], None), keep);
        } else if marks.cells[cell].count_ones() > 1 {
            let (cell, digit) = (cell as u8, digit as u8);
            self.consider(marks, source, ends, || (others(marks, cell, digit), Some((cell, digit))), keep);
        }
    }

    fn net(&mut self, start: u16) -> &mut Net {
        if start & 1 == 1 { &mut self.nets[usize::from(start / 2)] } else { &mut self.off_net }
    }

    /// Keeps the hint if it is good enough.
    fn consider(
        &mut self,
        marks: &Marks,
        source: Source,
        ends: &[(u16, u16)],
        conclusion: impl FnOnce() -> (Removed, Option<(u8, u8)>),
        keep: &mut Keep<'_>,
    ) {
        let key = source.key();
        let mut complexity = 0;
        for &(start, end) in ends {
            complexity += self.net(start).count_above(end);
            if let Keep::Best(Some(best)) = keep
                && (complexity, key) >= (best.complexity, best.key)
            {
                return;
            }
        }
        complexity += self.nested_complexity(ends);
        match keep {
            Keep::Best(best) => {
                if best.as_ref().is_none_or(|best| (complexity, key) < (best.complexity, best.key)) {
                    let (removed, placed) = conclusion();
                    *best = Some(Best {
                        rating: self.mode.base() + by_length(complexity),
                        complexity,
                        key,
                        removed,
                        placed,
                        source,
                        ends: ends.to_vec(),
                        made: (0, 0),
                    });
                }
            }
            Keep::All(all) => {
                let (removed, _) = conclusion();
                let known = all.found.get(&removed[0]);
                if known.is_none_or(|known| (complexity, key) < (known.complexity, known.key)) {
                    let (parents, listing) = self.parents_and_listing(all.around, marks, source, ends);
                    all.made += 1;
                    let made = all.made;
                    all.found.insert(removed[0], Found { complexity, key, made, removed, parents, listing });
                }
            }
        }
    }

    /// The complexity of the different nested chains on which the ends rest.
    fn nested_complexity(&self, ends: &[(u16, u16)]) -> u32 {
        if self.nested.is_empty() {
            return 0;
        }
        let net = |start: u16| if start & 1 == 1 { &self.nets[usize::from(start / 2)] } else { &self.off_net };
        self.nested.complexity(ends.iter().flat_map(|(start, end)| net(*start).nodes_above(*end)))
    }

    /// The candidates removed since `around` whose absence the hint needs; and the listing of its nets.
    fn parents_and_listing(
        &mut self,
        around: &Marks,
        now: &Marks,
        source: Source,
        ends: &[(u16, u16)],
    ) -> (Vec<(u8, u8)>, Listing) {
        let (mut parents, mut listing) = (Vec::new(), Listing::default());
        for &(start, end) in ends {
            let net = if start & 1 == 1 { &self.nets[usize::from(start / 2)] } else { &self.off_net };
            for node in net.listing(end) {
                let node = net.nodes[usize::from(node)];
                let (cell, digit) = self.links.numbers.of_literal(node.literal);
                let is_true = node.literal & 1 == 1;
                listing.push(((cell * 9 + digit) * 2) as u16 + u16::from(is_true));
                let cause = match (node.cause, source) {
                    (Cause::Start, Source::Cell(_)) => Cause::Cell,
                    (Cause::Start, Source::House(kind, _)) => Cause::House(kind),
                    (cause, _) => cause,
                };
                if is_true {
                    add_gone(around, now, cell, digit, cause, &mut parents);
                }
            }
            listing.end();
        }
        (parents, listing)
    }
}
