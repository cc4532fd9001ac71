//! The stages of a search, step by step, for people who want to see how it works.
//!
//! The sources of ninefold, from Bird's paper onwards, solve the same problem in related ways. A [`Trace`] runs one of these (a
//! [`Strategy`]) on a puzzle, slowly and in the terms of the specification ([`spec`]), and reports every stage as an [`Event`]:
//! the choices, each pass that removes some, the places found, the cell chosen, each branch, each contradiction, each solution,
//! and how many boards are left to examine.
//!
//! ```
//! use ninefold::trace::{Kind, Strategy, Trace};
//! let puzzle = "2....1.38........5.7...6..........13.981..25731....8..9..8...2..5..697844..25....".parse()?;
//! let mut events = Trace::new(&puzzle, Strategy::Expand);
//! let first = events.next().unwrap();
//! assert_eq!(first.kind, Kind::Choices);
//! assert_eq!(first.space().powers(), "9^51");
//! assert_eq!(first.space().to_string(), "4638397686588101979328150167890591454318967698009");
//! assert!(events.any(|event| matches!(event.kind, Kind::Solution(_))));
//! # Ok::<(), ninefold::Invalid>(())
//! ```
//!
//! Bird's paper speaks of 9^40 boards, and of 3^40 after pruning, because it assumes that "about a half" of the 81 entries are
//! fixed and that three choices are left on average. The paper's opening board, above, has 51 blanks, and a trace counts the
//! actual numbers: 9^51, and 2^12 x 3^13 x 4^13 x 5^8 x 6 after the first pruning.

mod space;
mod strategy;

pub use space::SearchSpace;
pub use strategy::{Rule, Strategy};

use crate::board::{Candidates, Cell, Digit, Grid, House, Puzzle, Shape};
use crate::spec::{self, Choices, Matrix, Rules};
use std::collections::VecDeque;

/// One stage of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Event {
    /// The number of decisions above this stage.
    pub depth: usize,
    /// What happened.
    pub kind: Kind,
    /// The choices of every cell after this stage; none for [`Kind::Done`], which belongs to no board.
    pub candidates: Candidates,
}

impl Event {
    /// Returns the number of boards into which the choices of this stage can be combined.
    pub fn space(&self) -> SearchSpace {
        SearchSpace::of(&self.candidates)
    }
}

/// What happened at a stage.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Kind {
    /// Every blank cell has been given all its choices.
    Choices,
    /// A rule was applied once to the whole board.
    Narrowed {
        /// The number of the pass, from 1.
        pass: usize,
        /// The rule.
        rule: Rule,
        /// How many choices it removed.
        removed: usize,
        /// The cells that it left with one choice.
        fixed: Vec<(Cell, Digit)>,
    },
    /// These cells are the only places of a digit in a house.
    Places(Vec<(Cell, Digit, House)>),
    /// The rules have nothing more to remove.
    Stable {
        /// The number of passes; the last had no effect.
        passes: usize,
    },
    /// A cell was chosen to be decided.
    Chosen {
        /// The cell.
        cell: Cell,
        /// Its choices.
        digits: Vec<Digit>,
    },
    /// A branch: the cell holds one of these digits.
    Branch {
        /// The cell.
        cell: Cell,
        /// The digits that the cell may have in this branch.
        digits: Vec<Digit>,
    },
    /// This branch has no solution.
    Contradiction(Conflict),
    /// All combinations of choices were examined.
    Combined {
        /// The number of boards.
        boards: usize,
    },
    /// There are more combinations than can be examined ([`Trace::MOST_COMBINATIONS`]); none was.
    TooMany,
    /// A solution.
    Solution(Grid),
    /// The search is over; always the last event.
    Done {
        /// The number of solutions found: all of them, unless there were [too many](Kind::TooMany) combinations to examine.
        solutions: usize,
        /// The number of cells that were decided by trial.
        decisions: usize,
    },
}

/// Why a branch has no solution.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Conflict {
    /// A cell has no choice left.
    Void(Cell),
    /// A digit is fixed twice in a house.
    Twice {
        /// The digit.
        digit: Digit,
        /// The house.
        house: House,
    },
}

/// A step-by-step search: an iterator over its events.
#[derive(Clone, Debug)]
#[must_use = "iterators are lazy and do nothing unless consumed"]
pub struct Trace {
    shape: Shape,
    rules: Rules<Digit>,
    strategy: Strategy,
    /// Branches still to be searched, the next one last.
    open: Vec<Branch>,
    /// Events that have happened but have not been reported yet.
    events: VecDeque<Event>,
    solutions: usize,
    decisions: usize,
    done: bool,
}

#[derive(Clone, Debug)]
struct Branch {
    depth: usize,
    choices: Matrix<Choices<Digit>>,
    /// How this branch differs from the one above; `None` for the whole search.
    decided: Option<(Cell, Vec<Digit>)>,
}

impl Trace {
    /// The most boards that the strategies `spec` and `prune` will list.
    pub const MOST_COMBINATIONS: usize = 1_000_000;

    /// Makes the search for all solutions of a puzzle by one strategy.
    pub fn new(puzzle: &Puzzle, strategy: Strategy) -> Trace {
        let shape = puzzle.shape();
        let choices = spec::puzzle_choices(puzzle);
        let open = vec![Branch { depth: 0, choices, decided: None }];
        let rules = Rules::new(shape, shape.digits().collect());
        Trace { shape, rules, strategy, open, events: VecDeque::new(), solutions: 0, decisions: 0, done: false }
    }

    fn report(&mut self, depth: usize, kind: Kind, choices: &Matrix<Choices<Digit>>) {
        let mut candidates = Candidates::none(self.shape);
        for (cell, digits) in self.shape.cells().zip(choices.iter().flatten()) {
            digits.iter().for_each(|digit| _ = candidates.insert(cell, *digit));
        }
        self.events.push_back(Event { depth, kind, candidates });
    }

    /// Searches one branch down to its end, or to the cell that splits it.
    fn visit(&mut self, branch: Branch) {
        let Branch { depth, mut choices, decided } = branch;
        let first = match decided {
            None => Kind::Choices,
            Some((cell, digits)) => Kind::Branch { cell, digits },
        };
        self.report(depth, first, &choices);
        if let Some(conflict) = self.narrow(depth, &mut choices) {
            return self.report(depth, Kind::Contradiction(conflict), &choices);
        }
        if self.strategy.combines() {
            return self.combine(depth, choices);
        }
        let cell = match self.strategy {
            Strategy::EliminateAnalyze => choices.iter().flatten().position(|digits| digits.len() > 1),
            _ => spec::best_cell(&choices).map(|(row, column)| self.shape.cell(row, column).index()),
        };
        let Some(cell) = cell.map(Cell::new) else {
            return self.solved(depth, choices);
        };
        let digits = choices[self.shape.row(cell)][self.shape.column(cell)].clone();
        self.decisions += 1;
        self.report(depth, Kind::Chosen { cell, digits: digits.clone() }, &choices);
        let parts: Vec<Vec<Digit>> = match self.strategy {
            Strategy::Split => vec![digits[..1].to_vec(), digits[1..].to_vec()],
            _ => digits.iter().map(|digit| vec![*digit]).collect(),
        };
        for part in parts.into_iter().rev() {
            let mut choices = choices.clone();
            choices[self.shape.row(cell)][self.shape.column(cell)] = part.clone();
            self.open.push(Branch { depth: depth + 1, choices, decided: Some((cell, part)) });
        }
    }

    fn solved(&mut self, depth: usize, choices: Matrix<Choices<Digit>>) {
        let digits = choices.iter().flatten().map(|digits| digits[0]).collect();
        let grid = Grid::new(self.shape, digits).expect("a decided matrix without conflict is a solution");
        self.solutions += 1;
        self.report(depth, Kind::Solution(grid), &choices);
    }

    /// Lists all combinations, if there are few enough.
    fn combine(&mut self, depth: usize, choices: Matrix<Choices<Digit>>) {
        // A void cell leaves nothing to combine, however many choices the cells before it have.
        let void = choices.iter().flatten().any(Vec::is_empty);
        let multiply = |product: usize, digits: &Choices<Digit>| product.checked_mul(digits.len());
        let boards = if void { Some(0) } else { choices.iter().flatten().try_fold(1, multiply) };
        let Some(boards) = boards.filter(|boards| *boards <= Self::MOST_COMBINATIONS) else {
            return self.report(depth, Kind::TooMany, &choices);
        };
        self.report(depth, Kind::Combined { boards }, &choices);
        let rules = self.rules.clone();
        for board in spec::mcp(choices).filter(|board| rules.correct(board)) {
            let decided = board.into_iter().map(|row| row.into_iter().map(|digit| vec![digit]).collect()).collect();
            self.solved(depth, decided);
        }
    }

    /// Applies the strategy's rules until they remove nothing more.
    fn narrow(&mut self, depth: usize, choices: &mut Matrix<Choices<Digit>>) -> Option<Conflict> {
        for pass in 1.. {
            let before = choices.clone();
            for rule in self.strategy.rules() {
                let old = std::mem::take(choices);
                *choices = self.apply(*rule, &old);
                if *choices != old {
                    let (removed, fixed) = self.difference(&old, choices);
                    self.report(depth, Kind::Narrowed { pass, rule: *rule, removed, fixed }, choices);
                }
            }
            // The specification itself does not check anything before it has combined everything.
            if self.strategy != Strategy::Spec
                && let Some(conflict) = self.conflict(choices)
            {
                return Some(conflict);
            }
            if !self.strategy.repeats() {
                break;
            }
            if *choices != before {
                continue;
            }
            if self.strategy.finds_places() {
                let places = self.places(choices);
                for (cell, digit, _) in &places {
                    choices[self.shape.row(*cell)][self.shape.column(*cell)] = vec![*digit];
                }
                if !places.is_empty() {
                    self.report(depth, Kind::Places(places), choices);
                    continue;
                }
            }
            if !self.strategy.rules().is_empty() {
                self.report(depth, Kind::Stable { passes: pass }, choices);
            }
            break;
        }
        None
    }

    fn apply(&self, rule: Rule, m: &Matrix<Choices<Digit>>) -> Matrix<Choices<Digit>> {
        match rule {
            Rule::Rows => spec::prune_by(spec::rows, m.clone()),
            Rule::Columns => spec::prune_by(spec::cols, m.clone()),
            Rule::Boxes => spec::prune_by(|m| self.rules.boxs(m), m.clone()),
            Rule::Peers => self.eliminate(m),
        }
    }

    /// Alliet's `eliminate`: every unknown cell loses the values that its peers had before the pass; then peers that have
    /// become known with the same value both become impossible.
    fn eliminate(&self, m: &Matrix<Choices<Digit>>) -> Matrix<Choices<Digit>> {
        let old: Vec<&Choices<Digit>> = m.iter().flatten().collect();
        let left = |cell: Cell| {
            let known = |digit: &Digit| self.shape.peers(cell).any(|peer| old[peer.index()][..] == [*digit]);
            let unknown = old[cell.index()].len() > 1;
            old[cell.index()].iter().copied().filter(|digit| !unknown || !known(digit)).collect()
        };
        let new: Vec<Choices<Digit>> = self.shape.cells().map(left).collect();
        let is_new = |cell: Cell| old[cell.index()].len() > 1 && new[cell.index()].len() == 1;
        let clashes = |cell: Cell| self.shape.peers(cell).any(|peer| new[peer.index()] == new[cell.index()]);
        let keep = |cell: Cell| if is_new(cell) && clashes(cell) { Vec::new() } else { new[cell.index()].clone() };
        let cells: Vec<Choices<Digit>> = self.shape.cells().map(keep).collect();
        cells.chunks(self.shape.side()).map(<[_]>::to_vec).collect()
    }

    /// The digits that have only one place left in a house, in an undecided cell; each cell once.
    fn places(&self, m: &Matrix<Choices<Digit>>) -> Vec<(Cell, Digit, House)> {
        let mut found: Vec<(Cell, Digit, House)> = Vec::new();
        let at = |cell: Cell| &m[self.shape.row(cell)][self.shape.column(cell)];
        for house in self.shape.houses() {
            for digit in self.shape.digits() {
                let mut places = self.shape.cells_of(house).filter(|cell| at(*cell).contains(&digit));
                let (first, second) = (places.next(), places.next());
                if let (Some(cell), None) = (first, second)
                    && at(cell).len() > 1
                    && found.iter().all(|(other, ..)| *other != cell)
                {
                    found.push((cell, digit, house));
                }
            }
        }
        found
    }

    fn conflict(&self, m: &Matrix<Choices<Digit>>) -> Option<Conflict> {
        let at = |cell: Cell| &m[self.shape.row(cell)][self.shape.column(cell)];
        if let Some(cell) = self.shape.cells().find(|cell| at(*cell).is_empty()) {
            return Some(Conflict::Void(cell));
        }
        self.shape.houses().find_map(|house| {
            let mut seen = vec![false; self.shape.side()];
            let mut fixed = self.shape.cells_of(house).filter(|cell| at(*cell).len() == 1).map(|cell| at(cell)[0]);
            let twice = fixed.find(|digit| std::mem::replace(&mut seen[digit.index()], true));
            twice.map(|digit| Conflict::Twice { digit, house })
        })
    }

    /// How many choices are gone, and which cells have become decided.
    fn difference(&self, old: &Matrix<Choices<Digit>>, new: &Matrix<Choices<Digit>>) -> (usize, Vec<(Cell, Digit)>) {
        let count = |m: &Matrix<Choices<Digit>>| m.iter().flatten().map(Vec::len).sum::<usize>();
        let cells = self.shape.cells().zip(old.iter().flatten().zip(new.iter().flatten()));
        let fixed =
            cells.filter(|(_, (old, new))| old.len() > 1 && new.len() == 1).map(|(cell, (_, new))| (cell, new[0]));
        (count(old) - count(new), fixed.collect())
    }
}

impl Iterator for Trace {
    type Item = Event;

    fn next(&mut self) -> Option<Event> {
        loop {
            if let Some(event) = self.events.pop_front() {
                return Some(event);
            }
            if self.done {
                return None;
            }
            match self.open.pop() {
                Some(branch) => self.visit(branch),
                None => {
                    self.done = true;
                    let (solutions, decisions) = (self.solutions, self.decisions);
                    self.report(0, Kind::Done { solutions, decisions }, &Vec::new());
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every strategy finds exactly the solutions.
    #[test]
    fn all_strategies_agree() {
        for text in ["12.4.4.22.4.4..1", "1.34341221434321", "12..............", "11..............", "12344.......3..."]
        {
            let puzzle: Puzzle = text.parse().unwrap();
            let shape = puzzle.shape();
            let mut expected: Vec<Grid> = spec::solutions(&puzzle).collect();
            expected.sort();
            for &strategy in Strategy::ALL {
                let events: Vec<Event> = Trace::new(&puzzle, strategy).collect();
                assert!(matches!(events[events.len() - 1].kind, Kind::Done { .. }), "{strategy} {text}");
                assert_eq!(events[events.len() - 1].candidates, Candidates::none(shape));
                let too_many = events.iter().any(|event| event.kind == Kind::TooMany);
                let mut found: Vec<Grid> = events
                    .into_iter()
                    .filter_map(|e| if let Kind::Solution(g) = e.kind { Some(g) } else { None })
                    .collect();
                found.sort();
                assert!(too_many && strategy.combines() || found == expected, "{strategy} {text}");
            }
        }
    }

    /// With a void last cell nothing can be combined, even if the cells before it have more combinations than fit into any
    /// number type.
    #[test]
    fn nothing_is_not_too_many() {
        let mut puzzle = Puzzle::empty(Shape::NINE);
        Shape::NINE.digits().for_each(|digit| puzzle.remove_candidate(Cell::new(80), digit));
        let kinds: Vec<Kind> = Trace::new(&puzzle, Strategy::Spec).map(|event| event.kind).collect();
        assert_eq!(kinds, [Kind::Choices, Kind::Combined { boards: 0 }, Kind::Done { solutions: 0, decisions: 0 }]);
    }

    #[test]
    fn too_many_is_not_the_last_word() {
        let kinds: Vec<Kind> = Trace::new(&Puzzle::empty(Shape::NINE), Strategy::Prune).map(|e| e.kind).collect();
        assert_eq!(kinds[kinds.len() - 2..], [Kind::TooMany, Kind::Done { solutions: 0, decisions: 0 }]);
    }
}
