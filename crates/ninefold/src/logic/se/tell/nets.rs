//! Nets of hints as steps. Nets that apply rules at rest are made again, and what the rules found is kept as evidence.

use super::super::super::Technique;
use super::super::super::bits::Bits;
use super::super::super::nine::{candidate, in_cell, in_house};
use super::super::super::step::{Chain, Node, Pattern, Step};
use super::super::super::techniques::parts::Premises;
use super::super::chains::Found;
use super::super::hint::{Removed, Sight};
use super::super::links::{Kind, Links};
use super::super::mode::Mode;
use super::super::nets::{AtRest, Branch, BranchNode, Cause, Evidence, Net, Source, Spinner};
use super::super::position::{CELLS, HOUSES, Marks, Position};
use super::super::rest::{Finding, Numbering, Rest};
use super::super::watch::unwatched;
use super::proofs::{By, Layer, Row, Written};
use std::collections::HashMap;
use std::rc::Rc;

/// The reason why a candidate is false by a rule at rest.
#[derive(Debug)]
pub(super) enum Reason {
    Pattern(Sight),
    /// A static chain on this board.
    Chain(Found, Rc<Marks>),
    /// A hint of a search on this board, by what it removes.
    Nets(Mode, Removed, Rc<Marks>),
}

/// Turns nets into chains of steps, and gathers their premises.
pub(super) struct Teller<'a> {
    pub(super) position: &'a Position,
    pub(super) premises: Premises,
    /// Whether there is a net or chain within a net.
    pub(super) is_nested: bool,
    /// The rules at rest, by level.
    rests: HashMap<u8, Rest>,
}

/// A net with the findings of its rules, by candidate.
#[derive(Default)]
struct Spun {
    net: Net,
    reasons: HashMap<(u8, u8), Rc<Reason>>,
}

/// The nets on one board, from candidates by number.
struct Web {
    base: Rc<Marks>,
    mode: Mode,
    links: Links,
    /// For each literal, its net.
    spun: Vec<Option<Spun>>,
    nested: Numbering,
}

/// The nets that prove something, each with its end.
struct Proof {
    complexity: u32,
    key: u32,
    source: Source,
    ends: Vec<(u16, u16)>,
}

/// Makes the step without conclusions.
pub(super) fn step(position: &Position, evidence: &Evidence) -> Step {
    let mut teller = Teller { position, premises: Premises::default(), is_nested: false, rests: HashMap::new() };
    let constraint = match evidence.source {
        Source::Cell(cell) => Some(in_cell(cell.into())),
        Source::House(_, house) => Some(in_house(house.into(), evidence.branches[0].nodes[0].digit.into())),
        Source::Double | Source::Contradiction => None,
    };
    if let Some(constraint) = constraint {
        teller.premises.strong(constraint);
    }
    let is_contradiction = evidence.source == Source::Contradiction;
    let is_linear = evidence.branches.iter().all(|branch| {
        let is_next = |(i, node): (usize, &BranchNode)| {
            node.cause != Cause::Rule && node.after.iter().copied().eq(i.checked_sub(1).map(|before| before as u16))
        };
        branch.nodes.iter().enumerate().all(is_next)
    });
    let mut chains = Vec::new();
    for (layer, ends) in teller.layers(evidence) {
        chains.extend(teller.write(&layer, &ends).chains);
    }
    // A contradiction of two plain chains is one static chain, which would have been found before.
    let technique = match (teller.is_nested, is_contradiction, is_linear) {
        (true, ..) => Technique::NestedForcingNet,
        (_, true, _) => Technique::ForcingNetContradiction,
        (_, false, true) => Technique::ForcingChainVerity,
        (_, false, false) => Technique::ForcingNetVerity,
    };
    Step::new(technique, Pattern::Chains { chains, source: constraint }, teller.premises.list())
}

/// Adds a branch of a hint to a net; returns the place of its last node.
fn add_branch(layer: &mut Layer, known: &mut HashMap<(u8, u8, bool), u16>, branch: &Branch) -> u16 {
    let mut places: Vec<u16> = Vec::new();
    for node in &branch.nodes {
        let place = *known.entry((node.cell, node.digit, node.is_true)).or_insert_with(|| {
            let after = node.after.iter().map(|after| places[usize::from(*after)]).collect();
            let by = By::cause(node.cause, node.cell);
            layer.add(Row { of: (node.cell, node.digit), is_true: node.is_true, by, after })
        });
        places.push(place);
    }
    places[places.len() - 1]
}

impl Teller<'_> {
    /// The nets of a hint with their ends: one net with two ends if it is a contradiction.
    fn layers(&mut self, evidence: &Evidence) -> Vec<(Layer, Vec<u16>)> {
        let base = Rc::new(self.position.marks.clone());
        let asks = |branch: &Branch| branch.nodes.iter().any(|node| node.cause == Cause::Rule);
        if evidence.branches.iter().any(asks)
            && let Some(layers) = self.spun_again(&base, evidence)
        {
            return layers;
        }
        let mut layers: Vec<(Layer, Vec<u16>)> = Vec::new();
        let mut known = HashMap::new();
        for branch in &evidence.branches {
            match layers.last_mut().filter(|_| evidence.source == Source::Contradiction) {
                Some((layer, ends)) => ends.push(add_branch(layer, &mut known, branch)),
                None => {
                    known.clear();
                    let mut layer = Layer::new(base.clone());
                    let end = add_branch(&mut layer, &mut known, branch);
                    layers.push((layer, vec![end]));
                }
            }
        }
        layers
    }

    /// The same with everything that rules found.
    fn spun_again(&mut self, base: &Rc<Marks>, evidence: &Evidence) -> Option<Vec<(Layer, Vec<u16>)>> {
        let mut web = Web::new(base.clone(), evidence.mode);
        let mut layers: Vec<(u16, Layer, Vec<u16>)> = Vec::new();
        for branch in &evidence.branches {
            let [first, .., last] = &branch.nodes[..] else { return None };
            let literal = |node: &BranchNode| {
                let number = web.links.numbers.numbers[usize::from(node.cell)][usize::from(node.digit)];
                2 * number + u16::from(node.is_true)
            };
            let (start, end) = (literal(first), literal(last));
            self.spin(&mut web, start);
            let net = web.net(start);
            let is_end = |node: &u16| net.nodes[usize::from(*node)].literal == end;
            let end = match evidence.source {
                Source::Contradiction => net.contradiction?.into_iter().find(is_end)?,
                _ => net.node(end)?,
            };
            match layers.last_mut().filter(|(known, ..)| *known == start) {
                Some((.., ends)) => ends.push(end),
                None => layers.push((start, web.layer(start), vec![end])),
            }
        }
        Some(layers.into_iter().map(|(_, layer, ends)| (layer, ends)).collect())
    }

    /// Makes the net from a literal, unless it exists.
    fn spin(&mut self, web: &mut Web, literal: u16) {
        if web.spun[usize::from(literal)].is_some() {
            return;
        }
        let mut spun = Spun::default();
        let Web { base, mode, links, nested, .. } = web;
        let reasons = &mut spun.reasons;
        let mut at_rest = |now: &Marks, out: &mut AtRest| {
            let Mode::Dynamic(level @ 1..) = *mode else { return };
            let board = Rc::new(now.clone());
            let mut note = |finding: Finding<'_>, removed: &Removed| {
                let reason = Rc::new(match finding {
                    Finding::Pattern(sight) => Reason::Pattern(sight.clone()),
                    Finding::Chain(found) => Reason::Chain(found.clone(), board.clone()),
                    Finding::Nets(mode, _) => Reason::Nets(mode, removed.clone(), board.clone()),
                });
                for (cell, digits) in removed {
                    for digit in digits.iter() {
                        reasons.entry((*cell, digit as u8)).or_insert_with(|| reason.clone());
                    }
                }
                nested.number(&finding)
            };
            let rest = self.rests.entry(level).or_insert_with(|| Rest::new(level));
            unwatched(|watch| rest.find(self.position, base, now, out, &mut note, watch));
        };
        Spinner::default().spin(base, links, literal, *mode, &mut spun.net, &mut at_rest);
        web.spun[usize::from(literal)] = Some(spun);
    }

    /// Writes the hint of a search within a net, by which a candidate is removed.
    pub(super) fn nested(&mut self, mode: Mode, removed: &Removed, now: &Rc<Marks>, out: (u8, u8)) -> Written {
        let mut web = Web::new(now.clone(), mode);
        let Proof { source, ends, .. } = self.prove(&mut web, removed).expect("what was found is found again");
        let position = self.position;
        let gone = |of: &(u8, u8)| !now.has(of.0.into(), of.1.into());
        let start = web.links.numbers.candidates[usize::from(ends[0].0 / 2)];
        let by = match source {
            Source::Contradiction => {
                let (layer, ends) = (web.layer(ends[0].0), [ends[0].1, ends[1].1]);
                let (layer, ends) = if start == out { (layer, ends) } else { layer.beneath(out, ends) };
                return self.write(&layer, &ends);
            }
            Source::Double => None,
            Source::Cell(cell) => Some((By::Cell, in_cell(cell.into()))),
            Source::House(_, house) => Some((By::House(house), in_house(house.into(), start.1.into()))),
        };
        let mut written = Written { chains: Vec::new(), needs: Vec::new() };
        if let Some((by, constraint)) = by {
            self.premises.strong(constraint);
            written.needs = super::proofs::members(&position.marks, &by, start).into_iter().filter(gone).collect();
            let starts = ends.iter().map(|(start, _)| web.links.numbers.candidates[usize::from(start / 2)]);
            let candidates = starts.map(|(cell, digit)| candidate(cell.into(), digit.into())).collect();
            let all = Node { candidates, is_true: true, by: Some(constraint), set: Vec::new(), after: Vec::new() };
            written.chains.push(Chain { nodes: vec![all], is_loop: false });
        }
        for (start, mut end) in ends {
            let mut layer = web.layer(start);
            if web.net(start).nodes[usize::from(end)].literal & 1 == 1 {
                end = layer.add(Row { of: out, is_true: false, by: By::Cell, after: vec![end] });
            }
            let branch = self.write(&layer, &[end]);
            written.chains.extend(branch.chains);
            written.needs.extend(branch.needs);
        }
        written.needs.sort_unstable();
        written.needs.dedup();
        written
    }

    /// The first of the simplest hints of a search that remove these candidates, in the order in which the rater meets them.
    fn prove(&mut self, web: &mut Web, removed: &Removed) -> Option<Proof> {
        let [(cell, mask)] = removed[..] else { return None };
        let here = web.base.cells[usize::from(cell)];
        let literal = |digits: u16, is_true: bool| {
            let number = web.links.numbers.numbers[usize::from(cell)][digits.trailing_zeros() as usize];
            digits.is_power_of_two().then(|| 2 * number + u16::from(is_true))
        };
        // The candidate itself is removed, or all others of the cell are, because one is true.
        let goals: Vec<u16> = [literal(here & !mask, true), literal(mask, false)].into_iter().flatten().collect();
        let is_dynamic = web.mode != Mode::Multiple;
        let mut best: Option<Proof> = None;
        for (at, houses) in HOUSES.iter().enumerate() {
            let size = web.base.cells[at].count_ones();
            if size < if is_dynamic { 2 } else { 3 } {
                continue;
            }
            for digit in web.base.cells[at].iter() {
                let number = web.links.numbers.numbers[at][digit];
                if is_dynamic {
                    for start in [2 * number + 1, 2 * number] {
                        self.spin(web, start);
                        if goals.contains(&(start ^ 1))
                            && let Some(ends) = web.net(start).contradiction
                        {
                            let ends = ends.map(|end| (start, end)).to_vec();
                            web.consider(Source::Contradiction, ends, &mut best);
                        }
                    }
                    if size >= 3 {
                        self.compare(web, &[2 * number + 1, 2 * number], Source::Double, &goals, &mut best);
                    }
                }
                for (kind, (house, place)) in houses.iter().copied().enumerate() {
                    let places = web.base.places[usize::from(house)][digit];
                    if places.count_ones() > 1 && places.trailing_zeros() == u32::from(place) {
                        let cells = places.iter().map(|place| CELLS[usize::from(house)][place]);
                        let starts: Vec<u16> =
                            cells.map(|cell| 2 * web.links.numbers.numbers[usize::from(cell)][digit] + 1).collect();
                        self.compare(web, &starts, Source::House(kind as u8, house), &goals, &mut best);
                    }
                }
            }
            let starts: Vec<u16> =
                web.base.cells[at].iter().map(|digit| 2 * web.links.numbers.numbers[at][digit] + 1).collect();
            self.compare(web, &starts, Source::Cell(at as u8), &goals, &mut best);
        }
        best
    }

    fn compare(&mut self, web: &mut Web, starts: &[u16], source: Source, goals: &[u16], best: &mut Option<Proof>) {
        starts.iter().for_each(|start| self.spin(web, *start));
        for goal in goals {
            let ends = starts.iter().map(|start| Some((*start, web.net(*start).node(*goal)?)));
            if let Some(ends) = ends.collect::<Option<Vec<_>>>() {
                web.consider(source, ends, best);
            }
        }
    }
}

impl Web {
    fn new(base: Rc<Marks>, mode: Mode) -> Web {
        let mut links = Links::default();
        links.fill(&base, Kind::XY, true, |_| 0x1ff);
        let mut spun = Vec::new();
        spun.resize_with(2 * links.numbers.candidates.len(), || None);
        Web { base, mode, links, spun, nested: Numbering::default() }
    }

    fn net(&self, literal: u16) -> &Net {
        &self.spun[usize::from(literal)].as_ref().expect("it was spun").net
    }

    /// A net as rows.
    fn layer(&self, literal: u16) -> Layer {
        let Spun { net, reasons } = self.spun[usize::from(literal)].as_ref().expect("it was spun");
        let mut layer = Layer::new(self.base.clone());
        for (number, node) in net.nodes.iter().enumerate() {
            let (cell, digit) = self.links.numbers.of_literal(node.literal);
            let of = (cell as u8, digit as u8);
            let (by, after) = match net.cause(&self.links.numbers, number as u16) {
                Cause::Rule => (By::Rule(reasons[&of].clone()), Vec::new()),
                other => (By::cause(other, of.0), net.parents(number as u16).to_vec()),
            };
            layer.add(Row { of, is_true: node.literal & 1 == 1, by, after });
        }
        layer
    }

    /// Keeps a proof if it is the first of the simplest ones.
    fn consider(&mut self, source: Source, ends: Vec<(u16, u16)>, best: &mut Option<Proof>) {
        let key = source.key();
        let mut complexity = 0;
        for (start, end) in &ends {
            let spun = self.spun[usize::from(*start)].as_mut().expect("it was spun");
            complexity += spun.net.count_above(*end);
        }
        complexity += self.nested.complexity(ends.iter().flat_map(|(start, end)| self.net(*start).nodes_above(*end)));
        if best.as_ref().is_none_or(|best| (complexity, key) < (best.complexity, best.key)) {
            *best = Some(Proof { complexity, key, source, ends });
        }
    }
}
