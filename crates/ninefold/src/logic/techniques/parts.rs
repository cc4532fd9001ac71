//! Small parts from which steps are made.

use super::super::nine::{self, CellSet, Nine, candidate, house, in_cell, in_house};
use super::super::step::{Candidate, Chain, Constraint, Node, Premise};

/// The premises of a step, without duplicates.
#[derive(Default)]
pub(in super::super) struct Premises(Vec<Premise>);

impl Premises {
    pub(in super::super) fn add(&mut self, premise: Premise) {
        if !self.0.contains(&premise) {
            self.0.push(premise);
        }
    }

    /// One of the candidates that are left for the constraint is true.
    pub(in super::super) fn strong(&mut self, constraint: Constraint) {
        self.add(Premise::Strong(constraint));
    }

    /// What makes a node of a chain true or false, unless it is the assumption.
    pub(super) fn by_node(&mut self, is_true: bool, by: Option<Constraint>) {
        let premise = if is_true { Premise::Strong } else { Premise::Weak };
        by.map(premise).into_iter().for_each(|premise| self.add(premise));
    }

    /// At most one of the candidates of the constraint is true.
    pub(in super::super) fn weak(&mut self, constraint: Constraint) {
        self.add(Premise::Weak(constraint));
    }

    /// One of the places that are left is true.
    pub(in super::super) fn strong_house(&mut self, house: usize, digit: usize) {
        self.strong(in_house(house, digit));
    }

    /// One of the candidates that are left is true.
    pub(in super::super) fn strong_cell(&mut self, cell: usize) {
        self.strong(in_cell(cell));
    }

    /// The digit has at most one place in the house.
    pub(in super::super) fn weak_house(&mut self, house: usize, digit: usize) {
        self.weak(in_house(house, digit));
    }

    /// The cell has at most one digit.
    pub(in super::super) fn weak_cell(&mut self, cell: usize) {
        self.weak(in_cell(cell));
    }

    /// Two cells that see each other do not both have the digit. Adds nothing if a premise already says so.
    pub(in super::super) fn sight(&mut self, a: usize, b: usize, digit: usize) {
        let shared = shared_houses(a, b).map(|house| Premise::Weak(in_house(house, digit)));
        if shared.clone().any(|premise| self.0.contains(&premise)) {
            return;
        }
        let premise = shared.into_iter().next().expect("the cells see each other");
        self.add(premise);
    }

    /// [`Premises::sight`] from one cell to each of some others.
    pub(in super::super) fn sights(&mut self, from: usize, to: CellSet, digit: usize) {
        to.iter().for_each(|to| self.sight(from, to, digit));
    }

    /// All of `these` see all of `those`, so not both have the digit. Returns the house with all of them, if there is one.
    pub(in super::super) fn see(&mut self, these: CellSet, those: CellSet, digit: usize) -> Option<Constraint> {
        if let Some(house) = (these | those).common_houses().next() {
            self.weak_house(house, digit);
            return Some(in_house(house, digit));
        }
        for this in these.iter() {
            for that in those.iter() {
                let house = shared_houses(this, that).next().expect("they see each other");
                self.weak_house(house, digit);
            }
        }
        None
    }

    pub(in super::super) fn list(self) -> Vec<Premise> {
        self.0
    }
}

/// The houses that two cells share, rows and columns first.
pub(super) fn shared_houses(a: usize, b: usize) -> impl Iterator<Item = usize> + Clone {
    nine::houses_of(a).into_iter().zip(nine::houses_of(b)).filter(|(a, b)| a == b).map(|(a, _)| a)
}

/// What links a digit in two cells that see each other.
pub(super) fn link(a: usize, b: usize, digit: usize) -> Option<Constraint> {
    shared_houses(a, b).next().map(|house| in_house(house, digit))
}

/// The digit in each of the cells.
pub(super) fn in_each(cells: CellSet, digit: usize) -> Vec<Candidate> {
    cells.iter().map(|cell| candidate(cell, digit)).collect()
}

/// Cells that have the digit as a candidate and see both cells.
pub(super) fn seen_by_both(nine: &Nine, a: usize, b: usize, digit: usize) -> CellSet {
    CellSet::peers(a) & CellSet::peers(b) & nine.cells[digit]
}

/// A chain in which each node follows from the one before; the first is an assumption.
pub(super) fn chain(nodes: impl IntoIterator<Item = (Vec<Candidate>, bool, Option<Constraint>)>) -> Chain {
    let nodes = nodes.into_iter().enumerate().map(|(i, (candidates, is_true, by))| Node {
        candidates,
        is_true,
        by,
        set: Vec::new(),
        after: i.checked_sub(1).into_iter().collect(),
    });
    Chain { nodes: nodes.collect(), is_loop: false }
}

/// A chain of one digit from the assumption that the first cell does not have it: along strong links (houses) between
/// the first two cells and between the last two.
pub(super) fn two_links(digit: usize, cells: [usize; 4], houses: [usize; 2]) -> Chain {
    let [first, second] = houses.map(|number| Constraint::Place(house(number), crate::board::Digit::from_index(digit)));
    let by = [None, Some(first), link(cells[1], cells[2], digit), Some(second)];
    chain((0..4).map(|i| (vec![candidate(cells[i], digit)], i % 2 == 1, by[i])))
}

/// HoDoKu's order of steps that rule out the same number of candidates: the later a candidate comes in the list, the more
/// its position counts. The least weight comes first.
pub(super) fn weight(eliminations: impl Iterator<Item = (usize, usize)>) -> usize {
    eliminations.enumerate().map(|(i, (cell, digit))| cell * (1 + 80 * i) + digit + 1).sum()
}
