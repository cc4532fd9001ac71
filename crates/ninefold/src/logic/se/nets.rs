//! Nets: all that follows from one candidate, on a board that loses what becomes false on the way.
//!
//! There are two queues. What is true is examined before what is false; a false candidate leaves the board when it is
//! examined, after its consequences have been read off. So a cell may be down to one digit for several reasons: these are
//! all of its candidates that have been removed since the start. At the first contradiction the net ends as it is, and what
//! it has reached still counts where nets are compared. At rest, nets of a higher level apply further rules.

use super::super::bits::Bits;
use super::links::{Links, Numbers, contains, for_each_strong, insert};
use super::mode::Mode;
use super::position::{CELLS, HOUSES, Marks};

/// The reason why a node is true or false.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Cause {
    /// It is assumed.
    Start,
    /// By a cell.
    Cell,
    /// By a house of the kind: box, row, column.
    House(u8),
    /// By a true candidate: [`Net::cause`] finds what they share, since this is seldom needed.
    Weak,
    /// By a rule applied at rest.
    Rule,
}

impl Cause {
    /// Visits the candidates, by cell and digit, whose removal made this one true.
    #[inline]
    pub(super) fn for_each_gone(
        self,
        before: &Marks,
        now: &Marks,
        cell: usize,
        digit: usize,
        mut visit: impl FnMut(usize, usize),
    ) {
        match self {
            Cause::Cell => (before.cells[cell] & !now.cells[cell]).iter().for_each(|digit| visit(cell, digit)),
            Cause::House(kind) => {
                let house = usize::from(HOUSES[cell][usize::from(kind)].0);
                let gone = before.places[house][digit] & !now.places[house][digit];
                gone.iter().for_each(|place| visit(usize::from(CELLS[house][place]), digit));
            }
            Cause::Start | Cause::Weak | Cause::Rule => {}
        }
    }
}

/// A conclusion.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Node {
    /// The candidate's number, twice, and one if it is true.
    pub(super) literal: u16,
    pub(super) cause: Cause,
    /// One more than the number of the nested chains by which it follows, or 0.
    pub(super) nested: u32,
    parents: (u32, u32),
}

const NONE: u16 = u16::MAX;
/// The number of words for all candidates that a board can have.
const WORDS: usize = 729_usize.div_ceil(64);

/// What follows from a start.
#[derive(Clone, Default, Debug)]
pub(super) struct Net {
    /// The conclusions, each after its reasons.
    pub(super) nodes: Vec<Node>,
    parents: Vec<u16>,
    /// For each literal, its node.
    node_of: Vec<u16>,
    /// For each candidate's number, whether its literal is reached: false literals first, then true ones.
    pub(super) reached: [Vec<u64>; 2],
    /// The two nodes that contradict each other: the true one first.
    pub(super) contradiction: Option<[u16; 2]>,
    /// For each node, the nodes on which it rests, including itself: as many words as reach up to it. Empty until needed.
    above: Vec<u64>,
}

/// Where the words of a node begin in the triangle of nodes.
fn row(node: usize) -> usize {
    // Nodes 64w.. have w + 1 words.
    let words = node / 64;
    32 * words * (words + 1) + (node % 64) * (words + 1)
}

impl Net {
    /// Starts again for `count` candidates, and assumes one.
    fn start(&mut self, count: usize, literal: u16) {
        self.nodes.clear();
        self.parents.clear();
        self.above.clear();
        // Old entries need not be cleared: what is not reached has no node.
        self.node_of.resize(self.node_of.len().max(2 * count), NONE);
        for reached in &mut self.reached {
            reached.clear();
            reached.resize(count.div_ceil(64), 0);
        }
        self.contradiction = None;
        self.push(literal, Cause::Start, 0);
        self.register(0);
    }

    fn push(&mut self, literal: u16, cause: Cause, nested: u32) -> u16 {
        let at = self.parents.len() as u32;
        self.nodes.push(Node { literal, cause, nested, parents: (at, at) });
        (self.nodes.len() - 1) as u16
    }

    fn parent(&mut self, parent: u16) {
        self.parents.push(parent);
        self.nodes.last_mut().expect("a node was pushed").parents.1 += 1;
    }

    fn register(&mut self, node: u16) {
        let literal = self.nodes[usize::from(node)].literal;
        self.node_of[usize::from(literal)] = node;
        insert(&mut self.reached[usize::from(literal & 1)], literal / 2);
    }

    /// Whether a literal is reached.
    #[inline]
    pub(super) fn has(&self, literal: u16) -> bool {
        contains(&self.reached[usize::from(literal & 1)], literal / 2)
    }

    /// The node of a literal.
    #[inline]
    pub(super) fn node(&self, literal: u16) -> Option<u16> {
        self.has(literal).then(|| self.node_of[usize::from(literal)])
    }

    pub(super) fn parents(&self, node: u16) -> &[u16] {
        let (from, to) = self.nodes[usize::from(node)].parents;
        &self.parents[from as usize..to as usize]
    }

    /// Why a node is true or false; for a candidate excluded by a true one, what the two share.
    pub(super) fn cause(&self, numbers: &Numbers, node: u16) -> Cause {
        let Node { literal, cause, .. } = self.nodes[usize::from(node)];
        match cause {
            Cause::Weak => {
                let by = self.nodes[usize::from(self.parents(node)[0])].literal;
                numbers.weak_cause(by / 2, literal / 2)
            }
            cause => cause,
        }
    }

    /// The nodes on which a node rests, including itself, as bits.
    pub(super) fn above(&mut self, node: u16) -> &[u64] {
        if self.above.is_empty() {
            self.above.resize(row(self.nodes.len()), 0);
            for at in 0..self.nodes.len() {
                let (before, own) = self.above.split_at_mut(row(at));
                let (from, to) = self.nodes[at].parents;
                for parent in &self.parents[from as usize..to as usize] {
                    let parent = usize::from(*parent);
                    let theirs = &before[row(parent)..][..parent / 64 + 1];
                    own.iter_mut().zip(theirs).for_each(|(word, other)| *word |= other);
                }
                insert(own, at);
            }
        }
        let node = usize::from(node);
        &self.above[row(node)..][..node / 64 + 1]
    }

    /// The same nodes one by one, once [`Net::above`] has been called.
    pub(super) fn nodes_above(&self, node: u16) -> impl Iterator<Item = &Node> {
        let (from, upto) = (row(node.into()), usize::from(node) + 1);
        let is_above = move |at: usize| contains(&self.above[from..], at);
        (0..upto).filter(move |at| is_above(*at)).map(|at| &self.nodes[at])
    }

    /// How many nodes a node rests on, including itself.
    pub(super) fn count_above(&mut self, node: u16) -> u32 {
        self.above(node).iter().map(|word| word.count_ones()).sum()
    }

    /// The nodes on which a node rests, in the order in which the program lists them: the node, its reasons, theirs, and so on.
    pub(super) fn listing(&self, node: u16) -> Vec<u16> {
        let mut list = vec![node];
        let mut listed = vec![false; self.nodes.len()];
        listed[usize::from(node)] = true;
        let mut at = 0;
        while at < list.len() {
            for &parent in self.parents(list[at]) {
                if !std::mem::replace(&mut listed[usize::from(parent)], true) {
                    list.push(parent);
                }
            }
            at += 1;
        }
        list
    }
}

/// What further rules find on a board at rest: false candidates, each with the false candidates from which it follows.
#[derive(Default, Debug)]
pub(super) struct AtRest {
    /// Cell, digit, one more than the number of the nested chain (or 0), and how many of the parents are its own.
    pub(super) found: Vec<(u8, u8, u32, u16)>,
    /// Cell and digit.
    pub(super) parents: Vec<(u8, u8)>,
}

impl AtRest {
    pub(super) fn clear(&mut self) {
        self.found.clear();
        self.parents.clear();
    }
}

/// Makes nets.
#[derive(Default, Debug)]
pub(super) struct Spinner {
    ons: Vec<u16>,
    offs: Vec<u16>,
    at_rest: AtRest,
    /// The candidates removed from the board, as bits.
    gone: Vec<u64>,
}

impl Spinner {
    /// Makes the net of all that follows on `base` from the literal. `rest` applies the further rules to the current board.
    pub(super) fn spin(
        &mut self,
        base: &Marks,
        links: &Links,
        literal: u16,
        mode: Mode,
        net: &mut Net,
        rest: &mut dyn FnMut(&Marks, &mut AtRest),
    ) {
        let mut now = base.clone();
        let numbers = &links.numbers;
        net.start(numbers.candidates.len(), literal);
        self.gone.clear();
        self.gone.resize(links.words(), 0);
        let (mut ons, mut offs) = (std::mem::take(&mut self.ons), std::mem::take(&mut self.offs));
        ons.clear();
        offs.clear();
        if literal & 1 == 1 { &mut ons } else { &mut offs }.push(0);
        let mut at_rest = std::mem::take(&mut self.at_rest);
        let (mut next_on, mut next_off) = (0, 0);
        loop {
            if let Some(&node) = ons.get(next_on) {
                next_on += 1;
                if !true_one(links, &self.gone, node, net, &mut offs) {
                    break;
                }
            } else if let Some(&node) = offs.get(next_off) {
                next_off += 1;
                let number = usize::from(net.nodes[usize::from(node)].literal / 2);
                let is_sound = false_one(base, &mut now, numbers, node, mode, net, &mut ons);
                if mode != Mode::Multiple {
                    insert(&mut self.gone, number);
                }
                if !is_sound {
                    break;
                }
            } else {
                at_rest.clear();
                rest(&now, &mut at_rest);
                let before = offs.len();
                by_rules(numbers, &at_rest, net, &mut offs);
                if offs.len() == before {
                    break;
                }
            }
        }
        (self.ons, self.offs, self.at_rest) = (ons, offs, at_rest);
    }
}

/// Finds what is false because a candidate is true. False if something would be both.
fn true_one(links: &Links, gone: &[u64], node: u16, net: &mut Net, offs: &mut Vec<u16>) -> bool {
    let number = net.nodes[usize::from(node)].literal / 2;
    let [off, on] = &net.reached;
    let (mut new, mut any) = ([0; WORDS], 0);
    for (i, weak) in links.weak_set(number).iter().enumerate() {
        // Neither false already nor, if still on the board, true.
        new[i] = weak & (!off[i] | on[i] & !gone[i]);
        any |= new[i];
    }
    if any == 0 {
        return true;
    }
    for &other in links.weak(number) {
        if !contains(&new, other) {
            continue;
        }
        let literal = 2 * other;
        let new = net.push(literal, Cause::Weak, 0);
        net.parent(node);
        if let Some(twin) = net.node(literal + 1) {
            net.contradiction = Some([twin, new]);
            return false;
        }
        net.register(new);
        offs.push(new);
    }
    true
}

/// Finds what is true because a candidate is false, which then leaves the board. False if something would be both.
fn false_one(
    base: &Marks,
    now: &mut Marks,
    numbers: &Numbers,
    node: u16,
    mode: Mode,
    net: &mut Net,
    ons: &mut Vec<u16>,
) -> bool {
    let (cell, digit) = numbers.of_literal(net.nodes[usize::from(node)].literal);
    // Cell, digit and cause of each consequence.
    let (mut follows, mut count) = ([(0, 0, Cause::Start); 4], 0);
    for_each_strong(now, cell, digit, |there, other, cause| {
        if mode != Mode::Nishio || cause != Cause::Cell {
            follows[count] = (there, other, cause);
            count += 1;
        }
    });
    let mut is_sound = true;
    for &(there, digit, cause) in &follows[..count] {
        let literal = 2 * numbers.numbers[there][digit] + 1;
        let twin = net.node(literal - 1);
        if twin.is_none() && net.node(literal).is_some() {
            continue;
        }
        let new = net.push(literal, cause, 0);
        net.parent(node);
        // The candidates removed by now, apart from this one.
        cause.for_each_gone(base, now, there, digit, |cell, digit| {
            net.parent(net.node_of[usize::from(2 * numbers.numbers[cell][digit])]);
        });
        if let Some(twin) = twin {
            net.contradiction = Some([new, twin]);
            is_sound = false;
            break;
        }
        net.register(new);
        ons.push(new);
    }
    if mode != Mode::Multiple {
        now.remove(cell, digit);
    }
    is_sound
}

/// Adds what the further rules have found.
fn by_rules(numbers: &Numbers, at_rest: &AtRest, net: &mut Net, offs: &mut Vec<u16>) {
    let mut from = 0;
    for &(cell, digit, nested, parents) in &at_rest.found {
        let literal = 2 * numbers.numbers[usize::from(cell)][usize::from(digit)];
        if net.node(literal).is_none() {
            let new = net.push(literal, Cause::Rule, nested);
            for (cell, digit) in &at_rest.parents[from..from + usize::from(parents)] {
                let at = net.node_of[usize::from(2 * numbers.numbers[usize::from(*cell)][usize::from(*digit)])];
                net.parent(at);
            }
            net.register(new);
            offs.push(new);
        }
        from += usize::from(parents);
    }
}

/// Nets as evidence of a hint: from each start to its end.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Evidence {
    pub(super) mode: Mode,
    /// The alternatives that the starts are.
    pub(super) source: Source,
    pub(super) branches: Vec<Branch>,
}

/// The alternatives from which nets start.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Source {
    /// A candidate is true or false; both lead to the same.
    Double,
    /// A candidate leads to both ends.
    Contradiction,
    /// The digits of a cell.
    Cell(u8),
    /// The places of a digit in a house, by kind and number.
    House(u8, u8),
}

impl Source {
    /// The program's last criterion for sorting hints.
    pub(super) fn key(self) -> u32 {
        match self {
            Source::Double => 1,
            Source::Cell(_) => 5,
            Source::House(..) => 6,
            Source::Contradiction => 7,
        }
    }
}

/// A net from its start to one end: nodes, reasons first.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Branch {
    pub(super) nodes: Vec<BranchNode>,
}

#[derive(Clone, PartialEq, Debug)]
pub(super) struct BranchNode {
    pub(super) cell: u8,
    pub(super) digit: u8,
    pub(super) is_true: bool,
    pub(super) cause: Cause,
    pub(super) after: Vec<u16>,
}

impl Net {
    /// The part of the net on which a node rests.
    pub(super) fn branch(&mut self, numbers: &Numbers, end: u16) -> Branch {
        let above = self.above(end).to_vec();
        let kept: Vec<u16> = (0..=end).filter(|node| contains(&above, *node)).collect();
        let place = |node: u16| kept.binary_search(&node).expect("reasons of a node are kept with it") as u16;
        let nodes = kept.iter().map(|node| {
            let literal = self.nodes[usize::from(*node)].literal;
            let (cell, digit) = numbers.of_literal(literal);
            let cause = self.cause(numbers, *node);
            let after = self.parents(*node).iter().map(|parent| place(*parent)).collect();
            BranchNode { cell: cell as u8, digit: digit as u8, is_true: literal & 1 == 1, cause, after }
        });
        Branch { nodes: nodes.collect() }
    }
}
