//! Steps: what is concluded, and everything it rests on.

use super::Technique;
pub(super) use crate::board::Candidate;
use crate::board::{Cell, Digit, House, Puzzle, Shape};
use crate::render::{Mark, svg::Link};
use std::collections::BTreeMap;

/// A rule of Sudoku, once for every cell and once for every digit of every house.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum Constraint {
    /// The cell has exactly one digit.
    Cell(Cell),
    /// The house has the digit in exactly one place.
    Place(House, Digit),
}

/// A fact that an argument rests on. Every such fact can be seen on the board.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Premise {
    /// A strong link: of the candidates that are left for the constraint, at least one is true.
    Strong(Constraint),
    /// A weak link: of the candidates of the constraint, at most one is true.
    Weak(Constraint),
    /// The puzzle has one solution. These candidates lie in cells that are not givens, two in each, and every house has
    /// none or two of each digit. If the cells had no other digits, each digit could be exchanged for the cell's other
    /// one, and there would be a second solution. So one of the cells has another digit.
    Deadly(Vec<Candidate>),
}

/// An argument: a technique, where it applies, and what follows.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct Step {
    /// The kind of argument.
    pub technique: Technique,
    /// The pattern that a person sees.
    pub pattern: Pattern,
    /// The facts from which the conclusions follow, without anything else.
    pub premises: Vec<Premise>,
    /// Digits that must be in their cells.
    pub placements: Vec<Candidate>,
    /// Candidates that cannot be true, in order of cell and digit.
    pub eliminations: Vec<Candidate>,
    /// On a path of Sudoku Explainer itself: its rating of this step, in tenths.
    pub se_rating: Option<u16>,
}

impl Step {
    /// A step without conclusions yet.
    pub fn new(technique: Technique, pattern: Pattern, premises: Vec<Premise>) -> Step {
        Step { technique, pattern, premises, placements: Vec::new(), eliminations: Vec::new(), se_rating: None }
    }

    /// A step that rules out these candidates.
    pub(super) fn removing(
        technique: Technique,
        pattern: Pattern,
        premises: Vec<Premise>,
        mut eliminations: Vec<Candidate>,
    ) -> Step {
        eliminations.sort_unstable();
        eliminations.dedup();
        Step { eliminations, ..Step::new(technique, pattern, premises) }
    }

    /// Applies the conclusions to a puzzle: digits as placed ones, eliminations as removed candidates.
    ///
    /// # Panics
    /// If the puzzle is of another shape.
    pub fn apply(&self, puzzle: &mut Puzzle) {
        self.placements.iter().for_each(|placed| puzzle.place(placed.cell, placed.digit));
        self.eliminations.iter().for_each(|out| puzzle.remove_candidate(out.cell, out.digit));
    }

    /// The links to show in a drawing of the step's chains, each where its two nodes are nearest.
    pub fn links(&self, shape: Shape) -> Vec<Link> {
        let chains = match &self.pattern {
            Pattern::Fish { chains, .. } | Pattern::Chains { chains, .. } => &chains[..],
            _ => &[],
        };
        let mut links = Vec::new();
        for chain in chains {
            for node in &chain.nodes {
                let before = node.after.iter().filter_map(|before| chain.nodes.get(*before));
                links.extend(before.filter_map(|before| link(shape, before, node)));
            }
            if let (true, [first, .., last]) = (chain.is_loop, &chain.nodes[..]) {
                links.extend(link(shape, last, first));
            }
        }
        links
    }

    /// The candidates that a drawing of the step marks, by cell and digit: those that the strong premises and deadly
    /// patterns are about, and the conclusions.
    pub fn marks(&self, puzzle: &Puzzle) -> BTreeMap<Candidate, Mark> {
        let (shape, candidates) = (puzzle.shape(), puzzle.candidates());
        let is_left = |c: &Candidate| puzzle.digit(c.cell).is_none() && candidates.contains(c.cell, c.digit);
        let mut marks = BTreeMap::new();
        for premise in &self.premises {
            let about: Vec<Candidate> = match premise {
                Premise::Strong(Constraint::Cell(cell)) => {
                    candidates.digits_of(*cell).map(|digit| Candidate::new(*cell, digit)).collect()
                }
                Premise::Strong(Constraint::Place(house, digit)) => {
                    shape.cells_of(*house).map(|cell| Candidate::new(cell, *digit)).collect()
                }
                Premise::Deadly(pattern) => pattern.clone(),
                Premise::Weak(_) => Vec::new(),
            };
            marks.extend(about.into_iter().filter(is_left).map(|candidate| (candidate, Mark::Pattern)));
        }
        marks.extend(self.eliminations.iter().map(|out| (*out, Mark::Eliminated)));
        marks.extend(self.placements.iter().map(|placed| (*placed, Mark::Placed)));
        marks
    }
}

/// A link between two nodes of a chain.
fn link(shape: Shape, from: &Node, to: &Node) -> Option<Link> {
    let distance = |a: &Candidate, b: &Candidate| {
        let apart = |of: fn(Shape, Cell) -> usize| of(shape, a.cell).abs_diff(of(shape, b.cell)).pow(2);
        apart(|shape, cell| shape.row(cell)) + apart(|shape, cell| shape.column(cell))
    };
    let all = from.candidates.iter().flat_map(|a| to.candidates.iter().map(move |b| (a, b)));
    let (from_candidate, to_candidate) = all.min_by_key(|(a, b)| distance(a, b))?;
    Some(Link { from: *from_candidate, to: *to_candidate, is_strong: !from.is_true && to.is_true })
}

/// What a person sees: the parts of a pattern by their roles.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Pattern {
    /// A single: the house in which it is the last place; `None` if it is the only candidate of its cell.
    Single {
        /// The house.
        house: Option<House>,
    },
    /// Locked candidates.
    Locked {
        /// The digit.
        digit: Digit,
        /// The house whose places all lie in the other house.
        base: House,
        /// The house that loses the digit elsewhere.
        cover: House,
    },
    /// As many cells as digits.
    Subset {
        /// The cells.
        cells: Vec<Cell>,
        /// The digits.
        digits: Vec<Digit>,
        /// The house, or both houses if the cells share two.
        houses: Vec<House>,
    },
    /// A fish of one digit: each place in the base houses lies in a cover house or is a fin.
    Fish {
        /// The digit.
        digit: Digit,
        /// The base houses.
        base: Vec<House>,
        /// As many cover houses; for siamese fish, which are two fish with the same base in one step, those of both.
        cover: Vec<House>,
        /// Places in base houses that are in no cover house, or (endo fins) that lie in two base houses.
        fins: Vec<Cell>,
        /// Chains from the fins to what follows (kraken fish).
        chains: Vec<Chain>,
    },
    /// Candidates in groups of two colours: in each group one colour is true and the other false.
    Colors {
        /// The groups.
        groups: Vec<[Vec<Candidate>; 2]>,
        /// The colour that is false, as group and colour, if there is one (wrap).
        wrong: Option<(usize, usize)>,
        /// One candidate of each of two groups, which cannot both be true, if all that follows rests on such a pair: so one of
        /// the two other colours is true.
        touching: Option<[Candidate; 2]>,
    },
    /// A pivot and its pincers.
    Wing {
        /// The cell that decides, or several that see all others; for W-wings the two places of the link.
        pivot: Vec<Cell>,
        /// The cells one of which has the digit, unless the pivot has it.
        pincers: Vec<Cell>,
        /// The digit that follows.
        digit: Digit,
        /// The digit that each pincer shares with the pivot and loses to it (XY- and XYZ-wings; otherwise empty).
        shared: Vec<Digit>,
        /// The digit and the house of the strong link (W-wings).
        link: Option<(Digit, House)>,
    },
    /// A deadly pattern.
    Deadly {
        /// The candidates that must not be all that is left.
        deadly: Vec<Candidate>,
        /// The candidates that go beyond it: one of them is true.
        rescue: Vec<Candidate>,
        /// Further cells that form a subset with the rescue (type 3).
        subset: Vec<Cell>,
        /// A digit that some houses have only in the pattern, if the argument needs one (types 4 and 6, hidden).
        link: Option<(Digit, Vec<House>)>,
    },
    /// Chains: one for most techniques, several for forcing chains and duals. A net that shows by a further net that
    /// something is false is followed by that net; or, after a chain of one node that announces it, by several nets, from all
    /// candidates one of which is true.
    Chains {
        /// The chains; each an argument by itself, or all leading to the same end.
        chains: Vec<Chain>,
        /// The constraint one of whose candidates must be true, if the chains start from all of these.
        source: Option<Constraint>,
    },
    /// Almost locked sets.
    Sets {
        /// The sets.
        sets: Vec<AlmostLockedSet>,
        /// Restricted common candidates: two sets, by number, and the digit that only one of them can have.
        commons: Vec<(usize, usize, Digit)>,
        /// The cell whose candidates lead to the sets (death blossom).
        stem: Option<Cell>,
        /// The digits that follow.
        digits: Vec<Digit>,
    },
    /// Sue de Coq.
    SueDeCoq {
        /// The cells where line and box meet.
        cells: Vec<Cell>,
        /// The further cells in the line, with their digits.
        line: AlmostLockedSet,
        /// The further cells in the box, with their digits.
        block: AlmostLockedSet,
    },
    /// Cells whose digits exclude each other (aligned exclusion).
    Exclusion {
        /// The aligned cells.
        cells: Vec<Cell>,
        /// The cells that rule combinations out.
        witnesses: Vec<Cell>,
    },
    /// All the ways to place a digit nine times.
    Templates {
        /// The digit, and those whose own ways leave it fewer.
        digits: Vec<Digit>,
    },
}

/// Cells of a house with more digits than cells, usually one more.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub struct AlmostLockedSet {
    /// The cells.
    pub cells: Vec<Cell>,
    /// Their digits.
    pub digits: Vec<Digit>,
}

/// Conclusions drawn one after another from an assumption.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub struct Chain {
    /// The assumption, then what follows.
    pub nodes: Vec<Node>,
    /// Whether the last node leads back to the first.
    pub is_loop: bool,
}

/// A conclusion within a chain.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct Node {
    /// One candidate; or several, one of which is true or all of which are false. None at the end of a net that contradicts
    /// itself: nothing is left for the constraint, or a candidate would be both true and false.
    pub candidates: Vec<Candidate>,
    /// Whether one of the candidates is true; otherwise none is.
    pub is_true: bool,
    /// The constraint by which it follows; `None` for the assumption, and if it follows from an almost locked set
    /// or from a net within the net. In such an inner net, nodes known from the outer net have neither constraint nor `after`.
    pub by: Option<Constraint>,
    /// The cells of the almost locked set by which it follows.
    pub set: Vec<Cell>,
    /// The earlier nodes of the chain that it follows from: the one before it, in a plain chain.
    pub after: Vec<usize>,
}
