//! Nets: every consequence of an assumption, with the constraint by which it follows and the consequences it follows from.
//!
//! ```text
//!   0  r1c1 is 4        assumed
//!   1  r1c7 is not 4    row 1, after 0          7  r8c7 is 4     column 7, after 1, 3 and 6
//!   ...                                         8  nothing       row 8 has no place for 7 left, after 4, 5 and 7
//! ```
//!
//! Going back from the end along "after" gives what the conclusion needs. The net is then run again without one of the links
//! it uses, for each link in turn: if the conclusion still follows, the net becomes smaller.

use super::super::prelude::*;
use super::constraints::{Premises, constraint, constraints_of, members, number_of_place};
use std::rc::Rc;

/// A candidate by number (9 x cell + digit), true or false.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Literal {
    pub(super) cell: usize,
    pub(super) digit: usize,
    pub(super) is_true: bool,
}

/// What an entry says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum What {
    Candidate(Literal),
    /// One of these cells has the digit.
    Group(CellSet, usize),
    /// A contradiction.
    Nothing,
}

#[derive(Clone, Debug)]
struct Entry {
    what: What,
    by: Option<usize>,
    /// The entries it follows from: this many from here on in `Net::after`.
    after: (usize, usize),
    /// The number of the net in which the opposite is refuted, if that is the reason.
    nested: Option<usize>,
}

/// A net within a net.
#[derive(Clone, Debug)]
struct Nested {
    premises: Premises,
    chains: Vec<Chain>,
}

/// The consequences of an assumption, in the order in which they are found: nearest first.
#[derive(Clone)]
pub(super) struct Net<'a> {
    nine: &'a Nine,
    /// The links that may be used, if not all.
    allowed: Option<&'a Premises>,
    goal: Option<Literal>,
    entries: Vec<Entry>,
    after: Vec<u16>,
    nested: Vec<Rc<Nested>>,
    /// Whether nets within the net will be written out, rather than only have their links counted.
    is_told: bool,
    /// For each candidate: the number of its entry, from 1; 0 if there is none.
    known: Vec<u16>,
    left: [CellSet; 9],
    left_digits: [u16; 81],
    /// The entries up to here have been followed up.
    done: usize,
    /// Digits that have lost places since groups were last looked for.
    new_for_groups: u16,
    /// The entry that reaches the goal or a contradiction.
    end: Option<usize>,
}

impl<'a> Net<'a> {
    pub(super) fn new(
        nine: &'a Nine,
        assumption: Literal,
        goal: Option<Literal>,
        allowed: Option<&'a Premises>,
    ) -> Net<'a> {
        let mut net = Net {
            nine,
            allowed,
            goal,
            entries: Vec::new(),
            after: Vec::new(),
            nested: Vec::new(),
            is_told: false,
            known: vec![0; 729],
            left: nine.cells,
            left_digits: nine.candidates,
            done: 0,
            new_for_groups: 0,
            end: None,
        };
        net.add(assumption, None, &[], None);
        net
    }

    /// Draws conclusions until the goal or a contradiction is reached, or there are no more.
    pub(super) fn run(&mut self) {
        loop {
            while self.end.is_none() && self.done < self.entries.len() {
                self.follow(self.done);
                self.done += 1;
            }
            if self.end.is_some() || !self.find_groups() {
                return;
            }
        }
    }

    fn may_use(&self, number: usize, is_strong: bool) -> bool {
        self.allowed.is_none_or(|allowed| allowed.contains(number, is_strong))
    }

    /// Adds a conclusion, unless it is known.
    fn add(&mut self, literal: Literal, by: Option<usize>, after: &[u16], nested: Option<usize>) {
        let Literal { cell, digit, is_true } = literal;
        let known = self.known[9 * cell + digit];
        let new = self.entries.len();
        if known != 0 {
            let before = usize::from(known) - 1;
            let is_same = matches!(self.entries[before].what, What::Candidate(other) if other.is_true == is_true);
            if !is_same {
                self.push(What::Candidate(literal), by, after, nested);
                self.push(What::Nothing, None, &[before as u16, new as u16], None);
                self.end = Some(new + 1);
            }
            return;
        }
        self.push(What::Candidate(literal), by, after, nested);
        self.known[9 * cell + digit] = new as u16 + 1;
        if !is_true {
            self.left[digit].remove(cell);
            self.left_digits[cell] &= !(1 << digit);
            self.new_for_groups |= 1 << digit;
        }
        if self.goal == Some(literal) {
            self.end = Some(new);
        }
    }

    fn push(&mut self, what: What, by: Option<usize>, after: &[u16], nested: Option<usize>) {
        let start = self.after.len();
        self.after.extend(after);
        self.entries.push(Entry { what, by, after: (start, after.len()), nested });
    }

    /// Draws the direct conclusions from an entry.
    fn follow(&mut self, entry: usize) {
        let What::Candidate(Literal { cell, digit, is_true }) = self.entries[entry].what else { return };
        for number in constraints_of(cell, digit) {
            if self.end.is_some() || !self.may_use(number, !is_true) {
                continue;
            }
            if is_true {
                for (cell, digit) in self.left_of(number).filter(|member| *member != (cell, digit)) {
                    self.add(Literal { cell, digit, is_true: false }, Some(number), &[entry as u16], None);
                    if self.end.is_some() {
                        return;
                    }
                }
            } else {
                let mut left = self.left_of(number);
                match (left.next(), left.next()) {
                    (None, _) => {
                        let (after, count) = self.false_ones(number);
                        self.push(What::Nothing, Some(number), &after[..count], None);
                        self.end = Some(self.entries.len() - 1);
                    }
                    (Some((cell, digit)), None) => {
                        let (after, count) = self.false_ones(number);
                        self.add(Literal { cell, digit, is_true: true }, Some(number), &after[..count], None);
                    }
                    _ => {}
                }
            }
        }
    }

    /// The candidates of a constraint that are not known to be false.
    fn left_of(&self, number: usize) -> impl Iterator<Item = (usize, usize)> + use<> {
        let (mask, places) = match number.checked_sub(81) {
            None => (self.left_digits[number], CellSet::EMPTY),
            Some(place) => (0, self.left[place % 9] & CellSet::house(place / 9)),
        };
        let digit = number.wrapping_sub(81) % 9;
        digits(mask).map(move |digit| (number, digit)).chain(places.iter().map(move |cell| (cell, digit)))
    }

    /// The entries that say which candidates of a constraint are false, up to a number of them.
    fn false_ones(&self, number: usize) -> ([u16; 9], usize) {
        let gone = members(self.nine, number).filter(|(cell, digit)| !self.left[*digit].contains(*cell));
        let (mut entries, mut count) = ([0; 9], 0);
        for (cell, digit) in gone {
            entries[count] = self.known[9 * cell + digit] - 1;
            count += 1;
        }
        (entries, count)
    }

    /// Looks for places of a digit that have become locked. Returns whether anything follows.
    fn find_groups(&mut self) -> bool {
        let before = self.entries.len();
        for digit in 0..9 {
            if self.new_for_groups >> digit & 1 == 0 {
                continue;
            }
            self.new_for_groups &= !(1 << digit);
            for base in 0..27 {
                let places = self.left[digit] & CellSet::house(base);
                let strong = number_of_place(base, digit);
                if places.len() < 2 || !self.may_use(strong, true) {
                    continue;
                }
                let of_first = houses_of(places.first().expect("there are two"));
                let covers = if base < 18 { &of_first[2..] } else { &of_first[..2] };
                for cover in covers.iter().filter(|cover| places.is_subset(CellSet::house(**cover))) {
                    let weak = number_of_place(*cover, digit);
                    let others = (self.left[digit] & CellSet::house(*cover)) - places;
                    if others.is_empty() || !self.may_use(weak, false) {
                        continue;
                    }
                    let (after, count) = self.false_ones(strong);
                    let group = self.entries.len() as u16;
                    self.push(What::Group(places, digit), Some(strong), &after[..count], None);
                    for cell in others.iter() {
                        self.add(Literal { cell, digit, is_true: false }, Some(weak), &[group], None);
                        if self.end.is_some() {
                            return true;
                        }
                    }
                }
            }
        }
        self.entries.len() > before
    }

    /// Assumes a further candidate and continues with `play`. If that ends in a contradiction, the candidate is false, which is
    /// then known here.
    pub(super) fn refute(&mut self, cell: usize, digit: usize, play: impl FnOnce(&mut Net)) {
        if self.end.is_some() || self.known[9 * cell + digit] != 0 {
            return;
        }
        let start = self.entries.len();
        let mut inner = Net { goal: None, ..self.clone() };
        inner.add(Literal { cell, digit, is_true: true }, None, &[], None);
        play(&mut inner);
        let Some(end) = inner.end else { return };
        let needed = inner.needed(end);
        let after: Vec<u16> = (0..start).filter(|entry| needed[*entry]).map(|entry| entry as u16).collect();
        // What the outer net knows is repeated as known.
        let chains = if self.is_told { inner.chains(&needed, start) } else { Vec::new() };
        self.nested.push(Rc::new(Nested { premises: inner.premises_from(&needed, start), chains }));
        let number = self.nested.len() - 1;
        self.add(Literal { cell, digit, is_true: false }, None, &after, Some(number));
        self.run();
    }

    /// The entries that an entry rests on, itself included.
    fn needed(&self, end: usize) -> Vec<bool> {
        let mut needed = vec![false; self.entries.len()];
        needed[end] = true;
        for entry in (0..=end).rev() {
            if needed[entry] {
                let (start, len) = self.entries[entry].after;
                self.after[start..start + len].iter().for_each(|before| needed[usize::from(*before)] = true);
            }
        }
        needed
    }

    /// The links that the needed entries use, starting at some entry.
    fn premises_from(&self, needed: &[bool], start: usize) -> Premises {
        let mut premises = Premises::default();
        for (entry, _) in self.entries.iter().zip(needed).skip(start).filter(|(_, needed)| **needed) {
            if let Some(number) = entry.by {
                let is_strong = !matches!(entry.what, What::Candidate(Literal { is_true: false, .. }));
                premises.add(number, is_strong);
            }
            if let Some(nested) = entry.nested {
                premises.add_all(&self.nested[nested].premises);
            }
        }
        premises
    }

    /// The needed entries as a chain, then the nets within it. Entries before `start` are written without reasons.
    fn chains(&self, needed: &[bool], start: usize) -> Vec<Chain> {
        let mut places = vec![usize::MAX; self.entries.len()];
        let mut nodes: Vec<Node> = Vec::new();
        let mut inner: Vec<Chain> = Vec::new();
        // The assumption comes first.
        let order = (start..self.entries.len()).take(1).chain(0..start).chain(start + 1..self.entries.len());
        for entry in order.filter(|entry| needed[*entry]) {
            let Entry { what, by, after: (first, len), nested } = self.entries[entry].clone();
            places[entry] = nodes.len();
            let (candidates, is_true) = match what {
                What::Candidate(Literal { cell, digit, is_true }) => (vec![candidate(cell, digit)], is_true),
                What::Group(cells, digit) => (cells.iter().map(|cell| candidate(cell, digit)).collect(), true),
                What::Nothing => (Vec::new(), true),
            };
            let is_known = entry < start;
            let after = self.after[first..first + len].iter().map(|before| places[usize::from(*before)]);
            nodes.push(Node {
                candidates,
                is_true,
                by: by.filter(|_| !is_known).map(constraint),
                set: Vec::new(),
                after: if is_known { Vec::new() } else { after.collect() },
            });
            if let Some(nested) = nested.filter(|_| !is_known) {
                inner.extend(self.nested[nested].chains.iter().cloned());
            }
        }
        let mut chains = vec![Chain { nodes, is_loop: false }];
        chains.extend(inner);
        chains
    }

    /// The links that the end needs.
    fn premises(&self) -> Option<Premises> {
        Some(self.premises_from(&self.needed(self.end?), 0))
    }
}

/// An argument from an assumption to a goal or a contradiction.
#[derive(Clone, Debug)]
pub(super) struct Proof {
    pub(super) premises: Premises,
    pub(super) chains: Vec<Chain>,
}

/// How many links it takes to get from an assumption to the goal, or to a contradiction; `None` if there is no way.
pub(super) fn size(nine: &Nine, assumption: Literal, goal: Option<Literal>) -> Option<usize> {
    let mut net = Net::new(nine, assumption, goal, None);
    net.run();
    net.premises().map(|premises| premises.len())
}

/// The argument that `play` finds, reduced to the links that it needs: it is played again and again, each time without one
/// of the links, as long as it still reaches the end.
pub(super) fn prove(nine: &Nine, assumption: Literal, goal: Option<Literal>, play: impl Fn(&mut Net)) -> Option<Proof> {
    let premises_of = |allowed: Option<&Premises>| {
        let mut net = Net::new(nine, assumption, goal, allowed);
        play(&mut net);
        net.premises()
    };
    let mut premises = premises_of(None)?;
    let links: Vec<(usize, bool)> = premises.links().collect();
    for (number, is_strong) in links.into_iter().rev() {
        if premises.contains(number, is_strong) {
            let mut fewer = premises.clone();
            fewer.remove(number, is_strong);
            premises = premises_of(Some(&fewer)).unwrap_or(premises);
        }
    }
    let mut net = Net::new(nine, assumption, goal, Some(&premises));
    net.is_told = true;
    play(&mut net);
    let needed = net.needed(net.end?);
    Some(Proof { premises: net.premises_from(&needed, 0), chains: net.chains(&needed, 0) })
}
