//! The graph that chains run on: the candidates of a position (and groups of them, and almost locked sets) as nodes, each
//! either on (true) or off (false), and what follows from each state in one link.
//!
//! ```text
//!   on  -> off   two nodes of one digit that see each other, two candidates of one cell        (weak link)
//!   off -> on    the only other node of a house, the only other candidate of a cell            (strong link)
//!   off -> off   an almost locked set that has lost a digit needs all others, and takes them    (set, then any)
//!                away from what sees them
//! ```
//!
//! The number of a state is twice the number of its node, plus one if the node is on. The links of a state are in the order in
//! which they are to be followed, which is HoDoKu's: of several chains of equal length, the first one is reported.

use super::super::prelude::*;

/// A node: one candidate, several of one digit where a box meets a line, or one digit of an almost locked set.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) cells: CellSet,
    pub(super) digit: usize,
    pub(super) kind: Kind,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Candidate,
    /// All candidates of its digit where this row or column meets this box.
    Group {
        line: usize,
        block: usize,
    },
    /// The almost locked set with this number; the cells are those of its cells that have the digit.
    Set(usize),
}

/// Cells of one house with one more digit than cells: an almost locked set.
#[derive(Clone, Copy, Debug)]
pub(super) struct Set {
    pub(super) cells: CellSet,
    pub(super) digits: u16,
}

impl Set {
    /// Where the set has the digit.
    pub(super) fn places(&self, nine: &Nine, digit: usize) -> CellSet {
        self.cells & nine.cells[digit]
    }

    /// A chain through a set is harder to see than a plain one: it counts as this many more links.
    pub(super) fn penalty(&self) -> usize {
        2 * (self.digits.count_ones() as usize - 1)
    }
}

/// Which nodes are used besides single candidates.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Width {
    Candidates,
    Groups,
    Sets,
}

/// Nodes and links of a position.
pub(super) struct Graph<'a> {
    pub(super) nine: &'a Nine,
    pub(super) nodes: Vec<Node>,
    /// The number of nodes that are single candidates: the first ones, in order of cell and digit.
    pub(super) candidates: usize,
    pub(super) sets: Vec<Set>,
    numbers: [[u16; 9]; 81],
    /// Per digit: its groups.
    groups: [Vec<u16>; 9],
    /// Per state: where its links start.
    starts: Vec<u32>,
    links: Vec<u16>,
}

pub(super) const fn on(node: usize) -> usize {
    2 * node + 1
}

pub(super) const fn off(node: usize) -> usize {
    2 * node
}

pub(super) const fn is_on(state: usize) -> bool {
    state % 2 == 1
}

impl<'a> Graph<'a> {
    pub(super) fn new(nine: &'a Nine, width: Width) -> Graph<'a> {
        let mut graph = Graph {
            nine,
            nodes: Vec::with_capacity(400),
            candidates: 0,
            sets: Vec::new(),
            numbers: [[u16::MAX; 9]; 81],
            groups: Default::default(),
            starts: Vec::new(),
            links: Vec::new(),
        };
        for cell in nine.open.iter() {
            for digit in digits(nine.candidates[cell]) {
                graph.numbers[cell][digit] = graph.nodes.len() as u16;
                graph.nodes.push(Node { cells: CellSet::only(cell), digit, kind: Kind::Candidate });
            }
        }
        graph.candidates = graph.nodes.len();
        if width >= Width::Groups {
            graph.add_groups();
        }
        graph
    }

    /// The same with its links, and with the almost locked sets if they are wanted.
    pub(super) fn linked(nine: &'a Nine, width: Width) -> Graph<'a> {
        let mut graph = Graph::new(nine, width);
        graph.link_candidates();
        let mut links = Links(Vec::new());
        graph.link_groups(&mut links);
        if width >= Width::Sets {
            graph.add_sets(&mut links);
        }
        graph.append(&links);
        graph
    }

    /// The node of a candidate that is on the board.
    #[inline]
    pub(super) fn number(&self, cell: usize, digit: usize) -> usize {
        usize::from(self.numbers[cell][digit])
    }

    /// What follows from a state.
    #[inline]
    pub(super) fn after(&self, state: usize) -> &[u16] {
        &self.links[self.starts[state] as usize..self.starts[state + 1] as usize]
    }

    /// The node of a state.
    #[inline]
    pub(super) fn node(&self, state: usize) -> &Node {
        &self.nodes[state / 2]
    }

    /// The cell of a candidate, the first cell of other nodes.
    #[inline]
    pub(super) fn cell(&self, state: usize) -> usize {
        self.node(state).cells.first().expect("every node has a cell")
    }

    /// All cells that a node takes up.
    pub(super) fn body(&self, state: usize) -> CellSet {
        match self.node(state).kind {
            Kind::Set(number) => self.sets[number].cells,
            _ => self.node(state).cells,
        }
    }

    /// How long the links from a state are.
    #[inline]
    pub(super) fn cost(&self, from: usize, to: usize) -> usize {
        match self.node(from).kind {
            // A candidate that a set forces counts as two links: the digits that its cell loses are not reported.
            Kind::Set(number) => 2 + self.sets[number].penalty() + usize::from(is_on(to)),
            _ => 2,
        }
    }

    /// The candidates that come on if a candidate goes off.
    pub(super) fn forced_by_candidate(&self, number: usize) -> impl Iterator<Item = usize> + use<> {
        let nine = self.nine;
        let Node { cells, digit, .. } = self.nodes[number];
        let cell = cells.first().expect("a candidate has a cell");
        let others = nine.candidates[cell] & !(1 << digit);
        let mut forced = [usize::MAX; 4];
        if others.is_power_of_two() {
            forced[0] = self.number(cell, others.trailing_zeros() as usize);
        }
        for (at, house) in houses_of(cell).into_iter().enumerate() {
            if nine.places[house][digit].count_ones() == 2 {
                let other = (nine.places(house, digit) - cells).first().expect("there are two");
                let other = self.number(other, digit);
                if !forced.contains(&other) {
                    forced[at + 1] = other;
                }
            }
        }
        forced.into_iter().filter(|forced| *forced != usize::MAX)
    }

    fn link_candidates(&mut self) {
        let nine = self.nine;
        let mut links: Vec<u16> = Vec::with_capacity(20 * self.candidates);
        let mut starts: Vec<u32> = Vec::with_capacity(2 * self.candidates + 1);
        for number in 0..self.candidates {
            let Node { cells, digit, .. } = self.nodes[number];
            let cell = cells.first().expect("a candidate has a cell");
            let others = nine.candidates[cell] & !(1 << digit);
            let houses = houses_of(cell).map(|house| nine.places(house, digit) - cells);
            starts.push(links.len() as u32);
            links.extend(self.forced_by_candidate(number).map(|forced| on(forced) as u16));
            starts.push(links.len() as u32);
            links.extend(digits(others).map(|other| off(self.number(cell, other)) as u16));
            let [row, column, block] = houses;
            for house in [row, column, block - row - column] {
                links.extend(house.iter().map(|other| off(self.number(other, digit)) as u16));
            }
        }
        starts.push(links.len() as u32);
        self.links = links;
        self.starts = starts;
    }

    /// Adds the groups: two or three candidates of a digit where a row or column meets a box.
    fn add_groups(&mut self) {
        for line in 0..18 {
            for digit in 0..9 {
                let places = self.nine.places(line, digit);
                for third in 0..if places.len() < 2 { 0 } else { 3 } {
                    let block = if line < 9 { 18 + line / 3 * 3 + third } else { 18 + (line - 9) / 3 + 3 * third };
                    let cells = places & CellSet::house(block);
                    if cells.len() >= 2 {
                        self.groups[digit].push(self.nodes.len() as u16);
                        self.nodes.push(Node { cells, digit, kind: Kind::Group { line, block } });
                    }
                }
            }
        }
    }

    /// The other places in the box and in the line of a group.
    pub(super) fn besides(&self, group: usize) -> [(usize, CellSet); 2] {
        let Node { cells, digit, kind: Kind::Group { line, block } } = self.nodes[group] else {
            unreachable!("only groups are asked about");
        };
        [block, line].map(|house| (house, self.nine.places(house, digit) - cells))
    }

    /// The groups of the same digit that share a house, but no cell, with a group; in order.
    pub(super) fn neighbours(&self, group: usize) -> impl Iterator<Item = usize> {
        let Node { cells, digit, kind } = self.nodes[group];
        let is_near = move |other: &usize| match (kind, self.nodes[*other].kind) {
            (Kind::Group { line, block }, Kind::Group { line: their_line, block: their_block }) => {
                (line == their_line || block == their_block) && self.nodes[*other].cells.is_disjoint(cells)
            }
            _ => false,
        };
        self.groups[digit].iter().map(|other| usize::from(*other)).filter(is_near)
    }

    /// The nodes that come on if a group goes off.
    pub(super) fn forced_by_group(&self, group: usize) -> impl Iterator<Item = usize> {
        let digit = self.nodes[group].digit;
        let besides = self.besides(group);
        let cells = besides.into_iter().filter_map(|(_, rest)| rest.single());
        let is_rest = |rest: CellSet| self.neighbours(group).find(|other| self.nodes[*other].cells == rest);
        let [block, line] = besides.map(|(_, rest)| if rest.len() < 2 { None } else { is_rest(rest) });
        cells.map(move |cell| self.number(cell, digit)).chain(line).chain(block)
    }

    fn link_groups(&self, links: &mut Links) {
        for group in self.candidates..self.nodes.len() {
            let Node { cells, digit, .. } = self.nodes[group];
            for cell in (cells.common_peers() & self.nine.cells[digit]).iter() {
                links.add(on(group), off(self.number(cell, digit)));
                links.add(on(self.number(cell, digit)), off(group));
            }
            self.neighbours(group).for_each(|other| links.add(on(group), off(other)));
            for forced in self.forced_by_group(group) {
                links.add(off(group), on(forced));
                if forced < self.candidates {
                    links.add(off(forced), on(group));
                }
            }
        }
    }

    /// Adds the almost locked sets of two cells or more, once for each digit that they can lose with effect.
    fn add_sets(&mut self, links: &mut Links) {
        let nine = self.nine;
        self.sets = sets(nine);
        let groups = self.candidates..self.nodes.len();
        let first = self.nodes.len();
        // Per set and digit: the cells that see all its places.
        let seen: Vec<[CellSet; 9]> = self
            .sets
            .iter()
            .map(|set| {
                std::array::from_fn(|digit| match set.digits >> digit & 1 {
                    0 => CellSet::EMPTY,
                    _ => (set.places(nine, digit).common_peers() & nine.cells[digit]) - set.cells,
                })
            })
            .collect();
        let mut numbers = vec![[usize::MAX; 9]; self.sets.len()];
        for (number, set) in self.sets.iter().enumerate() {
            for digit in digits(set.digits) {
                let has_effect = digits(set.digits).any(|other| other != digit && !seen[number][other].is_empty());
                if has_effect {
                    numbers[number][digit] = self.nodes.len();
                    self.nodes.push(Node { cells: set.places(nine, digit), digit, kind: Kind::Set(number) });
                }
            }
        }
        for node in first..self.nodes.len() {
            let Node { cells, digit, kind: Kind::Set(number) } = self.nodes[node] else { continue };
            let set = self.sets[number];
            for cell in seen[number][digit].iter() {
                links.add(on(self.number(cell, digit)), off(node));
            }
            for group in groups.clone().filter(|group| self.nodes[*group].digit == digit) {
                let theirs = self.nodes[group].cells;
                if theirs.is_disjoint(set.cells) && cells.is_subset(theirs.common_peers()) {
                    links.add(on(group), off(node));
                }
            }
            let others = set.digits & !(1 << digit);
            for other in digits(others) {
                for cell in seen[number][other].iter() {
                    links.add(off(node), off(self.number(cell, other)));
                }
                for group in groups.clone().filter(|group| self.nodes[*group].digit == other) {
                    if self.nodes[group].cells.is_subset(seen[number][other]) {
                        links.add(off(node), off(group));
                    }
                }
            }
            for (third, theirs) in self.sets.iter().enumerate() {
                if !theirs.cells.is_disjoint(set.cells) {
                    continue;
                }
                for other in digits(others & theirs.digits) {
                    if numbers[third][other] != usize::MAX && theirs.places(nine, other).is_subset(seen[number][other])
                    {
                        links.add(off(node), off(numbers[third][other]));
                    }
                }
            }
            let near = digits(others).fold(CellSet::EMPTY, |near, other| near | seen[number][other]);
            for cell in (near - nine.bivalue).iter() {
                let lost = digits(others).filter(|other| seen[number][*other].contains(cell));
                let left = nine.candidates[cell] & !lost.fold(0, |lost, other| lost | 1 << other);
                if left.count_ones() == 1 {
                    links.add(off(node), on(self.number(cell, left.trailing_zeros() as usize)));
                }
            }
        }
    }

    /// Adds links after the existing ones, state by state; the links of one state stay in order.
    fn append(&mut self, more: &Links) {
        let states = 2 * self.nodes.len();
        let mut next = vec![0_u32; states + 1];
        more.0.iter().for_each(|(from, _)| next[usize::from(*from) + 1] += 1);
        for state in 1..=states {
            next[state] += next[state - 1];
        }
        let old = |state: usize| self.starts.get(state).or(self.starts.last()).copied().unwrap_or(0);
        let starts: Vec<u32> = (0..=states).map(|state| old(state) + next[state]).collect();
        let mut links = vec![0; self.links.len() + more.0.len()];
        for state in 0..2 * self.candidates {
            let [from, to] = [old(state) as usize, old(state + 1) as usize];
            let at = starts[state] as usize;
            links[at..at + to - from].copy_from_slice(&self.links[from..to]);
            next[state] = (at + to - from) as u32;
        }
        next[2 * self.candidates..].copy_from_slice(&starts[2 * self.candidates..]);
        for (from, to) in &more.0 {
            let place = &mut next[usize::from(*from)];
            links[*place as usize] = *to;
            *place += 1;
        }
        self.links = links;
        self.starts = starts;
    }
}

/// Pairs of states: what follows from what.
struct Links(Vec<(u16, u16)>);

impl Links {
    #[inline]
    fn add(&mut self, from: usize, to: usize) {
        self.0.push((from as u16, to as u16));
    }
}

/// The most nodes, besides candidates, with which a position is searched: states are numbers of 16 bits.
const MOST_SETS: usize = 3000;

/// The almost locked sets of two to eight cells, house by house.
fn sets(nine: &Nine) -> Vec<Set> {
    let mut sets: Vec<Set> = Vec::new();
    for house in 0..27 {
        let cells: Vec<usize> = (CellSet::house(house) & nine.open).iter().collect();
        let mut stack: Vec<(usize, Set)> = vec![(0, Set { cells: CellSet::EMPTY, digits: 0 })];
        while let Some((next, set)) = stack.pop() {
            let size = set.cells.len();
            let is_new = || house < 9 || sets.iter().all(|known| known.cells != set.cells);
            if size >= 2 && set.digits.count_ones() as usize == size + 1 && is_new() && sets.len() < MOST_SETS {
                sets.push(set);
            }
            if size == 8 {
                continue;
            }
            // The last comes first, so that they are taken off the stack in reading order.
            for at in (next..cells.len()).rev() {
                let digits = set.digits | nine.candidates[cells[at]];
                stack.push((at + 1, Set { cells: set.cells | CellSet::only(cells[at]), digits }));
            }
        }
    }
    sets
}
