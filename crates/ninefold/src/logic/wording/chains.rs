//! The words for chains and nets.

use super::super::step::{Candidate, Chain, Constraint, Node};
use super::super::{Family, Technique};
use super::{Wording, list, parts, say};
use crate::board::{Cell, House};

impl Wording {
    pub(super) fn chains(&self, technique: Technique, chains: &[Chain], source: Option<Constraint>) -> String {
        if technique.family() == Family::SingleDigitPatterns {
            let words: Option<Vec<String>> = chains.iter().map(|chain| self.two_links(chain)).collect();
            if let Some(words) = words {
                return words.join("; ");
            }
        }
        if let (Technique::RemotePair, [chain]) = (technique, chains) {
            return self.remote_pair(chain);
        }
        let mut words: Vec<String> = Vec::new();
        for (i, chain) in chains.iter().enumerate() {
            let is_same_start = i > 0 && chain.nodes.first() == chains[0].nodes.first() && chain.nodes.len() > 1;
            let is_nested = chain.nodes.last().is_some_and(|node| node.candidates.is_empty());
            words.push(match source {
                None if is_same_start && !is_nested => say!(self, also, rest = self.rest(chain)),
                _ => self.chain(chain),
            });
        }
        // After this, the cases of a net within a net are listed.
        let words = words.join("; ").replace(":; ", ": ");
        match (chains, source) {
            (_, Some(from)) => format!("{} {words}", self.every_case(from)),
            ([only], None) if only.is_loop => say!(self, loop_closes, words),
            ([only], None) => match (only.nodes.first(), only.nodes.last()) {
                (Some(first), Some(last)) if !first.is_true && last.is_true && !last.candidates.is_empty() => {
                    say!(self, either_way, words, ends = self.one_of_both(first, last))
                }
                _ => words,
            },
            _ => match self.clash(chains) {
                Some(clash) => format!("{words}; {clash}"),
                None => words,
            },
        }
    }

    /// The words for all candidates of a cell, or all places of a digit.
    fn every_case(&self, source: Constraint) -> String {
        match source {
            Constraint::Cell(cell) => say!(self, whatever, cell = self.cell(cell)),
            Constraint::Place(house, digit) => {
                say!(self, wherever, digit = self.digit(digit), house = self.house(house))
            }
        }
    }

    /// The words for two ends of a chain, one of which is true.
    fn one_of_both(&self, first: &Node, last: &Node) -> String {
        let [(cells, digits), (others, other_digits)] = [first, last].map(|node| parts(&node.candidates));
        if first.candidates == last.candidates {
            return self.node(last);
        }
        if digits == other_digits && cells != others {
            let digits = self.digits(&digits, self.words().or);
            return say!(self, one_of_two, one = self.cells(&cells), other = self.cells(&others), digits);
        }
        list(&[first, last].map(|end| self.node(&Node { is_true: true, ..end.clone() })), self.words().or)
    }

    /// The impossible result to which chains from one assumption lead.
    fn clash(&self, chains: &[Chain]) -> Option<String> {
        let first = chains.first()?.nodes.first()?;
        let ends: Vec<&Node> = chains.iter().filter_map(|chain| chain.nodes.last()).collect();
        let is_from_one = chains.iter().all(|chain| chain.nodes.first() == Some(first));
        if !is_from_one || ends.len() < 2 || ends.iter().any(|end| end.is_true || end.candidates.len() != 1) {
            return None;
        }
        let ends: Vec<Candidate> = ends.into_iter().map(|end| end.candidates[0]).collect();
        if ends.iter().all(|end| end.cell == ends[0].cell) {
            return Some(say!(self, nothing_left, cell = self.cell(ends[0].cell)));
        }
        let is_shared = |house: &House| ends.iter().all(|end| self.is_in(end.cell, *house));
        let house = self
            .houses_of(ends[0].cell)
            .find(is_shared)
            .filter(|_| ends.iter().all(|end| end.digit == ends[0].digit))?;
        Some(say!(self, would_have_no_place, house = self.house(house), digit = self.digit(ends[0].digit)))
    }

    /// Two strong links of a digit, with a weak one between them.
    fn two_links(&self, chain: &Chain) -> Option<String> {
        let [first, second, third, last] = &chain.nodes[..] else { return None };
        let houses = [second, third, last].map(|node| match node.by {
            Some(Constraint::Place(house, _)) => Some(house),
            _ => None,
        });
        let [Some(one), Some(between), Some(two)] = houses else { return None };
        let digit = self.digit(first.candidates.first()?.digit);
        let [a, b, c, d] = [first, second, third, last].map(|node| self.cells(&parts(&node.candidates).0));
        let [one, between, two] = [one, between, two].map(|house| self.house(house));
        Some(say!(self, two_links, one, digit, a, b, two, c, d, between))
    }

    fn remote_pair(&self, chain: &Chain) -> String {
        let mut cells: Vec<Cell> = Vec::new();
        for candidate in chain.nodes.iter().flat_map(|node| &node.candidates) {
            if !cells.contains(&candidate.cell) {
                cells.push(candidate.cell);
            }
        }
        let digits = parts(&chain.nodes.iter().flat_map(|node| node.candidates.clone()).collect::<Vec<_>>()).1;
        let names: Vec<String> = cells.iter().map(|cell| self.cell(*cell)).collect();
        let (cells, digits) = (list(&names, self.words().and), self.digits(&digits, self.words().and));
        say!(self, remote_pair, cells, digits)
    }

    /// `if r1c1 is not 4, r1c5 is 4 (row 1), so r2c5 is not 4 but 7`
    pub(super) fn chain(&self, chain: &Chain) -> String {
        match &chain.nodes[..] {
            [] => String::new(),
            [only] => only.by.map_or_else(|| say!(self, either, node = self.node(only)), |by| self.every_case(by)),
            [first, ..] => self.assumed(first, &self.rest(chain)),
        }
    }

    /// What follows from the assumption of a chain.
    fn rest(&self, chain: &Chain) -> String {
        let is_plain = |(i, node): (usize, &Node)| i == 0 || node.after.is_empty() || node.after == [i - 1];
        if chain.nodes.iter().enumerate().all(is_plain) { self.links(chain) } else { self.net(chain) }
    }

    /// The links one after another; what is ruled out and what takes its place are combined.
    fn links(&self, chain: &Chain) -> String {
        let mut words: Vec<String> = Vec::new();
        let mut i = 1;
        while let Some(node) = chain.nodes.get(i) {
            if node.candidates.is_empty() {
                words.push(self.impossible(chain, node));
            } else if let Some(both) = chain.nodes.get(i + 1).and_then(|next| self.instead(node, next)) {
                words.push(both);
                i += 1;
            } else if same_cell(&chain.nodes[i - 1], node) {
                words.push(say!(self, same_cell, value = self.value(node)));
            } else {
                words.push(format!("{}{}", self.node(node), self.link(node)));
            }
            i += 1;
        }
        words.join(self.words().so)
    }

    /// `r4c2 is not 2 but 7`, `in row 4 not r4c2 but r4c8 is 2`
    fn instead(&self, node: &Node, next: &Node) -> Option<String> {
        let (cells, digits) = parts(&node.candidates);
        let (others, other_digits) = parts(&next.candidates);
        if node.is_true || !next.is_true || !node.set.is_empty() || !next.set.is_empty() {
            return None;
        }
        match next.by {
            Some(Constraint::Cell(cell)) if cells == [cell] && others == [cell] => {
                let [not, but] = [digits, other_digits].map(|digits| self.digits(&digits, self.words().or));
                Some(say!(self, not_but, cell = self.cell(cell), not, but))
            }
            Some(Constraint::Place(house, _)) if digits == other_digits => {
                let [not, but] = [&cells, &others].map(|cells| self.cells(cells));
                let (house, digits) = (self.house(house), self.digits(&digits, self.words().or));
                Some(match others.len() {
                    0 | 1 => say!(self, not_there_but, house, not, but, digits),
                    _ => say!(self, not_there_but_one, house, not, but, digits),
                })
            }
            _ => None,
        }
    }

    /// A net: everything that becomes true, and what becomes false if this cannot easily be seen from the rest.
    fn net(&self, chain: &Chain) -> String {
        let is_plain = |node: &Node| {
            let is_seen = |from: &Node| from.is_true && from.candidates.len() == 1;
            let from = match node.after[..] {
                [only] => chain.nodes.get(only),
                _ => None,
            };
            !node.is_true && node.candidates.len() == 1 && node.by.is_some() && from.is_some_and(is_seen)
        };
        // Within an inner net, nodes that are known from the net around it.
        let is_known = |node: &Node| node.by.is_none() && node.after.is_empty() && node.set.is_empty();
        let last = chain.nodes.len() - 1;
        let mut words: Vec<String> = Vec::new();
        for (i, node) in chain.nodes.iter().enumerate().skip(1) {
            if !node.candidates.is_empty() && (i == last || !(is_plain(node) || is_known(node))) {
                words.push(format!("{}{}", self.node(node), self.reason(chain, node)));
            }
        }
        let words = words.join(self.words().then);
        match chain.nodes.last().filter(|node| node.candidates.is_empty()) {
            Some(node) if words.is_empty() => self.impossible(chain, node),
            Some(node) => say!(self, but, words, end = self.impossible(chain, node)),
            None => words,
        }
    }

    /// The end of a net that contradicts itself.
    fn impossible(&self, chain: &Chain, node: &Node) -> String {
        match node.by {
            Some(Constraint::Cell(cell)) => say!(self, no_candidate, cell = self.cell(cell)),
            Some(Constraint::Place(house, digit)) => {
                say!(self, no_place, house = self.house(house), digit = self.digit(digit))
            }
            None => {
                let of = |is_true: bool| {
                    let nodes = node.after.iter().filter_map(|after| chain.nodes.get(*after));
                    nodes.into_iter().find(|node| node.is_true == is_true)
                };
                match (of(true), of(false)) {
                    (Some(is), Some(not)) => {
                        let (cells, digits) = parts(&is.candidates);
                        let instead = match (not.by, not.after.first().and_then(|after| chain.nodes.get(*after))) {
                            (Some(Constraint::Cell(_)), Some(other)) => say!(self, it_is, value = self.value(other)),
                            _ => self.reason(chain, not),
                        };
                        let (cells, digits) = (self.cells(&cells), self.digits(&digits, self.words().or));
                        say!(self, cannot_be, cells, digits, instead)
                    }
                    _ => self.words().impossible.to_owned(),
                }
            }
        }
    }

    /// The reason why a node follows from the one before it.
    fn link(&self, node: &Node) -> String {
        match (&node.by, node.set.is_empty()) {
            (Some(Constraint::Cell(_)), _) | (None, true) => String::new(),
            (Some(Constraint::Place(house, _)), _) => say!(self, by_house, house = self.house(*house)),
            (None, false) => say!(self, from_set, cells = self.cells(&node.set)),
        }
    }

    /// The reason why a node of a net follows; the earlier nodes it follows from can be seen on the board.
    fn reason(&self, chain: &Chain, node: &Node) -> String {
        let from = match node.after[..] {
            [only] => chain.nodes.get(only).filter(|node| !node.candidates.is_empty()),
            _ => None,
        };
        match (&node.by, from) {
            (Some(Constraint::Cell(_)), _) if node.is_true => self.words().nothing_else.to_owned(),
            (Some(Constraint::Cell(_)), _) => String::new(),
            (Some(Constraint::Place(house, _)), _) if node.is_true => match node.candidates.len() {
                0 | 1 => say!(self, last_of_house, house = self.house(*house)),
                _ => say!(self, last_of_house_many, house = self.house(*house)),
            },
            (Some(Constraint::Place(house, _)), Some(from)) => {
                say!(self, by_house_seen, house = self.house(*house), cells = self.cells(&parts(&from.candidates).0))
            }
            (Some(Constraint::Place(house, _)), None) => say!(self, by_house, house = self.house(*house)),
            (None, _) if node.set.is_empty() => self.words().by_net.to_owned(),
            (None, _) => say!(self, from_set, cells = self.cells(&node.set)),
        }
    }
}

/// Whether both nodes are about one candidate each, of the same cell.
fn same_cell(one: &Node, other: &Node) -> bool {
    matches!((&one.candidates[..], &other.candidates[..]), ([one], [other]) if one.cell == other.cell)
}
